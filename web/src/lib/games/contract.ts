/**
 * What a board gets. Every game has its folder here with one component, `Board.svelte`, whose
 * props are `BoardProps` of the game's own types. README.md says how to write one.
 */
import type { SeatPlan } from '$lib/table/saves';
import type { Moment, SeatLine } from '$lib/table/table.svelte';
import type { Drawing, Refusal, Seat } from '$lib/wire/protocol';

export interface ChoiceOf<Command> {
	command: Command;
	/** As a player would type it. */
	text: string;
	/** What is asked about before it is done: it gives up, loses at once, or wastes what could be used. */
	caution?: string | null;
}

/** All that is asked about before these are done. */
export const cautions = (choices: { caution?: string | null }[]): string[] => choices.flatMap(({ caution }) => caution ?? []);

/** What words were understood as. Nothing has been done yet. */
export interface ReadingOf<Command> {
	/** What to submit, in order. */
	commands: ChoiceOf<Command>[];
	readBack: string;
	notUnderstood: string[];
	/** Where the words can be meant in more than one way, texts to choose from; nothing is done before. */
	asks: string[];
	/** Keeps what is to be done later, such as "when they take our flag"; call it once it is sent. */
	keep: () => Promise<void>;
	/** What a language model makes of what was not understood, where there is one; its answer may take a while. */
	translate?: () => Promise<ChoiceOf<Command>[]>;
}

/**
 * A table of one's own to try things out at. It runs on this device, one acts there for every seat,
 * and nothing of it is sent or kept.
 */
export interface TrialOf<View = unknown, Command = unknown, Event = unknown> {
	view: (seat: Seat) => Promise<View>;
	submit: (command: Command, seat: Seat) => Promise<Refusal | undefined>;
	read: (text: string, seat: Seat) => Promise<ReadingOf<Command>>;
	/** What a bot would do in a seat's place. */
	advise: (seat: Seat, bot: string) => Promise<Command[]>;
	/** Lets the clock strike, where the game has one. */
	strike: () => Promise<void>;
	/** What the last change brought, with its sentences, as a seat may know it. */
	told: (seat: Seat) => Promise<{ event: Event; text: string }[]>;
	close: () => void;
}

export interface BoardProps<View = unknown, Command = unknown, Event = unknown> {
	/** All that the viewer may know. It is replaced whole; never change it. */
	view: View;
	/** Whose eyes; none is a spectator. */
	seat: Seat | undefined;
	/** Who sits where, with names, and who is to act. */
	seats: SeatLine[];
	/** Whether the viewer may act now. False in a replay, for a spectator and out of turn. */
	live: boolean;
	/** What the viewer may do now; empty where it may not act. */
	legal: ChoiceOf<Command>[];
	/** Whether that is all (`complete`) or a useful choice (`sample`). */
	listing: 'complete' | 'sample';
	/** Whose turn it is and what is wanted; the frame shows it already. */
	prompt: string;
	/**
	 * Carries out a command. The answer is why it was refused; the frame tells the person. Who plays
	 * several seats alone and sees all of them names the seat that acts.
	 */
	submit: (command: Command, seat?: Seat) => Promise<Refusal | undefined>;
	/** Asks the person about what must not be done in passing, by the cautions; true at once where there are none. */
	agree: (choices: { caution?: string | null }[]) => Promise<boolean>;
	/** Asks why a command would be refused, without doing it. */
	check: (command: Command, seat?: Seat) => Promise<Refusal | undefined>;
	/** Shows a reason at the thing that was touched, with its rule. */
	explain: (reason: string | Refusal, at?: Element | null) => void;
	/** Reads words as commands, without doing them. None where nobody may act: in a replay. */
	read?: (text: string) => Promise<ReadingOf<Command> | undefined>;
	/** What a bot would do in the viewer's place, without doing it. None where nobody may act. */
	advise?: (bot?: string) => Promise<ChoiceOf<Command>[]>;
	/**
	 * Opens a table to try things out at: in a position that fits what the viewer sees or another view of
	 * theirs, or at the start of a game with a configuration. None in a replay, and where this browser
	 * cannot run the rules. Its views and commands are of the table's game.
	 */
	trial?: (start?: { view: unknown } | { config: unknown }) => Promise<TrialOf>;
	/** Stops the clock and the bots, or lets them go on. None where somebody else owns the time. */
	hold?: (held: boolean) => void;
	/** What the board remembers on this device for this table and seat. None in a replay. */
	notes?: { read: () => unknown; write: (value: unknown) => void };
	/** The board as text, as the viewer sees it. */
	draw: () => Promise<Drawing>;
	/** Opens the rules at an id. */
	rule: (id: string) => void;
	/** What the last change brought, in order: to animate. `key` is new for every event. */
	fresh: Moment<Event>[];
	/** The one of `fresh` that is being shown now; none when all have been. */
	moment: Moment<Event> | undefined;
	/** The commands that a hint points at; empty without one. */
	hint: Command[];
	/** 0 shows everything at once, 1 is normal; multiply durations by it. */
	tempo: number;
	/** The countdown of a game against the clock, in ms of this page's clock. */
	countdown?: { number: number; endsAt: number; whole: number; paused: boolean };
	/** The address of the board that a game brings in its file, where it does. */
	brought?: string;
}

/** A part of a long game: the entries that belong to it. */
export interface Part {
	name: string;
	first: number;
	/** None while it goes on. */
	last?: number;
}

/** What a room may say about itself in `room.ts`, beside its board. All of it is optional. */
export interface Room<View = unknown> {
	/** Whether the board has an undo of its own; the frame then shows none. */
	ownUndo?: boolean;
	/** Options of the configuration that stand open in the set-up, by their fields. */
	upFront?: string[];
	/** Options that the room's own part of the set-up asks for, or that are asked for with the players: they stand nowhere else. */
	ownSetUp?: string[];
	/** Whether one person holds all seats with such a configuration: the set-up then seats no bot. */
	oneHand?: (config: unknown) => boolean;
	/**
	 * Keeps what this device should remember of a game that is over, once however often it is called for the
	 * same table; the answer is a line for the end screen.
	 */
	remember?: (view: View, table: string) => Promise<string>;
	/** The ready-made choice that makes the best first game, where it is not the first one. */
	first?: string;
	/** What differs from a ready-made choice where all play at one device, such as rounds that wait. */
	atOneDevice?: Record<string, unknown>;
	/** The colours of the seats' marks, each with that of its letter, where the pieces have colours of their own. */
	colours?: [fill: string, letter: string][];
	/** A heading beside the game's name, such as "Montréal · round 3 of 7". */
	heading?: (view: View) => string;
	/** What the rules of this table are called, where the log's first line should tell. */
	rules?: (view: View) => string;
	/** The parts of a long game that can be looked back at by themselves, such as the battles of a campaign. */
	parts?: (moments: { entry: number; event: never }[]) => Part[];
	/** Keys of the board for the help page. */
	keys?: [key: string, what: string][];
	/** A sound for an event; none is silence. */
	sound?: (event: never) => 'tap' | 'dice' | 'good' | 'bad' | undefined;
}

/** Somebody else's move in a guided first game. */
export interface Theirs<Command> {
	seat: Seat;
	command: Command;
}

/** One step of a guided first game: it says one thing, and waits until that is done. */
export interface Step<Command = unknown> {
	title: string;
	text: string;
	/** What to do now; none where one only reads. */
	task?: string;
	/** The learner's commands and the others' answers, in order. */
	moves?: (Command | Theirs<Command>)[];
	/** What does as well as the learner's command; only where nothing that follows depends on it. */
	like?: (command: Command) => boolean;
	/** Whether the board points at nothing, because the way to do it is another one. */
	unpointed?: boolean;
}

/**
 * A guided first game, `lesson.ts` beside the board: a real table whose seed deals what the steps speak of. The
 * learner has the first seat. After the last step the others go on by themselves, and it is a game like any other.
 */
export interface Lesson<Command = unknown> {
	/** How long it takes; five at most. */
	minutes: number;
	/** The ready-made choice that is played, with these options changed. */
	table: { preset: string; with?: Record<string, unknown>; seed: string; seats: SeatPlan[] };
	/** Fields of commands that make no difference here. */
	loose?: string[];
	steps: Step<Command>[];
}

/** How the home page shows a room, `door.ts` beside its board; rooms without one stand among the classics. */
export interface Plate {
	/** Its place among the large rooms. */
	place: number;
	/** What its button says; "Play" if left out. */
	verb?: string;
	/** Its own words, where it is no game whose rules bring them. */
	line?: { name: string; line: string; seats: [number, number]; minutes: [number, number] };
}

/** What the rules find wrong with a configuration. */
export interface Fault {
	/** Where, such as `players[1]`; empty for the whole. */
	field: string;
	sentence: string;
}

/** What a room's own part of the set-up gets, `SetUp.svelte` beside its board. */
export interface SetUpProps<Config = unknown, View = unknown> {
	config: Config;
	/** What anybody would see of the table if it began so; none before the rules have answered, or where they refuse. */
	view?: View;
	/** What is wrong with it. */
	faults: Fault[];
	/** Changes it; the rules are asked at once whether it can be played. */
	onchange: (config: Config) => void;
}
