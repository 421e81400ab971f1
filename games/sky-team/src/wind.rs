//! Wind: a ring of twenty positions that the axis turns, and that changes the speed (rule ST-74).

use crate::scenario::Weather;

/// How many positions the ring has.
pub(crate) const RING: u8 = 20;
/// Where the marker starts: the +3 end.
pub(crate) const START: u8 = 10;

/// Where the marker goes when the axis resolves at this position. On the ring the Co-Pilot's side
/// counts as positive, so the sign turns round.
pub(crate) fn turned(position: u8, axis: i8) -> u8 {
    (position as i8 - axis).rem_euclid(RING as i8) as u8
}

/// What the wind adds to the speed.
pub(crate) fn modifier(position: u8, weather: Weather) -> i8 {
    let tail = match position.min(RING.saturating_sub(position)) {
        0 | 1 => -3,
        2 | 3 => -2,
        4 => -1,
        5 => 0,
        6 => 1,
        7 | 8 => 2,
        _ => 3,
    };
    match weather {
        Weather::Calm => 0,
        Weather::Wind => tail,
        Weather::HeadWind => -tail,
    }
}
