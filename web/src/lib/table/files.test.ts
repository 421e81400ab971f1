import { expect, test } from 'vitest';
import { pack, unpack } from './files';

test('a journal comes out of a link as it went in', async () => {
	const journal = '{"header":{"game":"pig"},"chain":"1"}\n'.repeat(40) + '{"é":"→"}\n';
	const packed = await pack(journal);
	expect(packed).toMatch(/^j\.[\w-]+$/);
	expect(packed.length).toBeLessThan(200);
	expect(await unpack(packed)).toBe(journal);
});
