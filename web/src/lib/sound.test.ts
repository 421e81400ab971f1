import { expect, test } from 'vitest';
import { ticksOf } from './sound';

test('the last three seconds tick, and what is past stays silent', () => {
	expect(ticksOf(10_000)).toEqual([7000, 8000, 9000]);
	expect(ticksOf(2500)).toEqual([500, 1500]);
	expect(ticksOf(3000)).toEqual([0, 1000, 2000]);
	expect(ticksOf(500)).toEqual([]);
});
