// What a player of the five systems does, in steps that their visits share.
import { axe, expect, fits, until, untilOffline } from './steps.js';

export const phones = [
	[390, 844],
	[360, 640],
];
export const touch = ([width, height]) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });

/**
 * Sits down from the home page. `seats` says who plays, by the bot's name or '' for a person here;
 * `preset` and `seed` are those of the set-up; `set` changes its options.
 */
export async function sitDown(page, base, door, { preset, seats = [], seed, set } = {}) {
	await page.goto(base);
	await page.getByRole('link', { name: door, exact: true }).click();
	await page.getByRole('button', { name: 'Start' }).waitFor();
	if (preset) await page.getByRole('radio', { name: preset }).first().check();
	if (seed || set) await page.locator('summary', { hasText: 'Options' }).click();
	if (set) await set(page);
	if (seed) await page.getByLabel('Deal', { exact: true }).fill(seed);
	const plans = page.getByLabel(/^Who plays/);
	for (const [i, bot] of seats.entries()) await plans.nth(i).selectOption(bot);
	await page.getByRole('button', { name: 'Start' }).click();
	await page.waitForURL(/#\/table\//);
	await page.locator('main.board, button:has-text("I am")').first().waitFor();
}

/** The result, once the game has come to its end. */
export const ending = (page) => page.locator('dialog[open]', { hasText: 'The game is over' });

/** Repeats a turn until the end is told, or until it is enough; `turn` says whether it could do something. */
export async function toTheEnd(page, turn, enough = async () => false) {
	await until(page, async () => (await ending(page).count()) > 0 || enough(), async () => {
		// A hand that was too quick has closed the window of the end with another: it is opened again.
		const result = page.getByRole('button', { name: 'Result', exact: true });
		if (await result.count()) await result.click({ timeout: 2000 }).catch(() => undefined);
		const could = await turn().catch(async (error) => {
			// A press that came too late for the last move is no fault.
			await ending(page).waitFor({ timeout: 5000 }).catch(() => {
				throw error;
			});
		});
		// Why something could not be done may lie over what can be done: it is read and put away.
		if (could === false && (await page.locator('[data-reason]').count())) await page.keyboard.press('Escape');
		return could;
	});
}

/** What is wrong on a phone: too wide, or too small for a finger. */
export async function fitsFinger(page, where, but = '.last, .skip, .number') {
	await fits(page, where);
	const small = await page.evaluate(
		(but) =>
			[...document.querySelectorAll('.tray button, .tray a, header button, header a, nav button')]
				.filter((one) => one.checkVisibility() && !one.matches(but))
				.map((one) => ({ name: one.getAttribute('aria-label') ?? one.textContent?.trim(), box: one.getBoundingClientRect() }))
				.filter(({ box }) => box.width > 0 && (box.width < 40 || box.height < 44))
				.map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
		but,
	);
	expect(small.length === 0, `${where}, too small for a finger: ${small.join(', ')}`);
}

/** Looks at a table in every theme. */
export async function axeInThemes(page, where) {
	for (const theme of ['light', 'dark', 'contrast']) {
		await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
		await axe(page, `${where}, ${theme}`);
	}
}

/** Cuts the network after a first visit. */
export async function goOffline(page, context, base) {
	await page.goto(base);
	await untilOffline(page);
	await context.setOffline(true);
	await page.reload();
}

/** Presses a key until something with the focus is wanted. */
export async function keysTo(page, key, selector, most = 90) {
	for (let i = 0; i < most; i += 1) {
		if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
		await page.keyboard.press(key);
	}
	throw new Error(`the keys do not reach ${selector}`);
}

/** Somebody at a shared device says who they are; the board is there after it. */
export async function takeSeat(page, name = /^I am/) {
	await page.getByRole('button', { name }).first().click();
	// Its frame is there before what is seen of the table has come.
	await page.locator('main.board > *').first().waitFor();
}
