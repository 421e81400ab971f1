// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What is answered.
 */
export type Answer =
	| (Hello & {
			type: 'hello';
	  })
	| {
			/**
			 * In the order of the house.
			 */
			games: GameLine[];
			type: 'games';
	  }
	| (GamePage & {
			type: 'game';
	  })
	| {
			/**
			 * With every default filled in.
			 */
			config: unknown;
			/**
			 * What who sets the game up should know of it, such as sides that are far from even.
			 */
			remarks?: RemarkPage[];
			type: 'config';
	  }
	| {
			/**
			 * The last entry.
			 */
			entry: number;
			/**
			 * What was passed over, such as a last line that was cut.
			 */
			notice?: string | null;
			/**
			 * How many seats play.
			 */
			seats: number;
			/**
			 * Its name.
			 */
			table: string;
			type: 'opened';
	  }
	| {
			/**
			 * Its name.
			 */
			table: string;
			type: 'closed';
	  }
	| (Accepted & {
			type: 'accepted';
	  })
	| (Refusal & {
			type: 'rejected';
	  })
	| {
			/**
			 * None where its words say it all, and for what cannot be done.
			 */
			outlook?: string | null;
			type: 'outlook';
	  }
	| {
			/**
			 * One for each form of words.
			 */
			forms: Form[];
			type: 'help';
	  }
	| (Legal & {
			type: 'legal';
	  })
	| {
			type: 'view';
			/**
			 * The view.
			 */
			view: unknown;
	  }
	| (Update & {
			type: 'update';
	  })
	| {
			/**
			 * One for each entry.
			 */
			frames: Frame[];
			type: 'events';
	  }
	| {
			/**
			 * By the game's own turns or rounds, as far as its log goes back.
			 */
			chapters: Chapter[];
			type: 'log';
	  }
	| {
			/**
			 * The state.
			 */
			state: unknown;
			type: 'state';
	  }
	| {
			/**
			 * Its text.
			 */
			journal: string;
			/**
			 * The secret seed, which the host keeps until the end.
			 */
			seed?: string | null;
			type: 'journal';
	  }
	| {
			/**
			 * None as long as it goes on.
			 */
			outcome?: Outcome | null;
			type: 'outcome';
	  }
	| {
			drawing: Drawing;
			ending: Drawing;
			/**
			 * Whose turn it is and what is wanted.
			 */
			prompt: string;
			type: 'drawing';
	  }
	| {
			/**
			 * Where the words can be meant in more than one way, texts to choose from. There is nothing
			 * to submit then; the one that is chosen is read again.
			 */
			asks?: string[];
			/**
			 * What to submit, in order.
			 */
			commands: Choice[];
			/**
			 * What to remember.
			 */
			memo?: unknown;
			/**
			 * What was not.
			 */
			not_understood: string[];
			/**
			 * What was understood.
			 */
			read_back: string;
			type: 'reading';
	  }
	| {
			/**
			 * What was next when the words were said: what comes later outranks the answer.
			 */
			input: number;
			/**
			 * The round that is open.
			 */
			round: number;
			/**
			 * The schema of the answer.
			 */
			schema: unknown;
			/**
			 * What it is told about the game and the form of its answer.
			 */
			system: string;
			type: 'question';
			/**
			 * The position, the own plan and the words, as JSON.
			 */
			user: string;
	  }
	| (Hint & {
			type: 'hint';
	  })
	| {
			/**
			 * The last entry that there is to look at.
			 */
			entries: number;
			moment: LookBack;
			/**
			 * How many entries each seat may know of by then, and last a spectator.
			 */
			steps: number[];
			/**
			 * Whether the seats win and lose together; then one seat stands for all.
			 */
			together: boolean;
			type: 'analysed';
	  }
	| {
			/**
			 * The answer.
			 */
			output: unknown;
			type: 'document';
	  }
	| {
			type: 'done';
	  }
	| {
			/**
			 * What was checked of the dice: recomputed, sealed or typed.
			 */
			dice: string;
			/**
			 * How many entries it has.
			 */
			entries: number;
			/**
			 * What was passed over.
			 */
			notice?: string | null;
			/**
			 * Whether the game is over.
			 */
			over: boolean;
			type: 'verified';
	  }
	| (Followed & {
			type: 'followed';
	  })
	| {
			/**
			 * Its clock, in milliseconds since 1970.
			 */
			now_ms: number;
			type: 'pong';
	  }
	| (Refusal & {
			type: 'error';
	  });
/**
 * Whether a list of commands is all that is legal.
 */
export type Listing = 'complete' | 'sample';
/**
 * A place at the table. Invariant: its index is below [`MAX_SEATS`].
 *
 * On the wire it is its index, counted from 0.
 */
export type Seat = number;
/**
 * A set of seats. On the wire it is a list in order.
 */
export type SeatSet = Seat[];
/**
 * What a tick means to the seats.
 */
export type TickKind = 'beat' | 'limit';
/**
 * Who asks for a change.
 */
export type Actor =
	| {
			seat: Seat;
	  }
	| 'clock'
	| 'host';
/**
 * 128 bits that stand for a value. On the wire it is 32 hexadecimal digits.
 */
export type Hash = string;
/**
 * How a game ended.
 */
export type Outcome =
	| {
			together: {
				/**
				 * Whether they won.
				 */
				won: boolean;
			};
	  }
	| {
			versus: {
				/**
				 * The winner; none is a draw.
				 */
				winner?: Seat | null;
			};
	  }
	| {
			ranked: {
				scores: Scores;
			};
	  };
/**
 * A score for every seat. Invariant: at most [`MAX_SEATS`] of them.
 */
export type Scores = number[];
/**
 * What a part of a drawing means. Colour only adds: the characters carry the meaning too.
 */
export type Ink =
	| 'plain'
	| 'soft'
	| 'strong'
	| 'primary'
	| 'danger'
	| 'attention'
	| 'first'
	| 'second'
	| 'third'
	| 'fourth';
/**
 * One line of a drawing.
 */
export type Line = Span[];
/**
 * Lines of text with a meaning for each part; a terminal turns meanings into colours, or leaves
 * them out.
 */
export type Drawing = Line[];
/**
 * What happens when a turn's time is over.
 */
export type TimeOut = 'idle' | 'leave';
/**
 * Who holds a seat.
 */
export type SeatKind = 'open' | 'human' | 'bot';
/**
 * How far a room has come.
 */
export type RoomState = 'lobby' | 'playing' | 'finished' | 'closed';
/**
 * Who looks.
 */
export type Viewer =
	| {
			seat: Seat;
	  }
	| 'spectator';
/**
 * What a host asks: of a table of its own, or of the program that holds the tables.
 */
export type Ask =
	| {
			/**
			 * The one that the asker speaks; another than ours is refused with a sentence.
			 */
			protocol?: number | null;
			type: 'hello';
	  }
	| {
			type: 'games';
	  }
	| {
			/**
			 * The game's id.
			 */
			game: string;
			type: 'game';
	  }
	| {
			/**
			 * The game's id.
			 */
			game: string;
			/**
			 * What the network is called.
			 */
			name: string;
			/**
			 * The text of its file.
			 */
			network: string;
			type: 'open_network';
	  }
	| {
			/**
			 * The configuration.
			 */
			config: unknown;
			/**
			 * The game's id.
			 */
			game: string;
			type: 'check_config';
	  }
	| {
			/**
			 * A configuration of one's own; fields that are left out have the game's defaults.
			 */
			config?: unknown;
			/**
			 * The game's id.
			 */
			game: string;
			luck?: LuckAsk;
			/**
			 * A ready-made configuration, the first one if left out.
			 */
			preset?: string | null;
			/**
			 * The players' names by seat; an empty one for what the game calls the seat.
			 */
			seats?: string[];
			/**
			 * The name of the new table.
			 */
			table: string;
			type: 'open';
	  }
	| {
			/**
			 * The game's id.
			 */
			game: string;
			luck?: LuckAsk;
			/**
			 * The players' names by seat.
			 */
			seats?: string[];
			/**
			 * The state, as `state` tells it.
			 */
			state: unknown;
			/**
			 * The name of the new table.
			 */
			table: string;
			type: 'open_position';
	  }
	| {
			as: Viewer;
			/**
			 * The game's id.
			 */
			game: string;
			/**
			 * The players' names by seat.
			 */
			seats?: string[];
			/**
			 * The seed of what is imagined, and of the dice from then on.
			 */
			seed?: number;
			/**
			 * The name of the new table.
			 */
			table: string;
			type: 'imagine';
			/**
			 * What the viewer sees, as `view` or `update` told it.
			 */
			view: unknown;
	  }
	| {
			/**
			 * The journal's text.
			 */
			journal: string;
			/**
			 * Go on although the game's data have changed since.
			 */
			other_data?: boolean;
			/**
			 * The secret seed of fair luck.
			 */
			seed?: string | null;
			/**
			 * The name of the new table.
			 */
			table: string;
			type: 'open_journal';
	  }
	| {
			/**
			 * Whose entries `at` counts; all of the journal if left out.
			 */
			as?: Viewer | null;
			/**
			 * The last entry that both share.
			 */
			at: number;
			luck?: LuckAsk;
			/**
			 * The table to leave.
			 */
			table: string;
			/**
			 * The name of the new table.
			 */
			to: string;
			type: 'branch';
	  }
	| {
			/**
			 * Which one.
			 */
			table: string;
			type: 'close';
	  }
	| {
			as: Actor;
			/**
			 * What they ask for.
			 */
			command: unknown;
			/**
			 * An id of one's own: the same one twice acts once and gets the same answer.
			 */
			request?: string | null;
			/**
			 * How the dice fall, where luck is scripted.
			 */
			script?: Script[];
			/**
			 * Where.
			 */
			table: string;
			type: 'submit';
	  }
	| {
			as: Actor;
			/**
			 * What they would ask for.
			 */
			command: unknown;
			/**
			 * Where.
			 */
			table: string;
			type: 'check';
	  }
	| {
			as: Viewer;
			/**
			 * What would be asked for.
			 */
			command: unknown;
			/**
			 * Where.
			 */
			table: string;
			type: 'outlook';
	  }
	| {
			/**
			 * Where.
			 */
			table: string;
			type: 'help';
	  }
	| {
			/**
			 * Where.
			 */
			table: string;
			type: 'clock';
	  }
	| {
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			type: 'idle';
	  }
	| {
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			type: 'leave';
	  }
	| {
			as: Actor;
			/**
			 * An id of one's own, as in `submit`.
			 */
			request?: string | null;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * Take back all that was done after this entry, as `as` counts them: a text of several
			 * orders, and what bots answered. As the host, whoever did it. Dice that fell and what was
			 * shown stay, and then nothing is taken back.
			 */
			to?: number | null;
			type: 'take_back';
	  }
	| {
			bots: SeatSet;
			/**
			 * Where.
			 */
			table: string;
			type: 'seat_bots';
	  }
	| {
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			type: 'legal';
	  }
	| {
			as: Viewer;
			/**
			 * After which entry; the last one if left out.
			 */
			at?: number | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'view';
	  }
	| {
			as: Viewer;
			/**
			 * Up to which entry; the last one if left out.
			 */
			at?: number | null;
			/**
			 * Whose entries `at` counts; the viewer's own if left out.
			 */
			of?: Viewer | null;
			/**
			 * The last entry that the viewer knows; the one before the last if left out.
			 */
			since?: number | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'update';
	  }
	| {
			as: Viewer;
			/**
			 * After which entry; from the first one if left out.
			 */
			since?: number;
			/**
			 * Where.
			 */
			table: string;
			type: 'events';
			/**
			 * Up to which entry; to the last one if left out.
			 */
			until?: number | null;
	  }
	| {
			as: Viewer;
			/**
			 * Where.
			 */
			table: string;
			type: 'log';
	  }
	| {
			/**
			 * Where.
			 */
			table: string;
			type: 'state';
	  }
	| {
			/**
			 * How many of its lines are known already; they are left out.
			 */
			since?: number;
			/**
			 * Where.
			 */
			table: string;
			type: 'journal';
	  }
	| {
			/**
			 * Where.
			 */
			table: string;
			type: 'outcome';
	  }
	| {
			as: Viewer;
			/**
			 * After which entry; the last one if left out.
			 */
			at?: number | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'draw';
	  }
	| {
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * The words.
			 */
			text: string;
			type: 'read';
	  }
	| {
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * The words.
			 */
			text: string;
			type: 'question';
	  }
	| {
			/**
			 * What the model said.
			 */
			answer: string;
			/**
			 * What was next when the words were said, as the question told it.
			 */
			input: number;
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			type: 'answered';
	  }
	| {
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			type: 'plans';
	  }
	| {
			/**
			 * What.
			 */
			memo: unknown;
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			type: 'remember';
	  }
	| {
			/**
			 * The bot's name.
			 */
			bot: string;
			seat: Seat;
			/**
			 * The seed of its own luck.
			 */
			seed?: number;
			/**
			 * Where.
			 */
			table: string;
			type: 'advise';
	  }
	| {
			/**
			 * How hard to think: the name of a level; left out, `hard`.
			 */
			level?: string | null;
			seat: Seat;
			/**
			 * Where.
			 */
			table: string;
			type: 'hint';
	  }
	| {
			/**
			 * Which entry of the journal, the first one being 1.
			 */
			at: number;
			/**
			 * How hard to look: the name of a level; left out, `hard`. `random` is a quick look that judges
			 * no decision.
			 */
			level?: string | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'analyse';
	  }
	| {
			/**
			 * What it is about.
			 */
			input?: unknown;
			/**
			 * The question's name.
			 */
			method: string;
			/**
			 * The system's id.
			 */
			system: string;
			type: 'document';
	  }
	| {
			/**
			 * The journal's text.
			 */
			journal: string;
			/**
			 * The secret seed, where the journal does not tell it yet.
			 */
			seed?: string | null;
			type: 'verify';
	  };
/**
 * Where a new table's luck shall come from.
 */
export type LuckAsk =
	| {
			type: 'fresh';
	  }
	| {
			/**
			 * What each seat added.
			 */
			salts?: string[];
			/**
			 * The seed.
			 */
			seed: string;
			type: 'fair';
	  }
	| {
			/**
			 * The seed.
			 */
			seed: string;
			type: 'open';
	  }
	| {
			/**
			 * How they fall in the set-up.
			 */
			script?: Script[];
			type: 'scripted';
	  };
/**
 * One value of a script: a draw in full, or just its number.
 */
export type Script = number | Draw;
/**
 * One draw and what came of it.
 */
export type Draw =
	| {
			d6: number;
	  }
	| {
			pick: {
				/**
				 * What came.
				 */
				got: number;
				/**
				 * How many there were.
				 */
				of: number;
			};
	  }
	| {
			shuffle: number[];
	  };
/**
 * What a refusal by the house is about. A program may rely on the code; the sentence is for
 * people and may change.
 */
export type Code =
	| 'no_json'
	| 'no_text'
	| 'no_message'
	| 'renamed'
	| 'other_protocol'
	| 'malformed'
	| 'too_large'
	| 'wrong_method'
	| 'not_found'
	| 'unknown_game'
	| 'unknown_system'
	| 'unknown_method'
	| 'unknown_bot'
	| 'unknown_level'
	| 'bad_config'
	| 'two_configs'
	| 'wrong_count'
	| 'cannot_open'
	| 'cannot_branch'
	| 'bad_journal'
	| 'bad_view'
	| 'bad_name'
	| 'name_taken'
	| 'bad_salt'
	| 'bad_request_id'
	| 'bad_script'
	| 'seed_unknown'
	| 'table_exists'
	| 'too_many_tables'
	| 'no_such_table'
	| 'no_such_seat'
	| 'no_such_entry'
	| 'no_such_person'
	| 'no_such_device'
	| 'no_such_code'
	| 'not_understood'
	| 'empty_text'
	| 'unknown_word'
	| 'which_one'
	| 'missing_target'
	| 'nothing_to_do'
	| 'game_over'
	| 'nothing_to_take_back'
	| 'not_yours'
	| 'drew_dice'
	| 'revealed'
	| 'not_allowed'
	| 'turn_passed'
	| 'memo_too_large'
	| 'no_token'
	| 'wrong_token'
	| 'not_host'
	| 'not_followed'
	| 'no_spectators'
	| 'too_many_spectators'
	| 'barred'
	| 'not_here'
	| 'understood'
	| 'no_orders'
	| 'no_model'
	| 'no_network'
	| 'seat_lost'
	| 'seat_taken'
	| 'seat_kept'
	| 'no_open_seat'
	| 'not_away'
	| 'last_device'
	| 'too_many_devices'
	| 'wrong_state'
	| 'not_yet'
	| 'not_shared'
	| 'chat_off'
	| 'hushed'
	| 'bad_chat'
	| 'muted'
	| 'bad_report'
	| 'bad_origin'
	| 'one_at_a_time'
	| 'too_many_messages'
	| 'too_many_calls'
	| 'too_many_bytes'
	| 'too_many_connections'
	| 'too_many_sockets'
	| 'too_slow'
	| 'busy'
	| 'conflict'
	| 'not_stored'
	| 'damaged'
	| 'internal';
/**
 * What a guest asks. Who that is, the token says with which the table is followed: `seat` is named only
 * where one socket holds several seats of a table.
 */
export type GuestAsk =
	| {
			/**
			 * The one that the asker speaks; another than ours is refused with a sentence.
			 */
			protocol?: number | null;
			type: 'hello';
	  }
	| {
			/**
			 * The name under which a spectator talks.
			 */
			name?: string | null;
			/**
			 * The last entry that one has seen.
			 */
			since?: number | null;
			/**
			 * Which one.
			 */
			table: string;
			/**
			 * The token of a seat; none watches.
			 */
			token?: string | null;
			type: 'follow';
	  }
	| {
			/**
			 * Which one.
			 */
			table: string;
			type: 'unfollow';
	  }
	| {
			/**
			 * What is asked for.
			 */
			command: unknown;
			/**
			 * An id of one's own: the same one twice acts once and gets the same answer.
			 */
			request?: string | null;
			/**
			 * As which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'submit';
	  }
	| {
			/**
			 * An id of one's own, as in `submit`.
			 */
			request?: string | null;
			/**
			 * As which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * Take back all that the seat did after this entry, as it counts them: a text of several orders.
			 */
			to?: number | null;
			type: 'take_back';
	  }
	| {
			/**
			 * What would be asked for.
			 */
			command: unknown;
			/**
			 * As which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'check';
	  }
	| {
			/**
			 * What would be asked for.
			 */
			command: unknown;
			/**
			 * For which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'outlook';
	  }
	| {
			/**
			 * For which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'help';
	  }
	| {
			/**
			 * Which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'legal';
	  }
	| {
			/**
			 * Which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * The words.
			 */
			text: string;
			type: 'read';
	  }
	| {
			/**
			 * Which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * The words.
			 */
			text: string;
			type: 'question';
	  }
	| {
			/**
			 * What the model said.
			 */
			answer: string;
			/**
			 * What was next when the words were said, as the question told it.
			 */
			input: number;
			/**
			 * Which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'answered';
	  }
	| {
			/**
			 * What was next when they were said; what is next now if left out.
			 */
			input?: number | null;
			/**
			 * Which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * The words.
			 */
			text: string;
			type: 'translate';
	  }
	| {
			/**
			 * What.
			 */
			memo: unknown;
			/**
			 * Which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'remember';
	  }
	| {
			/**
			 * The bot's name.
			 */
			bot: string;
			/**
			 * Which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'advise';
	  }
	| {
			/**
			 * Through which seat's eyes.
			 */
			seat?: Seat | null;
			/**
			 * After which entry; from the first one if left out.
			 */
			since?: number;
			/**
			 * Where.
			 */
			table: string;
			type: 'events';
			/**
			 * Up to which entry; to the last one if left out.
			 */
			until?: number | null;
	  }
	| {
			/**
			 * Through which seat's eyes.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'log';
	  }
	| {
			/**
			 * After which entry; the last one if left out.
			 */
			at?: number | null;
			/**
			 * Through which seat's eyes.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			type: 'draw';
	  }
	| {
			/**
			 * As which seat.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * What.
			 */
			text: string;
			type: 'chat';
	  }
	| {
			/**
			 * Whether to tell.
			 */
			on: boolean;
			type: 'lobby';
	  }
	| {
			type: 'ping';
	  };
/**
 * What a seat of a new room shall be.
 */
export type SeatWish =
	| {
			/**
			 * What the maker is called.
			 */
			name: string;
			type: 'me';
	  }
	| {
			type: 'open';
	  }
	| {
			/**
			 * Which one.
			 */
			bot: string;
			type: 'bot';
	  };
/**
 * What a server tells without being asked.
 */
export type Push =
	| (Hello & {
			type: 'hello';
	  })
	| (PushedUpdate & {
			type: 'update';
	  })
	| {
			room: RoomView;
			/**
			 * Which one.
			 */
			table: string;
			type: 'room';
	  }
	| {
			/**
			 * When it was said.
			 */
			at_ms: number;
			/**
			 * The name of who said it.
			 */
			from: string;
			/**
			 * By which seat; none is a spectator.
			 */
			seat?: Seat | null;
			/**
			 * Where.
			 */
			table: string;
			/**
			 * What was said.
			 */
			text: string;
			type: 'chat';
	  }
	| {
			/**
			 * The newest first.
			 */
			rooms: RoomView[];
			type: 'lobby';
	  }
	| {
			/**
			 * A stable code in snake case: one of the house's ([`Code`](crate::protocol::Code)), or one of the
			 * game's own.
			 */
			code: string;
			/**
			 * What the player needs to know to understand it.
			 */
			facts?: {
				[k: string]: unknown;
			};
			/**
			 * The id of the game's rule that refuses; none where the table itself does.
			 */
			rule?: string | null;
			/**
			 * What is wrong and what to do, for a person.
			 */
			sentence: string;
			/**
			 * Where.
			 */
			table: string;
			type: 'error';
	  };

/**
 * Who speaks here.
 */
export interface Hello {
	/**
	 * The clock of a server, in milliseconds since 1970.
	 */
	now_ms?: number | null;
	/**
	 * The version of the protocol: another number where a message has changed its meaning.
	 */
	protocol: number;
	/**
	 * The version of the program.
	 */
	version: string;
}
/**
 * A game in a list.
 */
export interface GameLine {
	/**
	 * The names of its bots.
	 */
	bots: string[];
	/**
	 * Its id.
	 */
	id: string;
	/**
	 * What it is, in a line.
	 */
	line: string;
	/**
	 * How long it takes, in minutes.
	 *
	 * @minItems 2
	 * @maxItems 2
	 */
	minutes: [number, number];
	/**
	 * Its name.
	 */
	name: string;
	/**
	 * The ids of its ready-made configurations.
	 */
	presets: string[];
	/**
	 * The number of its rules.
	 */
	rules: number;
	/**
	 * The fewest and the most players.
	 *
	 * @minItems 2
	 * @maxItems 2
	 */
	seats: [number, number];
}
/**
 * All about a game.
 */
export interface GamePage {
	/**
	 * The JSON Schema of its configuration.
	 */
	config_schema: unknown;
	game: GameLine;
	/**
	 * The levels of its bots, the weakest first; the same names in every game. Networks that were opened
	 * follow them.
	 */
	levels: LevelPage[];
	/**
	 * Whether networks play it, from files.
	 */
	networks?: boolean;
	/**
	 * The ready-made configurations.
	 */
	presets: PresetPage[];
	/**
	 * The rules reference, in Markdown.
	 */
	text: string;
}
/**
 * How well a bot plays.
 */
export interface LevelPage {
	/**
	 * Its name.
	 */
	name: string;
	/**
	 * What to expect of it.
	 */
	sentence: string;
}
/**
 * A ready-made configuration.
 */
export interface PresetPage {
	/**
	 * The configuration.
	 */
	config: unknown;
	/**
	 * Its id.
	 */
	id: string;
	/**
	 * What it is, in a line.
	 */
	line: string;
	/**
	 * Its name.
	 */
	name: string;
	/**
	 * What is known of how it plays.
	 */
	note: string;
}
/**
 * What who sets a game up should know of a configuration.
 */
export interface RemarkPage {
	/**
	 * What could be played in its place.
	 */
	offer?: OfferPage | null;
	/**
	 * A sentence, with the figures that it rests on.
	 */
	text: string;
}
/**
 * A configuration in place of another.
 */
export interface OfferPage {
	/**
	 * The configuration.
	 */
	config: unknown;
	/**
	 * What changes, and what comes of it, in a few words.
	 */
	name: string;
}
/**
 * A command was carried out, or taken back.
 */
export interface Accepted {
	/**
	 * The entry that is the last in effect since then, as the actor counts them.
	 */
	entry: number;
	/**
	 * How many changes the actor knew of then.
	 */
	line: number;
}
/**
 * Why something was refused: a stable code, a sentence, the rule, and the facts.
 */
export interface Refusal {
	/**
	 * A stable code in snake case: one of the house's ([`Code`](crate::protocol::Code)), or one of the
	 * game's own.
	 */
	code: string;
	/**
	 * What the player needs to know to understand it.
	 */
	facts?: {
		[k: string]: unknown;
	};
	/**
	 * The id of the game's rule that refuses; none where the table itself does.
	 */
	rule?: string | null;
	/**
	 * What is wrong and what to do, for a person.
	 */
	sentence: string;
}
/**
 * A form of words that a player may type.
 */
export interface Form {
	/**
	 * What they do.
	 */
	does: string;
	/**
	 * The words, such as "2 up 3".
	 */
	form: string;
}
/**
 * What a seat may do.
 */
export interface Legal {
	/**
	 * The commands with their words.
	 */
	commands: Choice[];
	listing: Listing;
}
/**
 * A command and its words.
 */
export interface Choice {
	/**
	 * What a screen asks about before it submits this.
	 */
	caution?: string | null;
	/**
	 * What to submit.
	 */
	command: unknown;
	/**
	 * What a player would type.
	 */
	text: string;
}
/**
 * All that a viewer's screen needs: the whole view, right after any reload, and what led to it.
 */
export interface Update {
	awaited: SeatSet;
	/**
	 * Whether the viewer may take its last command back, with what bots answered.
	 */
	can_take_back: boolean;
	/**
	 * What the clock owes the game.
	 */
	countdown?: Countdown | null;
	/**
	 * The last entry in effect that the viewer may know of. A viewer counts what it may know of, and
	 * nothing else.
	 */
	entry: number;
	/**
	 * What happened since, one for each entry.
	 */
	frames: Frame[];
	/**
	 * Why nobody may talk now, where the rules ask for silence: a server passes no chat on then.
	 */
	hush?: string | null;
	/**
	 * What the viewer's seat may do now; none for a spectator, and none for a moment of the past.
	 */
	legal?: Legal | null;
	/**
	 * In place of a list that is longer than an update carries, the hash of its commands: the same hash,
	 * the same list. `legal` asks for it.
	 */
	legal_hash?: Hash | null;
	/**
	 * How many changes the viewer may know of; it grows with each of them, taking back included.
	 */
	line: number;
	/**
	 * How it ended, if it did.
	 */
	outcome?: Outcome | null;
	/**
	 * Whose turn it is and what is wanted.
	 */
	prompt: string;
	/**
	 * What the seats are called in the game, such as "Pilot".
	 */
	roles: string[];
	/**
	 * Whether seats see, at this moment, what others must not: a screen that is passed round is
	 * covered between them.
	 */
	secrets: boolean;
	/**
	 * The text that opens the same deal again as an open seed, once the game is over and the luck
	 * is known.
	 */
	seed?: string | null;
	to_act: SeatSet;
	/**
	 * The view.
	 */
	view: unknown;
}
/**
 * What the clock owes a game.
 */
export interface Countdown {
	/**
	 * How long it takes, in milliseconds.
	 */
	after_ms: number;
	kind: TickKind;
	/**
	 * A new number starts anew, the same number goes on.
	 */
	number: number;
}
/**
 * What one entry was to one viewer: who acted and what could be seen of it.
 */
export interface Frame {
	actor: Actor;
	/**
	 * The entry, as the viewer counts: only what it may know of.
	 */
	entry: number;
	/**
	 * What happened, as far as the viewer may know.
	 */
	events: Told[];
	/**
	 * The turn or round in which it was asked for, by the game's own number, such as "Turn 3"; left out
	 * where the game counts nothing.
	 */
	moment?: string;
}
/**
 * An event and its sentence.
 */
export interface Told {
	/**
	 * Whether it tells just how the game ended, as the ending does: who shows that leaves this out.
	 */
	closes?: boolean;
	/**
	 * The event, as the viewer may see it.
	 */
	event: unknown;
	/**
	 * What happened, for a person.
	 */
	text: string;
}
/**
 * A turn or a round of a log.
 */
export interface Chapter {
	/**
	 * The game's own number of it, such as "Turn 3"; empty where the game counts nothing.
	 */
	moment: string;
	/**
	 * What happened, in order.
	 */
	sentences: string[];
}
/**
 * A part of a line.
 */
export interface Span {
	ink: Ink;
	/**
	 * Whether it stands out from its ground.
	 */
	marked?: boolean;
	/**
	 * The characters.
	 */
	text: string;
}
/**
 * What is best for a seat, and why.
 */
export interface Hint {
	/**
	 * All that was tried, the best first.
	 */
	choices: Hinted[];
	/**
	 * Which level says so.
	 */
	level: string;
	/**
	 * The best in numbers and words, with the next best beside it.
	 */
	sentence: string;
}
/**
 * One thing to do and what it promises.
 */
export interface Hinted {
	/**
	 * What to submit, in order; empty is to wait.
	 */
	commands: Choice[];
	/**
	 * How many tried games say so; 0 where it is known exactly, or not at all.
	 */
	lines: number;
	/**
	 * The chance to win, in thousandths; none where nothing was tried.
	 */
	permille?: number | null;
	/**
	 * In words.
	 */
	text: string;
}
/**
 * One entry, looked back at. All chances are in millionths.
 */
export interface LookBack {
	actor: Actor;
	/**
	 * The chance of every seat before it, with everything open.
	 */
	before: number[];
	/**
	 * What was found to be best, and what it promised more.
	 */
	better?: Better | null;
	/**
	 * Whether luck had a part in it.
	 */
	drew: boolean;
	/**
	 * Its number.
	 */
	entry: number;
	/**
	 * What the command was worth to every seat before its dice were drawn, with everything open.
	 */
	expected: number[];
	/**
	 * The chance of whoever acted, as that seat could know it when it had chosen; none for the clock and
	 * for choices that were none.
	 */
	known?: number | null;
	/**
	 * The chance of every seat after it, with everything open.
	 */
	open: number[];
	/**
	 * What was done, in words.
	 */
	text: string;
}
/**
 * A decision and the best one found.
 */
export interface Better {
	/**
	 * Its chance.
	 */
	chance: number;
	/**
	 * What to submit for it, in order; empty is to wait.
	 */
	commands: unknown[];
	/**
	 * What the best promised more; 0 where the best was done, or where the difference is no more than the luck of
	 * the lines (two standard errors of those that both were played on by).
	 */
	cost: number;
	/**
	 * What would come after it, command by command, as the house would play on; nothing where nothing was better.
	 */
	line?: string[];
	/**
	 * The best, in words.
	 */
	text: string;
}
/**
 * What is told to whoever follows a room from now on.
 */
export interface Followed {
	/**
	 * What was said before.
	 */
	chat: ChatLine[];
	room: RoomView;
	/**
	 * Which one.
	 */
	table: string;
	viewer: Viewer;
}
/**
 * A line of chat.
 */
export interface ChatLine {
	/**
	 * When it was said.
	 */
	at_ms: number;
	/**
	 * The name of who said it.
	 */
	from: string;
	/**
	 * By which seat; none is a spectator.
	 */
	seat?: Seat | null;
	/**
	 * What was said.
	 */
	text: string;
}
/**
 * A room as everybody may see it.
 */
export interface RoomView {
	/**
	 * When anything last happened here: a move, or a change of the room.
	 */
	active_ms: number;
	/**
	 * When the room itself last changed.
	 */
	changed_ms: number;
	/**
	 * Whether people may talk here.
	 */
	chat: boolean;
	/**
	 * How long a turn may take.
	 */
	clock?: TurnClock | null;
	/**
	 * The promise that stands for the secret seed; none before the start.
	 */
	commitment?: string | null;
	/**
	 * The configuration; left out in lists, and where a change of the room is told.
	 */
	config?: unknown;
	/**
	 * The last entry, as a spectator counts them.
	 */
	entry: number;
	/**
	 * The game's id.
	 */
	game: string;
	/**
	 * When it was made.
	 */
	made_ms: number;
	/**
	 * The game's name.
	 */
	name: string;
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	/**
	 * The ready-made configuration, where one was taken.
	 */
	preset?: string | null;
	/**
	 * Whether everybody may find it.
	 */
	public: boolean;
	/**
	 * The room of the rematch.
	 */
	rematch?: string | null;
	/**
	 * The number of the rules that it is played by; none before the start.
	 */
	rules?: number | null;
	/**
	 * The seats in order.
	 */
	seats: SeatView[];
	/**
	 * Whether everybody may read the journal once the game is over; otherwise those who sat here may.
	 */
	shared: boolean;
	/**
	 * How much later spectators see what happens, until the game is over.
	 */
	spectator_delay_ms: number;
	/**
	 * Whether it may be watched.
	 */
	spectators: boolean;
	state: RoomState;
	/**
	 * The room's name.
	 */
	table: string;
}
/**
 * How long a turn may take.
 */
export interface TurnClock {
	on_time_out: TimeOut;
	/**
	 * How long, in milliseconds.
	 */
	per_turn_ms: number;
}
/**
 * A seat as everybody may see it.
 */
export interface SeatView {
	/**
	 * Which bot plays it, where one does.
	 */
	bot?: string | null;
	/**
	 * Whom an open seat waits for, where not everybody may take it.
	 */
	kept_for?: string | null;
	/**
	 * What whoever holds it is called, a bot too; nothing where nobody does.
	 */
	name?: string | null;
	/**
	 * Whether the player is connected.
	 */
	online: boolean;
	/**
	 * What the seat is called in the game, such as "Pilot".
	 */
	role: string;
	seat: Seat;
	/**
	 * Who plays while the player is away: `idle` or a bot.
	 */
	stand_in?: string | null;
	type: SeatKind;
}
/**
 * A configuration that can be played.
 */
export interface CheckedConfig {
	/**
	 * With every default filled in.
	 */
	config: unknown;
	/**
	 * What who sets the game up should know of it, such as sides that are far from even.
	 */
	remarks?: RemarkPage[];
}
/**
 * A device that holds a seat, as its holder is told.
 */
export interface DeviceView {
	/**
	 * What it is called here.
	 */
	device: string;
	/**
	 * Since when it holds the seat.
	 */
	since_ms: number;
	/**
	 * Whether it is the one that asks.
	 */
	this: boolean;
}
/**
 * Somebody is not heard any more, or again, by seat or by name.
 */
export interface Hush {
	/**
	 * Their name.
	 */
	name?: string | null;
	/**
	 * Whether they are not heard.
	 */
	on: boolean;
	/**
	 * Whose seat.
	 */
	seat?: Seat | null;
}
/**
 * Somebody sits down.
 */
export interface Join {
	/**
	 * What they are called.
	 */
	name: string;
	/**
	 * What they add to the luck.
	 */
	salt?: string;
	/**
	 * Where; the first open seat if left out.
	 */
	seat?: Seat | null;
}
/**
 * Somebody is put out, by seat or by name.
 */
export interface Kick {
	/**
	 * Whether their address may not come back to this table.
	 */
	bar?: boolean;
	/**
	 * The name of a spectator.
	 */
	name?: string | null;
	/**
	 * Whose seat, in the lobby.
	 */
	seat?: Seat | null;
}
/**
 * A code that opens a seat to a second device.
 */
export interface LinkCode {
	/**
	 * Eight letters.
	 */
	code: string;
}
/**
 * A second device sits.
 */
export interface Linked {
	seat: Seat;
	/**
	 * The room's name.
	 */
	table: string;
	/**
	 * The secret that holds it there.
	 */
	token: string;
}
/**
 * A room was made.
 */
export interface Made {
	/**
	 * The secret of its host.
	 */
	host_token: string;
	/**
	 * The address that invites others.
	 */
	invite: string;
	room: RoomView;
	/**
	 * The maker's seats.
	 */
	seats: SeatToken[];
	/**
	 * The room's name.
	 */
	table: string;
}
/**
 * A seat and the secret that holds it.
 */
export interface SeatToken {
	seat: Seat;
	/**
	 * The secret.
	 */
	token: string;
}
/**
 * A room to be made.
 */
export interface MakeRoom {
	/**
	 * Whether people may talk here.
	 */
	chat?: boolean;
	/**
	 * How long a turn may take.
	 */
	clock?: TurnClock | null;
	/**
	 * A configuration of one's own; fields that are left out have the game's defaults.
	 */
	config?: unknown;
	/**
	 * The game's id.
	 */
	game: string;
	/**
	 * A ready-made configuration, the first one if left out.
	 */
	preset?: string | null;
	/**
	 * Whether everybody may find it.
	 */
	public?: boolean;
	/**
	 * What the maker adds to the luck.
	 */
	salt?: string;
	/**
	 * The seats in order; the first is the maker's if left out.
	 */
	seats?: SeatWish[] | null;
	/**
	 * A seed that everybody may know; a secret one is drawn if left out.
	 */
	seed?: string | null;
	/**
	 * How much later spectators see what happens.
	 */
	spectator_delay_ms?: number;
	/**
	 * Whether it may be watched.
	 */
	spectators?: boolean;
}
/**
 * Which language models are there for orders that were not understood.
 */
export interface ModelView {
	/**
	 * Whether the server asks one itself.
	 */
	here: boolean;
	/**
	 * Where pages of this server may ask one of the player's own.
	 */
	origins: string[];
}
/**
 * A room that a token opens.
 */
export interface MyRoom {
	/**
	 * When anything last happened here: a move, or a change of the room.
	 */
	active_ms: number;
	awaited: SeatSet;
	/**
	 * When the room itself last changed.
	 */
	changed_ms: number;
	/**
	 * Whether people may talk here.
	 */
	chat: boolean;
	/**
	 * How long a turn may take.
	 */
	clock?: TurnClock | null;
	/**
	 * The promise that stands for the secret seed; none before the start.
	 */
	commitment?: string | null;
	/**
	 * The configuration; left out in lists, and where a change of the room is told.
	 */
	config?: unknown;
	/**
	 * The last entry, as a spectator counts them.
	 */
	entry: number;
	/**
	 * The game's id.
	 */
	game: string;
	/**
	 * When it was made.
	 */
	made_ms: number;
	/**
	 * The seats that the tokens hold there.
	 */
	my_seats: Seat[];
	/**
	 * The game's name.
	 */
	name: string;
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	/**
	 * The ready-made configuration, where one was taken.
	 */
	preset?: string | null;
	/**
	 * Whose turn it is and what is wanted, as the first of my seats is told; nothing before the start.
	 */
	prompt: string;
	/**
	 * Whether everybody may find it.
	 */
	public: boolean;
	/**
	 * The room of the rematch.
	 */
	rematch?: string | null;
	/**
	 * The number of the rules that it is played by; none before the start.
	 */
	rules?: number | null;
	/**
	 * The seats in order.
	 */
	seats: SeatView[];
	/**
	 * Whether everybody may read the journal once the game is over; otherwise those who sat here may.
	 */
	shared: boolean;
	/**
	 * How much later spectators see what happens, until the game is over.
	 */
	spectator_delay_ms: number;
	/**
	 * Whether it may be watched.
	 */
	spectators: boolean;
	state: RoomState;
	/**
	 * The room's name.
	 */
	table: string;
	to_act: SeatSet;
}
/**
 * Whether the other devices of the network reach the server.
 */
export interface NetworkView {
	/**
	 * The address that other devices open; none where they reach nothing.
	 */
	link?: string | null;
	/**
	 * Whether whoever asks may switch it: they sit at the server's own machine.
	 */
	may_switch: boolean;
}
/**
 * A configuration, to be checked.
 */
export interface OneConfig {
	/**
	 * The configuration.
	 */
	config: unknown;
}
/**
 * One device.
 */
export interface OneDevice {
	/**
	 * What it is called.
	 */
	device: string;
}
/**
 * One seat.
 */
export interface OneSeat {
	seat: Seat;
}
/**
 * An update as a server tells it.
 */
export interface PushedUpdate {
	awaited: SeatSet;
	/**
	 * Whether the viewer may take its last command back, with what bots answered.
	 */
	can_take_back: boolean;
	/**
	 * What the clock owes the game.
	 */
	countdown?: Countdown | null;
	/**
	 * When the clock ticks or the turn's time runs out, by the server's clock.
	 */
	deadline_ms?: number | null;
	/**
	 * The last entry in effect that the viewer may know of. A viewer counts what it may know of, and
	 * nothing else.
	 */
	entry: number;
	/**
	 * What happened since, one for each entry.
	 */
	frames: Frame[];
	/**
	 * Why nobody may talk now, where the rules ask for silence: a server passes no chat on then.
	 */
	hush?: string | null;
	/**
	 * What the viewer's seat may do now; none for a spectator, and none for a moment of the past.
	 */
	legal?: Legal | null;
	/**
	 * In place of a list that is longer than an update carries, the hash of its commands: the same hash,
	 * the same list. `legal` asks for it.
	 */
	legal_hash?: Hash | null;
	/**
	 * How many changes the viewer may know of; it grows with each of them, taking back included.
	 */
	line: number;
	/**
	 * The server's clock, in milliseconds since 1970.
	 */
	now_ms: number;
	/**
	 * How it ended, if it did.
	 */
	outcome?: Outcome | null;
	/**
	 * Whose turn it is and what is wanted.
	 */
	prompt: string;
	/**
	 * What the seats are called in the game, such as "Pilot".
	 */
	roles: string[];
	/**
	 * Whether seats see, at this moment, what others must not: a screen that is passed round is
	 * covered between them.
	 */
	secrets: boolean;
	/**
	 * The text that opens the same deal again as an open seed, once the game is over and the luck
	 * is known.
	 */
	seed?: string | null;
	/**
	 * Where.
	 */
	table: string;
	to_act: SeatSet;
	/**
	 * The view.
	 */
	view: unknown;
	viewer: Viewer;
}
/**
 * Somebody who is away is replaced.
 */
export interface Replace {
	/**
	 * By `idle` or a bot.
	 */
	by: string;
	seat: Seat;
}
/**
 * Somebody is told of to whoever runs the server, by seat or by name.
 */
export interface Report {
	/**
	 * Their name.
	 */
	name?: string | null;
	/**
	 * Whose seat.
	 */
	seat?: Seat | null;
	/**
	 * What is wrong.
	 */
	text: string;
}
/**
 * A report is kept.
 */
export interface Reported {
	/**
	 * How many lines of chat it keeps.
	 */
	lines: number;
}
/**
 * Somebody sits.
 */
export interface Seated {
	/**
	 * The secret of the host, only for whoever made the room.
	 */
	host_token?: string | null;
	room: RoomView;
	seat: Seat;
	/**
	 * The room's name.
	 */
	table: string;
	/**
	 * The secret that holds it.
	 */
	token: string;
}
/**
 * Start now.
 */
export interface StartNow {
	/**
	 * The bot that takes the seats that are still open.
	 */
	bot?: string | null;
}
/**
 * Something is switched on or off.
 */
export interface Switch {
	/**
	 * Whether it is on.
	 */
	on: boolean;
}
/**
 * The network is let in, or shut out.
 */
export interface SwitchNetwork {
	/**
	 * Whether it is let in.
	 */
	open: boolean;
}
/**
 * A seat is handed to a bot.
 */
export interface ToBot {
	/**
	 * Which bot.
	 */
	bot: string;
	seat: Seat;
}
/**
 * The secrets that a device holds.
 */
export interface Tokens {
	/**
	 * In any order.
	 */
	tokens: string[];
}
