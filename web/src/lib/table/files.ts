/** Journals as files and as links. */
import { copyText } from '$lib/ui/clipboard';
import type { Link } from './link';
import type { SaveFile } from './saves';

/** The text of a table's file: the bare journal of a finished game, with the secret seed otherwise. */
export async function fileOf(link: Link, over: boolean): Promise<{ name: string; text: string }> {
	const { journal, seed } = await link.journal();
	const name = `${link.info.game}-${link.info.id}`;
	if (over || !seed) return { name: `${name}.jsonl`, text: journal };
	const file: SaveFile = { senet_save: 1, journal, seed, seats: link.info.seats };
	return { name: `${name}.senet.json`, text: JSON.stringify(file) };
}

/** Whether anything was drawn by lot in a game: there is nothing to verify of dice that never fell. */
export const rollsIn = (journal: string): boolean => /"draws":\[[^\]]/.test(journal);

/**
 * The seed of a finished game, with which the same dice fall again. A server's table has more than a seed in
 * its dice where people added salt, and dice that were typed in have none.
 */
export function seedOf(journal: string): string | undefined {
	const lines = journal.trimEnd().split('\n');
	const { luck } = JSON.parse(lines[0] ?? '{}').header ?? {};
	if (luck?.type === 'open') return luck.seed;
	if (luck?.type !== 'fair' || luck.salts.length > 0) return undefined;
	return JSON.parse(lines.at(-1) ?? '{}').end?.seed;
}

/** The settings that a game was played with. */
export const configOf = (journal: string): unknown => JSON.parse(journal.split('\n', 1)[0] ?? '{}').header?.config;

/** Where a deal is laid again: by its ready-made choice, or else by its settings. */
export function dealPath({ game, preset, config }: { game: string; preset?: string; config?: unknown }, seed = ''): string {
	const settings: Record<string, string> = preset ? { preset } : config === undefined ? {} : { config: JSON.stringify(config) };
	return `new/${game}?${new URLSearchParams({ ...settings, deal: seed })}`;
}

export function download(name: string, text: string): void {
	const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
	const anchor = document.createElement('a');
	anchor.href = url;
	anchor.download = name;
	anchor.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A journal packed into the end of an address. */
export async function pack(journal: string): Promise<string> {
	const stream = new Blob([journal]).stream().pipeThrough(new CompressionStream('deflate-raw'));
	const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
	let binary = '';
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return 'j.' + btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** A part of a link went missing on its way: a mail that broke it, a field that was too short. */
const CUT = 'This link is cut off: its end is missing. Ask for it again, or for the game as a file.';

export async function unpack(packed: string): Promise<string> {
	let journal: string;
	try {
		const binary = atob(packed.slice(2).replace(/-/g, '+').replace(/_/g, '/'));
		const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
		const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
		journal = await new Response(stream).text();
	} catch {
		throw new Error(CUT);
	}
	return journal;
}

/** The longest address that one can count on to arrive whole. */
const LONGEST = 30_000;

/** The address of a finished game, or of a position in it; none where it would be too long. */
export async function linkTo(link: Link, at = ''): Promise<string | undefined> {
	const { journal } = await link.journal();
	const address = `${location.href.split('#')[0]}#/replay/${await pack(journal)}${at}`;
	return address.length > LONGEST ? undefined : address;
}

/** Shares a finished game: as a link where it is short enough, as a file otherwise. */
export async function share(link: Link, title: string): Promise<string> {
	const address = await linkTo(link);
	if (!address) {
		const file = await fileOf(link, true);
		download(file.name, file.text);
		return 'The game is too long for a link. It was saved as a file instead; anybody can open it under Replays.';
	}
	if (navigator.share && matchMedia('(pointer: coarse)').matches) {
		await navigator.share({ title, url: address }).catch(() => undefined);
		return '';
	}
	if (!(await copyText(address))) return `Copy this link: ${address}`;
	return 'A link to this game is on the clipboard. The whole game is inside it.';
}
