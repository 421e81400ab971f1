/** The crests of the factions, drawn around 0,0 within 13 units, and the colours of their rims. */
export interface Crest {
	/** Filled. */
	solid: string;
	/** Drawn as a line. */
	line?: string;
}

const crests: Record<string, Crest> = {
	verdant_eye: { solid: 'M0-3.600a3.600 3.600 0 1 1 0 7.200 3.600 3.600 0 0 1 0-7.200z', line: 'M-13 0Q0-13.500 13 0Q0 13.500-13 0z' },
	azure_blades: { solid: 'M-10-10-6-10.500 10 6 6 10-10.500-6z M10-10 10.500-6-6 10-10 6 6-10.500z' },
	ember_guard: { solid: 'M0-13Q2-7 6-5 10-1 8 6 6 12 0 12-6 12-8 6-9.500 1-6-3-5 0-3 1-4-7 0-13z' },
	grey_cloaks: { solid: 'M0-13Q9-7 10 12L0 7-10 12Q-9-7 0-13z M0-5.500Q-4-2-4 3L0 1 4 3Q4-2 0-5.500z' },
	solar_wardens: {
		solid: 'M0-13 2.900-6.900 9.200-9.200 6.900-2.900 13 0 6.900 2.900 9.200 9.200 2.900 6.900 0 13-2.900 6.900-9.200 9.200-6.900 2.900-13 0-6.900-2.900-9.200-9.200-2.900-6.900z',
	},
};

export const crestOf = (faction: string): Crest => crests[faction] ?? { solid: 'M0-12 12 0 0 12-12 0z' };

const rims: Record<string, string> = { green: '#6fae5a', blue: '#5b9bd8', orange: '#e8934a', grey: '#b6b6b0', yellow: '#fbf0b9' };
export const rimOf = (color: string): string => rims[color] ?? '#fffaf0';
