//! Older rules of the games of the house, as the modules that they were published as.
//!
//! `rules/` keeps a module for every number of rules that was ever published; `cargo xtask release` adds to it,
//! and nothing in it changes. The last number of each game is built in. Those before it are part of this
//! crate, so that a journal that was played by them opens, goes on and verifies wherever the program runs.

use std::sync::{Arc, OnceLock};

use brotli_decompressor::BrotliDecompress;
use senet_desk::AnyGame;
use senet_host::{Guest, Limits};

/// A game's id, the number of its rules, and its module, packed.
type Module = (&'static str, u32, &'static [u8]);

include!(concat!(env!("OUT_DIR"), "/older.rs"));

static OPENED: [OnceLock<Arc<dyn AnyGame>>; OLDER.len()] = [const { OnceLock::new() }; OLDER.len()];

/// A game of older rules, which is opened when it is first asked for.
pub fn older(game: &str, rules: u32) -> Option<Arc<dyn AnyGame>> {
    let place = OLDER.iter().position(|(known, number, _)| (*known, *number) == (game, rules))?;
    let opened = OPENED[place].get_or_init(|| {
        let module = unpacked(OLDER[place].2).expect("a test unpacks what is published");
        let guest = Guest::of_house(&module, Limits::default());
        Arc::new(guest.expect("a test opens what is published"))
    });
    Some(Arc::clone(opened))
}

/// A module as it was before it was packed.
pub fn unpacked(mut packed: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut module = Vec::new();
    BrotliDecompress(&mut packed, &mut module)?;
    Ok(module)
}
