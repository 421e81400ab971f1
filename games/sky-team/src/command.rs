//! What the crew and the clock may ask for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::faces::Faces;
use crate::space::Module;

/// What somebody asks for. A die is named by the value that it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Command", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum Command {
    /// Says that the briefing may end (ST-30).
    Ready {},
    /// Places an own die, an intern's token or the extra die of Synchronisation (ST-32).
    Place {
        /// What it shows before coffee.
        #[schemars(range(min = 1, max = 6))]
        die: u8,
        /// Where it goes.
        on: Module,
        /// Which space of the module, counted from 0; named only where more than one would take it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slot: Option<u8>,
        /// How many steps coffee changes it, up or down; each costs one.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schemars(range(min = -5, max = 5))]
        coffee: i8,
    },
    /// Spends a reroll token, so that both may choose (ST-62, `published`).
    SpendReroll {},
    /// Rerolls these own dice (ST-61), or chooses them once a token is spent (ST-62).
    Reroll {
        /// Which.
        dice: Faces,
    },
    /// Anticipation: rerolls one own die before the first is placed (ST-80).
    Anticipate {
        /// Which.
        #[schemars(range(min = 1, max = 6))]
        die: u8,
    },
    /// Adaptation: turns an own die to its opposite face (ST-81).
    Adapt {
        /// Which.
        #[schemars(range(min = 1, max = 6))]
        die: u8,
    },
    /// Working Together: names an own die to swap, or answers with one (ST-84).
    Swap {
        /// Which.
        #[schemars(range(min = 1, max = 6))]
        die: u8,
    },
    /// The clock: the time of this round's placement phase is up (ST-77).
    TimeUp {
        /// Which round.
        round: u8,
    },
}

senet_kernel::tagged!(Command, "type");

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(coffee: &i8) -> bool {
    *coffee == 0
}
