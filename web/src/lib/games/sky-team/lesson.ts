/** The guided first game: the first round over Montréal, with a Co-Pilot who plays as written here. */
import type { Command, Module } from '$lib/wire/sky-team';
import type { Lesson, Theirs } from '../contract';

const place = (die: number, on: Module): Command => ({ type: 'place', die, on });
const copilot = (command: Command): Theirs<Command> => ({ seat: 1, command });

export const lesson: Lesson<Command> = {
	minutes: 3,
	table: { preset: 'seed', seed: 'first flight', seats: [{ name: '' }, { name: 'Co-Pilot (bot)', bot: 'normal' }] },
	loose: ['slot'],
	steps: [
		{
			title: 'Land the plane together',
			text: 'You are the Pilot, in blue; a bot is the Co-Pilot, in orange. Each round both roll four dice in secret and place them in turn. Nobody may say what they hold.',
		},
		{
			title: 'Keep it level',
			text: 'Both must put a die on the axis in every round. The plane tilts towards the higher die by the difference; too much tilt loses it. Nobody knows the other die yet, so take one from the middle.',
			task: 'Press your 3, then the axis on your side, and press it once more.',
			moves: [place(3, 'axis'), copilot(place(3, 'axis'))],
		},
		{
			title: 'Not too fast',
			text: 'The Co-Pilot had a 3 as well: level. The engines are the other must. Both dice together are the speed: here 4 to 8 flies one segment, 9 or more two. Flying into an airplane loses.',
			task: 'Segment 2 has an airplane in it. Put your 1 on the engines, to be slow.',
			moves: [place(1, 'engines'), copilot(place(3, 'engines'))],
		},
		{
			title: 'Clear the way',
			text: 'Speed 4: one segment. The radio sends airplanes away: the die says how far ahead, counted from where you are, the own segment being 1.',
			task: 'The airplane in segment 2 is in the way. Put your 2 on the radio.',
			moves: [place(2, 'radio'), copilot(place(4, 'radio'))],
		},
		{
			title: 'Make ready to land',
			text: 'Landing gear and brakes are yours, flaps the Co-Pilot’s. Each piece of gear that is out raises the speed at which you fly on. Concentration brews a coffee, which changes a die by one.',
			task: 'Put your 5 on the landing gear; or on any other space that you like.',
			moves: [place(5, 'landing_gear')],
			like: (command) => command.type === 'place',
		},
		{
			title: 'The flight is yours',
			text: 'After seven rounds you must be at the airport, level, with everything out and no airplane left. The list beside the cockpit says what is still missing. A die that is dimmed on a space tells why when you press it; H gives a hint.',
		},
	],
};
