//! Systems that are documents rather than games, each by its own word: `senet warband`.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use senet_catalog::{DocumentHost, DocumentSystem};
use senet_kernel::visible;

/// This machine: its files and its random source.
struct Here;

impl DocumentHost for Here {
    fn read(&self, file: &str) -> Result<String, String> {
        match file {
            "-" => std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string()),
            file => std::fs::read_to_string(file).map_err(|error| match error.kind() {
                ErrorKind::NotFound => format!("there is no file \"{file}\""),
                _ => format!("{file} cannot be read: {error}"),
            }),
        }
    }

    fn fresh_seed(&self) -> String {
        crate::fresh_seed()
    }
}

pub fn run(system: &DocumentSystem, typed: &ArgMatches) -> ExitCode {
    let mut output = match system.run(typed, &Here) {
        Ok(output) => output,
        Err(error) => error.exit(),
    };
    if let Some((file, text)) = &output.save
        && let Err(error) = std::fs::write(file, text)
    {
        output.notes = format!("{} is not saved: {error}\n", visible(file));
        output.exit_code = 2;
    }
    // A reader that has gone is no fault of ours.
    let _ = write!(std::io::stdout(), "{}", output.text);
    let _ = write!(std::io::stderr(), "{}", output.notes);
    ExitCode::from(output.exit_code)
}
