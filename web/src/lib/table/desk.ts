/** The desk of this device: it answers the protocol's messages by the modules of the games that they are about. */
import type { Answer, Ask } from '$lib/wire/protocol';
import lines from '$lib/wire/games.json';
import { fetched } from './fetched';
import { GameModule, told } from './module';
import { readPapers, writePaper } from './saves';

interface Open {
	game: GameModule;
	page: Record<string, unknown> | undefined;
	/** The networks that this module has opened. */
	networks: Set<string>;
}

/** A network that somebody trained, as this device keeps it. */
interface Network {
	name: string;
	network: string;
}

/** A game, and the number of the rules that it is played by; none are those of today. */
interface Played {
	game: string;
	rules?: number;
}

export class Desk {
	readonly #open = new Map<string, Promise<Open | undefined>>();
	/** Which game is played at which table. */
	readonly #tables = new Map<string, Played>();

	/** Answers a message; one about a game may name the rules that it is played by, where they are older ones. */
	async ask({ rules, ...message }: Ask & { rules?: number }): Promise<Answer> {
		if (message.type === 'games') return { type: 'games', games: lines } as unknown as Answer;
		const about = this.#about(message as Ask, rules);
		if ('sentence' in about) return about;
		// Rules that nobody has are told by the game of today.
		const older = isOlder(about) ? await this.#module(`${about.game}-${about.rules}`) : undefined;
		const open = older ?? (await this.#module(about.game));
		if (!open) return refused('unknown_game', `there is no game called "${about.game}"; the home page lists them`);
		if (message.type === 'game' && open.page) return { type: 'game', ...open.page, ...(await levels(about.game, open)) } as unknown as Answer;
		if (message.type === 'advise' && message.bot.startsWith('net:')) await openKept(about.game, open);
		const answer = answered(open, message as Ask);
		if (message.type === 'open_network' && answer.type === 'game') await keepNetwork(open, message);
		if (answer.type === 'opened') this.#tables.set(answer.table, about);
		if (answer.type === 'closed') this.#tables.delete(answer.table);
		return answer;
	}

	/** The game that a message is about. */
	#about(message: Ask, rules: number | undefined): Played | Extract<Answer, { type: 'error' }> {
		if ('game' in message) return { game: message.game, rules };
		if ('system' in message) return { game: message.system };
		if ('journal' in message) return playedBy(message.journal);
		const table = 'table' in message ? message.table : '';
		const played = this.#tables.get(table);
		if (played === undefined) return refused('no_such_table', `there is no table "${table}"; open it first`);
		const taken = message.type === 'branch' && this.#tables.has(message.to);
		return taken ? refused('table_exists', `there is a table "${message.to}" already; close it first`) : played;
	}

	#module(game: string): Promise<Open | undefined> {
		const known = this.#open.get(game);
		if (known) return known;
		const opened = fetched(game).then((module) => module && { game: new GameModule(module), page: told(module)?.page, networks: new Set<string>() });
		this.#open.set(game, opened);
		// What failed is tried again when it is asked for again.
		opened.catch(() => this.#open.delete(game));
		return opened;
	}
}

const answered = (open: Open, message: Ask): Answer => JSON.parse(open.game.message(JSON.stringify(message)));

/** What the levels of a game's bots are, with the networks that this device keeps for it; nothing where it keeps none. */
async function levels(game: string, open: Open): Promise<object> {
	await openKept(game, open);
	const answer = open.networks.size > 0 ? answered(open, { type: 'game', game }) : undefined;
	return answer?.type === 'game' ? { levels: answer.levels } : {};
}

const paper = (game: string, name = '') => `network/${game}/${name}`;

/** Opens the networks that this device keeps for a game: another desk of this page may have put them there. */
async function openKept(game: string, open: Open): Promise<void> {
	const kept = 'indexedDB' in globalThis ? await readPapers<Network>(paper(game)).catch(() => []) : [];
	for (const { name, network } of kept.filter((one) => !open.networks.has(one.name))) {
		if (answered(open, { type: 'open_network', game, name, network }).type === 'game') open.networks.add(name);
	}
}

/** Keeps a network for the other desks, and for the next visit. */
async function keepNetwork(open: Open, { game, name, network }: Extract<Ask, { type: 'open_network' }>): Promise<void> {
	open.networks.add(name);
	await writePaper(paper(game, name), { name, network } satisfies Network);
}

/** The game and the rules of a journal, by its first line; a text that is no journal is nobody's. */
export function playedBy(journal: string): Played {
	try {
		const end = journal.trimStart().indexOf('\n');
		const first = end < 0 ? journal : journal.trimStart().slice(0, end);
		const { game = '', rules } = JSON.parse(first).header ?? {};
		return { game, rules };
	} catch {
		return { game: '' };
	}
}

/** Whether a game is played by other rules than those of today. */
function isOlder({ game, rules }: Played): boolean {
	const today = lines.find((line) => line.id === game)?.rules;
	return rules !== undefined && today !== undefined && rules !== today;
}

function refused(code: string, sentence: string): Extract<Answer, { type: 'error' }> {
	return { type: 'error', code, sentence } as Extract<Answer, { type: 'error' }>;
}
