// Golden journals were written natively; WASM must replay every one of them to the same hashes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Desk } from '$lib/table/desk';
import games from '$lib/wire/games.json';

vi.mock('$lib/table/fetched', () => import('./modules'));

const root = new URL('../../', import.meta.url).pathname;
const folders = readdirSync(join(root, 'games')).map((game) => join('games', game, 'tests/golden'));
const journals = [...folders, 'rules/golden', 'crates/senet-testkit/tests/golden'].flatMap((folder) => {
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

test('a game of older rules is played, thought about and analysed by its own module, beside one of today', async () => {
	const journal = readFileSync(join(root, 'rules/golden/flag-war-1-race.jsonl'), 'utf8');
	const begun = `${journal.split('\n').slice(0, 3).join('\n')}\n`;
	expect(await desk.ask({ type: 'open_journal', table: 'old', journal: begun })).toMatchObject({ type: 'opened', entry: 2 });
	expect(await desk.ask({ type: 'open', table: 'new', game: 'flag-war', luck: { type: 'open', seed: 's' } })).toMatchObject({ type: 'opened' });
	const command = { type: 'move', piece: 1, direction: 'up', distance: 1 };
	for (const table of ['old', 'new']) {
		expect(await desk.ask({ type: 'submit', table, as: { seat: 0 }, command, script: [] })).toMatchObject({ type: 'accepted' });
		const told = await desk.ask({ type: 'journal', table });
		const rules = table === 'old' ? 1 : games.find(({ id }) => id === 'flag-war')?.rules;
		expect('journal' in told && JSON.parse(told.journal.split('\n')[0] ?? '').header.rules).toBe(rules);
		const seen = await desk.ask({ type: 'view', table, as: { seat: 0 } });
		if (seen.type !== 'view') throw new Error(JSON.stringify(seen));
		const imagine = { type: 'imagine' as const, table: `${table} imagined`, game: 'flag-war', rules, view: seen.view, as: { seat: 0 }, seats: [], seed: 1 };
		expect(await desk.ask(imagine)).toMatchObject({ type: 'opened' });
		expect(await desk.ask({ type: 'hint', table: `${table} imagined`, seat: 0, level: 'easy' })).toMatchObject({ type: 'hint' });
		expect(await desk.ask({ type: 'analyse', table, at: 1, level: 'easy' })).toMatchObject({ type: 'analysed' });
	}
});

test('rules that nobody has are told by the game of today', async () => {
	const journal = readFileSync(join(root, 'rules/golden/flag-war-1-race.jsonl'), 'utf8').replace('"rules":1,', '"rules":99,');
	expect(await desk.ask({ type: 'verify', journal })).toMatchObject({ type: 'error', code: 'bad_journal' });
});
