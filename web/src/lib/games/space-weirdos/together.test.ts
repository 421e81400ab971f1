import { expect, test } from 'vitest';
import { together } from './together';

test.each<[string, string[], string[]]>([
	['those of one weirdo share a line', ['Novak: Speed 1.', 'Zim: drop Medkit.', 'Novak: drop Grenade.'], ['Novak: Speed 1, drop Grenade.', 'Zim: drop Medkit.']],
	['what is about nobody stays as it is', ['Drop the ability.', 'Novak: Speed 1.'], ['Drop the ability.', 'Novak: Speed 1.']],
	['nothing is nothing', [], []],
])('%s', (_, sentences, lines) => {
	expect(together(sentences)).toEqual(lines);
});
