import { expect, test } from 'vitest';
import type { View } from '$lib/wire/sky-team';
import { room } from './room';

test('nobody chats during silence, and a word says why', () => {
	const view = (talk: string) => ({ banner: { talk } }) as unknown as View;
	expect(room.hush?.(view('silence'))).toMatch(/^Silence/);
	expect(room.hush?.(view('plans'))).toBeUndefined();
});

test('the Co-Pilot is orange', () => expect(room.colours?.[1]?.[0]).toBe('#ee8f33'));
