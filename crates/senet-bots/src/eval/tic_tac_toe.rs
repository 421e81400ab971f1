//! Tic-tac-toe: lines that can still be filled.

use senet_kernel::{Faults, Game, Rng, Seat};
use senet_reference::tic_tac_toe::{Command, LINES, TicTacToe};

use crate::exact;
use crate::learned;
use crate::{Candidates, Evaluate, Leash, Level, Maker, Mind, Outlook, Policy};

impl Evaluate for TicTacToe {
    fn evaluate(&self, seat: Seat) -> i32 {
        chances(self, seat) - chances(self, seat.next(2))
    }
}

/// A line with marks of one seat only counts for that seat: 1 for one mark, 10 for two, and 100 for
/// two where the seat is to act, because it can fill the line at once.
fn chances(game: &TicTacToe, seat: Seat) -> i32 {
    let own = game.marks(seat);
    let other = game.marks(seat.next(2));
    let pair = if game.to_act().contains(seat) { 100 } else { 10 };
    let open = LINES.iter().filter(|line| other & **line == 0);
    open.map(|line| match (own & line).count_ones() {
        2 => pair,
        marks => marks as i32,
    })
    .sum()
}

impl Policy for TicTacToe {}

impl Candidates for TicTacToe {}

impl Mind for TicTacToe {
    const NETWORKS: bool = true;

    fn solved(
        outlook: &Outlook<TicTacToe>,
        _level: Level,
        _leash: &Leash,
    ) -> Option<Vec<(Command, u32)>> {
        // Nothing is hidden: the guess is the game.
        let game = outlook.guess(&mut Rng::new(0));
        Some(exact::tic_tac_toe::solved(&game, outlook.seat()))
    }

    fn learned(network: &str) -> Result<Maker<TicTacToe>, Faults> {
        learned::maker(network)
    }
}
