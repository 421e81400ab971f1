/**
 * Peace at a server's table: who is put out, who is not heard, what operators are told, and which devices
 * hold one's seat. People are meant by their seat, or by their name where they have none.
 */
import type { DeviceView, Reported, RoomView, Seat } from '$lib/wire/protocol';
import { at, call, held } from './online';

/** Somebody at a table. */
export interface Person {
	seat?: Seat | null;
	name: string;
}

export type { DeviceView as Device };

const meant = ({ seat, name }: Person) => (seat === undefined || seat === null ? { name } : { seat });

/** Whom this device has asked not to hear, for itself and for all: the server does not tell it again. */
interface Hushed {
	muted: string[];
	blocked: string[];
}
const KEY = 'senet.hushed';

function all(): Record<string, Hushed> {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? '{}');
	} catch {
		return {};
	}
}

export const hushed = (table: string): Hushed => all()[table] ?? { muted: [], blocked: [] };

function note(table: string, list: keyof Hushed, name: string, on: boolean): void {
	const before = hushed(table);
	const names = before[list].filter((other) => other !== name);
	try {
		localStorage.setItem(KEY, JSON.stringify({ ...all(), [table]: { ...before, [list]: on ? [...names, name] : names } }));
	} catch {
		// Without storage it is known as long as the window is open.
	}
}

/** As the host: nobody hears this person any more, or again. */
export async function mute(table: string, person: Person, on: boolean): Promise<RoomView> {
	const room = await call<RoomView>(at(table, 'mute'), { ...meant(person), on }, held(table).host);
	note(table, 'muted', person.name, on);
	return room;
}

/** From one's seat: I do not hear this person any more, or again. */
export async function block(table: string, person: Person, on: boolean): Promise<RoomView> {
	const room = await call<RoomView>(at(table, 'block'), { ...meant(person), on }, held(table).token);
	note(table, 'blocked', person.name, on);
	return room;
}

/** As the host: opens a seat of the lobby again, or shows a spectator out. */
export const kick = (table: string, person: Person, bar: boolean) => call<RoomView>(at(table, 'kick'), { ...meant(person), bar }, held(table).host);

/** Tells whoever runs the server; the answer is how many lines of chat went with it. */
export const report = async (table: string, person: Person, text: string) =>
	(await call<Reported>(at(table, 'report'), { ...meant(person), text }, held(table).token ?? held(table).host)).lines;

/** The devices that hold this device's seat. */
export const devices = (table: string) => call<DeviceView[]>(at(table, 'devices'), undefined, held(table).token);
/** Takes the seat away from a device; the answer is what is left. */
export const revoke = (table: string, device: string) => call<DeviceView[]>(at(table, 'devices/revoke'), { device }, held(table).token);
