import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { Check } from '$lib/wire/sky-team';
import Checklist from './Checklist.svelte';

const flaps: Check = { criterion: 'flaps', name: 'flaps', standing: 'failed', reason: 'flaps 1 of 4; that needs 3 more dice, and at most 2 can come' };
const told = (over: boolean) => render(Checklist, { props: { checklist: [flaps], over, explain: () => undefined } }).body;

test('the landing list marks what can no longer be reached, with the reason; at the end it was missed', () => {
	expect(told(false)).toMatch(/✕.*out of reach\. .*at most 2 can come/s);
	expect(told(true)).toMatch(/✕.*missed\./s);
});
