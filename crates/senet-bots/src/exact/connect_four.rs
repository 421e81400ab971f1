//! Connect four, solved: alpha-beta over bit boards with a table of positions.
//!
//! The way of Pascal Pons: a position is two numbers (the discs of the seat that is next, and all discs);
//! moves that lose at once are never tried, those that threaten most are tried first, and what is known of
//! a position is kept by its number. Only whether a position is won, drawn or lost is asked, which takes a
//! fraction of the time that the fastest win would. Early positions stand in a book (`book`).

use senet_kernel::{Game, Seat};
use senet_reference::connect_four::{COLUMNS, Command, ConnectFour, ROWS};

use super::book;
use crate::search::{CERTAIN, Leash};

/// The lowest place of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// All places.
const BOARD: u64 = BOTTOM * 0b11_1111;
/// The columns from the middle outwards.
const ORDER: [u32; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];
/// How many positions are kept: 16 MiB.
const KEPT: usize = (1 << 21) + 7;
/// How many positions a question may look at: about a second.
const NODES: u64 = 6_000_000;

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

    const fn number(self) -> i8 {
        self as i8 - 1
    }

    const fn of(number: i8) -> Worth {
        match number {
            1.. => Worth::Won,
            0 => Worth::Drawn,
            _ => Worth::Lost,
        }
    }
}

/// A position: the discs of the seat that is next, and all discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    own: u64,
    all: u64,
}

impl Board {
    /// The empty board.
    pub const EMPTY: Board = Board { own: 0, all: 0 };

    /// The position of a game, for the seat that is next.
    pub fn of(game: &ConnectFour, seat: Seat) -> Board {
        let own = game.discs(seat);
        Board { own, all: own | game.discs(seat.next(2)) }
    }

    /// How many discs there are.
    pub const fn discs(self) -> u32 {
        self.all.count_ones()
    }

    /// A number that no other position has.
    pub const fn key(self) -> u64 {
        self.own + self.all + BOTTOM
    }

    /// The number that the position shares with its mirror image alone.
    pub fn canonical(self) -> u64 {
        self.key().min(self.mirrored().key())
    }

    fn mirrored(self) -> Board {
        let turned = |bits: u64| {
            (0..7).fold(0, |turned, column| {
                turned | ((bits >> (7 * column)) & 0x7f) << (7 * (6 - column))
            })
        };
        Board { own: turned(self.own), all: turned(self.all) }
    }

    /// The position after a disc in a column, counted from 0; none where that is full.
    pub fn after(self, column: u32) -> Option<Board> {
        let landing = (self.all + (1 << (7 * column))) & (0x3f << (7 * column));
        (landing != 0).then(|| self.with(landing & !self.all))
    }

    const fn with(self, disc: u64) -> Board {
        Board { own: self.own ^ self.all, all: self.all | disc }
    }

    /// Whether the seat that is next has a disc for a line at once.
    pub const fn wins_now(self) -> bool {
        threats(self.own, self.all) & self.landing() != 0
    }

    const fn landing(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The moves that do not let the other seat win at once.
    const fn safe(self) -> u64 {
        let landing = self.landing();
        let theirs = threats(self.own ^ self.all, self.all);
        let forced = landing & theirs;
        let moves = match forced.count_ones() {
            0 => landing,
            1 => forced,
            _ => return 0,
        };
        // Not below a place where the other seat wins.
        moves & !(theirs >> 1)
    }
}

/// The empty places that would make a line of these discs.
const fn threats(discs: u64, all: u64) -> u64 {
    // Up a column only the place above three counts.
    let mut found = (discs << 1) & (discs << 2) & (discs << 3);
    let mut i = 0;
    while i < 3 {
        let step = [7, 6, 8][i];
        let up = (discs << step) & (discs << (2 * step));
        found |= up & (discs << (3 * step));
        found |= up & (discs >> step);
        let down = (discs >> step) & (discs >> (2 * step));
        found |= down & (discs << step);
        found |= down & (discs >> (3 * step));
        i += 1;
    }
    found & (BOARD ^ all)
}

/// Solves positions, and remembers what it found.
#[derive(Clone, Debug)]
pub struct Solver {
    /// Keys in the upper bits, and two bits: whether the position is at least, or at most, a draw; a
    /// place is always overwritten.
    kept: Vec<u64>,
    nodes: u64,
    limit: u64,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(KEPT)
    }
}

/// What is known of a position from one question: whether it is at least so good.
const YES: u64 = 1;
const NO: u64 = 2;

impl Solver {
    /// A solver that keeps so many positions.
    pub fn new(kept: usize) -> Solver {
        Solver { kept: vec![0; kept.max(1)], nodes: 0, limit: u64::MAX }
    }

    /// What a position is worth; none where it takes more positions than the limit.
    pub fn worth(&mut self, board: Board, limit: u64, leash: &Leash) -> Option<Worth> {
        self.nodes = 0;
        self.limit = limit;
        if let Some(worth) = book::find(board) {
            return Some(worth);
        }
        if board.wins_now() {
            return Some(Worth::Won);
        }
        // Is it at least a draw? If so, is it more?
        let number = match self.at_least(board, 0, leash)? {
            false => -1,
            true => i8::from(self.at_least(board, 1, leash)?),
        };
        Some(Worth::of(number))
    }

    /// How many positions the last question took.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the position, in which the seat cannot win at once, is worth at least this: 0 a draw,
    /// 1 a win. None where the limit is reached.
    fn at_least(&mut self, board: Board, wanted: i8, leash: &Leash) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes.is_multiple_of(4096) && leash.pulled() {
            return None;
        }
        let moves = board.safe();
        if moves == 0 {
            // Without a safe move it is lost, unless the board is full.
            return Some(board.landing() == 0 && wanted <= 0);
        }
        if board.discs() as usize >= COLUMNS * ROWS - 2 {
            return Some(wanted <= 0);
        }
        // The question is part of the number: each has its own place.
        let key = board.key() << 1 | u64::from(wanted == 1);
        let place = (key % self.kept.len() as u64) as usize;
        let kept = self.kept[place];
        if kept >> 2 == key {
            return Some(kept & 3 == YES);
        }
        if board.discs() <= book::DEEPEST
            && let Some(worth) = book::find(board)
        {
            return Some(worth.number() >= wanted);
        }
        let mut order = [(0_u32, 0_u64); COLUMNS];
        let mut count = 0;
        for column in ORDER {
            let disc = moves & (0x7f << (7 * column));
            if disc == 0 {
                continue;
            }
            let score = threats(board.own | disc, board.all | disc).count_ones();
            let mut at = count;
            while at > 0 && order[at - 1].0 < score {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = (score, disc);
            count += 1;
        }
        let mut found = false;
        for (_, disc) in order.into_iter().take(count) {
            // We reach it if the other seat cannot reach better than the reverse of it.
            if !self.at_least(board.with(disc), 1 - wanted, leash)? {
                found = true;
                break;
            }
        }
        self.kept[place] = key << 2 | if found { YES } else { NO };
        Some(found)
    }
}

/// The chance of every drop that the seat may make; none where that takes too long or the leash is
/// pulled. A drop is certain, even or lost; one that wins at once counts a little more than one that will.
pub fn solved(game: &ConnectFour, seat: Seat, leash: &Leash) -> Option<Vec<(Command, u32)>> {
    let mut solver = Solver::default();
    let mut commands = Vec::new();
    game.legal(seat, &mut commands);
    let board = Board::of(game, seat);
    let mut solved = Vec::with_capacity(commands.len());
    for command in commands {
        let Command::Drop { column } = command;
        let after = board.after(u32::from(u8::from(column)) - 1)?;
        let chance = if lines(after.own ^ after.all) {
            CERTAIN
        } else {
            match solver.worth(after, NODES, leash)? {
                Worth::Lost => CERTAIN - 1,
                Worth::Drawn => CERTAIN / 2,
                Worth::Won => 0,
            }
        };
        solved.push((command, chance));
    }
    Some(solved)
}

fn lines(discs: u64) -> bool {
    [1, 7, 6, 8].into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}
