import { expect, test, vi } from 'vitest';
import { Trouble } from './link';
import { openTrial } from './trial';

const gone = () => Promise.reject(new Trouble({ code: 'no_such_table', sentence: 'there is no such table', facts: {} }));
const ask = vi.fn((message: { type: string }, _wanted: string): Promise<unknown> => Promise.resolve({ type: message.type, view: 'seen' }));
vi.mock('./local', () => ({ ask: (message: { type: string }, wanted: string) => ask(message, wanted) }));

test('an open trial answers, and its troubles are told', async () => {
	const trial = await openTrial('pig', { config: {} });
	expect(await trial.view(0)).toBe('seen');
	ask.mockImplementationOnce(gone);
	await expect(trial.view(0)).rejects.toThrow('there is no such table');
});

test('what is under way when a trial is closed troubles nobody', async () => {
	const trial = await openTrial('pig', { config: {} });
	let refuse: () => void = () => undefined;
	ask.mockImplementationOnce(() => new Promise((_, reject) => (refuse = () => void gone().catch(reject))));
	const settled = vi.fn();
	void trial.view(0).then(settled, settled);
	trial.close();
	refuse();
	await new Promise((done) => setTimeout(done, 10));
	expect(settled).not.toHaveBeenCalled();
});
