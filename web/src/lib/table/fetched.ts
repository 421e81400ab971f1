/** The modules of the house, one for each game: fetched when a game is first asked about, and not before. */
const addresses = import.meta.glob<string>('../../wasm/*.wasm', { query: '?url', import: 'default', eager: true });

/** A game's module; none where the house has no such game. */
export async function fetched(game: string): Promise<WebAssembly.Module | undefined> {
	const address = addresses[`../../wasm/${game}.wasm`];
	if (!address) return undefined;
	let response: Response | undefined;
	try {
		response = await fetch(address);
	} catch {
		// The network is away; the sentence below says so.
	}
	if (!response?.ok) throw new Error('The rules of this game cannot be fetched. Look at the connection and try again.');
	const streams = response.headers.get('content-type') === 'application/wasm';
	return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
