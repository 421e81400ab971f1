/** Opens a dialog over everything else while it is there; the focus goes back to where it was. */
export function modal(dialog: HTMLDialogElement): () => void {
	const before = document.activeElement;
	dialog.showModal();
	return () => {
		dialog.close();
		if (before instanceof HTMLElement && before.isConnected) before.focus();
	};
}
