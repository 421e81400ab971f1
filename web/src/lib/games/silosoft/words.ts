/** Names and small sums for the room. What is allowed and what it leads to comes from the view. */
import { counted } from '$lib/ui/words';
import type { ActiveView, CardView, Incident, Level, NeedView, PlayerView, Role, Seat, View } from '$lib/wire/silosoft';

export const ROLES: Record<Role, string> = { dev: 'Dev', pm: 'PM', ux: 'UX', contractor: 'Contractor' };
export const LEVELS: Record<Level, string> = { entry: 'Entry', junior: 'Junior', senior: 'Senior' };

/** The events, and the penalty that one of them threatens with. */
export const EVENTS: Record<Incident | 'penalty', { name: string; asks: string }> = {
	layoff: { name: 'Layoff', asks: 'One card of the hand is lost at random.' },
	reorg: { name: 'Reorg', asks: 'Hand one of your cards to another player. Your trade of this turn stays free.' },
	competition: { name: 'Company Competition', asks: 'Complete a feature on your next turn.' },
	pto: { name: 'PTO', asks: 'Send one of your cards on leave. It cannot be spent until it is back; it can still be traded.' },
	penalty: { name: 'Competition unmet', asks: 'No feature was completed on the turn that the Competition asked for it. One of your shipped features is forfeited.' },
};

/** What the active player has to decide before anything else, where an event asks. */
export const decisionOf = (view: View) => (view.open === 'reorg' || view.open === 'pto' || view.open === 'penalty' ? view.open : undefined);

/** "Senior Dev", "Contractor". */
export const cardName = (card: CardView) => (card.level ? `${LEVELS[card.level]} ${ROLES[card.role]}` : ROLES[card.role]);

export const points = (count: number) => counted(count, 'point');

/** What a screen reader says of a card. */
export function cardLabel(card: CardView): string {
	const lock = card.lock ? `, ${card.lock.text}` : '';
	return `${cardName(card)}, ${points(card.points)}, ${card.id}${lock}`;
}

export const list = (words: string[]) => (words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);

/** Cards by their names, in the order of the ids. */
export function named(view: View, ids: string[]): string {
	const all = [...view.players.flatMap((player) => player.hand), ...view.gone];
	return list(ids.map((id) => all.find((card) => card.id === id)).map((card) => (card ? cardName(card) : '')));
}

export const sameCards = (one: string[], other: string[]) => one.length === other.length && one.every((id) => other.includes(id));

/** What chosen cards add up to for each role of a feature. */
export function sums(feature: ActiveView, cards: CardView[], declared: Record<string, Role | undefined>): NeedView[] {
	return feature.rows.map(({ role, need }) => {
		const chosen = cards.filter((card) => (card.role === 'contractor' ? declared[card.id] : card.role) === role);
		const have = chosen.reduce((sum, card) => sum + card.points, 0);
		return { role, need, have, missing: Math.max(0, need - have) };
	});
}

/** How a player's rows would look after cards come and go; cards on leave and Contractors are not counted in them. */
export function rowsAfter(player: PlayerView, gone: CardView[], come: CardView[]): NeedView[] {
	const sum = (cards: CardView[], role: Role) => cards.filter((card) => card.role === role && !card.lock).reduce((total, card) => total + card.points, 0);
	return (player.feature?.rows ?? []).map((row) => {
		const have = row.have - sum(gone, row.role) + sum(come, row.role);
		return { ...row, have, missing: Math.max(0, row.need - have) };
	});
}

/** How far a feature is, in words. */
export function stand(feature: ActiveView): string {
	if (feature.completable) return 'Ready to ship';
	const lacks = list(feature.rows.filter((row) => row.missing > 0).map((row) => `${row.missing} ${ROLES[row.role]}`));
	const more = feature.contractors > 0 ? ' more' : '';
	const would = feature.short === 1 ? `one${more} Contractor would do` : `${feature.short}${more} Contractors would do`;
	return `Lacks ${lacks}; ${would}`;
}

export const nameOf = (view: View, seat: Seat) => view.players[seat]?.name ?? '';

/**
 * The points that the Contractors of a hand stand in for, drawn into the bars: all that is missing where the feature
 * can be completed, otherwise as far as they go, in the order of the bars.
 */
export function starsOf(player: PlayerView): Map<string, number> {
	const { feature } = player;
	const cards = player.hand.filter((card) => card.role === 'contractor' && !card.lock).slice(0, feature?.contractors ?? 0);
	let left = cards.map((card) => card.points);
	return new Map(
		(feature?.rows ?? []).map((row) => {
			let lent = 0;
			for (; lent < row.missing && left.length > 0; left = left.slice(1)) lent += left[0] ?? 0;
			return [row.role, Math.min(lent, row.missing)];
		}),
	);
}

/** The rules that are played, in a line. */
export function termsOf({ options }: View): string {
	const rules = options.ruleset === 'seed' ? 'As written' : 'Standard';
	return `${rules} · ${options.single_completion ? 'one completion a turn' : 'any number of completions a turn'} · ${options.resource_weight} % staff`;
}

/** How the turns are shared out among several players: ", 4, 3 and 3 for the players". */
export function shared(turns: number[]): string {
	if (turns.length < 2) return '';
	const same = turns.every((one) => one === turns[0]);
	return same ? `, ${turns[0]} for each player` : `, ${list(turns.map(String))} for the players`;
}
