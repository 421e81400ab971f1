// Whole visits, from the door to the end.
import { lines } from '../games.js';
import { answered, axe, boardNow, expect, fits, isOver, mark, playByText, playOnBoard, shown, sit, until, untilOffline } from '../steps.js';

const phones = [
	[390, 844],
	[360, 640],
];
const touch = ([width, height]) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });
// Small games are played to their end. The large ones have visits of their own where their boards are.
const small = lines.filter((game) => ['tic-tac-toe', 'connect-four', 'pig', 'kuhn-poker'].includes(game.id)).map((game) => game.id);
const large = lines.map((game) => game.id).filter((game) => !small.includes(game));
const free = /Square \d, free/;

export const visits = [
	{
		name: 'two clicks from the door to a game',
		work: async ({ page, base }) => {
			await page.goto(base);
			await page.getByRole('link', { name: 'Tic-tac-toe' }).click();
			await page.getByRole('button', { name: 'Start' }).click();
			await page.getByText('X: mark a free square.').waitFor();
		},
	},
	...small.map((game) => ({
		name: `${game}: played to its end on the board`,
		work: async ({ page, base }) => {
			await sit(page, base, game);
			await playOnBoard(page);
			await page.getByRole('button', { name: /^Verify the (dice|moves)$/ }).click();
			await page.getByText(/In order/).waitFor();
		},
	})),
	...small.map((game) => ({
		name: `${game}: played to its end by typing`,
		work: async ({ page, base }) => {
			await sit(page, base, game);
			await page.getByRole('link', { name: 'Play as text' }).click();
			await page.locator('#command').waitFor();
			await playByText(page);
		},
	})),
	...large.map((game) => ({
		name: `${game}: opened, played for a while and found again after a reload`,
		work: async ({ page, base }) => {
			await sit(page, base, game);
			await page.locator('main.board, .card h1').first().waitFor();
			await playOnBoard(page, 2500);
			if (await isOver(page)) return;
			await page.reload();
			await page.locator('main.board').waitFor();
			await fits(page, game);
			// A game against the clock may end meanwhile, and its result lies over everything; so does what a card asks.
			const opened = await page.getByRole('link', { name: 'Play as text' }).click({ timeout: 5000 }).then(() => true, () => false);
			if (!opened && (await isOver(page))) return;
			if (!opened) await page.goto(`${page.url()}/text`);
			await page.locator('#command').waitFor();
			await playByText(page, 1500);
		},
	})),
	{
		name: 'a reload in the middle comes back to the same place',
		work: async ({ page, base }) => {
			await sit(page, base, 'tic-tac-toe', 2);
			await mark([5, 1], page);
			await page.reload();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
			await page.getByRole('button', { name: 'Square 1, O' }).waitFor();
			await page.getByText('X: mark a free square.').waitFor();
			await page.getByText('O marks square 1.').first().waitFor();
		},
	},
	{
		name: 'a trained mind from a file is a bot, also on the next visit',
		work: async ({ page, base }) => {
			const layer = (inputs, outputs) => ({ weights: Array(inputs * outputs).fill(0), bias: Array(outputs).fill(0) });
			const network = { format: 'senet-network/1', game: 'tic-tac-toe', encoding: 1, layers: [layer(19, 2)], policy: layer(2, 10), value: layer(2, 1) };
			const file = (content) => ({ name: 'blank.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) });
			await page.goto(`${base}#/new/tic-tac-toe`);
			const open = page.getByLabel('Open a trained mind…');
			await open.setInputFiles(file({ ...network, game: 'pig' }));
			await page.getByText(/this mind was trained for pig/).waitFor();
			await open.setInputFiles(file(network));
			await page.getByText('A trained mind, opened from a file').waitFor();
			await page.getByRole('button', { name: 'Start' }).click();
			await page.getByRole('button', { name: 'Square 1, free' }).click();
			await page.getByRole('button', { name: /Square \d, O/ }).first().waitFor();
			await page.goto(`${base}#/new/tic-tac-toe`);
			await page.reload();
			await page.getByRole('option', { name: 'Bot, blank, a trained mind' }).first().waitFor({ state: 'attached' });
			await page.goto(`${base}#/new/sky-team`);
			await page.getByRole('button', { name: 'Start' }).waitFor();
			expect((await page.getByLabel('Open a trained mind…').count()) === 0, 'no trained mind plays Sky Team');
		},
	},
	{
		name: 'what was left is offered at the door',
		work: async ({ page, base }) => {
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByRole('button', { name: 'Square 5, free' }).click();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
			await page.getByRole('link', { name: 'senet, home' }).click();
			await page.getByRole('link', { name: 'Continue', exact: true }).click();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
		},
	},
	{
		name: 'the home page fetches no game, a room fetches its own, and what was played is kept offline',
		work: async ({ page, context, base }) => {
			const fetched = new Set();
			context.on('request', (request) => {
				const game = /\/([\w-]+)-[\w-]{8}\.wasm$/.exec(request.url())?.[1];
				if (game) fetched.add(game);
			});
			await page.goto(base);
			await page.evaluate(() => navigator.serviceWorker.ready);
			await page.waitForFunction(() => navigator.serviceWorker.controller);
			expect([...fetched].length === 0, `the home page fetches ${[...fetched]}`);
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByRole('button', { name: 'Square 5, free' }).click();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
			expect([...fetched].join() === 'tic-tac-toe', `a room fetches ${[...fetched]}`);
			await context.setOffline(true);
			await page.reload();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
		},
	},
	{
		name: 'offline after the first visit: a game is played, saved and gone on with',
		work: async ({ page, context, base }) => {
			await page.goto(base);
			await untilOffline(page);
			await context.setOffline(true);
			await page.reload();
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByRole('button', { name: 'Square 5, free' }).click();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
			await page.reload();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
			await playOnBoard(page);
		},
	},
	{
		name: 'keys alone reach and play a game',
		work: async ({ page, base }) => {
			await page.goto(base);
			const until = async (key, name) => {
				for (let i = 0; i < 80; i += 1) {
					await page.keyboard.press(key);
					const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim());
					if (label === name) return;
				}
				throw new Error(`the keys do not reach ${name}`);
			};
			await until('Tab', 'Tic-tac-toe');
			await page.keyboard.press('Enter');
			await page.getByRole('button', { name: 'Start' }).waitFor();
			await until('Tab', 'Start');
			await page.keyboard.press('Enter');
			await page.getByText('X: mark a free square.').waitFor();
			await until('Tab', 'Square 1, free');
			await page.keyboard.press('ArrowRight');
			await page.keyboard.press('ArrowDown');
			const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
			expect(label === 'Square 5, free', `the arrows went to ${label}`);
			for (let turn = 0; turn < 9 && !(await isOver(page)); turn += 1) {
				for (let i = 0; i < 40; i += 1) {
					const here = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
					if (free.test(here ?? '') || (await isOver(page))) break;
					await page.keyboard.press(i < 9 ? 'Tab' : 'Shift+Tab');
				}
				if (await isOver(page)) break;
				const before = await boardNow(page);
				await page.keyboard.press('Enter');
				await answered(page, before);
			}
			await page.getByText('The game is over').waitFor();
			await page.keyboard.press('Escape');
			expect(!(await isOver(page)), 'Escape closes the result');
		},
	},
	{
		name: 'a refused move says why and opens the rule',
		work: async ({ page, base }) => {
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByRole('button', { name: 'Square 5, free' }).click();
			await page.getByRole('button', { name: 'Square 5, X' }).click({ force: true });
			await page.getByText('Square 5 is taken.').waitFor();
			await page.getByRole('button', { name: 'Rule TT-2' }).click();
			await page.locator('#rule-tt-2.cited').waitFor();
		},
	},
	{
		name: 'connect-four: a hint goes with its move, and a mark has the colour of its discs',
		work: async ({ page, base }) => {
			await sit(page, base, 'connect-four', 2);
			await page.getByRole('button', { name: 'Column 4, empty' }).waitFor();
			await page.keyboard.press('h');
			await page.getByText(/of 100/).waitFor();
			await page.getByRole('button', { name: 'Column 4, empty' }).click();
			await page.getByRole('button', { name: 'Column 4, from the bottom Yellow' }).waitFor();
			expect((await page.getByText(/of 100/).count()) === 0, 'the hint was for the move before');
			const fills = await page.evaluate(() => ['.through circle.yellow', 'aside .first path', 'header ~ section .second path'].map((one) => getComputedStyle(document.querySelector(one)).fill));
			expect(fills[0] === fills[1], `the disc is ${fills[0]}, the mark ${fills[1]}`);
			expect(fills[2] === 'rgb(196, 80, 58)', `the mark of Red is ${fills[2]}`);
		},
	},
	{
		name: 'pig: the last die, what is at stake and the way to keep it are in sight',
		work: async ({ page, base }) => {
			await sit(page, base, 'pig', 2, 'pig 2');
			await page.getByRole('button', { name: /^Hold/ }).click({ force: true });
			await page.getByRole('button', { name: 'Rule PG-4' }).waitFor();
			await page.keyboard.press('1');
			await page.getByRole('img', { name: /^A \d fell last/ }).waitFor();
			await page.getByText(/at stake/).first().waitFor();
		},
	},
	{
		name: 'kuhn-poker: a card is the own one, the other lies face down, and chips are counted',
		work: async ({ page, base }) => {
			await sit(page, base, 'kuhn-poker');
			await page.getByRole('button', { name: 'Deal the cards' }).click();
			await page.getByRole('img', { name: /^Player 1: (Jack|Queen|King)$/ }).waitFor();
			await page.getByRole('img', { name: 'Player 2: a card face down' }).waitFor();
			await page.getByRole('button', { name: 'Bet one chip' }).waitFor();
			await page.getByText('2 chips in the pot').waitFor();
		},
	},
	{
		name: 'space-weirdos: the rules are a page away, and back',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/space-weirdos`);
			await page.getByRole('button', { name: 'New warband' }).first().click();
			await page.getByRole('link', { name: 'Rules' }).click();
			await page.getByRole('heading', { name: 'What is legal' }).waitFor();
			await page.getByRole('link', { name: 'Build Space Weirdos' }).click();
			await page.getByRole('button', { name: 'New warband' }).first().waitFor();
		},
	},
	{
		name: 'undo, hint, log and seats',
		work: async ({ page, base }) => {
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByRole('button', { name: 'Square 5, free' }).click();
			await page.getByText('O: mark a free square.').waitFor();
			await page.keyboard.press('u');
			await page.getByText('X: mark a free square.').waitFor();
			await page.getByRole('button', { name: 'Square 5, free' }).waitFor();
			await page.keyboard.press('h');
			await page.getByText(/mark \d: \d+ of 100/).waitFor();
			await page.locator('.spot.hinted').first().waitFor();
			await page.keyboard.press('l');
			const log = page.getByRole('list', { name: 'What happened' });
			expect(/^Tic-tac-toe.*: /.test((await log.getByRole('listitem').first().textContent()) ?? ''), 'the log does not begin with the start');
			await page.keyboard.press('s');
			await page.getByText('to act').waitFor();
			await page.keyboard.press('?');
			await page.getByRole('heading', { name: 'Keys' }).waitFor();
		},
	},
	{
		name: 'hand-over: nothing hidden is in the page before the next player says who it is',
		work: async ({ page, base }) => {
			await sit(page, base, 'kuhn-poker', 2);
			const secrets = /\b(jack|queen|king)\b/i;
			const step = async () => {
				const html = await page.content();
				expect(!secrets.test(html.replace(/<script[\s\S]*?<\/script>/g, '')), 'a card is in the page while the device is handed over');
				expect(!(await page.locator('main.board').count()), 'the board is in the page while the device is handed over');
			};
			let handed = 0;
			await until(page, () => isOver(page), async () => {
				const cover = page.getByRole('button', { name: /^I am/ });
				const pass = page.getByRole('button', { name: 'Hand over' });
				if (await cover.count()) {
					await step();
					handed += 1;
					await cover.first().click();
					await page.locator('main.board').waitFor();
				} else if (await pass.count()) {
					await pass.click();
				} else {
					const choice = page.locator('.choices button');
					if (await choice.count()) await shown(page, () => choice.first().click({ timeout: 1500 }).catch(() => undefined));
				}
			});
			expect(handed >= 1, `the device was handed over ${handed} times`);
		},
	},
	{
		name: 'a finished game is replayed, shared by a link and branched',
		work: async ({ page, context, base }) => {
			await sit(page, base, 'tic-tac-toe');
			await playOnBoard(page);
			await page.getByRole('button', { name: 'Share' }).click();
			await page.getByText('A link to this game').waitFor();
			const link = await page.evaluate(() => navigator.clipboard.readText());
			await page.getByRole('button', { name: 'Look back' }).click();
			await page.getByRole('button', { name: 'First' }).click();
			await page.getByText(/^0 \//).waitFor();
			await page.getByRole('button', { name: 'Forward' }).click();
			await page.getByText(/^1 \//).waitFor();
			// The address names the position.
			await page.waitForURL(/replay\/[^/]+\/1$/);
			await page.getByRole('button', { name: 'Play on from here' }).click();
			await page.waitForURL(/#\/table\//);
			await page.locator('main .spot').first().waitFor();
			const fresh = await context.browser().newContext();
			const other = await fresh.newPage();
			await other.goto(link);
			await other.getByText(/Replay/).first().waitFor();
			await other.locator('main .spot').first().waitFor();
			await fresh.close();
		},
	},
	{
		name: 'a table leaves as a file and comes back from it',
		work: async ({ page, base }) => {
			await sit(page, base, 'pig');
			await page.locator('.choices button').first().click();
			await page.locator('section.prompt .last').waitFor();
			const id = page.url().split('/').at(-1);
			await page.goto(`${base}#/replay/${id}`);
			const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
			await page.goto(`${base}#/replays`);
			await page.locator('input[type=file]').setInputFiles(await file.path());
			await page.waitForURL(/#\/table\//);
			await page.locator('main.board').waitFor();
		},
	},
	...phones.map((size) => ({
		name: `touch at ${size.join('×')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await page.goto(base);
			await fits(page, 'home');
			await page.getByRole('link', { name: 'Tic-tac-toe' }).tap();
			await page.getByRole('button', { name: 'Start' }).waitFor();
			await fits(page, 'set-up');
			await page.getByRole('button', { name: 'Start' }).tap();
			await page.locator('main .spot').first().waitFor();
			await fits(page, 'table');
			const small = await page.evaluate(() =>
				[...document.querySelectorAll('button, a, .spot')]
					.filter((one) => one.checkVisibility() && !one.matches('.last, .skip, .number'))
					.map((one) => ({ name: one.getAttribute('aria-label') ?? one.textContent, box: one.getBoundingClientRect() }))
					.filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
					.map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
			);
			expect(small.length === 0, `too small for a finger: ${small.join(', ')}`);
			for (let i = 0; i < 9 && !(await isOver(page)); i += 1) {
				const before = await boardNow(page);
				await page.getByRole('button', { name: free }).first().tap();
				await answered(page, before);
			}
			await page.getByText('The game is over').waitFor();
			await fits(page, 'end');
		},
	})),
	{
		name: 'flag-war: orders by drag, by keys and in words, and the own zone says no',
		work: async ({ page, base }) => {
			await sit(page, base, 'flag-war');
			const field = page.getByRole('group', { name: 'The field' });
			await field.waitFor();
			const at = async (x, y) => {
				const box = await field.boundingBox();
				const side = Math.min(box.width, box.height) / 540;
				return [box.x + box.width / 2 + (x - 5) * 48 * side, box.y + box.height / 2 + (y - 5) * 48 * side];
			};
			const drag = async (from, to) => {
				await page.mouse.move(...(await at(...from)));
				await page.mouse.down();
				await page.mouse.move(...(await at(...to)), { steps: 4 });
				await page.mouse.up();
			};
			const told = (text) => page.getByText(text).first().waitFor();
			await drag([6, 8], [8, 8]);
			await told('Blue 3: right 2, in round');
			await drag([5, 8], [5, 9.6]);
			await told('Your zone is closed to you');
			await page.keyboard.press('Escape');
			for (const key of ['1', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
			await told('Blue 1: up 2, in round');
			await page.keyboard.press('/');
			await page.keyboard.type('1 left 1');
			await told('Blue 1: left 1');
			await page.keyboard.press('Enter');
			await told(/Blue 1: left 1, in round/);
		},
	},
	{
		name: 'space-weirdos: built, broken, fixed, undone, reloaded, shared and printed',
		work: async ({ page, context, base }) => {
			await page.goto(base);
			await page.getByRole('link', { name: 'Build Space Weirdos' }).click();
			await page.getByRole('button', { name: 'New warband' }).first().click();
			const prompt = page.locator('.prompt');
			await prompt.getByText('Give the leader some company').waitFor();
			await page.getByLabel('Name of the warband').fill('Lost Laundry');
			await page.getByRole('button', { name: 'Add a trooper' }).click();
			const name = page.getByLabel('Name', { exact: true });
			await until(page, async () => (await name.inputValue()) === 'Trooper 1');
			await name.fill('Fizz');
			await page.getByLabel('Warband ability').selectOption('mutants');
			await page.getByRole('radio', { name: 'Speed 3, 2 points instead of 3' }).click();
			await page.getByText('Mutants −1').first().waitFor();

			// Broken: the sentence leads to the list, the fix mends it.
			await page.getByRole('radio', { name: /Firepower 2d10/ }).click();
			await prompt.getByText('One thing to mend.').waitFor();
			await page.getByRole('tab', { name: /Close/ }).click();
			await page.getByRole('button', { name: 'Fizz has Firepower 2d10 but nothing to shoot with.' }).click();
			await page.locator('[aria-selected=true]', { hasText: 'Ranged' }).waitFor();
			await page.getByRole('button', { name: /^Fix it/ }).first().click();
			await prompt.getByText('Legal').waitFor();

			// Every step can be undone, also after a reload.
			await page.keyboard.press('Control+z');
			await prompt.getByText('One thing to mend.').waitFor();
			// It is told once it is kept.
			await page.getByText(/^Undone\./).waitFor({ state: 'attached' });
			await page.reload();
			await prompt.getByText('One thing to mend.').waitFor();
			await page.keyboard.press('Control+Shift+z');
			await prompt.getByText('Legal').waitFor();

			await page.getByRole('button', { name: 'Copy', exact: true }).click();
			await page.getByRole('button', { name: 'Bench' }).click();
			await page.getByRole('button', { name: /Fizz \(2\), trooper, on the bench/ }).waitFor();
			await page.getByRole('button', { name: 'Complete' }).click();
			await page.getByRole('button', { name: 'Find one' }).click();
			await page.getByRole('button', { name: 'Use it' }).click();
			await prompt.getByText('Legal, to the point.').waitFor();
			await page.getByText('exactly full').waitFor();

			await page.getByRole('button', { name: 'Share' }).click();
			const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
			await page.getByRole('button', { name: 'Copy the text' }).click();
			const text = await page.evaluate(() => navigator.clipboard.readText());
			expect(text.includes('Lost Laundry') && text.includes('75/75'), `the text for chat says ${text}`);
			await page.keyboard.press('Escape');

			const other = await (await context.browser().newContext()).newPage();
			await other.goto(link);
			await other.getByText('From a link.').waitFor();
			await other.locator('.prompt').getByText('Legal, to the point.').waitFor();
			expect((await other.getByLabel('Name of the warband').inputValue()) === 'Lost Laundry', 'the link brings another warband');
			await other.goto(`${base}#/space-weirdos`);
			await other.goto(link);
			await other.getByText('You have this warband already.').waitFor();

			await page.getByRole('button', { name: 'Print' }).click();
			const sheet = await page.getByTitle('The sheet').getAttribute('srcdoc');
			await other.setContent(sheet);
			const pdf = await other.pdf({ preferCSSPageSize: true });
			expect(pdf.length > 5000, 'the sheet prints nothing');
			await other.context().close();
		},
	},
	{
		name: 'space-weirdos: by keys alone, then thrown away and brought back',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/space-weirdos`);
			await page.getByRole('button', { name: 'New warband' }).first().focus();
			await page.keyboard.press('Enter');
			await page.locator('.prompt').waitFor();
			await page.keyboard.press('n');
			await page.locator('[data-weirdo]').nth(1).waitFor();
			await page.getByRole('radio', { name: /Prowess 2d6/ }).focus();
			await page.keyboard.press('ArrowRight');
			await page.getByRole('button', { name: /Trooper 1, trooper, 8 of 20/ }).waitFor();
			await page.keyboard.press('c');
			await page.locator('[data-weirdo]').nth(2).waitFor();
			await page.getByRole('link', { name: 'Cabinet' }).focus();
			await page.keyboard.press('Enter');
			await page.getByRole('button', { name: /^Throw away/ }).focus();
			await page.keyboard.press('Enter');
			await page.getByText('The cabinet is empty.').waitFor();
			await page.getByRole('button', { name: 'Undo' }).focus();
			await page.keyboard.press('Enter');
			await page.getByRole('link', { name: /New Warband/ }).waitFor();
		},
	},
	...['light', 'dark', 'contrast'].map((theme) => ({
		name: `space-weirdos: axe finds nothing, ${theme}`,
		work: async ({ page, base }) => {
			await page.addInitScript((chosen) => localStorage.setItem('senet.settings', JSON.stringify({ theme: chosen })), theme);
			await page.goto(`${base}#/space-weirdos`);
			await page.getByRole('button', { name: 'Random warband' }).click();
			await page.getByRole('button', { name: 'Draw' }).click();
			await page.getByRole('button', { name: 'File it' }).waitFor();
			await axe(page, 'a drawn warband');
			await page.getByRole('button', { name: 'File it' }).click();
			await page.getByRole('button', { name: 'Trooper', exact: true }).click();
			await page.getByRole('button', { name: /^Fix it/ }).first().waitFor();
			await axe(page, 'the desk');
			for (const name of ['Compare', 'Spend the rest', 'Share', 'Keys']) {
				await page.getByRole('button', { name, exact: true }).click();
				await page.locator('dialog[open]').waitFor();
				await axe(page, name);
				await page.keyboard.press('Escape');
			}
			await page.getByRole('link', { name: 'Cabinet' }).click();
			await page.getByRole('button', { name: /^Throw away/ }).waitFor();
			await axe(page, 'the cabinet');
		},
	})),
	...phones.map((size) => ({
		name: `space-weirdos: by touch at ${size.join('×')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await page.goto(`${base}#/space-weirdos`);
			await page.getByRole('button', { name: 'New warband' }).first().tap();
			await page.getByRole('button', { name: /Leader, leader/ }).tap();
			await page.getByRole('radio', { name: /Prowess 2d10/ }).tap();
			await page.getByRole('tab', { name: /Powers/ }).tap();
			await page.getByRole('button', { name: /Mind Stab/ }).tap();
			await page.getByText('13 of 75', { exact: true }).waitFor();
			const over = await page.locator('.opened').evaluate((box) => box.scrollWidth - box.clientWidth);
			expect(over <= 0, `the file is ${over} px too wide`);
			await page.goBack();
			await page.getByRole('button', { name: /Leader, leader, 13 of 20/ }).waitFor();
			await fits(page, 'the desk');
		},
	})),
];
