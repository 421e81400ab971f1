import { expect, test } from 'vitest';
import { invented, shared } from './names';

test('invented names differ', () => {
	const names = invented(8);
	expect(new Set(names).size).toBe(8);
	expect(names.every((name) => name.length > 0)).toBe(true);
});

test('a name that two players have is found at both, and roles do not count among themselves', () => {
	expect(shared(['Ann', 'Ben', 'ANN '], ['', '', ''])).toEqual([true, false, true]);
	expect(shared(['Player 2', ''], ['Player 1', 'Player 2'])).toEqual([true, false]);
	expect(shared(['', ''], ['Azure Blades', 'Azure Blades'])).toEqual([false, false]);
});
