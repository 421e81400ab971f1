//! Liar's Dice, as a module of its own (rules LD-1 to LD-9 in `rules.md`).
//!
//! Read in this order: `bid.rs`, the one rule that is more than a step; `game.rs`, the order of things;
//! `view.rs`, what each seat may know; `text.rs`, what is said; `mind.rs`, what bots go by. The last lines
//! here make it a file that every house opens, with a board of its own for the page.

mod bid;
mod config;
mod game;
mod mind;
mod text;
mod view;

pub use bid::{Bid, Hand};
pub use config::Config;
pub use game::{Command, Event, LiarsDice, Rejection, Stage};
pub use view::{Showdown, View};

senet_guest::export!(LiarsDice);
senet_guest::board!("../board.js", "../board.css");
