import type { View } from '$lib/wire/connect-four';
import type { Room } from '../contract';

/** The discs; the marks of the seats are the same. */
export const YELLOW = '#e8bd48';
export const RED = '#c4503a';

export const room: Room<View> = {
	colours: [
		[YELLOW, '#231f1a'],
		[RED, '#fffdf8'],
	],
};
