//! Pig for two, known whole by value iteration (Neller and Presser, 2004).
//!
//! For each pair of totals two chances hang on each other: that of the seat on roll, and that of the other
//! seat when it is on roll. All else rests on higher totals. Each in turn is reckoned from the other, by
//! going down from the most points of a turn to none, until neither moves any more.
//!
//! The rounds of a game are limited, but far beyond what a game takes: the limit is left aside.

use std::sync::OnceLock;

use senet_kernel::{Game, Seat};
use senet_reference::pig::{Command, Pig};

use crate::search::CERTAIN;

/// The highest target that is solved: the table has its cube, halved, of entries.
const TARGET: usize = 100;

/// A chance of 1. Whole numbers, so that every machine finds the same.
const ONE: u64 = 1 << 40;

/// The chance of the seat on roll by its total and the other's, at the start of its turn.
struct Known {
    start: Vec<u64>,
}

impl Known {
    fn start(&self, own: usize, other: usize) -> u64 {
        self.start[own * TARGET + other]
    }

    /// The chances of the turn by its points, from none up to the target, where the other's chance at
    /// equal totals is as given.
    fn turn(&self, own: usize, other: usize, others: u64, chances: &mut [u64; TARGET + 6]) {
        chances.fill(ONE);
        for points in (0..TARGET - own).rev() {
            let roll = self.roll(others, &chances[points + 2..]);
            let hold = if points == 0 { 0 } else { ONE - self.start(other, own + points) };
            chances[points] = roll.max(hold);
        }
    }

    /// The chance of a roll, by what the other has at the start of its turn and by what the faces from
    /// 2 up lead to.
    fn roll(&self, others: u64, after: &[u64]) -> u64 {
        (ONE - others + after.iter().take(5).sum::<u64>()) / 6
    }

    fn new() -> Known {
        let mut known = Known { start: vec![ONE / 2; TARGET * TARGET] };
        let mut chances = [0; TARGET + 6];
        for sum in (0..=2 * (TARGET - 1)).rev() {
            for low in sum.saturating_sub(TARGET - 1)..=sum / 2 {
                let high = sum - low;
                loop {
                    let before = (known.start(low, high), known.start(high, low));
                    for (own, other) in [(low, high), (high, low)] {
                        known.turn(own, other, known.start(other, own), &mut chances);
                        known.start[own * TARGET + other] = chances[0];
                    }
                    let now = (known.start(low, high), known.start(high, low));
                    // Rounding may keep the last digit moving.
                    if now.0.abs_diff(before.0).max(now.1.abs_diff(before.1)) < 4 {
                        break;
                    }
                }
            }
        }
        known
    }
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(Known::new)
}

/// The chance of the seat on roll at the start of the game, between two that play perfectly, 0 to
/// [`CERTAIN`].
pub fn first_seat() -> u32 {
    chance(known().start(0, 0))
}

fn chance(of_one: u64) -> u32 {
    ((u128::from(of_one) * u128::from(CERTAIN)) >> 40) as u32
}

/// The chance of every choice that the seat has; none where more than two play, or for more points.
pub fn solved(game: &Pig, seat: Seat) -> Option<Vec<(Command, u32)>> {
    let target = game.target();
    if game.seats() != 2 || usize::from(target) > TARGET {
        return None;
    }
    // A lower target is the same race with points given in advance.
    let ahead = TARGET - usize::from(target);
    let total = |seat| usize::from(game.total(seat)) + ahead;
    let (own, other) = (total(seat), total(seat.next(2)));
    let points = usize::from(game.points());
    if !game.to_act().contains(seat) || own + points >= TARGET || other >= TARGET {
        return Some(Vec::new());
    }
    let known = known();
    let mut chances = [0; TARGET + 6];
    known.turn(own, other, known.start(other, own), &mut chances);
    let roll = known.roll(known.start(other, own), &chances[points + 2..]);
    let mut solved = vec![(Command::Roll {}, chance(roll))];
    if points > 0 {
        solved.push((Command::Hold {}, chance(ONE - known.start(other, own + points))));
    }
    Some(solved)
}
