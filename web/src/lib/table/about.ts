/** What there is to know about a game: from the rules on this device, or from the server where it cannot run them. */
import type { GamePage } from '$lib/wire/protocol';
import * as local from './local';
import { gamePage } from './online';

/** The rules of rooms without a table, whose text no table can tell. */
const texts = import.meta.glob<string>('../games/*/rules.ts', { import: 'rules' });

/** The rules of a game as text. */
export async function rulesOf(game: string): Promise<string> {
	const text = texts[`../games/${game}/rules.ts`];
	return text ? text() : (await about(game)).text;
}

export const about = (game: string): Promise<GamePage> => (local.canPlay() ? local.ask({ type: 'game', game }, 'game') : gamePage(game));
