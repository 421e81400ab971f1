//! The words of the board: teams, squares, directions, pieces (FW-1 to FW-7).

use schemars::JsonSchema;
use senet_kernel::Seat;
use serde::{Deserialize, Serialize};

/// The most pieces that a team can have.
pub const MAX_PIECES: usize = 9;

/// A side. Blue has the first seat and the bottom of the board, Red the second and the top.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Team {
    /// Player A, at the bottom.
    Blue,
    /// Player B, at the top.
    Red,
}

impl Team {
    /// Both, in the order in which they are listed.
    pub const ALL: [Team; 2] = [Team::Blue, Team::Red];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Team {
        match self {
            Team::Blue => Team::Red,
            Team::Red => Team::Blue,
        }
    }

    /// 0 for Blue, 1 for Red.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat that plays this side.
    pub const fn seat(self) -> Seat {
        match self {
            Team::Blue => Seat::FIRST,
            Team::Red => Seat::SECOND,
        }
    }

    /// The side of a seat; none for a seat that does not play.
    pub fn of(seat: Seat) -> Option<Team> {
        Team::ALL.get(seat.index()).copied()
    }

    /// The way to the enemy: up for Blue, down for Red.
    pub const fn forward(self) -> Direction {
        match self {
            Team::Blue => Direction::Up,
            Team::Red => Direction::Down,
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Team::Blue => "Blue",
            Team::Red => "Red",
        }
    }
}

impl std::fmt::Display for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A square: `x` grows to the right, `y` grows downwards, both from 0. Listed by row, then column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Square {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

impl Square {
    /// The square of a column and a row.
    pub const fn new(x: u8, y: u8) -> Square {
        Square { x, y }
    }

    /// The square so many steps on, which must be on the board.
    #[must_use]
    pub(crate) const fn on(self, (dx, dy): (i8, i8), steps: u8) -> Square {
        Square::new(
            self.x.wrapping_add_signed(dx.wrapping_mul(steps as i8)),
            self.y.wrapping_add_signed(dy.wrapping_mul(steps as i8)),
        )
    }

    /// Rows plus columns between two squares.
    pub fn distance(self, other: Square) -> u32 {
        u32::from(self.x.abs_diff(other.x)) + u32::from(self.y.abs_diff(other.y))
    }

    /// Direction and distance of a straight way to another square; none where there is no way.
    pub fn straight_to(self, to: Square) -> Option<(Direction, u8)> {
        let (dx, dy) = (to.x.abs_diff(self.x), to.y.abs_diff(self.y));
        if (dx, dy) == (0, 0) || dx != 0 && dy != 0 && dx != dy {
            return None;
        }
        let sign = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
        let delta = (sign(self.x, to.x), sign(self.y, to.y));
        let direction = Direction::ALL.into_iter().find(|direction| direction.delta() == delta)?;
        Some((direction, dx.max(dy)))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Square) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Square) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// A square that somebody points at; it may lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The column.
    pub x: i64,
    /// The row.
    pub y: i64,
}

impl From<Square> for Target {
    fn from(square: Square) -> Target {
        Target { x: square.x.into(), y: square.y.into() }
    }
}

/// A way to move, as seen on the fixed screen. The diagonals are for a variant only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// y − 1.
    Up,
    /// y + 1.
    Down,
    /// x − 1.
    Left,
    /// x + 1.
    Right,
    /// A diagonal.
    UpLeft,
    /// A diagonal.
    UpRight,
    /// A diagonal.
    DownLeft,
    /// A diagonal.
    DownRight,
}

impl Direction {
    /// All eight; the four cardinal ones first.
    pub const ALL: [Direction; 8] = [
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
        Direction::UpLeft,
        Direction::UpRight,
        Direction::DownLeft,
        Direction::DownRight,
    ];

    /// Columns and rows of one step.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::UpLeft => (-1, -1),
            Direction::UpRight => (1, -1),
            Direction::DownLeft => (-1, 1),
            Direction::DownRight => (1, 1),
        }
    }

    /// Whether it is one of the four that every rule set has.
    pub const fn is_cardinal(self) -> bool {
        matches!(self, Direction::Up | Direction::Down | Direction::Left | Direction::Right)
    }

    /// The other way.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
        }
    }

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::UpLeft => "up_left",
            Direction::UpRight => "up_right",
            Direction::DownLeft => "down_left",
            Direction::DownRight => "down_right",
        }
    }

    /// The direction of a word on the wire.
    pub fn of_word(word: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.word() == word)
    }
}

impl std::fmt::Display for Direction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.word().replace('_', " "))
    }
}

/// A piece of a team. Its id counts from 1, from left to right at the start.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Whose it is.
    pub team: Team,
    /// Its number.
    #[schemars(range(min = 1, max = 9))]
    pub id: u8,
}

impl Piece {
    /// The piece at this index of its team, counted from 0.
    pub const fn at(team: Team, index: usize) -> Piece {
        Piece { team, id: index as u8 + 1 }
    }

    /// Its place in its team, counted from 0.
    pub const fn index(self) -> usize {
        (self.id as usize).saturating_sub(1)
    }
}

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.team, self.id)
    }
}
