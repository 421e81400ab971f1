//! Why a command is refused. The codes stand in the order in which they are tried.

use schemars::JsonSchema;
use senet_kernel::{Reject, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{Position, Square};
use crate::command::{DeclaredAction, Source};
use crate::id::Id;
use crate::text::count;
use crate::unit::UnitId;

/// Why a command is refused: the first reason that applies, in this order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Rejection", rename_all = "snake_case")]
#[schemars(tag = "code")]
pub enum Rejection {
    /// AQ-007: the command names something that does not exist at all.
    #[error("{what} does not exist")]
    BadFormat {
        /// What it named.
        what: String,
    },
    /// GR-043: nothing follows the end.
    #[error("it is over")]
    BattleOver,
    /// GR-044: each thing has its time.
    #[error("that is not for now: this is {phase}")]
    WrongPhase {
        /// What is going on.
        phase: PhaseName,
    },
    /// GR-045: a roll lies open.
    #[error("{} must first answer for the roll that lies open", side(*seat))]
    MustAnswerRoll {
        /// Who must answer.
        seat: Seat,
        /// The number of the roll.
        roll: u32,
    },
    /// GR-030: a unit that was helped up may act at once.
    #[error("{unit} must first act or decline")]
    MustAnswerAided {
        /// Which one.
        unit: UnitId,
    },
    /// GR-044: the other side is to act.
    #[error("{}", turn_sentence(*turn))]
    NotYourTurn {
        /// Who is to act; none where either side may.
        turn: Option<Seat>,
    },
    /// AQ-007: no roster has the unit.
    #[error("there is no unit {unit}")]
    UnknownUnit {
        /// Which one.
        unit: UnitId,
    },
    /// GR-044: the unit is the enemy's.
    #[error("{unit} belongs to the other side")]
    NotYourUnit {
        /// Which one.
        unit: UnitId,
    },
    /// GR-026: the unit is gone.
    #[error("{unit} is destroyed")]
    UnitDestroyed {
        /// Which one.
        unit: UnitId,
    },
    /// GR-029: a Down unit cannot act.
    #[error("{unit} is Down and cannot act until it is helped up")]
    UnitDown {
        /// Which one.
        unit: UnitId,
    },
    /// GR-016: once a round.
    #[error("{unit} has had its turn")]
    AlreadyActed {
        /// Which one.
        unit: UnitId,
    },
    /// GR-011: a random Move is declared and rolled first.
    #[error("{unit} must declare its movement and roll for it first")]
    RollRequired {
        /// Which one.
        unit: UnitId,
    },
    /// GR-011: the declaration binds.
    #[error("{}", mismatch_sentence(*declared))]
    ActionMismatch {
        /// What was declared, and by whom; none where nothing is to be declared.
        declared: Option<Declaration>,
    },
    /// GR-032: off the board.
    #[error("{square} is off the board")]
    OutOfBounds {
        /// Where.
        square: Position,
    },
    /// GR-018: terrain cannot be entered.
    #[error("{square} is terrain")]
    Terrain {
        /// Where.
        square: Square,
    },
    /// GR-032.1: one unit on a square.
    #[error("{square} is occupied")]
    Occupied {
        /// Where.
        square: Square,
    },
    /// GR-012: units deploy at home.
    #[error("{square} is outside the home zone")]
    OutOfHomeZone {
        /// Where.
        square: Square,
    },
    /// GR-012: the whole roster deploys.
    #[error("{unit} is not placed")]
    MissingUnits {
        /// The first one that is missing.
        unit: UnitId,
    },
    /// GR-012: each unit once.
    #[error("{unit} is placed twice")]
    DuplicateUnit {
        /// Which one.
        unit: UnitId,
    },
    /// GR-012: on at least two rows.
    #[error("the units stand on {}; the rules want {needed}", count((*rows).into(), "row"))]
    TooFewRows {
        /// How many rows are used.
        rows: u8,
        /// How many are needed.
        needed: u8,
    },
    /// GR-018: too far, or no way.
    #[error("{square} is not within {}", count((*steps).into(), "step"))]
    Unreachable {
        /// Where.
        square: Square,
        /// How far the unit may go.
        steps: u8,
    },
    /// GR-018: a move ends on another square.
    #[error("{unit} would not move; a move has at least one step")]
    NoMovement {
        /// Which one.
        unit: UnitId,
    },
    /// AQ-007: no unit has that name.
    #[error("there is no unit {target}")]
    TargetMissing {
        /// Which one.
        target: UnitId,
    },
    /// GR-022: attacks are on enemies.
    #[error("{target} is no enemy")]
    TargetNotEnemy {
        /// Which one.
        target: UnitId,
    },
    /// GR-020: help is for friends.
    #[error("{target} is no friend")]
    TargetNotFriend {
        /// Which one.
        target: UnitId,
    },
    /// GR-026: the target is gone.
    #[error("{target} is destroyed")]
    TargetDestroyed {
        /// Which one.
        target: UnitId,
    },
    /// GR-020: only a Down unit is helped up.
    #[error("{target} is not Down")]
    TargetNotDown {
        /// Which one.
        target: UnitId,
    },
    /// GR-027, GR-020: only a neighbour.
    #[error("{target} is not adjacent to {from}")]
    NotAdjacent {
        /// Which one.
        target: UnitId,
        /// Seen from where.
        from: Square,
    },
    /// GR-021.1: too far for a shot.
    #[error("{target} is {} away; the range is {range}", count((*distance).into(), "square"))]
    OutOfRange {
        /// Which one.
        target: UnitId,
        /// How far it is.
        distance: u8,
        /// How far the unit shoots.
        range: u8,
    },
    /// GR-031: something is in the way.
    #[error("no line of sight to {target}: {blocker} is in the way")]
    NoLineOfSight {
        /// Which one.
        target: UnitId,
        /// The nearest thing in the way.
        blocker: Square,
    },
    /// DA-020: a unit with Stealth in cover.
    #[error("{target} is in cover, and its side has Stealth")]
    Stealthed {
        /// Which one.
        target: UnitId,
    },
    /// DA-018: no such roll or die is open.
    #[error("that roll has nothing to answer")]
    NoSuchRoll {
        /// The number that was named.
        roll: u32,
    },
    /// GR-045: one reroll for a roll.
    #[error("that roll was rerolled; only the choice of the value is left")]
    AlreadyRerolled {
        /// The number of the roll.
        roll: u32,
    },
    /// GR-040: all rerolls are used up.
    #[error("no reroll of Focused Orders is left")]
    NoRerollLeft,
    /// GR-045: the side has no such reroll for this roll.
    #[error("{} gives no reroll of that roll", source_name(*by))]
    SourceNotAllowed {
        /// What was named.
        by: Source,
        /// The number of the roll.
        roll: u32,
    },
    /// GR-039: no mission twice in a campaign.
    #[error("{} was played in this campaign already", mission.words())]
    MissionUsed {
        /// Which one.
        mission: Id,
    },
    /// GR-040: only the side ahead chooses.
    #[error("{} is ahead and chooses the advantage", side(*leader))]
    NotLeader {
        /// Who is ahead.
        leader: Seat,
    },
}

senet_kernel::tagged!(Rejection, "code");

/// A declared movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Declaration {
    /// Who.
    pub unit: UnitId,
    /// What for.
    pub action: DeclaredAction,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    /// Both sides place their units.
    Deployment,
    /// The holder of Quick Start moves.
    QuickStart,
    /// The initiative dice.
    Initiative,
    /// The winner decides who acts first.
    Order,
    /// Units act.
    Activation,
    /// A unit that was helped up may act: there is no such offer now.
    Offer,
    /// The event Revive.
    RoundEnd,
    /// Between the battles of a campaign: the leader takes an advantage.
    Advantage,
    /// Between the battles of a campaign: the next mission.
    Mission,
    /// Between the battles of a campaign: the chosen mission waits for the other side's word.
    Confirmation,
    /// A battle of a campaign.
    Battle,
    /// It is over.
    Over,
}

impl std::fmt::Display for PhaseName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            PhaseName::Deployment => "the deployment",
            PhaseName::QuickStart => "the Quick Start",
            PhaseName::Initiative => "the roll for initiative",
            PhaseName::Order => "the choice of who acts first",
            PhaseName::Activation => "the activation of units",
            PhaseName::Offer => "no offer to act at once",
            PhaseName::RoundEnd => "the end of the round",
            PhaseName::Advantage => "the choice of an advantage",
            PhaseName::Mission => "the choice of the next mission",
            PhaseName::Confirmation => "the other side's word on the mission",
            PhaseName::Battle => "a battle",
            PhaseName::Over => "the end",
        })
    }
}

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::BadFormat { .. }
            | Rejection::UnknownUnit { .. }
            | Rejection::TargetMissing { .. } => "AQ-007",
            Rejection::BattleOver => "GR-043",
            Rejection::WrongPhase { .. }
            | Rejection::NotYourTurn { .. }
            | Rejection::NotYourUnit { .. } => "GR-044",
            Rejection::MustAnswerRoll { .. }
            | Rejection::AlreadyRerolled { .. }
            | Rejection::SourceNotAllowed { .. } => "GR-045",
            Rejection::MustAnswerAided { .. } => "GR-030",
            Rejection::UnitDestroyed { .. } | Rejection::TargetDestroyed { .. } => "GR-026",
            Rejection::UnitDown { .. } => "GR-029",
            Rejection::AlreadyActed { .. } => "GR-016",
            Rejection::RollRequired { .. } | Rejection::ActionMismatch { .. } => "GR-011",
            Rejection::OutOfBounds { .. } => "GR-032",
            Rejection::Terrain { .. }
            | Rejection::Unreachable { .. }
            | Rejection::NoMovement { .. } => "GR-018",
            Rejection::Occupied { .. } => "GR-032.1",
            Rejection::OutOfHomeZone { .. }
            | Rejection::MissingUnits { .. }
            | Rejection::DuplicateUnit { .. }
            | Rejection::TooFewRows { .. } => "GR-012",
            Rejection::TargetNotEnemy { .. } => "GR-022",
            Rejection::TargetNotFriend { .. } | Rejection::TargetNotDown { .. } => "GR-020",
            Rejection::NotAdjacent { .. } => "GR-027",
            Rejection::OutOfRange { .. } => "GR-021.1",
            Rejection::NoLineOfSight { .. } => "GR-031",
            Rejection::Stealthed { .. } => "DA-020",
            Rejection::NoSuchRoll { .. } => "DA-018",
            Rejection::NoRerollLeft | Rejection::NotLeader { .. } => "GR-040",
            Rejection::MissionUsed { .. } => "GR-039",
        }
    }
}

/// What a side is called where nothing else is known of it.
pub(crate) fn side(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "P1" } else { "P2" }
}

fn turn_sentence(turn: Option<Seat>) -> String {
    match turn {
        Some(seat) => format!("{} is to act", side(seat)),
        None => "only the two sides may do that".to_owned(),
    }
}

fn mismatch_sentence(declared: Option<Declaration>) -> String {
    match declared {
        Some(Declaration { unit, action }) => {
            let (name, carry_out) = (declared_name(action), carried_out(action));
            format!("{unit} has declared {name} and rolled; {carry_out}, or end with {unit}, first")
        }
        None => "a unit with a fixed Move declares and ends nothing".to_owned(),
    }
}

/// A declaration in words.
pub(crate) fn declared_name(action: DeclaredAction) -> &'static str {
    match action {
        DeclaredAction::Move => "a move",
        DeclaredAction::Attack => "an attack",
        DeclaredAction::FirstAid => "First Aid",
        DeclaredAction::QuickStart => "a Quick Start move",
    }
}

/// How a declaration is carried out.
fn carried_out(action: DeclaredAction) -> &'static str {
    match action {
        DeclaredAction::Move | DeclaredAction::QuickStart => "move it",
        DeclaredAction::Attack => "attack with it",
        DeclaredAction::FirstAid => "help with it",
    }
}

/// What allows a reroll, in words.
pub(crate) fn source_name(source: Source) -> &'static str {
    match source {
        Source::Faction => "the faction",
        Source::FocusedOrders => "Focused Orders",
        Source::TacticalEdge => "Tactical Edge",
    }
}
