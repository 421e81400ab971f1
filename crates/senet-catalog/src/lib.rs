//! The one place that names all games and their bots.
//!
//! Hosts reach games through here as [`AnyGame`]s and name none. What was added while the program
//! runs, and the games of older rules, stand on the [`shelf`] beside the built-in ones.

mod documents;
mod encoding;
mod ring;
pub mod shelf;

use std::sync::Arc;

#[cfg(feature = "cli")]
pub use documents::{DocumentHost, DocumentOutput};
pub use documents::{DocumentSystem, document, document_until, documents};
pub use encoding::{AnyBatch, AnyEncoding, AnyPlay, AnySearch, Fate};
pub use ring::{Chances, Look, Record, Ring};
pub use senet_bots::NetworkFault;
pub use senet_desk::*;
use senet_kernel::{Faults, Game};
use senet_table::{Header, Refusal};
use serde_json::Value;

/// The games that are compiled in, in the order of the house.
macro_rules! house {
    ($($id:literal: $game:ty,)*) => {
        fn house() -> Vec<Arc<dyn AnyGame>> {
            vec![$(built_in::<$game>()),*]
        }

        /// The encodings of the games of the house, in the same order.
        pub fn encodings() -> Vec<Box<dyn AnyEncoding>> {
            vec![$(encoding::of::<$game>()),*]
        }

        /// A configuration of a game of the house, to be played many times by its bots and measured.
        pub fn ring(id: &str, config: &Value) -> Result<Box<dyn Ring>, Faults> {
            match id {
                $(<$game as Game>::ID => ring::of::<$game>(config),)*
                _ => Err(ring::no_bots(id)),
            }
        }

        /// Each name in the list, and the game's own.
        #[cfg(test)]
        const NAMES: &[(&str, &str)] = &[$(($id, <$game as Game>::ID)),*];
    };
}

// The one place that names a game: `cargo xtask house` writes what follows from it, dependencies and modules.
house! {
    "sky-team": senet_sky_team::SkyTeam,
    "silosoft": senet_silosoft::Silosoft,
    "flag-war": senet_flag_war::FlagWar,
    "crossfire": senet_crossfire::Crossfire,
    "crossfire-campaign": senet_crossfire::Campaign,
    "tic-tac-toe": senet_reference::tic_tac_toe::TicTacToe,
    "connect-four": senet_reference::connect_four::ConnectFour,
    "pig": senet_reference::pig::Pig,
    "kuhn-poker": senet_reference::kuhn_poker::KuhnPoker,
}

/// All games: those of the house, then those that were added.
pub fn games() -> Vec<Arc<dyn AnyGame>> {
    let mut games = house();
    games.extend(shelf::added());
    games
}

/// The game with this id.
pub fn find(id: &str) -> Option<Arc<dyn AnyGame>> {
    games().into_iter().find(|game| game.id() == id)
}

/// The game by whose rules a journal was played: the one of today where the number of its rules is
/// the same, or else the one on the shelf that has this number and, where the journal pins one, this
/// module, or else the one that was kept when the rules changed.
pub fn of_journal(header: &Header) -> Option<Arc<dyn AnyGame>> {
    let fits = |game: &Arc<dyn AnyGame>| {
        game.id() == header.game
            && game.rules() == header.rules
            && (header.module.is_none() || game.module() == header.module)
    };
    let all = || games().into_iter().chain(shelf::older());
    let kept = || shelf::of_rules(&header.game, header.rules).filter(fits);
    all().find(fits).or_else(kept).or_else(|| find(&header.game))
}

/// The same for the text of a journal; a text that is none is refused by the game of today.
pub fn of_text(game: &str, journal: &str) -> Option<Arc<dyn AnyGame>> {
    match Header::of(journal) {
        Ok(header) => of_journal(&header),
        Err(_) => find(game),
    }
}

/// A desk for all games. `fresh_seed` draws a secret that nobody can guess.
pub fn desk(fresh_seed: impl Fn() -> String + Send + 'static) -> Desk {
    Desk::new(House, fresh_seed)
}

/// All games and documents, for a desk.
struct House;

impl Shelf for House {
    fn games(&self) -> Vec<Arc<dyn AnyGame>> {
        games()
    }

    fn of_journal(&self, header: &Header) -> Option<Arc<dyn AnyGame>> {
        of_journal(header)
    }

    fn document(&self, system: &str, method: &str, input: Value) -> Result<Value, Refusal> {
        document(system, method, input)
    }
}

#[cfg(test)]
mod tests {
    use super::NAMES;

    #[test]
    fn games_are_listed_by_their_names() {
        NAMES.iter().for_each(|(listed, own)| assert_eq!(listed, own));
    }
}
