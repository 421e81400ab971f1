//! The figures that texts rest on: `cargo xtask figures [WORD]`.
//!
//! Plays every experiment of a folder whose name holds the word, and writes the figures beside it. With a
//! document named after the word, it writes what was found there too, a section an experiment, and leaves the
//! sections of the others as they are: `cargo xtask balance [WORD]`.
//!
//! What was played is kept in the target folder every few seconds, and a run that was stopped goes on with
//! it. It is thrown away with the last word of the run: bots may be better the next time.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a command owns files, time and threads"
)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use senet_lab::{Experiment, Figures, LabError, Part, Plan, Run, Shard, play_again, report};

/// How often what was played is kept.
const KEEP_EVERY: Duration = Duration::from_secs(5);

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("name the folder of the experiments")?;
    let word = args.next().unwrap_or_default();
    let document = args.next();
    let entries = std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<Result<Vec<PathBuf>, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort_by_key(|file| file.file_stem().map(ToOwned::to_owned));
    let before = document.as_ref().map_or_else(|| Ok(String::new()), std::fs::read_to_string)?;
    let mut text = BALANCE.to_owned();
    let mut all_kept = Vec::new();
    for file in files {
        let asked = std::fs::read_to_string(&file)?;
        let plan = Plan::new(Experiment::read(&asked)?)?;
        if !file.file_name().unwrap_or_default().to_string_lossy().contains(&word) {
            text += section(&before, &plan.title());
            continue;
        }
        let kept = kept(&file);
        let part = play(&plan, &kept)?;
        println!("{}: {} games", file.display(), part.games());
        std::fs::write(file.with_extension("json"), Figures::of(&plan, &part).write())?;
        text += &format!("\n{}", report::markdown(&plan, &part, &about(&asked)));
        all_kept.push(kept);
    }
    if let Some(document) = document {
        std::fs::write(document, text)?;
    }
    for kept in all_kept {
        std::fs::remove_file(kept)?;
    }
    Ok(())
}

/// The section of a document under this heading, with the line before it; nothing where there is none.
fn section<'a>(document: &'a str, title: &str) -> &'a str {
    let heading = format!("\n## {title}\n");
    let Some(start) = document.find(&heading) else { return "" };
    let rest = &document[start + 1..];
    let end = rest.find("\n## ").map_or(document.len(), |end| start + 1 + end);
    &document[start..end]
}

/// How the document begins.
const BALANCE: &str = "# How even our games are\n\n\
    Made by `cargo xtask balance` from the experiments in `docs/balance`; nothing here was written by hand. Bots are no \
    people: a difference between rules shows as a tendency, and stronger bots may turn it round. Each section names its bots: \
    the strongest whose games can be counted in minutes, which `hard` and `expert` are not. `docs/lab.md` tells how it is \
    measured, and the figures stand in `docs/balance` beside their experiments.\n";

/// Where an experiment's games are kept until all are played.
fn kept(file: &Path) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let name: Vec<_> = file.with_extension("jsonl").iter().map(ToOwned::to_owned).collect();
    let name: Vec<String> = name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    target.join("lab").join(name.join("-"))
}

/// What an experiment says of itself: the comment that it begins with.
fn about(asked: &str) -> String {
    let lines = asked.lines().map_while(|line| line.strip_prefix('#'));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

fn play(plan: &Plan, kept: &Path) -> Result<Part, Box<dyn Error>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let stop = AtomicBool::new(false);
    let run = Run { threads, shard: Shard::WHOLE, stop: &stop };
    let mut last = Instant::now();
    let mut each = |_, part: &Part| {
        if last.elapsed() > KEEP_EVERY {
            last = Instant::now();
            keep(kept, part).map_err(|error| LabError::Host(error.to_string()))?;
        }
        Ok(())
    };
    let part = run.play(plan, begun(plan, kept)?, &mut each)?;
    keep(kept, &part)?;
    Ok(part)
}

/// What was played before it was stopped, where it is of this experiment.
fn begun(plan: &Plan, kept: &Path) -> Result<Part, Box<dyn Error>> {
    let mut part = Part::new(plan);
    let Ok(text) = std::fs::read_to_string(kept) else { return Ok(part) };
    let name = kept.display().to_string();
    let kept = Part::read(&name, &text).and_then(|before| {
        part.join(&name, &before)?;
        play_again(plan, &name, &part)
    });
    match kept {
        Ok(()) => println!("{name}: goes on after {} games", part.games()),
        Err(error) => {
            println!("{error}; it begins anew");
            part = Part::new(plan);
        }
    }
    Ok(part)
}

fn keep(kept: &Path, part: &Part) -> Result<(), std::io::Error> {
    std::fs::create_dir_all(kept.parent().unwrap_or(kept))?;
    let beside = kept.with_extension("new");
    std::fs::write(&beside, part.write())?;
    std::fs::rename(beside, kept)
}
