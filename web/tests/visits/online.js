// Playing over a network, by browsers of their own against the real server.
import { games } from '../games.js';
import { expect, joinOnline, openOnline, typeTogether } from '../steps.js';

export const visits = [
	...games.map((game) => ({
		name: `online: ${game} is played to its end by two, with a reload and a dropped connection`,
		work: async ({ person }) => {
			const [ann, ben] = [await person(), await person()];
			const code = await openOnline(ann, game);
			await joinOnline(ben, code);
			const pages = [ann.page, ben.page];
			for (const { page, base } of [ann, ben]) {
				await page.locator('main.board').waitFor();
				await page.goto(`${base}#/online/${code}/text`);
				await page.locator('#command').waitFor();
			}
			const t0 = Date.now();
			await typeTogether(pages, 4);
			await ann.page.reload();
			await ann.page.locator('#command').waitFor();
			await typeTogether(pages, 2);
			ben.house.cut();
			await ben.page.getByText('The server does not answer').waitFor();
			ben.house.mend();
			await ben.page.getByText('The server does not answer').waitFor({ state: 'detached' });
			const over = await typeTogether(pages);
			console.log(game, over, Date.now() - t0);
			expect(over, 'the game ends');
		},
	})),
];
