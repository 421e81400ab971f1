// Takes a picture of every screen: desktop, tablet and phone, light and dark. `npm run shots -- home`
// takes only those whose name holds the word;
// a second word such as `390dark` takes only that size and theme.
import { mkdirSync } from 'node:fs';
import { launch } from './browser.js';
import { serve } from './server.js';

const out = new URL('../../shots/', import.meta.url).pathname;
mkdirSync(out, { recursive: true });
const only = process.argv[2] ?? '';
const sizes = [
	[1440, 900],
	[1024, 768],
	[390, 844],
	[844, 390],
];
const { games } = await import('./games.js');

const start = async (page, game) => {
	await page.goto(page.base + '#/new/' + game);
	await page.getByRole('button', { name: 'Start' }).click();
	await page.waitForSelector('.tray');
	await page.waitForTimeout(400);
};

const screens = {
	home: async (page) => {
		await page.goto(page.base);
		await page.waitForTimeout(300);
	},
	'set-up': async (page) => {
		await page.goto(page.base + '#/new/' + (games.includes('sky-team') ? 'sky-team' : 'connect-four'));
		await page.getByRole('button', { name: 'Start' }).waitFor();
		await page.waitForTimeout(300);
	},
	...Object.fromEntries(games.map((game) => [`table-${game}`, (page) => start(page, game)])),
	why: async (page) => {
		await start(page, 'tic-tac-toe');
		await page.getByRole('button', { name: /Square 5/ }).click();
		await page.waitForTimeout(1500);
		await page.getByRole('button', { name: /Square 5/ }).click({ force: true });
		await page.waitForTimeout(300);
	},
	settings: async (page) => {
		await page.goto(page.base);
		await page.getByRole('button', { name: 'Settings' }).click();
		await page.waitForTimeout(300);
	},
	rules: async (page) => {
		await start(page, 'tic-tac-toe');
		await page.keyboard.press('r');
		await page.waitForTimeout(300);
	},
	log: async (page) => {
		await start(page, 'tic-tac-toe');
		await page.getByRole('button', { name: /Square 5/ }).click();
		await page.waitForTimeout(1500);
		await page.keyboard.press('l');
		await page.waitForTimeout(200);
	},
	end: async (page) => {
		await start(page, 'tic-tac-toe');
		for (let i = 0; i < 9; i += 1) {
			const free = page.getByRole('button', { name: /Square \d, free/ });
			if ((await page.locator('dialog[open]').count()) || (await free.count()) === 0) break;
			await free.first().click().catch(() => undefined);
			await page.waitForTimeout(900);
		}
		await page.waitForSelector('dialog[open]');
		await page.waitForTimeout(400);
	},
	replay: async (page) => {
		await screens.end(page);
		await page.getByRole('button', { name: 'Look back' }).click();
		await page.waitForSelector('input[type=range]');
		await page.waitForTimeout(400);
	},
	text: async (page) => {
		await start(page, 'tic-tac-toe');
		await page.keyboard.press('t');
		await page.locator('#command').fill('legal');
		await page.keyboard.press('Enter');
		await page.waitForTimeout(200);
		await page.locator('#command').fill('mark 5');
		await page.keyboard.press('Enter');
		await page.waitForTimeout(1200);
		await page.locator('#command').fill('mar');
		await page.waitForTimeout(200);
	},
	handover: async (page) => {
		await page.goto(page.base + '#/new/kuhn-poker');
		await page.getByRole('button', { name: 'Start' }).waitFor();
		for (const select of await page.getByLabel(/Who plays/).all()) await select.selectOption('');
		await page.getByRole('button', { name: 'Start' }).click();
		for (let i = 0; i < 6 && !(await page.getByRole('button', { name: 'Hand over' }).count()); i += 1) {
			await page.locator('.choices button').first().click();
			await page.waitForTimeout(300);
		}
		await page.getByRole('button', { name: 'Hand over' }).click();
		await page.getByRole('heading', { name: /Pass|Who/ }).waitFor();
		await page.waitForTimeout(200);
	},
	continue: async (page) => {
		await start(page, 'tic-tac-toe');
		await page.getByRole('button', { name: /Square 5/ }).click();
		await page.waitForTimeout(1300);
		await start(page, 'pig');
		await page.goto(page.base + '#/');
		await page.waitForTimeout(500);
		await page.evaluate(() => document.querySelector('#continue')?.scrollIntoView());
	},
	replays: async (page) => {
		await screens.continue(page);
		await page.goto(page.base + '#/replays');
		await page.waitForTimeout(400);
	},
	join: async (page) => {
		await page.goto(page.base + '#/join/abc');
		await page.waitForTimeout(500);
	},
};

const host = await serve();
const browser = await launch();
try {
	for (const [name, show] of Object.entries(screens)) {
		if (!only.split(',').some((word) => name.includes(word))) continue;
		for (const [width, height] of sizes) {
			for (const theme of ['light', 'dark']) {
				if (process.argv[3] && `${width}${theme}` !== process.argv[3]) continue;
				const context = await browser.newContext({
					viewport: { width, height },
					colorScheme: theme,
					hasTouch: width < 900,
					serviceWorkers: 'block',
				});
				const page = await context.newPage();
				page.setDefaultTimeout(8000);
				page.base = host.address;
				try {
					await show(page);
				} catch (error) {
					console.log(`${name} ${width} ${theme}: ${error.message.split('\n')[0]}`);
				}
				await page.screenshot({ path: `${out}${name}-${width}x${height}-${theme}.png` });
				await context.close();
			}
		}
		console.log(name);
	}
} finally {
	await browser.close();
	host.close();
}
