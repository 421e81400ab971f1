//! `cargo xtask`: builds and plays at once, and hands all other jobs to the package `xtask`, which takes
//! longer to compile.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a tool owns files, processes and the environment"
)]

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use xtask_play::run::cargo_program;
use xtask_play::{Make, play, root};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play"] => play(&root(), Make::Quick).map(|()| ExitCode::SUCCESS),
        ["play", "--release"] => play(&root(), Make::Published).map(|()| ExitCode::SUCCESS),
        _ => hand_over(&args),
    };
    done.unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::FAILURE
    })
}

/// Has the whole helper do it, and ends as that ends.
fn hand_over(args: &[String]) -> Result<ExitCode> {
    let mut cargo = Command::new(cargo_program());
    cargo.args(["run", "--quiet", "--package", "xtask", "--"]).args(args);
    let status = cargo.status().context("cargo could not be started")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
