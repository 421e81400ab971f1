//! A table whose journal is written when somebody asks for it.
//!
//! A line of a journal takes far longer than the change that it tells of: the state and the line are hashed, and
//! what taking back needs is kept. A program that plays games by the thousand reads few of these lines. A
//! draft carries commands out at once and writes them down later, as the table itself would have: every entry
//! draws from a stream of its own, so the same dice fall.

use std::sync::Arc;

use senet_kernel::{Actor, Dice, Events, Outcome, Seat, SeatSet, Text, Viewer, as_raw, as_text};
use serde_json::value::RawValue;

use crate::open::sits;
use crate::{Header, Luck, Refusal, Table, TableOf};

/// How far a command is looked for in the list before.
const AHEAD: usize = 8;

/// A table, and what happened there since its last line was written.
pub trait Draft: Send + Sync {
    /// The table, with all that happened.
    fn written(&mut self) -> &dyn Table;
    /// The same for whoever changes it.
    fn change(&mut self, act: &mut dyn FnMut(&mut dyn Table));
    /// The same once more; none of a game that lies behind a border.
    fn copy(&self) -> Option<Box<dyn Draft>>;
    /// The journal's header.
    fn header(&self) -> &Header;
    /// How many seats play.
    fn seats(&self) -> usize;
    /// The number of the last entry in effect.
    fn entry(&self) -> u64;
    /// The seats that may act now.
    fn to_act(&self) -> SeatSet;
    /// Those of them that the game waits for.
    fn awaited(&self) -> SeatSet;
    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// The viewer's view.
    fn view(&self, viewer: Viewer) -> Box<RawValue>;
    /// Lists what a seat may do, and tells of each command where it stood in the list before, if that was found;
    /// nothing where the list is the same.
    fn list(&mut self, seat: Seat) -> Option<Vec<Option<usize>>>;
    /// How many commands were listed.
    fn listed(&self) -> usize;
    /// A command that was listed, as JSON.
    fn text(&self, place: usize) -> Option<String>;
    /// Carries out a command that was listed, as [`Table::submit`]; says the number of the entry, as the seat counts.
    fn submit(&mut self, seat: Seat, place: usize) -> Result<u64, Refusal>;
    /// The same for a command as text.
    fn submit_text(&mut self, seat: Seat, command: &RawValue) -> Result<u64, Refusal>;
}

/// The draft of a table.
pub fn draft(table: Box<dyn Table>) -> Box<dyn Draft> {
    table.draft().unwrap_or_else(|| Box::new(Written { table, listed: Vec::new() }))
}

/// The draft of a table of one game.
pub(crate) struct DraftOf<G: Text> {
    /// The table as far as it is written. Copies share it.
    table: Arc<TableOf<G>>,
    game: G,
    dice: Dice,
    /// What happened since.
    unwritten: Vec<(Seat, G::Command)>,
    listed: Vec<G::Command>,
    /// Room for the next list.
    room: Vec<G::Command>,
}

impl<G: Text> DraftOf<G> {
    /// The draft of a table, where its dice are known.
    pub(crate) fn of(table: &TableOf<G>) -> Option<DraftOf<G>> {
        let dice = table.dice.clone().filter(|_| table.header.luck != Luck::Scripted)?;
        Some(DraftOf {
            game: table.game.clone(),
            table: Arc::new(table.clone()),
            dice: dice.unrecorded(),
            unwritten: Vec::new(),
            listed: Vec::new(),
            room: Vec::new(),
        })
    }

    /// Writes down what happened.
    fn write(&mut self) -> &mut TableOf<G> {
        let table = Arc::make_mut(&mut self.table);
        for (seat, command) in self.unwritten.drain(..) {
            let again = table.carry_out(Actor::Seat(seat), None, command, Vec::new());
            again.expect("what happened once, by the same dice, happens again");
        }
        table
    }

    /// Carries a command out; nothing has changed where the game refuses it.
    fn happens(
        &mut self,
        seat: Seat,
        command: G::Command,
        size: impl Fn() -> usize,
    ) -> Option<u64> {
        let actor = Actor::Seat(seat);
        if !sits(actor, self.game.seats()) || self.game.receive(actor, size, None).is_err() {
            return None;
        }
        let hidden = self.game.secrets();
        self.dice.begin(self.entry() + 1);
        self.game.apply(actor, &command, &mut self.dice, &mut Events::off()).ok()?;
        self.unwritten.push((seat, command));
        // Who may know of it is found out as it is written.
        if hidden || self.game.secrets() {
            self.write();
        }
        Some(self.table.step(Viewer::Seat(seat)) + self.unwritten.len() as u64)
    }
}

impl<G: Text> Draft for DraftOf<G> {
    fn written(&mut self) -> &dyn Table {
        if !self.unwritten.is_empty() {
            self.write();
        }
        &*self.table
    }

    fn change(&mut self, act: &mut dyn FnMut(&mut dyn Table)) {
        let table = self.write();
        act(table);
        self.game = table.game.clone();
    }

    fn copy(&self) -> Option<Box<dyn Draft>> {
        Some(Box::new(DraftOf {
            table: Arc::clone(&self.table),
            game: self.game.clone(),
            dice: self.dice.clone(),
            unwritten: self.unwritten.clone(),
            listed: self.listed.clone(),
            room: Vec::new(),
        }))
    }

    fn header(&self) -> &Header {
        &self.table.header
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn entry(&self) -> u64 {
        self.table.entry() + self.unwritten.len() as u64
    }

    fn to_act(&self) -> SeatSet {
        self.game.to_act()
    }

    fn awaited(&self) -> SeatSet {
        self.game.awaited()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        as_raw(&self.table.seen(&self.game, viewer))
    }

    fn list(&mut self, seat: Seat) -> Option<Vec<Option<usize>>> {
        self.room.clear();
        if sits(seat.into(), self.game.seats()) {
            self.game.legal(seat, &mut self.room);
        }
        if self.room == self.listed {
            return None;
        }
        std::mem::swap(&mut self.room, &mut self.listed);
        Some(places(&self.room, &self.listed))
    }

    fn listed(&self) -> usize {
        self.listed.len()
    }

    fn text(&self, place: usize) -> Option<String> {
        self.listed.get(place).map(as_text)
    }

    fn submit(&mut self, seat: Seat, place: usize) -> Result<u64, Refusal> {
        let Some(command) = self.listed.get(place).cloned() else { return Err(unlisted()) };
        let size = || as_text(&command).len();
        match self.happens(seat, command.clone(), size) {
            Some(entry) => Ok(entry),
            None => self.submit_text(seat, &as_raw(&command)),
        }
    }

    fn submit_text(&mut self, seat: Seat, text: &RawValue) -> Result<u64, Refusal> {
        if let Ok(command) = TableOf::<G>::command_in(text)
            && let Some(entry) = self.happens(seat, command, || text.get().len())
        {
            return Ok(entry);
        }
        // The table itself says why it refuses.
        let table = self.write();
        let done = table.submit_text(Actor::Seat(seat), None, text);
        self.game = table.game.clone();
        done.map(|accepted| accepted.entry)
    }
}

/// Where each command of a list stood in another, in the order of both.
fn places<C: PartialEq>(before: &[C], now: &[C]) -> Vec<Option<usize>> {
    let mut from = 0;
    let stood = now.iter().map(|command| {
        let ahead = before[from..].iter().take(AHEAD).position(|other| other == command)?;
        from += ahead + 1;
        Some(from - 1)
    });
    stood.collect()
}

fn unlisted() -> Refusal {
    Refusal::new("malformed", "no command of this number was listed")
}

/// A table that writes every entry at once.
struct Written {
    table: Box<dyn Table>,
    listed: Vec<String>,
}

impl Draft for Written {
    fn written(&mut self) -> &dyn Table {
        &*self.table
    }

    fn change(&mut self, act: &mut dyn FnMut(&mut dyn Table)) {
        act(&mut *self.table);
    }

    fn copy(&self) -> Option<Box<dyn Draft>> {
        None
    }

    fn header(&self) -> &Header {
        self.table.header()
    }

    fn seats(&self) -> usize {
        self.table.seats()
    }

    fn entry(&self) -> u64 {
        self.table.entry()
    }

    fn to_act(&self) -> SeatSet {
        self.table.to_act()
    }

    fn awaited(&self) -> SeatSet {
        self.table.awaited()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        self.table.view(viewer)
    }

    fn list(&mut self, seat: Seat) -> Option<Vec<Option<usize>>> {
        let now = self.table.commands(seat);
        if now == self.listed {
            return None;
        }
        let stood = places(&self.listed, &now);
        self.listed = now;
        Some(stood)
    }

    fn listed(&self) -> usize {
        self.listed.len()
    }

    fn text(&self, place: usize) -> Option<String> {
        self.listed.get(place).cloned()
    }

    fn submit(&mut self, seat: Seat, place: usize) -> Result<u64, Refusal> {
        let Some(text) = self.text(place) else { return Err(unlisted()) };
        self.submit_text(seat, &RawValue::from_string(text).expect("a table lists JSON"))
    }

    fn submit_text(&mut self, seat: Seat, command: &RawValue) -> Result<u64, Refusal> {
        let done = self.table.submit_text(Actor::Seat(seat), None, command);
        done.map(|accepted| accepted.entry)
    }
}
