//! A table whose game is a module.
//!
//! The host keeps the journal and what it is asked for most; the module is asked for the rest. Where
//! the module fails, the answer says so, and the next question finds a new instance that has read the
//! journal: the table survives whatever its module does.

use std::sync::{Mutex, MutexGuard, PoisonError};

use senet_desk::AnyGame;
use senet_guest::{Call, Change, Changed, JournalFault, Look, News, Opened, Placed};
use senet_kernel::{
    Actor, Drawing, Hash, Listing, MAX_SEATS, Outcome, Reading, Script, Seat, SeatSet, Viewer,
};
use senet_table::protocol::Update;
use senet_table::{
    Accepted, Chapter, Choice, Countdown, Frame, Header, Journal, JournalError, Legal, Luck,
    Refusal, Table,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Trouble;
use crate::game::{Guest, told};
use crate::instance::Instance;

pub(crate) struct GuestTable {
    game: Guest,
    /// None where the module failed since it was last asked.
    instance: Mutex<Option<Instance>>,
    header: Header,
    journal: Journal,
    placed: Placed,
    seats: usize,
    roles: Vec<String>,
    forms: Vec<(String, String)>,
    other_data: bool,
    bots: SeatSet,
}

impl GuestTable {
    pub(crate) fn new(
        game: Guest,
        instance: Instance,
        opened: Opened,
        other_data: bool,
    ) -> Result<GuestTable, Trouble> {
        let Opened { seats, roles, forms, news, .. } = opened;
        let (journal, header) = written(&news.lines)?;
        let instance = Mutex::new(Some(instance));
        let placed = news.placed;
        seats_of(seats)?;
        if roles.len() != seats || header.seats.len() != seats {
            return Err(nonsense("its seats differ from its names"));
        }
        if header.game != game.id() || header.rules != game.rules() {
            return Err(nonsense("its journal is one of another game"));
        }
        placed_at(&placed, seats, &journal)?;
        Ok(GuestTable {
            game,
            instance,
            header,
            journal,
            placed,
            seats,
            roles,
            forms,
            other_data,
            bots: SeatSet::NONE,
        })
    }

    /// The same, where its journal pins this module.
    pub(crate) fn pinned_to(self, module: Option<Hash>) -> Result<GuestTable, Trouble> {
        if self.header.module != module {
            return Err(nonsense("its journal pins another module"));
        }
        Ok(self)
    }

    /// The same, where its journal is the one that it was to read. Its last line may have been torn, or not be
    /// written yet.
    pub(crate) fn of_journal(self, text: &str) -> Result<GuestTable, Trouble> {
        let given: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let read = self.journal.lines();
        let whole = given.len().saturating_sub(1).max(1);
        let same = read.iter().zip(&given).take(whole).all(|(one, other)| **one == **other);
        if !same || read.len() < whole || read.len() > given.len() + 1 {
            return Err(nonsense("it read another journal than the one that it was given"));
        }
        Ok(self)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instance>> {
        self.instance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the module that has this table, which is started anew where it failed before.
    fn ask<T: DeserializeOwned>(&self, call: &Call) -> Result<T, Trouble> {
        let mut place = self.lock();
        let mut instance = match place.take() {
            Some(instance) => instance,
            None => self.again()?,
        };
        let answer = instance.call(call)?;
        *place = Some(instance);
        Ok(answer)
    }

    /// A new instance with this table, by its journal.
    fn again(&self) -> Result<Instance, Trouble> {
        let mut instance = self.game.start()?;
        let call = Call::Load {
            journal: self.journal.text(),
            seed: self.placed.seed.clone(),
            other_data: self.other_data,
        };
        let opened: Result<Opened, JournalFault> = instance.call(&call)?;
        opened.map_err(|fault| Trouble::Failed(fault.sentence))?;
        let known = self.journal.lines().len();
        let _: Changed<()> =
            instance.call(&Call::Change { change: Change::SeatBots(self.bots), known })?;
        Ok(instance)
    }

    fn look<T: DeserializeOwned>(&self, look: Look) -> Result<T, Trouble> {
        self.ask(&Call::Look(look))
    }

    fn change<T: DeserializeOwned>(&mut self, change: Change) -> Result<T, Trouble> {
        let known = self.journal.lines().len();
        let anew = matches!(change, Change::Veil(_));
        let Changed { answer, news } = self.ask(&Call::Change { change, known })?;
        self.learn(news, anew)?;
        Ok(answer)
    }

    /// Takes in what is new. A module whose journal does not hold, or that stands where no game can, is not
    /// believed, and is started anew from what is known.
    fn learn(&mut self, news: News, anew: bool) -> Result<(), Trouble> {
        let known = self.known(&news, anew);
        let known = known.and_then(|(journal, header)| {
            placed_at(&news.placed, self.seats, &journal)?;
            Ok((journal, header))
        });
        let (journal, header) = known.inspect_err(|_| drop(self.lock().take()))?;
        (self.journal, self.header, self.placed) = (journal, header, news.placed);
        Ok(())
    }

    /// The journal as it goes on, or as it was written anew where that was asked for: then nothing but its names
    /// stands elsewhere.
    fn known(&self, news: &News, anew: bool) -> Result<(Journal, Header), Trouble> {
        if news.anew != anew {
            return Err(nonsense("it wrote its journal anew"));
        }
        if !anew {
            let mut journal = self.journal.clone();
            let follows = news.lines.iter().all(|line| journal.mirror(line));
            return if follows { Ok((journal, self.header.clone())) } else { Err(broken()) };
        }
        let (journal, header) = written(&news.lines)?;
        let bodies = |journal: &Journal| -> Vec<String> {
            let lines = journal.lines().iter().skip(1);
            lines.filter_map(|line| Some(line.rsplit_once(",\"chain\":")?.0.to_owned())).collect()
        };
        let same_header = Header { senet: self.header.senet, ..header.clone() } == self.header;
        if !same_header || bodies(&journal) != bodies(&self.journal) {
            return Err(nonsense("it wrote another journal anew than it had"));
        }
        Ok((journal, header))
    }

    fn accepted(&mut self, change: Change) -> Result<Accepted, Refusal> {
        self.change::<Result<Accepted, Refusal>>(change)?
    }
}

/// A journal of these lines, and its header.
fn written(lines: &[String]) -> Result<(Journal, Header), Trouble> {
    let mut journal = Journal::default();
    if !lines.iter().all(|line| journal.mirror(line)) {
        return Err(broken());
    }
    let header = Header::of(lines.first().map_or("", String::as_str));
    let header = header.map_err(|error| Trouble::Nonsense(error.to_string()))?;
    Ok((journal, header))
}

fn broken() -> Trouble {
    nonsense("the lines of its journal do not follow one another")
}

fn nonsense(sentence: &str) -> Trouble {
    Trouble::Nonsense(sentence.to_owned())
}

/// Refuses as many seats as no table has.
pub(crate) fn seats_of(count: usize) -> Result<(), Trouble> {
    let can_be = (1..=MAX_SEATS).contains(&count);
    if can_be { Ok(()) } else { Err(nonsense(&format!("it is played by {count}"))) }
}

/// Refuses what cannot be true of a table with so many seats and this journal.
fn placed_at(placed: &Placed, seats: usize, journal: &Journal) -> Result<(), Trouble> {
    let here = |seats_named: SeatSet| seats_named.iter().all(|seat| seat.index() < seats);
    if !here(placed.to_act) || !here(placed.awaited) {
        return Err(nonsense("it waits for a seat that the table does not have"));
    }
    if placed.outcome.is_some_and(|outcome| !is_of(&outcome, seats)) {
        return Err(nonsense("it ends for a seat that the table does not have"));
    }
    if placed.entry >= journal.lines().len() as u64 {
        return Err(nonsense("it counts more entries than its journal has"));
    }
    Ok(())
}

/// Whether a game of so many seats can end like this.
pub(crate) fn is_of(outcome: &Outcome, seats: usize) -> bool {
    match outcome {
        Outcome::Together { .. } | Outcome::Versus { winner: None } => true,
        Outcome::Versus { winner: Some(winner) } => winner.index() < seats,
        Outcome::Ranked { scores } => scores.list().len() == seats,
    }
}

/// What is drawn where a module cannot.
fn failure(trouble: &Trouble) -> Drawing {
    let mut drawing = Drawing::new();
    drawing.line(trouble.to_string());
    drawing
}

fn nothing() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

impl Table for GuestTable {
    fn header(&self) -> &Header {
        &self.header
    }

    fn journal(&self) -> &Journal {
        &self.journal
    }

    fn veil(&mut self, secret: &str) {
        // A module that fails leaves the names where they are; the next change tells its trouble.
        let _ = self.change::<()>(Change::Veil(secret.to_owned()));
    }

    fn seed(&self) -> Option<&str> {
        self.placed.seed.as_deref()
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn entry(&self) -> u64 {
        self.placed.entry
    }

    fn step(&self, viewer: Viewer) -> u64 {
        self.look::<u64>(Look::Step(viewer)).unwrap_or_default().min(self.placed.entry)
    }

    fn entry_at(&self, viewer: Viewer, step: u64) -> Option<u64> {
        let entry: Option<u64> = self.look(Look::EntryAt(viewer, step)).unwrap_or_default();
        entry.filter(|entry| *entry <= self.placed.entry)
    }

    fn step_at(&self, viewer: Viewer, entry: u64) -> u64 {
        self.look::<u64>(Look::StepAt(viewer, entry)).unwrap_or_default().min(self.placed.entry)
    }

    fn last_line(&self, viewer: Viewer) -> u64 {
        let line: u64 = self.look(Look::LastLine(viewer)).unwrap_or_default();
        line.min(self.journal.lines().len() as u64)
    }

    fn to_act(&self) -> SeatSet {
        self.placed.to_act
    }

    fn awaited(&self) -> SeatSet {
        self.placed.awaited
    }

    fn outcome(&self) -> Option<Outcome> {
        self.placed.outcome
    }

    fn countdown(&self) -> Option<Countdown> {
        self.placed.countdown
    }

    fn acted_since(&self, entry: u64) -> Vec<(Actor, bool)> {
        self.look(Look::ActedSince(entry)).unwrap_or_default()
    }

    fn secrets(&self) -> bool {
        self.placed.secrets
    }

    fn name(&self, seat: Seat) -> &str {
        self.header.seats.get(seat.index()).map_or("", String::as_str)
    }

    fn role(&self, seat: Seat) -> String {
        self.roles.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
    }

    fn submit(
        &mut self,
        actor: Actor,
        request: Option<&str>,
        command: &Value,
        script: Vec<Script>,
    ) -> Result<Accepted, Refusal> {
        let (request, command) = (request.map(str::to_owned), command.clone());
        self.accepted(Change::Submit { actor, request, command, script })
    }

    fn submit_text(
        &mut self,
        actor: Actor,
        request: Option<&str>,
        command: &RawValue,
    ) -> Result<Accepted, Refusal> {
        let (request, command) = (request.map(str::to_owned), command.to_owned());
        self.accepted(Change::SubmitText { actor, request, command })
    }

    fn check(&self, actor: Actor, command: &Value) -> Result<(), Refusal> {
        self.look::<Result<(), Refusal>>(Look::Check(actor, command.clone()))?
    }

    fn clock(&mut self) -> Result<Accepted, Refusal> {
        self.accepted(Change::Clock)
    }

    fn idle(&mut self, seat: Seat) -> Result<Accepted, Refusal> {
        self.accepted(Change::Idle(seat))
    }

    fn leave(&mut self, seat: Seat) -> Result<Accepted, Refusal> {
        self.accepted(Change::Leave(seat))
    }

    fn seat_bots(&mut self, bots: SeatSet) {
        self.bots = bots;
        // A module that fails is told again when it is started anew.
        let _ = self.change::<()>(Change::SeatBots(bots));
    }

    fn take_back_after(
        &mut self,
        seat: Seat,
        step: u64,
        request: Option<&str>,
    ) -> Result<Accepted, Refusal> {
        self.accepted(Change::TakeBackAfter { seat, step, request: request.map(str::to_owned) })
    }

    fn take_back(&mut self, actor: Actor, request: Option<&str>) -> Result<Accepted, Refusal> {
        self.accepted(Change::TakeBack { actor, request: request.map(str::to_owned) })
    }

    fn can_take_back(&self, actor: Actor) -> Result<(), Refusal> {
        self.look::<Result<(), Refusal>>(Look::CanTakeBack(actor))?
    }

    fn take_back_to(&mut self, entry: u64) -> Result<Accepted, Refusal> {
        self.accepted(Change::TakeBackTo(entry))
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        self.look(Look::View(viewer)).unwrap_or_else(|_| nothing())
    }

    fn state(&self) -> Box<RawValue> {
        self.look(Look::State).unwrap_or_else(|_| nothing())
    }

    fn legal(&self, seat: Seat) -> Legal {
        let none = |_| Legal { listing: Listing::Sample, commands: Vec::new() };
        self.look(Look::Legal(seat)).unwrap_or_else(none)
    }

    fn update(&self, viewer: Viewer, since: u64) -> Update {
        self.look(Look::Update(viewer, since)).unwrap_or_else(|trouble| Update {
            entry: 0,
            line: 0,
            roles: self.roles.clone(),
            to_act: self.placed.to_act,
            awaited: self.placed.awaited,
            prompt: trouble.to_string(),
            hush: None,
            outcome: self.placed.outcome,
            legal: None,
            legal_hash: None,
            secrets: self.placed.secrets,
            seed: None,
            countdown: None,
            can_take_back: false,
            view: nothing(),
            frames: Vec::new(),
        })
    }

    fn log(&self, viewer: Viewer) -> Vec<Chapter> {
        self.look(Look::Log(viewer)).unwrap_or_else(|trouble| {
            vec![Chapter { moment: String::new(), sentences: vec![trouble.to_string()] }]
        })
    }

    fn history(&self, viewer: Viewer, since: u64, until: u64) -> Vec<Frame> {
        self.look(Look::History(viewer, since, until)).unwrap_or_default()
    }

    fn view_at(&self, viewer: Viewer, step: u64) -> Option<Box<RawValue>> {
        self.look(Look::ViewAt(viewer, step)).unwrap_or_default()
    }

    fn update_at(&self, viewer: Viewer, step: u64) -> Option<Update> {
        self.look(Look::UpdateAt(viewer, step)).unwrap_or_default()
    }

    fn take_line(&mut self, line: &str) -> Result<(), JournalError> {
        let taken: Result<(), JournalFault> = self.change(Change::TakeLine(line.to_owned()))?;
        taken.map_err(told)
    }

    fn snapshot(&self) -> String {
        // One that does not fit is left aside, as an empty one is.
        self.look(Look::Snapshot).unwrap_or_default()
    }

    fn branch(
        &self,
        entry: u64,
        luck: Luck,
        seed: Option<String>,
    ) -> Result<Box<dyn Table>, Refusal> {
        let branch: Result<(String, Option<String>), Refusal> =
            self.look(Look::Branch { entry, luck, seed })?;
        let (journal, seed) = branch?;
        let table = self.game.load_table(&journal, seed.as_deref(), self.other_data);
        let (table, _) = table.map_err(|error| Refusal::new("cannot_branch", error.to_string()))?;
        Ok(Box::new(table.pinned_to(self.header.module)?))
    }

    fn drawing(&self, viewer: Viewer) -> Drawing {
        self.look(Look::Drawing(viewer)).unwrap_or_else(|trouble| failure(&trouble))
    }

    fn drawing_at(&self, viewer: Viewer, step: u64) -> Option<Drawing> {
        self.look(Look::DrawingAt(viewer, step)).unwrap_or_else(|trouble| Some(failure(&trouble)))
    }

    fn prompt(&self, viewer: Viewer) -> String {
        self.look(Look::Prompt(viewer)).unwrap_or_else(|trouble: Trouble| trouble.to_string())
    }

    fn ending(&self, viewer: Viewer) -> Drawing {
        self.look(Look::Ending(viewer)).unwrap_or_else(|trouble| failure(&trouble))
    }

    fn say(&self, viewer: Viewer, command: &Value) -> Result<String, Refusal> {
        self.look::<Result<String, Refusal>>(Look::Say(viewer, command.clone()))?
    }

    fn outlook(&self, viewer: Viewer, command: &Value) -> Option<String> {
        self.look(Look::Outlook(viewer, command.clone())).unwrap_or_default()
    }

    fn forms(&self) -> Vec<(String, String)> {
        self.forms.clone()
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Reading<Choice>, Refusal> {
        self.look::<Result<_, Refusal>>(Look::Read(seat, text.to_owned()))?
    }

    fn plans(&self, seat: Seat) -> Option<Reading<Choice>> {
        self.look(Look::Plans(seat)).unwrap_or_default()
    }

    fn memo(&self, seat: Seat) -> &Value {
        self.placed.memos.get(seat.index()).unwrap_or(&Value::Null)
    }

    fn remember(&mut self, seat: Seat, memo: Value) -> Result<(), Refusal> {
        self.change::<Result<(), Refusal>>(Change::Remember { seat, memo })?
    }
}
