// Sky Team: flights from the door to the runway, or to what came before it.
import { axeInThemes, ending, fitsFinger, goOffline, keysTo, phones, sitDown, takeSeat, toTheEnd, touch } from '../play.js';
import { expect, openOnline, playByText, shown, until } from '../steps.js';

const door = 'Play Sky Team';
const dice = (page) => page.locator('.hand .die');
const space = (page, name) => page.locator(`.space[data-space^="${name}:"]`);
const button = (page, name) => page.getByRole('button', { name });

/** Presses what may be gone already, as by a hand that was too slow. */
const tryIt = (one, press) => one.first()[press]({ timeout: 2000 }).then(() => true, () => false);

/** What is asked for beside a die for a space: a second thought, another person's turn, dice to roll, dice to roll again. */
const asked = ['Place it anyway', /^I am/, 'Ready for the dice', 'Keep all'];

/** Places a die somewhere where it does no harm. */
async function place(page, press = 'click') {
	for (const name of asked) {
		const answer = button(page, name);
		if (await answer.count()) return tryIt(answer, press);
	}
	const pass = button(page, 'Hand over').and(page.locator('.primary'));
	if (await pass.count()) return tryIt(pass, press);
	const hand = page.locator('.hand.choices .die');
	if ((await hand.count()) === 0) return false;
	if (!(await tryIt(hand, press))) return false;
	// The other one may have asked for a die in return for one of theirs.
	const swap = button(page, 'Swap this die');
	if (await swap.count()) return tryIt(swap, press);
	const kind = page.locator('.space.open:not(.danger)');
	return (await tryIt((await kind.count()) ? kind : page.locator('.space.open'), press)) && tryIt(button(page, /^Place \d/), press);
}

/** Does what a hint points at. */
async function follow(page) {
	const sure = button(page, 'Place it anyway');
	if (await sure.count()) return sure.click().then(() => true);
	const hint = button(page, 'Hint');
	if ((await hint.count()) === 0 || !(await hint.isEnabled()) || (await page.locator('.hand.choices').count()) === 0) return false;
	await hint.click();
	const where = page.locator('.space.hinted').first();
	if (!(await where.waitFor({ timeout: 700 }).then(() => true, () => false))) return place(page);
	await page.locator('.hand .die.hinted').first().click();
	const coffee = page.locator('.coffee .hinted');
	while (await coffee.count()) await coffee.click();
	await where.click();
	await button(page, /^Place \d/).click();
	return true;
}

const scenario = (name) => async (page) => page.getByRole('radio', { name, exact: true }).check();

/** A whole flight under the deal of its name, to the runway. */
const LANDING =
	'4 radio, 5 concentration, 4 landing gear, 2 engines, reroll 1 5, 3 axis, 4 axis, 5 as 4 engines, 5 radio, 2 concentration, 2 radio, 6 radio, 1 landing gear, 5 axis, 2 engines, 6 engines, 5 axis, 2 radio, 3 concentration, 6 concentration, 3 radio, 6 engines, 3 as 4 axis, 5 axis, 1 engines, 1 flaps, 2 brakes, 2 flaps, 6 landing gear, 2 as 3 axis, 5 engines, 4 engines, 1 axis, 2 radio, 6 concentration, 6 axis, 1 as 2 radio, 3 concentration, 5 axis, 5 engines, 5 engines, 3 engines, 1 concentration, 2 radio, 5 as 4 brakes, 1 concentration, 1 axis, 2 axis, 5 engines, 5 as 6 brakes, 4 flaps, 3 concentration, 6 flaps, 4 axis, 2 axis, 5 as 6 engines, 3 engines';

/** In the page: whether so many lines were typed, and something was said to the last. */
function answeredInText(typed) {
	const lines = [...document.querySelectorAll('.scroll > div')];
	return lines.filter((line) => line.matches('.typed')).length >= typed && !lines.at(-1)?.matches('.typed');
}

/** Flies alone, by typing; the board is open after it. */
async function flyByText(page, base, seed, words) {
	await sitDown(page, base, door, { seats: ['', ''], seed, set: async (page) => page.getByRole('switch', { name: 'Solo' }).check() });
	const table = page.url();
	await page.goto(`${table}/text`);
	const line = page.locator('#command');
	for (const [i, one] of words.split(', ').entries()) {
		await line.fill(one);
		await line.press('Enter');
		await page.waitForFunction(answeredInText, i + 1);
	}
	await page.getByText('How it ended:').waitFor();
	await page.goto(table);
	await ending(page).waitFor();
	// The inked words of the landing list are no buttons: the window begins at its main action.
	await page.waitForFunction(() => document.activeElement?.textContent?.includes('Play again'));
	await page.keyboard.press('Escape');
}

export const visits = [
	{
		name: 'sky-team: the crew has its own colours before the table and in between',
		work: async ({ page, base, person }) => {
			const marked = (page, seat, colour) => page.waitForFunction(([seat, colour]) => getComputedStyle(document.querySelector(`main svg.${seat} path`) ?? document.body).fill === colour, [seat, colour]);
			await sitDown(page, base, door, { seats: ['', ''] });
			await marked(page, 'first', 'rgb(45, 107, 192)');
			const host = await person();
			const code = await openOnline(host, 'sky-team');
			await marked(host.page, 'second', 'rgb(238, 143, 51)');
			const guest = await person();
			await guest.page.goto(`${guest.base}#/join/${code}`);
			await guest.page.getByLabel('Your name').waitFor();
			await marked(guest.page, 'second', 'rgb(238, 143, 51)');
		},
	},
	{
		name: 'sky-team: a landing and a crash each close with a scene',
		work: async ({ page, base }) => {
			await flyByText(page, base, 'landing', LANDING);
			await page.getByRole('img', { name: 'The plane has landed.' }).waitFor();
			expect(!(await page.locator('.windshield').getByRole('list', { name: 'Approach' }).isVisible()), 'the track lies over the runway');
			// Four to the side of the Co-Pilot: safe mode asks, and the plane spins.
			await flyByText(page, base, 'landing', '1 axis, 5 axis, yes');
			await page.getByRole('img', { name: 'The flight is lost.' }).waitFor();
		},
	},
	{
		name: 'sky-team: flown from the door to the end, hint by hint',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { seats: ['', 'easy'] });
			await page.getByText('Pilot: place die 1 of 8').waitFor();
			await toTheEnd(page, () => follow(page));
			await button(page, 'Verify the dice').click();
			await page.getByText(/In order/).waitFor();
			await page.keyboard.press('Escape');
			await page.getByText(/The crew has/).first().waitFor();
		},
	},
	{
		name: 'sky-team: drag, coffee with its price, safe mode, a token, hand-over and a reload',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^As published/, seed: 'blue sky', seats: ['', ''] });
			await takeSeat(page, /I am .*Pilot$/);
			const shown = async () => (await dice(page).allTextContents(), dice(page).evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-label').replace(/\D/g, '')))));
			const first = await shown();
			expect(first.length === 4 && first.every((die) => die > 0), `the Pilot sees ${first}`);

			// Mandatory spaces have a lamp; a space says why it takes no die.
			expect((await page.locator('.space .lamp').count()) === 4, 'axis and engines are marked for both');
			await dice(page).first().click();
			await space(page, 'flaps').first().click();
			await page.getByText('This space is for the Co-Pilot.').waitFor();
			await page.keyboard.press('Escape');
			await button(page, 'One more, by coffee').click({ force: true });
			await page.getByText('Choose a die first. Each coffee').waitFor();
			await page.keyboard.press('Escape');

			// Dragged to Concentration: it lies there and earns a coffee.
			const from = await dice(page).first().boundingBox();
			const to = await space(page, 'concentration').first().boundingBox();
			await page.mouse.move(from.x + 20, from.y + 20);
			await page.mouse.down();
			await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
			await page.mouse.up();
			await page.getByRole('img', { name: '1 of 3 coffee' }).waitFor();
			await button(page, 'Hand over').click();
			const covered = await page.content();
			expect(!/class="[^"]*\bspace\b/.test(covered) && !covered.includes('Die '), 'the cockpit is in the page while the device is handed over');
			await takeSeat(page, /I am .*Co-Pilot/);
			await dice(page).nth(3).waitFor();
			expect((await dice(page).count()) === 4, 'the Co-Pilot has four dice');

			// Coffee changes the die and says its price before anything is placed.
			const [mine] = await shown();
			await dice(page).first().click();
			await button(page, mine < 6 ? 'One more, by coffee' : 'One less, by coffee').click();
			await page.locator('.price', { hasText: '1 of 1' }).waitFor();
			await page.keyboard.press('Escape');

			// A token is spent in two steps, then both choose.
			await button(page, 'Reroll, 1 left').click();
			await button(page, 'Spend the token').click();
			await dice(page).first().click();
			await button(page, 'Reroll one die').click();
			await button(page, 'Hand over').click();
			await takeSeat(page, /I am .*Pilot$/);
			await button(page, 'Keep all').click();
			await page.getByText('The Co-Pilot rerolls 1 die.').first().waitFor();

			// A reload comes back covered, at the same place.
			await page.reload();
			await takeSeat(page, /I am .*Co-Pilot/);
			await page.getByText('Co-Pilot: place die 2 of 8').waitFor();
			await page.getByRole('img', { name: '1 of 3 coffee' }).waitFor();

			// Safe mode asks before a die is wasted.
			for (let i = 0; i < 4; i += 1) {
				await dice(page).nth(i).click();
				const wasted = page.locator('.space.open.danger[data-space^="radio:"]');
				if ((await wasted.count()) === 0) continue;
				await wasted.first().click();
				await button(page, /^Place \d/).click();
				await page.getByText('No airplane is there: the die is wasted.').first().waitFor();
				await button(page, 'Go back').click();
				break;
			}
		},
	},
	{
		name: 'sky-team: by keys alone, both seats alone',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { seats: ['', ''], set: async (page) => page.getByRole('switch', { name: 'Solo' }).check() });
			await toTheEnd(page, async () => {
				if (await button(page, 'Place it anyway').count()) {
					// It may be answered by the press before: then there is no danger left.
					if (!(await keysTo(page, 'Tab', '.danger').then(() => true, () => false))) return false;
					return shown(page, () => page.keyboard.press('Enter').then(() => true));
				}
				const die = await page.locator('.hand.choices .die').first().getAttribute('aria-label', { timeout: 2000 });
				await page.keyboard.press(die.replace(/\D/g, ''));
				// The die may have been placed by the press before: then no space is open for it.
				if (!(await keysTo(page, 'Tab', '.space.open').then(() => true, () => false))) return false;
				await page.keyboard.press('Enter');
				return shown(page, () => page.keyboard.press('Enter').then(() => true));
			});
			await page.keyboard.press('Escape');
			expect((await ending(page).count()) === 0, 'Escape closes the result');
		},
	},
	...phones.map((size) => ({
		name: `sky-team: by touch at ${size.join('×')}`,
		options: touch(size),
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { seats: ['', 'easy'] });
			await page.locator('.hand.choices .die').first().waitFor();
			await fitsFinger(page, 'the cockpit');
			await toTheEnd(page, () => place(page, 'tap'));
		},
	})),
	...[
		['Paris-Charles de Gaulle, red', ['Kerosene', 'Intern', 'Wind'], /Wind|\+3/],
		['Keflavik, black', ['Ice brakes'], /Ice brakes/i],
		['Kuala Lumpur, black', ['Kerosene'], /\d s/],
		['Gardermoen, red', ['Kerosene leak'], /leaking/],
	].map(([where, panels, shows]) => ({
		name: `sky-team: ${where}`,
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { preset: /^As published/, seats: ['', 'easy'], set: async (page) => {
				await scenario(where)(page);
				await page.getByRole('switch', { name: 'Briefing' }).check();
			} });
			await page.getByText('You may say').waitFor();
			await button(page, 'Ready for the dice').click();
			for (const panel of panels) await page.locator('main').getByRole('region', { name: panel }).or(page.locator('main').getByLabel(panel, { exact: false })).first().waitFor();
			await page.getByText(shows).first().waitFor();
			const taken = page.getByRole('list', { name: 'What happened' }).getByText(/The Pilot places/);
			await toTheEnd(page, () => place(page), async () => (await taken.count()) >= 2);
		},
	})),
	{
		name: 'sky-team: offline, with a reload in the middle',
		work: async ({ page, context, base }) => {
			await goOffline(page, context, base);
			await sitDown(page, base, door, { seats: ['', 'easy'] });
			for (let i = 0; i < 2; ) if (await place(page)) i += 1;
			await page.reload();
			await page.getByText(/Pilot: place die|Waiting for the Co-Pilot/).first().waitFor();
			await toTheEnd(page, () => place(page));
		},
	},
	{
		name: 'sky-team: the logbook notes a flight once, and shows it at the end and among the airports',
		work: async ({ page, base }) => {
			await sitDown(page, base, door, { seed: 'logbook' });
			const table = page.url();
			await page.goto(`${table}/text`);
			await page.locator('#command').waitFor();
			await playByText(page);
			await page.getByText('How it ended:').waitFor();
			await page.locator('.scroll').getByText(/Logbook: Montréal-Trudeau, green/).waitFor();
			for (let i = 0; i < 2; i += 1) {
				await page.goto(base);
				await page.goto(table);
				await ending(page).getByText(/Logbook: Montréal-Trudeau, green\. Flown once/).waitFor();
			}
			await page.goto(`${base}#/new/sky-team`);
			await page.getByText(/Your logbook: \d of \d+ tracks landed/).waitFor();
			expect((await page.getByRole('radio', { name: /^Montréal-Trudeau, green, (landed|flown)$/ }).count()) === 1, 'the track is marked');
			await page.getByText(/Flown once/).waitFor();
		},
	},
	{
		name: 'sky-team: axe finds nothing in the cockpit',
		work: async ({ page, base }) => {
			await page.goto(`${base}#/new/sky-team`);
			await page.getByText('Where to').waitFor();
			await axeInThemes(page, 'the set-up');
			await sitDown(page, base, door, { preset: /^As published/, seats: ['', 'easy'], set: scenario('Paris-Charles de Gaulle, red') });
			await dice(page).first().click();
			await page.locator('.space.open').first().click();
			await axeInThemes(page, 'the cockpit');
			await button(page, /what may be said/).click();
			await axeInThemes(page, 'what may be said');
		},
	},
];
