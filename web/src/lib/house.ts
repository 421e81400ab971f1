/** What stands on the home page. Names and lines of games come from the rules crates by `wire/games.json`. */
import type { Plate } from '$lib/games/contract';
import type { GameLine } from '$lib/wire/protocol';
import lines from '$lib/wire/games.json';
import { words } from '$lib/ui/schema';

export const games = lines as unknown as GameLine[];
export const gameLine = (id: string): GameLine | undefined => games.find((game) => game.id === id);

/** A large room, as the home page shows it. */
export interface Door {
	id: string;
	name: string;
	line: string;
	seats: [number, number];
	minutes: [number, number];
	/** What its button says. */
	verb: string;
	/** Other ways to play it, such as a campaign. */
	also: { id: string; name: string }[];
}

const plates = Object.entries(import.meta.glob<Plate>('./games/*/door.ts', { eager: true, import: 'door' }))
	.map(([path, plate]) => ({ ...plate, id: path.split('/')[2] ?? '' }))
	.sort((a, b) => a.place - b.place);

/** The room that a game is played in: its own, or that of the game which it is a kind of, such as a campaign. */
export const roomOf = (game: string): string | undefined => plates.find(({ id }) => game === id || game.startsWith(`${id}-`))?.id;

/** The large rooms, in order. */
export function rooms(): Door[] {
	return plates.flatMap(({ id, verb = 'Play', line: own }) => {
		const line = gameLine(id);
		const told = line ? { name: line.name, line: line.line, seats: pair(line.seats), minutes: pair(line.minutes) } : own;
		return told ? [{ id, verb, ...told, also: kindsOf(id) }] : [];
	});
}

const kindsOf = (room: string) => games.filter(({ id }) => id !== room && roomOf(id) === room).map(({ id }) => ({ id, name: words(id.slice(room.length + 1)) }));

/** The others: small games that everybody knows. */
export const classics = (): GameLine[] => games.filter((game) => roomOf(game.id) === undefined);

const pair = (value: unknown): [number, number] => value as [number, number];

export function range([least, most]: [number, number], one: string, many: string): string {
	if (least === most) return `${least} ${least === 1 ? one : many}`;
	return `${least}–${most} ${many}`;
}

/** How long ago, in words. */
export function ago(time: number, now = Date.now()): string {
	const minutes = Math.round((now - time) / 60_000);
	if (minutes < 1) return 'just now';
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.round(minutes / 60);
	if (hours < 24) return `${hours} h ago`;
	const days = Math.round(hours / 24);
	return days === 1 ? 'yesterday' : `${days} days ago`;
}
