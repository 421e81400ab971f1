//! A room: a table with people.

mod followers;
mod laws;
mod past;
mod record;
mod view;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use senet_catalog::Turns;
use senet_kernel::{Seat, SeatSet, Viewer};
use senet_table::protocol::Update;
use senet_table::{Journal, Table};
use serde::Serialize;

use crate::clock::{Timer, Times};
use crate::error::ApiError;
use crate::late::Late;
use crate::limit::Allowance;
use crate::names;
use crate::server::unknown_game;
use crate::sitting::Sitting;
use crate::store::{Attendance, Elsewhere, RoomRow, Write};

pub use followers::{Follower, update_text};
pub use past::{Past, opened};
pub use record::{Hushed, KeptFor, Player, Record, SeatRecord};
pub use senet_table::protocol::room::{RoomState as State, RoomView, TimeOut, TurnClock};

/// Lines of chat of one seat in a second, on average.
const CHATTER: f64 = 2.0;

/// How many lines are worth a snapshot.
const WORTH_SPARING: u64 = 32;

/// How often something happens by itself where nobody looks, before the room rests.
const UNATTENDED: u32 = 1_000;

/// A room in memory.
pub struct Room {
    pub id: String,
    pub record: Record,
    pub table: Option<Box<dyn Table>>,
    /// How many changes of it the store has seen; 0 before it is stored.
    pub version: u64,
    /// How many lines of the journal are durable.
    pub stored: u64,
    /// When anything last happened here.
    pub active_ms: i64,
    /// How many lines the stored snapshot spares.
    pub spared: u64,
    pub followers: Vec<Follower>,
    /// Who follows it at other nodes.
    pub elsewhere: Vec<Elsewhere>,
    /// Who follows it here, as the other nodes were told.
    pub attended: Attendance,
    /// The lines of chat that followers here have heard, by their hashes.
    heard: VecDeque<u64>,
    pub turns: Turns,
    pub timer: Timer,
    /// Whether a bot is thinking.
    pub thinking: bool,
    /// How many entries that everybody may know of are counted for operators.
    pub counted: u64,
    /// Counts thoughts, so that one that was overtaken is known when it comes.
    pub thought: u64,
    /// How often something happened by itself since somebody last followed.
    pub unattended: u32,
    /// Whether it has just come into memory, where its clock does not run yet.
    pub fresh: bool,
    /// Whether anybody has looked at it of late.
    pub touched: bool,
    /// The entry up to which the times are noted.
    noted: u64,
    /// The times as they are stored.
    stored_times: Times,
    /// Whether the room has left memory, and this is only what is left of it.
    pub gone: bool,
    /// Whether what is in memory may differ from what is stored, which then counts.
    pub stale: bool,
    /// How far it had come when the log was last told.
    pub logged: State,
    /// Whether nobody was here when the list of public rooms was last told of it.
    pub listed_empty: bool,
    /// Who was there when the others were last told.
    pub told_present: SeatSet,
    /// Whether somebody at the table has come or gone since then.
    pub presence_moved: bool,
    /// Whether word of who is there is on its way.
    pub telling_presence: bool,
    /// How much each seat may say, and all spectators together.
    chatter: Vec<(Option<Seat>, Allowance)>,
    /// Who was here when somebody last came or went.
    here: SeatSet,
    /// Who has gone of late, and when.
    left: Vec<(Seat, Instant)>,
    /// How many bytes the stored lines have.
    bytes: u64,
    /// How many of them each seat had written.
    bytes_of: Vec<u64>,
    /// Whether the record was changed and not stored yet.
    dirty: bool,
    /// When each line of the journal was stored.
    times: Vec<i64>,
    /// What spectators see, where they have to wait.
    late: Option<Late>,
    /// Whether spectators will be told once more when the time has come.
    pub telling: bool,
    /// The hash of the room as it was last told; none where it is to be told again.
    pub told: Option<blake3::Hash>,
    /// When that was.
    pub told_at: Option<Instant>,
    /// Whether all will be told of the room in a moment, as it is then.
    pub telling_room: bool,
}

impl Room {
    pub fn new(id: String, record: Record, table: Option<Box<dyn Table>>, stored: u64) -> Room {
        let mut room = Room {
            id,
            stored_times: record.times.clone(),
            noted: table.as_ref().map_or(0, |table| table.entry()),
            active_ms: record.changed_ms,
            logged: record.state,
            record,
            table,
            version: 0,
            stored,
            spared: 0,
            followers: Vec::new(),
            elsewhere: Vec::new(),
            attended: Attendance::default(),
            heard: VecDeque::new(),
            turns: Turns::default(),
            timer: Timer::default(),
            thinking: false,
            counted: 0,
            thought: 0,
            unattended: 0,
            fresh: true,
            touched: true,
            gone: false,
            stale: false,
            listed_empty: true,
            told_present: SeatSet::default(),
            presence_moved: false,
            telling_presence: false,
            chatter: Vec::new(),
            here: SeatSet::default(),
            left: Vec::new(),
            bytes: 0,
            bytes_of: Vec::new(),
            dirty: false,
            times: Vec::new(),
            late: None,
            telling: false,
            told: None,
            told_at: None,
            telling_room: false,
        };
        room.weigh(0, stored);
        room.seat_bots();
        room.counted = room.seen_by_all();
        room
    }

    /// The last entry that everybody may know of; those who have to wait will.
    pub fn seen_by_all(&self) -> u64 {
        self.table.as_ref().map_or(0, |table| table.step(Viewer::Spectator))
    }

    /// Notes when each line was stored.
    pub fn stored_at(&mut self, times: Vec<i64>) {
        self.times = times;
        self.times.resize(self.stored as usize, self.active_ms);
    }

    /// The record, to change it. What is not settled afterwards is forgotten.
    pub fn edit(&mut self) -> &mut Record {
        self.dirty = true;
        &mut self.record
    }

    /// Whether the record has to be stored.
    pub fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// The seats that no person plays.
    fn bot_seats(&self) -> SeatSet {
        let seats = Seat::first(self.record.seats.len());
        seats.filter(|seat| self.stand_in(*seat).is_some()).collect()
    }

    /// Tells the table which they are: what is done there keeps nobody from taking back.
    fn seat_bots(&mut self) {
        let bots = self.bot_seats();
        if let Some(table) = &mut self.table {
            table.seat_bots(bots);
        }
    }

    /// Notes that all of it is stored.
    pub fn settled(&mut self) {
        self.seat_bots();
        self.version += 1;
        let lines = self.lines().len() as u64;
        self.weigh(self.stored, lines);
        self.stored = lines;
        self.times.resize(self.stored as usize, self.active_ms);
        self.stored_times.clone_from(&self.record.times);
        self.dirty = false;
    }

    /// Tells the log how far the room has come, where that is news.
    pub fn log(&mut self) {
        let state = self.record.state;
        if std::mem::replace(&mut self.logged, state) == state {
            return;
        }
        let event = match state {
            State::Lobby => "room_opened",
            State::Playing => "room_started",
            State::Finished => "room_finished",
            State::Closed => "room_closed",
        };
        tracing::info!(event, table = self.id, game = self.record.game, entry = self.record.entry);
    }

    /// How many bytes of the stored journal a seat had written.
    pub fn bytes_of(&self, seat: Seat) -> u64 {
        self.bytes_of.get(seat.index()).copied().unwrap_or_default()
    }

    /// Counts the bytes of lines that are stored now.
    fn weigh(&mut self, from: u64, to: u64) {
        let Some(table) = &self.table else { return };
        let lines = table.journal().lines().get(from as usize..to as usize);
        for line in lines.unwrap_or_default() {
            self.bytes += line.len() as u64;
            if let Some(seat) = Journal::writer(line) {
                self.bytes_of.resize(table.seats().max(seat.index() + 1), 0);
                self.bytes_of[seat.index()] += line.len() as u64;
            }
        }
    }

    /// How many bytes the memos of a seat have, in all of the journal.
    pub fn memo_bytes(&self, seat: Seat) -> u64 {
        let start = format!("{{\"memo\":{{\"seat\":{},", u8::from(seat));
        let own = self.lines().iter().filter(|line| line.starts_with(&start));
        own.map(|line| line.len() as u64).sum()
    }

    /// Refuses whoever was put out, by the mark of their address.
    pub fn may_come(&self, mark: &str) -> Result<(), ApiError> {
        if self.record.barred.iter().any(|barred| barred == mark) {
            return Err(ApiError::new("barred", "the host has put you out of this table"));
        }
        Ok(())
    }

    /// The bots of its game, by name.
    pub fn bots(&self) -> Result<Vec<String>, ApiError> {
        let id = &self.record.game;
        Ok(senet_catalog::find(id).ok_or_else(|| unknown_game(id))?.line().bots)
    }

    /// What somebody at a seat is called, or a spectator who has not said.
    pub fn called(&self, viewer: Viewer) -> String {
        let seat = viewer.seat().and_then(|seat| self.record.seats.get(seat.index()));
        let name = seat.and_then(|seat| match &seat.player {
            Player::Human { name } => Some(name.clone()),
            Player::Open | Player::Bot { .. } => None,
        });
        name.unwrap_or_else(|| "a spectator".to_owned())
    }

    /// Whether a viewer wants to hear somebody.
    pub fn hears(&self, viewer: Viewer, from: &str) -> bool {
        let seat = viewer.seat().and_then(|seat| self.record.seats.get(seat.index()));
        let sitting = seat.and_then(|seat| seat.sitting.as_ref());
        sitting.is_none_or(|sitting| !sitting.blocked.iter().any(|name| names::alike(name, from)))
    }

    /// Lets somebody say one line more, if they have not said too many; all spectators are one here.
    pub fn may_talk(&mut self, viewer: Viewer) -> bool {
        let who = viewer.seat();
        let known = self.chatter.iter().position(|(talker, _)| *talker == who);
        let at = known.unwrap_or_else(|| {
            self.chatter.push((who, Allowance::new(CHATTER)));
            self.chatter.len() - 1
        });
        self.chatter[at].1.take()
    }

    /// Whether memory is ahead of the store.
    pub fn unsettled(&self) -> bool {
        self.dirty || self.lines().len() as u64 != self.stored
    }

    /// Becomes what the store says; whoever follows stays.
    pub fn become_stored(&mut self, stored: Room) {
        debug_assert!(stored.version >= self.version, "what was acknowledged is not undone");
        let followers = std::mem::take(&mut self.followers);
        let told = std::mem::take(&mut self.told);
        let chatter = std::mem::take(&mut self.chatter);
        let elsewhere = std::mem::take(&mut self.elsewhere);
        let attended = std::mem::take(&mut self.attended);
        let heard = std::mem::take(&mut self.heard);
        let left = std::mem::take(&mut self.left);
        *self = Room {
            followers,
            told,
            chatter,
            elsewhere,
            attended,
            heard,
            left,
            here: self.here,
            told_at: self.told_at,
            telling_room: self.telling_room,
            // What a bot thinks about may be past.
            thought: self.thought + 1,
            unattended: self.unattended,
            fresh: self.fresh,
            telling: self.telling,
            listed_empty: self.listed_empty,
            told_present: self.told_present,
            presence_moved: self.presence_moved,
            telling_presence: self.telling_presence,
            ..stored
        };
    }

    /// Whether nothing happens here until somebody asks for something: all that is known is stored, and
    /// nobody is still to be told of anything.
    pub fn is_quiet(&self) -> bool {
        let told =
            !self.telling_presence && !self.presence_moved && !self.telling && !self.telling_room;
        let settled = !self.unsettled() && !self.stale && !self.fresh;
        told && settled && !self.goes_on() && self.elsewhere.is_empty()
    }

    /// Keeps nothing but who follows, and whether it may be on the list: the rest is in the store, and is read
    /// when somebody asks.
    pub fn rest(&mut self) {
        let record = Record { public: self.record.public, ..Record::default() };
        let nothing = Room::new(self.id.clone(), record, None, 0);
        self.become_stored(Room { version: self.version, stale: true, ..nothing });
        self.followers.shrink_to_fit();
        // Where nothing happens for so long, whoever has gone is away.
        self.left = Vec::new();
    }

    /// How much later spectators see what happens now; none where they see it at once.
    fn delay_ms(&self) -> Option<i64> {
        let delay = self.record.spectator_delay_ms;
        (self.record.state == State::Playing && delay > 0).then_some(delay.into())
    }

    /// Whether spectators have to wait, and it is long to say from the start what they may know.
    pub fn lags(&self) -> bool {
        self.delay_ms().is_some() && self.late.is_none()
    }

    /// What spectators see who have to wait, for the same room as it is stored.
    pub fn take_late(&mut self) -> Option<Late> {
        self.late.take()
    }

    /// Goes on from what they have seen.
    pub fn follow_late(&mut self, late: Option<Late>) {
        self.late = late;
    }

    /// Lets spectators who have to wait see what they may know by now.
    pub fn catch_up(&mut self, now_ms: i64) {
        let (delay, late) = (self.delay_ms(), self.late.take());
        let durable = self.lines().get(..self.stored as usize).unwrap_or_default();
        if let Some(delay) = delay.filter(|_| !durable.is_empty()) {
            let game = &self.record.game;
            self.late = Late::follow(late, game, durable, &self.times, now_ms - delay);
        }
    }

    /// The table as a viewer may know it: spectators may have to wait.
    pub fn watched(&self, viewer: Viewer) -> Option<&dyn Table> {
        if viewer == Viewer::Spectator && self.delay_ms().is_some() {
            return self.late.as_ref().map(Late::table);
        }
        self.table.as_deref()
    }

    /// The last entry that a viewer may know of, as the viewer counts them.
    pub fn known_to(&self, viewer: Viewer) -> u64 {
        self.watched(viewer).map_or(0, |table| table.step(viewer))
    }

    /// When the time runs out, as far as a viewer may know.
    pub fn deadline_for(&self, viewer: Viewer) -> Option<i64> {
        let waits = viewer == Viewer::Spectator && self.delay_ms().is_some();
        self.timer.deadline_ms().filter(|_| !waits)
    }

    /// How long until spectators who follow may know more; nothing where none waits, or where they will
    /// be told already.
    pub fn wait_of_spectators(&self, now_ms: i64) -> Option<Duration> {
        let delay = self.delay_ms().filter(|_| !self.telling)?;
        let waits = |follower: &Follower| follower.viewer == Viewer::Spectator;
        let next = self.times.get(self.late.as_ref()?.lines())?;
        let left = u64::try_from(next + delay - now_ms).unwrap_or(0);
        self.followers.iter().any(waits).then(|| Duration::from_millis(left.max(1)))
    }

    /// The seat that a token holds.
    pub fn seat_of(&self, token_hash: &str) -> Option<Seat> {
        let holds = |seat: &SeatRecord| {
            seat.sitting.as_ref().is_some_and(|sitting| sitting.is_held_by(token_hash))
        };
        self.record.seats.iter().position(holds).and_then(Seat::new)
    }

    /// Whether a token holds a seat, or once held one in this game: its journal is for those who sat here.
    pub fn sat_here(&self, token_hash: &str) -> bool {
        self.seat_of(token_hash).is_some() || self.record.sat.iter().any(|sat| sat == token_hash)
    }

    /// The sitting on a seat.
    pub fn sitting(&self, seat: Seat) -> Option<&Sitting> {
        self.record.seats.get(seat.index())?.sitting.as_ref()
    }

    /// Whether people sit here.
    pub fn has_people(&self) -> bool {
        self.record.seats.iter().any(|seat| seat.sitting.is_some())
    }

    /// Ends the sitting on a seat, and with it every token, code and socket right of it. In the lobby
    /// the seat is open again.
    pub fn end_sitting(&mut self, seat: Seat) {
        let lobby = self.record.state == State::Lobby;
        self.forget_who_left(seat);
        let Some(place) = self.edit().seats.get_mut(seat.index()) else { return };
        let ended = place.sitting.take();
        if lobby {
            *place = SeatRecord::open(std::mem::take(&mut place.role));
            return;
        }
        let devices = ended.into_iter().flat_map(|sitting| sitting.devices);
        self.record.sat.extend(devices.map(|device| device.token));
    }

    /// Who plays a seat now, where no person does: `idle` or a bot's name.
    pub fn stand_in(&self, seat: Seat) -> Option<&str> {
        let record = self.record.seats.get(seat.index())?;
        match (&record.stand_in, &record.player) {
            (Some(name), _) => Some(name),
            (None, Player::Bot { bot }) => Some(bot),
            (None, Player::Open | Player::Human { .. }) => None,
        }
    }

    /// The table, once the game has begun.
    pub fn playing(&mut self) -> Result<&mut (dyn Table + 'static), ApiError> {
        let table = self.table.as_deref_mut();
        table.ok_or_else(not_begun)
    }

    /// Why nobody may talk now, where the game goes on and its rules ask for silence.
    pub fn hush(&self) -> Option<String> {
        let table = self.table.as_deref().filter(|_| self.record.state == State::Playing)?;
        table.update(Viewer::Spectator, table.step(Viewer::Spectator)).hush
    }

    /// Whether nothing can happen in the game any more.
    pub fn is_over(&self) -> bool {
        matches!(self.record.state, State::Finished | State::Closed)
    }

    /// Whether everybody may read the journal once the game is over.
    pub fn is_shared(&self) -> bool {
        self.record.public || self.record.shared
    }

    /// What a viewer may look back into, where it has come as far as this entry.
    pub fn past(&self, viewer: Viewer, entry: u64) -> Result<Past, ApiError> {
        let table = self.watched(viewer).ok_or_else(not_begun)?;
        let newest = table.step(viewer);
        if entry <= newest {
            let (game, lines) = (self.record.game.clone(), table.journal().lines().to_vec());
            return Ok(Past { game, lines, bots: self.bot_seats() });
        }
        let sentence = format!("there is no entry {entry}; the last is {newest}");
        Err(ApiError::new("no_such_entry", sentence))
    }

    /// The room as the store keeps it.
    pub fn row(&self) -> RoomRow {
        let record = &self.record;
        let state = match record.state {
            State::Lobby => "lobby",
            State::Playing => "playing",
            State::Finished => "finished",
            State::Closed => "closed",
        };
        RoomRow {
            state: state.to_owned(),
            public: record.can_be_found(),
            game: record.game.clone(),
            players: record.players(),
            changed_ms: record.changed_ms,
            active_ms: self.active_ms,
            tokens: record.tokens(),
            maker: record.maker.clone(),
            json: record.json(),
        }
    }

    /// Notes what the table says of itself; whether the record has to be stored for it.
    pub fn note_table(&mut self) -> bool {
        let Some(table) = &self.table else { return false };
        self.record.entry = table.step(Viewer::Spectator);
        self.record.outcome = table.outcome();
        let over = self.record.outcome.is_some() && self.record.state == State::Playing;
        if over {
            self.record.state = State::Finished;
        }
        over
    }

    /// Notes what time was spent; whether the record has to be stored for it.
    pub fn note_times(&mut self, now_ms: i64) -> bool {
        let Some(table) = self.table.as_deref() else { return false };
        let clocked = self.record.clock.is_some();
        self.record.times.note(table, clocked, self.noted, now_ms);
        self.noted = table.entry();
        self.record.times != self.stored_times
    }

    /// Whether the room goes on by itself: somebody's time runs, or a bot is to act.
    pub fn goes_on(&self) -> bool {
        self.timer.runs() || self.thinking
    }

    /// Whether so much has happened by itself that nothing more does until somebody follows: players
    /// who never come must not keep a room busy for ever. Nor does anything where the journal has twice as
    /// many bytes as people may fill: up to then time runs out also for whoever has filled it.
    pub fn rests(&self, most: u64) -> bool {
        self.bytes >= most.saturating_mul(2)
            || self.followers.is_empty() && self.unattended >= UNATTENDED
    }

    /// Something happens by itself.
    pub fn acts_by_itself(&mut self) {
        self.unattended = if self.followers.is_empty() { self.unattended + 1 } else { 0 };
    }

    /// Whether a room as it is stored may go on by itself.
    pub fn may_go_on(record: &Record) -> bool {
        let played = |seat: &SeatRecord| {
            seat.stand_in.is_some() || matches!(seat.player, Player::Bot { .. })
        };
        record.state == State::Playing
            && (record.times.run() || record.clock.is_some() || record.seats.iter().any(played))
    }

    /// What spares the replay of the journal when the room comes back, where that is worth keeping.
    pub fn snapshot(&self) -> Option<String> {
        let table = self.table.as_ref()?;
        (self.stored >= self.spared + WORTH_SPARING).then(|| table.snapshot())
    }

    /// What makes everything durable that is not yet; with the record only where that has changed.
    pub fn write(&self, at_ms: i64, changed: bool) -> Write {
        Write {
            table: self.id.clone(),
            at_ms,
            version: self.version,
            after: self.stored,
            lines: self.new_lines(),
            room: changed.then(|| self.row()),
            ..Write::default()
        }
    }

    /// Whether there are lines that are not durable yet.
    pub fn has_new_lines(&self) -> bool {
        self.lines().len() as u64 > self.stored
    }

    /// The lines that are not durable yet.
    pub fn new_lines(&self) -> Vec<Arc<str>> {
        self.lines().get(self.stored as usize..).unwrap_or_default().to_vec()
    }

    fn lines(&self) -> &[Arc<str>] {
        self.table.as_ref().map_or(&[][..], |table| table.journal().lines())
    }

    /// All that a viewer may see now, with what happened after entry `since`.
    pub fn update_for(&self, viewer: Viewer, since: u64) -> Option<Update> {
        let table = self.watched(viewer)?;
        Some(table.update(viewer, since.min(table.step(viewer))))
    }
}

fn not_begun() -> ApiError {
    ApiError::new("wrong_state", "the game has not begun")
}

/// Enough bytes for most messages, so that they need not grow.
pub const MESSAGE: usize = 2048;

/// A message as bytes.
pub fn text(message: &impl Serialize) -> Bytes {
    let mut bytes = Vec::with_capacity(MESSAGE);
    senet_kernel::write(message, &mut bytes);
    bytes.into()
}
