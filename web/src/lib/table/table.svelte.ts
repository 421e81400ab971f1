/**
 * One table as a screen sees it: the view of whoever looks, what they may do, what just happened.
 *
 * A view is replaced whole and never changed. At a device that several people share, only the view
 * of the person who looks is in the page: `handOver` drops it before the next one is asked for.
 */
import type { Choice, Legal, Refusal, Seat, Update, Viewer } from '$lib/wire/protocol';
import { isRefusal, type Change, type Link, type LinkState } from './link';

/** An event to show, to log and to sound. */
export interface Moment<E = unknown> {
	key: string;
	entry: number;
	/** The seat that acted; none is the clock or the house. */
	by?: Seat;
	event: E;
	text: string;
}

/** Who sits where, for people. */
export interface SeatLine {
	seat: Seat;
	/** What the seat is called in the game: "Pilot". */
	role: string;
	/** The player's name. */
	name: string;
	/** The bot's name; none is a person. */
	bot?: string;
	/** Whether this page plays it. */
	mine: boolean;
	toAct: boolean;
}

/** How much of the past a log holds. */
const MEMORY = 400;

export class Table {
	readonly link: Link;

	/** All that the viewer's screen needs; none while the device is handed over. */
	update = $state.raw<Update>();
	legal = $state.raw<Legal>();
	log = $state.raw<Moment[]>([]);
	/** What the last change brought. */
	fresh = $state.raw<Moment[]>([]);
	/** Whose eyes; none is a spectator. */
	seat = $state.raw<Seat>();
	change = $state.raw<Change>({ entry: 0, line: 0, toAct: [], over: false });
	/** When the page learnt of the change, to count down from. */
	changedAt = $state.raw(0);
	state = $state.raw<LinkState>({ is: 'connecting' });
	/** The seats that wait for the device, while nobody looks at the table. */
	handingTo = $state.raw<Seat[]>();
	/** The seats that are next, while the one who acted still looks. */
	passTo = $state.raw<Seat[]>();
	refusal = $state.raw<Refusal>();
	hint = $state.raw<Choice[]>();
	trouble = $state.raw<string>();
	/** Whether a command is on its way. */
	sending = $state.raw(false);

	readonly over = $derived(Boolean(this.update?.outcome));
	readonly entry = $derived(this.update?.entry ?? 0);
	readonly prompt = $derived(this.update?.prompt ?? '');
	/** Whether the viewer may act now. */
	readonly live = $derived.by(
		() =>
			this.seat !== undefined &&
			this.update !== undefined &&
			this.link.info.mine.includes(this.seat) &&
			this.update.to_act.includes(this.seat),
	);
	readonly seats: SeatLine[] = $derived.by(() =>
		this.link.info.seats.map((plan, seat) => ({
			seat,
			role: this.update?.roles[seat] ?? this.link.info.roles[seat] ?? '',
			name: plan.name,
			bot: plan.bot,
			mine: this.link.info.mine.includes(seat),
			toAct: this.change.toAct.includes(seat),
		})),
	);
	/** The seats of this page that may act now. */
	readonly actors = $derived.by(() =>
		this.link.info.mine.filter((seat) => this.change.toAct.includes(seat)),
	);

	/** Says from the viewer's view whether it holds secrets; without it, the views are compared. */
	secret: ((view: unknown) => boolean) | undefined;

	#seen = new Map<string, number>();
	#refreshing: Promise<void> | undefined;
	#again = false;
	#closed = false;

	constructor(link: Link, first: Change) {
		this.link = link;
		this.change = first;
		this.changedAt = performance.now();
		link.onstate = (state) => (this.state = state);
		link.onchange = (change) => void this.#changed(change);
	}

	/** Shows the table to whoever is first. */
	async start(): Promise<void> {
		const [first, ...others] = this.actors.length > 0 ? this.actors : this.link.info.mine;
		this.seat = first;
		if (first !== undefined && others.length === 0 && this.link.info.mine.length > 1) {
			// After a reload nobody knows who holds the device.
			const rest = this.link.info.mine.filter((seat) => seat !== first);
			if (!(await this.#allSame(first, rest))) return this.handOver([first]);
		} else if (first !== undefined && !(await this.#allSame(first, others))) {
			return this.handOver([first, ...others]);
		}
		await this.refresh(true);
	}

	/** Submits a command as the viewer's seat. */
	async submit(command: unknown): Promise<Refusal | undefined> {
		if (this.seat === undefined) return undefined;
		this.refusal = undefined;
		this.hint = undefined;
		this.sending = true;
		try {
			const request = crypto.randomUUID();
			const answer = await this.link.act({ type: 'submit', as: { seat: this.seat }, command, request });
			if (isRefusal(answer)) {
				this.refusal = answer;
				return answer;
			}
		} catch (error) {
			this.trouble = error instanceof Error ? error.message : String(error);
		} finally {
			this.sending = false;
		}
		return undefined;
	}

	/** Why a command would be refused; nothing changes. */
	async check(command: unknown): Promise<Refusal | undefined> {
		if (this.seat === undefined) return undefined;
		try {
			await this.link.ask({ type: 'check', as: { seat: this.seat }, command }, 'done');
		} catch (error) {
			if (error instanceof Error && 'refusal' in error) return error.refusal as Refusal;
		}
		return undefined;
	}

	/** Whether and by whom the last command can be taken back here. */
	readonly canTakeBack = $derived(
		this.change.takeBack !== undefined && this.handingTo === undefined && !this.over,
	);

	async takeBack(): Promise<Refusal | undefined> {
		const seat = this.change.takeBack;
		if (seat === undefined) return undefined;
		this.refusal = undefined;
		const request = crypto.randomUUID();
		const answer = await this.link.act({ type: 'take_back', as: { seat }, request });
		if (isRefusal(answer)) {
			this.refusal = answer;
			return answer;
		}
		return undefined;
	}

	/** What a sensible player would do. */
	async advise(): Promise<Choice[]> {
		if (this.seat === undefined) return [];
		const luck = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
		const seat = this.seat;
		const advice = await this.link.ask({ type: 'advise', seat, bot: 'greedy', seed: luck }, 'reading');
		this.hint = advice.commands;
		return advice.commands;
	}

	/** Takes the viewer's things out of the page and asks for the next person. */
	handOver(to: Seat[]): void {
		this.handingTo = to;
		this.passTo = undefined;
		this.seat = undefined;
		this.#forget();
	}

	/** Somebody says: it is me. */
	async take(seat: Seat): Promise<void> {
		this.handingTo = undefined;
		this.seat = seat;
		await this.refresh(true);
	}

	/** Looks through another seat's eyes, by hand-over where they see other things. */
	async look(seat: Seat): Promise<void> {
		if (this.seat === seat) return;
		const before = this.seat;
		if (before !== undefined && !(await this.#allSame(before, [seat]))) return this.handOver([seat]);
		this.seat = seat;
		this.passTo = undefined;
		await this.refresh(false);
	}

	close(): void {
		this.#closed = true;
		this.link.onchange = () => undefined;
		this.link.onstate = () => undefined;
		this.link.close();
	}

	async #allSame(first: Seat, others: Seat[]): Promise<boolean> {
		if (this.secret && this.update) return !this.secret(this.update.view);
		for (const other of others) if (!(await this.link.same(first, other))) return false;
		return true;
	}

	async #changed(change: Change): Promise<void> {
		this.change = change;
		this.changedAt = performance.now();
		if (this.handingTo) {
			if (change.over) await this.take(this.handingTo[0] ?? 0);
			return;
		}
		await this.refresh(false);
	}

	/** Brings the screen up to date; calls that come meanwhile are answered by one more round. */
	async refresh(whole: boolean): Promise<void> {
		if (this.#refreshing) {
			this.#again = true;
			return this.#refreshing;
		}
		this.#refreshing = this.#round(whole);
		try {
			await this.#refreshing;
		} finally {
			this.#refreshing = undefined;
		}
		if (this.#again) {
			this.#again = false;
			await this.refresh(false);
		}
	}

	async #round(whole: boolean): Promise<void> {
		try {
			await this.#choose();
			await this.#fetch(whole);
		} catch (error) {
			if (!this.#closed) this.trouble = error instanceof Error ? error.message : String(error);
		}
	}

	/** Decides whose eyes the page has. */
	async #choose(): Promise<void> {
		const { toAct } = this.change;
		const next = this.actors;
		if (this.seat === undefined || toAct.includes(this.seat) || next.length === 0) {
			this.passTo = undefined;
			return;
		}
		const [first] = next;
		if (first === undefined) return;
		if (await this.#allSame(this.seat, next)) {
			this.seat = first;
			this.passTo = undefined;
		} else {
			this.passTo = next;
		}
	}

	async #fetch(whole: boolean): Promise<void> {
		const seat = this.seat;
		const viewer: Viewer = seat === undefined ? 'spectator' : { seat };
		const known = this.update?.entry ?? this.#seen.get(String(seat));
		const since = whole || known === undefined ? 0 : known;
		const [update, legal] = await Promise.all([
			this.link.ask({ type: 'update', as: viewer, since: Math.min(since, this.change.entry) }, 'update'),
			seat === undefined ? undefined : this.link.ask({ type: 'legal', seat }, 'legal'),
		]);
		// The device may have been handed over meanwhile: then these things must not be shown.
		if (this.#closed || this.handingTo || this.seat !== seat) return;
		const moments = momentsOf(update);
		const kept = whole ? [] : this.log.filter((moment) => moment.entry <= Math.min(since, update.entry));
		const last = this.#seen.get(String(seat)) ?? update.entry;
		this.log = [...kept, ...moments].slice(-MEMORY);
		this.fresh = whole ? moments.filter((moment) => moment.entry > last) : moments;
		this.update = update;
		this.legal = legal;
		this.hint = undefined;
		this.#seen.set(String(seat), update.entry);
	}

	#forget(): void {
		this.update = undefined;
		this.legal = undefined;
		this.log = [];
		this.fresh = [];
		this.hint = undefined;
		this.refusal = undefined;
	}
}

export function momentsOf(update: Pick<Update, 'frames' | 'line'>): Moment[] {
	return update.frames.flatMap((frame) =>
		frame.events.map((told, i) => ({
			key: `${update.line}.${frame.entry}.${i}`,
			entry: frame.entry,
			by: typeof frame.actor === 'object' ? frame.actor.seat : undefined,
			event: told.event,
			text: told.text,
		})),
	);
}
