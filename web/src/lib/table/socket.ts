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
/** How often a silent connection is asked whether it lives, and how long the answer may take. */
const PULSE = 20_000;
const PATIENCE = 6_000;
/** Refusals that pass by themselves: the same request is sent again. */
const PASSING = ['not_stored', 'conflict', 'too_many_messages'];

/** Refusals that mean a spectator's name alone. */
const UNNAMED = ['name_taken', 'bad_name'];

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
	oninfo: (info: TableInfo) => void = () => undefined;
	onchat: (chat: Chat) => void = () => undefined;
	/** What was said before this page came. */
	onchats: (chats: Chat[]) => void = () => undefined;
	onroom: (room: OnlineRoom) => void = () => undefined;
	/** What a spectator is called in the chat; the server may say that it cannot be. */
	name: string | undefined;
	onunnamed: (refusal: Refusal) => void = () => undefined;
	/** The server does not let this page follow the table. */
	onrefused: (refusal: Refusal) => void = () => undefined;
	/** Done when the first view is here. */
	readonly ready: Promise<Change>;
	state: LinkState = { is: 'connecting' };

	#socket: ReturnType<OpenSocket> | undefined;
	#followed = false;
	#waiting = new Map<number, { message: Message; resolve: (answer: Answer) => void }>();
	#count = 0;
	#last: Pushed | undefined;
	#frames: Frame[] = [];
	#delay = SOONEST;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#pulse: ReturnType<typeof setTimeout> | undefined;
	#closed = false;
	#isReady: (change: Change) => void = () => undefined;

	constructor(
		public info: TableInfo,
		private readonly token: string | undefined,
		private readonly journalOf: () => Promise<string>,
		private readonly open: OpenSocket = openReal,
	) {
		this.ready = new Promise((resolve) => (this.#isReady = resolve));
		globalThis.addEventListener?.('online', this.#networkChanged);
		globalThis.addEventListener?.('offline', this.#networkChanged);
		this.#connect();
	}

	async ask<T extends Answer['type']>(ask: TableAsk, wanted: T): Promise<Extract<Answer, { type: T }>> {
		const answer = ask.type === 'update' ? await this.#update(ask.since ?? undefined) : await this.#request(addressed(ask));
		if (answer.type === wanted) return answer as Extract<Answer, { type: T }>;
		if ('code' in answer) throw new Trouble(answer);
		throw new Error(`unexpected answer: ${answer.type}`);
	}

	async act(act: Act): Promise<Accepted | Refusal | undefined> {
		const answer = await this.#request(addressed(act));
		if (answer.type === 'accepted' || answer.type === 'rejected') return answer;
		if ('code' in answer) throw new Trouble(answer);
		return undefined;
	}

	async say(text: string): Promise<void> {
		const answer = await this.#request({ type: 'chat', text });
		if ('code' in answer) throw new Trouble(answer);
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

	/** Who sits where has changed. */
	seated(info: TableInfo): void {
		this.info = info;
		this.oninfo(info);
	}

	/** Tries to connect at once instead of later. */
	retry(): void {
		if (this.#socket || this.#closed) return;
		clearTimeout(this.#timer);
		this.#connect();
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
		clearTimeout(this.#pulse);
		globalThis.removeEventListener?.('online', this.#networkChanged);
		globalThis.removeEventListener?.('offline', this.#networkChanged);
		this.#socket?.close();
	}

	/** The device says that its network came or went: that is looked into at once. */
	#networkChanged = (): void => {
		if (this.#socket) this.#ping();
		else this.retry();
	};

	#is(state: LinkState): void {
		this.state = state;
		this.onstate(state);
	}

	#connect(): void {
		this.#is({ is: 'connecting' });
		const socket = this.open();
		this.#socket = socket;
		this.#followed = false;
		this.#expect(PATIENCE);
		socket.onopen = () => {
			if (this.#socket === socket) this.#ask();
		};
		socket.onmessage = (event) => {
			if (this.#socket !== socket) return;
			this.#listen();
			this.#hear(JSON.parse(String(event.data)));
		};
		socket.onclose = () => {
			if (this.#socket === socket) this.#lost();
		};
	}

	#lost(): void {
		this.#socket = undefined;
		clearTimeout(this.#pulse);
		if (this.#closed) return;
		this.#is({ is: 'lost', retryAt: Date.now() + this.#delay });
		this.#timer = setTimeout(() => this.#connect(), this.#delay);
		this.#delay = Math.min(LATEST, this.#delay * 2);
	}

	/** Something was heard: the next sign of life is due some time later. */
	#listen(): void {
		clearTimeout(this.#pulse);
		this.#pulse = setTimeout(() => this.#ping(), PULSE);
	}

	#ping(): void {
		this.#socket?.send(JSON.stringify({ type: 'ping' }));
		this.#expect(PATIENCE);
	}

	/** Lets go of a connection that stays silent; it may never tell that it is dead. */
	#expect(ms: number): void {
		clearTimeout(this.#pulse);
		this.#pulse = setTimeout(() => {
			const socket = this.#socket;
			this.#lost();
			socket?.close();
		}, ms);
	}

	/** A spectator says who they are, or changes it. */
	introduce(name: string): void {
		this.name = name;
		if (this.#followed) this.#ask();
	}

	/** Asks to follow the table from where this page is. */
	#ask(): void {
		const name = this.token === undefined ? this.name : undefined;
		this.#send({ type: 'follow', token: this.token, since: this.#last?.entry, id: 0, ...(name ? { name } : {}) });
	}

	#send(message: Message): void {
		this.#socket?.send(JSON.stringify({ ...message, table: this.info.id }));
	}

	#request(message: Message): Promise<Answer> {
		const id = ++this.#count;
		return new Promise((resolve) => {
			const asked = { ...message, id };
			this.#waiting.set(id, { message: asked, resolve });
			if (this.#followed) this.#send(asked);
		});
	}

	#hear(message: Message): void {
		if (message.type === 'hello' || message.type === 'pong') return;
		if (message.type === 'followed') return this.#follow(message);
		if (message.id === 0) {
			if (this.name !== undefined && UNNAMED.includes(String(message['code']))) {
				this.name = undefined;
				this.onunnamed(message as unknown as Refusal);
				return this.#ask();
			}
			// A server that has just come back may still be busy; everything else is final.
			if (!PASSING.includes(String(message['code']))) {
				this.close();
				this.onrefused(message as unknown as Refusal);
			}
			return;
		}
		const passing = message.type === 'error' && PASSING.includes(String(message['code']));
		if (passing) return this.#sendAgain(message.id);
		const asked = message.id === undefined ? undefined : this.#waiting.get(message.id);
		if (asked && message.id !== undefined) {
			this.#waiting.delete(message.id);
			asked.resolve(message as unknown as Answer);
			return;
		}
		if (message['table'] !== undefined && message['table'] !== this.info.id) return;
		if (message.type === 'error' && message['code'] === 'seat_lost') {
			this.close();
			this.onrefused(message as unknown as Refusal);
		} else if (message.type === 'update') this.#take(message as unknown as Pushed);
		else if (message.type === 'chat') this.onchat(message as unknown as Chat);
		else if (message.type === 'room') this.onroom(message['room'] as OnlineRoom);
	}

	#follow(message: Message): void {
		this.#delay = SOONEST;
		this.#followed = true;
		this.onroom(message['room'] as OnlineRoom);
		this.onchats((message['chat'] as Chat[] | undefined) ?? []);
		this.#is({ is: 'online' });
		for (const { message: asked } of this.#waiting.values()) this.#send(asked);
	}

	/** Sends one message once more, or all that wait where it is not known which one was dropped. */
	#sendAgain(id: number | undefined): void {
		setTimeout(() => {
			const all = id === undefined ? [...this.#waiting.values()] : [this.#waiting.get(id)];
			if (this.#followed) for (const one of all) if (one) this.#send(one.message);
		}, SOONEST);
	}

	#take(update: Pushed): void {
		// After a take-back the same entries stand for something else.
		const before = this.#last;
		if (before && update.line - before.line !== update.entry - before.entry) this.#frames = [];
		const known = this.#frames.filter((frame) => frame.entry <= update.entry && !update.frames.some((one) => one.entry === frame.entry));
		this.#frames = [...known, ...update.frames].sort((a, b) => a.entry - b.entry).slice(-MEMORY);
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
		const gap = missing(this.#frames, from, last.entry);
		if (gap) {
			const answer = await this.#request({ type: 'events', since: from, until: last.entry });
			if (answer.type === 'events') this.#frames = answer.frames.slice(-MEMORY);
		}
		return { ...last, frames: this.#frames.filter((frame) => frame.entry > from && frame.entry <= last.entry) };
	}
}

/** Whether the frames do not hold every entry after one until another. */
function missing(frames: Frame[], from: number, until: number): boolean {
	const have = frames.filter((frame) => frame.entry > from && frame.entry <= until).length;
	return have < Math.min(MEMORY, until - from);
}

/** A message as the server takes it: who asks is known from the token. */
function addressed(ask: TableAsk | Act): Message {
	const { as: _as, seat: _seat, seed: _seed, ...rest } = ask as Message;
	return rest;
}
