/** What a person likes, kept on this device. */
export type Theme = 'auto' | 'light' | 'dark' | 'contrast';
export type Pace = 'slow' | 'normal' | 'fast' | 'off';

export interface Choices {
	theme: Theme;
	pace: Pace;
	sound: boolean;
	hints: boolean;
	/** Per cent. */
	text: number;
	/** What this person is called at the table. */
	name: string;
}

/** How a table of a game was laid the last time. */
export interface SetUp {
	preset: string;
	/** None where the ready-made choice was taken as it is. */
	config?: unknown;
	seats: { name: string; bot?: string }[];
}

const KEY = 'senet.settings';
const setUpKey = (game: string) => `senet.set-up.${game}`;
const calm = typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
const DEFAULTS: Choices = {
	theme: 'auto',
	pace: calm ? 'off' : 'normal',
	sound: false,
	hints: true,
	text: 100,
	name: '',
};

function load(): Choices {
	try {
		return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
	} catch {
		return DEFAULTS;
	}
}

class Settings {
	#choices = $state.raw<Choices>(load());

	get all(): Choices {
		return this.#choices;
	}

	set(change: Partial<Choices>): void {
		this.#choices = { ...this.#choices, ...change };
		try {
			localStorage.setItem(KEY, JSON.stringify(this.#choices));
		} catch {
			// A device that keeps nothing still plays.
		}
		this.apply();
	}

	lastSetUp(game: string): SetUp | undefined {
		try {
			const found = JSON.parse(localStorage.getItem(setUpKey(game)) ?? 'null') as SetUp | null;
			return found && Array.isArray(found.seats) ? found : undefined;
		} catch {
			return undefined;
		}
	}

	keepSetUp(game: string, setUp: SetUp): void {
		try {
			localStorage.setItem(setUpKey(game), JSON.stringify(setUp));
		} catch {
			// Likewise.
		}
	}

	/** How long a moment of 1 s takes: 0 shows everything at once. */
	get tempo(): number {
		return { slow: 1.8, normal: 1, fast: 0.45, off: 0 }[this.#choices.pace];
	}

	/** Puts the looks on the page. */
	apply(): void {
		const root = document.documentElement;
		const { theme, text, pace } = this.#choices;
		if (theme === 'auto') delete root.dataset.theme;
		else root.dataset.theme = theme;
		const size = text === 100 ? '' : `calc(var(--base) * ${text / 100})`;
		if (root.style.fontSize !== size) {
			root.style.fontSize = size;
			measureAnew();
		}
		root.dataset.pace = pace;
		root.style.setProperty('--tempo', String(this.tempo));
	}
}

/** Layouts ask for the page's width in letters; browsers look again only when told so. */
function measureAnew(): void {
	const app = document.getElementById('app');
	if (!app) return;
	app.style.containerType = 'normal';
	void app.offsetWidth;
	app.style.containerType = '';
}

export const settings = new Settings();
