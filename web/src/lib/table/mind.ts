/** Long thoughts beside everything else: they can be ended at any time, and nothing waits for them. */
import type { Answer, Ask, Seat } from '$lib/wire/protocol';
import { Trouble, type TableAsk } from './link';

/** The thought was ended before it was done. */
export class Stopped extends Error {}

type Thought = { n: number; answer: Answer } | { n: number; error: string };

const begin = (): Worker => new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module', name: 'senet thinks' });

/** Whether thoughts can be thought beside the rest here. */
export const canThink = () => typeof Worker === 'function';

export class Mind {
	#worker: Worker | undefined;
	#waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
	#count = 0;

	ask(ask: Ask & { rules?: number }): Promise<Answer> {
		this.#worker ??= this.#begin();
		const n = ++this.#count;
		return new Promise((resolve, reject) => {
			this.#waiting.set(n, { resolve, reject });
			this.#worker?.postMessage({ n, ask });
		});
	}

	/** Asks for an answer of one kind; everything else is trouble. */
	async wanted<T extends Answer['type']>(ask: Ask & { rules?: number }, type: T): Promise<Extract<Answer, { type: T }>> {
		const answer = await this.ask(ask);
		if (answer.type === type) return answer as Extract<Answer, { type: T }>;
		if ('code' in answer) throw new Trouble(answer);
		throw new Error(`unexpected answer: ${answer.type}`);
	}

	/** Asks at a table that is made from a seat's view alone: nothing else is known there. */
	async imagined<T extends Answer['type']>({ game, rules }: { game: string; rules?: number }, view: unknown, seat: Seat, names: string[], ask: TableAsk, type: T): Promise<Extract<Answer, { type: T }>> {
		const table = `imagined ${this.#count}`;
		await this.wanted({ type: 'imagine', table, game, rules, view, as: { seat }, seats: names }, 'opened');
		const answer = await this.wanted({ ...ask, table } as Ask, type);
		void this.ask({ type: 'close', table }).catch(() => undefined);
		return answer;
	}

	/** Ends every thought at once. */
	stop(): void {
		// Who thinks of nothing is kept for the next thought.
		if (this.#waiting.size > 0) this.#end(new Stopped('The thought was ended.'));
	}

	/** Ends it for good. */
	close(): void {
		this.#end(new Stopped('The thought was ended.'));
	}

	#begin(): Worker {
		const worker = begin();
		worker.onmessage = (event: MessageEvent<Thought>) => {
			const asked = this.#waiting.get(event.data.n);
			this.#waiting.delete(event.data.n);
			if ('error' in event.data) asked?.reject(new Error(event.data.error));
			else asked?.resolve(event.data.answer);
		};
		worker.onerror = (event) => this.#end(new Error(event.message || 'Bots cannot think on this device.'));
		return worker;
	}

	#end(error: Error): void {
		this.#worker?.terminate();
		this.#worker = undefined;
		const waiting = [...this.#waiting.values()];
		this.#waiting.clear();
		for (const asked of waiting) asked.reject(error);
	}
}
