import { expect, test } from 'vitest';
import type { PlayerView, View } from '$lib/wire/silosoft';
import { shared, starsOf, termsOf } from './words';

const card = (role: string, lock?: object) => ({ id: role, role, points: 2, lock });
const player = (contractors: number, hand: object[], missing: number[]) =>
	({ hand, feature: { contractors, rows: missing.map((one, i) => ({ role: ['dev', 'pm', 'ux'][i], need: 5, have: 5 - one, missing: one })) } }) as unknown as PlayerView;

test('Contractors are drawn into the bars, as far as they go and not beyond what is missing', () => {
	expect([...starsOf(player(1, [card('contractor')], [2, 0]))]).toEqual([['dev', 2], ['pm', 0]]);
	expect([...starsOf(player(2, [card('contractor'), card('contractor')], [1, 3]))]).toEqual([['dev', 1], ['pm', 2]]);
});

test('who is on leave stands in for nobody', () => {
	expect([...starsOf(player(0, [card('contractor', { until: 3 })], [2]))]).toEqual([['dev', 0]]);
});

test('the rule set and the toggle are told in a line', () => {
	const view = (ruleset: string, single: boolean) => ({ options: { ruleset, single_completion: single, resource_weight: 70 } }) as unknown as View;
	expect(termsOf(view('balanced', false))).toBe('Standard · any number of completions a turn · 70 % staff');
	expect(termsOf(view('seed', true))).toBe('As written · one completion a turn · 70 % staff');
});

test('Turns are told as they are dealt', () => {
	expect(shared([10])).toBe('');
	expect(shared([5, 5])).toBe(', 5 for each player');
	expect(shared([4, 3, 3])).toBe(', 4, 3 and 3 for the players');
});
