// Serves what was built, under the rules that the real server sets for its pages; and the same page with that server behind it.
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import { connect } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** What was built; DIST names another folder, which a build meanwhile does not change. */
const dist = process.env.DIST ?? new URL('../dist/', import.meta.url).pathname;
const types = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.json': 'application/json',
	'.wasm': 'application/wasm',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.woff2': 'font/woff2',
	'.webmanifest': 'application/manifest+json',
};

function file(request, response, headers) {
	const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
	const file = join(dist, path.endsWith('/') ? `${path}index.html` : path);
	if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) {
		response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
		return;
	}
	response.writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? 'application/octet-stream' });
	createReadStream(file).pipe(response);
}

async function listen(server) {
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${server.address().port}/`;
}

/** Only the page: nobody answers behind it. */
export async function serve() {
	const headers = await hardened();
	const server = createServer((request, response) => file(request, response, headers));
	const address = await listen(server);
	return { address, close: () => server.close() };
}

/** Stands for the address of this machine in its network. */
const LAN = '127.0.0.2';

let started;
/** The real server, once for all tests. */
export const senet = () => (started ??= begin());

/** The program, as it was built. */
export function program() {
	const target = process.env.CARGO_TARGET_DIR ?? new URL('../../target', import.meta.url).pathname;
	const program = process.env.SENET ?? join(target, 'debug/senet');
	if (!existsSync(program)) throw new Error(`there is no ${program}; build it with cargo build -p senet-cli`);
	return program;
}

/** A server: `senet serve` on a port of its own, with nothing on disk, and the games of a folder where one is named. */
export function begin(games) {
	return new Promise((resolve, reject) => {
		// Who has gone is away at once: no visit waits until that is so.
		const limit = ['--limit', 'away_seconds=0'];
		const args = ['serve', '--addr', '127.0.0.1:0', '--store', 'memory', '--lan-addr', LAN, ...limit, ...(games ? ['--games', games] : [])];
		const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
		let said = '';
		const hear = (chunk) => {
			said += chunk;
			const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
			if (port) resolve({ port: Number(port), close: () => child.kill() });
		};
		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
		child.on('exit', () => reject(new Error(`senet serve ended: ${said}`)));
	});
}
export const stopSenet = async () => started && (await started.catch(() => undefined))?.close();

/** What the real server tells browsers never to do with its pages. */
async function hardened() {
	const { port } = await senet();
	const { headers } = await fetch(`http://127.0.0.1:${port}/`);
	return { 'content-security-policy': headers.get('content-security-policy') };
}

/** The page with a real server behind it. Its network can be cut and mended, for whoever came by this address. */
export async function serveOnline(behind = senet()) {
	const { port } = await behind;
	const headers = await hardened();
	const wires = new Set();
	let cut = false;
	const server = createServer((request, response) => {
		if (!/^\/(api|board|t|r|kept)(\/|$)/.test(request.url)) return file(request, response, headers);
		if (cut) return request.socket.destroy();
		const onward = ask({ port, host: '127.0.0.1', path: request.url, method: request.method, headers: request.headers }, (answer) => {
			response.writeHead(answer.statusCode, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => request.socket.destroy());
		request.pipe(onward);
	});
	server.on('upgrade', (request, socket, head) => {
		if (cut) return socket.destroy();
		const wire = connect(port, '127.0.0.1', () => {
			const lines = request.rawHeaders.flatMap((name, i) => (i % 2 ? [] : [`${name}: ${request.rawHeaders[i + 1]}`]));
			wire.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
			wire.write(head);
			socket.pipe(wire).pipe(socket);
		});
		const end = () => {
			socket.destroy();
			wire.destroy();
			wires.delete(end);
		};
		wires.add(end);
		for (const side of [socket, wire]) side.on('error', end).on('close', end);
	});
	const address = await listen(server);
	return {
		address,
		cut: () => {
			cut = true;
			for (const end of wires) end();
		},
		mend: () => (cut = false),
		close: () => {
			for (const end of wires) end();
			server.closeAllConnections();
			server.close();
		},
	};
}

/** A language model on this machine that says one thing, once it may. */
export async function smallModel(says) {
	let speak;
	const maySpeak = new Promise((done) => (speak = done));
	const asked = [];
	const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization, content-type' };
	const server = createServer(async (request, response) => {
		if (request.method === 'OPTIONS') return response.writeHead(204, open).end();
		let body = '';
		for await (const chunk of request) body += chunk;
		const [, { content }] = JSON.parse(body).messages;
		asked.push({ key: request.headers.authorization, words: JSON.parse(content).order });
		await maySpeak;
		response.writeHead(200, { ...open, 'content-type': 'application/json' });
		response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(says) } }] }));
	});
	const address = `${await listen(server)}v1`;
	return { address, asked, speak, close: () => (server.closeAllConnections(), server.close()) };
}
