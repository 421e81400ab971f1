/** Guided first games: who was offered one, and how one begins. */
import { loadLesson } from '$lib/games';
import { router } from '$lib/router.svelte';
import { settings } from '$lib/settings.svelte';
import { about } from './about';
import { open } from './local';

const key = (game: string) => `senet.welcomed.${game}`;

/** Whether somebody is new to a game, as this device remembers it; a device that keeps nothing would ask every time. */
export function isNew(game: string): boolean {
	try {
		return localStorage.getItem(key(game)) === null;
	} catch {
		return false;
	}
}

/** The guided game was begun, or declined. */
export function welcome(game: string): void {
	try {
		localStorage.setItem(key(game), 'yes');
	} catch {
		// It is asked again next time.
	}
}

/** Opens the guided first game as a table of this device. */
export async function openLesson(game: string): Promise<void> {
	const lesson = await loadLesson(game);
	if (!lesson) return;
	welcome(game);
	const { preset, with: changes, seed, seats } = lesson.table;
	const chosen = changes ? { config: { ...(await presetConfig(game, preset)), ...changes } } : { preset };
	const named = seats.map((plan, i) => (i === 0 ? { ...plan, name: settings.all.name || plan.name } : plan));
	router.go(`table/${await open({ game, ...chosen, seed, seats: named, guided: true })}`);
}

async function presetConfig(game: string, preset: string): Promise<object> {
	const config = (await about(game)).presets.find((one) => one.id === preset)?.config;
	return typeof config === 'object' && config !== null ? config : {};
}
