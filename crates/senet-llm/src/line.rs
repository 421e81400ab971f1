//! Which question is asked when. It knows no thread and no clock: the host says what time it is,
//! asks the model beside its loop, and reports when the answer has come.

use crate::Failure;

/// How often a team may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Calls of a team in a round.
    pub calls_per_round: u32,
    /// Calls of a team in a day.
    pub calls_per_day: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { calls_per_round: 1, calls_per_day: 1000 }
    }
}

/// When something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When {
    /// The open round.
    pub round: u32,
    /// The day, by any count.
    pub day: u32,
    /// Whether the game runs.
    pub playing: bool,
}

/// A text that is to be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The number of the input, which outranks older ones (R8).
    pub input: u32,
    /// What the player wrote.
    pub text: String,
}

/// What becomes of a new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Ask now.
    Start(Job),
    /// It waits for the call in flight, or for the next round; the text that waited before is told
    /// that it is superseded.
    Wait(Option<Job>),
    /// It is not asked.
    Refused(Failure),
}

/// The questions of one team.
#[derive(Clone, Debug, Default)]
pub struct Line {
    limits: Limits,
    in_flight: bool,
    waiting: Option<Job>,
    round: u32,
    in_round: u32,
    day: u32,
    in_day: u32,
}

impl Line {
    /// A line with these limits.
    pub fn new(limits: Limits) -> Line {
        Line { limits, ..Line::default() }
    }

    /// A new text.
    pub fn offer(&mut self, job: Job, now: When) -> Offer {
        match self.begin(now) {
            Ok(()) => Offer::Start(job),
            Err(Failure::Busy) => Offer::Wait(self.waiting.replace(job)),
            Err(failure) => Offer::Refused(failure),
        }
    }

    /// A call begins now, or does not; nothing waits.
    pub fn begin(&mut self, now: When) -> Result<(), Failure> {
        self.turn(now);
        if !now.playing {
            return Err(Failure::NotPlaying);
        }
        if self.in_day >= self.limits.calls_per_day {
            return Err(Failure::BudgetUsedUp);
        }
        if self.in_flight || self.in_round >= self.limits.calls_per_round {
            return Err(Failure::Busy);
        }
        self.start();
        Ok(())
    }

    /// The call in flight has ended, well or not.
    pub fn done(&mut self) {
        self.in_flight = false;
    }

    /// A call has ended or a round has opened: the text that waits, if it may be asked now.
    pub fn next(&mut self, now: When) -> Option<Job> {
        self.turn(now);
        if !now.playing {
            self.waiting = None;
        }
        let free = !self.in_flight
            && self.in_round < self.limits.calls_per_round
            && self.in_day < self.limits.calls_per_day;
        let job = if free { self.waiting.take() } else { None };
        if job.is_some() {
            self.start();
        }
        job
    }

    fn start(&mut self) {
        self.in_flight = true;
        self.in_round += 1;
        self.in_day += 1;
    }

    fn turn(&mut self, now: When) {
        if self.round != now.round {
            self.round = now.round;
            self.in_round = 0;
        }
        if self.day != now.day {
            self.day = now.day;
            self.in_day = 0;
        }
    }
}
