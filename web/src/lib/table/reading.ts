/** Words of a player: what they come to, what is asked about them, and a model for the rest. */
import type { ReadingOf } from '$lib/games/contract';
import type { Answer, Choice, Seat } from '$lib/wire/protocol';
import { Trouble, type Link } from './link';
import { askModel, ownModel } from './model';

/** What words come to at a table. Nothing has been done yet. */
export async function readWords<Command>(link: Link, seat: Seat, text: string): Promise<ReadingOf<Command>> {
	const { commands, read_back, not_understood, asks, memo } = await read(link, seat, text);
	const unclear = not_understood.join(', ');
	const asked = unclear !== '' && !asks?.length && (await hasModel(link));
	return {
		commands: commands as Choice[] as ReadingOf<Command>['commands'],
		readBack: read_back,
		notUnderstood: not_understood,
		asks: asks ?? [],
		keep: async () => {
			if (memo !== null && memo !== undefined) await link.act({ type: 'remember', seat, memo });
		},
		translate: asked ? async () => (await translate(link, seat, unclear)) as Choice[] as ReadingOf<Command>['commands'] : undefined,
	};
}

/** Where a model is there, words of which nothing was understood are no trouble, but a question for it. */
async function read(link: Link, seat: Seat, text: string): Promise<Extract<Answer, { type: 'reading' }>> {
	try {
		return await link.ask({ type: 'read', seat, text }, 'reading');
	} catch (error) {
		if (!(error instanceof Trouble) || error.refusal.code !== 'not_understood' || !(await hasModel(link))) throw error;
		return { type: 'reading', commands: [], read_back: '', not_understood: [text], memo: null };
	}
}

const hasModel = async (link: Link) => ownModel() !== undefined || ((await link.hasModel?.()) ?? false);

/** Asks one's own model, or else the server's, by the question as it is now: whatever is ordered later goes before the answer. */
async function translate(link: Link, seat: Seat, text: string): Promise<Choice[]> {
	const question = await link.ask({ type: 'question', seat, text }, 'question');
	const own = ownModel();
	if (!own) return (await link.translate?.(text, question.input)) ?? [];
	const answer = await askModel(own, question);
	return (await link.ask({ type: 'answered', seat, input: question.input, answer }, 'reading')).commands;
}
