import { expect, test } from 'vitest';
import { counted, sentence, unbroken } from './words';

test('one is one, and nothing and several are many', () => {
	expect([0, 1, 2].map((count) => counted(count, 'move'))).toEqual(['0 moves', '1 move', '2 moves']);
});

test('a refusal becomes a sentence', () => {
	expect(sentence('the bundle falls short')).toBe('The bundle falls short.');
	expect(sentence('Is it so?')).toBe('Is it so?');
});

test('a number keeps its per cent sign', () => {
	expect(unbroken('34.7 % of its games, 5 %')).toBe('34.7\u00a0% of its games, 5\u00a0%');
});
