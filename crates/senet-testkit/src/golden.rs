//! Whole games as stored text.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use senet_kernel::{Actor, Seat, Text, Viewer};
use senet_table::{DiceVerdict, Frame, Luck, Table, TableOf};

use crate::fuzz::json;
use crate::play::{Driver, open_table};

/// What is played in a golden game.
#[derive(Clone, Debug, PartialEq)]
pub enum Moves<C> {
    /// Whatever the seed brings, to the end.
    Random,
    /// Just this, in order.
    These(Vec<(Actor, C)>),
}

/// Plays a game at a table with an open seed, and compares its journal with the file at `path`
/// (`….jsonl`) and its transcript with the `….txt` beside it. The path starts at the game's crate.
///
/// `SENET_GOLDEN=write` writes the files instead.
///
/// # Panics
/// Where a file differs, with the first line that does; where the configuration or a command is
/// refused.
#[track_caller]
pub fn golden<G: Text>(path: &str, config: &G::Config, seed: &str, moves: Moves<G::Command>) {
    let moves = match moves {
        Moves::Random => at_random::<G>(config, seed),
        Moves::These(moves) => moves,
    };
    let mut table = open_table::<G>(config, seed).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut said = Vec::new();
    for (actor, command) in moves {
        let viewer = actor.seat().map_or(Viewer::Spectator, Viewer::Seat);
        said.push(G::say(&table.game().view(viewer), &command));
        if let Err(refusal) = table.submit(actor, None, &json(&command), Vec::new()) {
            let number = table.entry() + 1;
            panic!("{path}: entry {number}, {command:?} by {actor}: {}", refusal.sentence);
        }
    }
    let path = in_crate(path);
    settle(&path, &table.journal().text());
    settle(&path.with_extension("txt"), &transcript(&table, &said));
    replays_file::<G>(&path);
}

/// Checks that a stored journal replays, command by command and hash by hash, and that its seed
/// gives its draws. The path starts at the game's crate; of a folder every `.jsonl` in it is checked.
///
/// # Panics
/// Where a journal is refused, with the line and the reason, and where there is none.
#[track_caller]
pub fn replays<G: Text>(path: &str) {
    let path = in_crate(path);
    if !path.is_dir() {
        return replays_file::<G>(&path);
    }
    let files = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let files = files.map(|file| file.expect("a folder can be listed").path());
    let mut journals: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|end| end == "jsonl")).collect();
    journals.sort();
    assert!(!journals.is_empty(), "{}: there is no journal here", path.display());
    journals.iter().for_each(|journal| replays_file::<G>(journal));
}

/// Compares questions and their answers with the file at `path`, which starts at the game's crate: a line
/// that begins at the margin is a question, the lines below it that are set in are its answer.
///
/// `SENET_GOLDEN=write` writes the answers anew.
///
/// # Panics
/// Where there is no such file, and where an answer differs.
#[track_caller]
pub fn golden_answers(path: &str, answer: impl Fn(&str) -> Vec<String>) {
    let path = in_crate(path);
    let stored = fs::read_to_string(&path);
    let stored = stored.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut now = String::new();
    for question in stored.lines().filter(|line| !line.starts_with(' ')) {
        let _ = writeln!(now, "{question}");
        answer(question).iter().for_each(|line| indent(&mut now, "", line));
    }
    settle(&path, &now);
}

/// Compares a text that a test makes with the file at `path`, which starts at the game's crate.
///
/// `SENET_GOLDEN=write` writes the file instead.
///
/// # Panics
/// Where the file differs, with the first line that does.
#[track_caller]
pub fn golden_text(path: &str, now: &str) {
    settle(&in_crate(path), now);
}

#[track_caller]
fn replays_file<G: Text>(path: &Path) {
    let name = path.display();
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let verdict =
        TableOf::<G>::verify(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(verdict.notice.is_none(), "{name}: {verdict:?}");
    assert_ne!(verdict.dice, DiceVerdict::Sealed, "{name}: the journal lacks its seed");
}

fn at_random<G: Text>(config: &G::Config, seed: &str) -> Vec<(Actor, G::Command)> {
    let driver = Driver::<G>::new(config, seed);
    let mut driver = driver.unwrap_or_else(|faults| panic!("{faults}"));
    let bound = driver.game.bound() as usize;
    let entries = std::iter::from_fn(|| driver.step()).take(bound);
    entries.map(|entry| (entry.actor, entry.command)).collect()
}

/// The game for people: what was said and what came of it, as a spectator sees it and, where they
/// differ, as the seats do; then the board and the end.
fn transcript<G: Text>(table: &TableOf<G>, said: &[String]) -> String {
    let header = table.header();
    let mut text = format!("{}, rules {}, {}\n", header.game, header.rules, luck(&header.luck));
    let _ = writeln!(text, "{}\n", header.seats.join(", "));

    for (entry, said) in (1..).zip(said) {
        // What a viewer may not know of has no sentence and no actor for it.
        let frame = |viewer: Viewer| {
            let (before, step) = (table.step_at(viewer, entry - 1), table.step_at(viewer, entry));
            table.history(viewer, before, step).pop()
        };
        let by_seat: Vec<_> = Seat::first(table.seats())
            .map(|seat| (table.name(seat), frame(Viewer::Seat(seat))))
            .collect();
        let public = frame(Viewer::Spectator);
        let known = public.iter().chain(by_seat.iter().filter_map(|(_, frame)| frame.as_ref()));
        let actor = match known.map(|frame| frame.actor).next() {
            Some(Actor::Seat(seat)) => table.name(seat).to_owned(),
            Some(other) => other.to_string(),
            None => "nobody".to_owned(),
        };
        let _ = writeln!(text, "{entry} {actor}: {said}");
        let public = public.as_ref().map(sentences).unwrap_or_default();
        public.iter().for_each(|sentence| indent(&mut text, "", sentence));
        for (name, frame) in &by_seat {
            let own = frame.as_ref().map(sentences).unwrap_or_default();
            if own != public {
                own.iter()
                    .for_each(|sentence| indent(&mut text, &format!("to {name}: "), sentence));
            }
        }
    }
    let _ = write!(text, "\n{}", table.drawing(Viewer::Spectator).plain());
    let _ = write!(text, "\n{}", table.ending(Viewer::Spectator).plain());
    text
}

fn sentences(frame: &Frame) -> Vec<&str> {
    frame.events.iter().map(|told| told.text.as_str()).collect()
}

fn indent(text: &mut String, to: &str, sentence: &str) {
    let _ = writeln!(text, "    {to}{sentence}");
}

fn luck(luck: &Luck) -> String {
    match luck {
        Luck::Open { seed } => format!("seed \"{seed}\""),
        Luck::Fair { commitment, .. } => format!("commitment {commitment}"),
        Luck::Scripted => "scripted dice".to_owned(),
    }
}

/// Compares a text with a stored file, or stores it where that is asked for.
#[track_caller]
pub(crate) fn settle(path: &Path, now: &str) {
    let name = path.display();
    if std::env::var("SENET_GOLDEN").is_ok_and(|wish| wish == "write") {
        let folder = path.parent().expect("a file is in a folder");
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, now));
        return written.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_else(|_| "…".to_owned());
    let how = format!("if it is meant: SENET_GOLDEN=write cargo test -p {package}");
    let stored = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}; {how}"));
    let stored = stored.replace("\r\n", "\n");
    if stored == now {
        return;
    }
    let same = stored.lines().zip(now.lines()).take_while(|(stored, now)| stored == now).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
    panic!(
        "{name} differs from line {} on.\n  stored: {}\n  now:    {}\n{how}",
        same + 1,
        line(&stored),
        line(now)
    );
}

/// Tests run in their crate's folder, but it costs nothing to be sure.
pub(crate) fn in_crate(path: &str) -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default().join(path)
}
