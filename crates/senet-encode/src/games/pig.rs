//! Pig: roll or hold.

use senet_kernel::{Game, Seat};
use senet_reference::pig::{Command, Config, Pig, View};

use crate::{Encode, Sheet, Word};

const MOST_SEATS: usize = 4;

impl Encode for Pig {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = 2 * MOST_SEATS + 4;
    const LETTERS: usize = 3;
    const SHORT: bool = true;

    fn letter(letter: u16) -> String {
        super::named(&[("pass", 1), ("roll", 1), ("hold", 1)], letter)
    }

    fn observe(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
        let total = |of: usize| view.totals.get(of).copied().unwrap_or(0);
        let facts = Facts {
            config: view.config,
            total,
            turn: view.turn,
            points: view.points,
            round: view.round,
        };
        facts.write(seat, sheet);
    }

    fn observe_game(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        let total = |of: usize| Seat::new(of).map_or(0, |of| self.total(of));
        let facts = Facts {
            config: *self.config(),
            total,
            turn: self.to_act().iter().next(),
            points: self.points(),
            round: self.round(),
        };
        facts.write(seat, sheet);
    }

    fn spell(command: &Command, word: &mut Word) -> Option<()> {
        word.push(match command {
            Command::Roll {} => 1u16,
            Command::Hold {} => 2,
        });
        Some(())
    }

    fn open(&self, seat: Seat) -> u64 {
        match self.to_act().contains(seat) {
            true => 0b010 | u64::from(self.points() > 0) << 2,
            false => 0,
        }
    }

    fn command(letter: u16) -> Option<Command> {
        match letter {
            1 => Some(Command::Roll {}),
            2 => Some(Command::Hold {}),
            _ => None,
        }
    }
}

/// What there is to know, from a view or from the game.
struct Facts<T> {
    config: Config,
    total: T,
    turn: Option<Seat>,
    points: u16,
    round: u16,
}

impl<T: Fn(usize) -> u16> Facts<T> {
    fn write(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        let seats = usize::from(self.config.seats);
        let totals = (0..seats).map(|i| (self.total)((seat.index() + i) % seats.max(1)));
        sheet.part("totals, own first");
        sheet.rows(totals, MOST_SEATS, 1, |sheet, total| sheet.number(total, self.config.target));
        sheet.part("whose turn, own first");
        sheet.one_of(self.turn.map(|turn| super::from_here(turn, seat, seats)), MOST_SEATS);
        sheet.part("points of the turn");
        sheet.number(self.points, self.config.target);
        sheet.part("round");
        sheet.number(self.round, self.config.rounds);
        sheet.part("seats");
        sheet.number(self.config.seats, MOST_SEATS as u32);
        sheet.part("target");
        sheet.number(self.config.target, 1000);
    }
}
