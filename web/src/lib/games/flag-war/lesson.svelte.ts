/**
 * The guided first game: a short game at a trial table, in steps. Each says one thing about the game
 * and waits for one order; what Red does is written down here, what it leads to is not.
 */
import type { Command, Direction, View } from '$lib/wire/flag-war';
import type { Refusal } from '$lib/wire/protocol';
import { arrowOf, pieceName } from './geometry';
import { Hand } from './hand.svelte';
import { Show } from './show.svelte';
import { toldOf, type Trial } from './trial';

interface Move {
	piece: number;
	direction: Direction;
	distance: number;
}
interface Step {
	title: string;
	text: string;
	/** What to do now; none where one only reads. */
	task?: string;
	/** The orders that are waited for, one a round. */
	orders?: Move[];
	/** What Red does in the first of these rounds. */
	red?: Move;
	/** Whether the attempt is enough: the zone bars it. */
	barred?: Move;
	/** Words that say it. */
	words?: string;
}

const [BLUE, RED] = [0, 1];
export const CONFIG = { tick_mode: 'manual' };

export const STEPS: Step[] = [
	{
		title: 'Two lands, two flags',
		text: 'You are Blue, below. Fetch Red’s flag from the top edge and carry it onto your own land: that wins. Both sides give their orders in secret, and both move at once.',
	},
	{
		title: 'Give an order',
		text: 'A piece goes straight, as far as it likes, past everybody. Only where it ends counts.',
		task: 'Send 1 up 2: drag it, or press it and the square, or press the keys 1 ↑ ↑ Enter.',
		orders: [{ piece: 1, direction: 'up', distance: 2 }],
		red: { piece: 1, direction: 'down', distance: 5 },
	},
	{
		title: 'Your own zone',
		text: 'The framed squares around your flag are closed to you while the flag is home: nobody can sit on it. Red may go in.',
		task: 'Try it: send 2 down 1. The zone stops the order.',
		barred: { piece: 2, direction: 'down', distance: 1 },
	},
	{
		title: 'Catch them',
		text: 'Red 1 has come onto your land. Who meets an enemy on that enemy’s land is caught; on the strip in the middle both are.',
		task: 'Red 1 stands right below your 1. Send 1 down 1, onto it.',
		orders: [{ piece: 1, direction: 'down', distance: 1 }],
	},
	{
		title: 'Jail',
		text: 'Red 1 sits in Red’s jail, beside the field. On Red’s land it goes the other way round.',
		task: 'See it happen: send 3 up 6, onto Red 3.',
		orders: [{ piece: 3, direction: 'up', distance: 6 }],
	},
	{
		title: 'The key, in words',
		text: 'Your 3 is in jail, and your key lies near the upper right corner. A piece of yours that ends there frees everybody. It takes two rounds; words can order both.',
		task: 'Type “1 free our prisoner”, read below what was understood, and press Enter.',
		orders: [
			{ piece: 1, direction: 'right', distance: 5 },
			{ piece: 1, direction: 'up', distance: 6 },
		],
		words: '1 free our prisoner',
	},
	{
		title: 'The flag',
		text: 'Your 3 is free and back at its start; the rescuer walks home when the next round begins. Red’s zone is closed to Red alone.',
		task: 'Send 2 up 8, onto Red’s flag.',
		orders: [{ piece: 2, direction: 'up', distance: 8 }],
	},
	{
		title: 'Home',
		text: 'Your 2 carries the flag. If it is caught now, the flag goes home at once; Red’s zone is open while the flag is away.',
		task: 'Send 2 down 6, onto your own land.',
		orders: [{ piece: 2, direction: 'down', distance: 6 }],
	},
	{
		title: 'You have won',
		text: 'In a game the clock ends each round, ready or not. The eye rehearses your plan against orders you suppose; the robot looks after pieces; H gives a hint; ? lists the keys and this lesson.',
	},
];

const sign = (move: Move) => `${move.piece} ${arrowOf(move.direction)} ${move.distance}`;
const same = (a: Move, b: Move) => a.piece === b.piece && a.direction === b.direction && a.distance === b.distance;

export class Lesson {
	view = $state.raw<View>() as View;
	at = $state.raw(0);
	/** What is said about what was just tried. */
	said = $state.raw('');
	readonly hand: Hand;
	readonly show = new Show();
	readonly step: Step = $derived.by(() => STEPS[this.at] as Step);
	/** The piece that the step is about. */
	readonly piece: number | undefined = $derived.by(() => (this.step.orders?.[0] ?? this.step.barred)?.piece);
	#trial: Trial;
	#tempo: () => number;
	#busy = false;

	static async open(trial: Trial, tempo: () => number): Promise<Lesson> {
		return new Lesson(trial, await trial.view(BLUE), tempo);
	}

	private constructor(trial: Trial, view: View, tempo: () => number) {
		this.#trial = trial;
		this.#tempo = tempo;
		this.view = view;
		this.show.see(view.shared, 0);
		this.hand = new Hand({ view: () => this.view, submit: (command) => this.#order(command) });
	}

	read(text: string) {
		return this.#trial.read(text, BLUE);
	}

	/** The next step, where this one waits for nothing. */
	next(): void {
		this.said = '';
		if (this.at < STEPS.length - 1) this.at += 1;
	}

	/** What was tried could not be done: where the step is about that, it is done. */
	barred(why: string | undefined): void {
		if (!why) return;
		if (this.step.barred && this.hand.flash > 0) {
			this.next();
			this.said = why;
		} else this.said = why;
	}

	/** Gives the orders of the step for the one who learns. */
	async showMe(): Promise<void> {
		const { orders, barred } = this.step;
		this.hand.drop();
		if (barred) {
			this.hand.flash += 1;
			this.barred('Your zone is closed to you while your flag is home. Nothing was ordered.');
		}
		const round = this.view.shared.round;
		if (orders) await this.hand.order(orders.map((move, i) => ({ type: 'move', ...move, target_round: round + i })));
	}

	close(): void {
		this.show.finish();
		this.#trial.close();
	}

	async #order(command: Command): Promise<Refusal | undefined> {
		const refusal = await this.#trial.submit(command, BLUE);
		await this.#look();
		if (refusal) this.said = refusal.sentence;
		else await this.#judge();
		return refusal;
	}

	/** Plays the rounds of the step once its orders stand. */
	async #judge(): Promise<void> {
		const { orders } = this.step;
		const { round } = this.view.shared;
		const plan = (this.view.own?.plan ?? []).flatMap((entry) => (entry.order === 'hold' ? [] : [{ round: entry.round, piece: entry.piece, ...entry.order.move }]));
		const wanted = orders?.map((move, i) => ({ ...move, round: round + i })) ?? [];
		const given = (move: (typeof wanted)[number]) => plan.some((entry) => entry.round === move.round && same(entry, move));
		const odd = plan.find((entry) => !wanted.some((move) => move.round === entry.round && same(move, entry)));
		this.said = odd ? `${sign(odd)} would be an order too. For now: ${wanted.map(sign).join(', then ') || 'read on'}.` : '';
		if (this.#busy || !orders || !wanted.every(given)) return;
		this.#busy = true;
		try {
			for (const entry of plan) if (!wanted.some((move) => move.round === entry.round && same(move, entry))) await this.#trial.submit({ type: 'cancel', piece: entry.piece, round: entry.round }, BLUE);
			await this.#play();
		} finally {
			this.#busy = false;
		}
	}

	async #play(): Promise<void> {
		const { orders = [], red } = this.step;
		const told: string[] = [];
		for (const [i] of orders.entries()) {
			if (i > 0) await new Promise((done) => setTimeout(done, 900 * this.#tempo()));
			if (red && i === 0) await this.#trial.submit({ type: 'move', ...red }, RED);
			for (const seat of [BLUE, RED]) await this.#trial.submit({ type: 'ready' }, seat);
			told.push(...(await toldOf(this.#trial, BLUE)));
			await this.#look();
			this.show.see(this.view.shared, this.#tempo());
		}
		this.hand.past = [];
		this.next();
		this.said = told.join(' ');
	}

	async #look(): Promise<void> {
		this.view = await this.#trial.view(BLUE);
	}
}

/** A piece that was pressed although it is not in hand. */
export const ofRed = (piece: Parameters<typeof pieceName>[0]) => `${pieceName(piece)} is Red’s. It does what Red orders.`;
