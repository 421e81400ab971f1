import { expect, test } from 'vitest';
import { SocketLink, type OpenSocket } from './socket';

/** A server that remembers what it was told and says what the test wants. */
class Fake {
	sent: Record<string, unknown>[] = [];
	sockets: ReturnType<OpenSocket>[] = [];
	open: OpenSocket = () => {
		const socket: ReturnType<OpenSocket> = {
			send: (text) => void this.sent.push(JSON.parse(String(text))),
			close: () => undefined,
			onopen: null,
			onmessage: null,
			onclose: null,
		};
		this.sockets.push(socket);
		queueMicrotask(() => socket.onopen?.(undefined as never));
		return socket;
	};
	say(message: object) {
		this.sockets.at(-1)?.onmessage?.({ data: JSON.stringify({ table: 't', ...message }) });
	}
	drop() {
		this.sockets.at(-1)?.onclose?.(undefined as never);
	}
	async next(type: string): Promise<Record<string, unknown>> {
		for (let i = 0; i < 200; i += 1) {
			const found = this.sent.find((message) => message['type'] === type);
			if (found) return found;
			await new Promise((done) => setTimeout(done, 10));
		}
		throw new Error(`nobody said ${type}`);
	}
}

const frame = (entry: number) => ({ entry, actor: { seat: 0 }, events: [{ event: {}, text: `event ${entry}` }] });
const update = (entry: number, frames: object[]) => ({
	type: 'update', now_ms: 1000, deadline_ms: 4000, entry, line: entry + 1, roles: ['A', 'B'], to_act: [0], prompt: 'go',
	outcome: null, countdown: null, can_take_back: false, view: {}, frames,
});

function sit(fake: Fake) {
	const info = { id: 't', game: 'pig', seats: [], roles: [], mine: [0] };
	return new SocketLink(info, 'secret', () => Promise.resolve(''), fake.open);
}

test('follows with its token, and the last view with its events answers an update', async () => {
	const fake = new Fake();
	const link = sit(fake);
	expect(await fake.next('follow')).toMatchObject({ table: 't', token: 'secret' });
	fake.say(update(1, [frame(1)]));
	expect(await link.ready).toMatchObject({ entry: 1, toAct: [0], countdown: { left: 3000 } });
	fake.say(update(2, [frame(2)]));
	const seen = await link.ask({ type: 'update', as: { seat: 0 }, since: 0 }, 'update');
	expect(seen.frames.map((one) => one.entry)).toEqual([1, 2]);
	link.close();
});

test('sends an unanswered command again after a lost connection, with the same request', async () => {
	const fake = new Fake();
	const link = sit(fake);
	fake.say(update(0, []));
	await fake.next('follow');
	const answer = link.act({ type: 'submit', as: { seat: 0 }, command: { type: 'roll' }, request: 'r-1' });
	await fake.next('submit');
	fake.sent = [];
	fake.drop();
	const again = await fake.next('submit');
	expect(again).toMatchObject({ request: 'r-1', command: { type: 'roll' } });
	expect(again).not.toHaveProperty('as');
	fake.say({ type: 'accepted', id: again['id'], entry: 1, line: 2 });
	expect(await answer).toMatchObject({ entry: 1 });
	link.close();
});
