//! How often somebody may do something.

use std::time::Instant;

/// How many seconds' worth may be used up at once.
const SAVED: f64 = 4.0;

/// So many a second on average, and four seconds' worth at once.
pub struct Allowance {
    rate: f64,
    left: f64,
    at: Instant,
}

impl Allowance {
    pub fn new(rate: impl Into<f64>) -> Allowance {
        let rate = rate.into();
        Allowance { rate, left: rate * SAVED, at: Instant::now() }
    }

    /// Uses one up, if there is one.
    pub fn take(&mut self) -> bool {
        self.earn();
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }

    /// Whether nothing was used of late.
    pub fn is_full(&mut self) -> bool {
        self.earn();
        self.left >= self.rate * SAVED
    }

    fn earn(&mut self) {
        let now = Instant::now();
        let earned = now.duration_since(self.at).as_secs_f64() * self.rate;
        self.left = (self.left + earned).min(self.rate * SAVED);
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_seconds_worth_can_be_used_at_once() {
        let mut allowance = Allowance::new(2);
        assert!(allowance.is_full());
        assert_eq!((0..20).filter(|_| allowance.take()).count(), 8);
        assert!(!allowance.is_full());
    }
}
