// The first minute: two presses from the door to the first decision, and the guided first games.
import { axe, expect, fits } from '../steps.js';
import { phones, touch } from '../play.js';

const tables = ['Play Sky Team', 'Play Silosoft', 'Play Commander\'s Flag War', 'Play Crossfire Sector'];
const coach = (page) => page.getByRole('region', { name: 'Guided first game' });

/** Goes through the voice of a guided game by its own buttons. */
async function follow(page, { look } = {}) {
	for (let i = 0; i < 40; i += 1) {
		const last = page.getByRole('button', { name: 'Play on' });
		const next = coach(page).getByRole('button', { name: /^(Next|Do it for me|Play on)$/ });
		await next.waitFor();
		await look?.(i);
		if ((await last.count()) > 0) {
			await last.click();
			await coach(page).waitFor({ state: 'detached' });
			return;
		}
		const before = await coach(page).textContent();
		// Where the game asks in a window of its own, that is where it is done.
		const asked = page.locator('dialog[open]');
		if ((await asked.count()) > 0) {
			await asked.getByRole('button', { name: /Entry UX/ }).first().click();
			await asked.getByRole('button', { name: 'Send on leave' }).click();
		} else await next.click();
		await page.waitForFunction((before) => document.querySelector('.coach')?.textContent !== before, before);
	}
	throw new Error('the voice does not end');
}

export const visits = [
	...tables.map((door) => ({
		name: `${door}: two presses from the door to the first decision`,
		work: async ({ page, base }) => {
			await page.goto(base);
			await page.getByRole('link', { name: door, exact: true }).click();
			await page.getByRole('button', { name: 'Start', exact: true }).click();
			await page.locator('main.board').waitFor();
			await page.locator('.prompt .mine').waitFor();
			expect((await page.locator('dialog[open]').count()) === 0, 'something stands before the board');
		},
	})),
	{
		name: 'the best first game is chosen: Flag War waits for its players, Crossfire begins plainly, Silosoft is fair',
		work: async ({ page, base }) => {
			const chosen = async (game) => {
				await page.goto(`${base}#/new/${game}`);
				await page.locator('.preset.on').waitFor();
				return page.locator('.preset.on input').inputValue();
			};
			expect((await chosen('flag-war')) === 'tactical', 'Flag War does not open with Tactical');
			const tick = page.locator('select:has(option[value="manual"]), input[value="manual"]:checked').first();
			expect((await tick.inputValue()) === 'manual', 'the rounds of Flag War do not wait');
			expect((await chosen('crossfire')) === 'first-battle', 'Crossfire does not open with its first battle');
			expect((await chosen('silosoft')) === 'balanced', 'Silosoft does not open with the balanced game');
		},
	},
	{
		name: 'what was played last is laid again',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/new/flag-war`);
			await page.getByRole('radio', { name: /Steps/ }).check();
			await page.getByRole('button', { name: 'Start', exact: true }).click();
			await page.waitForURL(/#\/table\//);
			await page.goto(`${base}#/new/flag-war`);
			await page.locator('.preset.on').waitFor();
			expect((await page.locator('.preset.on input').inputValue()) === 'steps', 'another game is laid');
		},
	},
	...['sky-team', 'silosoft', 'flag-war', 'crossfire'].flatMap((game) =>
		[[1280, 800], ...phones].map((size) => ({
			name: `the guided first game of ${game} at ${size.join(' × ')} ends in a game that goes on`,
			options: size[0] > 1000 ? {} : touch(size),
			work: async ({ page, base }) => {
				await page.goto(`${base}#/new/${game}`);
				await page.getByRole('button', { name: 'Show me' }).click();
				await coach(page).waitFor();
				await follow(page, {
					look: async (i) => {
						await fits(page, `step ${i + 1}`);
						const board = await page.locator('main.board').boundingBox();
						expect(board && board.height > size[1] * 0.2, `step ${i + 1} leaves no room for the board: ${board?.height} px`);
					},
				});
				await axe(page, `${game} after its guided game`, ['color-contrast', 'region', 'button-name']);
				await page.locator('.prompt .asked').first().waitFor();
				// The others go on by themselves: it is somebody's turn, and soon the learner's.
				await page.locator('.prompt .mine').waitFor();
			},
		})),
	),
	{
		name: 'a guided game comes back after a reload at the same step, says no to other moves, and can be left',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/new/sky-team`);
			await page.getByRole('button', { name: 'Show me' }).click();
			await coach(page).getByRole('button', { name: 'Next' }).click();
			await page.getByText('Step 2 of').waitFor({ state: 'attached' });
			await coach(page).getByRole('button', { name: 'Do it for me' }).click();
			await page.getByText('Step 3 of').waitFor({ state: 'attached' });
			await page.reload();
			await page.getByText('Step 3 of').waitFor({ state: 'attached' });
			await coach(page).getByRole('button', { name: 'Not now' }).click();
			await coach(page).waitFor({ state: 'detached' });
			await page.reload();
			await page.locator('main.board').waitFor();
			expect((await coach(page).count()) === 0, 'the voice speaks again');
			await page.goto(`${base}#/new/sky-team`);
			await page.getByRole('button', { name: 'Guided first game' }).waitFor();
			expect((await page.getByText('New here?').count()) === 0, 'the guided game is offered again');
		},
	},
];
