import { describe, expect, it } from 'vitest';
import { wholePercents } from './model';

describe('the parts of a bar', () => {
	it('add up to 100 %', () => {
		const check = (chances: [number, number][], told: string[]) => expect(wholePercents(chances)).toEqual(told);
		check([[1, 3], [1, 3], [1, 3]], ['34 %', '33 %', '33 %']);
		check([[15, 36], [6, 36], [15, 36]], ['42 %', '17 %', '41 %']);
		check([[1, 1]], ['100 %']);
		check([[1, 1296], [1295, 1296]], ['<1 %', '100 %']);
		check([], []);
	});
});
