/** How each square looks for what is chosen now, and what it says to a screen reader and on a long press. */
import type { Command, Position, UnitView, View } from '$lib/wire/crossfire';
import type { Deploying } from './deploying.svelte';
import { costOf, has, keyOf, onBoard, same, steps, where } from './model';
import type { Picking } from './picking.svelte';
import type { Look } from './Sector.svelte';

interface Known {
	view: View;
	seat: number | undefined;
	live: boolean;
	picking: Picking;
	deploying: Deploying;
	deployment: boolean;
	danger: boolean;
	/** Enemies whose danger stays lit. */
	lit: ReadonlySet<string>;
	hint: Command[];
}

export function looks({ view, seat, live, picking, deploying, deployment, danger, lit, hint }: Known): (square: Position) => Look {
	const units = new Map(view.units.filter(onBoard).map((unit) => [keyOf(unit.square), unit]));
	const walls = new Set(view.scenario.pieces.flatMap((piece) => piece.squares.map(keyOf)));
	const picked = view.units.find((unit) => unit.id === picking.unit);
	const mine = picking.options.length > 0;
	const ends = new Map(picking.options.flatMap((option) => (option.to ? [[keyOf(option.to), option] as const] : [])));
	const aimed = new Set(picking.options.flatMap((option) => (picking.target && option.target === picking.target && option.kind === picking.kind && option.to ? [keyOf(option.to)] : [])));
	const marked = new Set(picking.options.flatMap((option) => (option.target ? [option.target] : [])));
	const hinted = hintSquares(view, picking, hint);
	const enemies = view.units.filter((unit) => unit.seat !== (picked && mine ? picked.seat : (seat ?? 0)) && unit.eyes);
	const watchers = !mine && picked?.eyes ? [picked] : enemies;
	/** Those whose danger is drawn. */
	const lights = danger || (picked !== undefined && !mine) ? watchers : enemies.filter((enemy) => lit.has(enemy.id));
	/** Whether cover adds nothing against an enemy's shots. */
	const ignores = (enemy: UnitView) => view.scenario.traits?.[enemy.seat & 1]?.ignore_cover_bonus === true;
	const home = deployment && seat !== undefined ? view.scenario.rules.home[seat] : undefined;

	const inHome = ([column, row]: Position) =>
		home !== undefined && column >= (home.columns[0] ?? 0) && column <= (home.columns[1] ?? 0) && row >= (home.rows[0] ?? 0) && row <= (home.rows[1] ?? 0);

	function describe(square: Position): string {
		const unit = units.get(keyOf(square));
		const at = `${where(square)}`;
		if (deployment) {
			const own = deploying.at(square);
			return own ? `${at}, ${own}` : inHome(square) ? `${at}, your home zone` : walls.has(keyOf(square)) ? `${at}, ruin` : at;
		}
		if (!unit) return walls.has(keyOf(square)) ? `${at}, ruin` : at;
		const state = unit.state === 'down' ? 'Down' : picking.all.has(unit.id) ? 'may act' : unit.acted ? 'has acted' : 'standing';
		return `${at}, ${unit.id} ${view.scenario.factions[unit.seat & 1]?.name}, ${state}`;
	}

	return (square) => {
		const key = keyOf(square);
		const label = describe(square);
		if (deployment) {
			const own = deploying.at(square);
			const open = live && (own !== undefined || (deploying.lifted !== undefined && inHome(square)));
			return { label, open, home: live && deploying.lifted !== undefined && inHome(square) && own === undefined, hinted: hinted.has(key) };
		}
		const unit = units.get(key);
		const end = mine ? ends.get(key) : undefined;
		const cost = mine ? costOf(picking.choices, square) : undefined;
		const possible = mine && !end && cost !== undefined && cost > 0 && picking.choices?.must_roll === true;
		const half = cost !== undefined && cost <= (picking.choices?.half ?? 0);
		const threats = watchers.filter((enemy) => has(enemy.eyes?.threat, square));
		const covering = enemies.filter((enemy) => has(enemy.eyes?.covered, square));
		const open = end !== undefined || (unit !== undefined && (picked === undefined || picking.all.has(unit.id) || marked.has(unit.id))) || (view.phase.type === 'round_end' && view.phase.asked === seat && unit !== undefined && view.phase.down.includes(unit.id));
		let peek: string | undefined;
		if (end && cost !== undefined) {
			const parts = [`${where(square)}: ${steps(cost)}${half ? ', and it may still attack or help' : ''}.`];
			parts.push(threats.length > 0 ? `Within reach of ${threats.map((enemy) => enemy.id).join(', ')}.` : 'Out of reach of every enemy.');
			if (covering.length > 0) parts.push(`In cover from ${covering.map((enemy) => enemy.id).join(', ')} as they stand${covering.every(ignores) ? ', which adds nothing against them' : ''}.`);
			peek = parts.join(' ');
		}
		return {
			label: end && cost !== undefined ? `${label}, ${steps(cost)} away` : label,
			open,
			tile: end ? (half ? 'half' : 'full') : possible ? 'maybe' : undefined,
			chosen: same(square, picking.to) && picking.to !== undefined,
			hinted: hinted.has(key),
			danger: !walls.has(key) && lights.some((enemy) => has(enemy.eyes?.threat, square)),
			sees: !mine && picked !== undefined && !unit && !walls.has(key) && has(picked.eyes?.sees, square),
			cover: end === undefined || covering.length === 0 ? undefined : covering.every(ignores) ? 'ignored' : 'holds',
			from: aimed.has(key),
			peek,
		};
	};
}

function hintSquares(view: View, picking: Picking, hint: Command[]): Set<string> {
	const found = new Set<string>();
	const add = (id: string | undefined) => {
		const square = view.units.find((unit) => unit.id === id)?.square;
		if (square) found.add(keyOf(square));
	};
	for (const command of hint) {
		if (command.type === 'deploy') for (const placement of command.placements) found.add(keyOf(placement.square));
		if (!('unit' in command)) continue;
		if (picking.unit !== command.unit) {
			add(command.unit);
			continue;
		}
		const action = command.type === 'act' ? command.action : command;
		if ('to' in action && action.to) found.add(keyOf(action.to));
		if ('target' in action) add(action.target);
	}
	return found;
}
