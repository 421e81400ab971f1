import type { Config, Event, View } from '$lib/wire/sky-team';
import type { Room } from '../contract';
import { enter } from './logbook';

export const room: Room<View> = {
	remember: enter,
	// The crew's own colours, as on their dice.
	colours: [
		['#2d6bc0', '#fdf8ec'],
		['#ee8f33', '#2a1503'],
	],
	upFront: ['solo', 'briefing', 'safe_mode'],
	oneHand: (config) => (config as Config).solo === true,
	heading: (view) => `${view.scenario.name} · round ${view.round} of ${view.rounds}`,
	keys: [
		['1 to 6', 'Choose the die that shows it'],
		['+ −', 'Coffee: change the chosen die'],
		['Arrows', 'Move between the spaces of the cockpit'],
		['Enter', 'Put the chosen die there; once more places it'],
		['Esc', 'Take the choice back'],
	],
	sound: (event: Event) => {
		switch (event.type) {
			case 'placed':
				return 'tap';
			case 'rolled':
			case 'rerolled':
			case 'anticipated':
			case 'sync_rolled':
			case 'traffic_rolled':
				return 'dice';
			case 'deployed':
			case 'coffee_earned':
				return 'good';
			case 'ended':
				return event.end.type === 'won' ? 'good' : 'bad';
			default:
				return undefined;
		}
	},
};
