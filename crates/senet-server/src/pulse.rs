//! Whether the other end of a socket still lives.
//!
//! A silent socket is asked, and has a whole pulse to answer. Only time in which the server itself was
//! there to listen counts: after a stall of the server, everybody is asked again.

use std::time::{Duration, Instant};

/// The pulse of one socket.
pub struct Pulse {
    every: Duration,
    /// When to look next.
    due: Instant,
    /// Whether it was asked and has not answered.
    asked: bool,
}

/// What to do about a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Ask whether it lives.
    Ask,
    /// It has had its time: let it go.
    Gone,
}

impl Pulse {
    pub fn new(every: Duration, now: Instant) -> Pulse {
        Pulse { every, due: now + every, asked: false }
    }

    /// When to look next.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Something was heard.
    pub fn heard(&mut self) {
        self.asked = false;
    }

    /// It is time to look.
    pub fn look(&mut self, now: Instant) -> Beat {
        // Whoever looks so late has not listened either: what was said meanwhile waits to be read.
        let stalled = now.saturating_duration_since(self.due) > self.every / 4;
        self.due = now + self.every;
        if self.asked && !stalled {
            return Beat::Gone;
        }
        self.asked = true;
        Beat::Ask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_time_in_which_the_server_listened_counts() {
        let (start, s) = (Instant::now(), Duration::from_secs);
        let mut pulse = Pulse::new(s(30), start);
        assert_eq!(pulse.look(start + s(30)), Beat::Ask);
        assert_eq!(pulse.due(), start + s(60));
        pulse.heard();
        assert_eq!(pulse.look(start + s(60)), Beat::Ask);
        // The server stalls for 65 seconds while an answer is on its way.
        assert_eq!(pulse.look(start + s(125)), Beat::Ask);
        assert_eq!(pulse.due(), start + s(155), "a whole pulse from then on");
        assert_eq!(pulse.look(start + s(155)), Beat::Gone);
    }
}
