//! `senet warband` without the rest of the house.

#![allow(clippy::disallowed_methods, reason = "a host reads files; the rules do not")]

use std::process::ExitCode;

use clap::Parser;
use senet_space_weirdos::cli;

/// Space Weirdos: check, price, mend, complete and print warbands.
#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: cli::Args,
}

fn main() -> ExitCode {
    let output = cli::run(&Cli::parse().args, |file| match file {
        "-" => std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string()),
        file => std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}")),
    });
    print!("{}", output.text);
    eprint!("{}", output.notes);
    ExitCode::from(output.exit_code)
}
