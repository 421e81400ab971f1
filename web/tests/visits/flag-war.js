// Flag War: orders by drag, keys, words and assistant, against the clock and by hand.
import { axeInThemes, ending, fitsFinger, goOffline, keysTo, phones, sitDown, takeSeat, toTheEnd, touch } from '../play.js';
import { smallModel } from '../server.js';
import { axe, expect, fits, joinOnline, openOnline, until } from '../steps.js';

const door = "Play Commander's Flag War";
const button = (page, name) => page.getByRole('button', { name });
/** Not what tells that the other side is ready. */
const ready = (page) => page.getByRole('button', { name: 'Ready', exact: true });
const field = (page) => page.getByRole('group', { name: 'The field' });
const round = async (page) => Number(/round (\d+)/.exec(await page.locator('header h1').textContent())?.[1] ?? 0);

async function at(page, x, y) {
	const box = await field(page).boundingBox();
	const side = Math.min(box.width, box.height) / 540;
	return [box.x + box.width / 2 + (x - 5) * 48 * side, box.y + box.height / 2 + (y - 5) * 48 * side];
}

/** Options for a quick clock: half a second a round. */
const hurry = (limit) => async (page) => {
	await byClock(page);
	await page.getByRole('textbox', { name: 'Length of a round' }).fill('500');
	await page.getByRole('textbox', { name: 'Length of a round' }).press('Tab');
	if (limit) {
		await page.getByRole('switch', { name: 'Round limit' }).check();
		await page.getByRole('textbox', { name: 'Round limit' }).fill(String(limit));
		await page.getByRole('textbox', { name: 'Round limit' }).press('Tab');
	}
};
const byHand = async (page) => page.locator('input[type=radio][value=manual]').check();
const byClock = async (page) => page.locator('input[type=radio][value=timer]').check();

const clockOf = (ms) => async (page) => {
	await byClock(page);
	await page.getByRole('textbox', { name: 'Length of a round' }).fill(String(ms));
	await page.keyboard.press('Tab');
};
/** A clock that leaves time to think. */
const slow = async (page) => {
	await page.locator('summary', { hasText: 'Options' }).click();
	await clockOf(60_000)(page);
};
const rehearsal = (page) => page.getByRole('group', { name: 'Rehearsal' });

async function drag(page, from, to) {
	await page.mouse.move(...(await at(page, ...from)));
	await page.mouse.down();
	await page.mouse.move(...(await at(page, ...to)), { steps: 4 });
	await page.mouse.up();
}

/** Presses Tab until what is called so has the focus. */
async function tabTo(page, name) {
	const wanted = name instanceof RegExp ? name.source : `^${name}$`;
	for (let i = 0; i < 150; i += 1) {
		const called = await page.evaluate(() => {
			const one = document.activeElement;
			return (one?.getAttribute('aria-label') ?? one?.labels?.[0]?.textContent ?? one?.textContent ?? '').trim();
		});
		if (new RegExp(wanted).test(called)) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`the keys do not reach ${wanted}`);
}

/** Tabs to a group of choices and moves within it by arrows. */
async function roam(page, group, wanted) {
	await keysTo(page, 'Tab', group, 150);
	await keysTo(page, 'ArrowDown', wanted, 12);
}

/** Tabs to a list and takes an entry by its arrows. */
async function choose(page, list, entry) {
	await tabTo(page, list);
	for (let i = 0; i < 12; i += 1) {
		const chosen = await page.evaluate(() => document.activeElement.selectedOptions[0].textContent.trim());
		if (entry.test(chosen)) return;
		await page.keyboard.press('ArrowUp');
	}
	throw new Error(`the keys do not reach ${entry}`);
}

/** Says who one is, and hands the device over: each is the one thing to do, and has the focus or is tabbed to. */
async function sitByKeys(page) {
	await page.getByRole('button', { name: /^I am/ }).first().waitFor();
	await tabTo(page, /^I am/);
	await page.keyboard.press('Enter');
	await field(page).waitFor();
}
async function passByKeys(page) {
	await button(page, /^Hand over/).waitFor();
	await tabTo(page, /^Hand over/);
	await page.keyboard.press('Enter');
}

export const visits = [
	{
		name: 'flag-war: to resign in words is asked about, at the drawn table and as text',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { seats: ['', 'easy'], set: byHand });
			const words = page.getByRole('textbox', { name: 'Orders in words' });
			const sure = page.locator('dialog[open]', { hasText: 'Do it all the same?' });
			await words.fill('resign');
			await words.press('Enter');
			await sure.getByText(/^That gives the game up: Red.* wins\.$/).waitFor();
			await button(sure, 'Go back').click();
			await sure.waitFor({ state: 'detached' });
			expect((await words.inputValue()) === 'resign' && (await ending(page).count()) === 0, 'nothing is done');

			await page.getByRole('link', { name: 'Play as text' }).click();
			const line = page.locator('#command');
			const say = async (text) => (await line.fill(text), line.press('Enter'));
			await say('resign');
			await button(page, 'No').click();
			await page.getByText('It is not done.').waitFor();
			await say('why resign');
			await page.getByText(/“resign” can be done now. That gives the game up: Red.* wins/).waitFor();
			await say('help');
			await page.getByText('2 hold: let a piece stand').waitFor();
			await say('resign');
			await say('yes');
			await page.getByText('How it ended:').waitFor();
		},
	},
	{
		name: 'flag-war: what was done is taken back at the hand-over, before the other one looks',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { seats: ['', ''], set: byHand });
			await takeSeat(page, /^I am.*Blue/);
			const words = page.getByRole('textbox', { name: 'Orders in words' });
			await words.fill('2 up 3');
			await words.press('Enter');
			await page.getByText('Blue: give orders for round 1. 1 of 3').first().waitFor();
			await button(page, /^Hand over/).click();
			await button(page, 'Take the last move back').click();
			await page.getByText('Blue: give orders for round 1. 0 of 3').first().waitFor();
			expect((await button(page, /^I am/).count()) === 0, 'the device stays with Blue');
			await button(page, /^Hand over/).click();
			await takeSeat(page, /^I am.*Red/);
			await page.getByText('Red: give orders for round 1. 0 of 3').first().waitFor();
		},
	},
	{
		name: 'flag-war: the race of two rounds is won from the door, by keys alone',
		work: async ({ page, base }) => {
			await page.goto(base);
			await page.getByRole('link', { name: door, exact: true }).waitFor();
			await tabTo(page, door);
			await page.keyboard.press('Enter');
			await page.getByRole('button', { name: 'Start' }).waitFor();
			await choose(page, /^Who plays Red/, /^A person/);
			await roam(page, 'input[name=preset]', 'input[value=seed]');
			await tabTo(page, /^(Timer|Manual)/);
			for (let i = 0; i < 4 && !(await page.getByRole('radio', { name: /^Manual/ }).isChecked()); i += 1) await page.keyboard.press('ArrowDown');
			await tabTo(page, /^Start$/);
			await page.keyboard.press('Enter');
			// Red only holds: it says that it is ready.
			const orders = [
				['2', 'ArrowUp', '8', 'Enter'],
				['2', 'ArrowDown', '6', 'Enter'],
			];
			for (const keys of orders) {
				await sitByKeys(page);
				for (const key of keys) await page.keyboard.press(key);
				await page.getByText(/Blue 2: (up 8|down 6)/).first().waitFor();
				await page.keyboard.press('y');
				await passByKeys(page);
				const covered = await page.content();
				expect(!/Blue 2: (up|down)/.test(covered), 'orders of the other side are in the page while the device is handed over');
				await sitByKeys(page);
				expect((await page.getByText(/Blue 2: (up 8|down 6), in round/).count()) === 0 || (await ending(page).count()) > 0, 'the other side sees the order');
				await page.keyboard.press('y');
				if (keys === orders[0]) await passByKeys(page);
			}
			await ending(page).waitFor();
			await page.getByText('Blue has won').first().waitFor();
		},
	},
	{
		name: 'flag-war: a rehearsal by keys, by drag and with a bot, of which nothing is sent',
		work: async ({ person }) => {
			const [ann, ben] = [await person(), await person()];
			const sent = [];
			ann.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
			const code = await openOnline(ann, 'flag-war', { preset: 'tactical', settle: slow });
			await joinOnline(ben, code);
			const { page } = ann;
			await field(page).waitFor();
			for (const key of ['2', 'ArrowUp', '3', 'Enter']) await page.keyboard.press(key);
			await button(page, 'Piece 2: up 3').waitFor();
			const before = sent.length;
			await page.keyboard.press('e');
			await rehearsal(page).waitFor();
			for (const key of ['2', 'ArrowDown', '3', 'Enter']) await page.keyboard.press(key);
			await button(page, /Red 2, .*supposed down 3/).waitFor();
			await drag(page, [4, 2], [4, 4]);
			await button(page, /Red 1, .*supposed down 2/).waitFor();
			await axe(page, 'a rehearsal');
			// An own piece says why it stays as it is.
			await button(page, /^Blue 1, column/).press('Enter');
			await page.getByText('Blue 1 is yours').waitFor();
			await page.keyboard.press('y');
			await page.getByText('Blue 2 and Red 2 meet on neutral ground').first().waitFor();
			await page.getByRole('img', { name: 'In jail: 2' }).first().waitFor();
			await axe(page, 'what would happen');
			// On to the next round, and back to the first with what was supposed.
			await page.keyboard.press('n');
			await button(page, /See what happens in round 2/).waitFor();
			await page.keyboard.press('y');
			await button(page, 'Try again').click();
			await button(page, /Red 2, .*supposed down 3/).waitFor();
			await button(page, 'Clear the plan').click();
			await button(page, 'Suppose what a bot would do').click();
			await rehearsal(page).getByRole('button', { name: /Piece \d: (?!no order)/ }).first().waitFor();
			await page.keyboard.press('Escape');
			await rehearsal(page).waitFor({ state: 'detached' });
			await button(page, 'Piece 2: up 3').waitFor();
			const acts = sent.slice(before).filter((frame) => /"type":"(submit|take_back|remember)"/.test(frame));
			expect(acts.length === 0, `the rehearsal sends ${acts.join(' ')}`);
			expect(!(await ben.page.locator('.table').innerText()).includes('meet on neutral ground'), 'the other side sees the rehearsal');
		},
	},
	{
		name: 'flag-war: a rehearsal at a shared device, where the other side is ready already',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', ''], set: byHand });
			await takeSeat(page, /Red/);
			await page.keyboard.press('y');
			await button(page, /^Hand over/).click();
			await takeSeat(page, /Blue/);
			// The order is still on its way when the rehearsal begins.
			for (const key of ['2', 'ArrowUp', '3', 'Enter', 'e']) await page.keyboard.press(key);
			await rehearsal(page).waitFor();
			for (const key of ['2', 'ArrowDown', '3', 'Enter']) await page.keyboard.press(key);
			await button(page, 'Piece 2: down 3').waitFor();
			await page.keyboard.press('y');
			await page.getByText('Blue 2 and Red 2 meet on neutral ground').first().waitFor();
			expect((await round(page)) === 1, 'the rehearsal has ended the round');
			await page.keyboard.press('e');
			await page.keyboard.press('y');
			await page.getByText(/Red: |Blue: give orders for round 2/).first().waitFor();
			expect((await page.getByText('meet on neutral ground').count()) === 0, 'what was supposed has happened');
		},
	},
	{
		name: 'flag-war: a rehearsal by touch while the clock of this device waits',
		options: touch(phones[1]),
		work: async ({ page, base }) => {
			// Long enough to begin before the first round is over.
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', 'random'], set: clockOf(8000) });
			await button(page, 'Rehearse').tap();
			await rehearsal(page).waitFor();
			const now = await round(page);
			await fitsFinger(page, 'the rehearsal');
			await page.touchscreen.tap(...(await at(page, 5, 2)));
			await button(page, /^down, up to/i).tap();
			await page.locator('.aiming .give').tap();
			await button(page, 'Piece 2: down 1').waitFor();
			await button(page, /See what happens/).tap();
			await page.getByText('Red 2 moves down 1').first().waitFor();
			await fitsFinger(page, 'what would happen');
			await page.getByRole('timer').getByText('Paused').first().waitFor();
			expect((await round(page)) === now, 'the clock runs during the rehearsal');
			await button(page, 'End the rehearsal').tap();
			await page.getByText(new RegExp(`round ${now + 1}\\b`)).first().waitFor();
			expect((await page.getByText('Red 2 moves down 1 to (5,3)').count()) === 0 || (await round(page)) > now, 'what was supposed has happened');
		},
	},
	{
		name: 'flag-war: the guided first game by keys; other orders are not given, and the help has it',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/new/flag-war`);
			await button(page, 'Show me').click();
			const step = (title) => page.getByRole('heading', { name: title }).waitFor();
			await step('Two lands, two flags');
			await axeInThemes(page, 'the guided game');
			await button(page, 'Next').click();
			await step('Give an order');
			// Red has given its order meanwhile, and it is the learner's turn.
			await button(page, 'Do it for me').waitFor();
			for (const key of ['1', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
			await page.getByText('That could be done too').first().waitFor();
			await page.keyboard.press('Escape');
			const orders = async (title, ...keys) => {
				await step(title);
				await button(page, 'Do it for me').waitFor();
				for (const key of keys) await page.keyboard.press(key);
				await ready(page).waitFor();
			};
			await orders('Give an order', '1', 'ArrowUp', 'Enter');
			await button(page, 'Piece 1: up 1').waitFor();
			await page.keyboard.press('y');
			await orders('Catch them', '1', 'ArrowUp', 'Enter');
			await button(page, 'Piece 1: up 1').waitFor();
			await page.keyboard.press('y');
			await step('Orders in words');
			await page.keyboard.press('/');
			await page.keyboard.type('2 up 4');
			await page.getByText(/Blue 2: up 4/).first().waitFor();
			await page.keyboard.press('Enter');
			await button(page, 'Piece 2: up 4').waitFor();
			await ready(page).click();
			await orders('The flag', '2', 'ArrowUp', '4', 'Enter');
			await button(page, 'Piece 2: up 4').waitFor();
			await page.keyboard.press('y');
			await step('Bring it home');
			await button(page, 'Play on').click();
			await page.getByText('Blue: give orders for round 5').waitFor();
			await page.keyboard.press('?');
			await button(page, 'Guided first game').click();
			await step('Two lands, two flags');
		},
	},
	{
		name: 'flag-war: the colours of the sides are chosen and kept, in every theme',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', ''], set: byHand });
			await takeSeat(page);
			const fill = () => page.evaluate(() => getComputedStyle(document.querySelector('main .shield.red .body')).fill);
			const house = await fill();
			await button(page, 'Settings').click();
			await page.getByRole('radio', { name: 'Blue and orange' }).check();
			await axeInThemes(page, 'the settings');
			await page.keyboard.press('Escape');
			await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
			expect((await fill()) === 'rgb(184, 83, 0)', `Red is ${await fill()}, it was ${house}`);
			await axeInThemes(page, 'the field in other colours');
			await page.reload();
			await takeSeat(page);
			expect((await fill()) === 'rgb(184, 83, 0)', `after a reload Red is ${await fill()}`);
			// The marks stay: a notched shield and dots for Red.
			expect((await page.locator('main .shield.red .body').first().getAttribute('d')).includes('l6 4 6-4'), 'Red has another shield');
			await page.goto(base);
			await page.getByRole('link', { name: door, exact: true }).waitFor();
			expect((await page.evaluate(() => document.documentElement.style.getPropertyValue('--second'))) === '', 'the colours stay on other screens');
		},
	},
	{
		name: 'flag-war: the last seconds tick where sounds are on, and are silent otherwise',
		work: async ({ page, base }) => {
			await page.addInitScript(() => {
				window.heard = [];
				window.AudioContext = class {
					currentTime = 0;
					destination = {};
					createOscillator() {
						const tone = { frequency: { value: 0 }, connect: (to) => to, start: () => window.heard.push(tone.frequency.value), stop: () => undefined };
						return tone;
					}
					createGain() {
						return { gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined }, connect: (to) => to };
					}
				};
			});
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', 'random'], set: byClock });
			const ticks = () => page.evaluate(() => window.heard.filter((tone) => tone === 1050).length);
			await page.waitForFunction((first) => Number(/round (\d+)/.exec(document.querySelector('header h1')?.textContent)?.[1]) > first, await round(page));
			expect((await ticks()) === 0, 'it ticks although sounds are off');
			await button(page, 'Settings').click();
			await page.getByRole('group', { name: 'Sound' }).getByRole('radio', { name: 'On' }).check();
			await page.keyboard.press('Escape');
			const before = await round(page);
			await page.waitForFunction(() => window.heard.filter((tone) => tone === 1050).length >= 3);
			const [now, heard] = [await round(page), await ticks()];
			expect(heard <= 3 * (now - before + 1), `${heard} ticks in ${now - before} rounds`);
		},
	},
	{
		name: 'flag-war: the assistant keeps its pieces over a reload, each side its own',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', ''], set: byHand });
			const care = (piece, name) => page.getByRole('radiogroup', { name: `Who orders piece ${piece}` }).getByLabel(name);
			await takeSeat(page, /Blue/);
			await button(page, 'Assistant').click();
			await care(2, 'It plays').check();
			await care(3, 'It suggests').check();
			await page.keyboard.press('Escape');
			await page.reload();
			await takeSeat(page, /Blue/);
			await button(page, 'Assistant').click();
			for (const [piece, name] of [[1, 'I do'], [2, 'It plays'], [3, 'It suggests']]) expect(await care(piece, name).isChecked(), `piece ${piece} has not “${name}”`);
			await page.keyboard.press('Escape');
			await button(page, /^Hand over/).click();
			await takeSeat(page, /Red/);
			await button(page, 'Assistant').click();
			for (const piece of [1, 2, 3]) expect(await care(piece, 'I do').isChecked(), `Red's piece ${piece} has Blue's care`);
		},
	},
	{
		name: 'flag-war: a dozen ticks against a bot',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Steps/, seats: ['', 'random'], set: hurry() });
			const seen = new Set();
			await until(page, async () => seen.size >= 12 || (await ending(page).count()) > 0, async () => {
				const now = await round(page);
				if (seen.has(now)) return false;
				seen.add(now);
				for (const key of ['1', now % 2 ? 'ArrowLeft' : 'ArrowRight', 'Enter']) await page.keyboard.press(key);
				return true;
			});
		},
	},
	{
		name: 'flag-war: orders in words, for later rounds, undone, and the assistant',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', ''], set: byHand });
			await takeSeat(page);
			await page.keyboard.press('/');
			await page.keyboard.type('1 up 3 then 1 left 2');
			await page.getByText('Blue 1: up 3').first().waitFor();
			expect((await page.getByText('Blue 1: up 3, in round').count()) === 0, 'it is ordered before it is sent');
			await page.keyboard.press('Enter');
			await button(page, /Piece 1: up 3/).waitFor();
			await button(page, /1 ← 2 in round 2: left 2/).waitFor();
			expect(await ready(page).isVisible(), 'what ends the round is out of sight after an order in words');
			await axe(page, 'a queued order');
			await page.keyboard.press('/');
			await page.keyboard.type('xyzzy');
			await page.getByText('Not understood').waitFor();
			await page.keyboard.press('Escape');
			await page.keyboard.press('Escape');
			await button(page, 'Undo the last order').click();
			await button(page, /Piece 1: no order/).waitFor();

			// Hybrid: what it suggests waits for a word, what it plays is ordered at once.
			const give = async (care) => {
				await button(page, 'Assistant').click();
				for (const piece of [1, 2, 3]) await page.getByRole('radiogroup', { name: `Who orders piece ${piece}` }).getByLabel(care).check();
				await page.keyboard.press('Escape');
			};
			await give('It suggests');
			await button(page, 'Take it').waitFor();
			expect((await button(page, /Piece \d: no order/).count()) === 3, 'a suggestion is an order already');
			await button(page, 'Take it').click();
			await button(page, /Piece \d: (?!no order)/).first().waitFor();
			await button(page, 'Undo the last order').click();
			await give('It plays');
			await button(page, /Piece \d: (?!no order)/).first().waitFor();
			// The own order outranks it.
			for (const key of ['3', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
			await button(page, 'Piece 3: left 1').waitFor();
			await page.getByText('Blue 3: left 1, in round 1').first().waitFor();
		},
	},
	{
		name: 'flag-war: words that can be meant in two ways are chosen by a button, on the board and as text',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', 'random'], set: byHand });
			await page.keyboard.press('/');
			await page.keyboard.type('1 up 3 or 2 up 3');
			const asked = page.getByRole('group', { name: 'What you may mean' });
			await page.getByText('Which do you mean?').waitFor();
			await axe(page, 'a question about words');
			await page.keyboard.press('Enter');
			await asked.getByRole('button', { name: '1 up 3', exact: true }).waitFor();
			expect((await button(page, /Piece \d: up/).count()) === 0, 'nothing is ordered before one chooses');
			await asked.getByRole('button', { name: '2 up 3', exact: true }).click();
			await button(page, /Piece 2: up 3/).waitFor();
			await button(page, /Piece 1: no order/).waitFor();
			await page.goto(`${page.url()}/text`);
			await page.locator('#command').fill('1 up 1 or 3 up 1');
			await page.keyboard.press('Enter');
			await page.getByText('Nothing is ordered yet. Do you mean:').waitFor();
			await button(page, '3 up 1').click();
			await page.getByText('Blue 3: up 1, in round 1.').last().waitFor();
		},
	},
	{
		name: 'flag-war: a model of one’s own is asked about what was not understood, and heard when it comes',
		work: async ({ person }) => {
			const model = await smallModel({ orders: [{ piece: 2, intent: 'move', direction: 'up', distance: 2 }] });
			const ann = await person();
			const { page } = ann;
			try {
				const settle = async (page) => {
					await page.locator('summary', { hasText: 'Options' }).click();
					await byHand(page);
				};
				await openOnline(ann, 'flag-war', { preset: 'tactical', settle });
				await button(page, /^Start now/).click();
				await field(page).waitFor();
				await button(page, 'Settings').click();
				await page.locator('summary', { hasText: 'A language model' }).click();
				await page.getByLabel('Address', { exact: true }).fill(model.address);
				await page.getByLabel('Model', { exact: true }).fill('small');
				await page.getByLabel('Key', { exact: true }).fill('my secret');
				await page.keyboard.press('Tab');
				await page.getByText('It is asked.').waitFor();
				await axe(page, 'the settings of a model');
				await page.keyboard.press('Escape');
				await page.keyboard.press('/');
				await page.keyboard.type('xyzzy plugh');
				await page.getByText('Your model is asked when you send it.').waitFor();
				await page.keyboard.press('Enter');
				await page.getByText('The model is asked what “xyzzy plugh” means.').waitFor();
				// Nobody waits for it: what is understood is ordered meanwhile, and stays.
				await page.keyboard.type('1 up 3');
				await page.getByText('Blue 1: up 3').first().waitFor();
				await page.keyboard.press('Enter');
				model.speak();
				await page.getByText('The model says: ').waitFor();
				await button(page, /Piece 2: up 2/).waitFor();
				await button(page, /Piece 1: up 3/).waitFor();
				const [{ key, words }, ...more] = model.asked;
				expect(more.length === 0 && key === 'Bearer my secret' && words === 'xyzzy plugh', `it was asked ${JSON.stringify(model.asked)}`);
			} finally {
				model.close();
			}
		},
	},
	...phones.map((size) => ({
		name: `flag-war: by touch at ${size.join('×')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^As written/, seats: ['', 'easy'], set: byClock });
			await field(page).waitFor();
			await fitsFinger(page, 'the field');
			let [given, ordered] = [0, 0];
			await toTheEnd(page, async () => {
				const now = await round(page);
				if (now === ordered) return false;
				const piece = page.locator('.plan .piece').nth(given % 3);
				if ((await piece.count()) === 0) return false;
				await page.touchscreen.tap(...(await at(page, 4 + (given % 3), 8)));
				const up = button(page, /^Up, up to [1-9]/i);
				if (await up.count()) {
					await up.tap();
					await page.locator('.aiming .give').tap();
					given += 1;
					ordered = now;
				}
				return false;
			});
			expect(given >= 1, 'no order was given by touch');
		},
	})),
	{
		name: 'flag-war: on a phone the round can be ended as soon as an order in words is given',
		options: touch(phones[0]),
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', 'random'], set: byHand });
			await field(page).waitFor();
			const words = page.getByRole('textbox', { name: 'Orders in words' });
			await words.fill('2 up 3');
			await page.getByText('Blue 2: up 3').first().waitFor();
			await words.press('Enter');
			await ready(page).waitFor();
			await page.locator('.sent', { hasText: 'Blue 2: up 3' }).waitFor();
		},
	},
	{
		name: 'flag-war: offline, quick rounds to the end, with a reload in the middle',
		work: async ({ page, context, base }) => {
			await goOffline(page, context, base);
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', 'normal'], set: hurry(24) });
			await until(page, async () => (await round(page)) >= 3 || (await ending(page).count()) > 0);
			await page.reload();
			await field(page).waitFor();
			await ending(page).waitFor({ timeout: 40_000 });
		},
	},
	{
		name: 'flag-war: the heading counts the last round as the last, and a piece that holds is not drawn twice',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, {
				preset: /^Tactical/,
				seats: ['', 'easy'],
				set: async (page) => {
					await byHand(page);
					await page.getByRole('switch', { name: 'Round limit' }).check();
					await page.getByRole('textbox', { name: 'Round limit' }).fill('2');
					await page.getByRole('textbox', { name: 'Round limit' }).press('Tab');
				},
			});
			const heading = page.locator('header h1');
			await heading.getByText('round 1 of 2').waitFor();
			for (const key of ['2', '.']) await page.keyboard.press(key);
			await page.locator('.orders text', { hasText: 'hold' }).waitFor();
			expect((await page.locator('.orders .ghost').count()) === 0, 'a piece that holds has a ghost');
			await ready(page).click();
			await heading.getByText('round 2 of 2').waitFor();
			await ready(page).click();
			await ending(page).getByText('The last round is over.', { exact: true }).waitFor();
			expect((await ending(page).getByText('A draw').count()) === 1, 'the result is told twice');
			await heading.getByText('round 2 of 2').waitFor();
		},
	},
	{
		name: 'flag-war: axe finds nothing on the field',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', ''], set: byHand });
			await takeSeat(page);
			for (const key of ['2', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
			await axeInThemes(page, 'aiming');
			await page.keyboard.press('Enter');
			await page.keyboard.press('/');
			await page.keyboard.type('1 up 3');
			await page.getByText('Blue 1: up 3').first().waitFor();
			await axeInThemes(page, 'orders');
			await page.keyboard.press('Escape');
			await page.keyboard.press('Escape');
			await button(page, 'Assistant').click();
			await axeInThemes(page, 'the assistant');
		},
	},
];
