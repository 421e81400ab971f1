//! The one place that names all games and their bots.
//!
//! Hosts reach games through here as [`AnyGame`]s and name none. [`Desk`] holds any number of
//! tables and answers the protocol's messages: it is `senet table` and the browser's worker.

mod any_game;
mod arena;
mod desk;
mod schemas;

pub use any_game::{AnyBot, AnyGame};
pub use arena::{Played, Turns};
pub use desk::Desk;
pub use schemas::{Schemas, protocol_schemas};

use any_game::Entry;
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;

/// All games, in the order of the house.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    vec![
        Entry::<TicTacToe>::boxed(),
        Entry::<ConnectFour>::boxed(),
        Entry::<Pig>::boxed(),
        Entry::<KuhnPoker>::boxed(),
    ]
}

/// The game with this id.
pub fn find(id: &str) -> Option<Box<dyn AnyGame>> {
    games().into_iter().find(|game| game.id() == id)
}
