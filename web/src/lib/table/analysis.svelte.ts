/**
 * Looking back at a game that is over: what every entry did to the chances, from rough to fine, entry by entry.
 * It is worked out on this device, beside everything else, and ends when it is closed. Where the server of a
 * game finds it out, once for all, this device looks only roughly, and alone where the server does not answer.
 */
import type { LookBack, Seat } from '$lib/wire/protocol';
import { Mind, Stopped } from './mind';

/** Chances are told in millionths. */
export const CERTAIN = 1_000_000;
/** What a decision must have cost to be called a mistake, and luck to be shown. */
const WORTH_TELLING = 20_000;
/** From rough to fine: the levels that look, and how much of the work each is. The first judges no decision. */
const LOOKS = [
	{ level: 'random', work: 0.05 },
	{ level: 'normal', work: 0.2 },
	{ level: 'hard', work: 0.75 },
] as const;
/** How many decisions of each seat are named. */
const COSTLIEST = 3;

/** Where a result came from: start, luck, all play and the rest make the result. */
export interface Account {
	seat: Seat;
	start: number;
	luck: number;
	/** What each seat's play brought to this one. */
	play: number[];
	rest: number;
	result: number;
}

/** What somebody did instead, and what it is worth. */
export interface Verdict {
	text: string;
	chance: number;
	better?: { text: string; chance: number; cost: number };
}

type Looked = { moment: LookBack; steps: number[] };

/** What a server has found beyond an entry. */
export interface Found {
	entries: number;
	looked: Looked[];
}

export const seatOf = (moment: LookBack): Seat | undefined => (typeof moment.actor === 'object' ? moment.actor.seat : undefined);

export class Analysis {
	/** How many entries there are; 0 before the first is looked at. */
	entries = $state.raw(0);
	together = $state.raw(false);
	state = $state.raw<'looking' | 'done' | 'stopped'>('looking');
	trouble = $state.raw<string>();
	/** What each look has found so far. */
	#found = $state.raw<Looked[][]>(LOOKS.map(() => []));
	readonly #mind = new Mind();
	#closed = false;

	/** All that is known, of every entry the finest. */
	readonly looked: Looked[] = $derived.by(() => this.#found.reduce((rough, fine) => [...fine, ...rough.slice(fine.length)], []));
	/** How much of the work is done, from 0 to 1. */
	readonly progress = $derived.by(() => {
		// What was looked at finely need not be looked at roughly any more.
		const seen = (from: number) => Math.max(...this.#found.slice(from).map((found) => found.length));
		return this.entries === 0 ? 0 : LOOKS.reduce((sum, { work }, i) => sum + (work * seen(i)) / this.entries, 0);
	});
	/** Luck and play for every seat, from one look alone so that the parts add up; none before a whole look. */
	readonly accounts: Account[] = $derived.by(() => {
		const whole = this.#found.findLast((found) => this.entries > 0 && found.length === this.entries);
		return whole ? accountsOf(whole.map(({ moment }) => moment)) : [];
	});

	constructor(
		private readonly journal: string,
		private readonly seed: string | undefined,
		/** Asks the server where the game was played what it has found beyond an entry. */
		private readonly house?: (since: number) => Promise<Found>,
	) {}

	/** Looks at every entry several times: quickly for the chances, then ever harder at what decisions cost. */
	async start(): Promise<void> {
		try {
			await this.#mind.wanted({ type: 'open_journal', table: 'game', journal: this.journal, seed: this.seed }, 'opened');
			const told = (i: number) => (looked: Looked[]) => (this.#found = this.#found.map((one, j) => (i === j ? looked : one)));
			const finest = LOOKS.length - 1;
			await this.#look(LOOKS[0].level, told(0));
			if (!(await this.#asked(told(finest)))) {
				for (const [i, { level }] of LOOKS.entries()) if (i > 0) await this.#look(level, told(i));
			}
			this.state = 'done';
		} catch (error) {
			this.state = 'stopped';
			if (!(error instanceof Stopped)) this.trouble = error instanceof Error ? error.message : String(error);
		}
	}

	/** Ends the work; what is known stays. */
	close(): void {
		this.#closed = true;
		this.#mind.close();
	}

	/** The entry's own number for the step of a seat, or of a spectator. */
	entryAt(step: number, seat: Seat | undefined): number {
		const found = this.looked.findIndex(({ steps }) => (steps.at(seat ?? -1) ?? 0) >= step);
		return step === 0 ? 0 : found < 0 ? this.looked.length : found + 1;
	}

	/** How far a seat, or a spectator, has come at an entry. */
	stepAt(entry: number, seat: Seat | undefined): number {
		return entry === 0 ? 0 : (this.looked[entry - 1]?.steps.at(seat ?? -1) ?? 0);
	}

	/** The decisions of a seat that cost most. */
	costliest(seat: Seat): LookBack[] {
		return this.mistakes
			.filter((moment) => seatOf(moment) === seat)
			.sort((a, b) => (b.better?.cost ?? 0) - (a.better?.cost ?? 0))
			.slice(0, COSTLIEST);
	}

	/** Every decision that cost something worth telling, in order. */
	get mistakes(): LookBack[] {
		return this.looked.map(({ moment }) => moment).filter((moment) => (moment.better?.cost ?? 0) >= WORTH_TELLING);
	}

	/** Judges the last entry of another journal by the same measure. */
	async judge(journal: string, seed: string | undefined): Promise<Verdict | undefined> {
		await this.#mind.ask({ type: 'close', table: 'try' });
		const { entry } = await this.#mind.wanted({ type: 'open_journal', table: 'try', journal, seed }, 'opened');
		const { moment } = await this.#mind.wanted({ type: 'analyse', table: 'try', at: entry }, 'analysed');
		const { better, known, text } = moment;
		if (known === null || known === undefined) return undefined;
		return { text, chance: known, better: better ?? undefined };
	}

	/** Asks the server of the game as long as it finds more; says whether it has found everything. */
	async #asked(tell: (looked: Looked[]) => void): Promise<boolean> {
		if (!this.house) return false;
		const looked: Looked[] = [];
		try {
			while (looked.length < this.entries) {
				const more = await this.house(looked.length);
				if (this.#closed) throw new Stopped('The look back was ended.');
				// A server that looks at another game than this device has nothing to say of it.
				if (more.entries !== this.entries) return false;
				looked.push(...more.looked);
				if (more.looked.length > 0) tell([...looked]);
			}
			return true;
		} catch (error) {
			if (error instanceof Stopped) throw error;
			return false;
		}
	}

	async #look(level: string, tell: (looked: Looked[]) => void): Promise<void> {
		const looked: Looked[] = [];
		do {
			const answer = await this.#mind.wanted({ type: 'analyse', table: 'game', at: looked.length + 1, level }, 'analysed');
			this.entries = answer.entries;
			this.together = answer.together;
			looked.push({ moment: answer.moment, steps: answer.steps });
			tell([...looked]);
		} while (looked.length < this.entries);
	}
}

/** Parts luck from play: a command first changes the chance by what it is, then its dice change it again. */
export function accountsOf(moments: LookBack[]): Account[] {
	const first = moments[0];
	if (!first) return [];
	return first.before.map((start, seat) => {
		const account: Account = { seat, start, luck: 0, play: first.before.map(() => 0), rest: 0, result: start };
		for (const moment of moments) {
			const [before = 0, expected = 0, open = 0] = [moment.before[seat], moment.expected[seat], moment.open[seat]];
			const actor = seatOf(moment);
			account.luck += open - expected;
			if (actor === undefined) account.rest += expected - before;
			else account.play[actor] = (account.play[actor] ?? 0) + expected - before;
			account.result = open;
		}
		return account;
	});
}

/** What luck brought to the first seat in a moment, where it is worth telling. */
export function luckOf(moment: LookBack): number {
	const luck = (moment.open[0] ?? 0) - (moment.expected[0] ?? 0);
	return moment.drew && Math.abs(luck) >= WORTH_TELLING ? luck : 0;
}

/** A chance in hundredths, as people read it. */
export const percent = (millionths: number): string => `${Math.round(millionths / 10_000)} %`;
/** A difference in points, with its sign. */
export const points = (millionths: number): string => {
	const rounded = Math.round(millionths / 10_000);
	return rounded === 0 ? '0' : rounded > 0 ? `+${rounded}` : `−${-rounded}`;
};
