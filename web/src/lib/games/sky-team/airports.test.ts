import { expect, test } from 'vitest';
import { airports } from './airports';

const track = (id: string) => airports.flatMap((airport) => airport.tracks).find((one) => one.id === id);

test('reads every airport of the game, the easy ones first and promotions last', () => {
	expect(airports).toHaveLength(16);
	expect(airports.flatMap((airport) => airport.tracks)).toHaveLength(30);
	expect(airports[0]?.code).toBe('YUL');
	expect(airports.at(-1)?.promo).toBe(true);
	expect(airports[0]?.name).toBe('Montréal-Trudeau');
});

test('reads what a track brings', () => {
	expect(track('yul-green')).toEqual({ id: 'yul-green', difficulty: 'green', segments: 7, modules: [], turns: false, traffic: false, abilities: 0 });
	expect(track('cdg-red')).toMatchObject({ modules: ['kerosene', 'wind', 'intern'], turns: true, traffic: true, segments: 8 });
	expect(track('kul-black')).toMatchObject({ modules: ['kerosene', 'real-time'], abilities: 2 });
});
