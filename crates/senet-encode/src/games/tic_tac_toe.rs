//! Tic-tac-toe: letter *n* marks square *n*.

use senet_kernel::{Game, Seat};
use senet_reference::tic_tac_toe::{Command, Square, TicTacToe, View};

use crate::{Encode, Sheet, Word};

const SQUARES: u16 = 9;

impl Encode for TicTacToe {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = 19;
    const LETTERS: usize = 10;
    const SHORT: bool = true;

    fn letter(letter: u16) -> String {
        super::named(&[("pass", 1), ("square", SQUARES)], letter)
    }

    fn observe(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
        sheet.part("own marks");
        view.squares.iter().for_each(|mark| sheet.flag(*mark == Some(seat)));
        sheet.part("other marks");
        view.squares.iter().for_each(|mark| sheet.flag(mark.is_some_and(|of| of != seat)));
        sheet.part("your turn");
        sheet.flag(view.turn == Some(seat));
    }

    fn observe_game(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        sheet.part("own marks");
        bits(self.marks(seat), sheet);
        sheet.part("other marks");
        bits(self.marks(seat.next(2)), sheet);
        sheet.part("your turn");
        sheet.flag(self.to_act().contains(seat));
    }

    fn spell(command: &Command, word: &mut Word) -> Option<()> {
        let Command::Mark { square } = *command;
        word.push(u8::from(square));
        Some(())
    }

    fn open(&self, seat: Seat) -> u64 {
        let taken = u64::from(self.marks(seat) | self.marks(seat.next(2)));
        if self.to_act().contains(seat) { (!taken & 0x1ff) << 1 } else { 0 }
    }

    fn command(letter: u16) -> Option<Command> {
        let square = Square::try_from(u8::try_from(letter).ok()?).ok()?;
        Some(Command::Mark { square })
    }
}

fn bits(marks: u16, sheet: &mut Sheet<'_>) {
    (0..SQUARES).for_each(|square| sheet.flag(marks >> square & 1 != 0));
}
