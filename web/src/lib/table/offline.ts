/** What this device keeps for when there is no network: the page, every game that was played, or all of them. */

/** The worker that keeps files, where there is one. */
const keeper = () => ('serviceWorker' in navigator ? navigator.serviceWorker.controller : null);

/** Whether games can be kept here at all. */
export const canKeep = (): boolean => keeper() !== null;

/** Keeps every game; says whether all of them are kept now. */
export async function keepEverything(): Promise<boolean> {
	const worker = keeper();
	if (!worker) return false;
	const { port1, port2 } = new MessageChannel();
	const told = new Promise<unknown>((done) => (port1.onmessage = (event) => done(event.data)));
	worker.postMessage('keep everything', [port2]);
	return (await told) === 'kept';
}
