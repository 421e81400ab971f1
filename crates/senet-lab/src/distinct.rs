//! How many of many games differ, in a space that does not grow with them.

use std::collections::BTreeSet;

use senet_kernel::Hash;
use serde::{Deserialize, Serialize};

/// How many prints are kept.
const KEPT: usize = 128;

/// Prints have so many bits: as many as every reader of JSON keeps exactly.
const BITS: u32 = 53;

/// The least prints of games. While there are few all are known, and the count is exact; of many the
/// greatest that is kept tells how dense they lie.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Distinct {
    least: BTreeSet<u64>,
}

impl Distinct {
    /// Adds a game by its print.
    pub fn add(&mut self, print: Option<Hash>) {
        let Some(print) = print else { return };
        let digits = print.to_string();
        let bits = digits.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        self.insert(bits.unwrap_or(0) >> (64 - BITS));
    }

    /// Adds all that another has.
    pub fn merge(&mut self, other: &Distinct) {
        other.least.iter().for_each(|print| self.insert(*print));
    }

    fn insert(&mut self, print: u64) {
        self.least.insert(print);
        if self.least.len() > KEPT {
            self.least.pop_last();
        }
    }

    /// How many games differ, and whether that is exact.
    pub fn count(&self) -> (u64, bool) {
        match self.least.last() {
            Some(greatest) if self.least.len() == KEPT => {
                let dense = (KEPT - 1) as f64 / (*greatest as f64 / (1u64 << BITS) as f64);
                (dense.round() as u64, false)
            }
            _ => (self.least.len() as u64, true),
        }
    }

    /// A sentence where games repeat each other; none where almost all differ, or where that may well be so.
    pub fn warning(&self, games: u64) -> Option<String> {
        let (count, exact) = self.count();
        // An estimate is off by a tenth now and then, and by a quarter as good as never.
        let enough = games as f64 * if exact { 0.9 } else { 0.7 };
        if games < 2 || count == 0 || count as f64 >= enough {
            return None;
        }
        let many = if count * 2 < games { "most" } else { "some" };
        let about = if exact { "" } else { "about " };
        let told = if count == 1 {
            "1 game was".to_owned()
        } else {
            format!("{about}{count} different games were")
        };
        Some(format!(
            "Only {told} played: of {games} games {many} repeat another, command by command. \
             The intervals are narrower than what is known."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(games: std::ops::Range<u32>) -> Distinct {
        let mut distinct = Distinct::default();
        games.for_each(|game| distinct.add(Some(senet_kernel::hash(&game))));
        distinct
    }

    #[test]
    fn equal_games_are_counted_once() {
        let mut twice = of(0..40);
        twice.merge(&of(20..60));
        assert_eq!(twice.count(), (60, true));
        assert_eq!(twice, of(0..60));
        let one = of(0..1);
        assert!(one.warning(20).is_some_and(|warning| warning.starts_with("Only 1 game was")));
        assert_eq!(of(0..20).warning(20), None);
    }

    #[test]
    fn many_games_are_estimated() {
        let (count, exact) = of(0..10_000).count();
        assert!(!exact && (7_000..13_000).contains(&count), "{count}");
        assert_eq!(of(0..10_000).warning(10_000), None);
        // However the prints fall, games that all differ are not told to repeat each other.
        for from in (0..100_000).step_by(1_000) {
            assert_eq!(of(from..from + 200).warning(200), None, "from {from}");
        }
        assert!(
            of(0..1_000)
                .warning(1_600)
                .is_some_and(|warning| warning.contains("games some repeat another"))
        );
        assert!(
            of(0..1_000)
                .warning(2_600)
                .is_some_and(|warning| warning.contains("games most repeat another"))
        );
    }
}
