/**
 * What part of a drawing is in sight: how large it is, and where. The frame of a board keeps its own;
 * a board that shows an overview beside it makes one and hands it to both.
 */
import { Tween } from 'svelte/motion';
import { settings } from '$lib/settings.svelte';

export interface Point {
	x: number;
	y: number;
}
interface Drawing {
	width: number;
	height: number;
	/** The size of one place on it, where fingers press places. */
	cell?: number;
	/** How far one may zoom in. */
	most: number;
}

/** Pixels that a finger can hit. */
export const FINGER = 48;

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export class Sight {
	drawing = $state.raw<Drawing>({ width: 1, height: 1, most: 1 });
	/** The room for it, in pixels. */
	wide = $state(0);
	high = $state(0);
	readonly #touchy = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
	/** Pixels for each of the drawing's units, as somebody chose; it stays when the room around the board changes. */
	#chosen = $state<number>();
	/** Its middle, as parts of the whole. */
	readonly #centre = new Tween<Point>({ x: 0.5, y: 0.5 });

	/** The scale at which all of it is seen. */
	#fitting = $derived.by(() => Math.min(this.wide / this.drawing.width, this.high / this.drawing.height) || 1);
	/** The scale that fingers need. */
	#easy = $derived.by(() => (this.drawing.cell ? this.#bounded(FINGER / this.drawing.cell) : this.#fitting));
	#first = $derived(this.#touchy ? this.#easy : this.#fitting);
	scale = $derived(this.#bounded(this.#chosen ?? this.#first));
	/** Whether somebody looks closer than it began. */
	closer = $derived(this.scale > 1.01 * this.#first);
	zoom = $derived(this.scale / this.#fitting);
	/** Whether a finger could not tell its places apart. */
	tiny = $derived(this.scale < 0.99 * this.#easy);
	box = $derived.by(() => {
		const { width, height } = this.drawing;
		const w = Math.min(width, this.wide / this.scale || width);
		const h = Math.min(height, this.high / this.scale || height);
		const { x, y } = this.#centre.current;
		return { w, h, x: clamp(x * width - w / 2, 0, width - w), y: clamp(y * height - h / 2, 0, height - h) };
	});
	middle = $derived({ x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 });

	/** Brings the middle of what is seen to a point. */
	lookAt({ x, y }: Point, duration = 0): void {
		const { width, height } = this.drawing;
		const half = { x: this.box.w / 2, y: this.box.h / 2 };
		void this.#centre.set({ x: clamp(x, half.x, width - half.x) / width, y: clamp(y, half.y, height - half.y) / height }, { duration });
	}

	/** Zooms so that a point stays where it is. */
	zoomAt(factor: number, { x, y }: Point): void {
		const next = this.#bounded(this.scale * factor);
		const keep = this.scale / next;
		const from = this.middle;
		this.#chosen = next;
		this.lookAt({ x: x + (from.x - x) * keep, y: y + (from.y - y) * keep });
	}

	/** As near as fingers need, around a point. */
	closeUp(at: Point): void {
		this.#chosen = this.#easy;
		this.lookAt(at);
	}

	fit(): void {
		this.#chosen = 0;
	}

	#bounded(scale: number): number {
		return clamp(scale, this.#fitting, this.#fitting * this.drawing.most);
	}

	/** Brings places into sight, moving no further than needed: the first for sure, then each that fits beside those before it. */
	reveal(places: Point[], duration = 240 * settings.tempo): void {
		if (this.zoom === 1 || places.length === 0) return;
		const edge = (this.drawing.cell ?? 0) / 2;
		const { x, y, w, h } = this.box;
		const across = within(x, w, places.map((place) => place.x), edge);
		const down = within(y, h, places.map((place) => place.y), edge);
		this.lookAt({ x: across + w / 2, y: down + h / 2 }, duration);
	}
}

/** Where a window of some size must begin to hold the first of these points, and each other that fits, with an edge around them. */
export function within(from: number, size: number, points: number[], edge: number): number {
	let [low = 0, high = low] = points.slice(0, 1);
	for (const point of points) {
		const [least, most] = [Math.min(low, point), Math.max(high, point)];
		if (most - least + 2 * edge <= size) [low, high] = [least, most];
	}
	return clamp(from, high + edge - size, low - edge);
}
