// Keeps the house for offline play: the page at once, a game once it was played, or all of them where one says
// so. The build writes the version and the lists of files.
const CACHE = 'senet-' + __VERSION__;
const FILES = __FILES__;
const MODULES = __MODULES__;
// What tables fetched before this worker looked after them.
const SHELF = 'senet-modules';
const fresh = (file) => new Request(file, { cache: 'no-cache' });

self.addEventListener('install', (event) => {
	event.waitUntil(
		(async () => {
			const cache = await caches.open(CACHE);
			await cache.addAll([...FILES, ...(await kept())].map(fresh));
			await self.skipWaiting();
		})(),
	);
});

// A game that was kept is kept in its new version too.
async function kept() {
	const gameOf = (file) => /([\w-]+)-[\w-]{8}\.wasm$/.exec(file)?.[1];
	const games = new Set();
	for (const name of await caches.keys()) {
		for (const { url } of await (await caches.open(name)).keys()) games.add(gameOf(url));
	}
	return MODULES.filter((file) => games.has(gameOf(file)));
}

self.addEventListener('message', (event) => {
	if (event.data !== 'keep everything') return;
	const keep = async () => (await caches.open(CACHE)).addAll(MODULES.map(fresh));
	const told = keep().then(
		() => 'kept',
		() => 'failed',
	);
	event.waitUntil(told.then((word) => event.ports[0]?.postMessage(word)));
});

self.addEventListener('activate', (event) => {
	event.waitUntil(
		(async () => {
			// The version before stays one round longer: a page that is still open may need its files.
			const names = (await caches.keys()).filter((name) => name.startsWith('senet-') && name !== SHELF);
			const old = names.filter((name) => name !== CACHE).slice(0, -1);
			await Promise.all(old.map((name) => caches.delete(name)));
			const shelf = await caches.open(SHELF);
			const gone = (await shelf.keys()).filter(({ url }) => !MODULES.some((file) => url.endsWith(file.replace(/^\.\//, ''))));
			await Promise.all(gone.map((request) => shelf.delete(request)));
			await self.clients.claim();
		})(),
	);
});

self.addEventListener('fetch', (event) => {
	const url = new URL(event.request.url);
	const own = url.origin === location.origin && event.request.method === 'GET';
	if (!own || url.pathname.includes('/api/')) return;
	event.respondWith(event.request.mode === 'navigate' ? page(event.request) : file(event.request));
});

// The newest page if the network has one, the kept one otherwise.
async function page(request) {
	try {
		return await fetch(request);
	} catch {
		const kept = await caches.match('./', { ignoreSearch: true });
		return kept ?? Response.error();
	}
}

// Files have their hash in their name, so a kept one is the right one.
async function file(request) {
	const known = await caches.match(request);
	if (known) return known;
	const found = await fetch(request);
	if (found.ok && request.url.endsWith('.wasm')) await (await caches.open(CACHE)).put(request, found.clone());
	return found;
}
