//! What came of many games, in a space that does not grow with them.
//!
//! Everything is a sum of whole numbers, a least or a greatest: games may be added in any order and
//! parts joined in any order, and the bytes are the same.

use std::collections::BTreeMap;

use senet_catalog::{Chances, Ended, Played, Record};
use senet_kernel::{Hash, Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::distinct::Distinct;
use crate::spread::Spread;
use crate::stats::{Estimate, wilson};

/// A whole win, in the unit of shares.
const WHOLE: u64 = 1000;

/// How far ahead, in thousandths, a seat must be to lead.
const LEAD: u32 = 50;

/// From which chance on, in thousandths, a game is as good as won.
const DECIDED: u32 = 800;

/// At how many moments of a game chances are told: its start, every tenth of it, its end.
pub const MOMENTS: usize = 11;

/// Among how many of the first deals the typical game is looked for.
const TYPICAL_AMONG: u64 = 64;

/// A game of an experiment's line: its deal, and how far the bots were moved on round the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameId {
    /// The number of the deal.
    pub deal: u64,
    /// The seating: the bot of seat `s` sat at seat `s + turn`.
    pub turn: u32,
}

impl GameId {
    /// The first deal, with the bots as they are listed.
    pub const FIRST: GameId = GameId { deal: 0, turn: 0 };
}

/// What came of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many games there were.
    pub games: u64,
    /// Games that all seats won or lost together.
    pub together: u64,
    /// Those of them that were won.
    pub won_together: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Results by seat.
    pub seats: Vec<Standing>,
    /// Results by bot, in the order in which the experiment lists them.
    pub bots: Vec<Standing>,
    /// What made games end, where it was not their rules: `bound` or `stuck`.
    pub cut: BTreeMap<String, u64>,
    /// Why games ended; for each reason how often nobody won, and how often each seat.
    pub reasons: BTreeMap<String, Vec<u64>>,
    /// In how many games the last command led to each kind of event.
    pub last: BTreeMap<String, u64>,
    /// Commands of a game.
    pub commands: Spread,
    /// Rounds or turns of a game, where it counts them.
    pub rounds: Spread,
    /// Choices of a game.
    pub choices: Spread,
    /// Options of all choices.
    pub options: u64,
    /// Events of each kind in a game; games without any are not among them.
    pub events: BTreeMap<String, Spread>,
    /// The numbers that the game counts.
    pub measures: BTreeMap<String, Spread>,
    /// How games went, of those that were looked at closely.
    pub course: Course,
    /// How many games differ.
    pub distinct: Distinct,
    /// Games to look at.
    pub examples: Examples,
}

/// The results of a seat or of a bot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Games that it won alone, or with all.
    pub won: u64,
    /// Games in which it had a part of the win: a draw, a shared first place.
    pub shared: u64,
    /// The shares of the win, summed up, in thousandths.
    pub shares: u64,
    /// Their squares.
    pub squares: u64,
    /// Its scores, where the outcome is a score.
    pub scores: Spread,
}

/// How games went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// How many games were looked at.
    pub games: u64,
    /// How often the lead changed.
    pub lead_changes: Spread,
    /// When it changed last, in thousandths of the game; of games in which it did.
    pub last_change: Spread,
    /// From when on the game was as good as won, in thousandths of it; of games with a winner.
    pub decided: Spread,
    /// The chances at the start, at every tenth, and at the end.
    pub moments: Vec<Tenth>,
}

/// The chances of the first seat at a moment, over games; all in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenth {
    /// Their sum.
    pub sum: u64,
    /// The sum of their squares.
    pub squares: u64,
    /// The sum of the spread of results that new deals from the same position give.
    pub within: u64,
}

/// Games to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examples {
    /// The first game, and what stands for all that was done in it: where it goes another way today, bots or
    /// rules are not those that the rest was played by.
    pub first: Option<(GameId, Hash)>,
    /// The longest game, with its commands.
    pub longest: Option<(u32, GameId)>,
    /// The game in which the chances stayed closest to even, with their mean distance.
    pub closest: Option<(u32, GameId)>,
    /// The first game of each length among the first deals.
    pub lengths: BTreeMap<u32, GameId>,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, record: &Record, id: GameId) {
        let played = &record.played;
        self.games += 1;
        self.add_results(record, id.turn as usize);
        self.commands.add(played.commands.into());
        self.choices.add(played.choices.into());
        self.options += played.options;
        if let Some(rounds) = record.rounds {
            self.rounds.add(rounds);
        }
        for (kind, times) in &record.events {
            self.events.entry(kind.clone()).or_default().add((*times).into());
        }
        for (name, number) in record.measures.numbers() {
            self.measures.entry(name.clone()).or_default().add(*number);
        }
        let mut last: Vec<&String> = record.last.iter().collect();
        last.sort();
        last.dedup();
        for kind in last {
            *self.last.entry(kind.clone()).or_default() += 1;
        }
        self.distinct.add(played.print);
        self.examples.add(played, id);
        if !record.chances.is_empty() {
            let together = matches!(played.outcome, Some(Outcome::Together { .. }));
            let even = self.course.add(&record.chances, together);
            self.examples.add_close(even, id);
        }
    }

    fn add_results(&mut self, record: &Record, turn: usize) {
        let played = &record.played;
        let seats = played.seats;
        self.seats.resize(seats.max(self.seats.len()), Standing::default());
        self.bots.resize(seats.max(self.bots.len()), Standing::default());
        let cut = match played.ended {
            Ended::Rules => None,
            Ended::Bound => Some("bound"),
            Ended::Stuck => Some("stuck"),
        };
        if let Some(cut) = cut {
            *self.cut.entry(cut.to_owned()).or_default() += 1;
        }
        let winner = winner(record);
        if let Some(outcome) = played.outcome {
            if let Outcome::Together { won } = outcome {
                self.together += 1;
                self.won_together += u64::from(won);
            }
            for seat in Seat::first(seats) {
                let share = share(&outcome, seat, seats);
                let score = match outcome {
                    Outcome::Ranked { scores } => Some(i64::from(scores.of(seat))),
                    _ => None,
                };
                self.seats[seat.index()].add(share, score);
                self.bots[(seat.index() + seats - turn) % seats].add(share, score);
            }
            let nobody = winner.is_none() && !matches!(outcome, Outcome::Together { .. });
            self.drawn += u64::from(nobody);
        }
        let reason = reason(record, winner);
        let by = self.reasons.entry(reason).or_default();
        by.resize(by.len().max(seats + 1), 0);
        by[winner.map_or(0, |winner| winner + 1)] += 1;
    }

    /// Adds all games of another tally.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.together += other.together;
        self.won_together += other.won_together;
        self.drawn += other.drawn;
        merge_rows(&mut self.seats, &other.seats, Standing::merge);
        merge_rows(&mut self.bots, &other.bots, Standing::merge);
        merge_maps(&mut self.cut, &other.cut, |own, more| *own += more);
        merge_maps(&mut self.reasons, &other.reasons, |own, more| {
            merge_rows(own, more, |own, more| *own += more);
        });
        merge_maps(&mut self.last, &other.last, |own, more| *own += more);
        self.commands.merge(&other.commands);
        self.rounds.merge(&other.rounds);
        self.choices.merge(&other.choices);
        self.options += other.options;
        merge_maps(&mut self.events, &other.events, Spread::merge);
        merge_maps(&mut self.measures, &other.measures, Spread::merge);
        self.course.merge(&other.course);
        self.distinct.merge(&other.distinct);
        self.examples.merge(&other.examples);
    }

    /// Whether the seats win and lose together.
    pub const fn is_together(&self) -> bool {
        self.together > 0
    }

    /// How often a seat won.
    pub fn won(&self, seat: usize) -> Estimate {
        wilson(self.seats.get(seat).map_or(0, |standing| standing.won), self.games)
    }

    /// How often a bot won.
    pub fn bot_won(&self, bot: usize) -> Estimate {
        wilson(self.bots.get(bot).map_or(0, |standing| standing.won), self.games)
    }

    /// How often nobody won.
    pub fn drawn(&self) -> Estimate {
        wilson(self.drawn, self.games)
    }

    /// The mean share of the win that a seat has: half of a draw.
    pub fn share(&self, seat: usize) -> Estimate {
        let Some(standing) = self.seats.get(seat) else { return Estimate::default() };
        let whole = WHOLE as f64;
        let (sum, squares) =
            (standing.shares as f64 / whole, standing.squares as f64 / whole / whole);
        crate::stats::share(self.games, sum, squares)
    }

    /// The options of a choice, in the mean.
    pub fn options_per_choice(&self) -> f64 {
        if self.choices.sum() == 0 { 0.0 } else { self.options as f64 / self.choices.sum() as f64 }
    }

    /// The events of a kind, with the games that had none.
    pub fn events_of(&self, kind: &str) -> Spread {
        let mut spread = self.events.get(kind).cloned().unwrap_or_default();
        spread.add_times(0, self.games - spread.count());
        spread
    }

    /// The game whose length is nearest to the median.
    pub fn typical(&self) -> Option<GameId> {
        let median = self.commands.percentile(50);
        let near = |(length, id): &(&u32, &GameId)| ((i64::from(**length) - median).abs(), **id);
        self.examples.lengths.iter().min_by_key(near).map(|(_, id)| *id)
    }
}

/// The first seat that won alone, or with all.
pub(crate) fn winner(record: &Record) -> Option<usize> {
    let (outcome, seats) = (record.played.outcome.as_ref()?, record.played.seats);
    Seat::first(seats).find(|seat| share(outcome, *seat, seats) == WHOLE).map(Seat::index)
}

/// Why a game ended, in a few words.
pub(crate) fn reason(record: &Record, winner: Option<usize>) -> String {
    match (record.measures.reason(), record.played.outcome) {
        (_, None) => "no end within the bound".to_owned(),
        ("", Some(Outcome::Together { won: true })) => "won".to_owned(),
        ("", Some(Outcome::Together { won: false })) => "lost".to_owned(),
        ("", Some(_)) if winner.is_none() => "drawn".to_owned(),
        ("", Some(_)) => "won".to_owned(),
        (reason, Some(_)) => reason.to_owned(),
    }
}

/// The share of the win that a seat has, in thousandths.
pub(crate) fn share(outcome: &Outcome, seat: Seat, seats: usize) -> u64 {
    match outcome {
        Outcome::Versus { winner: None } => WHOLE / seats.max(1) as u64,
        Outcome::Ranked { scores } if outcome.won_by(seat) => {
            let best = scores.list().iter().filter(|score| **score == scores.of(seat)).count();
            WHOLE / best.max(1) as u64
        }
        _ => WHOLE * u64::from(outcome.won_by(seat)),
    }
}

impl Standing {
    fn add(&mut self, share: u64, score: Option<i64>) {
        self.won += u64::from(share == WHOLE);
        self.shared += u64::from(share > 0 && share < WHOLE);
        self.shares += share;
        self.squares += share * share;
        if let Some(score) = score {
            self.scores.add(score);
        }
    }

    fn merge(&mut self, other: &Standing) {
        self.won += other.won;
        self.shared += other.shared;
        self.shares += other.shares;
        self.squares += other.squares;
        self.scores.merge(&other.scores);
    }
}

impl Course {
    /// Adds a game, and says how far its chances were from even in the mean, in thousandths.
    fn add(&mut self, chances: &[Chances], together: bool) -> u32 {
        self.games += 1;
        let shares = |moment: &Chances| -> Vec<u32> {
            let own = moment.shares.iter().map(|share| share / 1000);
            // Where all win together the game itself is the other side.
            if together {
                let own = moment.shares.first().map_or(0, |share| share / 1000);
                return vec![own, 1000 - own];
            }
            own.collect()
        };
        let moments: Vec<(u32, Vec<u32>)> =
            chances.iter().map(|moment| (moment.at, shares(moment))).collect();
        self.add_leads(&moments);
        self.add_decision(&moments);
        self.add_moments(&moments, chances);
        let even = moments.first().map_or(1, |(_, shares)| shares.len()).max(1) as u32;
        let distance = moments.iter().map(|(_, shares)| {
            let best = shares.iter().max().copied().unwrap_or(0);
            best.saturating_sub(1000 / even)
        });
        distance.sum::<u32>() / moments.len().max(1) as u32
    }

    fn add_leads(&mut self, moments: &[(u32, Vec<u32>)]) {
        let mut leader = None;
        let (mut changes, mut last) = (0, None);
        for (at, shares) in moments {
            let Some(ahead) = leading(shares) else { continue };
            if leader.is_some_and(|leader| leader != ahead) {
                changes += 1;
                last = Some(*at);
            }
            leader = Some(ahead);
        }
        self.lead_changes.add(changes);
        if let Some(at) = last {
            self.last_change.add(at.into());
        }
    }

    fn add_decision(&mut self, moments: &[(u32, Vec<u32>)]) {
        let Some((_, last)) = moments.last() else { return };
        let Some(winner) = last.iter().position(|share| *share == 1000) else { return };
        let open = moments.iter().rposition(|(_, shares)| shares[winner] < DECIDED);
        let from = open.map_or(Some(0), |open| moments.get(open + 1).map(|(at, _)| *at));
        if let Some(at) = from {
            self.decided.add(at.into());
        }
    }

    fn add_moments(&mut self, moments: &[(u32, Vec<u32>)], chances: &[Chances]) {
        self.moments.resize(MOMENTS, Tenth::default());
        for (tenth, moment) in self.moments.iter_mut().enumerate() {
            // The position that lay on the board at that moment.
            let lay = moments.iter().rposition(|(at, _)| *at <= 100 * tenth as u32).unwrap_or(0);
            let Some(((_, shares), chances)) = moments.get(lay).zip(chances.get(lay)) else {
                continue;
            };
            let chance = u64::from(shares.first().copied().unwrap_or(0));
            moment.sum += chance;
            moment.squares += chance * chance;
            moment.within += u64::from(chances.spread);
        }
    }

    fn merge(&mut self, other: &Course) {
        self.games += other.games;
        self.lead_changes.merge(&other.lead_changes);
        self.last_change.merge(&other.last_change);
        self.decided.merge(&other.decided);
        merge_rows(&mut self.moments, &other.moments, |own, more| {
            own.sum += more.sum;
            own.squares += more.squares;
            own.within += more.within;
        });
    }

    /// The share of luck at each moment: of the spread of results, what is left where the position
    /// stays and only what comes after it is dealt anew. None where all games end alike.
    pub fn luck(&self) -> Option<Vec<f64>> {
        let end = self.moments.last()?;
        let games = self.games as f64;
        let mean = end.sum as f64 / games;
        let whole = end.squares as f64 / games - mean * mean;
        if whole < 1.0 {
            return None;
        }
        let left = self.moments.iter().map(|moment| moment.within as f64 / games / whole);
        Some(left.map(|share| share.clamp(0.0, 1.0)).collect())
    }
}

/// Who is clearly ahead.
fn leading(shares: &[u32]) -> Option<usize> {
    let best = (0..shares.len()).max_by_key(|seat| shares[*seat])?;
    let clear = |(seat, share): (usize, &u32)| seat == best || share + LEAD <= shares[best];
    shares.iter().enumerate().all(clear).then_some(best)
}

impl Examples {
    fn add(&mut self, played: &Played, id: GameId) {
        if let Some(print) = played.print {
            self.add_first((id, print));
        }
        longer(&mut self.longest, (played.commands, id));
        if id.deal < TYPICAL_AMONG {
            let first = self.lengths.entry(played.commands).or_insert(id);
            *first = id.min(*first);
        }
    }

    fn add_first(&mut self, found: (GameId, Hash)) {
        let first = self.first.filter(|own| own.0 <= found.0);
        self.first = first.or(Some(found));
    }

    fn add_close(&mut self, distance: u32, id: GameId) {
        let found = (distance, id);
        self.closest = Some(self.closest.map_or(found, |own| own.min(found)));
    }

    fn merge(&mut self, other: &Examples) {
        if let Some(found) = other.first {
            self.add_first(found);
        }
        if let Some(found) = other.longest {
            longer(&mut self.longest, found);
        }
        if let Some((distance, id)) = other.closest {
            self.add_close(distance, id);
        }
        for (length, id) in &other.lengths {
            let first = self.lengths.entry(*length).or_insert(*id);
            *first = (*id).min(*first);
        }
    }
}

/// Takes the longer game, and of equals the first.
fn longer(own: &mut Option<(u32, GameId)>, found: (u32, GameId)) {
    let key = |(commands, id): (u32, GameId)| (commands, std::cmp::Reverse(id));
    if own.is_none_or(|own| key(found) > key(own)) {
        *own = Some(found);
    }
}

fn merge_rows<T: Clone + Default>(own: &mut Vec<T>, other: &[T], add: impl Fn(&mut T, &T)) {
    own.resize(own.len().max(other.len()), T::default());
    own.iter_mut().zip(other).for_each(|(own, more)| add(own, more));
}

fn merge_maps<T: Clone + Default>(
    own: &mut BTreeMap<String, T>,
    other: &BTreeMap<String, T>,
    add: impl Fn(&mut T, &T),
) {
    for (name, more) in other {
        add(own.entry(name.clone()).or_default(), more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(rows: &[(u32, u32)]) -> Vec<Chances> {
        let two = |(at, first): &(u32, u32)| Chances {
            at: *at,
            shares: vec![first * 1000, 1_000_000 - first * 1000],
            spread: first * (1000 - first),
        };
        rows.iter().map(two).collect()
    }

    #[test]
    fn the_lead_changes_where_another_is_clearly_ahead() {
        let mut course = Course::default();
        course.add(&chances(&[(0, 500), (250, 600), (500, 510), (600, 400), (1000, 0)]), false);
        assert_eq!((course.lead_changes.sum(), course.last_change.sum()), (1, 600));
        assert_eq!(course.decided.sum(), 1000);
    }

    #[test]
    fn a_game_is_decided_from_when_the_winner_stays_far_ahead() {
        let mut course = Course::default();
        course.add(&chances(&[(0, 500), (250, 850), (500, 700), (750, 900), (1000, 1000)]), false);
        assert_eq!(course.decided.sum(), 750);
    }

    #[test]
    fn all_is_luck_where_the_position_says_nothing_and_none_where_it_says_all() {
        let mut open = Course::default();
        let mut closed = Course::default();
        for won in [0, 1000] {
            open.add(&chances(&[(0, 500), (1000, won)]), false);
            closed.add(&chances(&[(0, won), (1000, won)]), false);
        }
        assert!(open.luck().is_some_and(|luck| luck[5] > 0.99));
        assert!(closed.luck().is_some_and(|luck| luck[5] == 0.0));
    }
}
