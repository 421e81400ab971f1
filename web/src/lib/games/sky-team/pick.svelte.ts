/**
 * What the person is about to do: which die, how much coffee, which space. The choices, their prices
 * and what they lead to come from the view; nothing here knows a rule.
 */
import type { Choice, Crew, ModuleView, SpaceView, View } from '$lib/wire/sky-team';
import { fits, laidOf, spaceId } from './words';

export class Pick {
	/** The chosen die, by what it shows; which of the hand's dice it is. */
	die = $state<number>();
	index = $state<number>();
	/** Steps that coffee changes it. */
	steps = $state(0);
	/** The space that is staged, and the one that is pointed at. */
	space = $state<string>();
	pointed = $state<string>();
	/** Dice chosen for a reroll, by their place in the hand. */
	marked = $state.raw<number[]>([]);
	rerolling = $state(false);

	constructor(readonly view: () => View) {}

	readonly choices: Choice[] = $derived.by(() => this.view().choices);
	/** Whose dice are placed now. */
	readonly crew: Crew | undefined = $derived.by(() => (this.choices[0] ? laidOf(this.choices[0])?.crew : undefined) ?? this.view().you ?? undefined);
	readonly value: number | undefined = $derived.by(() => (this.die === undefined ? undefined : this.die + this.steps));
	/** What may be done with the chosen die as coffee has changed it. */
	readonly open: Choice[] = $derived.by(() => this.choices.filter((choice) => choice.die === this.die && choice.value === this.value));
	readonly staged: Choice | undefined = $derived.by(() => this.at(this.space));
	readonly shown: Choice | undefined = $derived.by(() => this.staged ?? this.at(this.pointed));

	/** The modules, found by the name of a space. */
	find(id: string | undefined): { module: ModuleView; space: SpaceView } | undefined {
		if (!id) return undefined;
		for (const module of this.view().modules) {
			for (const space of module.spaces) if (spaceId(module.module, space.slot) === id) return { module, space };
		}
		return undefined;
	}

	at(id: string | undefined): Choice | undefined {
		const found = this.find(id);
		return found && this.open.find((choice) => fits(choice, found.module, found.space));
	}

	/** The cheapest way to bring the chosen die there with coffee. */
	withCoffee(module: ModuleView, space: SpaceView): Choice | undefined {
		if (this.die === undefined) return undefined;
		return this.choices
			.filter((choice) => choice.die === this.die && choice.cost > 0 && fits(choice, module, space))
			.sort((a, b) => a.cost - b.cost)[0];
	}

	/** The dice that fit as they are. */
	fitting(module: ModuleView, space: SpaceView): number[] {
		return [...new Set(this.choices.filter((choice) => choice.cost === 0 && fits(choice, module, space)).map((choice) => choice.die))];
	}

	price(value: number): number | undefined {
		return this.choices.find((choice) => choice.die === this.die && choice.value === value)?.cost;
	}

	take(die: number, index?: number) {
		this.die = die;
		this.index = index;
		this.steps = 0;
		this.space = undefined;
	}

	brew(steps: number) {
		this.steps = steps;
		if (!this.at(this.space)) this.space = undefined;
	}

	stage(id: string) {
		this.space = id;
	}

	clear(): boolean {
		const had = this.die !== undefined || this.rerolling;
		this.die = this.index = this.space = undefined;
		this.steps = 0;
		this.marked = [];
		this.rerolling = false;
		return had;
	}

	mark(index: number, most: number) {
		if (this.marked.includes(index)) this.marked = this.marked.filter((one) => one !== index);
		else this.marked = [...this.marked, index].slice(-most);
	}
}

