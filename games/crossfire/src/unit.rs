//! Units: who they are on the wire, and sets of them as bits.

use schemars::JsonSchema;
use senet_kernel::Seat;
use serde::{Deserialize, Serialize};

/// The most units that a roster may have.
pub const MOST_UNITS: u8 = 8;

/// The name of a unit: `P1-3` is the third unit of the first side. A command may name one that does
/// not exist.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = r"^P\d+-\d+$"))]
pub struct UnitId {
    /// 1 or 2.
    pub side: u8,
    /// The unit's number in its side, from 1.
    pub number: u8,
}

impl TryFrom<String> for UnitId {
    type Error = String;

    fn try_from(text: String) -> Result<UnitId, String> {
        let read = || {
            let (side, number) = text.strip_prefix(['P', 'p'])?.split_once('-')?;
            Some(UnitId { side: side.parse().ok()?, number: number.parse().ok()? })
        };
        read().ok_or_else(|| format!("\"{text}\" is no unit; units are called P1-1, P2-3"))
    }
}

impl From<UnitId> for String {
    fn from(id: UnitId) -> String {
        id.to_string()
    }
}

impl std::fmt::Display for UnitId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "P{}-{}", self.side, self.number)
    }
}

/// A unit of a battle. Invariant: below twice [`MOST_UNITS`]; whether its roster has it is for the
/// battle to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Unit(u8);

impl Unit {
    pub(crate) fn new(seat: Seat, number: u8) -> Unit {
        Unit(seat.index() as u8 * MOST_UNITS + number - 1)
    }

    pub(crate) fn seat(self) -> Seat {
        if self.0 < MOST_UNITS { Seat::FIRST } else { Seat::SECOND }
    }

    /// From 1.
    pub(crate) const fn number(self) -> u8 {
        self.0 % MOST_UNITS + 1
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn id(self) -> UnitId {
        UnitId { side: self.seat().index() as u8 + 1, number: self.number() }
    }
}

impl TryFrom<u8> for Unit {
    type Error = String;

    fn try_from(index: u8) -> Result<Unit, String> {
        if index < 2 * MOST_UNITS {
            Ok(Unit(index))
        } else {
            Err(format!("unit {index} is beyond the last"))
        }
    }
}

impl From<Unit> for u8 {
    fn from(unit: Unit) -> u8 {
        unit.0
    }
}

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnitSet(u16);

impl UnitSet {
    pub(crate) const NONE: UnitSet = UnitSet(0);

    /// The first units of a side.
    pub(crate) fn roster(seat: Seat, count: u8) -> UnitSet {
        let bits = (1u16 << count.min(MOST_UNITS)) - 1;
        UnitSet(bits << (seat.index() as u16 * u16::from(MOST_UNITS)))
    }

    pub(crate) const fn contains(self, unit: Unit) -> bool {
        self.0 & 1 << unit.0 != 0
    }

    pub(crate) fn insert(&mut self, unit: Unit) {
        self.0 |= 1 << unit.0;
    }

    pub(crate) fn remove(&mut self, unit: Unit) {
        self.0 &= !(1 << unit.0);
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    pub(crate) const fn and(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }

    pub(crate) const fn without(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }

    /// The units in order: the first side's by number, then the second's.
    pub(crate) fn iter(self) -> impl Iterator<Item = Unit> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let unit = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(Unit(unit))
        })
    }
}

impl FromIterator<Unit> for UnitSet {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> UnitSet {
        let mut set = UnitSet::NONE;
        units.into_iter().for_each(|unit| set.insert(unit));
        set
    }
}

/// The other side.
pub(crate) fn other(seat: Seat) -> Seat {
    seat.next(2)
}

/// Both sides.
pub(crate) const SIDES: [Seat; 2] = [Seat::FIRST, Seat::SECOND];
