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
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        below(|| self.0.next_u32(), n)
    }

    /// One of the items, each equally likely; none of an empty list.
    #[inline]
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
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// A number below `n`, unbiased: Lemire's multiplication with rejection.
///
/// It is written here rather than taken from a crate because journals rest on it: the same words
/// of a stream must give the same number for ever.
#[inline]
pub(crate) fn below(mut word: impl FnMut() -> u32, n: u32) -> u32 {
    let mut wide = u64::from(word()) * u64::from(n);
    if (wide as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (wide as u32) < threshold {
            wide = u64::from(word()) * u64::from(n);
        }
    }
    (wide >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::below;

    /// The number that a word stands for; none where another word is drawn instead.
    fn number(word: u32, n: u32) -> Option<u32> {
        // This word stands for the last number, whatever n is.
        let mut words = vec![word, u32::MAX];
        let number = below(|| words.remove(0), n);
        (words.len() == 1).then_some(number)
    }

    /// The words from 0 up stand for the numbers from 0 up, a range of words for each. Along a range
    /// the part that decides on a redraw rises by n, so only its first word can be redrawn: looking
    /// at the ends of all ranges looks at every word there is.
    #[test]
    fn every_number_has_as_many_words_as_any_other() {
        for n in (1..=300).chain([1 << 16, (1 << 16) + 1]) {
            let start = |k: u32| (u64::from(k) << 32).div_ceil(n.into());
            for k in 0..n {
                let [first, end] = [start(k), start(k + 1)];
                let redrawn = number(first as u32, n).is_none();
                assert!(redrawn || number(first as u32, n) == Some(k));
                assert_eq!(number(first as u32 + 1, n), Some(k));
                assert_eq!(number((end - 1) as u32, n), Some(k));
                assert_eq!(
                    end - first - u64::from(redrawn),
                    (1 << 32) / u64::from(n),
                    "{k} of {n}"
                );
            }
        }
    }

    #[test]
    fn a_word_is_redrawn_until_one_is_fair() {
        // Below 3, the word 0 would come once too often.
        assert_eq!(number(0, 3), None);
        let mut words = vec![0, 0, 0, 1 << 31];
        assert_eq!(below(|| words.remove(0), 3), 1);
        // A power of two needs no redraw.
        assert_eq!(number(0, 4), Some(0));
        assert_eq!(number(0, 0), Some(0));
        assert_eq!(number(u32::MAX, 0), Some(0));
        assert_eq!(number(12345, 1), Some(0));
    }
}
