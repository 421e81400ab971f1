import { describe, expect, it } from 'vitest';
import type { UnitId, View } from '$lib/wire/crossfire';
import { shownOf, wholePercents, type Option } from './model';

describe('the parts of a bar', () => {
	it('add up to 100 %', () => {
		const check = (chances: [number, number][], told: string[]) => expect(wholePercents(chances)).toEqual(told);
		check([[1, 3], [1, 3], [1, 3]], ['34 %', '33 %', '33 %']);
		check([[15, 36], [6, 36], [15, 36]], ['42 %', '17 %', '41 %']);
		check([[1, 1]], ['100 %']);
		check([[1, 1296], [1295, 1296]], ['<1 %', '100 %']);
		check([], []);
	});
});

describe('the buttons of a unit', () => {
	const view = { units: [], shots: [] } as unknown as View;
	const option = (kind: Option['kind'], target?: UnitId) => ({ kind, target, unit: 'P1-1', text: '', command: { type: 'concede' } }) as Option;

	it('are the likeliest three deeds, then the plain ones, then the rolls', () => {
		const all = [option('roll'), option('hold'), ...['P2-1', 'P2-2', 'P2-3', 'P2-4'].map((target) => option('melee', target))];
		const kinds = shownOf(view, undefined, all, undefined).map(({ kind }) => kind);
		expect(kinds).toEqual(['melee', 'melee', 'melee', 'hold', 'roll']);
	});

	it('are those of the chosen target alone', () => {
		const all = [option('hold'), option('melee', 'P2-1'), option('melee', 'P2-2')];
		expect(shownOf(view, undefined, all, all[2]).map(({ target }) => target)).toEqual(['P2-2']);
	});
});
