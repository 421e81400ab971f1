// The house on this device without a browser: the real worker over the real rules, with saves in memory.
import { vi } from 'vitest';
import type { Save } from '$lib/table/saves';
import type { Ask } from '$lib/wire/protocol';
import { Desk } from '$lib/table/desk';

/** What the device would keep. */
export const kept = new Map<string, { save: Save; lines: string[] }>();
export const papers = new Map<string, unknown>();
export const disk = { full: false };

vi.mock('$lib/table/fetched', () => import('./modules'));
vi.mock('$lib/table/saves', () => ({
	write: async (save: Save, from: number, lines: string[]) => {
		if (disk.full) throw new Error('no room');
		const before = kept.get(save.id)?.lines ?? [];
		kept.set(save.id, { save: structuredClone(save), lines: [...before.slice(0, from), ...lines] });
	},
	readPaper: async (key: string) => structuredClone(papers.get(key)),
	readPapers: async (prefix: string) => [...papers].flatMap(([key, paper]) => (key.startsWith(prefix) ? [structuredClone(paper)] : [])),
	writePaper: async (key: string, paper: unknown) => void (paper === undefined ? papers.delete(key) : papers.set(key, JSON.parse(JSON.stringify(paper)))),
	read: async (id: string) => {
		const found = kept.get(id);
		return found && { save: structuredClone(found.save), journal: found.lines.map((line) => `${line}\n`).join('') };
	},
}));

/** Thoughts can be held up, as a slow device would, all or those after so many; how many were asked and ended is counted. */
export const thoughts = { held: false, most: Infinity, ended: 0, asked: 0 };

/** Who thinks, over the real rules: a worker that can be ended at any time. */
class Aside {
	onmessage: (event: { data: unknown }) => void = () => undefined;
	#desk = new Desk();
	#ended = false;

	async postMessage({ n, ask }: { n: number; ask: unknown }): Promise<void> {
		const number = ++thoughts.asked;
		while ((thoughts.held || number > thoughts.most) && !this.#ended) await new Promise((done) => setTimeout(done, 2));
		if (this.#ended) return;
		const answer = await this.#desk.ask(ask as Ask);
		this.onmessage({ data: { n, answer } });
	}

	terminate(): void {
		this.#ended = true;
		thoughts.ended += 1;
	}
}

/** A worker that lives beside the page; messages are copied as between the two. */
class Beside {
	onmessage: (event: { data: unknown }) => void = () => undefined;
	#ready: Promise<unknown>;

	constructor(address: URL) {
		if (String(address).includes('thinker')) return new Aside() as unknown as Beside;
		const inside = globalThis as unknown as { postMessage: (message: unknown) => void };
		inside.postMessage = (message) => void queueMicrotask(() => this.onmessage({ data: structuredClone(message) }));
		this.#ready = import('../src/lib/table/worker');
	}

	postMessage(message: unknown): void {
		const inside = globalThis as unknown as { onmessage: (event: { data: unknown }) => void };
		void this.#ready.then(() => inside.onmessage({ data: structuredClone(message) }));
	}
}
Object.assign(globalThis, { self: globalThis, Worker: Beside });

/** Waits until something holds; a busy machine may take its time. */
export async function until(holds: () => boolean, what: string): Promise<void> {
	for (let i = 0; i < 2000; i += 1) {
		if (holds()) return;
		await new Promise((done) => setTimeout(done, 5));
	}
	throw new Error(`it never happens: ${what}`);
}
