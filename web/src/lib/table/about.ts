/** What there is to know about a game: from the rules on this device, or from the server where it cannot run them. */
import type { GamePage } from '$lib/wire/protocol';
import * as local from './local';
import { gamePage } from './online';

export const about = (game: string): Promise<GamePage> => (local.canPlay() ? local.ask({ type: 'game', game }, 'game') : gamePage(game));
