import { expect, test } from 'vitest';
import { same } from './same';

const check = (a: unknown, b: unknown, is: boolean) => expect(same(a, b), `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(is);

test('compares what is said, in any order of fields', () => {
	check({ type: 'place', die: 5, on: 'radio' }, { die: 5, on: 'radio', type: 'place' }, true);
	check({ type: 'place', die: 5 }, { die: 6, type: 'place' }, false);
	check({ die: 5 }, { die: 5, slot: 1 }, false);
	check({ die: 5, slot: undefined }, { die: 5, on: 1 }, false);
	check({ to: { x: 1, y: 2 } }, { to: { y: 2, x: 1 } }, true);
	check([1, 2], [2, 1], false);
	check([1], { 0: 1 }, false);
	check(null, {}, false);
	check('5', 5, false);
});
