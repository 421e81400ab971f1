//! Connect four, solved: alpha-beta over bit boards with a table of positions.
//!
//! The way of Pascal Pons: a position is two numbers (the discs of the seat that is next, and all discs);
//! moves that lose at once are never tried, those that threaten most are tried first, and what is known of
//! a position is kept by its number. Only whether a position is won, drawn or lost is asked, which takes a
//! fraction of the time that the fastest win would. Early positions stand in a book (`book`).

use senet_kernel::{Game, Seat};
use senet_reference::connect_four::{COLUMNS, Command, ConnectFour, ROWS};

use super::book;
use crate::Level;
use crate::search::{CERTAIN, Leash};

/// The lowest place of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// All places.
const BOARD: u64 = BOTTOM * 0b11_1111;
/// The columns from the middle outwards.
const ORDER: [u32; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];
/// How many positions are kept: 16 MiB.
const KEPT: usize = (1 << 21) + 7;
/// How many positions a column may take at first: those that are quickly known come first.
const QUICKLY: u64 = 100_000;

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
        // Who has no line left to fill never wins.
        let (wins, hopeful) =
            if wanted == 1 { (true, board.own ^ board.all) } else { (false, board.own) };
        if !lines(BOARD & !hopeful) {
            return Some(!wins);
        }
        if let Some(known) = self.known(board, wanted) {
            return Some(known);
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
        let order = &order[..count];
        // We reach it if the other seat cannot reach better than the reverse of it; what is known is asked first.
        let answers = |disc: &(u32, u64)| self.known(board.with(disc.1), 1 - wanted);
        let mut found = order.iter().any(|disc| answers(disc) == Some(false));
        for (_, disc) in order {
            found = found || !self.at_least(board.with(*disc), 1 - wanted, leash)?;
            if found {
                break;
            }
        }
        let (key, place) = self.place(board, wanted);
        self.kept[place] = key << 2 | if found { YES } else { NO };
        Some(found)
    }

    /// What is kept of a question.
    fn known(&self, board: Board, wanted: i8) -> Option<bool> {
        let (key, place) = self.place(board, wanted);
        let kept = self.kept[place];
        (kept >> 2 == key).then_some(kept & 3 == YES)
    }

    /// The number of a question and where it is kept: the question is part of it, so that each has its own place.
    const fn place(&self, board: Board, wanted: i8) -> (u64, usize) {
        let key = board.key() << 1 | (wanted == 1) as u64;
        (key, (key % self.kept.len() as u64) as usize)
    }
}

/// How many positions a level looks at before it tries lines instead: about half of its time.
pub const fn nodes(level: Level) -> u64 {
    match level {
        Level::Random | Level::Easy | Level::Normal => 1_000_000,
        Level::Hard => 4_000_000,
        Level::Expert => 12_000_000,
    }
}

/// What was found of the drops that a seat may make.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What drops are worth to the seat, the chance of each: certain, even or lost. One that wins at once counts a
    /// little more than one that will.
    pub chances: Vec<(Command, u32)>,
    /// How many positions it took.
    pub nodes: u64,
    /// Whether that is all of them.
    pub whole: bool,
}

/// What the drops of a seat are worth, as far as so many positions tell: those that are quickly known first.
pub fn found(game: &ConnectFour, seat: Seat, nodes: u64, leash: &Leash) -> Found {
    let mut solver = Solver::default();
    let mut open = Vec::new();
    game.legal(seat, &mut open);
    let board = Board::of(game, seat);
    let mut found = Found::default();
    for most in [QUICKLY, nodes] {
        open.retain(|command| {
            let Command::Drop { column } = command;
            let Some(after) = board.after(u32::from(u8::from(*column)) - 1) else { return false };
            if lines(after.own ^ after.all) {
                found.chances.push((*command, CERTAIN));
                return false;
            }
            let left = nodes.saturating_sub(found.nodes).min(most);
            let worth = solver.worth(after, left, leash);
            found.nodes += solver.nodes();
            let chance = match worth {
                None => return true,
                Some(Worth::Lost) => CERTAIN - 1,
                Some(Worth::Drawn) => CERTAIN / 2,
                Some(Worth::Won) => 0,
            };
            found.chances.push((*command, chance));
            false
        });
    }
    found.whole = open.is_empty();
    found.chances.sort_by_key(|(Command::Drop { column }, _)| u8::from(*column));
    found
}

/// The chance of the drops that the seat may make; none where that takes too long or the leash is pulled. Where a
/// drop that wins was found in time, those that are not known are left out.
pub fn solved(
    game: &ConnectFour,
    seat: Seat,
    nodes: u64,
    leash: &Leash,
) -> Option<Vec<(Command, u32)>> {
    let found = found(game, seat, nodes, leash);
    let wins = found.chances.iter().any(|(_, chance)| *chance >= CERTAIN - 1);
    (found.whole || wins).then_some(found.chances)
}

fn lines(discs: u64) -> bool {
    [1, 7, 6, 8].into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}
