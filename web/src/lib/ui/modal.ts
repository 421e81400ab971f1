/** What a window is about comes first: its main action, then a field, then anything in it but the way out. */
const FIRST = [
	'[data-first]',
	// A drawing inks words by the same name; they are no buttons.
	':is(button, a).primary:not(:disabled):not([aria-disabled="true"])',
	'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)',
	'.content button:not(:disabled), .content a[href]',
	'.content',
];

/** Opens a dialog over everything else while it is there; the focus goes back to where it was. */
export function modal(dialog: HTMLDialogElement): () => void {
	const before = document.activeElement;
	dialog.showModal();
	firstOf(dialog)?.focus({ preventScroll: true });
	return () => {
		dialog.close();
		if (before instanceof HTMLElement && before.isConnected) before.focus();
	};
}

function firstOf(dialog: HTMLDialogElement): HTMLElement | undefined {
	return FIRST.map((wanted) => dialog.querySelector<HTMLElement>(wanted)).find((one) => one?.checkVisibility()) ?? undefined;
}
