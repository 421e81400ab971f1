/**
 * A desk of its own for long thoughts: bots, hints, analyses. Whoever started it ends it when nobody wants to
 * know any more; the tables that are played lie at another desk.
 */
import type { Ask } from '$lib/wire/protocol';
import { Desk } from './desk';

const desk = new Desk();

self.onmessage = async (event: MessageEvent<{ n: number; ask: Ask & { rules?: number } }>) => {
	const { n, ask } = event.data;
	try {
		self.postMessage({ n, answer: await desk.ask(ask) });
	} catch (error) {
		self.postMessage({ n, error: error instanceof Error ? error.message : String(error) });
	}
};
