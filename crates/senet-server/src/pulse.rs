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
    /// The message of which only a part had come.
    half_said: Option<u32>,
}

/// What to do about a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Ask whether it lives.
    Ask,
    /// It has had its time: let it go.
    Gone,
    /// It still owes the rest of a message that it had begun at the last look.
    Late,
}

impl Pulse {
    pub fn new(every: Duration, now: Instant) -> Pulse {
        Pulse { every, due: now + every, asked: false, half_said: None }
    }

    /// When to look next.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Something was heard.
    pub fn heard(&mut self) {
        self.asked = false;
    }

    /// It is time to look; `half_said` is the message of which only a part has come.
    pub fn look(&mut self, now: Instant, half_said: Option<u32>) -> Beat {
        // Whoever looks so late has not listened either: what was said meanwhile waits to be read.
        let stalled = now.saturating_duration_since(self.due) > self.every / 4;
        self.due = now + self.every;
        let before = std::mem::replace(&mut self.half_said, half_said);
        if self.asked && !stalled {
            return Beat::Gone;
        }
        self.asked = true;
        // What has come of it is held until it is whole: whoever answers every ping cannot have that for ever.
        if half_said.is_some() && half_said == before && !stalled { Beat::Late } else { Beat::Ask }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_time_in_which_the_server_listened_counts() {
        let (start, s) = (Instant::now(), Duration::from_secs);
        let mut pulse = Pulse::new(s(30), start);
        assert_eq!(pulse.look(start + s(30), None), Beat::Ask);
        assert_eq!(pulse.due(), start + s(60));
        pulse.heard();
        assert_eq!(pulse.look(start + s(60), None), Beat::Ask);
        // The server stalls for 65 seconds while an answer is on its way.
        assert_eq!(pulse.look(start + s(125), None), Beat::Ask);
        assert_eq!(pulse.due(), start + s(155), "a whole pulse from then on");
        assert_eq!(pulse.look(start + s(155), None), Beat::Gone);
    }

    #[test]
    fn a_message_that_has_begun_is_to_come_whole() {
        let (start, s) = (Instant::now(), Duration::from_secs);
        let mut pulse = Pulse::new(s(30), start);
        let mut look = |at: u64, half_said| {
            let beat = pulse.look(start + s(at), half_said);
            pulse.heard();
            beat
        };
        assert_eq!(look(30, Some(1)), Beat::Ask);
        assert_eq!(look(60, Some(2)), Beat::Ask, "another one has begun");
        assert_eq!(look(90, None), Beat::Ask);
        assert_eq!(look(120, Some(3)), Beat::Ask);
        assert_eq!(look(185, Some(3)), Beat::Ask, "nobody listened meanwhile");
        assert_eq!(look(215, Some(3)), Beat::Late);
    }
}
