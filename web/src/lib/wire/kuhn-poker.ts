// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What a seat asks for.
 */
export type Command =
	| {
			type: 'deal';
	  }
	| {
			type: 'check';
	  }
	| {
			type: 'bet';
	  }
	| {
			type: 'call';
	  }
	| {
			type: 'fold';
	  };
/**
 * What happened.
 */
export type Event =
	| {
			/**
			 * Which one; shown to the seat itself only.
			 */
			card?: Card | null;
			seat: Seat;
			type: 'dealt';
	  }
	| {
			said: Command;
			seat: Seat;
			type: 'said';
	  }
	| {
			/**
			 * The cards by seat.
			 */
			cards: Card[];
			type: 'shown';
	  }
	| {
			scores: Scores;
			type: 'ended';
	  };
/**
 * A card; the later the higher.
 */
export type Card = 'jack' | 'queen' | 'king';
/**
 * A place at the table. Invariant: its index is below [`MAX_SEATS`].
 *
 * On the wire it is its index, counted from 0.
 */
export type Seat = number;
/**
 * A score for every seat. Invariant: at most [`MAX_SEATS`] of them.
 */
export type Scores = number[];
/**
 * Why a command was refused.
 */
export type Rejection =
	| {
			code: 'hand_over';
	  }
	| {
			code: 'not_your_turn';
			turn: Seat;
	  }
	| {
			code: 'not_now';
			/**
			 * Whether the cards are dealt.
			 */
			dealt: boolean;
	  }
	| {
			/**
			 * Whether there is a bet to answer.
			 */
			bet: boolean;
			code: 'wrong_answer';
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
 * How far the hand has come. It tells all that was said.
 */
export type Stage =
	| {
			type: 'ready';
	  }
	| {
			type: 'dealt';
	  }
	| {
			type: 'checked';
	  }
	| {
			by: Seat;
			type: 'bet';
	  }
	| {
			/**
			 * The chips that each seat put in.
			 */
			stake: number;
			type: 'showdown';
	  }
	| {
			by: Seat;
			type: 'folded';
	  };

/**
 * There is nothing to choose.
 */
export interface Config {}
/**
 * What a viewer may know.
 */
export interface View {
	/**
	 * The card of each seat, where the viewer may see it.
	 */
	cards: (Card | null)[];
	/**
	 * The chips that each seat put in.
	 */
	chips: number[];
	/**
	 * What the seat may say.
	 */
	choices: Command[];
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	stage: Stage;
	/**
	 * Whose turn it is; none once it is over.
	 */
	turn?: Seat | null;
}
