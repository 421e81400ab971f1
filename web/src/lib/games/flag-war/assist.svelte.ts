/** The assistant: which pieces are given to it, and what it proposes for the open round. */
import type { Command, View } from '$lib/wire/flag-war';
import type { Refusal } from '$lib/wire/protocol';

/** Who looks after a piece: the player, the player with proposals, or the assistant alone. */
export type Care = 'own' | 'suggest' | 'auto';
type Order = Extract<Command, { type: 'move' | 'hold' }>;

interface Table {
	view: () => View;
	advise: () => Promise<Command[]>;
	submit: (command: Command) => Promise<Refusal | undefined>;
	/** Where it is kept who looks after which piece. */
	notes?: { read: () => unknown; write: (value: unknown) => void };
}

export class Assist {
	/** Who looks after which piece; the player, where it does not say. */
	care = $state.raw<Record<number, Care>>({});
	/** What it would order, for pieces whose player decides. */
	proposals = $state.raw<Order[]>([]);
	#table: Table;
	#asked = 0;

	constructor(table: Table) {
		this.#table = table;
		this.care = remembered(table.notes?.read());
	}

	/** Gives a piece to somebody. */
	entrust(piece: number, care: Care): void {
		this.care = { ...this.care, [piece]: care };
		this.#table.notes?.write(this.care);
	}

	of(piece: number): Care {
		return this.care[piece] ?? 'own';
	}

	readonly busy = $derived(Object.values(this.care).some((care) => care !== 'own'));
	/** What still waits for a word: an order of the player's own answers a proposal. */
	readonly open: Order[] = $derived.by(() => this.proposals.filter((order) => this.of(Number(order.piece)) === 'suggest' && !this.#ordered(Number(order.piece))));

	/** Thinks about the open round; to be called when it opens and when pieces are given. */
	async think(): Promise<void> {
		const ticket = ++this.#asked;
		this.proposals = [];
		if (!this.busy) return;
		const round = this.#table.view().shared.round;
		const orders = (await this.#table.advise()).filter((command): command is Order => command.type === 'move' || command.type === 'hold');
		if (ticket !== this.#asked || this.#table.view().shared.round !== round) return;
		const now = orders.filter((order) => (order.target_round ?? round) === round);
		this.proposals = now.filter((order) => this.of(Number(order.piece)) === 'suggest');
		for (const order of now) {
			const piece = Number(order.piece);
			if (this.of(piece) === 'auto' && !this.#ordered(piece)) await this.#table.submit({ ...order, origin: 'assistant', target_round: round });
		}
	}

	/** Whether the player has given the piece an order for the open round. */
	#ordered(piece: number): boolean {
		const { own, shared } = this.#table.view();
		return own?.plan.some((entry) => entry.piece === piece && entry.round === shared.round && entry.origin === 'explicit') ?? false;
	}
}

/** What was kept, as far as it makes sense. */
function remembered(kept: unknown): Record<number, Care> {
	const entries = Object.entries(kept ?? {}).filter(([piece, care]) => /^[1-9]$/.test(piece) && ['own', 'suggest', 'auto'].includes(care));
	return Object.fromEntries(entries);
}
