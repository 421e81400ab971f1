//! Landing gear, flaps, brakes and ice brakes: what each switch takes, and what the brakes hold
//! (rules ST-44 to ST-46, ST-76).

use crate::policy::BrakeTest;

/// How many landing gear switches there are.
pub(crate) const GEAR: u8 = 3;
/// How many flaps there are.
pub(crate) const FLAPS: u8 = 4;
/// How many brakes there are.
pub(crate) const BRAKES: u8 = 3;
/// How many steps the ice brakes have.
pub(crate) const ICE_STEPS: u8 = 4;
/// The most speed that the ice brakes hold.
pub(crate) const ICE_SPEED: i8 = 5;
/// The most speed that the brakes hold by the marker.
pub(crate) const MOST_MARKER: i8 = 6;
/// All brakes together.
pub(crate) const MOST_POWER: i8 = 12;

const FLAP_VALUES: [[u8; 2]; 4] = [[1, 2], [2, 3], [4, 5], [5, 6]];

/// What a landing gear switch takes.
pub(crate) const fn gear_values(switch: u8) -> [u8; 2] {
    [2 * switch + 1, 2 * switch + 2]
}

/// What a flap takes.
pub(crate) const fn flap_values(flap: u8) -> [u8; 2] {
    FLAP_VALUES[if flap < FLAPS { flap } else { FLAPS - 1 } as usize]
}

/// What a brake takes.
pub(crate) const fn brake_value(brake: u8) -> u8 {
    2 * brake + 2
}

/// What a step of the ice brakes takes, twice.
pub(crate) const fn ice_value(step: u8) -> u8 {
    step + 2
}

/// What the brakes are worth with this many on, by the reading that the landing uses.
pub(crate) fn strength(test: BrakeTest, on: u8) -> i8 {
    let on = on as i8;
    match test {
        BrakeTest::Power => on * (on + 1),
        BrakeTest::Count => on,
        BrakeTest::Marker => on * 2,
    }
}

/// Whether brakes with this many on hold this speed.
pub(crate) fn holds(test: BrakeTest, on: u8, speed: i8) -> bool {
    match test {
        BrakeTest::Power | BrakeTest::Count => on == BRAKES && strength(test, on) > speed,
        BrakeTest::Marker => on > 0 && speed <= strength(test, on),
    }
}
