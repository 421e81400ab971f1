// Writes TypeScript's types from JSON Schemas: `node scripts/types.js FOLDER GAMES`, where FOLDER holds
// protocol.json and one file for each game, and GAMES is the list of games.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';

const folder = process.argv[2];
const out = new URL('../src/lib/wire/', import.meta.url).pathname;
const banner = '// Generated from the Rust types by `cargo xtask types`. Do not edit.\n\n';
const pascal = (name) => name.replace(/(^|[-_])(\w)/g, (_, _dash, letter) => letter.toUpperCase());

// One schema holds them all, so that a type that several of them use is written once.
function joined(schemas) {
	const $defs = {};
	const properties = {};
	for (const [name, schema] of Object.entries(schemas)) {
		const { $defs: own = {}, $schema: _, ...rest } = structuredClone(schema);
		const title = pascal(name);
		Object.assign($defs, own);
		$defs[title] = { ...rest, title };
		properties[name] = { $ref: `#/$defs/${title}` };
	}
	const whole = { title: 'Whole', type: 'object', properties, additionalProperties: false, $defs };
	return tidy(whole);
}

// A description beside a reference would make a second copy of the type; numbers and bounded lists
// need no tuple types; every object is closed.
function tidy(schema, isSchema = true) {
	if (Array.isArray(schema)) return schema.map((part) => tidy(part));
	if (schema === true && isSchema) return { tsType: 'unknown' };
	if (schema === null || typeof schema !== 'object') return schema;
	const result = {};
	for (const [key, value] of Object.entries(schema)) {
		const named = key === 'properties' || key === '$defs';
		result[key] = named
			? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidy(part)]))
			: tidy(value, key === 'items' || key === 'additionalProperties');
	}
	if (result.$ref) {
		const { $ref, description: _, ...rest } = result;
		if (!rest.properties) return { $ref };
		return { allOf: [{ $ref }, { ...rest, additionalProperties: false }] };
	}
	const told = Object.keys(result).filter((key) => !['title', 'description', 'default'].includes(key));
	if (told.length === 0) return { ...result, tsType: 'unknown' };
	delete result.default;
	if (Array.isArray(result.prefixItems)) {
		result.items = result.prefixItems;
		delete result.prefixItems;
	} else if (result.type === 'array' && result.items && !Array.isArray(result.items)) {
		delete result.minItems;
		delete result.maxItems;
	}
	if (result.const !== undefined && !result.enum) {
		// A choice's name for people is none of a type.
		delete result.title;
		result.enum = [result.const];
		delete result.const;
	}
	if (result.properties && result.additionalProperties === undefined) {
		result.additionalProperties = false;
	}
	return result;
}

async function write(name, schemas) {
	const text = await compile(joined(schemas), 'Whole', {
		additionalProperties: false,
		bannerComment: '',
		declareExternallyReferenced: true,
		enableConstEnums: false,
		unreachableDefinitions: false,
		style: { useTabs: true, singleQuote: true, printWidth: 100 },
	});
	const body = text.replace(/export interface Whole \{[\s\S]*?\n\}\n/, '');
	writeFileSync(join(out, `${name}.ts`), banner + body.trimStart());
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const file of readdirSync(folder).sort()) {
	const name = file.replace(/\.json$/, '');
	const content = JSON.parse(readFileSync(join(folder, file), 'utf8'));
	await write(name, content);
}
const games = JSON.parse(readFileSync(process.argv[3], 'utf8'));
writeFileSync(join(out, 'games.json'), JSON.stringify(games, null, '\t') + '\n');
