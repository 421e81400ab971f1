//! `senet analyse`: what decided a game, and what was luck.

use std::fmt::Write as _;
use std::io::IsTerminal;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use senet_catalog::{Account, Analysis, Depth, Leash, Level, LookBack};
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
        for (moment, cost, best, chance) in costliest(analysis, seat) {
            line(format!(
                "  {} in entry {}: −{} %: {}; the best found, {best}, promised {} %.",
                who(analysis, Actor::Seat(seat)),
                moment.entry,
                hundredths(cost.into()),
                moment.text,
                hundredths(chance.into()),
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

/// The decisions of a seat that cost most: the moment, the cost, the best and its chance.
fn costliest(analysis: &Analysis, seat: Seat) -> Vec<(&LookBack, u32, &str, u32)> {
    let own = analysis.moments.iter().filter(|moment| moment.actor == Actor::Seat(seat));
    let mut costly: Vec<_> = own
        .filter_map(|moment| {
            let better = moment.better.as_ref()?;
            Some((moment, better.cost, better.text.as_str(), better.chance))
        })
        .filter(|(_, cost, ..)| *cost >= WORTH_TELLING)
        .collect();
    costly.sort_by_key(|(_, cost, ..)| std::cmp::Reverse(*cost));
    costly.truncate(COSTLIEST);
    costly
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

/// One page that needs nothing else: the curve of the first seat, and the words.
fn page(analysis: &Analysis) -> String {
    const HEIGHT: u64 = 200;
    let all = std::iter::once(&analysis.start).chain(analysis.moments.iter().map(|m| &m.open));
    let points: Vec<String> = all
        .enumerate()
        .map(|(entry, chances)| {
            let chance = u64::from(chances.first().copied().unwrap_or(0));
            format!("{},{}", entry * 10, HEIGHT - chance * HEIGHT / 1_000_000)
        })
        .collect();
    let width = points.len().max(2) * 10 - 10;
    let dots: String = analysis
        .moments
        .iter()
        .filter_map(|moment| Some((moment, moment.better.as_ref()?.cost)))
        .filter(|(_, cost)| *cost >= WORTH_TELLING)
        .map(|(moment, cost)| {
            let chance = u64::from(moment.open.first().copied().unwrap_or(0));
            let y = HEIGHT - chance * HEIGHT / 1_000_000;
            let title = escaped(&format!("{}: −{} %", moment.text, hundredths(cost.into())));
            format!(
                "<circle cx=\"{}\" cy=\"{y}\" r=\"{}\"><title>{title}</title></circle>",
                moment.entry * 10,
                2 + cost / 60_000
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
         <p>The chance of {} after every entry; a dot is a decision that cost something.</p>\n\
         <svg viewBox=\"0 0 {width} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"The chance to win after every entry\">\
         <polyline fill=\"none\" stroke=\"#0f7c86\" stroke-width=\"2\" \
         vector-effect=\"non-scaling-stroke\" points=\"{}\"/>{dots}</svg>\n<pre>{}</pre></html>\n",
        escaped(analysis.players.first().map_or("the first seat", String::as_str)),
        points.join(" "),
        escaped(&told(analysis))
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
