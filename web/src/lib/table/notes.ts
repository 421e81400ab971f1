/** What boards remember on this device: small things for a table and a seat, such as who looks after a piece. */
const KEY = 'senet.notes';
/** The tables that were looked at last; older notes are dropped. */
const MOST = 60;

type Notes = [place: string, value: unknown][];

function load(): Notes {
	try {
		const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
		return Array.isArray(found) ? found.filter((note) => Array.isArray(note) && note.length === 2) : [];
	} catch {
		return [];
	}
}

export function readNote(place: string): unknown {
	return load().find(([known]) => known === place)?.[1];
}

export function writeNote(place: string, value: unknown): void {
	const notes: Notes = [[place, value], ...load().filter(([known]) => known !== place)];
	try {
		localStorage.setItem(KEY, JSON.stringify(notes.slice(0, MOST)));
	} catch {
		// A device that keeps nothing still plays.
	}
}
