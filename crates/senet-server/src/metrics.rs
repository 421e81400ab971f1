//! What operators see: counters, gauges and histograms, as Prometheus reads them.
//!
//! What a move passes is a few additions to numbers that nobody locks.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper ends of the buckets, in microseconds.
const BUCKETS: [u64; 14] = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000,
    5_000_000, 20_000_000,
];

/// How many kinds of one thing are told apart.
const KINDS: usize = 400;
/// The labels of all the others.
const OTHER: &str = "kind=\"other\"";

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicU64);

impl Gauge {
    /// What it is from now on.
    pub fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// What it is now.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long something took, how often.
#[derive(Debug, Default)]
pub struct Histogram {
    /// How often it took as long as this bucket says; the last is for what took longer.
    counts: [AtomicU64; BUCKETS.len() + 1],
    micros: AtomicU64,
}

impl Histogram {
    /// Notes how long something took.
    pub fn observe(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let bucket = BUCKETS.partition_point(|end| *end < micros);
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// As Prometheus reads it.
    pub fn told(&self, text: &mut String, name: &str) {
        let _ = writeln!(text, "# TYPE {name} histogram");
        let mut sum = 0;
        for (count, end) in self.counts.iter().zip(BUCKETS) {
            sum += count.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", end as f64 / 1e6);
        }
        sum += self.counts[BUCKETS.len()].load(Ordering::Relaxed);
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {sum}");
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {sum}");
    }
}

/// How often each kind of something happened.
#[derive(Debug, Default)]
pub struct Kinds(Mutex<BTreeMap<String, u64>>);

impl Kinds {
    /// Counts one of this kind. Guests cannot make up kinds without end: from some number on they are
    /// all `other`.
    pub fn count(&self, kind: &str) {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = kinds.get_mut(kind) {
            *count += 1;
            return;
        }
        let kind = if kinds.len() < KINDS { kind } else { OTHER };
        *kinds.entry(kind.to_owned()).or_default() += 1;
    }

    /// As Prometheus reads it; a kind is its labels.
    pub fn told(&self, text: &mut String, name: &str) {
        let _ = writeln!(text, "# TYPE {name} counter");
        for (labels, count) in self.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = writeln!(text, "{name}{{{labels}}} {count}");
        }
    }
}

/// All that is measured.
#[derive(Debug, Default)]
pub struct Metrics {
    /// From a command's arrival until it is acknowledged.
    pub submit: Histogram,
    /// How long the store takes to make a change durable.
    pub commit: Histogram,
    /// How long bots think, their turn in the line included.
    pub bots: Histogram,
    /// Calls over HTTP, by route and status.
    pub http: Kinds,
    /// What was refused, by code.
    pub refusals: Kinds,
}

impl Metrics {
    /// Notes a refusal.
    pub fn refused(&self, code: &str) {
        // Codes are words of ours and of the games; anything else would break the line.
        let plain = code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.refusals.count(&format!("code=\"{}\"", if plain { code } else { "other" }));
    }

    /// Notes a call.
    pub fn called(&self, route: &str, status: u16) {
        self.http.count(&format!("route=\"{route}\",status=\"{status}\""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let histogram = Histogram::default();
        for micros in [1, 100, 101, 1_000_000_000] {
            histogram.observe(Duration::from_micros(micros));
        }
        let mut text = String::new();
        histogram.told(&mut text, "x");
        for line in [
            "# TYPE x histogram",
            "x_bucket{le=\"0.0001\"} 2",
            "x_bucket{le=\"0.00025\"} 3",
            "x_bucket{le=\"20\"} 3",
            "x_bucket{le=\"+Inf\"} 4",
            "x_sum 1000.000202",
            "x_count 4",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }

    #[test]
    fn kinds_are_bounded() {
        let kinds = Kinds::default();
        for number in 0..10_000 {
            kinds.count(&number.to_string());
        }
        let mut text = String::new();
        kinds.told(&mut text, "x");
        assert_eq!(text.lines().count(), KINDS + 2);
        assert!(text.contains("x{kind=\"other\"} 9600"));
    }
}
