/** The crew's logbook: every flight that came to its end on this device, and what that says of each track. */
import { readPapers, writePaper } from '$lib/table/saves';
import type { View } from '$lib/wire/sky-team';
import { airports } from './airports';

export interface Flight {
	/** The track, such as "yul-green". */
	track: string;
	landed: boolean;
	/** How much of the landing checklist was met, and of how much. */
	met: number;
	of: number;
}

/** What the logbook says of one track. */
export interface Page {
	flights: number;
	landings: number;
	/** The best flight: a landing, or the one that came closest. */
	best: Flight;
}

const PLACE = 'sky-team/flight/';
const TRACKS = airports.reduce((sum, airport) => sum + airport.tracks.length, 0);

export function flightOf(view: View): Flight {
	const met = view.checklist.filter((check) => check.standing === 'met').length;
	return { track: view.scenario.id, landed: view.end?.end.type === 'won', met, of: view.checklist.length };
}

/** The pages by track. */
export function pagesOf(flights: Flight[]): Map<string, Page> {
	const pages = new Map<string, Page>();
	for (const flight of flights) {
		const page = pages.get(flight.track) ?? { flights: 0, landings: 0, best: flight };
		const better = Number(flight.landed) - Number(page.best.landed) || flight.met - page.best.met;
		pages.set(flight.track, { flights: page.flights + 1, landings: page.landings + Number(flight.landed), best: better > 0 ? flight : page.best });
	}
	return pages;
}

/** What a page says in a sentence. */
export function pageText({ flights, landings, best }: Page): string {
	const often = flights === 1 ? 'once' : flights === 2 ? 'twice' : `${flights} times`;
	if (landings === 0) return `Flown ${often}; the best met ${best.met} of ${best.of} on the checklist.`;
	return `Flown ${often}, landed ${landings === 1 ? 'once' : landings === 2 ? 'twice' : `${landings} times`}.`;
}

/** How many of all tracks have been landed. */
export const landedText = (pages: Map<string, Page>): string => `${[...pages.values()].filter((page) => page.landings > 0).length} of ${TRACKS} tracks landed`;

/** The logbook of this device; empty where it keeps nothing. */
export const readLogbook = async (): Promise<Map<string, Page>> => pagesOf(await readPapers<Flight>(PLACE).catch(() => []));

/** Enters a flight under its table, once however often the end is looked at, and says what the logbook makes of it. */
export async function enter(view: View, table: string): Promise<string> {
	const flight = flightOf(view);
	await writePaper(PLACE + table, flight).catch(() => undefined);
	const pages = await readLogbook();
	const page = pages.get(flight.track);
	const { name, difficulty } = view.scenario;
	return page ? `Logbook: ${name}, ${difficulty}. ${pageText(page)} ${landedText(pages)}.` : '';
}
