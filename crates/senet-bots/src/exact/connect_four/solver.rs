//! Alpha-beta over positions of connect four, with a table of what was found.

use super::board::Board;
use super::table::{Known, Table};
use super::{PLACES, Worth};
use crate::exact::book;
use crate::search::Leash;

/// How many positions are kept: 16 MiB.
const KEPT: usize = 1 << 21;
/// Up to so many discs a position and its mirror image are kept as one: later ones are seldom met both ways.
const MIRRORED: u32 = 20;

/// Solves positions, and remembers what it found.
#[derive(Clone, Debug)]
pub struct Solver {
    table: Table,
    nodes: u64,
    limit: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(KEPT)
    }
}

impl Solver {
    /// A solver that keeps so many positions.
    pub fn new(kept: usize) -> Solver {
        Solver { table: Table::new(kept), nodes: 0, limit: u64::MAX }
    }

    /// What a position is worth; none where it takes more positions than the limit.
    pub fn worth(&mut self, board: Board, limit: u64, leash: &Leash) -> Option<Worth> {
        self.worth_from(Worth::Lost, board, limit, leash)
    }

    /// The same of a position that is known to be worth at least so much.
    pub fn worth_from(
        &mut self,
        least: Worth,
        board: Board,
        limit: u64,
        leash: &Leash,
    ) -> Option<Worth> {
        self.nodes = 0;
        self.limit = limit;
        if least == Worth::Won || board.wins_now() {
            return Some(Worth::Won);
        }
        if let Some(worth) = book::find(board) {
            return Some(worth);
        }
        if self.at_least(board, true, leash)? {
            return Some(Worth::Won);
        }
        let draws = least == Worth::Drawn || self.at_least(board, false, leash)?;
        Some(if draws { Worth::Drawn } else { Worth::Lost })
    }

    /// How many positions the last question took.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the position, in which the seat cannot win at once, is worth at least a win, or else a draw. None
    /// where the limit is reached.
    fn at_least(&mut self, board: Board, win: bool, leash: &Leash) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes.is_multiple_of(4096) && leash.pulled() {
            return None;
        }
        let moves = board.safe();
        if moves == 0 {
            // Without a safe move it is lost, unless the board is full.
            return Some(board.landing() == 0 && !win);
        }
        if board.discs() >= PLACES - 2 {
            return Some(!win);
        }
        if let Some(plain) = board.plain(win) {
            return Some(plain);
        }
        let key = Solver::key(board);
        if let Some(known) = self.table.get(key).is(win) {
            return Some(known);
        }
        if board.discs() <= book::DEEPEST
            && let Some(worth) = book::find(board)
        {
            return Some(worth >= if win { Worth::Won } else { Worth::Drawn });
        }
        let before = self.nodes;
        let found = self.tries(board, moves, win, leash)?;
        self.table.put(key, Known::answer(win, found), self.nodes - before);
        Some(found)
    }

    /// Whether one of the moves leads that far: where the other seat cannot reach better than the reverse of it.
    fn tries(&mut self, board: Board, moves: u64, win: bool, leash: &Leash) -> Option<bool> {
        let Some(moves) = board.ordered(moves) else { return Some(true) };
        // What is known is asked first.
        let known = |disc| self.table.get(Solver::key(board.with(disc))).is(!win);
        if moves.iter().any(|disc| known(disc) == Some(false)) {
            return Some(true);
        }
        for disc in moves.iter() {
            if !self.at_least(board.with(disc), !win, leash)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn key(board: Board) -> u64 {
        if board.discs() <= MIRRORED { board.canonical() } else { board.key() }
    }
}
