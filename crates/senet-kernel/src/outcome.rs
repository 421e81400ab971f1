//! How a game ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{MAX_SEATS, Seat};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// All seats won or lost together.
    Together {
        /// Whether they won.
        won: bool,
    },
    /// One seat won against the others, or nobody did.
    Versus {
        /// The winner; none is a draw.
        winner: Option<Seat>,
    },
    /// Every seat has a score; the highest is the best.
    Ranked {
        /// The scores by seat.
        scores: Scores,
    },
}

impl Outcome {
    /// What the end is worth to a seat: 1 for a win, 0 for a draw, −1 for a loss; the score in a
    /// ranked game.
    pub fn value(&self, seat: Seat) -> i32 {
        match self {
            Outcome::Together { won } => {
                if *won {
                    1
                } else {
                    -1
                }
            }
            Outcome::Versus { winner: None } => 0,
            Outcome::Versus { winner: Some(winner) } => {
                if *winner == seat {
                    1
                } else {
                    -1
                }
            }
            Outcome::Ranked { scores } => scores.of(seat),
        }
    }

    /// Whether the seat is among the winners.
    pub fn won_by(&self, seat: Seat) -> bool {
        match self {
            Outcome::Together { won } => *won,
            Outcome::Versus { winner } => *winner == Some(seat),
            Outcome::Ranked { scores } => {
                seat.index() < scores.list().len() && scores.place(seat) == 1
            }
        }
    }
}

/// A score for every seat. Invariant: at most [`MAX_SEATS`] of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<i32>", into = "Vec<i32>")]
#[schemars(with = "Vec<i32>")]
pub struct Scores {
    scores: [i32; MAX_SEATS],
    seats: u8,
}

impl Scores {
    /// The scores of the first seats, in order. `None` where there are more than seats can be.
    pub fn new(scores: &[i32]) -> Option<Scores> {
        let mut all = [0; MAX_SEATS];
        all.get_mut(..scores.len())?.copy_from_slice(scores);
        Some(Scores { scores: all, seats: scores.len() as u8 })
    }

    /// The scores in seat order.
    pub fn list(&self) -> &[i32] {
        &self.scores[..self.seats.into()]
    }

    /// The score of a seat; 0 for one that does not play.
    pub fn of(&self, seat: Seat) -> i32 {
        self.list().get(seat.index()).copied().unwrap_or(0)
    }

    /// The place of a seat, counted from 1; equal scores share a place.
    pub fn place(&self, seat: Seat) -> usize {
        1 + self.list().iter().filter(|score| **score > self.of(seat)).count()
    }
}

impl TryFrom<Vec<i32>> for Scores {
    type Error = String;

    fn try_from(scores: Vec<i32>) -> Result<Scores, String> {
        Scores::new(&scores)
            .ok_or_else(|| format!("{} scores; {MAX_SEATS} is the most", scores.len()))
    }
}

impl From<Scores> for Vec<i32> {
    fn from(scores: Scores) -> Vec<i32> {
        scores.list().to_vec()
    }
}
