//! Reroll tokens (rules ST-60 to ST-62).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::policy::RerollRule;
use crate::round::{ALTITUDES, altitude_step};
use crate::scenario::{Course, Difficulty};

/// The most own dice that one token rerolls where only its spender rolls.
pub(crate) const OWN_DICE: u8 = 2;

/// Reroll tokens that the crew holds and has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rerolls {
    /// Tokens to spend.
    pub held: u8,
    /// Tokens spent, lying in the supply.
    pub spent: u8,
}

impl Rerolls {
    pub(crate) fn spend(&mut self) {
        self.held = self.held.saturating_sub(1);
        self.spent = self.spent.saturating_add(1);
    }

    /// Takes a spent token back, if there is one.
    pub(crate) fn regain(&mut self) -> bool {
        let any = self.spent > 0;
        if any {
            self.spent -= 1;
            self.held += 1;
        }
        any
    }
}

/// Whether the altitude of a round gives a token.
pub(crate) fn token_at(rule: RerollRule, course: &Course, round: u8) -> bool {
    match rule {
        RerollRule::Own => round == 1,
        RerollRule::Both => {
            let second = matches!(course.difficulty, Difficulty::Green | Difficulty::Yellow);
            match ALTITUDES[altitude_step(course, round)] {
                6000 => true,
                2000 => second,
                _ => false,
            }
        }
    }
}
