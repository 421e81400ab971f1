//! `cargo xtask fuzz`: what arrives from outside, made up by a fuzzer that watches which code it
//! reaches. What it starts from lies in `fuzz/corpus`; what makes a door fail is left in
//! `fuzz/artifacts`, by name.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{target, tools};

/// The doors, as `fuzz/Cargo.toml` names them.
const DOORS: [&str; 7] =
    ["protocol", "journals", "configurations", "codes", "modules", "calls", "orders"];

/// Fuzzes every door, or one, each for its share of the time, and tells how much code was reached.
pub fn run_all(root: &Path, seconds: u64, only: Option<&str>) -> Result<()> {
    let doors: Vec<_> =
        DOORS.into_iter().filter(|door| only.is_none_or(|only| only == *door)).collect();
    ensure!(!doors.is_empty(), "the doors are {}", DOORS.join(", "));
    let program = tools::cargo_tool(root, "cargo-fuzz", "0.13.2")?;
    let share = (seconds / doors.len() as u64).max(1);
    for door in doors {
        eprintln!("\n── fuzz {door} for {share} s");
        let mut command = fuzz(root, &program, door);
        // What it finds is kept apart; the stored corpus is only where it begins.
        let grown = target(root).join("fuzz-corpus").join(door);
        std::fs::create_dir_all(&grown)?;
        command.arg(&grown).arg(root.join("fuzz/corpus").join(door)).args(extra(root, door)?);
        command.args(["--", "-print_final_stats=1", "-timeout=25", "-rss_limit_mb=4096"]);
        let output = command.arg(format!("-max_total_time={share}")).output();
        let output = output.context("cargo-fuzz could not be started")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "{door} fails; the end of what was said:\n{}",
            last(&said)
        );
        println!("{door}: {}", reached(&said));
    }
    Ok(())
}

/// Fuzzers are built with flags that only an unstable compiler takes, or one that is told to be one.
fn fuzz(root: &Path, program: &Path, door: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["fuzz", "run", "--sanitizer", "none", "--target-dir"]);
    command.arg(target(root).join("fuzz")).arg(door);
    command.current_dir(root).env("RUSTC_BOOTSTRAP", "1");
    command
}

/// The stored journals of all games, where journals are asked for.
fn extra(root: &Path, door: &str) -> Result<Vec<std::path::PathBuf>> {
    if door != "journals" {
        return Ok(Vec::new());
    }
    let games = std::fs::read_dir(root.join("games"))?.flatten();
    Ok(games.map(|game| game.path().join("tests/golden")).filter(|path| path.is_dir()).collect())
}

/// The last line that tells what was reached.
fn reached(said: &str) -> &str {
    said.lines().rev().find(|line| line.contains(" cov: ")).map_or("nothing told", str::trim)
}

fn last(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}
