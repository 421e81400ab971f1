//! Straight lines between squares, in integers on a doubled grid (rules, section 9.1).
//!
//! Whether a line enters or touches a square is worked out once for each pair of offsets, on a
//! board of its own in the top left corner; a look-up only shifts that picture into place.

use std::sync::LazyLock;

use crate::board::{Area, SQUARES, Square};

/// A point of the doubled grid: the centre of the square (c,r) is (2c,2r).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    x: i32,
    y: i32,
}

impl Point {
    /// The middle of a square.
    pub fn centre(square: Square) -> Point {
        Point { x: 2 * i32::from(square.column()), y: 2 * i32::from(square.row()) }
    }

    /// The middle of a side of a square.
    pub fn middle(square: Square, side: Side) -> Point {
        let Point { x, y } = Point::centre(square);
        match side {
            Side::North => Point { x, y: y - 1 },
            Side::East => Point { x: x + 1, y },
            Side::South => Point { x, y: y + 1 },
            Side::West => Point { x: x - 1, y },
        }
    }
}

/// A side of a square.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Towards row 1.
    North,
    /// Towards the last column.
    East,
    /// Towards the last row.
    South,
    /// Towards column 1.
    West,
}

/// The sides of a target's square that are turned to a shooter: one of west and east, one of north
/// and south, or only one of them where the two are in line.
pub fn facing(shooter: Square, target: Square) -> [Option<Side>; 2] {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let upright = match shooter.column().cmp(&target.column()) {
        Less => Some(Side::West),
        Greater => Some(Side::East),
        Equal => None,
    };
    let level = match shooter.row().cmp(&target.row()) {
        Less => Some(Side::North),
        Greater => Some(Side::South),
        Equal => None,
    };
    [upright, level]
}

/// Whether the line runs through the inside of the square.
pub fn enters(from: Point, to: Point, square: Square) -> bool {
    let Span { x0, x1, y0, y1, lo, hi } = Span::new(from, to, square);
    from.x.max(to.x) > x0
        && from.x.min(to.x) < x1
        && from.y.max(to.y) > y0
        && from.y.min(to.y) < y1
        && lo < 0
        && 0 < hi
}

/// Whether the line enters the square or touches its edge or corner.
pub fn meets(from: Point, to: Point, square: Square) -> bool {
    let Span { x0, x1, y0, y1, lo, hi } = Span::new(from, to, square);
    from.x.max(to.x) >= x0
        && from.x.min(to.x) <= x1
        && from.y.max(to.y) >= y0
        && from.y.min(to.y) <= y1
        && lo <= 0
        && 0 <= hi
}

/// The box of a square, and on which sides of the line its corners lie.
struct Span {
    x0: i32,
    x1: i32,
    y0: i32,
    y1: i32,
    lo: i32,
    hi: i32,
}

impl Span {
    fn new(from: Point, to: Point, square: Square) -> Span {
        let Point { x, y } = Point::centre(square);
        let (x0, x1, y0, y1) = (x - 1, x + 1, y - 1, y + 1);
        let k = |x, y| (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
        let corners = [k(x0, y0), k(x0, y1), k(x1, y0), k(x1, y1)];
        let lo = corners.into_iter().fold(i32::MAX, i32::min);
        let hi = corners.into_iter().fold(i32::MIN, i32::max);
        Span { x0, x1, y0, y1, lo, hi }
    }
}

/// The squares between two squares that their centre line enters, and those that it enters or
/// touches; the two squares themselves are in neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Centre {
    /// Entered.
    pub enters: Area,
    /// Entered or touched.
    pub meets: Area,
}

/// The line from centre to centre.
#[inline]
pub fn centre(from: Square, to: Square) -> Centre {
    let place = Place::of(from, to);
    let Centre { enters, meets } = TABLES.centre[place.shape()][usize::from(place.rising)];
    Centre { enters: enters.up(place.corner), meets: meets.up(place.corner) }
}

/// The squares that the lines from the shooter's centre to the middles of the target's facing sides
/// meet, without the shooter's own square; in the order of [`facing`]. Empty where there is no such
/// side.
pub fn to_sides(shooter: Square, target: Square) -> [Area; 2] {
    let place = Place::of(shooter, target);
    let turned = usize::from(shooter.column() > target.column());
    let over = usize::from(shooter.row() > target.row());
    TABLES.sides[place.shape()][turned * 2 + over].map(|area| area.up(place.corner))
}

/// For each square, those that a thing on `blocker` hides from it by standing on the line or
/// touching it.
pub(crate) fn hidden_by(blocker: Square) -> &'static [Area; SQUARES] {
    static HIDDEN: LazyLock<Vec<[Area; SQUARES]>> = LazyLock::new(|| {
        let mut hidden = vec![[Area::NONE; SQUARES]; SQUARES];
        for from in Square::all() {
            for to in Square::all() {
                for blocker in centre(from, to).meets.iter() {
                    hidden[blocker.index()][from.index()].insert(to);
                }
            }
        }
        hidden
    });
    &HIDDEN[blocker.index()]
}

/// Where the box around two squares lies, and which way the line runs in it.
struct Place {
    corner: usize,
    columns: u8,
    rows: u8,
    rising: bool,
}

impl Place {
    fn of(a: Square, b: Square) -> Place {
        let column = a.column().min(b.column());
        let row = a.row().min(b.row());
        Place {
            corner: (usize::from(row) - 1) * 16 + usize::from(column) - 1,
            columns: a.column().abs_diff(b.column()),
            rows: a.row().abs_diff(b.row()),
            rising: (a.column() < b.column()) != (a.row() < b.row()),
        }
    }

    fn shape(&self) -> usize {
        usize::from(self.rows) * 16 + usize::from(self.columns)
    }
}

struct Tables {
    /// By the shape of the box, then falling or rising.
    centre: [[Centre; 2]; 144],
    /// By the shape of the box, then whether the shooter is right of the target and below it.
    sides: [[[Area; 2]; 4]; 144],
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| {
    let mut tables = Box::new(Tables {
        centre: [[Centre::default(); 2]; 144],
        sides: [[[Area::NONE; 2]; 4]; 144],
    });
    for far in Square::all() {
        let shape = far.index();
        let corner = |right, below| {
            let column = if right { far.column() } else { 1 };
            let row = if below { far.row() } else { 1 };
            Square::new(column, row).expect("a corner of a box on the board is on the board")
        };
        for rising in [false, true] {
            let (from, to) = (corner(false, rising), corner(true, !rising));
            tables.centre[shape][usize::from(rising)] = slow_centre(from, to);
        }
        for (turned, over) in [(false, false), (false, true), (true, false), (true, true)] {
            let (shooter, target) = (corner(turned, over), corner(!turned, !over));
            let number = usize::from(turned) * 2 + usize::from(over);
            tables.sides[shape][number] = slow_to_sides(shooter, target);
        }
    }
    tables
});

/// [`centre`] by the definition: every square of the board is asked.
pub fn slow_centre(from: Square, to: Square) -> Centre {
    let (p, q) = (Point::centre(from), Point::centre(to));
    let between = || Square::all().filter(|square| *square != from && *square != to);
    Centre {
        enters: between().filter(|square| enters(p, q, *square)).collect(),
        meets: between().filter(|square| meets(p, q, *square)).collect(),
    }
}

/// [`to_sides`] by the definition: every square of the board is asked.
pub fn slow_to_sides(shooter: Square, target: Square) -> [Area; 2] {
    let from = Point::centre(shooter);
    facing(shooter, target).map(|side| match side {
        None => Area::NONE,
        Some(side) => {
            let to = Point::middle(target, side);
            Square::all().filter(|square| *square != shooter && meets(from, to, *square)).collect()
        }
    })
}

/// Where along the line a square is first met, as a fraction of its length: smaller is nearer.
/// Equal places fall in reading order, so that the order of squares along a line is fixed.
pub(crate) fn nearer(from: Square, to: Square, a: Square, b: Square) -> std::cmp::Ordering {
    let (p, q) = (Point::centre(from), Point::centre(to));
    let (a_parts, a_whole) = entry(p, q, a);
    let (b_parts, b_whole) = entry(p, q, b);
    (a_parts * b_whole).cmp(&(b_parts * a_whole)).then(a.cmp(&b))
}

/// The fraction of the line at which it first meets the square: the later of the two axes.
fn entry(from: Point, to: Point, square: Square) -> (i32, i32) {
    let centre = Point::centre(square);
    let along = |from: i32, to: i32, middle: i32| {
        let length = (to - from).abs();
        let edge = (middle - from) * (to - from).signum() - 1;
        if length == 0 { (0, 1) } else { (edge, length) }
    };
    let x = along(from.x, to.x, centre.x);
    let y = along(from.y, to.y, centre.y);
    if x.0 * y.1 >= y.0 * x.1 { x } else { y }
}
