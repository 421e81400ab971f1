//! A WASM module as a game: behind the same interface as a built-in one.
//!
//! [`Guest::open`] reads a module that `senet_guest::export!` made. It has a memory of its own, counted
//! steps, and of its host only luck and a log: it cannot stall, crash, fill or read anything but its own
//! tables. What goes wrong with it is a [`Trouble`], which is a sentence; the table of a module that
//! failed is built anew from its journal, which the host keeps.
//!
//! [`Folder`] watches a folder of modules.

mod arena;
mod bot;
mod check;
#[cfg(feature = "fast-guests")]
mod compiled;
mod engine;
mod folder;
mod game;
mod instance;
mod interpreted;
mod pace;
mod schema;
mod sections;
mod share;
mod table;
mod trouble;

pub use check::{Breach, check};
pub use engine::Engine;
pub use folder::{Archive, Folder, Found, News, bytes_of, put_whole};
pub use game::{Guest, tells};
pub use instance::Limits;
pub use sections::{about, hash, packed, whole};
pub use senet_guest::About;
pub use trouble::Trouble;
