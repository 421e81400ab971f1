//! Fuel: a tank that one die a round draws on, or a leak (rules ST-72, ST-73).

/// What the tank holds at the start.
pub(crate) const FULL: i8 = 20;
/// What a round costs in which nobody used the kerosene space.
pub(crate) const UNUSED: i8 = 6;

/// What the leak costs when the engines resolve.
pub(crate) const fn leak(blue: u8, orange: u8) -> i8 {
    blue.abs_diff(orange) as i8 + 1
}
