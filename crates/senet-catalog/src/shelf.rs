//! What stands beside the games of the house: those that were added while the program runs, and those
//! of older rules.
//!
//! A host adds; everybody else only asks the catalog. Of several numbers of rules of a game the highest is
//! played, and of one number what came last; the others serve their journals, also once they are taken away.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use senet_kernel::Hash;

use crate::AnyGame;

#[derive(Default)]
struct Added {
    /// Those that are there, in the order in which they came.
    there: Vec<Arc<dyn AnyGame>>,
    /// Those that were taken away, for their journals.
    gone: Vec<Arc<dyn AnyGame>>,
}

static ADDED: RwLock<Added> = RwLock::new(Added { there: Vec::new(), gone: Vec::new() });

/// Adds a game. A game of the house keeps its id: what comes from outside under that name serves only journals
/// that pin it.
pub fn add(game: Arc<dyn AnyGame>) {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.gone.retain(|known| !same(known.as_ref(), game.as_ref()));
    match added.there.iter_mut().find(|known| same(known.as_ref(), game.as_ref())) {
        Some(known) => *known = game,
        None => added.there.push(game),
    }
}

/// Takes this game out of the list, whatever else has its id; its journals are still opened by it. Says whether
/// it was there.
pub fn remove(game: &dyn AnyGame) -> bool {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    let place = added.there.iter().position(|known| same(known.as_ref(), game));
    let taken = place.map(|place| added.there.remove(place));
    let was_there = taken.is_some();
    added.gone.extend(taken);
    was_there
}

/// Keeps a game for its journals, although nobody can begin it.
fn keep(game: Arc<dyn AnyGame>) {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    let Added { there, gone } = &*added;
    if !there.iter().chain(gone).any(|known| same(known.as_ref(), game.as_ref())) {
        added.gone.push(game);
    }
}

fn same(one: &dyn AnyGame, other: &dyn AnyGame) -> bool {
    one.id() == other.id() && one.rules() == other.rules() && one.module() == other.module()
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

/// Opens a module that was accepted once, by its hash.
pub type Kept = fn(Hash) -> Option<Arc<dyn AnyGame>>;

static KEPT: OnceLock<Kept> = OnceLock::new();

/// Says who has the modules that were accepted before. A journal that pins one asks; the first who is named
/// here stays.
pub fn keep_accepted(kept: Kept) {
    KEPT.get_or_init(|| kept);
}

/// The game that is this module, where somebody has kept it.
pub(crate) fn of_module(module: Hash) -> Option<Arc<dyn AnyGame>> {
    let game = KEPT.get()?(module)?;
    keep(Arc::clone(&game));
    Some(game)
}

/// The games that were added and can be begun.
pub(crate) fn added() -> Vec<Arc<dyn AnyGame>> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    let mut listed: Vec<Arc<dyn AnyGame>> = Vec::new();
    for game in added.there.iter().filter(|game| !crate::is_of_house(game.id())) {
        match listed.iter_mut().find(|known| known.id() == game.id()) {
            Some(known) if known.rules() > game.rules() => {}
            Some(known) => *known = Arc::clone(game),
            None => listed.push(Arc::clone(game)),
        }
    }
    listed
}

/// All that were ever added.
pub(crate) fn all() -> Vec<Arc<dyn AnyGame>> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    added.there.iter().chain(&added.gone).cloned().collect()
}
