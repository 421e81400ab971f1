//! The approach track: planes in the way, the radio that sends them off, traffic that adds more,
//! and the flight along it (rules ST-42, ST-43, ST-70, ST-71).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::landing::Loss;
use crate::policy::RadioAim;
use crate::scenario::{Course, SEGMENTS, TOKENS};

/// The faces of the traffic die.
pub(crate) const TRAFFIC_DIE: [u8; 6] = [2, 3, 3, 4, 4, 5];

/// Where the plane is and what lies on the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Approach {
    /// The segment the plane is on, counted from 0.
    pub position: u8,
    /// Airplane tokens by segment.
    pub planes: [u8; SEGMENTS],
}

impl Approach {
    /// How many airplane tokens lie on the track.
    pub(crate) fn total(&self) -> u8 {
        self.planes.iter().sum()
    }

    /// Airplane tokens on a segment.
    pub(crate) fn planes_at(&self, segment: u8) -> u8 {
        self.planes.get(usize::from(segment)).copied().unwrap_or(0)
    }

    /// The segment that a radio die of this value reaches; none beyond the airport.
    pub(crate) fn radio_target(&self, value: u8, aim: RadioAim, course: &Course) -> Option<u8> {
        let from = match aim {
            RadioAim::Position => self.position,
            RadioAim::Start => 0,
        };
        let segment = from + value.saturating_sub(1);
        (segment <= course.airport()).then_some(segment)
    }

    /// Takes a token off a segment; says whether there was one.
    pub(crate) fn send_off(&mut self, segment: u8) -> bool {
        match self.planes.get_mut(usize::from(segment)) {
            Some(planes) if *planes > 0 => {
                *planes -= 1;
                true
            }
            _ => false,
        }
    }

    /// Adds the plane of a traffic die; past the end it goes on the airport. Gives the segment, and
    /// whether the supply had a token.
    pub(crate) fn add_traffic(&mut self, value: u8, course: &Course) -> (u8, bool) {
        let ahead = self.position + value.saturating_sub(1);
        let segment = ahead.min(course.airport());
        let added = self.total() < TOKENS;
        if added {
            self.planes[usize::from(segment)] += 1;
        }
        (segment, added)
    }

    /// Leaves the current segment for the next one.
    pub(crate) fn step(&mut self, axis: i8, course: &Course, loses: bool) -> Result<(), Loss> {
        let segment = self.position;
        if !course.turn_allows(segment, axis) {
            return Err(Loss::Turn { segment, axis });
        }
        if loses && self.planes_at(segment) > 0 {
            return Err(Loss::Collision { segment });
        }
        if segment >= course.airport() {
            return if loses { Err(Loss::Overshoot) } else { Ok(()) };
        }
        self.position += 1;
        Ok(())
    }
}
