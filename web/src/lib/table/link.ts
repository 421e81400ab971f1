/**
 * How a page reaches a table: in this device's worker or on a server. Both answer the protocol's
 * messages, and both are the host: they own time, bots and what is kept.
 */
import type { Accepted, Answer, Ask, Choice, Refusal, Seat } from '$lib/wire/protocol';
import type { SeatPlan } from './saves';

/** A message about a table, which the link addresses itself. */
type Unaddressed<A> = A extends { table: string } ? Omit<A, 'table'> : never;
export type TableAsk = Unaddressed<Ask>;

/** A message that changes a table. */
export type Act = Extract<TableAsk, { type: 'submit' | 'take_back' | 'idle' | 'leave' | 'remember' }>;

/** What a table tells everybody when it has changed. It holds no secret. */
export interface Change {
	entry: number;
	line: number;
	toAct: Seat[];
	/** Those of them that the game waits for: a device that is passed round goes to them. */
	awaited: Seat[];
	/** Whether seats see what others must not: a device that is passed round is covered between them. */
	secrets: boolean;
	over: boolean;
	/** How many commands are in effect, also those that the learner may not know of; told where a guided first game began, whose voice makes them. */
	made?: number;
	/** The seat of this page that may take its last command back. */
	takeBack?: Seat;
	/** When the clock acts, in `performance.now()` of this page, and how long it ran in all. */
	countdown?: { number: number; left: number; whole: number; paused: boolean };
}

/** Who is at a table. Only online does it change. */
export interface TableInfo {
	id: string;
	game: string;
	/** The number of the rules that it is played by. */
	rules?: number;
	preset?: string;
	seats: SeatPlan[];
	/** What the seats are called in the game, as anybody may know. */
	roles: string[];
	/** The seats that this page plays; none is a spectator. */
	mine: Seat[];
	/** Whether it began as a guided first game. */
	guided?: boolean;
	/** Who is connected, where that is known. */
	online?: boolean[];
}

export type LinkState =
	| { is: 'here'; saved: boolean }
	| { is: 'online' }
	| { is: 'connecting' }
	| { is: 'lost'; retryAt: number };

export interface Link {
	readonly info: TableInfo;
	/** Asks something that changes nothing. */
	ask<T extends Answer['type']>(ask: TableAsk, wanted: T): Promise<Extract<Answer, { type: T }>>;
	/** Asks for a change; answered once it is kept. */
	act(act: Act): Promise<Accepted | Refusal | undefined>;
	/** Stops or starts the clock and the bots, where this page may. */
	pause(paused: boolean): void;
	/** The journal and, where this page is the host, its secret seed. */
	journal(): Promise<{ journal: string; seed?: string }>;
	/** Whether the host has a language model for words that were not understood, and what it makes of them. */
	hasModel?(): Promise<boolean>;
	translate?(text: string, input: number): Promise<Choice[]>;
	onchange: (change: Change) => void;
	onstate: (state: LinkState) => void;
	oninfo: (info: TableInfo) => void;
	close(): void;
}

/** The other side said that it cannot answer, and why. */
export class Trouble extends Error {
	constructor(readonly refusal: Refusal) {
		super(refusal.sentence);
	}
}

/** Nothing is left to handle: a message that is new is a fault of the types, found before the page is built. */
export function unhandled(_message: never): void {}

export function isRefusal(answer: object | undefined): answer is Refusal {
	return answer !== undefined && 'sentence' in answer;
}
