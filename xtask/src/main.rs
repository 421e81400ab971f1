//! `cargo xtask`: what the project does with itself.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a tool owns files, processes and the environment"
)]

mod counts;
mod fuzz;
mod house;
mod mutants;
mod peers;
mod publish;
mod python;
mod release;
mod server;
mod sizes;
mod test;
mod tools;
mod trace;
mod web;

use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::{Parser, Subcommand};
use xtask_play::run::{self, cargo, run};
use xtask_play::{Make, play, root, senet, target};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Play, test, measure and check senet")]
struct Cli {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    /// Build all there is and play
    Play {
        /// As it is published: smaller and quicker, and longer to build
        #[arg(long)]
        release: bool,
    },
    /// Run every check and every test there is
    Test {
        /// Also what takes long: the weight of the program and the instructions of its loops, many kills of
        /// the server, calls made up from its document, the Python package, five minutes of fuzzing, and
        /// what is known against dependencies
        #[arg(long)]
        all: bool,
    },
    /// Measure speed, as ratios to a floor or a peer in the same run
    Bench {
        /// Only what holds this word; `server` measures the server under load, `python` the Python
        /// package beside its peers, `peers` games and server beside other libraries and houses,
        /// `module` games as modules beside the same built in, and `counts` counts instructions
        only: Option<String>,
        /// Keep what was counted as what later counts are compared with
        #[arg(long)]
        store: bool,
    },
    /// Measure the figures that texts rest on, from frozen lists of seeds, into docs/figures
    Figures {
        /// Only those whose name holds this word; `minds` is what the levels are worth, and `lists` whether
        /// orders written beforehand beat those of Flag War
        #[arg(default_value = "")]
        what: String,
        /// Only the rows that hold this word
        #[arg(default_value = "")]
        word: String,
        /// How many games a row has, or how many lists are tried
        games: Option<String>,
        /// Go on where rows of `minds` stand, while nothing that plays has changed
        #[arg(long, requires = "games")]
        on: bool,
    },
    /// Change a line of the rules at a time and see whether a test notices
    Mutants {
        /// Only in this package
        package: Option<String>,
        /// At most so many changes of a package, drawn by their names
        #[arg(long)]
        most: Option<usize>,
        /// Another part than the rows were written for: any number
        #[arg(long, default_value = "0", requires = "most")]
        draw: u64,
        /// Only on lines that differ from this revision
        #[arg(long)]
        since: Option<String>,
        /// Only what nobody noticed the last time
        #[arg(long, conflicts_with_all = ["most", "since"])]
        again: bool,
        /// So many at a time
        #[arg(long, default_value = "2")]
        jobs: usize,
    },
    /// Make up what arrives from outside, and watch which code it reaches
    Fuzz {
        /// For so long, all doors together
        #[arg(default_value = "300")]
        seconds: u64,
        /// Only at this door
        #[arg(long)]
        door: Option<String>,
    },
    /// Measure how even the games are, into docs/balance.md
    Balance {
        /// Only by the experiments whose name holds this word
        #[arg(default_value = "")]
        what: String,
    },
    /// Show which tests cite which rule, and fail on a rule that none cites
    Trace {
        /// Name the tests of these rules
        rules: Vec<String>,
    },
    /// Build the Python package and run its tests in a fresh virtual environment
    Python {
        /// Also those of a Ray cluster
        #[arg(long)]
        all: bool,
    },
    /// Write what follows from the list of the games of the house: dependencies, and a module for each
    House,
    /// Keep the modules of the rules of today, so that their journals open for ever
    Release,
    /// Print which crates the code of the modules comes from, and fail on one that grew
    Sizes {
        /// Keep what was found as what later sizes are compared with
        #[arg(long)]
        store: bool,
    },
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
    /// Write the types of TypeScript and of Python anew
    Types,
    /// Test the web client, in a real browser too
    WebTests,
    /// Take a picture of every screen into shots/
    Shots,
    /// The part of `test` that runs beside its tests
    #[command(hide = true)]
    TestPage,
    /// The part of `test` that runs beside its visits
    #[command(hide = true)]
    TestRest,
}

fn main() -> ExitCode {
    let done = match Cli::parse().job {
        Job::Play { release } => play(&root(), if release { Make::Published } else { Make::Quick }),
        Job::Test { all: false } => test::run_usual(&root()),
        Job::Test { all: true } => test::run_everything(&root()),
        Job::Bench { only, store } => match only.as_deref() {
            Some("server") => server::bench(&root()),
            Some("python") => python::bench(&root()),
            Some("peers") => peers::bench(&root()),
            Some("counts") => counts::run(&root(), store),
            only => bench(only),
        },
        Job::Figures { what, word, games, on } => figures(&what, &word, games.as_deref(), on),
        Job::Mutants { package, most, draw, since, again, jobs } => {
            let (package, since) = (package.as_deref(), since.as_deref());
            mutants::run(&root(), &mutants::Plan { package, most, draw, since, again, jobs })
        }
        Job::Fuzz { seconds, door } => fuzz::run_all(&root(), seconds, door.as_deref()),
        Job::Balance { what } => measure(&["docs/balance", &what, "docs/balance.md"]),
        Job::Trace { rules } => trace::run(&root(), &rules),
        Job::Python { all } => python::test(&root(), all),
        Job::House => house::write(&root()),
        Job::Release => release::run(&root()),
        Job::Sizes { store } => sizes::run(&root(), store),
        Job::Schemas => schemas(false),
        Job::Web { watch: true } => web::web_watch(&root()),
        Job::Web { watch: false } => web::build_web(&root()),
        Job::Wasm => web::build_wasm(&root(), Make::Published).map(drop),
        Job::Types => web::build_types(&root()).and_then(|()| python::write_types(&root())),
        Job::WebTests => web::web_tests(&root()),
        Job::Shots => web::shots(&root()),
        Job::TestPage => test::run_page(&root()),
        Job::TestRest => test::run_rest(&root()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn bench(only: Option<&str>) -> Result<()> {
    let mut args = vec!["run", "--release", "--package", "senet-bench"];
    if only == Some("module") {
        args.extend(["--features", "fast-guests"]);
    }
    args.push("--");
    args.extend(only);
    cargo(&root(), "measure", &args)
}

fn figures(what: &str, word: &str, games: Option<&str>, on: bool) -> Result<()> {
    let asked = match what {
        "minds" => vec![word],
        "lists" => vec![what, word],
        _ => return measure(&["docs/figures", what]),
    };
    let run = ["run", "--release", "--package", "senet-catalog", "--example", "minds", "--"];
    let args: Vec<&str> =
        run.into_iter().chain(asked).chain(games).chain(on.then_some("on")).collect();
    cargo(&root(), "figures", &args)
}

/// Plays the experiments of a folder.
fn measure(what: &[&str]) -> Result<()> {
    let play = ["run", "--release", "--package", "senet-lab", "--example", "figures", "--"];
    cargo(&root(), "measure", &[&play[..], what].concat())
}

/// Writes the schemas, or fails where the stored ones are out of date.
fn schemas(check: bool) -> Result<()> {
    let mut command = Command::new(senet(&root())?);
    command.args(["schemas", "docs/schemas"]).current_dir(root());
    run("schemas", command.args(check.then_some("--check")))
}
