// Crossfire Sector: battles by hints, keys and touch, and a campaign that is put down and taken up.
import { axeInThemes, ending, fitsFinger, goOffline, phones, sitDown, takeSeat, toTheEnd, touch } from '../play.js';
import { drawn, expect, joinOnline, openOnline, shown, until } from '../steps.js';

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
	await page.getByText(/of 100|nothing else can be done|looks best|nothing to do|nothing better/).first().waitFor({ timeout: 30_000 }).catch(() => undefined);
	for (let i = 0; i < 2; i += 1) {
		const marked = page.locator('.spot.hinted:not(.selected), button.hinted');
		if (await marked.count()) await tryIt(marked.last(), 'click', { force: true });
	}
	const commit = primary(page);
	return (await commit.count()) > 0 && shown(page, () => tryIt(commit.first()));
}

/** Lets a unit fight that stands near enough; whether one did. */
async function fight(page) {
	for (const unit of await button(page, /may act/).all()) {
		if (!(await tryIt(unit, 'click', { force: true }))) continue;
		const fights = page.getByRole('button', { name: /^Fight/ });
		if ((await fights.count()) === 0) continue;
		await tryIt(fights.first());
		const commit = primary(page);
		return (await commit.count()) > 0 && tryIt(commit.first());
	}
	return false;
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
	await exact(page, 'About this battle').click();
	await page.locator('dialog').getByRole('button', { name: 'Concede' }).click();
	await page.locator('dialog', { hasText: 'Give up' }).getByRole('button', { name: 'Concede' }).click();
}

/** Presses a square with a finger, brought into sight on the sector in small where it is out of sight; whether it was still there. */
async function finger(page, spot) {
	const look = (square) => {
		const [frame, box] = [square.ownerSVGElement.getBoundingClientRect(), square.getBoundingClientRect()];
		if (box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1) return undefined;
		const { x, y, width, height } = square.getBBox();
		const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(document.querySelector('.overview svg').getScreenCTM());
		return { x: at.x, y: at.y };
	};
	const gone = Symbol('gone');
	const hidden = await spot.evaluate(look, undefined, { timeout: 1000 }).catch(() => gone);
	if (hidden === gone) return false;
	if (hidden) await page.touchscreen.tap(hidden.x, hidden.y);
	const box = await spot.boundingBox({ timeout: 1000 }).catch(() => undefined);
	if (!box) return false;
	expect(box.width >= 47.5 && box.height >= 47.5, `a square has ${box.width} × ${box.height} px`);
	await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
	return true;
}

/** Answers what is asked besides units; says whether something was. */
async function answer(page, press = 'click') {
	const commit = primary(page);
	return (await commit.count()) > 0 && tryIt(commit.first(), press);
}

const mayAct = async (page) => (await button(page, /may act/).count()) > 0;

/** Until it is this person's unit that acts, or the end is told. */
async function untilMine(page, press = 'click') {
	const over = async () => (await ending(page).count()) > 0;
	await until(page, async () => (await mayAct(page)) || (await over()), () => answer(page, press));
	return !(await over());
}

/** A unit does what stands first among what it may do; says whether one could. */
async function doFirst(page, press = 'click') {
	if (!(await mayAct(page))) return false;
	if ((await page.locator('.tray .panel').count()) === 0) await tryIt(button(page, /^Next unit/), press);
	return tryIt(page.locator('.tray .panel .choices button').first(), press);
}

/** In the page: presses the first thing that the tray offers; whether something was pressed, or the end is told. */
function hasten() {
	const offered = ['.tray button.primary', '.tray .panel .choices button', '.tray .asked > button', '.tray .panel .back'];
	if (document.querySelector('dialog[open]')) return 'over';
	for (const selector of offered) {
		const found = document.querySelector(selector);
		if (!found) continue;
		found.click();
		return 'pressed';
	}
	return 'waits';
}

/** Both at one device place their units as they are offered. */
async function deployBoth(page) {
	for (const pass of [true, false]) {
		await takeSeat(page);
		await exact(page, 'Deploy').click();
		if (pass) await button(page, 'Hand over').and(page.locator('.primary')).click();
	}
	await page.getByText('Both deployments are revealed.').first().waitFor();
}

/** Keys until something holds. */
async function keysUntil(page, keys, done) {
	for (const key of keys) {
		if (await done()) return true;
		await page.keyboard.press(key);
	}
	return done();
}

export const visits = [
	{
		name: 'crossfire: a battle that is far from even is told at its set-up, with what would be nearer to even',
		options: touch(phones[0]),
		work: async ({ page, base }) => {
			const told = page.getByRole('status', { name: 'How even it is' });
			const offers = told.getByRole('button');
			await page.goto(`${base}#/new/crossfire?preset=standard`);
			await told.getByText(/^Azure Blades have [\d.]+\s% of the wins against Verdant Eye in all missions/).waitFor();
			await fitsFinger(page, 'the set-up of an uneven battle');
			const small = (await offers.all()).map(async (offer) => (await offer.boundingBox())?.height ?? 0);
			expect(Math.min(...(await Promise.all(small))) >= 44, 'an offer is too small for a finger');
			await offers.filter({ hasText: /^Play Crossfire Clash/ }).click();
			await told.waitFor({ state: 'detached' });
			const mission = await page.getByLabel('Mission', { exact: true }).locator('option:checked').textContent();
			expect(mission?.includes('Crossfire Clash'), `the mission that was offered is not chosen: ${mission}`);
			for (const preset of [/^First battle/, /^Standard/]) await page.getByRole('radio', { name: preset }).first().check();
			await offers.filter({ hasText: /^Give Verdant Eye Quick Start/ }).waitFor();
			await offers.filter({ hasText: /^Play by Even/ }).click();
			await told.waitFor({ state: 'detached' });
			await page.getByRole('button', { name: 'Start', exact: true }).click();
			await page.locator('main.board').waitFor();
		},
	},
	{
		name: 'crossfire: a battle from the door to the end, hint by hint',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'easy'] });
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

			await until(page, () => mayAct(page), () => answer(page));
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
			await until(page, async () => (await attack.count()) > 0, async () => {
				await button(page, 'Hint').click();
				await page.locator('.spot.hinted, button.hinted').first().waitFor();
				for (let j = 0; j < 2 && (await attack.count()) === 0; j += 1) {
					const marked = page.locator('.spot.hinted:not(.selected), button.hinted');
					if (await marked.count()) await marked.last().click({ force: true });
				}
				if ((await attack.count()) === 0 && (await primary(page).count())) await shown(page, () => primary(page).first().click());
				return true;
			});
			if (!(await attack.first().getAttribute('class')).includes('primary')) await attack.first().click();
			await page.locator('.tray').getByText(/must beat Defense \d|against die/).first().waitFor();
			await page.locator('.tray').getByText(/\d+ ?%/).first().waitFor();
			await primary(page).first().click();
			await page.locator('.tray, aside').getByText(/rolls \d/).first().waitFor();
			await button(page, 'Undo').click({ force: true });
			await page.getByText(/nothing that can be taken back/).first().waitFor();
			const hatched = page.locator('.danger');
			await page.keyboard.press('d');
			await hatched.first().waitFor();
			await page.keyboard.press('d');
			await hatched.first().waitFor({ state: 'detached' });
			// One enemy's danger stays lit while one looks elsewhere.
			await page.keyboard.press('Escape');
			await page.keyboard.press('Escape');
			const kept = exact(page, 'Keep its danger lit');
			// While dice still roll it may become the other side's turn.
			await until(page, async () => (await kept.count()) > 0, async () => {
				const own = (await button(page, /may act/).first().getAttribute('aria-label')).match(/P\d/)[0];
				return shown(page, () => tryIt(button(page, own === 'P1' ? /P2-\d.*(standing|acted)/ : /P1-\d.*(standing|acted)/).first(), 'click'));
			});
			await kept.click();
			await page.keyboard.press('n');
			expect((await hatched.count()) > 0, 'the danger of one enemy stays lit');
		},
	},
	{
		name: 'crossfire: by keys alone, to the end',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'easy'] });
			const chosen = page.locator('.spot.selected');
			const over = async () => (await ending(page).count()) > 0;
			let [moves, acts] = [0, 0];
			await until(page, over, async () => {
				if ((await primary(page).count()) > 0) {
					await page.keyboard.press('1');
				} else if ((await button(page, /may act/).count()) > 0) {
					if ((await page.locator('.tray .panel').count()) === 0) await page.keyboard.press('n');
					// Some go a few squares by arrows from where they stand; the others do what has number 1.
					const walk = moves < 3 && acts % 2 === 0 ? ['ArrowRight', 'ArrowRight', 'Enter', 'ArrowUp', 'Enter', 'ArrowLeft', 'Enter'] : [];
					if (await keysUntil(page, walk, async () => (await chosen.count()) > 0)) moves += Number(walk.length > 0);
					await page.keyboard.press('1');
					acts += 1;
				}
			});
			expect(moves >= 3, `${moves} units went somewhere by arrows`);
			await page.keyboard.press('Escape');
			await button(page, 'Result').waitFor();
		},
	},
	...phones.map((size) => ({
		name: `crossfire: by touch at ${size.join('×')}, to the end`,
		options: touch(size),
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'easy'] });
			await exact(page, 'Deploy').waitFor();
			await fitsFinger(page, 'the sector');
			const small = await page.locator('main .spot').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter((box) => box.width < 47.5 || box.height < 47.5).length);
			expect(small === 0, `${small} squares are too small for a finger`);
			// Far and near: a unit is placed anew, by fingers alone.
			for (const spot of [/P1-3/, /^1,9, your home zone/]) while (!(await finger(page, button(page, spot)))) await button(page, spot).waitFor();
			await button(page, /^1,9, P1-3/).waitFor();
			// Where the whole sector is shown, a press brings it nearer and does nothing else.
			await exact(page, 'About this battle').tap();
			await exact(page, 'Whole sector').tap();
			const tiny = await button(page, /P1-3/).boundingBox();
			expect(tiny.width < 40, 'the whole sector is in sight');
			await page.touchscreen.tap(tiny.x + tiny.width / 2, tiny.y + tiny.height / 2);
			expect((await button(page, /P1-3/).boundingBox()).width >= 47.5, 'a press brings the sector nearer');
			await page.getByText('Press a unit, then its square.').waitFor();
			await exact(page, 'Deploy').tap();

			let moves = 0;
			while (await untilMine(page, 'tap')) {
				if (moves >= 4) await doFirst(page, 'tap');
				else if ((await finger(page, button(page, /may act/).first())) && (await finger(page, page.locator('.spot.open:has(.square.full)').last()))) {
					moves += Number(await tryIt(button(page, /^Move here/), 'tap'));
					await fitsFinger(page, 'after a move');
				}
			}
			expect(moves >= 4, `${moves} moves`);
		},
	})),
	{
		name: 'crossfire: a shot and a fight of Grey Cloaks are asked about, die by die',
		work: async ({ page, base }) => {
			const set = async (page) => {
				for (const side of [1, 2]) await page.getByLabel(`Faction ${side}`).selectOption({ label: 'Grey Cloaks' });
			};
			await sitDown(page, base, door, { preset: /^First battle/, seed: 'cloaks 1', seats: ['', ''], set });
			await deployBoth(page);
			const question = page.locator('.question');
			const asked = new Set();
			const reroll = question.getByRole('button', { name: /^Reroll/ });
			for (let i = 0; i < 150 && asked.size < 2 && (await ending(page).count()) === 0; i += 1) {
				if ((await question.count()) === 0) {
					if (asked.has('shot') && (await fight(page))) continue;
					if (!(await follow(page))) await tryIt(page.locator('.tray .choices button').first());
					continue;
				}
				const titleNow = () => question.getAttribute('aria-label', { timeout: 1000 }).catch(() => undefined);
				const title = await titleNow();
				// What was just pressed may have answered it.
				await drawn(page);
				if (!title || (await titleNow()) !== title) continue;
				const kind = /shoots at/.test(title) ? 'shot' : /fights/.test(title) ? 'fight' : title;
				if (asked.has(kind)) {
					await tryIt(question.getByRole('button', { name: /^Keep/ }).first(), 'click', { timeout: 1000 });
					continue;
				}
				// It may be answered already, or have nothing to roll again.
				if (!(await reroll.first().waitFor({ timeout: 2000 }).then(() => true, () => false))) {
					await tryIt(question.getByRole('button', { name: /^Keep/ }).first(), 'click', { timeout: 1000 });
					continue;
				}
				asked.add(kind);
				// Every answer names its die and its source and says what it leads to; the two units stand out.
				const dice = kind === 'shot' ? 2 : 1;
				await reroll.nth(dice - 1).waitFor();
				expect((await reroll.count()) === dice, `${await reroll.count()} dice of a ${kind} may be rolled again`);
				await question.getByText(/By Grey Cloaks; you may still keep the old die/).first().waitFor();
				await question.getByText(/\d %/).nth(dice).waitFor();
				await page.waitForFunction(() => document.querySelectorAll('.soldier .ring.selected').length === 2);
				await reroll.first().click();
				await question.getByText(/Which one stands/).waitFor();
				await page.locator('aside').getByText(/rerolls die 1 by the faction/).first().waitFor();
				const [old, fresh] = [question.getByRole('button', { name: /^Keep the old/ }), question.getByRole('button', { name: /^Keep the new/ })];
				for (const value of [old, fresh]) await value.getByText(/%/).first().waitFor();
				const rolls = await page.locator('aside li').count();
				await fresh.click();
				await page.locator('aside').getByText(/keeps the new/).first().waitFor();
				// The answer is told.
				await page.waitForFunction((before) => document.querySelectorAll('aside li').length > before, rolls);
			}
			expect(asked.has('shot') && asked.has('fight'), `asked about: ${[...asked].join(', ')}`);
		},
	},
	{
		name: 'crossfire: Solar Wardens with Focused Orders roll a movement die again',
		work: async ({ page, base }) => {
			const set = async (page) => {
				await page.getByLabel('Faction 1').selectOption({ label: 'Solar Wardens' });
				await page.getByRole('switch', { name: /^Winner's advantage/ }).check();
				await page.getByRole('radio', { name: /^Focused orders/ }).check();
			};
			await sitDown(page, base, door, { preset: /^Standard/, seats: ['', ''], seed: 'orders 3', set });
			await deployBoth(page);
			const question = page.locator('.question');
			const keep = question.getByRole('button', { name: /^Keep/ });
			// The initiative die is asked about, too; it is kept.
			await until(page, async () => (await button(page, /Solar Wardens, may act/).count()) > 0, async () => {
				if (await keep.count()) return tryIt(keep);
				return (await answer(page)) || doFirst(page);
			});
			await button(page, /Solar Wardens, may act/).first().click();
			// What only a good roll reaches.
			await page.locator('.ringlet').first().waitFor();
			await button(page, /^Roll: move/).click();
			await question.getByText('The movement die').waitFor();
			await question.getByText('By Focused Orders, 2 left; the new die stands.').waitFor();
			await question.getByRole('button', { name: /^Reroll/ }).click();
			await page.locator('aside').getByText(/rerolls die 1 by Focused Orders/).first().waitFor();
			await question.waitFor({ state: 'detached' });
			await page.getByText('Focused Orders, 1 left').waitFor();
			await page.locator('.spot.open:has(.square.full)').first().click();
			await button(page, /^Move here/).click();
			await page.locator('aside').getByText(/moves from/).first().waitFor();
			// The movement can be taken back, the die cannot.
			await button(page, 'Undo').click();
			await page.locator('aside').getByText(/moves from/).first().waitFor({ state: 'detached' });
			await page.locator('.spot.open:has(.square.full)').first().waitFor();
			expect((await question.count()) === 0, 'the die is asked about once');
			await button(page, 'Undo').click({ force: true });
			await page.getByText(/nothing that can be taken back/).first().waitFor();
		},
	},
	{
		name: 'crossfire: two people play a battle online on the board, with a reload and a dropped connection',
		work: async ({ person }) => {
			const [ann, ben] = [await person(), await person()];
			const code = await openOnline(ann, 'crossfire', { preset: 'first-battle' });
			await joinOnline(ben, code);
			const pages = [ann.page, ben.page];
			// What is laid out stays so when the other side has deployed.
			await button(ann.page, /P1-3/).first().click();
			await button(ann.page, /^1,9, your home zone/).click();
			await exact(ben.page, 'Deploy').click();
			await ann.page.getByText(/has deployed/).first().waitFor();
			await button(ann.page, /^1,9, P1-3/).waitFor();
			await exact(ann.page, 'Deploy').click();
			await ann.page.getByText('Both deployments are revealed.').first().waitFor();
			const play = async (most) => {
				for (let acts = 0; acts < most; ) {
					for (const page of pages) {
						if (!(await answer(page)) && (await doFirst(page))) acts += 1;
					}
				}
			};
			await play(6);
			await ann.page.reload();
			await ann.page.locator('main.board').waitFor();
			await play(6);
			ben.house.cut();
			await ben.page.getByText('The server does not answer').waitFor();
			ben.house.mend();
			await ben.page.getByRole('button', { name: 'Try now' }).click({ timeout: 2000 }).catch(() => undefined);
			await ben.page.getByText('The server does not answer').waitFor({ state: 'detached' });
			// The rest goes quickly: whoever is to act presses the first button of the tray.
			let done = [];
			await until(pages[0], async () => done.length > 0 && done.every((one) => one === 'over'), async () => {
				done = await Promise.all(pages.map((page) => page.evaluate(hasten)));
				return done.includes('pressed');
			});
			for (const page of pages) await ending(page).waitFor();
			await button(ben.page, 'Verify the dice').click();
			await ben.page.getByText(/In order/).waitFor();
		},
	},
	{
		name: 'crossfire: offline, with a reload in the middle',
		work: async ({ page, context, base }) => {
			await goOffline(page, context, base);
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'easy'] });
			let done = 0;
			await until(page, async () => done >= 4, async () => {
				const could = await shown(page, () => quick(page));
				done += Number(could);
				return could;
			});
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
				const begun = new RegExp(`battle ${number} of .*round 1`);
				await until(page, async () => begun.test((await heading.count()) ? await heading.textContent() : ''), async () => {
					const cover = button(page, /^I am/);
					const pass = button(page, 'Hand over').and(page.locator('.primary'));
					const pick = page.locator('main .pick:not([aria-disabled=true]):not([aria-pressed=true])');
					const next = (await cover.count()) ? cover : (await pass.count()) ? pass : (await primary(page).count()) ? primary(page) : pick;
					return (await next.count()) > 0 && shown(page, () => tryIt(next.first()));
				});
				await concede(page);
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
			await sitDown(page, base, door, { preset: /^First battle/, seats: ['', 'easy'] });
			await axeInThemes(page, 'deployment');
			await until(page, () => mayAct(page), () => quick(page));
			await page.keyboard.press('n');
			await page.keyboard.press('d');
			await axeInThemes(page, 'a unit and the danger');
		},
	},
];
