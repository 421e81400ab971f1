/** Puts words on the clipboard; says whether that worked. Pages of a home network may do it only the old way. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const field = document.createElement('textarea');
		field.value = text;
		field.style.position = 'fixed';
		field.style.opacity = '0';
		(document.querySelector('dialog[open]') ?? document.body).append(field);
		field.select();
		const copied = document.execCommand('copy');
		field.remove();
		return copied;
	}
}
