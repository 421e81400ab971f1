/** Whether this browser keeps what is saved for good, or may clear it when it runs short of room. */
class Keeping {
	/** Unknown until somebody plays here. */
	forGood = $state.raw<boolean>();

	/** Asks the browser to keep what is here, as soon as there is something to keep. */
	async ask(): Promise<void> {
		if (this.forGood !== undefined || !navigator.storage?.persist) return;
		try {
			this.forGood = (await navigator.storage.persisted()) || (await navigator.storage.persist());
		} catch {
			this.forGood = false;
		}
	}
}

export const keeping = new Keeping();
