/** Words and small readings of the view that several parts of the cockpit share. No rule is decided here. */
import { capital } from '$lib/ui/words';
import type { Choice, Crew, Criterion, Laid, Loss, Module, ModuleView, SpaceView, View, Warning } from '$lib/wire/sky-team';

export const crewName = (crew: Crew) => (crew === 'pilot' ? 'Pilot' : 'Co-Pilot');
const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** A positive axis tips towards the Pilot, who sits on the left. */
export const tilt = (axis: number) => (axis === 0 ? 'level' : `${Math.abs(axis)} ${axis > 0 ? 'left' : 'right'}`);

/** How it would come to lie, from the first thing that would happen. */
export function laidOf(choice: Choice): Laid | undefined {
	for (const effect of choice.preview.effects) if (effect.type === 'placed') return effect.laid;
	return undefined;
}

const same = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length && a.every((one) => b.includes(one));

/** Whether a choice goes on this space, or on one that is its equal. */
export function fits(choice: Choice, module: ModuleView, space: SpaceView): boolean {
	if (choice.on !== module.module) return false;
	const slot = choice.slot ?? laidOf(choice)?.slot;
	if (slot === undefined || slot === space.slot) return slot === space.slot || space.open;
	if (choice.slot !== null && choice.slot !== undefined) return false;
	const target = module.spaces.find((one) => one.slot === slot);
	return Boolean(target && space.open && same(target.crew, space.crew) && same(target.values, space.values));
}

/** Everything that a placement would do, in short sentences. */
export function effects(choice: Choice, view: View): string[] {
	const { preview } = choice;
	const lines: string[] = [];
	const spins = preview.warnings.some((one) => one.type === 'loses' && one.loss.cause === 'spin');
	if (preview.axis !== null && preview.axis !== undefined && !spins) lines.push(`The axis comes to ${tilt(preview.axis)}.`);
	if (preview.speed !== null && preview.speed !== undefined) {
		const moves = preview.segments === null || preview.segments === undefined ? '' : preview.segments === 0 ? ', the plane stays' : `, the plane moves ${plural(preview.segments, 'segment')}`;
		lines.push(`Speed ${preview.speed}${moves}.`);
	}
	if (preview.clears !== null && preview.clears !== undefined) lines.push(`Sends an airplane off segment ${preview.clears}.`);
	if (preview.blue_marker) lines.push(`The blue marker goes to ${preview.blue_marker}.`);
	if (preview.orange_marker) lines.push(`The orange marker goes to ${preview.orange_marker}.`);
	if (preview.brakes && view.brakes) lines.push(`${capital(view.brakes.judged_by)} ${preview.brakes}.`);
	if (preview.kerosene !== null && preview.kerosene !== undefined) lines.push(`${preview.kerosene} kerosene left.`);
	if (preview.token) lines.push(`You take the intern's ${preview.token} and place it.`);
	if (preview.coffee !== null && preview.coffee !== undefined) lines.push(`Coffee: ${preview.coffee} of 3.`);
	for (const effect of preview.effects) {
		if (effect.type === 'ice_waits') lines.push(`The other ${effect.value} must follow this round.`);
		if (effect.type === 'wind_turned') lines.push(`Wind ${signed(effect.modifier)}.`);
	}
	for (const warning of preview.warnings) lines.push(warned(warning));
	if (lines.length === 0) lines.push(waiting(choice.on));
	if (preview.ends_round && !preview.end) lines.push('The round ends.');
	if (preview.end?.type === 'won') lines.push('The plane lands.');
	return lines;
}

export const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

function waiting(on: Module): string {
	if (on === 'axis' || on === 'engines') return 'Nothing happens until the other die lies there.';
	return 'No other effect.';
}

/** A very short word under a space. */
export function chip(choice: Choice): string {
	const { preview } = choice;
	if (preview.warnings.some((one) => one.type === 'loses')) return 'lost';
	if (preview.axis !== null && preview.axis !== undefined) return tilt(preview.axis);
	if (preview.speed !== null && preview.speed !== undefined) return `speed ${preview.speed}`;
	if (preview.clears !== null && preview.clears !== undefined) return 'clears 1';
	if (preview.warnings.some((one) => one.type === 'wastes')) return 'wasted';
	if (choice.cost > 0) return `${choice.cost} coffee`;
	if (choice.on === 'concentration') return '+1 coffee';
	if (preview.kerosene !== null && preview.kerosene !== undefined) return `${preview.kerosene} left`;
	return '';
}

export function lost(loss: Loss): string {
	switch (loss.cause) {
		case 'spin':
			return `The axis would go to ${tilt(loss.axis)}: the plane spins and is lost.`;
		case 'kerosene':
			return 'The tank would run dry.';
		case 'turn':
			return `Segment ${loss.segment} may not be left with the axis at ${tilt(loss.axis)}.`;
		case 'collision':
			return `There is still an airplane on segment ${loss.segment}: leaving it is a collision.`;
		case 'overshoot':
			return 'The plane would fly past the airport.';
		case 'not_at_airport':
			return `The ground is reached on segment ${loss.position}, before the airport.`;
		case 'planes_left':
			return `The ground is reached with ${plural(loss.planes, 'airplane')} left on the track.`;
		case 'mandatory_empty':
			return 'A space that must be filled stays empty.';
		case 'landing':
			return `The landing fails: ${loss.failed.map(criterion).join(', ')}.`;
	}
}

export function criterion(name: Criterion): string {
	const names: Record<Criterion, string> = {
		axis: 'axis',
		speed: 'speed',
		brakes: 'brakes',
		flaps: 'flaps',
		landing_gear: 'landing gear',
		planes: 'airplanes',
		ice_brakes: 'ice brakes',
		intern: 'intern',
	};
	return names[name];
}

export function warned(warning: Warning): string {
	if (warning.type === 'loses') return `${lost(warning.loss)}`;
	if (warning.type === 'spoils_landing') return `The landing can no longer succeed: ${criterion(warning.criterion)}.`;
	const wastes = {
		no_airplane: 'No airplane is there: the die is wasted.',
		pool_full: 'The coffee pool is full: the die earns nothing.',
		switch_on: 'This switch is on already: the die is wasted.',
	};
	return wastes[warning.waste];
}

export const spaceId = (module: Module, slot: number) => `${module}:${slot}`;
