//! What one viewer may know, and all that a screen needs to draw and to explain.

use schemars::JsonSchema;
use senet_kernel::{Cast, Outcome, SeatSet};
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::board::{Board, Laid, Phase};
use crate::command::Command;
use crate::crew::{Crew, Pair};
use crate::event::Event;
use crate::faces::Faces;
use crate::landing::{Check, Criterion, End, Loss, Standing};
use crate::rejection::Rejection;
use crate::scenario::Difficulty;
use crate::space::Module;

/// All that one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Who looks; none for a spectator.
    pub you: Option<Crew>,
    /// Whether one person plays both seats: each choice then says whose seat submits it.
    pub solo: bool,
    /// The scenario.
    pub scenario: ScenarioView,
    /// The round, counted from 1.
    pub round: u8,
    /// How many rounds there are.
    pub rounds: u8,
    /// The altitude in feet.
    pub altitude: u16,
    /// Whether this is the round at altitude 0.
    pub final_round: bool,
    /// The altitude track from the start of this flight to the ground, one step for each round.
    pub altitudes: Vec<AltitudeView>,
    /// What is going on.
    pub phase: Phase,
    /// Who places first this round.
    pub first: Crew,
    /// Who is to place next; none while something else is going on.
    pub turn: Option<Crew>,
    /// The seats that may act now; beside the one whose turn it is, those who may spend a reroll
    /// token or use an ability.
    pub to_act: SeatSet,
    /// What talk is allowed now.
    pub banner: Banner,
    /// The dice of both; values only where the viewer may see them.
    pub hands: Pair<HandView>,
    /// The value of the extra die of Synchronisation, for who may see it.
    pub extra_die: Option<u8>,
    /// The approach track, from the start to the airport.
    pub approach: Vec<SegmentView>,
    /// Airplane tokens left in the supply.
    pub supply: u8,
    /// The modules of the cockpit with their spaces.
    pub modules: Vec<ModuleView>,
    /// Where the axis stands: 0 is level, and positive is tipped to the Pilot's side, the left.
    pub axis: i8,
    /// The speed gauge.
    pub speed: SpeedView,
    /// The wind; none where it is calm.
    pub wind: Option<WindView>,
    /// What the brakes hold, by the number that the landing uses; none with ice brakes.
    pub brakes: Option<BrakesView>,
    /// The steps of the ice brakes in order; none with brakes.
    pub ice_brakes: Option<Vec<IceStepView>>,
    /// Coffee in the pool.
    pub coffee: u8,
    /// Reroll tokens that the crew holds.
    pub rerolls: u8,
    /// What is in the tank; none where fuel is not counted.
    pub kerosene: Option<i8>,
    /// The intern's tokens that are left, from the Pilot's end; none without an intern.
    pub intern: Option<Vec<u8>>,
    /// The special abilities in play.
    pub abilities: Vec<AbilityView>,
    /// What the viewer may place now, with what each would do: by die, then coffee, then space.
    pub choices: Vec<Choice>,
    /// Why the viewer's dice do not go elsewhere, without coffee.
    pub blocked: Vec<Blocked>,
    /// What else the viewer may do now.
    pub others: Vec<Other>,
    /// The landing list.
    pub checklist: Vec<Check>,
    /// What was placed this round, in order.
    pub history: Vec<Laid>,
    /// Whether screens ask before a choice that has warnings.
    pub safe_mode: bool,
    /// How it ended.
    pub end: Option<EndView>,
    /// Everything public, as the rules keep it.
    pub board: Board,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

/// The scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioView {
    /// The name on the wire.
    pub id: String,
    /// The airport's code.
    pub code: String,
    /// The airport's name.
    pub name: String,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// What a landing scores.
    pub score: i8,
}

/// What talk is allowed now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Banner {
    /// In a word.
    pub talk: Talk,
    /// In a sentence.
    pub text: String,
    /// What may be said.
    pub allowed: Vec<String>,
    /// What may not be said.
    pub forbidden: Vec<String>,
}

/// What talk is allowed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Talk {
    /// Plans, but no dice values.
    Plans,
    /// Nothing about the game.
    Silence,
    /// Anything: one person plays, or it is over.
    Free,
}

/// The dice of one of the crew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandView {
    /// How many are unplaced.
    pub left: u8,
    /// What they show, where the viewer may see it.
    pub dice: Option<Faces>,
    /// What was chosen for a reroll or a swap, where the viewer may see it.
    pub chosen: Option<Faces>,
    /// Whether an answer to a briefing, a reroll or a swap was given.
    pub answered: bool,
    /// The own mandatory modules that are still empty this round.
    pub must_fill: Vec<Module>,
    /// Whether all remaining dice are needed for those.
    pub pressed: bool,
}

/// A step of the altitude track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AltitudeView {
    /// The round, counted from 1.
    pub round: u8,
    /// The altitude in feet.
    pub altitude: u16,
    /// Who places first in that round.
    pub first: Crew,
    /// Whether the crew gets a reroll token there.
    pub reroll: bool,
    /// Whether this is the round that is played.
    pub here: bool,
}

/// The wind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WindView {
    /// Where the marker stands on its ring, 0 to 19.
    pub position: u8,
    /// What it adds to the speed as it stands.
    pub adds: i8,
}

/// A step of the ice brakes: two dice of its value in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IceStepView {
    /// The value that both dice must have.
    pub value: u8,
    /// The space in the Pilot's row.
    pub pilot: IceSpace,
    /// The space in the row that is open to both.
    pub shared: IceSpace,
}

/// A space of the ice brakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IceSpace {
    /// Its step is done.
    Done,
    /// A die lies there and waits for the second one this round.
    Waits,
    /// A die may go there.
    Open,
    /// A step before it is not done yet.
    Closed,
}

/// A segment of the approach track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SegmentView {
    /// Counted from 0.
    pub index: u8,
    /// Airplane tokens on it.
    pub planes: u8,
    /// Traffic dice rolled when a round begins here.
    pub traffic: u8,
    /// The axis positions with which it may be left; empty where all are.
    pub turn: Vec<i8>,
    /// Whether the plane is here.
    pub here: bool,
    /// Whether it is the airport.
    pub airport: bool,
    /// The radio value that reaches it now.
    pub radio: Option<u8>,
}

/// A module with its spaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModuleView {
    /// Which.
    pub module: Module,
    /// The name for people.
    pub name: String,
    /// Who places there, what it does, and how it loses or wins.
    pub help: String,
    /// Whether it must be filled every round.
    pub mandatory: bool,
    /// Its spaces.
    pub spaces: Vec<SpaceView>,
}

/// A space of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpaceView {
    /// Counted from 0 within the module.
    pub slot: u8,
    /// Who may place there.
    pub crew: Vec<Crew>,
    /// The values that it takes; all six where any value goes.
    pub values: Vec<u8>,
    /// The value that lies there this round.
    pub die: Option<u8>,
    /// Whether its switch is on; none for a space without a switch.
    pub on: Option<bool>,
    /// Whether a die could go there now, if it had the right value and colour.
    pub open: bool,
}

/// The speed gauge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpeedView {
    /// The speed of this round.
    pub speed: Option<i8>,
    /// The blue marker.
    pub blue_marker: u8,
    /// The orange marker.
    pub orange_marker: u8,
    /// The least speed that moves one segment.
    pub one_from: u8,
    /// The least speed that moves two segments.
    pub two_from: u8,
    /// What the wind adds; none without wind.
    pub wind: Option<i8>,
}

/// The brakes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrakesView {
    /// How many are on.
    pub on: u8,
    /// Where the red marker stands: 0, 2, 4 or 6.
    pub marker: u8,
    /// The sum of the values that are on: 0, 2, 6 or 12.
    pub power: u8,
    /// The number that the landing compares with the speed.
    pub strength: u8,
    /// Which of the numbers that is, in words.
    pub judged_by: String,
}

/// A special ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityView {
    /// Which.
    pub ability: Ability,
    /// The name for people.
    pub name: String,
    /// What it does.
    pub text: String,
    /// Whether each may still use it: this round, or in this game for Adaptation.
    pub ready: Pair<bool>,
}

/// A placement that is allowed now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// Whose seat submits it.
    pub crew: Crew,
    /// What to submit.
    pub command: Command,
    /// The same as a player would say it.
    pub text: String,
    /// The die as it shows.
    pub die: u8,
    /// What it would count as.
    pub value: u8,
    /// The coffee that this costs.
    pub cost: u8,
    /// Where it would go.
    pub on: Module,
    /// Which space, where it matters.
    pub slot: Option<u8>,
    /// What it would do.
    pub preview: Preview,
}

/// Something other than a placement that is allowed now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Other {
    /// Whose seat submits it: the viewer's, or either for somebody who plays alone.
    pub crew: Crew,
    /// What to submit.
    pub command: Command,
    /// The same as a player would say it.
    pub text: String,
}

/// What a placement would do, as far as the rules can know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// The axis, if it would resolve.
    pub axis: Option<i8>,
    /// The speed, if the engines would resolve.
    pub speed: Option<i8>,
    /// How many segments that would move the plane.
    pub segments: Option<u8>,
    /// Where the plane would be, if it would move.
    pub position: Option<u8>,
    /// The segment from which an airplane would be sent off.
    pub clears: Option<u8>,
    /// The coffee pool, if it would change.
    pub coffee: Option<u8>,
    /// The tank, if it would change.
    pub kerosene: Option<i8>,
    /// The blue marker, if it would move.
    pub blue_marker: Option<u8>,
    /// The orange marker, if it would move.
    pub orange_marker: Option<u8>,
    /// The brakes' number, if it would change.
    pub brakes: Option<u8>,
    /// The intern's token that would be taken.
    pub token: Option<u8>,
    /// Landing criteria that would stand differently.
    pub criteria: Vec<CriterionChange>,
    /// Whether the round would end with it.
    pub ends_round: bool,
    /// How the game would end with it.
    pub end: Option<End>,
    /// What safe mode asks about.
    pub warnings: Vec<Warning>,
    /// The same in sentences.
    pub cautions: Vec<String>,
    /// All that would happen, in order.
    pub effects: Vec<Event>,
    /// The same in sentences, without the placement itself.
    pub sentences: Vec<String>,
}

/// A landing criterion that would stand differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CriterionChange {
    /// Which.
    pub criterion: Criterion,
    /// How it would stand.
    pub standing: Standing,
    /// What is asked for and what there would be.
    pub reason: String,
}

/// Something that safe mode asks about before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Warning", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum Warning {
    /// The game would be lost at once.
    Loses {
        /// How.
        loss: Loss,
    },
    /// The landing could not succeed any more.
    SpoilsLanding {
        /// By this criterion.
        criterion: Criterion,
    },
    /// The die would have no effect.
    Wastes {
        /// How.
        waste: Waste,
    },
}

senet_kernel::tagged!(Warning, "type");

/// How a die has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Waste {
    /// The radio reaches no airplane.
    NoAirplane,
    /// The coffee pool is full.
    PoolFull,
    /// The switch is on already.
    SwitchOn,
}

/// Why a die does not go somewhere as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Blocked {
    /// The die as it shows.
    pub die: u8,
    /// Where it does not go.
    pub on: Module,
    /// Why.
    pub reason: Rejection,
    /// Why, in a sentence.
    pub text: String,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndView {
    /// How.
    pub end: End,
    /// For the table.
    pub outcome: Outcome,
    /// The points: 1 to 4 by the colour of the track for a landing, −1 otherwise.
    pub score: i8,
}
