// The modules of the house from the folder of the build, for tests without a server.
import { existsSync, readFileSync } from 'node:fs';

const compiled = new Map<string, WebAssembly.Module>();

/** A game's module; none where the house has no such game. */
export function moduleOf(game: string): WebAssembly.Module | undefined {
	const known = compiled.get(game);
	if (known) return known;
	const file = new URL(`../src/wasm/${game}.wasm`, import.meta.url);
	if (game === '' || !existsSync(file)) return undefined;
	const module = new WebAssembly.Module(readFileSync(file));
	compiled.set(game, module);
	return module;
}

export const fetched = async (game: string): Promise<WebAssembly.Module | undefined> => moduleOf(game);
