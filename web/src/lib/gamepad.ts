/**
 * A game pad reaches everything: the stick or cross moves the focus, the triggers go through all things in
 * order, A presses, B goes back, X takes back, Y asks for a hint, the shoulders change the tab, Start shows
 * the keys.
 */
import { moveFocus, stepFocus, type Direction } from '$lib/ui/focus';

/** What a pad's button stands for, as the key that does the same. */
const KEYS: Record<number, string> = { 1: 'Escape', 2: 'u', 3: 'h', 4: '[', 5: ']', 9: '?' };
const REPEAT = 180;

export function startGamePad(): void {
	if (!('getGamepads' in navigator)) return;
	let running = false;
	const held = new Map<string, number>();

	const once = (name: string, pressed: boolean, act: () => void, repeats = false) => {
		const since = held.get(name);
		if (!pressed) held.delete(name);
		else if (since === undefined || (repeats && performance.now() - since > REPEAT)) {
			held.set(name, performance.now());
			act();
		}
	};

	const look = () => {
		const pads = navigator.getGamepads().filter((pad) => pad !== null);
		if (pads.length === 0) {
			running = false;
			return;
		}
		for (const pad of pads) {
			const [x = 0, y = 0] = pad.axes;
			const ways: [Direction, boolean][] = [
				['up', Boolean(pad.buttons[12]?.pressed) || y < -0.6],
				['down', Boolean(pad.buttons[13]?.pressed) || y > 0.6],
				['left', Boolean(pad.buttons[14]?.pressed) || x < -0.6],
				['right', Boolean(pad.buttons[15]?.pressed) || x > 0.6],
			];
			for (const [way, pressed] of ways) once(way, pressed, () => moveFocus(way), true);
			once('before', Boolean(pad.buttons[6]?.pressed), () => stepFocus(-1), true);
			once('after', Boolean(pad.buttons[7]?.pressed), () => stepFocus(1), true);
			once('press', Boolean(pad.buttons[0]?.pressed), press);
			for (const [button, key] of Object.entries(KEYS)) {
				once(`key ${button}`, Boolean(pad.buttons[Number(button)]?.pressed), () => type(key));
			}
		}
		requestAnimationFrame(look);
	};

	addEventListener('gamepadconnected', () => {
		if (running) return;
		running = true;
		requestAnimationFrame(look);
	});
}

function press(): void {
	const element = document.activeElement;
	if (element instanceof HTMLSelectElement) choose(element);
	else if (element instanceof HTMLElement) element.click();
	else element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** A list that a pad cannot open goes to its next choice. */
function choose(list: HTMLSelectElement): void {
	const open = [...list.options].filter((option) => !option.disabled);
	const next = open[(open.findIndex((option) => option.selected) + 1) % open.length];
	if (!next) return;
	list.value = next.value;
	for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, { bubbles: true }));
}

function type(key: string): void {
	const target = document.activeElement ?? document.body;
	const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
	const goesOn = target.dispatchEvent(event);
	const dialog = document.querySelector('dialog[open]');
	if (key === 'Escape' && goesOn && dialog) dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
}
