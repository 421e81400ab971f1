/**
 * One tab plays a table of this device at a time: two would write over each other's saves. The lock of
 * the browser says who; a page of a home network has none and is trusted.
 */

/** A page that has just left may take a moment to let go: so often it is asked, after so many milliseconds. */
const TRIES = 5;
const PAUSE = 300;
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
	let own = claims.get(id);
	for (let i = 0; i < TRIES && !own; i += 1) {
		if (i > 0) await new Promise((done) => setTimeout(done, PAUSE));
		own = claims.get(id) ?? (await lock(id, force));
	}
	if (!own) return undefined;
	const mine = own;
	clearTimeout(mine.leaving);
	mine.onlost = onlost;
	return () => {
		// Another screen of this page may have come before this one left.
		if (mine.onlost !== onlost) return;
		mine.leaving = setTimeout(() => {
			claims.delete(id);
			mine.free();
		}, LINGER);
	};
}

function lock(id: string, force: boolean): Promise<Claim | undefined> {
	return new Promise((resolve) => {
		let own: Claim | undefined;
		const options = force ? { steal: true } : { ifAvailable: true };
		const held = navigator.locks.request(`senet table ${id}`, options, (lock) => {
			if (!lock) return resolve(undefined);
			return new Promise<void>((free) => {
				own = { onlost: () => undefined, free };
				claims.set(id, own);
				resolve(own);
			});
		});
		// It breaks when another tab takes the table away.
		held.catch(() => {
			if (!own || claims.get(id) !== own) return;
			claims.delete(id);
			clearTimeout(own.leaving);
			own.onlost();
		});
	});
}
