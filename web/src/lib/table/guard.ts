/**
 * One tab plays a table of this device at a time: two would write over each other's saves. The lock of
 * the browser says who; a page of a home network has none and is trusted.
 */

/** How long a page that has just left may take to let go. */
const PATIENCE = 1500;
/** How long this page keeps a table that it left, because it often comes back by another screen. */
const LINGER = 400;

interface Claim {
	onlost: () => void;
	/** Lets the browser's lock go. */
	free: () => void;
	leaving?: ReturnType<typeof setTimeout>;
}
const claims = new Map<string, Claim>();

/**
 * Claims a table. The answer lets it go again; there is none while another tab has it, unless it is taken
 * by force, which that tab learns by `onlost`.
 */
export async function claim(id: string, onlost: () => void, force: boolean): Promise<(() => void) | undefined> {
	if (!('locks' in navigator)) return () => undefined;
	const own = claims.get(id) ?? (await lock(id, force));
	if (!own) return undefined;
	clearTimeout(own.leaving);
	own.onlost = onlost;
	return () => {
		own.leaving = setTimeout(() => {
			claims.delete(id);
			own.free();
		}, LINGER);
	};
}

function lock(id: string, force: boolean): Promise<Claim | undefined> {
	return new Promise((resolve) => {
		let own: Claim | undefined;
		const options = force ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE) };
		const held = navigator.locks.request(`senet table ${id}`, options, () => {
			return new Promise<void>((free) => {
				own = { onlost: () => undefined, free };
				claims.set(id, own);
				resolve(own);
			});
		});
		// It breaks when the wait was too long, and when another tab takes the table away.
		held.catch(() => {
			resolve(undefined);
			if (!own || claims.get(id) !== own) return;
			claims.delete(id);
			clearTimeout(own.leaving);
			own.onlost();
		});
	});
}
