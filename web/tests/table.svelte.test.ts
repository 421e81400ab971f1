// One table as a screen sees it, over the real worker and the real rules.
import { expect, test } from 'vitest';
import { until } from './house';
import type { Lesson } from '$lib/games/contract';
import { Coach } from '$lib/table/coach.svelte';
import * as local from '$lib/table/local';
import { Table, type Manners } from '$lib/table/table.svelte';
import type { SeatPlan } from '$lib/table/saves';

async function sit(game: string, seats: SeatPlan[], manners: Manners = {}, seed = 'senet', setUp: object = { preset: 'standard' }): Promise<Table> {
	local.setTempo(0);
	const id = await local.open({ game, ...setUp, seats, seed });
	const link = await local.sit(id);
	const table = new Table(link, link.first, manners);
	await table.start();
	return table;
}
const PEOPLE: SeatPlan[] = [{ name: 'Ann' }, { name: 'Ben' }];
const mark = (square: number) => ({ type: 'mark', square });

test('where all is open the turn passes without a word, and the log tells what happened', async () => {
	const table = await sit('tic-tac-toe', PEOPLE);
	expect([table.seat, table.live, table.handingTo]).toEqual([0, true, undefined]);
	await table.submit(mark(5));
	await until(() => table.seat === 1 && table.live, 'the other one looks and may act');
	expect(table.log.map((moment) => moment.entry)).toEqual([1]);
	expect(table.fresh.length).toBe(1);
	table.leave();
});

test('the log begins with the start: the game, and who plays; a move changes nothing of that', async () => {
	const table = await sit('tic-tac-toe', PEOPLE);
	await until(() => table.begins !== '', 'the start is told');
	const start = table.begins;
	for (const word of [/tic-tac-toe/i, /Ann/, /Ben/]) expect(start).toMatch(word);
	await table.submit(mark(5));
	await until(() => table.log.length === 1, 'the move is told');
	expect(table.begins).toBe(start);
	table.leave();
});

test('a refusal is kept with its sentence, and nothing else changes', async () => {
	const table = await sit('tic-tac-toe', PEOPLE);
	const refusal = await table.submit(mark(12));
	expect(refusal?.sentence).toBeTruthy();
	expect(table.refusal).toEqual(refusal);
	expect(table.entry).toBe(0);
	expect(await table.check(mark(5))).toBeUndefined();
	expect((await table.check(mark(12)))?.sentence).toBe(refusal?.sentence);
	table.leave();
});

test('secrets are covered at a shared device: nobody looks before somebody says who they are', async () => {
	const table = await sit('kuhn-poker', PEOPLE);
	await table.submit({ type: 'deal' });
	await until(() => table.live && table.update?.secrets === true, 'the cards are dealt');
	await table.submit({ type: 'check' });
	await until(() => table.passTo !== undefined, 'it is to be handed over');
	expect(table.seat).toBe(0);
	table.handOver(table.passTo ?? []);
	expect([table.update, table.legal, table.log.length]).toEqual([undefined, undefined, 0]);
	expect(table.handingTo).toEqual([1]);
	await table.take(1);
	await until(() => table.live, 'the other one may act');
	table.leave();
});

test('a move can be taken back at the hand-over, before the next one looks', async () => {
	const table = await sit('sky-team', PEOPLE, {}, 'senet', { config: { undo: true } });
	// Whoever is asked rolls, until a die can be placed.
	let before = -1;
	for (let step = 0; step < 20; step += 1) {
		if (table.passTo) table.handOver(table.passTo);
		if (table.handingTo) await table.take(table.handingTo[0] ?? 0);
		await until(() => table.live, 'somebody may act');
		const place = table.legal?.commands.find(({ command }) => (command as { type?: string }).type === 'place');
		before = table.entry;
		await table.submit((place ?? table.legal?.commands[0])?.command);
		if (place) break;
		await until(() => table.live || table.passTo !== undefined, 'it goes on');
	}
	await until(() => table.passTo !== undefined, 'it is to be handed over');
	table.handOver(table.passTo ?? []);
	expect(table.canTakeBack).toBe(true);
	expect(await table.takeBack()).toBeUndefined();
	await until(() => table.live, 'it is the same one’s move again');
	expect([table.seat, table.entry, table.handingTo]).toEqual([0, before, undefined]);
	table.leave();
});

test('after a take-back the log is told anew', async () => {
	const table = await sit('tic-tac-toe', PEOPLE);
	await table.submit(mark(5));
	await until(() => table.log.length === 1, 'it is told');
	await table.takeBack();
	await until(() => table.entry === 0, 'the move is gone');
	expect(table.log).toEqual([]);
	expect([table.seat, table.live]).toEqual([0, true]);
	table.leave();
});

test('a hint is for the position, and gone with the next move', async () => {
	const table = await sit('tic-tac-toe', PEOPLE);
	expect(await table.suggest()).toMatch(/^mark \d: 50 of 100 won against perfect play/);
	expect(table.hint?.length).toBe(1);
	await table.submit(mark(5));
	expect(table.hint).toBeUndefined();
	table.leave();
});

test('a guided game goes on although the learner may not know of the orders of the other side', async () => {
	const { lesson } = await import('$lib/games/flag-war/lesson');
	const { preset, with: changes, seed, seats } = lesson.table;
	const { presets } = await local.ask({ type: 'game', game: 'flag-war' }, 'game');
	const config = { ...(presets.find((one) => one.id === preset)?.config as object), ...changes };
	local.setTempo(0);
	const link = await local.sit(await local.open({ game: 'flag-war', config, seats, seed, guided: true }));
	const table = new Table(link, link.first);
	await table.start();
	const coach = new Coach(lesson as unknown as Lesson, table, { read: () => 0, write: () => undefined }, () => 0);
	/** As the screen does it: the voice is asked whenever the table has changed. */
	const untilItIs = (holds: () => boolean, what: string) => until(() => (void coach.answer(), holds()), what);
	await untilItIs(() => coach.waits, 'the other side has ordered and is ready');
	expect([coach.at, table.made]).toEqual([1, 2]);
	await until(() => table.entry === 1, 'the learner sees that the other side is ready, and no more');
	await table.submit(coach.points[0]);
	expect([coach.at, table.made]).toEqual([1, 3]);
	await until(() => table.canTakeBack, 'the order can be taken back');
	await table.takeBack();
	expect([coach.at, coach.waits, table.made]).toEqual([1, true, 2]);
	while (!coach.last) {
		await untilItIs(() => coach.waits, `step ${coach.at + 1} asks for something`);
		await coach.showMe();
		const { at } = coach;
		await untilItIs(() => coach.at > at, `step ${at + 1} ends`);
	}
	expect(table.made).toBe(lesson.steps.flatMap((step) => step.moves ?? []).length);
	table.leave();
});

test('a hint says why in numbers; asked again it tells the next best, and the same position says the same', async () => {
	const table = await sit('tic-tac-toe', PEOPLE);
	for (const [turn, square] of [1, 4, 2, 5].entries()) {
		await table.submit(mark(square));
		await until(() => table.entry === turn + 1 && table.seat === (turn + 1) % 2, 'the next one may act');
	}
	const first = await table.suggest();
	expect(first).toMatch(/^mark 3: 100 of 100 won against perfect play; the next best, .*\.$/);
	expect(table.hint?.map((choice) => choice.command)).toEqual([mark(3)]);
	const second = await table.suggest();
	expect(second).toMatch(/^The next best, mark \d: \d+ of 100\.$/);
	expect(table.hint?.map((choice) => choice.command)).not.toEqual([mark(3)]);
	for (let i = 0; i < 3; i += 1) await table.suggest();
	expect(await table.suggest()).toBe(first);
	table.leave();
});
