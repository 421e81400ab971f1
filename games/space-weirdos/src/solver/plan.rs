//! The search over whole warbands: one stage for each weirdo that is given, then one for each
//! class of troopers that can be added, each class being all loadouts of one cost and one set of
//! marks. Names and the order of troopers do not count.

use std::collections::BTreeSet;

use senet_kernel::Dice;

use super::natural::{Natural, below};
use super::space::{Loadout, Space};
use super::wish::Wanted;
use super::{Refused, Stop};
use crate::catalogue::Limits;

/// The tables of a search have no more cells.
const MAX_CELLS: usize = 2_000_000;

/// What is counted: ways, or only whether there is one.
pub(crate) trait Weight: Clone {
    const ZERO: Self;
    const ONE: Self;
    fn is_zero(&self) -> bool;
    fn add_product(&mut self, a: &Self, b: &Self);
    fn of(count: u64) -> Self;
    /// In how many ways `k` of `n` loadouts can be taken, with or without repeats.
    fn takings(n: u64, most: usize, repeats: bool) -> Vec<Self>;
}

impl Weight for Natural {
    const ZERO: Natural = Natural::ZERO;
    const ONE: Natural = Natural::ONE;

    fn is_zero(&self) -> bool {
        Natural::is_zero(self)
    }

    fn add_product(&mut self, a: &Natural, b: &Natural) {
        *self = self.plus(&a.times(b));
    }

    fn of(count: u64) -> Natural {
        Natural::small(count)
    }

    fn takings(n: u64, most: usize, repeats: bool) -> Vec<Natural> {
        let mut ways = vec![Natural::ONE];
        for k in 1..=most as u64 {
            let factor = if repeats { n + k - 1 } else { (n + 1).saturating_sub(k) };
            let last = ways[ways.len() - 1];
            ways.push(last.times(&Natural::small(factor)).over(k));
        }
        ways
    }
}

impl Weight for bool {
    const ZERO: bool = false;
    const ONE: bool = true;

    fn is_zero(&self) -> bool {
        !self
    }

    fn add_product(&mut self, a: &bool, b: &bool) {
        *self |= *a && *b;
    }

    fn of(count: u64) -> bool {
        count != 0
    }

    fn takings(n: u64, most: usize, repeats: bool) -> Vec<bool> {
        let possible = |k: u64| k == 0 || if repeats { n != 0 } else { k <= n };
        (0..=most as u64).map(possible).collect()
    }
}

/// All loadouts of one cost and one set of marks.
#[derive(Clone, Debug)]
struct Class {
    cost: usize,
    marks: usize,
    premium: bool,
    count: u64,
    /// The numbers of loadouts that may not be taken, rising.
    excluded: Vec<u64>,
}

#[derive(Clone, Debug)]
enum Stage {
    /// One weirdo, with a loadout of one of the classes.
    Slot(Vec<Class>),
    /// Any number of troopers of one class.
    Recruits(Class),
}

/// What is known of a warband besides its points, as one number.
#[derive(Clone, Debug)]
struct Tally {
    size: usize,
    /// By marks and premium: what one more weirdo makes of it. `NOWHERE` where it may not be.
    steps: Vec<Vec<usize>>,
    accepted: Vec<bool>,
}

const NOWHERE: usize = usize::MAX;

impl Tally {
    fn new(wanted: &Wanted, most_bodies: u32) -> Tally {
        // A goal that no warband can meet is counted one above what there can be.
        let cap = |count: u32| count.min(most_bodies + 1) as usize;
        let needs: Vec<usize> = wanted.goals.iter().map(|(_, count)| cap(*count)).collect();
        let bodies = match wanted.max_bodies {
            Some(max) => cap(max),
            None => cap(wanted.min_bodies),
        };
        let mut radixes = vec![2];
        radixes.extend(needs.iter().map(|need| need + 1));
        radixes.push(bodies + 1);
        let size: usize = radixes.iter().product();
        let digits = |mut number: usize| -> Vec<usize> {
            let mut digit = |radix: &usize| {
                let digit = number % radix;
                number /= radix;
                digit
            };
            radixes.iter().map(&mut digit).collect()
        };
        let step = |marks: usize, premium: bool, from: usize| {
            let mut digits = digits(from);
            if premium {
                if digits[0] == 1 || !wanted.premium {
                    return NOWHERE;
                }
                digits[0] = 1;
            }
            for (goal, need) in needs.iter().enumerate().filter(|(goal, _)| marks >> goal & 1 == 1)
            {
                digits[1 + goal] = need.min(&(digits[1 + goal] + 1)).to_owned();
            }
            let last = digits.len() - 1;
            if digits[last] < bodies {
                digits[last] += 1;
            } else if wanted.max_bodies.is_some() {
                return NOWHERE;
            }
            let places = digits.iter().zip(&radixes).rev();
            places.fold(0, |number, (digit, radix)| number * radix + digit)
        };
        let steps = (0..2 << needs.len())
            .map(|key| (0..size).map(|from| step(key / 2, key % 2 == 1, from)).collect())
            .collect();
        let accept = |number: usize| {
            let digits = digits(number);
            let goals = needs.iter().zip(&digits[1..]).all(|(need, digit)| need <= digit);
            goals && cap(wanted.min_bodies) <= digits[digits.len() - 1]
        };
        Tally { size, accepted: (0..size).map(accept).collect(), steps }
    }

    fn step(&self, class: &Class, from: usize) -> usize {
        self.steps[class.marks * 2 + usize::from(class.premium)][from]
    }
}

/// The most different tallies that a search may tell apart.
const MAX_TALLIES: u64 = 4096;

fn tallies(wanted: &Wanted, most_bodies: u32) -> u64 {
    let cap = |count: u32| u64::from(count.min(most_bodies + 1)) + 1;
    let goals = wanted.goals.iter().map(|(_, count)| cap(*count)).product::<u64>();
    2 * goals * cap(wanted.max_bodies.unwrap_or(wanted.min_bodies))
}

/// A warband to be made: the weirdos that are given, and those that may be added.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    points: usize,
    slots: Vec<Space>,
    recruits: Option<Space>,
    repeats: bool,
    stages: Vec<Stage>,
    tally: Tally,
}

/// What the search chose.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// A loadout for each slot.
    pub slots: Vec<Loadout>,
    /// Loadouts of added troopers, the dearest first.
    pub recruits: Vec<Loadout>,
}

impl Plan {
    /// `kept` are loadouts of the recruits' space that may not be added once more.
    pub(crate) fn new(
        limits: &Limits,
        points: u32,
        slots: Vec<Space>,
        recruits: Option<Space>,
        wanted: &Wanted,
        kept: &[Loadout],
    ) -> Result<Plan, Refused> {
        let cheapest = recruits.iter().filter_map(cheapest).min().unwrap_or(1).max(1);
        let most_bodies = slots.len() as u32 + points / cheapest as u32;
        if MAX_TALLIES < tallies(wanted, most_bodies) {
            return Err(Refused::TooWide);
        }
        let tally = Tally::new(wanted, most_bodies);
        let mut stages: Vec<Stage> =
            slots.iter().map(|space| Stage::Slot(classes(limits, space))).collect();
        if let Some(space) = &recruits {
            for mut class in classes(limits, space) {
                if !wanted.repeats {
                    class.excluded = excluded(space, &class, kept);
                    class.count -= class.excluded.len() as u64;
                }
                stages.push(Stage::Recruits(class));
            }
        }
        if MAX_CELLS < (stages.len() + 1) * (points as usize + 1) * tally.size {
            return Err(Refused::TooWide);
        }
        Ok(Plan {
            points: points as usize,
            slots,
            recruits,
            repeats: wanted.repeats,
            stages,
            tally,
        })
    }

    fn at(&self, points: usize, tally: usize) -> usize {
        points * self.tally.size + tally
    }

    /// For every stage, points and tally so far: in how many ways it can go on.
    fn ways<W: Weight>(&self, stop: &Stop) -> Result<Vec<Vec<W>>, Refused> {
        let cells = (self.points + 1) * self.tally.size;
        let mut last = vec![W::ZERO; cells];
        for (tally, accepted) in self.tally.accepted.iter().enumerate() {
            if *accepted {
                last[self.at(self.points, tally)] = W::ONE;
            }
        }
        let mut layers = vec![last];
        for stage in self.stages.iter().rev() {
            stop.check()?;
            let after = &layers[layers.len() - 1];
            let mut before = vec![W::ZERO; cells];
            match stage {
                Stage::Slot(classes) => {
                    for class in classes {
                        self.add_slot(class, after, &mut before);
                    }
                }
                Stage::Recruits(class) => self.add_recruits(class, after, &mut before),
            }
            layers.push(before);
        }
        layers.reverse();
        Ok(layers)
    }

    fn add_slot<W: Weight>(&self, class: &Class, after: &[W], before: &mut [W]) {
        let count = W::of(class.count);
        for points in 0..=self.points.saturating_sub(class.cost) {
            if self.points < points + class.cost {
                break;
            }
            for from in 0..self.tally.size {
                let to = self.tally.step(class, from);
                if to != NOWHERE {
                    let way = &after[self.at(points + class.cost, to)];
                    if !way.is_zero() {
                        before[self.at(points, from)].add_product(&count, way);
                    }
                }
            }
        }
    }

    fn add_recruits<W: Weight>(&self, class: &Class, after: &[W], before: &mut [W]) {
        let takings = W::takings(class.count, self.most(class, 0), self.repeats);
        for points in 0..=self.points {
            for from in 0..self.tally.size {
                let place = self.at(points, from);
                let mut sum = after[place].clone();
                let mut tally = from;
                for (k, taking) in takings.iter().enumerate().skip(1).take(self.most(class, points))
                {
                    tally = self.tally.step(class, tally);
                    if tally == NOWHERE {
                        break;
                    }
                    let way = &after[self.at(points + k * class.cost, tally)];
                    if !way.is_zero() {
                        sum.add_product(taking, way);
                    }
                }
                before[place] = sum;
            }
        }
    }

    /// The most troopers of a class that the points left can pay for. A class that costs nothing
    /// could be taken without end; it is not taken at all.
    fn most(&self, class: &Class, points: usize) -> usize {
        (self.points - points).checked_div(class.cost).unwrap_or(0)
    }

    /// Whether there is any warband.
    pub(crate) fn feasible(&self, stop: &Stop) -> Result<bool, Refused> {
        Ok(self.ways::<bool>(stop)?[0][0])
    }

    /// How many warbands there are.
    pub(crate) fn count(&self, stop: &Stop) -> Result<Natural, Refused> {
        Ok(self.ways::<Natural>(stop)?[0][0])
    }

    /// One warband, all equally likely, and how many there are.
    pub(crate) fn sample(
        &self,
        dice: &mut Dice,
        stop: &Stop,
    ) -> Result<Option<(Chosen, Natural)>, Refused> {
        Ok(self.draw(&self.ways::<Natural>(stop)?, dice))
    }

    fn draw(&self, ways: &[Vec<Natural>], dice: &mut Dice) -> Option<(Chosen, Natural)> {
        let total = ways[0][0];
        if total.is_zero() {
            return None;
        }
        let mut chosen = Chosen { slots: Vec::new(), recruits: Vec::new() };
        let (mut points, mut tally) = (0, 0);
        for (number, stage) in self.stages.iter().enumerate() {
            let after = &ways[number + 1];
            let mut draw = ways[number][self.at(points, tally)].below(dice);
            match stage {
                Stage::Slot(classes) => {
                    let space = &self.slots[number];
                    let (class, to) = self.draw_class(classes, after, points, tally, &mut draw)?;
                    (points, tally) = (points + class.cost, to);
                    let n = below(dice, class.count);
                    chosen.slots.push(nth(space, class, n)?);
                }
                Stage::Recruits(class) => {
                    let (k, to) = self.draw_number(class, after, points, tally, &mut draw)?;
                    (points, tally) = (points + k * class.cost, to);
                    let space = self.recruits.as_ref()?;
                    for n in take(dice, class.count, k as u64, self.repeats) {
                        chosen.recruits.push(nth(space, class, n)?);
                    }
                }
            }
        }
        chosen.recruits.reverse();
        Some((chosen, total))
    }

    fn draw_class<'a>(
        &self,
        classes: &'a [Class],
        after: &[Natural],
        points: usize,
        tally: usize,
        draw: &mut Natural,
    ) -> Option<(&'a Class, usize)> {
        for class in classes.iter().filter(|class| points + class.cost <= self.points) {
            let to = self.tally.step(class, tally);
            if to == NOWHERE {
                continue;
            }
            let way = &after[self.at(points + class.cost, to)];
            let weight = way.times(&Natural::small(class.count));
            if *draw < weight {
                return Some((class, to));
            }
            *draw = draw.minus(&weight);
        }
        None
    }

    fn draw_number(
        &self,
        class: &Class,
        after: &[Natural],
        points: usize,
        mut tally: usize,
        draw: &mut Natural,
    ) -> Option<(usize, usize)> {
        let most = self.most(class, points);
        let takings = Natural::takings(class.count, most, self.repeats);
        for (k, taking) in takings.iter().enumerate() {
            if k != 0 {
                tally = self.tally.step(class, tally);
            }
            if tally == NOWHERE {
                return None;
            }
            let weight = taking.times(&after[self.at(points + k * class.cost, tally)]);
            if *draw < weight {
                return Some((k, tally));
            }
            *draw = draw.minus(&weight);
        }
        None
    }

    /// How many classes of loadouts were searched.
    pub(crate) fn classes(&self) -> usize {
        let each = self.stages.iter().map(|stage| match stage {
            Stage::Slot(classes) => classes.len(),
            Stage::Recruits(_) => 1,
        });
        each.sum()
    }

    /// The least and the most that the given weirdos can cost; nothing where one of them has no
    /// legal loadout.
    pub(crate) fn given_range(&self) -> Option<(u32, u32)> {
        let mut range = (0, 0);
        for stage in &self.stages {
            if let Stage::Slot(classes) = stage {
                range.0 += classes.iter().map(|class| class.cost as u32).min()?;
                range.1 += classes.iter().map(|class| class.cost as u32).max()?;
            }
        }
        Some(range)
    }
}

fn cheapest(space: &Space) -> Option<usize> {
    space.classes().iter().position(|row| row.iter().any(|count| *count != 0))
}

fn classes(limits: &Limits, space: &Space) -> Vec<Class> {
    let mut classes = Vec::new();
    for (cost, row) in space.classes().iter().enumerate() {
        for (marks, count) in row.iter().enumerate().filter(|(_, count)| **count != 0) {
            classes.push(Class {
                cost,
                marks,
                premium: limits.premium(cost as u32),
                count: *count,
                excluded: Vec::new(),
            });
        }
    }
    classes
}

fn excluded(space: &Space, class: &Class, kept: &[Loadout]) -> Vec<u64> {
    let counter = space.counter(|cost, marks| cost == class.cost && marks == class.marks);
    let ranks: BTreeSet<u64> = kept.iter().filter_map(|loadout| counter.rank(loadout)).collect();
    ranks.into_iter().collect()
}

/// The n-th loadout of a class that is not excluded.
fn nth(space: &Space, class: &Class, mut n: u64) -> Option<Loadout> {
    for excluded in &class.excluded {
        n += u64::from(*excluded <= n);
    }
    let counter = space.counter(|cost, marks| cost == class.cost && marks == class.marks);
    counter.nth(n)
}

/// `k` of `n` numbers, rising, each taking equally likely.
fn take(dice: &mut Dice, n: u64, k: u64, repeats: bool) -> Vec<u64> {
    // A taking with repeats is one without from k − 1 more numbers, each lowered by its place.
    let from = if repeats { (n + k).saturating_sub(1) } else { n };
    let mut taken = BTreeSet::new();
    for last in from.saturating_sub(k)..from {
        let number = below(dice, last + 1);
        if !taken.insert(number) {
            taken.insert(last);
        }
    }
    let lowered = |(place, number)| {
        if repeats { number - place as u64 } else { number }
    };
    taken.into_iter().enumerate().map(lowered).collect()
}
