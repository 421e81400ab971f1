// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What a side asks for in a campaign.
 */
export type Command =
	| {
			command: BattleCommand;
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
 * What a side asks for.
 */
export type BattleCommand =
	| {
			placements: Placements;
			type: 'deploy';
	  }
	| {
			/**
			 * Where to; a unit with a random Move may stay after its roll.
			 */
			to?: Position | null;
			type: 'quick_start_move';
			unit: UnitId;
	  }
	| {
			type: 'quick_start_done';
	  }
	| {
			type: 'roll_initiative';
	  }
	| {
			/**
			 * Whether the winner itself acts first.
			 */
			first: boolean;
			type: 'choose_order';
	  }
	| {
			action: DeclaredAction;
			type: 'declare_move';
			unit: UnitId;
	  }
	| {
			action: Action;
			type: 'act';
			unit: UnitId;
	  }
	| {
			/**
			 * Which die of it, from 1.
			 */
			die: number;
			/**
			 * The number of the roll.
			 */
			roll: number;
			source: Source;
			type: 'reroll';
	  }
	| {
			/**
			 * The number of the roll.
			 */
			roll: number;
			type: 'keep_roll';
	  }
	| {
			keep: Kept;
			/**
			 * The number of the roll.
			 */
			roll: number;
			type: 'choose_die';
	  }
	| {
			type: 'decline_aided';
			unit: UnitId;
	  }
	| {
			type: 'use_revive';
			unit: UnitId;
	  }
	| {
			type: 'decline_revive';
	  }
	| {
			type: 'concede';
	  }
	| {
			seat: Seat;
			type: 'leave';
	  };
/**
 * A place that a command names, which may lie off the board. On the wire it is `[column, row]`.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Position = [number, number];
/**
 * The name of a unit: `P1-3` is the third unit of the first side. A command may name one that does
 * not exist.
 */
export type UnitId = string;
/**
 * A deployment: units and their squares. On the wire it is a list.
 *
 * It is kept in place, so that a command is a plain value and listing one allocates nothing.
 */
export type Placements = Placement[];
/**
 * What a random movement is for.
 */
export type DeclaredAction = 'move' | 'attack' | 'first_aid' | 'quick_start';
/**
 * What a unit does in its activation (GR-017 to GR-021).
 */
export type Action =
	| {
			to: Position;
			type: 'move';
	  }
	| {
			target: UnitId;
			/**
			 * Where it shoots from; none is where it stands.
			 */
			to?: Position | null;
			type: 'shoot';
	  }
	| {
			target: UnitId;
			/**
			 * Where it fights from; none is where it stands.
			 */
			to?: Position | null;
			type: 'melee';
	  }
	| {
			target: UnitId;
			/**
			 * Where it helps from; none is where it stands.
			 */
			to?: Position | null;
			type: 'first_aid';
	  }
	| {
			type: 'hold';
	  }
	| {
			/**
			 * Where it ends; none is where it stands.
			 */
			to?: Position | null;
			type: 'end';
	  };
/**
 * What allows a reroll.
 */
export type Source = 'faction' | 'focused_orders' | 'tactical_edge';
/**
 * Which value of a rerolled die stands.
 */
export type Kept = 'old' | 'new';
/**
 * A place at the table. Invariant: its index is below [`MAX_SEATS`].
 *
 * On the wire it is its index, counted from 0.
 */
export type Seat = number;
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
			event: BattleEvent;
			type: 'battle';
	  }
	| {
			held: AdvantageHeld;
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
 * A set of sums of two dice. On the wire it is a list of 2 to 12.
 */
export type Naturals = number[];
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
 * A square of the board. Invariant: its column is 1 to 15 and its row 1 to 9.
 *
 * On the wire it is `[column, row]`; column 1 is the first side's edge, row 1 the top.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Square = [number, number];
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
			battle: BattleView;
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
 * A side of a square.
 */
export type Side = 'north' | 'east' | 'south' | 'west';
/**
 * The kinds of optional rules.
 */
export type EffectKind = 'trait' | 'event' | 'advantage';
/**
 * A probability as a fraction in lowest terms. On the wire it is `[parts, whole]`.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Chance = [number, number];
/**
 * What is going on.
 */
export type PhaseView =
	| {
			/**
			 * The viewer's own placement.
			 */
			own?: Placement[] | null;
			/**
			 * Which sides have.
			 */
			placed: boolean[];
			/**
			 * A placement that the viewer's side could take.
			 */
			suggestion?: Placement[] | null;
			type: 'deployment';
	  }
	| {
			/**
			 * The random movement that was declared.
			 */
			declared?: DeclaredView | null;
			/**
			 * Those that have.
			 */
			moved: UnitId[];
			seat: Seat;
			type: 'quick_start';
			/**
			 * How many units may move.
			 */
			units: number;
	  }
	| {
			/**
			 * The dice that lie.
			 */
			dice: (number | null)[];
			/**
			 * Whose die is next.
			 */
			next?: Seat | null;
			/**
			 * Whether equal dice are rolled again.
			 */
			redraw: boolean;
			type: 'initiative';
	  }
	| {
			/**
			 * The dice.
			 */
			dice: number[];
			type: 'order';
			winner: Seat;
	  }
	| {
			/**
			 * The unit that was helped up and may act at once.
			 */
			aided?: UnitId | null;
			/**
			 * How often each side may.
			 */
			cap: number;
			/**
			 * The random movement that was declared.
			 */
			declared?: DeclaredView | null;
			first: Seat;
			/**
			 * How many more of them in this batch.
			 */
			slots: number;
			turn: Seat;
			type: 'activation';
			/**
			 * How often each side has acted in this round.
			 */
			used: number[];
	  }
	| {
			asked: Seat;
			/**
			 * Whom it could stand up.
			 */
			down: UnitId[];
			first: Seat;
			type: 'round_end';
	  }
	| {
			end: End;
			type: 'over';
	  };
/**
 * What a roll is of.
 */
export type Subject =
	| {
			type: 'initiative';
	  }
	| {
			type: 'movement';
	  }
	| {
			/**
			 * The dice.
			 */
			dice: number[];
			/**
			 * Whether the shooter moved before.
			 */
			moved: boolean;
			shooter: UnitId;
			target: UnitId;
			type: 'shot';
	  }
	| {
			attacker: UnitId;
			/**
			 * Whether the defender is asked.
			 */
			defending: boolean;
			/**
			 * The attacker's and the defender's die.
			 */
			dice: number[];
			target: UnitId;
			type: 'melee';
	  };
/**
 * How far a unit moves.
 */
export type Movement =
	| {
			fixed: number;
	  }
	| 'die';
/**
 * Which value stands after a reroll.
 */
export type Keep = 'choice' | 'second';
/**
 * What gives points at the end of each round (GR-035.1).
 */
export type Scoring =
	| {
			kills: {
				/**
				 * Points for each.
				 */
				points_per_kill: number;
			};
	  }
	| {
			majority: {
				/**
				 * Points for that.
				 */
				points: number;
				/**
				 * Where.
				 */
				zones: NamedZone[];
			};
	  }
	| {
			majority_in_enemy_home: {
				/**
				 * Points for that.
				 */
				points: number;
			};
	  }
	| {
			sole_presence: {
				/**
				 * Points for that.
				 */
				points: number;
				/**
				 * Where.
				 */
				zones: NamedZone[];
			};
	  }
	| {
			majority_per_zone: {
				/**
				 * Where, and what each is worth to each side.
				 */
				zones: ScoredZone[];
			};
	  };
/**
 * A set of seats. On the wire it is a list in order.
 */
export type SeatSet = Seat[];
/**
 * A set of squares. On the wire it is nine rows of fifteen characters: `#` is in, `.` is out.
 */
export type Area = string[];
/**
 * How a unit is.
 */
export type UnitState = 'waiting' | 'standing' | 'down' | 'destroyed';

/**
 * A unit and its square in a deployment.
 */
export interface Placement {
	square: Position;
	unit: UnitId;
}
/**
 * How a campaign is set up.
 */
export interface Config {
	/**
	 * Confirm missions.
	 *
	 * Whether a mission that one side chooses waits for the other side's word. Without an agreement
	 * the mission is drawn. People around one table agree aloud.
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
 * What holds for both sides all battle (GR-042): any of these effects.
 */
export interface BattleEvent {
	id: Id;
	kill_naturals: Naturals;
	kill_naturals_for_deadly_rounds_trait: Naturals;
	/**
	 * Added to Move, or to its die, before halving.
	 */
	move_bonus: number;
	/**
	 * The name for people.
	 */
	name: string;
	/**
	 * Nobody shoots further than this.
	 */
	range_cap?: number | null;
	/**
	 * How often each side may stand a unit up at a round's end.
	 */
	revives: number;
	/**
	 * The face of the die that rolls it; none is chosen only.
	 */
	roll?: number | null;
	/**
	 * Added to the attack quality of a shooter that has not moved in this activation.
	 */
	stationary_shot_aq: number;
}
/**
 * An advantage and who holds it.
 */
export interface AdvantageHeld {
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
	advantage?: AdvantageHeld | null;
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
	held?: AdvantageHeld | null;
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
	 * Whether a mission that one side chooses waits for the other side's word. Without an agreement
	 * the mission is drawn. People around one table agree aloud.
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
/**
 * What one viewer may know.
 */
export interface BattleView {
	/**
	 * What the viewer's units could do now; empty unless the viewer is to move or act.
	 */
	choices: UnitChoices[];
	/**
	 * The optional rules in force, in words.
	 */
	effects: Effect[];
	/**
	 * Whether the last command was a move or a hold, which may be taken back.
	 */
	harmless: boolean;
	/**
	 * How a fight of the viewer's units against a standing enemy would end.
	 */
	melee?: MeleePreview | null;
	/**
	 * What gives points in this mission, in words.
	 */
	mission_line: string;
	options: Options;
	/**
	 * How it ended.
	 */
	outcome?: Outcome | null;
	phase: PhaseView;
	/**
	 * The roll that lies open.
	 */
	question?: Question | null;
	/**
	 * How many rolls were made so far.
	 */
	rolls: number;
	/**
	 * The round, from 1; 0 before the first.
	 */
	round: number;
	scenario: Scenario;
	/**
	 * The points of both sides as of the last scoring.
	 */
	score: number[];
	/**
	 * The points of both sides if the round ended now.
	 */
	score_now: number[];
	/**
	 * The different shots that the choices name by their place in this list.
	 */
	shots: ShotPreview[];
	to_act: SeatSet;
	/**
	 * Every unit of both rosters: the first side's by number, then the second's.
	 */
	units: UnitView[];
}
/**
 * What a unit could do now.
 */
export interface UnitChoices {
	/**
	 * The help that is open.
	 */
	aid: TargetChoice[];
	/**
	 * The steps before an attack or First Aid.
	 */
	half: number;
	/**
	 * The fights that are open.
	 */
	melee: TargetChoice[];
	/**
	 * Whether the Move is random and must be declared and rolled first.
	 */
	must_roll: boolean;
	/**
	 * Where a movement can end, by its cost; the first entry is where the unit stands.
	 */
	reach: Square[][];
	/**
	 * The shots that are open.
	 */
	shots: ShotChoice[];
	/**
	 * Every enemy as it is seen from where the unit stands.
	 */
	targets: TargetView[];
	unit: UnitId;
	/**
	 * The steps of a whole Move; of a random one that is not rolled yet, the most.
	 */
	whole: number;
}
/**
 * A unit that can be fought or helped.
 */
export interface TargetChoice {
	target: UnitId;
	/**
	 * From where; none is where the unit stands.
	 */
	to?: Square | null;
}
/**
 * A shot that is open.
 */
export interface ShotChoice {
	/**
	 * Its place in the list of shots.
	 */
	shot: number;
	target: UnitId;
	/**
	 * From where; none is where the unit stands.
	 */
	to?: Square | null;
}
/**
 * An enemy as a unit sees it from where it stands.
 */
export interface TargetView {
	cover: Cover;
	/**
	 * How far away.
	 */
	distance: number;
	/**
	 * Why it cannot be shot from here; none where it can.
	 */
	refusal?: Rejection | null;
	sight: Sight;
	target: UnitId;
}
/**
 * How much of a target terrain hides from a shooter.
 */
export interface Cover {
	/**
	 * The sides of the target's square that are turned to the shooter.
	 */
	facing: Side[];
	/**
	 * Those of them that terrain hides.
	 */
	hidden: Side[];
	/**
	 * Whether the target is in cover: at least half of its facing sides are hidden.
	 */
	in_cover: boolean;
}
/**
 * What lies on the line between two squares.
 */
export interface Sight {
	/**
	 * The nearest thing in the way.
	 */
	blocker?: Square | null;
	/**
	 * Whether nothing is in the way.
	 */
	clear: boolean;
	/**
	 * The squares between the two that the line enters, nearest first.
	 */
	entered: Square[];
}
/**
 * An optional rule in force.
 */
export interface Effect {
	kind: EffectKind;
	/**
	 * What it does.
	 */
	line: string;
	/**
	 * What it is called.
	 */
	name: string;
	/**
	 * The side that it belongs to; none is both.
	 */
	seat?: Seat | null;
}
/**
 * What a fight would come to.
 */
export interface MeleePreview {
	best: MeleeOdds;
	odds: MeleeOdds;
}
/**
 * How likely each end of a fight is, for the attacker. They add up to one.
 */
export interface MeleeOdds {
	held: Chance;
	lose: Chance;
	resisted: Chance;
	tie: Chance;
	win: Chance;
}
/**
 * What the optional rules remember; nothing where they are off (AQ-006).
 */
export interface Options {
	/**
	 * How often each side's Resilient trait held.
	 *
	 * @minItems 2
	 * @maxItems 2
	 */
	downs_ignored?: [number, number] | null;
	/**
	 * The rerolls of Focused Orders that its holder has left.
	 */
	orders?: number | null;
	/**
	 * How often each side used Revive.
	 *
	 * @minItems 2
	 * @maxItems 2
	 */
	revives?: [number, number] | null;
}
/**
 * A random movement that was declared.
 */
export interface DeclaredView {
	action: DeclaredAction;
	/**
	 * How the die fell.
	 */
	die: number;
	/**
	 * How many steps that is.
	 */
	steps: number;
	unit: UnitId;
}
/**
 * A roll that lies open.
 */
export interface Question {
	/**
	 * After a reroll whose owner chooses: which die, and what it showed before.
	 */
	choice?: Choice | null;
	/**
	 * The dice of the roll as they lie.
	 */
	dice: number[];
	kind: RollKind;
	/**
	 * What each answer leads to, where the rules can know: keeping all, then rerolling each die by
	 * each source. While a value is to be chosen: the new one, then the old one.
	 */
	outlook: Outlook[];
	/**
	 * The number of the roll.
	 */
	roll: number;
	seat: Seat;
	/**
	 * What allows a reroll.
	 */
	sources: Source[];
	subject: Subject;
}
/**
 * A rerolled die of which one value is to be chosen.
 */
export interface Choice {
	/**
	 * Which die, from 1.
	 */
	die: number;
	/**
	 * What it shows now.
	 */
	new: number;
	/**
	 * What it showed before.
	 */
	old: number;
}
/**
 * What an answer leads to.
 */
export interface Outlook {
	/**
	 * The die that would be rerolled or would show its old value; none where all stay.
	 */
	die?: number | null;
	/**
	 * The ends of a fight, for the attacker. Whoever may choose takes the higher value, also the
	 * defender whose faction rerolls after the attacker.
	 */
	melee?: MeleeOdds | null;
	/**
	 * The ends of a shot. Whoever may choose between the old and the new value takes the better.
	 */
	shot?: ShotOdds | null;
	/**
	 * What would allow the reroll; none where nothing is rerolled.
	 */
	source?: Source | null;
}
/**
 * How likely each end of a shot is. They add up to one.
 */
export interface ShotOdds {
	destroyed: Chance;
	down: Chance;
	miss: Chance;
	own_fire: Chance;
	resisted: Chance;
}
/**
 * What stays the same all battle.
 */
export interface Scenario {
	/**
	 * The winner's advantage that a side holds.
	 */
	advantage?: HeldAdvantage | null;
	/**
	 * The battle event, where that rule is on.
	 */
	event?: BattleEvent | null;
	/**
	 * The faction of each side.
	 */
	factions: Faction[];
	mission: Mission;
	/**
	 * The terrain.
	 */
	pieces: Piece[];
	rules: Rules;
	/**
	 * The commander's trait of each side, where that rule is on.
	 *
	 * @minItems 2
	 * @maxItems 2
	 */
	traits?: [CommanderTrait, CommanderTrait] | null;
}
/**
 * An advantage in a battle.
 */
export interface HeldAdvantage {
	advantage: Advantage;
	seat: Seat;
}
/**
 * What the units of a side are like (GR-005 to GR-011).
 */
export interface Faction {
	/**
	 * Attack quality of a shot.
	 */
	aq: number;
	/**
	 * The colour of its crest.
	 */
	color: string;
	/**
	 * What a shot must exceed.
	 */
	defense: number;
	id: Id;
	kill_naturals: Naturals;
	/**
	 * Attack quality in melee, attacking or defending.
	 */
	melee_aq: number;
	movement: Movement;
	/**
	 * The name for people.
	 */
	name: string;
	/**
	 * How far they shoot, in squares.
	 */
	range: number;
	/**
	 * The faction's own reroll, if it has one (GR-009).
	 */
	reroll?: FactionReroll | null;
	/**
	 * What they are, in a few words.
	 */
	role: string;
	/**
	 * How many units it fields.
	 */
	roster: number;
	/**
	 * The names of its traits.
	 */
	traits: Id[];
}
/**
 * A reroll that a faction has for every roll of some kinds.
 */
export interface FactionReroll {
	keep: Keep;
	rolls: Rolls;
}
/**
 * What a battle is about (GR-033).
 */
export interface Mission {
	id: Id;
	/**
	 * The name for people.
	 */
	name: string;
	/**
	 * The face of the die that rolls it; none is chosen only.
	 */
	roll?: number | null;
	scoring: Scoring;
}
/**
 * A zone with a name.
 */
export interface NamedZone {
	id: Id;
	zone: Zone;
}
/**
 * A rectangle of squares, both ends included.
 */
export interface Zone {
	/**
	 * The first and the last column.
	 */
	columns: number[];
	/**
	 * The first and the last row.
	 */
	rows: number[];
}
/**
 * A zone with points for each side.
 */
export interface ScoredZone {
	id: Id;
	/**
	 * What it is worth to the first and to the second side.
	 */
	points: number[];
	zone: Zone;
}
/**
 * A piece of terrain on the map.
 */
export interface Piece {
	flags: Flags;
	/**
	 * The name of its shape.
	 */
	name: string;
	/**
	 * Its squares.
	 */
	squares: Square[];
}
/**
 * What a piece of terrain does.
 */
export interface Flags {
	/**
	 * Whether it blocks sight.
	 */
	blocks_sight: boolean;
	/**
	 * Whether it gives cover.
	 */
	gives_cover: boolean;
	/**
	 * Whether nobody can enter it.
	 */
	impassable: boolean;
}
/**
 * The constants of the rules.
 */
export interface Rules {
	/**
	 * Activations of a side in a round, at most.
	 */
	activation_cap: number;
	campaign: CampaignRules;
	center_square: Square;
	/**
	 * What cover adds to Defense.
	 */
	cover_defense_bonus: number;
	critical_failure_naturals: Naturals;
	critical_kill_naturals: Naturals;
	/**
	 * Whether Down units hold ground.
	 */
	down_units_count: boolean;
	/**
	 * Rounds that follow where the points are equal.
	 */
	extra_rounds_on_tie: number;
	/**
	 * Units in the first activation of a round.
	 */
	first_batch: number;
	/**
	 * The home zone of each side.
	 */
	home: Zone[];
	/**
	 * Units in the later ones.
	 */
	later_batches: number;
	/**
	 * A deployment uses at least this many rows.
	 */
	min_distinct_rows: number;
	/**
	 * Rounds of a battle.
	 */
	regular_rounds: number;
	/**
	 * Whether the battle ends when a side has no unit left.
	 */
	wipeout_ends_battle: boolean;
	/**
	 * Whether the survivor then wins, whatever the points.
	 */
	wipeout_survivor_wins: boolean;
}
/**
 * The numbers of a campaign (GR-036, GR-038).
 */
export interface CampaignRules {
	/**
	 * Whether Down units survive.
	 */
	down_units_survive: boolean;
	/**
	 * Points for destroying every enemy unit.
	 */
	kill_all_enemies: number;
	/**
	 * Battles on top of the d3.
	 */
	length_bonus: number;
	/**
	 * Points for winning the battle.
	 */
	mission_win: number;
	/**
	 * Points for enough survivors.
	 */
	survivors: number;
	/**
	 * How many survivors are enough.
	 */
	survivors_needed: number;
	/**
	 * Points to each side for a tied battle.
	 */
	tie_each: number;
}
/**
 * What a side's commander adds (GR-041): any of these effects.
 */
export interface CommanderTrait {
	id: Id;
	/**
	 * Whether cover adds nothing against the side's shots.
	 */
	ignore_cover_bonus: boolean;
	/**
	 * How many times in the battle a unit of the side would go Down and does not.
	 */
	ignore_downs: number;
	/**
	 * The name for people.
	 */
	name: string;
	/**
	 * Whether the side's units cannot be shot at while in cover.
	 */
	untargetable_in_cover: boolean;
}
/**
 * What a shot would come to, with its parts.
 */
export interface ShotPreview {
	/**
	 * The attack quality of the faction.
	 */
	aq: number;
	best: ShotOdds;
	/**
	 * What cover adds to it.
	 */
	cover: number;
	/**
	 * The Defense of the target's faction.
	 */
	defense: number;
	/**
	 * How many friends a critical failure endangers.
	 */
	endangered: number;
	/**
	 * Whether the target is in cover, whether that counts or not.
	 */
	in_cover: boolean;
	/**
	 * The least natural that hits; above 12 only a critical does.
	 */
	needed: number;
	odds: ShotOdds;
	/**
	 * What standing still adds.
	 */
	stationary: number;
}
/**
 * A unit.
 */
export interface UnitView {
	/**
	 * Whether it has had its activation in this round.
	 */
	acted: boolean;
	/**
	 * What it sees and threatens; none unless it is on the board and stands.
	 */
	eyes?: Eyes | null;
	id: UnitId;
	/**
	 * Whether it may act now.
	 */
	ready: boolean;
	seat: Seat;
	/**
	 * Where; none before the deployment is revealed and once it is destroyed.
	 */
	square?: Square | null;
	state: UnitState;
}
/**
 * What a unit sees and threatens.
 */
export interface Eyes {
	covered: Area;
	sees: Area;
	threat: Area;
}
