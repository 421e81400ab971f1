//! `cargo xtask mutants`: whether a test notices when a line of the rules is changed.
//!
//! cargo-mutants changes one operator, one answer or one branch at a time and runs the package's own
//! tests. What no test notices is a missing row. The score of every package and the changes that nobody
//! noticed stand in `docs/figures/mutants.json`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};

use crate::{target, tools};

const STORED: &str = "docs/figures/mutants.json";
/// Of a hundred changes that could be built, so many must be noticed.
const GOAL: u64 = 95;
const PACKAGES: [&str; 7] = [
    "senet-kernel",
    "senet-table",
    "senet-reference",
    "senet-sky-team",
    "senet-silosoft",
    "senet-flag-war",
    "senet-crossfire",
];

/// Which changes to try.
pub struct Plan<'a> {
    /// Of this package, or of all.
    pub package: Option<&'a str>,
    /// A part of them, such as `3/16`, where all would take too long.
    pub shard: Option<&'a str>,
    /// Only on lines that differ from this revision.
    pub since: Option<&'a str>,
}

/// Tries the changes, stores the scores and fails where one is below the goal.
pub fn run(root: &Path, plan: &Plan<'_>) -> Result<()> {
    let program = tools::cargo_tool(root, "cargo-mutants", "27.1.0")?;
    let packages = PACKAGES.into_iter().filter(|name| plan.package.is_none_or(|one| one == *name));
    let path = root.join(STORED);
    let stored = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let mut figures: Map<String, Value> = stored.unwrap_or_default();
    let mut weak = Vec::new();
    for package in packages {
        let tried = try_package(root, &program, package, plan)?;
        println!("{package}: {} of {} noticed", tried.noticed, tried.built());
        if tried.noticed * 100 < tried.built() * GOAL {
            weak.push(package);
        }
        figures.insert(package.to_owned(), tried.figure(plan.shard));
    }
    // A change's own lines are no score of the package.
    if plan.since.is_none() {
        fs::create_dir_all(path.parent().context("the file has a folder")?)?;
        fs::write(&path, format!("{:#}\n", Value::Object(figures)))?;
    }
    ensure!(weak.is_empty(), "fewer than {GOAL} % noticed in {}", weak.join(", "));
    Ok(())
}

/// What became of the changes of a package.
struct Tried {
    noticed: u64,
    unnoticed: Vec<String>,
}

impl Tried {
    fn built(&self) -> u64 {
        self.noticed + self.unnoticed.len() as u64
    }

    fn figure(&self, shard: Option<&str>) -> Value {
        let percent = (self.noticed * 100).checked_div(self.built()).unwrap_or(100);
        json!({
            "tried": self.built(),
            "part": shard.unwrap_or("all"),
            "percent": percent,
            "unnoticed": self.unnoticed,
        })
    }
}

fn try_package(root: &Path, program: &Path, package: &str, plan: &Plan<'_>) -> Result<Tried> {
    let out = target(root).join("mutants").join(package);
    fs::create_dir_all(&out)?;
    let mut command = Command::new(program);
    command.args(["mutants", "--package", package, "--test-tool", "nextest", "--no-shuffle"]);
    command.args(["--colors", "never", "--output"]).arg(&out);
    if let Some(shard) = plan.shard {
        command.args(["--shard", shard]);
    }
    if let Some(revision) = plan.since {
        let diff = Command::new("git").args(["diff", revision]).current_dir(root).output()?;
        let file = out.join("change.diff");
        fs::write(&file, diff.stdout)?;
        command.arg("--in-diff").arg(file);
    }
    // It fails where a change went unnoticed, which is counted below.
    let status =
        command.current_dir(root).status().context("cargo-mutants could not be started")?;
    // 4 and 1 are faults of the tests themselves and of the call.
    ensure!(!matches!(status.code(), Some(1 | 4)), "cargo-mutants could not try {package}");
    let lines = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(out.join("mutants.out").join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    let noticed = lines("caught.txt").len() + lines("timeout.txt").len();
    Ok(Tried { noticed: noticed as u64, unnoticed: lines("missed.txt") })
}
