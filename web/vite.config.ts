import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Writes the service worker with the lists of all that was built, so that the house works offline after the
 * first visit, and each game after it was played or kept.
 */
function offline(): Plugin {
	return {
		name: 'senet-offline',
		apply: 'build',
		generateBundle: {
			order: 'post',
			handler(_options, bundle) {
				const files = Object.keys(bundle).filter((file) => !file.endsWith('.map'));
				const pub = readdirSync(path('public')).sort();
				const modules = files.filter((file) => file.endsWith('.wasm'));
				const rest = files.filter((file) => file !== 'index.html' && !file.endsWith('.wasm'));
				const list = ['./', ...rest, ...pub];
				const hash = createHash('sha256');
				for (const file of files.sort()) {
					const chunk = bundle[file];
					hash.update(file).update(chunk?.type === 'chunk' ? chunk.code : (chunk?.source ?? ''));
				}
				for (const file of pub) hash.update(file).update(readFileSync(path(`public/${file}`)));
				const source = readFileSync(path('src/service-worker.js'), 'utf8')
					.replace('__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 12)))
					.replace('__FILES__', JSON.stringify(list))
					.replace('__MODULES__', JSON.stringify(modules));
				this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
			},
		},
	};
}

export default defineConfig({
	base: './',
	plugins: [svelte(), offline()],
	resolve: { alias: { $lib: path('src/lib') } },
	worker: { format: 'es' },
	build: { target: 'es2022', assetsInlineLimit: 2048, modulePreload: { polyfill: false } },
	server: { port: 5173, proxy: { '/api': { target: 'http://127.0.0.1:8642', ws: true } } },
	// A busy machine takes its time; what never happens is told by the test itself.
	test: { include: ['src/**/*.test.ts', 'tests/**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
});
