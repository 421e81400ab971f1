/**
 * The guided first warband: one thing at a time, done by the builder of it, on a real list. What counts as done is
 * read from the list itself, so it is resumed anywhere, and a step that was done already is passed over.
 */
import { readPaper, writePaper } from '$lib/table/saves';
import type { Edit, Weirdo } from '$lib/wire/space-weirdos';
import type { Builder } from './builder.svelte';
import { desk, type Report } from './desk';

export interface GuideStep {
	title: string;
	text: string;
	task?: string;
	/** Whether the list shows that it is done; without it the step only tells something. */
	done?: (report: Report) => boolean;
	/** Does it in the builder's place. */
	help?: (builder: Builder, report: Report) => Promise<unknown>;
	/** Whose file the step is about, and which part of it. */
	at?: { who: 'leader' | 'trooper'; tab?: string };
}

export const MINUTES = 4;
/** How near to the limit a list is full. */
const NEARLY = 3;

const lead = ({ warband }: Report): Weirdo | undefined => warband.leader ?? undefined;
const shoots = (one: Weirdo): boolean => one.attributes?.firepower !== 'None' && one.rangedWeapons.length > 0;
const leads = (edit: (weirdo: string) => Edit[]) => async (builder: Builder, report: Report) => {
	const leader = lead(report);
	if (leader) await builder.edit(edit(leader.id));
};

export const STEPS: GuideStep[] = [
	{
		title: 'A warband of oddballs',
		text: 'You build a leader and some troopers for 75 points. One leader is here already, the plainest there is, for 6. Everything you press shows at once what it costs, and nothing can be broken: Undo takes every step back.',
	},
	{
		title: 'What they are',
		text: 'One ability holds for the whole warband and changes what things cost or do. Soldiers get grenades, heavy armour and medkits for nothing; mutants run and claw for less.',
		task: 'Choose an ability above, Soldiers for example.',
		done: ({ warband }) => typeof warband.ability === 'string',
		help: (builder) => builder.edit([{ type: 'set_ability', ability: 'soldiers' }]),
	},
	{
		title: 'The leader hits harder',
		text: 'Five attributes, each with its price. Prowess is for fighting hand to hand, Defense for not being hurt, Willpower for nerves and powers. Better dice cost more with every step.',
		task: 'In the leader’s file, set Prowess to 2d8.',
		done: (report) => lead(report)?.attributes?.prowess !== '2d6',
		help: leads((weirdo) => [{ type: 'set_level', weirdo, attribute: 'prowess', level: '2d8' }]),
		at: { who: 'leader', tab: 'weapons.close' },
	},
	{
		title: 'Something in the hand',
		text: 'Everybody needs a close combat weapon. Unarmed is free and weak.',
		task: 'Under Close, take a Powered Weapon, or another one that you like.',
		done: (report) => lead(report)?.closeCombatWeapons.some((id) => id !== 'unarmed') ?? false,
		help: leads((weirdo) => [{ type: 'add_item', weirdo, list: 'closeCombatWeapons', item: 'powered-weapon' }]),
		at: { who: 'leader', tab: 'weapons.close' },
	},
	{
		title: 'A trait for nothing',
		text: 'Only the leader has a trait. It costs no points.',
		task: 'Open Trait and press one: Tactician is a good first one.',
		done: (report) => Boolean(lead(report)?.leaderTrait),
		help: leads((weirdo) => [{ type: 'set_trait', weirdo, leader_trait: 'tactician' }]),
		at: { who: 'leader', tab: 'leaderTrait' },
	},
	{
		title: 'Company',
		text: 'Most weirdos may cost 20 points at most; one in the warband may cost up to 25.',
		task: 'Press “Trooper” to add one.',
		done: ({ warband }) => warband.troopers.length > 0,
		help: (builder) => builder.edit([{ type: 'add_trooper' }]),
	},
	{
		title: 'Guns need aim',
		text: 'Firepower and ranged weapons go together: one without the other is not legal. The list says so in red where something is missing, and what to do about it.',
		task: 'Give a trooper Firepower 2d8, then under Ranged an Auto Rifle.',
		done: (report) => report.warband.troopers.some(shoots) && report.errors.length === 0,
		help: async (builder, report) => {
			const weirdo = report.warband.troopers[0]?.id;
			if (!weirdo) return;
			const takes: Edit[] = report.warband.troopers[0]?.rangedWeapons.length ? [] : [{ type: 'add_item', weirdo, list: 'rangedWeapons', item: 'auto-rifle' }];
			await builder.edit([{ type: 'set_level', weirdo, attribute: 'firepower', level: '2d8' }, ...takes]);
		},
		at: { who: 'trooper', tab: 'weapons.ranged' },
	},
	{
		title: 'More of the same',
		text: 'A good trooper is worth having twice.',
		task: 'In the trooper’s file, press “Copy”.',
		done: ({ warband }) => warband.troopers.length > 1,
		help: async (builder, { warband }) => {
			const weirdo = warband.troopers[0]?.id;
			if (weirdo) await builder.edit([{ type: 'duplicate', weirdo }]);
		},
		at: { who: 'trooper' },
	},
	{
		title: 'To the point',
		text: 'Fill the list as you like, with more troopers and better dice. Or let the house do it: “Complete” looks for a list that keeps what you have and spends every point; “Spend the rest” improves those who are here.',
		task: 'Press “Complete”, then “Find one”, and take it; or spend the points yourself.',
		done: (report) => report.valid && report.members.length > 2 && (report.limit ?? 0) - report.cost <= NEARLY,
		help: async (builder, { warband }) => {
			const found = await desk('complete', { order: { warband, seed: 'first warband' } });
			if (found.type !== 'none') await builder.replace({ ...found.warband, bench: warband.bench });
		},
	},
	{
		title: 'The warband is yours',
		text: 'It is legal, and it stays in your cabinet. Give it a name, print its cards for the table, or share it by a link. Everything can still be changed.',
	},
];

const key = (id: string) => `space-weirdos-guide/${id}`;

export class Guide {
	at = $state(0);
	speaks = $state(true);

	constructor(
		readonly builder: Builder,
		at = 0,
	) {
		this.at = at;
	}

	/** The guide of a warband that was begun with one and has not ended it. */
	static async of(builder: Builder): Promise<Guide | undefined> {
		const kept = await readPaper<{ at?: unknown }>(key(builder.id)).catch(() => undefined);
		return typeof kept?.at === 'number' && kept.at < STEPS.length ? new Guide(builder, kept.at) : undefined;
	}

	/** A warband begins with a guide. */
	static begin = (id: string): Promise<void> => writePaper(key(id), { at: 0 });

	get step(): GuideStep {
		return STEPS[this.at] ?? (STEPS[0] as GuideStep);
	}

	/** Whether it waits for something to be done. */
	get waits(): boolean {
		return this.step.done !== undefined;
	}

	/** Goes on where the list shows that what was asked is done. */
	look(report: Report): void {
		if (this.step.done?.(report)) this.next();
	}

	next(): void {
		if (this.at + 1 >= STEPS.length) return this.end();
		this.at += 1;
		void writePaper(key(this.builder.id), { at: this.at }).catch(() => undefined);
	}

	async help(): Promise<void> {
		const { report } = this.builder;
		if (report) await this.step.help?.(this.builder, report);
	}

	end(): void {
		this.speaks = false;
		void writePaper(key(this.builder.id), undefined).catch(() => undefined);
	}
}
