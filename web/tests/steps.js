// What a person does, in steps that several tests share.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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

export const isOver = async (page) => (await page.locator('dialog[open]', { hasText: 'The game is over' }).count()) > 0;

/** Presses one free place or offered choice after the other until the end is told, or for a while. */
export async function playOnBoard(page, ms = Infinity) {
	const started = Date.now();
	for (let i = 0; i < 5000; i += 1) {
		if ((await isOver(page)) || Date.now() - started > ms) return i;
		// A press that came late may have closed the result.
		const result = page.getByRole('button', { name: 'Result', exact: true });
		if ((await result.count()) > 0) await result.click({ timeout: 1500 }).catch(() => undefined);
		const asked = (await page.locator('dialog[open] .choices').count()) > 0;
		const open = page.locator(asked ? 'dialog[open] .choices button' : 'main .spot.open, .choices button');
		const count = await open.count();
		if (count === 0) await page.waitForTimeout(60);
		else await open.nth(Math.floor(Math.random() * count)).click({ timeout: 1500, force: true }).catch(() => undefined);
	}
	throw new Error('the game does not end');
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
	for (let i = 0; i < 5000; i += 1) {
		if (Date.now() - started > ms) return;
		if (await page.evaluate(() => document.querySelector('#command')?.dataset.over === 'yes')) return;
		const field = page.locator('#command');
		const live = await field.getAttribute('data-live');
		if (live !== 'yes') {
			await page.waitForTimeout(60);
			continue;
		}
		await field.fill((await field.getAttribute('placeholder')) ?? '');
		await field.press('Enter');
		await page.waitForTimeout(40);
	}
	throw new Error('the game does not end');
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

/** Nothing scrolls sideways. */
export async function fits(page, where) {
	const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
	expect(over <= 0, `${where} is ${over} px too wide`);
}

export async function untilOffline(page) {
	await page.evaluate(async () => {
		await navigator.serviceWorker.ready;
		for (let i = 0; i < 1200 && !navigator.serviceWorker.controller; i += 1) await new Promise((done) => setTimeout(done, 50));
		if (!navigator.serviceWorker.controller) throw new Error('nothing serves the page offline');
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
	const started = Date.now();
	let done = 0;
	while (Date.now() - started < ms && done < moves) {
		let over = 0;
		for (const page of pages) {
			const field = await page.evaluate(() => {
				const found = document.querySelector('#command');
				return found && { live: found.dataset.live, over: found.dataset.over, text: found.placeholder };
			});
			if (field?.over === 'yes') over += 1;
			if (field?.live !== 'yes') continue;
			await page.locator('#command').fill(field.text);
			await page.locator('#command').press('Enter');
			done += 1;
		}
		if (over === pages.length) return true;
		await pages[0].waitForTimeout(15);
	}
	return false;
}
