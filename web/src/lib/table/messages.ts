/** What the page and its worker say to each other, around the protocol's own messages. */
import type { Answer, Ask, Viewer } from '$lib/wire/protocol';
import type { Act, Change } from './link';
import type { Save, SeatPlan } from './saves';

export interface NewTable {
	id: string;
	game: string;
	preset?: string;
	config?: unknown;
	seats: SeatPlan[];
	/** A seed that the players chose; a secret one is drawn otherwise. */
	seed?: string;
	/** Whether it is a guided first game: the bots wait until its voice lets them go on. */
	guided?: boolean;
}

export type ToWorker =
	| { op: 'ask'; ask: Ask }
	| { op: 'new'; table: NewTable }
	| { op: 'resume'; id: string }
	| { op: 'import'; id: string; text: string; keep: boolean }
	| { op: 'branch'; from: string; at: number; as?: Viewer; id: string; seats: SeatPlan[]; keep: boolean }
	| { op: 'act'; id: string; act: Act }
	| { op: 'pause'; id: string; paused: boolean }
	| { op: 'tempo'; tempo: number }
	| { op: 'close'; id: string };

export type WorkerRequest = ToWorker & { n: number };

export interface Opened {
	save: Save;
	change: Change;
	notice?: string;
}

export type WorkerReply = { n: number; value: Answer | Opened | undefined } | { n: number; error: string };
export type WorkerPush = { push: 'change'; id: string; change: Change; saved: boolean };
export type FromWorker = WorkerReply | WorkerPush;
