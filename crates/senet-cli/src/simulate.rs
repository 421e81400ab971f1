//! `senet simulate`: many games of bots, counted.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use senet_catalog::{AnyGame, Who};
use senet_kernel::counted;
use serde_json::{Map, Value, json};

use crate::args::{Format, Simulate};
use crate::configuration::{Around, configuration};
use crate::outside::{Outside, is_program};
use crate::tally::Tally;
use crate::{networks, say};

/// How many games a thread takes at a time.
const BATCH: u64 = 32;

pub fn run(args: &Simulate) -> Result<()> {
    let game = crate::game(&args.game)?;
    // One bot may play all seats; several are one for each.
    let least = if args.bots.len() > 1 { args.bots.len() } else { 0 };
    let (_, config) = configuration(game.as_ref(), &args.settings, Around::Anywhere, least)?;
    networks::open(game.as_ref(), &args.bots)?;
    let bots = bots(game.as_ref(), &config, &args.bots)?;
    let started = Instant::now();
    let tally = count(game.as_ref(), &config, &bots, args)?;
    print(args, &bots, &tally, started.elapsed())
}

/// One bot for each seat.
fn bots(game: &dyn AnyGame, config: &Value, named: &[String]) -> Result<Vec<String>> {
    let known = game.line().bots;
    let unknown = |name: &&String| !known.contains(name) && !is_program(name);
    if let Some(name) = named.iter().find(unknown) {
        bail!("there is no bot \"{name}\"; {} has {}", game.id(), known.join(", "));
    }
    let seats = game.roles(config)?.len();
    match named {
        [one] => Ok(vec![one.clone(); seats]),
        all if all.len() == seats => Ok(all.to_vec()),
        all => bail!("{} for {}", counted(all.len(), "bot"), counted(seats, "seat")),
    }
}

fn count(game: &dyn AnyGame, config: &Value, bots: &[String], args: &Simulate) -> Result<Tally> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores).max(1);
    let next = AtomicU64::new(0);
    let bar = bar(args.games);
    let work = || -> Result<Tally> {
        let mut tally = Tally::default();
        // Every thread has programs of its own.
        let patience = args.patience.of_programs();
        let start =
            |name: &String| is_program(name).then(|| Outside::start(name, patience)).transpose();
        let mut programs = bots.iter().map(start).collect::<Result<Vec<_>>>()?;
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= args.games {
                return Ok(tally);
            }
            let last = (first + BATCH).min(args.games);
            for number in first..last {
                one(game, config, bots, &mut programs, args, number, &mut tally)?;
            }
            bar.inc(last - first);
        }
    };
    let parts: Vec<Result<Tally>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join().expect("a game does not panic")).collect()
    });
    bar.finish_and_clear();
    let mut all = Tally::default();
    for part in parts {
        all.merge(part?);
    }
    Ok(all)
}

/// Plays one game. With swapped seats the games come in groups with one deal, one for each seating.
fn one(
    game: &dyn AnyGame,
    config: &Value,
    bots: &[String],
    programs: &mut [Option<Outside>],
    args: &Simulate,
    number: u64,
    tally: &mut Tally,
) -> Result<()> {
    let seats = bots.len() as u64;
    let (deal, turn) =
        if args.swap { (number / seats, (number % seats) as usize) } else { (number, 0) };
    let mut seated: Vec<Who<'_>> = bots
        .iter()
        .zip(programs)
        .map(|(name, program)| match program {
            Some(program) => Who::Program(program),
            None => Who::Bot(name),
        })
        .collect();
    seated.rotate_right(turn);
    tally.add(&game.play_among(config, seated, args.seed, deal)?, turn);
    Ok(())
}

fn bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left");
    let bar = ProgressBar::new(games);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn print(args: &Simulate, bots: &[String], tally: &Tally, elapsed: Duration) -> Result<()> {
    let rows = tally.rows(bots);
    if let Some(warning) = tally.distinct.warning(tally.games) {
        eprintln!("senet: {warning}");
    }
    let speed = (tally.commands as f64 / elapsed.as_secs_f64().max(1e-9)).round();
    match args.format {
        Format::Table => {
            say!("{} by {}, seed {}", args.game, bots.join(", "), args.seed);
            for (name, value) in &rows {
                say!("  {name:<28} {value}");
            }
            // The speed is no part of the repeatable result.
            eprintln!("{speed} commands per second");
        }
        Format::Csv => {
            let line = |parts: Vec<String>| parts.join(",");
            say!("{}", line(rows.iter().map(|(name, _)| format!("\"{name}\"")).collect()));
            say!("{}", line(rows.iter().map(|(_, value)| value.to_string()).collect()));
        }
        Format::Json => {
            let mut result = Map::from_iter(rows);
            result.insert("game".to_owned(), json!(args.game));
            result.insert("bots".to_owned(), json!(bots));
            result.insert("seed".to_owned(), json!(args.seed));
            say!("{}", serde_json::to_string_pretty(&Value::Object(result))?);
        }
    }
    Ok(())
}
