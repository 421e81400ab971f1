//! My Game, as a module of its own (rules MG-1 to MG-3 in `rules.md`).
//!
//! Read in this order: `game.rs`, the rules; `text.rs`, what is said; `mind.rs`, what bots go by. The last
//! line here makes it a file that every house opens.

mod game;
mod mind;
mod text;

pub use game::{Command, Config, Event, MyGame, Rejection, View};

senet_guest::export!(MyGame);
