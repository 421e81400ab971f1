import { expect, test } from 'vitest';
import { codeIn } from './online';

test.each([
	'abcd2345',
	'ABCD2345',
	' abcd 2345 ',
	'abcd-2345.',
	'https://play.example/t/abcd2345',
	'https://play.example/t/abcd2345/.',
	'Come: http://192.168.0.2:7700/#/join/abcd2345!',
	'(http://192.168.0.2:7700/t/ABCD2345)',
])('%s is read as the code that it holds', (text) => expect(codeIn(text)).toBe('abcd2345'));
