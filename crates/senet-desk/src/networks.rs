//! Networks that were opened while the program runs: bots of a game, beside its levels.

use std::any::Any;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use senet_bots::{Maker, Mind};
use senet_kernel::Faults;
use senet_table::protocol::LevelPage;

/// What the name of a network's bot begins with.
pub const NETWORK: &str = "net:";

/// A network that was opened: what makes its bots is a [`Maker`] of the game.
struct Opened {
    game: &'static str,
    bot: String,
    maker: Box<dyn Any + Send + Sync>,
}

static OPENED: RwLock<Vec<Opened>> = RwLock::new(Vec::new());

/// Opens a network for a game, in the place of one with the same name.
pub(crate) fn open<G: Mind>(name: &str, text: &str) -> Result<(), Faults> {
    let maker: Maker<G> = G::learned(text)?;
    let bot = format!("{NETWORK}{name}");
    let mut opened = OPENED.write().unwrap_or_else(PoisonError::into_inner);
    opened.retain(|known| known.game != G::ID || known.bot != bot);
    opened.push(Opened { game: G::ID, bot, maker: Box::new(maker) });
    Ok(())
}

/// What makes the bots of this name.
pub(crate) fn maker<G: Mind>(bot: &str) -> Option<Maker<G>> {
    let opened = read();
    let found = opened.iter().find(|known| known.game == G::ID && known.bot == bot)?;
    found.maker.downcast_ref::<Maker<G>>().cloned()
}

/// The bots of a game's networks.
pub(crate) fn bots(game: &str) -> Vec<String> {
    let opened = read();
    opened.iter().filter(|known| known.game == game).map(|known| known.bot.clone()).collect()
}

/// What to expect of each of them.
pub(crate) fn pages(game: &str) -> impl Iterator<Item = LevelPage> {
    let sentence = "A trained mind, opened from a file; it plays as well as it has learned.";
    bots(game).into_iter().map(move |name| LevelPage { name, sentence: sentence.to_owned() })
}

fn read() -> RwLockReadGuard<'static, Vec<Opened>> {
    OPENED.read().unwrap_or_else(PoisonError::into_inner)
}
