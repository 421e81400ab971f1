// Prints what was built as it goes over the wire, and fails when the first load is above its budget.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isPacked } from './packed.js';

const BUDGET = 130_000;
/** The most that the rules of a game weigh, and what they should. */
const GAME = 410_000;
const SMALL = 400_000;
const dist = new URL('../dist/', import.meta.url).pathname;
/** What a browser of today is sent: the file that `pack.js` wrote, where there is one. */
const size = (file) => {
	const packed = join(dist, `${file}.br`);
	return statSync(existsSync(packed) ? packed : join(dist, file)).size;
};
const kilo = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

// The first load: the page, what it names, what those import statically, and the fonts.
const first = new Set(['index.html']);
const add = (file) => {
	if (first.has(file)) return;
	first.add(file);
	const text = readFileSync(join(dist, file), 'utf8');
	if (file.endsWith('.js')) {
		for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) {
			add(`assets/${name}`);
		}
	}
};
for (const [, name] of readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)) add(name);
const assets = readdirSync(join(dist, 'assets'))
	.filter((file) => !/\.(br|gz)$/.test(file))
	.map((file) => `assets/${file}`);
// Home is loaded at once although it is its own part; the browser takes the Latin fonts.
for (const file of assets) {
	if (/latin-wght-normal/.test(file) && !/latin-ext/.test(file)) first.add(file);
	if (/assets\/Home-.*\.(js|css)$/.test(file)) add(file);
}
const plain = readdirSync(dist, { recursive: true }).filter((file) => {
	const lies = (ending) => existsSync(join(dist, `${file}.${ending}`));
	return isPacked(file, statSync(join(dist, file)).size) && !(lies('br') && lies('gz'));
});
if (plain.length > 0) {
	console.error(`Not compressed: ${plain.join(', ')}`);
	process.exit(1);
}
const total = [...first].reduce((sum, file) => sum + size(file), 0);
console.log('First load, as it is sent:');
for (const file of first) console.log(`${kilo(size(file))}  ${file}`);
console.log(`${kilo(total)}  of ${BUDGET / 1000} kB allowed`);
console.log('On demand:');
for (const file of assets.filter((file) => !first.has(file)).sort((a, b) => size(b) - size(a))) {
	if (size(file) > 1000) console.log(`${kilo(size(file))}  ${file}`);
}
const heavy = assets.filter((file) => file.endsWith('.wasm') && size(file) > SMALL);
if (heavy.length > 0) console.log(`Above the ${SMALL / 1000} kB that a game should have: ${heavy.join(', ')}`);
// Rules that were published stay as they are: `flag-war-1-HASH.wasm` is for games that began by them.
const isOlder = (file) => /-\d+-[\w-]{8}\.wasm$/.test(file);
const large = assets.filter((file) => file.endsWith('.wasm') && !isOlder(file) && size(file) > GAME);
if (large.length > 0 && process.env.SENET_PACK !== 'quick') {
	console.error(`A game is ${GAME / 1000} kB at most; above it: ${large.join(', ')}`);
	process.exit(1);
}
// What was packed in haste is for one's own machine.
if (total > BUDGET && process.env.SENET_PACK !== 'quick') {
	console.error(`The first load is ${kilo(total).trim()}; ${BUDGET / 1000} kB is the most allowed.`);
	process.exit(1);
}
