// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What a seat asks for.
 */
export type Command = {
	column: Column;
	type: 'drop';
};
/**
 * A column, from the left. Invariant: 1 to 7.
 */
export type Column = number;
/**
 * What happened.
 */
export type Event =
	| {
			place: Place;
			seat: Seat;
			type: 'dropped';
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
			code: 'column_full';
			column: Column;
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
 * A place for a disc.
 */
export interface Place {
	column: Column;
	/**
	 * Its row, counted from 1 at the bottom.
	 */
	row: number;
}
/**
 * All there is to see; nothing is hidden.
 */
export interface View {
	/**
	 * The columns from the left, each from the bottom up, with the seat whose disc lies there.
	 */
	columns: (Seat | null)[][];
	/**
	 * Where the next disc would come to lie: a place for each column that takes one.
	 */
	landing: Place[];
	/**
	 * The places of the winning lines.
	 */
	line: Place[];
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	/**
	 * Whose turn it is; none once it is over.
	 */
	turn?: Seat | null;
}
