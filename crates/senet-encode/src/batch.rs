//! Many games side by side, stepped together into arrays that the caller keeps.
use std::sync::Arc;

use senet_kernel::{Faults, Rng, Seat};

use crate::play::letter_at;
use crate::{Encode, End, Misstep, Play};

/// Many games of the same rules. Each starts anew in the step in which it ends.
#[derive(Clone, Debug)]
pub struct Batch<G: Encode> {
    config: Arc<G::Config>,
    lanes: Vec<Lane<G>>,
    /// The letters that may be chosen in each, in a game of single letters: all that a check or a random
    /// choice needs, side by side.
    open: Vec<u64>,
    learner: Option<Seat>,
}

/// One of the games, with the source of the seeds of its later plays.
#[derive(Clone, Debug)]
struct Lane<G: Encode> {
    play: Play<G>,
    luck: Rng,
}

/// So many games in a row may end before the learner's first turn: where all of these do, the seat has none.
const MOST_BEGUN: usize = 1024;

/// How large the arrays of a batch are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many games there are.
    pub games: usize,
    /// How many floats a seat of each sees.
    pub width: usize,
    /// How many letters each has.
    pub letters: usize,
    /// How many seats each has.
    pub seats: usize,
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
    ) -> Result<Batch<G>, Faults> {
        let first = Lane { play: Play::<G>::new(config, 0)?, luck: Rng::new(0) };
        let (open, lanes) = (vec![first.play.open(); count], vec![first; count]);
        Ok(Batch { config: Arc::clone(config), lanes, open, learner })
    }

    /// How large its arrays are.
    pub fn shape(&self) -> Shape {
        let seats = self.lanes.first().map_or(0, |lane| lane.play.seats());
        Shape { games: self.lanes.len(), width: G::width(), letters: G::LETTERS, seats }
    }

    /// The games as they stand.
    pub fn plays(&self) -> impl Iterator<Item = &Play<G>> {
        self.lanes.iter().map(|lane| &lane.play)
    }

    /// Starts all games anew, each with its own seed.
    pub fn reset(&mut self, seeds: &[u64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        let shape = self.shape();
        shape.check(seeds.len(), &arrays)?;
        let (config, learner) = (&*self.config, self.learner);
        let lanes = self.lanes.iter_mut().zip(&mut self.open);
        for (((lane, open), seed), mut row) in lanes.zip(seeds).zip(arrays.rows(shape)) {
            lane.luck = Rng::new(*seed);
            lane.begin(config, *seed, learner);
            row.clear();
            row.show(&lane.play);
            *open = lane.play.open();
        }
        Ok(())
    }

    /// Says which letter cannot be taken.
    pub fn check(&self, letters: &[i64]) -> Result<(), Wrong> {
        let is_open = |open: u64, letter: i64| {
            G::SHORT && (0..64).contains(&letter) && open >> letter & 1 != 0
        };
        let all = self.open.iter().zip(letters).enumerate();
        for (i, (_, letter)) in all.filter(|(_, (open, letter))| !is_open(**open, **letter)) {
            let lane = &self.lanes[i];
            lane.play.check(*letter).map_err(|misstep| Wrong::Letter { lane: i, misstep })?;
        }
        Ok(())
    }

    /// Takes a letter in each game, or in none where one of them is wrong.
    pub fn step(&mut self, letters: &[i64], arrays: Arrays<'_>) -> Result<(), Wrong> {
        let shape = self.shape();
        shape.check(letters.len(), &arrays)?;
        self.check(letters)?;
        let (config, learner) = (&*self.config, self.learner);
        let lanes = self.lanes.iter_mut().zip(&mut self.open);
        for (((lane, open), letter), mut row) in lanes.zip(letters).zip(arrays.rows(shape)) {
            lane.step(*letter, config, learner, &mut row);
            *open = lane.play.open();
        }
        Ok(())
    }

    /// Chooses a letter at random in each game.
    pub fn any_letters(&self, lots: Lots, out: &mut [i64]) -> Result<(), Wrong> {
        check_size("actions", out.len(), self.lanes.len())?;
        for (((lane, open), lot), slot) in self.lanes.iter().zip(&self.open).zip(lots).zip(out) {
            *slot = match G::SHORT {
                true => lotted(*open, lot).into(),
                false => lane.play.any_letter(&mut Rng::new(lot)).map_or(0, i64::from),
            };
        }
        Ok(())
    }
}

/// A random number for each of the games side by side. A game has the same one however they are cut into parts,
/// so that threads change nothing.
#[derive(Clone, Copy, Debug)]
pub struct Lots {
    state: u64,
}

impl Lots {
    /// How far the state goes on for each number, as in SplitMix64.
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Those of a key, from the game of this number on.
    pub const fn new(key: u64, first: usize) -> Lots {
        Lots { state: key.wrapping_add((first as u64).wrapping_mul(Lots::STEP)) }
    }
}

impl Iterator for Lots {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.state = self.state.wrapping_add(Lots::STEP);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Some(mixed ^ mixed >> 31)
    }
}

/// The open letter that a lot falls on. None of at most 64 is likelier than another by more than one in 2⁵⁸.
#[inline]
fn lotted(open: u64, lot: u64) -> u16 {
    let place = (u128::from(lot) * u128::from(open.count_ones())) >> 64;
    letter_at(open, place as u32)
}

impl Shape {
    /// Refuses arrays of other sizes, and another number of letters or seeds.
    pub fn check(&self, given: usize, arrays: &Arrays<'_>) -> Result<(), Wrong> {
        let Shape { games, width, letters, seats } = *self;
        check_size("actions or seeds", given, games)?;
        check_size("observations", arrays.observations.len(), games * width)?;
        check_size("masks", arrays.masks.len(), games * letters)?;
        check_size("seats", arrays.seats.len(), games)?;
        check_size("rewards", arrays.rewards.len(), games)?;
        check_size("returns", arrays.returns.len(), games * seats)?;
        check_size("terminated", arrays.terminated.len(), games)?;
        check_size("truncated", arrays.truncated.len(), games)?;
        check_size("finals", arrays.finals.len(), games * width)
    }
}

fn check_size(array: &'static str, found: usize, wanted: usize) -> Result<(), Wrong> {
    if found == wanted { Ok(()) } else { Err(Wrong::Size { array, found, wanted }) }
}

impl<G: Encode> Lane<G> {
    #[inline]
    fn step(&mut self, letter: i64, config: &G::Config, learner: Option<Seat>, row: &mut Row<'_>) {
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
            let seed = self.luck.next_u64();
            self.begin(config, seed, learner);
        }
        row.show(&self.play);
    }

    /// Starts a new game. One that ends before the learner's first turn asks nothing of it, and another
    /// takes its place.
    #[inline]
    fn begin(&mut self, config: &G::Config, mut seed: u64, learner: Option<Seat>) {
        for _ in 0..MOST_BEGUN {
            self.play.reset(config, seed);
            self.others(learner);
            if self.play.seat().is_some() {
                return;
            }
            seed = self.luck.next_u64();
        }
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
    /// The same arrays once more, for as long as nobody else uses them.
    pub fn again(&mut self) -> Arrays<'_> {
        Arrays {
            observations: self.observations,
            masks: self.masks,
            seats: self.seats,
            rewards: self.rewards,
            returns: self.returns,
            terminated: self.terminated,
            truncated: self.truncated,
            finals: self.finals,
        }
    }

    /// The first so many games, and the others. The arrays must be of this shape.
    pub fn split(self, count: usize, shape: Shape) -> (Arrays<'a>, Arrays<'a>) {
        let Shape { width, letters, seats, .. } = shape;
        let (observations, observations_left) = self.observations.split_at_mut(count * width);
        let (masks, masks_left) = self.masks.split_at_mut(count * letters);
        let (seats_now, seats_left) = self.seats.split_at_mut(count);
        let (rewards, rewards_left) = self.rewards.split_at_mut(count);
        let (returns, returns_left) = self.returns.split_at_mut(count * seats);
        let (terminated, terminated_left) = self.terminated.split_at_mut(count);
        let (truncated, truncated_left) = self.truncated.split_at_mut(count);
        let (finals, finals_left) = self.finals.split_at_mut(count * width);
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

    fn rows(self, shape: Shape) -> impl Iterator<Item = Row<'a>> {
        let Shape { width, letters, seats, .. } = shape;
        let numbers = self
            .observations
            .chunks_exact_mut(width)
            .zip(self.masks.chunks_exact_mut(letters))
            .zip(self.seats.iter_mut().zip(self.rewards.iter_mut()))
            .zip(self.returns.chunks_exact_mut(seats.max(1)));
        let ends = self
            .terminated
            .iter_mut()
            .zip(self.truncated.iter_mut())
            .zip(self.finals.chunks_exact_mut(width));
        numbers.zip(ends).map(|(numbers, ((terminated, truncated), last))| {
            let (((observation, mask), (seat, reward)), returns) = numbers;
            Row { observation, mask, seat, reward, returns, terminated, truncated, last }
        })
    }
}
