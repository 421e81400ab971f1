// What a person does, in steps that several tests share.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GAME } from './limits.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function expect(condition, what) {
	if (!condition) throw new Error(what);
}

/** Sits down to a game from the home page. `people` seats are played here, the others by bots; a seed makes the dice known. */
export async function sit(page, base, game, people = 1, seed = '') {
	await page.goto(base);
	await page.evaluate((id) => (location.hash = `#/new/${id}`), game);
	await page.getByRole('button', { name: 'Start' }).waitFor();
	const seats = page.getByLabel(/^Who plays/);
	await seats.first().waitFor();
	for (let i = 0; i < (await seats.count()); i += 1) {
		if (i < people) await seats.nth(i).selectOption('');
	}
	if (seed) {
		await page.locator('summary', { hasText: 'Options' }).click();
		await page.getByLabel('Deal', { exact: true }).fill(seed);
	}
	await page.getByRole('button', { name: 'Start' }).click();
	await page.waitForURL(/#\/table\//);
}

/** How long a page may stay as it is before one looks whether a press was lost. */
const STILL = 3000;

/** How often the page has changed since it was asked first; what merely moves does not count. */
const pulse = (page) =>
	page.evaluate(() => {
		if (!window.pulse) {
			const pulse = (window.pulse = { beats: 0 });
			const counts = ({ attributeName }) => attributeName !== 'style';
			new MutationObserver((changes) => (pulse.beats += Number(changes.some(counts)))).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
		}
		return window.pulse.beats;
	});
const changed = (page, since) => page.waitForFunction((since) => !window.pulse || window.pulse.beats > since, since, { timeout: STILL }).catch(() => undefined);

/** Does something, and waits until the page shows that something was done. */
export async function shown(page, act) {
	const before = await pulse(page);
	const done = await act();
	await changed(page, before);
	return done;
}

/**
 * Repeats a step until something holds. Where the step could do nothing, the page has to change before it is tried again.
 * A press that came too late for what the other one did is no fault: what there is now is pressed next.
 */
export async function until(page, holds, step = async () => false, ms = GAME) {
	const end = Date.now() + ms;
	let late;
	const missed = (error) => {
		if (error.name !== 'TimeoutError') throw error;
		late = error;
		return false;
	};
	while (Date.now() < end) {
		const before = await pulse(page);
		if (await holds()) return;
		if (!(await Promise.resolve().then(step).catch(missed))) await changed(page, before);
	}
	throw new Error(`it does not come to that: ${holds}${late ? `; at last: ${late.message}` : ''}`);
}

/** Waits until nothing moves any more, and all of it is drawn. */
export async function still(page) {
	await page.evaluate(async () => {
		await document.fonts.ready;
		const ends = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
		await Promise.all(ends.map((one) => one.finished.catch(() => undefined)));
	});
	await drawn(page);
}

export const isOver = async (page) => (await page.locator('dialog[open]', { hasText: 'The game is over' }).count()) > 0;

/** Presses a place, unless a dialog that it is not a part of lies over it by now. */
function press(place) {
	const dialog = document.querySelector('dialog[open]');
	if (!dialog || dialog.contains(place)) place.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** Presses one free place or offered choice after the other until the end is told, or for a while. */
export async function playOnBoard(page, ms = Infinity) {
	const started = Date.now();
	await until(page, async () => (await isOver(page)) || Date.now() - started > ms, async () => {
		// A press that came late may have closed the result.
		const result = page.getByRole('button', { name: 'Result', exact: true });
		if ((await result.count()) > 0) await result.click({ timeout: 1500 }).catch(() => undefined);
		const asked = (await page.locator('dialog[open] .choices').count()) > 0;
		const open = page.locator(asked ? 'dialog[open] .choices button' : 'main .spot.open, .choices button');
		const count = await open.count();
		// A press that comes late must not land on what has opened over the place.
		if (count > 0) await open.nth(Math.floor(Math.random() * count)).evaluate(press, null, { timeout: 1500 }).catch(() => undefined);
		return count > 0;
	});
}

/** Whether nobody has to be waited for any more: the next move is one's own, or there is none. */
const SETTLED = () => document.querySelector('dialog[open]') !== null || document.querySelector('section.prompt .mine') !== null;

/** Waits until something that was pressed has changed the board, and everybody else has answered. */
export async function answered(page, before) {
	await page.waitForFunction((before) => document.querySelector('dialog[open]') !== null || document.querySelector('main.board')?.innerText + document.querySelectorAll('main.board [aria-label$=", free"]').length !== before, before);
	await page.waitForFunction(SETTLED);
}
/** How the board looks, for `answered`. */
export const boardNow = (page) => page.evaluate(() => document.querySelector('main.board')?.innerText + document.querySelectorAll('main.board [aria-label$=", free"]').length);

/** Lets what was begun be drawn. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** Plays by typing what is offered until it is over, or for a while. */
export async function playByText(page, ms = Infinity) {
	const started = Date.now();
	const over = () => page.evaluate(() => document.querySelector('#command')?.dataset.over === 'yes');
	await until(page, async () => Date.now() - started > ms || (await over()), () => typeOffered(page));
}

/** Types what is offered, where it is one's turn; the text, or none where it was not, or no longer. */
export async function typeOffered(page) {
	const field = await page.evaluate(() => {
		const found = document.querySelector('#command');
		return found && { live: found.dataset.live, text: found.placeholder };
	});
	if (field?.live !== 'yes') return undefined;
	const line = page.locator('#command');
	const type = () => line.fill(field.text, { timeout: 2000 }).then(() => line.press('Enter', { timeout: 2000 }));
	return shown(page, () => type().then(() => field.text, () => undefined));
}

/** Everything that axe finds, or only what these rules do. */
export async function axe(page, where, rules) {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
	const found = await page.evaluate(async (only) => {
		const result = await window.axe.run(document, { resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) });
		return result.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' … ')}`);
	}, rules);
	expect(found.length === 0, `axe, ${where}: ${found.join('\n     ')}`);
}

/** Marks squares, the first page first. Each has arrived at every page before the next one is marked: a press beforehand would come too early. */
export async function mark(squares, ...pages) {
	for (const [i, square] of squares.entries()) {
		const free = (page) => page.getByRole('button', { name: `Square ${square}, free` });
		await free(pages[i % pages.length]).click();
		for (const page of pages) await free(page).waitFor({ state: 'detached' });
	}
}

/** Nothing scrolls sideways. */
export async function fits(page, where) {
	const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
	expect(over <= 0, `${where} is ${over} px too wide`);
}

export async function untilOffline(page) {
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
		const { port1, port2 } = new MessageChannel();
		const kept = new Promise((done) => (port1.onmessage = ({ data }) => done(data)));
		navigator.serviceWorker.controller.postMessage('keep everything', [port2]);
		if ((await kept) !== 'kept') throw new Error('not every game can be kept');
	});
}

/** Opens a table on the server through the set-up screen; the answer is its code. */
export async function openOnline({ page, base }, game, { name = 'Ann', preset, settle } = {}) {
	await page.addInitScript((called) => {
		if (!localStorage.getItem('senet.settings')) localStorage.setItem('senet.settings', JSON.stringify({ name: called, pace: 'off' }));
	}, name);
	await page.goto(`${base}#/new/${game}?online`);
	await page.getByLabel(/^Who plays/).first().waitFor();
	if (preset) await page.locator(`input[name=preset][value=${preset}]`).check();
	await settle?.(page);
	await page.getByRole('button', { name: 'Open the table' }).click();
	await page.waitForURL(/#\/online\//);
	await page.getByText('Waiting for people').waitFor();
	return page.url().split('/').at(-1);
}

/** Takes a seat by the invitation, with nothing but a name. */
export async function joinOnline({ page, base }, code, name = 'Ben') {
	await page.addInitScript(() => {
		if (!localStorage.getItem('senet.settings')) localStorage.setItem('senet.settings', JSON.stringify({ pace: 'off' }));
	});
	await page.goto(`${base}#/join/${code}`);
	await page.getByLabel('Your name').fill(name);
	await page.getByRole('button', { name: 'Sit down' }).click();
	await page.waitForURL(/#\/online\//);
}

/** Types what is offered at each of these tables in turn until all are over, or for so many moves. */
export async function typeTogether(pages, moves = Infinity, ms = 80_000) {
	let done = 0;
	let over = 0;
	await until(pages[0], async () => {
		const ends = await Promise.all(pages.map((page) => page.evaluate(() => document.querySelector('#command')?.dataset.over === 'yes')));
		over = ends.filter(Boolean).length;
		return over === pages.length || done >= moves;
	}, async () => {
		const before = done;
		for (const page of pages) done += Number((await typeOffered(page)) !== undefined);
		return done > before;
	}, ms);
	return over === pages.length;
}
