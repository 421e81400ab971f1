// Tic-tac-toe as its authors show it: a room with a schema for its state, over plain WebSockets, in one process.
import { Room, Server, matchMaker } from '@colyseus/core';
import { ArraySchema, Schema, defineTypes } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

class State extends Schema {}
defineTypes(State, { board: ['number'], turn: 'number', winner: 'number', moves: 'number' });

class TicTacToe extends Room {
	maxClients = 2;
	// What changed is sent at once, not twenty times a second.
	patchRate = null;

	onCreate() {
		this.state = new State();
		this.state.moves = 0;
		this.seats = [];
		this.begin();
		this.onMessage('move', (client, square) => this.move(client, square));
	}

	/** A new game; moves are counted on. */
	begin() {
		Object.assign(this.state, { board: new ArraySchema(...Array(9).fill(0)), turn: 0, winner: 0 });
	}

	onJoin(client) {
		this.seats.push(client.sessionId);
		this.broadcastPatch();
	}

	move(client, square) {
		const seat = this.seats.indexOf(client.sessionId);
		const { state } = this;
		if (state.moves % 9 === 0) this.begin();
		if (seat !== state.turn || !Number.isInteger(square) || state.board[square] !== 0) return;
		state.board[square] = seat + 1;
		state.moves += 1;
		if (LINES.some((line) => line.every((i) => state.board[i] === seat + 1))) state.winner = seat + 1;
		state.turn = 1 - seat;
		this.broadcastPatch();
	}
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('tic-tac-toe', TicTacToe);
matchMaker.controller.exposedMethods = ['create', 'joinById'];
await server.listen(Number(process.argv[2]), '127.0.0.1');
