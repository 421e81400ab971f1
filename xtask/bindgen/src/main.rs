//! Writes the JavaScript beside the tables for the browser.
//!
//! A program of its own, so that `cargo xtask` does not wait for what it is made of.

#![allow(clippy::disallowed_methods, reason = "a tool owns files and the environment")]

use std::path::Path;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().context("name the module and the folder to write to");
    let (module, folder) = (next()?, next()?);
    Bindgen::new()
        .input_path(Path::new(&module))
        .out_name("senet")
        .web(true)?
        .typescript(true)
        .generate(&folder)
        .context("wasm-bindgen could not read the module")
}
