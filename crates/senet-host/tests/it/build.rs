//! Builds modules of the workspace, as `cargo xtask` does for the page.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use senet_bots::Mind;
use senet_desk::{AnyGame, built_in};
use senet_guest::About;
use senet_host::{Guest, Limits, packed};
use senet_kernel::Text;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The module of a package or an example of one: `cargo xtask test` has built it and names the folder,
/// otherwise it is built now.
pub fn built(args: &[&str], file: &str) -> Vec<u8> {
    let known = std::env::var_os("SENET_MODULES").map(|folder| PathBuf::from(folder).join(file));
    if let Some(module) = known.and_then(|path| std::fs::read(path).ok()) {
        return module;
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    let folder = target.join("wasm");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--profile", "play", "--target", "wasm32-unknown-unknown"]);
    cargo.args(args).arg("--target-dir").arg(&folder).current_dir(root());
    let done = cargo.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    std::fs::read(folder.join("wasm32-unknown-unknown/play").join(file)).unwrap()
}

/// The module of a game of the house, packed with its schemas.
pub fn of_house<G: Text + Mind>() -> Vec<u8> {
    let file = format!("examples/{}.wasm", G::ID.replace('-', "_"));
    let module = built(&["-p", "senet-modules", "--example", G::ID], &file);
    packed(&module, &about::<G>())
}

/// What a game of the house is.
pub fn about<G: Text + Mind>() -> About {
    let game = built_in::<G>();
    About { page: game.page(), schemas: game.schemas().to_value() }
}

/// A game of the house, built in and as a module.
pub fn both<G: Text + Mind>() -> (Arc<dyn AnyGame>, Guest) {
    (built_in::<G>(), Guest::of_house(&of_house::<G>(), Limits::default()).unwrap())
}
