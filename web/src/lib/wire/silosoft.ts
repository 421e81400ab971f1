// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What a seat asks for.
 */
export type Command =
	| {
			type: 'draw';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			to: Seat;
			type: 'reorg';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			type: 'pto';
	  }
	| {
			/**
			 * What the partner receives.
			 *
			 * Items: The name of a staff card, such as R007.
			 */
			give?: string[];
			/**
			 * What the partner is asked for; where it is empty the offer is a gift.
			 *
			 * Items: The name of a staff card, such as R007.
			 */
			take?: string[];
			to: Seat;
			type: 'offer';
	  }
	| {
			type: 'accept';
	  }
	| {
			type: 'decline';
	  }
	| {
			type: 'withdraw';
	  }
	| {
			/**
			 * The bundle; all of it is spent.
			 *
			 * Items: The name of a staff card, such as R007.
			 */
			cards: string[];
			/**
			 * The role that each contractor of the bundle stands in for (FR-009).
			 */
			declare?: {
				[k: string]: Role;
			};
			type: 'complete';
	  }
	| {
			type: 'pass';
	  }
	| {
			/**
			 * Which one.
			 */
			feature: string;
			type: 'forfeit';
	  };
/**
 * A place at the table. Invariant: its index is below [`MAX_SEATS`].
 *
 * On the wire it is its index, counted from 0.
 */
export type Seat = number;
/**
 * What a card works as.
 */
export type Role = 'dev' | 'pm' | 'ux' | 'contractor';
/**
 * The turn limit.
 */
export type Ruleset = 'seed' | 'balanced';
/**
 * What happened. All of it is open to everybody.
 */
export type Event =
	| {
			/**
			 * How many draws in a hundred bring staff.
			 */
			resource_weight: number;
			ruleset: Ruleset;
			/**
			 * Whether a turn has one completion at most.
			 */
			single_completion: boolean;
			type: 'game_started';
	  }
	| {
			/**
			 * Its name.
			 */
			card: string;
			seat: Seat;
			staff: Staff;
			type: 'drew_resource';
	  }
	| {
			event: Incident;
			seat: Seat;
			type: 'event_drawn';
	  }
	| {
			/**
			 * The card that it struck; none for a Competition.
			 */
			card?: string | null;
			event: Incident;
			seat: Seat;
			/**
			 * Who received the card, for a Reorg.
			 */
			to?: Seat | null;
			type: 'event_applied';
	  }
	| {
			event: Incident;
			reason: Nullified;
			seat: Seat;
			type: 'event_nullified';
	  }
	| {
			/**
			 * On which turn.
			 */
			due: number;
			seat: Seat;
			type: 'requirement_set';
	  }
	| {
			seat: Seat;
			type: 'requirement_met';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			/**
			 * The turn at whose end it is released, or the last one where the game ends before.
			 */
			release: number;
			seat: Seat;
			type: 'pto_locked';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			seat: Seat;
			type: 'pto_released';
	  }
	| {
			cards: CardSet;
			seat: Seat;
			to: Seat;
			type: 'gift';
	  }
	| {
			give: CardSet;
			seat: Seat;
			take: CardSet;
			to: Seat;
			type: 'trade_offered';
	  }
	| {
			from: Seat;
			give: CardSet;
			seat: Seat;
			take: CardSet;
			type: 'trade_accepted';
	  }
	| {
			from: Seat;
			seat: Seat;
			type: 'trade_declined';
	  }
	| {
			seat: Seat;
			to: Seat;
			type: 'trade_withdrawn';
	  }
	| {
			cards: CardSet;
			/**
			 * Which one.
			 */
			feature: string;
			seat: Seat;
			/**
			 * The team's total after it.
			 */
			total: number;
			type: 'completed';
	  }
	| {
			/**
			 * Which one.
			 */
			feature: string;
			seat: Seat;
			type: 'feature_assigned';
	  }
	| {
			seat: Seat;
			type: 'deck_exhausted';
	  }
	| {
			/**
			 * Which one.
			 */
			feature: string;
			seat: Seat;
			/**
			 * The team's total after it.
			 */
			total: number;
			type: 'penalty_forfeit';
	  }
	| {
			cards: CardSet;
			seat: Seat;
			type: 'penalty_discard';
	  }
	| {
			seat: Seat;
			type: 'turn_ended';
	  }
	| {
			/**
			 * The features that it completed.
			 */
			total: number;
			type: 'won';
	  }
	| {
			/**
			 * The features that were completed.
			 */
			total: number;
			type: 'lost';
	  };
/**
 * How much a member of staff has seen.
 */
export type Level = 'entry' | 'junior' | 'senior';
/**
 * One of the four events of the draw (FR-016 to FR-020).
 */
export type Incident = 'layoff' | 'reorg' | 'competition' | 'pto';
/**
 * Why an event had no effect (FR-023).
 */
export type Nullified = 'empty_hand' | 'no_other_player' | 'requirement_pending' | 'no_next_turn';
/**
 * A set of cards, as bits. On the wire it is a list in the order of their numbers.
 *
 * Items: The name of a staff card, such as R007.
 */
export type CardSet = string[];
/**
 * Why a command was refused. Nothing has changed (FR-050).
 */
export type Rejection =
	| {
			code: 'game_over';
	  }
	| {
			code: 'unknown_player';
			/**
			 * The seat that was named; none where the one who acts is no seat.
			 */
			seat?: Seat | null;
	  }
	| {
			code: 'not_your_turn';
			open: Decision;
			turn: Seat;
	  }
	| {
			code: 'wrong_phase';
			open: Decision;
	  }
	| {
			code: 'empty_hand';
	  }
	| {
			code: 'no_partner';
	  }
	| {
			code: 'trade_limit_reached';
	  }
	| {
			code: 'self_trade';
	  }
	| {
			code: 'empty_trade';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			code: 'duplicate_card';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			code: 'card_not_in_hand';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			code: 'partner_lacks_card';
			partner: Seat;
	  }
	| {
			code: 'no_active_feature';
	  }
	| {
			code: 'completion_limit_reached';
	  }
	| {
			code: 'empty_bundle';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			code: 'card_locked';
			/**
			 * The turn at whose end it is released: at the latest the last one.
			 */
			release: number;
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			code: 'contractor_undeclared';
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			code: 'invalid_declaration';
			role: Role;
	  }
	| {
			/**
			 * Which card.
			 */
			card: string;
			code: 'card_not_needed';
			role: Role;
	  }
	| {
			code: 'requirement_not_met';
			/**
			 * Every listed role with what it needs and has.
			 */
			measures: Measure[];
	  }
	| {
			code: 'self_target';
	  }
	| {
			code: 'feature_not_yours';
			/**
			 * Which feature.
			 */
			feature: string;
	  };
/**
 * The decision that is open.
 */
export type Decision = 'draw' | 'reorg' | 'pto' | 'action' | 'trade_answer' | 'penalty';
/**
 * A set of seats. On the wire it is a list in order.
 */
export type SeatSet = Seat[];
/**
 * What was drawn this turn.
 */
export type DrawnView =
	| {
			/**
			 * Which one.
			 */
			card: string;
			type: 'resource';
	  }
	| {
			event: Incident;
			/**
			 * Why it had no effect, where it had none.
			 */
			nullified?: Nullified | null;
			type: 'event';
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
 * Where a game stands.
 */
export type Status = 'playing' | 'won' | 'lost';

/**
 * The options of a game.
 */
export interface Config {
	/**
	 * How many entries the log keeps.
	 */
	log_retention?: number;
	/**
	 * The players: one to four names of at most 20 characters, in seat order. A blank name
	 * becomes "Player" and the number of the seat.
	 */
	players: string[];
	/**
	 * How many draws in a hundred bring staff; the others bring events. 80 is relaxed, 70 is
	 * standard, 60 is a crunch.
	 */
	resource_weight?: number;
	/**
	 * The seed of the deal, 1 to 64 characters. Where there is none, a new one is drawn; the same seed
	 * deals the same cards.
	 */
	rng_seed?: string | null;
	ruleset?: Ruleset;
	/**
	 * Whether a player completes at most one feature in a turn.
	 */
	single_completion?: boolean;
}
export interface Staff {
	/**
	 * How much it has seen; a contractor has none.
	 */
	level?: Level | null;
	role: Role;
}
/**
 * One role of a feature that a bundle was held against.
 */
export interface Measure {
	/**
	 * The points that the bundle has.
	 */
	have: number;
	/**
	 * The points that the feature requires.
	 */
	need: number;
	role: Role;
}
/**
 * All that a viewer may know.
 */
export interface View {
	active: Seat;
	awaited: SeatSet;
	choices: Choices;
	/**
	 * The completions of this turn.
	 */
	completions: number;
	deck: DeckView;
	/**
	 * What the active player drew this turn.
	 */
	drawn?: DrawnView | null;
	/**
	 * The cards that have left the game, by number.
	 */
	gone: CardView[];
	/**
	 * The last entries of the log, oldest first (FR-028).
	 */
	log: LogView[];
	/**
	 * The offer that awaits its answer.
	 */
	offer?: OfferView | null;
	/**
	 * What is open; none once the game is over.
	 */
	open?: Decision | null;
	options: Options;
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	/**
	 * The players in seat order.
	 */
	players: PlayerView[];
	summary: Summary;
	/**
	 * What the team has to reach (FR-004).
	 */
	target: number;
	to_act: SeatSet;
	/**
	 * The completed features of the team, net of forfeits (FR-033).
	 */
	total: number;
	/**
	 * Whether the active player has made the one offer of this turn.
	 */
	traded: boolean;
	/**
	 * The turn, counted from 1 (FR-003).
	 */
	turn: number;
	/**
	 * The seat that looks; none for a spectator.
	 */
	you?: Seat | null;
}
/**
 * What can be done about what is open. Lists are empty where they do not apply.
 */
export interface Choices {
	/**
	 * What the players should know before they pass; a screen asks again where there is any.
	 */
	before_pass: string[];
	/**
	 * Bundles that complete the active feature: those that no card can be taken out of, least
	 * waste first. Others are accepted too.
	 */
	bundles: BundleView[];
	/**
	 * Why nothing can be completed now, with the code and the facts.
	 */
	cannot_complete?: WhyNot | null;
	/**
	 * Why nothing can be offered now.
	 */
	cannot_offer?: WhyNot | null;
	helpers: SeatSet;
	/**
	 * A suggestion, to be shown on request only.
	 */
	hint?: HintView | null;
	/**
	 * The single choices of a Reorg, PTO, penalty or answer, with what each leads to.
	 */
	options: OptionView[];
	/**
	 * Trades that are worth a thought. Others are accepted too.
	 */
	trades: TradeView[];
}
/**
 * A bundle that completes the active feature.
 */
export interface BundleView {
	/**
	 * The cards, all of which are spent.
	 *
	 * Items: The name of a staff card, such as R007.
	 */
	cards: string[];
	command: Command;
	/**
	 * What each contractor stands in for.
	 */
	declare: {
		[k: string]: Role;
	};
	/**
	 * Whether it meets the Competition's demand.
	 */
	meets_requirement: boolean;
	/**
	 * What the cards count for together.
	 */
	points: number;
	/**
	 * The points beyond what is required, which are lost.
	 */
	waste: number;
	/**
	 * Whether it wins the game.
	 */
	wins: boolean;
}
/**
 * Why something cannot be done now.
 */
export interface WhyNot {
	rejection: Rejection;
	/**
	 * The rule.
	 */
	rule: string;
	/**
	 * The same in a sentence.
	 */
	text: string;
}
/**
 * A suggestion.
 */
export interface HintView {
	command: Command;
	seat: Seat;
	/**
	 * Why.
	 */
	text: string;
}
/**
 * One choice of a decision.
 */
export interface OptionView {
	command: Command;
	seat: Seat;
	/**
	 * What it leads to.
	 */
	text: string;
}
/**
 * A trade that is worth a thought.
 */
export interface TradeView {
	/**
	 * Whether it is carried out at once; otherwise the partner answers.
	 */
	at_once: boolean;
	command: Command;
	effect: TradeEffect;
	/**
	 * What the partner would receive.
	 *
	 * Items: The name of a staff card, such as R007.
	 */
	give: string[];
	/**
	 * What the partner would hand over.
	 *
	 * Items: The name of a staff card, such as R007.
	 */
	take: string[];
	/**
	 * The same in words.
	 */
	text: string;
	to: Seat;
}
/**
 * What a trade would lead to.
 */
export interface TradeEffect {
	/**
	 * Whether the partner's hand holds that now, and would not any more.
	 */
	breaks_partners: boolean;
	/**
	 * Whether the one who offers could then complete the own feature.
	 */
	completes_own: boolean;
	/**
	 * Whether the partner's hand would then hold all that the partner's feature requires.
	 */
	completes_partners: boolean;
}
/**
 * What can still be dealt.
 */
export interface DeckView {
	/**
	 * How many features are left.
	 */
	left: number;
	/**
	 * Which, by number: their order is hidden.
	 */
	unseen: Feature[];
}
/**
 * Something to build.
 */
export interface Feature {
	/**
	 * Its name, such as F07.
	 */
	id: string;
	needs: Needs;
	/**
	 * What it is called.
	 */
	title: string;
}
/**
 * Points by role. Invariant: at least one role is required.
 */
export interface Needs {
	[k: string]: number;
}
/**
 * A staff card.
 */
export interface CardView {
	/**
	 * Its name.
	 */
	id: string;
	/**
	 * How much it has seen; a contractor has none.
	 */
	level?: Level | null;
	/**
	 * Its leave, where it has one (FR-021).
	 */
	lock?: LockView | null;
	/**
	 * What it counts for.
	 */
	points: number;
	role: Role;
}
/**
 * A leave.
 */
export interface LockView {
	/**
	 * The first turn on which it can be spent; none where the game ends before.
	 */
	free_from?: number | null;
	/**
	 * The turn at whose end it is released; none where the game ends before.
	 */
	release?: number | null;
	/**
	 * The turn on which the card went on leave.
	 */
	since: number;
	/**
	 * The same in words.
	 */
	text: string;
}
/**
 * An entry of the log.
 */
export interface LogView {
	event: Event;
	/**
	 * Counted from 1 and never used again.
	 */
	number: number;
	/**
	 * The player that it is about; none for the start and the end of the game.
	 */
	seat?: Seat | null;
	/**
	 * The same in a sentence.
	 */
	text: string;
	/**
	 * The turn.
	 */
	turn: number;
}
/**
 * An offer that awaits its answer.
 */
export interface OfferView {
	effect: TradeEffect;
	from: Seat;
	/**
	 * What the partner would receive, in order.
	 *
	 * Items: The name of a staff card, such as R007.
	 */
	give: string[];
	/**
	 * What the partner would hand over, in order.
	 *
	 * Items: The name of a staff card, such as R007.
	 */
	take: string[];
	to: Seat;
}
/**
 * The options in force.
 */
export interface Options {
	/**
	 * How many entries the log keeps.
	 */
	log_retention: number;
	odds: Odds;
	/**
	 * Whether a deck is played with that is not the game's own.
	 */
	own_deck: boolean;
	/**
	 * How many draws in a hundred bring staff.
	 */
	resource_weight: number;
	ruleset: Ruleset;
	/**
	 * Whether a turn has one completion at most.
	 */
	single_completion: boolean;
	/**
	 * The last turn.
	 */
	turn_limit: number;
	/**
	 * How many of the turns each player has, in the order of the seats.
	 */
	turns_each: number[];
	/**
	 * What the players should know about these options.
	 */
	warnings: string[];
}
/**
 * How often a team of the house's bots wins.
 */
export interface Odds {
	/**
	 * The same in a sentence.
	 */
	text: string;
	/**
	 * Games won of a thousand; none with a deck of one's own.
	 */
	won?: number | null;
}
/**
 * A player.
 */
export interface PlayerView {
	/**
	 * The completed features, earliest first.
	 */
	completed: Feature[];
	/**
	 * What is being built; none where the deck ran out, or the game was just won.
	 */
	feature?: ActiveView | null;
	/**
	 * The hand in the order of arrival.
	 */
	hand: CardView[];
	/**
	 * The forfeited features, earliest first.
	 */
	lost: Feature[];
	/**
	 * The name.
	 */
	name: string;
	/**
	 * The player's next turn, or the current one; none where there is no further one.
	 */
	next_turn?: number | null;
	/**
	 * The completion that a Competition demands (FR-032).
	 */
	requirement?: RequirementView | null;
	seat: Seat;
	/**
	 * The offers that the player made.
	 */
	trades: number;
	/**
	 * The turns that the player still has, the current one included.
	 */
	turns_left: number;
}
/**
 * A feature that is being built.
 */
export interface ActiveView {
	/**
	 * Whether the hand can complete it, cards on leave left out.
	 */
	completable: boolean;
	/**
	 * The contractors in the hand that could stand in.
	 */
	contractors: number;
	/**
	 * Its name.
	 */
	id: string;
	/**
	 * Each required role with what the hand has for it.
	 */
	rows: NeedView[];
	/**
	 * How many contractors more would complete it; 0 where it can be completed.
	 */
	short: number;
	/**
	 * What it is called.
	 */
	title: string;
}
/**
 * One required role of a feature.
 */
export interface NeedView {
	/**
	 * The points of this role in the hand, contractors and cards on leave left out.
	 */
	have: number;
	/**
	 * The points that are missing before contractors stand in.
	 */
	missing: number;
	/**
	 * The points that it requires.
	 */
	need: number;
	role: Role;
}
/**
 * A pending requirement.
 */
export interface RequirementView {
	/**
	 * The turn on which a feature must be completed.
	 */
	due: number;
	/**
	 * What it demands and what failing costs.
	 */
	text: string;
	/**
	 * How many turns away that is; 0 on the turn itself.
	 */
	turns_away: number;
}
/**
 * The figures of a game. The seed is the table's to add.
 */
export interface Summary {
	/**
	 * The same by player.
	 */
	completed: number[];
	/**
	 * The cards lost to Layoffs and penalties.
	 */
	discarded: number;
	/**
	 * The events drawn, of each kind.
	 */
	events: EventCount[];
	/**
	 * The features forfeited.
	 */
	forfeited: number;
	/**
	 * The same by player, by name.
	 */
	forfeited_by_player: string[][];
	/**
	 * How many entries the log keeps.
	 */
	log_retention: number;
	outcome: Status;
	/**
	 * How many draws in a hundred bring staff.
	 */
	resource_weight: number;
	ruleset: Ruleset;
	/**
	 * Whether a turn has one completion at most.
	 */
	single_completion: boolean;
	/**
	 * The features that the team has to complete.
	 */
	target: number;
	/**
	 * The features that are completed, net of forfeits.
	 */
	total: number;
	/**
	 * The offers made, gifts and fruitless ones included.
	 */
	trades: number;
	/**
	 * The same by player.
	 */
	trades_by_player: number[];
	/**
	 * The number of the turn in which the game ended, or of the current one.
	 */
	turns_used: number;
}
/**
 * How often an event was drawn.
 */
export interface EventCount {
	/**
	 * How often it was drawn.
	 */
	drawn: number;
	event: Incident;
	/**
	 * How many of these were nullified.
	 */
	nullified: number;
}
