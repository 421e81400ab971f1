/** Reading a configuration's JSON Schema for a form: what there is to choose, and in which words. */
import { capital } from './words';

export interface Schema {
	$ref?: string;
	title?: string;
	description?: string;
	type?: string | string[];
	enum?: unknown[];
	const?: unknown;
	oneOf?: Schema[];
	anyOf?: Schema[];
	allOf?: Schema[];
	properties?: Record<string, Schema | true>;
	required?: string[];
	items?: Schema | true;
	prefixItems?: Schema[];
	minItems?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
	maxLength?: number;
	default?: unknown;
	additionalProperties?: Schema | boolean;
	$defs?: Record<string, Schema>;
}

export interface Option {
	value: unknown;
	label: string;
	help: string;
}

export type Shape =
	| { is: 'switch' }
	| { is: 'number'; min?: number; max?: number }
	| { is: 'text'; max?: number }
	| { is: 'choice'; options: Option[] }
	| { is: 'several'; options: Option[] }
	| { is: 'group'; fields: [string, Schema][] }
	| { is: 'variant'; variants: { tag: string; label: string; help: string; schema: Schema }[]; key?: string }
	| { is: 'list'; item: Schema; min: number; max: number }
	| { is: 'optional'; inner: Schema }
	| { is: 'raw' };

/** A description for people: what programs are told in backticks is a word like any other. */
export const plain = (text = ''): string => text.replace(/`([^`]*)`/g, '“$1”');

/** Follows references; what stands beside one (its description, its default) wins. */
export function resolve(schema: Schema, root: Schema): Schema {
	if (schema.allOf?.length === 1 && schema.allOf[0]) {
		const { allOf: _, ...beside } = schema;
		return { ...resolve(schema.allOf[0], root), ...beside };
	}
	if (!schema.$ref) return schema;
	const name = schema.$ref.replace('#/$defs/', '');
	const { $ref: _, ...beside } = schema;
	return { ...resolve(root.$defs?.[name] ?? {}, root), ...beside };
}

export function shapeOf(given: Schema, root: Schema): Shape {
	const schema = resolve(given, root);
	const types = Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : [];
	if (types.includes('null') && types.length > 1) {
		return { is: 'optional', inner: { ...schema, type: types.filter((type) => type !== 'null') } };
	}
	const union = schema.oneOf ?? schema.anyOf;
	if (union) {
		const filled = union.filter((part) => resolve(part, root).type !== 'null');
		const only = filled[0];
		if (filled.length < union.length && only) {
			const inner = filled.length === 1 ? only : { ...schema, oneOf: filled, anyOf: undefined };
			return { is: 'optional', inner };
		}
		const options = union.flatMap((part) => optionsOf(resolve(part, root)));
		if (options.length >= union.length && union.every((part) => optionsOf(resolve(part, root)).length > 0)) {
			return { is: 'choice', options };
		}
		return variantOf(union.map((part) => resolve(part, root)));
	}
	const own = optionsOf(schema);
	if (own.length > 0) return { is: 'choice', options: own };
	switch (types[0]) {
		case 'boolean':
			return { is: 'switch' };
		case 'integer':
		case 'number':
			return { is: 'number', min: schema.minimum, max: schema.maximum };
		case 'string':
			return { is: 'text', max: schema.maxLength };
		case 'array': {
			if (schema.prefixItems || !schema.items || schema.items === true) return { is: 'raw' };
			const inner = shapeOf(schema.items, root);
			if (inner.is === 'choice' && (schema.maxItems === undefined || schema.maxItems !== schema.minItems)) {
				return { is: 'several', options: inner.options };
			}
			return { is: 'list', item: schema.items, min: schema.minItems ?? 0, max: schema.maxItems ?? 32 };
		}
		case 'object': {
			const fields = Object.entries(schema.properties ?? {}).filter(
				(entry): entry is [string, Schema] => entry[1] !== true,
			);
			if (fields.length === 0 && schema.additionalProperties) return { is: 'raw' };
			return { is: 'group', fields };
		}
		default:
			return { is: 'raw' };
	}
}

function optionsOf(schema: Schema): Option[] {
	const help = plain(schema.description);
	if (schema.const !== undefined) {
		return [{ value: schema.const, label: schema.title ?? words(String(schema.const)), help }];
	}
	return (schema.enum ?? []).map((value) => ({ value, label: words(String(value)), help: '' }));
}

function variantOf(parts: Schema[]): Shape {
	const tagged = parts.map((schema) => {
		for (const key of ['type', 'kind']) {
			const tag = schema.properties?.[key];
			const value = tag && tag !== true ? (tag.const ?? tag.enum?.[0]) : undefined;
			if (typeof value === 'string') return { key, tag: value, schema };
		}
		const only = Object.keys(schema.properties ?? {});
		if (only.length === 1 && only[0]) return { key: undefined, tag: only[0], schema };
		return undefined;
	});
	if (tagged.some((part) => !part)) return { is: 'raw' };
	const variants = tagged.flatMap((part) =>
		part
			? [{ tag: part.tag, label: part.schema.title ?? words(part.tag), help: plain(part.schema.description), schema: part.schema }]
			: [],
	);
	return { is: 'variant', variants, key: tagged[0]?.key };
}

/** A name of the wire for people: `safe_mode` becomes "Safe mode". */
export function words(name: string): string {
	const text = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ').trim();
	return capital(text);
}

/** What a field is called and what it is for. A first paragraph of a few words is its name; its own name is not said again. */
export function called(description: string, name: string): { label: string; help: string } {
	const [first = '', ...rest] = description.split('\n\n').map((part) => part.replaceAll('\n', ' '));
	if (rest.length > 0 && first.length < 40) return { label: first.replace(/\.$/, ''), help: rest.join(' ') };
	const help = [first, ...rest].join(' ');
	const own = `${words(name)}. `;
	return { label: words(name), help: help.toLowerCase().startsWith(own.toLowerCase()) ? help.slice(own.length) : help };
}

/** A field's path as a person reads it: `players[1]` is "Players 2". */
export const pathWords = (path: string): string => words(path.replace(/\[(\d+)\]/g, (_, place) => ` ${Number(place) + 1}`).replaceAll('.', ' '));

/** A value that fits a schema, to begin with. */
export function blank(given: Schema, root: Schema): unknown {
	const schema = resolve(given, root);
	if (schema.default !== undefined) return schema.default;
	const shape = shapeOf(schema, root);
	switch (shape.is) {
		case 'switch':
			return false;
		case 'number':
			return shape.min ?? 0;
		case 'text':
			return '';
		case 'choice':
			return shape.options[0]?.value;
		case 'several':
		case 'list':
			return [];
		case 'group':
			return Object.fromEntries(shape.fields.map(([name, field]) => [name, blank(field, root)]));
		case 'variant': {
			const first = shape.variants[0];
			return first ? blank(first.schema, root) : null;
		}
		default:
			return null;
	}
}
