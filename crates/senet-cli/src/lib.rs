//! The `senet` command, around whatever web client it is given.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a host owns time, files and threads"
)]

mod analyse;
mod args;
mod configuration;
mod documents;
mod games;
mod input;
mod lab;
mod lan;
mod leash;
mod menu;
mod model;
mod modules;
mod networks;
mod new;
mod outside;
mod paint;
mod play;
mod replay;
mod rules;
mod schemas;
mod screen;
mod serve;
mod simulate;
mod sit;
mod stdio;
mod store;
mod tally;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Command, CommandFactory, FromArgMatches};
use senet_catalog::AnyGame;
use senet_server::page::File;
use senet_table::Header;

use crate::args::{Cli, GamesJob, Job};

/// A server makes and drops small texts all day: this one costs half of what the system's does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Does what was typed; a server that it starts shows these files as its web client.
pub fn run(page: &'static [File]) -> ExitCode {
    senet_catalog::shelf::keep_older(senet_rules::older);
    senet_catalog::shelf::keep_accepted(modules::accepted);
    let typed = command().get_matches();
    if let Some((word, typed)) = typed.subcommand()
        && let Some(system) = senet_catalog::documents().iter().find(|known| known.word == word)
    {
        return documents::run(system, typed);
    }
    let cli = Cli::from_arg_matches(&typed).unwrap_or_else(|error| error.exit());
    let done = match cli.job {
        None => serve::at_home(cli.lan, page),
        Some(Job::Menu) => menu::run(),
        Some(Job::Serve(serve)) => serve::run(&serve, page),
        Some(Job::Sit(sit)) => sit::run(&sit),
        Some(Job::Store(job)) => {
            // A room's journal is checked by the game that it was played by.
            job.games().map_or(Ok(()), modules::look_in).and_then(|()| {
                modules::add_all();
                store::run(&job)
            })
        }
        Some(Job::Games { job: Some(GamesJob::Add { file }), .. }) => modules::add(&file),
        Some(Job::Games { job: Some(GamesJob::Pack { file, out, of_house }), .. }) => {
            modules::pack(&file, &out, of_house.as_deref())
        }
        Some(Job::Games { format, job: None }) => games::run(format),
        Some(Job::Check(check)) => modules::check(&check),
        Some(Job::New(new)) => new::run(&new),
        Some(Job::Rules { game, section }) => rules::run(&game, section.as_deref()),
        Some(Job::Play(play)) => play::run(&play),
        Some(Job::Table) => stdio::run(),
        Some(Job::Replay(replay)) => replay::run(&replay),
        Some(Job::Analyse(analyse)) => analyse::run(&analyse),
        Some(Job::Simulate(simulate)) => simulate::run(&simulate),
        Some(Job::Lab(job)) => return lab::run(&job).unwrap_or_else(failed),
        Some(Job::Schemas { dir, check }) => schemas::run(&dir, check),
        Some(Job::Completions { shell }) => {
            let mut command = command();
            clap_complete::generate(shell, &mut command, "senet", &mut std::io::stdout());
            Ok(())
        }
    };
    done.map_or_else(failed, |()| ExitCode::SUCCESS)
}

/// Says why it failed.
fn failed(error: anyhow::Error) -> ExitCode {
    if is_closed_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    // What a file or another program wrote may stand in the reason.
    eprintln!("senet: {}", senet_kernel::visible_lines(&format!("{error:#}")));
    ExitCode::FAILURE
}

/// All that can be typed: what every game shares, and a word for each system of documents.
fn command() -> Command {
    let words = senet_catalog::documents();
    words.iter().fold(Cli::command(), |command, system| command.subcommand(system.command()))
}

/// Whether the reader of our output has gone, as `senet games | head -1` does: no fault of ours.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

/// A seed that nobody can guess.
fn fresh_seed() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The game with this id or in this file, or a sentence that lists the games there are.
fn game(id: &str) -> anyhow::Result<Arc<dyn AnyGame>> {
    if modules::is_file(id) {
        return modules::open(Path::new(id));
    }
    if let Some(game) = senet_catalog::find(id) {
        return Ok(game);
    }
    modules::add_all();
    senet_catalog::find(id).ok_or_else(|| {
        let games = senet_catalog::games();
        let known: Vec<_> = games.iter().map(|game| game.id()).collect();
        anyhow::anyhow!(
            "there is no game called \"{id}\"; there are {}, and senet games add adds one",
            known.join(", ")
        )
    })
}

/// The game by whose rules a journal was played.
fn game_of(header: &Header) -> anyhow::Result<Arc<dyn AnyGame>> {
    modules::add_all();
    match senet_catalog::of_journal(header) {
        Some(game) => Ok(game),
        None => game(&header.game),
    }
}

/// Prints a line; a reader that has gone ends the program quietly.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write;
        writeln!(std::io::stdout(), "{}", $crate::paint::safe(&format!($($text)*)))?
    }};
}
pub(crate) use say;
