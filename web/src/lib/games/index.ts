/** The rooms of the house. A board is loaded when its game is opened; a game without one is drawn from its text. */
import type { Component } from 'svelte';
import { gameLine } from '$lib/house';
import type { BoardProps, Lesson, Room, SetUpProps } from './contract';

type BoardModule = { default: Component<BoardProps<never, never, never>> };
const boards = import.meta.glob<BoardModule>('./*/Board.svelte');
const rooms = import.meta.glob<{ room: Room<never> }>('./*/room.ts');
const setUps = import.meta.glob<{ default: Component<SetUpProps<never, never>> }>('./*/SetUp.svelte');
const settings = import.meta.glob<{ default: Component }>('./*/Settings.svelte');
const pages = import.meta.glob<{ default: Component<{ path: string[] }> }>('./*/Page.svelte');

const lessons = import.meta.glob<{ lesson: Lesson<never> }>('./*/lesson.ts');

/** A board with what belongs to it: the room's part of the settings, and what the room says about itself. */
export interface LoadedRoom {
	Board: Component<BoardProps>;
	Choices?: Component;
	room: Room;
	/** The address of what the game brings in its file; its board then shows that. */
	brought?: string;
}

/** The board of a game that is a file at the server; none is drawn from its text. */
async function broughtBy(game: string): Promise<string | undefined> {
	if (gameLine(game)) return undefined;
	const address = `./board/${encodeURIComponent(game)}`;
	const answer = await fetch(address).catch(() => undefined);
	return answer?.ok ? address : undefined;
}

export async function loadRoom(game: string): Promise<LoadedRoom> {
	const brought = await broughtBy(game);
	const board = boards[`./${brought ? 'in_file' : game}/Board.svelte`] ?? boards['./any/Board.svelte'];
	const [module, choices, room] = await Promise.all([board?.(), settings[`./${game}/Settings.svelte`]?.(), loadAbout(game)]);
	return {
		Board: module?.default as unknown as Component<BoardProps>,
		Choices: choices?.default,
		room,
		brought,
	};
}

/** What a room says about itself, without its board. */
export async function loadAbout(game: string): Promise<Room> {
	return ((await rooms[`./${game}/room.ts`]?.())?.room ?? {}) as Room;
}

/** Whether a game has a guided first game. */
export const hasLesson = (game: string) => `./${game}/lesson.ts` in lessons;

export async function loadLesson(game: string): Promise<Lesson | undefined> {
	return (await lessons[`./${game}/lesson.ts`]?.())?.lesson as Lesson | undefined;
}

/** Whether a game has a board of its own. */
export const hasBoard = (game: string) => `./${game}/Board.svelte` in boards;

/** A room with a page of its own instead of a table, such as a builder. */
export const pageOf = (game: string) => pages[`./${game}/Page.svelte`];

/** What a game shows first in the set-up: a part of its own, and some of its options. */
export async function loadSetUp(game: string): Promise<{ Own?: Component<SetUpProps>; room: Room }> {
	const [own, room] = await Promise.all([setUps[`./${game}/SetUp.svelte`]?.(), loadAbout(game)]);
	return { Own: own?.default as unknown as Component<SetUpProps> | undefined, room };
}
