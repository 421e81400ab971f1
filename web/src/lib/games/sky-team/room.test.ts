import { expect, test } from 'vitest';
import { room } from './room';

test('the Co-Pilot is orange', () => expect(room.colours?.[1]?.[0]).toBe('#ee8f33'));
