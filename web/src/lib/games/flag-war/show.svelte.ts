/**
 * Shows a round in the order of its steps: rescuers home, moves, contact, flags, keys, zones. It
 * follows the events from the position before to the one after; CSS moves what changes.
 */
import type { Event, Shared, Side, Snapshot, Square } from '$lib/wire/flag-war';

type Phase = 'home' | 'moves' | 'contact' | 'flags' | 'keys' | 'zones';
interface Step {
	phase: Phase;
	position: Snapshot;
	/** Squares where something happens. */
	marks: Mark[];
}
export interface Mark {
	square: Square;
	sign: 'clash' | 'flag' | 'key' | 'home';
}

const LENGTH: Record<Phase, number> = { home: 220, moves: 520, contact: 420, flags: 320, keys: 320, zones: 220 };

const phaseOf = (event: Event): Phase | undefined => {
	switch (event.type) {
		case 'rescuer_home':
			return 'home';
		case 'moved':
			return 'moves';
		case 'tagged':
		case 'traded':
		case 'friendly_reset':
		case 'flag_returned':
			return 'contact';
		case 'flag_taken':
		case 'scored':
		case 'scorer_home':
			return 'flags';
		case 'key_appeared':
		case 'key_gone':
		case 'rescued':
			return 'keys';
		case 'zone_opened':
		case 'zone_closed':
		case 'zone_reset':
			return 'zones';
		default:
			return undefined;
	}
};

export class Show {
	/** What is drawn instead of the position now; none when all has been shown. */
	step = $state.raw<Step>();
	/** How slowly: the tempo, or less, so that all is shown before half of the next round is over. */
	pace = $state.raw(1);
	#timer: ReturnType<typeof setTimeout> | undefined;
	#last: number | undefined;

	/** Notices a new view. Only the round that follows the last one seen is shown. */
	see(shared: Shared, tempo: number): void {
		const number = shared.last_round?.number ?? 0;
		const follows = this.#last !== undefined && number === this.#last + 1;
		if (number === this.#last) return;
		this.#last = number;
		this.finish();
		this.pace = tempo;
		if (!follows || tempo === 0) return;
		const steps = stepsOf(shared);
		const whole = steps.reduce((sum, step) => sum + LENGTH[step.phase], 0);
		if (shared.tick_ms > 0 && whole > 0) this.pace = Math.min(tempo, shared.tick_ms / 2 / whole);
		this.#run(steps);
	}

	finish(): void {
		clearTimeout(this.#timer);
		this.step = undefined;
	}

	#run(steps: Step[]): void {
		const [first, ...rest] = steps;
		this.step = first;
		if (!first) return;
		this.#timer = setTimeout(() => this.#run(rest), LENGTH[first.phase] * this.pace);
	}
}

/** The steps of the last round, each with the position after it. */
export function stepsOf(shared: Shared): Step[] {
	const last = shared.last_round;
	if (!last) return [];
	let position = last.before;
	const steps: Step[] = [];
	for (const event of last.events) {
		const phase = phaseOf(event);
		if (!phase) continue;
		position = follow(position, event, shared.sides);
		const before = steps.at(-1);
		const marks = marksOf(event, shared, position);
		if (before?.phase === phase) {
			before.position = position;
			before.marks.push(...marks);
		} else {
			steps.push({ phase, position, marks: [...marks] });
		}
	}
	return steps;
}

function follow(at: Snapshot, event: Event, sides: Side[]): Snapshot {
	const start = (team: string, id: number) => sides.find((side) => side.team === team)?.starts[id - 1] ?? null;
	const put = (which: { team: string; id: number }[], square: (team: string, id: number) => Square | null) => ({
		...at,
		pieces: at.pieces.map((piece) => {
			if (!which.some((one) => one.team === piece.team && one.id === piece.id)) return piece;
			const to = square(piece.team, piece.id);
			return { ...piece, square: to, jailed: to === null, returns_home: false };
		}),
	});
	const carry = (flag: string, carrier: { team: string; id: number }, carrying: boolean) => ({
		...at,
		pieces: at.pieces.map((piece) => (piece.team === carrier.team && piece.id === carrier.id ? { ...piece, carrying } : piece)),
		flags: at.flags.map((one) => (one.team === flag ? { ...one, home: !carrying } : one)),
	});
	switch (event.type) {
		case 'moved':
			return put([event.piece], () => event.to);
		case 'rescuer_home':
		case 'zone_reset':
		case 'scorer_home':
			return put([event.piece], () => event.square);
		case 'tagged':
			return put([event.piece], () => null);
		case 'traded':
			return put(event.pieces, () => null);
		case 'friendly_reset':
			return put(event.pieces, start);
		case 'rescued':
			return put(event.freed, start);
		case 'flag_taken':
			return carry(event.flag, event.carrier, true);
		case 'flag_returned':
			return carry(event.flag, event.carrier, false);
		case 'key_appeared':
			return { ...at, keys: at.keys.map((key) => (key.team === event.team ? { ...key, present: true, square: event.square } : key)) };
		case 'key_gone':
			return { ...at, keys: at.keys.map((key) => (key.team === event.team ? { ...key, present: false } : key)) };
		case 'zone_opened':
		case 'zone_closed':
			return { ...at, zones: at.zones.map((zone) => (zone.team === event.team ? { ...zone, active: event.type === 'zone_closed' } : zone)) };
		default:
			return at;
	}
}

function marksOf(event: Event, shared: Shared, position: Snapshot): Mark[] {
	switch (event.type) {
		case 'tagged':
		case 'traded':
		case 'friendly_reset':
			return [{ square: event.square, sign: 'clash' }];
		case 'scored':
			return [{ square: event.square, sign: 'flag' }];
		case 'flag_taken': {
			const home = shared.sides.find((side) => side.team === event.flag)?.flag_home;
			return home ? [{ square: home, sign: 'flag' }] : [];
		}
		case 'key_appeared':
			return [{ square: event.square, sign: 'key' }];
		case 'rescued':
			return event.freed.flatMap((freed) => {
				const square = position.pieces.find((piece) => piece.team === freed.team && piece.id === freed.id)?.square;
				return square ? [{ square, sign: 'home' as const }] : [];
			});
		default:
			return [];
	}
}
