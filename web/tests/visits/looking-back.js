// Looking back with judgement: the curve, the costliest decisions, luck and play, and trying again.
import { readFileSync } from 'node:fs';
import { axe, expect, fits, mark, playByText, sit, untilOffline } from '../steps.js';
import { ending, takeSeat, touch } from '../play.js';

/** X could close the upper row with square 3, and marks 7. */
const MISTAKE = [1, 4, 2, 5, 7, 6];

async function lose(page, base) {
	await sit(page, base, 'tic-tac-toe', 2);
	await mark(MISTAKE, page);
	await page.locator('dialog[open]', { hasText: 'The game is over' }).getByRole('button', { name: 'Look back' }).click();
	await page.waitForURL(/#\/replay\//);
	await page.locator('main .spot').first().waitFor();
}
const number = (text) => Number(text.replace('−', '-').replace(/[^-\d]/g, ''));

export const visits = [
	{
		name: 'a game that is over is analysed: the curve is walked along, luck and play add up, and the worst decision is tried again',
		work: async ({ page, base, context }) => {
			await lose(page, base);
			// All of it is worked out on this device. The line is cut when nothing is fetched any more.
			await untilOffline(page);
			await context.setOffline(true);
			await page.getByRole('tab', { name: 'Analysis' }).click();
			await page.getByRole('tabpanel').getByRole('button', { name: 'Analyse this game' }).click();
			const panel = page.getByRole('group', { name: 'Analysis' });
			await panel.getByText(/the best found, mark 3, promised 100 %/).waitFor();
			await panel.getByText('Looking back…').waitFor({ state: 'detached' });
			for (const table of await panel.locator('table').all()) {
				const parts = (await table.locator('td').allInnerTexts()).map(number);
				const result = parts.pop();
				expect(parts.reduce((sum, part) => sum + part, 0) === result, `${parts} make ${result}`);
			}
			await axe(page, 'the analysis');
			await panel.getByRole('button', { name: /the best found, mark 3/ }).click();
			await page.getByText(/mark 7: 0 %\. Best found: mark 3, 100 %\./).waitFor();
			const band = page.getByRole('slider', { name: 'Walk along the game' });
			expect((await band.inputValue()) === '5', `the band stands at ${await band.inputValue()}`);
			await band.focus();
			await page.keyboard.press('ArrowLeft');
			await page.getByRole('button', { name: 'Square 7, free' }).waitFor();

			// Before the decision again, nobody tells what is best; what one does is judged.
			await page.getByRole('button', { name: /^Try again as/ }).first().click();
			await page.getByText(/What do you do instead\?/).waitFor();
			expect((await page.getByText(/Best found/).count()) === 0, 'the answer is told');
			// Nor does the log tell what was done, and what came of it.
			const log = page.getByRole('list', { name: 'What happened' });
			await log.getByText(/square 5/).waitFor();
			expect((await log.getByText(/square [67]/).count()) === 0, `the log tells ${await log.innerText()}`);
			await page.getByRole('button', { name: 'Square 3, free' }).click();
			await page.getByText(/You chose mark 3: 100 %\. In the game it was mark 7: 0 %\. Nothing better was found\./).waitFor();
			await page.getByRole('button', { name: 'Once more' }).click();
			await page.getByRole('button', { name: 'Square 8, free' }).click();
			await page.getByText(/You chose mark 8: .*The best found is mark 3, 100 %\./).waitFor();
			await page.getByRole('button', { name: 'Back to the replay' }).click();
			await page.getByRole('slider', { name: 'Walk along the game' }).waitFor();
			await context.setOffline(false);
		},
	},
	{
		name: 'the analysis of dice tells luck, can be stopped, and fits a phone',
		options: touch([360, 640]),
		work: async ({ page, base }) => {
			await sit(page, base, 'pig', 2, 'luck');
			await page.goto(`${page.url()}/text`);
			await page.locator('#command').waitFor();
			await playByText(page);
			await page.goto(page.url().replace('/text', ''));
			await page.locator('dialog[open]', { hasText: 'The game is over' }).getByRole('button', { name: 'Look back' }).click();
			await page.waitForURL(/#\/replay\//);
			await page.getByRole('button', { name: 'Analyse this game' }).click();
			await page.getByRole('slider', { name: 'Walk along the game' }).waitFor();
			await page.locator('.band .luck').first().waitFor();
			await fits(page, 'the analysis');
			await page.getByRole('button', { name: 'Analysis' }).click();
			const stop = page.getByRole('button', { name: 'Stop', exact: true });
			await stop.click();
			await page.getByText('Stopped. What was found so far stays.').waitFor();
		},
	},
	{
		name: 'a hint tells its numbers and marks the board; pressed again it shows the next best; the same position says the same',
		work: async ({ page, base }) => {
			await sit(page, base, 'tic-tac-toe', 2);
			await mark([1, 4, 2, 5], page);
			const hint = page.getByRole('button', { name: 'Hint' }).last();
			const said = page.locator('section.prompt [role=status]');
			await hint.click();
			await said.getByText(/^mark 3: 100 of 100 won against perfect play; the next best, /).waitFor();
			const first = await said.innerText();
			await page.locator('.hinted').first().waitFor();
			const marked = () => page.locator('main .hinted').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join());
			expect((await marked()).includes('Square 3'), `marked is ${await marked()}`);
			await hint.click();
			await said.getByText(/^The next best, mark \d: /).waitFor();
			expect(!(await marked()).includes('Square 3'), `marked is ${await marked()}`);
			await page.reload();
			await page.locator('main .spot').first().waitFor();
			await page.getByRole('button', { name: 'Hint' }).last().click();
			await said.getByText(/100 of 100/).waitFor();
			expect((await said.innerText()) === first, `it says ${await said.innerText()}, and said ${first}`);
		},
	},
	{
		name: 'a game of older rules is opened, played on, verified, saved and analysed by the module of its rules',
		work: async ({ page, base }) => {
			const older = [];
			page.context().on('request', (request) => /flag-war-1[.-][^/]*wasm/.test(request.url()) && older.push(request.url()));
			await page.goto(`${base}#/replays`);
			expect(older.length === 0, 'what nobody opened is fetched');
			// Blue 2 has the flag of Red, and both sides are asked for round 2.
			const buffer = readFileSync(new URL('../../../rules/golden/flag-war-1-by-hand.jsonl', import.meta.url));
			await page.locator('input[type=file]').setInputFiles({ name: 'older.jsonl', mimeType: 'application/json', buffer });
			await page.waitForURL(/#\/replay\//);
			await page.getByRole('button', { name: 'Play on from here' }).click();
			await page.waitForURL(/#\/table\//);
			await takeSeat(page, /^I am.*Blue/);
			for (const key of ['2', 'ArrowDown', '6', 'Enter', 'y']) await page.keyboard.press(key);
			await page.getByRole('button', { name: /^Hand over/ }).click();
			await takeSeat(page, /^I am.*Red/);
			await page.keyboard.press('y');
			await ending(page).waitFor();
			await page.getByText('Blue has won').first().waitFor();
			expect(older.length === 1, `of the older rules is fetched: ${older.join(', ') || 'nothing'}`);
			await page.getByRole('button', { name: /^Verify the (dice|moves)$/ }).click();
			await page.getByText(/^In order: \d+ moves follow the rules/).waitFor();
			const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
			const [header] = readFileSync(await file.path(), 'utf8').split('\n');
			expect(JSON.parse(header).header.rules === 1, header);
			await page.getByRole('button', { name: 'Look back' }).click();
			await page.waitForURL(/#\/replay\//);
			await page.getByRole('tab', { name: 'Analysis' }).click();
			await page.getByRole('tabpanel').getByRole('button', { name: 'Analyse this game' }).click();
			const panel = page.getByRole('group', { name: 'Analysis' });
			await panel.getByText('Looking back…').waitFor({ state: 'detached' });
			await panel.locator('table td').first().waitFor();
		},
	},
];
