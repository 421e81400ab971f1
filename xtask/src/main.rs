//! The commands that build, test and start senet.
#![allow(clippy::disallowed_methods, reason = "a host that owns files and the environment")]

mod web;

use std::path::Path;

use anyhow::{Context, Result, bail};

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in a folder")?;
    match std::env::args().nth(1).as_deref() {
        Some("wasm") => web::build_wasm(root).map(drop),
        Some("types") => web::build_types(root),
        Some("web") if std::env::args().any(|arg| arg == "--watch") => web::web_watch(root),
        Some("web") => web::build_web(root),
        Some("web-tests") => web::web_tests(root),
        Some("shots") => web::shots(root),
        _ => bail!("say one of: wasm, types, web [--watch], web-tests, shots"),
    }
}
