//! `senet analyse`: what decided a game, and what was luck.

use std::fmt::Write as _;
use std::io::IsTerminal;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use senet_catalog::{Account, Analysis, Better, Depth, Leash, Level, LookBack};
use senet_kernel::{Actor, Seat};
use senet_table::Header;

use crate::args::{Analyse, ListFormat};
use crate::leash::Thoughts;
use crate::say;

/// How many costly decisions of each seat are named.
const COSTLIEST: usize = 3;
/// What a decision must have cost to be named, in millionths.
const WORTH_TELLING: u32 = 20_000;

pub fn run(args: &Analyse) -> Result<()> {
    let path = args.file.display();
    let text =
        std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {path}"))?;
    let header = Header::of(&text).with_context(|| format!("{path} is refused"))?;
    let game = crate::game_of(&header)?;
    let Some(level) = Level::named(&args.level) else {
        let known = Level::ALL.map(Level::name).join(", ");
        bail!("there is no level \"{}\"; there are {known}", args.level);
    };
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(1),
        false => ProgressBar::hidden(),
    };
    let mut each = |entry: u64, of: u64| {
        bar.set_length(of);
        bar.set_position(entry);
    };
    let depth = Depth::of(level);
    // Ctrl-C ends it with what was found so far.
    let leash = Leash::default();
    let looked = || game.analyse(&text, args.seed.as_deref(), depth, &leash, &mut each);
    let analysis = Thoughts::listening().think(&leash, looked);
    let analysis = analysis.with_context(|| format!("{path} is refused"))?;
    bar.finish_and_clear();
    if let Some(file) = &args.html {
        let page = page(&analysis);
        std::fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
    }
    match args.format {
        ListFormat::Json => say!("{}", serde_json::to_string_pretty(&analysis)?),
        ListFormat::Table => say!("{}", told(&analysis)),
    }
    Ok(())
}

/// The analysis in words: a line an entry, then the costliest decisions, then luck and play.
fn told(analysis: &Analysis) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        text.push_str(&words);
        text.push('\n');
    };
    line(format!("{}, judged by {}.", analysis.game, analysis.level));
    line(format!("      at the start: {}", chances(analysis, &analysis.start)));
    for moment in &analysis.moments {
        let luck = if moment.drew { luck(moment) } else { String::new() };
        let chances = chances(analysis, &moment.open);
        line(format!(
            "{:>4}  {}: {}. {chances}{luck}",
            moment.entry,
            who(analysis, moment.actor),
            moment.text
        ));
    }
    if !analysis.complete {
        let seen = analysis.moments.len();
        line(format!("Stopped after {seen} entries: what follows is of these alone."));
    }
    for seat in Seat::first(analysis.players.len()) {
        for (moment, better) in costliest(analysis, seat) {
            let then = match &better.line[..] {
                [] => String::new(),
                line => format!(" Then {}.", line.join(", ")),
            };
            line(format!(
                "  {} in entry {}: −{} %: {}; the best found, {}, promised {} %.{then}",
                who(analysis, Actor::Seat(seat)),
                moment.entry,
                hundredths(better.cost.into()),
                moment.text,
                better.text,
                hundredths(better.chance.into()),
            ));
        }
    }
    let shown = if analysis.together { 1 } else { analysis.accounts.len() };
    for account in analysis.accounts.iter().take(shown) {
        line(summed(analysis, account));
    }
    text.trim_end().to_owned()
}

/// "Ann: 50.0 at the start, luck −31.0, own play +4.0, Bob's play +2.0: 25.0."
fn summed(analysis: &Analysis, account: &Account) -> String {
    let name = if analysis.together { "All" } else { &analysis.players[account.seat.index()] };
    let mut text = format!(
        "{name}: {} of 100 at the start, luck {}",
        hundredths(account.start),
        signed(account.luck)
    );
    for (player, play) in analysis.players.iter().zip(&account.play) {
        let _ = write!(text, ", play of {player} {}", signed(*play));
    }
    if account.rest != 0 {
        let _ = write!(text, ", the clock {}", signed(account.rest));
    }
    let _ = write!(text, ": {} in the end.", hundredths(account.result));
    text
}

/// The decisions of a seat that cost most, and what was better.
fn costliest(analysis: &Analysis, seat: Seat) -> Vec<(&LookBack, &Better)> {
    let own = analysis.moments.iter().filter(|moment| moment.actor == Actor::Seat(seat));
    let mut costly: Vec<_> = own.filter_map(mistake).collect();
    costly.sort_by_key(|(_, better)| std::cmp::Reverse(better.cost));
    costly.truncate(COSTLIEST);
    costly
}

/// A decision that cost something worth telling.
fn mistake(moment: &LookBack) -> Option<(&LookBack, &Better)> {
    let better = moment.better.as_ref().filter(|better| better.cost >= WORTH_TELLING)?;
    Some((moment, better))
}

fn luck(moment: &LookBack) -> String {
    let (open, expected) = (moment.open.first(), moment.expected.first());
    let changed =
        open.zip(expected).map_or(0, |(open, expected)| i64::from(*open) - i64::from(*expected));
    format!(" (luck {})", signed(changed))
}

fn chances(analysis: &Analysis, chances: &[u32]) -> String {
    let shown = if analysis.together { 1 } else { chances.len() };
    let named = chances.iter().zip(&analysis.players).take(shown).map(|(chance, player)| {
        let chance = hundredths((*chance).into());
        if analysis.together { format!("{chance} %") } else { format!("{player} {chance} %") }
    });
    named.collect::<Vec<_>>().join(", ")
}

fn who(analysis: &Analysis, actor: Actor) -> String {
    match actor.seat() {
        Some(seat) => analysis.players[seat.index()].clone(),
        None => actor.to_string(),
    }
}

/// Millionths as hundredths with one digit.
fn hundredths(millionths: i64) -> String {
    let tenths = (millionths + millionths.signum() * 500) / 1000;
    format!("{}{}.{}", if tenths < 0 { "−" } else { "" }, tenths.abs() / 10, tenths.abs() % 10)
}

fn signed(millionths: i64) -> String {
    let plus = if millionths < 0 { "" } else { "+" };
    format!("{plus}{}", hundredths(millionths))
}

/// How high a page's graph is, and how far its entries are apart.
const HEIGHT: u32 = 200;
const APART: u64 = 10;
/// The colours of the seats.
const INKS: [&str; 6] = ["#0f7c86", "#b4432f", "#8a6d1d", "#5b4a8a", "#3f6b35", "#7a4a2b"];

/// How high a chance stands in the graph.
fn height(chance: u32) -> u32 {
    HEIGHT - (u64::from(chance) * u64::from(HEIGHT) / 1_000_000) as u32
}

/// A curve through these points.
fn curve(points: impl Iterator<Item = (u64, u32)>, ink: &str, more: &str) -> String {
    let points: Vec<String> =
        points.map(|(entry, chance)| format!("{},{}", entry * APART, height(chance))).collect();
    format!(
        "<polyline fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" {more}\
         vector-effect=\"non-scaling-stroke\" points=\"{}\"/>",
        points.join(" ")
    )
}

/// The chance of a seat after every entry, with everything open.
fn chances_of(analysis: &Analysis, seat: usize) -> impl Iterator<Item = (u64, u32)> {
    let all = std::iter::once(&analysis.start).chain(analysis.moments.iter().map(|m| &m.open));
    (0..).zip(all.map(move |chances| chances.get(seat).copied().unwrap_or(0)))
}

/// The chance of a seat as it could know it when it had chosen.
fn known_to(analysis: &Analysis, seat: usize) -> impl Iterator<Item = (u64, u32)> {
    let own = move |moment: &&LookBack| {
        analysis.together || moment.actor.seat().is_some_and(|actor| actor.index() == seat)
    };
    let moments = analysis.moments.iter().filter(own);
    moments.filter_map(|moment| Some((moment.entry, moment.known?)))
}

/// One page that needs nothing else: the curves of all seats, and the words.
fn page(analysis: &Analysis) -> String {
    let shown = if analysis.together { 1 } else { analysis.players.len() };
    let width = (analysis.moments.len() as u64).max(1) * APART;
    let (mut curves, mut key) = (String::new(), String::new());
    for (seat, ink) in (0..shown).zip(INKS.iter().cycle()) {
        curves += &curve(chances_of(analysis, seat), ink, "");
        curves +=
            &curve(known_to(analysis, seat), ink, "stroke-dasharray=\"3 3\" opacity=\"0.6\" ");
        let name = if analysis.together { "All" } else { &analysis.players[seat] };
        let _ = write!(key, "<b style=\"color:{ink}\">{}</b> ", escaped(name));
    }
    let mistakes = analysis.moments.iter().filter_map(mistake);
    let dots: String = mistakes
        .map(|(moment, better)| {
            let seat =
                if analysis.together { 0 } else { moment.actor.seat().map_or(0, Seat::index) };
            let title = format!("{}: −{} %", moment.text, hundredths(better.cost.into()));
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}</title></circle>",
                moment.entry * APART,
                height(moment.open.get(seat).copied().unwrap_or(0)),
                2 + better.cost / 60_000,
                escaped(&title)
            )
        })
        .collect();
    let title = escaped(&format!("{}: {}", analysis.game, analysis.players.join(", ")));
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>body{{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;\
         background:#f6f1e7;color:#231f1a}}svg{{width:100%;height:12rem;background:#fffdf8;\
         border:1px solid #ddd3c0}}circle{{fill:#b4432f}}pre{{white-space:pre-wrap}}</style>\n\
         <h1>{title}</h1>\n\
         <p>The chance of {key}after every entry, with everything open; dashed, as whoever moved could know it. \
         A dot is a decision that cost something.</p>\n\
         <svg viewBox=\"0 0 {width} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"The chance to win after every entry\">{curves}{dots}</svg>\n<pre>{}</pre></html>\n",
        escaped(&told(analysis))
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
