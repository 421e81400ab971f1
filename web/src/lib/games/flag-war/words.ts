/** Which words could come next in an order: who, what, where or how far, and then. */
const WHO = /^(\d|all|both|everyone|somebody|carrier|nearest|rest)$/;
const WAYS = /^(up|down|left|right|forward|back|north|south|east|west)$/;

export function nextWords(text: string, pieces: number): string[] {
	const words = text.trim().toLowerCase().split(/[\s,]+/).filter(Boolean);
	const last = words.at(-1);
	const before = words.at(-2) ?? '';
	if (last === undefined || last === 'and' || last === 'round') {
		return [...Array.from({ length: Math.min(pieces, 3) }, (_, i) => String(i + 1)), 'all', 'somebody'];
	}
	if (WAYS.test(last)) return ['1', '2', '3', '4', 'as far as it can'];
	if (/^\d+$/.test(last) && WAYS.test(before)) return ['then', 'and', 'next round'];
	if (WHO.test(last) || last === 'then') return ['up', 'left', 'right', 'down', 'take the flag', 'come home', 'guard our flag', 'hold'];
	return ['then', 'and', 'next round'];
}
