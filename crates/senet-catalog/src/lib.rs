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

/// Whether a game of the house has this id.
pub fn is_of_house(id: &str) -> bool {
    house().iter().any(|game| game.id() == id)
}

/// Whether the house has or had a game of this id with rules of this number, as far as it can tell.
pub fn is_published(id: &str, rules: u32) -> bool {
    let today = house().iter().any(|game| game.id() == id && game.rules() == rules);
    today || shelf::of_rules(id, rules).is_some()
}

/// The game with this id.
pub fn find(id: &str) -> Option<Arc<dyn AnyGame>> {
    games().into_iter().find(|game| game.id() == id)
}

/// The game by whose rules a journal was played. One that pins a module is opened by that module alone. Every
/// other is first of all the house's: the game of today, or the one that was published when the rules had that
/// number. What was added from outside serves only what the house never had. Where there is none, the game of
/// today says what is wrong.
pub fn of_journal(header: &Header) -> Option<Arc<dyn AnyGame>> {
    let fits = |game: &Arc<dyn AnyGame>| game.id() == header.game && game.rules() == header.rules;
    let added = || shelf::all().into_iter().filter(fits);
    let found = match header.module {
        Some(module) => {
            let pinned = |game: &Arc<dyn AnyGame>| game.module() == Some(module);
            added().find(pinned).or_else(|| shelf::of_module(module).filter(fits))
        }
        None => {
            let today = house().into_iter().find(fits);
            let published = || shelf::of_rules(&header.game, header.rules).filter(fits);
            today.or_else(published).or_else(|| added().next())
        }
    };
    found.or_else(|| find(&header.game))
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
