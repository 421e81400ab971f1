//! A room: a table with people.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use schemars::JsonSchema;
use senet_catalog::Turns;
use senet_kernel::{Outcome, Seat, SeatSet, Viewer};
use senet_table::Table;
use senet_table::protocol::Update;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::clock::{Timer, Times};
use crate::error::ApiError;
use crate::late::Late;
use crate::limit::Allowance;
use crate::names;
use crate::secret;
use crate::sitting::Sitting;
use crate::socket::Outlet;
use crate::store::{RoomRow, Write};

/// How far a room has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Seats fill.
    Lobby,
    /// The game goes on.
    Playing,
    /// The game is over.
    Finished,
    /// The host ended it.
    Closed,
}

/// What is stored of a room. It holds secrets and is shown to nobody.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub game: String,
    pub name: String,
    pub preset: Option<String>,
    pub config: Value,
    pub seats: Vec<SeatRecord>,
    /// The hash of the host's token.
    pub host: String,
    pub public: bool,
    pub spectators: bool,
    pub spectator_delay_ms: u32,
    #[serde(default = "yes")]
    pub chat: bool,
    pub clock: Option<TurnClock>,
    pub state: State,
    /// The table's seed: secret until the end, unless the players chose it.
    pub seed: String,
    pub open_seed: bool,
    pub made_ms: i64,
    pub changed_ms: i64,
    pub entry: u64,
    pub outcome: Option<Outcome>,
    pub rematch: Option<String>,
    /// The hashes of the tokens of those who sat here while it was played and do no more.
    #[serde(default)]
    pub sat: Vec<String>,
    /// Whether those who sat here let everybody read the journal.
    #[serde(default)]
    pub shared: bool,
    /// What time has been spent.
    #[serde(default)]
    pub times: Times,
    /// What bots take their luck from: known to nobody, and no part of the dice.
    #[serde(default = "secret::token")]
    pub bot_secret: String,
    /// The mark of the address that made it.
    #[serde(default)]
    pub maker: String,
    /// The marks of the addresses that may not come.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<String>,
    /// The names of those whom nobody hears.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muted: Vec<String>,
}

impl Record {
    /// Those whom open seats wait for.
    pub fn kept(&self) -> impl Iterator<Item = &KeptFor> {
        self.seats.iter().filter_map(|seat| seat.kept_for.as_ref())
    }

    /// The people's names as they can be looked for: in lower case, each between line feeds.
    pub fn players(&self) -> String {
        let names = self.seats.iter().filter_map(|seat| match &seat.player {
            Player::Human { name } => Some(name.to_lowercase()),
            Player::Open | Player::Bot { .. } => None,
        });
        names.fold("\n".to_owned(), |all, name| all + &name + "\n")
    }

    /// The hashes of all tokens that open the room.
    pub fn tokens(&self) -> Vec<String> {
        let sittings = self.seats.iter().filter_map(|seat| seat.sitting.as_ref());
        let devices = sittings.flat_map(|sitting| &sitting.devices).map(|device| &device.token);
        std::iter::once(&self.host).chain(devices).cloned().collect()
    }
}

fn yes() -> bool {
    true
}

/// A seat of a room.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "StoredSeat")]
pub struct SeatRecord {
    pub player: Player,
    /// What the seat is called in the game, such as "Pilot".
    pub role: String,
    /// The person who sits here, with all that is theirs.
    pub sitting: Option<Sitting>,
    pub salt: String,
    /// Who plays while the player is away: `idle` or a bot's name.
    pub stand_in: Option<String>,
    /// Whom an open seat waits for; none where anybody may take it.
    pub kept_for: Option<KeptFor>,
}

/// Whom an open seat waits for: somebody of the game before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFor {
    /// Their sitting there.
    pub sitting: String,
    pub name: String,
}

/// A seat as any version has stored it.
#[derive(Deserialize)]
struct StoredSeat {
    player: Player,
    #[serde(default)]
    role: String,
    sitting: Option<Sitting>,
    /// What was kept in place of a sitting.
    #[serde(default)]
    tokens: Vec<String>,
    salt: String,
    stand_in: Option<String>,
    kept_for: Option<KeptFor>,
}

impl From<StoredSeat> for SeatRecord {
    fn from(stored: StoredSeat) -> SeatRecord {
        SeatRecord {
            player: stored.player,
            role: stored.role,
            sitting: stored.sitting.or_else(|| Sitting::of_tokens(stored.tokens)),
            salt: stored.salt,
            stand_in: stored.stand_in,
            kept_for: stored.kept_for,
        }
    }
}

/// Who holds a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Player {
    /// Nobody yet.
    #[default]
    Open,
    /// A person.
    Human {
        /// Their name.
        name: String,
    },
    /// A bot.
    Bot {
        /// Its name.
        bot: String,
    },
}

impl SeatRecord {
    /// An empty seat of this role.
    pub fn open(role: String) -> SeatRecord {
        SeatRecord { role, ..SeatRecord::default() }
    }

    /// Whether somebody may sit down here. Whoever comes from the game before names their sitting there.
    pub fn is_open_to(&self, from: Option<&str>) -> bool {
        let kept_for = self.kept_for.as_ref().map(|kept| kept.sitting.as_str());
        self.player == Player::Open && (kept_for.is_none() || kept_for == from)
    }

    /// What whoever sits here is called; nothing where nobody does.
    pub fn name(&self) -> Option<String> {
        match &self.player {
            Player::Open => None,
            Player::Human { name } => Some(name.clone()),
            Player::Bot { .. } => {
                let role: String = self.role.chars().take(ROLE).collect();
                Some(format!("{role} (bot)"))
            }
        }
    }
}

/// Lines of chat of one seat in a second, on average.
const CHATTER: f64 = 2.0;

/// How many lines are worth a snapshot.
const WORTH_SPARING: u64 = 32;

/// How often something happens by itself where nobody looks, before the room rests.
const UNATTENDED: u32 = 1_000;

/// The most characters of a role in the name of a bot, which may not be longer than a person's.
const ROLE: usize = 56;

/// How long a turn may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnClock {
    /// How long, in milliseconds.
    pub per_turn_ms: u32,
    /// What happens then.
    pub on_time_out: TimeOut,
}

/// What happens when a turn's time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeOut {
    /// The seat does what an absent seat does.
    Idle,
    /// The seat leaves the game, which loses it where the game says so.
    Leave,
}

/// A room as everybody may see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RoomView {
    /// The room's name.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The ready-made configuration, where one was taken.
    pub preset: Option<String>,
    /// The configuration.
    pub config: Value,
    /// How far it has come.
    pub state: State,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// Whether everybody may find it.
    pub public: bool,
    /// Whether it may be watched.
    pub spectators: bool,
    /// How much later spectators see what happens, until the game is over.
    pub spectator_delay_ms: u32,
    /// Whether people may talk here.
    pub chat: bool,
    /// How long a turn may take.
    pub clock: Option<TurnClock>,
    /// The promise that stands for the secret seed; none before the start.
    pub commitment: Option<String>,
    /// When it was made.
    pub made_ms: i64,
    /// When the room itself last changed.
    pub changed_ms: i64,
    /// When anything last happened here: a move, or a change of the room.
    pub active_ms: i64,
    /// The last entry.
    pub entry: u64,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The room of the rematch.
    pub rematch: Option<String>,
    /// Whether everybody may read the journal once the game is over; otherwise those who sat here may.
    pub shared: bool,
}

/// A seat as everybody may see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeatView {
    /// Which one.
    pub seat: u8,
    /// Who holds it.
    pub r#type: SeatKind,
    /// What whoever holds it is called, a bot too; nothing where nobody does.
    pub name: Option<String>,
    /// Which bot plays it, where one does.
    pub bot: Option<String>,
    /// What the seat is called in the game, such as "Pilot".
    pub role: String,
    /// Whether the player is connected.
    pub online: bool,
    /// Who plays while the player is away.
    pub stand_in: Option<String>,
    /// Whom an open seat waits for, where not everybody may take it.
    pub kept_for: Option<String>,
}

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person.
    Human,
    /// A bot.
    Bot,
}

/// Somebody who follows a room over a socket.
pub struct Follower {
    /// The socket.
    pub socket: u64,
    pub viewer: Viewer,
    /// The hash of the token that shows the viewer's seat; none for a spectator.
    pub token: Option<String>,
    pub out: Outlet,
    /// What a spectator is called, who has said so.
    pub name: Option<Arc<str>>,
    /// The last entry that was sent, as the viewer counts them.
    pub seen: u64,
    /// How many lines the journal had after the last change that was sent.
    pub known: u64,
}

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
    pub turns: Turns,
    pub timer: Timer,
    /// Whether a bot is thinking.
    pub thinking: bool,
    /// How often something happened by itself since somebody last followed.
    pub unattended: u32,
    /// Whether it has just come into memory, where its clock does not run yet.
    pub fresh: bool,
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
    /// Who was there when the others were last told.
    pub told_present: SeatSet,
    /// Whether word of who is there is on its way.
    pub telling_presence: bool,
    /// How much each seat may say, and all spectators together.
    chatter: Vec<(Option<Seat>, Allowance)>,
    /// How many bytes the stored lines have.
    bytes: u64,
    /// Whether the record was changed and not stored yet.
    dirty: bool,
    /// When each line of the journal was stored.
    times: Vec<i64>,
    /// What spectators see, where they have to wait.
    late: Option<Late>,
    /// Whether spectators will be told once more when the time has come.
    pub telling: bool,
    /// The room as it was last told.
    pub told: Utf8Bytes,
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
            turns: Turns::default(),
            timer: Timer::default(),
            thinking: false,
            unattended: 0,
            fresh: true,
            gone: false,
            stale: false,
            told_present: SeatSet::default(),
            telling_presence: false,
            chatter: Vec::new(),
            bytes: 0,
            dirty: false,
            times: Vec::new(),
            late: None,
            telling: false,
            told: Utf8Bytes::default(),
        };
        room.bytes = bytes(room.lines());
        room
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

    /// Notes that all of it is stored.
    pub fn settled(&mut self) {
        self.version += 1;
        self.bytes += bytes(self.lines().get(self.stored as usize..).unwrap_or_default());
        self.stored = self.lines().len() as u64;
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

    /// How many bytes the stored journal has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many bytes the memos of a seat have, in all of the journal.
    pub fn memo_bytes(&self, seat: Seat) -> u64 {
        let start = format!("{{\"memo\":{{\"seat\":{},", u8::from(seat));
        let own = self.lines().iter().filter(|line| line.starts_with(&start));
        own.map(|line| line.len() as u64).sum()
    }

    /// The seats whose players are connected.
    pub fn presence(&self) -> SeatSet {
        Seat::first(self.record.seats.len()).filter(|seat| self.online(*seat)).collect()
    }

    /// Refuses whoever was put out.
    pub fn may_come(&self, address: &str) -> Result<(), ApiError> {
        if self.record.barred.contains(&secret::mark(address)) {
            return Err(ApiError::new("barred", "the host has put you out of this table"));
        }
        Ok(())
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

    /// Tells a line of chat to all who want to hear whoever says it.
    pub fn tell_chat(&mut self, text: &Utf8Bytes, from: &str) {
        for follower in &self.followers {
            if self.hears(follower.viewer, from) {
                follower.out.send(text.clone());
            }
        }
        self.drop_gone();
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
        let followers = std::mem::take(&mut self.followers);
        let told = std::mem::take(&mut self.told);
        let chatter = std::mem::take(&mut self.chatter);
        *self = Room {
            followers,
            told,
            chatter,
            unattended: self.unattended,
            fresh: self.fresh,
            telling: self.telling,
            told_present: self.told_present,
            telling_presence: self.telling_presence,
            ..stored
        };
    }

    /// How much later spectators see what happens now; none where they see it at once.
    fn delay_ms(&self) -> Option<i64> {
        let delay = self.record.spectator_delay_ms;
        (self.record.state == State::Playing && delay > 0).then_some(delay.into())
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
        let Some(place) = self.edit().seats.get_mut(seat.index()) else { return };
        let ended = place.sitting.take();
        if lobby {
            *place = SeatRecord::open(std::mem::take(&mut place.role));
            return;
        }
        let devices = ended.into_iter().flat_map(|sitting| sitting.devices);
        self.record.sat.extend(devices.map(|device| device.token));
    }

    /// Lets go of followers whose seat is no longer theirs, and tells them.
    pub fn drop_strangers(&mut self) {
        let (record, id) = (&self.record, &self.id);
        let holds = |follower: &Follower| match (follower.viewer.seat(), &follower.token) {
            (Some(seat), Some(hash)) => record
                .seats
                .get(seat.index())
                .and_then(|place| place.sitting.as_ref())
                .is_some_and(|sitting| sitting.is_held_by(hash)),
            (seat, _) => seat.is_none(),
        };
        if self.followers.iter().all(holds) {
            return;
        }
        let (stay, strangers) = std::mem::take(&mut self.followers).into_iter().partition(holds);
        let lost = text(&json!({ "type": "error", "code": "seat_lost", "table": id,
            "sentence": "this seat is no longer yours" }));
        self.followers = stay;
        let view = self.view();
        let room = text(&json!({ "type": "room", "table": view.table, "room": view }));
        let strangers: Vec<Follower> = strangers;
        for stranger in strangers {
            stranger.out.send(room.clone());
            stranger.out.send(lost.clone());
        }
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

    /// Whether somebody at this seat is connected.
    pub fn online(&self, seat: Seat) -> bool {
        self.followers.iter().any(|follower| follower.viewer.is(seat))
    }

    pub fn view(&self) -> RoomView {
        let record = &self.record;
        let seats = record.seats.iter().zip(Seat::first(record.seats.len()));
        let commitment = self.table.as_ref().and_then(|table| match &table.header().luck {
            senet_table::Luck::Fair { commitment, .. } => Some(commitment.to_string()),
            senet_table::Luck::Open { .. } | senet_table::Luck::Scripted => None,
        });
        RoomView {
            table: self.id.clone(),
            game: record.game.clone(),
            name: record.name.clone(),
            preset: record.preset.clone(),
            config: record.config.clone(),
            state: record.state,
            seats: seats.map(|(seat, place)| self.seat_view(seat, place)).collect(),
            public: record.public,
            spectators: record.spectators,
            spectator_delay_ms: record.spectator_delay_ms,
            chat: record.chat,
            clock: record.clock,
            commitment,
            made_ms: record.made_ms,
            changed_ms: record.changed_ms,
            active_ms: self.seen_ms(),
            entry: self.seen_entry(),
            outcome: record.outcome,
            rematch: record.rematch.clone(),
            shared: self.is_shared(),
        }
    }

    /// The last entry that everybody may know of. What is hidden from a spectator changes no number.
    fn seen_entry(&self) -> u64 {
        match (&self.table, self.delay_ms()) {
            (None, None) => self.record.entry,
            _ => self.known_to(Viewer::Spectator),
        }
    }

    /// When anything last happened that everybody may know of.
    fn seen_ms(&self) -> i64 {
        let table = self.watched(Viewer::Spectator);
        let line = table.and_then(|table| table.last_line(Viewer::Spectator).checked_sub(1));
        let time = line.and_then(|line| self.times.get(usize::try_from(line).ok()?));
        time.copied().unwrap_or(0).max(self.record.changed_ms)
    }

    /// Whether nothing can happen in the game any more.
    pub fn is_over(&self) -> bool {
        matches!(self.record.state, State::Finished | State::Closed)
    }

    /// Whether everybody may read the journal once the game is over.
    pub fn is_shared(&self) -> bool {
        self.record.public || self.record.shared
    }

    fn seat_view(&self, record: &SeatRecord, seat: Seat) -> SeatView {
        let (kind, bot) = match &record.player {
            Player::Open => (SeatKind::Open, None),
            Player::Human { .. } => (SeatKind::Human, None),
            Player::Bot { bot } => (SeatKind::Bot, Some(bot.clone())),
        };
        SeatView {
            seat: seat.into(),
            r#type: kind,
            name: record.name(),
            bot,
            role: self.table.as_ref().map_or_else(|| record.role.clone(), |table| table.role(seat)),
            online: self.online(seat),
            stand_in: record.stand_in.clone(),
            kept_for: record.kept_for.as_ref().map(|kept| kept.name.clone()),
        }
    }

    /// The table as a viewer may know it, where it has come as far as this entry.
    pub fn looked_at(&self, viewer: Viewer, entry: u64) -> Result<&dyn Table, ApiError> {
        let table = self.watched(viewer).ok_or_else(not_begun)?;
        let newest = table.step(viewer);
        if entry <= newest {
            return Ok(table);
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
            public: record.public,
            game: record.game.clone(),
            players: record.players(),
            changed_ms: record.changed_ms,
            active_ms: self.active_ms,
            tokens: record.tokens(),
            json: serde_json::to_string(record).expect("a record is plain data"),
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
    /// who never come must not keep a room busy for ever.
    pub fn rests(&self) -> bool {
        self.followers.is_empty() && self.unattended >= UNATTENDED
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

    /// The lines that are not durable yet.
    pub fn new_lines(&self) -> Vec<Arc<str>> {
        self.lines().get(self.stored as usize..).unwrap_or_default().to_vec()
    }

    fn lines(&self) -> &[Arc<str>] {
        self.table.as_ref().map_or(&[][..], |table| table.journal().lines())
    }

    /// Sends everybody what they may see of what has happened; nothing to those for whom nothing has.
    /// The same bytes serve all who look through the same eyes.
    pub fn publish(&mut self, now_ms: i64) {
        let (Some(table), id) = (self.table.as_deref(), &self.id) else { return };
        let (waits, deadline_ms) = (self.delay_ms().is_some(), self.timer.deadline_ms());
        let mut made: Vec<(Viewer, u64, Utf8Bytes)> = Vec::new();
        for follower in &mut self.followers {
            let (viewer, since) = (follower.viewer, follower.seen);
            let line = table.last_line(viewer);
            if follower.known == line || waits && viewer == Viewer::Spectator {
                continue;
            }
            let known = made.iter().find(|(other, seen, _)| (*other, *seen) == (viewer, since));
            let text = match known {
                Some((_, _, text)) => text.clone(),
                None => {
                    let update = table.update(viewer, since);
                    let text = update_text(id, viewer, now_ms, deadline_ms, &update);
                    made.push((viewer, since, text.clone()));
                    text
                }
            };
            (follower.seen, follower.known) = (table.step(viewer), line);
            follower.out.send(text);
        }
        self.drop_gone();
    }

    /// Sends spectators who had to wait what they may know by now.
    pub fn publish_late(&mut self, now_ms: i64) {
        let viewer = Viewer::Spectator;
        let Some(table) = self.late.as_ref().map(Late::table) else { return };
        let (step, line) = (table.step(viewer), table.last_line(viewer));
        for follower in &mut self.followers {
            if follower.viewer == viewer && follower.known != line {
                let update = table.update(viewer, follower.seen.min(step));
                follower.out.send(update_text(&self.id, viewer, now_ms, None, &update));
                (follower.seen, follower.known) = (step, line);
            }
        }
        self.drop_gone();
    }

    /// What counts has to be told once more, whatever was told before.
    pub fn forget_what_was_told(&mut self) {
        for follower in &mut self.followers {
            follower.known = 0;
        }
        self.told = Utf8Bytes::default();
    }

    /// All that a viewer may see now, with what happened after entry `since`.
    pub fn update_for(&self, viewer: Viewer, since: u64) -> Option<Update> {
        let table = self.watched(viewer)?;
        Some(table.update(viewer, since.min(table.step(viewer))))
    }

    /// Sends everybody the same.
    pub fn tell(&mut self, text: &Utf8Bytes) {
        for follower in &self.followers {
            follower.out.send(text.clone());
        }
        self.drop_gone();
    }

    /// Forgets followers whose socket is closed.
    pub fn drop_gone(&mut self) {
        self.followers.retain(|follower| !follower.out.is_closed());
    }
}

fn not_begun() -> ApiError {
    ApiError::new("wrong_state", "the game has not begun")
}

#[derive(Serialize)]
struct Push<'a> {
    r#type: &'static str,
    table: &'a str,
    viewer: Viewer,
    now_ms: i64,
    deadline_ms: Option<i64>,
    #[serde(flatten)]
    update: &'a Update,
}

pub fn update_text(
    table: &str,
    viewer: Viewer,
    now_ms: i64,
    deadline_ms: Option<i64>,
    update: &Update,
) -> Utf8Bytes {
    text(&Push { r#type: "update", table, viewer, now_ms, deadline_ms, update })
}

fn bytes(lines: &[Arc<str>]) -> u64 {
    lines.iter().map(|line| line.len() as u64).sum()
}

/// A message as bytes.
pub fn text(message: &impl Serialize) -> Utf8Bytes {
    // Enough for most messages, so that they need not grow.
    let mut bytes = Vec::with_capacity(1024);
    serde_json::to_writer(&mut bytes, message).expect("messages are plain data");
    String::from_utf8(bytes).expect("JSON is text").into()
}
