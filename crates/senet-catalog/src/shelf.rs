//! What stands beside the games of the house: those that were added while the program runs, and those
//! of older rules.
//!
//! A host adds; everybody else only asks the catalog. A game of the same id and rules takes the place of
//! the one that was added before; tables that are open go on with theirs.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::AnyGame;

#[derive(Default)]
struct Added {
    games: Vec<Arc<dyn AnyGame>>,
    older: Vec<Arc<dyn AnyGame>>,
}

static ADDED: RwLock<Added> = RwLock::new(Added { games: Vec::new(), older: Vec::new() });

/// Adds a game, or puts it in the place of the one with the same id. The one that it takes the place of
/// stays for its journals. A game of the house keeps its id: what comes from outside under that name
/// serves only the journals of other rules.
pub fn add(game: Arc<dyn AnyGame>) {
    let of_house = crate::house().iter().any(|known| known.id() == game.id());
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if of_house {
        added.keep(game);
        return;
    }
    match added.games.iter().position(|known| known.id() == game.id()) {
        // Of two numbers of rules the higher one is played, whichever comes first.
        Some(place) if added.games[place].rules() > game.rules() => added.keep(game),
        Some(place) => {
            let before = std::mem::replace(&mut added.games[place], game);
            added.keep(before);
        }
        None => added.games.push(game),
    }
}

/// Takes a game out of the list; its journals are still opened by it.
pub fn remove(id: &str) {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = added.games.iter().position(|known| known.id() == id) {
        let game = added.games.remove(place);
        added.keep(game);
    }
}

/// Opens a game of the house by its id and the number of older rules.
pub type Older = fn(&str, u32) -> Option<Arc<dyn AnyGame>>;

static OLDER: OnceLock<Older> = OnceLock::new();

/// Says who has the older rules of the games of the house. A journal that was played by them asks; the
/// first who is named here stays.
pub fn keep_older(older: Older) {
    OLDER.get_or_init(|| older);
}

/// A game of the house as it was when its rules had this number.
pub(crate) fn of_rules(game: &str, rules: u32) -> Option<Arc<dyn AnyGame>> {
    OLDER.get()?(game, rules)
}

/// The games that were added.
pub(crate) fn added() -> Vec<Arc<dyn AnyGame>> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).games.clone()
}

/// Those that only their journals are opened by.
pub(crate) fn older() -> Vec<Arc<dyn AnyGame>> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).older.clone()
}

impl Added {
    fn keep(&mut self, game: Arc<dyn AnyGame>) {
        let same = |known: &Arc<dyn AnyGame>| {
            known.id() == game.id()
                && known.rules() == game.rules()
                && known.module() == game.module()
        };
        if !self.older.iter().any(same) {
            self.older.push(game);
        }
    }
}
