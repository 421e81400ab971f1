//! The server with real sockets.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "these tests open sockets and wait for them"
)]

mod crowd;
mod failing;
#[cfg(unix)]
mod files;
mod hidden;
mod hostile;
mod house;
mod house_of_nodes;
mod kept;
mod leak;
mod log;
mod looking_back;
mod models;
mod network;
mod nodes;
mod older;
mod peace;
mod play;
#[path = "../../../senet-host/tests/it/puppet.rs"]
#[allow(dead_code, reason = "the tests of its own house make it do more")]
mod puppet;
mod rooms;
mod sittings;
mod stalling;
mod threats;
mod throwaway;
mod time;
mod upgrade;
mod vocabulary;

use house::{Client, House};
