/** Questions to the rules about warbands. The page asks and draws; it works nothing out itself. */
import { ask } from '$lib/table/local';
import type {
	BestAbilityRequest, BestAbilityResponse, CatalogueRequest, CatalogueResponse, CheckRequest, CheckResponse,
	CompleteRequest, CompleteResponse, CreateRequest, CreateResponse, EditRequest, EditResponse, ExportRequest,
	ExportResponse, FixRequest, FixResponse, ImportRequest, ImportResponse, List, MemberAnswer, Priced, RandomRequest,
	RandomResponse, SpendRequest, SpendResponse, Warband, Weirdo,
} from '$lib/wire/space-weirdos';

interface Methods {
	catalogue: [CatalogueRequest, CatalogueResponse];
	create: [CreateRequest, CreateResponse];
	check: [CheckRequest, CheckResponse];
	complete: [CompleteRequest, CompleteResponse];
	random: [RandomRequest, RandomResponse];
	fix: [FixRequest, FixResponse];
	best_ability: [BestAbilityRequest, BestAbilityResponse];
	spend: [SpendRequest, SpendResponse];
	edit: [EditRequest, EditResponse];
	import: [ImportRequest, ImportResponse];
	export: [ExportRequest, ExportResponse];
}

export type Report = CheckResponse;

export const SYSTEM = 'space-weirdos';

export async function desk<M extends keyof Methods>(method: M, input: Methods[M][0]): Promise<Methods[M][1]> {
	const answer = await ask({ type: 'document', system: SYSTEM, method, input }, 'document');
	const output = answer.output as Methods[M][1];
	return 'warband' in output ? { ...output, warband: whole(output.warband) } : output;
}

/** Empty benches and flags are not written; a screen wants them as empty lists. */
function whole(warband: Warband): Warband {
	const filled = (weirdo: Weirdo): Weirdo => ({ ...weirdo, tags: weirdo.tags ?? [] });
	return {
		...warband,
		leader: warband.leader && filled(warband.leader),
		troopers: warband.troopers.map(filled),
		bench: (warband.bench ?? []).map(filled),
	};
}

let known: Promise<CatalogueResponse> | undefined;
export function catalogue(): Promise<CatalogueResponse> {
	known ??= desk('catalogue', {});
	known.catch(() => (known = undefined));
	return known;
}

/** What went wrong, in a sentence. */
export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface ListWords {
	list: List;
	/** Where findings about it point. */
	field: string;
	name: string;
	short: string;
	glyph: 'close' | 'ranged' | 'gear' | 'power';
}

export const LISTS: ListWords[] = [
	{ list: 'closeCombatWeapons', field: 'weapons.close', name: 'Close combat weapons', short: 'Close', glyph: 'close' },
	{ list: 'rangedWeapons', field: 'weapons.ranged', name: 'Ranged weapons', short: 'Ranged', glyph: 'ranged' },
	{ list: 'equipment', field: 'equipment', name: 'Equipment', short: 'Gear', glyph: 'gear' },
	{ list: 'psychicPowers', field: 'psychicPowers', name: 'Psychic powers', short: 'Powers', glyph: 'power' },
];

/** Where the catalogue keeps the prices under a warband's ability. */
export function abilityPlace(catalogue: CatalogueResponse, warband: Warband): number {
	return catalogue.warbandAbilities.findIndex((ability) => ability.id === warband.ability) + 1;
}

export const abilityName = (catalogue: CatalogueResponse, warband: Warband): string =>
	catalogue.warbandAbilities.find((ability) => ability.id === warband.ability)?.name ?? 'No ability';

export const itemOf = (catalogue: CatalogueResponse, list: List, id: string): Priced | undefined =>
	catalogue[list].find((item) => item.id === id);

/** What someone carries, several of a kind together. */
export function carried(catalogue: CatalogueResponse, list: List, weirdo: Weirdo): { id: string; name: string; facts: string; count: number }[] {
	return [...new Set(weirdo[list])].map((id) => {
		const item = itemOf(catalogue, list, id);
		const facts = item ? (list === 'psychicPowers' ? [item.kind, ...item.facts] : item.facts) : ['not in the catalogue'];
		return { id, name: item?.name ?? id, facts: facts.join(', '), count: weirdo[list].filter((other) => other === id).length };
	});
}

/** The points that a badge is about: the usual most, or that of the one dear slot. */
export const markOf = (catalogue: CatalogueResponse, member: MemberAnswer): number =>
	member.badge === 'over' || member.holdsPremiumSlot ? member.limit : Math.min(member.limit, catalogue.limits.weirdoStandard);

export const everyone = (warband: Warband): Weirdo[] => [
	...(warband.leader ? [warband.leader] : []),
	...warband.troopers,
	...warband.bench,
];

/** The part of a finding's field after its weirdo: `troopers[2].weapons.close[0]` is `weapons.close`. */
export const fieldOf = (field: string): string =>
	field.startsWith('warband.') ? field : field.replace(/^(leader|weirdo|troopers\[\d+\])\./, '').replace(/\[\d+\]$/, '');
