//! Kuhn poker: deal, check, bet, call, fold.

use senet_kernel::{Game, Seat, Viewer};
use senet_reference::kuhn_poker::{Card, Command, KuhnPoker, Stage, View};

use crate::{Encode, Sheet, Word};

const COMMANDS: [Command; 5] =
    [Command::Deal {}, Command::Check {}, Command::Bet {}, Command::Call {}, Command::Fold {}];

impl Encode for KuhnPoker {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = 18;
    const LETTERS: usize = 6;
    const SHORT: bool = true;

    fn letter(letter: u16) -> String {
        let one = |name| (name, 1);
        super::named(&["pass", "deal", "check", "bet", "call", "fold"].map(one), letter)
    }

    fn observe(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
        write(view.stage, view.cards, view.turn == Some(seat), seat, sheet);
    }

    fn observe_game(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        let turn = self.to_act().contains(seat);
        write(self.stage(), self.cards(Viewer::Seat(seat)), turn, seat, sheet);
    }

    fn spell(command: &Command, word: &mut Word) -> Option<()> {
        let place = COMMANDS.iter().position(|other| other == command)?;
        word.push(place as u16 + 1);
        Some(())
    }

    fn open(&self, seat: Seat) -> u64 {
        if !self.to_act().contains(seat) {
            return 0;
        }
        let place = |command: &Command| COMMANDS.iter().position(|other| other == command);
        let places = self.stage().choices().iter().filter_map(place);
        places.fold(0, |bits, place| bits | 1 << (place + 1))
    }

    fn command(letter: u16) -> Option<Command> {
        COMMANDS.get(usize::from(letter).checked_sub(1)?).copied()
    }
}

fn write(stage: Stage, cards: [Option<Card>; 2], turn: bool, seat: Seat, sheet: &mut Sheet<'_>) {
    let other = seat.next(2);
    for (part, of) in [("own card", seat), ("other card", other)] {
        sheet.part(part);
        sheet.one_of(cards.get(of.index()).copied().flatten().map(rank), 3);
    }
    for (part, of) in [("own chips", seat), ("other chips", other)] {
        sheet.part(part);
        sheet.number(stage.chips()[of.index() % 2], 2);
    }
    sheet.part_of("stage", "before the deal, dealt, checked, bet, showdown, folded");
    let (number, by) = match stage {
        Stage::Ready => (0, None),
        Stage::Dealt => (1, None),
        Stage::Checked => (2, None),
        Stage::Bet { by } => (3, Some(by)),
        Stage::Showdown { .. } => (4, None),
        Stage::Folded { by } => (5, Some(by)),
    };
    sheet.one_of(Some(number), 6);
    sheet.part("who bet or folded, own first");
    sheet.one_of(by.map(|by| super::from_here(by, seat, 2)), 2);
    sheet.part("second seat");
    sheet.flag(seat == Seat::SECOND);
    sheet.part("your turn");
    sheet.flag(turn);
}

fn rank(card: Card) -> usize {
    match card {
        Card::Jack => 0,
        Card::Queen => 1,
        Card::King => 2,
    }
}
