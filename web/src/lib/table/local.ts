/** Tables on this device: the page's side of the worker. */
import type { Accepted, Answer, Ask, Refusal, Seat, Viewer } from '$lib/wire/protocol';
import { freshId } from './ids';
import { Trouble, type Act, type Change, type Link, type LinkState, type TableAsk, type TableInfo } from './link';
import type { FromWorker, NewTable, Opened, ToWorker } from './messages';
import type { SeatPlan } from './saves';

export { freshId };

let worker: Worker | undefined;
let count = 0;
const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
const links = new Map<string, LocalLink>();

/** Whether this browser can run the rules by itself. */
export const canPlay = () => typeof WebAssembly === 'object' && typeof Worker === 'function';

function send<T>(message: ToWorker): Promise<T> {
	if (!canPlay()) return Promise.reject(new Error('This browser cannot run the rules by itself: WebAssembly is missing or switched off.'));
	worker ??= start();
	const n = ++count;
	return new Promise<T>((resolve, reject) => {
		waiting.set(n, { resolve: resolve as (value: never) => void, reject });
		worker?.postMessage({ ...message, n });
	});
}

function start(): Worker {
	const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'senet' });
	started.onmessage = (event: MessageEvent<FromWorker>) => {
		const message = event.data;
		if ('push' in message) {
			links.get(message.id)?.changed(message.change, message.saved);
			return;
		}
		const asked = waiting.get(message.n);
		waiting.delete(message.n);
		if ('error' in message) asked?.reject(new Error(message.error));
		else asked?.resolve(message.value as never);
	};
	started.onerror = (event) => {
		const error = new Error(event.message || 'The rules could not be loaded on this device.');
		for (const asked of waiting.values()) asked.reject(error);
		waiting.clear();
		worker = undefined;
	};
	return started;
}

/** Asks the desk of this device. */
export async function ask<T extends Answer['type']>(
	message: Ask,
	wanted: T,
): Promise<Extract<Answer, { type: T }>> {
	const answer = await send<Answer>({ op: 'ask', ask: message });
	if (answer.type === wanted) return answer as Extract<Answer, { type: T }>;
	if ('code' in answer) throw new Trouble(answer);
	throw new Error(`unexpected answer: ${answer.type}`);
}

/** Loads the rules ahead of time, as soon as a game seems likely. */
export function warm(): void {
	void send({ op: 'ask', ask: { type: 'games' } }).catch(() => undefined);
}

export async function open(table: Omit<NewTable, 'id'>): Promise<string> {
	const id = freshId();
	await send<Opened>({ op: 'new', table: { ...table, id } });
	return id;
}

/** Opens a journal or save file; it is kept on this device where `keep` says so. */
export async function bring(text: string, keep: boolean): Promise<string> {
	const id = freshId();
	await send<Opened>({ op: 'import', id, text, keep });
	return id;
}

/** Goes on from an entry of a table: the viewer's own, or the journal's where nobody is named. */
export async function branch(from: string, at: number, as: Viewer | undefined, seats: SeatPlan[], keep = true): Promise<string> {
	const id = freshId();
	await send<Opened>({ op: 'branch', from, at, as, id, seats, keep });
	return id;
}

/** How fast bots move: 0 is at once, 1 so that people can follow. */
export function setTempo(tempo: number): void {
	if (canPlay()) void send({ op: 'tempo', tempo });
}

/** Sits down at a table; the seats of this page are those without bots, unless others are named. */
export async function sit(id: string, only?: Seat[]): Promise<LocalLink> {
	const { save, change, notice } = await send<Opened>({ op: 'resume', id });
	const mine = only ?? save.seats.flatMap((seat, i) => (seat.bot ? [] : [i]));
	const { game, rules, preset, seats, roles, guided } = save;
	return new LocalLink({ id, game, rules, preset, seats, roles, mine, guided }, change, notice);
}

export class LocalLink implements Link {
	onchange: (change: Change) => void = () => undefined;
	onstate: (state: LinkState) => void = () => undefined;
	oninfo: (info: TableInfo) => void = () => undefined;

	constructor(
		readonly info: TableInfo,
		readonly first: Change,
		readonly notice?: string,
	) {
		links.set(info.id, this);
	}

	changed(change: Change, saved: boolean): void {
		this.onstate({ is: 'here', saved });
		this.onchange(change);
	}

	ask<T extends Answer['type']>(message: TableAsk, wanted: T): Promise<Extract<Answer, { type: T }>> {
		return ask({ ...message, table: this.info.id } as Ask, wanted);
	}

	async act(message: Act): Promise<Accepted | Refusal | undefined> {
		const answer = await send<Answer>({ op: 'act', id: this.info.id, act: message });
		if (answer.type === 'accepted' || answer.type === 'rejected') return answer;
		if ('code' in answer) throw new Trouble(answer);
		return undefined;
	}

	pause(paused: boolean): void {
		void send({ op: 'pause', id: this.info.id, paused });
	}

	async journal(): Promise<{ journal: string; seed?: string }> {
		const { journal, seed } = await this.ask({ type: 'journal' }, 'journal');
		return { journal, seed: seed ?? openSeed(journal) };
	}

	close(): void {
		if (links.get(this.info.id) === this) links.delete(this.info.id);
		void send({ op: 'close', id: this.info.id }).catch(() => undefined);
	}
}

/** The seed that a journal tells openly; none where it was secret, or the dice were typed in. */
function openSeed(journal: string): string | undefined {
	const luck = JSON.parse(journal.slice(0, journal.indexOf('\n'))).header?.luck;
	return luck?.type === 'open' ? luck.seed : undefined;
}
