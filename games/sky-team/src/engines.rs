//! The engines: two dice are the speed, and the speed moves the plane (rules ST-41, ST-42).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::config::EqualSpeed;
use crate::crew::{Crew, Pair};
use crate::landing::Loss;

/// Where the blue marker starts; each landing gear switch moves it up by one.
pub(crate) const BLUE_MARKER: u8 = 4;
/// Where the orange marker starts; each flap moves it up by one.
pub(crate) const ORANGE_MARKER: u8 = 8;

/// The speed gauge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Engines {
    /// The dice of this round.
    pub dice: Pair<Option<u8>>,
    /// The speed of this round, wind included, once both dice are there.
    pub speed: Option<i8>,
}

impl Engines {
    /// Puts a die on a side; the second one gives both values, and the wind makes them a speed.
    pub(crate) fn place(&mut self, side: Crew, value: u8, wind: i8) -> Option<(u8, u8)> {
        self.dice[side] = Some(value);
        let (blue, orange) = self.dice.both()?;
        self.speed = Some((blue + orange) as i8 + wind);
        Some((blue, orange))
    }

    pub(crate) fn clear(&mut self) {
        *self = Engines::default();
    }
}

/// How many segments a speed moves the plane between these markers.
fn segments(speed: i8, blue: u8, orange: u8, equal: EqualSpeed) -> u8 {
    let (blue, orange) = (blue as i8, orange as i8);
    let stays = match equal {
        EqualSpeed::Moves => speed < blue,
        EqualSpeed::Stays => speed <= blue,
    };
    if stays {
        0
    } else if speed <= orange {
        1
    } else {
        2
    }
}

impl Board {
    /// How many segments a speed moves the plane now; none in the final round.
    pub fn segments(&self, speed: i8) -> Option<u8> {
        let (blue, orange) = (self.blue_marker(), self.orange_marker());
        (!self.is_final()).then(|| segments(speed, blue, orange, self.options.equal_speed))
    }

    /// Where these engine dice would take the plane as things are, or how they would lose it.
    pub fn flight(&self, blue: u8, orange: u8) -> Result<u8, Loss> {
        let speed = (blue + orange) as i8 + self.wind_modifier();
        self.flown(self.segments(speed).unwrap_or(0))
    }

    /// Where so many segments would take the plane as things are, or how they would lose it.
    pub fn flown(&self, segments: u8) -> Result<u8, Loss> {
        let mut approach = self.approach;
        for _ in 0..segments {
            approach.step(self.axis.position, &self.course, self.policy().track_loses)?;
        }
        Ok(approach.position)
    }
}
