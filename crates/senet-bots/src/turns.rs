//! Whose move it is among bots.

use senet_kernel::{Seat, SeatSet};

/// Whose move it is among bots.
///
/// A seat that is alone to act is asked until it wants nothing. Where several act side by side, each
/// is asked once; then the clock ticks, or, without a clock, the round of asking begins anew.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    asked: SeatSet,
    to_act: SeatSet,
    countdown: Option<u32>,
}

impl Turns {
    /// The seat to ask next; none means that it is the clock's turn, or nobody's.
    pub fn next(&mut self, to_act: SeatSet, countdown: Option<u32>) -> Option<Seat> {
        let all_asked = to_act.iter().all(|seat| self.asked.contains(seat));
        let changed = self.to_act != to_act || self.countdown != countdown;
        if changed || all_asked && countdown.is_none() {
            *self = Turns { asked: SeatSet::NONE, to_act, countdown };
        }
        to_act.iter().find(|seat| !self.asked.contains(*seat))
    }

    /// Notes that the seat was asked, and whether it wanted anything.
    pub fn answered(&mut self, seat: Seat, wanted: bool) {
        if self.to_act.len() > 1 || !wanted {
            self.asked = self.asked.with(seat);
        }
    }
}
