import { expect, test } from 'vitest';
import { landedText, pagesOf, pageText, type Flight } from './logbook';

const flight = (track: string, landed: boolean, met: number): Flight => ({ track, landed, met, of: 6 });

test.each<[string, Flight[], string]>([
	['the closest flight is the best', [flight('yul-green', false, 2), flight('yul-green', false, 5), flight('yul-green', false, 3)], 'Flown 3 times; the best met 5 of 6 on the checklist.'],
	['a landing beats any list', [flight('yul-green', true, 6), flight('yul-green', false, 6)], 'Flown twice, landed once.'],
	['a first flight', [flight('yul-green', true, 6)], 'Flown once, landed once.'],
])('%s', (_, flights, text) => {
	const page = pagesOf(flights).get('yul-green');
	expect(page && pageText(page)).toBe(text);
});

test('tracks are counted once, and only where the plane stood', () => {
	const pages = pagesOf([flight('yul-green', true, 6), flight('yul-green', true, 6), flight('hnd-red', false, 1)]);
	expect(landedText(pages)).toMatch(/^1 of \d+ tracks landed$/);
});
