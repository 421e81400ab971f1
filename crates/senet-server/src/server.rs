//! The server: all rooms, and every way to change one.

use std::collections::{HashMap, VecDeque};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use senet_kernel::{Seat, SeatSet};
use senet_table::{Luck, Opening, Start, Table};
use serde_json::{Value, json};
use tokio::sync::{OwnedMutexGuard, watch};

use crate::clock::{self, Wait};
use crate::error::ApiError;
use crate::limit::{Allowance, Counter, Counts, Hourly, Notices, TooMany};
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::retention::{self, Retention};
use crate::room::{KeptFor, Player, Record, Room, RoomView, SeatRecord, State, text};
use crate::sitting::Sitting;
use crate::store::{Change, ChatRow, LISTED, RoomRow, Store, StoreError, Stored, Which, Write};
use crate::{bots, lobby, names, secret};
use axum::extract::ws::Utf8Bytes;

/// How often a change is made anew because another node came first.
pub const ATTEMPTS: usize = 32;

/// What guests may ask of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Rooms that one address may make within an hour.
    pub tables_per_address: usize,
    /// Sockets in all.
    pub sockets: usize,
    /// Sockets of one address.
    pub sockets_per_address: usize,
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Messages of one socket in a second, on average.
    pub messages_per_second: u32,
    /// Calls of one address in a second, on average.
    pub calls_per_second: u32,
    /// Characters of a player's name.
    pub name: usize,
    /// Characters of a line of chat.
    pub chat: usize,
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address, sockets included.
    pub connections_per_address: usize,
    /// How long a connection may take to say what it wants, and stay silent between two calls.
    pub head: Duration,
    /// How long the body of a call may take to come.
    pub body: Duration,
    /// How often a silent socket is asked whether it lives.
    pub pulse: Duration,
    /// Bytes that one address may have stored within an hour: rooms, commands, memos, chat.
    pub bytes_per_address: u64,
    /// Bytes of the journal of one table.
    pub table_bytes: u64,
    /// Bytes of the memos of one seat at one table.
    pub memo_bytes: u64,
    /// Spectators of one table.
    pub spectators: usize,
    /// Spectators of one table from one address.
    pub spectators_per_address: usize,
    /// Public rooms of one address that are not over.
    pub public_per_address: usize,
    /// How long a public room where nobody is and nothing happens stays on the list.
    pub listed: Duration,
    /// The command that is asked whether a line of chat may be said, with its arguments; nothing as a
    /// rule.
    pub chat_filter: Vec<String>,
    /// How long a room that nobody follows stays in memory.
    pub idle: Duration,
    /// How long rooms are kept.
    pub keep: Retention,
    /// Whether a proxy stands before the server, whose `X-Forwarded-For` tells where calls come from.
    pub behind_proxy: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables_per_address: 200,
            sockets: 50_000,
            sockets_per_address: 1_000,
            message_bytes: 64 * 1024,
            messages_per_second: 50,
            calls_per_second: 200,
            name: 64,
            chat: 500,
            connections: 60_000,
            connections_per_address: 1_200,
            head: Duration::from_secs(15),
            body: Duration::from_secs(20),
            pulse: Duration::from_secs(30),
            bytes_per_address: 256 << 20,
            table_bytes: 8 << 20,
            memo_bytes: 512 << 10,
            spectators: 500,
            spectators_per_address: 50,
            public_per_address: 20,
            listed: Duration::from_secs(15 * 60),
            chat_filter: Vec::new(),
            idle: Duration::from_secs(60),
            keep: Retention::default(),
            behind_proxy: false,
        }
    }
}

impl Limits {
    /// Sets one limit by its name.
    pub fn set(&mut self, name: &str, value: u32) -> Result<(), String> {
        let (count, seconds) = (value as usize, Duration::from_secs(value.max(1).into()));
        match name {
            "tables_per_address" => self.tables_per_address = count,
            "sockets" => self.sockets = count,
            "sockets_per_address" => self.sockets_per_address = count,
            "message_bytes" => self.message_bytes = count,
            "messages_per_second" => self.messages_per_second = value,
            "calls_per_second" => self.calls_per_second = value,
            "name" => self.name = count,
            "chat" => self.chat = count,
            "connections" => self.connections = count,
            "connections_per_address" => self.connections_per_address = count,
            "head_seconds" => self.head = seconds,
            "body_seconds" => self.body = seconds,
            "bytes_per_address" => self.bytes_per_address = value.into(),
            "table_bytes" => self.table_bytes = value.into(),
            "memo_bytes" => self.memo_bytes = value.into(),
            "spectators" => self.spectators = count,
            "spectators_per_address" => self.spectators_per_address = count,
            "public_per_address" => self.public_per_address = count,
            "listed_seconds" => self.listed = seconds,
            "keep_finished_days" => self.keep.finished_days = value,
            "keep_lobby_hours" => self.keep.lobby_hours = value,
            "idle_seconds" => self.idle = seconds,
            other => {
                return Err(format!(
                    "there is no limit \"{other}\"; there are {}",
                    Limits::NAMES.join(", ")
                ));
            }
        }
        Ok(())
    }

    /// The names of all limits.
    pub const NAMES: [&str; 22] = [
        "tables_per_address",
        "sockets",
        "sockets_per_address",
        "message_bytes",
        "messages_per_second",
        "calls_per_second",
        "name",
        "chat",
        "connections",
        "connections_per_address",
        "head_seconds",
        "body_seconds",
        "bytes_per_address",
        "table_bytes",
        "memo_bytes",
        "spectators",
        "spectators_per_address",
        "public_per_address",
        "listed_seconds",
        "idle_seconds",
        "keep_finished_days",
        "keep_lobby_hours",
    ];
}

/// Reports of one address within an hour.
const REPORTS: u64 = 20;
/// How long word of who is there waits for more of it.
const PRESENCE: Duration = Duration::from_millis(200);

/// All rooms. It is cheap to clone: all clones are the same server.
#[derive(Clone)]
pub struct Server(Arc<Inner>);

struct Inner {
    store: Store,
    limits: Limits,
    public_url: Option<String>,
    rooms: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Room>>>>,
    links: Mutex<HashMap<String, Link>>,
    made: Mutex<HashMap<String, VecDeque<Instant>>>,
    calls: Mutex<HashMap<String, Allowance>>,
    connections: Arc<Counts>,
    sockets: Arc<Counts>,
    /// What was stored for whom within an hour, in bytes.
    written: Hourly,
    /// Who has reported how often within an hour.
    reported: Hourly,
    notices: Notices,
    /// Counts up whenever the list of public rooms may have changed.
    lobby: watch::Sender<u64>,
    /// The list of public rooms as it was last told.
    lobby_told: watch::Sender<Utf8Bytes>,
    /// Whether the server closes.
    closing: watch::Sender<bool>,
    pool: Pool,
    metrics: Metrics,
    pub(crate) counters: Counters,
}

/// A code for a second device.
struct Link {
    table: String,
    /// The sitting that gave it out, with which it ends.
    sitting: String,
    until: Instant,
}

/// What is counted for operators.
#[derive(Default)]
pub struct Counters {
    pub accepted: AtomicU64,
    pub rejected: AtomicU64,
    pub rooms_made: AtomicU64,
    pub ticks: AtomicU64,
    pub store_errors: AtomicU64,
    pub snapshots_used: AtomicU64,
    pub snapshots_dropped: AtomicU64,
}

/// A room that is locked for a change. A change that was not settled, because of an error or a panic
/// in between, is forgotten: the room is read anew from the store.
pub struct Locked(OwnedMutexGuard<Room>);

impl Locked {
    /// The room itself, to lock it again later.
    pub fn shared(&self) -> Arc<tokio::sync::Mutex<Room>> {
        OwnedMutexGuard::mutex(&self.0).clone()
    }
}

impl Deref for Locked {
    type Target = Room;

    fn deref(&self) -> &Room {
        &self.0
    }
}

impl DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut Room {
        &mut self.0
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        if self.0.unsettled() || std::thread::panicking() {
            self.0.stale = true;
        }
    }
}

/// What somebody wants a new room to be.
pub struct NewRoom {
    pub game: String,
    pub preset: Option<String>,
    pub config: Option<Value>,
    pub seats: Vec<Player>,
    /// The seats that whoever makes the room takes.
    pub mine: SeatSet,
    pub public: bool,
    pub spectators: bool,
    pub spectator_delay_ms: u32,
    pub chat: bool,
    pub clock: Option<crate::room::TurnClock>,
    pub salt: String,
    pub seed: Option<String>,
    /// Whom the open seats wait for, by seat; nothing where anybody may take them.
    pub kept: Vec<Option<KeptFor>>,
    /// The sitting of the game before, where this is its rematch.
    pub from: Option<String>,
}

/// A room on a list.
struct Listed {
    /// The mark of the address that made it.
    maker: String,
    view: RoomView,
    /// Whether nobody is there.
    empty: bool,
}

/// A new room and the secrets of whoever made it.
pub struct Made {
    pub room: RoomView,
    pub host_token: String,
    pub tokens: Vec<(Seat, String)>,
}

impl Server {
    /// A server without rooms in memory; those of the store come when they are asked for.
    pub fn new(store: Store, limits: Limits, public_url: Option<String>) -> Server {
        let server = Server(Arc::new(Inner {
            store,
            written: Hourly::new(limits.bytes_per_address),
            reported: Hourly::new(REPORTS),
            notices: Notices::default(),
            connections: Arc::default(),
            limits,
            public_url,
            rooms: Mutex::default(),
            links: Mutex::default(),
            made: Mutex::default(),
            calls: Mutex::default(),
            sockets: Arc::default(),
            lobby: watch::Sender::new(0),
            lobby_told: watch::Sender::new(Utf8Bytes::from_static("")),
            closing: watch::Sender::new(false),
            pool: Pool::for_this_machine(),
            metrics: Metrics::default(),
            counters: Counters::default(),
        }));
        server.sweep_now_and_then();
        server.prune_now_and_then();
        server.tell_the_lobby();
        server.hear_of_others();
        server.wake_what_goes_on();
        server
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn public_url(&self) -> Option<&str> {
        self.0.public_url.as_deref()
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.0.counters
    }

    /// Where long thoughts are thought.
    pub fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The list of public rooms, whenever it changes.
    pub(crate) fn lobby(&self) -> watch::Receiver<Utf8Bytes> {
        self.0.lobby_told.subscribe()
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Says goodbye to every socket, and waits until all have gone or the time is over.
    pub async fn close(&self, patience: Duration) {
        self.0.closing.send_replace(true);
        let until = Instant::now() + patience;
        while self.sockets() > 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Lets a connection in.
    pub(crate) fn visit(&self, address: &str) -> Result<Counter, ApiError> {
        let limits = &self.0.limits;
        // All that comes through a proxy comes from one address.
        let own = if limits.behind_proxy { usize::MAX } else { limits.connections_per_address };
        self.0.connections.enter(address, own, limits.connections).map_err(|too_many| {
            self.too_many("too_many_connections", "connections", address, too_many)
        })
    }

    /// Lets a socket in.
    pub(crate) fn enter(&self, address: &str) -> Result<Counter, ApiError> {
        let limits = &self.0.limits;
        let entered = self.0.sockets.enter(address, limits.sockets_per_address, limits.sockets);
        entered.map_err(|many| self.too_many("too_many_sockets", "sockets", address, many))
    }

    fn too_many(&self, code: &'static str, what: &str, address: &str, many: TooMany) -> ApiError {
        self.limit_met(code, address);
        let sentence = match many {
            TooMany::Own(own) => format!("this address has {own} {what} open, which is the most"),
            TooMany::All(_) => "the server is full; try again later".to_owned(),
        };
        ApiError::new(code, sentence).later(Duration::from_secs(30))
    }

    /// How many sockets are open.
    pub(crate) fn sockets(&self) -> usize {
        self.0.sockets.all()
    }

    /// How many connections are open.
    pub(crate) fn connections(&self) -> usize {
        self.0.connections.all()
    }

    /// Tells the log that somebody has met a limit; once a second for each kind, however often.
    pub(crate) fn limit_met(&self, code: &'static str, address: &str) {
        if let Some(times) = self.0.notices.due(code) {
            tracing::warn!(event = "limit", code, address, times, "a limit was met");
        }
    }

    /// Refuses what goes beyond a limit, and tells the log.
    pub(crate) fn refuse(
        &self,
        code: &'static str,
        address: &str,
        sentence: impl Into<String>,
    ) -> ApiError {
        self.limit_met(code, address);
        ApiError::new(code, sentence)
    }

    /// Lets an address report once more.
    pub(crate) fn may_report(&self, address: &str) -> Result<(), ApiError> {
        self.0.reported.take(address, 1).map_err(|later| {
            let sentence = format!(
                "this address has reported {REPORTS} times within an hour; try again later"
            );
            self.refuse("too_many_calls", address, sentence).later(later)
        })
    }

    /// Uses up some of what an address may have stored within an hour.
    pub(crate) fn may_write(&self, address: &str, bytes: usize) -> Result<(), ApiError> {
        self.0.written.take(address, bytes as u64).map_err(|later| {
            let most = self.0.limits.bytes_per_address;
            let sentence = format!(
                "this address has had {most} bytes stored within an hour (`bytes_per_address`), which is the most; try again later"
            );
            self.refuse("too_many_bytes", address, sentence).later(later)
        })
    }

    /// Whether an address may call once more.
    pub(crate) fn may_call(&self, address: &str) -> Result<(), ApiError> {
        /// How many addresses are remembered.
        const MOST: usize = 10_000;
        let mut calls = lock(&self.0.calls);
        if calls.len() >= MOST && !calls.contains_key(address) {
            calls.retain(|_, allowance| !allowance.is_full());
        }
        let rate = self.0.limits.calls_per_second;
        let allowance = calls.entry(address.to_owned()).or_insert_with(|| Allowance::new(rate));
        if allowance.take() {
            return Ok(());
        }
        drop(calls);
        let sentence = "too many calls; wait a second and go on";
        Err(self.refuse("too_many_calls", address, sentence).later(Duration::from_secs(1)))
    }

    pub(crate) fn rooms_in_memory(&self) -> usize {
        lock(&self.0.rooms).len()
    }

    /// Makes a room.
    pub async fn make(&self, address: &str, new: NewRoom) -> Result<Made, ApiError> {
        self.may_make(address)?;
        let game = senet_catalog::find(&new.game).ok_or_else(|| unknown_game(&new.game))?;
        let (preset, config) = match (new.preset, new.config) {
            (Some(_), Some(_)) => {
                let sentence = "name a rule set or give a configuration, not both";
                return Err(ApiError::new("two_configs", sentence));
            }
            (None, Some(config)) => (None, game.check_config(&config)?),
            (preset, None) => {
                let (id, config) = game.preset(preset.as_deref())?;
                (Some(id), config)
            }
        };
        let roles = game.roles(&config)?;
        let seats = roles.len();
        let mut players = new.seats;
        if players.len() > seats {
            let sentence = format!("{} players for {seats} seats", players.len());
            return Err(ApiError::new("wrong_count", sentence));
        }
        players.resize(seats, Player::Open);
        let known = game.line().bots;
        for player in &players {
            self.check_player(player, &known)?;
        }
        if new.public {
            self.may_publish(address).await?;
        }
        let host_token = secret::token();
        let now = now_ms();
        let mut tokens = Vec::new();
        let mut records = Vec::new();
        for ((player, role), seat) in players.into_iter().zip(roles).zip(Seat::first(seats)) {
            let kept_for = new.kept.get(seat.index()).cloned().flatten();
            let mut record = SeatRecord { player, role, kept_for, ..SeatRecord::default() };
            if new.mine.contains(seat) {
                let (sitting, token) = Sitting::begin(now);
                record.sitting = Some(Sitting {
                    host: true,
                    from: new.from.clone(),
                    mark: secret::mark(address),
                    ..sitting
                });
                record.salt = new.salt.clone();
                tokens.push((seat, token));
            }
            records.push(record);
        }
        names::check_all(&records, &known)?;
        let open_seed = new.seed.is_some();
        let record = Record {
            name: game.line().name,
            game: new.game,
            preset,
            config,
            seats: records,
            host: secret::token_hash(&host_token),
            public: new.public,
            spectators: new.spectators,
            spectator_delay_ms: new.spectator_delay_ms,
            chat: new.chat,
            clock: new.clock,
            state: State::Lobby,
            seed: new.seed.unwrap_or_else(secret::token),
            open_seed,
            made_ms: now,
            changed_ms: now,
            entry: 0,
            outcome: None,
            rematch: None,
            sat: Vec::new(),
            shared: false,
            times: clock::Times::default(),
            bot_secret: secret::token(),
            maker: secret::mark(address),
            barred: Vec::new(),
            muted: Vec::new(),
        };
        let mut room = Room::new(secret::table_name(), record, None, 0);
        self.start_if_full(&mut room)?;
        room.note_times(now);
        let write = room.write(now, true);
        self.may_write(address, write.room.as_ref().map_or(0, |room| room.json.len()))?;
        self.write(write).await?;
        room.settled();
        room.log();
        let view = room.view();
        let id = room.id.clone();
        lock(&self.0.rooms).insert(id.clone(), Arc::new(tokio::sync::Mutex::new(room)));
        // A room of bots needs nobody to begin.
        drop(self.room(&id).await?);
        self.0.counters.rooms_made.fetch_add(1, Ordering::Relaxed);
        tracing::info!(event = "room_made", table = view.table, game = view.game);
        self.lobby_changed();
        Ok(Made { room: view, host_token, tokens })
    }

    /// Locks a room, and brings it back from the store where it has left memory.
    pub async fn room(&self, id: &str) -> Result<Locked, ApiError> {
        loop {
            let known = lock(&self.0.rooms).get(id).cloned();
            let room = match known {
                Some(room) => room,
                None => self.load(id).await?,
            };
            let mut locked = Locked(room.lock_owned().await);
            // It may have left memory while we waited for it.
            if locked.gone {
                continue;
            }
            self.bring_up_to_date(&mut locked).await?;
            return Ok(locked);
        }
    }

    /// Locks a room that was found before, without looking for it again.
    pub async fn known_room(
        &self,
        id: &str,
        known: &Arc<tokio::sync::Mutex<Room>>,
    ) -> Result<Locked, ApiError> {
        let mut locked = Locked(known.clone().lock_owned().await);
        if locked.gone {
            drop(locked);
            return self.room(id).await;
        }
        self.bring_up_to_date(&mut locked).await?;
        Ok(locked)
    }

    /// What is stored counts, and clocks and bots go on from there.
    async fn bring_up_to_date(&self, room: &mut Locked) -> Result<(), ApiError> {
        if room.stale {
            self.refresh(room).await?;
        }
        room.catch_up(now_ms());
        if std::mem::take(&mut room.fresh) {
            if room.record.times == clock::Times::default() {
                // Older versions stored no times: they count from what happened last.
                let last = room.active_ms;
                room.note_times(last);
            }
            self.go_on(room, false);
        }
        Ok(())
    }

    async fn load(&self, id: &str) -> Result<Arc<tokio::sync::Mutex<Room>>, ApiError> {
        let room = Arc::new(tokio::sync::Mutex::new(self.stored(id).await?));
        // Two who come at once get the same room.
        Ok(lock(&self.0.rooms).entry(id.to_owned()).or_insert(room).clone())
    }

    /// A room as the store has it.
    async fn stored(&self, id: &str) -> Result<Room, ApiError> {
        for _ in 0..ATTEMPTS {
            let mut room = self.read(id).await?;
            if !room.unsettled() {
                return Ok(room);
            }
            // A game that is over and does not say so yet gets its last line, unless another node
            // has just written it.
            match self.write(room.write(room.active_ms, true)).await {
                Ok(()) => {
                    room.settled();
                    return Ok(room);
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn read(&self, id: &str) -> Result<Room, ApiError> {
        let no_such = || ApiError::new("no_such_table", format!("there is no table \"{id}\""));
        let stored = self.0.store.load(id).await?.ok_or_else(no_such)?;
        let record: Record = serde_json::from_str(&stored.room.json).map_err(internal)?;
        let (table, fitted) = match stored.lines.is_empty() {
            true => (None, false),
            false => {
                let (table, fitted) = open_stored(&record, &stored)?;
                (Some(table), fitted)
            }
        };
        match (fitted, stored.snapshot.is_some()) {
            (true, _) => self.0.counters.snapshots_used.fetch_add(1, Ordering::Relaxed),
            (false, true) => self.0.counters.snapshots_dropped.fetch_add(1, Ordering::Relaxed),
            (false, false) => 0,
        };
        let lines = stored.lines.len() as u64;
        let mut room = Room::new(id.to_owned(), record, table, lines);
        room.spared = if fitted { lines } else { 0 };
        room.version = stored.version;
        room.active_ms = stored.room.active_ms;
        room.stored_at(stored.times);
        // The record is stored only when it changes itself; the table knows better.
        room.note_table();
        Ok(room)
    }

    /// Reads a room anew from the store; its followers see what counts.
    async fn refresh(&self, room: &mut Locked) -> Result<(), ApiError> {
        let stored = self.stored(&room.id).await?;
        room.become_stored(stored);
        room.drop_strangers();
        self.go_on(room, true);
        self.room_changed(room);
        Ok(())
    }

    /// Changes a room and makes that durable. Where another node came first the change is made again
    /// on the room as it is now, so that the answer is true of that one.
    pub async fn change<T>(
        &self,
        id: &str,
        mut change: impl FnMut(&mut Locked) -> Result<T, ApiError>,
    ) -> Result<(T, Locked), ApiError> {
        for _ in 0..ATTEMPTS {
            let mut room = self.room(id).await?;
            let made = change(&mut room)?;
            match self.settle(&mut room).await {
                Err(error) if error.is_conflict() => {}
                settled => return settled.map(|()| (made, room)),
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Makes a change durable, and notes how long that took.
    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let started = Instant::now();
        let written = self.0.store.write(write).await;
        self.0.metrics.commit.observe(started.elapsed());
        written
    }

    /// Makes a change durable, then tells everybody. Where that fails nothing has happened: the room
    /// goes back to what is stored.
    pub async fn settle(&self, room: &mut Locked) -> Result<(), ApiError> {
        let over = room.note_table();
        let news = !room.new_lines().is_empty();
        let changed = room.is_dirty() || over;
        let now = now_ms();
        let spent = room.note_times(now);
        if !news && !changed && !spent {
            return Ok(());
        }
        room.active_ms = now;
        if changed {
            room.edit().changed_ms = room.active_ms;
        }
        let write = room.write(now, changed || spent);
        if let Err(error) = self.write(write).await {
            self.go_back(room, &error).await;
            return Err(error.into());
        }
        room.settled();
        room.log();
        room.drop_strangers();
        self.go_on(room, news);
        if changed {
            self.room_changed(room);
        }
        Ok(())
    }

    /// Undoes what could not be stored, now or as soon as the store can be read again.
    async fn go_back(&self, room: &mut Locked, error: &StoreError) {
        if *error != StoreError::Conflict {
            self.0.counters.store_errors.fetch_add(1, Ordering::Relaxed);
        }
        room.stale = true;
        room.timer = clock::Timer::default();
        if *error != StoreError::Conflict {
            room.forget_what_was_told();
        }
        let Err(ApiError(refusal)) = self.refresh(room).await else { return };
        let sentence = match refusal.code.as_str() {
            "not_stored" => "the server cannot reach its store; the game goes on when it can again",
            _ => refusal.sentence.as_str(),
        };
        let message = json!({ "type": "error", "code": refusal.code, "table": room.id,
            "sentence": sentence });
        room.tell(&text(&message));
        let (server, id) = (self.clone(), room.id.clone());
        tokio::spawn(async move {
            let mut pause = Duration::from_millis(100);
            loop {
                tokio::time::sleep(pause).await;
                let known = lock(&server.0.rooms).contains_key(&id);
                if !known || server.room(&id).await.is_ok() {
                    return;
                }
                pause = (pause * 2).min(Duration::from_secs(5));
            }
        });
    }

    /// Sets the clock, tells everybody, wakes the bots.
    fn go_on(&self, room: &mut Locked, news: bool) {
        clock::set(self, room);
        if news {
            room.catch_up(now_ms());
            room.publish(now_ms());
            self.tell_late(room);
        }
        bots::wake(self, room);
    }

    /// Spectators who have to wait are told when the time has come.
    pub fn tell_late(&self, room: &mut Room) {
        let Some(wait) = room.wait_of_spectators(now_ms()) else { return };
        room.telling = true;
        let (server, id) = (self.clone(), room.id.clone());
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            if let Ok(mut room) = server.room(&id).await {
                room.telling = false;
                room.publish_late(now_ms());
                server.tell_late(&mut room);
            }
        });
    }

    /// Tells everybody at the table and in the lobby that the room itself has changed.
    pub fn room_changed(&self, room: &mut Locked) {
        let view = room.view();
        let told = text(&json!({ "type": "room", "table": view.table, "room": view }));
        // What nobody may know of is no reason to say anything.
        if told == room.told {
            return;
        }
        room.tell(&told);
        room.told = told;
        if room.record.public {
            self.lobby_changed();
        }
    }

    /// Somebody has come or gone. Where somebody looks, nothing rests. However many come and go, the others
    /// are told a few times a second at most, and only of people at the table.
    pub fn attendance_changed(&self, room: &mut Locked) {
        if !room.followers.is_empty() {
            room.unattended = 0;
        }
        clock::set(self, room);
        bots::wake(self, room);
        if room.telling_presence || room.presence() == room.told_present {
            return;
        }
        room.telling_presence = true;
        let (server, known) = (self.clone(), room.shared());
        tokio::spawn(async move {
            tokio::time::sleep(PRESENCE).await;
            let mut room = Locked(known.lock_owned().await);
            room.telling_presence = false;
            if room.gone || room.stale {
                // Nobody is there any more, or all are told of the whole room anyway.
                return;
            }
            // Who came in between has seen who was there then: all are told, whatever it is now.
            room.told_present = room.presence();
            room.told = Utf8Bytes::default();
            server.room_changed(&mut room);
        });
    }

    fn lobby_changed(&self) {
        self.0.lobby.send_modify(|count| *count += 1);
    }

    /// Starts the game once every seat is taken.
    pub fn start_if_full(&self, room: &mut Room) -> Result<bool, ApiError> {
        let full = room.record.seats.iter().all(|seat| seat.player != Player::Open);
        if room.record.state != State::Lobby || !full {
            return Ok(false);
        }
        let record = &room.record;
        let game = senet_catalog::find(&record.game).ok_or_else(|| unknown_game(&record.game))?;
        let names = record.seats.iter().filter_map(SeatRecord::name);
        let salts: Vec<String> = record.seats.iter().map(|seat| seat.salt.clone()).collect();
        let luck = match record.open_seed {
            true => Luck::Open { seed: record.seed.clone() },
            false => Luck::fair(&record.seed, salts),
        };
        let mut table = game.open(Opening {
            start: Start::Config(record.config.clone()),
            preset: record.preset.clone(),
            seats: names.collect(),
            luck,
            seed: (!record.open_seed).then(|| record.seed.clone()),
            script: Vec::new(),
            branch: None,
        })?;
        table.veil(&secret::token());
        room.table = Some(table);
        room.edit().state = State::Playing;
        Ok(true)
    }

    /// The time of a room is up.
    pub(crate) async fn time_is_up(&self, id: &str, wait: Wait) {
        let Ok(mut room) = self.room(id).await else { return };
        self.0.counters.ticks.fetch_add(1, Ordering::Relaxed);
        room.acts_by_itself();
        clock::ring(&mut room, wait);
        if let Err(error) = self.settle(&mut room).await {
            tracing::warn!(table = id, code = error.0.code, "a tick was not stored");
        }
        // Where nothing could be done the time runs once more.
        clock::set(self, &mut room);
    }

    /// A bot has made up its mind, or has not in time.
    pub(crate) async fn bot_has_thought(&self, id: &str, seat: Seat, commands: Option<Vec<Value>>) {
        let Ok(mut room) = self.room(id).await else { return };
        room.acts_by_itself();
        bots::act(&mut room, seat, commands);
        let before = room.stored;
        if let Err(error) = self.settle(&mut room).await {
            tracing::warn!(table = id, code = error.0.code, "a bot's move was not stored");
            return;
        }
        if room.stored == before {
            bots::wake(self, &mut room);
        }
    }

    /// Says something at a table.
    pub async fn chat(&self, room: &mut Locked, row: ChatRow) -> Result<(), ApiError> {
        let from = row.from.clone();
        let message = json!({ "type": "chat", "table": room.id, "from": row.from, "seat": row.seat,
            "text": row.text, "at_ms": row.at_ms });
        let (table, at_ms) = (room.id.clone(), row.at_ms);
        let write = Write { table, at_ms, chat: vec![row], ..Write::default() };
        if let Err(error) = self.write(write).await {
            self.go_back(room, &error).await;
            return Err(error.into());
        }
        room.tell_chat(&text(&message), &from);
        Ok(())
    }

    /// Rooms, as everybody may see them.
    pub async fn list(&self, which: Which) -> Result<Vec<RoomView>, ApiError> {
        if matches!(which, Which::Public) {
            let rooms = self.public_rooms().await?;
            return Ok(lobby::fair(rooms, LISTED));
        }
        let rows = self.0.store.list(which).await?;
        rows.into_iter().map(|(id, row)| Ok(self.listed(id, row)?.view)).collect()
    }

    /// The public rooms that can be joined or watched, with who made each, newest first.
    async fn public_rooms(&self) -> Result<Vec<(String, RoomView)>, ApiError> {
        let mut rooms = Vec::new();
        let (now, patience) = (now_ms(), self.0.limits.listed.as_millis() as i64);
        for (id, row) in self.0.store.list(Which::Public).await? {
            let Listed { maker, view, empty } = self.listed(id, row)?;
            // A game that goes on behind closed doors can be neither joined nor watched, and where
            // nobody is there is nobody to play with.
            let open = view.state == State::Lobby || view.spectators;
            if open && !(empty && view.active_ms + patience < now) {
                rooms.push((maker, view));
            }
        }
        Ok(rooms)
    }

    /// A stored room as it is in memory, or as it was stored where it is not there or busy.
    fn listed(&self, id: String, row: RoomRow) -> Result<Listed, ApiError> {
        let live = lock(&self.0.rooms).get(&id).cloned();
        let busy = live.is_some();
        if let Some(room) = live.and_then(|room| room.try_lock_owned().ok()) {
            let (maker, view) = (room.record.maker.clone(), room.view());
            return Ok(Listed { maker, view, empty: room.followers.is_empty() });
        }
        let record: Record = serde_json::from_str(&row.json).map_err(internal)?;
        let maker = record.maker.clone();
        let view = Room::new(id, record, None, 0).view();
        // When something hidden was last done in a game that goes on is nobody's business.
        let view = match view.state {
            State::Playing => view,
            _ => RoomView { active_ms: row.active_ms, ..view },
        };
        Ok(Listed { maker, view, empty: !busy })
    }

    /// Whether an address may have one more public room.
    async fn may_publish(&self, address: &str) -> Result<(), ApiError> {
        let (most, mark) = (self.0.limits.public_per_address, secret::mark(address));
        let rooms = self.public_rooms().await?;
        if rooms.iter().filter(|(maker, _)| *maker == mark).count() < most {
            return Ok(());
        }
        let sentence = format!(
            "this address has {most} public tables that are not over (`public_per_address`), which is the most; close one, or make a private one"
        );
        Err(self.refuse("too_many_tables", address, sentence))
    }

    /// A code by which a second device can take a seat, for five minutes. A sitting has one at a time.
    pub fn link(&self, table: &str, sitting: &Sitting) -> String {
        let code = secret::link_code();
        let until = Instant::now() + Duration::from_secs(300);
        let mut links = lock(&self.0.links);
        links.retain(|_, link| link.until > Instant::now() && link.sitting != sitting.id);
        let (table, sitting) = (table.to_owned(), sitting.id.clone());
        links.insert(code.clone(), Link { table, sitting, until });
        code
    }

    /// Takes a code, which is good once: the table and the sitting that gave it out.
    pub fn take_link(&self, code: &str) -> Option<(String, String)> {
        let link = lock(&self.0.links).remove(code)?;
        (link.until > Instant::now()).then_some((link.table, link.sitting))
    }

    fn may_make(&self, address: &str) -> Result<(), ApiError> {
        let mut made = lock(&self.0.made);
        let now = Instant::now();
        let old = |time: &Instant| now.duration_since(*time) >= Duration::from_secs(3600);
        made.retain(|_, times| {
            while times.front().is_some_and(old) {
                times.pop_front();
            }
            !times.is_empty()
        });
        let times = made.entry(address.to_owned()).or_default();
        if times.len() >= self.0.limits.tables_per_address {
            let sentence = format!(
                "this address has made {} tables within an hour, which is the most; try again later",
                times.len()
            );
            drop(made);
            return Err(self.refuse("too_many_tables", address, sentence));
        }
        times.push_back(now);
        Ok(())
    }

    /// Checks a name, or the name of a bot.
    pub fn check_player(&self, player: &Player, bots: &[String]) -> Result<(), ApiError> {
        match player {
            Player::Open => Ok(()),
            Player::Bot { bot } if bots.contains(bot) => Ok(()),
            Player::Bot { bot } => {
                let sentence = format!("there is no bot \"{bot}\"; there are {}", bots.join(", "));
                Err(ApiError::new("unknown_bot", sentence))
            }
            Player::Human { name } => names::check(name, self.0.limits.name),
        }
    }

    /// Makes the list of public rooms once for all who watch it.
    fn tell_the_lobby(&self) {
        let weak = Arc::downgrade(&self.0);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let mut changes = self.0.lobby.subscribe();
        runtime.spawn(async move {
            while changes.changed().await.is_ok() {
                // Many changes within a moment are told once.
                tokio::time::sleep(Duration::from_millis(250)).await;
                changes.mark_unchanged();
                let Some(inner) = weak.upgrade() else { return };
                let server = Server(inner);
                if server.0.lobby_told.receiver_count() == 0 {
                    continue;
                }
                if let Ok(text) = server.lobby_text().await {
                    server.0.lobby_told.send_if_modified(|told| {
                        let news = *told != text;
                        *told = text;
                        news
                    });
                }
            }
        });
    }

    /// The list of public rooms as a message.
    pub(crate) async fn lobby_text(&self) -> Result<Utf8Bytes, ApiError> {
        let rooms = self.list(Which::Public).await?;
        Ok(text(&json!({ "type": "lobby", "rooms": rooms })))
    }

    /// Other nodes play at the same tables: what they store is read anew here.
    fn hear_of_others(&self) {
        let Some(mut changes) = self.0.store.changes() else { return };
        let weak = Arc::downgrade(&self.0);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            while let Some(change) = changes.recv().await {
                let Some(inner) = weak.upgrade() else { return };
                let server = Server(inner);
                server.lobby_changed();
                let known = |id: &String| lock(&server.0.rooms).get(id).cloned();
                let changed: Vec<_> = match &change {
                    Change::Room(id) => known(id).into_iter().collect(),
                    Change::Any => lock(&server.0.rooms).values().cloned().collect(),
                };
                for room in changed {
                    tokio::spawn(server.clone().look_again(room));
                }
            }
        });
    }

    /// Reads a room anew that others may have changed.
    async fn look_again(self, room: Arc<tokio::sync::Mutex<Room>>) {
        let mut room = Locked(room.lock_owned().await);
        room.stale = true;
        // Where that fails the next who comes tries again.
        let _ = self.refresh(&mut room).await;
    }

    /// Rooms whose time runs, or whose bots are to act, go on after a restart without anybody asking.
    fn wake_what_goes_on(&self) {
        let weak = Arc::downgrade(&self.0);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let mut after = String::new();
            while let Some(inner) = weak.upgrade() {
                let server = Server(inner);
                let rooms = match server.0.store.playing(&after).await {
                    Ok(rooms) => rooms,
                    Err(error) => {
                        tracing::warn!(%error, "the rooms that go on are looked for again");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        continue;
                    }
                };
                let Some((last, _)) = rooms.last() else { return };
                after.clone_from(last);
                for (id, row) in rooms {
                    let record = serde_json::from_str::<Record>(&row.json);
                    if record.is_ok_and(|record| Room::may_go_on(&record))
                        && let Err(error) = server.room(&id).await
                    {
                        tracing::warn!(table = id, code = error.0.code, "a room does not go on");
                    }
                }
            }
        });
    }

    /// Lets a room that nobody follows leave memory, and keeps what spares the replay of its journal.
    async fn let_go(&self, id: &str, room: &tokio::sync::Mutex<Room>) {
        let write = {
            let Ok(mut room) = room.try_lock() else { return };
            room.drop_gone();
            if !room.followers.is_empty() || room.goes_on() {
                return;
            }
            room.gone = true;
            lock(&self.0.rooms).remove(id);
            let Some(snapshot) = room.snapshot().filter(|_| !room.stale) else { return };
            let (table, version) = (room.id.clone(), room.version);
            Write { table, version, snapshot: Some(snapshot), ..Write::default() }
        };
        if let Err(error) = self.write(write).await {
            // The journal is all that is needed.
            tracing::debug!(%error, table = id, "a snapshot was not kept");
        }
    }

    /// Deletes the rooms whose time is over and that nobody follows; how many.
    pub async fn prune(&self) -> Result<u64, StoreError> {
        let keep = self.0.limits.keep;
        let spare = |id: &str| {
            let Some(room) = lock(&self.0.rooms).get(id).cloned() else { return false };
            let Ok(mut room) = room.try_lock() else { return true };
            room.drop_gone();
            if !room.followers.is_empty() {
                return true;
            }
            room.gone = true;
            lock(&self.0.rooms).remove(id);
            false
        };
        let deleted = retention::prune(&self.0.store, keep, now_ms(), spare).await?;
        if deleted > 0 {
            tracing::info!(deleted, "rooms whose time was over are deleted");
            self.lobby_changed();
        }
        Ok(deleted)
    }

    /// Looks every hour for rooms whose time is over, where there are such rules.
    fn prune_now_and_then(&self) {
        let weak = Arc::downgrade(&self.0);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if self.0.limits.keep.is_off() {
            return;
        }
        runtime.spawn(async move {
            loop {
                let Some(inner) = weak.upgrade() else { return };
                if let Err(error) = Server(inner).prune().await {
                    tracing::warn!(%error, "old rooms were not deleted");
                }
                tokio::time::sleep(Duration::from_secs(3600)).await;
            }
        });
    }

    /// Rooms that nobody follows leave memory after a while.
    fn sweep_now_and_then(&self) {
        let weak = Arc::downgrade(&self.0);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let pause = self.0.limits.idle;
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(pause).await;
                let Some(inner) = weak.upgrade() else { return };
                let rooms: Vec<_> = lock(&inner.rooms)
                    .iter()
                    .map(|(id, room)| (id.clone(), room.clone()))
                    .collect();
                let server = Server(inner);
                for (id, room) in rooms {
                    server.let_go(&id, &room).await;
                }
            }
        });
    }
}

/// Opens a stored table, and says whether its snapshot was of use.
fn open_stored(record: &Record, stored: &Stored) -> Result<(Box<dyn Table>, bool), ApiError> {
    let game = senet_catalog::find(&record.game).ok_or_else(|| unknown_game(&record.game))?;
    let seed = (!record.open_seed).then_some(record.seed.as_str());
    let text = stored.lines.join("\n") + "\n";
    let opened = match &stored.snapshot {
        Some(snapshot) => game.resume(&text, seed, snapshot),
        None => game.load(&text, seed, false).map(|(table, _)| (table, false)),
    };
    opened.map_err(|error| {
        tracing::error!(%error, "a stored journal is refused");
        ApiError::new("bad_journal", format!("the stored journal is refused: {error}"))
    })
}

/// Checks a stored room: its record can be read and its journal holds, from the first line to the
/// last. Says how many entries it has, or what is wrong.
pub fn verify(stored: &Stored) -> Result<u64, String> {
    let record: Record = serde_json::from_str(&stored.room.json)
        .map_err(|error| format!("the room cannot be read: {error}"))?;
    if stored.lines.is_empty() {
        return Ok(0);
    }
    let game = senet_catalog::find(&record.game);
    let game = game.ok_or_else(|| format!("there is no game called \"{}\"", record.game))?;
    let seed = (!record.open_seed).then_some(record.seed.as_str());
    let text = stored.lines.join("\n") + "\n";
    let verdict = game.verify(&text, seed).map_err(|error| error.to_string())?;
    Ok(verdict.entries)
}

/// As much of a room as still holds after damage: the longest beginning of its journal that can be
/// verified, and its tokens. None where the room itself cannot be read.
pub fn mend(mut stored: Stored) -> Option<Stored> {
    let record: Record = serde_json::from_str(&stored.room.json).ok()?;
    stored.room.tokens = record.tokens();
    let lines = std::mem::take(&mut stored.lines);
    let upto = |count: usize| Stored { lines: lines[..count].to_vec(), ..stored.clone() };
    let (mut good, mut bad) = (0, lines.len() + 1);
    if verify(&upto(lines.len())).is_ok() {
        good = lines.len();
        bad = good + 1;
    }
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        if verify(&upto(middle)).is_ok() { good = middle } else { bad = middle }
    }
    Some(upto(good))
}

pub fn unknown_game(id: &str) -> ApiError {
    ApiError::new("unknown_game", format!("there is no game called \"{id}\""))
}

fn internal(error: impl std::fmt::Display) -> ApiError {
    tracing::error!(%error, "internal");
    ApiError::new("internal", "something is wrong with the server; its log says what")
}

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Locks what no change leaves half made.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
