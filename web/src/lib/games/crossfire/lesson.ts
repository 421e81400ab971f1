/** The guided first game: the first round of a first battle and the first shot; the enemy moves as written here. */
import type { Command, Position } from '$lib/wire/crossfire';
import type { Lesson, Theirs } from '../contract';

const enemy = (command: Command): Theirs<Command> => ({ seat: 1, command });
const move = (unit: string, to: Position): Command => ({ type: 'act', unit, action: { type: 'move', to } });
const line = (side: number, column: number, rows: number[]): Command => ({ type: 'deploy', placements: rows.map((row, i) => ({ unit: `P${side}-${i + 1}`, square: [column, row] })) });
const ROLL: Command = { type: 'roll_initiative' };

export const lesson: Lesson<Command> = {
	minutes: 4,
	table: { preset: 'first-battle', seed: 'sector 361', seats: [{ name: '' }, { name: 'P2 Verdant Eye (bot)', bot: 'normal' }] },
	steps: [
		{
			title: 'Two squads, one centre',
			text: 'You are P1, on the left. In each of six rounds, whoever has more units in the middle columns at its end gets a point.',
		},
		{
			title: 'Deploy',
			text: 'Both sides place their units in their own zone, in secret. A sensible line stands there already; a unit is moved by pressing it and a square.',
			task: 'Leave them where they stand and press Deploy.',
			moves: [line(1, 2, [3, 4, 5, 6, 7]), enemy(line(2, 14, [8, 7, 6, 5, 4]))],
		},
		{
			title: 'Initiative',
			text: 'Every round begins with a die each. The higher one chooses who goes first.',
			task: 'Roll for initiative.',
			moves: [ROLL, enemy(ROLL), enemy({ type: 'choose_order', first: true }), enemy(move('P2-4', [10, 5]))],
		},
		{
			title: 'Move out',
			text: 'The enemy won the roll and moved one unit. From now on each side activates two units in turn, four in a round. A unit walks up to four squares.',
			task: 'Press unit 3 and the square four to its right, 6,5, then Move.',
			moves: [move('P1-3', [6, 5])],
		},
		{
			title: 'And the second one',
			text: 'Soft tiles show where a unit can go. Blocks are cover: a shot across one is harder, and some stop it.',
			task: 'Unit 4 to 6,6, beside unit 3.',
			moves: [move('P1-4', [6, 6]), enemy(move('P2-2', [11, 8])), enemy(move('P2-5', [11, 3]))],
		},
		{
			title: 'Bring up the rest',
			text: 'Two of theirs have moved, and it is your turn again: your last two units of this round.',
			task: 'Unit 2 to 6,4, then unit 5 to 6,7.',
			moves: [move('P1-2', [6, 4]), move('P1-5', [6, 7]), enemy(move('P2-3', [11, 6]))],
		},
		{
			title: 'Round 2',
			text: 'The round was scored: nobody is in the centre yet, so nobody has a point.',
			task: 'Roll for initiative again.',
			moves: [ROLL, enemy(ROLL)],
		},
		{
			title: 'You choose',
			text: '4 against 3: the choice is yours. Who goes first acts with one unit only, but shoots first.',
			task: 'Go first.',
			moves: [{ type: 'choose_order', first: true }],
		},
		{
			title: 'Shoot',
			text: 'Two dice and the unit’s quality against the target’s Defense, 7 here. The chance stands beside each target before you fire. Who is hit goes Down, and out if it is hit again.',
			task: 'Press unit 2, then the enemy at 11,8, P2-2, and Shoot. Another target will do as well.',
			moves: [{ type: 'act', unit: 'P1-2', action: { type: 'shoot', target: 'P2-2' } }],
			like: (command) => command.type === 'act' && command.action.type === 'shoot',
		},
		{
			title: 'The battle is yours',
			text: 'The enemy answers with two units. Get into the centre, use cover, help up who is Down with first aid. D shows where enemies can hit, V lines of sight, H gives a hint.',
		},
	],
};
