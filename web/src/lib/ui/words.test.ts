import { expect, test } from 'vitest';
import { counted, sentence } from './words';

test('one is one, and nothing and several are many', () => {
	expect([0, 1, 2].map((count) => counted(count, 'move'))).toEqual(['0 moves', '1 move', '2 moves']);
});

test('a refusal becomes a sentence', () => {
	expect(sentence('the bundle falls short')).toBe('The bundle falls short.');
	expect(sentence('Is it so?')).toBe('Is it so?');
});
