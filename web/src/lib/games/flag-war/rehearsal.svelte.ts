/**
 * A rehearsal: the own plan against orders that one supposes the enemy to give. It is played at a
 * trial table that fits what one sees; nothing of it is sent.
 */
import type { Command, PlanEntry, View } from '$lib/wire/flag-war';
import type { Refusal, Seat } from '$lib/wire/protocol';
import { commandOf, Hand } from './hand.svelte';
import { Show } from './show.svelte';
import { toldOf, type Trial } from './trial';

interface Stage {
	/** A table in the position that is seen now, where nobody is ready yet. */
	trial: () => Promise<Trial>;
	/** The one who rehearses, and the enemy. */
	me: Seat;
	enemy: Seat;
	tempo: () => number;
}

export class Rehearsal {
	/** What the one who rehearses would see, and what the enemy would: its orders are the supposed ones. */
	mine = $state.raw<View>() as View;
	theirs = $state.raw<View>() as View;
	/** What the round that was tried brought; none while it is being set. */
	told = $state.raw<string[]>();
	trouble = $state.raw<string>();
	readonly hand: Hand;
	readonly show = new Show();
	readonly over = $derived.by(() => this.mine.shared.status === 'finished');
	#stage: Stage;
	#trial: Trial;
	/** The supposed orders of all rounds that were set, by round and piece. */
	#supposed = new Map<string, PlanEntry>();
	/** One thing after the other. */
	#turn: Promise<unknown> = Promise.resolve();

	static async open(stage: Stage): Promise<Rehearsal> {
		const trial = await stage.trial();
		const [mine, theirs] = [await trial.view(stage.me), await trial.view(stage.enemy)];
		return new Rehearsal(stage, trial, mine, theirs);
	}

	private constructor(stage: Stage, trial: Trial, mine: View, theirs: View) {
		this.#stage = stage;
		this.#trial = trial;
		this.mine = mine;
		this.theirs = theirs;
		this.show.see(mine.shared, 0);
		const submit = (command: Command) => this.#inTurn(() => this.#suppose([command]));
		this.hand = new Hand({ view: () => this.theirs, submit, closed: 'The enemy’s zone is closed to the enemy while its flag is home.' });
	}

	/** Supposes what a bot would order in the enemy's place. */
	async guess(): Promise<void> {
		const orders = await this.#trial.advise(this.#stage.enemy, 'normal');
		await this.hand.order(orders.filter((order) => order.type === 'move' || order.type === 'hold'));
	}

	/** Plays the round. */
	run(): Promise<void> {
		this.hand.drop();
		return this.#inTurn(async () => {
			const { me, enemy, tempo } = this.#stage;
			if (this.told || this.over) return;
			if ((this.mine.shared.config.tick_mode ?? 'timer') === 'timer') await this.#trial.strike();
			else for (const seat of [me, enemy]) await this.#trial.submit({ type: 'ready' }, seat);
			const told = await toldOf(this.#trial, me);
			await this.#look();
			this.told = told;
			this.show.see(this.mine.shared, tempo());
		});
	}

	/** Goes on from there: the next round is set. */
	next(): void {
		this.show.finish();
		this.told = undefined;
		this.hand.past = [];
	}

	/** Back to the position that is seen now, with what was supposed for its rounds. */
	again(): Promise<void> {
		this.hand.drop();
		this.hand.past = [];
		this.show.finish();
		return this.#inTurn(async () => {
			const before = this.#trial;
			this.#trial = await this.#stage.trial();
			before.close();
			this.told = undefined;
			const orders = [...this.#supposed.values()];
			await this.#look();
			const open = this.mine.shared.round;
			await this.#suppose(orders.flatMap((entry) => (entry.round < open ? [] : [commandOf(entry.piece, entry.order, entry.round)])));
			this.show.see(this.mine.shared, 0);
		});
	}

	close(): void {
		this.show.finish();
		this.#trial.close();
	}

	async #suppose(commands: Command[]): Promise<Refusal | undefined> {
		let refusal: Refusal | undefined;
		for (const command of commands) refusal = (await this.#trial.submit(command, this.#stage.enemy)) ?? refusal;
		await this.#look();
		this.trouble = refusal?.sentence;
		return refusal;
	}

	async #look(): Promise<void> {
		const { me, enemy } = this.#stage;
		[this.mine, this.theirs] = [await this.#trial.view(me), await this.#trial.view(enemy)];
		const { round } = this.mine.shared;
		for (const [key, entry] of this.#supposed) if (entry.round >= round) this.#supposed.delete(key);
		for (const entry of this.theirs.own?.plan ?? []) this.#supposed.set(`${entry.round} ${entry.piece}`, entry);
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T> {
		const done = this.#turn.then(work);
		this.#turn = done.catch(() => undefined);
		return done;
	}
}
