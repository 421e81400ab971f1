/**
 * The voice of a guided first game. The table is a real one; its seed is known, so the whole way is written
 * down as data and the journal says how far it was gone: a reload, another screen or an undo needs no other
 * memory. While the voice speaks the bots wait, and what they do is in the script too.
 */
import type { Lesson, Step, Theirs } from '$lib/games/contract';
import { same } from '$lib/games/same';
import type { Refusal, Seat } from '$lib/wire/protocol';

const LEARNER: Seat = 0;
/** How long the others seem to think, so that one can follow. */
const THINK = 700;

/** What the voice needs of a table. */
export interface Guided {
	/** How many commands are in effect, also those of others that the learner may not know of. */
	readonly made: number;
	submit(command: unknown, seat?: Seat): Promise<Refusal | undefined>;
}

/** Where the voice keeps how much was read. */
export interface Bookmark {
	read: () => unknown;
	write: (value: unknown) => void;
}

interface Move extends Theirs<unknown> {
	step: number;
	/** Whether the learner makes it. */
	asked: boolean;
}

export class Coach {
	readonly steps: Step[];
	readonly #script: Move[];
	readonly #table: Guided;
	readonly #bookmark: Bookmark;
	readonly #tempo: () => number;
	readonly #loose: string[];
	/** The last step that was read through, and whether the voice has ended. */
	#read = $state.raw(-1);
	#over = $state.raw(false);
	/** How far the game was when the voice made its last move, and the step that it does for the learner. */
	#answered: number | undefined;
	#showing = -1;

	constructor(lesson: Lesson, table: Guided, bookmark: Bookmark, tempo: () => number) {
		this.steps = lesson.steps;
		this.#script = lesson.steps.flatMap((step, at) => (step.moves ?? []).map((move) => ({ ...readMove(move), step: at })));
		this.#loose = lesson.loose ?? [];
		this.#table = table;
		this.#bookmark = bookmark;
		this.#tempo = tempo;
		const kept = bookmark.read();
		if (kept === 'over') this.#over = true;
		else if (typeof kept === 'number') this.#read = kept;
	}

	/** Whether it still speaks. Whoever has left the written way, in text or in another tab, plays on alone. */
	readonly speaks = $derived.by(() => !this.#over && this.#table.made <= this.#script.length);
	/** The next move of the script; none at its end. */
	readonly #next: Move | undefined = $derived.by(() => this.#script[this.#table.made]);
	/** The number of the step that is said now: the next one that was not read, or whose moves are not made. */
	readonly at: number = $derived.by(() => {
		const due = this.#next?.step ?? this.steps.length - 1;
		const unread = this.steps.findIndex((step, i) => i > this.#read && i <= due && step.moves === undefined);
		return unread === -1 ? due : unread;
	});
	readonly step: Step = $derived.by(() => this.steps[this.at] as Step);
	readonly last = $derived.by(() => this.at === this.steps.length - 1);
	/** Whether it waits for a move of the learner. */
	readonly waits = $derived.by(() => this.speaks && this.#next?.step === this.at && this.#next.asked);
	/** What the board points at. */
	readonly points: unknown[] = $derived.by(() => (this.waits && !this.step.unpointed ? [this.#next?.command] : []));

	/** Why a command is not done now; none where it is the one that the step is about. */
	bars(command: unknown): Refusal | undefined {
		if (!this.speaks || (this.waits && this.#fits(command))) return undefined;
		return { code: 'guided', sentence: this.#instead(), facts: {} };
	}

	/** The next step, where this one is only read; after the last one the game is the learner's own. */
	next(): void {
		if (this.last) return this.end();
		this.#read = this.at;
		this.#bookmark.write(this.#read);
		void this.answer();
	}

	/** Makes the moves of the step for the one who learns. */
	async showMe(): Promise<void> {
		this.#showing = this.at;
		await this.answer();
	}

	/** Makes the next move where it is not the learner's; call it whenever the table has changed. */
	async answer(): Promise<void> {
		const { made } = this.#table;
		if (this.#answered !== made) this.#answered = undefined;
		const due = this.#due();
		if (!due || this.#answered === made) return;
		// The table tells of the move a moment after it was made; until then it is not made again.
		this.#answered = made;
		if (!due.asked) await new Promise((done) => setTimeout(done, THINK * this.#tempo()));
		if (!this.speaks || this.#table.made !== made) return;
		// Where the rules have changed since the way was written down, the game goes on without it.
		if (await this.#table.submit(due.command, due.seat)) this.end();
	}

	/** The voice falls silent; the game goes on. */
	end(): void {
		this.#over = true;
		this.#bookmark.write('over');
	}

	#instead(): string {
		if (this.waits) return `That could be done too. For now: ${this.step.task ?? this.step.title}`;
		return this.step.task ? 'The other side is about to act; then it is your move.' : 'Read this step first, then press Next.';
	}

	#fits(command: unknown): boolean {
		return this.step.like?.(command) === true || same(this.#bare(command), this.#bare(this.#next?.command));
	}

	/** A command without what makes no difference: fields that are not set say the same as fields that are not there. */
	#bare(command: unknown): unknown {
		if (command === null || typeof command !== 'object') return command;
		return Object.fromEntries(Object.entries(command).filter(([name, value]) => value !== null && value !== undefined && !this.#loose.includes(name)));
	}

	#due(): Move | undefined {
		const next = this.#next;
		return this.speaks && next?.step === this.at && (!next.asked || this.#showing === this.at) ? next : undefined;
	}
}

function readMove(move: unknown): Omit<Move, 'step'> {
	const written = typeof move === 'object' && move !== null && 'command' in move && 'seat' in move;
	return written ? { ...(move as Theirs<unknown>), asked: false } : { seat: LEARNER, command: move, asked: true };
}
