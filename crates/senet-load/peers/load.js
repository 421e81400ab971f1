// A load of pairs: everything is prepared, then `ready` is said and a line waited for, then only moves are made.

/** A game that nobody wins, in nine moves. */
const DRAW = [1, 2, 3, 5, 4, 6, 8, 7, 9];

async function one([first, second], games, waits) {
	for (let number = 0; number < games * 9; number += 1) {
		const [mover, watcher] = (number % 9) % 2 === 0 ? [first, second] : [second, first];
		const sent = performance.now();
		await mover.move(number, DRAW[number % 9]);
		waits.push(performance.now() - sent);
		await watcher.until(number + 1);
	}
}

/** Plays `games` at each of `tables`; `sit` gives two seats. A seat can `move(number, square)` and wait `until` so many moves were heard. */
export async function play(sit, tables, games) {
	const pairs = [];
	for (let table = 0; table < tables; table += 1) pairs.push(await sit(table, games));
	console.log('ready');
	await new Promise((resolve) => process.stdin.once('data', resolve));
	const waits = [];
	const began = performance.now();
	await Promise.all(pairs.map((pair) => one(pair, games, waits)));
	const seconds = (performance.now() - began) / 1000;
	waits.sort((a, b) => a - b);
	const at = (part) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))];
	console.log(JSON.stringify({ moves: waits.length, seconds, p50: at(0.5), p99: at(0.99) }));
	process.exit(0);
}
