//! Any game behind one object-safe interface, and the desk that answers messages about tables.
//!
//! Hosts reach games as [`AnyGame`]s and name none. [`Desk`] holds any number of tables and answers
//! the protocol's messages: it is `senet table`, the browser's worker, and the inside of a module.
//! Which games there are is told by a [`Shelf`].

mod analysis;
mod any_game;
pub mod arena;
mod aside;
mod desk;
mod hint;
mod networks;
mod program;
mod schemas;
mod settings;
mod shelf;

pub use analysis::{Account, Analysis, Analyst, Better, Depth, LookBack};
pub use any_game::{
    AnyBot, AnyGame, Board, Who, any_bot, built_in, named, unknown_bot, unknown_preset,
};
pub use arena::{Deal, Ended, Played};
pub use aside::{Way, aside, set_aside};
pub use desk::Desk;
pub use hint::{Hint, Hinted};
pub use networks::NETWORK;
pub use program::Program;
pub use schemas::{Schemas, protocol_schemas};
pub use senet_bots::{Leash, Level, Turns};
pub use settings::{Choices, Setting, choices, set, set_players, settings, title};
pub use shelf::Shelf;
