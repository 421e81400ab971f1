/** How the seats of a game are marked below a component that is no table: by their roles' letters and the game's own colours. */
import { setContext } from 'svelte';
import { loadAbout } from '$lib/games';

export function markSeats(game: () => string | undefined, roles: () => string[]): void {
	let colours = $state.raw<[string, string][]>([]);
	setContext('senet.roles', roles);
	setContext('senet.colours', () => colours);
	$effect(() => {
		const wanted = game();
		if (wanted) void loadAbout(wanted).then((room) => (colours = room.colours ?? []));
	});
}
