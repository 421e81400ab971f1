// A model of the player's own: asked by itself alone, in looser forms where it wants them.
import { expect, test } from 'vitest';
import { askModel } from './model';

const own = { address: 'http://127.0.0.1:1234/v1/', name: 'small', key: 'secret' };
const question = { system: 'rules', user: 'words', schema: { type: 'object' } };

/** A service that answers one thing after the other, and remembers what it was asked. */
function service(...answers: [number, unknown][]) {
	const asked: { url: string; key: string | null; body: Record<string, unknown>; credentials?: string }[] = [];
	const send = async (url: unknown, init: RequestInit = {}) => {
		const key = new Headers(init.headers).get('authorization');
		asked.push({ url: String(url), key, body: JSON.parse(String(init.body)), credentials: init.credentials });
		const [status, body] = answers.shift() ?? [500, {}];
		return new Response(JSON.stringify(body), { status });
	};
	return { asked, send: send as typeof fetch };
}
const says = (content: unknown) => ({ choices: [{ message: { content } }] });

test('the question goes to the address alone, with the key and without cookies', async () => {
	const { asked, send } = service([200, says('{"orders":[]}')]);
	expect(await askModel(own, question, send)).toBe('{"orders":[]}');
	expect(asked).toHaveLength(1);
	expect(asked[0]).toMatchObject({ url: 'http://127.0.0.1:1234/v1/chat/completions', key: 'Bearer secret', credentials: 'omit' });
	expect(asked[0]?.body).toMatchObject({ model: 'small', messages: [{ content: 'rules' }, { content: 'words' }] });
});

test('a form that is refused is loosened; another refusal, silence and nonsense are told', async () => {
	const { asked, send } = service([400, {}], [400, {}], [200, says('{}')]);
	expect(await askModel(own, question, send)).toBe('{}');
	expect(asked.map(({ body }) => (body.response_format as { type: string } | undefined)?.type)).toEqual(['json_schema', 'json_object', undefined]);
	await expect(askModel(own, question, service([401, {}]).send)).rejects.toThrow('answered 401');
	await expect(askModel(own, question, service([200, says(7)]).send)).rejects.toThrow('could not be read');
	const dead = (() => Promise.reject(new TypeError('refused'))) as typeof fetch;
	await expect(askModel(own, question, dead)).rejects.toThrow('cannot be reached');
});
