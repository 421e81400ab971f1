/**
 * A desk of its own for long thoughts: bots, hints, analyses. Whoever started it ends it when nobody wants to
 * know any more; the tables that are played lie at another desk.
 */
import init, { Desk } from '../../wasm/senet.js';
import address from '../../wasm/senet_bg.wasm?url';
import type { Ask } from '$lib/wire/protocol';

const desk = init({ module_or_path: address }).then(() => new Desk());

self.onmessage = async (event: MessageEvent<{ n: number; ask: Ask }>) => {
	const { n, ask } = event.data;
	try {
		self.postMessage({ n, answer: JSON.parse((await desk).message(JSON.stringify(ask))) });
	} catch (error) {
		self.postMessage({ n, error: error instanceof Error ? error.message : String(error) });
	}
};
