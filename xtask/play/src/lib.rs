//! What `cargo xtask play` needs and no more.
//!
//! It depends on next to nothing, so that it is compiled within seconds; the other jobs of `cargo xtask`
//! are those of the package `xtask`, which builds on this one.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a tool owns files, processes and the environment"
)]

pub mod published;
pub mod run;
pub mod web;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;

use crate::run::cargo;
use crate::web::say;

/// The server beside the games for the browser, then the pages, then the server with them in it, of which
/// only the last step is done once more.
pub fn play(root: &Path, make: Make) -> Result<()> {
    let started = Instant::now();
    make_room(root)?;
    std::thread::scope(|scope| {
        let server = scope.spawn(|| build_programs(root, make));
        web::build_wasm(root, make)?;
        server.join().expect("a build ends in an answer")
    })?;
    web::build_pages(root, make)?;
    build_programs(root, make)?;
    say(&format!("built in {} s", started.elapsed().as_secs()));
    let profile = make.native();
    cargo(root, "open the game room", &["run", "--profile", profile, "--package", "senet-cli"])
}

/// Makes the folder of the pages. While it is not there, the program that holds them counts as changed, and
/// is built anew each time that somebody asks for it.
pub fn make_room(root: &Path) -> Result<()> {
    Ok(fs::create_dir_all(root.join("web/dist"))?)
}

/// Builds the program that people run, which the page is built with, too.
fn build_programs(root: &Path, make: Make) -> Result<()> {
    let profile = make.native();
    let args = ["build", "--quiet", "--profile", profile, "--package", "senet-cli"];
    cargo(root, "build the server", &args)
}

/// How carefully to build what people run.
#[derive(Clone, Copy, PartialEq)]
pub enum Make {
    /// Soon to be had, for one's own machine.
    Quick,
    /// Small and as quick as it gets.
    Published,
}

impl Make {
    /// The profile for this machine.
    fn native(self) -> &'static str {
        match self {
            Self::Quick => "play",
            Self::Published => "release",
        }
    }

    /// The profile for the browser.
    fn browser(self) -> &'static str {
        match self {
            Self::Quick => "play",
            Self::Published => "web",
        }
    }
}

/// The program of this machine's own tests. It is built with the features that the whole workspace
/// has, so that nothing is compiled a second time for it.
pub fn senet(root: &Path) -> Result<PathBuf> {
    cargo(root, "build senet", &["build", "--quiet", "--workspace", "--bin", "senet"])?;
    Ok(target(root).join("debug/senet"))
}

/// Where cargo builds to.
pub fn target(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    target.map_or_else(|| root.join("target"), |target| root.join(target))
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).map_or_else(|| here.to_owned(), Path::to_owned)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::process::Command;

    use super::root;
    use crate::run::cargo_program;

    /// Each package with its features, as cargo builds it for these arguments.
    fn built(args: &[&str]) -> BTreeSet<String> {
        let tree = ["tree", "--offline", "--locked", "--prefix", "none", "--no-dedupe"];
        let mut cargo = Command::new(cargo_program());
        cargo.args(tree).args(["--format", "{p} {f}"]).args(args).current_dir(root());
        let output = cargo.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// Otherwise half of what the tests were built with would be built again for the program.
    #[test]
    fn the_program_alone_has_the_features_that_it_has_among_all() {
        let all = built(&["--workspace", "--edges", "normal,build,dev"]);
        let alone = built(&["--package", "senet-cli", "--edges", "normal,build"]);
        assert!(alone.len() > 100, "{alone:?}");
        let other: Vec<_> = alone.difference(&all).collect();
        assert!(other.is_empty(), "built again with other features: {other:#?}");
    }
}
