/** Sentences such as "Novak: drop Grenade." with those of one weirdo in a line: "Novak: Speed 1, drop Grenade." */
export function together(sentences: string[]): string[] {
	const lines = new Map<string, string[]>();
	for (const sentence of sentences) {
		const [, who = '', what = sentence] = /^(.+?): (.*?)\.?$/s.exec(sentence) ?? [];
		lines.set(who, [...(lines.get(who) ?? []), what]);
	}
	return [...lines].flatMap(([who, parts]) => (who ? [`${who}: ${parts.join(', ')}.`] : parts));
}
