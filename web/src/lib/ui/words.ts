/** With a capital at its start. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** As a sentence: a capital at its start, a stop at its end. */
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? capital(text) : `${capital(text)}.`);

/** So many things, in words: "1 move", "3 moves". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Without a break between a number and its per cent sign. */
export const unbroken = (text: string): string => text.replace(/(\d) %/g, '$1\u00a0%');

/** A bot as people call it: by its level, or by its file's name where it is a mind that somebody trained. */
export const botName = (bot: string): string => (bot.startsWith('net:') ? `${bot.slice(4)}, a trained mind` : bot);
