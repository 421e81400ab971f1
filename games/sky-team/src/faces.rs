//! Up to four dice in a hand. Equal dice are interchangeable, so only how many of each count.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most dice that one of the crew has.
pub(crate) const HAND: u8 = 4;

/// Whether a number is on a die.
pub(crate) const fn is_face(value: u8) -> bool {
    1 <= value && value <= 6
}

/// Some dice by their values. On the wire it is a list of values, read in any order and written in
/// ascending order. Invariant: at most four dice, each from 1 to 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
#[schemars(with = "Vec<u8>")]
pub struct Faces {
    counts: [u8; 6],
}

impl Faces {
    /// No dice.
    pub const NONE: Faces = Faces { counts: [0; 6] };

    /// These dice, if they can be in one hand.
    pub fn new(values: &[u8]) -> Option<Faces> {
        let mut faces = Faces::NONE;
        for value in values {
            if !is_face(*value) || faces.len() == HAND {
                return None;
            }
            faces.add(*value);
        }
        Some(faces)
    }

    /// How many dice there are.
    pub fn len(&self) -> u8 {
        self.counts.iter().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.counts == [0; 6]
    }

    /// How many show this value.
    pub fn count(&self, value: u8) -> u8 {
        match value {
            1..=6 => self.counts[usize::from(value) - 1],
            _ => 0,
        }
    }

    /// Whether one shows this value.
    pub fn has(&self, value: u8) -> bool {
        self.count(value) > 0
    }

    /// Whether all of these are among them.
    pub fn has_all(&self, others: Faces) -> bool {
        (1..=6).all(|value| others.count(value) <= self.count(value))
    }

    /// The different values, ascending.
    pub fn distinct(&self) -> impl Iterator<Item = u8> + use<> {
        let faces = *self;
        (1..=6).filter(move |value| faces.has(*value))
    }

    /// Every die's value, ascending.
    pub fn values(&self) -> impl Iterator<Item = u8> + use<> {
        let faces = *self;
        (1..=6).flat_map(move |value| (0..faces.count(value)).map(move |_| value))
    }

    /// Adds a die. A value that no die shows, or a fifth die, adds nothing.
    pub(crate) fn add(&mut self, value: u8) {
        if is_face(value) && self.len() < HAND {
            self.counts[usize::from(value) - 1] += 1;
        }
    }

    /// Takes a die out; nothing happens where there is none.
    pub(crate) fn remove(&mut self, value: u8) {
        if self.has(value) {
            self.counts[usize::from(value) - 1] -= 1;
        }
    }

    /// Calls `each` for every choice of `least` to `most` of these dice, equal dice counted once,
    /// in a fixed order: fewest dice first, then the lowest values.
    pub(crate) fn choices(self, least: u8, most: u8, mut each: impl FnMut(Faces)) {
        for size in least..=most.min(self.len()) {
            self.choose(1, size, Faces::NONE, &mut each);
        }
    }

    fn choose(self, from: u8, size: u8, chosen: Faces, each: &mut impl FnMut(Faces)) {
        if size == 0 {
            each(chosen);
            return;
        }
        for value in from..=6 {
            if chosen.count(value) < self.count(value) {
                let mut more = chosen;
                more.add(value);
                self.choose(value, size - 1, more, each);
            }
        }
    }
}

impl TryFrom<Vec<u8>> for Faces {
    type Error = String;

    fn try_from(values: Vec<u8>) -> Result<Faces, String> {
        Faces::new(&values).ok_or_else(|| "a hand is at most four dice of 1 to 6".to_owned())
    }
}

impl From<Faces> for Vec<u8> {
    fn from(faces: Faces) -> Vec<u8> {
        faces.values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_holds_at_most_four_dice_of_one_to_six() {
        assert_eq!(Faces::new(&[0]), None);
        assert_eq!(Faces::new(&[7]), None);
        assert_eq!(Faces::new(&[1, 2, 3, 4, 5]), None);
        assert_eq!(Faces::new(&[6, 1, 6, 2]).map(Vec::from), Some(vec![1, 2, 6, 6]));
    }

    #[test]
    fn what_no_hand_can_hold_adds_nothing() {
        let mut faces = Faces::new(&[1, 2, 3]).unwrap();
        for (value, dice) in [(0, 3), (7, 3), (6, 4), (6, 4)] {
            faces.add(value);
            assert_eq!(faces.len(), dice, "{value}");
        }
    }

    #[test]
    fn equal_dice_are_chosen_once() {
        #[track_caller]
        fn check(hand: &[u8], least: u8, most: u8, expected: &[&[u8]]) {
            let mut found = Vec::new();
            let hand = Faces::new(hand).unwrap();
            hand.choices(least, most, |faces| found.push(Vec::from(faces)));
            assert_eq!(found, expected);
        }
        check(&[5, 5], 1, 2, &[&[5], &[5, 5]]);
        check(&[1, 6, 6], 1, 2, &[&[1], &[6], &[1, 6], &[6, 6]]);
        check(&[1, 2, 2], 1, 2, &[&[1], &[2], &[1, 2], &[2, 2]]);
        check(&[1, 3], 0, 4, &[&[], &[1], &[3], &[1, 3]]);
    }
}
