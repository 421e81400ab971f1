// Takes a picture of every screen, desktop and phone, light and dark. `npm run shots -- home,end` takes only
// those whose name holds one of the words; a second word such as `390dark` takes only that size and theme.
import { mkdirSync } from 'node:fs';
import { launch } from './browser.js';
import { games } from './games.js';
import { serveOnline, stopSenet } from './server.js';
import { joinOnline, openOnline, playByText, playOnBoard, sit } from './steps.js';

const out = new URL('../../shots/', import.meta.url).pathname;
mkdirSync(out, { recursive: true });
const only = (process.argv[2] ?? '').split(',');
const sizes = [
	[1440, 900],
	[390, 844],
	[844, 390],
];

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
	await page.waitForTimeout(900);
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
	...Object.fromEntries(games.map((game) => [`table-${game}`, (visit) => midGame(visit, game)])),
	'flag-war-lesson': async ({ page, base }) => {
		await sit(page, base, 'flag-war');
		await page.getByRole('button', { name: 'Show me' }).click();
		await page.getByRole('button', { name: 'Begin' }).click();
	},
	'flag-war-rehearsal': async ({ page, base }) => {
		await sit(page, base, 'flag-war');
		await page.getByRole('button', { name: 'No, thanks' }).click();
		for (const key of ['2', 'ArrowUp', '3', 'Enter', 'e']) await page.keyboard.press(key);
		await page.getByRole('group', { name: 'Rehearsal' }).waitFor();
		for (const key of ['2', 'ArrowDown', '3', 'Enter']) await page.keyboard.press(key);
		await page.getByRole('button', { name: 'Piece 2: down 3' }).waitFor();
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
	'end-sky-team': async ({ page, base }) => {
		await sit(page, base, 'sky-team');
		await page.locator('main.board').waitFor();
		const table = page.url();
		await page.goto(`${table}/text`);
		await page.locator('#command').waitFor();
		await playByText(page);
		await page.goto(table);
		await page.locator('dialog[open]').waitFor();
	},
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
	'no-table': go('#/join/nothing1', '.sign'),
	'builder-cabinet': async (visit) => {
		await builder(visit);
		await visit.page.goto(`${visit.base}#/space-weirdos`);
		await visit.page.getByRole('button', { name: /^Throw away/ }).first().waitFor();
	},
	builder,
	'builder-sheet': async (visit) => {
		await builder(visit);
		await visit.page.getByRole('button', { name: 'Print' }).click();
		await visit.page.getByTitle('The sheet').waitFor();
	},
};

const browser = await launch();
const wanted = Object.entries(screens).filter(([name]) => only.some((word) => name.includes(word)));
const looks = sizes.flatMap(([width, height]) => ['light', 'dark'].map((theme) => ({ width, height, theme }))).filter(({ width, theme }) => !process.argv[3] || `${width}${theme}` === process.argv[3]);
const shots = wanted.flatMap(([name, show]) => looks.map((look) => ({ name, show, ...look })));
let failed = 0;

async function visitor({ width, height, theme }) {
	const house = await serveOnline();
	const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: width < 900, reducedMotion: 'reduce', serviceWorkers: 'block' });
	const page = await context.newPage();
	page.setDefaultTimeout(10_000 * Number(process.env.PATIENCE ?? 3));
	const close = async () => {
		await context.close();
		house.close();
	};
	return { page, context, house, base: house.address, close };
}

async function take({ name, show, ...look }) {
	const [visit, friend] = [await visitor(look), name.startsWith('online') ? await visitor(look) : undefined];
	try {
		await show(visit, friend);
		await visit.page.waitForTimeout(400);
	} catch (error) {
		failed += 1;
		console.log(`${name} ${look.width} ${look.theme}: ${error.message.split('\n')[0]}`);
	}
	await visit.page.screenshot({ path: `${out}${name}-${look.width}x${look.height}-${look.theme}.png` });
	await visit.close();
	await friend?.close();
}

async function worker() {
	for (let shot = shots.shift(); shot; shot = shots.shift()) await take(shot);
}
await Promise.all([worker(), worker()]);
await browser.close();
await stopSenet();
console.log(failed === 0 ? `every screen is in ${out}` : `${failed} pictures could not be taken as they should`);
process.exit(failed === 0 ? 0 : 1);
