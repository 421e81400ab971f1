/** What can be done with a game that is over: check it, keep it, look back at it, play it again. */
import { router } from '$lib/router.svelte';
import { copyText } from '$lib/ui/clipboard';
import type { Drawing } from '$lib/wire/protocol';
import { configOf, dealPath, download, fileOf, rollsIn, seedOf, share } from './files';
import * as local from './local';
import { hasServer, keepGame, rematch, share as shareWithAll, shortLink } from './online';
import type { Sitting } from './sitting.svelte';
import type { Table } from './table.svelte';

const DICE: Record<string, string> = {
	recomputed: 'Every roll was worked out again from the secret that was promised before the first one.',
	typed: 'The dice fell outside and were typed in.',
	sealed: 'The secret behind the dice is still kept.',
};

export class Ending {
	/** The result as the game tells it. */
	drawing = $state.raw<Drawing>([]);
	/** The seed that deals the same game again; none where there is none. */
	seed = $state.raw<string>();
	/** Whether anything was drawn by lot. */
	luck = $state.raw(false);
	/** Whether a server can keep the game, for a short link. */
	canShorten = $state.raw(false);
	/** What the last thing that was asked for came to. */
	told = $state.raw<string>();
	readonly #sitting: Sitting;
	/** The settings it was played with; none where a ready-made choice names them. */
	#config: unknown;
	/** What the game is called at the server that keeps it. */
	#short: string | undefined;

	constructor(sitting: Sitting) {
		this.#sitting = sitting;
	}

	get #table(): Table {
		const { table } = this.#sitting;
		if (!table) throw new Error('The table is closed.');
		return table;
	}

	/** Gathers what the result screen shows. */
	async gather(): Promise<void> {
		const { company } = this.#sitting;
		void hasServer().then((found) => (this.canShorten = found && (!company || company.mine.token !== undefined || company.room.shared === true)));
		const { link, seat } = this.#table;
		const as = seat === undefined ? ('spectator' as const) : { seat };
		this.drawing = (await link.ask({ type: 'draw', as }, 'drawing')).ending;
		this.seed = this.#table.update?.seed ?? undefined;
		// Whoever only watched may not know all of it; the result is told to them all the same.
		const told = await link.journal().catch(() => undefined);
		const { preset } = this.#table.info;
		// A deal without its settings would be another one.
		if (!told && !preset) this.seed = undefined;
		if (!told) return;
		this.#config = preset ? undefined : configOf(told.journal);
		this.luck = rollsIn(told.journal);
		this.seed ??= seedOf(told.journal);
	}

	/** Recomputes the whole game. */
	verify = (): Promise<void> =>
		this.#tell(async () => {
			this.told = this.luck ? 'Working out every roll again…' : 'Going through every move again…';
			const { journal } = await this.#table.link.journal();
			const answer = await local.ask({ type: 'verify', journal }, 'verified');
			return `In order: ${answer.entries === 1 ? '1 move follows' : `${answer.entries} moves follow`} the rules. ${this.luck ? (DICE[answer.dice] ?? '') : ''}`.trim();
		});

	/** The same game again, with other dice or with the same. */
	again = (seed?: string): Promise<void> =>
		this.#tell(async () => {
			const { id, company } = this.#sitting;
			const { game, preset, seats } = this.#table.info;
			if (company && seed === undefined) return router.go(`online/${await rematch(id)}`);
			// The same deal of a server's table is laid on this device, where one can choose who plays.
			if (company) return router.go(dealPath({ game, preset, config: this.#config }, seed));
			router.go(`table/${await local.open({ game, preset, config: this.#config, seats, seed })}`);
		});

	/** A link that lays the same deal for somebody else. */
	challenge = (): Promise<void> =>
		this.#tell(async () => {
			const { game, preset } = this.#table.info;
			const address = `${location.href.split('#')[0]}#/${dealPath({ game, preset, config: this.#config }, this.seed)}`;
			if (navigator.share && matchMedia('(pointer: coarse)').matches) {
				await navigator.share({ title: 'Can you do better with this deal?', url: address }).catch(() => undefined);
				return '';
			}
			return (await copyText(address)) ? 'A link that deals this game again is on the clipboard. Send it to a friend.' : `Copy this link: ${address}`;
		});

	/** A game of a server is looked back at here, from its journal; what decided it the server finds out. */
	lookBack = (): Promise<void> =>
		this.#tell(async () => {
			const { id, company } = this.#sitting;
			if (!company) return router.go(`replay/${id}`);
			router.go(`replay/${await local.bring((await this.#table.link.journal()).journal, true)}?house=${encodeURIComponent(id)}`);
		});

	save = (): Promise<void> =>
		this.#tell(async () => {
			const { link, over } = this.#table;
			const file = await fileOf(link, over);
			download(file.name, file.text);
		});

	share = (title: string): Promise<void> => this.#tell(() => share(this.#table.link, title));

	/** A short link to the game, which the server keeps from now on for whoever has it. */
	shorten = (): Promise<void> =>
		this.#tell(async () => {
			const { id, company } = this.#sitting;
			if (company?.mine.token && !company.room.shared) company.changed(await shareWithAll(id, true));
			this.#short ??= company ? id : await keepGame((await this.#table.link.journal()).journal);
			const address = shortLink(this.#short);
			return (await copyText(address)) ? `The link ${address} is on the clipboard.` : `Copy this link: ${address}`;
		});

	/** Lets everybody look back at a server's game, or not. */
	open = (on: boolean): Promise<void> =>
		this.#tell(async () => {
			const { id, company } = this.#sitting;
			company?.changed(await shareWithAll(id, on));
			return on ? 'Whoever has the link of this table may look back at the game.' : 'Only those who played may look back at the game.';
		});

	async #tell(work: () => Promise<string | void>): Promise<void> {
		try {
			this.told = (await work()) ?? undefined;
		} catch (error) {
			this.told = error instanceof Error ? error.message : String(error);
		}
	}
}
