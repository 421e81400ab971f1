/**
 * The rules references are Markdown: headings, paragraphs, lists, tables, emphasis, code, quotes.
 * That much is turned into HTML here; everything else stays text. An id in bold at the start of a
 * list item, a table row or a heading becomes a place that can be jumped to.
 */
export interface Heading {
	id: string;
	text: string;
	level: number;
}

export function render(markdown: string): { html: string; headings: Heading[] } {
	const lines = markdown.replace(/\r/g, '').split('\n');
	const headings: Heading[] = [];
	const html: string[] = [];
	let i = 0;
	while (i < lines.length) {
		const line = lines[i] ?? '';
		const heading = /^(#{1,5})\s+(.*)$/.exec(line);
		if (line.trim() === '') {
			i += 1;
		} else if (heading) {
			const level = heading[1]?.length ?? 1;
			const text = plain(heading[2] ?? '');
			const id = `section-${headings.length}`;
			headings.push({ id, text, level });
			const shown = Math.min(level + 1, 6);
			html.push(`<h${shown} id="${id}">${inline(heading[2] ?? '')}</h${shown}>`);
			i += 1;
		} else if (/^```/.test(line)) {
			const end = lines.findIndex((other, at) => at > i && /^```/.test(other));
			const last = end === -1 ? lines.length : end;
			html.push(`<pre tabindex="0">${escape(lines.slice(i + 1, last).join('\n'))}</pre>`);
			i = last + 1;
		} else if (/^\s*\|/.test(line)) {
			const end = take(lines, i, (other) => /^\s*\|/.test(other));
			html.push(table(lines.slice(i, end)));
			i = end;
		} else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
			const end = take(lines, i, (other, at) => at === i || other.trim() === '' ? other.trim() !== '' || /^\s*([-*]|\d+\.)\s|^\s{2,}\S/.test(lines[at + 1] ?? '') : /^\s*([-*]|\d+\.)\s|^\s+\S/.test(other) || !/^#|^\||^```/.test(other));
			html.push(list(lines.slice(i, end)));
			i = end;
		} else if (/^>/.test(line)) {
			const end = take(lines, i, (other) => /^>/.test(other));
			const inner = lines.slice(i, end).map((other) => other.replace(/^>\s?/, ''));
			html.push(`<blockquote>${render(inner.join('\n')).html}</blockquote>`);
			i = end;
		} else if (/^\s*(---+|\*\*\*+)\s*$/.test(line)) {
			html.push('<hr>');
			i += 1;
		} else {
			const end = take(lines, i, (other) => other.trim() !== '' && !/^(#{1,5}\s|```|>|\s*\||\s*[-*]\s)/.test(other));
			html.push(`<p>${inline(lines.slice(i, Math.max(end, i + 1)).join(' '))}</p>`);
			i = Math.max(end, i + 1);
		}
	}
	return { html: html.join('\n'), headings };
}

function take(lines: string[], from: number, goes: (line: string, at: number) => boolean): number {
	let end = from;
	while (end < lines.length && goes(lines[end] ?? '', end)) end += 1;
	return Math.max(end, from + 1);
}

function list(lines: string[]): string {
	const items: { depth: number; ordered: boolean; text: string }[] = [];
	for (const line of lines) {
		const item = /^(\s*)([-*]|\d+\.)\s+(.*)$/.exec(line);
		const last = items.at(-1);
		if (item) {
			const depth = Math.floor((item[1] ?? '').length / 2);
			items.push({ depth, ordered: /\d/.test(item[2] ?? ''), text: item[3] ?? '' });
		} else if (last && line.trim() !== '') {
			last.text += ' ' + line.trim();
		}
	}
	let html = '';
	const open: string[] = [];
	for (const item of items) {
		const depth = Math.min(item.depth, open.length);
		while (open.length > depth + 1) html += `</li></${open.pop()}>`;
		if (open.length === depth + 1) html += '</li>';
		else {
			const tag = item.ordered ? 'ol' : 'ul';
			open.push(tag);
			html += `<${tag}>`;
		}
		html += `<li${ruleId(item.text)}>${inline(item.text)}`;
	}
	while (open.length > 0) html += `</li></${open.pop()}>`;
	return html;
}

function table(lines: string[]): string {
	const cells = (line: string) =>
		line.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|'));
	const rows = lines.filter((line) => !/^\s*\|?[\s:|-]+\|?\s*$/.test(line)).map(cells);
	const ruled = lines.some((line) => /^\s*\|?[\s:|-]+\|?\s*$/.test(line));
	const [head, ...body] = rows;
	const row = (row: string[], tag: string) =>
		`<tr${ruleId(row[0] ?? '')}>${row.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
	const top = ruled && head ? `<thead>${row(head, 'th')}</thead>` : '';
	const rest = ruled ? body : rows;
	return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${top}<tbody>${rest.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
}

/** The place of a rule that begins with its id in bold. */
function ruleId(text: string): string {
	const id = /^\*\*([A-Za-z0-9][\w.-]*)\.?\*\*/.exec(text)?.[1];
	return id ? ` id="${ruleAnchor(id)}" class="rule"` : '';
}

export const ruleAnchor = (id: string) => `rule-${id.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

function inline(text: string): string {
	const codes: string[] = [];
	const kept = text.replace(/`([^`]+)`/g, (_, code: string) => `\u0000${codes.push(escape(code)) - 1}\u0000`);
	return escape(kept)
		.replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" rel="noreferrer">$1</a>')
		.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
		.replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
		.replace(/(^|[\s(])[*_]([^*_\s][^*_]*?)[*_](?=[\s).,;:]|$)/g, '$1<em>$2</em>')
		.replace(/\u0000(\d+)\u0000/g, (_, n: string) => `<code>${codes[Number(n)] ?? ''}</code>`);
}

const plain = (text: string) => text.replace(/[*_`]/g, '');

const escape = (text: string) =>
	text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
