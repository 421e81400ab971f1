//! The six special abilities (rules ST-80 to ST-85).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crew::Pair;

/// A special ability of the crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Each round, before the first die, the first player may reroll one own die.
    Anticipation,
    /// Once per game each, on the own turn: an own die turns to its opposite face.
    Adaptation,
    /// Equal engine dice earn a spent reroll token back.
    Mastery,
    /// Equal axis dice earn a coffee.
    Control,
    /// Once per round, both name an own die and the two change places.
    WorkingTogether,
    /// Once per round, landing gear and flaps in one round give the Co-Pilot an extra die.
    Synchronisation,
}

impl Ability {
    /// All six, in the order of the rules.
    pub const ALL: [Ability; 6] = [
        Ability::Anticipation,
        Ability::Adaptation,
        Ability::Mastery,
        Ability::Control,
        Ability::WorkingTogether,
        Ability::Synchronisation,
    ];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Ability::Anticipation => "Anticipation",
            Ability::Adaptation => "Adaptation",
            Ability::Mastery => "Mastery",
            Ability::Control => "Control",
            Ability::WorkingTogether => "Working Together",
            Ability::Synchronisation => "Synchronisation",
        }
    }

    /// What it does, in a sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Ability::Anticipation => {
                "Before the first die of a round is placed, the first player may reroll one own die."
            }
            Ability::Adaptation => {
                "Once per game each, on the own turn, turn an own die to its opposite face."
            }
            Ability::Mastery => "Equal dice on the engines bring a spent reroll token back.",
            Ability::Control => "Equal dice on the axis earn a coffee.",
            Ability::WorkingTogether => {
                "Once per round, both name a die of their own, and the two change places."
            }
            Ability::Synchronisation => {
                "Once per round, a die on the landing gear and one on the flaps give the Co-Pilot \
                 a traffic die to place."
            }
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Which abilities are in play and what was used of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Abilities {
    /// In play, as bits in the order of the rules.
    pub has: u8,
    /// Used this round, as bits.
    pub used: u8,
    /// Who used Adaptation in this game.
    pub adapted: Pair<bool>,
}

impl Abilities {
    pub(crate) fn give(&mut self, ability: Ability) {
        self.has |= ability.bit();
    }

    pub(crate) const fn has(&self, ability: Ability) -> bool {
        self.has & ability.bit() != 0
    }

    /// Whether it is in play and was not used this round.
    pub(crate) const fn fresh(&self, ability: Ability) -> bool {
        self.has(ability) && self.used & ability.bit() == 0
    }

    pub(crate) fn use_up(&mut self, ability: Ability) {
        self.used |= ability.bit();
    }
}
