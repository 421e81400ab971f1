import type { Plate } from '../contract';

export const door: Plate = { place: 2 };
