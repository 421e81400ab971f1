/** A language model of the player's own. Where it is and its key are kept on this device, and told to nobody but itself. */
export interface OwnModel {
	/** Up to `/chat/completions`. */
	address: string;
	name: string;
	key: string;
}

/** What it is asked, as the game made it. */
export interface ModelQuestion {
	system: string;
	user: string;
	schema: unknown;
}

const KEY = 'senet.model';
/** How long an answer may take. */
const ANSWERED_WITHIN = 10_000;

export function ownModel(): OwnModel | undefined {
	try {
		const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
		return kept?.address && kept.name ? { key: '', ...kept } : undefined;
	} catch {
		return undefined;
	}
}

/** Keeps it on this device; none forgets it. */
export function keepModel(model: OwnModel | undefined): void {
	try {
		if (model) localStorage.setItem(KEY, JSON.stringify(model));
		else localStorage.removeItem(KEY);
	} catch {
		// A device that keeps nothing plays by the game's own reading.
	}
}

/** How it is asked to shape its answer, from the strictest form to none. */
const forms = (schema: unknown): object[] => [
	{ response_format: { type: 'json_schema', json_schema: { name: 'orders', schema } } },
	{ response_format: { type: 'json_object' } },
	{},
];

/** What the model says. A service that refuses a form of the answer is asked again for a looser one. */
export async function askModel({ address, name, key }: OwnModel, question: ModelQuestion, send: typeof fetch = fetch): Promise<string> {
	const signal = AbortSignal.timeout(ANSWERED_WITHIN);
	const messages = [
		{ role: 'system', content: question.system },
		{ role: 'user', content: question.user },
	];
	for (const form of forms(question.schema)) {
		const answer = await send(`${address.replace(/\/+$/, '')}/chat/completions`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
			body: JSON.stringify({ model: name, temperature: 0.2, max_tokens: 400, messages, ...form }),
			credentials: 'omit',
			signal,
		}).catch(() => {
			throw new Error(signal.aborted ? 'Your model took too long.' : 'Your model cannot be reached from this page.');
		});
		if (answer.status === 400) continue;
		if (!answer.ok) throw new Error(`Your model’s service answered ${answer.status}.`);
		const said = await answer.json().catch(() => undefined);
		const content: unknown = said?.choices?.[0]?.message?.content;
		if (typeof content !== 'string') throw new Error('Your model’s answer could not be read.');
		return content;
	}
	throw new Error('Your model’s service answered 400.');
}
