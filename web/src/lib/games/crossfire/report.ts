/** What the last events were, for the board: the roll with its parts, and the words where they landed. */
import type { Moment } from '$lib/table/table.svelte';
import type { Event, Position, UnitId, View } from '$lib/wire/crossfire';
import { signed } from './model';
import type { Blow } from './Strike.svelte';

export interface Report {
	key: string;
	title: string;
	dice: { face: number; seat: number }[];
	/** The sum with its modifiers. */
	sum: string;
	/** What it came to, in the rules' own sentences. */
	outcome: string;
}

const seatOf = (unit: UnitId) => (unit.startsWith('P1') ? 0 : 1);
const AFTER = new Set(['went_down', 'resisted', 'destroyed', 'own_fire']);

export function reportOf(view: View, fresh: Moment<Event>[]): Report | undefined {
	const index = fresh.findLastIndex(({ event }) => ['shot_resolved', 'melee_resolved', 'initiative_won', 'initiative_tied', 'move_settled', 'move_declared'].includes(event.type));
	const moment = fresh[index];
	if (!moment) return undefined;
	const { event, key } = moment;
	const after = fresh.slice(index + 1).filter((one) => AFTER.has(one.event.type));
	const told = after.map((one) => one.text).join(' ');
	if (event.type === 'shot_resolved') {
		const natural = event.dice.reduce((sum, die) => sum + die, 0);
		const plain = `${event.dice.join(' + ')} = ${natural}, ${signed(event.attack)} attack = ${natural + event.attack}: ${event.result === 'miss' ? 'not above' : 'above'} Defense ${event.defense}${event.in_cover ? ' in cover' : ''}`;
		const sum = event.result === 'failure' ? 'Double one: a critical failure' : event.result === 'kill' ? `A natural ${natural} kills` : plain;
		const word = { hit: 'Hit.', miss: 'Miss.', kill: 'Killed.', failure: 'Nobody is hit.' }[event.result];
		return { key, title: `${event.shooter} shot at ${event.target}`, dice: event.dice.map((face) => ({ face, seat: seatOf(event.shooter) })), sum, outcome: told || word };
	}
	if (event.type === 'melee_resolved') {
		const [mine = 0, theirs = 0] = event.dice;
		const [ours = 0, others = 0] = event.totals;
		const sum = `${mine} ${signed(ours - mine)} = ${ours} against ${theirs} ${signed(others - theirs)} = ${others}`;
		const dice = [
			{ face: mine, seat: seatOf(event.attacker) },
			{ face: theirs, seat: seatOf(event.target) },
		];
		return { key, title: `${event.attacker} fought ${event.target}`, dice, sum, outcome: told || 'Equal: nothing happens.' };
	}
	if (event.type === 'initiative_won') {
		const name = view.scenario.factions[event.seat]?.name ?? '';
		return { key, title: 'Initiative', dice: event.dice.map((face, seat) => ({ face, seat })), sum: event.dice.join(' to '), outcome: `${name} chooses who begins.` };
	}
	if (event.type === 'initiative_tied') {
		return { key, title: 'Initiative', dice: [0, 1].map((seat) => ({ face: event.die, seat })), sum: 'Equal', outcome: 'Both roll again.' };
	}
	if (event.type === 'move_settled' || event.type === 'move_declared') {
		return { key, title: `${event.unit} rolled to move`, dice: [{ face: event.die, seat: seatOf(event.unit) }], sum: '', outcome: moment.text };
	}
	return undefined;
}

/** The squares where something just happened, the last first. */
export function placesOf(view: View, fresh: Moment<Event>[]): Position[] {
	const ids = fresh.flatMap(({ event }) => Object.entries(event).flatMap(([role, id]) => (['unit', 'shooter', 'attacker', 'target'].includes(role) ? [id] : [])));
	return [...new Set(ids.reverse())].flatMap((id) => view.units.filter((unit) => unit.id === id && unit.square)).map(({ square }) => square as Position);
}

/** The words that float up from the squares. */
export function blowsOf(view: View, fresh: Moment<Event>[]): Blow[] {
	const at = (id: UnitId): Position | undefined => view.units.find((unit) => unit.id === id)?.square ?? gone.get(id);
	const gone = new Map<UnitId, Position>(fresh.flatMap(({ event }) => (event.type === 'destroyed' ? [[event.unit, event.square] as const] : [])));
	const blows: Blow[] = [];
	const add = (key: string, square: Position | undefined, word: string, tone: Blow['tone'], from?: Position) => {
		if (square) blows.push({ key, at: square, word, tone, from });
	};
	let source: Position | undefined;
	for (const { event, key } of fresh) {
		if (event.type === 'shot_resolved') {
			source = at(event.shooter);
			if (event.result === 'miss') add(key, at(event.target), 'Miss', 'calm', source);
			if (event.result === 'failure') add(key, at(event.shooter), 'Double one', 'bad');
		} else if (event.type === 'went_down') add(key, at(event.unit), 'Down', 'good', source);
		else if (event.type === 'destroyed') add(key, event.square, 'Destroyed', 'good', source);
		else if (event.type === 'resisted') add(key, at(event.unit), 'Shrugged off', 'calm', source);
		else if (event.type === 'own_fire') add(key, at(event.unit), 'Own fire', 'bad');
		else if (event.type === 'melee_resolved' && !event.loser) add(key, at(event.target), 'Equal', 'calm');
		else if (event.type === 'aided') add(key, at(event.target), 'Up again', 'calm');
		else if (event.type === 'revived') add(key, at(event.unit), 'Up again', 'calm');
		else if (event.type === 'held') add(key, at(event.unit), 'Holds', 'calm');
	}
	return blows;
}

/** How a unit was struck just now. */
export function struckBy(fresh: Moment<Event>[], id: UnitId): 'hit' | 'miss' | 'up' | undefined {
	for (const { event } of fresh) {
		if (event.type === 'went_down' && event.unit === id) return 'hit';
		if ((event.type === 'aided' && event.target === id) || (event.type === 'revived' && event.unit === id)) return 'up';
		if (event.type === 'shot_resolved' && event.target === id && event.result === 'miss') return 'miss';
	}
	return undefined;
}
