import type { Event, View } from '$lib/wire/crossfire';
import type { Room } from '../contract';

export const keys: [string, string][] = [
	['N', 'the next unit that may act'],
	['1 … 9', 'the action with that number'],
	['Escape', 'one step back: target, square, unit'],
	['D', 'danger: where enemies can hit next'],
	['V', 'lines of sight'],
	['A', 'all about this battle: mission, sides, optional rules'],
];

export function battleHeading(view: View): string {
	const rounds = view.scenario.rules.regular_rounds;
	const round = view.round === 0 ? 'deployment' : view.round > rounds ? `round ${view.round}, the last` : `round ${view.round} of ${rounds}`;
	return `${view.scenario.mission.name} · ${round}`;
}

export function battleSound(event: Event): 'tap' | 'dice' | 'good' | 'bad' | undefined {
	switch (event.type) {
		case 'shot_rolled':
		case 'melee_rolled':
		case 'initiative_rolled':
		case 'move_declared':
		case 'rerolled':
			return 'dice';
		case 'destroyed':
		case 'went_down':
			return 'bad';
		case 'aided':
		case 'revived':
		case 'round_scored':
			return 'good';
		case 'moved':
		case 'held':
		case 'deployed':
			return 'tap';
		default:
			return undefined;
	}
}

export const room: Room<View> = {
	upFront: ['factions', 'mission', 'event', 'traits'],
	first: 'first-battle',
	heading: battleHeading,
	keys,
	sound: battleSound,
};
