// Looking back at a game, over the real rules.
import { expect, test } from 'vitest';
import { thoughts, until } from './house';
import * as local from '$lib/table/local';
import { Analysis, accountsOf } from '$lib/table/analysis.svelte';

const PEOPLE = [{ name: 'Ann' }, { name: 'Ben' }];

/** X could win in the upper row at once, and marks elsewhere. */
async function lost(): Promise<local.LocalLink> {
	const link = await local.sit(await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: PEOPLE }));
	for (const [turn, square] of [1, 4, 2, 5, 7, 6].entries()) await link.act({ type: 'submit', as: { seat: turn % 2 }, command: { type: 'mark', square }, request: `${square}` });
	return link;
}

test('the costliest decision is found by name, luck and play add up, and what is done instead is judged', async () => {
	const link = await lost();
	const { journal, seed } = await link.journal();
	const analysis = new Analysis(journal, seed);
	await analysis.start();
	expect([analysis.trouble, analysis.state, analysis.entries, analysis.together]).toEqual([undefined, 'done', 6, false]);
	expect(analysis.progress).toBeCloseTo(1);
	const [worst] = analysis.costliest(0);
	expect([worst?.entry, worst?.better?.text, worst?.better?.cost]).toEqual([5, 'mark 3', 1_000_000]);
	for (const account of analysis.accounts) {
		const play = account.play.reduce((sum, one) => sum + one, 0);
		expect(account.start + account.luck + play + account.rest).toBe(account.result);
		expect(account.luck).toBe(0);
	}
	expect(analysis.accounts.map(({ result }) => result)).toEqual([0, 1_000_000]);
	expect([analysis.stepAt(3, undefined), analysis.entryAt(3, 0), analysis.entryAt(0, 0)]).toEqual([3, 3, 0]);

	// Before that decision again: now the row is closed.
	const id = await local.branch(link.info.id, 4, 'spectator', PEOPLE, false);
	const again = await local.sit(id);
	await again.act({ type: 'submit', as: { seat: 0 }, command: { type: 'mark', square: 3 }, request: 'better' });
	const other = await again.journal();
	const verdict = await analysis.judge(other.journal, other.seed);
	expect(verdict).toMatchObject({ text: 'mark 3', chance: 1_000_000, better: { cost: 0 } });
	analysis.close();
	again.close();
	link.close();
});

test('what the server of a game finds is taken from there, and found out here where it does not answer', async () => {
	const link = await lost();
	const { journal, seed } = await link.journal();
	const here = new Analysis(journal, seed);
	await here.start();
	const asked: number[] = [];
	const house = async (since: number) => {
		asked.push(since);
		// Two entries at a time, and now and then nothing new.
		return { entries: 6, looked: asked.length === 2 ? [] : here.looked.slice(since, since + 2) };
	};
	const before = thoughts.asked;
	const there = new Analysis(journal, seed, house);
	await there.start();
	expect([there.state, there.progress, asked]).toEqual(['done', 1, [0, 2, 2, 4]]);
	expect(there.looked).toEqual(here.looked);
	expect(there.accounts).toEqual(here.accounts);
	expect(thoughts.asked - before, 'this device has looked once, and roughly').toBe(1 + 6);

	for (const silent of [() => Promise.reject(new Error('no server')), async () => ({ entries: 7, looked: [] })]) {
		const alone = new Analysis(journal, seed, silent);
		await alone.start();
		expect(alone.looked).toEqual(here.looked);
		alone.close();
	}
	const left: Analysis = new Analysis(journal, seed, async () => {
		left.close();
		return { entries: 6, looked: [] };
	});
	await left.start();
	expect([left.state, left.trouble]).toEqual(['stopped', undefined]);
	here.close();
	there.close();
	link.close();
});

test('it ends when it is closed, and keeps what it knows', async () => {
	const link = await lost();
	const { journal, seed } = await link.journal();
	const analysis = new Analysis(journal, seed);
	thoughts.most = thoughts.asked + 4;
	const work = analysis.start();
	await until(() => analysis.looked.length === 3, 'some entries are looked at');
	analysis.close();
	await work;
	thoughts.most = Infinity;
	expect(analysis.trouble).toBeUndefined();
	expect(analysis.state).toBe('stopped');
	expect(analysis.looked.length).toBe(3);
	link.close();
});

test('nothing comes of no moments', () => expect(accountsOf([])).toEqual([]));
