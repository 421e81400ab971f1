// The games of this build.
import { readFileSync } from 'node:fs';

export const lines = JSON.parse(readFileSync(new URL('../src/lib/wire/games.json', import.meta.url), 'utf8'));
export const games = lines.map((game) => game.id);
