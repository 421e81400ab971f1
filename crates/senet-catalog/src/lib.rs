//! The one place that names all games and their bots.
//!
//! Hosts reach games through here as [`AnyGame`]s and name none. [`Desk`] holds any number of
//! tables and answers the protocol's messages: it is `senet table` and the browser's worker.

mod analysis;
mod any_game;
mod arena;
mod desk;
mod documents;
mod encoding;
mod hint;
mod program;
mod schemas;
mod settings;

pub use analysis::{Account, Analysis, Better, Depth, Moment};
pub use any_game::{AnyBot, AnyGame, Who};
pub use arena::Played;
pub use desk::Desk;
pub use documents::{DocumentSystem, document, documents};
pub use encoding::{AnyBatch, AnyEncoding, AnyPlay};
pub use hint::{Hint, Hinted};
pub use program::Program;
pub use schemas::{Schemas, protocol_schemas};
pub use settings::{Setting, set, set_players, settings};

use any_game::Entry;
pub use senet_bots::{Leash, Level, NetworkFault, Turns};
use senet_crossfire::{Campaign, Crossfire};
use senet_flag_war::FlagWar;
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;
use senet_silosoft::Silosoft;
use senet_sky_team::SkyTeam;

/// All games, in the order of the house.
pub fn games() -> Vec<Box<dyn AnyGame>> {
    vec![
        Box::new(Entry::<SkyTeam>::new()),
        Box::new(Entry::<Silosoft>::new()),
        Box::new(Entry::<FlagWar>::new()),
        Box::new(Entry::<Crossfire>::new()),
        Box::new(Entry::<Campaign>::new()),
        Box::new(Entry::<TicTacToe>::new()),
        Box::new(Entry::<ConnectFour>::new()),
        Box::new(Entry::<Pig>::new()),
        Box::new(Entry::<KuhnPoker>::new()),
    ]
}

/// The encodings of all games, in the same order.
pub fn encodings() -> Vec<Box<dyn AnyEncoding>> {
    vec![
        Box::new(Entry::<SkyTeam>::new()),
        Box::new(Entry::<Silosoft>::new()),
        Box::new(Entry::<FlagWar>::new()),
        Box::new(Entry::<Crossfire>::new()),
        Box::new(Entry::<Campaign>::new()),
        Box::new(Entry::<TicTacToe>::new()),
        Box::new(Entry::<ConnectFour>::new()),
        Box::new(Entry::<Pig>::new()),
        Box::new(Entry::<KuhnPoker>::new()),
    ]
}

/// The game with this id.
pub fn find(id: &str) -> Option<Box<dyn AnyGame>> {
    games().into_iter().find(|game| game.id() == id)
}
