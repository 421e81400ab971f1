//! How often a team wins, for people who choose their options: counted over games of bots for some
//! weights, and for the weights between in proportion.

use std::sync::LazyLock;

use senet_kernel::{read, read_toml};
use serde::Deserialize;

use crate::card::MAX_PLAYERS;
use crate::config::Ruleset;

/// Games won of a thousand, weight by weight.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Curve {
    ruleset: Ruleset,
    #[serde(default)]
    single_completion: bool,
    players: usize,
    won: [u16; WEIGHTS.len()],
}

/// The weights that curves were counted at, ascending, from the least to the greatest there is.
const WEIGHTS: [u8; 8] = [0, 30, 50, 60, 70, 80, 90, 100];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    curve: Vec<Curve>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    let file = read_toml(include_str!("../data/odds.toml")).and_then(|file| read(&file));
    file.expect("the figures that are built in are read by the tests")
});

/// Games won of a thousand with these options.
pub(crate) fn won(ruleset: Ruleset, players: usize, weight: u8, single: bool) -> u16 {
    let players = players.clamp(1, MAX_PLAYERS);
    let mut curves = FILE.curve.iter();
    let curve = curves.find(|curve| {
        (curve.ruleset, curve.players, curve.single_completion) == (ruleset, players, single)
    });
    curve.map_or(0, |curve| between(&curve.won, weight.min(100)))
}

/// What lies in proportion between the weights around this one.
fn between(won: &[u16; WEIGHTS.len()], weight: u8) -> u16 {
    let above = WEIGHTS.iter().position(|known| *known >= weight).unwrap_or(WEIGHTS.len() - 1);
    let below = above.saturating_sub(usize::from(WEIGHTS[above] != weight));
    let (low, high) = (i32::from(won[below]), i32::from(won[above]));
    let width = i32::from(WEIGHTS[above] - WEIGHTS[below]).max(1);
    let found = low + (high - low) * i32::from(weight - WEIGHTS[below]) / width;
    found.clamp(0, 1000) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_between_are_in_proportion() {
        let curve = [0, 30, 50, 60, 100, 300, 800, 1000];
        let found = [0, 1, 15, 30, 40, 65, 70, 75, 79, 80, 85, 90, 99, 100];
        let found = found.map(|weight| between(&curve, weight));
        assert_eq!(found, [0, 1, 15, 30, 40, 80, 100, 200, 280, 300, 550, 800, 980, 1000]);
    }

    /// Alone, both rule sets are the same game; for more, ten turns in all are far too few.
    #[test]
    fn the_odds_are_found_by_their_options() {
        use Ruleset::{Balanced, Seed};
        assert_eq!(won(Seed, 1, 70, false), won(Balanced, 1, 70, false));
        assert_ne!(won(Balanced, 1, 70, false), won(Balanced, 1, 70, true));
        for players in 2..=MAX_PLAYERS {
            assert!(won(Seed, players, 70, false) < 10);
            assert!(won(Balanced, players, 70, false) > 300);
        }
        assert!(won(Balanced, 4, 80, false) > won(Balanced, 2, 80, false));
    }

    /// Every choice of options has its odds, and more staff never makes a team worse by much.
    #[test]
    fn there_are_odds_for_every_weight() {
        for ruleset in [Ruleset::Seed, Ruleset::Balanced] {
            for players in 1..=MAX_PLAYERS {
                for single in [false, true] {
                    let known = FILE.curve.iter().any(|curve| {
                        (curve.ruleset, curve.players, curve.single_completion)
                            == (ruleset, players, single)
                    });
                    assert!(known, "{ruleset:?} {players} {single}");
                    let won = |weight| won(ruleset, players, weight, single);
                    assert_eq!(won(0), 0, "without staff nobody wins");
                    for weight in 1..=100 {
                        assert!(
                            won(weight) + 60 >= won(weight - 1),
                            "{ruleset:?} {players} {weight}"
                        );
                    }
                }
            }
        }
    }
}
