//! Where everything lies on the board of a configuration (FW-1 to FW-10).

use schemars::JsonSchema;
use senet_kernel::Faults;
use serde::{Deserialize, Serialize};

use crate::board::{MAX_PIECES, Square, Team};
use crate::config::Config;

/// The fixed squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Rows of each land.
    pub depth: u8,
    /// Pieces of each team.
    pub pieces: u8,
    /// Home squares of the flags, by team.
    pub flags: [Square; 2],
    /// No-guard zones, by team; none where the rules have no zone.
    pub zones: [Option<Rect>; 2],
    /// Squares of fixed keys, by team.
    pub keys: [Square; 2],
    starts: [[Square; MAX_PIECES]; 2],
}

/// A rectangle of squares, borders included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rect {
    /// The first column.
    pub left: u8,
    /// The first row.
    pub top: u8,
    /// The last column.
    pub right: u8,
    /// The last row.
    pub bottom: u8,
}

impl Rect {
    /// Whether the square is inside.
    pub const fn contains(self, square: Square) -> bool {
        self.left <= square.x
            && square.x <= self.right
            && self.top <= square.y
            && square.y <= self.bottom
    }

    /// How many steps lead into it, one at least; none where they never do.
    pub fn steps_into(self, from: Square, (dx, dy): (i8, i8)) -> Option<u8> {
        let (first_x, last_x) = steps_within(from.x, dx, self.left, self.right)?;
        let (first_y, last_y) = steps_within(from.y, dy, self.top, self.bottom)?;
        let first = first_x.max(first_y).max(1);
        (first <= last_x.min(last_y)).then_some(first)
    }
}

/// The least and the most steps along one axis that end between two numbers.
const fn steps_within(from: u8, step: i8, least: u8, most: u8) -> Option<(u8, u8)> {
    match step {
        0 if least <= from && from <= most => Some((0, u8::MAX)),
        1.. if from <= most => Some((least.saturating_sub(from), most - from)),
        ..=-1 if least <= from => Some((from.saturating_sub(most), from - least)),
        _ => None,
    }
}

impl Layout {
    /// The board of a configuration whose numbers fit each other.
    pub(crate) fn new(config: &Config) -> Layout {
        let (width, height) = (config.width as u8, config.height as u8);
        let depth = config.land_depth() as u8;
        let middle = (width - 1) / 2;
        let zone = config.zone_size();
        let zone = (zone.depth > 0).then(|| Rect {
            left: middle - zone.half_width as u8,
            top: height - zone.depth as u8,
            right: middle + zone.half_width as u8,
            bottom: height - 1,
        });
        let front = config.zone_size().depth.max(1) as u8;
        let mut layout = Layout {
            width,
            height,
            depth,
            pieces: config.pieces as u8,
            flags: [Square::new(middle, height - 1), Square::new(middle, 0)],
            zones: [None; 2],
            keys: config.key_squares(),
            starts: [[Square::default(); MAX_PIECES]; 2],
        };
        layout.zones =
            [zone, zone.map(|rect| Rect { top: 0, bottom: rect.bottom - rect.top, ..rect })];
        for index in 0..layout.pieces {
            let x = start_column(middle, layout.pieces, index);
            layout.starts[0][usize::from(index)] = Square::new(x, height - 1 - front);
            layout.starts[1][usize::from(index)] = Square::new(x, front);
        }
        layout
    }

    /// Whether the square is on the board.
    pub const fn contains(&self, square: Square) -> bool {
        square.x < self.width && square.y < self.height
    }

    /// Whose land the square is; none on the neutral rows.
    pub const fn land(&self, square: Square) -> Option<Team> {
        if square.y < self.depth {
            Some(Team::Red)
        } else if square.y >= self.height - self.depth {
            Some(Team::Blue)
        } else {
            None
        }
    }

    /// The square one step on; none off the board.
    pub fn step(&self, square: Square, (dx, dy): (i8, i8)) -> Option<Square> {
        let next =
            Square { x: square.x.checked_add_signed(dx)?, y: square.y.checked_add_signed(dy)? };
        self.contains(next).then_some(next)
    }

    /// How many steps in a direction stay on the board.
    pub fn room(&self, from: Square, (dx, dy): (i8, i8)) -> u8 {
        let room = |at: u8, side: u8, step: i8| match step {
            0 => u8::MAX,
            1.. => side.saturating_sub(at).saturating_sub(1),
            ..=-1 => at,
        };
        room(from.x, self.width, dx).min(room(from.y, self.height, dy))
    }

    /// The start squares of a team, from left to right.
    pub fn starts(&self, team: Team) -> &[Square] {
        &self.starts[team.index()][..self.pieces.into()]
    }

    /// The start square of a piece, by its index.
    pub fn start(&self, team: Team, index: usize) -> Square {
        self.starts[team.index()][index]
    }

    /// The home square of a team's flag.
    pub const fn flag(&self, team: Team) -> Square {
        self.flags[team.index()]
    }

    /// Whether the square is in the team's zone, closed or open.
    pub fn in_zone(&self, team: Team, square: Square) -> bool {
        self.zones[team.index()].is_some_and(|zone| zone.contains(square))
    }

    /// The image under a half turn of the board.
    #[must_use]
    pub const fn half_turn(&self, square: Square) -> Square {
        Square::new(self.width - 1 - square.x, self.height - 1 - square.y)
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    /// Whether a team's key may lie on a square of the board: in enemy land, and on no flag, start
    /// or zone square.
    pub(crate) fn may_hold_key(&self, team: Team, square: Square) -> bool {
        let enemy = team.other();
        self.land(square) == Some(enemy)
            && self.flag(enemy) != square
            && !self.starts(enemy).contains(&square)
            && !self.in_zone(enemy, square)
    }

    /// The squares that a random key of the team may fall on, row by row.
    pub(crate) fn key_choices(&self, team: Team) -> impl Iterator<Item = Square> {
        self.squares().filter(move |square| self.may_hold_key(team, *square))
    }

    /// The squares that a shared key may fall on, row by row.
    pub(crate) fn shared_key_choices(&self) -> impl Iterator<Item = Square> {
        self.squares().filter(|square| self.land(*square).is_none())
    }
}

/// Odd numbers stand together around the flag's column; even ones leave it free.
const fn start_column(middle: u8, pieces: u8, index: u8) -> u8 {
    let half = pieces / 2;
    let skip = (pieces.is_multiple_of(2) && index >= half) as u8;
    middle - half + index + skip
}

/// A configuration that has been judged, with its board. On the wire it is the configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Config", into = "Config")]
pub struct Setup {
    config: Config,
    layout: Layout,
}

impl Setup {
    /// The board of a configuration, or everything that is wrong with it. Every choice is written out,
    /// so that equal rules are equal states.
    pub fn new(config: &Config) -> Result<Setup, Faults> {
        config.inspect()?;
        Ok(Setup { config: config.resolved(), layout: Layout::new(config) })
    }

    /// The rules.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The board.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The longest distance that an order can have: the longest side less one.
    pub fn longest(&self) -> u8 {
        self.layout.width.max(self.layout.height) - 1
    }

    /// The directions that orders may have.
    pub fn directions(&self) -> &'static [crate::Direction] {
        match self.config.movement.directions {
            crate::Directions::Cardinal => &crate::Direction::ALL[..4],
            crate::Directions::All => &crate::Direction::ALL,
        }
    }
}

impl TryFrom<Config> for Setup {
    type Error = Faults;

    fn try_from(config: Config) -> Result<Setup, Faults> {
        Setup::new(&config)
    }
}

impl From<Setup> for Config {
    fn from(setup: Setup) -> Config {
        setup.config
    }
}
