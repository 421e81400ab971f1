/** What stands on the home page. Names and lines of games come from the rules crates by `wire/games.json`. */
import type { GameLine } from '$lib/wire/protocol';
import lines from '$lib/wire/games.json';
import { words } from '$lib/ui/schema';

export const games = lines as unknown as GameLine[];
export const gameLine = (id: string): GameLine | undefined => games.find((game) => game.id === id);

/** A game, or what is to be one, as the home page shows it. */
export interface Door {
	id: string;
	name: string;
	line: string;
	seats: [number, number];
	minutes: [number, number];
	/** Whether this build has it. */
	ready: boolean;
	/** What its button says. */
	verb: string;
	/** Other ways to play it, such as a campaign. */
	also: { id: string; name: string }[];
}

type Written = Omit<Door, 'ready' | 'verb' | 'also'> & { verb?: string };

/** The five rooms, in order, in words of our own where the rules are not there yet. */
const FIVE: Written[] = [
	{ id: 'sky-team', name: 'Sky Team', line: 'Two pilots, four dice each, one runway. Land the plane without a word.', seats: [2, 2], minutes: [15, 20] },
	{ id: 'silosoft', name: 'Silosoft', line: 'Ship the features before the silos, the bosses and the rivals stop you.', seats: [1, 4], minutes: [20, 40] },
	{ id: 'flag-war', name: 'Flag War', line: 'Give orders, hold the line, bring their flag home. The clock does not wait.', seats: [2, 2], minutes: [5, 15] },
	{ id: 'crossfire', name: 'Crossfire Sector', line: 'A small squad, a ruined sector, and cover that is never quite enough.', seats: [2, 2], minutes: [20, 45] },
	{ id: 'space-weirdos', name: 'Space Weirdos', line: 'Build a warband of oddballs, to the point, and print it for the table.', seats: [1, 1], minutes: [5, 20], verb: 'Build' },
];

export function rooms(hasPage: (id: string) => boolean): Door[] {
	return FIVE.map((room) => {
		const line = gameLine(room.id);
		const verb = room.verb ?? 'Play';
		const also = games
			.filter((game) => game.id.startsWith(`${room.id}-`))
			.map((game) => ({ id: game.id, name: words(game.id.slice(room.id.length + 1)) }));
		if (!line) return { ...room, verb, also, ready: hasPage(room.id) };
		return { ...room, name: line.name, line: line.line, seats: pair(line.seats), minutes: pair(line.minutes), verb, also, ready: true };
	});
}

/** The others: small games that everybody knows. */
export const classics = (): GameLine[] => games.filter((game) => !FIVE.some((room) => game.id === room.id || game.id.startsWith(`${room.id}-`)));

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
