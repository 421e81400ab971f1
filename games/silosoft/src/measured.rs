//! How often a sensible team wins, for people who choose their options: figures that were measured by
//! games of bots, and for the weights between in proportion.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::card::MAX_PLAYERS;
use crate::config::Ruleset;

/// Games of a sensible team, many for each of a few options.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    ruleset: Ruleset,
    weight: u8,
    #[serde(default)]
    single_completion: bool,
    won: [u16; MAX_PLAYERS],
    #[serde(default)]
    ceiling: Option<[u16; MAX_PLAYERS]>,
}

/// Games of a sensible team for some weights, which the others are worked out from.
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
    measured: Vec<Row>,
    curve: Vec<Curve>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/measured.toml"))
        .expect("the figures that are built in are read by the tests")
});

/// The share of games won, and of deals that can be won, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measured {
    pub(crate) won: u16,
    pub(crate) ceiling: Option<u16>,
}

/// What is known for these options: what was measured for just them, or what follows from the
/// weights around. Alone, both rule sets are the same game.
pub(crate) fn measured(ruleset: Ruleset, players: usize, weight: u8, single: bool) -> Measured {
    let players = players.clamp(1, MAX_PLAYERS);
    let same = |other: Ruleset| other == ruleset || players == 1;
    let exact = |weight: u8| {
        FILE.measured.iter().find(|row| {
            same(row.ruleset) && row.weight == weight && row.single_completion == single
        })
    };
    if let Some(row) = exact(weight) {
        let at = players - 1;
        return Measured { won: row.won[at], ceiling: row.ceiling.map(|ceiling| ceiling[at]) };
    }
    let curve = FILE.curve.iter().find(|curve| {
        same(curve.ruleset) && curve.players == players && curve.single_completion == single
    });
    // What was measured with more games stands in the curve too, so that it has no steps.
    let at = |place: usize| match (exact(WEIGHTS[place]), curve) {
        (Some(row), _) => row.won[players - 1],
        (None, Some(curve)) => curve.won[place],
        (None, None) => 0,
    };
    let weight = weight.min(100);
    let above = WEIGHTS.iter().position(|known| *known >= weight).unwrap_or(WEIGHTS.len() - 1);
    let below = above.saturating_sub(usize::from(WEIGHTS[above] != weight));
    let (low, high) = (i32::from(at(below)), i32::from(at(above)));
    let width = i32::from(WEIGHTS[above] - WEIGHTS[below]).max(1);
    let won = low + (high - low) * i32::from(weight - WEIGHTS[below]) / width;
    Measured { won: won.clamp(0, 1000) as u16, ceiling: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_found_by_their_options() {
        use Ruleset::{Balanced, Seed};
        let won = |ruleset, players, weight, single| {
            let found = measured(ruleset, players, weight, single);
            (found.won, found.ceiling)
        };
        assert_eq!(won(Seed, 1, 70, false), (260, Some(500)));
        assert_eq!(won(Seed, 2, 70, false), (7, Some(76)));
        assert_eq!(won(Seed, 3, 70, false), (0, Some(1)));
        assert_eq!(won(Seed, 4, 70, false), (0, Some(0)));
        assert_eq!(won(Balanced, 1, 70, false), (260, Some(500)));
        assert_eq!(won(Balanced, 4, 70, false), (380, None));
        assert_eq!(won(Balanced, 2, 70, true), (280, None));
        assert_eq!(won(Seed, 1, 80, false), (410, None));
        // Between two weights, in proportion: 330 at 70 and 550 at 80.
        assert_eq!(won(Balanced, 2, 75, false), (440, None));
        assert_eq!(won(Balanced, 2, 71, false), (352, None));
    }

    /// Every choice of options has its odds, and more staff never makes a team worse by much.
    #[test]
    fn there_are_odds_for_every_weight() {
        for ruleset in [Ruleset::Seed, Ruleset::Balanced] {
            for players in 1..=MAX_PLAYERS {
                for single in [false, true] {
                    let known = FILE.curve.iter().any(|curve| {
                        (curve.ruleset == ruleset || players == 1)
                            && curve.players == players
                            && curve.single_completion == single
                    });
                    assert!(known, "{ruleset:?} {players} {single}");
                    let won = |weight| measured(ruleset, players, weight, single).won;
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
