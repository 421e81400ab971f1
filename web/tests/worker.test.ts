// The house on this device: bots, clock, saves and what can be taken back.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { disk, kept, thoughts, until } from './house';
import * as local from '$lib/table/local';
import type { Change } from '$lib/table/link';

const PEOPLE = [{ name: 'Ann' }, { name: 'Ben' }];
const ALONE = [{ name: 'Ann' }, { name: 'Bot', bot: 'greedy' }];

/** Sits down and follows the table. */
async function sit(id: string) {
	const link = await local.sit(id);
	const state = { link, change: link.first as Change };
	link.onchange = (change) => (state.change = change);
	return state;
}
const mark = (square: number, seat = 0) => ({ type: 'submit' as const, as: { seat }, command: { type: 'mark', square }, request: `${square}` });
const back = (seat = 0) => ({ type: 'take_back' as const, as: { seat }, request: `back ${Math.random()}` });
const squares = async (link: local.LocalLink) => (await link.ask({ type: 'view', as: 'spectator' }, 'view')).view as { squares: (number | null)[] };
/** So many questions later whatever else was to be done has been done. */
const later = async (link: local.LocalLink) => {
	for (let i = 0; i < 20; i += 1) await squares(link);
};
const marked = async (link: local.LocalLink) => (await squares(link)).squares.filter((one) => one !== null && one !== undefined).length;

test('a table is kept at every command, and comes back', async () => {
	local.setTempo(0);
	const id = await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: PEOPLE });
	const { link } = await sit(id);
	await link.act(mark(5));
	expect(kept.get(id)?.save.entry).toBe(1);
	expect(kept.get(id)?.lines.length).toBe(2);
	link.close();
	const again = await sit(id);
	expect(again.change.entry).toBe(1);
	expect(again.change.toAct).toEqual([1]);
	again.link.close();
});

test('a device without room says so, and writes all of it once there is some', async () => {
	const id = await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: PEOPLE });
	const { link } = await sit(id);
	let saved = true;
	link.onstate = (state) => (saved = state.is === 'here' && state.saved);
	disk.full = true;
	await link.act(mark(1));
	expect(saved).toBe(false);
	disk.full = false;
	await link.act(mark(2, 1));
	expect(saved).toBe(true);
	expect(kept.get(id)?.lines.length).toBe(3);
	link.close();
});

test('a bot answers by itself, and not while the table is paused', async () => {
	const id = await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: ALONE });
	const at = await sit(id);
	at.link.pause(true);
	await at.link.act(mark(5));
	await later(at.link);
	expect(at.change.entry).toBe(1);
	at.link.pause(false);
	await until(() => at.change.entry === 2, 'the bot answers');
	at.link.close();
});

test('where dice have fallen nothing before them can be taken back', async () => {
	const id = await local.open({ game: 'pig', preset: 'standard', seats: PEOPLE, seed: 'senet' });
	const at = await sit(id);
	await at.link.act({ type: 'submit', as: { seat: 0 }, command: { type: 'roll' }, request: 'r' });
	expect(at.change.takeBack).toBeUndefined();
	at.link.close();
});

test('at a shared device only the last move is taken back, by whoever made it', async () => {
	const id = await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: PEOPLE });
	const at = await sit(id);
	await at.link.act(mark(1));
	await at.link.act(mark(2, 1));
	expect(at.change.takeBack).toBe(1);
	await at.link.act(back(1));
	expect(await marked(at.link)).toBe(1);
	expect(at.change.takeBack).toBeUndefined();
	at.link.close();
});

test('a guided table waits for its voice', async () => {
	const id = await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: [{ name: 'Bot', bot: 'greedy' }, { name: 'Ann' }], guided: true });
	const at = await sit(id);
	expect(at.link.info.guided).toBe(true);
	await later(at.link);
	expect(at.change.entry).toBe(0);
	at.link.pause(false);
	await until(() => at.change.entry === 1, 'the bot begins');
	at.link.close();
});

test('who plays alone reads what is asked of them, not that somebody is waited for', async () => {
	const id = await local.open({ game: 'sky-team', preset: 'seed', seats: [{ name: 'Ann' }, { name: 'Bot', bot: 'greedy' }], seed: 'first flight' });
	const at = await sit(id);
	expect(kept.get(id)?.save.prompt).not.toMatch(/Waiting for/);
	at.link.close();
});

test('a refused command changes and keeps nothing', async () => {
	const id = await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: PEOPLE });
	const at = await sit(id);
	const answer = await at.link.act(mark(12));
	expect(answer && 'sentence' in answer).toBe(true);
	expect(at.change.entry).toBe(0);
	at.link.close();
});

test('who leaves ends a bot\'s thought at once, and the next table waits for nothing', async () => {
	local.setTempo(0);
	const id = await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: ALONE });
	const at = await sit(id);
	thoughts.held = true;
	const [asked, ended] = [thoughts.asked, thoughts.ended];
	await at.link.act(mark(5));
	await until(() => thoughts.asked > asked, 'the bot thinks');
	at.link.close();
	await until(() => thoughts.ended > ended, 'the thought is ended');
	const next = await sit(await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: PEOPLE }));
	expect(next.change.entry).toBe(0);
	next.link.close();
	thoughts.held = false;
});

test('a thinking bot holds nobody up: the move is taken back meanwhile, and the bot answers the next one', async () => {
	const id = await local.open({ game: 'tic-tac-toe', preset: 'standard', seats: ALONE });
	const at = await sit(id);
	thoughts.held = true;
	const asked = thoughts.asked;
	await at.link.act(mark(1));
	await until(() => thoughts.asked > asked, 'the bot thinks');
	await at.link.act(back());
	expect(at.change.entry).toBe(0);
	thoughts.held = false;
	await at.link.act({ ...mark(5), request: 'again' });
	await until(() => at.change.entry === 2, 'the bot answers');
	expect(await marked(at.link)).toBe(2);
	at.link.close();
});

test('a game that began before its rules changed goes on by them', async () => {
	const journal = readFileSync(new URL('../../rules/golden/flag-war-1-race.jsonl', import.meta.url), 'utf8');
	const id = await local.bring(`${journal.split('\n').slice(0, 3).join('\n')}\n`, true);
	const at = await sit(id);
	at.link.pause(true);
	expect(at.link.info.rules).toBe(1);
	const command = { type: 'move', piece: 1, direction: 'up', distance: 1 };
	await at.link.act({ type: 'submit', as: { seat: 0 }, command, request: 'on' });
	// Orders are sealed: only the journal tells of them.
	expect(kept.get(id)?.lines.length).toBe(4);
	expect(kept.get(id)?.save.rules).toBe(1);
	at.link.close();
});
