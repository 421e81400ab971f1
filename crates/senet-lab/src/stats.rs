//! The few formulas that the lab rests on.

use serde::Serialize;

/// The normal deviate of 95 %.
pub const Z: f64 = 1.959_963_985;

/// A share and the interval in which the true one lies in 95 of 100 experiments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// What was seen.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half of the interval's width.
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a value lies in the interval.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Wilson's interval of a share: `part` of `whole`.
pub fn wilson(part: u64, whole: u64) -> Estimate {
    share(whole, part as f64, part as f64)
}

/// The mean of numbers from 0 to 1, known by their count, sum and sum of squares: Wilson's interval with the
/// variance that was seen. It never leaves 0 to 1, and a few games that all end alike are not called certain.
pub fn share(count: u64, sum: f64, squares: f64) -> Estimate {
    if count == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    let n = count as f64;
    let p = sum / n;
    let variance = (squares / n - p * p).max(0.0);
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z * (variance / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
    Estimate { value: p, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The mean of numbers known by their count, sum and sum of squares, with the normal interval.
pub fn mean(count: u64, sum: f64, squares: f64) -> Estimate {
    if count == 0 {
        return Estimate::default();
    }
    let n = count as f64;
    let value = sum / n;
    let variance = if count > 1 { (squares - sum * sum / n).max(0.0) / (n - 1.0) } else { 0.0 };
    let half = Z * (variance / n).sqrt();
    Estimate { value, low: value - half, high: value + half }
}

/// The difference of two shares that were found independently: Newcombe's interval, made of Wilson's.
pub fn difference(first: Estimate, second: Estimate) -> Estimate {
    let value = second.value - first.value;
    let down = (second.value - second.low).hypot(first.high - first.value);
    let up = (second.high - second.value).hypot(first.value - first.low);
    Estimate { value, low: value - down, high: value + up }
}

/// A share in per cent with one digit, as the thousandths of published figures are rounded.
pub fn percent(share: f64) -> String {
    format!("{:.1}", (share * 1000.0).round() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found} is not {expected}");
    }

    #[test]
    fn wilsons_interval_is_that_of_the_books() {
        let half = wilson(50, 100);
        check(half.low, 0.4038);
        check(half.high, 0.5962);
        let none = wilson(0, 10);
        check(none.low, 0.0);
        check(none.high, 0.2775);
        assert_eq!(wilson(0, 0), Estimate { value: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn shares_of_a_win_stay_between_none_and_all() {
        let half = wilson(50, 100);
        assert_eq!(share(100, 50.0, 50.0), half);
        let drawn = share(100, 50.0, 37.5); // Half of the games were drawn.
        assert!(half.low < drawn.low && drawn.high < half.high, "{drawn:?}");
        for won in 0..=4u32 {
            let few = share(4, won.into(), won.into());
            assert!(0.0 <= few.low && few.low < few.high && few.high <= 1.0, "{few:?}");
            assert!(few.half() > 0.2, "{few:?}: four games say little");
        }
    }

    #[test]
    fn a_mean_has_the_normal_interval() {
        let found = mean(4, 8.0, 20.0);
        check(found.value, 2.0);
        check(found.half(), Z * (4.0 / 3.0 / 4.0f64).sqrt());
    }

    #[test]
    fn newcombes_interval_is_that_of_the_books() {
        // Newcombe 1998, table II, case (a), method 10: 56/70 and 48/80.
        let found = difference(wilson(48, 80), wilson(56, 70));
        check(found.value, 0.2);
        check(found.low, 0.0524);
        check(found.high, 0.3339);
    }
}
