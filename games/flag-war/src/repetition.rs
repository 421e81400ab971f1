//! The same position again and again (FW-59).
//!
//! Two sides that chase each other could go round for ever. Each position that a move led to is
//! remembered by a number until somebody is tagged, a flag is taken or prisoners are freed; one that
//! has come too often is a draw. Where the rules do not count, nothing is remembered.

use senet_kernel::Fault;
use serde::{Deserialize, Serialize};

use crate::board::Square;
use crate::position::Position;
use crate::round::Resolved;

/// Room for the positions of most games, so that a round does not allocate.
const ROOM: usize = 128;

/// The positions since something happened, by their numbers; the last is the present one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seen(Vec<u64>);

impl Seen {
    /// Counts from this position on, where the rules count at all.
    pub(crate) fn start(limit: Option<u32>, position: &Position) -> Seen {
        if limit.is_none() {
            return Seen::default();
        }
        let mut seen = Vec::with_capacity(ROOM);
        seen.push(number(position));
        Seen(seen)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How often the present position has come.
    pub(crate) fn times(&self) -> u32 {
        let same = |number: &&u64| Some(*number) == self.0.last();
        self.0.iter().filter(same).count() as u32
    }

    /// Notes where a round led. To stand still is not to come again.
    pub(crate) fn note(&mut self, before: &Position, after: &Position, resolved: &Resolved) {
        let happened = [resolved.tags, resolved.taken, resolved.freed];
        if happened.as_flattened().iter().any(|count| *count > 0) {
            self.0.clear();
        } else if before == after {
            return;
        }
        self.0.push(number(after));
    }

    /// What is wrong with it, where it came from outside.
    pub(crate) fn judge(
        &self,
        limit: Option<u32>,
        round: u32,
        now: Option<&Position>,
    ) -> Option<Fault> {
        let sound = match (limit, now) {
            (None, _) => self.is_empty(),
            (Some(limit), Some(now)) => {
                let times = |number: &u64| self.0.iter().filter(|other| *other == number).count();
                self.0.last() == Some(&number(now))
                    && self.0.len() <= round as usize
                    && self.0.iter().all(|number| times(number) < limit as usize)
            }
            (Some(_), None) => self.0.len() <= round as usize,
        };
        let sentence = "these cannot be the positions since something happened";
        (!sound).then(|| Fault::new("seen", "bad_history", sentence))
    }

    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.0.clone()
    }

    pub(crate) fn of_numbers(numbers: &[u64]) -> Seen {
        Seen(numbers.to_vec())
    }
}

/// A number that stands for a position. It has 53 bits, which every reader of JSON keeps, and needs
/// no memory, unlike the kernel's hash.
fn number(position: &Position) -> u64 {
    let square = |square: &Option<Square>| match square {
        Some(square) => u64::from(square.x) << 8 | u64::from(square.y) | 1 << 16,
        None => 0,
    };
    let pieces = position.pieces.as_flattened().iter().map(square);
    let carriers =
        position.carriers.iter().map(|carrier| carrier.map_or(0, |id| 1 + u64::from(id)));
    let homing = position.homing.iter().map(|bits| u64::from(*bits));
    let open = position.open.iter().map(|open| u64::from(*open));
    let keys = position.keys.iter().map(square);
    let parts = pieces.chain(carriers).chain(homing).chain(open).chain(keys);
    // The steps of FNV-1a, with a turn so that high bits reach the low ones.
    let mixed = parts.fold(0xcbf2_9ce4_8422_2325_u64, |mixed, part| {
        (mixed ^ part).wrapping_mul(0x0100_0000_01b3).rotate_left(23)
    });
    mixed >> 11
}
