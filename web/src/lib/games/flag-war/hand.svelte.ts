/** What a player holds: the picked piece, where it is aimed, and what can be undone. */
import type { Command, Direction, Order, Own, OwnPiece, PlanEntry, Square, View } from '$lib/wire/flag-war';
import type { Refusal } from '$lib/wire/protocol';
import { same } from '../same';
import { aimAlong, aimAt, type Aim } from './geometry';

interface Table {
	view: () => View;
	submit: (command: Command) => Promise<Refusal | undefined>;
	/** Why the zone bars a way, where the pieces are not one's own. */
	closed?: string;
}

export class Hand {
	chosen = $state.raw<{ id: number; later: boolean }>();
	/** Where the pointer is, in squares of the field. */
	pointer = $state.raw<{ x: number; y: number }>();
	keyed = $state.raw<{ direction: Direction; squares: number }>();
	past = $state.raw<PlanEntry[][]>([]);
	/** Counts up when a way is barred by the own zone. */
	flash = $state.raw(0);
	#table: Table;

	readonly own: Own | undefined = $derived.by(() => this.#table.view().own ?? undefined);
	readonly open: number = $derived.by(() => this.#table.view().shared.round);
	readonly piece: OwnPiece | undefined = $derived.by(() => this.own?.pieces.find((piece) => piece.id === this.chosen?.id));
	readonly later = $derived.by(() => !!this.chosen?.later && !!this.piece && this.piece.free_round > this.open);
	readonly from: Square | undefined = $derived.by(() => (this.later ? this.piece?.after_plan : this.piece?.from) ?? undefined);
	readonly legs = $derived.by(() => (this.later ? this.piece?.legs_after_plan : this.piece?.legs) ?? []);
	readonly round = $derived.by(() => (this.later ? (this.piece?.free_round ?? this.open) : this.open));
	readonly aim: Aim | undefined = $derived.by(() => {
		if (!this.from) return undefined;
		const leg = this.legs.find((one) => one.direction === this.keyed?.direction);
		if (leg && this.keyed) return aimAlong(leg, this.keyed.squares);
		if (!this.pointer) return undefined;
		return aimAt(this.pointer.x - this.from.x, this.pointer.y - this.from.y, this.legs);
	});

	constructor(table: Table) {
		this.#table = table;
	}

	/** Picks a piece. Picked again, it is planned on from the end of its orders, then let go. */
	pick(id: number): void {
		const before = this.chosen;
		this.drop();
		if (before?.id !== id) this.chosen = { id, later: false };
		else if (!before.later && (this.own?.pieces.find((piece) => piece.id === id)?.free_round ?? 0) > this.open) {
			this.chosen = { id, later: true };
		}
	}

	/** Picks a piece by its number, wherever it is; the answer says why not. */
	call(id: number): string | undefined {
		if (!this.own?.pieces.find((piece) => piece.id === id)?.from) return `Piece ${id} is in jail. A piece of its team on its key frees it.`;
		this.pick(id);
		return undefined;
	}

	/** Gives the order that is aimed, and lets go; the answer says why not. */
	give(): string | undefined {
		const { aim, chosen, round } = this;
		if (!aim || !chosen) return undefined;
		this.drop();
		if (aim.barred) {
			this.flash += 1;
			return `${this.#table.closed ?? 'Your zone is closed to you while your flag is home.'} Nothing was ordered.`;
		}
		if (aim.squares === 0) return aim.leg.stop === 'edge' ? 'The edge is there.' : 'It cannot move that way now.';
		void this.order([{ type: 'move', piece: chosen.id, direction: aim.leg.direction, distance: aim.squares, target_round: round }]);
		return undefined;
	}

	hold(): void {
		const { chosen, round } = this;
		if (chosen) void this.order([{ type: 'hold', piece: chosen.id, target_round: round }]);
		this.drop();
	}

	/** Drops all orders of a piece. */
	clear(piece: number | 'all'): void {
		void this.order([{ type: 'cancel', piece, round: 'all' }]);
		this.drop();
	}

	drop(): void {
		this.chosen = undefined;
		this.pointer = undefined;
		this.keyed = undefined;
	}

	turnLater(): void {
		if (this.chosen) this.chosen = { ...this.chosen, later: !this.chosen.later };
		this.keyed = undefined;
	}

	/** An arrow: the way, then one square more; the arrow back takes one off. */
	way(direction: Direction, whole: boolean): void {
		const leg = this.legs.find((one) => one.direction === direction);
		if (!leg) return;
		this.pointer = undefined;
		const before = this.keyed;
		if (whole) this.keyed = { direction, squares: Math.max(1, leg.squares) };
		else if (before?.direction === direction) {
			const most = Math.max(1, leg.squares + (leg.stop === 'own_zone' ? 1 : 0));
			this.keyed = { direction, squares: Math.min(before.squares + 1, most) };
		} else if (before && before.direction === BACK[direction] && before.squares > 1) {
			this.keyed = { ...before, squares: before.squares - 1 };
		} else this.keyed = { direction, squares: 1 };
	}

	far(squares: number): void {
		if (this.keyed && squares > 0) this.keyed = { ...this.keyed, squares };
	}

	/** Does commands as one step that can be undone; says whether all went. */
	async order(commands: Command[]): Promise<boolean> {
		const before = this.own?.plan ?? [];
		for (const command of commands) {
			if (await this.#table.submit(command)) return false;
		}
		this.past = [...this.past, before].slice(-30);
		return true;
	}

	async undo(): Promise<void> {
		const wanted = this.past.at(-1);
		if (!wanted || !this.own) return;
		this.past = this.past.slice(0, -1);
		const slot = (a: PlanEntry) => (b: PlanEntry) => a.round === b.round && a.piece === b.piece;
		for (const entry of this.own.plan) {
			if (!wanted.some(slot(entry))) await this.#table.submit({ type: 'cancel', piece: entry.piece, round: entry.round });
		}
		for (const entry of wanted) {
			const now = this.own.plan.find(slot(entry));
			if (entry.round < this.open || (now && same(now.order, entry.order))) continue;
			await this.#table.submit(commandOf(entry.piece, entry.order, entry.round));
		}
	}
}

const BACK: Partial<Record<Direction, Direction>> = { up: 'down', down: 'up', left: 'right', right: 'left' };

export function commandOf(piece: number, order: Order, target_round: number): Command {
	return order === 'hold' ? { type: 'hold', piece, target_round } : { type: 'move', piece, target_round, ...order.move };
}
