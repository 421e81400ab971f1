//! Two experiments, line by line: what changed and what did not.
//!
//! Two experiments are played side by side: each deal in both, in the same seating, so that a difference
//! is one of the same game under two rules. Two results that were stored are compared as what they are:
//! found independently, with the wider interval that this has. What is compared is all that a game tells of
//! itself: who wins, how long it takes, why it ends, and the numbers that it counts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use senet_catalog::Record;
use senet_kernel::{Outcome, Seat};
use serde::Serialize;

use crate::LabError;
use crate::part::{BLOCK, Part, PartLine};
use crate::plan::{FIRST, Line, Plan};
use crate::report::main_share;
use crate::run::{dealt, seated};
use crate::spread::Spread;
use crate::stats::{Estimate, Z, difference, mean, percent, wilson};
use crate::tally::{GameId, Tally, reason, share, winner};

/// The normal deviate of 99.99 %: of ten thousand lines that stayed the same, one is called changed.
const CERTAIN: f64 = 3.890_591_886;

/// Below so many games nothing is certain, however alike they changed.
const FEW: u64 = 16;

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
    /// Why games end and what they count, name by name.
    pub measured: Vec<Measured>,
    /// How many games went another way; none where deals were not paired.
    pub other_games: Option<u64>,
}

/// Something else that is counted of every game of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// What.
    pub name: String,
    /// Whether it is a share of the games, and not a number of each.
    pub is_share: bool,
    /// Its mean in the first.
    pub first: f64,
    /// Its mean in the second.
    pub second: f64,
    /// The second less the first.
    pub change: Estimate,
}

impl Row {
    /// Whether anything of it certainly changed: the share, the length, or what is measured beside.
    pub fn changed(&self) -> bool {
        self.is_certain(self.change)
            || self.is_certain(self.longer)
            || self.moved().next().is_some()
    }

    /// What certainly changed of what is measured beside share and length.
    fn moved(&self) -> impl Iterator<Item = &Measured> {
        self.measured.iter().filter(|measured| self.is_certain(measured.change))
    }

    /// Whether a change is none by chance.
    fn is_certain(&self, change: Estimate) -> bool {
        self.games >= FEW && change.value.abs() > change.half() / Z * CERTAIN
    }

    /// Whether the share of the second lies outside of two bounds, interval and all.
    pub fn leaves(&self, low: f64, high: f64) -> bool {
        self.second.high < low || self.second.low > high
    }
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
    measured: BTreeMap<String, Moved>,
}

/// A number over the deals of a line: its sums in both, and the squares of its changes.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    is_share: bool,
    first: i64,
    second: i64,
    squares: i64,
}

/// How many games are played of each row: all at once, or so many again and again until the change of its share is
/// known to so many points.
struct Wanted {
    first: u64,
    most: u64,
    points: Option<f64>,
}

impl Wanted {
    /// What both experiments allow, as precisely as the stricter of them asks.
    fn of(plans: [&Plan; 2]) -> Wanted {
        let most = |plan: &Plan| plan.experiment.fixed_games().unwrap_or(plan.experiment.at_most);
        let most = most(plans[0]).min(most(plans[1]));
        let points = plans.iter().filter_map(|plan| plan.experiment.precision).reduce(f64::min);
        let first = if points.is_some() { FIRST.min(most) } else { most };
        Wanted { first, most, points }
    }

    /// Whether a row needs no more games.
    fn is_met(&self, change: Estimate) -> bool {
        self.points.is_none_or(|points| change.half() * 100.0 <= points)
    }
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
    for (a, b) in &lines.both {
        if first.lines[*a].bots != second.lines[*b].bots {
            let sentence =
                format!("{}: the bots differ, so no deal has a pair", first.lines[*a].name);
            return Err(LabError::Experiment(sentence));
        }
    }
    let wanted = Wanted::of([first, second]);
    let name = |row: usize| first.lines[lines.both[row].0].name.as_str();
    let mut sums = vec![Pairs::default(); lines.both.len()];
    let mut open: Vec<usize> = (0..sums.len()).collect();
    let (mut played, mut upto) = (0, wanted.first);
    while !open.is_empty() && !stop.load(Ordering::Relaxed) {
        let rows = open.iter().map(|row| {
            let (a, b) = lines.both[*row];
            (*row, [(first, &first.lines[a]), (second, &second.lines[b])])
        });
        let lap = Lap { rows: rows.collect(), games: played..upto };
        lap.play(&mut sums, threads, stop, each)?;
        open.retain(|row| upto < wanted.most && !wanted.is_met(sums[*row].row(name(*row)).change));
        (played, upto) = (upto, (upto * 2).min(wanted.most));
    }
    let rows = sums.iter().enumerate().map(|(row, sums)| sums.row(name(row)));
    Ok(Comparison {
        paired: true,
        rows: rows.collect(),
        only_first: lines.only_first,
        only_second: lines.only_second,
    })
}

/// Games of some rows that are played in one go.
struct Lap<'a> {
    /// Each with its place and both its lines.
    rows: Vec<(usize, [(&'a Plan, &'a Line); 2])>,
    /// Which games of each.
    games: std::ops::Range<u64>,
}

impl Lap<'_> {
    /// Plays blocks of deals, row by row, and adds what comes of them to the sums of their rows.
    fn play(
        &self,
        sums: &mut [Pairs],
        threads: usize,
        stop: &AtomicBool,
        each: &mut dyn FnMut(u64, u64),
    ) -> Result<(), LabError> {
        let rows = self.rows.len() as u64;
        // A row whose bots sit everywhere has fewer deals than the most, and leaves some blocks out.
        let units = rows * (self.games.end - self.games.start).div_ceil(BLOCK);
        let sums = Mutex::new(sums);
        let failed = Mutex::new(None);
        let next = AtomicU64::new(0);
        let work = || loop {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units || stop.load(Ordering::Relaxed) {
                return;
            }
            let (row, sides) = &self.rows[(unit % rows) as usize];
            match pairs(*sides, self.block(sides[0].1.seatings, unit / rows)) {
                Ok(pairs) => {
                    sums.lock().expect("no thread panics with the lock")[*row].merge(&pairs);
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
        match failed.into_inner().expect("no thread panics with the lock") {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The deals of a block.
    const fn block(&self, seatings: u64, block: u64) -> std::ops::Range<u64> {
        let end = self.games.end.div_ceil(seatings);
        let from = self.games.start.div_ceil(seatings) + block * BLOCK;
        let to = from + BLOCK;
        if to < end { from..to } else { from..end }
    }
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
    Row {
        line: first.line.clone(),
        games: b.games,
        first: main_share(a),
        second: main_share(b),
        change: difference(main_share(a), main_share(b)),
        longer: difference(mean_of(&a.commands), mean_of(&b.commands)),
        measured: measured_apart(a, b),
        other_games: None,
    }
}

/// The mean of a number that is spread over games.
fn mean_of(spread: &Spread) -> Estimate {
    let (value, deviation) = (spread.mean(), spread.deviation());
    let half = Z * deviation / (spread.count().max(1) as f64).sqrt();
    Estimate { value, low: value - half, high: value + half }
}

/// What is measured beside share and length, found independently.
fn measured_apart(a: &Tally, b: &Tally) -> Vec<Measured> {
    let told = |name: &str, is_share: bool, first: Estimate, second: Estimate| Measured {
        name: name.to_owned(),
        is_share,
        first: first.value,
        second: second.value,
        change: difference(first, second),
    };
    let reasons: BTreeSet<&String> = a.reasons.keys().chain(b.reasons.keys()).collect();
    let ended = |tally: &Tally, reason: &String| {
        wilson(tally.reasons.get(reason).map_or(0, |by| by.iter().sum()), tally.games)
    };
    let ends = reasons
        .into_iter()
        .map(|reason| told(&ending(reason), true, ended(a, reason), ended(b, reason)));
    let counts = a.measures.iter().filter_map(|(name, spread)| {
        Some(told(name, false, mean_of(spread), mean_of(b.measures.get(name)?)))
    });
    std::iter::once(told(DRAWN, true, a.drawn(), b.drawn())).chain(ends).chain(counts).collect()
}

/// What the share of games without a winner is called.
const DRAWN: &str = "drawn";

fn ending(reason: &str) -> String {
    format!("ending: {reason}")
}

/// What is measured of a game beside share and length, and whether it is a share.
fn measured(record: &Record) -> Vec<(String, bool, i64)> {
    let winner = winner(record);
    let together = matches!(record.played.outcome, None | Some(Outcome::Together { .. }));
    let drawn = !together && winner.is_none();
    let mut all = vec![
        (DRAWN.to_owned(), true, i64::from(drawn)),
        (ending(&reason(record, winner)), true, 1),
    ];
    all.extend(
        record.measures.numbers().iter().map(|(name, number)| (name.clone(), false, *number)),
    );
    all
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
        self.add_measured(measured(first), measured(second));
    }

    fn add_measured(&mut self, first: Vec<(String, bool, i64)>, second: Vec<(String, bool, i64)>) {
        let mut both: BTreeMap<String, (bool, [i64; 2])> = BTreeMap::new();
        for (side, all) in [first, second].into_iter().enumerate() {
            for (name, is_share, number) in all {
                both.entry(name).or_insert((is_share, [0, 0])).1[side] = number;
            }
        }
        for (name, (is_share, [first, second])) in both {
            let squares = (second - first).pow(2);
            let moved = Moved { is_share, first, second, squares };
            self.measured.entry(name).or_default().merge(&moved);
        }
    }

    fn merge(&mut self, other: &Pairs) {
        self.games += other.games;
        self.first.merge(&other.first);
        self.second.merge(&other.second);
        self.shares = (self.shares.0 + other.shares.0, self.shares.1 + other.shares.1);
        self.commands = (self.commands.0 + other.commands.0, self.commands.1 + other.commands.1);
        self.others += other.others;
        for (name, moved) in &other.measured {
            self.measured.entry(name.clone()).or_default().merge(moved);
        }
    }

    fn row(&self, name: &str) -> Row {
        Row {
            line: name.to_owned(),
            games: self.games,
            first: main_share(&self.first),
            second: main_share(&self.second),
            change: mean(self.games, self.shares.0 as f64 / 1e3, self.shares.1 as f64 / 1e6),
            longer: mean(self.games, self.commands.0 as f64, self.commands.1 as f64),
            measured: self
                .measured
                .iter()
                .map(|(name, sums)| sums.told(name, self.games))
                .collect(),
            other_games: Some(self.others),
        }
    }
}

impl Moved {
    fn merge(&mut self, other: &Moved) {
        self.is_share = other.is_share;
        self.first += other.first;
        self.second += other.second;
        self.squares += other.squares;
    }

    fn told(&self, name: &str, games: u64) -> Measured {
        let (first, second) = (self.first as f64, self.second as f64);
        let whole = games.max(1) as f64;
        Measured {
            name: name.to_owned(),
            is_share: self.is_share,
            first: first / whole,
            second: second / whole,
            change: mean(games, second - first, self.squares as f64),
        }
    }
}

/// What a game is worth to the first seat, or to all together, in thousandths.
fn value(record: &Record) -> i64 {
    let outcome = record.played.outcome.as_ref();
    outcome.map_or(0, |outcome| share(outcome, Seat::FIRST, record.played.seats) as i64)
}

impl Measured {
    /// "drawn, 3.1 % became 5.0 %", "units lost by side 1, 2.10 became 2.45".
    fn told(&self) -> String {
        let number = |number: f64| match self.is_share {
            true => format!("{} %", percent(number)),
            false => format!("{number:.2}"),
        };
        format!("{}, {} became {}", self.name, number(self.first), number(self.second))
    }
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
        comparison.rows.iter().partition(|row| row.changed());
    for row in &changed {
        let at = |estimate: Estimate| percent(estimate.value);
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
        let moved: Vec<String> = row.moved().map(Measured::told).collect();
        if !moved.is_empty() {
            said.push(format!("{}, beside: {}.", row.line, moved.join("; ")));
        }
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
