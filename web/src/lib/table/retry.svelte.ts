/**
 * Trying a decision again: the position before it, at a table that nobody keeps, and a judgement of what one
 * does instead. What was best is not told before.
 */
import type { LookBack, Refusal } from '$lib/wire/protocol';
import { seatOf, type Analysis, type Verdict } from './analysis.svelte';
import * as local from './local';
import { Stopped } from './mind';
import { Table } from './table.svelte';

export class Retry {
	table = $state.raw<Table>();
	/** What was done, while it is being judged and after. */
	state = $state.raw<'open' | 'judging' | 'judged'>('open');
	verdict = $state.raw<Verdict>();
	#gone = false;

	constructor(
		private readonly game: local.LocalLink,
		private readonly analysis: Analysis,
		/** The decision. */
		readonly moment: LookBack,
	) {}

	get seat(): number {
		return seatOf(this.moment) ?? 0;
	}

	/** Sets the pieces as they stood before the decision. */
	async begin(): Promise<void> {
		this.#close();
		this.state = 'open';
		this.verdict = undefined;
		// Nobody but the one who tries again acts here, and no clock runs.
		const seats = this.game.info.seats.map(({ name }) => ({ name }));
		const id = await local.branch(this.game.info.id, this.moment.entry - 1, undefined, seats, false);
		const link = await local.sit(id, [this.seat]);
		link.pause(true);
		const table = new Table(link, link.first);
		await table.start();
		if (this.#gone) link.close();
		else this.table = table;
	}

	/** Does something instead, and judges it. */
	async submit(command: unknown): Promise<Refusal | undefined> {
		const { table } = this;
		if (!table || this.state !== 'open') return undefined;
		const refusal = await table.submit(command, this.seat);
		if (refusal) return refusal;
		this.state = 'judging';
		try {
			const { journal, seed } = await table.link.journal();
			this.verdict = await this.analysis.judge(journal, seed);
			this.state = 'judged';
		} catch (error) {
			if (!(error instanceof Stopped)) throw error;
		}
		return undefined;
	}

	close(): void {
		this.#gone = true;
		this.#close();
	}

	#close(): void {
		this.table?.leave();
		this.table?.link.close();
		this.table = undefined;
	}
}
