/**
 * Brings the focus to the heading of a screen that was just opened, as soon as it has one. A screen that has put
 * the focus somewhere itself, such as into its only field, is left alone.
 */
export function arrive(page: HTMLElement | null = document.getElementById('app')): () => void {
	if (!page) return () => undefined;
	const watcher = new MutationObserver(() => look());
	const stop = () => watcher.disconnect();

	function look(): void {
		const busy = document.activeElement !== null && document.activeElement !== document.body;
		const heading = busy ? null : page?.querySelector<HTMLElement>('h1');
		if (heading) {
			heading.tabIndex = -1;
			heading.focus({ preventScroll: true });
		}
		if (heading || busy) stop();
	}

	watcher.observe(page, { childList: true, subtree: true });
	queueMicrotask(look);
	return stop;
}
