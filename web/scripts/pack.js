// Writes every text and every module that was built once more as `.br` and `.gz`, for the server to send as they lie.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isPacked } from './packed.js';

const dist = new URL('../dist/', import.meta.url).pathname;
/** The last tenth of a module's size costs twenty seconds: not for one's own machine. */
const QUALITY = process.env.SENET_PACK === 'quick' ? 5 : constants.BROTLI_MAX_QUALITY;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function pack(file) {
	const bytes = readFileSync(file);
	if (!isPacked(file, bytes.length)) return;
	const params = {
		[constants.BROTLI_PARAM_QUALITY]: QUALITY,
		[constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
		[constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
	};
	const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
	writeFileSync(`${file}.br`, br);
	writeFileSync(`${file}.gz`, gz);
}

const all = readdirSync(dist, { recursive: true }).map((name) => join(dist, name));
for (const old of all.filter((name) => /\.(br|gz)$/.test(name))) rmSync(old);
const queue = all.filter((name) => !/\.(br|gz)$/.test(name) && statSync(name).isFile());
await Promise.all(
	Array.from({ length: availableParallelism() }, async () => {
		for (let file = queue.pop(); file; file = queue.pop()) await pack(file);
	}),
);
