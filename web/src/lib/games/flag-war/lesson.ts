/** The guided first game: four rounds of Tactical against what Red does here; then Red thinks for itself. */
import type { Command, Direction } from '$lib/wire/flag-war';
import type { Lesson, Theirs } from '../contract';

const move = (piece: number, direction: Direction, distance: number): Command => ({ type: 'move', piece, direction, distance });
const red = (command: Command): Theirs<Command> => ({ seat: 1, command });
const READY: Command = { type: 'ready' };

/** A round: Red orders and is ready; Blue orders, and Blue's ready ends it. */
const round = (blue: Command, theirs?: Command) => [...(theirs ? [red(theirs)] : []), red(READY), blue, READY];

export const lesson: Lesson<Command> = {
	minutes: 3,
	table: { preset: 'tactical', with: { tick_mode: 'manual' }, seed: 'the first flag', seats: [{ name: '' }, { name: 'Red (bot)', bot: 'easy' }] },
	loose: ['input', 'origin', 'target_round'],
	steps: [
		{
			title: 'Two lands, two flags',
			text: 'You are Blue, below. Fetch Red’s flag from the top edge and carry it onto your own land: that wins. Both sides give their orders in secret, and both move at once.',
		},
		{
			title: 'Give an order',
			text: 'A piece goes straight, up to four squares a round, past everybody. Only where it ends counts.',
			task: 'Send 1 up 1: drag it, or press it and the square. Then press Ready.',
			moves: round(move(1, 'up', 1), move(1, 'down', 4)),
		},
		{
			title: 'Catch them',
			text: 'Red 1 has come onto your land, right above your 1. Who meets an enemy on that enemy’s land is caught; on the strip in the middle both are.',
			task: 'Send 1 up 1 again, onto Red 1, and press Ready.',
			moves: round(move(1, 'up', 1)),
		},
		{
			title: 'Orders in words',
			text: 'Red 1 sits in jail now. A key lies in your land: a Red piece that ends there frees it. Your turn to run. Orders can be typed, too.',
			task: 'Type “2 up 4” below, press Enter, then Ready.',
			moves: round(move(2, 'up', 4)),
			unpointed: true,
		},
		{
			title: 'The flag',
			text: 'Red may not enter its own zone while its flag is home: nobody can sit on a flag. You may go in. Your 2 leaps over Red 2.',
			task: 'Send 2 up 4, onto Red’s flag, and press Ready.',
			moves: round(move(2, 'up', 4), move(3, 'down', 2)),
		},
		{
			title: 'Bring it home',
			text: 'Your 2 carries the flag: two squares a round now, six to your land. If it is caught, the flag goes home at once, and Red may enter its zone now. From here Red thinks for itself. The eye rehearses a plan, H gives a hint, ? lists the keys.',
		},
	],
};
