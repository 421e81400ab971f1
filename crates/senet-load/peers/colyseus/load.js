// Players by the peer's own client: two at each room, who play games that nobody wins.
import { Client } from 'colyseus.js';
import { play } from '../load.js';

const [port, tables, games] = process.argv.slice(2).map(Number);
const client = new Client(`ws://127.0.0.1:${port}`);

/** A seat: what it does, and the number of moves that it has heard of. */
class Seat {
	heard = 0;
	#wake = () => undefined;

	constructor(room) {
		this.room = room;
		room.onStateChange(({ moves }) => {
			if (moves !== undefined) this.heard = moves;
			this.#wake();
		});
	}

	async until(moves) {
		while (this.heard !== moves) await new Promise((resolve) => (this.#wake = resolve));
	}

	async move(number, square) {
		this.room.send('move', square - 1);
		await this.until(number + 1);
	}
}

async function sit() {
	const one = await client.create('tic-tac-toe');
	const other = await client.joinById(one.roomId);
	return [new Seat(one), new Seat(other)];
}

await play(sit, tables, games);
