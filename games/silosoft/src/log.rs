//! The log: the last entries of what happened (FR-028). No rule reads it.

use serde::{Deserialize, Serialize};

use crate::event::Event;

/// One entry. Its number follows from its place: see [`Log::entries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) turn: u8,
    pub(crate) event: Event,
}

/// The last entries, in a ring that is as long as the retention.
#[derive(Debug, Eq, Serialize, Deserialize)]
#[serde(from = "RawLog", into = "RawLog")]
pub(crate) struct Log {
    /// How many entries there ever were: the number of the last one.
    written: u32,
    /// Where the next entry goes once the ring is full.
    next: usize,
    ring: Vec<Line>,
}

/// A log as it is written: in order, wherever its ring begins.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLog {
    written: u32,
    entries: Vec<Line>,
}

impl Log {
    pub(crate) const fn new() -> Log {
        Log { written: 0, next: 0, ring: Vec::new() }
    }

    /// A log that holds these entries, the last of which has the number `written`.
    pub(crate) const fn of(written: u32, entries: Vec<Line>) -> Log {
        Log { written, next: 0, ring: entries }
    }

    pub(crate) fn push(&mut self, retention: u16, turn: u8, event: Event) {
        let entry = Line { turn, event };
        self.written = self.written.saturating_add(1);
        if self.ring.len() < retention.into() {
            // One allocation for a whole game: see `clone`.
            self.ring.reserve_exact(usize::from(retention) - self.ring.len());
            self.ring.push(entry);
            return;
        }
        self.ring[self.next] = entry;
        self.next = if self.next + 1 < self.ring.len() { self.next + 1 } else { 0 };
    }

    /// The entries with their numbers, oldest first.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u32, &Line)> {
        let (newer, older) = self.ring.split_at(self.next);
        let before = self.written.saturating_sub(self.ring.len() as u32);
        let entries = (1u32..).zip(older.iter().chain(newer));
        entries.map(move |(nth, entry)| (before.saturating_add(nth), entry))
    }

    /// Whether it holds as many entries as it should.
    pub(crate) fn fits(&self, retention: u16) -> bool {
        self.ring.len() == usize::from(retention).min(self.written as usize)
    }
}

impl Clone for Log {
    /// Keeps the room for what is still to come, so that a copied game allocates nothing more.
    fn clone(&self) -> Log {
        let mut ring = Vec::with_capacity(self.ring.capacity());
        ring.extend_from_slice(&self.ring);
        Log { ring, ..*self }
    }
}

impl PartialEq for Log {
    /// Logs are equal when they read the same, wherever the ring begins.
    fn eq(&self, other: &Log) -> bool {
        self.written == other.written && self.entries().eq(other.entries())
    }
}

impl From<RawLog> for Log {
    fn from(RawLog { written, entries }: RawLog) -> Log {
        Log::of(written, entries)
    }
}

impl From<Log> for RawLog {
    fn from(log: Log) -> RawLog {
        RawLog { written: log.written, entries: log.entries().map(|(_, entry)| *entry).collect() }
    }
}

#[cfg(test)]
mod tests {
    use senet_kernel::Seat;

    use super::*;

    fn log_of(written: u8, retention: u16) -> Log {
        let mut log = Log::new();
        for turn in 1..=written {
            log.push(retention, turn, Event::TurnEnded { seat: Seat::FIRST });
        }
        log
    }

    /// FR-028: the last entries are kept, and no number is used twice.
    #[track_caller]
    fn check(written: u8, retention: u16, kept: std::ops::RangeInclusive<u8>) {
        let log = log_of(written, retention);
        let numbers: Vec<_> = log.entries().map(|(n, entry)| (n, entry.turn)).collect();
        let expected: Vec<_> = kept.map(|n| (u32::from(n), n)).collect();
        assert_eq!(numbers, expected);
        assert!(log.fits(retention));
        let json = serde_json::to_string(&log).unwrap();
        let read: Log = serde_json::from_str(&json).unwrap();
        assert_eq!(read, log);
        assert_eq!(senet_kernel::hash(&read), senet_kernel::hash(&log));
        let (mut a, mut b) = (log.clone(), read);
        for log in [&mut a, &mut b] {
            log.push(retention, 77, Event::Won { total: 3 });
        }
        assert_eq!(a, b);
        assert_ne!(a, log);
    }

    #[test]
    fn the_last_entries_are_kept_with_their_numbers() {
        check(1, 10, 1..=1);
        check(9, 10, 1..=9);
        check(10, 10, 1..=10);
        check(11, 10, 2..=11);
        check(19, 10, 10..=19);
        check(20, 10, 11..=20);
        check(21, 10, 12..=21);
    }

    #[test]
    fn logs_are_equal_when_they_read_the_same() {
        assert!(log_of(3, 10) == log_of(3, 10) && log_of(3, 10) != log_of(4, 10));
        // The same entries with other numbers, and other entries with the same numbers.
        let entries = || log_of(3, 10).entries().map(|(_, entry)| *entry).collect();
        assert_ne!(Log::of(7, entries()), log_of(3, 10));
        let mut other = log_of(2, 10);
        other.push(10, 9, Event::Won { total: 3 });
        assert_ne!(other, log_of(3, 10));
    }

    #[test]
    fn a_log_of_the_wrong_length_does_not_fit() {
        assert!(!log_of(11, 10).fits(11));
        assert!(!log_of(5, 10).fits(4));
        assert!(!Log::of(5, Vec::new()).fits(10));
        let entries = log_of(10, 10).entries().map(|(_, entry)| *entry).collect();
        let last = Log::of(u32::MAX, entries);
        assert_eq!(last.entries().last().unwrap().0, u32::MAX);
    }
}
