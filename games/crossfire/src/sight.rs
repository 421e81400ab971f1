//! Line of sight and cover (rules, section 9).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Area, Square};
use crate::lines::{self, Side};
use crate::scenario::Scenario;

/// What lies on the line between two squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sight {
    /// Whether nothing is in the way.
    pub clear: bool,
    /// The squares between the two that the line enters, nearest first.
    pub entered: Vec<Square>,
    /// The nearest thing in the way.
    pub blocker: Option<Square>,
}

/// How much of a target terrain hides from a shooter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cover {
    /// Whether the target is in cover: at least half of its facing sides are hidden.
    pub in_cover: bool,
    /// The sides of the target's square that are turned to the shooter.
    pub facing: Vec<Side>,
    /// Those of them that terrain hides.
    pub hidden: Vec<Side>,
}

/// Whether nothing is in the way. Units on the two squares themselves never are.
pub fn is_clear(scenario: &Scenario, occupied: &Area, from: Square, to: Square) -> bool {
    scenario.open(from).contains(to) && !lines::centre(from, to).enters.meets(occupied)
}

/// The line between two squares, with what is on it.
pub fn sight(scenario: &Scenario, occupied: &Area, from: Square, to: Square) -> Sight {
    let line = lines::centre(from, to);
    let order = |a: &Square, b: &Square| lines::nearer(from, to, *a, *b);
    let mut entered: Vec<Square> = line.enters.iter().collect();
    entered.sort_by(order);
    let blocker = blocker(scenario, occupied, from, to);
    Sight { clear: blocker.is_none(), entered, blocker }
}

/// The nearest thing in the way; of two that are met at one point, the one with the smaller row.
pub fn blocker(scenario: &Scenario, occupied: &Area, from: Square, to: Square) -> Option<Square> {
    let line = lines::centre(from, to);
    let in_the_way = line.meets & *scenario.blocking() | line.enters & *occupied;
    in_the_way.iter().min_by(|a, b| lines::nearer(from, to, *a, *b))
}

/// Whether a target is in cover from a shooter.
pub fn is_in_cover(scenario: &Scenario, shooter: Square, target: Square) -> bool {
    let facing =
        u8::from(shooter.column() != target.column()) + u8::from(shooter.row() != target.row());
    let sides = lines::to_sides(shooter, target);
    let hidden: u8 = sides.iter().map(|met| u8::from(met.meets(scenario.covering()))).sum();
    facing > 0 && 2 * hidden >= facing
}

/// How much of a target terrain hides from a shooter.
pub fn cover(scenario: &Scenario, shooter: Square, target: Square) -> Cover {
    let sides = lines::facing(shooter, target).into_iter().zip(lines::to_sides(shooter, target));
    let sides = || sides.clone().filter_map(|(side, met)| Some((side?, met)));
    Cover {
        in_cover: is_in_cover(scenario, shooter, target),
        facing: sides().map(|(side, _)| side).collect(),
        hidden: sides()
            .filter(|(_, met)| met.meets(scenario.covering()))
            .map(|(side, _)| side)
            .collect(),
    }
}
