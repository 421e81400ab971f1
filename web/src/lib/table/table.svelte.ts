/**
 * One table as a screen sees it: the view of whoever looks, what they may do, what just happened.
 *
 * A view is replaced whole and never changed. At a device that several people share, only the view
 * of the person who looks is in the page: `handOver` drops it before the next one is asked for.
 */
import type { Room } from '$lib/games/contract';
import type { Choice, Hint, Legal, Refusal, Seat, Update, Viewer } from '$lib/wire/protocol';
import { freshId } from './ids';
import { canPlay } from './local';
import { Mind, Stopped } from './mind';
import { isRefusal, type Change, type Link, type TableInfo } from './link';

/** An event to show, to log and to sound. */
export interface Moment<E = unknown> {
	key: string;
	entry: number;
	/** The turn or round in which it was asked for, by the game's own number: "Turn 3"; empty where the game counts nothing. */
	turn: string;
	/** Whether it tells just how the game ended, as the ending does. */
	closes: boolean;
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
	/** Whether the player is connected, where that is known. */
	online?: boolean;
	toAct: boolean;
}

/** What a game's room says about a table. */
export type Manners = Pick<Room, 'remember'>;

/** Who thinks of hints, for whichever table is looked at. */
const hints = new Mind();

/** How much of the past a log holds. */
const MEMORY = 400;

export class Table {
	readonly link: Link;

	info = $state.raw<TableInfo>() as TableInfo;
	/** All that the viewer's screen needs; none while the device is handed over. */
	update = $state.raw<Update>();
	legal = $state.raw<Legal>();
	log = $state.raw<Moment[]>([]);
	/** How the log begins: the game, its rules and who plays. */
	begins = $state.raw('');
	/** What the last change brought. */
	fresh = $state.raw<Moment[]>([]);
	/** Whose eyes; none is a spectator. */
	seat = $state.raw<Seat>();
	change = $state.raw<Change>({ entry: 0, line: 0, toAct: [], awaited: [], secrets: false, over: false });
	/** When the page learnt of the change, to count down from. */
	changedAt = $state.raw(0);
	/** The seats that wait for the device, while nobody looks at the table. */
	handingTo = $state.raw<Seat[]>();
	/** The seats that are next, while the one who acted still looks. */
	passTo = $state.raw<Seat[]>();
	/** Others at this device who may act as well: the device can be handed to them. */
	others = $state.raw<Seat[]>([]);
	refusal = $state.raw<Refusal>();
	hint = $state.raw<Choice[]>();
	trouble = $state.raw<string>();
	/** What this device notes of a game of its own that is over. */
	note = $state.raw('');
	/** Whether a command is on its way. */
	sending = $state.raw(false);

	readonly over = $derived(Boolean(this.update?.outcome));
	readonly entry = $derived(this.update?.entry ?? 0);
	/** How many commands are in effect at a guided table; its viewer may count fewer. */
	readonly made = $derived(this.change.made ?? 0);
	readonly prompt = $derived(this.update?.prompt ?? '');
	/** Whether the viewer may act now. */
	readonly live = $derived.by(
		() =>
			this.seat !== undefined &&
			this.update !== undefined &&
			this.info.mine.includes(this.seat) &&
			this.update.to_act.includes(this.seat),
	);
	/** The seats whose turn it is; others may act as well, but need not. */
	readonly turn: Seat[] = $derived(this.change.awaited.length > 0 ? this.change.awaited : this.change.toAct);
	readonly seats: SeatLine[] = $derived.by(() =>
		this.info.seats.map((plan, seat) => ({
			seat,
			role: this.update?.roles[seat] ?? this.info.roles[seat] ?? '',
			name: plan.name,
			bot: plan.bot,
			online: this.info.online?.[seat],
			mine: this.info.mine.includes(seat),
			toAct: this.turn.includes(seat),
		})),
	);
	/** The seats of this page that may act now. */
	readonly actors = $derived.by(() =>
		this.info.mine.filter((seat) => this.change.toAct.includes(seat)),
	);

	#room: Manners;
	#seen = new Map<string, number>();
	#refreshing: Promise<void> | undefined;
	/** Whether somebody asked for another round meanwhile, and for a whole one. */
	#again: boolean | undefined;
	#closed = false;
	/** What was found for a position, and which of it is told next. */
	#advice: { of: Update; hint: Hint; next: number } | undefined;
	/** A long list of what a seat may do, and what it is known by. */
	#long: { key: string; legal: Legal } | undefined;

	constructor(link: Link, first: Change, room: Manners = {}) {
		this.link = link;
		this.info = link.info;
		this.#room = room;
		this.change = first;
		this.changedAt = performance.now();
		link.oninfo = (info) => (this.info = info);
		link.onchange = (change) => void this.#changed(change);
	}

	/** Shows the table to whoever is first. At a shared device nobody knows who holds it, so secrets are covered. */
	async start(): Promise<void> {
		const { mine } = this.info;
		void this.#begin();
		if (mine.length > 1) {
			const seen = await this.link.ask({ type: 'update', as: 'spectator' }, 'update');
			const next = this.#next(seen);
			const first = next[0] ?? mine[0];
			if (first !== undefined && hides(seen)) return this.handOver(next.length > 0 ? next : mine);
			this.seat = first;
		} else {
			this.seat = mine[0];
		}
		await this.refresh(true);
	}

	/** The log's first line; where the game forgets the past, it may be gone. */
	async #begin(): Promise<void> {
		const asked = this.link.ask({ type: 'log', as: 'spectator' }, 'log');
		const first = await asked.then(({ chapters }) => chapters[0]).catch(() => undefined);
		if (first && !first.moment) this.begins = first.sentences[0] ?? '';
	}

	/** Submits a command as the viewer's seat, or as another seat of the one who plays alone. */
	async submit(command: unknown, seat = this.seat): Promise<Refusal | undefined> {
		if (seat === undefined) return undefined;
		this.refusal = undefined;
		this.hint = undefined;
		hints.stop();
		this.sending = true;
		try {
			const request = freshId();
			const answer = await this.link.act({ type: 'submit', as: { seat }, command, request });
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
	async check(command: unknown, seat = this.seat): Promise<Refusal | undefined> {
		if (seat === undefined) return undefined;
		try {
			await this.link.ask({ type: 'check', as: { seat }, command }, 'done');
		} catch (error) {
			if (error instanceof Error && 'refusal' in error) return error.refusal as Refusal;
		}
		return undefined;
	}

	/** Whether and by whom the last command can be taken back here. */
	readonly canTakeBack = $derived(
		this.change.takeBack !== undefined && !this.over,
	);

	/** Takes the last command back, or all that was done after an entry: a text of several orders. What bots answered goes with it. */
	async takeBack(to?: number): Promise<Refusal | undefined> {
		const seat = this.change.takeBack;
		if (seat === undefined) return undefined;
		this.refusal = undefined;
		const request = freshId();
		const answer = await this.link.act({ type: 'take_back', as: { seat }, request, ...(to === undefined ? {} : { to }) });
		if (isRefusal(answer)) {
			this.refusal = answer;
			return answer;
		}
		// The device was about to be handed over: it stays with the one whose move it is again.
		if (this.handingTo) await this.take(seat);
		return undefined;
	}

	/**
	 * What is best for the viewer, why, and drawn on the board; asked again in the same position, the next best.
	 * The same position gets the same answers. None where the thought was ended.
	 */
	async suggest(): Promise<string | undefined> {
		const { seat, update } = this;
		if (seat === undefined || !update) return undefined;
		try {
			if (this.#advice?.of !== update) this.#advice = { of: update, hint: await this.#think(seat, update), next: 0 };
		} catch (error) {
			if (error instanceof Stopped) return undefined;
			throw error;
		}
		if (this.update !== update) return undefined;
		const { hint, next } = this.#advice;
		const chosen = hint.choices[next];
		this.#advice.next = hint.choices.length === 0 ? 0 : (next + 1) % hint.choices.length;
		this.hint = chosen?.commands ?? [];
		if (next === 0 || !chosen) return hint.sentence;
		const worth = chosen.permille === null || chosen.permille === undefined ? '' : `: ${Math.round(chosen.permille / 10)} of 100`;
		return `${next === 1 ? 'The next best' : `Number ${next + 1}`}, ${chosen.text}${worth}.`;
	}

	/** Thinks beside the table, of what the seat sees alone; a browser that cannot asks whoever holds the table. */
	async #think(seat: Seat, update: Update): Promise<Hint> {
		if (canPlay()) {
			const names = this.info.seats.map((plan) => plan.name);
			return hints.imagined(this.info, update.view, seat, names, { type: 'hint', seat }, 'hint');
		}
		const commands = await this.consult('normal', 1);
		const text = commands.map((choice) => choice.text).join(', then ');
		return { level: 'normal', sentence: text ? `A sensible move: ${text}.` : 'There is nothing better to suggest.', choices: [{ text, commands, lines: 0 }] };
	}

	/** What a bot would do in the viewer's place. */
	async consult(bot = 'normal', luck = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0): Promise<Choice[]> {
		const { seat } = this;
		if (seat === undefined) return [];
		return (await this.link.ask({ type: 'advise', seat, bot, seed: luck }, 'reading')).commands;
	}

	/** Takes the viewer's things out of the page and asks for the next person. */
	handOver(to: Seat[]): void {
		this.handingTo = to;
		this.passTo = undefined;
		this.others = [];
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
		const { seat: before, update } = this;
		if (before === seat) return;
		if (before !== undefined && update && hides(update)) return this.handOver([seat]);
		this.seat = seat;
		this.passTo = undefined;
		await this.refresh(true);
	}

	/** Stops following; the link stays open for whoever holds it. */
	leave(): void {
		this.#closed = true;
		hints.stop();
		this.link.onchange = () => undefined;
		this.link.oninfo = () => undefined;
	}

	/** The seats at this device whose turn it is. */
	#next(update: Update): Seat[] {
		// Who only could do something meanwhile is not asked while somebody else is waited for.
		const next = update.awaited.length > 0 ? update.awaited : update.to_act;
		return this.info.mine.filter((seat) => next.includes(seat));
	}

	async #changed(change: Change): Promise<void> {
		// After a take-back the same entries stand for something else, and the log is told anew.
		const whole = change.line - this.change.line !== change.entry - this.change.entry;
		this.change = change;
		this.changedAt = performance.now();
		if (this.handingTo) {
			const next = this.actors;
			if (change.over) await this.take(this.handingTo[0] ?? 0);
			else if (next.length > 0 && !this.handingTo.some((seat) => next.includes(seat))) this.handingTo = next;
			return;
		}
		await this.refresh(whole);
	}

	/** Brings the screen up to date; calls that come meanwhile are answered by one more round. */
	async refresh(whole: boolean): Promise<void> {
		if (this.#refreshing) {
			this.#again = whole || this.#again === true;
			return this.#refreshing;
		}
		this.#refreshing = this.#round(whole);
		try {
			await this.#refreshing;
		} finally {
			this.#refreshing = undefined;
		}
		const again = this.#again;
		this.#again = undefined;
		if (again !== undefined) await this.refresh(again);
	}

	async #round(whole: boolean): Promise<void> {
		try {
			const first = await this.#update(this.seat, whole);
			// What was taken back in between stands for something else now.
			const anew = !whole && this.update !== undefined && first.line - this.update.line !== first.entry - this.update.entry;
			if (anew) whole = true;
			const update = anew ? await this.#update(this.seat, true) : first;
			const next = this.#next(update);
			const turned = this.seat !== undefined && next.length > 0 && !next.includes(this.seat);
			if (!turned) return await this.#show(this.seat, update, whole);
			// The turn has passed to somebody else at this device, who counts what they may know of.
			const heir = next[0];
			if (hides(update)) return await this.#show(this.seat, update, whole, next);
			this.seat = heir;
			await this.#show(heir, await this.#update(heir, whole), whole);
		} catch (error) {
			if (!this.#closed) this.trouble = error instanceof Error ? error.message : String(error);
		}
	}

	#since(seat: Seat | undefined, whole: boolean): number {
		const known = this.update?.entry ?? this.#seen.get(String(seat));
		return whole || known === undefined ? 0 : known;
	}

	#update(seat: Seat | undefined, whole: boolean): Promise<Update> {
		const as: Viewer = seat === undefined ? 'spectator' : { seat };
		return this.link.ask({ type: 'update', as, since: this.#since(seat, whole) }, 'update');
	}

	async #show(seat: Seat | undefined, update: Update, whole: boolean, passTo?: Seat[]): Promise<void> {
		const since = this.#since(seat, whole);
		const legal = seat === undefined ? undefined : await this.#legalOf(seat, update);
		// The device may have been handed over meanwhile: then these things must not be shown.
		if (this.#closed || this.handingTo || this.seat !== seat) return;
		const moments = momentsOf(update);
		const kept = whole ? [] : this.log.filter((moment) => moment.entry <= Math.min(since, update.entry));
		const last = this.#seen.get(String(seat)) ?? update.entry;
		this.log = [...kept, ...moments].slice(-MEMORY);
		this.fresh = whole ? moments.filter((moment) => moment.entry > last) : moments;
		this.update = update;
		this.legal = legal;
		this.passTo = passTo;
		this.others = this.info.mine.filter((one) => one !== seat && !passTo?.includes(one) && update.to_act.includes(one));
		this.hint = undefined;
		this.trouble = undefined;
		this.#seen.set(String(seat), update.entry);
		if (update.outcome && seat !== undefined && !this.note) this.note = (await this.#room.remember?.(update.view, this.info.id)) ?? '';
	}

	/** What a seat may do: it comes with the update, or is asked for where it is long and has changed. */
	async #legalOf(seat: Seat, update: Update): Promise<Legal> {
		if (update.legal) return update.legal;
		const key = `${seat} ${update.legal_hash ?? ''}`;
		const known = this.#long?.key === key ? this.#long.legal : undefined;
		const legal = known ?? (await this.link.ask({ type: 'legal', seat }, 'legal'));
		this.#long = { key, legal };
		return legal;
	}

	#forget(): void {
		hints.stop();
		this.#advice = undefined;
		this.#long = undefined;
		this.update = undefined;
		this.legal = undefined;
		this.log = [];
		this.fresh = [];
		this.hint = undefined;
		this.refusal = undefined;
	}
}

/** Whether a screen that is passed round is covered between two seats. */
const hides = (update: Update): boolean => update.secrets && !update.outcome;

export function momentsOf(update: Pick<Update, 'frames' | 'line'>): Moment[] {
	return update.frames.flatMap((frame) =>
		frame.events.map((told, i) => ({
			key: `${update.line}.${frame.entry}.${i}`,
			entry: frame.entry,
			turn: frame.moment ?? '',
			closes: told.closes ?? false,
			by: typeof frame.actor === 'object' ? frame.actor.seat : undefined,
			event: told.event,
			text: told.text,
		})),
	);
}
