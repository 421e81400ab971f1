/** Names for players who have none. */

const NAMES = ['Ada', 'Basil', 'Chidi', 'Dora', 'Emil', 'Fatima', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kaya', 'Linus', 'Mira', 'Nils', 'Odile', 'Pavel', 'Rosa', 'Sami', 'Tove', 'Yuki'];

/** So many different ones, by the luck of this device: they mean nothing to the rules. */
export function invented(count: number): string[] {
	const left = [...NAMES];
	return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0] ?? '');
}

/** For each player whether somebody else is called the same, whatever the case; who has no name is called by the role. */
export function shared(names: string[], roles: string[]): boolean[] {
	const folded = names.map((name, i) => (name.trim() || (roles[i] ?? '')).toLowerCase());
	return folded.map((name, i) => names[i]?.trim() !== '' && folded.some((other, j) => j !== i && other === name));
}

/** What a bot is called in a role. */
export const ofBot = (role: string): string => `${role || 'Bot'} (bot)`;

/** What a bot is called once its role is another one: a name that was made of the role follows it. */
export const follows = (name: string, was: string, role: string): string => (name === ofBot(was) ? ofBot(role) : name);
