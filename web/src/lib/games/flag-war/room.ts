import type { Event, View } from '$lib/wire/flag-war';
import type { Room } from '../contract';

const NAMES: Record<string, string> = { seed: 'As written', tactical: 'Tactical', steps: 'Steps', blockade: 'Blockade', custom: 'Own rules' };

const ruleSet = ({ ruleset }: View['shared']) => NAMES[ruleset] ?? ruleset;

export const room: Room<View> = {
	upFront: ['tick_mode'],
	first: 'tactical',
	// A clock of three seconds would be the whole game: people at one device, or alone with a bot, say when they are ready.
	atOneDevice: { tick_mode: 'manual' },
	heading: ({ shared }) => {
		const limit = shared.config.round_limit;
		// The round that would be next has no place in a heading once the game is over.
		const round = shared.status === 'finished' ? Math.max(1, shared.round - 1) : shared.round;
		return `${ruleSet(shared)} · round ${round}${limit ? ` of ${limit}` : ''}`;
	},
	rules: ({ shared }) => ruleSet(shared),
	ownUndo: true,
	keys: [
		['A', 'take what the assistant proposes, or give it pieces'],
		['1 … 9', 'pick a piece; again: plan what it does after its orders'],
		['Arrows', 'which way; again: one square more, back: one less'],
		['Shift + arrow', 'as far as it goes'],
		['Digits', 'how far, once the way is chosen'],
		['Enter', 'give the order'],
		['.', 'let the picked piece hold'],
		['Backspace', 'drop the orders of the picked piece'],
		['Z', 'undo what you ordered last'],
		['C', 'clear the plan'],
		['/', 'orders in words'],
		['E', 'rehearse: the plan against supposed orders of the enemy; Y tries the round'],
		['Y', 'ready, where a round waits for both'],
		['Escape', 'let go'],
	],
	sound: (event: Event) => {
		switch (event.type) {
			case 'flag_taken':
			case 'rescued':
			case 'scored':
				return 'good';
			case 'tagged':
			case 'traded':
			case 'friendly_reset':
				return 'bad';
			case 'moved':
				return 'tap';
			default:
				return undefined;
		}
	},
};
