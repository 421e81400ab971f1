// Silosoft: a team on its way to its features, and what stands in it.
import { axeInThemes, ending, fitsFinger, goOffline, keysTo, phones, sitDown, toTheEnd, touch } from '../play.js';
import { expect, until } from '../steps.js';

const door = 'Play Silosoft';
const button = (page, name) => page.getByRole('button', { name });
const pressable = (page, name) => button(page, name).and(page.locator(':not([aria-disabled=true])'));

/** A window of the game, not the one that tells the end. */
const windowOf = (page) => page.locator('dialog[open]').filter({ hasNotText: 'The game is over' });

/** Presses what may be gone already, as by a hand that was too slow. */
const tryIt = (one, press) => one.first()[press]({ timeout: 2000 }).then(() => true, () => false);

/** Chooses the first of everything that an event's window asks for. */
async function choose(page, press = 'click') {
	for (const group of ['.cards', '.people', '.features']) {
		const one = windowOf(page).locator(`${group} button`);
		if (await one.count()) await tryIt(one, press);
	}
}

/** One step of whoever is to act: events are decided, what can be completed is, and what helps is asked for. */
async function step(page, { press = 'click', trades = false, chooses = true } = {}) {
	const window = windowOf(page);
	if (await window.count()) {
		const commit = window.locator('button.primary');
		if (await commit.count()) await tryIt(commit, press);
		else if (!(await window.locator('.choices').count())) await page.keyboard.press('Escape');
		else if (chooses) await choose(page, press);
		return true;
	}
	for (const name of [/^(Draw|Decide)/, /^Accept/, /^Pass anyway/]) {
		const one = page.locator('.tray').getByRole('button', { name });
		if (await one.count()) return tryIt(one, press);
	}
	const complete = page.locator('.tray').getByRole('button', { name: /^Complete/ }).and(page.locator(':not([aria-disabled=true])'));
	if (await complete.count()) return tryIt(complete, press);
	const trade = page.locator('.tray').getByRole('button', { name: /^Trade/ }).and(page.locator('.primary'));
	if (trades && (await trade.count())) {
		await tryIt(trade, press);
		await tryIt(page.locator('dialog[open] summary'), press);
		return tryIt(page.locator('dialog[open] details li button'), press);
	}
	const pass = page.locator('.tray').getByRole('button', { name: /^Pass/ });
	return (await pass.count()) > 0 && tryIt(pass, press);
}

export const visits = [
	{
		name: 'silosoft: two at one device from the door to the end, with trades and no hand-over',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^As written/, seed: 'silo 3', seats: ['', ''] });
			await page.getByText('Turn 1 of 10').first().waitFor();
			await page.getByText('0 of 6 features').first().waitFor();
			await toTheEnd(page, async () => {
				expect((await button(page, /^I am/).count()) === 0, 'open hands need no hand-over');
				return step(page, { trades: true });
			});
			await page.getByText(/features/).first().waitFor();
			await button(page, 'Same deal again').waitFor();
			await page.keyboard.press('Escape');
			await page.getByRole('region', { name: 'The result' }).getByText(/of 6 features|All 6 features/).waitFor();
		},
	},
	{
		name: 'silosoft: what the windows say before anything is done',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Standard/, seed: 'silo 1', seats: ['', '', ''], set: async (page) => page.getByRole('radio', { name: '3 players' }).check() });
			await page.getByText('0 of 9 features').first().waitFor();
			const seen = new Set();
			await until(page, async () => seen.size >= 6 || (await ending(page).count()) > 0, async () => {
				const window = page.locator('dialog[open]');
				const columns = (await window.getByRole('columnheader').allTextContents()).join(' ');
				if (columns.includes('Missing')) {
					expect(columns === 'Role Needs Chosen Missing', `the window has the columns ${columns}`);
					seen.add('complete');
				}
				const [sides] = await page.locator('dialog[open] .sides').allInnerTexts();
				if (sides) {
					expect((sides.match(/ of \d/g) ?? []).length >= 2, `a trade shows what both features would have: ${sides}`);
					seen.add('trade');
				}
				// An offer that is open can be declined.
				if ((await page.getByRole('region', { name: 'The open offer' }).count()) && (await button(page, 'Decline').count())) seen.add('answer');
				// What an open window asks is read once: it may open between two looks.
				const [asks] = await window.getByRole('button', { name: /^(Send on leave|Hand it over|Forfeit it)$/ }).and(page.locator(':not(.primary)')).allInnerTexts();
				if (asks === 'Send on leave' && !seen.has('leave')) {
					expect((await pressable(page, 'Send on leave').count()) === 0, 'nothing is confirmed before a choice');
					await window.getByText('Choose a card of your hand.').waitFor();
					// The window can be laid aside to look round, and taken up again.
					await button(page, 'Look at the board').click();
					await page.locator('.tray').getByRole('button', { name: /^Decide/ }).click();
					await window.locator('.cards button').first().click();
					await window.getByText(/free from turn \d+/).waitFor();
					seen.add('leave');
				} else if (asks === 'Hand it over' && !seen.has('reorg')) {
					await window.locator('.cards button').first().click();
					await window.getByText('Choose who receives it.').waitFor();
					await window.locator('.people button').last().click();
					await window.getByText(/goes to Player \d/).waitFor();
					seen.add('reorg');
				} else if (asks) await choose(page);
				if (await page.getByText(/must complete a feature on turn/).count()) seen.add('competition');
				return step(page, { trades: true, chooses: false });
			});
			for (const one of ['complete', 'trade', 'answer', 'leave', 'reorg']) expect(seen.has(one), `there was no ${one}`);
		},
	},
	{
		name: 'silosoft: by keys alone, with a bot, for the whole game',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^As written/, seats: ['', 'easy'] });
			await toTheEnd(page, async () => {
				if (await windowOf(page).count()) {
					if (await windowOf(page).locator('.choices').count()) await page.keyboard.press('1');
					await keysTo(page, 'Tab', 'dialog .primary', 30).then(() => page.keyboard.press('Enter'), () => page.keyboard.press('Escape'));
					return true;
				}
				for (const [name, key] of [[/^(Draw|Decide)/, 'd'], [/^Pass anyway/, 'p']]) {
					if (await page.locator('.tray').getByRole('button', { name }).count()) return page.keyboard.press(key).then(() => true);
				}
				if (await button(page, /^Accept$/).count()) {
					await keysTo(page, 'Tab', '.doing .primary');
					await page.keyboard.press('Enter');
					return true;
				}
				if (await page.locator('.tray').getByRole('button', { name: /^Complete/ }).and(page.locator(':not([aria-disabled=true])')).count()) return page.keyboard.press('c').then(() => true);
				if (await page.locator('.tray').getByRole('button', { name: /^Pass/ }).count()) return page.keyboard.press('p').then(() => true);
				return false;
			});
		},
	},
	...phones.map((size) => ({
		name: `silosoft: by touch at ${size.join('×')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Solo/ });
			await pressable(page, /^Draw/).first().waitFor();
			await fitsFinger(page, 'the board');
			await toTheEnd(page, () => step(page, { press: 'tap' }));
		},
	})),
	{
		name: 'silosoft: offline, with a reload in the middle',
		work: async ({ page, context, base }) => {
			await goOffline(page, context, base);
			await sitDown(page, base, door, { preset: /^Solo/ });
			for (let i = 0; i < 5; ) if (await step(page)) i += 1;
			await page.reload();
			await page.locator('.head .turn').waitFor();
			await toTheEnd(page, () => step(page));
		},
	},
	{
		name: 'silosoft: the set-up says at once what the team is up against, refuses a name taken twice, and is found again',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/new/silosoft`);
			await page.getByText('6 features to ship in 20 turns').waitFor();
			await page.getByRole('radio', { name: '4 players' }).check();
			await page.getByText('12 features to ship in 40 turns').waitFor();
			await page.getByRole('radio', { name: 'Alone', exact: true }).check();
			await page.getByText('3 features to ship in 10 turns').waitFor();
			await page.getByRole('radio', { name: '2 players' }).check();
			await page.getByLabel('Who plays Player 2').selectOption('');
			const [first, second] = [1, 2].map((i) => page.getByRole('textbox', { name: `Name of Player ${i}` }));
			expect((await page.locator('main input[maxlength="20"]').count()) === 0, 'names are asked for twice');
			await page.getByRole('button', { name: 'Random names' }).click();
			expect((await first.inputValue()) !== '' && (await first.inputValue()) !== (await second.inputValue()), 'no names were found');
			await first.fill('');
			await first.press('Tab');
			await second.fill('PLAYER 1');
			await second.press('Tab');
			await page.locator('li', { has: second }).getByText('“PLAYER 1” is the name of two players.').waitFor();
			expect(await page.getByRole('button', { name: 'Start' }).isDisabled(), 'it cannot be started so');
			await second.fill('Ben');
			await second.press('Tab');
			await page.getByRole('button', { name: 'Start' }).click();
			await page.getByText('Turn 1 of 20').first().waitFor();
			await page.getByText('Ben', { exact: true }).first().waitFor();
			await page.goto(`${base}#/new/silosoft`);
			await second.waitFor();
			expect((await second.inputValue()) === 'Ben', 'the last set-up is laid again');
			expect((await page.getByLabel('Who plays Player 2').inputValue()) === '', 'with the same people');
		},
	},
	{
		name: 'silosoft: axe finds nothing on the board',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Standard/, seed: 'silo 1', seats: ['', ''] });
			await axeInThemes(page, 'the draw');
			await page.locator('.tray').getByRole('button', { name: /^Draw/ }).click();
			const leave = button(page, 'Send on leave');
			await page.locator('.tray').getByRole('button', { name: /^Trade/ }).or(leave).first().waitFor();
			if (await windowOf(page).count()) {
				await choose(page);
				await windowOf(page).locator('button.primary').click();
			}
			await page.locator('.tray').getByRole('button', { name: /^Trade/ }).waitFor();
			await page.keyboard.press('o');
			await page.locator('dialog[open]').waitFor();
			await axeInThemes(page, 'a trade');
			await page.keyboard.press('Escape');
			await page.keyboard.press('c');
			await axeInThemes(page, 'a completion');
		},
	},
];
