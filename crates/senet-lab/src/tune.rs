//! Which values within bounds come nearest to targets, at how little change from today.
//!
//! A tree-structured Parzen estimator (the crate `tpe`) proposes values; games judge them. Tries *race*
//! over the same deals: after every rung of games a try is given up where it is certainly worse than
//! the best one so far, by twice the error that two halves of its deals show. Every try is a line of
//! JSON: a run that was stopped goes on with what is stored.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use senet_kernel::Hash;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::LabError;
use crate::experiment::Tune;
use crate::overlay::Path;
use crate::part::{BLOCK, Header, Part};
use crate::plan::{Plan, counted, leaves};
use crate::report::main_share;
use crate::run::{Run, Shard, print_of};
use crate::tally::{GameId, Tally};

/// The deals of each line after which a try is judged first, a block for each of two halves; they double from
/// rung to rung.
const FIRST_RUNG: u64 = 2 * BLOCK;

/// A value that may change.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// Which.
    pub path: Path,
    /// What it may be, in order.
    pub values: Vec<Value>,
    /// Which of them it is today, or which is nearest.
    pub today: usize,
}

/// One set of values and how it did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    /// The places of the values, by knob.
    pub places: Vec<usize>,
    /// The distance from the targets, in points; less is better.
    pub distance: f64,
    /// The error of that, from two halves of the deals.
    pub error: f64,
    /// The change from today, in points.
    pub change: f64,
    /// How many games it was given.
    pub games: u64,
    /// Whether it was given up early.
    pub given_up: bool,
    /// What stands for all that was done in its first game.
    pub first: Option<Hash>,
}

impl Try {
    /// What is made small: distance and change together.
    pub fn loss(&self) -> f64 {
        self.distance + self.change
    }
}

/// A search for values.
pub struct Search {
    plan: Plan,
    wanted: Tune,
    /// The values that may change.
    pub knobs: Vec<Knob>,
}

impl Search {
    /// The search that an experiment asks for.
    pub fn new(plan: Plan) -> Result<Search, LabError> {
        let wrong = |sentence: &str| LabError::Experiment(sentence.to_owned());
        let wanted = plan.experiment.tune.clone();
        let wanted = wanted.ok_or_else(|| wrong("there is no [tune] in the experiment"))?;
        let targets = [wanted.share.is_some(), wanted.commands.is_some(), wanted.won.is_some()];
        if !targets.contains(&true) && wanted.drawn.is_none() {
            return Err(wrong("name a target in [tune]: share, won, commands or drawn"));
        }
        let (first, most) = (first_rung(&plan), most_games(&plan));
        if most < first {
            let sentence = format!(
                "a search plays at least {first} games of a line: its error is told by two halves of them"
            );
            return Err(LabError::Experiment(sentence));
        }
        let knobs = leaves(&wanted.values);
        if knobs.is_empty() {
            return Err(wrong("name the values in [tune.values], each with { from, to }"));
        }
        let knobs = knobs.into_iter().map(|(path, range)| knob(&plan, path, &range));
        let knobs = knobs.collect::<Result<_, _>>()?;
        Ok(Search { plan, wanted, knobs })
    }

    /// Tries as JSON Lines: by what they can be had again, then each.
    pub fn write(&self, tries: &[Try]) -> String {
        let line =
            |value: serde_json::Result<String>| value.expect("figures are plain data") + "\n";
        let header = line(serde_json::to_string(&self.header()));
        header + &tries.iter().map(|found| line(serde_json::to_string(found))).collect::<String>()
    }

    /// Reads tries of the same search.
    pub fn read(&self, name: &str, text: &str) -> Result<Vec<Try>, LabError> {
        let wrong = |number: usize, reason: &dyn std::fmt::Display| {
            LabError::Parts(format!("{name}, line {number}: {reason}"))
        };
        let mut all = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = all.next().ok_or_else(|| wrong(1, &"the file is empty"))?;
        let header: Header = serde_json::from_str(first).map_err(|error| wrong(1, &error))?;
        if header != self.header() {
            return Err(wrong(1, &"it is of another experiment, or was tried by another version"));
        }
        let tries = all.map(|(number, line)| {
            let found: Try = serde_json::from_str(line).map_err(|error| wrong(number, &error))?;
            let known = found.places.len() == self.knobs.len()
                && self.knobs.iter().zip(&found.places).all(|(knob, at)| *at < knob.values.len());
            if known { Ok(found) } else { Err(wrong(number, &"there are no such values")) }
        });
        let tries: Vec<Try> = tries.collect::<Result<_, _>>()?;
        if let Some(last) = tries.last()
            && self.first_of(&last.places)? != last.first
        {
            let reason = "its games go another way today: bots or rules have changed since";
            return Err(wrong(tries.len() + 1, &reason));
        }
        Ok(tries)
    }

    /// What stands for all that is done in the first game of a set of values.
    fn first_of(&self, places: &[usize]) -> Result<Option<Hash>, LabError> {
        let plan = self.plan.with(&self.changes(places))?;
        let first = plan.lines.first().map(|line| print_of(&plan, line, GameId::FIRST));
        Ok(first.transpose()?.flatten())
    }

    fn header(&self) -> Header {
        Part::new(&self.plan).header
    }

    /// How many sets of values are tried.
    pub const fn tries(&self) -> u32 {
        self.wanted.tries
    }

    /// Tries until there are enough, after those that were stored. `each` hears of every try.
    pub fn run(
        &self,
        mut tries: Vec<Try>,
        threads: usize,
        stop: &AtomicBool,
        each: &mut dyn FnMut(&Try) -> Result<(), LabError>,
    ) -> Result<Vec<Try>, LabError> {
        while (tries.len() as u32) < self.wanted.tries && !stop.load(Ordering::Relaxed) {
            let places = self.propose(&tries)?;
            let best = best(&tries).map(Try::loss);
            let Some(found) = self.judge(places, best, threads, stop)? else { break };
            each(&found)?;
            tries.push(found);
        }
        Ok(tries)
    }

    /// The values to try next: today's first, then what the estimator proposes; never the same twice
    /// while there are others near.
    fn propose(&self, tries: &[Try]) -> Result<Vec<usize>, LabError> {
        if tries.is_empty() {
            return Ok(self.knobs.iter().map(|knob| knob.today).collect());
        }
        let trouble = |error: String| LabError::Host(format!("the estimator fails: {error}"));
        let seed = self.plan.experiment.seed ^ (tries.len() as u64).wrapping_mul(0x9e37_79b9);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut places = Vec::new();
        for _ in 0..16 {
            places.clear();
            for (at, knob) in self.knobs.iter().enumerate() {
                let range = tpe::range(0.0, knob.values.len() as f64);
                let range = range.map_err(|error| trouble(error.to_string()))?;
                let mut estimator = tpe::TpeOptimizer::new(tpe::parzen_estimator(), range);
                for found in tries {
                    let told = estimator.tell(found.places[at] as f64 + 0.5, found.loss());
                    told.map_err(|error| trouble(error.to_string()))?;
                }
                let asked = estimator.ask(&mut rng).map_err(|error| trouble(error.to_string()))?;
                places.push((asked.floor() as usize).min(knob.values.len() - 1));
            }
            if !was_tried(tries, &places) {
                return Ok(places);
            }
        }
        Ok(self.untried_near(&places, tries).unwrap_or(places))
    }

    /// The values one step from these that nobody tried, or two steps, and so on; none where all were.
    fn untried_near(&self, places: &[usize], tries: &[Try]) -> Option<Vec<usize>> {
        let mut known = BTreeSet::from([places.to_vec()]);
        let mut next = VecDeque::from([places.to_vec()]);
        while let Some(places) = next.pop_front() {
            if !was_tried(tries, &places) {
                return Some(places);
            }
            for (at, knob) in self.knobs.iter().enumerate() {
                for place in [places[at].checked_sub(1), Some(places[at] + 1)].into_iter().flatten()
                {
                    let mut near = places.clone();
                    near[at] = place;
                    if place < knob.values.len() && known.insert(near.clone()) {
                        next.push_back(near);
                    }
                }
            }
        }
        None
    }

    /// Plays a set of values, rung by rung; none where the host wants an end.
    fn judge(
        &self,
        places: Vec<usize>,
        best: Option<f64>,
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Try>, LabError> {
        let changes = self.changes(&places);
        let most = most_games(&self.plan);
        let change = self.change(&places);
        let (mut rung, mut halves): (u64, [Option<Part>; 2]) =
            (first_rung(&self.plan), [None, None]);
        loop {
            let mut plan = self.plan.with(&changes)?;
            plan.experiment.games = Some(rung);
            plan.experiment.precision = None;
            plan.experiment.watch = 0;
            for (number, half) in halves.iter_mut().enumerate() {
                let mut part = Part::new(&plan);
                // What the rung before has played is part of this one.
                if let Some(played) = half.take() {
                    for (own, before) in part.lines.iter_mut().zip(played.lines) {
                        own.done = before.done;
                        own.tally = before.tally;
                    }
                }
                let shard = Shard::new(number as u64 + 1, 2).unwrap_or(Shard::WHOLE);
                let run = Run { threads, shard, stop };
                *half = Some(run.play(&plan, part, &mut |_, _| Ok(()))?);
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            let [Some(a), Some(b)] = &halves else { return Ok(None) };
            let distances = [a, b].map(|part| self.distance(part));
            let mut whole = a.clone();
            whole.join("the other half", b)?;
            let distance = self.distance(&whole);
            let error = (distances[0] - distances[1]).abs() / 2.0;
            let given_up = best.is_some_and(|best| distance + change - 2.0 * error > best);
            if given_up || rung >= most {
                let (games, first) = (whole.games(), whole.first());
                let found = Try { places, distance, error, change, games, given_up, first };
                return Ok(Some(found));
            }
            rung = (rung * 2).min(most);
        }
    }

    /// What a set of values sets.
    fn changes(&self, places: &[usize]) -> Vec<(Path, Value)> {
        let each = self.knobs.iter().zip(places);
        each.map(|(knob, place)| (knob.path.clone(), knob.values[*place].clone())).collect()
    }

    /// How far from the targets the lines are: the root of the mean square, in points.
    fn distance(&self, part: &Part) -> f64 {
        let played: Vec<&Tally> =
            part.lines.iter().map(|line| &line.tally).filter(|tally| tally.games > 0).collect();
        let squares: f64 = played.iter().map(|tally| self.miss(tally).powi(2)).sum();
        (squares / played.len().max(1) as f64).sqrt()
    }

    /// By how many points a line misses its targets.
    fn miss(&self, tally: &Tally) -> f64 {
        let beyond = |value: f64, [low, high]: [f64; 2]| (low - value).max(value - high).max(0.0);
        let share = main_share(tally).value * 100.0;
        let mut miss = 0.0;
        if let Some(range) = self.wanted.share.or(self.wanted.won) {
            miss += beyond(share, range);
        }
        if let Some(range) = self.wanted.commands {
            miss += beyond(tally.commands.mean(), range);
        }
        if let Some(most) = self.wanted.drawn {
            miss += beyond(tally.drawn().value * 100.0, [0.0, most]);
        }
        miss
    }

    /// What a change from today costs: for each value its part of the way to the far bound.
    fn change(&self, places: &[usize]) -> f64 {
        let moved = self.knobs.iter().zip(places).map(|(knob, place)| {
            let steps = knob.values.len().saturating_sub(1).max(1) as f64;
            place.abs_diff(knob.today) as f64 / steps
        });
        moved.sum::<f64>() * self.wanted.change
    }

    /// The values of a try, named.
    pub fn named(&self, places: &[usize]) -> Vec<(String, &Value)> {
        let each = self.knobs.iter().zip(places);
        each.map(|(knob, place)| (knob.path.to_string(), &knob.values[*place])).collect()
    }

    /// What was asked for.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }
}

/// The games of each line after which a try is judged first: where bots sit everywhere, a deal is several.
fn first_rung(plan: &Plan) -> u64 {
    FIRST_RUNG * plan.lines.iter().map(|line| line.seatings).max().unwrap_or(1)
}

/// The games of each line that a try is given at most.
fn most_games(plan: &Plan) -> u64 {
    plan.experiment.fixed_games().unwrap_or(plan.experiment.at_most)
}

fn was_tried(tries: &[Try], places: &[usize]) -> bool {
    tries.iter().any(|found| found.places == places)
}

/// The best try: one that was played to its end, with the least loss.
pub fn best(tries: &[Try]) -> Option<&Try> {
    let whole = tries.iter().filter(|found| !found.given_up);
    whole.min_by(|a, b| a.loss().total_cmp(&b.loss()))
}

/// The front between closeness and change: tries that no other beats in both.
pub fn front(tries: &[Try]) -> Vec<&Try> {
    let whole: Vec<&Try> = tries.iter().filter(|found| !found.given_up).collect();
    let beaten = |own: &Try| {
        whole.iter().any(|other| {
            let no_worse = other.distance <= own.distance && other.change <= own.change;
            no_worse && (other.distance < own.distance || other.change < own.change)
        })
    };
    let mut front: Vec<&Try> = whole.iter().copied().filter(|own| !beaten(own)).collect();
    front.sort_by(|a, b| a.change.total_cmp(&b.change));
    front.dedup_by(|a, b| a.places == b.places);
    front
}

fn knob(plan: &Plan, path: Path, range: &Value) -> Result<Knob, LabError> {
    let wrong = |sentence: String| LabError::Experiment(format!("tune.values.{path}: {sentence}"));
    let values = match range {
        Value::Object(range) => counted(range).map_err(wrong)?,
        Value::Array(values) if values.len() > 1 => values.clone(),
        _ => return Err(wrong("it takes { from = 1, to = 3 } or a list".to_owned())),
    };
    let today = plan.lines.first().and_then(|line| plan.number(line, &path));
    let today = today.ok_or_else(|| wrong("there is no such number today".to_owned()))?;
    let far = |value: &Value| (value.as_f64().unwrap_or(f64::MAX) - today).abs();
    let nearest = (0..values.len()).min_by(|a, b| far(&values[*a]).total_cmp(&far(&values[*b])));
    Ok(Knob { path, values, today: nearest.unwrap_or(0) })
}
