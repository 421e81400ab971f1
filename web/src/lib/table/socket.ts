/**
 * A table on a server. One socket follows it; after a lost connection it follows again from where it
 * was and sends once more what was not answered, with the same request.
 */
import type { Accepted, Answer, Frame, Refusal, Seat, Update } from '$lib/wire/protocol';
import { Trouble, type Act, type Change, type Link, type LinkState, type TableAsk, type TableInfo } from './link';
import type { OnlineRoom } from './online';

export interface Chat {
	from: string;
	seat?: Seat | null;
	text: string;
	at_ms: number;
}

type Pushed = Update & { type: 'update'; table: string; now_ms: number; deadline_ms: number | null };
type Message = { type: string; id?: number } & Record<string, unknown>;

const SOONEST = 500;
const LATEST = 15_000;
const MEMORY = 400;

/** What a socket must do for us; a test brings its own. */
export type OpenSocket = () => Pick<WebSocket, 'send' | 'close'> & {
	onopen: ((event: never) => void) | null;
	onmessage: ((event: { data: unknown }) => void) | null;
	onclose: ((event: never) => void) | null;
};

const openReal: OpenSocket = () => {
	const address = new URL('./api/socket', location.href);
	address.protocol = address.protocol.replace('http', 'ws');
	address.hash = '';
	return new WebSocket(address) as unknown as ReturnType<OpenSocket>;
};

export class SocketLink implements Link {
	onchange: (change: Change) => void = () => undefined;
	onstate: (state: LinkState) => void = () => undefined;
	onchat: (chat: Chat) => void = () => undefined;
	onroom: (room: OnlineRoom) => void = () => undefined;
	/** Done when the first view is here. */
	readonly ready: Promise<Change>;

	#socket: ReturnType<OpenSocket> | undefined;
	#waiting = new Map<number, { message: Message; resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
	#count = 0;
	#last: Pushed | undefined;
	#frames: Frame[] = [];
	#delay = SOONEST;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#closed = false;
	#isReady: (change: Change) => void = () => undefined;
	#isFailed: (error: Error) => void = () => undefined;

	constructor(
		readonly info: TableInfo,
		private readonly token: string | undefined,
		private readonly journalOf: () => Promise<string>,
		private readonly open: OpenSocket = openReal,
	) {
		this.ready = new Promise((resolve, reject) => {
			this.#isReady = resolve;
			this.#isFailed = reject;
		});
		this.#connect();
	}

	async ask<T extends Answer['type']>(ask: TableAsk, wanted: T): Promise<Extract<Answer, { type: T }>> {
		const answer = ask.type === 'update' ? await this.#update(ask.since ?? undefined) : await this.#request(addressed(ask));
		if (answer.type === wanted) return answer as Extract<Answer, { type: T }>;
		if ('sentence' in answer) throw new Trouble(answer);
		throw new Error(`unexpected answer: ${answer.type}`);
	}

	async act(act: Act): Promise<Accepted | Refusal | undefined> {
		const answer = await this.#request(addressed(act));
		if (answer.type === 'accepted' || answer.type === 'rejected') return answer;
		if ('sentence' in answer) throw new Trouble(answer);
		return undefined;
	}

	async say(text: string): Promise<void> {
		await this.#request({ type: 'chat', text });
	}

	/** This page holds one seat: there is nobody to hide from. */
	same(): Promise<boolean> {
		return Promise.resolve(true);
	}

	/** The server owns the time. */
	pause(): void {}

	async journal(): Promise<{ journal: string }> {
		return { journal: await this.journalOf() };
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
		this.#socket?.close();
	}

	#connect(): void {
		this.onstate({ is: 'connecting' });
		const socket = this.open();
		this.#socket = socket;
		socket.onopen = () => {
			const since = this.#last?.entry;
			this.#send({ type: 'follow', token: this.token, since, id: 0 });
			for (const { message } of this.#waiting.values()) this.#send(message);
		};
		socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)));
		socket.onclose = () => this.#lost();
	}

	#lost(): void {
		this.#socket = undefined;
		if (this.#closed) return;
		this.onstate({ is: 'lost', retryAt: Date.now() + this.#delay });
		this.#timer = setTimeout(() => this.#connect(), this.#delay);
		this.#delay = Math.min(LATEST, this.#delay * 2);
	}

	#send(message: Message): void {
		this.#socket?.send(JSON.stringify({ ...message, table: this.info.id }));
	}

	#request(message: Message): Promise<Answer> {
		const id = ++this.#count;
		return new Promise((resolve, reject) => {
			const asked = { ...message, id };
			this.#waiting.set(id, { message: asked, resolve, reject });
			if (this.#socket) this.#send(asked);
		});
	}

	#hear(message: Message): void {
		if (message.type === 'followed' || message.type === 'hello') {
			this.#delay = SOONEST;
			this.onstate({ is: 'online' });
			return;
		}
		if (message.id === 0 && message.type === 'error') {
			this.#isFailed(new Error(String(message['sentence'] ?? 'The table cannot be followed.')));
			return;
		}
		const asked = message.id === undefined ? undefined : this.#waiting.get(message.id);
		if (asked && message.id !== undefined) {
			this.#waiting.delete(message.id);
			asked.resolve(message as unknown as Answer);
			return;
		}
		if (message['table'] !== undefined && message['table'] !== this.info.id) return;
		if (message.type === 'update') this.#take(message as unknown as Pushed);
		else if (message.type === 'chat') this.onchat(message as unknown as Chat);
		else if (message.type === 'room') this.onroom(message['room'] as OnlineRoom);
	}

	#take(update: Pushed): void {
		const known = this.#frames.filter((frame) => frame.entry <= update.entry && !update.frames.some((one) => one.entry === frame.entry));
		this.#frames = [...known, ...update.frames].slice(-MEMORY);
		this.#last = update;
		const change = this.#change(update);
		this.#isReady(change);
		this.onchange(change);
	}

	#change(update: Pushed): Change {
		const left = update.deadline_ms === null || update.deadline_ms === undefined ? undefined : Math.max(0, update.deadline_ms - update.now_ms);
		return {
			entry: update.entry,
			line: update.line,
			toAct: update.to_act,
			over: Boolean(update.outcome),
			takeBack: update.can_take_back ? this.info.mine[0] : undefined,
			countdown:
				left === undefined
					? undefined
					: { number: update.countdown?.number ?? update.line, left, whole: update.countdown?.after_ms ?? left, paused: false },
		};
	}

	/** The last view, with all that the server told after an entry. */
	async #update(since: number | undefined): Promise<Extract<Answer, { type: 'update' }>> {
		await this.ready;
		const last = this.#last;
		if (!last) throw new Error('The table is not here yet.');
		const from = since ?? last.entry - 1;
		const first = this.#frames[0]?.entry ?? last.entry + 1;
		if (from + 1 < first && last.entry > 0) {
			const answer = await this.#request({ type: 'events', since: from, until: last.entry });
			if (answer.type === 'events') this.#frames = answer.frames.slice(-MEMORY);
		}
		return { ...last, frames: this.#frames.filter((frame) => frame.entry > from && frame.entry <= last.entry) };
	}
}

/** A message as the server takes it: who asks is known from the token. */
function addressed(ask: TableAsk | Act): Message {
	const { as: _as, seat: _seat, ...rest } = ask as Message;
	return rest;
}
