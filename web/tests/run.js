// Plays in a real Chromium. `npm run browser -- word` runs the tests whose name holds the word, or whose file has that name.
import { readdirSync } from 'node:fs';
import { launch, watch } from './browser.js';
import { STEP, VISIT } from './limits.js';
import { serve, serveOnline, stopSenet } from './server.js';

const AT_ONCE = 2;
const only = process.argv[2] ?? '';
const folder = new URL('./visits/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.js')).sort();
const loaded = await Promise.all(files.map(async (file) => (await import(new URL(file, folder))).visits.map((visit) => ({ ...visit, file }))));
const visits = loaded.flat();
const chosen = visits.filter(({ name, file }) => name.includes(only) || file === `${only}.js`);
if (chosen.length === 0) {
	console.log(`no visit is called "${only}"`);
	process.exit(1);
}
const host = await serve();
const browser = await launch();
const failures = [];
const waiting = [...chosen];

async function run(visit) {
	const { name, options = {}, work } = visit;
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const page = await context.newPage();
	page.setDefaultTimeout(STEP);
	const complaints = watch(page);
	const started = Date.now();
	const company = new Company(browser, options);
	let timer;
	try {
		const late = new Promise((_, reject) => {
			timer = setTimeout(() => reject(new Error(`not done after ${VISIT / 1000} s`)), VISIT);
		});
		await Promise.race([work({ page, context, base: host.address, person: (more) => company.person(more) }), late]);
		complaints.push(...company.complaints);
		if (complaints.length > 0) throw new Error(`the console complains: ${complaints.join(' | ')}`);
		console.log(`ok   ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
	} catch (error) {
		failures.push(visit);
		console.log(`FAIL ${name}\n     ${String(error.stack ?? error).split('\n').slice(0, 24).join('\n     ')}`);
		for (const complaint of [...complaints, ...company.complaints]) console.log(`     ${complaint}`);
		console.log(await shows(page));
		await company.picture(name);
		await page.screenshot({ path: `/tmp/senet-${name.replace(/\W+/g, '-')}.png` }).catch(() => undefined);
	} finally {
		clearTimeout(timer);
		await context.close();
		await company.close();
	}
}

/** What stands on the page, in words: all that is left of a failure on a machine whose pictures nobody can open. */
async function shows(page) {
	const text = await page.locator('body').innerText({ timeout: 5000 }).catch((error) => `nothing that can be read: ${error.message}`);
	const last = await page.getByRole('list', { name: 'What happened' }).innerText({ timeout: 1000 }).catch(() => '');
	return `     at ${page.url()}, which shows: ${text.slice(0, 1500).replace(/\s+/g, ' ')}\n     and in its log at last: ${last.slice(-500).replace(/\s+/g, ' ')}`;
}

/** Other people of a visit, each with a browser and a network of their own, at the one real server. */
class Company {
	people = [];

	get complaints() {
		return this.people.flatMap((one) => one.complaints);
	}

	constructor(browser, options) {
		this.browser = browser;
		this.options = options;
	}

	async person({ behind, ...more } = {}) {
		const house = await serveOnline(behind);
		const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...this.options, ...more });
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		const page = await context.newPage();
		page.setDefaultTimeout(STEP);
		const complaints = watch(page);
		const person = { page, context, house, base: house.address };
		this.people.push({ ...person, complaints });
		return person;
	}

	async picture(name) {
		for (const [i, { page }] of this.people.entries()) await page.screenshot({ path: `/tmp/senet-${name.replace(/\W+/g, '-')}-${i + 1}.png` }).catch(() => undefined);
	}

	async close() {
		for (const { context, house } of this.people) {
			await context.close().catch(() => undefined);
			house.close();
		}
	}
}

async function worker() {
	for (let test = waiting.shift(); test; test = waiting.shift()) await run(test);
}
await Promise.all(Array.from({ length: AT_ONCE }, worker));
// A visit that fails has failed. A single one may be run once more, alone, and the run then says its name.
const [repeated] = failures.length === 1 && chosen.length > 1 ? failures.splice(0) : [];
if (repeated) {
	console.log(`once more, alone: ${repeated.name}`);
	await run(repeated);
}
await browser.close();
host.close();
await stopSenet();
console.log(failures.length === 0 ? `${chosen.length} tests passed` : `${failures.length} of ${chosen.length} failed: ${failures.map(({ name }) => name).join(', ')}`);
if (repeated && failures.length === 0) console.log(`UNSTABLE: "${repeated.name}" failed and passed only alone; mend it`);
process.exit(failures.length === 0 ? 0 : 1);
