// The guided first warband, over the real rules.
import { expect, test } from 'vitest';
import './house';
import { Builder } from '$lib/games/space-weirdos/builder.svelte';
import { desk } from '$lib/games/space-weirdos/desk';
import { Guide, MINUTES, STEPS } from '$lib/games/space-weirdos/guide.svelte';
import { file } from '$lib/games/space-weirdos/library';

async function begin() {
	const { warband } = await desk('create', {});
	const id = await file(warband);
	await Guide.begin(id);
	const builder = new Builder(id);
	await builder.open();
	return builder;
}

test('it takes at most five minutes, one thing at a time, and ends in a legal list to the point', async () => {
	expect(MINUTES).toBeLessThanOrEqual(5);
	const builder = await begin();
	const guide = await Guide.of(builder);
	for (let i = 0; guide?.speaks && i < 40; i += 1) {
		// It is resumed wherever it was left.
		expect((await Guide.of(builder))?.at).toBe(guide.at);
		if (!guide.waits) guide.next();
		else {
			expect(guide.step.done?.(builder.report as never), guide.step.title).toBe(false);
			await guide.help();
			guide.look(builder.report as never);
		}
	}
	expect(guide?.speaks).toBe(false);
	expect(builder.report).toMatchObject({ valid: true, limit: 75 });
	expect(builder.report?.cost).toBeGreaterThanOrEqual(72);
	expect(await Guide.of(builder)).toBeUndefined();
});

test('what was done already is passed over, and who says “not now” is left alone', async () => {
	const builder = await begin();
	await builder.edit([{ type: 'set_ability', ability: 'undead' }]);
	const guide = await Guide.of(builder);
	guide?.next();
	guide?.look(builder.report as never);
	expect(guide?.step).toBe(STEPS[2]);
	guide?.end();
	expect(await Guide.of(builder)).toBeUndefined();
});
