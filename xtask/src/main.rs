//! `cargo xtask`: what the project does with itself.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a tool owns files, processes and the environment"
)]

mod python;
mod run;
mod server;
mod test;
mod trace;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::run::cargo;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Play, test, measure and check senet")]
struct Cli {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    /// Build all there is and play
    Play,
    /// Run every check and every test there is
    Test {
        /// Also what takes long: many kills of the server, and calls made up from its document
        #[arg(long)]
        all: bool,
    },
    /// Measure speed, as ratios to a floor or a peer in the same run
    Bench {
        /// Only what holds this word; `server` measures the server under load, `python` the Python
        /// package beside its peers
        only: Option<String>,
    },
    /// Print the figures that texts rest on, from frozen lists of seeds
    Figures {
        /// Which figures: `minds`
        what: String,
        /// Only the rows that hold this word
        #[arg(default_value = "")]
        word: String,
        /// How many games a row has
        #[arg(default_value = "200")]
        games: String,
    },
    /// Show which tests cite which rule, and fail on a rule that none cites
    Trace {
        /// Name the tests of these rules
        rules: Vec<String>,
    },
    /// Build the Python package and run its tests in a fresh virtual environment
    Python,
    /// Write the JSON Schemas anew
    Schemas,
    /// Build the web client, or serve it while it is being written
    Web {
        /// Serve it and follow every change
        #[arg(long)]
        watch: bool,
    },
    /// Build the tables for the browser
    Wasm,
    /// Write TypeScript's types anew
    Types,
    /// Test the web client, in a real browser too
    WebTests,
    /// Take a picture of every screen into shots/
    Shots,
}

fn main() -> ExitCode {
    let done = match Cli::parse().job {
        Job::Play => play(),
        Job::Test { all: false } => test::run_all(&root()),
        Job::Test { all: true } => {
            test::run_all(&root()).and_then(|()| server::test_at_length(&root()))
        }
        Job::Bench { only } if only.as_deref() == Some("server") => server::bench(&root()),
        Job::Bench { only } if only.as_deref() == Some("python") => python::bench(&root()),
        Job::Bench { only } => bench(only.as_deref()),
        Job::Figures { what, word, games } => figures(&what, &word, &games),
        Job::Trace { rules } => trace::run(&root(), &rules),
        Job::Python => python::test(&root()),
        Job::Schemas => schemas(false),
        Job::Web { watch: true } => web::web_watch(&root()),
        Job::Web { watch: false } => web::build_web(&root()),
        Job::Wasm => web::build_wasm(&root()).map(drop),
        Job::Types => web::build_types(&root()),
        Job::WebTests => web::web_tests(&root()),
        Job::Shots => web::shots(&root()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The page first, because the binary holds it.
fn play() -> Result<()> {
    web::build_web(&root())?;
    cargo(&root(), "open the game room", &["run", "--release", "--package", "senet-cli"])
}

fn bench(only: Option<&str>) -> Result<()> {
    let mut args = vec!["run", "--release", "--package", "senet-bench", "--"];
    args.extend(only);
    cargo(&root(), "measure", &args)
}

fn figures(what: &str, word: &str, games: &str) -> Result<()> {
    if what != "minds" {
        anyhow::bail!("there are no figures \"{what}\"; there are minds");
    }
    let args =
        ["run", "--release", "--package", "senet-catalog", "--example", what, "--", word, games];
    cargo(&root(), "figures", &args)
}

/// Writes the schemas, or fails where the stored ones are out of date.
fn schemas(check: bool) -> Result<()> {
    let mut args =
        vec!["run", "--quiet", "--package", "senet-cli", "--", "schemas", "docs/schemas"];
    args.extend(check.then_some("--check"));
    cargo(&root(), "schemas", &args)
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.to_owned(), Path::to_owned)
}
