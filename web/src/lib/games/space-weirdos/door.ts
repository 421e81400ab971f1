import type { Plate } from '../contract';

export const door: Plate = {
	place: 5,
	verb: 'Build',
	line: { name: 'Space Weirdos', line: 'Build a warband of oddballs, to the point, and print it for the table.', seats: [1, 1], minutes: [5, 20] },
};
