import type { Note } from '$lib/wire/space-weirdos';

/** The slip at the foot of the page: what just happened, perhaps with a way back. It outlives a change of screens. */
class Slip {
	now = $state.raw<{ text: string; undo?: () => void }>();
	/** What a file said that was not taken over, until somebody has read it. */
	notes = $state.raw<Note[]>([]);
	#timer: ReturnType<typeof setTimeout> | undefined;

	say = (text: string, undo?: () => void): void => {
		clearTimeout(this.#timer);
		this.now = { text, undo };
		this.#timer = setTimeout(this.clear, undo ? 10_000 : 7000);
	};

	clear = (): void => {
		this.now = undefined;
	};
}

export const slip = new Slip();
