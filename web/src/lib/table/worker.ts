/**
 * The house on this device: the desk in WASM, with bots in their seats, the clock, and a save
 * after every command. It runs in a worker, so that a thinking bot never holds up a finger.
 */
import type { Answer, Ask, Choice, Seat, Update, Viewer } from '$lib/wire/protocol';
import { Desk, playedBy } from './desk';
import type { Act, Change } from './link';
import { unhandled } from './link';
import { canThink, Mind, Stopped } from './mind';
import type { FromWorker, NewTable, Opened, WorkerRequest } from './messages';
import * as saves from './saves';
import type { Save, SaveFile, SeatPlan } from './saves';

/** How long a bot seems to think, so that people can follow. */
const THINK = 550;
let tempo = 1;
/** How often a bot may act, or change its mind, while a clock runs: three times, and once for each second of a long one. */
const movesOf = (whole: number) => Math.max(3, whole / 1000);

interface Live {
	save: Save;
	keep: boolean;
	change: Change;
	saved: boolean;
	paused: boolean;
	bots?: ReturnType<typeof setTimeout>;
	clock?: ReturnType<typeof setTimeout>;
	/** The running countdown: its number, and when it ends. */
	ticking?: { number: number; ends: number; whole: number };
	left?: number;
	moves: number;
	/** The thought that a bot is in; none is a bot at rest. */
	thought?: symbol;
	/** Changes of one table follow one another. */
	turn: Promise<unknown>;
}

const tables = new Map<string, Live>();
const desk = new Desk();
/** Where bots think, beside the tables; without one they think here. */
const mind = canThink() ? new Mind() : undefined;

const ask = (message: Ask): Promise<Answer> => desk.ask(message);

async function wanted<T extends Answer['type']>(
	message: Ask,
	type: T,
): Promise<Extract<Answer, { type: T }>> {
	const answer = await ask(message);
	if (answer.type !== type) {
		throw new Error('sentence' in answer ? answer.sentence : `unexpected answer: ${answer.type}`);
	}
	return answer as Extract<Answer, { type: T }>;
}

async function open(table: NewTable): Promise<Opened> {
	// An empty name is none: the game then calls the seat by its role.
	const names = table.seats.map((seat) => seat.name ?? '');
	const chosen = table.config === undefined ? { preset: table.preset } : { config: table.config };
	const luck = table.seed ? { type: 'open' as const, seed: table.seed } : { type: 'fresh' as const };
	const message = { type: 'open', table: table.id, game: table.game, seats: names, luck, ...chosen };
	const opened = await wanted(message as Ask, 'opened');
	return seat(table.id, { ...table, notice: opened.notice ?? undefined, keep: true });
}

async function resume(id: string): Promise<Opened> {
	const live = tables.get(id);
	if (live) return { save: live.save, change: live.change };
	const kept = await saves.read(id);
	if (!kept) throw new Error('This device keeps no such table.');
	const { save, journal } = kept;
	const message: Ask = { type: 'open_journal', table: id, journal, seed: save.seed };
	const opened = await wanted(message, 'opened');
	return seat(id, { ...save, notice: opened.notice ?? undefined, keep: true, known: save });
}

async function bring(id: string, text: string, keep: boolean): Promise<Opened> {
	let file: Partial<SaveFile> = {};
	if (text.trimStart().startsWith('{"senet_save"')) file = JSON.parse(text);
	const journal = file.journal ?? text;
	const message: Ask = { type: 'open_journal', table: id, journal, seed: file.seed };
	const opened = await wanted(message, 'opened');
	const { header, names: beside } = JSON.parse(journal.slice(0, journal.indexOf('\n')));
	// A server keeps names beside the journal's chain, so that they can be erased.
	const names: string[] = beside?.map((named: { name: string } | null) => named?.name ?? '') ?? header.seats;
	const seats = file.seats ?? Array.from({ length: opened.seats }, (_, i) => ({ name: names[i] ?? '' }));
	const { game, preset, config } = header;
	return seat(id, { game, preset, config, seats, notice: opened.notice ?? undefined, keep });
}

async function branch(from: string, at: number, as: Viewer | undefined, to: string, seats: SeatPlan[], keep: boolean): Promise<Opened> {
	await wanted({ type: 'branch', table: from, at, as, to }, 'opened');
	const game = tables.get(from)?.save.game ?? '';
	return seat(to, { game, seats, keep });
}

/** Takes a table of the desk into the house. */
async function seat(
	id: string,
	about: {
		game: string;
		preset?: string;
		config?: unknown;
		seats: SeatPlan[];
		notice?: string;
		keep: boolean;
		known?: Save;
		guided?: boolean;
	},
): Promise<Opened> {
	const { journal, seed } = await wanted({ type: 'journal', table: id }, 'journal');
	const lines = journal.trimEnd().split('\n').length;
	const now = Date.now();
	const save: Save = about.known ?? {
		id,
		game: about.game,
		preset: about.preset,
		config: about.config,
		seats: about.seats,
		seed: seed ?? undefined,
		created: now,
		changed: now,
		entry: 0,
		lines: 0,
		prompt: '',
		drawing: [],
		roles: [],
		toAct: [],
		guided: about.guided,
	};
	save.rules = playedBy(journal).rules;
	// A last line that was cut is written anew.
	if (about.known) save.lines = Math.min(save.lines, lines);
	// What bots answer keeps nobody from taking back.
	const bots = save.seats.flatMap((plan, i) => (plan.bot ? [i] : []));
	await wanted({ type: 'seat_bots', table: id, bots }, 'done');
	const change: Change = { entry: 0, line: 0, toAct: [], awaited: [], secrets: false, over: false };
	const live: Live = {
		save,
		keep: about.keep,
		change,
		saved: true,
		paused: save.guided === true,
		moves: 0,
		turn: Promise.resolve(),
	};
	tables.set(id, live);
	await changed(live, undefined, about.known !== undefined);
	return { save: live.save, change: live.change, notice: about.notice };
}

/** Notes a change: what everybody may know of it, the save, and whose turn it is now. */
async function changed(live: Live, actor: Seat | undefined, quiet = false): Promise<void> {
	const id = live.save.id;
	const seen: Update = await wanted({ type: 'update', table: id, as: 'spectator' }, 'update');
	const people = live.save.seats.flatMap((plan, i) => (plan.bot ? [] : [i]));
	const [only] = people.length === 1 ? people : [];
	const own = only === undefined ? undefined : await look(id, only);
	tick(live, seen);
	live.change = {
		entry: seen.entry,
		line: seen.line,
		toAct: seen.to_act,
		awaited: seen.awaited,
		secrets: seen.secrets,
		over: Boolean(seen.outcome),
		made: live.save.guided ? await made(id) : undefined,
		takeBack: own ? (own.can_take_back ? only : undefined) : await whoMayTakeBack(id, people, actor ?? lastSeat(seen)),
		countdown: countdown(live),
	};
	// Who plays alone at this device reads what is asked of them, not that somebody is waited for.
	const asked = own ?? seen;
	const { drawing } = await wanted({ type: 'draw', table: id, as: 'spectator' }, 'drawing');
	live.save = {
		...live.save,
		entry: seen.entry,
		changed: quiet ? live.save.changed : Date.now(),
		prompt: asked.prompt,
		roles: seen.roles,
		toAct: seen.to_act,
		outcome: seen.outcome,
		drawing,
	};
	await keep(live);
	post({ push: 'change', id, change: live.change, saved: live.saved });
	schedule(live);
}

const look = (table: string, seat: Seat): Promise<Update> => wanted({ type: 'update', table, as: { seat } }, 'update');

/** The person at this device who may take back: whoever acted last, or whom only bots have answered. */
async function whoMayTakeBack(id: string, people: Seat[], last: Seat | undefined): Promise<Seat | undefined> {
	const first = people.filter((seat) => seat === last);
	for (const seat of [...first, ...people.filter((one) => one !== last)]) {
		if ((await look(id, seat)).can_take_back) return seat;
	}
	return undefined;
}

/** How many commands are in effect, whoever may know of them: the journal counts what no viewer does. */
async function made(id: string): Promise<number> {
	const { journal } = await wanted({ type: 'journal', table: id }, 'journal');
	const lines = (kind: string) => journal.split(`\n{"${kind}":`).length - 1;
	return lines('entry') - lines('take_back');
}

function lastSeat(seen: Update): Seat | undefined {
	const actor = seen.frames.at(-1)?.actor;
	return typeof actor === 'object' ? actor.seat : undefined;
}

/** Does something with a table once what was begun before is done. */
function inTurn<T>(live: Live, work: () => Promise<T>): Promise<T> {
	const done = live.turn.then(work);
	live.turn = done.catch(() => undefined);
	return done;
}

/** Writes what is new. */
async function keep(live: Live): Promise<void> {
	if (!live.keep) return;
	const from = live.save.lines;
	const message: Ask = { type: 'journal', table: live.save.id, since: from };
	const { journal } = await wanted(message, 'journal');
	const lines = journal.split('\n').filter((line) => line !== '');
	const save = { ...live.save, lines: from + lines.length };
	try {
		await saves.write(save, from, lines);
		live.save = save;
		live.saved = true;
	} catch (error) {
		// The lines are written with the next change, if the device has room again.
		live.saved = false;
		console.warn('senet: this device does not keep the table', error);
	}
}

function act(id: string, message: Act): Promise<Answer> {
	const live = tables.get(id);
	if (!live) throw new Error('The table is closed.');
	return inTurn(live, () => carryOut(live, message));
}

async function carryOut(live: Live, message: Act): Promise<Answer> {
	if (message.type === 'take_back') interrupt(live);
	const answer = await ask({ ...message, table: live.save.id } as Ask);
	if (answer.type === 'accepted' || answer.type === 'done') {
		const actor = 'as' in message && typeof message.as === 'object' ? message.as.seat : undefined;
		await changed(live, actor);
	} else schedule(live);
	return answer;
}

/** Lets the next bot act, if one is to. */
function schedule(live: Live): void {
	clearTimeout(live.bots);
	if (live.paused || live.change.over || live.thought) return;
	const seats = live.change.toAct.filter((seat) => live.save.seats[seat]?.bot);
	if (seats.length === 0) return;
	if (live.ticking && live.moves >= movesOf(live.ticking.whole) * seats.length) return;
	live.bots = setTimeout(() => void think(live, seats), live.ticking ? 120 : 80 + THINK * tempo);
}

/** Ends a bot's thought at once: what it thinks about is no longer so, or nobody waits for it. */
function interrupt(live: Live): void {
	clearTimeout(live.bots);
	if (!live.thought) return;
	live.thought = undefined;
	mind?.stop();
}

/** Lets bots think while the table goes on, and act in its turn. */
async function think(live: Live, seats: Seat[]): Promise<void> {
	const [thought, line] = [Symbol('thought'), live.change.line];
	live.thought = thought;
	let stopped = false;
	try {
		await decide(live, seats, () => live.thought === thought);
	} catch (error) {
		if (!(error instanceof Stopped)) throw error;
		stopped = true;
	}
	if (live.thought !== thought) return;
	live.thought = undefined;
	// What ended it may have been meant for another table.
	if (stopped || live.change.line !== line) schedule(live);
}

async function decide(live: Live, seats: Seat[], goesOn: () => boolean): Promise<void> {
	const id = live.save.id;
	for (const seat of seats) {
		const commands = await choose(live, seat);
		live.moves += 1;
		const done = await inTurn(live, async () => !goesOn() || (await submitAll(live, seat, commands)));
		if (done) return;
	}
	// Where a bot has nothing to say although it is asked, the rules know what an absent seat does.
	const first = seats[0];
	if (live.ticking || first === undefined) return;
	await inTurn(live, async () => {
		if (!goesOn() || !live.change.toAct.includes(first)) return;
		const idle = await ask({ type: 'idle', table: id, seat: first });
		if (idle.type === 'accepted') await changed(live, first);
	});
}

/** Where nobody can think beside the tables, as on a device that is short of memory, the game goes on all the same. */
function thinkHere(error: unknown): undefined {
	if (error instanceof Stopped) throw error;
	console.warn('senet: bots think at the table itself', error);
}

/** What the bot of a seat wants to do; it is told what that seat sees, and nothing else. */
async function choose(live: Live, seat: Seat): Promise<Choice[]> {
	const { id, seats } = live.save;
	const bot = seats[seat]?.bot ?? 'random';
	const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
	if (mind) {
		const { view } = await wanted({ type: 'view', table: id, as: { seat } }, 'view');
		const names = seats.map((plan) => plan.name);
		const message = { type: 'advise' as const, seat, bot, seed };
		const reading = await mind.imagined(live.save, view, seat, names, message, 'reading').catch(thinkHere);
		if (reading) return reading.commands;
	}
	const advice = await ask({ type: 'advise', table: id, seat, bot, seed });
	return advice.type === 'reading' ? advice.commands : [];
}

/** Submits commands in order until one is refused; says whether anything happened. */
async function submitAll(live: Live, seat: Seat, commands: Choice[]): Promise<boolean> {
	let happened = false;
	for (const { command } of commands) {
		const message: Ask = { type: 'submit', table: live.save.id, as: { seat }, command };
		if ((await ask(message)).type !== 'accepted') break;
		happened = true;
	}
	if (happened) await changed(live, seat);
	return happened;
}

/** Starts the clock of a new countdown; the same number goes on. */
function tick(live: Live, seen: Update): void {
	const owed = seen.countdown;
	if (!owed) {
		clearTimeout(live.clock);
		live.ticking = undefined;
		return;
	}
	if (live.ticking?.number === owed.number) return;
	clearTimeout(live.clock);
	live.moves = 0;
	live.ticking = { number: owed.number, ends: performance.now() + owed.after_ms, whole: owed.after_ms };
	live.left = live.paused ? owed.after_ms : undefined;
	if (!live.paused) live.clock = setTimeout(() => void inTurn(live, () => strike(live)), owed.after_ms);
}

async function strike(live: Live): Promise<void> {
	const id = live.save.id;
	for (const [seat, plan] of live.save.seats.entries()) {
		if (plan.bot) continue;
		const plans = await ask({ type: 'plans', table: id, seat });
		if (plans.type !== 'reading') continue;
		for (const { command } of plans.commands) {
			await ask({ type: 'submit', table: id, as: { seat }, command });
		}
		if (plans.memo != null) await ask({ type: 'remember', table: id, seat, memo: plans.memo });
	}
	if ((await ask({ type: 'clock', table: id })).type === 'accepted') await changed(live, undefined);
}

function countdown(live: Live): Change['countdown'] {
	if (!live.ticking) return undefined;
	const left = live.left ?? Math.max(0, live.ticking.ends - performance.now());
	return { number: live.ticking.number, left, whole: live.ticking.whole, paused: live.paused };
}

function pause(live: Live, paused: boolean): void {
	if (live.paused === paused) return;
	live.paused = paused;
	clearTimeout(live.clock);
	interrupt(live);
	if (live.ticking && paused) live.left = Math.max(0, live.ticking.ends - performance.now());
	if (live.ticking && !paused) {
		const left = live.left ?? live.ticking.whole;
		live.left = undefined;
		live.ticking.ends = performance.now() + left;
		live.clock = setTimeout(() => void inTurn(live, () => strike(live)), left);
	}
	live.change = { ...live.change, countdown: countdown(live) };
	post({ push: 'change', id: live.save.id, change: live.change, saved: live.saved });
	if (!paused) schedule(live);
}

async function close(id: string): Promise<void> {
	const live = tables.get(id);
	if (!live) return;
	// Nothing begins any more, and what was begun is ended or done.
	live.paused = true;
	interrupt(live);
	clearTimeout(live.clock);
	await live.turn;
	tables.delete(id);
	await ask({ type: 'close', table: id });
}

/** Tables are opened and closed one after the other. */
let door: Promise<unknown> = Promise.resolve();
function atTheDoor<T>(work: () => Promise<T>): Promise<T> {
	const done = door.then(work);
	door = done.catch(() => undefined);
	return done;
}

async function answer(request: WorkerRequest): Promise<Answer | Opened | undefined> {
	switch (request.op) {
		case 'ask':
			return ask(request.ask);
		case 'new':
			return atTheDoor(() => open(request.table));
		case 'resume':
			return atTheDoor(() => resume(request.id));
		case 'import':
			return atTheDoor(() => bring(request.id, request.text, request.keep));
		case 'branch':
			return atTheDoor(() => branch(request.from, request.at, request.as, request.id, request.seats, request.keep));
		case 'act':
			return act(request.id, request.act);
		case 'pause': {
			const live = tables.get(request.id);
			if (live) pause(live, request.paused);
			return undefined;
		}
		case 'tempo':
			tempo = request.tempo;
			return undefined;
		case 'close':
			await atTheDoor(() => close(request.id));
			return undefined;
		default:
			return void unhandled(request);
	}
}

function post(message: FromWorker): void {
	self.postMessage(message);
}

self.onmessage = async (event: MessageEvent<WorkerRequest>) => {
	const { n } = event.data;
	try {
		post({ n, value: await answer(event.data) });
	} catch (error) {
		post({ n, error: error instanceof Error ? error.message : String(error) });
	}
};
