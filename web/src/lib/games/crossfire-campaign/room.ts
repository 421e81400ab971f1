import type { Event as BattleEvent, View as BattleView } from '$lib/wire/crossfire';
import type { Event, View } from '$lib/wire/crossfire-campaign';
import type { Part, Room } from '../contract';
import { battleHeading, battleSound, keys } from '../crossfire/room';

/** The running battle; none between battles. */
export const battleOf = (view: View): BattleView | undefined => (view.stage.type === 'battle' ? (view.stage.battle as unknown as BattleView) : undefined);

/** The battles that were begun. The entry that ends one still belongs to it. */
export function battlesOf(moments: { entry: number; event: Event }[]): Part[] {
	const battles: Part[] = [];
	for (const { entry, event } of moments) {
		if (event.type === 'battle_began') battles.push({ name: `Battle ${event.number}`, first: entry });
		const last = battles.at(-1);
		if (event.type === 'battle_recorded' && last) last.last = entry;
	}
	return battles;
}

export const room: Room<View> = {
	upFront: ['factions', 'event', 'traits'],
	// Around one device a mission is agreed on aloud.
	atOneDevice: { confirm_missions: false },
	parts: battlesOf,
	heading: (view) => {
		const battle = battleOf(view);
		const number = Math.min(view.records.length + 1, view.length);
		return battle ? `battle ${number} of ${view.length} · ${battleHeading(battle)}` : `${view.records.length} of ${view.length} battles fought`;
	},
	keys,
	sound: (event: Event) => (event.type === 'battle' ? battleSound(event.event as unknown as BattleEvent) : event.type === 'battle_recorded' ? 'good' : 'tap'),
};
