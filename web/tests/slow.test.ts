// A device that is too slow for all the lines of a level: its clock ends the thought.
import { expect, test, vi } from 'vitest';
import { Desk } from '$lib/table/desk';

vi.mock('$lib/table/fetched', () => import('./modules'));

/** A hint of `hard` in the first position of a flight, on a clock that goes on so much whenever it is looked at. */
async function hint(step: number) {
	const desk = new Desk();
	await desk.ask({ type: 'open', table: 't', game: 'sky-team', luck: { type: 'open', seed: 'slow' } });
	let time = 0;
	const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += step));
	try {
		const answer = await desk.ask({ type: 'hint', table: 't', seat: 0 });
		if (answer.type !== 'hint') throw new Error(JSON.stringify(answer));
		return answer;
	} finally {
		clock.mockRestore();
	}
}

test('a hint ends after a second of the device, with the best that was found by then', async () => {
	const slow = await hint(50);
	const lines = slow.choices.map((choice) => choice.lines);
	expect(lines.every((count) => count > 0 && count <= 20)).toBe(true);
	expect(slow.choices[0]?.permille).toBeTypeOf('number');
	expect(await hint(50)).toEqual(slow);
});
