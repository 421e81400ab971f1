//! Many games side by side, stepped together into arrays that the caller keeps.
#![allow(
    clippy::disallowed_methods,
    reason = "a batch is spread over the cores, which no rule sees"
)]

use std::sync::Arc;

use senet_kernel::{Faults, Rng, Seat};

use crate::{Encode, End, Misstep, Play};

/// Many games of the same rules. Each starts anew in the step in which it ends.
#[derive(Clone, Debug)]
pub struct Batch<G: Encode> {
    lanes: Vec<Lane<G>>,
    learner: Option<Seat>,
    threads: usize,
}

/// One of the games, with the source of the seeds of its later plays.
#[derive(Clone, Debug)]
struct Lane<G: Encode> {
    play: Play<G>,
    luck: Rng,
}

/// Where a batch writes: for each game, one after the other.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the seat to choose sees, [`width`](Encode::width) floats each.
    pub observations: &'a mut [f32],
    /// Which letters it may choose, [`LETTERS`](Encode::LETTERS) each.
    pub masks: &'a mut [bool],
    /// Which seat is to choose.
    pub seats: &'a mut [i8],
    /// What the step brought to the seat that chose the letter.
    pub rewards: &'a mut [f32],
    /// What the step brought to each seat.
    pub returns: &'a mut [f32],
    /// Whether the step ended a game.
    pub terminated: &'a mut [bool],
    /// Whether the step cut a game off at its bound.
    pub truncated: &'a mut [bool],
    /// What the seat that chose saw at the end; written only where a game ended.
    pub finals: &'a mut [f32],
}

/// Why a batch was not stepped. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A letter cannot be taken.
    #[error("environment {lane}: {misstep}")]
    Letter {
        /// In which game.
        lane: usize,
        /// Why.
        misstep: Misstep,
    },
    /// An array has another size.
    #[error("the array of {array} holds {found} numbers; {wanted} are needed")]
    Size {
        /// Which one.
        array: &'static str,
        /// How many numbers it holds.
        found: usize,
        /// How many are needed.
        wanted: usize,
    },
}

impl<G: Encode> Batch<G> {
    /// So many new games. With a learner, that seat alone chooses, and the others play at random.
    pub fn new(
        config: &Arc<G::Config>,
        count: usize,
        learner: Option<Seat>,
        threads: usize,
    ) -> Result<Batch<G>, Faults> {
        let first = Lane { play: Play::new(Arc::clone(config), 0)?, luck: Rng::new(0) };
        let lanes = vec![first; count];
        Ok(Batch { lanes, learner, threads: threads.max(1) })
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// How many seats each game has.
    pub fn seats(&self) -> usize {
        self.lanes.first().map_or(0, |lane| lane.play.seats())
    }

    /// Starts all games anew, each with its own seed.
    pub fn reset(&mut self, seeds: &[u64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        self.check_sizes(seeds.len(), &arrays)?;
        let learner = self.learner;
        self.each(seeds, arrays, |lane, seed, mut row| {
            lane.luck = Rng::new(*seed);
            lane.play.reset(*seed);
            lane.others(learner);
            row.clear();
            row.show(&lane.play);
        });
        Ok(())
    }

    /// Takes a letter in each game, or in none where one of them is wrong.
    pub fn step(&mut self, letters: &[i64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        self.check_sizes(letters.len(), &arrays)?;
        for (i, (lane, letter)) in self.lanes.iter().zip(letters).enumerate() {
            lane.play.check(*letter).map_err(|misstep| Wrong::Letter { lane: i, misstep })?;
        }
        let learner = self.learner;
        self.each(letters, arrays, |lane, letter, mut row| lane.step(*letter, learner, &mut row));
        Ok(())
    }

    /// Chooses a letter at random in each game.
    pub fn any_letters(&self, rng: &mut Rng, out: &mut [i64]) -> Result<(), Wrong> {
        self.check_size("actions", out.len(), self.lanes.len())?;
        for (lane, slot) in self.lanes.iter().zip(out) {
            *slot = lane.play.any_letter(rng).map_or(0, i64::from);
        }
        Ok(())
    }

    fn check_sizes(&self, given: usize, arrays: &Arrays<'_>) -> Result<(), Wrong> {
        let count = self.lanes.len();
        self.check_size("actions or seeds", given, count)?;
        self.check_size("observations", arrays.observations.len(), count * G::width())?;
        self.check_size("masks", arrays.masks.len(), count * G::LETTERS)?;
        self.check_size("seats", arrays.seats.len(), count)?;
        self.check_size("rewards", arrays.rewards.len(), count)?;
        self.check_size("returns", arrays.returns.len(), count * self.seats())?;
        self.check_size("terminated", arrays.terminated.len(), count)?;
        self.check_size("truncated", arrays.truncated.len(), count)?;
        self.check_size("finals", arrays.finals.len(), count * G::width())
    }

    fn check_size(&self, array: &'static str, found: usize, wanted: usize) -> Result<(), Wrong> {
        if found == wanted { Ok(()) } else { Err(Wrong::Size { array, found, wanted }) }
    }

    /// Does something in each game, spread over the threads. They end with the call, so that a
    /// forked process has none to miss.
    fn each<T: Sync>(
        &mut self,
        given: &[T],
        arrays: Arrays<'_>,
        work: impl Fn(&mut Lane<G>, &T, Row<'_>) + Sync,
    ) {
        let seats = self.seats();
        let share = self.lanes.len().div_ceil(self.threads).max(1);
        let run = |lanes: &mut [Lane<G>], given: &[T], arrays: Arrays<'_>| {
            let rows = arrays.rows::<G>(seats);
            for ((lane, given), row) in lanes.iter_mut().zip(given).zip(rows) {
                work(lane, given, row);
            }
        };
        if share >= self.lanes.len() {
            return run(&mut self.lanes, given, arrays);
        }
        std::thread::scope(|scope| {
            let mut rest = arrays;
            for (lanes, given) in self.lanes.chunks_mut(share).zip(given.chunks(share)) {
                let (part, left) = rest.split::<G>(lanes.len(), seats);
                rest = left;
                let run = &run;
                scope.spawn(move || run(lanes, given, part));
            }
        });
    }
}

impl<G: Encode> Lane<G> {
    #[inline]
    fn step(&mut self, letter: i64, learner: Option<Seat>, row: &mut Row<'_>) {
        row.clear();
        let chooser = self.play.seat();
        // Every letter was checked before the first was taken.
        let taken = self.play.step(letter);
        debug_assert!(taken.is_ok(), "{taken:?}");
        self.others(learner);
        if let Some(end) = self.play.end() {
            match end {
                End::Over(_) => *row.terminated = true,
                End::Cut => *row.truncated = true,
            }
            for (seat, slot) in Seat::first(row.returns.len()).zip(row.returns.iter_mut()) {
                *slot = self.play.worth(seat);
            }
            if let Some(seat) = chooser {
                *row.reward = row.returns.get(seat.index()).copied().unwrap_or(0.0);
                self.play.observe(seat, row.last);
            }
            self.play.reset(self.luck.next_u64());
            self.others(learner);
        }
        row.show(&self.play);
    }

    /// Lets the seats beside the learner play at random until it is the learner's turn.
    #[inline]
    fn others(&mut self, learner: Option<Seat>) {
        let Some(learner) = learner else { return };
        while self.play.seat().is_some_and(|seat| seat != learner) {
            let Some(letter) = self.play.any_letter(&mut self.luck) else { return };
            self.play.take(letter);
        }
    }
}

/// What belongs to one game.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [bool],
    seat: &'a mut i8,
    reward: &'a mut f32,
    returns: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
    last: &'a mut [f32],
}

impl Row<'_> {
    #[inline]
    fn clear(&mut self) {
        *self.reward = 0.0;
        self.returns.fill(0.0);
        *self.terminated = false;
        *self.truncated = false;
    }

    #[inline]
    fn show<G: Encode>(&mut self, play: &Play<G>) {
        let seat = play.seat().unwrap_or(Seat::FIRST);
        *self.seat = seat.index() as i8;
        play.observe(seat, self.observation);
        play.mask(seat, self.mask);
    }
}

impl<'a> Arrays<'a> {
    /// The first so many games, and the others.
    fn split<G: Encode>(self, count: usize, seats: usize) -> (Arrays<'a>, Arrays<'a>) {
        let (observations, observations_left) = self.observations.split_at_mut(count * G::width());
        let (masks, masks_left) = self.masks.split_at_mut(count * G::LETTERS);
        let (seats_now, seats_left) = self.seats.split_at_mut(count);
        let (rewards, rewards_left) = self.rewards.split_at_mut(count);
        let (returns, returns_left) = self.returns.split_at_mut(count * seats);
        let (terminated, terminated_left) = self.terminated.split_at_mut(count);
        let (truncated, truncated_left) = self.truncated.split_at_mut(count);
        let (finals, finals_left) = self.finals.split_at_mut(count * G::width());
        let part = Arrays {
            observations,
            masks,
            seats: seats_now,
            rewards,
            returns,
            terminated,
            truncated,
            finals,
        };
        let left = Arrays {
            observations: observations_left,
            masks: masks_left,
            seats: seats_left,
            rewards: rewards_left,
            returns: returns_left,
            terminated: terminated_left,
            truncated: truncated_left,
            finals: finals_left,
        };
        (part, left)
    }

    fn rows<G: Encode>(self, seats: usize) -> impl Iterator<Item = Row<'a>> {
        let numbers = self
            .observations
            .chunks_exact_mut(G::width())
            .zip(self.masks.chunks_exact_mut(G::LETTERS))
            .zip(self.seats.iter_mut().zip(self.rewards.iter_mut()))
            .zip(self.returns.chunks_exact_mut(seats.max(1)));
        let ends = self
            .terminated
            .iter_mut()
            .zip(self.truncated.iter_mut())
            .zip(self.finals.chunks_exact_mut(G::width()));
        numbers.zip(ends).map(|(numbers, ((terminated, truncated), last))| {
            let (((observation, mask), (seat, reward)), returns) = numbers;
            Row { observation, mask, seat, reward, returns, terminated, truncated, last }
        })
    }
}
