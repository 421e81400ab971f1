/** Names out of the pulps, for those who have better things to do than to think of one. */
const first = ['Captain', 'Doctor', 'Sister', 'Brother', 'Old', 'Lucky', 'Baron', 'Madame', 'Deacon', 'Iron', 'Gentle', 'Tiny', 'Mother', 'Professor', 'Slim', 'Lady'];
const last = ['Vex', 'Quasar', 'Moloch', 'Zim', 'Tentacle', 'Gorgo', 'Nebula', 'Crank', 'Ulthar', 'Sprocket', 'Dross', 'Yama', 'Gristle', 'Novak', 'Phobos', 'Ratchet', 'Squill', 'Umbra', 'Fizz', 'Klaxon', 'Mooncalf', 'Orlok', 'Thrum', 'Wobble'];
const bands = ['Orphans', 'Irregulars', 'Choir', 'Salvage Crew', 'Circus', 'Nine', 'Debtors', 'Hounds', 'Wreckers', 'Society'];
const places = ['Rust Moon', 'Dead Star', 'Ninth Ring', 'Vacuum', 'Pale Comet', 'Lost Freighter', 'Green Sun', 'Hollow Asteroid'];

const any = <T>(words: T[]): T => words[crypto.getRandomValues(new Uint32Array(1))[0]! % words.length]!;

export function weirdName(taken: string[]): string {
	for (let i = 0; i < 40; i += 1) {
		const name = `${any(first)} ${any(last)}`;
		const [title, family] = name.split(' ') as [string, string];
		// Everybody is somebody else, as long as there are names.
		if (!taken.some((other) => other.endsWith(family) || (i < 20 && other.startsWith(title)))) return name;
	}
	return `${any(first)} ${any(last)}`;
}

export const bandName = (): string => `${any(bands)} of the ${any(places)}`;

export const freshSeed = (): string => `${any(places).split(' ').at(-1)!.toLowerCase()}-${any(last).toLowerCase()}-${crypto.getRandomValues(new Uint16Array(1))[0]! % 1000}`;
