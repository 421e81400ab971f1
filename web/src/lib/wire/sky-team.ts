// Generated from the Rust types by `cargo xtask types`. Do not edit.

/**
 * What somebody asks for. A die is named by the value that it shows.
 */
export type Command =
	| {
			type: 'ready';
	  }
	| {
			/**
			 * How many steps coffee changes it, up or down; each costs one.
			 */
			coffee?: number;
			/**
			 * What it shows before coffee.
			 */
			die: number;
			on: Module;
			/**
			 * Which space of the module, counted from 0; named only where more than one would take it.
			 */
			slot?: number | null;
			type: 'place';
	  }
	| {
			type: 'spend_reroll';
	  }
	| {
			dice: Faces;
			type: 'reroll';
	  }
	| {
			/**
			 * Which.
			 */
			die: number;
			type: 'anticipate';
	  }
	| {
			/**
			 * Which.
			 */
			die: number;
			type: 'adapt';
	  }
	| {
			/**
			 * Which.
			 */
			die: number;
			type: 'swap';
	  }
	| {
			/**
			 * Which round.
			 */
			round: number;
			type: 'time_up';
	  };
/**
 * A module of the cockpit.
 */
export type Module =
	| 'axis'
	| 'engines'
	| 'radio'
	| 'landing_gear'
	| 'flaps'
	| 'brakes'
	| 'concentration'
	| 'kerosene'
	| 'intern'
	| 'ice_brakes';
/**
 * Some dice by their values. On the wire it is a list of values, read in any order and written in
 * ascending order. Invariant: at most four dice, each from 1 to 6.
 */
export type Faces = number[];
/**
 * A special ability of the crew.
 */
export type Ability =
	'anticipation' | 'adaptation' | 'mastery' | 'control' | 'working_together' | 'synchronisation';
/**
 * What a speed equal to the blue marker does.
 */
export type EqualSpeed = 'moves' | 'stays';
/**
 * Which reading of the rules is played.
 */
export type RuleSet = 'seed' | 'literal' | 'published';
/**
 * What happened.
 */
export type Event =
	| {
			/**
			 * The altitude.
			 */
			altitude: number;
			first: Crew;
			/**
			 * Which, counted from 1.
			 */
			round: number;
			type: 'round_began';
	  }
	| {
			/**
			 * How many it holds now.
			 */
			held: number;
			type: 'reroll_earned';
	  }
	| {
			/**
			 * Whether there was a token to add.
			 */
			added: boolean;
			/**
			 * The segment of the airplane.
			 */
			segment: number;
			type: 'traffic_rolled';
			/**
			 * What it shows.
			 */
			value: number;
	  }
	| {
			crew: Crew;
			type: 'ready';
	  }
	| {
			crew: Crew;
			/**
			 * What they show, for who may see it.
			 */
			dice?: Faces | null;
			/**
			 * Whether the other seat may see them too.
			 */
			open: boolean;
			type: 'rolled';
	  }
	| {
			laid: Laid;
			/**
			 * Who places next; nobody where the round is over.
			 */
			next?: Crew | null;
			/**
			 * How many of the eight dice are placed.
			 */
			placed: number;
			type: 'placed';
			/**
			 * What it counts as.
			 */
			value: number;
	  }
	| {
			/**
			 * How much.
			 */
			cost: number;
			/**
			 * What is left.
			 */
			pool: number;
			type: 'coffee_spent';
	  }
	| {
			/**
			 * From where.
			 */
			from: number;
			/**
			 * To where.
			 */
			to: number;
			type: 'axis_moved';
	  }
	| {
			/**
			 * What it adds to the speed.
			 */
			modifier: number;
			/**
			 * The position on the ring.
			 */
			position: number;
			type: 'wind_turned';
	  }
	| {
			/**
			 * The Pilot's die.
			 */
			blue: number;
			/**
			 * The blue marker.
			 */
			blue_marker: number;
			/**
			 * The Co-Pilot's die.
			 */
			orange: number;
			/**
			 * The orange marker.
			 */
			orange_marker: number;
			/**
			 * How many segments that moves the plane; none in the final round.
			 */
			segments?: number | null;
			/**
			 * The speed.
			 */
			speed: number;
			type: 'speed_set';
			/**
			 * What the wind adds.
			 */
			wind: number;
	  }
	| {
			/**
			 * From where.
			 */
			from: number;
			/**
			 * To where.
			 */
			to: number;
			type: 'moved';
	  }
	| {
			/**
			 * How much.
			 */
			amount: number;
			/**
			 * What is left.
			 */
			left: number;
			type: 'kerosene_used';
	  }
	| {
			/**
			 * Whether an airplane was sent off.
			 */
			cleared: boolean;
			/**
			 * How many are left there.
			 */
			left: number;
			/**
			 * Which; none beyond the end of the track.
			 */
			segment?: number | null;
			type: 'radio_called';
	  }
	| {
			/**
			 * Where the marker of the module stands now.
			 */
			marker: number;
			module: Module;
			/**
			 * How many of the module are on now.
			 */
			on: number;
			/**
			 * Which switch, counted from 0.
			 */
			slot: number;
			type: 'deployed';
	  }
	| {
			module: Module;
			type: 'wasted';
	  }
	| {
			type: 'ice_waits';
			/**
			 * The value that is wanted.
			 */
			value: number;
	  }
	| {
			/**
			 * What the pool has now.
			 */
			pool: number;
			type: 'coffee_earned';
	  }
	| {
			crew: Crew;
			/**
			 * How many are left.
			 */
			left: number;
			/**
			 * Its value.
			 */
			token: number;
			type: 'token_taken';
	  }
	| {
			/**
			 * Its value.
			 */
			token: number;
			type: 'token_discarded';
	  }
	| {
			/**
			 * Whether the other seat may see it too.
			 */
			open: boolean;
			type: 'sync_rolled';
			/**
			 * What it shows, for who may see it.
			 */
			value?: number | null;
	  }
	| {
			crew: Crew;
			/**
			 * How many are left.
			 */
			held: number;
			type: 'reroll_spent';
	  }
	| {
			crew: Crew;
			type: 'chosen';
	  }
	| {
			/**
			 * How many.
			 */
			count: number;
			crew: Crew;
			/**
			 * The whole hand now, for who may see it.
			 */
			dice?: Faces | null;
			/**
			 * Whether the other seat may see it too.
			 */
			open: boolean;
			type: 'rerolled';
	  }
	| {
			crew: Crew;
			/**
			 * The whole hand now, for who may see it.
			 */
			dice?: Faces | null;
			/**
			 * Whether the other seat may see it too.
			 */
			open: boolean;
			type: 'anticipated';
	  }
	| {
			crew: Crew;
			/**
			 * Whether the other seat may see it too.
			 */
			open: boolean;
			type: 'adapted';
			/**
			 * What it shows now, for who may see it.
			 */
			value?: number | null;
	  }
	| {
			/**
			 * What each gave, for the crew.
			 */
			gave?: Pair3 | null;
			type: 'swapped';
	  }
	| {
			/**
			 * How many dice were forfeited.
			 */
			forfeited: number;
			type: 'time_up';
	  }
	| {
			report: Report;
			/**
			 * Which.
			 */
			round: number;
			type: 'round_ended';
	  }
	| {
			end: End;
			/**
			 * The landing list, where the landing was judged.
			 */
			landing: Check[];
			type: 'ended';
	  };
/**
 * A member of the crew, and the colour of the dice.
 */
export type Crew = 'pilot' | 'copilot';
/**
 * Where a placed value came from.
 */
export type Source = 'hand' | 'token' | 'sync';
/**
 * How it ended.
 */
export type End =
	| {
			type: 'won';
	  }
	| {
			loss: Loss;
			type: 'lost';
	  };
/**
 * What loses the game.
 */
export type Loss =
	| {
			/**
			 * Where it went.
			 */
			axis: number;
			cause: 'spin';
	  }
	| {
			cause: 'kerosene';
	  }
	| {
			/**
			 * The axis.
			 */
			axis: number;
			cause: 'turn';
			/**
			 * The segment.
			 */
			segment: number;
	  }
	| {
			cause: 'collision';
			/**
			 * The segment.
			 */
			segment: number;
	  }
	| {
			cause: 'overshoot';
	  }
	| {
			cause: 'not_at_airport';
			/**
			 * Where the plane was.
			 */
			position: number;
	  }
	| {
			cause: 'planes_left';
			/**
			 * How many.
			 */
			planes: number;
	  }
	| {
			cause: 'mandatory_empty';
	  }
	| {
			cause: 'landing';
			failed: Failed;
	  };
/**
 * Something that the landing asks for.
 */
export type Criterion =
	'axis' | 'speed' | 'brakes' | 'flaps' | 'landing_gear' | 'planes' | 'ice_brakes' | 'intern';
/**
 * Criteria that were missed, as a list on the wire.
 */
export type Failed = Criterion[];
/**
 * How a criterion stands now.
 */
export type Standing = 'pending' | 'met' | 'failed';
/**
 * Why a command was refused. The first reason in the order of this list is given.
 */
export type Rejection =
	| {
			code: 'game_over';
	  }
	| {
			code: 'not_a_seat';
	  }
	| {
			code: 'not_the_clock';
	  }
	| {
			code: 'wrong_phase';
			now: Stage;
	  }
	| {
			code: 'no_such_clock';
			/**
			 * The round that was named.
			 */
			round: number;
	  }
	| {
			code: 'already_answered';
	  }
	| {
			code: 'not_your_turn';
			turn: Crew;
	  }
	| {
			ability: Ability;
			code: 'no_such_ability';
	  }
	| {
			ability: Ability;
			code: 'ability_used';
	  }
	| {
			code: 'too_late';
	  }
	| {
			code: 'not_first';
			first: Crew;
	  }
	| {
			code: 'no_reroll_token';
	  }
	| {
			code: 'no_dice_left';
			crew: Crew;
	  }
	| {
			code: 'name_the_dice';
	  }
	| {
			code: 'spend_a_token_first';
	  }
	| {
			code: 'wrong_number_of_dice';
			/**
			 * At least so many.
			 */
			least: number;
			/**
			 * At most so many.
			 */
			most: number;
	  }
	| {
			code: 'not_a_die';
			/**
			 * What was named.
			 */
			die: number;
	  }
	| {
			code: 'die_used';
			/**
			 * What was named.
			 */
			die: number;
	  }
	| {
			code: 'no_such_die';
			/**
			 * What was named.
			 */
			die: number;
	  }
	| {
			code: 'not_so_many';
			/**
			 * What they show.
			 */
			die: number;
			/**
			 * How many are in the hand.
			 */
			held: number;
			/**
			 * How many were named.
			 */
			named: number;
	  }
	| {
			code: 'coffee_out_of_range';
			/**
			 * What it shows.
			 */
			die: number;
			/**
			 * At least.
			 */
			least: number;
			/**
			 * At most.
			 */
			most: number;
			/**
			 * What it would show.
			 */
			value: number;
	  }
	| {
			code: 'not_enough_coffee';
			/**
			 * What it would cost.
			 */
			cost: number;
			/**
			 * What there is.
			 */
			pool: number;
	  }
	| {
			code: 'coffee_too_far';
			/**
			 * The most steps.
			 */
			most: number;
	  }
	| {
			code: 'no_coffee_for_tokens';
	  }
	| {
			code: 'no_such_module';
			module: Module;
	  }
	| {
			code: 'no_such_space';
			module: Module;
			/**
			 * Which space, counted from 0.
			 */
			slot: number;
	  }
	| {
			code: 'wrong_colour';
			crew: Crew;
			module: Module;
	  }
	| {
			code: 'not_for_tokens';
			module: Module;
	  }
	| {
			code: 'space_taken';
			module: Module;
	  }
	| {
			code: 'all_deployed';
			module: Module;
	  }
	| {
			code: 'no_effect';
			module: Module;
			/**
			 * What the die counts as.
			 */
			value: number;
	  }
	| {
			code: 'intern_done';
	  }
	| {
			code: 'wrong_value';
			module: Module;
			/**
			 * What it takes.
			 */
			takes: number[];
			/**
			 * What the die counts as.
			 */
			value: number;
	  }
	| {
			code: 'same_as_token';
			/**
			 * The token at the own end.
			 */
			token: number;
	  }
	| {
			code: 'name_the_space';
			module: Module;
			/**
			 * The spaces that take it, counted from 0.
			 */
			slots: number[];
	  }
	| {
			code: 'space_not_needed';
			module: Module;
	  }
	| {
			code: 'mandatory_first';
			/**
			 * The own mandatory modules that are still empty.
			 */
			spaces: Module[];
	  };
/**
 * What is going on, for [`Rejection::WrongPhase`].
 */
export type Stage = 'briefing' | 'placement' | 'extra' | 'rerolling' | 'swapping';
/**
 * What talk is allowed now.
 */
export type Talk = 'plans' | 'silence' | 'free';
/**
 * How hard a track is, by the colour of its print.
 */
export type Difficulty = 'green' | 'yellow' | 'red' | 'black';
/**
 * Whether and how fuel is counted.
 */
export type Fuel = 'none' | 'kerosene' | 'leak';
/**
 * Whether there is wind, and what its signs mean.
 */
export type Weather = 'calm' | 'wind' | 'head_wind';
/**
 * A set of spaces, as bits.
 */
export type Spaces = number;
/**
 * The dice placed this round, in order. On the wire it is a list.
 */
export type Log = Laid[];
/**
 * What is going on.
 */
export type Phase =
	| {
			type: 'briefing';
	  }
	| {
			type: 'placement';
	  }
	| {
			extra: Extra;
			type: 'extra';
	  }
	| {
			type: 'rerolling';
	  }
	| {
			type: 'swapping';
	  }
	| {
			type: 'over';
	  };
/**
 * Something to place that came from no hand.
 */
export type Extra =
	| {
			by: Crew;
			colour: Crew;
			type: 'token';
			/**
			 * Its value.
			 */
			value: number;
	  }
	| {
			type: 'sync';
	  };
/**
 * What a running game calls its scenario.
 */
export type Title =
	| {
			built_in: number;
	  }
	| {
			own: OwnTitle;
	  };
/**
 * Something that safe mode asks about before it is done.
 */
export type Warning =
	| {
			loss: Loss;
			type: 'loses';
	  }
	| {
			criterion: Criterion;
			type: 'spoils_landing';
	  }
	| {
			type: 'wastes';
			waste: Waste;
	  };
/**
 * How a die has no effect.
 */
export type Waste = 'no_airplane' | 'pool_full' | 'switch_on';
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
 * A space of the ice brakes.
 */
export type IceSpace = 'done' | 'waits' | 'open' | 'closed';
/**
 * A set of seats. On the wire it is a list in order.
 */
export type SeatSet = Seat[];

/**
 * What is fixed before the first die.
 */
export interface Config {
	/**
	 * Abilities: the special abilities of the crew, as many as the scenario gives; drawn where
	 * nothing is said.
	 */
	abilities?: Ability[] | null;
	/**
	 * Any scenario: lets the rule sets `seed` and `literal` fly to airports other than Montréal.
	 */
	any_scenario?: boolean;
	/**
	 * Briefing: both say that they are ready before each roll.
	 */
	briefing?: boolean;
	/**
	 * Scenario files of a designer: their scenarios come before the game's own.
	 */
	data?: DataFile[];
	/**
	 * Early end: the final round stops once nothing can go wrong (only `published`).
	 */
	early_end?: boolean;
	/**
	 * Speed equal to the blue marker: as the rule set has it where nothing is said.
	 */
	equal_speed?: EqualSpeed | null;
	/**
	 * Head wind: turns all signs of the wind round, in a scenario with wind.
	 */
	head_wind?: boolean;
	rules?: RuleSet;
	/**
	 * Safe mode: screens ask before a die that loses at once or is wasted.
	 */
	safe_mode?: boolean;
	/**
	 * Scenario: the airport and its track, such as `yul-green`.
	 */
	scenario?: string;
	/**
	 * Seconds: a clock of 60, 70 or 80 seconds for each placement phase. Where nothing is said,
	 * real-time scenarios have 60 and the others no clock.
	 */
	seconds?: number | null;
	/**
	 * Solo: one person holds both seats and sees all eight dice.
	 */
	solo?: boolean;
	/**
	 * Undo: whether the last die may be taken back until the other acts; as the rule set has it
	 * where nothing is said.
	 */
	undo?: boolean | null;
}
/**
 * A scenario file of a designer.
 */
export interface DataFile {
	/**
	 * The name of the file, for messages.
	 */
	name: string;
	/**
	 * What it says, in TOML.
	 */
	text: string;
}
/**
 * A die as it was placed.
 */
export interface Laid {
	/**
	 * How many steps coffee changed it.
	 */
	coffee: number;
	crew: Crew;
	/**
	 * What it showed.
	 */
	die: number;
	on: Module;
	/**
	 * On which space of the module, counted from 0.
	 */
	slot: number;
	source: Source;
}
/**
 * One of a thing for each of the two.
 */
export interface Pair3 {
	/**
	 * The Co-Pilot's.
	 */
	copilot: number;
	/**
	 * The Pilot's.
	 */
	pilot: number;
}
/**
 * How things stand at the end of a round, in the fixed order of the modules.
 */
export interface Report {
	/**
	 * The axis.
	 */
	axis: number;
	/**
	 * Brakes that are on; steps of the ice brakes where they replace them.
	 */
	brakes: number;
	/**
	 * Coffee in the pool.
	 */
	coffee: number;
	/**
	 * Flaps that are out.
	 */
	flaps: number;
	/**
	 * Landing gear that is out.
	 */
	landing_gear: number;
	/**
	 * Airplanes left on the track.
	 */
	planes: number;
	/**
	 * The speed, if the engines resolved.
	 */
	speed?: number | null;
}
/**
 * A line of the landing list.
 */
export interface Check {
	criterion: Criterion;
	/**
	 * The name for people.
	 */
	name: string;
	/**
	 * What is asked for and what there is.
	 */
	reason: string;
	standing: Standing;
}
/**
 * All that one viewer may know.
 */
export interface View {
	/**
	 * The special abilities in play.
	 */
	abilities: AbilityView[];
	/**
	 * The altitude in feet.
	 */
	altitude: number;
	/**
	 * The altitude track from the start of this flight to the ground, one step for each round.
	 */
	altitudes: AltitudeView[];
	/**
	 * The approach track, from the start to the airport.
	 */
	approach: SegmentView[];
	/**
	 * Where the axis stands: 0 is level, and positive is tipped to the Pilot's side, the left.
	 */
	axis: number;
	banner: Banner;
	/**
	 * Why the viewer's dice do not go elsewhere, without coffee.
	 */
	blocked: Blocked[];
	board: Board;
	/**
	 * What the brakes hold, by the number that the landing uses; none with ice brakes.
	 */
	brakes?: BrakesView | null;
	/**
	 * The landing list.
	 */
	checklist: Check[];
	/**
	 * What the viewer may place now, with what each would do: by die, then coffee, then space.
	 */
	choices: Choice[];
	/**
	 * Coffee in the pool.
	 */
	coffee: number;
	/**
	 * How it ended.
	 */
	end?: EndView | null;
	/**
	 * The value of the extra die of Synchronisation, for who may see it.
	 */
	extra_die?: number | null;
	/**
	 * Whether this is the round at altitude 0.
	 */
	final_round: boolean;
	first: Crew;
	hands: Pair;
	/**
	 * What was placed this round, in order.
	 */
	history: Laid[];
	/**
	 * The steps of the ice brakes in order; none with brakes.
	 */
	ice_brakes?: IceStepView[] | null;
	/**
	 * The intern's tokens that are left, from the Pilot's end; none without an intern.
	 */
	intern?: number[] | null;
	/**
	 * What is in the tank; none where fuel is not counted.
	 */
	kerosene?: number | null;
	/**
	 * The modules of the cockpit with their spaces.
	 */
	modules: ModuleView[];
	/**
	 * What else the viewer may do now.
	 */
	others: Other[];
	phase: Phase;
	/**
	 * Reroll tokens that the crew holds.
	 */
	rerolls: number;
	/**
	 * The round, counted from 1.
	 */
	round: number;
	/**
	 * How many rounds there are.
	 */
	rounds: number;
	/**
	 * Whether screens ask before a choice that has warnings.
	 */
	safe_mode: boolean;
	scenario: ScenarioView;
	/**
	 * Whether one person plays both seats: each choice then says whose seat submits it.
	 */
	solo: boolean;
	speed: SpeedView;
	/**
	 * Airplane tokens left in the supply.
	 */
	supply: number;
	to_act: SeatSet;
	/**
	 * Who is to place next; none while something else is going on.
	 */
	turn?: Crew | null;
	/**
	 * The wind; none where it is calm.
	 */
	wind?: WindView | null;
	/**
	 * Who looks; none for a spectator.
	 */
	you?: Crew | null;
}
/**
 * A special ability.
 */
export interface AbilityView {
	ability: Ability;
	/**
	 * The name for people.
	 */
	name: string;
	ready: Pair2;
	/**
	 * What it does.
	 */
	text: string;
}
/**
 * One of a thing for each of the two.
 */
export interface Pair2 {
	/**
	 * The Co-Pilot's.
	 */
	copilot: boolean;
	/**
	 * The Pilot's.
	 */
	pilot: boolean;
}
/**
 * A step of the altitude track.
 */
export interface AltitudeView {
	/**
	 * The altitude in feet.
	 */
	altitude: number;
	first: Crew;
	/**
	 * Whether this is the round that is played.
	 */
	here: boolean;
	/**
	 * Whether the crew gets a reroll token there.
	 */
	reroll: boolean;
	/**
	 * The round, counted from 1.
	 */
	round: number;
}
/**
 * A segment of the approach track.
 */
export interface SegmentView {
	/**
	 * Whether it is the airport.
	 */
	airport: boolean;
	/**
	 * Whether the plane is here.
	 */
	here: boolean;
	/**
	 * Counted from 0.
	 */
	index: number;
	/**
	 * Airplane tokens on it.
	 */
	planes: number;
	/**
	 * The radio value that reaches it now.
	 */
	radio?: number | null;
	/**
	 * Traffic dice rolled when a round begins here.
	 */
	traffic: number;
	/**
	 * The axis positions with which it may be left; empty where all are.
	 */
	turn: number[];
}
/**
 * What talk is allowed now.
 */
export interface Banner {
	/**
	 * What may be said.
	 */
	allowed: string[];
	/**
	 * What may not be said.
	 */
	forbidden: string[];
	talk: Talk;
	/**
	 * In a sentence.
	 */
	text: string;
}
/**
 * Why a die does not go somewhere as it is.
 */
export interface Blocked {
	/**
	 * The die as it shows.
	 */
	die: number;
	on: Module;
	reason: Rejection;
	/**
	 * Why, in a sentence.
	 */
	text: string;
}
/**
 * All that is public, as the rules keep it. Screens draw from the rest of the view; this part lets
 * a bot go on playing from a view.
 */
export interface Board {
	abilities: Abilities;
	answered: Pair2;
	approach: Approach;
	axis: Axis;
	/**
	 * How many brakes are on.
	 */
	brakes: number;
	/**
	 * The coffee pool.
	 */
	coffee: number;
	course: Course;
	/**
	 * How it ended.
	 */
	end?: End | null;
	engines: Engines;
	filled: Spaces;
	/**
	 * How many flaps are on.
	 */
	flaps: number;
	/**
	 * Landing gear switches that are on, as bits.
	 */
	gear: number;
	/**
	 * How many steps of the ice brakes are done.
	 */
	ice: number;
	/**
	 * The intern's row.
	 */
	intern?: Intern | null;
	/**
	 * What is in the tank, where fuel is counted.
	 */
	kerosene: number;
	log: Log;
	options: Options;
	phase: Phase;
	rerolls: Rerolls;
	/**
	 * The round, counted from 1.
	 */
	round: number;
	tally: Tally;
	title: Title;
	turn: Crew;
	/**
	 * Who may take the last placement back.
	 */
	undo?: Crew | null;
	/**
	 * Where the wind marker stands on its ring.
	 */
	wind: number;
}
/**
 * Which abilities are in play and what was used of them.
 */
export interface Abilities {
	adapted: Pair2;
	/**
	 * In play, as bits in the order of the rules.
	 */
	has: number;
	/**
	 * Used this round, as bits.
	 */
	used: number;
}
/**
 * Where the plane is and what lies on the track.
 */
export interface Approach {
	/**
	 * Airplane tokens by segment.
	 */
	planes: number[];
	/**
	 * The segment the plane is on, counted from 0.
	 */
	position: number;
}
/**
 * The axis gauge.
 */
export interface Axis {
	dice: Pair4;
	/**
	 * Where it stands: 0 is level, positive is tipped towards the Pilot.
	 */
	position: number;
}
/**
 * One of a thing for each of the two.
 */
export interface Pair4 {
	/**
	 * The Co-Pilot's.
	 */
	copilot?: number | null;
	/**
	 * The Pilot's.
	 */
	pilot?: number | null;
}
/**
 * What a scenario fixes for the whole game, as plain numbers.
 */
export interface Course {
	/**
	 * How many special abilities there are.
	 */
	abilities: number;
	difficulty: Difficulty;
	fuel: Fuel;
	/**
	 * Whether ice brakes replace the brakes.
	 */
	ice_brakes: boolean;
	/**
	 * Whether an intern flies along.
	 */
	intern: boolean;
	/**
	 * Whether the placement phase plays against the clock.
	 */
	real_time: boolean;
	/**
	 * How many segments the track has; the last is the airport.
	 */
	segments: number;
	/**
	 * Which step of the altitude track the game starts on, counted from 0 at 6000.
	 */
	start: number;
	/**
	 * Traffic icons by segment.
	 */
	traffic: number[];
	/**
	 * Allowed axis positions for leaving a segment, as bits: bit 0 is −2, bit 4 is +2; 0 where
	 * everything is allowed.
	 */
	turns: number[];
	weather: Weather;
}
/**
 * The speed gauge.
 */
export interface Engines {
	dice: Pair4;
	/**
	 * The speed of this round, wind included, once both dice are there.
	 */
	speed?: number | null;
}
/**
 * The row of the intern's tokens. Invariant: `from` is at most `to`, and `to` at most 6.
 */
export interface Intern {
	/**
	 * How many were taken from the Pilot's end.
	 */
	from: number;
	/**
	 * All six as they were shuffled, from the Pilot's end to the Co-Pilot's.
	 */
	row: number[];
	/**
	 * Where the row ends for the Co-Pilot.
	 */
	to: number;
}
/**
 * A configuration with all defaults filled in, as the game keeps it.
 */
export interface Options {
	/**
	 * Whether there is a briefing before each roll.
	 */
	briefing: boolean;
	/**
	 * Whether the final round stops once nothing can go wrong.
	 */
	early_end: boolean;
	equal_speed: EqualSpeed;
	rules: RuleSet;
	/**
	 * Whether screens ask before a die that loses or is wasted.
	 */
	safe_mode: boolean;
	/**
	 * The clock of a placement phase, in seconds.
	 */
	seconds?: number | null;
	/**
	 * Whether one person holds both seats.
	 */
	solo: boolean;
	/**
	 * Whether the last die may be taken back.
	 */
	undo: boolean;
}
/**
 * Reroll tokens that the crew holds and has spent.
 */
export interface Rerolls {
	/**
	 * Tokens to spend.
	 */
	held: number;
	/**
	 * Tokens spent, lying in the supply.
	 */
	spent: number;
}
/**
 * Figures to look back at.
 */
export interface Tally {
	/**
	 * Coffee earned.
	 */
	coffee_earned: number;
	/**
	 * Coffee drunk.
	 */
	coffee_spent: number;
	/**
	 * Airplanes sent off by the radio.
	 */
	planes_cleared: number;
	/**
	 * Dice that had no effect.
	 */
	wasted: number;
}
/**
 * The names of a scenario from a designer's file.
 */
export interface OwnTitle {
	/**
	 * The airport's code.
	 */
	code: string;
	/**
	 * The name on the wire.
	 */
	id: string;
	/**
	 * The airport's name.
	 */
	name: string;
}
/**
 * The brakes.
 */
export interface BrakesView {
	/**
	 * Which of the numbers that is, in words.
	 */
	judged_by: string;
	/**
	 * Where the red marker stands: 0, 2, 4 or 6.
	 */
	marker: number;
	/**
	 * How many are on.
	 */
	on: number;
	/**
	 * The sum of the values that are on: 0, 2, 6 or 12.
	 */
	power: number;
	/**
	 * The number that the landing compares with the speed.
	 */
	strength: number;
}
/**
 * A placement that is allowed now.
 */
export interface Choice {
	command: Command;
	/**
	 * The coffee that this costs.
	 */
	cost: number;
	crew: Crew;
	/**
	 * The die as it shows.
	 */
	die: number;
	on: Module;
	preview: Preview;
	/**
	 * Which space, where it matters.
	 */
	slot?: number | null;
	/**
	 * The same as a player would say it.
	 */
	text: string;
	/**
	 * What it would count as.
	 */
	value: number;
}
/**
 * What a placement would do, as far as the rules can know.
 */
export interface Preview {
	/**
	 * The axis, if it would resolve.
	 */
	axis?: number | null;
	/**
	 * The blue marker, if it would move.
	 */
	blue_marker?: number | null;
	/**
	 * The brakes' number, if it would change.
	 */
	brakes?: number | null;
	/**
	 * The same in sentences.
	 */
	cautions: string[];
	/**
	 * The segment from which an airplane would be sent off.
	 */
	clears?: number | null;
	/**
	 * The coffee pool, if it would change.
	 */
	coffee?: number | null;
	/**
	 * Landing criteria that would stand differently.
	 */
	criteria: CriterionChange[];
	/**
	 * All that would happen, in order.
	 */
	effects: Event[];
	/**
	 * How the game would end with it.
	 */
	end?: End | null;
	/**
	 * Whether the round would end with it.
	 */
	ends_round: boolean;
	/**
	 * The tank, if it would change.
	 */
	kerosene?: number | null;
	/**
	 * The orange marker, if it would move.
	 */
	orange_marker?: number | null;
	/**
	 * Where the plane would be, if it would move.
	 */
	position?: number | null;
	/**
	 * How many segments that would move the plane.
	 */
	segments?: number | null;
	/**
	 * The same in sentences, without the placement itself.
	 */
	sentences: string[];
	/**
	 * The speed, if the engines would resolve.
	 */
	speed?: number | null;
	/**
	 * The intern's token that would be taken.
	 */
	token?: number | null;
	/**
	 * What safe mode asks about.
	 */
	warnings: Warning[];
}
/**
 * A landing criterion that would stand differently.
 */
export interface CriterionChange {
	criterion: Criterion;
	/**
	 * What is asked for and what there would be.
	 */
	reason: string;
	standing: Standing;
}
/**
 * How it ended.
 */
export interface EndView {
	end: End;
	outcome: Outcome;
	/**
	 * The points: 1 to 4 by the colour of the track for a landing, −1 otherwise.
	 */
	score: number;
}
/**
 * One of a thing for each of the two.
 */
export interface Pair {
	copilot: HandView;
	pilot: HandView;
}
/**
 * The dice of one of the crew.
 */
export interface HandView {
	/**
	 * Whether an answer to a briefing, a reroll or a swap was given.
	 */
	answered: boolean;
	/**
	 * What was chosen for a reroll or a swap, where the viewer may see it.
	 */
	chosen?: Faces | null;
	/**
	 * What they show, where the viewer may see it.
	 */
	dice?: Faces | null;
	/**
	 * How many are unplaced.
	 */
	left: number;
	/**
	 * The own mandatory modules that are still empty this round.
	 */
	must_fill: Module[];
	/**
	 * Whether all remaining dice are needed for those.
	 */
	pressed: boolean;
}
/**
 * A step of the ice brakes: two dice of its value in one round.
 */
export interface IceStepView {
	pilot: IceSpace;
	shared: IceSpace;
	/**
	 * The value that both dice must have.
	 */
	value: number;
}
/**
 * A module with its spaces.
 */
export interface ModuleView {
	/**
	 * Who places there, what it does, and how it loses or wins.
	 */
	help: string;
	/**
	 * Whether it must be filled every round.
	 */
	mandatory: boolean;
	module: Module;
	/**
	 * The name for people.
	 */
	name: string;
	/**
	 * Its spaces.
	 */
	spaces: SpaceView[];
}
/**
 * A space of a module.
 */
export interface SpaceView {
	/**
	 * Who may place there.
	 */
	crew: Crew[];
	/**
	 * The value that lies there this round.
	 */
	die?: number | null;
	/**
	 * Whether its switch is on; none for a space without a switch.
	 */
	on?: boolean | null;
	/**
	 * Whether a die could go there now, if it had the right value and colour.
	 */
	open: boolean;
	/**
	 * Counted from 0 within the module.
	 */
	slot: number;
	/**
	 * The values that it takes; all six where any value goes.
	 */
	values: number[];
}
/**
 * Something other than a placement that is allowed now.
 */
export interface Other {
	command: Command;
	crew: Crew;
	/**
	 * The same as a player would say it.
	 */
	text: string;
}
/**
 * The scenario.
 */
export interface ScenarioView {
	/**
	 * The airport's code.
	 */
	code: string;
	difficulty: Difficulty;
	/**
	 * The name on the wire.
	 */
	id: string;
	/**
	 * The airport's name.
	 */
	name: string;
	/**
	 * What a landing scores.
	 */
	score: number;
}
/**
 * The speed gauge.
 */
export interface SpeedView {
	/**
	 * The blue marker.
	 */
	blue_marker: number;
	/**
	 * The least speed that moves one segment.
	 */
	one_from: number;
	/**
	 * The orange marker.
	 */
	orange_marker: number;
	/**
	 * The speed of this round.
	 */
	speed?: number | null;
	/**
	 * The least speed that moves two segments.
	 */
	two_from: number;
	/**
	 * What the wind adds; none without wind.
	 */
	wind?: number | null;
}
/**
 * The wind.
 */
export interface WindView {
	/**
	 * What it adds to the speed as it stands.
	 */
	adds: number;
	/**
	 * Where the marker stands on its ring, 0 to 19.
	 */
	position: number;
}
