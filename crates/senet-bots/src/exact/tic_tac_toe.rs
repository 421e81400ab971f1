//! Tic-tac-toe, known whole: 5,478 positions.

use std::sync::OnceLock;

use senet_kernel::{Game, Seat};
use senet_reference::tic_tac_toe::{Command, LINES, TicTacToe};

use crate::search::CERTAIN;

/// What a position is worth to the seat that marks next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// The other seat can force a line.
    Lost,
    /// Neither can.
    Drawn,
    /// The seat can force a line.
    Won,
}

const FULL: u16 = 0b1_1111_1111;

/// The worth by the marks of the seat that is next and of the other.
fn worth(own: u16, other: u16) -> Worth {
    static KNOWN: OnceLock<Vec<Worth>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let mut known = vec![None; 1 << 18];
        reckon(0, 0, &mut known);
        known.into_iter().map(|worth| worth.unwrap_or(Worth::Drawn)).collect()
    });
    known[place(own, other)]
}

fn place(own: u16, other: u16) -> usize {
    usize::from(own) << 9 | usize::from(other)
}

fn reckon(own: u16, other: u16, known: &mut [Option<Worth>]) -> Worth {
    if let Some(worth) = known[place(own, other)] {
        return worth;
    }
    let lines = |marks: u16| LINES.iter().any(|line| marks & line == *line);
    let free = FULL & !(own | other);
    let worth = if lines(other) {
        Worth::Lost
    } else if free == 0 {
        Worth::Drawn
    } else {
        let squares = (0..9).map(|square| 1 << square).filter(|square| free & square != 0);
        let worths = squares.map(|square| reversed(reckon(other, own | square, known)));
        worths.max().unwrap_or(Worth::Drawn)
    };
    known[place(own, other)] = Some(worth);
    worth
}

fn reversed(worth: Worth) -> Worth {
    match worth {
        Worth::Lost => Worth::Won,
        Worth::Drawn => Worth::Drawn,
        Worth::Won => Worth::Lost,
    }
}

/// The chance of every mark that the seat may make.
pub fn solved(game: &TicTacToe, seat: Seat) -> Vec<(Command, u32)> {
    let mut commands = Vec::new();
    game.legal(seat, &mut commands);
    let (own, other) = (game.marks(seat), game.marks(seat.next(2)));
    let chance = |Command::Mark { square }: &Command| {
        let bit = 1 << (u8::from(*square) - 1);
        match worth(other, own | bit) {
            Worth::Lost => CERTAIN,
            Worth::Drawn => CERTAIN / 2,
            Worth::Won => 0,
        }
    };
    commands.into_iter().map(|command| (command, chance(&command))).collect()
}
