//! How fast games are.
//!
//! Everything is measured against a floor or a peer in the same run, because a figure alone says
//! more about the machine than about the code. `cargo xtask bench` prints the table.

#![allow(clippy::disallowed_types, reason = "a stopwatch needs a clock and floats")]
#![allow(clippy::disallowed_methods, reason = "a stopwatch needs a clock and floats")]

mod floor;
mod lines;
mod modules;
mod moves;
mod peers;
mod playouts;
mod stopwatch;
mod systems;
mod tables;

pub use floor::floor;
pub use lines::lines;
pub use modules::{as_module, opening};
pub use moves::server;
pub use peers::{Rivals, beside};
pub use playouts::{Tally, playouts, rounds};
pub use stopwatch::{Rate, Runner, measure};
pub use systems::{battlefield, sealed_rounds, warbands, words};
pub use tables::tables;
