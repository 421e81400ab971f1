/**
 * What this device remembers: every local table with its journal, line by line, in IndexedDB.
 *
 * The worker writes; pages read. Nothing here needs the rules, so the home page stays light.
 */
import type { Drawing, Outcome, Seat } from '$lib/wire/protocol';

/** Who sits where: a person at this device, or a bot. */
export interface SeatPlan {
	name: string;
	/** The bot's name; none is a person. */
	bot?: string;
}

/** A table that this device keeps. */
export interface Save {
	id: string;
	game: string;
	/** The number of the rules that it is played by. */
	rules?: number;
	preset?: string;
	config?: unknown;
	seats: SeatPlan[];
	/** The secret seed of fair dice, which the journal tells only at its end. */
	seed?: string;
	created: number;
	changed: number;
	/** The last entry in effect, and how many lines the journal has. */
	entry: number;
	lines: number;
	/** What anybody may see of it: the prompt and the board as text. */
	prompt: string;
	drawing: Drawing;
	roles: string[];
	toAct: Seat[];
	outcome?: Outcome | null;
	/** Whether it began as a guided first game. */
	guided?: boolean;
}

/** A table as a file, where the journal alone would not be enough to go on. */
export interface SaveFile {
	senet_save: 1;
	journal: string;
	seed?: string;
	seats: SeatPlan[];
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
	opened ??= new Promise((resolve, reject) => {
		const request = indexedDB.open('senet', 1);
		request.onupgradeneeded = () => {
			request.result.createObjectStore('saves', { keyPath: 'id' });
			request.result.createObjectStore('lines');
			request.result.createObjectStore('papers');
		};
		request.onsuccess = () => {
			// Another tab may bring a newer page: let it change the shape.
			request.result.onversionchange = () => request.result.close();
			resolve(request.result);
		};
		request.onerror = () => reject(request.error);
	});
	opened.catch(() => (opened = undefined));
	return opened;
}

function done(transaction: IDBTransaction): Promise<void> {
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error);
	});
}

function result<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

const whole = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** Writes a save and the new lines of its journal together. */
export async function write(save: Save, from: number, lines: string[]): Promise<void> {
	const transaction = (await database()).transaction(['saves', 'lines'], 'readwrite', {
		durability: 'relaxed',
	});
	transaction.objectStore('saves').put(save);
	lines.forEach((line, i) => transaction.objectStore('lines').put(line, [save.id, from + i]));
	await done(transaction);
}

/** The saves, the newest first. */
export async function list(): Promise<Save[]> {
	const store = (await database()).transaction('saves').objectStore('saves');
	const saves: Save[] = await result(store.getAll());
	return saves.sort((a, b) => b.changed - a.changed);
}

/** A save and its journal. */
export async function read(id: string): Promise<{ save: Save; journal: string } | undefined> {
	const transaction = (await database()).transaction(['saves', 'lines']);
	const save: Save | undefined = await result(transaction.objectStore('saves').get(id));
	if (!save) return undefined;
	const lines: string[] = await result(transaction.objectStore('lines').getAll(whole(id)));
	return { save, journal: lines.map((line) => line + '\n').join('') };
}

/** Forgets a save. */
export async function remove(id: string): Promise<void> {
	const transaction = (await database()).transaction(['saves', 'lines'], 'readwrite');
	transaction.objectStore('saves').delete(id);
	transaction.objectStore('lines').delete(whole(id));
	await done(transaction);
}

/** A document of a room that keeps its own, such as a warband. */
export async function readPaper<T>(key: string): Promise<T | undefined> {
	return result((await database()).transaction('papers').objectStore('papers').get(key));
}

/** All documents whose key begins so. */
export async function readPapers<T>(prefix: string): Promise<T[]> {
	const range = IDBKeyRange.bound(prefix, prefix + '\uffff');
	return result((await database()).transaction('papers').objectStore('papers').getAll(range));
}

/** Keeps a document; `undefined` forgets it. */
export async function writePaper(key: string, paper: unknown): Promise<void> {
	const transaction = (await database()).transaction('papers', 'readwrite');
	if (paper === undefined) transaction.objectStore('papers').delete(key);
	else transaction.objectStore('papers').put(paper, key);
	await done(transaction);
}
