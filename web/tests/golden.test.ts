// Golden journals were written natively; WASM must replay every one of them to the same hashes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
// @ts-expect-error: written by the build
import { Desk, initSync } from '../src/wasm/senet.js';

const root = new URL('../../', import.meta.url).pathname;
const folders = readdirSync(join(root, 'games')).map((game) => join('games', game, 'tests/golden'));
const journals = [...folders, 'crates/senet-testkit/tests/golden'].flatMap((folder) => {
	try {
		return readdirSync(join(root, folder)).filter((file) => file.endsWith('.jsonl')).map((file) => join(folder, file));
	} catch {
		return [];
	}
});
let desk: { message(text: string): string };

beforeAll(() => {
	initSync({ module: readFileSync(join(root, 'web/src/wasm/senet_bg.wasm')) });
	desk = new Desk();
});

test.each(journals)('%s', (file) => {
	const journal = readFileSync(join(root, file), 'utf8');
	const answer = JSON.parse(desk.message(JSON.stringify({ type: 'verify', journal })));
	// The testkit's own toys are no games of the house.
	if (answer.sentence?.includes('no game called')) return;
	expect(answer).toMatchObject({ type: 'verified' });
});
