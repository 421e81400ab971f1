import { beforeEach, expect, test, vi } from 'vitest';
import { readNote, writeNote } from './notes';

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
});

test('a note is found again for its own place only', () => {
	writeNote('a 0', { 1: 'auto' });
	writeNote('a 1', 2);
	expect(readNote('a 0')).toEqual({ 1: 'auto' });
	writeNote('a 0', 3);
	expect([readNote('a 0'), readNote('a 1'), readNote('b 0')]).toEqual([3, 2, undefined]);
});

test('the notes that were written longest ago are dropped', () => {
	for (let i = 0; i < 61; i += 1) writeNote(`t${i}`, i);
	expect([readNote('t0'), readNote('t1'), readNote('t60')]).toEqual([undefined, 1, 60]);
});

test('a spoilt memory is an empty one', () => {
	localStorage.setItem('senet.notes', '{"a":');
	expect(readNote('a')).toBeUndefined();
	writeNote('a', 1);
	expect(readNote('a')).toBe(1);
});
