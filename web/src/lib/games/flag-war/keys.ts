/** The keys that give orders: pick a piece, which way, how far, give it. */
import type { Direction } from '$lib/wire/flag-war';
import { arrow } from '$lib/ui/focus';
import type { Hand } from './hand.svelte';

/** Whether somebody types there, so that letters are letters. */
export const typing = (event: KeyboardEvent) => event.target instanceof Element && event.target.closest('input, textarea, select') !== null;

/** Does what a key says, and tells why not; the answer is whether the key was for the hand. */
export function orderKey(event: KeyboardEvent, hand: Hand, tell: (why: string | undefined) => void): boolean {
	const way = arrow(event.key) as Direction | undefined;
	const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : undefined;
	if (hand.chosen && way) hand.way(way, event.shiftKey);
	else if (digit !== undefined && hand.keyed) hand.far(digit);
	else if (digit && digit <= (hand.own?.pieces.length ?? 0)) tell(hand.call(digit));
	else if (event.key === 'Enter' && hand.chosen && hand.keyed) tell(hand.give());
	else if (event.key === 'Escape' && hand.chosen) hand.drop();
	else if (event.key === '.' && hand.chosen) hand.hold();
	else if (event.key === 'Backspace' && hand.chosen) hand.clear(hand.chosen.id);
	else if (event.key === 'z') void hand.undo();
	else return false;
	return true;
}
