/** Small sounds, made by the browser itself; silent unless somebody asks for them. */
export type Sound = 'tap' | 'dice' | 'good' | 'bad' | 'turn' | 'tick';

/** How loud a tick is beside the other sounds. */
const SOFT = 0.035;
let context: AudioContext | undefined;

const NOTES: Record<Sound, [frequency: number, at: number, length: number][]> = {
	tap: [[420, 0, 0.05]],
	tick: [[1050, 0, 0.035]],
	dice: [
		[240, 0, 0.03],
		[310, 0.06, 0.03],
		[220, 0.13, 0.03],
		[280, 0.19, 0.05],
	],
	turn: [
		[523, 0, 0.09],
		[659, 0.1, 0.12],
	],
	good: [
		[523, 0, 0.12],
		[659, 0.12, 0.12],
		[784, 0.24, 0.22],
	],
	bad: [
		[330, 0, 0.16],
		[247, 0.16, 0.28],
	],
};

/** The seconds before the clock strikes that can be heard. */
const LAST = [3, 2, 1];

/** When the last seconds of a countdown tick, in ms from now; those that are past are not made up for. */
export const ticksOf = (left: number) => LAST.map((second) => left - second * 1000).filter((delay) => delay >= 0);

export function play(sound: Sound): void {
	try {
		context ??= new AudioContext();
		for (const [frequency, at, length] of NOTES[sound]) {
			const start = context.currentTime + at;
			const tone = context.createOscillator();
			const volume = context.createGain();
			tone.type = 'triangle';
			tone.frequency.value = frequency;
			volume.gain.setValueAtTime(sound === 'tick' ? SOFT : 0.08, start);
			volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
			tone.connect(volume).connect(context.destination);
			tone.start(start);
			tone.stop(start + length);
		}
	} catch {
		// A device without sound still plays.
	}
}
