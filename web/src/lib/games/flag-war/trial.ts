/** Tables to try things out at, of this game. */
import type { Command, Event, View } from '$lib/wire/flag-war';
import type { TrialOf } from '../contract';

export type Trial = TrialOf<View, Command, Event>;
export type OpenTrial = (start: { view: View } | { config: unknown }) => Promise<Trial>;

/** What is told about a round: not who was ready for it. */
export async function toldOf(trial: Trial, seat: number): Promise<string[]> {
	return (await trial.told(seat)).flatMap(({ event, text }) => (event.type === 'ready' ? [] : [text]));
}
