/**
 * The colours of the two sides. Every pair can be told apart by people who see colours otherwise, and
 * keeps Blue on the cool side and Red on the warm one; marks and patterns stay the same.
 */
interface Pair {
	name: string;
	/** Blue's and Red's on a light page and on a dark one. */
	light: [string, string];
	dark: [string, string];
}

export const PAIRS = {
	house: { name: 'Teal and brick', light: ['#0f7c86', '#b4432f'], dark: ['#4fc3cc', '#ee8a73'] },
	orange: { name: 'Blue and orange', light: ['#1c62b4', '#b85300'], dark: ['#74b0ff', '#ffab52'] },
	vermilion: { name: 'Navy and vermilion', light: ['#10304f', '#c8471c'], dark: ['#dbe9ff', '#ff7f45'] },
} satisfies Record<string, Pair>;
export type PairId = keyof typeof PAIRS;

const KEY = 'senet.flag-war.colours';

function load(): PairId {
	try {
		const kept = localStorage.getItem(KEY) ?? '';
		return kept in PAIRS ? (kept as PairId) : 'house';
	} catch {
		return 'house';
	}
}

class Colours {
	chosen = $state.raw<PairId>(load());

	choose(pair: PairId): void {
		this.chosen = pair;
		try {
			localStorage.setItem(KEY, pair);
		} catch {
			// A device that keeps nothing still shows it.
		}
	}

	/** Puts the pair on the page; the answer takes it off again. The house's own is the page's already. */
	paint(): () => void {
		const { style } = document.documentElement;
		const { light, dark }: Pair = PAIRS[this.chosen];
		const names = ['--first', '--second'];
		if (this.chosen !== 'house') names.forEach((name, i) => style.setProperty(name, `light-dark(${light[i]}, ${dark[i]})`));
		return () => names.forEach((name) => style.removeProperty(name));
	}
}

export const colours = new Colours();
