// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What an actor asks for. The side comes from the seat, never from the message.
 */
export type Command =
	| {
			direction?: Direction;
			distance?: Distance;
			/**
			 * What `next_input` was when it was said, where that was before now (R8).
			 */
			input?: number | null;
			origin?: Origin;
			piece?: PieceNumber;
			/**
			 * In which round; none is the open one, as is any round that is over.
			 */
			target_round?: Round | null;
			type: 'move';
	  }
	| {
			/**
			 * What `next_input` was when it was said, where that was before now (R8).
			 */
			input?: number | null;
			origin?: Origin;
			piece?: PieceNumber;
			/**
			 * In which round; none is the open one.
			 */
			target_round?: Round | null;
			to: Target;
			type: 'move_to';
	  }
	| {
			/**
			 * What `next_input` was when it was said, where that was before now (R8).
			 */
			input?: number | null;
			origin?: Origin;
			piece?: PieceNumber;
			/**
			 * In which round; none is the open one.
			 */
			target_round?: Round | null;
			type: 'hold';
	  }
	| {
			/**
			 * What `next_input` was when it was said, where that was before now (R8).
			 */
			input?: number | null;
			piece?: PieceNumberOrAll;
			round?: RoundOrAll;
			type: 'cancel';
	  }
	| {
			type: 'ready';
	  }
	| {
			type: 'offer_draw';
	  }
	| {
			type: 'withdraw_draw';
	  }
	| {
			type: 'resign';
	  }
	| {
			type: 'tick';
	  }
	| {
			seats: SeatSet;
			type: 'forfeit';
	  };
/**
 * A way to move, as seen on the fixed screen. The diagonals are for a variant only.
 */
export type Direction =
	'up' | 'down' | 'left' | 'right' | 'up_left' | 'up_right' | 'down_left' | 'down_right';
export type Distance = number;
/**
 * Who had the idea of an order. Explicit orders outrank the assistant's (R8).
 */
export type Origin = 'assistant' | 'explicit';
export type PieceNumber = number;
export type Round = number;
export type PieceNumberOrAll = 'all' | PieceNumber;
export type RoundOrAll = 'all' | Round;
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
 * On or off.
 */
export type Switch = 'on' | 'off';
/**
 * Where enemies meet.
 */
export type Contact = 'destination' | 'path';
/**
 * What happens when both teams score in one round.
 */
export type DoubleScore = 'draw' | 'play_on';
/**
 * What an obstacle does to a move.
 */
export type Block = 'stop_short' | 'void';
/**
 * What happens when friends end on one square.
 */
export type Friendly = 'reset' | 'pass';
/**
 * Where keys appear.
 */
export type KeyMode = 'fixed' | 'random_enemy_land' | 'shared_neutral' | 'none';
/**
 * When a rescuer goes to its start square.
 */
export type RescuerHome = 'next_round' | 'same_round';
/**
 * Which directions there are.
 */
export type Directions = 'cardinal' | 'all';
/**
 * The longest move: "any" or a number of squares.
 */
export type Limit = 'any' | number;
/**
 * What ends a round.
 */
export type TickMode = 'timer' | 'timer_or_ready' | 'manual';
/**
 * What happened. The events of a round come in the order of its steps (FW-24).
 */
export type Event =
	| {
			from: Square;
			piece: Piece;
			to: Square;
			type: 'moved';
	  }
	| {
			/**
			 * Squares that were left.
			 */
			moved: number;
			/**
			 * Squares that were ordered, within the limit.
			 */
			ordered: number;
			piece: Piece;
			type: 'cut_short_edge';
	  }
	| {
			/**
			 * Squares that were left.
			 */
			moved: number;
			/**
			 * Squares that were ordered, within the limit.
			 */
			ordered: number;
			piece: Piece;
			type: 'cut_short_zone';
	  }
	| {
			piece: Piece;
			type: 'skipped_jailed';
	  }
	| {
			/**
			 * Those that tagged it.
			 */
			by: Piece[];
			piece: Piece;
			square: Square;
			type: 'tagged';
	  }
	| {
			/**
			 * Which.
			 */
			pieces: Piece[];
			square: Square;
			type: 'traded';
	  }
	| {
			/**
			 * Which.
			 */
			pieces: Piece[];
			square: Square;
			type: 'friendly_reset';
	  }
	| {
			carrier: Piece;
			flag: Team;
			type: 'flag_returned';
	  }
	| {
			carrier: Piece;
			flag: Team;
			type: 'flag_taken';
	  }
	| {
			piece: Piece;
			square: Square;
			type: 'scored';
	  }
	| {
			piece: Piece;
			square: Square;
			type: 'scorer_home';
	  }
	| {
			square: Square;
			team: Team;
			type: 'key_appeared';
	  }
	| {
			/**
			 * The rescuers; one, unless friends may share a square.
			 */
			by: Piece[];
			/**
			 * The freed, now on their start squares.
			 */
			freed: Piece[];
			type: 'rescued';
	  }
	| {
			team: Team;
			type: 'key_gone';
	  }
	| {
			piece: Piece;
			square: Square;
			type: 'rescuer_home';
	  }
	| {
			team: Team;
			type: 'zone_opened';
	  }
	| {
			team: Team;
			type: 'zone_closed';
	  }
	| {
			piece: Piece;
			square: Square;
			type: 'zone_reset';
	  }
	| {
			end_reason: EndReason;
			type: 'game_over';
			/**
			 * How.
			 */
			winner?: Team | null;
	  }
	| {
			order: Order;
			origin: Origin;
			piece: Piece;
			/**
			 * For which round.
			 */
			round: number;
			type: 'queued';
	  }
	| {
			order: Order;
			origin: Origin;
			piece: Piece;
			/**
			 * For which round.
			 */
			round: number;
			type: 'superseded';
	  }
	| {
			/**
			 * How many orders went.
			 */
			orders: number;
			/**
			 * Which piece; none is all.
			 */
			piece?: number | null;
			/**
			 * Which round; none is all.
			 */
			round?: number | null;
			team: Team;
			type: 'cancelled';
	  }
	| {
			/**
			 * How many.
			 */
			orders: number;
			piece: Piece;
			type: 'plan_kept';
	  }
	| {
			/**
			 * How many.
			 */
			orders: number;
			piece: Piece;
			type: 'plan_dropped';
	  }
	| {
			team: Team;
			type: 'ready';
	  }
	| {
			team: Team;
			type: 'draw_offered';
	  }
	| {
			team: Team;
			type: 'draw_withdrawn';
	  };
/**
 * A side. Blue has the first seat and the bottom of the board, Red the second and the top.
 */
export type Team = 'blue' | 'red';
/**
 * Why a game ended.
 */
export type EndReason =
	| 'capture'
	| 'double_capture'
	| 'elimination'
	| 'double_elimination'
	| 'resign'
	| 'forfeit'
	| 'agreed_draw'
	| 'round_limit'
	| 'repetition';
/**
 * What a piece is told to do in a round.
 */
export type Order =
	| {
			move: {
				direction: Direction;
				/**
				 * How many squares.
				 */
				distance: number;
			};
	  }
	| 'hold';
/**
 * Why a command is refused. With several reasons the first in this order counts.
 */
export type Rejection =
	| {
			code: 'too_large';
			/**
			 * What is allowed.
			 */
			most: number;
			/**
			 * Its size.
			 */
			size: number;
	  }
	| {
			code: 'rate_limited';
			/**
			 * What is allowed.
			 */
			most: number;
	  }
	| {
			code: 'not_a_player';
	  }
	| {
			code: 'not_playing';
	  }
	| {
			code: 'malformed';
			/**
			 * What does not fit.
			 */
			reason: string;
	  }
	| {
			code: 'no_such_piece';
			/**
			 * How many there are.
			 */
			pieces: number;
	  }
	| {
			code: 'bad_direction';
			/**
			 * The words.
			 */
			words: string[];
	  }
	| {
			code: 'bad_distance';
	  }
	| {
			code: 'not_straight';
	  }
	| {
			code: 'too_far_ahead';
			/**
			 * The last round that takes orders.
			 */
			last: number;
			/**
			 * The round asked for.
			 */
			round: number;
	  }
	| {
			code: 'no_readying';
	  }
	| {
			code: 'already_ready';
	  }
	| {
			code: 'already_offered';
	  }
	| {
			code: 'not_offered';
	  }
	| {
			code: 'not_for_seats';
	  }
	| {
			code: 'nobody_away';
	  };
/**
 * What ends a way.
 */
export type Stop = 'edge' | 'own_zone' | 'limit';
/**
 * What looks unwise.
 */
export type Warning =
	| {
			/**
			 * Their numbers.
			 */
			pieces: number[];
			square: Square;
			type: 'friends_meet';
	  }
	| {
			/**
			 * Its number.
			 */
			piece: number;
			square: Square;
			type: 'enemy_holds';
	  }
	| {
			/**
			 * Who.
			 */
			by: Piece[];
			type: 'flag_in_reach';
	  }
	| {
			/**
			 * Who.
			 */
			by: Piece[];
			type: 'key_in_reach';
	  };
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
 * 128 bits that stand for a value. On the wire it is 32 hexadecimal digits.
 */
export type Hash = string;
/**
 * Whether the game runs. A table with a free seat is its host's business.
 */
export type Status = 'playing' | 'finished';

/**
 * A square that somebody points at; it may lie off the board.
 */
export interface Target {
	/**
	 * The column.
	 */
	x: number;
	/**
	 * The row.
	 */
	y: number;
}
/**
 * The rule set of a game.
 */
export interface Config {
	clear_plan_on_displacement?: Switch;
	contact?: Contact;
	double_score?: DoubleScore;
	edge?: Block;
	elimination?: Switch;
	friendly?: Friendly;
	/**
	 * Time away.
	 *
	 * How long a player may be away before the game is lost, in seconds.
	 */
	grace_s?: number;
	/**
	 * Rows of the board. What is left beside the neutral rows must split evenly.
	 */
	height?: number;
	keys?: Keys;
	movement?: Movement;
	/**
	 * Rows in the middle that belong to nobody. Each land keeps at least three rows.
	 */
	neutral_rows?: number;
	/**
	 * Pieces of each team. An even number leaves the flag's column free.
	 */
	pieces?: number;
	/**
	 * Rounds planned ahead.
	 *
	 * How many rounds ahead orders may be given.
	 */
	plan_ahead?: number;
	/**
	 * A position that comes so often without a tag, a flag or a rescue in between is a draw; none
	 * means that it may come for ever.
	 */
	repetition?: number | null;
	/**
	 * After this many rounds the game is a draw; none means no limit.
	 */
	round_limit?: number | null;
	tick_mode?: TickMode;
	/**
	 * Length of a round.
	 *
	 * In milliseconds, where the clock ends it: 3000 are three seconds.
	 */
	tick_ms?: number;
	/**
	 * Columns of the board. An odd number, so that the flags have a middle column.
	 */
	width?: number;
	/**
	 * The no-guard zone around each flag.
	 */
	zone?: Zone | null;
	zone_block?: Block;
	/**
	 * Short for a zone of half width N and depth N + 1. Not together with `zone`.
	 */
	zone_radius?: number | null;
}
/**
 * Where rescue keys lie and what becomes of the rescuer.
 */
export interface Keys {
	/**
	 * Blue's key square, in Red land. Only with fixed keys; the half-turn image of Red's.
	 */
	blue?: Square | null;
	mode?: KeyMode;
	/**
	 * Red's key square, in Blue land. Only with fixed keys; the half-turn image of Blue's.
	 */
	red?: Square | null;
	rescuer_home?: RescuerHome;
}
/**
 * A square: `x` grows to the right, `y` grows downwards, both from 0. Listed by row, then column.
 */
export interface Square {
	/**
	 * The column.
	 */
	x: number;
	/**
	 * The row.
	 */
	y: number;
}
/**
 * How pieces move.
 */
export interface Movement {
	directions?: Directions;
	max_distance?: Limit;
	max_distance_carrying?: Limit;
}
/**
 * The size of the no-guard zones.
 */
export interface Zone {
	/**
	 * Rows, counted from the back row; 0 is no zone.
	 */
	depth?: number;
	/**
	 * Columns to each side of the flag's column.
	 */
	half_width?: number;
}
/**
 * A piece of a team. Its id counts from 1, from left to right at the start.
 */
export interface Piece {
	/**
	 * Its number.
	 */
	id: number;
	team: Team;
}
/**
 * What a viewer may know.
 */
export interface View {
	/**
	 * What only this team sees; none for a spectator.
	 */
	own?: Own | null;
	shared: Shared;
}
/**
 * What only one team sees.
 */
export interface Own {
	/**
	 * The last round that takes orders.
	 */
	last_plannable_round: number;
	/**
	 * The number that an input said now counts by, also where it arrives later (R8).
	 */
	next_input: number;
	/**
	 * How many more orders the team may give in this round.
	 */
	orders_left: number;
	/**
	 * Its pieces: what they can do, and where their orders lead.
	 */
	pieces: OwnPiece[];
	/**
	 * Its orders, the earliest first.
	 */
	plan: PlanEntry[];
	sealed: Plan;
	team: Team;
	/**
	 * What looks unwise about the open round.
	 */
	warnings: Warning[];
}
/**
 * An own piece.
 */
export interface OwnPiece {
	/**
	 * Where it stands after all its orders, if nothing happens to it.
	 */
	after_plan?: Square | null;
	/**
	 * The first round without an order after all its orders.
	 */
	free_round: number;
	/**
	 * Where its moves of the open round begin; none in jail.
	 */
	from?: Square | null;
	/**
	 * Its number.
	 */
	id: number;
	/**
	 * How far it can go in the open round, in each direction.
	 */
	legs: Leg[];
	/**
	 * How far it can go from there, as zones are now.
	 */
	legs_after_plan: Leg[];
}
/**
 * How far a piece can go in a direction.
 */
export interface Leg {
	direction: Direction;
	/**
	 * The most squares.
	 */
	squares: number;
	stop: Stop;
}
/**
 * One order of a plan.
 */
export interface PlanEntry {
	/**
	 * Where the piece stands before it, if nothing happens to it; none in jail.
	 */
	from?: Square | null;
	order: Order;
	origin: Origin;
	/**
	 * The number of the piece.
	 */
	piece: number;
	/**
	 * For which round.
	 */
	round: number;
	/**
	 * Where it stands after it, if nothing happens to it; none in jail.
	 */
	to?: Square | null;
}
/**
 * The sealed orders of one team.
 */
export interface Plan {
	/**
	 * For each piece, the stamp of the last input that emptied all its rounds.
	 */
	cleared: number[];
	/**
	 * The number of the last input.
	 */
	inputs: number;
	/**
	 * Sorted by round and piece, the latest first, so that the open round's slots are at the end.
	 */
	slots: Slot[];
	/**
	 * How many orders came in the open round.
	 */
	taken: number;
}
/**
 * One slot of a plan.
 */
export interface Slot {
	/**
	 * What it is told; none where the slot was emptied by a cancel, which older inputs still meet.
	 */
	order?: Order | null;
	origin: Origin;
	/**
	 * The number of the piece.
	 */
	piece: number;
	/**
	 * For which round.
	 */
	round: number;
	/**
	 * When it was said, as a number that sorts (R8).
	 */
	stamp: number;
}
/**
 * What everybody sees.
 */
export interface Shared {
	/**
	 * What is changed against that preset.
	 */
	changes: Change[];
	/**
	 * The preset that a custom rule set is closest to; the preset itself otherwise.
	 */
	closest_preset: string;
	config: Config;
	/**
	 * Why it ended.
	 */
	end_reason?: EndReason | null;
	/**
	 * The round before the open one.
	 */
	last_round?: LastRound | null;
	now: Snapshot;
	/**
	 * How it ended, for all games alike.
	 */
	outcome?: Outcome | null;
	/**
	 * How often the present position has come; none where the rules do not count.
	 */
	repetition?: Repetition | null;
	/**
	 * The round that is open for orders.
	 */
	round: number;
	/**
	 * The rule set: the id of a preset, or `custom`. How rounds are timed makes no other rule set.
	 */
	ruleset: string;
	/**
	 * The board, Blue first.
	 */
	sides: Side[];
	state_hash: Hash;
	status: Status;
	/**
	 * Length of a round in milliseconds; 0 where rounds wait for both teams.
	 */
	tick_ms: number;
	/**
	 * Who won; none while it runs, or where it is a draw.
	 */
	winner?: Team | null;
}
/**
 * One change of a custom rule set.
 */
export interface Change {
	/**
	 * The path of the field.
	 */
	field: string;
	/**
	 * Its value in the preset, as JSON text.
	 */
	preset: string;
	/**
	 * Its value here, as JSON text.
	 */
	value: string;
}
/**
 * A round that was resolved.
 */
export interface LastRound {
	before: Snapshot;
	/**
	 * What happened, in order.
	 */
	events: Event[];
	/**
	 * What the dice gave for keys, counted from 0 over the squares row by row.
	 */
	key_draws: number[];
	/**
	 * Its number.
	 */
	number: number;
	/**
	 * The moves that both sides had ordered.
	 */
	orders: Ordered[];
}
/**
 * Where everything is.
 */
export interface Snapshot {
	/**
	 * Both flags, Blue's first.
	 */
	flags: FlagView[];
	/**
	 * The numbers of the pieces in jail, Blue's first.
	 */
	jails: number[][];
	/**
	 * Both keys, Blue's first.
	 */
	keys: KeyView[];
	/**
	 * All pieces, Blue's first, by id.
	 */
	pieces: PieceView[];
	/**
	 * Both zones, Blue's first.
	 */
	zones: ZoneView[];
}
/**
 * A flag.
 */
export interface FlagView {
	/**
	 * Who carries it.
	 */
	carrier?: Piece | null;
	/**
	 * Whether it is on its home square.
	 */
	home: boolean;
	square: Square;
	team: Team;
}
/**
 * A key.
 */
export interface KeyView {
	/**
	 * Whether it is there.
	 */
	present: boolean;
	/**
	 * Where it is.
	 */
	square?: Square | null;
	team: Team;
}
/**
 * A piece.
 */
export interface PieceView {
	/**
	 * Whether it carries the enemy's flag.
	 */
	carrying: boolean;
	/**
	 * Its number.
	 */
	id: number;
	/**
	 * Whether it is in jail.
	 */
	jailed: boolean;
	/**
	 * Whether it has rescued and goes to its start square when the round begins.
	 */
	returns_home: boolean;
	/**
	 * Where it stands; none in jail.
	 */
	square?: Square | null;
	team: Team;
}
/**
 * A no-guard zone.
 */
export interface ZoneView {
	/**
	 * Whether its owner may not enter.
	 */
	active: boolean;
	/**
	 * Its squares; none where the rules have no zone.
	 */
	squares?: Rect | null;
	team: Team;
}
/**
 * A rectangle of squares, borders included.
 */
export interface Rect {
	/**
	 * The last row.
	 */
	bottom: number;
	/**
	 * The first column.
	 */
	left: number;
	/**
	 * The last column.
	 */
	right: number;
	/**
	 * The first row.
	 */
	top: number;
}
/**
 * A move that was ordered.
 */
export interface Ordered {
	direction: Direction;
	/**
	 * How many squares.
	 */
	distance: number;
	piece: Piece;
}
/**
 * The same position again (FW-59).
 */
export interface Repetition {
	/**
	 * How often it comes before it is a draw.
	 */
	most: number;
	/**
	 * The positions since something happened, by their numbers; the last is the present one.
	 */
	seen: number[];
	/**
	 * How often the present position has come.
	 */
	times: number;
}
/**
 * What is fixed for a team, and what it has shown or said.
 */
export interface Side {
	flag_home: Square;
	/**
	 * Where its key appears, where that is fixed.
	 */
	key_square?: Square | null;
	land: Rect;
	/**
	 * Whether it offers a draw.
	 */
	offers_draw: boolean;
	/**
	 * Whether it is ready for the round to end.
	 */
	ready: boolean;
	seat: Seat;
	/**
	 * Start squares of its pieces, by id.
	 */
	starts: Square[];
	tally: Tally;
	team: Team;
	/**
	 * Its no-guard zone, if there is one.
	 */
	zone?: Rect | null;
}
/**
 * What a team did so far.
 */
export interface Tally {
	/**
	 * Times it took the enemy's flag.
	 */
	flags: number;
	/**
	 * Pieces freed from jail.
	 */
	freed: number;
	/**
	 * Enemy pieces put in jail.
	 */
	tags: number;
}
