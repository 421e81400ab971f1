// What a player of the five systems does, in steps that their visits share.

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
	if (seed) await page.getByLabel('Seed of the dice').fill(seed);
	const plans = page.getByLabel(/^Who plays/);
	for (const [i, bot] of seats.entries()) await plans.nth(i).selectOption(bot);
	await page.getByRole('button', { name: 'Start' }).click();
	await page.waitForURL(/#\/table\//);
	await page.locator('main.board, button:has-text("I am")').first().waitFor();
}

/** The result, once the game has come to its end. */
export const ending = (page) => page.locator('dialog[open]', { hasText: 'The game is over' });
