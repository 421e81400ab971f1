//! `senet lab`: experiments, their files and their folders. What is played and measured is the
//! business of `senet-lab`; here are clocks, signals and disks.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use senet_lab::tune::{Search, Try};
use senet_lab::{
    Experiment, LabError, Part, Plan, Progress, Run, Shard, compare, play_again, report,
};

use crate::args::{LabCompare, LabJob, LabRun, ListFormat};
use crate::say;

/// What every run leaves in its folder.
const RESULTS: &str = "results.jsonl";
const TABLE: &str = "results.csv";
const REPORT: &str = "report.html";

/// How often what was played so far is stored.
const STORE_EVERY: Duration = Duration::from_secs(5);

/// How long `check` plays to find out how fast this machine is, with and without a close look.
const TRIAL: Duration = Duration::from_secs(1);

/// The exit code of a run that was stopped by Ctrl-C.
const STOPPED: u8 = 130;

pub fn run(job: &LabJob) -> Result<ExitCode> {
    match job {
        LabJob::New { game } => {
            say!("{}", senet_lab::example(crate::game(game)?.as_ref()).trim_end());
            Ok(ExitCode::SUCCESS)
        }
        LabJob::Check { file, threads } => check(file, threads_or_cores(*threads)),
        LabJob::Run(args) => play(args),
        LabJob::Merge { parts, out, room } => merge(parts, out, &room.url),
        LabJob::Compare(args) => compared(args),
        LabJob::Tune { file, out, threads, resume } => {
            let folder = out.clone().unwrap_or_else(|| file.with_extension("lab"));
            tune(file, &folder, threads_or_cores(*threads), *resume)
        }
    }
}

fn threads_or_cores(threads: Option<usize>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    threads.unwrap_or(cores).max(1)
}

fn read_plan(file: &Path) -> Result<Plan> {
    let text = read(file)?;
    let shown = || format!("{} is refused", file.display());
    Plan::new(Experiment::read(&text).with_context(shown)?).with_context(shown)
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// Says what would be played, and plays a little of it to say how long it takes.
fn check(file: &Path, threads: usize) -> Result<ExitCode> {
    let mut plan = read_plan(file)?;
    say!("{}: {}", plan.game.id(), plan.title());
    for axis in &plan.axes {
        let values: Vec<&str> = axis.values.iter().map(|(_, name)| name.as_str()).collect();
        say!("  {} ({}): {}", axis.name, values.len(), values.join(", "));
    }
    let part = Part::new(&plan);
    let bots = part.lines.first().map_or_else(String::new, |line| line.bots.join(", "));
    say!("  bots: {bots}; seed {}", plan.experiment.seed);
    let lines = plan.lines.len() as u64;
    let games: u64 =
        plan.lines.iter().map(|line| plan.first_games().next_multiple_of(line.seatings)).sum();
    let counted = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    match plan.experiment.precision {
        None => say!("  {counted}, {games} games"),
        Some(points) => say!(
            "  {counted}, {games} games at least and {} at most, until every share is within ±{points} points",
            lines * plan.experiment.at_most
        ),
    }
    // A game that is looked at closely takes many times as long: the two are tried apart.
    let watched = std::mem::take(&mut plan.experiment.watch);
    let mut time = per_game(&plan, threads)? * games as f64;
    if watched > 0 {
        let closely: u64 = plan.lines.iter().map(|line| watched * line.seatings).sum();
        plan.experiment.watch = u64::MAX;
        time += per_game(&plan, threads)? * closely.min(games) as f64;
    }
    say!("  about {} here, on {threads} threads", duration(Duration::from_secs_f64(time)));
    Ok(ExitCode::SUCCESS)
}

/// About how many seconds a game takes: as many are played as a moment has room for, one at least.
fn per_game(plan: &Plan, threads: usize) -> Result<f64> {
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let run = Run { threads, shard: Shard::WHOLE, stop: &stop };
    let mut each = |_: Progress, _: &Part| {
        if begun.elapsed() > TRIAL {
            stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    };
    let tried = run.play(plan, Part::new(plan), &mut each)?;
    Ok(begun.elapsed().as_secs_f64() / tried.games().max(1) as f64)
}

fn duration(time: Duration) -> String {
    match time.as_secs() {
        0..=1 => "a second".to_owned(),
        seconds @ 2..=119 => format!("{seconds} seconds"),
        seconds @ 120..=7199 => format!("{} minutes", seconds / 60),
        seconds => format!("{} hours", seconds / 3600),
    }
}

/// Plays one experiment after another, until one is stopped.
fn play(args: &LabRun) -> Result<ExitCode> {
    let stop = on_ctrl_c();
    // All are read before the first is played.
    let plans = args.files.iter().map(|file| read_plan(file)).collect::<Result<Vec<_>>>()?;
    let mut folders: Vec<PathBuf> = Vec::new();
    for (file, plan) in args.files.iter().zip(&plans) {
        let folder = match &args.out {
            None => file.with_extension("lab"),
            Some(out) if args.files.len() == 1 => out.clone(),
            Some(out) => out.join(file.file_stem().unwrap_or_default()),
        };
        if folders.contains(&folder) {
            bail!("two experiments would be written to {}", folder.display());
        }
        begin(plan, &results(&folder, shard(args.shard.as_deref())?), args)?;
        folders.push(folder);
    }
    for (plan, folder) in plans.iter().zip(&folders) {
        play_one(args, plan, folder, &stop)?;
        if stop.load(Ordering::Relaxed) {
            eprintln!("senet: stopped; --resume goes on with the rest");
            return Ok(ExitCode::from(STOPPED));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn play_one(args: &LabRun, plan: &Plan, folder: &Path, stop: &AtomicBool) -> Result<()> {
    let shard = shard(args.shard.as_deref())?;
    let file = results(folder, shard);
    let part = begin(plan, &file, args)?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let threads = threads_or_cores(args.threads);
    let run = Run { threads, shard, stop };
    let (begun, before) = (Instant::now(), part.games());
    let bar = bar();
    let mut stored: Option<Instant> = None;
    let mut each = |progress: Progress, part: &Part| {
        bar.set_length(progress.of);
        bar.set_position(progress.done);
        if stored.is_none_or(|stored| stored.elapsed() > STORE_EVERY) {
            stored = Some(Instant::now());
            return store(&file, &part.write())
                .map_err(|error| LabError::Host(format!("{error:#}")));
        }
        Ok(())
    };
    let part = run.play(plan, part, &mut each)?;
    bar.finish_and_clear();
    store(&file, &part.write())?;
    let speed = (part.games() - before) as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    // The speed is no part of the repeatable result.
    eprintln!("{speed:.0} games per second on {threads} threads");
    if shard == Shard::WHOLE {
        return finish(plan, &part, folder, &args.room.url);
    }
    say!("{} holds {} games; senet lab merge joins the parts", file.display(), part.games());
    Ok(())
}

/// Where the results of a shard stand.
fn results(folder: &Path, shard: Shard) -> PathBuf {
    let name = shard.name().map_or_else(|| RESULTS.to_owned(), |name| format!("{name}.jsonl"));
    folder.join(name)
}

/// What was played before, or nothing.
fn begin(plan: &Plan, file: &Path, args: &LabRun) -> Result<Part> {
    let fresh = Part::new(plan);
    if !file.exists() || args.fresh {
        return Ok(fresh);
    }
    if !args.resume {
        bail!("{} is there already; --resume goes on with it, --fresh begins anew", file.display());
    }
    let mut part = fresh;
    let shown = file.display().to_string();
    part.join(&shown, &Part::read(&shown, &read(file)?)?)?;
    play_again(plan, &shown, &part).map_err(|error| anyhow!("{error}; --fresh begins anew"))?;
    Ok(part)
}

fn shard(text: Option<&str>) -> Result<Shard> {
    let Some(text) = text else { return Ok(Shard::WHOLE) };
    let parts = text.split_once('/').and_then(|(n, of)| Some((n.parse().ok()?, of.parse().ok()?)));
    parts.and_then(|(number, of)| Shard::new(number, of)).with_context(|| {
        format!("\"{text}\" is no shard; say --shard 3/64 for the third of sixty-four")
    })
}

fn merge(parts: &[PathBuf], out: &Path, room: &str) -> Result<ExitCode> {
    let files = part_files(parts)?;
    let mut joined: Option<(Plan, Part)> = None;
    for file in &files {
        let shown = file.display().to_string();
        let part = Part::read(&shown, &read(file)?)?;
        if joined.is_none() {
            let plan = Plan::new(part.header.experiment.clone())?;
            let whole = Part::new(&plan);
            joined = Some((plan, whole));
        }
        if let Some((plan, whole)) = &mut joined {
            whole.join(&shown, &part)?;
            play_again(plan, &shown, &part)?;
        }
    }
    let (plan, part) = joined.context("there are no parts there")?;
    if !part.is_whole() {
        eprintln!("senet: some parts are missing; the report tells what there is");
    }
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    store(&out.join(RESULTS), &part.write())?;
    finish(&plan, &part, out, room)?;
    Ok(ExitCode::SUCCESS)
}

/// The files that are named, and the parts in the folders that are.
fn part_files(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let shown = || format!("cannot read {}", path.display());
        for entry in std::fs::read_dir(path).with_context(shown)? {
            let file = entry.with_context(shown)?.path();
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with("part-") && name.ends_with(".jsonl") {
                files.push(file);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Writes the table and the report, and says what was found.
fn finish(plan: &Plan, part: &Part, folder: &Path, room: &str) -> Result<()> {
    store(&folder.join(TABLE), &report::csv(plan, part))?;
    store(&folder.join(REPORT), &report::page(plan, part, room)?)?;
    for sentence in report::sentences(plan, part) {
        say!("{sentence}");
    }
    say!("{}", folder.join(REPORT).display());
    Ok(())
}

fn compared(args: &LabCompare) -> Result<ExitCode> {
    let within = args.within.as_deref().map(bounds).transpose()?;
    let stop = on_ctrl_c();
    let comparison = match (is_experiment(&args.first), is_experiment(&args.second)) {
        (true, true) => {
            let (first, second) = (read_plan(&args.first)?, read_plan(&args.second)?);
            let bar = bar();
            let mut each = |done: u64, of: u64| {
                bar.set_length(of);
                bar.set_position(done);
            };
            let threads = threads_or_cores(args.threads);
            compare::play(&first, &second, threads, &stop, &mut each)?
        }
        (false, false) => {
            compare::stored(&read_results(&args.first)?, &read_results(&args.second)?)?
        }
        _ => bail!("compare two experiments, or two results; not one of each"),
    };
    match args.format {
        ListFormat::Json => say!("{}", serde_json::to_string_pretty(&comparison)?),
        ListFormat::Table => {
            for sentence in compare::told(&comparison) {
                say!("{sentence}");
            }
        }
    }
    let mut failed = stop.load(Ordering::Relaxed);
    for row in &comparison.rows {
        if let Some((low, high)) = within.filter(|(low, high)| row.leaves(*low, *high)) {
            let share = row.second.value * 100.0;
            eprintln!(
                "senet: {} leaves {:.0} to {:.0} %: {share:.1} %",
                row.line,
                low * 100.0,
                high * 100.0
            );
            failed = true;
        }
        if args.same && row.changed() {
            eprintln!("senet: {} changed", row.line);
            failed = true;
        }
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn is_experiment(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "toml")
}

/// The results of a folder, or of a file.
fn read_results(path: &Path) -> Result<Part> {
    let file = if path.is_dir() { path.join(RESULTS) } else { path.to_owned() };
    Ok(Part::read(&file.display().to_string(), &read(&file)?)?)
}

/// Two bounds in per cent, as shares.
fn bounds(text: &str) -> Result<(f64, f64)> {
    let parts = text.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let within = |(low, high): &(f64, f64)| 0.0 <= *low && low < high && *high <= 100.0;
    let (low, high) = parts
        .filter(within)
        .with_context(|| format!("\"{text}\" are no bounds; say --within 40-60"))?;
    Ok((low / 100.0, high / 100.0))
}

/// Every try of a search, one line of JSON each.
const TRIES: &str = "tries.jsonl";

fn tune(file: &Path, folder: &Path, threads: usize, resume: bool) -> Result<ExitCode> {
    let search = Search::new(read_plan(file)?)?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let kept = folder.join(TRIES);
    let mut tries: Vec<Try> = Vec::new();
    if kept.exists() {
        if !resume {
            bail!("{} is there already; --resume goes on with it", kept.display());
        }
        tries = search.read(&kept.display().to_string(), &read(&kept)?)?;
    }
    let stop = on_ctrl_c();
    let mut so_far = tries.clone();
    let (first, of) = (tries.len(), search.tries());
    let mut number = first;
    let mut each = |found: &Try| {
        number += 1;
        let values = named(&search, found);
        let up = if found.given_up { ", given up" } else { "" };
        eprintln!(
            "{number}/{of}: {:.1} points off, {:.1} for the change{up}: {values}",
            found.distance, found.change
        );
        so_far.push(found.clone());
        store(&kept, &search.write(&so_far)).map_err(|error| LabError::Host(format!("{error:#}")))
    };
    let tries = search.run(tries, threads, &stop, &mut each)?;
    store(&folder.join("tune.html"), &report::tuned(&search, &tries))?;
    for sentence in report::tuned_sentences(&search, &tries) {
        say!("{sentence}");
    }
    say!("{}", folder.join("tune.html").display());
    let stopped = stop.load(Ordering::Relaxed);
    Ok(if stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
}

fn named(search: &Search, found: &Try) -> String {
    let values = search.named(&found.places).into_iter();
    values.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

/// Writes a file whole or not at all.
fn store(file: &Path, text: &str) -> Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, file));
    written.map_err(|error| {
        // What was cut, as on a full disk, is of no use to anybody.
        let _ = std::fs::remove_file(&beside);
        anyhow::Error::new(error).context(format!("cannot write {}", file.display()))
    })
}

/// Set when Ctrl-C is pressed, from now on; pressed again, it ends the program at once.
fn on_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    let (listens, ready) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        // Without a runtime Ctrl-C ends the program as it always does.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let mut first = std::pin::pin!(tokio::signal::ctrl_c());
            // Asked once, it listens.
            let pressed = std::future::poll_fn(|context| Poll::Ready(first.as_mut().poll(context)));
            let mut pressed = pressed.await;
            let _ = listens.send(());
            if pressed.is_pending() {
                pressed = Poll::Ready(first.await);
            }
            while matches!(pressed, Poll::Ready(Ok(()))) {
                if seen.swap(true, Ordering::Relaxed) {
                    std::process::exit(i32::from(STOPPED));
                }
                pressed = Poll::Ready(tokio::signal::ctrl_c().await);
            }
        });
    });
    // The other end is gone where nothing listens.
    let _ = ready.recv();
    stop
}

fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left");
    ProgressBar::new(1).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
