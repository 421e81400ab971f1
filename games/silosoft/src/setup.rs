//! What never changes during a game: shared between the copies of a state, not copied.

use senet_kernel::{Dice, Faults};
use serde::{Deserialize, Serialize};

use crate::card::MAX_PLAYERS;
use crate::config::{Config, Ruleset, target};
use crate::draw::STREAMS;
use crate::feature::{self, Feature};

/// The options in force, the names, and the deck in the order in which it is dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    pub(crate) names: Vec<String>,
    pub(crate) ruleset: Ruleset,
    pub(crate) resource_weight: u8,
    pub(crate) single_completion: bool,
    pub(crate) log_retention: u16,
    /// A deck in place of the standard one.
    pub(crate) features: Option<Vec<Feature>>,
    /// Places in the list of features; the first is the top card.
    pub(crate) deck: Vec<u8>,
}

impl Setup {
    /// Checks the options and shuffles the deck.
    pub(crate) fn new(config: &Config, dice: &mut Dice) -> Result<Setup, Faults> {
        config.check()?;
        let mut deck: Vec<u8> = (0..config.deck().len()).map(|place| place as u8).collect();
        dice.stream(STREAMS.deck);
        dice.shuffle(&mut deck);
        Ok(Setup {
            names: config.names(),
            ruleset: config.ruleset,
            resource_weight: config.resource_weight,
            single_completion: config.single_completion,
            log_retention: config.log_retention,
            features: config.features.clone(),
            deck,
        })
    }

    /// The configuration that leads here.
    pub(crate) fn config(&self) -> Config {
        Config {
            players: self.names.clone(),
            ruleset: self.ruleset,
            resource_weight: self.resource_weight,
            single_completion: self.single_completion,
            rng_seed: None,
            log_retention: self.log_retention,
            features: self.features.clone(),
        }
    }

    pub(crate) fn players(&self) -> u8 {
        self.names.len().min(MAX_PLAYERS) as u8
    }

    /// How many turns each player has: they go round until the last one.
    pub(crate) fn turns_each(&self) -> Vec<u8> {
        let (limit, players) = (self.turn_limit(), self.players());
        (0..players).map(|seat| limit / players + u8::from(seat < limit % players)).collect()
    }

    pub(crate) fn turn_limit(&self) -> u8 {
        self.ruleset.turn_limit(self.players())
    }

    pub(crate) fn target(&self) -> u8 {
        target(self.players())
    }

    /// All features, in the order of their places.
    pub(crate) fn features(&self) -> &[Feature] {
        self.features.as_deref().unwrap_or(feature::standard())
    }

    pub(crate) fn feature(&self, place: u8) -> &Feature {
        &self.features()[usize::from(place)]
    }
}
