//! What a side asks for.

use schemars::JsonSchema;
use senet_kernel::Seat;
use serde::{Deserialize, Serialize};

use crate::board::Position;
use crate::unit::{MOST_UNITS, UnitId};

/// What a side asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Command", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
#[schemars(rename = "BattleCommand")]
pub enum Command {
    /// Places the whole roster in the home zone, hidden until both sides have (GR-012).
    Deploy {
        /// Every unit of the side with its square.
        placements: Placements,
    },
    /// Quick Start: a full move before the first round (GR-040).
    QuickStartMove {
        /// Who moves.
        unit: UnitId,
        /// Where to; a unit with a random Move may stay after its roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Position>,
    },
    /// Quick Start: no further unit moves.
    QuickStartDone {},
    /// Rolls the side's initiative die (GR-013).
    RollInitiative {},
    /// The winner of the initiative decides who acts first (GR-014).
    ChooseOrder {
        /// Whether the winner itself acts first.
        first: bool,
    },
    /// A unit with a random Move declares what it moves for, and rolls (GR-011).
    DeclareMove {
        /// Who.
        unit: UnitId,
        /// What for; it binds.
        action: DeclaredAction,
    },
    /// The one action of an activation (GR-017).
    Act {
        /// Who acts.
        unit: UnitId,
        /// What it does.
        action: Action,
    },
    /// Rerolls a die of the open roll (GR-045).
    Reroll {
        /// The number of the roll.
        roll: u32,
        /// Which die of it, from 1.
        die: u8,
        /// What allows it.
        source: Source,
    },
    /// Leaves the open roll as it lies.
    KeepRoll {
        /// The number of the roll.
        roll: u32,
    },
    /// After the faction's reroll: which value stands (GR-009).
    ChooseDie {
        /// The number of the roll.
        roll: u32,
        /// The old or the new one.
        keep: Kept,
    },
    /// The unit that was helped up does not act at once (GR-030).
    DeclineAided {
        /// Who.
        unit: UnitId,
    },
    /// The event Revive: stands a unit up at the end of a round.
    UseRevive {
        /// Who stands up.
        unit: UnitId,
    },
    /// The event Revive: not in this round.
    DeclineRevive {},
    /// Gives the battle up.
    Concede {},
    /// The host's: a side has left for good, which concedes the battle.
    Leave {
        /// Who left.
        seat: Seat,
    },
}

senet_kernel::tagged!(Command, "type");

/// A unit and its square in a deployment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub square: Position,
}

/// The most units that a deployment can name: the largest rosters of both sides.
const MOST_PLACEMENTS: usize = 2 * MOST_UNITS as usize;

/// A deployment: units and their squares. On the wire it is a list.
///
/// It is kept in place, so that a command is a plain value and listing one allocates nothing.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Placement>", into = "Vec<Placement>")]
#[schemars(with = "Vec<Placement>", extend("maxItems" = MOST_PLACEMENTS))]
pub struct Placements {
    /// Those beyond the count are all [`NOWHERE`], so that equal lists are equal values.
    list: [Placement; MOST_PLACEMENTS],
    count: u8,
}

const NOWHERE: Placement =
    Placement { unit: UnitId { side: 0, number: 0 }, square: Position { column: 0, row: 0 } };

impl Placements {
    /// The first of these, as many as there is room for.
    pub(crate) fn of(placements: impl Iterator<Item = Placement>) -> Placements {
        let mut list = [NOWHERE; MOST_PLACEMENTS];
        let mut count = 0;
        for (slot, placement) in list.iter_mut().zip(placements) {
            *slot = placement;
            count += 1;
        }
        Placements { list, count }
    }
}

impl std::ops::Deref for Placements {
    type Target = [Placement];

    fn deref(&self) -> &[Placement] {
        &self.list[..self.count.into()]
    }
}

impl TryFrom<Vec<Placement>> for Placements {
    type Error = String;

    fn try_from(placements: Vec<Placement>) -> Result<Placements, String> {
        if placements.len() > MOST_PLACEMENTS {
            return Err(format!("a deployment names at most {MOST_PLACEMENTS} units"));
        }
        Ok(Placements::of(placements.into_iter()))
    }
}

impl From<Placements> for Vec<Placement> {
    fn from(placements: Placements) -> Vec<Placement> {
        placements.to_vec()
    }
}

impl std::fmt::Debug for Placements {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What a unit does in its activation (GR-017 to GR-021).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Action", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum Action {
    /// Goes up to its Move.
    Move {
        /// Where it ends.
        to: Position,
    },
    /// Goes up to half its Move, or stays, and shoots.
    Shoot {
        /// Where it shoots from; none is where it stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Position>,
        /// At whom.
        target: UnitId,
    },
    /// Goes up to half its Move, or stays, and fights a neighbour.
    Melee {
        /// Where it fights from; none is where it stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Position>,
        /// Whom.
        target: UnitId,
    },
    /// Goes up to half its Move, or stays, and helps a Down neighbour up.
    FirstAid {
        /// Where it helps from; none is where it stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Position>,
        /// Whom.
        target: UnitId,
    },
    /// Does nothing.
    Hold {},
    /// Leaves out the rest of what it declared.
    End {
        /// Where it ends; none is where it stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Position>,
    },
}

senet_kernel::tagged!(Action, "type");

/// What a random movement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeclaredAction {
    /// The Move action: the whole die.
    Move,
    /// An attack: half the die.
    Attack,
    /// First Aid: half the die.
    FirstAid,
    /// A Quick Start move: the whole die.
    QuickStart,
}

/// What allows a reroll.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The faction's own rule.
    Faction,
    /// The advantage Focused Orders.
    FocusedOrders,
    /// The advantage Tactical Edge.
    TacticalEdge,
}

/// Which value of a rerolled die stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// As it first fell.
    Old,
    /// As it fell again.
    New,
}
