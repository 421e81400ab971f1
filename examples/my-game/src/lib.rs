//! My Game, as a module of its own (rules MG-1 to MG-3 in `rules.md`).
//!
//! Read in this order: `game.rs`, the rules; `text.rs`, what is said; `mind.rs`, what bots go by. The last
//! lines here make it a file that every house opens, with a board of its own for the page: `board.js`.

mod game;
mod mind;
mod text;

pub use game::{Command, Config, Event, MyGame, Rejection, View};

senet_guest::export!(MyGame);
senet_guest::board!("../board.js", "../board.css");
