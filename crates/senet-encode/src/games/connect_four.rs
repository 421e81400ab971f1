//! Connect four: letter *n* drops a disc into column *n*.

use senet_kernel::{Game, Seat};
use senet_reference::connect_four::{COLUMNS, Column, Command, ConnectFour, ROWS, View};

use crate::{Encode, Sheet, Word};

impl Encode for ConnectFour {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = 2 * COLUMNS * ROWS + 1;
    const LETTERS: usize = COLUMNS + 1;
    const SHORT: bool = true;

    fn letter(letter: u16) -> String {
        super::named(&[("pass", 1), ("column", COLUMNS as u16)], letter)
    }

    fn observe(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
        let places = || view.columns.iter().flatten();
        sheet.part("own discs");
        places().for_each(|disc| sheet.flag(*disc == Some(seat)));
        sheet.part("other discs");
        places().for_each(|disc| sheet.flag(disc.is_some_and(|of| of != seat)));
        sheet.part("your turn");
        sheet.flag(view.turn == Some(seat));
    }

    #[inline]
    fn observe_game(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        sheet.part("own discs");
        columns(self.discs(seat), sheet);
        sheet.part("other discs");
        columns(self.discs(seat.next(2)), sheet);
        sheet.part("your turn");
        sheet.flag(self.to_act().contains(seat));
    }

    fn spell(command: &Command, word: &mut Word) -> Option<()> {
        let Command::Drop { column } = *command;
        word.push(u8::from(column));
        Some(())
    }

    #[inline]
    fn open(&self, seat: Seat) -> u64 {
        if !self.to_act().contains(seat) {
            return 0;
        }
        let landing = self.landing();
        let open = |column: usize| landing >> (7 * column) & 0x3f != 0;
        (0..COLUMNS).fold(0, |bits, column| bits | u64::from(open(column)) << (column + 1))
    }

    #[inline]
    fn command(letter: u16) -> Option<Command> {
        let column = Column::try_from(u8::try_from(letter).ok()?).ok()?;
        Some(Command::Drop { column })
    }
}

/// A column of discs as floats, by its six bits: a look-up is several times as fast as six shifts.
const FLOATS: [[f32; ROWS]; 64] = {
    let mut floats = [[0.0; ROWS]; 64];
    let mut bits = 0;
    while bits < 64 {
        let mut row = 0;
        while row < ROWS {
            if bits >> row & 1 != 0 {
                floats[bits][row] = 1.0;
            }
            row += 1;
        }
        bits += 1;
    }
    floats
};

#[inline]
fn columns(discs: u64, sheet: &mut Sheet<'_>) {
    for column in 0..COLUMNS {
        sheet.copy(&FLOATS[(discs >> (7 * column) & 0x3f) as usize]);
    }
}
