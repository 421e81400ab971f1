//! The intern: six tokens in an open row, each taken from the own end by a die of another value
//! (rule ST-75).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crew::Crew;

/// How many tokens the intern brings.
pub(crate) const TOKENS: usize = 6;

/// The row of the intern's tokens. Invariant: `from` is at most `to`, and `to` at most 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Intern {
    /// All six as they were shuffled, from the Pilot's end to the Co-Pilot's.
    pub row: [u8; TOKENS],
    /// How many were taken from the Pilot's end.
    pub from: u8,
    /// Where the row ends for the Co-Pilot.
    pub to: u8,
}

impl Intern {
    pub(crate) const fn new(row: [u8; TOKENS]) -> Intern {
        Intern { row, from: 0, to: TOKENS as u8 }
    }

    /// The tokens that are left, from the Pilot's end.
    pub fn left(&self) -> &[u8] {
        self.row.get(self.from.into()..self.to.into()).unwrap_or(&[])
    }

    /// The token at an end.
    pub(crate) fn end(&self, side: Crew) -> Option<u8> {
        match side {
            Crew::Pilot => self.left().first().copied(),
            Crew::Copilot => self.left().last().copied(),
        }
    }

    /// Takes the token at an end.
    pub(crate) fn take(&mut self, side: Crew) -> Option<u8> {
        let token = self.end(side)?;
        match side {
            Crew::Pilot => self.from += 1,
            Crew::Copilot => self.to -= 1,
        }
        Some(token)
    }
}
