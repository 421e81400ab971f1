//! Two experiments, line by line: what changed and what did not.
//!
//! Two experiments are played side by side: each deal in both, in the same seating, so that a difference
//! is one of the same game under two rules. Two results that were stored are compared as what they are:
//! found independently, with the wider interval that this has.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use senet_catalog::Record;
use senet_kernel::Seat;
use serde::Serialize;

use crate::LabError;
use crate::part::{BLOCK, Part, PartLine};
use crate::plan::{Line, Plan};
use crate::report::main_share;
use crate::run::{dealt, seated};
use crate::stats::{Estimate, Z, difference, mean};
use crate::tally::{GameId, Tally, share};

/// The normal deviate of 99.99 %: of ten thousand lines that stayed the same, one is called changed.
const CERTAIN: f64 = 3.890_591_886;

/// Two experiments, compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Whether every deal was played in both.
    pub paired: bool,
    /// The lines that both have.
    pub rows: Vec<Row>,
    /// The lines that only the first has.
    pub only_first: Vec<String>,
    /// The lines that only the second has.
    pub only_second: Vec<String>,
}

/// One line in both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub line: String,
    /// The games of the second.
    pub games: u64,
    /// The share that the line is judged by, in the first: that of the first seat, or of winning together.
    pub first: Estimate,
    /// The same in the second.
    pub second: Estimate,
    /// The second less the first.
    pub change: Estimate,
    /// By how many commands games became longer.
    pub longer: Estimate,
    /// How many games went another way; none where deals were not paired.
    pub other_games: Option<u64>,
}

impl Row {
    /// Whether the share certainly changed.
    pub fn changed(&self) -> bool {
        is_certain(self.change)
    }

    /// Whether the share of the second lies outside of two bounds, interval and all.
    pub fn leaves(&self, low: f64, high: f64) -> bool {
        self.second.high < low || self.second.low > high
    }
}

/// Whether a change is none by chance.
fn is_certain(change: Estimate) -> bool {
    change.value.abs() > change.half() / Z * CERTAIN
}

/// Sums over the deals of a line that were played in both: whole numbers, so that their order is nothing.
#[derive(Clone, Debug, Default)]
struct Pairs {
    first: Tally,
    second: Tally,
    games: u64,
    /// Changes of the share in thousandths, and their squares.
    shares: (i64, i64),
    commands: (i64, i64),
    others: u64,
}

/// Plays two experiments side by side, line by line, and compares them.
pub fn play(
    first: &Plan,
    second: &Plan,
    threads: usize,
    stop: &AtomicBool,
    each: &mut dyn FnMut(u64, u64),
) -> Result<Comparison, LabError> {
    one_game(first.game.id(), second.game.id())?;
    let names = |plan: &Plan| plan.lines.iter().map(|line| line.name.clone()).collect();
    let lines = matched(names(first), names(second))?;
    let games = first.first_games().min(second.first_games());
    for (a, b) in &lines.both {
        if first.lines[*a].bots != second.lines[*b].bots {
            let sentence =
                format!("{}: the bots differ, so no deal has a pair", first.lines[*a].name);
            return Err(LabError::Experiment(sentence));
        }
    }
    let rows = lines.both.len() as u64;
    // Blocks of deals, row by row; a row that has fewer than the most leaves some out.
    let units = rows * games.div_ceil(BLOCK);
    let done = Mutex::new(vec![Pairs::default(); lines.both.len()]);
    let failed = Mutex::new(None);
    let next = AtomicU64::new(0);
    let work = || loop {
        let unit = next.fetch_add(1, Ordering::Relaxed);
        if unit >= units || stop.load(Ordering::Relaxed) {
            return;
        }
        let (row, from) = ((unit % rows) as usize, unit / rows * BLOCK);
        let (a, b) = lines.both[row];
        let deals = games.div_ceil(first.lines[a].seatings);
        let sides = [(first, &first.lines[a]), (second, &second.lines[b])];
        match pairs(sides, from.min(deals)..(from + BLOCK).min(deals)) {
            Ok(pairs) => {
                done.lock().expect("no thread panics with the lock")[row].merge(&pairs);
            }
            Err(error) => {
                *failed.lock().expect("no thread panics with the lock") = Some(error);
                next.store(units, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        while !workers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            std::thread::sleep(std::time::Duration::from_millis(100));
            each(next.load(Ordering::Relaxed).min(units), units);
        }
    });
    if let Some(error) = failed.into_inner().expect("no thread panics with the lock") {
        return Err(error);
    }
    let done = done.into_inner().expect("no thread panics with the lock");
    let rows = lines.both.iter().zip(&done).map(|((a, _), sums)| sums.row(&first.lines[*a].name));
    Ok(Comparison {
        paired: true,
        rows: rows.collect(),
        only_first: lines.only_first,
        only_second: lines.only_second,
    })
}

/// Compares two results that were stored.
pub fn stored(first: &Part, second: &Part) -> Result<Comparison, LabError> {
    one_game(&first.header.game, &second.header.game)?;
    let names = |part: &Part| part.lines.iter().map(|line| line.line.clone()).collect();
    let lines = matched(names(first), names(second))?;
    let row = |(a, b): &(usize, usize)| apart(&first.lines[*a], &second.lines[*b]);
    Ok(Comparison {
        paired: false,
        rows: lines.both.iter().map(row).collect(),
        only_first: lines.only_first,
        only_second: lines.only_second,
    })
}

fn one_game(first: &str, second: &str) -> Result<(), LabError> {
    if first == second {
        return Ok(());
    }
    Err(LabError::Experiment(format!("{first} and {second} are two games")))
}

fn apart(first: &PartLine, second: &PartLine) -> Row {
    let (a, b) = (&first.tally, &second.tally);
    let length = |tally: &Tally| {
        let (value, deviation) = (tally.commands.mean(), tally.commands.deviation());
        let half = Z * deviation / (tally.games.max(1) as f64).sqrt();
        Estimate { value, low: value - half, high: value + half }
    };
    Row {
        line: first.line.clone(),
        games: b.games,
        first: main_share(a),
        second: main_share(b),
        change: difference(main_share(a), main_share(b)),
        longer: difference(length(a), length(b)),
        other_games: None,
    }
}

struct Matched {
    both: Vec<(usize, usize)>,
    only_first: Vec<String>,
    only_second: Vec<String>,
}

/// Lines with the same name; where both have just one, those. Where no line is in both there is nothing to
/// compare.
fn matched(first: Vec<String>, second: Vec<String>) -> Result<Matched, LabError> {
    if first.len() == 1 && second.len() == 1 {
        let (only_first, only_second) = (Vec::new(), Vec::new());
        return Ok(Matched { both: vec![(0, 0)], only_first, only_second });
    }
    let places: BTreeMap<&String, usize> =
        second.iter().enumerate().map(|(place, name)| (name, place)).collect();
    let both = first.iter().enumerate();
    let both: Vec<_> = both.filter_map(|(a, name)| Some((a, *places.get(name)?))).collect();
    if both.is_empty() {
        return Err(LabError::Experiment("the two have no line in common".to_owned()));
    }
    let only = |own: &[String], others: &[String]| -> Vec<String> {
        let others: BTreeSet<&String> = others.iter().collect();
        own.iter().filter(|name| !others.contains(name)).cloned().collect()
    };
    Ok(Matched { both, only_first: only(&first, &second), only_second: only(&second, &first) })
}

fn pairs(sides: [(&Plan, &Line); 2], deals: std::ops::Range<u64>) -> Result<Pairs, LabError> {
    let mut pairs = Pairs::default();
    for deal in deals {
        for turn in 0..sides[0].1.seatings {
            let id = GameId { deal, turn: turn as u32 };
            let [a, b] =
                sides.map(|(plan, line)| line.ring.play(&seated(line, id), dealt(plan, id), None));
            pairs.add(&a?, &b?, id);
        }
    }
    Ok(pairs)
}

impl Pairs {
    fn add(&mut self, first: &Record, second: &Record, id: GameId) {
        self.games += 1;
        self.first.add(first, id);
        self.second.add(second, id);
        let change = value(second) - value(first);
        let longer = i64::from(second.played.commands) - i64::from(first.played.commands);
        self.shares = (self.shares.0 + change, self.shares.1 + change * change);
        self.commands = (self.commands.0 + longer, self.commands.1 + longer * longer);
        self.others += u64::from(first.played.print != second.played.print);
    }

    fn merge(&mut self, other: &Pairs) {
        self.games += other.games;
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.shares = (self.shares.0 + other.shares.0, self.shares.1 + other.shares.1);
        self.commands = (self.commands.0 + other.commands.0, self.commands.1 + other.commands.1);
        self.others += other.others;
    }

    fn row(&self, name: &str) -> Row {
        Row {
            line: name.to_owned(),
            games: self.games,
            first: main_share(&self.first),
            second: main_share(&self.second),
            change: mean(self.games, self.shares.0 as f64 / 1e3, self.shares.1 as f64 / 1e6),
            longer: mean(self.games, self.commands.0 as f64, self.commands.1 as f64),
            other_games: Some(self.others),
        }
    }
}

/// What a game is worth to the first seat, or to all together, in thousandths.
fn value(record: &Record) -> i64 {
    let outcome = record.played.outcome.as_ref();
    outcome.map_or(0, |outcome| share(outcome, Seat::FIRST, record.played.seats) as i64)
}

/// The comparison in words: what certainly changed, then how much stayed.
pub fn told(comparison: &Comparison) -> Vec<String> {
    let mut said = Vec::new();
    let points = |estimate: Estimate| {
        let at = |share: f64| share * 100.0;
        format!(
            "{:+.1} points ({:+.1} to {:+.1})",
            at(estimate.value),
            at(estimate.low),
            at(estimate.high)
        )
    };
    let (changed, same): (Vec<&Row>, Vec<&Row>) =
        comparison.rows.iter().partition(|row| row.changed() || is_certain(row.longer));
    for row in &changed {
        let at = |estimate: Estimate| crate::stats::percent(estimate.value);
        said.push(format!(
            "{}: {} % became {} %, {}; games are {:+.1} commands longer ({:+.1} to {:+.1}).",
            row.line,
            at(row.first),
            at(row.second),
            points(row.change),
            row.longer.value,
            row.longer.low,
            row.longer.high
        ));
    }
    let widest = same.iter().map(|row| row.change.half()).fold(0.0, f64::max);
    said.push(match (changed.len(), same.len()) {
        (_, 0) => "Every line changed.".to_owned(),
        (_, count) => format!(
            "{count} of {} lines show no certain change; what could hide there is at most {:.1} points.",
            comparison.rows.len(),
            widest * 100.0
        ),
    });
    if let Some(others) = comparison.rows.iter().map(|row| row.other_games).sum::<Option<u64>>() {
        let games: u64 = comparison.rows.iter().map(|row| row.games).sum();
        said.push(format!("Deal by deal, {others} of {games} games went another way."));
    } else {
        said.push(
            "The results were found apart; played side by side they would tell more.".to_owned(),
        );
    }
    for (names, which) in [(&comparison.only_first, "first"), (&comparison.only_second, "second")] {
        if !names.is_empty() {
            said.push(format!("Only the {which} has: {}.", names.join("; ")));
        }
    }
    said
}
