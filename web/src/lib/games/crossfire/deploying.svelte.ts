/** A deployment in the making: every unit has a square from the start, and is moved by two presses. */
import type { Placement, Position, UnitId, View } from '$lib/wire/crossfire';
import { same } from './model';

export class Deploying {
	placements = $state.raw<Placement[]>([]);
	lifted = $state.raw<UnitId>();

	begin(view: View): void {
		const phase = view.phase;
		this.placements = phase.type === 'deployment' ? (phase.own ?? phase.suggestion ?? []) : [];
		this.lifted = undefined;
	}

	at(square: Position): UnitId | undefined {
		return this.placements.find((placement) => same(placement.square, square))?.unit;
	}

	/** The placements with the lifted unit on a square; who stood there takes its place. */
	moved(square: Position): Placement[] {
		const from = this.placements.find((placement) => placement.unit === this.lifted)?.square;
		if (!from) return this.placements;
		return this.placements.map((placement) => {
			if (placement.unit === this.lifted) return { ...placement, square };
			return same(placement.square, square) ? { ...placement, square: from } : placement;
		});
	}

	put(square: Position): void {
		this.placements = this.moved(square);
		this.lifted = undefined;
	}
}
