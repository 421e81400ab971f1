// Flag War: orders by drag, keys, words and assistant, against the clock and by hand.
import { axeInThemes, ending, fitsFinger, goOffline, phones, sitDown, takeSeat, toTheEnd, touch } from '../play.js';
import { axe, expect } from '../steps.js';

const door = "Play Commander's Flag War";
const button = (page, name) => page.getByRole('button', { name });
const field = (page) => page.getByRole('group', { name: 'The field' });
const round = async (page) => Number(/round (\d+)/.exec(await page.locator('header h1').textContent())?.[1] ?? 0);

async function at(page, x, y) {
	const box = await field(page).boundingBox();
	const side = Math.min(box.width, box.height) / 540;
	return [box.x + box.width / 2 + (x - 5) * 48 * side, box.y + box.height / 2 + (y - 5) * 48 * side];
}

/** Options for a quick clock: half a second a round. */
const hurry = (limit) => async (page) => {
	await page.getByRole('textbox', { name: 'Tick ms' }).fill('500');
	await page.getByRole('textbox', { name: 'Tick ms' }).press('Tab');
	if (limit) {
		await page.getByRole('switch', { name: 'Round limit' }).check();
		await page.getByRole('textbox', { name: 'Round limit' }).fill(String(limit));
		await page.getByRole('textbox', { name: 'Round limit' }).press('Tab');
	}
};
const byHand = async (page) => page.getByRole('radio', { name: /^Manual/ }).check();

export const visits = [
	{
		name: 'flag-war: the race of two rounds is won from the door, by keys alone',
		work: async ({ page, base }) => {
			// Red only holds: it plays by hand and says that it is ready.
			await sitDown(page, base, door, { preset: /^As written/, seats: ['', ''], set: byHand });
			const orders = [
				['2', 'ArrowUp', '8', 'Enter'],
				['2', 'ArrowDown', '6', 'Enter'],
			];
			for (const keys of orders) {
				await takeSeat(page);
				for (const key of keys) await page.keyboard.press(key);
				await page.getByText(/Blue 2: (up 8|down 6)/).first().waitFor();
				await page.getByRole('button', { name: 'Ready', exact: true }).click();
				await button(page, 'Hand over').click();
				const covered = await page.content();
				expect(!/Blue 2: (up|down)/.test(covered), 'orders of the other side are in the page while the device is handed over');
				await takeSeat(page);
				expect((await page.getByText(/Blue 2: (up 8|down 6), in round/).count()) === 0 || (await ending(page).count()) > 0, 'the other side sees the order');
				await page.getByRole('button', { name: 'Ready', exact: true }).click();
				if (keys === orders[0]) await button(page, 'Hand over').click();
			}
			await ending(page).waitFor();
			await page.getByText('Blue has won').first().waitFor();
		},
	},
	{
		name: 'flag-war: a minute of ticks against a bot',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^Steps/, seats: ['', 'random'] });
			const started = Date.now();
			const seen = new Set();
			let last = 0;
			while (Date.now() - started < 60_000 && (await ending(page).count()) === 0) {
				const now = await round(page);
				if (now !== last) {
					seen.add(now);
					last = now;
					for (const key of ['1', now % 2 ? 'ArrowLeft' : 'ArrowRight', 'Enter']) await page.keyboard.press(key);
				}
				await page.waitForTimeout(120);
			}
			expect(seen.size >= 12 || (await ending(page).count()) > 0, `a minute had ${seen.size} rounds`);
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
	...phones.map((size) => ({
		name: `flag-war: by touch at ${size.join('×')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^As written/, seats: ['', 'easy'] });
			await field(page).waitFor();
			await fitsFinger(page, 'the field');
			let given = 0;
			await toTheEnd(page, async () => {
				const piece = page.locator('.plan .piece').nth(given % 3);
				if ((await piece.count()) === 0) return false;
				await page.touchscreen.tap(...(await at(page, 4 + (given % 3), 8)));
				const up = button(page, /^Up, up to [1-9]/i);
				if (await up.count()) {
					await up.tap();
					await page.locator('.aiming .give').tap();
					given += 1;
				}
				await page.waitForTimeout(200);
				return true;
			}, 200).catch((error) => {
				if (given < 3) throw error;
			});
			expect(given >= 1, 'no order was given by touch');
		},
	})),
	{
		name: 'flag-war: offline, quick rounds to the end, with a reload in the middle',
		work: async ({ page, context, base }) => {
			await goOffline(page, context, base);
			await sitDown(page, base, door, { preset: /^Tactical/, seats: ['', 'normal'], set: hurry(24) });
			while ((await round(page)) < 3 && (await ending(page).count()) === 0) await page.waitForTimeout(50);
			await page.reload();
			await field(page).waitFor();
			await ending(page).waitFor({ timeout: 40_000 });
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
