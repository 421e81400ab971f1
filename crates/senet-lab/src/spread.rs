//! How a number is spread over many games, in a space that does not grow with them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The most buckets that are kept apart.
const BUCKETS: usize = 256;

/// Counts of whole numbers. Where there are too many different ones, neighbours share a bucket, always
/// a power of two of them: the width is the least that suffices for all numbers together, so the
/// order in which they come, or in which parts are joined, changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    count: u64,
    sum: i64,
    squares: u64,
    least: i64,
    most: i64,
    /// The width of a bucket is two to this power.
    shift: u32,
    buckets: BTreeMap<i64, u64>,
}

impl Spread {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        self.add_times(number, 1);
    }

    /// Adds a number so many times.
    pub fn add_times(&mut self, number: i64, times: u64) {
        if times == 0 {
            return;
        }
        self.least = if self.count == 0 { number } else { self.least.min(number) };
        self.most = if self.count == 0 { number } else { self.most.max(number) };
        self.count += times;
        self.sum += number * times as i64;
        self.squares += number.unsigned_abs().pow(2) * times;
        *self.buckets.entry(number >> self.shift).or_default() += times;
        self.settle();
    }

    /// Adds all that another has.
    pub fn merge(&mut self, other: &Spread) {
        if other.count == 0 {
            return;
        }
        self.least = if self.count == 0 { other.least } else { self.least.min(other.least) };
        self.most = if self.count == 0 { other.most } else { self.most.max(other.most) };
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        while self.shift < other.shift {
            self.coarsen();
        }
        for (bucket, count) in &other.buckets {
            *self.buckets.entry(bucket >> (self.shift - other.shift)).or_default() += count;
        }
        self.settle();
    }

    fn settle(&mut self) {
        while self.buckets.len() > BUCKETS {
            self.coarsen();
        }
    }

    fn coarsen(&mut self) {
        self.shift += 1;
        let fine = std::mem::take(&mut self.buckets);
        for (bucket, count) in fine {
            *self.buckets.entry(bucket >> 1).or_default() += count;
        }
    }

    /// How many numbers there are.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their sum.
    pub const fn sum(&self) -> i64 {
        self.sum
    }

    /// The least; 0 where there is none.
    pub const fn least(&self) -> i64 {
        self.least
    }

    /// The most; 0 where there is none.
    pub const fn most(&self) -> i64 {
        self.most
    }

    /// Their mean; 0 where there is none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// Their standard deviation.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let (count, sum) = (self.count as f64, self.sum as f64);
        ((self.squares as f64 - sum * sum / count) / (count - 1.0)).max(0.0).sqrt()
    }

    /// The number below which so many of a hundred lie, to the width of a bucket.
    pub fn percentile(&self, hundredth: u64) -> i64 {
        let mut seen = 0;
        let found = self.buckets.iter().find(|(_, count)| {
            seen += **count;
            seen * 100 >= self.count * hundredth
        });
        let middle = ((1i64 << self.shift) - 1) / 2;
        let at = found.map_or(0, |(bucket, _)| (bucket << self.shift) + middle);
        at.clamp(self.least, self.most)
    }

    /// The buckets: the least number of each, how many it holds, and how wide all are.
    pub fn buckets(&self) -> (Vec<(i64, u64)>, i64) {
        let all = self.buckets.iter().map(|(bucket, count)| (bucket << self.shift, *count));
        (all.collect(), 1 << self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: impl Iterator<Item = i64>) -> Spread {
        let mut spread = Spread::default();
        numbers.for_each(|number| spread.add(number));
        spread
    }

    #[test]
    fn parts_join_to_the_same_bytes_in_any_order() {
        let number = |i: i64| (i * i * 7919) % 5003 - 900;
        let whole = of((0..4000).map(number));
        let mut joined = Spread::default();
        for part in [3, 0, 2, 1] {
            joined.merge(&of((0..4000).filter(|i| i % 4 == part).map(number)));
        }
        assert_eq!(joined, whole);
        assert!(whole.buckets.len() <= BUCKETS);
        assert_eq!(of((0..4000).rev().map(number)), whole);
    }

    #[test]
    fn small_numbers_are_kept_apart() {
        let spread = of([2, 2, 3, 9].into_iter());
        assert_eq!(spread.buckets(), (vec![(2, 2), (3, 1), (9, 1)], 1));
        assert_eq!((spread.least(), spread.most(), spread.sum()), (2, 9, 16));
        assert_eq!((spread.percentile(50), spread.percentile(100)), (2, 9));
        assert_eq!(spread.mean(), 4.0);
    }
}
