//! A fast random source for bots and guesses. Games draw from [`Dice`](crate::Dice) instead.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A fast, seeded, portable random source. It decides nothing that a player could contest.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The source of this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`, each equally likely; 0 where `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        below(&mut self.0, n)
    }

    /// One of the items, each equally likely; none of an empty list.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// A number with all bits random.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// A number below `n`, unbiased: Lemire's multiplication with rejection.
///
/// It is written here rather than taken from a crate because journals rest on it: the same words
/// of a stream must give the same number for ever.
pub(crate) fn below(source: &mut impl rand_core::Rng, n: u32) -> u32 {
    let mut wide = u64::from(source.next_u32()) * u64::from(n);
    if (wide as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (wide as u32) < threshold {
            wide = u64::from(source.next_u32()) * u64::from(n);
        }
    }
    (wide >> 32) as u32
}
