//! The board: squares, and sets of squares as bits.
//!
//! A row takes sixteen bits, fifteen for its squares and one that stays empty, so a step to any of
//! the eight neighbours is a shift and nothing wraps around an edge.

use std::ops::{BitAnd, BitOr, Not};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Columns of the board (GR-001).
pub const COLUMNS: u8 = 15;
/// Rows of the board (GR-001).
pub const ROWS: u8 = 9;

/// Squares have numbers below this.
pub(crate) const SQUARES: usize = 16 * ROWS as usize;

/// A square of the board. Invariant: its column is 1 to 15 and its row 1 to 9.
///
/// On the wire it is `[column, row]`; column 1 is the first side's edge, row 1 the top.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "Position", into = "Position")]
#[schemars(with = "(u8, u8)")]
pub struct Square(u8);

impl Square {
    /// The square in a column and a row, both counted from 1.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column >= 1 && column <= COLUMNS && row >= 1 && row <= ROWS {
            Some(Square((row - 1) * 16 + column - 1))
        } else {
            None
        }
    }

    /// Every square, row by row.
    pub fn all() -> impl Iterator<Item = Square> + Clone {
        (0..SQUARES as u8).filter(|number| number % 16 < COLUMNS).map(Square)
    }

    /// The column, from 1.
    pub const fn column(self) -> u8 {
        self.0 % 16 + 1
    }

    /// The row, from 1.
    pub const fn row(self) -> u8 {
        self.0 / 16 + 1
    }

    /// The distance in squares, diagonals counting one (R1).
    pub const fn distance(self, other: Square) -> u8 {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// Whether the two are neighbours, by side or corner (R2).
    pub const fn is_adjacent(self, other: Square) -> bool {
        self.distance(other) == 1
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    const fn of_index(index: usize) -> Square {
        Square(index as u8)
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.column(), self.row())
    }
}

/// A place that a command names, which may lie off the board. On the wire it is `[column, row]`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "(i16, i16)", into = "(i16, i16)")]
#[schemars(with = "(i16, i16)")]
pub struct Position {
    /// Counted from 1 at the first side's edge.
    pub column: i16,
    /// Counted from 1 at the top.
    pub row: i16,
}

impl Position {
    /// The square, if it is on the board.
    pub fn square(self) -> Option<Square> {
        let column = u8::try_from(self.column).ok()?;
        let row = u8::try_from(self.row).ok()?;
        Square::new(column, row)
    }
}

impl From<(i16, i16)> for Position {
    fn from((column, row): (i16, i16)) -> Position {
        Position { column, row }
    }
}

impl From<Position> for (i16, i16) {
    fn from(position: Position) -> (i16, i16) {
        (position.column, position.row)
    }
}

impl From<Square> for Position {
    fn from(square: Square) -> Position {
        Position { column: square.column().into(), row: square.row().into() }
    }
}

impl TryFrom<Position> for Square {
    type Error = String;

    fn try_from(position: Position) -> Result<Square, String> {
        position
            .square()
            .ok_or_else(|| format!("{position} is off the board of {COLUMNS} by {ROWS}"))
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

/// A set of squares. On the wire it is nine rows of fifteen characters: `#` is in, `.` is out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
#[schemars(with = "Vec<String>")]
pub struct Area([u64; 3]);

/// The bits of four rows that are squares.
const FOUR_ROWS: u64 = 0x7fff_7fff_7fff_7fff;

impl Area {
    /// No square.
    pub const NONE: Area = Area([0; 3]);
    /// Every square.
    pub const ALL: Area = Area([FOUR_ROWS, FOUR_ROWS, 0x7fff]);

    /// Just this square.
    pub const fn only(square: Square) -> Area {
        let mut area = Area::NONE;
        area.0[square.index() / 64] = 1 << (square.index() % 64);
        area
    }

    /// Whether the square is in it.
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] & (1 << (square.index() % 64)) != 0
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Whether there is no square in it.
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// How many squares are in it.
    pub const fn len(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Whether the two have a square in common.
    pub const fn meets(&self, other: &Area) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) | (self.0[2] & other.0[2]) != 0
    }

    /// The squares, row by row.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                Some(Square::of_index(word * 64 + bit))
            })
        })
    }

    /// The squares within a distance of a square, itself included.
    pub(crate) fn around(square: Square, distance: u8) -> Area {
        let reach = u32::from(distance);
        let column = u32::from(square.column()) - 1;
        let first = column.saturating_sub(reach);
        let last = (column + reach).min(u32::from(COLUMNS) - 1);
        let bits = ((1u64 << (last + 1)) - (1u64 << first)) & 0x7fff;
        let top = square.row().saturating_sub(distance).max(1);
        let bottom = square.row().saturating_add(distance).min(ROWS);
        let mut area = Area::NONE;
        for row in top..=bottom {
            let index = (usize::from(row) - 1) * 16;
            area.0[index / 64] |= bits << (index % 64);
        }
        area
    }

    /// All squares moved by a number of bits: 16 a row, 1 a column. What leaves the last word is
    /// lost, what lands on the empty bits is for the caller to mask.
    pub(crate) const fn up(self, by: usize) -> Area {
        let [a, b, c] = self.0;
        let (words, bits) = (by / 64, by % 64);
        let [a, b, c] = if bits == 0 {
            [a, b, c]
        } else {
            [a << bits, b << bits | a >> (64 - bits), c << bits | b >> (64 - bits)]
        };
        match words {
            0 => Area([a, b, c]),
            1 => Area([0, a, b]),
            _ => Area([0, 0, a]),
        }
    }

    /// The other way of [`up`](Area::up).
    pub(crate) const fn down(self, by: usize) -> Area {
        let [a, b, c] = self.0;
        let (words, bits) = (by / 64, by % 64);
        let [a, b, c] = if bits == 0 {
            [a, b, c]
        } else {
            [a >> bits | b << (64 - bits), b >> bits | c << (64 - bits), c >> bits]
        };
        match words {
            0 => Area([a, b, c]),
            1 => Area([b, c, 0]),
            _ => Area([c, 0, 0]),
        }
    }
}

impl BitAnd for Area {
    type Output = Area;

    fn bitand(self, other: Area) -> Area {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Area([a & x, b & y, c & z])
    }
}

impl BitOr for Area {
    type Output = Area;

    fn bitor(self, other: Area) -> Area {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Area([a | x, b | y, c | z])
    }
}

impl Not for Area {
    type Output = Area;

    fn not(self) -> Area {
        let [a, b, c] = self.0;
        Area([!a, !b, !c]) & Area::ALL
    }
}

impl FromIterator<Square> for Area {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Area {
        let mut area = Area::NONE;
        squares.into_iter().for_each(|square| area.insert(square));
        area
    }
}

impl TryFrom<Vec<String>> for Area {
    type Error = String;

    fn try_from(rows: Vec<String>) -> Result<Area, String> {
        let right = |row: &String| {
            row.len() == usize::from(COLUMNS) && row.bytes().all(|mark| matches!(mark, b'#' | b'.'))
        };
        if rows.len() != usize::from(ROWS) || !rows.iter().all(right) {
            return Err(format!(
                "an area is {ROWS} rows of {COLUMNS} characters, # for in and . for out"
            ));
        }
        let marked = |square: &Square| {
            let row = rows[usize::from(square.row()) - 1].as_bytes();
            row[usize::from(square.column()) - 1] == b'#'
        };
        Ok(Square::all().filter(marked).collect())
    }
}

impl From<Area> for Vec<String> {
    fn from(area: Area) -> Vec<String> {
        let mark = |column, row| match Square::new(column, row) {
            Some(square) if area.contains(square) => '#',
            _ => '.',
        };
        (1..=ROWS).map(|row| (1..=COLUMNS).map(|column| mark(column, row)).collect()).collect()
    }
}

/// A rectangle of squares, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// The first and the last column.
    pub columns: [u8; 2],
    /// The first and the last row.
    pub rows: [u8; 2],
}

impl Zone {
    /// Whether the square lies in it.
    pub fn contains(&self, square: Square) -> bool {
        let inside = |[from, to]: [u8; 2], at| from <= at && at <= to;
        inside(self.columns, square.column()) && inside(self.rows, square.row())
    }

    /// Whether it is a part of the board.
    pub(crate) fn is_on_board(&self) -> bool {
        let inside = |[from, to]: [u8; 2], last| 1 <= from && from <= to && to <= last;
        inside(self.columns, COLUMNS) && inside(self.rows, ROWS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R1: diagonals count one.
    #[test]
    fn around_a_square_is_what_lies_within_the_distance() {
        for square in Square::all() {
            for distance in [0, 1, 2, 5, 8, 14, 20] {
                let near = Square::all().filter(|other| square.distance(*other) <= distance);
                let near: Area = near.collect();
                assert_eq!(Area::around(square, distance), near, "{distance} from {square:?}");
            }
        }
    }

    #[test]
    fn an_area_moves_by_columns_and_rows_and_back() {
        for square in Square::all() {
            for (columns, rows) in [(0, 0), (1, 0), (0, 1), (3, 2), (0, 4), (14, 8), (2, 8)] {
                let there = Square::new(square.column() + columns, square.row() + rows);
                let Some(there) = there else { continue };
                let by = usize::from(columns) + 16 * usize::from(rows);
                assert_eq!(Area::only(square).up(by), Area::only(there), "{square:?} by {by}");
                assert_eq!(Area::only(there).down(by), Area::only(square), "{there:?} by {by}");
            }
        }
    }
}
