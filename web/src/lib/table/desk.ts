/** The desk of this device: it answers the protocol's messages by the modules of the games that they are about. */
import type { Answer, Ask } from '$lib/wire/protocol';
import lines from '$lib/wire/games.json';
import { fetched } from './fetched';
import { GameModule, told } from './module';

interface Open {
	game: GameModule;
	page: Record<string, unknown> | undefined;
}

export class Desk {
	readonly #open = new Map<string, Promise<Open | undefined>>();
	/** Which game is played at which table. */
	readonly #tables = new Map<string, string>();

	async ask(message: Ask): Promise<Answer> {
		if (message.type === 'games') return { type: 'games', games: lines } as unknown as Answer;
		const about = this.#about(message);
		if ('sentence' in about) return about;
		const open = await this.#module(about.game);
		if (!open) return refused('unknown_game', `there is no game called "${about.game}"; the home page lists them`);
		if (message.type === 'game' && open.page) return { type: 'game', ...open.page } as unknown as Answer;
		const answer: Answer = JSON.parse(open.game.message(JSON.stringify(message)));
		if (answer.type === 'opened') this.#tables.set(answer.table, about.game);
		if (answer.type === 'closed') this.#tables.delete(answer.table);
		return answer;
	}

	/** The game that a message is about. */
	#about(message: Ask): { game: string } | Extract<Answer, { type: 'error' }> {
		if ('game' in message) return { game: message.game };
		if ('system' in message) return { game: message.system };
		if ('journal' in message) return { game: gameOf(message.journal) };
		const table = 'table' in message ? message.table : '';
		const game = this.#tables.get(table);
		if (game === undefined) return refused('no_such_table', `there is no table "${table}"; open it first`);
		const taken = message.type === 'branch' && this.#tables.has(message.to);
		return taken ? refused('table_exists', `there is a table "${message.to}" already; close it first`) : { game };
	}

	#module(game: string): Promise<Open | undefined> {
		const known = this.#open.get(game);
		if (known) return known;
		const opened = fetched(game).then((module) => module && { game: new GameModule(module), page: told(module)?.page });
		this.#open.set(game, opened);
		// What failed is tried again when it is asked for again.
		opened.catch(() => this.#open.delete(game));
		return opened;
	}
}

/** The game of a journal, by its first line; a text that is no journal is nobody's. */
function gameOf(journal: string): string {
	try {
		const end = journal.trimStart().indexOf('\n');
		const first = end < 0 ? journal : journal.trimStart().slice(0, end);
		return JSON.parse(first).header?.game ?? '';
	} catch {
		return '';
	}
}

function refused(code: string, sentence: string): Extract<Answer, { type: 'error' }> {
	return { type: 'error', code, sentence } as Extract<Answer, { type: 'error' }>;
}
