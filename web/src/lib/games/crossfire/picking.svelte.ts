/** What the person has chosen so far: a unit, where it would go, and what it would do there. */
import type { Command, Position, UnitId, View } from '$lib/wire/crossfire';
import type { ChoiceOf } from '../contract';
import { optionsByUnit, promise, same, type Option } from './model';

export class Picking {
	readonly #battle: () => { view: View; legal: ChoiceOf<Command>[] };
	unit = $state.raw<UnitId>();
	to = $state.raw<Position>();
	target = $state.raw<UnitId>();
	kind = $state.raw<Option['kind']>();

	all = $derived.by(() => optionsByUnit(this.#battle().legal));
	options = $derived((this.unit && this.all.get(this.unit)) || []);
	choices = $derived.by(() => this.#battle().view.choices.find((one) => one.unit === this.unit));
	/** What may be done from where it would stand. */
	here = $derived(this.options.filter((option) => same(option.to, this.to)));
	/** What the next press on it would carry out. */
	chosen = $derived.by((): Option | undefined => {
		if (this.target) return this.here.find((option) => option.target === this.target && option.kind === this.kind);
		if (this.to) return this.here.find((option) => option.kind === 'move') ?? this.here.find((option) => option.kind === 'end');
		return undefined;
	});

	constructor(battle: () => { view: View; legal: ChoiceOf<Command>[] }) {
		this.#battle = battle;
	}

	choose(unit: UnitId | undefined): void {
		this.unit = unit;
		this.stand(undefined);
	}

	/** Where it would stand; a target that can still be reached from there stays chosen. */
	stand(to: Position | undefined): void {
		this.to = to;
		if (!this.target) return;
		const still = this.here.filter((option) => option.target === this.target);
		if (!still.some((option) => option.kind === this.kind)) this.aim(still[0]);
	}

	aim(option: Option | undefined): void {
		this.target = option?.target;
		this.kind = option?.kind;
		if (option) this.to = option.to;
	}

	/** The best that could be done to a unit: from here if possible, otherwise from the best place. */
	best(target: UnitId): Option | undefined {
		const { view } = this.#battle();
		const rank = (option: Option) => promise(view, this.choices, option);
		const list = this.options.filter((option) => option.target === target);
		const near = list.filter((option) => same(option.to, this.to));
		const cost = (option: Option) => (option.to ? 1 + (this.choices?.reach.findIndex((ring) => ring.some((end) => same(end, option.to))) ?? 0) : 0);
		return (near.length > 0 ? near : list).reduce<Option | undefined>((best, option) => {
			if (!best) return option;
			const more = rank(option) - rank(best);
			return more > 1e-9 || (Math.abs(more) <= 1e-9 && cost(option) < cost(best)) ? option : best;
		}, undefined);
	}

	/** One step back; says whether there was one. */
	back(): boolean {
		if (this.target) this.aim(undefined);
		else if (this.to) this.to = undefined;
		else if (this.unit) this.unit = undefined;
		else return false;
		return true;
	}

	/** After every change: a unit that alone may act is chosen; one that is only looked at stays while others act. */
	settle(): void {
		this.aim(undefined);
		this.to = undefined;
		const able = [...this.all.keys()];
		if (able.length === 1) this.unit = able[0];
		else if (able.length > 0 && this.unit && !this.all.has(this.unit)) this.unit = undefined;
	}

	/** The next unit that may act. */
	next(): void {
		const able = [...this.all.keys()];
		const index = this.unit ? able.indexOf(this.unit) : -1;
		this.choose(able[(index + 1) % able.length]);
	}
}
