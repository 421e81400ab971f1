/**
 * A table on a server. One socket follows it; after a lost connection it follows again from where it
 * was and sends once more what was not answered, with the same request.
 */
import type { Accepted, Answer, ChatLine, Choice, Code, Frame, GuestAsk, ModelView, Push, PushedUpdate, Refusal, RoomView } from '$lib/wire/protocol';
import { Trouble, unhandled, type Act, type Change, type Link, type LinkState, type TableAsk, type TableInfo } from './link';
import { call } from './online';

/** What a guest asks, with the number by which its answer is known. */
type Numbered = GuestAsk & { id: number };

const SOONEST = 500;
const LATEST = 15_000;
const MEMORY = 400;
/** How often a silent connection is asked whether it lives, and how long the answer may take. */
const PULSE = 20_000;
const HEARD_WITHIN = 6_000;
/** Refusals that pass by themselves: the same request is sent again. */
const PASSING: Code[] = ['not_stored', 'conflict', 'too_many_messages'];
const passes = (code: string) => (PASSING as string[]).includes(code);

/** Refusals that mean a spectator's name alone. */
const UNNAMED: Code[] = ['name_taken', 'bad_name'];
const FOLLOW = 0;

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

/** What was asked and is not answered yet, and the connection that it was sent over last. */
interface Waiting {
	message: Numbered;
	resolve: (answer: Answer) => void;
	on?: ReturnType<OpenSocket> | undefined;
}

export class SocketLink implements Link {
	onchange: (change: Change) => void = () => undefined;
	onstate: (state: LinkState) => void = () => undefined;
	oninfo: (info: TableInfo) => void = () => undefined;
	onchat: (chat: ChatLine) => void = () => undefined;
	/** What was said before this page came. */
	onchats: (chats: ChatLine[]) => void = () => undefined;
	onroom: (room: RoomView) => void = () => undefined;
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
	#waiting = new Map<number, Waiting>();
	#count = 0;
	#last: PushedUpdate | undefined;
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
		const answer = ask.type === 'update' ? await this.#update(ask.since ?? undefined) : await this.#request(asGuest(ask, this.info.id));
		if (answer.type === wanted) return answer as Extract<Answer, { type: T }>;
		if ('code' in answer) throw new Trouble(answer);
		throw new Error(`unexpected answer: ${answer.type}`);
	}

	async act(act: Act): Promise<Accepted | Refusal | undefined> {
		const answer = await this.#request(asGuest(act, this.info.id));
		if (answer.type === 'accepted' || answer.type === 'rejected') return answer;
		if ('code' in answer) throw new Trouble(answer);
		return undefined;
	}

	#model: Promise<boolean> | undefined;
	hasModel(): Promise<boolean> {
		this.#model ??= call<ModelView>('model').then(
			({ here }) => here,
			() => false,
		);
		return this.#model;
	}

	async translate(text: string, input: number): Promise<Choice[]> {
		const answer = await this.#request({ type: 'translate', table: this.info.id, text, input });
		if (answer.type === 'reading') return answer.commands;
		if ('code' in answer) throw new Trouble(answer);
		return [];
	}

	async say(text: string): Promise<void> {
		const answer = await this.#request({ type: 'chat', table: this.info.id, text });
		if ('code' in answer) throw new Trouble(answer);
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
		this.#expect(HEARD_WITHIN);
		socket.onopen = () => {
			if (this.#socket === socket) this.#ask();
		};
		socket.onmessage = (event) => {
			if (this.#socket !== socket) return;
			this.#listen();
			const heard = JSON.parse(String(event.data));
			if (typeof heard.id === 'number') this.#answered(heard.id, heard);
			else this.#told(heard);
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
		this.#socket?.send(JSON.stringify({ type: 'ping' } satisfies GuestAsk));
		this.#expect(HEARD_WITHIN);
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
		this.#send({ type: 'follow', table: this.info.id, token: this.token, since: this.#last?.entry, id: FOLLOW, ...(name ? { name } : {}) });
	}

	#send(message: Numbered): void {
		this.#socket?.send(JSON.stringify(message));
	}

	/** Sends what this connection has not been sent: it answers everything, and nobody wants to say a thing twice. */
	#sendOnce(waiting: Waiting): void {
		if (waiting.on === this.#socket) return;
		waiting.on = this.#socket;
		this.#send(waiting.message);
	}

	#request(message: GuestAsk): Promise<Answer> {
		const id = ++this.#count;
		return new Promise((resolve) => {
			const asked = { ...message, id };
			const waiting = { message: asked, resolve };
			this.#waiting.set(id, waiting);
			if (this.#followed) this.#sendOnce(waiting);
		});
	}

	/** The one answer to a question. */
	#answered(id: number, answer: Answer): void {
		if (id === FOLLOW) return this.#followedOrNot(answer);
		if (answer.type === 'error' && passes(answer.code)) return this.#sendAgain(id);
		const asked = this.#waiting.get(id);
		this.#waiting.delete(id);
		asked?.resolve(answer);
	}

	/** What the server tells by itself. */
	#told(message: Push): void {
		if ('table' in message && message.table !== undefined && message.table !== this.info.id) return;
		switch (message.type) {
			case 'hello':
			case 'lobby':
				return;
			case 'update':
				return this.#take(message);
			case 'room':
				return this.onroom(message.room);
			case 'chat':
				return this.onchat(message);
			case 'error':
				if (passes(message.code)) return this.#sendAgain(undefined);
				if (message.code === 'seat_lost') this.#refuse(message);
				return;
			default:
				return unhandled(message);
		}
	}

	#followedOrNot(answer: Answer): void {
		if (answer.type !== 'followed') {
			if (!('code' in answer)) return;
			if (this.name !== undefined && (UNNAMED as string[]).includes(answer.code)) {
				this.name = undefined;
				this.onunnamed(answer);
				return this.#ask();
			}
			// A server that has just come back may still be busy; everything else is final.
			if (!passes(answer.code)) this.#refuse(answer);
			return;
		}
		this.#delay = SOONEST;
		this.#followed = true;
		this.onroom(answer.room);
		this.onchats(answer.chat);
		this.#is({ is: 'online' });
		for (const waiting of this.#waiting.values()) this.#sendOnce(waiting);
	}

	#refuse(refusal: Refusal): void {
		this.close();
		this.onrefused(refusal);
	}

	/** Sends one message once more, or all that wait where it is not known which one was dropped. */
	#sendAgain(id: number | undefined): void {
		setTimeout(() => {
			const all = id === undefined ? [...this.#waiting.values()] : [this.#waiting.get(id)];
			if (this.#followed) for (const one of all) if (one) this.#send(one.message);
		}, SOONEST);
	}

	#take(update: PushedUpdate): void {
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

	#change(update: PushedUpdate): Change {
		const left = update.deadline_ms === null || update.deadline_ms === undefined ? undefined : Math.max(0, update.deadline_ms - update.now_ms);
		return {
			entry: update.entry,
			line: update.line,
			toAct: update.to_act,
			awaited: update.awaited,
			secrets: update.secrets,
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
			const answer = await this.#request({ type: 'events', table: this.info.id, since: from, until: last.entry });
			if (answer.type === 'events') this.#frames = answer.frames.slice(-MEMORY);
		}
		return { ...last, type: 'update', frames: this.#frames.filter((frame) => frame.entry > from && frame.entry <= last.entry) };
	}
}

/** Whether the frames do not hold every entry after one until another. */
function missing(frames: Frame[], from: number, until: number): boolean {
	const have = frames.filter((frame) => frame.entry > from && frame.entry <= until).length;
	return have < Math.min(MEMORY, until - from);
}

/** A question about a table as a guest asks it: who that is, the server knows by the token. */
function asGuest(ask: TableAsk, table: string): GuestAsk {
	switch (ask.type) {
		case 'submit':
			return { type: ask.type, table, command: ask.command, request: ask.request };
		case 'take_back':
			return { type: ask.type, table, request: ask.request, to: ask.to };
		case 'check':
			return { type: ask.type, table, command: ask.command };
		case 'outlook':
			return { type: ask.type, table, command: ask.command };
		case 'help':
		case 'legal':
		case 'log':
			return { type: ask.type, table };
		case 'read':
			return { type: ask.type, table, text: ask.text };
		case 'question':
			return { type: ask.type, table, text: ask.text };
		case 'answered':
			return { type: ask.type, table, input: ask.input, answer: ask.answer };
		case 'remember':
			return { type: ask.type, table, memo: ask.memo };
		case 'advise':
			return { type: ask.type, table, bot: ask.bot };
		case 'events':
			return { type: ask.type, table, since: ask.since, until: ask.until };
		case 'draw':
			return { type: ask.type, table, at: ask.at };
		case 'open':
		case 'open_position':
		case 'open_journal':
		case 'imagine':
		case 'branch':
		case 'close':
		case 'clock':
		case 'idle':
		case 'leave':
		case 'seat_bots':
		case 'view':
		case 'update':
		case 'state':
		case 'journal':
		case 'outcome':
		case 'plans':
		case 'hint':
		case 'analyse':
			throw new Error(`A guest cannot ask for ${ask.type}.`);
		default:
			unhandled(ask);
			throw new Error('unexpected question');
	}
}
