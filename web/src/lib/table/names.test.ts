import { expect, test } from 'vitest';
import { follows, invented, ofBot, shared } from './names';

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

test('a bot that is called by its role follows it, and keeps a name of its own', () => {
	expect(follows(ofBot('P2 Verdant Eye'), 'P2 Verdant Eye', 'P2 Azure Blades')).toBe('P2 Azure Blades (bot)');
	expect(follows('Robbie', 'P2 Verdant Eye', 'P2 Azure Blades')).toBe('Robbie');
	expect(ofBot('')).toBe('Bot (bot)');
});
