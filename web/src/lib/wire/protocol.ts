// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What is answered.
 */
export type Answer =
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
	| (Hint & {
			type: 'hint';
	  })
	| {
			/**
			 * The last entry that there is to look at.
			 */
			entries: number;
			moment: Moment;
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
 * What is asked of a table, or of the program that holds the tables.
 */
export type Ask =
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
			 * Take back all that was done after this entry, by whomever: a text of several orders, and
			 * what bots answered. Whoever talks to the desk is the host and may; dice that fell and
			 * what was shown stay.
			 */
			to?: number | null;
			type: 'take_back';
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
			type: 'follow';
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
 * Who looks.
 */
export type Viewer =
	| {
			seat: Seat;
	  }
	| 'spectator';

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
	 * The levels of its bots, the weakest first; the same names in every game.
	 */
	levels: LevelPage[];
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
	 * A stable code in snake case.
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
	 * Whether the viewer may take its last command back.
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
}
/**
 * An event and its sentence.
 */
export interface Told {
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
export interface Moment {
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
	 * What the best promised more; 0 where the best was done.
	 */
	cost: number;
	/**
	 * The best, in words.
	 */
	text: string;
}
