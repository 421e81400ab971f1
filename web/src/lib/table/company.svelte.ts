/**
 * The people at a table on a server: who sits where and is here, what they say, and what this page
 * may do about it. It holds the link, which stays open from the lobby to the rematch.
 */
import { settings } from '$lib/settings.svelte';
import type { ChatLine, Refusal, RoomView } from '$lib/wire/protocol';
import type { LinkState, TableInfo } from './link';
import { held, journalOf, room as ask, type Keys } from './online';
import { SocketLink } from './socket';

/** How many lines of chat a page remembers. */
const MEMORY = 200;

export class Company {
	readonly link: SocketLink;
	room = $state.raw<RoomView>() as RoomView;
	chats = $state.raw<ChatLine[]>([]);
	state = $state.raw<LinkState>({ is: 'connecting' });
	/** Whether the first view is here: the game has begun. */
	begun = $state.raw(false);
	/** The server does not let this page in. */
	refusal = $state.raw<Refusal>();
	/** Lines of chat that nobody has looked at yet. */
	unread = $state.raw(0);
	/** What a spectator is called here; none where nobody has said or may be called so. */
	called = $state.raw<string>();
	/** Why a spectator cannot be called as they wished. */
	unnamed = $state.raw<Refusal>();
	readonly mine: Keys;
	readonly isHost: boolean;

	constructor(readonly table: string, first: RoomView) {
		this.room = first;
		this.mine = held(table);
		this.isHost = this.mine.host !== undefined;
		this.link = new SocketLink(this.#info(first), this.mine.token, () => journalOf(table));
		if (!this.mine.token && settings.all.name) this.introduce(settings.all.name);
		this.link.onunnamed = (refusal) => {
			this.called = undefined;
			this.unnamed = refusal;
		};
		this.link.onroom = (room) => this.changed(room);
		this.link.onchats = (chats) => (this.chats = chats.slice(-MEMORY));
		this.link.onchat = (chat) => {
			this.chats = [...this.chats, chat].slice(-MEMORY);
			this.unread += 1;
		};
		this.link.onrefused = (refusal) => void this.#refused(refusal);
		this.link.onstate = (state) => (this.state = state);
		void this.link.ready.then(() => (this.begun = true));
	}

	/** The room has changed, as the server tells or as an answer says. */
	changed(room: RoomView): void {
		this.room = room;
		this.link.seated(this.#info(room));
	}

	/** A spectator says what they are called. */
	introduce(name: string): void {
		this.unnamed = undefined;
		this.called = name;
		this.link.introduce(name);
	}

	/** What somebody has said is taken out of the page. */
	unhear(name: string): void {
		this.chats = this.chats.filter((chat) => chat.from !== name);
	}

	/** Looks again, for what the socket does not tell. */
	async look(): Promise<void> {
		this.changed(await ask(this.table));
	}

	/** Where a seat ended with its table, the room says so better than the refusal. */
	async #refused(refusal: Refusal): Promise<void> {
		if (refusal.code === 'seat_lost') await this.look().catch(() => undefined);
		this.refusal = refusal;
	}

	close(): void {
		this.link.close();
	}

	#info(room: RoomView): TableInfo {
		const { seat, token } = this.mine;
		return {
			id: this.table,
			game: room.game,
			rules: room.rules ?? undefined,
			preset: room.preset ?? undefined,
			seats: room.seats.map((one) => ({ name: one.name ?? '', bot: one.type === 'bot' ? (one.bot ?? 'bot') : (one.stand_in ?? undefined) })),
			roles: room.seats.map((one) => one.role ?? ''),
			mine: seat === undefined || token === undefined ? [] : [seat],
			online: room.seats.map((one) => one.online || one.type === 'bot'),
		};
	}
}
