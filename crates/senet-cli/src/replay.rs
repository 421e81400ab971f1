//! `senet replay`: looking back at a journal, and checking it.

use anyhow::{Context, Result, bail};
use senet_kernel::{Ink, Seat, Viewer};
use senet_table::{DiceVerdict, Frame, Header, Table};

use crate::args::Replay;
use crate::paint::Paint;
use crate::say;

pub fn run(args: &Replay) -> Result<()> {
    let path = args.file.display();
    let text =
        std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {path}"))?;
    let header = Header::of(&text).with_context(|| format!("{path} is refused"))?;
    let game = crate::game_of(&header)?;
    if args.verify {
        let verdict = game.verify(&text, args.seed.as_deref());
        let verdict = verdict.with_context(|| format!("{path} is refused"))?;
        let dice = match verdict.dice {
            DiceVerdict::Recomputed => "every draw was recomputed from the seed",
            DiceVerdict::Sealed => "the dice are sealed until the game ends",
            DiceVerdict::Typed => "the dice were typed in",
        };
        let state = if verdict.over { "over" } else { "not over yet" };
        say!("{path} is in order: {} entries, the game is {state}; {dice}.", verdict.entries);
        if let Some(notice) = verdict.notice {
            say!("Note: {notice}.");
        }
        return Ok(());
    }
    let loaded = game.load(&text, args.seed.as_deref(), false);
    let (table, notice) = loaded.with_context(|| format!("{path} is refused"))?;
    if let Some(notice) = notice {
        eprintln!("senet: {notice}");
    }
    let viewer = viewer(&args.viewer, table.seats())?;
    match args.battle {
        Some(number) => show_part(table.as_ref(), viewer, number),
        None => show(table.as_ref(), viewer, args.at),
    }
}

/// One part of a long game: what happened in it, and how it lay at its end.
fn show_part(table: &dyn Table, viewer: Viewer, number: usize) -> Result<()> {
    let parts = table.parts(viewer);
    let Some(part) = parts.iter().find(|part| part.number == number) else {
        match parts.len() {
            0 => bail!("this game has no battles of its own; leave --battle out"),
            1 => bail!("there is no battle {number}; only battle 1 was begun"),
            begun => bail!("there is no battle {number}; 1 to {begun} were begun"),
        }
    };
    for frame in table.history(viewer, part.first.saturating_sub(1), part.last) {
        tell(table, &frame)?;
    }
    // The last entry of a part leads out of it; the board is that of the moment before.
    let end = if part.last == table.step(viewer) { part.last } else { part.last - 1 };
    let view = table.drawing_at(viewer, end).unwrap_or_default();
    say!("\nAfter entry {end}:\n\n{}", Paint::of_stdout().drawing(&view));
    Ok(())
}

fn show(table: &dyn Table, viewer: Viewer, at: Option<u64>) -> Result<()> {
    let paint = Paint::of_stdout();
    let last = table.step(viewer);
    let at = at.unwrap_or(last);
    if at > last {
        bail!("there is no entry {at}; the last is {last}");
    }
    if at == last {
        chapters(table, viewer, paint)?;
    } else {
        for frame in table.history(viewer, 0, at) {
            tell(table, &frame)?;
        }
    }
    let view = table.drawing_at(viewer, at).unwrap_or_default();
    say!("\nAfter entry {at} of {last}:\n\n{}", paint.drawing(&view));
    if at == last {
        // The ending tells the result, once.
        if table.outcome().is_none() {
            say!("{}", table.prompt(viewer));
        }
        say!("{}", paint.drawing(&table.ending(viewer)).trim_end());
    }
    Ok(())
}

/// The whole log, turn by turn.
fn chapters(table: &dyn Table, viewer: Viewer, paint: Paint) -> Result<()> {
    for chapter in table.log(viewer) {
        if !chapter.moment.is_empty() {
            say!("{}", paint.ink(Ink::Strong, &chapter.moment));
        }
        for sentence in chapter.sentences {
            say!("  {sentence}");
        }
    }
    Ok(())
}

fn tell(table: &dyn Table, frame: &Frame) -> Result<()> {
    let who = match frame.actor.seat() {
        Some(seat) => table.name(seat).to_owned(),
        None => frame.actor.to_string(),
    };
    let sentences: Vec<_> = frame.events.iter().map(|told| told.text.as_str()).collect();
    say!("{:>4}  {who}: {}", frame.entry, sentences.join(" "));
    Ok(())
}

fn viewer(text: &str, seats: usize) -> Result<Viewer> {
    if text == "spectator" {
        return Ok(Viewer::Spectator);
    }
    let number = text.parse::<usize>().ok().filter(|number| (1..=seats).contains(number));
    match number.and_then(|number| Seat::new(number - 1)) {
        Some(seat) => Ok(Viewer::Seat(seat)),
        None => bail!("\"{text}\" is no viewer; it is a seat from 1 to {seats}, or spectator"),
    }
}
