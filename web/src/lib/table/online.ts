/** Rooms on a server, over HTTP, and the tokens that this device holds for them. `docs/server.md` says how. */
import type { Outcome, Refusal, Seat } from '$lib/wire/protocol';
import type { SeatPlan } from './saves';

export interface RoomSeat {
	seat: Seat;
	type: 'human' | 'open' | 'bot' | string;
	name: string | null;
	online: boolean;
	bot?: string | null;
}

export interface OnlineRoom {
	table: string;
	game: string;
	name: string;
	preset?: string | null;
	state: 'lobby' | 'playing' | 'finished' | 'closed';
	seats: RoomSeat[];
	public: boolean;
	spectators: boolean;
	entry: number;
	outcome?: Outcome | null;
	rematch?: string | null;
}

/** What this device holds of a room. */
export interface Held {
	seat?: Seat;
	token?: string;
	host?: string;
}

const KEY = 'senet.rooms';

function all(): Record<string, Held> {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? '{}');
	} catch {
		return {};
	}
}

export const held = (table: string): Held => all()[table] ?? {};
export const heldTables = (): string[] => Object.keys(all());

function hold(table: string, what: Held): void {
	try {
		localStorage.setItem(KEY, JSON.stringify({ ...all(), [table]: { ...held(table), ...what } }));
	} catch {
		// Without storage the seat lasts as long as the page.
	}
}

/** An answer of the server that is no answer, in words for a person. */
export class Unanswered extends Error {}

async function call<T>(path: string, body?: unknown, token?: string): Promise<T> {
	let answer: Response;
	try {
		answer = await fetch(`./api/${path}`, {
			method: body === undefined ? 'GET' : 'POST',
			headers: {
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(token ? { authorization: `Bearer ${token}` } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	} catch {
		throw new Unanswered('The server does not answer. Games on this device are safe. Try again in a moment.');
	}
	if (!answer.headers.get('content-type')?.includes('json')) {
		throw new Unanswered('There is no server here.');
	}
	const json = await answer.json();
	if (!answer.ok) throw new Error((json as Refusal).sentence ?? `The server said ${answer.status}.`);
	return json;
}

let known: Promise<boolean> | undefined;
/** Whether this page came from a server that plays. */
export function hasServer(): Promise<boolean> {
	known ??= call('version').then(
		() => true,
		() => false,
	);
	return known;
}

export async function make(game: string, own: { preset?: string; config?: unknown }, seats: SeatPlan[]): Promise<string> {
	const mine = seats.findIndex((seat) => !seat.bot);
	const plan = seats.map((seat, i) => {
		if (seat.bot) return { type: 'bot', bot: seat.bot };
		return i === mine ? { type: 'me', name: seat.name || 'Host' } : { type: 'open' };
	});
	const made = await call<{ table: string; host_token: string; seats: { seat: Seat; token: string }[] }>('tables', {
		game,
		...own,
		seats: plan,
	});
	hold(made.table, { host: made.host_token, seat: made.seats[0]?.seat, token: made.seats[0]?.token });
	return made.table;
}

export const room = (table: string) => call<OnlineRoom>(`tables/${encodeURIComponent(table)}`);

export async function join(table: string, name: string, seat?: Seat): Promise<void> {
	const joined = await call<{ seat: Seat; token: string }>(`tables/${encodeURIComponent(table)}/join`, { name, seat });
	hold(table, { seat: joined.seat, token: joined.token });
}

export const startRoom = (table: string) =>
	call(`tables/${encodeURIComponent(table)}/start`, { bot: 'greedy' }, held(table).host);

export async function rematch(table: string): Promise<string> {
	const next = await call<{ table: string; token: string; seat?: Seat }>(
		`tables/${encodeURIComponent(table)}/rematch`,
		{},
		held(table).token,
	);
	hold(next.table, { token: next.token, seat: next.seat });
	return next.table;
}

export async function journalOf(table: string): Promise<string> {
	const answer = await fetch(`./api/tables/${encodeURIComponent(table)}/journal`);
	const text = await answer.text();
	if (!answer.ok) throw new Error('The journal can be read once the game is over.');
	return text.startsWith('{"journal"') ? JSON.parse(text).journal : text;
}

export const invite = (table: string) => `${location.href.split('#')[0]}#/join/${table}`;
