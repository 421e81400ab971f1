import { expect, test } from 'vitest';
import type { Leg } from '$lib/wire/flag-war';
import { aimAt } from './geometry';

const legs: Leg[] = [
	{ direction: 'up', squares: 8, stop: 'edge' },
	{ direction: 'down', squares: 0, stop: 'own_zone' },
	{ direction: 'left', squares: 4, stop: 'limit' },
];

test('a drag snaps to the way it mostly follows and ends where the piece would', () => {
	expect(aimAt(0.4, -3.2, legs)).toMatchObject({ squares: 3, barred: false, leg: { direction: 'up' } });
	expect(aimAt(-9, 1, legs)).toMatchObject({ squares: 4, wanted: 9, barred: false, leg: { direction: 'left' } });
});

test('the own closed zone bars a drag, and a drag that hardly moved is none', () => {
	expect(aimAt(0, 1.1, legs)).toMatchObject({ squares: 0, barred: true });
	expect(aimAt(0.2, 0.3, legs)).toBeUndefined();
});
