//! Playing an experiment: blocks of deals on as many threads as one likes, with the same result.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use senet_catalog::{Deal, Look};

use crate::LabError;
use crate::part::{BLOCK, Blocks, Part, PartLine, blocks};
use crate::plan::{Line, Plan};
use crate::stats::wilson;
use crate::tally::{GameId, Tally};

/// How often the host hears how far it is.
const BEAT: Duration = Duration::from_millis(100);

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

    /// About how many of a line's blocks it takes, for the time that is left.
    fn part_of(self, plan: &Plan, line: usize, blocks: u64) -> u64 {
        match plan.experiment.precision {
            Some(_) => {
                if self.takes(plan, line, 0) {
                    blocks
                } else {
                    0
                }
            }
            None => blocks.div_ceil(self.of),
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
                match play_block(plan, line, block, self.stop) {
                    Ok(Some(tally)) => {
                        let mut part = shared.lock().expect("no thread panics with the lock");
                        part.lines[line].done.add(block);
                        part.lines[line].tally.merge(&tally);
                    }
                    Ok(None) => return,
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
            let most = blocks(plan.experiment.at_most, seatings);
            let judged = line.done.fill(line.blocks) && line.blocks > 0;
            if judged && line.blocks < most && !is_precise(line, points / 100.0) {
                line.blocks = (line.blocks * 2).min(most);
            }
        }
    }
}

/// The blocks that are still to be played, one after another: however many there are, they take no room.
struct Units<'a> {
    plan: &'a Plan,
    shard: Shard,
    /// Of each line, how many blocks it has and which were played.
    lines: Vec<(u64, Blocks)>,
    /// The most blocks of a line.
    most: u64,
    next: AtomicU64,
}

impl<'a> Units<'a> {
    fn of(plan: &'a Plan, part: &Part, shard: Shard) -> Units<'a> {
        let lines: Vec<(u64, Blocks)> =
            part.lines.iter().map(|line| (line.blocks, line.done.clone())).collect();
        let most = lines.iter().map(|(blocks, _)| *blocks).max().unwrap_or(0);
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
        let (blocks, done) = &self.lines[line];
        block < *blocks && self.shard.takes(self.plan, line, block) && !done.has(block)
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
        let lines = self.lines.iter().enumerate().map(|(line, (blocks, done))| {
            let left = self.shard.part_of(self.plan, line, *blocks).saturating_sub(done.count());
            let most = self.plan.experiment.fixed_games().unwrap_or(u64::MAX);
            (left * BLOCK * self.plan.lines[line].seatings).min(most)
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

/// The deals of a block.
fn deals(plan: &Plan, line: &Line, block: u64) -> std::ops::Range<u64> {
    let last = match plan.experiment.fixed_games() {
        Some(games) => games.div_ceil(line.seatings),
        None => u64::MAX,
    };
    (block * BLOCK)..((block + 1) * BLOCK).min(last)
}

/// Plays a block; none where the host wants an end.
fn play_block(
    plan: &Plan,
    line: usize,
    block: u64,
    stop: &AtomicBool,
) -> Result<Option<Tally>, LabError> {
    let line = &plan.lines[line];
    let mut tally = Tally::default();
    for deal in deals(plan, line, block) {
        for turn in 0..line.seatings {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let id = GameId { deal, turn: turn as u32 };
            let look =
                (deal < plan.experiment.watch).then_some(Look { lines: plan.experiment.lines });
            let record = line.ring.play(&seated(line, id), dealt(plan, id), look)?;
            tally.add(&record, id);
        }
    }
    Ok(Some(tally))
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
