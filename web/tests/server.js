// Serves what was built, as any plain file server would.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const dist = new URL('../dist/', import.meta.url).pathname;
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

export async function serve() {
	const server = createServer((request, response) => {
		const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
		const file = join(dist, path.endsWith('/') ? `${path}index.html` : path);
		if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) {
			response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
			return;
		}
		response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
		createReadStream(file).pipe(response);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
