import type { Event, View } from '$lib/wire/silosoft';
import type { Room } from '../contract';

export const room: Room<View> = {
	first: 'balanced',
	ownSetUp: ['players'],
	upFront: ['resource_weight', 'single_completion'],
	heading: (view) => `turn ${view.turn} of ${view.options.turn_limit} · ${view.total} of ${view.target} features`,
	keys: [
		['D', 'Draw, or decide what an event asks'],
		['C', 'Complete your feature'],
		['O', 'Offer a trade'],
		['P', 'Pass'],
		['1 to 9', 'Choose a card of your hand'],
		['I', 'Odds, deck and options'],
	],
	sound: (event: Event) => {
		switch (event.type) {
			case 'completed':
			case 'requirement_met':
			case 'won':
				return 'good';
			case 'event_applied':
			case 'penalty_forfeit':
			case 'penalty_discard':
			case 'lost':
				return 'bad';
			case 'drew_resource':
			case 'event_drawn':
				return 'dice';
			default:
				return undefined;
		}
	},
};
