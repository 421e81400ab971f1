//! What is fixed before the first roll.

use schemars::JsonSchema;
use senet_kernel::{Fault, Faults};
use serde::{Deserialize, Serialize};

/// The most seats.
pub(crate) const SEATS: usize = 6;
/// The most dice of a seat.
pub(crate) const DICE: u8 = 6;

/// What a table can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How many play.
    #[schemars(range(min = 2, max = 6))]
    pub seats: u8,
    /// With how many dice each seat begins (LD-1).
    #[schemars(range(min = 1, max = 6))]
    pub dice: u8,
    /// Whether ones count as every face (LD-6).
    pub wild_ones: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config { seats: 2, dice: 5, wild_ones: true }
    }
}

impl Config {
    pub(crate) fn check(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        let mut within = |field, value: u8, least: u8, most: u8| {
            if !(least..=most).contains(&value) {
                let sentence = format!("{value} is not between {least} and {most}");
                faults.push(Fault::new(field, "out_of_range", sentence));
            }
        };
        within("seats", self.seats, 2, SEATS as u8);
        within("dice", self.dice, 1, DICE);
        Faults::check(faults)
    }
}
