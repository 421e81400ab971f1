// Golden journals were written natively; WASM must replay every one of them to the same hashes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Desk } from '$lib/table/desk';
import games from '$lib/wire/games.json';

vi.mock('$lib/table/fetched', () => import('./modules'));

const root = new URL('../../', import.meta.url).pathname;
const folders = readdirSync(join(root, 'games')).map((game) => join('games', game, 'tests/golden'));
const journals = [...folders, 'crates/senet-testkit/tests/golden'].flatMap((folder) => {
	try {
		return readdirSync(join(root, folder)).filter((file) => file.endsWith('.jsonl')).map((file) => join(folder, file));
	} catch {
		return [];
	}
});
const desk = new Desk();

test.each(journals)('%s', async (file) => {
	const journal = readFileSync(join(root, file), 'utf8');
	// The testkit's own toys are no games of the house.
	const { header } = JSON.parse(journal.slice(0, journal.indexOf('\n')));
	if (!games.some(({ id }) => id === header.game)) return;
	const answer = await desk.ask({ type: 'verify', journal });
	expect(answer).toMatchObject({ type: 'verified' });
});
