/** A game's module: bytes in, bytes out. `crates/senet-guest` tells of its border. */
interface Border {
	memory: WebAssembly.Memory;
	senet_room(length: number): number;
	senet_answer(length: number): bigint;
}

const writer = new TextEncoder();
const reader = new TextDecoder();

/** A module that runs. It holds the tables of one game, and gets luck, a log and a clock of the page, nothing else. */
export class GameModule {
	readonly #border: Border;
	/** What it said last: the reason, where it fails. */
	#said = '';

	constructor(compiled: WebAssembly.Module) {
		const random = () => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
		const log = (address: number, length: number) => void (this.#said = this.#text(address >>> 0, length >>> 0));
		const now = () => performance.now();
		const instance = new WebAssembly.Instance(compiled, { senet: { random, log, now } });
		this.#border = instance.exports as unknown as Border;
	}

	/** Answers a message of the protocol. */
	message(text: string): string {
		const bytes = writer.encode(text);
		try {
			const room = this.#border.senet_room(bytes.length) >>> 0;
			new Uint8Array(this.#border.memory.buffer, room, bytes.length).set(bytes);
			const answer = BigInt.asUintN(64, this.#border.senet_answer(bytes.length));
			return this.#text(Number(answer >> 32n), Number(answer & 0xffff_ffffn));
		} catch (error) {
			throw new Error(this.#said || String(error), { cause: error });
		}
	}

	#text(address: number, length: number): string {
		return reader.decode(new Uint8Array(this.#border.memory.buffer, address, length));
	}
}

/** What a module tells of itself in its sections: without running it. */
export function told(compiled: WebAssembly.Module): { page: Record<string, unknown> } | undefined {
	const section = (name: string) => WebAssembly.Module.customSections(compiled, name)[0];
	const [about, rules] = [section('senet.about'), section('senet.rules')];
	if (!about || !rules) return undefined;
	const { page } = JSON.parse(reader.decode(about));
	return { page: { ...page, text: reader.decode(rules) } };
}
