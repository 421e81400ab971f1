// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What a seat asks for.
 */
export type Command = {
	square: Square;
	type: 'mark';
};
/**
 * A square, in reading order. Invariant: 1 to 9.
 */
export type Square = number;
/**
 * What happened.
 */
export type Event =
	| {
			seat: Seat;
			square: Square;
			type: 'marked';
	  }
	| {
			type: 'ended';
			/**
			 * The seat that has a line; none is a draw.
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
			code: 'square_taken';
			square: Square;
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
 * There is nothing to choose.
 */
export interface Config {}
/**
 * All there is to see; nothing is hidden.
 */
export interface View {
	/**
	 * The squares of the winning line.
	 */
	line: Square[];
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	/**
	 * The squares in reading order, with the seat that marked each.
	 */
	squares: (Seat | null)[];
	/**
	 * Whose turn it is; none once it is over.
	 */
	turn?: Seat | null;
}
