/**
 * Shows a sentence while a thing is pointed at, has the focus or is held. Like `peek`, but for
 * things that leave the page meanwhile: the sentence is put away a moment after them.
 */
import type { Attachment } from 'svelte/attachments';
import { popovers } from '$lib/ui/popover.svelte';

const HOLD = 400;

export function point(content: () => string | undefined): Attachment<Element> {
	return (element) => {
		const done = new AbortController();
		let hold: ReturnType<typeof setTimeout> | undefined;
		let shown = false;
		const show = () => {
			const text = content();
			if (!text || popovers.reason) return;
			const box = element.getBoundingClientRect();
			shown = true;
			popovers.peek = { at: { x: box.left + box.width / 2, y: box.top, bottom: box.bottom }, text };
		};
		const hide = () => {
			clearTimeout(hold);
			if (!shown) return;
			shown = false;
			queueMicrotask(() => (popovers.peek = undefined));
		};
		const on = (type: string, listener: (event: Event) => void) => element.addEventListener(type, listener, { signal: done.signal });
		on('pointerenter', (event) => (event as PointerEvent).pointerType === 'mouse' && show());
		on('pointerdown', (event) => (event as PointerEvent).pointerType !== 'mouse' && (hold = setTimeout(show, HOLD)));
		on('pointerup', () => clearTimeout(hold));
		on('pointerleave', hide);
		on('pointercancel', hide);
		on('focusin', () => element.matches(':focus-visible') && show());
		on('focusout', hide);
		return () => {
			hide();
			done.abort();
		};
	};
}
