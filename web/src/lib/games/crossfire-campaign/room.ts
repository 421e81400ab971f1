import type { Event as BattleEvent, View as BattleView } from '$lib/wire/crossfire';
import type { Event, View } from '$lib/wire/crossfire-campaign';
import type { Room } from '../contract';
import { battleHeading, battleSound, keys } from '../crossfire/room';

/** The running battle; none between battles. */
export const battleOf = (view: View): BattleView | undefined => (view.stage.type === 'battle' ? (view.stage.battle as unknown as BattleView) : undefined);

export const room: Room<View> = {
	upFront: ['factions', 'event', 'traits'],
	heading: (view) => {
		const battle = battleOf(view);
		const number = Math.min(view.records.length + 1, view.length);
		return battle ? `battle ${number} of ${view.length} · ${battleHeading(battle)}` : `${view.records.length} of ${view.length} battles fought`;
	},
	keys,
	sound: (event: Event) => (event.type === 'battle' ? battleSound(event.event as unknown as BattleEvent) : event.type === 'battle_recorded' ? 'good' : 'tap'),
};
