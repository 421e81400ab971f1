//! The figures that texts rest on: `cargo xtask figures [WORD]`.
//!
//! Plays every experiment of a folder whose name holds the word, and writes the figures beside it. With a
//! document named after the word, it writes what was found there instead, a section an experiment:
//! `cargo xtask balance`.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a command owns files and threads"
)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use senet_lab::{Experiment, Figures, Part, Plan, Run, Shard, report};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("name the folder of the experiments")?;
    let word = args.next().unwrap_or_default();
    let document = args.next();
    let entries = std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<Result<Vec<PathBuf>, std::io::Error>>()?;
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".toml") && name.contains(&word)
    });
    files.sort();
    let mut text = BALANCE.to_owned();
    for file in files {
        let (plan, part) = play(&file)?;
        println!("{}: {} games", file.display(), part.games());
        match document {
            Some(_) => text += &format!("\n{}", report::markdown(&plan, &part)),
            None => {
                let kept = file.with_extension("json");
                std::fs::write(kept, Figures::of(&plan, &part).write())?;
            }
        }
    }
    if let Some(document) = document {
        std::fs::write(document, text)?;
    }
    Ok(())
}

/// How the document begins.
const BALANCE: &str = "# How even our games are\n\n\
    Made by `cargo xtask balance` from the experiments in `docs/balance`; nothing here was written by hand. Bots are no \
    people: a difference between rules shows as a tendency, and stronger bots may turn it round. `docs/lab.md` tells how it \
    is measured.\n";

fn play(file: &Path) -> Result<(Plan, Part), Box<dyn Error>> {
    let plan = Plan::new(Experiment::read(&std::fs::read_to_string(file)?)?)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let stop = AtomicBool::new(false);
    let run = Run { threads, shard: Shard::WHOLE, stop: &stop };
    let part = run.play(&plan, Part::new(&plan), &mut |_, _| Ok(()))?;
    Ok((plan, part))
}
