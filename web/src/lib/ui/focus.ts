/** Moving the focus by direction, for arrow keys on boards and for game pads everywhere. */
export type Direction = 'up' | 'down' | 'left' | 'right';

const REACHABLE =
	'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';

/** Everything that can have the focus: in the window that lies on top, where there is one. */
function reachable(within: ParentNode): [ParentNode, (HTMLElement | SVGElement)[]] {
	const modal = [...document.querySelectorAll('dialog[open]')].at(-1);
	const area = within === document && modal ? modal : within;
	return [area, [...area.querySelectorAll<HTMLElement | SVGElement>(REACHABLE)].filter(shown)];
}

/** Moves the focus to the next thing in order, or to the one before. */
export function stepFocus(by: 1 | -1): void {
	const [, all] = reachable(document);
	const at = all.indexOf(document.activeElement as HTMLElement);
	all[at === -1 ? 0 : (at + by + all.length) % all.length]?.focus();
}

/** Moves the focus to the nearest thing in a direction; says whether there was one. */
export function moveFocus(direction: Direction, within: ParentNode = document): boolean {
	const [area, all] = reachable(within);
	const current = document.activeElement;
	if (!current || !area.contains(current) || current === document.body) {
		all[0]?.focus();
		return all.length > 0;
	}
	const from = centre(current);
	let best: { element: HTMLElement | SVGElement; cost: number } | undefined;
	for (const element of all) {
		if (element === current || element.contains(current)) continue;
		const to = centre(element);
		const [along, across] = offset(direction, to.x - from.x, to.y - from.y);
		if (along <= 2) continue;
		const cost = along + 2.5 * Math.abs(across);
		if (!best || cost < best.cost) best = { element, cost };
	}
	best?.element.focus();
	return best !== undefined;
}

function offset(direction: Direction, x: number, y: number): [number, number] {
	switch (direction) {
		case 'up':
			return [-y, x];
		case 'down':
			return [y, x];
		case 'left':
			return [-x, y];
		case 'right':
			return [x, y];
	}
}

function centre(element: Element) {
	const box = element.getBoundingClientRect();
	return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function shown(element: Element): boolean {
	const box = element.getBoundingClientRect();
	return box.width > 0 && box.height > 0 && element.checkVisibility?.({ visibilityProperty: true }) !== false;
}

/** The direction of an arrow key. */
export const arrow = (key: string): Direction | undefined =>
	({ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const)[key];
