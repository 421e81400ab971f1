import { expect, test } from 'vitest';
import { configOf, dealPath, pack, rollsIn, unpack, seedOf } from './files';

test('a journal comes out of a link as it went in', async () => {
	const journal = '{"header":{"game":"pig"},"chain":"1"}\n'.repeat(40) + '{"é":"→"}\n';
	const packed = await pack(journal);
	expect(packed).toMatch(/^j\.[\w-]+$/);
	expect(packed.length).toBeLessThan(200);
	expect(await unpack(packed)).toBe(journal);
});

const journal = (luck: object, end: object) => [{ header: { luck } }, { entry: 1 }, { end }].map((line) => JSON.stringify(line)).join('\n') + '\n';
test.each([
	['an open seed stands at the beginning', { type: 'open', seed: 'lucky' }, {}, 'lucky'],
	['a secret one is told at the end', { type: 'fair', commitment: 'c', salts: [] }, { seed: 's3cret' }, 's3cret'],
	['with salt it is not the whole of the dice', { type: 'fair', commitment: 'c', salts: ['', 'pepper'] }, { seed: 's3cret' }, undefined],
	['typed dice have none', { type: 'scripted' }, {}, undefined],
])('%s', (_name, luck, end, seed) => expect(seedOf(journal(luck, end))).toBe(seed));

test('a link that was cut on its way says so', async () => {
	const packed = await pack('{"header":{"game":"pig"},"chain":"1"}\n'.repeat(40));
	for (const part of [packed.slice(0, -9), packed.slice(0, 12), 'j.%%%']) await expect(unpack(part)).rejects.toThrow('cut off');
});

test('dice are spoken of only where some fell', () => {
	expect(rollsIn('{"header":{"draws":[]}}\n{"entry":{"number":1}}\n')).toBe(false);
	expect(rollsIn('{"header":{"draws":[]}}\n{"entry":{"number":1,"draws":[{"d6":3}]}}\n')).toBe(true);
});

test('a deal is laid again by its ready-made choice, or by the settings that were changed', () => {
	const asked = (path: string) => Object.fromEntries(new URLSearchParams(path.split('?')[1]));
	const config = configOf('{"header":{"game":"pig","config":{"goal":50,"note":"a & b"}}}\n{"entry":{"number":1}}\n');
	expect(asked(dealPath({ game: 'pig', config }, 'lucky'))).toEqual({ deal: 'lucky', config: '{"goal":50,"note":"a & b"}' });
	expect(asked(dealPath({ game: 'pig', preset: 'standard' }, 'lucky'))).toEqual({ deal: 'lucky', preset: 'standard' });
	expect(dealPath({ game: 'pig', preset: 'standard' })).toMatch(/^new\/pig\?/);
});
