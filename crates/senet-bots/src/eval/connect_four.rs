//! Connect four: lines that can still be filled.

use senet_kernel::{Dice, Faults, Game, Rng, Seat};
use senet_reference::connect_four::{COLUMNS, Command, ConnectFour, ROWS};

use crate::exact::connect_four::{Board, nodes, solved};
use crate::learned;
use crate::{Candidates, Evaluate, Leash, Level, Maker, Mind, Outlook, Policy};

impl Evaluate for ConnectFour {
    fn evaluate(&self, seat: Seat) -> i32 {
        chances(self, seat) - chances(self, seat.next(2))
    }
}

/// Every set of four places in a line, as bits.
static LINES: [u64; 69] = lines();

/// A line with discs of one seat only counts for that seat: 1, 4 or 16 for one to three discs, and
/// 1000 for three where the seat is to act and the fourth place is open to it.
fn chances(game: &ConnectFour, seat: Seat) -> i32 {
    let own = game.discs(seat);
    let other = game.discs(seat.next(2));
    let wins_now = if game.to_act().contains(seat) { game.landing() } else { 0 };
    let open = LINES.iter().filter(|line| other & **line == 0);
    open.map(|line| match (own & line).count_ones() {
        0 => 0,
        1 => 1,
        2 => 4,
        _ if line & wins_now & !own != 0 => 1000,
        _ => 16,
    })
    .sum()
}

const fn lines() -> [u64; 69] {
    let mut lines = [0; 69];
    let mut count = 0;
    let mut column = 0;
    while column < COLUMNS {
        let mut row = 0;
        while row < ROWS {
            let start = column * 7 + row;
            let right = column + 3 < COLUMNS;
            let up = row + 3 < ROWS;
            let down = row >= 3;
            let directions = [(up, 1), (right, 7), (right && up, 8), (right && down, 6)];
            let mut i = 0;
            while i < directions.len() {
                let (fits, step) = directions[i];
                if fits {
                    lines[count] = (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << start;
                    count += 1;
                }
                i += 1;
            }
            row += 1;
        }
        column += 1;
    }
    lines
}

impl Policy for ConnectFour {
    /// Both win when they can and see to it that the other cannot, and drop at random else: on bit boards that takes
    /// less than a microsecond, and many such lines tell more than a few that are well thought of.
    fn planned(&self, seat: Seat, dice: &mut Dice) -> Option<u32> {
        let next = self.to_act().iter().next()?;
        let mut rng = Rng::new(dice.pick(u32::MAX).into());
        let worth = Board::of(self, next).played_out(&mut rng);
        Some(if next == seat { worth } else { worth.reversed() }.chance())
    }
}

impl Candidates for ConnectFour {}

impl Mind for ConnectFour {
    const NETWORKS: bool = true;

    /// A line takes less than a microsecond; where `hard` and `expert` play any, most of their time went by with the
    /// attempt to know the position whole.
    const LINES: [u32; 3] = [5_000, 200_000, 600_000];

    fn solved(
        outlook: &Outlook<ConnectFour>,
        level: Level,
        leash: &Leash,
    ) -> Option<Vec<(Command, u32)>> {
        // Nothing is hidden: the guess is the game.
        let game = outlook.guess(&mut Rng::new(0));
        solved(&game, outlook.seat(), nodes(level), leash)
    }

    fn learned(network: &str) -> Result<Maker<ConnectFour>, Faults> {
        learned::maker(network)
    }
}
