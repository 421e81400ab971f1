// What axe says of every screen, in every theme.
import { games } from '../games.js';
import { axe, expect, isOver, joinOnline, openOnline, playOnBoard, sit } from '../steps.js';

/** Only colours differ between the themes; everything else is looked at once. */
const themes = { light: undefined, dark: ['color-contrast'], contrast: ['color-contrast'] };

const dressed = (page, theme) => page.addInitScript((chosen) => localStorage.setItem('senet.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('senet.settings') ?? '{}'), theme: chosen, pace: 'off' })), theme);

export const visits = Object.entries(themes).flatMap(([theme, rules]) => [
	{
		name: `axe finds nothing in the house, ${theme}`,
		work: async ({ page, base }) => {
			await dressed(page, theme);
			const at = async (address, ready, where) => {
				await page.goto(base + address);
				await page.locator(ready).first().waitFor();
				await axe(page, where, rules);
			};
			await at('', '.rooms', 'home');
			await page.getByRole('button', { name: 'Settings' }).click();
			await axe(page, 'settings', rules);
			await page.keyboard.press('Escape');
			await at('#/new/pig', 'form', 'set-up with options');
			await page.locator('summary').click();
			await axe(page, 'options', rules);
			await sit(page, base, 'tic-tac-toe', 2);
			await page.getByRole('button', { name: 'Square 5, free' }).click();
			await page.getByRole('button', { name: 'Square 5, X' }).click({ force: true });
			await page.getByText('Square 5 is taken.').waitFor();
			await axe(page, 'a reason', rules);
			await page.keyboard.press('h');
			await page.getByText(/of 100/).waitFor();
			await axe(page, 'a hint', rules);
			await page.keyboard.press('r');
			await page.locator('.rules').waitFor();
			await axe(page, 'rules', rules);
			await page.keyboard.press('s');
			await axe(page, 'seats', rules);
			await page.keyboard.press('?');
			await axe(page, 'keys', rules);
			await page.keyboard.press('Escape');
			await page.keyboard.press('t');
			await page.locator('#command').fill('mar');
			await axe(page, 'text', rules);
			await page.getByRole('link', { name: 'Home' }).click();
			await page.locator('#continue').waitFor();
			await axe(page, 'home with a save', rules);
			await sit(page, base, 'tic-tac-toe');
			await playOnBoard(page);
			await axe(page, 'end', rules);
			await page.getByRole('button', { name: 'Look back' }).click();
			await page.locator('input[type=range]').waitFor();
			await axe(page, 'replay', rules);
			await at('#/replays', 'li', 'replays');
			await at('#/join/abc', 'h1', 'join without a server');
			await at('#/rules/tic-tac-toe', '.rules', 'rules page');
			await sit(page, base, 'sky-team', 2);
			await page.getByRole('button', { name: /^I am/ }).first().waitFor();
			await axe(page, 'hand-over', rules);
		},
	},
	{
		name: `axe finds nothing at the set-up and the table of any game, ${theme}`,
		work: async ({ page, base }) => {
			await dressed(page, theme);
			for (const game of games) {
				if (!rules) {
					await page.goto(`${base}#/new/${game}`);
					await page.getByLabel(/^Who plays/).first().waitFor();
					await axe(page, `set-up of ${game}`);
				}
				await sit(page, base, game);
				await page.locator('main.board').waitFor();
				await playOnBoard(page, 700);
				expect(!(await page.getByText('That did not work').count()), `${game} opens`);
				await axe(page, (await isOver(page)) ? `end of ${game}` : `table of ${game}`, rules);
			}
		},
	},
	{
		name: `axe finds nothing online, ${theme}`,
		work: async ({ person }) => {
			const [ann, ben] = [await person(), await person()];
			for (const { page } of [ann, ben]) await dressed(page, theme);
			await ann.page.goto(`${ann.base}#/new/flag-war?online`);
			await ann.page.locator('summary', { hasText: 'The table' }).click();
			await axe(ann.page, 'set-up of an online table', rules);
			const code = await openOnline(ann, 'flag-war');
			await ann.page.getByRole('img', { name: 'QR code' }).locator('svg').waitFor();
			await axe(ann.page, 'lobby', rules);
			await ann.page.goto(ann.base);
			await ann.page.locator('#continue').waitFor();
			await axe(ann.page, 'home with an online table', rules);
			await ben.page.goto(`${ben.base}#/join/${code}`);
			await ben.page.getByLabel('Your name').waitFor();
			await axe(ben.page, 'join', rules);
			await joinOnline(ben, code);
			await ben.page.locator('main.board').waitFor();
			for (const tab of ['Seats', 'Chat']) {
				await ben.page.getByRole('tab', { name: tab }).click();
				await axe(ben.page, `${tab} online`, rules);
			}
			ben.house.cut();
			await ben.page.getByText('The server does not answer').waitFor();
			await axe(ben.page, 'a lost connection', rules);
		},
	},
]);
