// Space Weirdos without a network. Building, breaking, fixing, sharing and printing stand in house.js.
import { goOffline } from '../play.js';
import { expect } from '../steps.js';

export const visits = [
	{
		name: 'space-weirdos: offline, a warband is drawn, mended, kept and printed',
		work: async ({ page, context, base }) => {
			await goOffline(page, context, base);
			await page.getByRole('link', { name: 'Build Space Weirdos' }).click();
			await page.getByRole('button', { name: 'Random warband' }).click();
			await page.getByRole('button', { name: 'Draw' }).click();
			await page.getByRole('button', { name: 'File it' }).click();
			await page.getByLabel('Name of the warband').fill('Night Shift');
			await page.getByRole('button', { name: 'Trooper', exact: true }).click();
			await page.getByRole('button', { name: /^Fix it/ }).first().click();
			await page.locator('.prompt').getByText('Legal').first().waitFor();
			await page.reload();
			expect((await page.getByLabel('Name of the warband').inputValue()) === 'Night Shift', 'the warband is lost');
			await page.locator('.prompt').getByText('Legal').first().waitFor();
			await page.getByRole('button', { name: 'Print' }).click();
			expect((await page.getByTitle('The sheet').getAttribute('srcdoc'))?.includes('Night Shift'), 'the sheet is another one');
		},
	},
];
