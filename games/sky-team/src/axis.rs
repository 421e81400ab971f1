//! The axis: two dice tilt the plane, and too much tilt loses it (rule ST-40).
//!
//! The first die of a round only waits. The second adds the Pilot's value less the Co-Pilot's to
//! the position, which carries over to the next round. Positive is tipped towards the Pilot.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crew::{Crew, Pair};

/// The most that the axis may be off.
pub(crate) const MOST_TILT: i8 = 2;

/// The axis gauge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Axis {
    /// Where it stands: 0 is level, positive is tipped towards the Pilot.
    pub position: i8,
    /// The dice of this round.
    pub dice: Pair<Option<u8>>,
}

/// What the second die led to.
pub(crate) struct Tilted {
    pub from: i8,
    pub to: i8,
    pub equal: bool,
}

impl Tilted {
    /// Whether the plane spins.
    pub(crate) const fn spins(&self) -> bool {
        self.to < -MOST_TILT || MOST_TILT < self.to
    }
}

impl Axis {
    /// Puts a die on a side; the second one resolves.
    pub(crate) fn place(&mut self, side: Crew, value: u8) -> Option<Tilted> {
        self.dice[side] = Some(value);
        let (blue, orange) = self.dice.both()?;
        let from = self.position;
        self.position += blue as i8 - orange as i8;
        Some(Tilted { from, to: self.position, equal: blue == orange })
    }

    pub(crate) fn clear(&mut self) {
        self.dice = Pair::default();
    }
}

/// An axis position in words: "level", or "2 towards the Pilot".
pub(crate) fn leaning(position: i8) -> String {
    match position {
        0 => "level".to_owned(),
        1.. => format!("{position} towards the Pilot"),
        _ => format!("{} towards the Co-Pilot", position.unsigned_abs()),
    }
}

/// An axis position as the gauge marks it: with its sign, and a plain 0.
pub(crate) fn signed(position: i8) -> String {
    match position {
        0 => "0".to_owned(),
        position => format!("{position:+}"),
    }
}
