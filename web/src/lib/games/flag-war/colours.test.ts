import { expect, test } from 'vitest';
import { PAIRS } from './colours.svelte';

type Rgb = [number, number, number];

/** What is seen without one kind of cones, in linear light (Machado, Oliveira and Fernandes, 2009). */
const EYES: Record<string, Rgb[]> = {
	all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
	'without red cones': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
	'without green cones': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
	'without blue cones': [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const linear = (hex: string) =>
	[1, 3, 5].map((at) => {
		const part = parseInt(hex.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as Rgb;
const dot = (row: Rgb, [r, g, b]: Rgb) => row[0] * r + row[1] * g + row[2] * b;
const light = (rgb: Rgb) => dot([0.2126, 0.7152, 0.0722], rgb);
const contrast = (a: string, b: string) => {
	const [low, high] = [light(linear(a)), light(linear(b))].sort((x, y) => x - y) as [number, number];
	return (high + 0.05) / (low + 0.05);
};

/** A colour as eyes judge differences: lightness, green to red, blue to yellow (CIE 1976). */
function lab(rgb: Rgb): Rgb {
	const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
	const x = f(dot([0.4124, 0.3576, 0.1805], rgb) / 0.95047);
	const y = f(light(rgb));
	const z = f(dot([0.0193, 0.1192, 0.9505], rgb) / 1.08883);
	return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const apart = (a: string, b: string, eyes: Rgb[]) => {
	const seen = (hex: string) => lab(eyes.map((row) => Math.max(0, dot(row, linear(hex)))) as Rgb);
	const [p, q] = [seen(a), seen(b)];
	return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
};

const rows = Object.entries(PAIRS).flatMap(([id, pair]) => [
	{ id, page: 'light', ground: '#fffdf8', colours: pair.light },
	{ id, page: 'dark', ground: '#211e1a', colours: pair.dark },
]);

test.each(rows)('$id on a $page page is told apart by all eyes', ({ colours: [blue, red] }) => {
	for (const [eyes, sees] of Object.entries(EYES)) expect(apart(blue as string, red as string, sees), eyes).toBeGreaterThan(25);
});

test.each(rows)('the numbers on the shields of $id can be read on a $page page', ({ colours, ground }) => {
	for (const colour of colours) expect(contrast(colour, ground), colour).toBeGreaterThan(4.5);
});
