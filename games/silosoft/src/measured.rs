//! How often a sensible team wins: figures that were measured, for people who choose their options.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::card::MAX_PLAYERS;
use crate::config::Ruleset;

/// A row of the data file.
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    measured: Vec<Row>,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../data/measured.toml"))
        .expect("the figures that are built in are read by the tests");
    file.measured
});

/// The share of games won, and of deals that can be won, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measured {
    pub(crate) won: u16,
    pub(crate) ceiling: Option<u16>,
}

/// What was measured for just these options. Alone, both rule sets are the same game.
pub(crate) fn measured(
    ruleset: Ruleset,
    players: usize,
    weight: u8,
    single: bool,
) -> Option<Measured> {
    let at = players.checked_sub(1).filter(|at| *at < MAX_PLAYERS)?;
    let fits = |row: &&Row| {
        let same = row.ruleset == ruleset || players == 1;
        same && row.weight == weight && row.single_completion == single
    };
    let row = ROWS.iter().find(fits)?;
    Some(Measured { won: row.won[at], ceiling: row.ceiling.map(|ceiling| ceiling[at]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_found_by_their_options() {
        use Ruleset::{Balanced, Seed};
        let won = |ruleset, players, weight, single| {
            measured(ruleset, players, weight, single).map(|found| (found.won, found.ceiling))
        };
        assert_eq!(won(Seed, 1, 70, false), Some((260, Some(500))));
        assert_eq!(won(Seed, 2, 70, false), Some((7, Some(76))));
        assert_eq!(won(Seed, 3, 70, false), Some((0, Some(1))));
        assert_eq!(won(Seed, 4, 70, false), Some((0, Some(0))));
        assert_eq!(won(Balanced, 1, 70, false), Some((260, Some(500))));
        assert_eq!(won(Balanced, 4, 70, false), Some((380, None)));
        assert_eq!(won(Balanced, 2, 70, true), Some((280, None)));
        assert_eq!(won(Seed, 1, 80, false), Some((410, None)));
        assert_eq!(won(Seed, 2, 80, false), None);
        assert_eq!(won(Balanced, 3, 75, false), None);
        assert_eq!(won(Balanced, 0, 70, false), None);
        assert_eq!(won(Balanced, 5, 70, false), None);
    }
}
