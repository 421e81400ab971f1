// When something is given up. A visit waits for what it needs, never for time: these limits only end what hangs.
/** How long one press or one look may take, in milliseconds. */
export const STEP = 30_000;
/** How long a game may take that is played to its end. */
export const GAME = 240_000;
/** How long a whole visit may take. */
export const VISIT = 270_000;
