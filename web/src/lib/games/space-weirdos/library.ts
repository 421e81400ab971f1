/** The cabinet: every warband that this device keeps, saved at every step. */
import { freshId } from '$lib/table/local';
import { readPaper, readPapers, writePaper } from '$lib/table/saves';
import type { Note, Warband } from '$lib/wire/space-weirdos';
import { desk, type Report } from './desk';

export interface Paper {
	id: string;
	warband: Warband;
	changed: number;
	/** What the drawer's label says. */
	cost: number;
	limit?: number | null;
	valid: boolean;
	bodies: number;
}

/** What can be undone, kept beside the warband so that a reload forgets nothing. */
export interface Steps {
	past: Warband[];
	future: Warband[];
}

const paperKey = (id: string) => `space-weirdos/${id}`;
const stepsKey = (id: string) => `space-weirdos-steps/${id}`;
const KEPT_STEPS = 40;

export const isPaper = (paper: unknown): paper is Paper =>
	typeof paper === 'object' && paper !== null && 'id' in paper && 'warband' in paper;

/** All warbands, the last changed first. A damaged one does not hide the others. */
export async function papers(): Promise<Paper[]> {
	const all = await readPapers<unknown>('space-weirdos/');
	return all.filter(isPaper).sort((a, b) => b.changed - a.changed);
}

export const readWarband = (id: string) => readPaper<Paper>(paperKey(id));
export const readSteps = (id: string) => readPaper<Steps>(stepsKey(id));

export async function keep(id: string, report: Report, steps?: Steps): Promise<void> {
	const { warband, cost, limit, valid, members } = report;
	const paper: Paper = { id, warband, cost, limit, valid, bodies: members.length, changed: Date.now() };
	await writePaper(paperKey(id), paper);
	if (steps) await writePaper(stepsKey(id), { past: steps.past.slice(-KEPT_STEPS), future: steps.future.slice(-KEPT_STEPS) });
}

/** What this device keeps of a warband, as it is kept: no rule is asked, so that nothing can go wrong with it. */
export async function asFile(id: string): Promise<{ name: string; text: string }> {
	const warband = (await readPaper<{ warband?: unknown }>(paperKey(id)))?.warband;
	return { name: fileName(warband), text: `${JSON.stringify(warband ?? null, null, 2)}\n` };
}

/** A name for the file of a warband, from whatever stands in its place. */
export function fileName(warband: unknown): string {
	const name = String((warband as { name?: unknown } | undefined)?.name ?? '');
	return `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').toLowerCase() || 'warband'}.json`;
}

export async function put(paper: Paper): Promise<void> {
	await writePaper(paperKey(paper.id), paper);
}

export async function forget(id: string): Promise<void> {
	await writePaper(paperKey(id), undefined);
}

/** Files a warband as a new one and gives its id. A clashing name gets " (2)". */
export async function file(warband: Warband): Promise<string> {
	const id = freshId();
	await keep(id, await desk('check', { warband: { ...warband, id } }));
	return id;
}

/** A copy under a name of its own. */
export async function copy(paper: Paper): Promise<string> {
	const { text } = await desk('export', { warband: paper.warband, format: 'json' });
	const { warband } = await desk('import', { text, takenNames: await names() });
	return file(warband);
}

export const names = async (): Promise<string[]> => (await papers()).map((paper) => String(paper.warband?.name ?? ''));

/** Reads a file, a pasted text or a share code; one that is filed already is not filed twice. */
export async function bring(text: string): Promise<{ id: string; notes: Note[]; known: boolean }> {
	const plain = await desk('import', { text });
	const code = async (warband: Warband) => (await desk('export', { warband: { ...warband, id: '' }, format: 'code' })).text;
	const wanted = await code(plain.warband);
	for (const paper of await papers()) {
		if (paper.warband?.name !== plain.warband.name) continue;
		if ((await code(paper.warband)) === wanted) return { id: paper.id, notes: [], known: true };
	}
	const { warband, notes } = await desk('import', { text, takenNames: await names() });
	return { id: await file(warband), notes, known: false };
}
