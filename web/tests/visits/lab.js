// The report of an experiment: a file that is opened in a browser, on any screen, and leads into the game room.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { program } from '../server.js';
import { axe, expect, fits } from '../steps.js';

/** Pairings as heat maps, numbers as a curve, and games to look at. */
const EXPERIMENT = `game = "crossfire"
title = "How a report looks whose experiment has lines that no phone has room for"
bots = "random"
games = 4
watch = 1
lines = 2
[grid]
factions.0 = ["grey_cloaks", "ember_guard"]
factions.1 = ["grey_cloaks", "ember_guard"]
factions.ember_guard.defense = [8, 9]
`;

/** Where the report of an experiment stands whose links lead to this room. */
function report(room) {
	const folder = mkdtempSync(join(tmpdir(), 'senet-lab-'));
	const file = join(folder, 'look.toml');
	writeFileSync(file, EXPERIMENT);
	execFileSync(program(), ['lab', 'run', file, '--room', room], { stdio: 'ignore' });
	return pathToFileURL(join(folder, 'look.lab/report.html')).href;
}

export const visits = [
	{
		name: 'the report of an experiment is read on a phone and at a desk, by day and by night, and its links open games',
		work: async ({ page, base }) => {
			const address = report(base);
			for (const width of [390, 1280]) {
				for (const colorScheme of ['light', 'dark']) {
					await page.setViewportSize({ width, height: 844 });
					await page.emulateMedia({ colorScheme });
					await page.goto(address);
					await page.getByRole('heading', { name: /^How a report looks/ }).waitFor();
					// With every table behind a picture, too.
					await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
					const where = `the report, ${width} px, ${colorScheme}`;
					await fits(page, where);
					await axe(page, where);
				}
			}
			const links = await page.getByRole('link').evaluateAll((all) => all.map((one) => one.href));
			expect(links.length === 3, `${links.length} games to look at`);
			for (const link of links) {
				await page.goto('about:blank');
				await page.goto(link);
				await page.getByRole('button', { name: 'Play on' }).waitFor();
			}
		},
	},
];
