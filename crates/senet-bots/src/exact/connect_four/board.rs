//! A position of connect four as two numbers, and what can be told of it at a glance.

use senet_kernel::{Rng, Seat};
use senet_reference::connect_four::{COLUMNS, ConnectFour};

use super::Worth;

/// The lowest place of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// All places.
const BOARD: u64 = BOTTOM * 0b11_1111;
/// The second, the fourth and the sixth row.
const EVEN: u64 = BOTTOM * 0b10_1010;
/// The columns from the middle outwards.
const ORDER: [u32; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];
/// How many lines go through a place, columns from left to right and each from below, a bit above every column.
#[rustfmt::skip]
const LINES: [u32; 7 * COLUMNS] = [
    3, 4, 5, 5, 4, 3, 0,
    4, 6, 8, 8, 6, 4, 0,
    5, 8, 11, 11, 8, 5, 0,
    7, 10, 13, 13, 10, 7, 0,
    5, 8, 11, 11, 8, 5, 0,
    4, 6, 8, 8, 6, 4, 0,
    3, 4, 5, 5, 4, 3, 0,
];

/// A position: the discs of the seat that is next, and all discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    own: u64,
    all: u64,
}

/// The moves that are worth a look, those first that promise most.
pub(super) struct Moves {
    list: [(u32, u64); COLUMNS],
    count: usize,
}

impl Moves {
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        self.list[..self.count].iter().map(|(_, disc)| *disc)
    }

    fn add(&mut self, score: u32, disc: u64) {
        let mut at = self.count;
        while at > 0 && self.list[at - 1].0 < score {
            self.list[at] = self.list[at - 1];
            at -= 1;
        }
        self.list[at] = (score, disc);
        self.count += 1;
    }
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
        let landing = (self.all + (1 << (7 * column))) & places(column);
        (landing != 0).then(|| self.with(landing & !self.all))
    }

    pub(super) const fn with(self, disc: u64) -> Board {
        Board { own: self.own ^ self.all, all: self.all | disc }
    }

    /// Whether the seat that is next has a disc for a line at once.
    pub const fn wins_now(self) -> bool {
        threats(self.own, self.all) & self.landing() != 0
    }

    /// Whether the seat that was last has a line.
    pub(super) fn is_won(self) -> bool {
        lines(self.theirs())
    }

    const fn theirs(self) -> u64 {
        self.own ^ self.all
    }

    const fn empty(self) -> u64 {
        BOARD ^ self.all
    }

    pub(super) const fn landing(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The moves that do not let the other seat win at once.
    pub(super) const fn safe(self) -> u64 {
        let landing = self.landing();
        let theirs = threats(self.theirs(), self.all);
        let forced = landing & theirs;
        let moves = match forced.count_ones() {
            0 => landing,
            1 => forced,
            _ => return 0,
        };
        // Not below a place where the other seat wins.
        moves & !(theirs >> 1)
    }

    /// How it ends for the seat that is next where both win when they can, see to it that the other cannot, and drop at
    /// random else.
    pub(crate) fn played_out(mut self, rng: &mut Rng) -> Worth {
        let (mut next, mut other) = (Worth::Won, Worth::Lost);
        loop {
            if self.wins_now() {
                return next;
            }
            let safe = self.safe();
            if safe == 0 {
                // Whatever is dropped, the other seat wins at once.
                return if self.landing() == 0 { Worth::Drawn } else { other };
            }
            let skipped = rng.below(safe.count_ones());
            let disc = (0..skipped).fold(safe, |left, _| left & (left - 1));
            self = self.with(disc & disc.wrapping_neg());
            (next, other) = (other, next);
        }
    }

    /// These moves in order; none where one of them wins, whatever the other seat answers.
    pub(super) fn ordered(self, moves: u64) -> Option<Moves> {
        let mut found = Moves { list: [(0, 0); COLUMNS], count: 0 };
        for column in ORDER {
            let disc = moves & places(column);
            if disc == 0 {
                continue;
            }
            let next = self.with(disc);
            let wins = threats(next.theirs(), next.all);
            let now = wins & next.landing();
            // Two places at once, or one above another: the answer takes one of them only.
            if now & now.wrapping_sub(1) != 0 || wins & (now << 1) != 0 {
                return None;
            }
            // At the end the first seat comes to the places of the odd rows, and the second to the others.
            let own = wins & !BOTTOM & if self.discs().is_multiple_of(2) { !EVEN } else { EVEN };
            let threats = 2 * wins.count_ones() + own.count_ones();
            found.add(16 * threats + LINES[disc.trailing_zeros() as usize], disc);
        }
        Some(found)
    }

    /// What is certain without a look at any move: whether the seat is worth at least a win, or else a draw.
    pub(super) fn plain(self, win: bool) -> Option<bool> {
        // Who has no line left to fill never wins.
        let hopeful = if win { self.theirs() } else { self.own };
        if !lines(BOARD & !hopeful) {
            return Some(!win);
        }
        let odd = self.landing() & EVEN;
        match (self.discs().is_multiple_of(2), odd.count_ones()) {
            (true, 0) => self.followed(win),
            (false, 1) => self.following(win, odd).or_else(|| self.squeezed(odd)),
            _ => None,
        }
    }

    /// The first seat is next and every column has an even number of places left. The second seat can always
    /// answer in the same column, and so has all places of the even rows, and the first those of the odd ones.
    fn followed(self, win: bool) -> Option<bool> {
        if lines(self.own | self.empty() & !EVEN) {
            return None;
        }
        (win || lines(self.theirs() | self.empty() & EVEN)).then_some(false)
    }

    /// The second seat is next and can fill the only odd column up to an even number; from there on it is the same.
    fn following(self, win: bool, odd: u64) -> Option<bool> {
        if self.safe() & odd == 0 {
            return None;
        }
        let next = self.with(odd);
        if lines(next.own | next.empty() & !EVEN) {
            return None;
        }
        (!win || lines(next.theirs() | next.empty() & EVEN)).then_some(true)
    }

    /// The second seat is next, and the first has a threat at an odd row of the only odd column. The first can
    /// always answer in the same column until nothing else is left than the place below its threat.
    fn squeezed(self, odd: u64) -> Option<bool> {
        let column = places(odd.trailing_zeros() / 7);
        let wins = threats(self.theirs(), self.all) & column & !EVEN;
        let lowest = wins & wins.wrapping_neg();
        if lowest == 0 {
            return None;
        }
        let beside = self.empty() & !column & !EVEN;
        let below = self.empty() & column & EVEN & (lowest - 1);
        (!lines(self.own | beside | below)).then_some(false)
    }
}

/// The places of a column.
const fn places(column: u32) -> u64 {
    0x3f << (7 * column)
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

fn lines(discs: u64) -> bool {
    [1, 7, 6, 8].into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}
