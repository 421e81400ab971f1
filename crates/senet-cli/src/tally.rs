//! What came of many games.

use std::collections::BTreeMap;

use senet_catalog::{Ended, Played};
use senet_kernel::{MAX_SEATS, Outcome, Seat};
use senet_lab::Distinct;
use serde_json::{Value, json};

/// Counts over games; in whatever order they are added, the sum is the same.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub games: u64,
    /// Games that went on to their bound.
    pub bound: u64,
    /// Games in which nobody wanted anything any more.
    pub stuck: u64,
    pub seats: usize,
    pub wins: [u64; MAX_SEATS],
    pub draws: u64,
    pub together_won: u64,
    pub together: u64,
    pub scores: [i64; MAX_SEATS],
    pub ranked: u64,
    pub lengths: BTreeMap<u32, u64>,
    pub commands: u64,
    pub choices: u64,
    pub options: u64,
    /// How many games differ.
    pub distinct: Distinct,
}

impl Tally {
    /// Adds a game in which the bot of seat `s` sat at seat `s + turn`.
    pub fn add(&mut self, played: &Played, turn: usize) {
        self.games += 1;
        self.seats = played.seats;
        *self.lengths.entry(played.commands).or_default() += 1;
        self.commands += u64::from(played.commands);
        self.choices += u64::from(played.choices);
        self.options += played.options;
        self.distinct.add(played.print);
        self.bound += u64::from(played.ended == Ended::Bound);
        self.stuck += u64::from(played.ended == Ended::Stuck);
        let bot = |seat: Seat| (seat.index() + played.seats - turn) % played.seats;
        match played.outcome {
            None => {}
            Some(Outcome::Together { won }) => {
                self.together += 1;
                self.together_won += u64::from(won);
            }
            Some(Outcome::Versus { winner: None }) => self.draws += 1,
            Some(Outcome::Versus { winner: Some(winner) }) => self.wins[bot(winner)] += 1,
            Some(Outcome::Ranked { scores }) => {
                self.ranked += 1;
                for seat in Seat::first(played.seats) {
                    self.scores[bot(seat)] += i64::from(scores.of(seat));
                    self.wins[bot(seat)] += u64::from(scores.place(seat) == 1);
                }
            }
        }
    }

    /// Adds all games of another tally.
    pub fn merge(&mut self, other: Tally) {
        self.games += other.games;
        self.bound += other.bound;
        self.stuck += other.stuck;
        self.distinct.merge(&other.distinct);
        self.seats = self.seats.max(other.seats);
        self.draws += other.draws;
        self.together += other.together;
        self.together_won += other.together_won;
        self.ranked += other.ranked;
        self.commands += other.commands;
        self.choices += other.choices;
        self.options += other.options;
        for i in 0..MAX_SEATS {
            self.wins[i] += other.wins[i];
            self.scores[i] += other.scores[i];
        }
        for (length, games) in other.lengths {
            *self.lengths.entry(length).or_default() += games;
        }
    }

    /// What happened, as names and numbers, in a fixed order.
    pub fn rows(&self, bots: &[String]) -> Vec<(String, Value)> {
        let share = |part: u64| json!(percent(part, self.games));
        let mut rows = vec![("games".to_owned(), json!(self.games))];
        let mut row = |name: &str, value: Value| rows.push((name.to_owned(), value));
        if self.together > 0 {
            row("won together %", share(self.together_won));
        } else {
            for (i, bot) in bots.iter().enumerate() {
                row(&format!("{} ({bot}) won %", i + 1), share(self.wins[i]));
            }
            row("drawn %", share(self.draws));
        }
        if self.ranked > 0 {
            for (i, bot) in bots.iter().enumerate() {
                let mean = ratio(self.scores[i] as f64, self.ranked as f64);
                row(&format!("{} ({bot}) mean score", i + 1), json!(mean));
            }
        }
        for (name, games) in [("ended by its bound %", self.bound), ("stuck %", self.stuck)] {
            if games > 0 {
                row(name, share(games));
            }
        }
        row("different games", json!(self.distinct.count().0));
        row("commands, mean", json!(ratio(self.commands as f64, self.games as f64)));
        row("commands, shortest", json!(self.lengths.keys().next()));
        row("commands, median", json!(self.median()));
        row("commands, longest", json!(self.lengths.keys().next_back()));
        row("options per choice, mean", json!(ratio(self.options as f64, self.choices as f64)));
        rows
    }

    fn median(&self) -> Option<u32> {
        let mut seen = 0;
        self.lengths.iter().find_map(|(length, games)| {
            seen += games;
            (seen * 2 >= self.games).then_some(*length)
        })
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    ratio(part as f64 * 100.0, whole as f64)
}

/// Rounded to hundredths, so that the same counts print the same everywhere.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { (part / whole * 100.0).round() / 100.0 }
}
