/**
 * Small windows at a thing on the board: previews while one points at it, and reasons when it
 * cannot be done. There is one of each at most; `Popovers.svelte` in the frame draws them.
 */
import { untrack, type Snippet } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { Refusal } from '$lib/wire/protocol';
import { sentence } from './words';

export interface Spot {
	x: number;
	y: number;
	bottom: number;
}

class Popovers {
	peek = $state.raw<{ at: Spot; text?: string; body?: Snippet }>();
	reason = $state.raw<{ at: Spot; sentence: string; rule?: string }>();

	/** Says why something cannot be done, at the thing that was touched. */
	explain(reason: string | Refusal, at?: Element | null): void {
		const refusal = typeof reason === 'string' ? { sentence: reason, rule: undefined } : reason;
		const element = at ?? document.activeElement;
		this.reason = { at: spotOf(element), sentence: sentence(refusal.sentence), rule: refusal.rule ?? undefined };
		this.peek = undefined;
	}

	dismiss(): boolean {
		const open = this.reason !== undefined || this.peek !== undefined;
		this.reason = undefined;
		this.peek = undefined;
		return open;
	}
}

export const popovers = new Popovers();

function spotOf(element: Element | null): Spot {
	const box = element?.getBoundingClientRect();
	if (!box || box.width === 0 || element === document.body) {
		return { x: innerWidth / 2, y: innerHeight / 3, bottom: innerHeight / 3 };
	}
	return { x: box.left + box.width / 2, y: box.top, bottom: box.bottom };
}

const HOLD = 400;

/**
 * Shows a preview while the pointer rests on the element, while it has the focus, and on a long
 * press: `<g {@attach peek(() => 'Costs 2 of 3 coffee')}>`. An empty answer shows nothing.
 */
export function peek(content: () => string | Snippet | undefined): Attachment<Element> {
	return (element) => {
		let hold: ReturnType<typeof setTimeout> | undefined;
		const show = () => {
			const shown = content();
			if (!shown || popovers.reason) return;
			const at = spotOf(element);
			popovers.peek = typeof shown === 'string' ? { at, text: shown } : { at, body: shown };
		};
		const hide = () => {
			clearTimeout(hold);
			// An element that is taken away while it has the focus tells so in the middle of the drawing.
			const shown = untrack(() => popovers.peek);
			if (shown) queueMicrotask(() => popovers.peek === shown && (popovers.peek = undefined));
		};
		const enter = (event: Event) => {
			if ((event as PointerEvent).pointerType === 'mouse') show();
		};
		const down = (event: Event) => {
			if ((event as PointerEvent).pointerType !== 'mouse') hold = setTimeout(show, HOLD);
		};
		const up = () => clearTimeout(hold);
		const focus = () => {
			// The focus may be moved in the middle of the drawing, too.
			queueMicrotask(() => element.matches(':focus-visible') && show());
		};
		const on: [string, (event: Event) => void][] = [
			['pointerenter', enter],
			['pointerleave', hide],
			['pointerdown', down],
			['pointerup', up],
			['pointercancel', hide],
			['focusin', focus],
			['focusout', hide],
		];
		for (const [type, listener] of on) element.addEventListener(type, listener);
		return () => {
			hide();
			for (const [type, listener] of on) element.removeEventListener(type, listener);
		};
	};
}
