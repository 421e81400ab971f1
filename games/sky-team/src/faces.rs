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
    /// How many show each value, four bits for each: so that all are counted, compared and copied at
    /// once.
    counts: u32,
}

/// One die of this value. Invariant: it is a face.
const fn one(value: u8) -> u32 {
    1 << (4 * (value - 1))
}

impl Faces {
    /// No dice.
    pub const NONE: Faces = Faces { counts: 0 };

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
    pub const fn len(&self) -> u8 {
        let pairs = (self.counts & 0x0f_0f0f) + (self.counts >> 4 & 0x0f_0f0f);
        (pairs + (pairs >> 8) + (pairs >> 16)) as u8
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.counts == 0
    }

    /// How many show this value.
    pub const fn count(&self, value: u8) -> u8 {
        if is_face(value) { ((self.counts >> (4 * (value - 1))) & 0xf) as u8 } else { 0 }
    }

    /// Whether one shows this value.
    pub const fn has(&self, value: u8) -> bool {
        self.count(value) > 0
    }

    /// Whether all of these are among them.
    pub fn has_all(&self, others: Faces) -> bool {
        (1..=6).all(|value| others.count(value) <= self.count(value))
    }

    /// The different values, ascending.
    #[inline]
    pub fn distinct(&self) -> impl Iterator<Item = u8> + use<> {
        // At most four show a value: one of three bits is set.
        let counts = self.counts;
        let mut left = (counts | counts >> 1 | counts >> 2) & 0x11_1111;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros() as u8 / 4 + 1);
            left &= left.wrapping_sub(1);
            lowest
        })
    }

    /// Every die's value, ascending.
    pub fn values(&self) -> impl Iterator<Item = u8> + use<> {
        let faces = *self;
        faces
            .distinct()
            .flat_map(move |value| std::iter::repeat_n(value, faces.count(value).into()))
    }

    /// Adds a die. A value that no die shows, or a fifth die, adds nothing.
    #[inline]
    pub(crate) const fn add(&mut self, value: u8) {
        if is_face(value) && self.len() < HAND {
            self.counts += one(value);
        }
    }

    /// Takes a die out; nothing happens where there is none.
    #[inline]
    pub(crate) const fn remove(&mut self, value: u8) {
        if self.has(value) {
            self.counts -= one(value);
        }
    }

    /// Calls `each` for every choice of `least` to `most` of these dice, equal dice counted once,
    /// in a fixed order: fewest dice first, then the lowest values.
    pub(crate) fn choices(self, least: u8, most: u8, mut each: impl FnMut(Faces)) {
        let (mut dice, mut count, mut equal) = ([0; HAND as usize], 0, 0_u32);
        for value in self.values() {
            equal |= u32::from(count > 0 && dice[count - 1] == one(value)) << count;
            dice[count] = one(value);
            count += 1;
        }
        let sizes = SIZES[usize::from(least)]..SIZES[usize::from(most) + 1];
        for chosen in &CHOICES[sizes] {
            // Of equal dice the first ones are taken.
            if chosen >> count == 0 && chosen & equal & !(chosen << 1) == 0 {
                let taken = dice.iter().enumerate().map(|(i, die)| die * (chosen >> i & 1));
                each(Faces { counts: taken.sum() });
            }
        }
    }
}

/// Every choice among four dice as bits: fewest dice first, then the first dice.
const CHOICES: [u32; 16] = [
    0b0000, 0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100, 0b0111,
    0b1011, 0b1101, 0b1110, 0b1111,
];

/// Where the choices of each size begin, and where the last end.
const SIZES: [usize; 6] = [0, 1, 5, 11, 15, 16];

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
