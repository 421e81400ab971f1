import { expect, test } from 'vitest';
import { blank, called, shapeOf, words, type Schema } from './schema';

const root: Schema = {
	$defs: {
		Level: {
			oneOf: [
				{ const: 'easy', description: 'For a first game.' },
				{ const: 'hard', description: 'For the brave.' },
			],
		},
		Face: { type: 'integer', minimum: 1, maximum: 6 },
	},
};

function check(schema: Schema, is: string) {
	expect(shapeOf(schema, root).is).toBe(is);
}

test('every kind of field has its control', () => {
	check({ type: 'boolean' }, 'switch');
	check({ type: 'integer' }, 'number');
	check({ type: 'string' }, 'text');
	check({ $ref: '#/$defs/Level' }, 'choice');
	check({ type: 'string', enum: ['a', 'b'] }, 'choice');
	check({ type: 'array', items: { $ref: '#/$defs/Level' } }, 'several');
	check({ type: 'array', items: { $ref: '#/$defs/Face' } }, 'list');
	check({ type: 'object', properties: { a: { type: 'boolean' } } }, 'group');
	check({ anyOf: [{ $ref: '#/$defs/Face' }, { type: 'null' }] }, 'optional');
	check({ type: ['integer', 'null'] }, 'optional');
	check({ oneOf: [{ type: 'object', properties: { type: { const: 'a' } } }, { type: 'object', properties: { type: { const: 'b' } } }] }, 'variant');
	check({}, 'raw');
});

test('a new value fits its schema', () => {
	expect(blank({ $ref: '#/$defs/Face' }, root)).toBe(1);
	expect(blank({ $ref: '#/$defs/Level' }, root)).toBe('easy');
	expect(blank({ type: 'object', properties: { a: { type: 'boolean', default: true } } }, root)).toEqual({ a: true });
});

test('names of the wire become words', () => {
	expect(words('safe_mode')).toBe('Safe mode');
	expect(words('azure-blades')).toBe('Azure blades');
});

test('a field is called by its first few words, which are not said twice', () => {
	const check = (description: string, label: string, help: string) => expect(called(description, 'event')).toEqual({ label, help });
	check('', 'Event', '');
	check('What holds.', 'Event', 'What holds.');
	check('What\nholds.', 'Event', 'What holds.');
	check('Event. What holds.', 'Event', 'What holds.');
	check('Battle event.\n\nWhat\nholds.', 'Battle event', 'What holds.');
	check('A first paragraph that is much too long for a name.\n\nMore.', 'Event', 'A first paragraph that is much too long for a name. More.');
});
