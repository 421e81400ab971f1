// How the house behaves: focus, windows, faults, prompts that keep their height, what is kept, new versions.
import { drawn, expect, mark, sit, still } from '../steps.js';
import { phones, touch } from '../play.js';

const focused = (page) => page.evaluate(() => ({ tag: document.activeElement?.tagName, text: document.activeElement?.textContent?.trim() ?? '', label: document.activeElement?.getAttribute('aria-label') ?? '' }));

export const visits = [
	{
		name: 'the focus goes to the heading of a new screen',
		work: async ({ page, base }) => {
			await page.goto(base);
			for (const [link, heading] of [['Replays', 'Replays'], ['Play Sky Team', 'Sky Team']]) {
				await page.goto(base);
				await page.getByRole('link', { name: link, exact: true }).first().click();
				await page.getByRole('heading', { level: 1, name: heading }).waitFor();
				await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
				expect((await focused(page)).text.startsWith(heading), `the focus is at ${JSON.stringify(await focused(page))}`);
			}
		},
	},
	{
		name: 'a window begins at its main action, not at the way out',
		work: async ({ page, base }) => {
			await page.goto(base);
			await page.getByRole('button', { name: 'Settings' }).click();
			await page.locator('dialog[open]').waitFor();
			expect((await focused(page)).label !== 'Close', 'the settings begin at Close');
			await sit(page, base, 'tic-tac-toe', 2);
			await mark([1, 4, 2, 5, 3], page);
			await page.locator('dialog[open]', { hasText: 'The game is over' }).waitFor();
			await page.waitForFunction(() => document.activeElement?.textContent?.includes('Play again'));
		},
	},
	{
		name: 'a fault of a board locks no game away: back, as text, as a file',
		work: async ({ page, base }) => {
			// There is no known fault to use: the board asks whether a square is in the winning row, and here that fails.
			await page.addInitScript(() => {
				const includes = Array.prototype.includes;
				Array.prototype.includes = function (...wanted) {
					if (window.broken && this.length === 0 && wanted[0] === 9) throw new Error('there is no row');
					return includes.apply(this, wanted);
				};
			});
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByRole('button', { name: 'Square 5, free' }).waitFor();
			await page.evaluate(() => addEventListener('click', () => (window.broken = true), { capture: true, once: true }));
			await page.getByRole('button', { name: 'Square 5, free' }).click();
			await page.getByRole('heading', { name: 'This table cannot be drawn' }).waitFor();
			const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
			expect(/^tic-tac-toe-.*\.json$/.test(file.suggestedFilename()), `the file is called ${file.suggestedFilename()}`);
			await page.getByRole('button', { name: 'Open as text' }).click();
			expect(/senet_save/.test(await page.getByRole('textbox', { name: 'As text' }).inputValue()), 'the text is another one');
			await page.evaluate(() => (window.broken = false));
			await page.getByRole('button', { name: 'Try again' }).click();
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
		},
	},
	{
		name: 'what is over without dice offers to verify the moves, not the dice',
		work: async ({ page, base }) => {
			await sit(page, base, 'tic-tac-toe', 2);
			await mark([1, 4, 2, 5, 3], page);
			const end = page.locator('dialog[open]', { hasText: 'The game is over' });
			await end.getByRole('button', { name: 'Verify the moves' }).click();
			await end.getByText('In order: 5 moves follow the rules.').waitFor();
			expect((await end.getByText(/dice/i).count()) === 0, 'there is talk of dice');
		},
	},
	...[phones[0], phones[1]].map((size) => ({
		name: `the prompt keeps its height through a game at ${size.join(' × ')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await sit(page, base, 'sky-team', 2, 'smooth');
			const heights = new Set();
			for (let i = 0; i < 6; i += 1) {
				const me = page.getByRole('button', { name: /^I am/ }).first();
				const hand = page.getByRole('button', { name: /^Hand over/ }).first();
				await page.locator('main.board, button:has-text("I am")').first().waitFor();
				if ((await me.count()) > 0) await me.tap();
				await page.locator('main.board').waitFor();
				heights.add(await page.locator('section.prompt').evaluate((one) => Math.round(one.getBoundingClientRect().height)));
				await page.getByRole('button', { name: 'Hint' }).first().tap();
				heights.add(await page.locator('section.prompt').evaluate((one) => Math.round(one.getBoundingClientRect().height)));
				if (size[0] === 390) expect(await page.locator('div.prompt').evaluate((one) => one.scrollHeight <= one.clientHeight + 1), 'a hint is cut');
				if ((await hand.count()) > 0) await hand.tap();
			}
			expect(heights.size === 1, `it was ${[...heights].join(', ')} px high`);
		},
	})),
	...[[360, 640], [844, 390]].map((size) => ({
		name: `the first button to play is in sight at ${size.join(' × ')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await page.goto(base);
			const box = await page.getByRole('link', { name: 'Play Sky Team', exact: true }).boundingBox();
			expect(box && box.y + box.height <= size[1], `it ends at ${box && Math.round(box.y + box.height)} px`);
		},
	})),
	...[[360, 640], [844, 390]].map((size) => ({
		name: `what begins a game and which game it is stand first at ${size.join(' × ')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			for (const game of ['sky-team', 'silosoft', 'flag-war', 'crossfire']) {
				await page.goto(`${base}#/new/${game}`);
				const start = page.getByRole('button', { name: 'Start' });
				await start.waitFor();
				await still(page);
				const box = await start.boundingBox();
				expect(box && box.y + box.height <= size[1], `${game}: Start ends at ${box && Math.round(box.y + box.height)} px`);
				expect(await page.locator('.preset').first().evaluate((one) => one.matches('.on')), `${game}: another game stands first than the one that begins`);
			}
		},
	})),
	{
		name: 'on a phone on its side hint and undo are in sight, and a replay does not scroll sideways',
		options: touch([844, 390]),
		work: async ({ page, base }) => {
			for (const game of ['crossfire', 'sky-team', 'silosoft']) {
				await sit(page, base, game);
				await page.locator('main.board').waitFor();
				const floor = (await page.locator('nav.phone-tabs').boundingBox()).y;
				for (const name of ['Hint', 'Undo']) {
					const box = await page.getByRole('button', { name }).boundingBox();
					expect(box && box.y + box.height <= floor + 1, `${game}: ${name} ends at ${box && Math.round(box.y + box.height)} px, the tabs begin at ${Math.round(floor)} px`);
				}
			}
			await sit(page, base, 'tic-tac-toe', 2);
			await mark([1, 4, 2, 5, 3], page);
			await page.getByRole('button', { name: 'Look back' }).click();
			await page.locator('input[type=range]').waitFor();
			for (const size of [[844, 390], [360, 640]]) {
				await page.setViewportSize({ width: size[0], height: size[1] });
				await drawn(page);
				const over = await page.locator('section.tray').evaluate((one) => one.scrollWidth - one.clientWidth);
				expect(over <= 0, `at ${size.join(' × ')} the replay is ${over} px too wide`);
			}
		},
	},
	{
		name: 'a reason goes with the next press, and when the turn is somebody else’s',
		work: async ({ page, base }) => {
			const reason = page.locator('[data-reason]');
			await sit(page, base, 'tic-tac-toe', 2);
			await mark([1], page);
			const taken = page.getByRole('button', { name: 'Square 1, X' });
			await taken.click({ force: true });
			await reason.waitFor();
			await page.getByRole('button', { name: 'Square 9, free' }).click();
			await page.getByRole('button', { name: 'Square 9, O' }).waitFor();
			await reason.waitFor({ state: 'detached' });
			await taken.click({ force: true });
			await reason.waitFor();
			// By keys nothing is pressed: what was said for the turn before goes with it.
			await page.getByRole('button', { name: 'Square 5, free' }).focus();
			await page.keyboard.press('Enter');
			await page.getByRole('button', { name: 'Square 5, X' }).waitFor();
			await reason.waitFor({ state: 'detached' });
		},
	},
	{
		name: 'online is offered for every game the same way',
		work: async ({ person }) => {
			const { page, base } = await person();
			await page.goto(base);
			await page.getByRole('link', { name: 'Play Sky Team online' }).waitFor();
			const said = await page.locator('.rooms .online').evaluateAll((all) => all.map((one) => one.innerText.trim()));
			expect(said.length === 4 && said.every((text) => text === 'Online'), `it says ${JSON.stringify(said)}`);
		},
	},
	{
		name: 'the head tells how well a game is kept',
		work: async ({ page, base }) => {
			await page.addInitScript(() => {
				Object.defineProperty(navigator.storage, 'persisted', { value: async () => false });
				Object.defineProperty(navigator.storage, 'persist', { value: async () => window.keeps === true });
			});
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByText('Saved in this browser').waitFor();
			await page.addInitScript(() => (window.keeps = true));
			await page.reload();
			await page.getByText('Saved on this device').waitFor();
		},
	},
	{
		name: 'a new version says so, and is taken over at once',
		work: async ({ page, base }) => {
			await page.goto(base);
			await page.evaluate(async () => {
				await navigator.serviceWorker.ready;
				if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
			});
			await page.reload();
			await page.locator('.rooms').waitFor();
			expect((await page.getByText('A new version is here').count()) === 0, 'there is none yet');
			await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')));
			await page.getByText('A new version is here').waitFor();
			await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Use it now' }).click()]);
		},
	},
	{
		name: 'where the system sets the colours, what is chosen has a line around it',
		options: { forcedColors: 'active' },
		work: async ({ page, base }) => {
			await page.goto(`${base}#/new/silosoft`);
			const chosen = page.locator('.preset.on');
			await chosen.waitFor();
			expect((await chosen.evaluate((one) => getComputedStyle(one).outlineStyle)) === 'solid', 'the chosen game is not marked');
			expect((await page.locator('.preset:not(.on)').first().evaluate((one) => getComputedStyle(one).outlineStyle)) === 'none', 'every game is marked');
		},
	},
	{
		name: 'five levels of bots can be chosen, and each says what to expect of it',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/new/pig`);
			const chooser = page.getByLabel(/^Who plays/).nth(1);
			await chooser.waitFor();
			const levels = await chooser.locator('option').evaluateAll((all) => all.map((one) => one.value).filter(Boolean));
			expect(levels.join() === 'random,easy,normal,hard,expert', `there are ${levels.join()}`);
			const told = new Set();
			for (const level of levels) {
				await chooser.selectOption(level);
				told.add(await page.locator('.promise').last().innerText());
			}
			expect(told.size === 5 && ![...told].includes(''), `they say ${[...told].join(' ')}`);
		},
	},
];
