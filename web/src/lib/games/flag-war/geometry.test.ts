import { expect, test } from 'vitest';
import type { Event, Leg, Shared, Team } from '$lib/wire/flag-war';
import { aimAt, caughtIn, fateOf } from './geometry';

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

const [blue1, blue2, red1, red3] = [
	{ team: 'blue', id: 1 },
	{ team: 'blue', id: 2 },
	{ team: 'red', id: 1 },
	{ team: 'red', id: 3 },
] as const;
const after = (...events: Event[]) =>
	({
		sides: [
			{ team: 'blue', land: { left: 0, top: 6, right: 10, bottom: 10 } },
			{ team: 'red', land: { left: 0, top: 0, right: 10, bottom: 4 } },
		],
		last_round: { events },
	}) as unknown as Shared;
const tagged: Event = { type: 'tagged', piece: blue2, by: [red3], square: { x: 5, y: 3 } };
const traded: Event = { type: 'traded', pieces: [blue1, red1], square: { x: 4, y: 5 } };
const met: Event = { type: 'friendly_reset', pieces: [blue1, blue2], square: { x: 4, y: 7 } };

test.each<[Event, Team, string[]]>([
	[tagged, 'blue', ['2 caught by Red 3 on Red land']],
	[tagged, 'red', []],
	[traded, 'blue', ['1 met Red 1 on neutral ground']],
	[traded, 'red', ['1 met Blue 1 on neutral ground']],
	[met, 'blue', ['1 and 2 met and went back to the start']],
	[met, 'red', []],
])('a team is told what the round did to its pieces, and why', (event, team, told) => {
	expect(fateOf(after(event), team)).toEqual(told);
});

test('only those who were caught are marked on the field', () => {
	expect(caughtIn(after(tagged, traded, met))).toEqual([
		{ piece: blue2, square: tagged.square },
		{ piece: blue1, square: traded.square },
		{ piece: red1, square: traded.square },
	]);
});
