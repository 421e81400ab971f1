import { expect, test } from 'vitest';
import { render, ruleAnchor } from './markdown';

function check(markdown: string, html: string) {
	expect(render(markdown).html).toBe(html);
}

test('blocks become their elements', () => {
	check('# Title', '<h2 id="section-0">Title</h2>');
	check('one\ntwo\n\nthree', '<p>one two</p>\n<p>three</p>');
	check('- a\n- b\n  more', '<ul><li>a</li><li>b more</li></ul>');
	check('1. a\n2. b', '<ol><li>a</li><li>b</li></ol>');
	check('- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>');
	check('> said', '<blockquote><p>said</p></blockquote>');
});

test('an id in bold at the start of an item is a place', () => {
	check('- **TT-1** X first', '<ul><li id="rule-tt-1" class="rule"><strong>TT-1</strong> X first</li></ul>');
	expect(ruleAnchor('5.6')).toBe('rule-5-6');
});

test('a list ends where a paragraph or a heading begins', () => {
	check('- a\n\n## B', '<ul><li>a</li></ul>\n<h3 id="section-0">B</h3>');
	check('text\n- a', '<p>text</p>\n<ul><li>a</li></ul>');
});

test('emphasis, code and markup in text are safe', () => {
	check('*a* **b** `<c>` <d>', '<p><em>a</em> <strong>b</strong> <code>&lt;c&gt;</code> &lt;d&gt;</p>');
	check('2 * 3 * 4', '<p>2 * 3 * 4</p>');
});

test('tables have a head and rows that can be places', () => {
	const { html } = render('| id | what |\n|---|---|\n| **R1** | x |');
	expect(html).toContain('<thead><tr><th>id</th><th>what</th></tr></thead>');
	expect(html).toContain('<tr id="rule-r1" class="rule"><td><strong>R1</strong></td><td>x</td></tr>');
});
