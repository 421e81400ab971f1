/** What the board reads out of a view: places, choices and words. No rule stands here. */
import { counted } from '$lib/ui/words';
import type { BoardProps, ChoiceOf } from '../contract';
import type { Area, Chance, Command, Event, Position, ShotPreview, Square, UnitChoices, UnitId, UnitView, View } from '$lib/wire/crossfire';

export type BattleProps = BoardProps<View, Command, Event>;

export const CELL = 60;
export const MARGIN = 24;
export const COLUMNS = 15;
export const ROWS = 9;

export const has = (area: Area | undefined, [column, row]: Position) => area?.[row - 1]?.[column - 1] === '#';
export const keyOf = ([column, row]: Position) => `${column} ${row}`;
export const same = (a: Position | null | undefined, b: Position | null | undefined) =>
	a === b || (a == null && b == null) || (a != null && b != null && a[0] === b[0] && a[1] === b[1]);

/** How far apart they are drawn. */
export const distance = (a: Position, b: Position) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** How the sector lies: wide, or upright with the first or the second side at the bottom. */
export type Lie = 'wide' | 'first' | 'second';
export type Place = (square: Position) => { x: number; y: number };

/** The centre of a square on the drawing. */
export function placing(lie: Lie): Place {
	const at = (across: number, down: number) => ({ x: MARGIN + (across + 0.5) * CELL, y: MARGIN + (down + 0.5) * CELL });
	if (lie === 'first') return ([column, row]) => at(row - 1, COLUMNS - column);
	if (lie === 'second') return ([column, row]) => at(ROWS - row, column - 1);
	return ([column, row]) => at(column - 1, row - 1);
}

/** The corner and size of a rectangle of squares. */
export function boxOf(place: Place, columns: number[], rows: number[]) {
	const a = place([columns[0] ?? 1, rows[0] ?? 1]);
	const b = place([columns[1] ?? 1, rows[1] ?? 1]);
	return {
		x: Math.min(a.x, b.x) - CELL / 2,
		y: Math.min(a.y, b.y) - CELL / 2,
		width: Math.abs(a.x - b.x) + CELL,
		height: Math.abs(a.y - b.y) + CELL,
	};
}

export const share = ([parts, whole]: Chance) => (whole === 0 ? 0 : parts / whole);

/** Chances that exclude each other, as one. */
export function sumOf(...chances: Chance[]): Chance {
	const whole = chances.reduce((product, [, one]) => product * one, 1);
	return [chances.reduce((sum, [count, one]) => sum + (count * whole) / one, 0), whole];
}

/** "58 %", or "<1 %" for what is rare but possible. */
export function percent(chance: number): string {
	const value = Math.round(chance * 100);
	if (value === 0 && chance > 0) return '<1 %';
	if (value === 100 && chance < 1) return '>99 %';
	return `${value} %`;
}

/** Whole percents of chances that make up one, which add up to 100: the largest rests are rounded up. */
export function wholePercents(chances: Chance[]): string[] {
	const whole = chances.map(([parts, all]) => Math.floor((parts * 100) / all));
	const byRest = chances.map(([parts, all], i) => ({ i, rest: ((parts * 100) % all) / all })).sort((a, b) => b.rest - a.rest);
	const missing = chances.length > 0 ? 100 - whole.reduce((sum, value) => sum + value, 0) : 0;
	for (const { i } of byRest.slice(0, missing)) whole[i]! += 1;
	return whole.map((value, i) => (value === 0 && chances[i]![0] > 0 ? '<1 %' : `${value} %`));
}

/** "21 of 36" where two dice have that many faces; the plain fraction otherwise. */
export function parts([count, whole]: Chance): string {
	const ofDice = (count * 36) / whole;
	return Number.isInteger(ofDice) ? `${ofDice} of 36` : `${count} of ${whole}`;
}

/** One thing that a unit may do now, as the rules list it. */
export interface Option {
	kind: 'move' | 'shoot' | 'melee' | 'first_aid' | 'hold' | 'end' | 'roll';
	to?: Position;
	target?: UnitId;
	command: Command;
	text: string;
}

function optionOf({ command, text }: ChoiceOf<Command>): (Option & { unit: UnitId }) | undefined {
	if (command.type === 'declare_move') return { kind: 'roll', unit: command.unit, command, text };
	if (command.type === 'quick_start_move') return { kind: command.to ? 'move' : 'end', to: command.to ?? undefined, unit: command.unit, command, text };
	if (command.type !== 'act') return undefined;
	const { action, unit } = command;
	return {
		kind: action.type,
		unit,
		to: 'to' in action ? (action.to ?? undefined) : undefined,
		target: 'target' in action ? action.target : undefined,
		command,
		text,
	};
}

/** What may be done now, by unit. */
export function optionsByUnit(legal: ChoiceOf<Command>[]): Map<UnitId, Option[]> {
	const found = new Map<UnitId, Option[]>();
	for (const choice of legal) {
		const option = optionOf(choice);
		if (!option) continue;
		const list = found.get(option.unit);
		if (list) list.push(option);
		else found.set(option.unit, [option]);
	}
	return found;
}

/** The odds of a shot, as the view has them. */
export function shotOf(view: View, choices: UnitChoices | undefined, option: Option): ShotPreview | undefined {
	if (option.kind !== 'shoot') return undefined;
	const choice = choices?.shots.find((one) => one.target === option.target && same(one.to, option.to));
	return choice && view.shots[choice.shot];
}

/** How likely an option does what it is for. */
export function promise(view: View, choices: UnitChoices | undefined, option: Option): number {
	if (option.kind === 'first_aid') return 1;
	if (option.kind === 'melee') {
		const down = view.units.find((unit) => unit.id === option.target)?.state === 'down';
		return down ? 1 : view.melee ? share(view.melee.best.win) : 0;
	}
	const shot = shotOf(view, choices, option);
	return shot ? share(shot.best.destroyed) + share(shot.best.down) : 0;
}

/** What a movement costs that ends there; none where it cannot. */
export function costOf(choices: UnitChoices | undefined, square: Position): number | undefined {
	const cost = choices?.reach.findIndex((ring) => ring.some((end) => same(end, square)));
	return cost === undefined || cost < 0 ? undefined : cost;
}

export const onBoard = (unit: UnitView): unit is UnitView & { square: Square } => unit.square != null && unit.state !== 'destroyed';
export const steps = (count: number) => counted(count, 'step');
export const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);
export const where = ([column, row]: Position) => `${column},${row}`;

/** How the units of a side are. */
export function unitsOf(view: View, seat: number) {
	const own = view.units.filter((unit) => unit.seat === seat);
	const count = (state: UnitView['state']) => own.filter((unit) => unit.state === state).length;
	return { standing: count('standing') + count('waiting'), down: count('down'), lost: count('destroyed'), onBoard: own.length - count('destroyed') };
}

/** The size of the drawing. */
export function sizeOf(lie: Lie) {
	const [across, down] = lie === 'wide' ? [COLUMNS, ROWS] : [ROWS, COLUMNS];
	return { width: across * CELL + MARGIN + 10, height: down * CELL + MARGIN + 10 };
}

/** The squares that a mission is about, with what they are worth. */
export function missionZones(view: View): { columns: number[]; rows: number[]; label: string }[] {
	const { mission, rules } = view.scenario;
	const scoring = mission.scoring;
	if ('majority' in scoring) return scoring.majority.zones.map(({ zone }) => ({ ...zone, label: '' }));
	if ('sole_presence' in scoring) return scoring.sole_presence.zones.map(({ zone }) => ({ ...zone, label: '' }));
	if ('majority_per_zone' in scoring)
		return scoring.majority_per_zone.zones.map(({ zone, points, id }) => ({ ...zone, label: `${id.toUpperCase()} · P1 ${points[0]} / P2 ${points[1]}` }));
	if ('majority_in_enemy_home' in scoring) return rules.home.map((zone) => ({ ...zone, label: '' }));
	return [];
}

/** The options of a unit that have a button: the likeliest few deeds, then the plain ones; the others are chosen on the board. */
export function shownOf(view: View, choices: UnitChoices | undefined, options: Option[], chosen: Option | undefined): Option[] {
	const deeds = options
		.filter((option) => option.target !== undefined && (!chosen?.target || option.target === chosen.target))
		.sort((a, b) => promise(view, choices, b) - promise(view, choices, a))
		.slice(0, 3);
	const plain = chosen?.target ? [] : options.filter((option) => option.target === undefined);
	return [...deeds, ...plain.filter((option) => option.kind !== 'roll'), ...plain.filter((option) => option.kind === 'roll')];
}
