//! `cargo xtask bench counts`: how many instructions the innermost loops take.
//!
//! Seconds say much about the machine's other work; instructions are the same on a busy machine. So
//! they are stored, and what grew is named. Each loop runs under callgrind a few times and more often: the
//! difference belongs to the loop alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::run::{cargo, is_there};
use crate::{target, web};

const STORED: &str = "docs/figures/instructions.json";
/// What a loop may grow by, in hundredths, before the change must say why.
const SLACK: u64 = 3;
/// About how many instructions a loop is given: enough that its start does not show.
const BUDGET: u64 = 10_000_000;
/// So often it runs at least, that what it does the first time only does not count.
const FEW: u64 = 2;

type Counts = BTreeMap<String, u64>;

/// Counts, prints and compares; stores what it counted where it is asked to.
pub fn run(root: &Path, store: bool) -> Result<()> {
    if !is_there("valgrind", &["--version"]) {
        web::apt_install(&["valgrind"])
            .context("instructions are counted by valgrind: install it")?;
    }
    let build = ["build", "--release", "--package", "senet-bench"];
    cargo(root, "build what is counted", &build)?;
    let program = target(root).join("release/senet-bench");
    let counts = count_all(&program, names(&program)?)?;
    let compiler = compiler()?;
    let path = root.join(STORED);
    if store {
        let figures = json!({ "compiler": compiler, "instructions_a_game": counts });
        fs::write(&path, format!("{figures:#}\n"))?;
        println!("stored in {STORED}");
        return Ok(());
    }
    let stored = fs::read(&path).with_context(|| format!("cannot read {STORED}"))?;
    let stored: Value = serde_json::from_slice(&stored)?;
    let before: Counts = serde_json::from_value(stored["instructions_a_game"].clone())?;
    let grown = compare(&before, &counts);
    if stored["compiler"] != compiler.as_str() {
        println!("stored with {}, counted with {compiler}: store anew", stored["compiler"]);
        return Ok(());
    }
    ensure!(
        grown.is_empty(),
        "more than {SLACK} % more instructions: {}; make them fewer, or say why in the change and \
         store them by `cargo xtask bench counts --store`",
        grown.join(", ")
    );
    Ok(())
}

/// Prints the table; the answer is what grew by more than it may.
fn compare(before: &Counts, now: &Counts) -> Vec<String> {
    println!("{:<40} {:>14} {:>14}", "instructions a game", "stored", "now");
    let mut grown = Vec::new();
    for (name, count) in now {
        let old = before.get(name).copied();
        let told = old.map_or_else(|| "new".to_owned(), |old| old.to_string());
        println!("{name:<40} {told:>14} {count:>14}");
        if old.is_some_and(|old| count * 100 > old * (100 + SLACK)) {
            grown.push(name.clone());
        }
    }
    grown
}

fn names(program: &Path) -> Result<Vec<String>> {
    let output = Command::new(program).arg("names").output()?;
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
}

/// Counts all loops, one on each core at a time: who else is there changes no count.
fn count_all(program: &Path, names: Vec<String>) -> Result<Counts> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(names.into_iter());
    let next = || waiting.lock().expect("nobody panics with it").next();
    let some = || -> Result<Counts> {
        std::iter::from_fn(next).map(|name| Ok((name.clone(), count(program, &name)?))).collect()
    };
    std::thread::scope(|scope| {
        let begun: Vec<_> = (0..cores).map(|_| scope.spawn(some)).collect();
        let done = begun.into_iter().map(|one| one.join().expect("a count ends in an answer"));
        let all: Vec<Counts> = done.collect::<Result<_>>()?;
        Ok(all.into_iter().flatten().collect())
    })
}

/// The instructions of one game, in the mean of as many as fill the budget.
fn count(program: &Path, name: &str) -> Result<u64> {
    let begun = instructions(program, name, FEW)?;
    let few = instructions(program, name, 2 * FEW)?.saturating_sub(begun).max(FEW);
    let games = (BUDGET * FEW / few).clamp(FEW, 20_000);
    Ok((instructions(program, name, FEW + games)? - begun) / games)
}

fn instructions(program: &Path, name: &str, games: u64) -> Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["run", name, &games.to_string()])
        .output()
        .context("valgrind could not be started")?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        bail!("{name} failed under valgrind: {said}");
    }
    let line = said.lines().find_map(|line| line.split_once("Collected :"));
    let (_, number) = line.with_context(|| format!("valgrind told no count: {said}"))?;
    number.trim().parse().with_context(|| format!("valgrind told no number: {number}"))
}

fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
