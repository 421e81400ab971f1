/** The airports that the game brings, read from its own data files when the page is built. */
const files = import.meta.glob<string>('../../../../../games/sky-team/data/scenarios/*.toml', { query: '?raw', import: 'default', eager: true });

export interface Track {
	id: string;
	difficulty: string;
	segments: number;
	modules: string[];
	turns: boolean;
	traffic: boolean;
	abilities: number;
}
export interface Airport {
	code: string;
	name: string;
	promo: boolean;
	tracks: Track[];
}

const EASE = ['green', 'yellow', 'red', 'black'];

export const airports: Airport[] = Object.values(files)
	.map(readAirport)
	.sort((a, b) => Number(a.promo) - Number(b.promo) || ease(a) - ease(b) || a.name.localeCompare(b.name));

/** By its easiest track: the colour, then how much that brings. */
function ease(airport: Airport): number {
	return Math.min(...airport.tracks.map((track) => 10 * EASE.indexOf(track.difficulty) + track.modules.length + track.abilities + Number(track.turns) + Number(track.traffic)));
}

/** The few lines of such a file that a person chooses by. */
export function readAirport(text: string): Airport {
	const [head = '', ...parts] = text.split('[[scenario]]');
	const word = (part: string, key: string) => part.match(new RegExp(`^${key} = "(.*)"`, 'm'))?.[1] ?? '';
	const list = (part: string, key: string) => (part.match(new RegExp(`^${key} = \\[(.*)\\]`, 'm'))?.[1] ?? '').split(',').map((one) => one.trim().replaceAll('"', '')).filter(Boolean);
	return {
		code: word(head, 'code'),
		name: word(head, 'name'),
		promo: /^promo = true/m.test(head),
		tracks: parts.map((part) => ({
			id: word(part, 'id'),
			difficulty: word(part, 'difficulty'),
			segments: list(part, 'planes').length,
			modules: list(part, 'modules'),
			turns: /^turns = /m.test(part),
			traffic: list(part, 'traffic').some((icons) => icons !== '0'),
			abilities: Number(part.match(/^abilities = (\d)/m)?.[1] ?? 0),
		})),
	};
}
