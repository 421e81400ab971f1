/**
 * Sitting down at a table: this tab claims it, opens the way to it and the game's room, and gets up again.
 * Whatever draws or reads the table does it here.
 */
import { loadRoom, type LoadedRoom } from '$lib/games';
import type { Company } from './company.svelte';
import { claim } from './guard';
import { keeping } from './keeping.svelte';
import type { LinkState } from './link';
import * as local from './local';
import { Table } from './table.svelte';

/** How long the other tab may take to write what it was about to write. */
const LAST_WORDS = 300;

export class Sitting {
	/** The table; none before one sits, and while another tab has it. */
	table = $state.raw<Table>();
	loaded = $state.raw<LoadedRoom>();
	/** Why one cannot sit down. */
	trouble = $state.raw<string>();
	/** Whether another tab of this browser plays this table. */
	elsewhere = $state.raw(false);
	#here = $state.raw<LinkState>({ is: 'here', saved: true });
	#unclaim: (() => void) | undefined;
	#gone = false;

	constructor(
		readonly id: string,
		/** The people at a table on a server; it is one of this device otherwise. */
		readonly company?: Company,
	) {}

	/** Where the table stands in the house. */
	get place(): string {
		return this.company ? `online/${this.id}` : `table/${this.id}`;
	}

	/** How the connection is, or whether this device keeps the table. */
	get state(): LinkState {
		return this.company ? this.company.state : this.#here;
	}

	get gone(): boolean {
		return this.#gone;
	}

	/** Sits down; by force the table is taken away from another tab, which says so there. */
	async start(force = false): Promise<void> {
		this.elsewhere = false;
		try {
			if (!this.company && !(await this.#claim(force))) return;
			await this.#open();
		} catch (error) {
			this.trouble = error instanceof Error ? error.message : String(error);
		}
	}

	/** Gets up; the link of a company stays open for its other screens. */
	leave(): void {
		this.#gone = true;
		this.#rise();
	}

	async #claim(force: boolean): Promise<boolean> {
		this.#unclaim = await claim(this.id, () => this.#lose(), force);
		this.elsewhere = this.#unclaim === undefined;
		if (this.#gone) this.#unclaim?.();
		if (this.elsewhere || this.#gone) return false;
		if (force) await new Promise((done) => setTimeout(done, LAST_WORDS));
		return true;
	}

	async #open(): Promise<void> {
		const { company } = this;
		const link = company?.link ?? (await local.sit(this.id));
		if (this.#gone) return company ? undefined : link.close();
		const first = 'first' in link ? link.first : await link.ready;
		if (!company) link.onstate = (state) => (this.#here = state);
		this.loaded = await loadRoom(link.info.game);
		const opened = new Table(link, first, this.loaded.room);
		await opened.start();
		this.table = opened;
		if (!company) void keeping.ask();
		if (this.#gone) this.#rise();
	}

	/** Another tab has taken this table: what is here would soon be wrong. */
	#lose(): void {
		this.#rise();
		this.table = undefined;
		this.elsewhere = true;
	}

	#rise(): void {
		this.table?.leave();
		if (!this.company) this.table?.link.close();
		this.#unclaim?.();
	}
}
