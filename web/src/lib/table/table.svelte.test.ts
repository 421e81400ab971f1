import { expect, test } from 'vitest';
import type { Answer, Legal, Update } from '$lib/wire/protocol';
import type { Change, Link, TableAsk } from './link';
import { Table } from './table.svelte';

const legal: Legal = { listing: 'complete', commands: [{ command: { type: 'roll' }, text: 'roll' }] };
const update = (own: Partial<Update> = {}): Update => ({
	entry: 1, line: 2, roles: ['A', 'B'], to_act: [0], awaited: [0], secrets: false, prompt: 'go', outcome: null, countdown: null, can_take_back: false, view: {},
	frames: [{ entry: 1, moment: 'Turn 1', actor: { seat: 0 }, events: [{ event: {}, text: 'A rolls.' }] }], ...own,
});
const change = (own: Partial<Change> = {}): Change => ({ entry: 1, line: 2, toAct: [0], awaited: [0], secrets: false, over: false, ...own });

/** A link that answers with this update, and remembers what was asked and done. */
function fake(told: (seat: number | undefined) => Update, mine: number[]) {
	const asked: TableAsk[] = [];
	const acts: TableAsk[] = [];
	const link: Link = {
		info: { id: 't', game: 'pig', seats: [{ name: 'A' }, { name: 'B' }], roles: ['A', 'B'], mine },
		ask: async (ask, wanted) => {
			asked.push(ask);
			const seat = 'as' in ask && typeof ask.as === 'object' && ask.as ? ask.as.seat : undefined;
			const answer: Answer = ask.type === 'legal' ? { type: 'legal', ...legal } : { type: 'update', ...told(seat) };
			return answer as Extract<Answer, { type: typeof wanted }>;
		},
		act: async (act) => {
			acts.push(act);
			return { entry: 0, line: 3 };
		},
		pause: () => undefined,
		journal: async () => ({ journal: '' }),
		onchange: () => undefined,
		onstate: () => undefined,
		oninfo: () => undefined,
		close: () => undefined,
	};
	return { link, asked, acts, legals: () => asked.filter((ask) => ask.type === 'legal').length };
}

test('what may be done comes with the update and is not asked for', async () => {
	const { link, legals } = fake(() => update({ legal }), [0]);
	const table = new Table(link, change());
	await table.start();
	expect(table.legal?.commands[0]?.text).toBe('roll');
	expect(legals()).toBe(0);
	expect(table.log[0]).toMatchObject({ text: 'A rolls.', turn: 'Turn 1', closes: false });
});

test('a long list is asked for once as long as it is the same', async () => {
	let hash = 'one';
	const { link, legals } = fake(() => update({ legal_hash: hash }), [0]);
	const table = new Table(link, change());
	await table.start();
	await table.refresh(false);
	expect([legals(), table.legal?.commands.length]).toEqual([1, 1]);
	hash = 'two';
	await table.refresh(false);
	expect(legals()).toBe(2);
});

test('a device that is shared is covered where the update says that there are secrets', async () => {
	const covered = fake(() => update({ secrets: true, legal }), [0, 1]);
	const secret = new Table(covered.link, change({ secrets: true }));
	await secret.start();
	expect([secret.handingTo, secret.update]).toEqual([[0], undefined]);
	const open = fake(() => update({ legal }), [0, 1]);
	const shown = new Table(open.link, change());
	await shown.start();
	expect([shown.handingTo, shown.seat]).toEqual([undefined, 0]);
});

test('the device goes to whom the game waits for, not to who only may act', async () => {
	const { link } = fake(() => update({ to_act: [0, 1], awaited: [1], legal }), [0, 1]);
	const table = new Table(link, change({ toAct: [0, 1], awaited: [1] }));
	await table.start();
	expect([table.seat, table.turn]).toEqual([1, [1]]);
});

test('one undo takes back all that was done after an entry', async () => {
	const { link, acts } = fake(() => update({ legal }), [0]);
	const table = new Table(link, change({ takeBack: 0 }));
	await table.start();
	await table.takeBack(1);
	expect(acts[0]).toMatchObject({ type: 'take_back', as: { seat: 0 }, to: 1 });
});
