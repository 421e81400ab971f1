//! Connect four, solved: alpha-beta over bit boards with a table of positions.
//!
//! The way of Pascal Pons: a position is two numbers (the discs of the seat that is next, and all discs);
//! moves that lose at once are never tried, those that threaten most are tried first, and what is known of
//! a position is kept by its number. Only whether a position is won, drawn or lost is asked, which takes a
//! fraction of the time that the fastest win would. Two things end a branch early: a disc that threatens twice,
//! and columns that fill up in pairs, so that it is known who comes to which places at the end (after Victor
//! Allis). Early positions stand in a book (`book`).

mod board;
mod solver;
mod table;

pub use board::Board;
pub use solver::Solver;

use senet_kernel::{Game, Seat};
use senet_reference::connect_four::{COLUMNS, Command, ConnectFour, ROWS};

use crate::Level;
use crate::search::{CERTAIN, Leash};

/// How many discs the board takes.
const PLACES: u32 = (COLUMNS * ROWS) as u32;
/// How many positions a drop may take at first, and then: those that are known from the first question on come
/// first, and then those that are quickly known.
const SOONER: [u64; 2] = [100, 100_000];

/// What a position is worth to the seat that is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// The other seat wins.
    Lost,
    /// Nobody does.
    Drawn,
    /// The seat wins.
    Won,
}

impl Worth {
    /// What it is to the other seat.
    pub const fn reversed(self) -> Worth {
        match self {
            Worth::Lost => Worth::Won,
            Worth::Drawn => Worth::Drawn,
            Worth::Won => Worth::Lost,
        }
    }

    /// The chance to win of a seat to which it is worth that. A win that is yet to come counts a little less than one
    /// at once.
    pub const fn chance(self) -> u32 {
        match self {
            Worth::Won => CERTAIN - 1,
            Worth::Drawn => CERTAIN / 2,
            Worth::Lost => 0,
        }
    }
}

/// How many positions a level looks at before it tries lines instead: most of its time. One core does some ten
/// million in a second.
pub const fn nodes(level: Level) -> u64 {
    match level {
        Level::Random | Level::Easy | Level::Normal => 1_000_000,
        Level::Hard => 8_000_000,
        Level::Expert => 24_000_000,
    }
}

/// What was found of the drops that a seat may make.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What the position is worth to the seat; none where that takes too long.
    pub worth: Option<Worth>,
    /// What drops are worth to the seat, the chance of each: certain, even or lost.
    pub chances: Vec<(Command, u32)>,
    /// How many positions it took.
    pub nodes: u64,
    /// Whether that is all of them.
    pub whole: bool,
}

/// What the drops of a seat are worth, as far as so many positions tell. What the best is worth is asked first: one
/// that is worth as much is quickly known then.
pub fn found(game: &ConnectFour, seat: Seat, nodes: u64, leash: &Leash) -> Found {
    let mut solver = Solver::default();
    let mut open = Vec::new();
    game.legal(seat, &mut open);
    let board = Board::of(game, seat);
    let worth = solver.worth(board, nodes, leash);
    let mut found = Found { worth, nodes: solver.nodes(), ..Found::default() };
    // No drop is worth more to the other seat than the reverse of what the best is.
    let least = worth.map_or(Worth::Lost, Worth::reversed);
    for most in SOONER.into_iter().chain([nodes]) {
        open.retain(|command| {
            let Command::Drop { column } = command;
            let Some(after) = board.after(u32::from(u8::from(*column)) - 1) else { return false };
            if after.is_won() {
                found.chances.push((*command, CERTAIN));
                return false;
            }
            let left = nodes.saturating_sub(found.nodes).min(most);
            let theirs = solver.worth_from(least, after, left, leash);
            found.nodes += solver.nodes();
            found.chances.extend(theirs.map(|theirs| (*command, theirs.reversed().chance())));
            theirs.is_none()
        });
    }
    found.whole = open.is_empty();
    found.chances.sort_by_key(|(Command::Drop { column }, _)| u8::from(*column));
    found
}

/// The chance of the drops that the seat may make; none where that takes too long or the leash is pulled. Where a
/// best one was found in time, those that are not known are left out.
pub fn solved(
    game: &ConnectFour,
    seat: Seat,
    nodes: u64,
    leash: &Leash,
) -> Option<Vec<(Command, u32)>> {
    let Found { worth, chances, whole, .. } = found(game, seat, nodes, leash);
    let best = worth.unwrap_or(Worth::Won).chance();
    (whole || chances.iter().any(|(_, chance)| *chance >= best)).then_some(chances)
}
