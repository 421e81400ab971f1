/** Whether two values of the wire say the same, in whatever order their fields stand. */
export function same(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
	if (Array.isArray(a) !== Array.isArray(b)) return false;
	const one = Object.entries(a);
	const other = b as Record<string, unknown>;
	return one.length === Object.keys(other).length && one.every(([key, value]) => key in other && same(value, other[key]));
}
