/**
 * Shows what happened, one moment after the other, without ever holding anybody up: all moments of
 * a change take about 700 ms together, and any press or key finishes them.
 */
import { untrack } from 'svelte';
import type { Moment } from './table.svelte';

const WHOLE = 700;
const LEAST = 90;

export class Stage {
	moment = $state.raw<Moment>();
	#queue: Moment[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;

	/** Shows these moments at a tempo; 0 shows nothing but the end. */
	show(moments: Moment[], tempo: number): void {
		untrack(() => this.#show(moments, tempo));
	}

	#show(moments: Moment[], tempo: number): void {
		this.finish();
		if (tempo === 0 || moments.length === 0) return;
		this.#queue = [...moments];
		const each = Math.max(LEAST, WHOLE / moments.length) * tempo;
		this.#next(each);
	}

	finish(): void {
		clearTimeout(this.#timer);
		this.#queue = [];
		this.moment = undefined;
	}

	#next(each: number): void {
		this.moment = this.#queue.shift();
		if (this.moment) this.#timer = setTimeout(() => this.#next(each), each);
	}
}
