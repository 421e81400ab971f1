/** Names that nobody else has drawn. Unlike `crypto.randomUUID` it works on pages of a home network, too. */
export const freshId = () => {
	const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
	const bytes = crypto.getRandomValues(new Uint8Array(10));
	return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
};
