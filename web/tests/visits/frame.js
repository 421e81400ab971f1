// The house itself: sharing a device, tabs, saves, sounds, the game pad, sizes.
import { games } from '../games.js';
import { phones, touch } from '../play.js';
import { answered, boardNow, drawn, expect, fits, isOver, mark, playOnBoard, shown, sit, still, typeOffered, until } from '../steps.js';

/** All of the page that anybody could read: its text and attributes, its address, its stores, its own globals. */
const everything = (page) =>
	page.evaluate(() => {
		for (const script of document.querySelectorAll('script, style')) script.remove();
		const globals = Object.keys(window)
			.filter((key) => !(key in Object.getPrototypeOf(window)) && typeof window[key] !== 'function')
			.map((key) => {
				try {
					return JSON.stringify(window[key]);
				} catch {
					return '';
				}
			});
		return [document.documentElement.outerHTML, location.href, document.title, JSON.stringify(history.state), JSON.stringify(localStorage), JSON.stringify(sessionStorage), ...globals].join('\n');
	});

/** The strings that the page's own memory holds after everything unused was thrown away. */
async function memory(page) {
	const session = await page.context().newCDPSession(page);
	const parts = [];
	session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
	await session.send('HeapProfiler.collectGarbage');
	await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
	await session.detach();
	return JSON.parse(parts.join('')).strings;
}

/** Types what is offered until the device has to be handed over, and hands it over; not where the game ends first. */
async function untilCovered(page, typed = []) {
	const covered = () => page.getByRole('button', { name: /^I am/ }).count();
	const over = () => page.locator('#command[data-over=yes]').count();
	await until(page, async () => (await covered()) || (await over()), async () => {
		const pass = page.getByRole('button', { name: 'Hand the device over' });
		if (await pass.count()) return shown(page, () => pass.click({ timeout: 2000 }).then(() => true, () => false));
		const text = await typeOffered(page);
		if (text !== undefined) typed.push(text);
		return text !== undefined;
	});
	return (await covered()) > 0;
}

/** What a covered seat would see: each game has its own secrets. */
const secrets = {
	'kuhn-poker': { secret: /\b(jack|queen|king)\b/i, rounds: 1 },
	'sky-team': { secret: /place \d on|"dice"/, rounds: 3 },
	crossfire: { secret: /deploy [a-z]\d|"placements":\[\{/i, rounds: 2 },
};

/** What a finger takes hold of. */
const pieces = {
	'sky-team': '.hand .die, .space',
	silosoft: '.staff, .tray button',
	'flag-war': '.piece .spot',
	crossfire: 'main .spot',
	'connect-four': 'main .spot',
};

const pad = () => {
	const buttons = Array.from({ length: 17 }, () => ({ pressed: false, value: 0 }));
	const fake = { axes: [0, 0, 0, 0], buttons, connected: true, id: 'pad', index: 0, mapping: 'standard' };
	navigator.getGamepads = () => [fake];
	window.pressPad = async (button) => {
		buttons[button].pressed = true;
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		buttons[button].pressed = false;
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	};
};

export const visits = [
	...Object.entries(pieces).filter(([game]) => games.includes(game)).map(([game, piece]) => ({
		name: `${game}: pieces are 32 px at least at 360 × 640, and the prompt keeps its height`,
		options: touch(phones[1]),
		work: async ({ page, base }) => {
			await sit(page, base, game, 1, 'senet');
			const table = page.url();
			const heights = [];
			const measure = async () => {
				await page.locator(piece).first().waitFor();
				await still(page);
				const boxes = await page.locator(piece).evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
				expect(boxes.length > 0 && boxes.every((size) => size >= 31.9), `they are ${boxes.map(Math.round).join(', ')} px wide`);
				heights.push(await page.getByRole('region', { name: 'What is asked' }).evaluate((prompt) => prompt.getBoundingClientRect().height));
			};
			await measure();
			await page.getByRole('button', { name: 'Hint' }).click();
			await page.locator('.said').waitFor();
			await measure();
			await page.goto(`${table}/text`);
			await page.locator('#command').waitFor();
			let typed = 0;
			await until(page, () => typed >= 2, async () => {
				const could = (await typeOffered(page)) !== undefined;
				typed += Number(could);
				return could;
			});
			await page.goto(table);
			await measure();
			expect(new Set(heights).size === 1, `the prompt is ${heights.join(', then ')} px high`);
		},
	})),
	...Object.entries(secrets).filter(([game]) => games.includes(game)).map(([game, { secret, rounds }]) => ({
		name: `hand-over, ${game}: neither page nor memory holds a secret before the confirm`,
		work: async ({ page, base }) => {
			await sit(page, base, game, 2, 'senet');
			await page.locator('.card h1, main.board').first().waitFor();
			await page.goto(`${page.url()}/text`);
			await page.waitForFunction(() => document.title.includes('as text'));
			const typed = [];
			for (let round = 0; round < rounds; round += 1) {
				expect(await untilCovered(page, typed), 'the game ends before');
				const seen = await everything(page);
				expect(!secret.test(seen), `the covered page tells ${secret.exec(seen)?.[0]}`);
				if (game === 'sky-team') {
					// What was placed is public; what could have been placed is not.
					const strings = (await memory(page)).filter((one) => /^place \d on/.test(one) && !typed.includes(one));
					expect(strings.length === 0, `the page remembers ${strings.slice(0, 3).join(', ')}`);
				}
				await page.getByRole('button', { name: /^I am/ }).first().click();
				await page.locator('#command').waitFor();
			}
		},
	})),
	{
		name: 'sky-team for two at one device: the turn goes to the one who is to place, to the end',
		work: async ({ page, base }) => {
			await sit(page, base, 'sky-team', 2, 'smooth');
			await page.locator('.card h1').waitFor();
			await page.goto(`${page.url()}/text`);
			await page.waitForFunction(() => document.title.includes('as text'));
			let covers = 0;
			while (await untilCovered(page)) {
				const cover = page.getByRole('button', { name: /^I am/ });
				covers += 1;
				expect((await cover.count()) === 1 || covers === 1, 'one person is next');
				await cover.first().click();
				await page.locator('#command').waitFor();
			}
			expect(covers >= 8, `the device went round ${covers} times`);
		},
	},
	{
		name: 'sky-team alone: one person places for both seats, and nobody is asked for the device',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/new/sky-team`);
			const seats = page.getByLabel(/^Who plays/);
			await seats.nth(1).waitFor();
			for (const seat of await seats.all()) await seat.selectOption('');
			await page.locator('summary', { hasText: 'Options' }).click();
			await page.getByRole('switch', { name: /^Solo/ }).check({ force: true });
			await page.getByLabel('Deal', { exact: true }).fill('senet');
			await page.getByRole('button', { name: 'Start' }).click();
			await page.waitForURL(/#\/table\//);
			await page.locator('main.board').waitFor();
			await page.goto(`${page.url()}/text`);
			const field = page.locator('#command');
			await field.waitFor();
			for (const turn of [1, 2, 3, 4]) {
				await page.locator('#command[data-live=yes]').waitFor();
				await field.fill((await field.getAttribute('placeholder')) ?? '');
				await field.press('Enter');
				await page.getByText(`(${turn} of 8;`).first().waitFor();
			}
			expect(!(await page.getByRole('button', { name: /^I am|Hand the device/ }).count()), 'the device is asked for');
		},
	},
	{
		name: 'a table open in two tabs: the second says so and takes it over',
		work: async ({ page, context, base }) => {
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByRole('button', { name: 'Square 5, free' }).click();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
			const other = await context.newPage();
			await other.goto(page.url());
			await other.getByRole('heading', { name: 'This table is open in another tab' }).waitFor();
			await other.getByRole('button', { name: 'Play it here' }).click();
			await other.getByRole('button', { name: 'Square 5, X' }).waitFor();
			await page.getByRole('heading', { name: 'This table is open in another tab' }).waitFor();
			await other.getByRole('button', { name: 'Square 1, free' }).click();
			await other.getByRole('button', { name: 'Square 1, O' }).waitFor();
			await page.getByRole('button', { name: 'Play it here' }).click();
			await page.getByRole('button', { name: 'Square 1, O' }).waitFor();
			// The drawn and the typed table of one tab are one.
			await page.keyboard.press('t');
			await page.locator('#command').waitFor();
		},
	},
	{
		name: 'without WebAssembly the page says so, and plays through its server where it has one',
		work: async ({ page, base, person }) => {
			const without = () => delete globalThis.WebAssembly;
			await page.addInitScript(without);
			await page.goto(`${base}#/new/pig`);
			await page.getByText('cannot run the rules by itself').waitFor();
			const guest = await person();
			await guest.page.addInitScript(without);
			await guest.page.goto(`${guest.base}#/new/pig`);
			await guest.page.getByText('you play through the server of this page').waitFor();
			await guest.page.getByRole('button', { name: 'Start' }).click();
			await guest.page.waitForURL(/#\/online\//);
			await guest.page.locator('main.board').waitFor();
			await playOnBoard(guest.page);
		},
	},
	{
		name: 'the end shows the seed, and deals the same game again',
		work: async ({ page, base }) => {
			await sit(page, base, 'kuhn-poker');
			await playOnBoard(page);
			const seed = await page.locator('.seed code').textContent();
			expect(seed && seed.length > 8, `the seed is ${seed}`);
			const first = page.url();
			await page.getByRole('button', { name: 'Same deal again' }).click();
			await page.waitForURL((url) => url.href !== first);
			await page.locator('main.board').waitFor();
			await playOnBoard(page);
			expect((await page.locator('.seed code').textContent()) === seed, 'it is the same seed');
		},
	},
	{
		name: 'a builder stays as it is while its address changes',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/space-weirdos`);
			await page.getByRole('button', { name: 'New warband' }).first().click();
			await page.locator('[data-weirdo]').first().waitFor();
			await page.evaluate(() => (window.kept = document.querySelector('#app > *')));
			await page.locator('[data-weirdo]').first().click();
			await drawn(page);
			expect(await page.evaluate(() => window.kept.isConnected), 'the page was drawn anew');
		},
	},
	{
		name: 'sounds: silent at first, heard when switched on',
		work: async ({ page, base }) => {
			await page.addInitScript(() => {
				window.tones = 0;
				const start = OscillatorNode.prototype.start;
				OscillatorNode.prototype.start = function (...when) {
					window.tones += 1;
					return start.apply(this, when);
				};
			});
			const marked = async (square) => {
				await mark([square], page);
				await drawn(page);
			};
			await sit(page, base, 'tic-tac-toe', 2);
			await marked(5);
			expect((await page.evaluate(() => window.tones)) === 0, 'it sounds although nobody asked');
			await page.getByRole('button', { name: 'Settings' }).click();
			await page.getByRole('radio', { name: 'On', exact: true }).check();
			expect((await page.evaluate(() => window.tones)) > 0, 'the choice is not heard');
			await page.keyboard.press('Escape');
			const before = await page.evaluate(() => window.tones);
			await marked(1);
			expect((await page.evaluate(() => window.tones)) > before, 'a move is not heard');
			await page.getByRole('button', { name: 'Settings' }).click();
			await page.getByRole('radio', { name: 'Off', exact: true }).check();
			await page.keyboard.press('Escape');
			const silent = await page.evaluate(() => window.tones);
			await marked(2);
			expect((await page.evaluate(() => window.tones)) === silent, 'it sounds although it was switched off');
		},
	},
	{
		name: 'a game pad reaches everything and plays a game',
		work: async ({ page, base }) => {
			await page.addInitScript(pad);
			await page.goto(base);
			await page.evaluate(() => dispatchEvent(new Event('gamepadconnected')));
			const press = (button) => page.evaluate((b) => window.pressPad(b), button);
			const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim());
			const until = async (button, name) => {
				for (let i = 0; i < 60; i += 1) {
					if ((await label()) === name) return;
					await press(button);
				}
				throw new Error(`the pad does not reach ${name}, only ${await label()}`);
			};
			// R2 goes through everything in order; the cross goes by direction.
			await until(7, 'Tic-tac-toe');
			await press(0);
			await page.getByRole('button', { name: 'Start' }).waitFor();
			await page.getByLabel('Who plays X').focus();
			const before = await page.getByLabel('Who plays X').inputValue();
			await press(0);
			expect((await page.getByLabel('Who plays X').inputValue()) !== before, 'A changes a list');
			for (let i = 0; (await page.getByLabel('Who plays X').inputValue()) !== '' && i < 12; i += 1) await press(0);
			await until(7, 'Start');
			await press(0);
			await page.locator('main .spot').first().waitFor();
			const reached = new Set();
			for (let i = 0; i < 80; i += 1) {
				await press(7);
				reached.add(await label());
			}
			const all = await page.evaluate(() =>
				[...document.querySelectorAll('button:not(:disabled), a[href], .spot')]
					.filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0 && !one.matches('.skip'))
					.map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()),
			);
			const missed = all.filter((name) => !reached.has(name));
			expect(missed.length === 0, `the pad does not reach ${missed.join(', ')}`);
			await page.getByRole('button', { name: 'Square 1, free' }).focus();
			await press(15);
			await press(13);
			expect((await label()) === 'Square 5, free', `the cross went to ${await label()}`);
			for (let turn = 0; turn < 9 && !(await isOver(page)); turn += 1) {
				for (let i = 0; i < 60 && !/Square \d, free/.test((await label()) ?? '') && !(await isOver(page)); i += 1) await press(7);
				const before = await boardNow(page);
				await press(0);
				await answered(page, before);
			}
			await page.getByText('The game is over').waitFor();
			await press(1);
			expect(!(await isOver(page)), 'B closes the result');
			await press(9);
			await page.getByRole('heading', { name: 'Keys' }).waitFor();
		},
	},
	{
		name: 'two fingers zoom the board, and a button brings it back',
		options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		work: async ({ page, base }) => {
			await sit(page, base, 'crossfire');
			const board = page.locator('main.board svg[role=group]').first();
			await board.waitFor();
			const width = async () => Number((await board.getAttribute('viewBox')).split(' ')[2]);
			const whole = await width();
			const box = await board.boundingBox();
			const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
			const session = await page.context().newCDPSession(page);
			const touch = (type, gap) => session.send('Input.dispatchTouchEvent', { type, touchPoints: gap === undefined ? [] : [{ x: x - gap, y, id: 0 }, { x: x + gap, y, id: 1 }] });
			await touch('touchStart', 20);
			for (const gap of [30, 45, 60, 80]) await touch('touchMove', gap);
			await touch('touchEnd');
			expect((await width()) < whole / 2, `the board shows ${await width()} of ${whole}`);
			await page.getByRole('button', { name: 'Fit' }).tap();
			expect((await width()) >= whole, 'all of it is seen again');
		},
	},
	{
		name: 'wheel and keys zoom the board',
		work: async ({ page, base }) => {
			await sit(page, base, 'crossfire');
			const board = page.locator('main.board svg[role=group]').first();
			await board.waitFor();
			const width = async () => Number((await board.getAttribute('viewBox')).split(' ')[2]);
			const whole = await width();
			await board.hover();
			await page.mouse.wheel(0, -300);
			await page.waitForFunction((one) => Number(document.querySelector('main.board svg[role=group]').getAttribute('viewBox').split(' ')[2]) < one, whole);
			await page.locator('main .spot').first().focus();
			await page.keyboard.press('0');
			expect((await width()) === whole, '0 fits it');
			await page.keyboard.press('+');
			expect((await width()) < whole, '+ zooms');
		},
	},
	{
		name: 'motion follows the device, and can be chosen',
		work: async ({ page, context, base }) => {
			await page.goto(base);
			const tempo = (one) => one.evaluate(() => [document.documentElement.dataset.pace, getComputedStyle(document.documentElement).getPropertyValue('--tempo').trim()].join(' '));
			expect((await tempo(page)) === 'off 0', `reduced motion is ${await tempo(page)}`);
			await sit(page, base, 'connect-four', 2);
			await shown(page, () => page.locator('main .spot').first().click());
			const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1).length);
			expect(moving === 0, `${moving} things move although nobody wants it`);
			const fresh = await context.browser().newContext({ reducedMotion: 'no-preference' });
			const other = await fresh.newPage();
			await other.goto(base);
			expect((await tempo(other)) === 'normal 1', `motion is ${await tempo(other)}`);
			await other.getByRole('button', { name: 'Settings' }).click();
			await other.getByRole('radio', { name: 'Fast' }).check();
			expect((await tempo(other)) === 'fast 0.45', `fast motion is ${await tempo(other)}`);
			await fresh.close();
		},
	},
	...[[320, 568], [844, 390], [3440, 1440]].map(([width, height]) => ({
		name: `everything fits ${width}×${height}`,
		options: { viewport: { width, height }, ...(width < 1000 ? { hasTouch: true, isMobile: true } : {}) },
		work: async ({ page, base }) => {
			for (const [address, ready] of [['', '.rooms'], ['#/replays', 'h1'], ['#/new/crossfire', '.start .button'], ['#/space-weirdos', 'h1'], ['#/rules/sky-team', '.rules'], ['#/join/abc', 'h1']]) {
				await page.goto(base + address);
				await page.locator(ready).first().waitFor();
				await fits(page, address || 'home');
			}
			for (const game of games) {
				await sit(page, base, game);
				const board = page.locator('main.board');
				await board.waitFor();
				await fits(page, game);
				const box = await board.boundingBox();
				expect(box.height >= Math.min(200, height / 3), `${game}: the board is ${Math.round(box.height)} px high`);
				const cut = await page.evaluate(() => {
					const [room, tray] = [document.querySelector('.room'), document.querySelector('section.tray')];
					// On the smallest phones the page scrolls down to it.
					if (room.scrollHeight > room.clientHeight) return 0;
					return tray && tray.checkVisibility() ? tray.getBoundingClientRect().bottom - innerHeight : 0;
				});
				expect(cut <= 1, `${game}: the tray is cut by ${cut} px`);
			}
		},
	})),
	{
		name: 'text at 200 % on a phone leaves every board its height',
		options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
		work: async ({ page, base }) => {
			await page.addInitScript(() => localStorage.setItem('senet.settings', JSON.stringify({ text: 200 })));
			for (const [address, ready] of [['', '.rooms'], ['#/replays', 'h1'], ['#/join/abc', 'h1']]) {
				await page.goto(base + address);
				await page.locator(ready).first().waitFor();
				await fits(page, address || 'home');
			}
			for (const game of games) {
				await page.goto(`${base}#/new/${game}`);
				await page.getByLabel(/^Who plays/).first().waitFor();
				await fits(page, `set-up of ${game}`);
				await sit(page, base, game);
				const board = page.locator('main.board');
				await board.waitFor();
				await fits(page, game);
				const box = await board.boundingBox();
				expect(box.height >= 300, `${game}: the board is ${Math.round(box.height)} px high`);
			}
		},
	},
	{
		name: 'a position is linked to, looked at by others and played on from',
		work: async ({ page, context, base }) => {
			await sit(page, base, 'tic-tac-toe');
			await playOnBoard(page);
			await page.getByRole('button', { name: 'Look back' }).click();
			await page.getByRole('button', { name: 'First' }).click();
			await page.getByRole('button', { name: 'Forward' }).click();
			await page.getByText(/^1 \//).waitFor();
			await page.getByLabel('Through whose eyes').selectOption('1');
			await page.getByRole('button', { name: 'Copy a link to this position' }).click();
			await page.getByText('The link to this position is on the clipboard').waitFor();
			const link = await page.evaluate(() => navigator.clipboard.readText());
			const fresh = await context.browser().newContext();
			const other = await fresh.newPage();
			await other.goto(link);
			await other.getByText(/^1 \//).waitFor();
			expect((await other.getByLabel('Through whose eyes').inputValue()) === '1', 'the link tells through whose eyes');
			const marked = await other.locator('main .spot').evaluateAll((all) => all.filter((one) => !/free/.test(one.getAttribute('aria-label'))).length);
			expect(marked === 1, `${marked} squares are marked`);
			await other.getByRole('button', { name: 'Play on from here' }).click();
			await other.waitForURL(/#\/table\//);
			await playOnBoard(other);
			await fresh.close();
		},
	},
	{
		name: 'a journal leaves as a file, is opened elsewhere, looked at and verified',
		work: async ({ page, context, base }) => {
			await sit(page, base, 'pig');
			await playOnBoard(page);
			await page.getByRole('button', { name: /^Verify the (dice|moves)$/ }).click();
			await page.getByText('Every roll was worked out again').waitFor();
			const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
			const fresh = await context.browser().newContext();
			const other = await fresh.newPage();
			await other.goto(`${base}#/replays`);
			await other.locator('input[type=file]').setInputFiles(await file.path());
			await other.waitForURL(/#\/replay\//);
			await other.locator('main.board').waitFor();
			await other.goto(`${base}#/replays`);
			await other.locator('input[type=file]').setInputFiles({ name: 'no.jsonl', mimeType: 'application/json', buffer: Buffer.from('{"nothing": 1}\n') });
			await other.getByText(/“no.jsonl” was not opened/).waitFor();
			await fresh.close();
		},
	},
];
