/** Tables to try things out at: in this device's worker, beside the tables that are played. */
import type { TrialOf } from '$lib/games/contract';
import type { Ask, Seat } from '$lib/wire/protocol';
import { freshId } from './ids';
import { Trouble } from './link';
import { ask as askHere } from './local';

type Start = { view: unknown; seat: Seat } | { config: unknown };

export async function openTrial(game: string, start: Start): Promise<TrialOf> {
	const table = freshId();
	const luck = { type: 'open' as const, seed: table };
	const opening: Ask =
		'config' in start
			? { type: 'open', table, game, config: start.config, luck }
			: { type: 'imagine', table, game, view: start.view, as: { seat: start.seat } };
	let closed = false;
	// Once it is closed nobody waits for it: what is under way is left without an answer.
	const ask: typeof askHere = async (asking, kind) => {
		try {
			return await askHere(asking, kind);
		} catch (error) {
			if (closed) return new Promise<never>(() => undefined);
			throw error;
		}
	};
	await ask(opening, 'opened');
	return {
		view: async (seat) => (await ask({ type: 'view', table, as: { seat } }, 'view')).view,
		submit: async (command, seat) => {
			try {
				await ask({ type: 'submit', table, as: { seat }, command }, 'accepted');
			} catch (error) {
				if (error instanceof Trouble) return error.refusal;
				throw error;
			}
			return undefined;
		},
		read: async (text, seat) => {
			const { commands, read_back, not_understood, asks, memo } = await ask({ type: 'read', table, seat, text }, 'reading');
			const keep = async () => {
				if (memo !== null && memo !== undefined) await ask({ type: 'remember', table, seat, memo }, 'done');
			};
			return { commands, readBack: read_back, notUnderstood: not_understood, asks: asks ?? [], keep };
		},
		advise: async (seat, bot) => {
			const luck = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
			return (await ask({ type: 'advise', table, seat, bot, seed: luck }, 'reading')).commands.map((choice) => choice.command);
		},
		strike: async () => void (await ask({ type: 'clock', table }, 'accepted')),
		told: async (seat) => {
			const { frames } = await ask({ type: 'update', table, as: { seat } }, 'update');
			return frames.flatMap((frame) => frame.events.map(({ event, text }) => ({ event, text })));
		},
		close: () => {
			closed = true;
			void ask({ type: 'close', table }, 'closed');
		},
	};
}
