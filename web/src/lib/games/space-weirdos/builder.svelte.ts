/** One warband on the desk: its report, and every step that can be undone. */
import type { Edit, FixResponse, Warband } from '$lib/wire/space-weirdos';
import { same } from '../same';
import { desk, sentence, type Report } from './desk';
import { keep, readSteps, readWarband } from './library';

export class Builder {
	report = $state.raw<Report>();
	past = $state.raw<Warband[]>([]);
	future = $state.raw<Warband[]>([]);
	/** The cheapest ways to mend it, where it is not legal. */
	fixes = $state.raw<FixResponse>();
	saved = $state(true);
	/** Whether this device refuses to keep it. */
	failed = $state(false);
	/** Why the last step was not made. */
	trouble = $state('');
	/** The last thing that was done, for those who listen. */
	said = $state('');

	/** Letters typed into one field are one step. */
	#typing = '';
	#queue: Promise<unknown> = Promise.resolve();

	constructor(readonly id: string) {}

	/** Takes the warband out of its drawer; false where there is none. */
	async open(): Promise<boolean> {
		const paper = await readWarband(this.id);
		if (!paper) return false;
		const steps = await readSteps(this.id).catch(() => undefined);
		this.past = steps?.past ?? [];
		this.future = steps?.future ?? [];
		this.report = await desk('check', { warband: paper.warband });
		void this.#seekFix();
		return true;
	}

	/** Makes edits as one step. Answers with the report, or nothing where they mean nothing. */
	edit(edits: Edit[], typing = ''): Promise<Report | undefined> {
		return this.#next((warband) => desk('edit', { warband, edits }), typing);
	}

	/** Puts another document in its place, as one step. */
	replace(warband: Warband): Promise<Report | undefined> {
		return this.#next(() => desk('check', { warband: { ...warband, id: this.id } }));
	}

	undo(): Promise<void> {
		return this.#travel('past', 'future', 'Undone.');
	}

	redo(): Promise<void> {
		return this.#travel('future', 'past', 'Done again.');
	}

	#next(ask: (warband: Warband) => Promise<Report>, typing = ''): Promise<Report | undefined> {
		return this.#inTurn(async () => {
			const before = this.report;
			if (!before) return undefined;
			const after = await ask(before.warband);
			if (same(before.warband, after.warband)) return after;
			if (!typing || typing !== this.#typing) this.past = [...this.past, before.warband];
			this.future = [];
			this.#typing = typing;
			await this.#show(after);
			this.said = `${after.cost} of ${after.limit ?? 'no limit'} points.`;
			return after;
		});
	}

	#travel(from: 'past' | 'future', to: 'past' | 'future', word: string): Promise<void> {
		return this.#inTurn(async () => {
			const warband = this[from].at(-1);
			if (!warband || !this.report) return;
			const report = await desk('check', { warband });
			this[to] = [...this[to], this.report.warband];
			this[from] = this[from].slice(0, -1);
			this.#typing = '';
			await this.#show(report);
			this.said = `${word} ${report.cost} of ${report.limit ?? 'no limit'} points.`;
		}).then(() => undefined);
	}

	async #show(report: Report): Promise<void> {
		this.report = report;
		this.saved = false;
		void this.#seekFix();
		try {
			await keep(this.id, report, { past: this.past, future: this.future });
			this.saved = true;
			this.failed = false;
		} catch {
			this.failed = true;
			this.trouble = 'This device does not keep the warband. Save it as a file before you leave.';
		}
	}

	async #seekFix(): Promise<void> {
		const report = this.report;
		if (!report || report.valid) {
			this.fixes = undefined;
			return;
		}
		const fixes = await desk('fix', { warband: report.warband }).catch(() => undefined);
		if (this.report === report) this.fixes = fixes;
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
		const turn = this.#queue.then(work).catch((error: unknown) => {
			this.trouble = sentence(error);
			return undefined;
		});
		this.#queue = turn;
		return turn;
	}
}
