import { describe, expect, it } from 'vitest';
import type { Event } from '$lib/wire/crossfire-campaign';
import { battlesOf } from './room';

describe('the battles of a campaign', () => {
	const began = (entry: number, number: number) => ({ entry, event: { type: 'battle_began', number, mission: 'occupy', drawn: false } as Event });
	const over = (entry: number) => ({ entry, event: { type: 'battle_recorded' } as Event });

	it('open by themselves, with the entry that ends them', () => {
		expect(battlesOf([began(1, 1), over(40), began(42, 2), over(90), began(92, 3)])).toEqual([
			{ name: 'Battle 1', first: 1, last: 40 },
			{ name: 'Battle 2', first: 42, last: 90 },
			{ name: 'Battle 3', first: 92 },
		]);
	});

	it('are none before the first begins', () => expect(battlesOf([])).toEqual([]));
});
