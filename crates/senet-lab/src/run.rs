//! Playing an experiment: blocks of deals on as many threads as one likes, with the same result.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use senet_catalog::{Deal, Look};
use senet_kernel::Hash;

use crate::LabError;
use crate::part::{BLOCK, Deals, Part, PartLine, deals};
use crate::plan::{Line, Plan};
use crate::stats::wilson;
use crate::tally::{GameId, Tally};

/// How often the host hears how far it is.
const BEAT: Duration = Duration::from_millis(100);

/// How long a thread keeps for itself what it has played.
const OWN: Duration = Duration::from_secs(1);

/// Which part of an experiment is played: every `of`-th block, from `number` on, counted from 0. Where
/// precision decides how many games a line has, a shard takes whole lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { number: 0, of: 1 };

    /// Shard `number`, counted from 1, of so many.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&number).then(|| Shard { number: number - 1, of })
    }

    /// Its name in a file's name; none for the whole.
    pub fn name(self) -> Option<String> {
        (self != Shard::WHOLE).then(|| format!("part-{}-of-{}", self.number + 1, self.of))
    }

    fn takes(self, plan: &Plan, line: usize, block: u64) -> bool {
        let unit = match plan.experiment.precision {
            Some(_) => line as u64,
            // Lines begin with different shards, so that short lines do not all fall to the first.
            None => line as u64 + block,
        };
        unit % self.of == self.number
    }

    /// About how many of a line's deals it takes, for the time that is left.
    fn part_of(self, plan: &Plan, line: usize, deals: u64) -> u64 {
        match plan.experiment.precision {
            Some(_) => {
                if self.takes(plan, line, 0) {
                    deals
                } else {
                    0
                }
            }
            None => deals.div_ceil(self.of),
        }
    }
}

/// How an experiment is played.
pub struct Run<'a> {
    /// How many threads play.
    pub threads: usize,
    /// Which part.
    pub shard: Shard,
    /// Set by the host to end early; what was played so far is kept.
    pub stop: &'a AtomicBool,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games that were played.
    pub done: u64,
    /// Games that are to be played, as far as is known.
    pub of: u64,
}

impl Run<'_> {
    /// Plays what a part has not played yet. `each` hears now and then how far it is, with what there
    /// is so far.
    pub fn play(
        &self,
        plan: &Plan,
        part: Part,
        each: &mut dyn FnMut(Progress, &Part) -> Result<(), LabError>,
    ) -> Result<Part, LabError> {
        let mut part = part;
        loop {
            let units = Units::of(plan, &part, self.shard);
            if units.is_done() {
                return Ok(part);
            }
            part = self.play_units(plan, part, &units, each)?;
            if self.stop.load(Ordering::Relaxed) {
                return Ok(part);
            }
            self.go_on(plan, &mut part);
        }
    }

    fn play_units(
        &self,
        plan: &Plan,
        part: Part,
        units: &Units,
        each: &mut dyn FnMut(Progress, &Part) -> Result<(), LabError>,
    ) -> Result<Part, LabError> {
        let of = part.games() + units.games();
        let failed: Mutex<Option<LabError>> = Mutex::new(None);
        let shared = Mutex::new(part);
        let work = || {
            while let Some((line, block)) = units.next() {
                if self.stop.load(Ordering::Relaxed) {
                    return;
                }
                let mut keep = |deals: &Deals, tally: &Tally| {
                    let mut part = shared.lock().expect("no thread panics with the lock");
                    part.lines[line].done.join(deals);
                    part.lines[line].tally.merge(tally);
                };
                let wanted = || !self.stop.load(Ordering::Relaxed);
                match play_deals(plan, line, units.left(line, block), &wanted, &mut keep) {
                    Ok(()) => {}
                    Err(error) => {
                        *failed.lock().expect("no thread panics with the lock") = Some(error);
                        units.end();
                    }
                }
            }
        };
        let mut told = Ok(());
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            while !threads.iter().all(std::thread::ScopedJoinHandle::is_finished) {
                std::thread::sleep(BEAT);
                let part = shared.lock().expect("no thread panics with the lock");
                let done = part.games();
                if told.is_ok() {
                    told = each(Progress { done, of: of.max(done) }, &part);
                }
                if told.is_err() {
                    units.end();
                }
            }
        });
        told?;
        if let Some(error) = failed.into_inner().expect("no thread panics with the lock") {
            return Err(error);
        }
        Ok(shared.into_inner().expect("no thread panics with the lock"))
    }

    /// The sequential rule of precision: a line is judged after 256 games and whenever its games have
    /// doubled. It ends when Wilson's interval of every share (each seat's wins, draws, wins of all) is
    /// no wider than asked, or when it has had the most games that it may. As the interval's width
    /// alone decides, and not where it lies, the figures stay unbiased but for the little that the
    /// width depends on them (Chow and Robbins).
    fn go_on(&self, plan: &Plan, part: &mut Part) {
        let Some(points) = plan.experiment.precision else { return };
        for (number, line) in part.lines.iter_mut().enumerate() {
            let seatings = plan.lines[number].seatings;
            let most = deals(plan.experiment.at_most, seatings);
            let judged = line.done.fill(line.deals) && line.deals > 0;
            if judged && line.deals < most && !is_precise(line, points / 100.0) {
                line.deals = (line.deals * 2).min(most);
            }
        }
    }
}

/// The blocks that are still to be played, one after another: however many there are, they take no room.
struct Units<'a> {
    plan: &'a Plan,
    shard: Shard,
    /// Of each line, how many deals it has and which were played.
    lines: Vec<(u64, Deals)>,
    /// The most blocks of a line.
    most: u64,
    next: AtomicU64,
}

impl<'a> Units<'a> {
    fn of(plan: &'a Plan, part: &Part, shard: Shard) -> Units<'a> {
        let lines = part.lines.iter().map(|line| (line.deals, line.done.clone())).collect();
        let most = part.lines.iter().map(PartLine::blocks).max().unwrap_or(0);
        Units { plan, shard, lines, most, next: AtomicU64::new(0) }
    }

    /// The next line and block. It goes round by round through the lines, so that an early end knows a
    /// little of all.
    fn next(&self) -> Option<(usize, u64)> {
        let lines = self.lines.len() as u64;
        loop {
            let unit = self.next.fetch_add(1, Ordering::Relaxed);
            if unit >= self.most.saturating_mul(lines) {
                return None;
            }
            let (line, block) = ((unit % lines) as usize, unit / lines);
            if self.open(line, block) {
                return Some((line, block));
            }
        }
    }

    fn open(&self, line: usize, block: u64) -> bool {
        self.shard.takes(self.plan, line, block) && self.left(line, block).next().is_some()
    }

    /// The deals of a block that were not played yet.
    fn left(&self, line: usize, block: u64) -> impl Iterator<Item = u64> {
        let (deals, done) = &self.lines[line];
        done.lack((block * BLOCK)..((block + 1) * BLOCK).min(*deals))
    }

    /// Nobody gets another.
    fn end(&self) {
        self.next.store(self.most.saturating_mul(self.lines.len() as u64), Ordering::Relaxed);
    }

    fn is_done(&self) -> bool {
        let first = self.next();
        self.next.store(0, Ordering::Relaxed);
        first.is_none()
    }

    /// About how many games that are.
    fn games(&self) -> u64 {
        let lines = self.lines.iter().enumerate().map(|(line, (deals, done))| {
            let left = self.shard.part_of(self.plan, line, *deals).saturating_sub(done.count());
            left * self.plan.lines[line].seatings
        });
        lines.sum()
    }
}

fn is_precise(line: &PartLine, half: f64) -> bool {
    let tally = &line.tally;
    let wins = tally.seats.iter().map(|standing| standing.won);
    let mut parts = wins.chain([tally.drawn, tally.won_together]);
    parts.all(|part| wilson(part, tally.games).half() <= half)
}

/// Plays deals, each in all seatings, as long as they are wanted. `keep` gets what was played now and then and
/// in the end: an end that the host wants costs no game that was played.
fn play_deals(
    plan: &Plan,
    line: usize,
    deals: impl Iterator<Item = u64>,
    wanted: &dyn Fn() -> bool,
    keep: &mut dyn FnMut(&Deals, &Tally),
) -> Result<(), LabError> {
    let line = &plan.lines[line];
    let (mut done, mut tally, mut since) = (Deals::default(), Tally::default(), Instant::now());
    for deal in deals {
        if !wanted() {
            break;
        }
        for turn in 0..line.seatings {
            let id = GameId { deal, turn: turn as u32 };
            let look =
                (deal < plan.experiment.watch).then_some(Look { lines: plan.experiment.lines });
            let record = line.ring.play(&seated(line, id), dealt(plan, id), look)?;
            tally.add(&record, id);
        }
        done.add(deal);
        if since.elapsed() > OWN {
            keep(&done, &tally);
            (done, tally, since) = (Deals::default(), Tally::default(), Instant::now());
        }
    }
    keep(&done, &tally);
    Ok(())
}

/// At how many lines of a part it is tried whether its games go as they went.
const TRIED_AGAIN: usize = 4;

/// Plays the first game of some lines of a part again. Where one goes another way, bots or rules have changed since,
/// and what is played now is not to be mixed with it.
pub fn play_again(plan: &Plan, name: &str, part: &Part) -> Result<(), LabError> {
    let lines = plan.lines.iter().zip(&part.lines);
    let first = |(line, own): (_, &PartLine)| Some((line, own.tally.examples.first?));
    let known: Vec<(&Line, (GameId, Hash))> = lines.filter_map(first).collect();
    for (line, (id, print)) in known.iter().step_by(known.len().div_ceil(TRIED_AGAIN).max(1)) {
        if print_of(plan, line, *id)? != Some(*print) {
            let sentence = "its games go another way today: bots or rules have changed since";
            return Err(LabError::Parts(format!(
                "{name}: {sentence} ({}, deal {})",
                line.name, id.deal
            )));
        }
    }
    Ok(())
}

/// What stands for all that is done in a game.
pub fn print_of(plan: &Plan, line: &Line, id: GameId) -> Result<Option<Hash>, LabError> {
    Ok(line.ring.play(&seated(line, id), dealt(plan, id), None)?.played.print)
}

/// The bots of a game, by seat.
pub fn seated(line: &Line, id: GameId) -> Vec<&str> {
    let mut bots: Vec<&str> = line.bots.iter().map(String::as_str).collect();
    let seats = bots.len().max(1);
    bots.rotate_right(id.turn as usize % seats);
    bots
}

/// The deal of a game.
pub fn dealt(plan: &Plan, id: GameId) -> Deal {
    Deal { seed: plan.experiment.seed, number: id.deal }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::Experiment;

    /// Slow bots need minutes for a block: what was played of one that is given up is kept.
    #[test]
    fn an_end_in_the_middle_of_a_block_costs_no_game() {
        let text = "game = \"pig\"\nbots = [\"greedy\", \"random\"]\ngames = 200\nwatch = 0";
        let plan = Plan::new(Experiment::read(text).unwrap()).unwrap();
        let asked = Cell::new(0);
        let wanted = || {
            asked.set(asked.get() + 1);
            asked.get() <= 5
        };
        let (mut done, mut tally) = (Deals::default(), Tally::default());
        let mut keep = |deals: &Deals, more: &Tally| {
            done.join(deals);
            tally.merge(more);
        };
        play_deals(&plan, 0, 0..BLOCK, &wanted, &mut keep).unwrap();
        assert!(done.fill(5), "{done:?}");
        assert_eq!(tally.games, 10, "each deal in both seatings");
        // The rest comes to the bytes of a run that nobody stopped.
        let mut part = Part::new(&plan);
        (part.lines[0].done, part.lines[0].tally) = (done, tally);
        let stop = AtomicBool::new(false);
        let run = Run { threads: 1, shard: Shard::WHOLE, stop: &stop };
        let whole = run.play(&plan, Part::new(&plan), &mut |_, _| Ok(())).unwrap();
        let resumed = run.play(&plan, part, &mut |_, _| Ok(())).unwrap();
        assert_eq!(resumed.write(), whole.write());
    }
}
