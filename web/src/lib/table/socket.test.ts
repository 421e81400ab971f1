import { expect, test, vi } from 'vitest';
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
	type: 'update', now_ms: 1000, deadline_ms: 4000, entry, line: entry + 1, roles: ['A', 'B'], to_act: [0], awaited: [0], secrets: false, prompt: 'go',
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
	expect(await link.ready).toMatchObject({ entry: 1, toAct: [0], awaited: [0], secrets: false, countdown: { left: 3000 } });
	fake.say(update(2, [frame(2)]));
	const seen = await link.ask({ type: 'update', as: { seat: 0 }, since: 0 }, 'update');
	expect(seen.frames.map((one) => one.entry)).toEqual([1, 2]);
	link.close();
});

/** A link that follows its table already. */
async function seated(fake: Fake) {
	const link = sit(fake);
	await fake.next('follow');
	fake.say({ type: 'followed', id: 0, room: {}, chat: [] });
	fake.say(update(0, []));
	fake.sent = [];
	return link;
}
const roll = { type: 'submit', as: { seat: 0 }, command: { type: 'roll' }, request: 'r-1' } as const;

test('sends an unanswered command again after a lost connection, with the same request', async () => {
	const fake = new Fake();
	const link = await seated(fake);
	const states: string[] = [];
	link.onstate = ({ is }) => void states.push(is);
	const answer = link.act(roll);
	await fake.next('submit');
	fake.sent = [];
	fake.drop();
	expect(await fake.next('follow')).toMatchObject({ since: 0 });
	expect(fake.sent.some((message) => message['type'] === 'submit')).toBe(false);
	fake.say({ type: 'followed', id: 0, room: {}, chat: [] });
	const again = await fake.next('submit');
	expect(again).toMatchObject({ request: 'r-1', command: { type: 'roll' } });
	expect(again).not.toHaveProperty('as');
	expect(states).toEqual(['lost', 'connecting', 'online']);
	fake.say({ type: 'accepted', id: again['id'], entry: 1, line: 2 });
	expect(await answer).toMatchObject({ entry: 1 });
	link.close();
});

test.each(['not_stored', 'conflict'])('what was refused only for now (%s) is asked again', async (code) => {
	const fake = new Fake();
	const link = await seated(fake);
	const answer = link.act(roll);
	const first = await fake.next('submit');
	fake.sent = [];
	fake.say({ type: 'error', id: first['id'], code, sentence: 'later' });
	const again = await fake.next('submit');
	expect(again).toMatchObject({ request: 'r-1', id: first['id'] });
	fake.say({ type: 'accepted', id: again['id'], entry: 1, line: 2 });
	expect(await answer).toMatchObject({ entry: 1 });
	link.close();
});

test('a message that the server dropped for haste is sent again', async () => {
	const fake = new Fake();
	const link = await seated(fake);
	void link.act(roll);
	await fake.next('submit');
	fake.sent = [];
	fake.say({ type: 'error', code: 'too_many_messages', sentence: 'too many messages; wait a second and go on' });
	expect(await fake.next('submit')).toMatchObject({ request: 'r-1' });
	link.close();
});

test('a table that the server does not know is told at once and not asked for again', async () => {
	const fake = new Fake();
	const link = sit(fake);
	await fake.next('follow');
	const refused = new Promise((done) => (link.onrefused = done));
	fake.say({ type: 'error', id: 0, code: 'no_such_table', sentence: 'there is no such table' });
	expect(await refused).toMatchObject({ code: 'no_such_table' });
	fake.drop();
	await new Promise((done) => setTimeout(done, 700));
	expect(fake.sockets.length).toBe(1);
});

test('after a take-back the events are asked for anew', async () => {
	const fake = new Fake();
	const link = await seated(fake);
	fake.say(update(1, [frame(1)]));
	fake.say(update(2, [frame(2)]));
	fake.sent = [];
	// Two lines later it is entry 1 once more, which is another one now.
	fake.say({ ...update(1, []), line: 6 });
	const seen = link.ask({ type: 'update', as: { seat: 0 }, since: 0 }, 'update');
	const asked = await fake.next('events');
	fake.say({ type: 'events', id: asked['id'], frames: [{ ...frame(1), events: [{ event: {}, text: 'another' }] }] });
	expect((await seen).frames.map((one) => one.events[0]?.text)).toEqual(['another']);
	link.close();
});

test('what only a host may ask is not sent', async () => {
	const fake = new Fake();
	const link = await seated(fake);
	await expect(link.ask({ type: 'state' }, 'state')).rejects.toThrow('A guest cannot ask for state.');
	expect(fake.sent).toEqual([]);
	link.close();
});

test('whoever takes a name while words are on their way says them once', async () => {
	const fake = new Fake();
	const link = new SocketLink({ id: 't', game: 'pig', seats: [], roles: [], mine: [] }, undefined, () => Promise.resolve(''), fake.open);
	await fake.next('follow');
	fake.say({ type: 'followed', id: 0, room: {}, chat: [] });
	link.introduce('Eve');
	const said = link.say('I know better');
	const { id } = await fake.next('chat');
	fake.say({ type: 'followed', id: 0, room: {}, chat: [] });
	fake.say({ type: 'said', id });
	await said;
	expect(fake.sent.filter((message) => message['type'] === 'chat')).toHaveLength(1);
	link.close();
});

test('a text of several orders is taken back by the entry before it', async () => {
	const fake = new Fake();
	const link = await seated(fake);
	void link.act({ type: 'take_back', as: { seat: 0 }, request: 'u', to: 3 });
	const sent = await fake.next('take_back');
	expect(sent).toMatchObject({ table: 't', request: 'u', to: 3 });
	expect(sent).not.toHaveProperty('as');
	link.close();
});

test('a connection that stays silent is given up', async () => {
	vi.useFakeTimers();
	const fake = new Fake();
	const link = sit(fake);
	await vi.advanceTimersByTimeAsync(1);
	fake.say({ type: 'followed', id: 0, room: {}, chat: [] });
	await vi.advanceTimersByTimeAsync(20_001);
	expect(fake.sent.at(-1)).toMatchObject({ type: 'ping' });
	fake.say({ type: 'pong', now_ms: 1 });
	await vi.advanceTimersByTimeAsync(19_000);
	expect(link.state.is).toBe('online');
	await vi.advanceTimersByTimeAsync(1_001 + 6_001);
	expect(link.state.is).toBe('lost');
	link.close();
	vi.useRealTimers();
});
