// Crossfire Sector: battles by hints, keys and touch, and a campaign that is put down and taken up.
import { axeInThemes, ending, fitsFinger, goOffline, keysTo, phones, sitDown, takeSeat, toTheEnd, touch } from '../play.js';
import { expect } from '../steps.js';

const door = 'Play Crossfire Sector';
const button = (page, name) => page.getByRole('button', { name });
const exact = (page, name) => page.getByRole('button', { name, exact: true });
const primary = (page) => page.locator('.tray button.primary:not([aria-disabled=true]), main button.primary:not([aria-disabled=true])');

/** Presses it; whether it was still there: the other side acts meanwhile. */
const tryIt = (one, press = 'click', how = {}) => one[press]({ timeout: 3000, ...how }).then(() => true, () => false);

/** Does what a hint points at: the unit, then where it goes or what it aims at, then the one button. */
async function follow(page) {
	const hint = button(page, 'Hint');
	if ((await hint.count()) === 0 || !(await hint.isEnabled())) return false;
	await hint.click();
	await page.getByText(/A sensible move|nothing better/).first().waitFor({ timeout: 3000 }).catch(() => undefined);
	for (let i = 0; i < 2; i += 1) {
		const marked = page.locator('.spot.hinted:not(.selected), button.hinted');
		if (await marked.count()) await tryIt(marked.last(), 'click', { force: true });
	}
	const commit = primary(page);
	return (await commit.count()) > 0 && tryIt(commit.first());
}

/** The quickest sensible thing: answers come first, then a unit does the first thing that it can. */
async function quick(page, press = 'click') {
	const cover = button(page, /^I am/);
	if (await cover.count()) return tryIt(cover.first(), press);
	const commit = primary(page);
	if (await commit.count()) return tryIt(commit.first(), press);
	const hold = page.locator('.tray').getByRole('button', { name: /^Hold/ });
	if (await hold.count()) return tryIt(hold.first(), press);
	const ready = button(page, /may act/);
	return (await ready.count()) > 0 && tryIt(ready.first(), press, { force: true });
}

async function concede(page) {
	await exact(page, 'Concede').first().click();
	await page.locator('dialog').getByRole('button', { name: 'Concede' }).click();
}

export const visits = [
	{
		name: 'crossfire: a battle from the door to the end, hint by hint',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'greedy'] });
			await exact(page, 'Deploy').waitFor();
			const started = Date.now();
			// Five rounds by hints; a machine that is slow gives up before the seventh.
			await toTheEnd(page, async () => {
				if (Date.now() - started > 60_000 && (await page.locator('header h1').textContent())?.match(/round [3-7]/)) return concede(page).then(() => true);
				return follow(page);
			});
			await button(page, 'Verify the dice').click();
			await page.getByText(/In order/).waitFor();
		},
	},
	{
		name: 'crossfire: hidden deployment, reach, odds with their parts, undo until dice fall',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^First battle/, seed: 'sector 7', seats: ['', ''] });
			await takeSeat(page);
			await button(page, /P1-3/).first().click();
			await button(page, /^1,9, your home zone|9.*your home zone/).first().click();
			await exact(page, 'Deploy').click();
			await button(page, 'Hand over').and(page.locator('.primary')).click();
			expect(!/P1-[1-5]/.test(await page.content()), 'the placement is in the page while the device is handed over');
			await takeSeat(page);
			expect((await button(page, /P1-[1-5]/).count()) === 0, 'the other side sees the placement');
			await exact(page, 'Deploy').click();
			await page.getByText('Both deployments are revealed.').first().waitFor();

			for (let i = 0; i < 12 && (await button(page, /may act/).count()) === 0; i += 1) {
				if ((await primary(page).count()) > 0) await tryIt(primary(page).first());
				await page.waitForTimeout(60);
			}
			// Reach and half reach; a move shows before it is made and can be taken back.
			await button(page, /may act/).first().click();
			expect((await page.locator('.square.half').count()) > 0 && (await page.locator('.square.full').count()) > 0, 'reach and half reach are shown');
			await page.locator('.spot.open:has(.square.full)').last().click();
			await button(page, /^Move here/).click();
			await page.getByText(/moves from/).first().waitFor();
			await button(page, 'Undo').click();
			await page.getByText(/moves from/).first().waitFor({ state: 'detached' });

			// Hint by hint until something can be attacked: its odds stand there with their parts.
			const attack = page.locator('.tray .choices button', { hasText: /^(Shoot|Fight)/ });
			for (let i = 0; i < 60 && (await attack.count()) === 0; i += 1) {
				await button(page, 'Hint').click();
				await page.locator('.spot.hinted, button.hinted').first().waitFor();
				for (let j = 0; j < 2 && (await attack.count()) === 0; j += 1) {
					const marked = page.locator('.spot.hinted:not(.selected), button.hinted');
					if (await marked.count()) await marked.last().click({ force: true });
				}
				if (await attack.count()) break;
				if (await primary(page).count()) await primary(page).first().click();
				await page.waitForTimeout(60);
			}
			if (!(await attack.first().getAttribute('class')).includes('primary')) await attack.first().click();
			await page.locator('.tray').getByText(/must beat Defense \d|against die/).first().waitFor();
			await page.locator('.tray').getByText(/\d+ ?%/).first().waitFor();
			await primary(page).first().click();
			await page.locator('.tray, aside').getByText(/rolls \d/).first().waitFor();
			await button(page, 'Undo').click({ force: true });
			await page.getByText(/nothing that can be taken back/).first().waitFor();
			await page.keyboard.press('d');
			await page.locator('.danger').first().waitFor();
		},
	},
	{
		name: 'crossfire: by keys alone',
		work: async ({ page, base }) => {
			const reach = '.spot.open:has(.square.half), .spot.open:has(.square.full)';
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'greedy'] });
			let acts = 0;
			for (let i = 0; i < 200 && acts < 8 && (await ending(page).count()) === 0; i += 1) {
				if (await primary(page).count()) {
					await page.keyboard.press('1');
					if (await page.locator('.spot.selected').count()) acts += 1;
				} else if (await button(page, /may act/).count()) {
					await page.keyboard.press('n');
					// The other side may have acted just then: nobody is chosen any more.
					if ((await page.locator(reach).count()) === 0) continue;
					await keysTo(page, 'Tab', reach, 200);
					await page.keyboard.press('Enter');
				}
				await page.waitForTimeout(80);
			}
			expect(acts >= 8 || (await ending(page).count()) > 0, `${acts} activations by keys`);
		},
	},
	...phones.map((size) => ({
		name: `crossfire: by touch at ${size.join('×')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'greedy'] });
			await exact(page, 'Deploy').waitFor();
			await fitsFinger(page, 'the sector');
			const square = await button(page, /P1-1/).first().boundingBox();
			expect(square.width >= 30, `a square has ${square.width} px`);
			let acts = 0;
			for (let i = 0; i < 200 && acts < 6 && (await ending(page).count()) === 0; i += 1) {
				const chosen = (await page.locator('.unit-panel, .tray .unit').count()) > 0;
				if (await quick(page, 'tap').catch(() => false)) acts += Number(chosen) || 0.5;
				await page.waitForTimeout(60);
			}
			expect(acts >= 6 || (await ending(page).count()) > 0, 'the sector cannot be played by touch');
		},
	})),
	{
		name: 'crossfire: offline, with a reload in the middle',
		work: async ({ page, context, base }) => {
			await goOffline(page, context, base);
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'greedy'] });
			for (let i = 0, done = 0; i < 100 && done < 4; i += 1) {
				if (await quick(page).catch(() => false)) done += 1;
				await page.waitForTimeout(60);
			}
			await page.reload();
			await page.getByText('Both deployments are revealed.').first().waitFor();
			await concede(page);
			await ending(page).waitFor();
		},
	},
	{
		name: 'crossfire: a campaign of battles is put down in the middle and taken up again',
		work: async ({ page, base }) => {
			await sitDown(page, base, 'Crossfire Sector: Campaign', { seed: 'long war', seats: ['', ''] });
			/** Advantage, mission, both deployments; then one side gives the battle up. */
			const fight = async (number) => {
				const heading = page.locator('header h1');
				for (let i = 0; i < 120 && !new RegExp(`battle ${number} of .*round 1`).test((await heading.count()) ? await heading.textContent() : ''); i += 1) {
					const cover = button(page, /^I am/);
					const pass = button(page, 'Hand over').and(page.locator('.primary'));
					const pick = page.locator('main .pick:not([aria-disabled=true]):not([aria-pressed=true])');
					const next = (await cover.count()) ? cover : (await pass.count()) ? pass : (await primary(page).count()) ? primary(page) : pick;
					if (await next.count()) await tryIt(next.first());
					await page.waitForTimeout(60);
				}
				await button(page, 'Concede').click();
				await page.locator('dialog').getByRole('button', { name: 'Concede' }).click();
				await page.getByText(new RegExp(`${number} of \\d battles fought`)).first().waitFor();
			};
			await fight(1);
			const score = await page.locator('main').textContent();
			await page.reload();
			await page.getByText(/1 of \d battles fought/).first().waitFor();
			expect((await page.locator('main').textContent()) === score, 'the campaign is another one after the reload');
			await fight(2);
			await page.getByRole('link', { name: 'senet, home' }).click();
			await page.getByRole('link', { name: 'Continue', exact: true }).first().click();
			await page.getByText(/2 of \d battles fought/).first().waitFor();
			await axeInThemes(page, 'between battles');
		},
	},
	{
		name: 'crossfire: axe finds nothing in the sector',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'greedy'] });
			await axeInThemes(page, 'deployment');
			for (let i = 0; i < 60 && (await button(page, /may act/).count()) === 0; i += 1) {
				await quick(page).catch(() => undefined);
				await page.waitForTimeout(80);
			}
			await page.keyboard.press('n');
			await page.keyboard.press('d');
			await axeInThemes(page, 'a unit and the danger');
		},
	},
];
