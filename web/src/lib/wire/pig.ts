// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What a seat asks for.
 */
export type Command =
	| {
			type: 'roll';
	  }
	| {
			type: 'hold';
	  };
/**
 * What happened.
 */
export type Event =
	| {
			/**
			 * The pips.
			 */
			pips: number;
			/**
			 * The points of the turn with them.
			 */
			points: number;
			seat: Seat;
			type: 'rolled';
	  }
	| {
			/**
			 * The points of the turn that are gone.
			 */
			points: number;
			seat: Seat;
			type: 'lost';
	  }
	| {
			/**
			 * The points of the turn.
			 */
			points: number;
			seat: Seat;
			/**
			 * All its points with them.
			 */
			total: number;
			type: 'kept';
	  }
	| {
			type: 'ended';
			/**
			 * Who won; none is a draw.
			 */
			winner?: Seat | null;
	  };
/**
 * A place at the table. Invariant: its index is below [`MAX_SEATS`].
 *
 * On the wire it is its index, counted from 0.
 */
export type Seat = number;
/**
 * Why a command was refused.
 */
export type Rejection =
	| {
			code: 'game_over';
	  }
	| {
			code: 'not_your_turn';
			turn: Seat;
	  }
	| {
			code: 'nothing_to_hold';
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
 * A probability as a fraction in lowest terms. On the wire it is `[parts, whole]`.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Chance = [number, number];

/**
 * What is fixed before the first roll.
 */
export interface Config {
	/**
	 * The most rounds.
	 */
	rounds?: number;
	/**
	 * How many seats play.
	 */
	seats?: number;
	/**
	 * The points that win.
	 */
	target?: number;
}
/**
 * All there is to see; nothing is hidden.
 */
export interface View {
	config: Config;
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	/**
	 * The points of the turn, not yet safe.
	 */
	points: number;
	risk: Chance;
	/**
	 * The round, counted from 1.
	 */
	round: number;
	/**
	 * The safe points of every seat.
	 */
	totals: number[];
	/**
	 * Whose turn it is; none once it is over.
	 */
	turn?: Seat | null;
}
