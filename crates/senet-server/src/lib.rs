//! Online play of any game of the house: rooms, sockets, clocks, bots, and a store that loses
//! nothing. `docs/server.md` says how it is spoken to.
//!
//! A change of a room locks the room, asks the table, makes the new lines of the journal durable,
//! and only then answers and tells everybody. A change that cannot be stored is forgotten: the room
//! leaves memory and comes back from the store as it was.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a host owns time, threads and sockets"
)]

mod analysis;
mod bots;
mod clock;
mod door;
mod error;
mod http;
mod late;
mod limit;
mod lobby;
mod metrics;
mod models;
mod names;
pub mod network;
mod pulse;
pub mod retention;
mod room;
mod secret;
mod server;
mod sitting;
mod socket;

pub mod pool;
pub mod store;

pub use door::serve;
pub use error::ApiError;
pub use http::{app, files as page};
pub use server::{Limits, Mended, Server, mend, now_ms, verify};
