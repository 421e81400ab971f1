/** Keys of rows are identities: two rows may say the same words, and one key twice takes the whole page down. */
import { describe, expect, test } from 'vitest';

const components = import.meta.glob('../**/*.svelte', { query: '?raw', import: 'default', eager: true }) as Record<string, string>;

/** The key of every row: what stands in brackets at the end of an each. */
const keysOf = (source: string): string[] => [...source.matchAll(/\{#each [^\n]*? as [^\n]*? \(((?:[^(){}]|\$\{[^}]*\}|\((?:[^()]|\([^()]*\))*\))*)\)\}/g)].map(([, key = '']) => key);

/** Whether a key is made of words for people, which may come twice. Words that a component writes down itself are told apart by it. */
const isWords = (key: string): boolean => /(^|\W)(text|sentence|sentences|message|label|title|words?|warning|line|rule|offer)\W*$/.test(key) || /\.name\W*$/.test(key);

describe('keys', () => {
	test('are found', () => {
		expect(keysOf('{#each a as b (b.text)}{#each c.filter((d) => f(d)) as e, i (`${e} ${i}`)}')).toEqual(['b.text', '`${e} ${i}`']);
		expect(['b.text', 'finding.field + finding.rule', 'warning', '`${one.name}`'].every(isWords)).toBe(true);
		expect(['i', 'one.id', 'JSON.stringify(choice.command)'].some(isWords)).toBe(false);
	});

	test.each(Object.entries(components).filter(([, source]) => source.includes('{#each')))('of %s are identities', (_, source) => {
		expect(keysOf(source).filter(isWords)).toEqual([]);
	});
});
