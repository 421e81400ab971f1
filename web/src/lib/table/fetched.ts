/** The modules of the house, one for each game: fetched when a game is first asked about, and not before. */
const addresses = import.meta.glob<string>('../../wasm/*.wasm', { query: '?url', import: 'default', eager: true });

/** A game's module; none where the house has no such game. */
export async function fetched(game: string): Promise<WebAssembly.Module | undefined> {
	const address = addresses[`../../wasm/${game}.wasm`];
	if (!address) return undefined;
	let response: Response | undefined;
	try {
		response = (await kept(address)) ?? (await keep(address));
	} catch {
		// The network is away; the sentence below says so.
	}
	if (!response?.ok) throw new Error('The rules of this game cannot be fetched. Look at the connection and try again.');
	const streams = response.headers.get('content-type') === 'application/wasm';
	return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Where the modules lie that this device has fetched, for whoever thinks beside a table, network or not. Their names
 * change with their bytes; what an older page has left is cleared away when a new one takes over.
 */
const SHELF = 'senet-modules';
const canKeep = () => import.meta.env.PROD && 'caches' in globalThis;

async function kept(address: string): Promise<Response | undefined> {
	return canKeep() ? caches.match(address) : undefined;
}

async function keep(address: string): Promise<Response> {
	const response = await fetch(address);
	// Where the page's own worker looks after files it has kept this one already.
	if (!response.ok || !canKeep() || (await kept(address))) return response;
	const copy = response.clone();
	// A device without room plays on all the same.
	await caches.open(SHELF).then((shelf) => shelf.put(address, copy)).catch(() => undefined);
	return response;
}
