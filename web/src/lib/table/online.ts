/** Rooms on a server, over HTTP, and the tokens that this device holds for them. `docs/server.md` says how. */
import { sentence } from '$lib/ui/words';
import type { CheckedConfig, GamePage, LinkCode, Linked, Made, MakeRoom, MyRoom, NetworkView, Refusal, RoomView, Seat, Seated, SeatWish } from '$lib/wire/protocol';

import type { Found } from './analysis.svelte';

export type { MyRoom, NetworkView, RoomView as OnlineRoom, SeatWish };

/** How a room is kept. */
export type RoomWishes = Required<Pick<MakeRoom, 'public' | 'spectators' | 'spectator_delay_ms' | 'chat' | 'clock'>>;

/** What this device holds of a room: the secrets that open it. */
export interface Keys {
	seat?: Seat;
	token?: string;
	host?: string;
}

const KEY = 'senet.rooms';

function all(): Record<string, Keys> {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? '{}');
	} catch {
		return {};
	}
}

export const held = (table: string): Keys => all()[table] ?? {};

function keep(rooms: Record<string, Keys>): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(rooms));
	} catch {
		// Without storage the seat lasts as long as the page.
	}
}

const hold = (table: string, what: Keys): void => keep({ ...all(), [table]: { ...held(table), ...what } });

/** Lets go of a room; whoever has its link can still watch. */
export function forget(table: string): void {
	const { [table]: _gone, ...rest } = all();
	keep(rest);
}

/** There is no server, or it cannot be reached. */
export class Unanswered extends Error {}

/** The server said no, and why. */
export class Refused extends Error {
	constructor(readonly refusal: Refusal) {
		super(sentence(refusal.sentence));
	}
}

export async function call<T>(path: string, body?: unknown, token?: string): Promise<T> {
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
	if (!answer.headers.get('content-type')?.includes('json')) throw new Unanswered('There is no server here.');
	const json = await answer.json();
	if (!answer.ok) throw new Refused({ code: 'unknown', sentence: `the server said ${answer.status}`, ...(json as Partial<Refusal>) } as Refusal);
	return json;
}

/** Where something of a room is asked for. */
export const at = (table: string, what: string) => `tables/${encodeURIComponent(table)}${what ? `/${what}` : ''}`;

let known: Promise<boolean> | undefined;
/** Whether this page came from a server that plays. */
export function hasServer(): Promise<boolean> {
	known ??= call('version').then(
		() => true,
		() => false,
	);
	return known;
}

/** All about a game, from the server. */
export const gamePage = (game: string) => call<GamePage>(`games/${encodeURIComponent(game)}`);

/** Asks the server's rules whether a configuration is all right. */
export const checkConfig = (game: string, config: unknown) => call<CheckedConfig>(`games/${encodeURIComponent(game)}/check`, { config });

export async function make(
	game: string,
	own: { preset?: string; config?: unknown },
	seats: SeatWish[],
	wishes?: Partial<RoomWishes>,
	seed?: string,
): Promise<string> {
	const made = await call<Made>('tables', {
		game,
		...own,
		seats,
		...wishes,
		...(seed ? { seed } : {}),
	});
	hold(made.table, { host: made.host_token, seat: made.seats[0]?.seat, token: made.seats[0]?.token });
	return made.table;
}

export const room = (table: string) => call<RoomView>(at(table, ''));
export const publicRooms = () => call<RoomView[]>('tables');

/** The rooms in which this device holds something; what the server has forgotten is forgotten here. */
export async function myRooms(): Promise<MyRoom[]> {
	const rooms = all();
	const tokens = Object.values(rooms).flatMap(({ token, host }) => [token, host].filter((one) => one !== undefined));
	if (tokens.length === 0) return [];
	return call<MyRoom[]>('tables/mine', { tokens });
}

export async function join(table: string, name: string, seat?: Seat): Promise<void> {
	const joined = await call<Seated>(at(table, 'join'), { name, seat });
	hold(table, { seat: joined.seat, token: joined.token });
}

/** Takes a seat over from another device; the answer is its table. */
export async function takeLink(code: string): Promise<string> {
	const linked = await call<Linked>('link', { code });
	hold(linked.table, { seat: linked.seat, token: linked.token });
	return linked.table;
}

/** A code with which another device takes this one's seat, too. */
export const linkCode = async (table: string) => (await call<LinkCode>(at(table, 'link'), {}, held(table).token)).code;

export const startRoom = (table: string) => call<RoomView>(at(table, 'start'), { bot: 'normal' }, held(table).host);
export const closeRoom = (table: string) => call<RoomView>(at(table, 'close'), {}, held(table).host);
export const switchChat = (table: string, on: boolean) => call<RoomView>(at(table, 'chat'), { on }, held(table).host);
/** Hands a seat to a bot: one's own, or as the host anybody's. */
export const toBot = (table: string, seat: Seat, bot: string) =>
	call<RoomView>(at(table, 'bot'), { seat, bot }, held(table).seat === seat ? held(table).token : held(table).host);
export const toHuman = (table: string, seat: Seat) => call<RoomView>(at(table, 'human'), { seat }, held(table).token);
/** Replaces somebody who is away. */
export const replaceSeat = (table: string, seat: Seat, by: string) => call<RoomView>(at(table, 'replace'), { seat, by }, held(table).host);

export async function leave(table: string): Promise<void> {
	await call(at(table, 'leave'), {}, held(table).token);
	forget(table);
}

export async function rematch(table: string): Promise<string> {
	const next = await call<Seated>(at(table, 'rematch'), {}, held(table).token);
	hold(next.table, { token: next.token, seat: next.seat, ...(next.host_token ? { host: next.host_token } : {}) });
	return next.table;
}

export async function journalOf(table: string): Promise<string> {
	const { token } = held(table);
	const answer = await fetch(`./api/${at(table, 'journal')}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
	if (answer.status === 404) throw new Error('There is no game here. Its time may be over, or a letter of the link is missing.');
	if (answer.status === 403) throw new Error('The game can be looked at once it is over, by those who played it or where they have shared it.');
	if (!answer.ok) throw new Error('The journal can be read once the game is over.');
	return answer.text();
}

/** What a server has found of a game that is over, beyond an entry: it looks back once for all. */
export const lookedBack = (table: string, since: number) => call<Found>(at(table, `analysis?since=${since}`), undefined, held(table).token);

/** Lets everybody look back at a game that was played here, or not. */
export const share = (table: string, on: boolean) => call<RoomView>(at(table, 'share'), { on }, held(table).token);

/** Lets the server keep a game of this device for whoever has its link; the answer is what it is called there. */
export const keepGame = async (journal: string) => (await call<{ table: string }>('replays', { journal })).table;

/** The short link to a game that a server keeps. */
export const shortLink = (table: string) => new URL(`./r/${table}`, location.href.split('#')[0]).href;

/** The address that an invitation names. Unlike a `#` it survives every chat. */
export const invite = (table: string, house = location.href.split('#')[0]) => new URL(`./t/${table}`, house).href;

/** Whether other devices reach this server, and whether whoever asks may switch that. */
export const network = () => call<NetworkView>('network');
export const openNetwork = (open: boolean) => call<NetworkView>('network', { open });

/** The code in what somebody typed or pasted: in any case, with spaces in it, or in an address with a full stop behind it. */
export function codeIn(text: string): string {
	const last = text.trim().replace(/[\s/?#.,;:!)>"'”»]+$/, '').split('/').at(-1) ?? '';
	return last.replace(/[\s-]+/g, '').toLowerCase();
}
