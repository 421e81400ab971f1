/** Orders as ways on the field: the plan, then what a hint or words would add to it. */
import type { Command, Own, Square, Team } from '$lib/wire/flag-war';
import { along } from './geometry';
import type { Hand } from './hand.svelte';

export interface Way {
	key: string;
	team: Team;
	piece: number;
	from: Square;
	to: Square;
	/** What stands at its end: the number of squares, or the round. */
	sign: string;
	kind: 'now' | 'later' | 'words' | 'hint' | 'aim' | 'barred';
}

export function waysOf(own: Own, open: number, hint: Command[], spoken: Command[]): Way[] {
	const plan = own.plan.flatMap((entry): Way[] => {
		if (!entry.from || !entry.to || (entry.order === 'hold' && entry.round > open)) return [];
		const now = entry.round === open;
		const sign = entry.order === 'hold' ? 'hold' : now ? String(entry.order.move.distance) : `R${entry.round}`;
		return [{ key: `${own.team} ${entry.round} ${entry.piece}`, team: own.team, piece: entry.piece, from: entry.from, to: entry.to, sign, kind: now ? 'now' : 'later' }];
	});
	return [...plan, ...proposed(own, open, hint, 'hint'), ...proposed(own, open, spoken, 'words')];
}

/** What commands ask for, as if nothing stopped it: only the server knows. */
function proposed(own: Own, open: number, commands: Command[], kind: 'hint' | 'words'): Way[] {
	const ends = new Map<number, Square>();
	return commands.flatMap((command, i): Way[] => {
		if (command.type !== 'move' || typeof command.piece !== 'number' || !command.direction || !command.distance) return [];
		const piece = own.pieces.find((one) => one.id === command.piece);
		const from = ends.get(command.piece) ?? piece?.from;
		if (!piece || !from) return [];
		const leg = ends.has(command.piece) ? undefined : piece.legs.find((one) => one.direction === command.direction);
		const to = along(from, command.direction, Math.min(command.distance, leg?.squares ?? command.distance));
		ends.set(command.piece, to);
		const round = command.target_round ?? open;
		return [{ key: `${kind} ${i}`, team: own.team, piece: command.piece, from, to, sign: round > open ? `R${round}` : String(command.distance), kind }];
	});
}

/** The order that is being aimed, drawn in the place of the one it would replace. */
export function withAim(drawn: Way[], hand: Hand): Way[] {
	const { aim, from, chosen, own } = hand;
	if (!aim || !from || !chosen || !own) return drawn;
	const others = drawn.filter((way) => hand.later || way.kind !== 'now' || way.team !== own.team || way.piece !== chosen.id);
	const to = along(from, aim.leg.direction, aim.squares);
	return [...others, { key: 'aim', team: own.team, piece: chosen.id, from, to, sign: aim.barred ? '×' : String(aim.squares), kind: aim.barred ? 'barred' : 'aim' }];
}
