/**
 * One tab plays a table of this device at a time: two would write over each other's saves. The lock of
 * the browser says who; a page of a home network has none and is trusted.
 */

/** How long a tab that is just leaving may take. */
const PATIENCE = 500;

/**
 * Claims a table. The answer lets it go again; there is none while another tab has it, unless it is taken
 * by force, which that tab learns by `onlost`.
 */
export function claim(id: string, onlost: () => void, force: boolean): Promise<(() => void) | undefined> {
	if (!('locks' in navigator)) return Promise.resolve(() => undefined);
	return new Promise((resolve) => {
		let granted = false;
		let released = false;
		const options = force ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE) };
		const held = navigator.locks.request(`senet table ${id}`, options, () => {
			granted = true;
			return new Promise<void>((done) =>
				resolve(() => {
					released = true;
					done();
				}),
			);
		});
		// It breaks when the wait was too long, and when another tab takes the table away.
		held.catch(() => {
			if (!granted) resolve(undefined);
			else if (!released) onlost();
		});
	});
}
