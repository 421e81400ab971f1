import { expect, test } from 'vitest';
import { Sight, within } from './sight.svelte';

test.each([
	['all are in the window already', 0, 100, [20, 80], 0],
	['one lies behind the end', 0, 100, [40, 120], 30],
	['one lies before the start', 200, 100, [150, 180], 140],
	['what does not fit beside the first is left out', 0, 100, [300, 100, 500], 210],
	['what fits beside those before it is not', 0, 100, [300, 100, 340, 250], 250],
])('a window moves no further than it must: %s', (_, from, size, points, begins) => {
	expect(within(from, size, points, 10)).toBe(begins);
});

test('a board that fingers could not press is drawn larger, around where they pressed', () => {
	const sight = new Sight();
	sight.drawing = { width: 900, height: 540, cell: 60, most: 4 };
	[sight.wide, sight.high] = [360, 270];
	expect(sight.tiny).toBe(true);
	sight.closeUp({ x: 800, y: 100 });
	expect(60 * sight.scale).toBeCloseTo(48);
	expect(sight.tiny).toBe(false);
	expect(sight.box).toEqual({ x: 450, y: 0, w: 450, h: 337.5 });
	sight.high = 200;
	expect(60 * sight.scale).toBeCloseTo(48);
	sight.high = 270;
	sight.reveal([{ x: 30, y: 30 }], 0);
	expect(sight.middle.x).toBeCloseTo(225);
	sight.fit();
	expect(sight.box).toEqual({ x: 0, y: 0, w: 900, h: 540 });
});
