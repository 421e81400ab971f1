// Players by the messages of the peer's own client: two at each match, who play games that nobody wins, each in a match of its own.
// The client itself shows its moves before the server has seen them, so the server's answers are waited for here.
import { createRequire } from 'node:module';
import { play } from '../load.js';

const { io } = createRequire(import.meta.url)('socket.io-client');
const [port, tables, games] = process.argv.slice(2).map(Number);

/** A seat at one match. */
class Seat {
	heard = 0;
	#wake = () => undefined;

	constructor(match, player) {
		Object.assign(this, { match, player });
		this.socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ['websocket'], forceNew: true });
		this.socket.on('update', (_, state) => this.#hear(state));
	}

	#hear(state) {
		this.state = state._stateID;
		this.heard = state.G.cells.filter((cell) => cell !== null).length;
		this.#wake();
	}

	async sync() {
		const synced = new Promise((resolve) => this.socket.once('sync', (_, { state }) => resolve(this.#hear(state))));
		this.socket.emit('sync', this.match, this.player, undefined, 2);
		await synced;
	}

	async move(number, square) {
		const payload = { type: 'mark', args: [square - 1], playerID: this.player };
		this.socket.emit('update', { type: 'MAKE_MOVE', payload }, this.state, this.match, this.player);
		await this.until(number + 1);
	}

	async until(moves) {
		while (this.heard < moves) await new Promise((resolve) => (this.#wake = resolve));
	}
}

/** A person who goes from match to match. */
class Person {
	constructor(seats) {
		this.seats = seats;
	}

	move(number, square) {
		return this.seats[Math.floor(number / 9)].move(number % 9, square);
	}

	until(moves) {
		return this.seats[Math.floor((moves - 1) / 9)].until(((moves - 1) % 9) + 1);
	}
}

async function sit(table) {
	const people = [[], []];
	for (let game = 0; game < games; game += 1) {
		for (const [player, seats] of people.entries()) {
			const seat = new Seat(`t${table}-${game}`, String(player));
			await seat.sync();
			seats.push(seat);
		}
	}
	return people.map((seats) => new Person(seats));
}

await play(sit, tables, games);
