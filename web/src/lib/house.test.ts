import { expect, test } from 'vitest';
import { ago, classics, range, roomOf, rooms } from './house';

const MINUTE = 60_000;

test('a range names one or many', () => {
	expect(range([1, 1], 'player', 'players')).toBe('1 player');
	expect(range([2, 2], 'player', 'players')).toBe('2 players');
	expect(range([2, 4], 'player', 'players')).toBe('2–4 players');
});

test('times are told as people tell them', () => {
	const check = (minutes: number, words: string) => expect(ago(0, minutes * MINUTE)).toBe(words);
	check(0.2, 'just now');
	check(5, '5 min ago');
	check(120, '2 h ago');
	check(24 * 60, 'yesterday');
	check(3 * 24 * 60, '3 days ago');
});

test('every large room brings its own door, and other ways to play it stand beside it', () => {
	expect(rooms().map(({ id }) => id)).toEqual(['sky-team', 'silosoft', 'flag-war', 'crossfire', 'space-weirdos']);
	expect(rooms().every(({ name, line }) => name !== '' && line.endsWith('.'))).toBe(true);
	expect(roomOf('crossfire-campaign')).toBe('crossfire');
	expect(rooms()[3]?.also).toEqual([{ id: 'crossfire-campaign', name: 'Campaign' }]);
	expect(classics().map(({ id }) => id)).toContain('pig');
	expect(classics().every(({ id }) => roomOf(id) === undefined)).toBe(true);
});
