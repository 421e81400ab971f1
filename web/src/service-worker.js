// Keeps the whole house for offline play. The build writes the version and the list of files.
const CACHE = 'senet-' + __VERSION__;
const FILES = __FILES__;

self.addEventListener('install', (event) => {
	event.waitUntil(
		(async () => {
			const cache = await caches.open(CACHE);
			await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
			await self.skipWaiting();
		})(),
	);
});

self.addEventListener('activate', (event) => {
	event.waitUntil(
		(async () => {
			// The version before stays one round longer: a page that is still open may need its files.
			const names = (await caches.keys()).filter((name) => name.startsWith('senet-'));
			const old = names.filter((name) => name !== CACHE).slice(0, -1);
			await Promise.all(old.map((name) => caches.delete(name)));
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
	return (await caches.match(request)) ?? fetch(request);
}
