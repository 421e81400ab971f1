//! The web client: its types, its pages, its tests and its pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use xtask_play::web::{install_packages, npm, run, say, web};
use xtask_play::{Make, senet, target};

use crate::sizes;

pub use xtask_play::web::{
    apt_install, build_pages, build_test_modules, build_wasm, install_compiler, linked, modules,
};

/// Writes the TypeScript types of the protocol and of every game to `web/src/lib/wire`.
pub fn build_types(root: &Path) -> Result<()> {
    install_packages(root)?;
    say("writing TypeScript's types from the schemas");
    let mut senet = Command::new(senet(root)?);
    senet.args(["games", "--format", "json"]);
    let games = senet.current_dir(root).output().context("cannot start senet")?;
    ensure!(games.status.success(), "{}", String::from_utf8_lossy(&games.stderr));
    let list = target(root).join("games.json");
    fs::write(&list, games.stdout)?;
    run(web(root, "node").arg("scripts/types.js").arg(root.join("docs/schemas")).arg(list))
}

/// Builds the pages into `web/dist` as they are published, the tables included, and prints the sizes.
pub fn build_web(root: &Path) -> Result<()> {
    build_wasm(root, Make::Published)?;
    sizes::check(root)?;
    build_pages(root, Make::Published)
}

/// Serves the pages while they are being written.
pub fn web_watch(root: &Path) -> Result<()> {
    build_wasm(root, Make::Quick)?;
    say("serving the pages; they follow every change");
    npm(root, &["run", "dev"])
}

/// Builds the web client and tests what needs no browser: its types, and its units, which play the
/// stored journals of every game in WASM.
pub fn unit_tests(root: &Path) -> Result<()> {
    build_types(root)?;
    run(Command::new("git")
        .args(["diff", "--exit-code", "--stat", "--", "web/src/lib/wire"])
        .current_dir(root))
    .context("the committed types differ from the Rust types: commit what was written")?;
    build_web(root)?;
    say("checking the types of the pages");
    npm(root, &["run", "check"])?;
    say("running the unit tests of the pages");
    npm(root, &["run", "unit"])
}

/// Runs every test of the web client: types, units, and whole games in a real Chromium.
pub fn web_tests(root: &Path) -> Result<()> {
    unit_tests(root)?;
    visits(root, &stage(root)?)
}

/// What visits need: a browser, the server, and modules that are no games of the house.
pub struct Stage {
    chromium: PathBuf,
    senet: PathBuf,
    modules: PathBuf,
}

/// Builds and installs what visits need.
pub fn stage(root: &Path) -> Result<Stage> {
    let (chromium, senet) = (chromium()?, senet(root)?);
    Ok(Stage { chromium, senet, modules: build_test_modules(root)? })
}

/// Plays whole games in a real Chromium.
pub fn visits(root: &Path, stage: &Stage) -> Result<()> {
    say("playing in Chromium");
    let mut tests = web(root, "npm");
    tests.args(["run", "browser"]).env("CHROMIUM", &stage.chromium).env("SENET", &stage.senet);
    run(tests.env("SENET_MODULES", &stage.modules))
}

/// Takes a picture of every screen into `shots`.
pub fn shots(root: &Path) -> Result<()> {
    build_web(root)?;
    let chromium = chromium()?;
    let senet = senet(root)?;
    say("taking pictures of every screen into shots/");
    let mut pictures = web(root, "npm");
    run(pictures.args(["run", "shots"]).env("CHROMIUM", chromium).env("SENET", senet))
}

/// The system's Chromium, installed where it can be.
fn chromium() -> Result<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    let found = named.into_iter().chain(known.map(PathBuf::from)).find(|path| path.exists());
    if let Some(path) = found {
        return Ok(path);
    }
    say("installing Chromium from the system's packages");
    apt_install(&["chromium", "fonts-dejavu-core", "fonts-liberation"]).context(
        "there is no Chromium: install it, or name one by the environment variable CHROMIUM",
    )?;
    Ok(PathBuf::from("/usr/bin/chromium"))
}
