// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What a side asks for in a campaign.
 */
export type Command =
	| {
			command: Command;
			type: 'battle';
	  }
	| {
			mission: Id;
			type: 'choose_mission';
	  }
	| {
			type: 'roll_mission';
	  }
	| {
			/**
			 * Whether it is agreed.
			 */
			agree: boolean;
			type: 'confirm_mission';
	  }
	| {
			advantage: AdvantageKind;
			type: 'choose_advantage';
	  }
	| {
			seat: Seat;
			type: 'leave';
	  };
/**
 * The name of an entry in the data. Invariant: 1 to 31 letters, digits, `_` or `-`.
 *
 * It is kept in place, so that commands and states that name an entry stay plain values.
 */
export type Id = string;
/**
 * The winner's advantages.
 */
export type AdvantageKind = 'tactical_edge' | 'quick_start' | 'focused_orders';
/**
 * A place at the table. Invariant: its index is below [`MAX_SEATS`].
 *
 * On the wire it is its index, counted from 0.
 */
export type Seat = number;
/**
 * `off`, `rolled`, or the name of a battle event.
 */
export type EventChoice =
	| 'off'
	| 'rolled'
	| 'fog_of_war'
	| 'deadly_rounds'
	| 'fast_assault'
	| 'focused_fire'
	| 'revive'
	| 'no_event';
/**
 * A faction of the game's own data; a designer's files may have others.
 */
export type FactionName =
	'verdant_eye' | 'azure_blades' | 'ember_guard' | 'grey_cloaks' | 'solar_wardens';
/**
 * A commander's trait of the game's own data; a designer's files may have others.
 */
export type TraitName = 'resilient' | 'sniper' | 'stealth';
/**
 * What happened in a campaign.
 */
export type Event =
	| {
			event: Event;
			type: 'battle';
	  }
	| {
			held: Held;
			type: 'advantage_chosen';
	  }
	| {
			proposal: Proposal;
			type: 'mission_proposed';
	  }
	| {
			seat: Seat;
			type: 'mission_declined';
	  }
	| {
			/**
			 * Whether the mission was drawn.
			 */
			drawn: boolean;
			mission: Id;
			/**
			 * Its number, from 1.
			 */
			number: number;
			type: 'battle_began';
	  }
	| {
			record: Record;
			/**
			 * The victory points of both sides in all battles so far.
			 */
			score: number[];
			type: 'battle_recorded';
	  }
	| {
			/**
			 * The victory points of both sides.
			 */
			score: number[];
			type: 'campaign_ended';
			/**
			 * Who won; none is a draw.
			 */
			winner?: Seat | null;
	  };
/**
 * Why a battle ended.
 */
export type EndReason = 'points' | 'tie' | 'wipe_out' | 'concession';
/**
 * Why a command is refused: the first reason that applies, in this order.
 */
export type Rejection =
	| {
			code: 'bad_format';
			/**
			 * What it named.
			 */
			what: string;
	  }
	| {
			code: 'battle_over';
	  }
	| {
			code: 'wrong_phase';
			phase: PhaseName;
	  }
	| {
			code: 'must_answer_roll';
			/**
			 * The number of the roll.
			 */
			roll: number;
			seat: Seat;
	  }
	| {
			code: 'must_answer_aided';
			unit: UnitId;
	  }
	| {
			code: 'not_your_turn';
			/**
			 * Who is to act; none where either side may.
			 */
			turn?: Seat | null;
	  }
	| {
			code: 'unknown_unit';
			unit: UnitId;
	  }
	| {
			code: 'not_your_unit';
			unit: UnitId;
	  }
	| {
			code: 'unit_destroyed';
			unit: UnitId;
	  }
	| {
			code: 'unit_down';
			unit: UnitId;
	  }
	| {
			code: 'already_acted';
			unit: UnitId;
	  }
	| {
			code: 'roll_required';
			unit: UnitId;
	  }
	| {
			code: 'action_mismatch';
			/**
			 * What was declared, and by whom; none where nothing is to be declared.
			 */
			declared?: Declaration | null;
	  }
	| {
			code: 'out_of_bounds';
			square: Position;
	  }
	| {
			code: 'terrain';
			square: Square;
	  }
	| {
			code: 'occupied';
			square: Square;
	  }
	| {
			code: 'out_of_home_zone';
			square: Square;
	  }
	| {
			code: 'missing_units';
			unit: UnitId;
	  }
	| {
			code: 'duplicate_unit';
			unit: UnitId;
	  }
	| {
			code: 'too_few_rows';
			/**
			 * How many are needed.
			 */
			needed: number;
			/**
			 * How many rows are used.
			 */
			rows: number;
	  }
	| {
			code: 'unreachable';
			square: Square;
			/**
			 * How far the unit may go.
			 */
			steps: number;
	  }
	| {
			code: 'no_movement';
			unit: UnitId;
	  }
	| {
			code: 'target_missing';
			target: UnitId;
	  }
	| {
			code: 'target_not_enemy';
			target: UnitId;
	  }
	| {
			code: 'target_not_friend';
			target: UnitId;
	  }
	| {
			code: 'target_destroyed';
			target: UnitId;
	  }
	| {
			code: 'target_not_down';
			target: UnitId;
	  }
	| {
			code: 'not_adjacent';
			from: Square;
			target: UnitId;
	  }
	| {
			code: 'out_of_range';
			/**
			 * How far it is.
			 */
			distance: number;
			/**
			 * How far the unit shoots.
			 */
			range: number;
			target: UnitId;
	  }
	| {
			blocker: Square;
			code: 'no_line_of_sight';
			target: UnitId;
	  }
	| {
			code: 'stealthed';
			target: UnitId;
	  }
	| {
			code: 'no_such_roll';
			/**
			 * The number that was named.
			 */
			roll: number;
	  }
	| {
			code: 'already_rerolled';
			/**
			 * The number of the roll.
			 */
			roll: number;
	  }
	| {
			code: 'no_reroll_left';
	  }
	| {
			by: Source;
			code: 'source_not_allowed';
			/**
			 * The number of the roll.
			 */
			roll: number;
	  }
	| {
			code: 'mission_used';
			mission: Id;
	  }
	| {
			code: 'not_leader';
			leader: Seat;
	  };
/**
 * What is going on.
 */
export type PhaseName =
	| 'deployment'
	| 'quick_start'
	| 'initiative'
	| 'order'
	| 'activation'
	| 'offer'
	| 'round_end'
	| 'advantage'
	| 'mission'
	| 'confirmation'
	| 'battle'
	| 'over';
/**
 * The name of a unit: `P1-3` is the third unit of the first side. A command may name one that does
 * not exist.
 */
export type UnitId = string;
/**
 * What a random movement is for.
 */
export type DeclaredAction = 'move' | 'attack' | 'first_aid' | 'quick_start';
/**
 * A place that a command names, which may lie off the board. On the wire it is `[column, row]`.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Position = [number, number];
/**
 * A square of the board. Invariant: its column is 1 to 15 and its row 1 to 9.
 *
 * On the wire it is `[column, row]`; column 1 is the first side's edge, row 1 the top.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Square = [number, number];
/**
 * What allows a reroll.
 */
export type Source = 'faction' | 'focused_orders' | 'tactical_edge';
/**
 * The kinds of rolls (GR-045).
 */
export type RollKind = 'ranged' | 'melee_attack' | 'melee_defense' | 'initiative' | 'movement';
/**
 * A set of kinds of rolls. On the wire it is a list.
 */
export type Rolls = RollKind[];
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
 * What is going on in a campaign.
 */
export type StageView =
	| {
			leader: Seat;
			type: 'advantage';
	  }
	| {
			/**
			 * The one that waits for the other side's word.
			 */
			proposal?: Proposal | null;
			type: 'mission';
	  }
	| {
			battle: View;
			/**
			 * The number of the command that began it.
			 */
			began: number;
			type: 'battle';
	  }
	| {
			/**
			 * Who left for good, if that ended it.
			 */
			left?: Seat | null;
			type: 'over';
	  };
/**
 * A set of seats. On the wire it is a list in order.
 */
export type SeatSet = Seat[];

/**
 * How a campaign is set up.
 */
export interface Config {
	/**
	 * Confirm missions.
	 *
	 * Whether a mission that one side chooses waits for the other side's word, as it should online.
	 * Without an agreement the mission is drawn.
	 */
	confirm_missions?: boolean;
	/**
	 * Data files of a designer, by name, in place of the game's own.
	 */
	data?: Data | null;
	event?: EventChoice;
	/**
	 * Factions.
	 *
	 * The faction of the first side (left) and of the second (right), for all battles.
	 */
	factions?: FactionName[];
	/**
	 * Commander traits.
	 *
	 * Optional rule: the trait of the first and of the second side. None leaves the rule off.
	 *
	 * @minItems 2
	 * @maxItems 2
	 */
	traits?: [TraitName, TraitName] | null;
}
/**
 * Everything that battles and campaigns are made from. A value that exists is checked.
 *
 * On the wire it is the designer's files: a map from file name to text.
 */
export interface Data {
	[k: string]: string;
}
/**
 * An advantage and who holds it.
 */
export interface Held {
	advantage: AdvantageKind;
	seat: Seat;
}
/**
 * A mission that waits for the other side's word.
 */
export interface Proposal {
	mission: Id;
	seat: Seat;
}
/**
 * A battle that is over.
 */
export interface Record {
	/**
	 * The advantage that a side held in it.
	 */
	advantage?: Held | null;
	/**
	 * How many commands it took.
	 */
	commands: number;
	end: End;
	/**
	 * Where it stands in the campaign's journal: the numbers of its first and last entry, counted
	 * from 1. The first is the one that set the mission.
	 */
	entries: number[];
	/**
	 * How many units each side lost.
	 */
	losses: number[];
	mission: Id;
	/**
	 * Its number, from 1.
	 */
	number: number;
	/**
	 * The victory points of both sides.
	 */
	points: number[];
	/**
	 * In which round.
	 */
	round: number;
	/**
	 * The mission points of both sides.
	 */
	score: number[];
}
/**
 * How a battle ended.
 */
export interface End {
	reason: EndReason;
	/**
	 * Who won; none is a tie.
	 */
	winner?: Seat | null;
}
/**
 * A declared movement.
 */
export interface Declaration {
	action: DeclaredAction;
	unit: UnitId;
}
/**
 * What one viewer may know of a campaign.
 */
export interface View {
	/**
	 * The advantages that the leader chooses from.
	 */
	advantages: Advantage[];
	/**
	 * How many commands were carried out.
	 */
	commands: number;
	config: CampaignConfig;
	data_hash: Hash;
	/**
	 * What a side holds in the running or the next battle.
	 */
	held?: Held | null;
	/**
	 * How many battles there are.
	 */
	length: number;
	/**
	 * All missions, and whether they were played.
	 */
	missions: MissionView[];
	/**
	 * The names of both factions.
	 */
	names: string[];
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	/**
	 * The battles that are over.
	 */
	records: Record[];
	/**
	 * The victory points of both sides so far.
	 */
	score: number[];
	stage: StageView;
	to_act: SeatSet;
}
/**
 * What the side ahead takes into the next battle (GR-040).
 */
export interface Advantage {
	id: AdvantageKind;
	/**
	 * The name for people.
	 */
	name: string;
	/**
	 * Focused Orders: how many rerolls there are.
	 */
	rerolls: number;
	rolls: Rolls;
	/**
	 * Quick Start: how many units move.
	 */
	units: number;
}
/**
 * How a campaign is set up.
 */
export interface CampaignConfig {
	/**
	 * Confirm missions.
	 *
	 * Whether a mission that one side chooses waits for the other side's word, as it should online.
	 * Without an agreement the mission is drawn.
	 */
	confirm_missions?: boolean;
	/**
	 * Data files of a designer, by name, in place of the game's own.
	 */
	data?: Data | null;
	event?: EventChoice;
	/**
	 * Factions.
	 *
	 * The faction of the first side (left) and of the second (right), for all battles.
	 */
	factions?: FactionName[];
	/**
	 * Commander traits.
	 *
	 * Optional rule: the trait of the first and of the second side. None leaves the rule off.
	 *
	 * @minItems 2
	 * @maxItems 2
	 */
	traits?: [TraitName, TraitName] | null;
}
/**
 * A mission of a campaign.
 */
export interface MissionView {
	id: Id;
	/**
	 * What gives points.
	 */
	line: string;
	/**
	 * The name for people.
	 */
	name: string;
	/**
	 * Whether it was played.
	 */
	used: boolean;
}
