//! Dice that anyone can check.
//!
//! All draws of a table come from its seed. Where the seed is secret, its [`Commitment`] stands in
//! the journal's header before the first roll, and the seed itself in the journal's last line: who
//! holds both can recompute every draw.

use std::fmt;

use schemars::JsonSchema;
use senet_kernel::{Dice, Key};
use serde::{Deserialize, Serialize};

/// Where a table's luck comes from, as its journal tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Luck", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum Luck {
    /// A secret seed, revealed when the game ends.
    Fair {
        /// The promise that stands for the seed until then.
        commitment: Commitment,
        /// What each seat added before the first roll, empty where it added nothing; none at all
        /// where no seat did.
        salts: Vec<String>,
    },
    /// A seed that the players know or chose, or that a save file keeps.
    Open {
        /// The seed.
        seed: String,
    },
    /// Dice that fall outside and are typed in with every command.
    Scripted,
}

senet_kernel::tagged!(Luck, "type");

impl Luck {
    /// Luck from a secret seed. Where no seat added anything, the seed alone is the key: told at the
    /// end, it opens the same deal again as an open seed.
    pub fn fair(seed: &str, salts: Vec<String>) -> Luck {
        let none = salts.iter().all(String::is_empty);
        let salts = if none { Vec::new() } else { salts };
        Luck::Fair { commitment: Commitment::to(seed), salts }
    }

    /// The key of the dice, where `seed` is the right one.
    pub(crate) fn key(&self, seed: &str) -> Option<Key> {
        match self {
            Luck::Fair { commitment, salts } if *commitment == Commitment::to(seed) => {
                Some(Key::new(seed, salts.iter().map(String::as_str)))
            }
            Luck::Open { seed: own } if own == seed => {
                Some(Key::of_deal(seed).unwrap_or_else(|| Key::new(seed, [])))
            }
            Luck::Fair { .. } | Luck::Open { .. } | Luck::Scripted => None,
        }
    }

    /// The text that opens the same deal again as an open seed: the seed itself, or a text for the
    /// key where seats added to it.
    pub(crate) fn deal(&self, seed: &str) -> Option<String> {
        match self {
            Luck::Fair { salts, .. } if !salts.is_empty() => Some(self.key(seed)?.to_deal()),
            Luck::Fair { .. } | Luck::Open { .. } => Some(seed.to_owned()),
            Luck::Scripted => None,
        }
    }

    /// The seed, where the header itself tells it.
    pub(crate) fn open_seed(&self) -> Option<&str> {
        match self {
            Luck::Open { seed } => Some(seed),
            Luck::Fair { .. } | Luck::Scripted => None,
        }
    }

    /// The dice of this luck, if the seed is known and right. An open seed stands by itself.
    pub(crate) fn dice(&self, seed: Option<&str>) -> Option<Dice> {
        self.open_seed().or(seed).and_then(|seed| self.key(seed)).map(|key| Dice::seeded(&key))
    }
}

/// A promise that stands for a seed without telling it. On the wire it is 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Commitment(String);

impl Commitment {
    /// The promise of a seed: blake3 in key-derivation mode with the context
    /// `senet seed commitment v1`.
    pub fn to(seed: &str) -> Commitment {
        let hash = blake3::derive_key("senet seed commitment v1", seed.as_bytes());
        Commitment(blake3::Hash::from(hash).to_hex().to_string())
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
