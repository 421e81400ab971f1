// Games that are files, with a board of their own: one that behaves, and one that does not.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin } from '../server.js';
import { expect } from '../steps.js';

const target = process.env.CARGO_TARGET_DIR ?? new URL('../../../target', import.meta.url).pathname;
const modules = process.env.SENET_MODULES ?? join(target, 'wasm/wasm32-unknown-unknown/play');
const moduleOf = (game) => readFileSync(join(modules, `${game}.wasm`));
const liarsDice = () => moduleOf('liars_dice');

/** A server whose only added game is this module. */
function houseWith(module) {
	const games = mkdtempSync(join(tmpdir(), 'senet-games-'));
	writeFileSync(join(games, 'game.wasm'), module);
	return begin(games);
}

/** The same module without its board: sections are a kind, a length and bytes; those of kind 0 begin with a name. */
function withoutBoard(module) {
	const parts = [module.subarray(0, 8)];
	for (let at = 8; at < module.length; ) {
		const [length, body] = number(module, at + 1);
		const [size, name] = number(module, body);
		const isBoard = module[at] === 0 && module.subarray(name, name + size).toString() === 'senet.board.js';
		if (!isBoard) parts.push(module.subarray(at, body + length));
		at = body + length;
	}
	return Buffer.concat(parts);
}

/** The same module with another board. */
function withBoard(module, script) {
	const name = Buffer.from('senet.board.js');
	const body = Buffer.concat([Buffer.from(written(name.length)), name, Buffer.from(script)]);
	return Buffer.concat([withoutBoard(module), Buffer.from([0, ...written(body.length)]), body]);
}

function number(bytes, at) {
	let [value, shift] = [0, 0];
	for (;;) {
		const byte = bytes[at++];
		value |= (byte & 0x7f) << shift;
		if (byte < 0x80) return [value, at];
		shift += 7;
	}
}

const written = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...written(value >> 7)]);

/** Two people at a table of the game, the first of them in the page. */
async function sitDown({ page, base }, more = {}) {
	const me = (name) => ({ type: 'me', name });
	const ask = { game: 'liars-dice', preset: 'short', seats: [me('Ann'), me('Ben')], ...more };
	const answer = await fetch(`${base}api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ask) });
	const made = await answer.json();
	expect(made.table, JSON.stringify(made));
	await comeAs(0, made, { page, base });
	return made;
}

/** One of these people at their seat. */
async function comeAs(i, made, { page, base }, name = 'Ann', place = '') {
	const { seat, token } = made.seats[i];
	const keys = JSON.stringify({ [made.table]: { seat, token } });
	await page.addInitScript(([held, name]) => {
		// The frame of the board has no storage.
		if (window !== top) return;
		localStorage.setItem('senet.rooms', held);
		localStorage.setItem('senet.settings', JSON.stringify({ name, pace: 'off' }));
	}, [keys, name]);
	await page.goto(`${base}#/online/${made.table}${place}`);
}

const entry = async (base, table) => (await (await fetch(`${base}api/tables/${table}`)).json()).entry;

/** What it tries as soon as it is shown, and what became of it. */
const hostile = (elsewhere) => `
const told = document.body.appendChild(document.createElement('p'));
const note = (what) => told.append(what + '; ');
const tries = {
	fetch: () => fetch('${elsewhere}'),
	house: () => fetch('/api/games'),
	call: () => new Promise((done, fail) => { const call = new XMLHttpRequest(); call.onload = done; call.onerror = fail; call.open('GET', '${elsewhere}'); call.send(); }),
	socket: () => new Promise((done, fail) => { const socket = new WebSocket('${elsewhere}'.replace('http', 'ws')); socket.onopen = done; socket.onerror = fail; }),
	picture: () => new Promise((done, fail) => { const picture = new Image(); picture.onload = done; picture.onerror = fail; picture.src = '${elsewhere}'; }),
	script: () => import('${elsewhere}'),
	storage: async () => localStorage.setItem('a', 'b'),
	cookie: async () => { document.cookie = 'a=b'; if (!document.cookie) throw new Error(); },
	parent: async () => parent.document.body.textContent,
	keys: async () => parent.localStorage.getItem('senet.rooms'),
	top: async () => { top.location = '${elsewhere}'; },
	window: async () => { if (!window.open('${elsewhere}')) throw new Error(); },
};
let shown = false;
senet.show = async ({ legal }) => {
	legal.forEach(({ command }) => senet.submit(command));
	senet.submit({ type: 'cheat' });
	if (shown) return;
	shown = true;
	for (const [what, work] of Object.entries(tries)) await work().then(() => note(what + ' done'), () => note(what + ' failed'));
	note('all tried');
};`;

export const visits = [
	{
		name: 'a game that is a file is played by the board in its file',
		work: async ({ person }) => {
			const behind = houseWith(liarsDice());
			try {
				const ann = await person({ behind });
				const { table } = await sitDown(ann);
				const board = ann.page.frameLocator('main.board iframe');
				await board.getByRole('heading', { name: 'Round 1, 4 dice in play' }).waitFor();
				await board.getByRole('button', { name: 'roll' }).click();
				await board.getByRole('button', { name: 'bid 1 two' }).click();
				await board.getByText('bids 1 × ⚁').waitFor();
				expect((await entry(ann.base, table)) === 2, 'the roll and the bid are made');
				// The frame around it is that of every table.
				await ann.page.getByText('Ben is to bid.').first().waitFor();
			} finally {
				(await behind).close();
			}
		},
	},
	...[
		['the board in a file', liarsDice, (page) => page.frameLocator('main.board iframe')],
		['the board of any game', () => withoutBoard(liarsDice()), (page) => page.locator('.tray')],
	].map(([where, module, boardOf]) => ({
		name: `${where} asks before a call that loses at once`,
		work: async ({ person }) => {
			const behind = houseWith(module());
			try {
				const [ann, ben] = [await person({ behind }), await person({ behind })];
				// By this deal Ann rolls a three and a four.
				const made = await sitDown(ann, { seed: 'sixes' });
				await comeAs(1, made, ben, 'Ben', '/text');
				const board = boardOf(ann.page);
				await board.getByRole('button', { name: 'roll' }).click();
				await board.getByRole('button', { name: 'bid 1 one', exact: true }).click();
				const line = ben.page.locator('#command[data-live=yes]');
				await line.fill('bid 1 four');
				await line.press('Enter');
				const liar = board.getByRole('button', { name: 'liar' });
				await liar.click();
				const sure = ann.page.locator('dialog[open]', { hasText: 'Do it all the same?' });
				await sure.getByText('Your own dice make 1 four true: you lose a die.').waitFor();
				await sure.getByRole('button', { name: 'Go back' }).click();
				await sure.waitFor({ state: 'detached' });
				expect((await entry(ann.base, made.table)) === 3, 'nothing is done before the answer');
				await liar.click();
				await sure.getByRole('button', { name: 'Do it anyway' }).click();
				await ann.page.getByText('Ann loses a die and has 1.').first().waitFor();
			} finally {
				(await behind).close();
			}
		},
	})),
	{
		name: 'the board that a new game begins with plays it',
		work: async ({ person }) => {
			const behind = houseWith(moduleOf('my_game'));
			try {
				const ann = await person({ behind });
				const { table } = await sitDown(ann, { game: 'my-game' });
				const board = ann.page.frameLocator('main.board iframe');
				await board.getByRole('heading', { name: '9 left' }).waitFor();
				await board.getByRole('button', { name: 'take 2' }).focus();
				expect((await board.locator('i.aimed').count()) === 2, 'what would be taken is marked');
				await board.getByRole('button', { name: 'take 2' }).click();
				await board.getByRole('img', { name: '7 of 9 sticks' }).waitFor();
				expect((await entry(ann.base, table)) === 1, 'the sticks are taken');
				expect((await board.getByRole('button').count()) === 0, 'it is the turn of the other');
			} finally {
				(await behind).close();
			}
		},
	},
	{
		name: 'a hostile board in a file reaches nothing and chooses nothing',
		work: async ({ person }) => {
			let reached = 0;
			const elsewhere = createServer((_, response) => {
				reached += 1;
				response.end();
			});
			await new Promise((done) => elsewhere.listen(0, '127.0.0.1', done));
			const address = `http://127.0.0.1:${elsewhere.address().port}/`;
			const behind = houseWith(withBoard(liarsDice(), hostile(address)));
			try {
				const ann = await person({ behind });
				const { table } = await sitDown(ann);
				const board = ann.page.frameLocator('main.board iframe');
				await board.getByText('all tried').waitFor();
				const told = await board.locator('p').textContent();
				expect(!told.includes('done'), told);
				expect(reached === 0, 'nothing was reached');
				expect((await entry(ann.base, table)) === 0, 'nothing was chosen');
				// It leads nowhere either: the page stays, and so does the table.
				await ann.page.frames().at(-1).evaluate((to) => void (location.href = to), address).catch(() => undefined);
				await ann.page.getByText('roll the dice').first().waitFor();
				expect(reached === 0, 'nothing was reached by going there');
				expect(ann.page.url().endsWith(`#/online/${table}`), ann.page.url());
			} finally {
				elsewhere.close();
				(await behind).close();
			}
		},
	},
];
