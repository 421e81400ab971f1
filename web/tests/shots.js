// Takes a picture of every screen into shots/. Each screen is visited twice, on a desktop and on a phone by touch, and
// pictured there in light and dark; tables also in high contrast and on a phone on its side; the home page and one
// table also in the narrowest and in a very wide window.
// `npm run shots -- home,end` takes only screens whose name holds one of the words; a second word, `desktop` or
// `phone`, only that visit.
import { mkdirSync } from 'node:fs';
import { launch } from './browser.js';
import { games } from './games.js';
import { STEP } from './limits.js';
import { ending, sitDown } from './play.js';
import { serve, serveOnline, stopSenet } from './server.js';
import { joinOnline, openOnline, playByText, playOnBoard, sit, still, until } from './steps.js';

const out = new URL('../../shots/', import.meta.url).pathname;
mkdirSync(out, { recursive: true });
const [words = '', device = ''] = process.argv.slice(2);

const at = (width, height, ...themes) => themes.map((theme) => ({ width, height, theme }));
const visits = {
	desktop: { size: at(1440, 900, 'light', 'dark'), tables: at(1440, 900, 'contrast'), extremes: at(2560, 1440, 'light') },
	phone: { size: at(390, 844, 'light', 'dark'), tables: [...at(844, 390, 'light', 'dark'), ...at(390, 844, 'contrast')], extremes: at(320, 640, 'light') },
};
const extreme = ['home', 'table-sky-team'];

/** A table in the middle of its game: some moves by typing, then the drawn board. */
async function midGame({ page, base }, game, ms = 2500) {
	await sit(page, base, game);
	await page.locator('main.board').waitFor();
	const table = page.url();
	await page.goto(`${table}/text`);
	await page.locator('#command').waitFor();
	await playByText(page, ms);
	await page.goto(table);
	await page.locator('main.board').waitFor();
	await still(page);
	// A short game may be over by then: the board is what is wanted.
	if (ms < Infinity && (await ending(page).count())) await page.keyboard.press('Escape');
}

/** The end of a game: what the board shows, and the result over it. */
async function endGame(visit, game) {
	await midGame(visit, game, Infinity);
	await ending(visit.page).waitFor();
}

/** Silosoft with everybody at this device. */
const silosoft = (page, base, players) => sitDown(page, base, 'Play Silosoft', { preset: /^Standard/, seed: 'pictures', seats: Array(players).fill(''), set: async (page) => page.getByRole('radio', { name: `${players} players` }).check() });

/** Plays it on by drawing and passing until something is there. */
async function untilSilosoft(page, wanted) {
	await until(page, () => wanted().count(), async () => {
		const window = page.locator('dialog[open]');
		if (await window.count()) {
			for (const one of [window.locator('.cards button').first(), window.locator('.people button').first(), window.locator('button.primary').first()]) if (await one.count()) await one.click();
		} else await page.locator('.tray').getByRole('button', { name: /^(Draw|Pass anyway|Pass|Decline)/ }).first().click({ timeout: 3000 }).catch(() => undefined);
	});
}

const go = (address, ready) => async ({ page, base }) => {
	await page.goto(base + address);
	await page.locator(ready).first().waitFor();
};

async function ended({ page, base }) {
	await sit(page, base, 'connect-four');
	await playOnBoard(page);
}

async function builder({ page, base }) {
	await page.goto(`${base}#/space-weirdos`);
	await page.getByRole('button', { name: 'Random warband' }).click();
	await page.getByRole('button', { name: 'Draw' }).click();
	await page.getByRole('button', { name: 'File it' }).click();
	await page.locator('[data-weirdo]').first().waitFor();
}

const screens = {
	home: go('', '.rooms'),
	settings: async ({ page, base }) => {
		await page.goto(base);
		await page.getByRole('button', { name: 'Settings' }).click();
	},
	...Object.fromEntries(games.map((game) => [`set-up-${game}`, go(`#/new/${game}`, '.seats li')])),
	...Object.fromEntries(games.map((game) => [`table-${game}-early`, (visit) => midGame(visit, game, 1)])),
	...Object.fromEntries(games.map((game) => [`table-${game}`, (visit) => midGame(visit, game)])),
	...Object.fromEntries(
		['sky-team', 'silosoft', 'flag-war', 'crossfire'].map((game) => [
			`guided-${game}`,
			async ({ page, base }) => {
				await page.goto(`${base}#/new/${game}`);
				await page.getByRole('button', { name: 'Show me' }).click();
				await page.getByRole('button', { name: 'Next' }).click();
			},
		]),
	),
	'flag-war-rehearsal': async ({ page, base }) => {
		await sit(page, base, 'flag-war');
		await page.getByRole('group', { name: 'The field' }).waitFor();
		for (const key of ['2', 'ArrowUp', '3', 'Enter', 'e']) await page.keyboard.press(key);
		await page.getByRole('group', { name: 'Rehearsal' }).waitFor();
		for (const key of ['2', 'ArrowDown', '3', 'Enter']) await page.keyboard.press(key);
	},
	...Object.fromEntries(games.filter((game) => !game.startsWith('flag-war')).map((game) => [`table-${game}-end`, (visit) => endGame(visit, game)])),
	'table-flag-war-end': async ({ page, base }) => {
		// Its rounds last as long as the clock says: the shortest clock, and nobody moves.
		await sitDown(page, base, 'Play Commander\'s Flag War', {
			set: async (page) => {
				await page.locator('input[type=radio][value=timer]').check();
				await page.getByRole('textbox', { name: 'Length of a round' }).fill('500');
				await page.getByRole('switch', { name: 'Round limit' }).check();
				await page.getByRole('textbox', { name: 'Round limit' }).fill('3');
				await page.getByRole('textbox', { name: 'Round limit' }).press('Tab');
			},
		});
		await ending(page).waitFor();
	},
	...Object.fromEntries(['sky-team', 'silosoft', 'space-weirdos'].map((game) => [`rules-${game}`, go(`#/rules/${game}`, 'main h2')])),
	'refused-set-up': async ({ page, base }) => {
		await page.goto(`${base}#/new/silosoft`);
		await page.getByLabel('Who plays Player 2').selectOption('');
		await page.getByRole('textbox', { name: 'Name of Player 2' }).fill('Player 1');
		await page.getByRole('textbox', { name: 'Name of Player 2' }).press('Tab');
		await page.getByRole('alert').waitFor();
	},
	'sky-team-choosing': async ({ page, base }) => {
		await sitDown(page, base, 'Play Sky Team', { seed: 'cockpit' });
		await page.locator('.tray .choices button, .tray [aria-label^="Die"], .tray .die').first().waitFor();
		await page.keyboard.press('h');
		const die = /place (\d)/.exec((await page.locator('.said').textContent()) ?? '')?.[1] ?? '1';
		await page.keyboard.press(die);
		await page.locator('[data-space].open, .spot.open').first().click();
	},
	'sky-team-briefing': async ({ page, base }) => {
		await sitDown(page, base, 'Play Sky Team', { set: async (page) => page.getByRole('switch', { name: 'Briefing' }).check() });
	},
	'sky-team-far': async ({ page, base }) => {
		await sitDown(page, base, 'Play Sky Team', { preset: /^As published/, seed: 'far', set: async (page) => page.getByRole('radio', { name: /Kuala Lumpur|Keflav/ }).last().check() });
	},
	'silosoft-event': async ({ page, base }) => {
		await silosoft(page, base, 4);
		await untilSilosoft(page, () => page.getByRole('button', { name: /^(Hand it over|Send on leave)$/ }));
		await page.locator('dialog .cards button').first().click();
	},
	'silosoft-trade': async ({ page, base }) => {
		await silosoft(page, base, 2);
		await untilSilosoft(page, () => page.locator('.tray').getByRole('button', { name: /^Trade/ }).and(page.locator('.primary')));
		await page.keyboard.press('o');
		await page.locator('dialog[open] summary').click();
		await page.locator('dialog[open] details li button').first().click();
	},
	'silosoft-complete': async ({ page, base }) => {
		await silosoft(page, base, 2);
		await untilSilosoft(page, () => page.locator('.tray').getByRole('button', { name: /^Complete/ }).and(page.locator('.primary')));
		await page.keyboard.press('c');
		await page.locator('dialog[open]').waitFor();
	},
	why: async ({ page, base }) => {
		await sit(page, base, 'tic-tac-toe', 2);
		await page.getByRole('button', { name: 'Square 5, free' }).click();
		await page.getByRole('button', { name: 'Square 5, X' }).click({ force: true });
	},
	hint: async (visit) => {
		await midGame(visit, 'connect-four', 500);
		await visit.page.keyboard.press('h');
	},
	rules: async (visit) => {
		await midGame(visit, 'sky-team', 500);
		await visit.page.keyboard.press('r');
		await visit.page.locator('.rules').waitFor();
	},
	log: async (visit) => {
		await midGame(visit, 'sky-team');
		await visit.page.keyboard.press('l');
	},
	seats: async (visit) => {
		await midGame(visit, 'silosoft', 500);
		await visit.page.keyboard.press('s');
	},
	keys: async (visit) => {
		await midGame(visit, 'crossfire', 500);
		await visit.page.keyboard.press('?');
	},
	text: async ({ page, base }) => {
		await sit(page, base, 'sky-team');
		await page.locator('main.board').waitFor();
		await page.goto(`${page.url()}/text`);
		await page.locator('#command').waitFor();
		await playByText(page, 1500);
		await page.locator('#command').fill('pla');
	},
	handover: async ({ page, base }) => {
		await sit(page, base, 'sky-team', 2);
		await page.getByRole('button', { name: /^I am/ }).first().waitFor();
	},
	end: ended,
	replay: async (visit) => {
		await ended(visit);
		await visit.page.getByRole('button', { name: 'Look back' }).click();
		await visit.page.locator('input[type=range]').waitFor();
		await visit.page.getByRole('button', { name: 'Back' }).click();
	},
	replays: async (visit) => {
		await midGame(visit, 'tic-tac-toe', 300);
		await visit.page.goto(`${visit.base}#/replays`);
		await visit.page.locator('main li').first().waitFor();
	},
	continue: async (visit) => {
		await midGame(visit, 'sky-team', 600);
		await midGame(visit, 'connect-four', 600);
		await visit.page.goto(`${visit.base}#/`);
		await visit.page.locator('#continue').waitFor();
		await visit.page.evaluate(() => document.querySelector('#continue').scrollIntoView());
	},
	'online-set-up': async ({ page, base }) => {
		await page.goto(`${base}#/new/crossfire?online`);
		await page.locator('summary', { hasText: 'The table' }).click();
	},
	'online-lobby': async (visit) => {
		await openOnline(visit, 'sky-team');
		await visit.page.getByRole('img', { name: 'QR code' }).locator('svg').waitFor();
	},
	'online-join': async (visit, friend) => {
		const code = await openOnline(friend, 'silosoft');
		await visit.page.goto(`${visit.base}#/join/${code}`);
		await visit.page.getByLabel('Your name').waitFor();
	},
	'online-chat': async (visit, friend) => {
		const code = await openOnline(friend, 'sky-team');
		await joinOnline(visit, code);
		await visit.page.locator('main.board').waitFor();
		await friend.page.getByRole('tab', { name: 'Chat' }).click({ force: true }).catch(() => friend.page.getByRole('button', { name: 'Chat' }).click());
		await friend.page.getByLabel('Your words').fill('Ready for Montréal?');
		await friend.page.keyboard.press('Enter');
		const tab = visit.page.getByRole('tab', { name: 'Chat' });
		await ((await tab.isVisible()) ? tab : visit.page.getByRole('button', { name: 'Chat' })).click();
		await visit.page.getByText('Ready for Montréal?').waitFor();
	},
	'online-lost': async (visit, friend) => {
		const code = await openOnline(friend, 'connect-four');
		await joinOnline(visit, code);
		await visit.page.locator('main.board').waitFor();
		visit.house.cut();
		await visit.page.getByText('The server does not answer').waitFor();
	},
	'online-watching': async (visit, friend) => {
		await openOnline(friend, 'sky-team');
		await friend.page.getByRole('button', { name: 'Start now, bots for the free seats' }).click();
		await friend.page.locator('main.board').waitFor();
		await visit.page.goto(friend.page.url().replace(friend.base, visit.base));
		await visit.page.locator('main.board').waitFor();
	},
	'online-home': async (visit, friend) => {
		await openOnline(friend, 'crossfire', { settle: (page) => page.locator('summary', { hasText: 'The table' }).click().then(() => page.getByRole('checkbox', { name: /^List it/ }).check()) });
		await openOnline(visit, 'tic-tac-toe');
		await visit.page.goto(`${visit.base}#/`);
		await visit.page.getByRole('list', { name: 'Open tables' }).waitFor();
	},
	'no-table': go('#/join/nothing1', '.sign'),
	'alone-no-server': go('#/join/mskr3wtk', 'main .button'),
	'no-such-table': go('#/table/nothing', '.card, main'),
	elsewhere: async ({ page, context, base }) => {
		await sit(page, base, 'tic-tac-toe', 2);
		const other = await context.newPage();
		await other.goto(page.url());
		await other.getByRole('button', { name: 'Play it here' }).click();
		await page.getByRole('heading', { name: 'This table is open in another tab' }).waitFor();
	},
	'builder-cabinet': async (visit) => {
		await builder(visit);
		await visit.page.goto(`${visit.base}#/space-weirdos`);
		await visit.page.getByRole('button', { name: /^Throw away/ }).first().waitFor();
	},
	builder,
	'builder-broken': async (visit) => {
		await builder(visit);
		const { page } = visit;
		for (let i = 0; i < 3; i += 1) {
			await page.getByRole('button', { name: 'Trooper', exact: true }).click();
			// On a phone the new one lies open.
			if (page.viewportSize().width < 700) await page.getByRole('button', { name: 'All cards' }).click();
		}
	},
	'builder-share': async (visit) => {
		await builder(visit);
		await visit.page.getByRole('button', { name: 'Share' }).click();
		await visit.page.getByRole('textbox', { name: 'Link' }).waitFor();
	},
	'builder-sheet': async (visit) => {
		await builder(visit);
		await visit.page.getByRole('button', { name: 'Print' }).click();
		await visit.page.getByTitle('The sheet').waitFor();
	},
};

const browser = await launch();
const wanted = Object.entries(screens).filter(([name]) => words.split(',').some((word) => name.includes(word)));
const shots = wanted.flatMap(([name, show]) => Object.keys(visits).filter((one) => one.includes(device)).map((one) => ({ name, show, visit: one })));
let [taken, failed] = [0, 0];

async function visitor(visit, alone) {
	const house = await (alone ? serve() : serveOnline());
	const [{ width, height }] = visits[visit].size;
	const touch = visit === 'phone' ? { hasTouch: true, isMobile: true } : {};
	const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', serviceWorkers: 'block', ...touch });
	const page = await context.newPage();
	page.setDefaultTimeout(STEP);
	const close = async () => {
		await context.close();
		house.close();
	};
	return { page, context, house, base: house.address, close };
}

async function picture(page, name, { width, height, theme }) {
	await page.setViewportSize({ width, height });
	await page.emulateMedia({ colorScheme: theme === 'light' ? 'light' : 'dark' });
	await page.evaluate((theme) => (theme === 'contrast' ? (document.documentElement.dataset.theme = theme) : delete document.documentElement.dataset.theme), theme);
	await still(page);
	await page.screenshot({ path: `${out}${name}-${width}x${height}-${theme}.png` });
	taken += 1;
}

async function take({ name, show, visit }) {
	const me = await visitor(visit, name.startsWith('alone'));
	const friend = name.startsWith('online') ? await visitor(visit) : undefined;
	try {
		await show(me, friend);
		await still(me.page);
	} catch (error) {
		failed += 1;
		console.log(`${name}, ${visit}: ${error.message.split('\n')[0]}`);
	}
	const { size, tables, extremes } = visits[visit];
	const looks = [...size, ...(name.startsWith('table') ? tables : []), ...(extreme.includes(name) ? extremes : [])];
	for (const look of looks) await picture(me.page, name, look);
	await me.close();
	await friend?.close();
}

async function worker() {
	for (let shot = shots.shift(); shot; shot = shots.shift()) await take(shot);
}
await Promise.all([worker(), worker()]);
await browser.close();
await stopSenet();
console.log(failed === 0 ? `${taken} pictures are in ${out}` : `${failed} screens could not be reached as they should`);
process.exit(failed === 0 ? 0 : 1);
