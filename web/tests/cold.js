// How long it takes to the first move where nothing is kept yet and the line is slow: `npm run cold`. It only measures.
import { createReadStream, existsSync } from 'node:fs';
import { createServer as createHouse } from 'node:http';
import { connect, createServer } from 'node:net';
import { extname, join } from 'node:path';
import { launch } from './browser.js';
import { STEP } from './limits.js';
import { games } from './games.js';

/** The line: bytes in a millisecond, and the milliseconds that each way takes. */
const LINE = { rate: 1250, delay: 20 };
const TIMES = 3;

const dist = process.env.DIST ?? new URL('../dist/', import.meta.url).pathname;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json' };

/** The page as the server sends it: packed. Nobody answers behind it. */
async function house() {
	const server = createHouse((request, response) => {
		const { pathname } = new URL(request.url, 'http://x');
		const path = join(dist, pathname === '/' ? 'index.html' : pathname);
		if (!path.startsWith(dist) || !existsSync(path)) return response.writeHead(404).end();
		const packed = existsSync(`${path}.br`);
		response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', ...(packed ? { 'content-encoding': 'br' } : {}) });
		createReadStream(packed ? `${path}.br` : path).pipe(response);
	});
	await new Promise((done) => server.listen(0, '127.0.0.1', done));
	return { port: server.address().port, close: () => server.close() };
}

const at = (time) => new Promise((done) => setTimeout(done, Math.max(0, time - performance.now())));

/** An address at which the house is reached by that line, whoever asks: pages, workers and sockets share it. */
async function slowly(port) {
	let free = 0;
	const server = createServer((near) => {
		const far = connect(port, '127.0.0.1');
		// Each way in order: a piece leaves once the one before it has.
		let [up, down] = [Promise.resolve(), Promise.resolve()];
		near.on('data', (bytes) => {
			const due = performance.now() + LINE.delay;
			up = up.then(() => at(due)).then(() => far.write(bytes));
		});
		far.on('data', (bytes) => {
			free = Math.max(free, performance.now()) + bytes.length / LINE.rate;
			const due = free + LINE.delay;
			down = down.then(() => at(due)).then(() => near.write(bytes));
		});
		far.on('end', () => (down = down.then(() => near.end())));
		near.on('end', () => (up = up.then(() => far.end())));
		for (const one of [near, far]) one.on('error', () => [near, far].forEach((end) => end.destroy()));
	});
	await new Promise((done) => server.listen(0, '127.0.0.1', done));
	return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Opens the page of a new game in a browser that has never been here, begins, and waits until a move is asked for. */
async function firstMove(browser, base, game) {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
	const page = await context.newPage();
	page.setDefaultTimeout(STEP);
	const began = performance.now();
	await page.goto(`${base}#/new/${game}`, { waitUntil: 'commit' });
	await page.getByRole('button', { name: 'Start', exact: true }).click();
	const pressed = performance.now();
	await page.locator('.prompt .mine, .choices button, main .spot.open').first().waitFor();
	const asked = performance.now();
	await context.close();
	return { whole: asked - began, afterStart: asked - pressed };
}

const behind = await house();
const line = await slowly(behind.port);
const browser = await launch();
const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const seconds = (values) => (middle(values) / 1000).toFixed(2).padStart(6);
console.log(`${(LINE.rate * 8) / 1000} Mbit/s, ${2 * LINE.delay} ms there and back, nothing kept; seconds, the middle of ${TIMES}`);
console.log(`${''.padEnd(20)} address to first move   Start to first move`);
for (const game of games) {
	const times = [];
	for (let i = 0; i < TIMES; i += 1) times.push(await firstMove(browser, line.address, game));
	console.log(`${game.padEnd(20)} ${seconds(times.map(({ whole }) => whole)).padStart(21)} ${seconds(times.map(({ afterStart }) => afterStart)).padStart(21)}`);
}
await browser.close();
line.close();
behind.close();
