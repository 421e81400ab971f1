import { expect, test } from 'vitest';
import type { Lesson, Theirs } from '$lib/games/contract';
import { Coach, type Bookmark } from '$lib/table/coach.svelte';
import type { Answer, Ask, Refusal } from '$lib/wire/protocol';
import { GameModule, told } from '$lib/table/module';
import { moduleOf } from './modules';

const lessons = import.meta.glob<{ lesson: Lesson }>('../src/lib/games/*/lesson.ts', { eager: true });
const games = Object.entries(lessons).map(([path, { lesson }]) => [path.split('/')[4] ?? '', lesson] as const);
/** A real table of the rules, as the voice sees one. */
class RealTable {
	readonly #desk: GameModule;
	made = $state.raw(0);

	constructor(game: string, { table }: Lesson) {
		const module = moduleOf(game);
		if (!module) throw new Error('cargo xtask wasm builds the rules for these tests');
		this.#desk = new GameModule(module);
		const presets = told(module)?.page.presets as { id: string; config: unknown }[] | undefined;
		const preset = presets?.find((one) => one.id === table.preset)?.config;
		const config = { ...(preset as object), ...table.with };
		expect(this.ask({ type: 'open', table: 't', game, config, luck: { type: 'open', seed: table.seed } })).toMatchObject({ type: 'opened' });
	}

	ask(ask: Ask): Answer {
		return JSON.parse(this.#desk.message(JSON.stringify(ask)));
	}

	async submit(command: unknown, seat = 0): Promise<Refusal | undefined> {
		const answer = this.ask({ type: 'submit', table: 't', as: { seat }, command } as Ask);
		if (answer.type !== 'accepted') return answer as unknown as Refusal;
		this.made += 1;
		return undefined;
	}

	undo(seat = 0): void {
		expect(this.ask({ type: 'take_back', table: 't', as: { seat } } as Ask)).toMatchObject({ type: 'accepted' });
		this.made -= 1;
	}

	get over(): boolean {
		const seen = this.ask({ type: 'update', table: 't', as: 'spectator' });
		return seen.type === 'update' && Boolean(seen.outcome);
	}
}

const memory = (kept?: unknown): Bookmark & { kept: unknown } => {
	const bookmark = { kept, read: () => bookmark.kept, write: (value: unknown) => void (bookmark.kept = value) };
	return bookmark;
};

/** Follows the voice to its end, one press at a time. */
async function follow(coach: Coach, until: () => boolean = () => !coach.speaks): Promise<number> {
	let presses = 0;
	while (!until()) {
		if (++presses > 120) throw new Error(`the voice does not go on from step ${coach.at + 1}`);
		if (coach.waits) await coach.showMe();
		else if (!coach.step.moves) coach.next();
		// The screen calls it whenever the table has changed.
		await new Promise((done) => setTimeout(done, 0));
		await coach.answer();
	}
	return presses;
}

test('four systems have a guided first game of at most five minutes', () => {
	expect(games.map(([game]) => game).sort()).toEqual(['crossfire', 'flag-war', 'silosoft', 'sky-team']);
	for (const [, lesson] of games) expect(lesson.minutes).toBeLessThanOrEqual(5);
});

test.each(games)('%s: the rules let every written move through, and the game goes on after the last', async (game, lesson) => {
	const table = new RealTable(game, lesson);
	const coach = new Coach(lesson, table, memory(), () => 0);
	await follow(coach, () => coach.last);
	const moves = lesson.steps.flatMap((step) => step.moves ?? []);
	expect(table.made).toBe(moves.length);
	expect(coach.speaks).toBe(true);
	expect(table.over).toBe(false);
	coach.next();
	expect(coach.speaks).toBe(false);
});

test.each(games)('%s: it goes on where it was left, whenever that was', async (game, lesson) => {
	for (const stop of lesson.steps.keys()) {
		const [table, bookmark] = [new RealTable(game, lesson), memory()];
		const first = new Coach(lesson, table, bookmark, () => 0);
		await follow(first, () => first.at >= stop);
		const again = new Coach(lesson, table, memory(bookmark.kept), () => 0);
		expect(again.at).toBe(first.at);
		await follow(again);
		expect(again.speaks).toBe(false);
	}
});

test.each(games)('%s: another move is not made while a step waits, and the task is told again', async (game, lesson) => {
	const table = new RealTable(game, lesson);
	const coach = new Coach(lesson, table, memory(), () => 0);
	expect(coach.bars({ type: 'nonsense' })?.sentence).toMatch(/press Next/);
	coach.next();
	for (let i = 0; i < 20 && !coach.waits; i += 1) {
		await new Promise((done) => setTimeout(done, 0));
		await coach.answer();
	}
	expect(coach.waits).toBe(true);
	expect(coach.bars({ type: 'nonsense' })?.sentence).toContain(coach.step.task);
	expect(coach.bars(coach.points[0])).toBeUndefined();
});

test('who says “not now” is left alone, also later', () => {
	const [game, lesson] = games[0] as (typeof games)[number];
	const bookmark = memory();
	new Coach(lesson, new RealTable(game, lesson), bookmark, () => 0).end();
	expect(new Coach(lesson, new RealTable(game, lesson), bookmark, () => 0).speaks).toBe(false);
});

test('an undo goes back a step, and a move that the rules no longer allow ends the voice', async () => {
	const lesson = lessons['../src/lib/games/sky-team/lesson.ts']?.lesson as Lesson;
	const table = new RealTable('sky-team', lesson);
	const coach = new Coach(lesson, table, memory(), () => 0);
	coach.next();
	await table.submit(coach.points[0]);
	table.undo();
	expect(coach.at).toBe(1);
	expect(coach.waits).toBe(true);
	const odd: Lesson = { ...lesson, steps: [{ title: '', text: '', moves: [{ seat: 1, command: { type: 'nonsense' } } as Theirs<unknown>] }] };
	const broken = new Coach(odd, new RealTable('sky-team', lesson), memory(), () => 0);
	await broken.answer();
	expect(broken.speaks).toBe(false);
});
