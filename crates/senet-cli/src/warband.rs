//! `senet warband`: check, price, mend, complete and print warbands of Space Weirdos.

use std::io::Write;
use std::process::ExitCode;

use senet_space_weirdos::cli::{self, Args};

pub fn run(args: &Args) -> ExitCode {
    let output = cli::run(args, |file| match file {
        "-" => std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string()),
        file => std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}")),
    });
    // A reader that has gone is no fault of ours.
    let _ = write!(std::io::stdout(), "{}", output.text);
    let _ = write!(std::io::stderr(), "{}", output.notes);
    ExitCode::from(output.exit_code)
}
