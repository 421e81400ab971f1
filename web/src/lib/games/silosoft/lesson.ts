/** The guided first game: two turns of a team of two; the colleague trades as written here. */
import type { Command } from '$lib/wire/silosoft';
import type { Lesson, Theirs } from '../contract';

const colleague = (command: Command): Theirs<Command> => ({ seat: 1, command });

export const lesson: Lesson<Command> = {
	minutes: 3,
	table: { preset: 'balanced', seed: 'office 949', seats: [{ name: '' }, { name: 'Player 2 (bot)', bot: 'normal' }] },
	loose: ['declare'],
	steps: [
		{
			title: 'One house, two desks',
			text: 'You and a colleague build features. Together you need six within twenty turns. Everything lies open: hands, features, what is missing.',
		},
		{
			title: 'Draw',
			text: 'Every turn begins with a card: staff in 70 of 100 draws, otherwise an event that costs something. A Senior counts 3 points, a Junior 2, an Entry 1.',
			task: 'Press Draw.',
			moves: [{ type: 'draw' }],
		},
		{
			title: 'Trade',
			text: 'Your Onboarding Tour needs a PM and more UX than you have. Your colleague has a Senior UX and builds something that needs Devs. One offer a turn is yours to make.',
			task: 'Press Trade. Give your new card, the Entry Dev, for the Senior UX, and make the offer.',
			moves: [{ type: 'offer', to: 1, give: ['R007'], take: ['R006'] }, colleague({ type: 'accept' })],
		},
		{
			title: 'Complete it',
			text: 'The offer is accepted, and nothing is missing any more. A feature is completed at once or not at all; its cards leave the game.',
			task: 'Press Complete; your Entry PM and the Senior UX are chosen. Confirm it.',
			moves: [{ type: 'complete', cards: ['R002', 'R006'] }],
		},
		{
			title: 'Hand over',
			text: 'One of six. The next feature is on your desk already. You may complete more than one in a turn, where the cards are there; they are not now.',
			task: 'Press Pass.',
			moves: [{ type: 'pass' }, colleague({ type: 'draw' }), colleague({ type: 'pass' })],
		},
		{
			title: 'An event',
			text: 'Your colleague drew an Entry Dev and passed. It is your turn again.',
			task: 'Draw.',
			moves: [{ type: 'draw' }],
		},
		{
			title: 'PTO',
			text: 'One card goes on leave: it stays in your hand and cannot be spent until your next turn is over. Other events are worse.',
			task: 'Send the Entry UX on leave, the smaller loss; or the Senior Dev.',
			moves: [{ type: 'pto', card: 'R003' }],
			like: (command) => command.type === 'pto',
		},
		{
			title: 'The house is yours',
			text: 'Go on: trade, or pass. The lines under each feature say what it lacks and who holds it. I opens the odds, H gives a hint.',
		},
	],
};
