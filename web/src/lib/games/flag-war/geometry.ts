/** Squares, directions and words of the field. Nothing here knows what is allowed. */
import type { Command, Direction, Event, Leg, Order, Piece, Shared, Square, Team, Warning } from '$lib/wire/flag-war';

/** The side of a square in the drawing. */
export const CELL = 48;

export const STEPS: Record<Direction, readonly [number, number]> = {
	up: [0, -1],
	down: [0, 1],
	left: [-1, 0],
	right: [1, 0],
	up_left: [-1, -1],
	up_right: [1, -1],
	down_left: [-1, 1],
	down_right: [1, 1],
};
const ARROWS: Record<Direction, string> = {
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	up_left: '↖',
	up_right: '↗',
	down_left: '↙',
	down_right: '↘',
};

export const arrowOf = (direction: Direction) => ARROWS[direction];
export const wordOf = (direction: Direction) => direction.replace('_', ' ');
export const middle = (n: number) => n * CELL + CELL / 2;
export const same = (a?: Square | null, b?: Square | null) => !!a && !!b && a.x === b.x && a.y === b.y;
export const teamName = (team: Team) => (team === 'blue' ? 'Blue' : 'Red');
export const otherTeam = (team: Team): Team => (team === 'blue' ? 'red' : 'blue');
export const pieceName = (piece: Piece) => `${teamName(piece.team)} ${piece.id}`;
export const squareName = (square: Square) => `column ${square.x}, row ${square.y}`;
export const along = (from: Square, direction: Direction, squares: number): Square => ({
	x: from.x + STEPS[direction][0] * squares,
	y: from.y + STEPS[direction][1] * squares,
});

/** An order that is being aimed: how far it is wanted and how far the piece would come. */
export interface Aim {
	leg: Leg;
	wanted: number;
	squares: number;
	/** The own closed zone is in the way. */
	barred: boolean;
	/** How far the pointer is from the line, in squares. */
	off: number;
}

/** Snaps a point, in squares from the piece, to the nearest of its ways. */
export function aimAt(dx: number, dy: number, legs: Leg[]): Aim | undefined {
	const ways = legs.map((leg) => {
		const [sx, sy] = STEPS[leg.direction];
		const size = Math.hypot(sx, sy);
		return { leg, far: (dx * sx + dy * sy) / size / size, off: Math.abs(dx * sy - dy * sx) / size };
	});
	const best = ways.filter((way) => way.far > 0).sort((a, b) => a.off - a.far - (b.off - b.far))[0];
	if (!best || best.far < 0.5) return undefined;
	return aimAlong(best.leg, Math.round(best.far), best.off);
}

export function aimAlong(leg: Leg, wanted: number, off = 0): Aim {
	const barred = wanted > leg.squares && leg.stop === 'own_zone';
	return { leg, wanted, squares: Math.min(wanted, leg.squares), barred, off };
}

export function orderWords(order: Order): string {
	return order === 'hold' ? 'hold' : `${wordOf(order.move.direction)} ${order.move.distance}`;
}
/** A command in words: "Blue 2: up 3 in round 4". */
export function commandWords(command: Command, team: Team, open: number): string {
	if (command.type !== 'move' && command.type !== 'hold') return command.type.replace('_', ' ');
	const round = command.target_round && command.target_round > open ? ` in round ${command.target_round}` : '';
	return `${teamName(team)} ${command.piece}: ${command.type === 'hold' ? 'hold' : `${command.direction ? wordOf(command.direction) : ''} ${command.distance}`}${round}`;
}
export function orderSign(order: Order): string {
	return order === 'hold' ? 'hold' : `${arrowOf(order.move.direction)} ${order.move.distance}`;
}

const list = (words: string[]) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);

/** A warning in words; `grave` ones are about the orders themselves. */
export function warningWords(warning: Warning): { grave: boolean; text: string } {
	switch (warning.type) {
		case 'friends_meet':
			return { grave: true, text: `${list(warning.pieces.map(String))} end on one square.` };
		case 'enemy_holds':
			return { grave: true, text: `${warning.piece} ends where an enemy stands.` };
		case 'flag_in_reach':
			return { grave: false, text: `${list(warning.by.map(pieceName))} can reach your flag.` };
		case 'key_in_reach':
			return { grave: false, text: `${list(warning.by.map(pieceName))} can reach the key.` };
	}
}

/** Who was caught in the last round, and where: for the marks on the field. */
export function caughtIn(shared: Shared): { piece: Piece; square: Square }[] {
	return (shared.last_round?.events ?? []).flatMap((event) => {
		if (event.type === 'tagged') return [{ piece: event.piece, square: event.square }];
		return event.type === 'traded' ? event.pieces.map((piece) => ({ piece, square: event.square })) : [];
	});
}

/** What the last round did to a team's pieces and why, in a few words each. */
export function fateOf(shared: Shared, team: Team): string[] {
	const mine = (pieces: Piece[]) => pieces.filter((piece) => piece.team === team).map((piece) => String(piece.id));
	const landOf = ({ y }: Square) => shared.sides.find(({ land }) => land.top <= y && y <= land.bottom)?.team;
	const words = (event: Event): string | undefined => {
		switch (event.type) {
			case 'tagged': {
				const land = landOf(event.square);
				return event.piece.team === team ? `${event.piece.id} caught by ${list(event.by.map(pieceName))}${land ? ` on ${teamName(land)} land` : ''}` : undefined;
			}
			case 'traded':
				return mine(event.pieces).length > 0 ? `${list(mine(event.pieces))} met ${list(event.pieces.filter((piece) => piece.team !== team).map(pieceName))} on neutral ground` : undefined;
			case 'friendly_reset':
				return mine(event.pieces).length > 0 ? `${list(mine(event.pieces))} met and went back to the start` : undefined;
			case 'zone_reset':
				return event.piece.team === team ? `${event.piece.id} sent out of its closed zone` : undefined;
			default:
				return undefined;
		}
	};
	return (shared.last_round?.events ?? []).flatMap((event) => words(event) ?? []);
}
