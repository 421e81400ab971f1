//! The server: all rooms, and every way to change one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use senet_kernel::{Seat, SeatSet};
use senet_table::{Luck, Opening, Start, Table};
use serde_json::{Value, json};
use tokio::sync::{OwnedMutexGuard, Semaphore, watch};

use crate::clock::{self, Wait};
use crate::error::ApiError;
use crate::room::{Player, Record, Room, RoomView, SeatRecord, State, text};
use crate::store::{ChatRow, Store, Which, Write};
use crate::{bots, secret};

/// What one guest may ask of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Rooms that one address may have made and not finished within an hour.
    pub tables_per_address: usize,
    /// Sockets in all.
    pub sockets: usize,
    /// Sockets of one address.
    pub sockets_per_address: usize,
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Messages of one socket in a second, on average.
    pub messages_per_second: u32,
    /// Characters of a player's name.
    pub name: usize,
    /// Characters of a line of chat.
    pub chat: usize,
    /// How long a room that nobody follows stays in memory.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables_per_address: 200,
            sockets: 50_000,
            sockets_per_address: 1_000,
            message_bytes: 64 * 1024,
            messages_per_second: 50,
            name: 64,
            chat: 500,
            idle: Duration::from_secs(60),
        }
    }
}

/// All rooms. It is cheap to clone: all clones are the same server.
#[derive(Clone)]
pub struct Server(Arc<Inner>);

struct Inner {
    store: Store,
    limits: Limits,
    public_url: Option<String>,
    rooms: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Room>>>>,
    links: Mutex<HashMap<String, Link>>,
    made: Mutex<HashMap<String, Vec<Instant>>>,
    /// Counts up whenever the list of public rooms may have changed.
    lobby: watch::Sender<u64>,
    bot_places: Arc<Semaphore>,
    pub(crate) counters: Counters,
}

/// A code for a second device.
struct Link {
    table: String,
    seat: Seat,
    until: Instant,
}

/// What is counted for operators.
#[derive(Default)]
pub struct Counters {
    pub sockets: AtomicUsize,
    pub accepted: AtomicU64,
    pub rejected: AtomicU64,
    pub rooms_made: AtomicU64,
    pub ticks: AtomicU64,
    pub store_errors: AtomicU64,
}

/// A room that is locked for a change.
pub type Locked = OwnedMutexGuard<Room>;

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
    pub clock: Option<crate::room::TurnClock>,
    pub salt: String,
    pub seed: Option<String>,
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
            limits,
            public_url,
            rooms: Mutex::default(),
            links: Mutex::default(),
            made: Mutex::default(),
            lobby: watch::Sender::new(0),
            bot_places: bots::places(),
            counters: Counters::default(),
        }));
        server.sweep_now_and_then();
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

    pub(crate) fn bot_places(&self) -> Arc<Semaphore> {
        self.0.bot_places.clone()
    }

    pub(crate) fn lobby(&self) -> watch::Receiver<u64> {
        self.0.lobby.subscribe()
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
        let seats = seat_count(game.as_ref(), &config)?;
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
        let host_token = secret::token();
        let mut tokens = Vec::new();
        let mut records = Vec::new();
        for (player, seat) in players.into_iter().zip(Seat::first(seats)) {
            let mut record = SeatRecord { player, ..SeatRecord::default() };
            if new.mine.contains(seat) {
                let token = secret::token();
                record.tokens.push(secret::token_hash(&token));
                record.salt = new.salt.clone();
                tokens.push((seat, token));
            }
            records.push(record);
        }
        let now = now_ms();
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
            clock: new.clock,
            state: State::Lobby,
            seed: new.seed.unwrap_or_else(secret::token),
            open_seed,
            made_ms: now,
            changed_ms: now,
            entry: 0,
            outcome: None,
            rematch: None,
        };
        let mut room = Room::new(secret::table_name(), record, None);
        self.start_if_full(&mut room)?;
        let write = Write {
            table: room.id.clone(),
            after: 0,
            lines: room.new_lines(),
            room: Some(room.row()),
            chat: None,
        };
        self.0.store.write(write).await?;
        room.stored = room.table.as_ref().map_or(0, |table| table.journal().lines().len() as u64);
        let view = room.view();
        let id = room.id.clone();
        lock(&self.0.rooms).insert(id, Arc::new(tokio::sync::Mutex::new(room)));
        self.0.counters.rooms_made.fetch_add(1, Ordering::Relaxed);
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
            let locked = room.lock_owned().await;
            // It may have left memory while we waited for it.
            if !locked.gone {
                return Ok(locked);
            }
        }
    }

    async fn load(&self, id: &str) -> Result<Arc<tokio::sync::Mutex<Room>>, ApiError> {
        let no_such = || ApiError::new("no_such_table", format!("there is no table \"{id}\""));
        let stored = self.0.store.load(id).await?.ok_or_else(no_such)?;
        let record: Record = serde_json::from_str(&stored.room.json).map_err(internal)?;
        let table = match stored.lines.is_empty() {
            true => None,
            false => Some(open_stored(&record, &stored.lines)?),
        };
        let room = Arc::new(tokio::sync::Mutex::new(Room::new(id.to_owned(), record, table)));
        // Two who come at once get the same room.
        Ok(lock(&self.0.rooms).entry(id.to_owned()).or_insert(room).clone())
    }

    /// Makes a change durable, then tells everybody. Where that fails the room leaves memory, and
    /// nothing has happened.
    pub async fn settle(&self, room: &mut Locked, record_changed: bool) -> Result<(), ApiError> {
        let over = room.note_table();
        let lines = room.new_lines();
        let changed = record_changed || over;
        if lines.is_empty() && !changed {
            return Ok(());
        }
        if changed {
            room.record.changed_ms = now_ms();
        }
        let count = lines.len() as u64;
        let write = Write {
            table: room.id.clone(),
            after: room.stored,
            lines,
            room: changed.then(|| room.row()),
            chat: None,
        };
        if let Err(error) = self.0.store.write(write).await {
            self.forget(room);
            return Err(error.into());
        }
        room.stored += count;
        self.go_on(room, count > 0);
        if changed {
            self.room_changed(room);
        }
        Ok(())
    }

    /// Sets the clock, tells everybody, wakes the bots.
    fn go_on(&self, room: &mut Locked, news: bool) {
        clock::set(self, room);
        if news {
            room.publish(now_ms());
        }
        bots::wake(self, room);
    }

    /// Tells everybody at the table and in the lobby that the room itself has changed.
    pub fn room_changed(&self, room: &mut Locked) {
        let view = room.view();
        room.tell(&text(&json!({ "type": "room", "table": view.table, "room": view })));
        if room.record.public {
            self.lobby_changed();
        }
    }

    /// Somebody has come or gone: clocks and bots run only where somebody looks.
    pub fn attendance_changed(&self, room: &mut Locked) {
        clock::set(self, room);
        bots::wake(self, room);
        self.room_changed(room);
    }

    fn lobby_changed(&self) {
        self.0.lobby.send_modify(|count| *count += 1);
    }

    /// Takes a room out of memory; its followers follow again and get what is stored.
    fn forget(&self, room: &mut Locked) {
        self.0.counters.store_errors.fetch_add(1, Ordering::Relaxed);
        room.gone = true;
        let sentence =
            "the last change could not be stored and has not happened; follow the table again";
        let message = json!({ "type": "error", "code": "not_stored", "table": room.id,
            "sentence": sentence });
        room.tell(&text(&message));
        lock(&self.0.rooms).remove(&room.id);
    }

    /// Starts the game once every seat is taken.
    pub fn start_if_full(&self, room: &mut Room) -> Result<bool, ApiError> {
        let full = room.record.seats.iter().all(|seat| seat.player != Player::Open);
        if room.record.state != State::Lobby || !full {
            return Ok(false);
        }
        let record = &room.record;
        let game = senet_catalog::find(&record.game).ok_or_else(|| unknown_game(&record.game))?;
        let names = record.seats.iter().enumerate().map(|(i, seat)| match &seat.player {
            Player::Human { name } => name.clone(),
            Player::Bot { bot } => format!("{bot} bot {}", i + 1),
            Player::Open => String::new(),
        });
        let salts: Vec<String> = record.seats.iter().map(|seat| seat.salt.clone()).collect();
        let luck = match record.open_seed {
            true => Luck::Open { seed: record.seed.clone() },
            false => Luck::fair(&record.seed, salts),
        };
        let table = game.open(Opening {
            start: Start::Config(record.config.clone()),
            preset: record.preset.clone(),
            seats: names.collect(),
            luck,
            seed: (!record.open_seed).then(|| record.seed.clone()),
            script: Vec::new(),
            branch: None,
        })?;
        room.table = Some(table);
        room.record.state = State::Playing;
        Ok(true)
    }

    /// The time of a room is up.
    pub(crate) async fn time_is_up(&self, id: &str, wait: Wait) {
        let Ok(mut room) = self.room(id).await else { return };
        self.0.counters.ticks.fetch_add(1, Ordering::Relaxed);
        clock::ring(&mut room, wait);
        if let Err(error) = self.settle(&mut room, false).await {
            tracing::warn!(table = id, code = error.0.code, "a tick was not stored");
        }
    }

    /// A bot has made up its mind, or has not in time.
    pub(crate) async fn bot_has_thought(&self, id: &str, seat: Seat, commands: Option<Vec<Value>>) {
        let Ok(mut room) = self.room(id).await else { return };
        bots::act(&mut room, seat, commands);
        let before = room.stored;
        if let Err(error) = self.settle(&mut room, false).await {
            tracing::warn!(table = id, code = error.0.code, "a bot's move was not stored");
            return;
        }
        if room.stored == before {
            bots::wake(self, &mut room);
        }
    }

    /// Says something at a table.
    pub async fn chat(&self, room: &mut Locked, row: ChatRow) -> Result<(), ApiError> {
        let message = json!({ "type": "chat", "table": room.id, "from": row.from, "seat": row.seat,
            "text": row.text, "at_ms": row.at_ms });
        let write = Write {
            table: room.id.clone(),
            after: room.stored,
            lines: Vec::new(),
            room: None,
            chat: Some(row),
        };
        self.0.store.write(write).await?;
        room.tell(&text(&message));
        Ok(())
    }

    /// The public rooms, as everybody may see them.
    pub async fn list(&self, which: Which) -> Result<Vec<RoomView>, ApiError> {
        let mut views = Vec::new();
        for (id, row) in self.0.store.list(which).await? {
            let live = lock(&self.0.rooms).get(&id).cloned();
            // A room that is busy right now is shown as it was stored.
            let live = live.and_then(|room| room.try_lock_owned().ok()).map(|room| room.view());
            let view = match live {
                Some(view) => view,
                None => {
                    let record = serde_json::from_str(&row.json).map_err(internal)?;
                    Room::new(id, record, None).view()
                }
            };
            views.push(view);
        }
        Ok(views)
    }

    /// A code by which a second device can take a seat, for five minutes.
    pub fn link(&self, table: &str, seat: Seat) -> String {
        let code = secret::link_code();
        let until = Instant::now() + Duration::from_secs(300);
        let mut links = lock(&self.0.links);
        links.retain(|_, link| link.until > Instant::now());
        links.insert(code.clone(), Link { table: table.to_owned(), seat, until });
        code
    }

    /// Takes a code: it is good once.
    pub fn take_link(&self, code: &str) -> Option<(String, Seat)> {
        let link = lock(&self.0.links).remove(code)?;
        (link.until > Instant::now()).then_some((link.table, link.seat))
    }

    fn may_make(&self, address: &str) -> Result<(), ApiError> {
        let mut made = lock(&self.0.made);
        let hour = Duration::from_secs(3600);
        made.retain(|_, times| {
            times.retain(|time| time.elapsed() < hour);
            !times.is_empty()
        });
        let times = made.entry(address.to_owned()).or_default();
        if times.len() >= self.0.limits.tables_per_address {
            let sentence = format!(
                "this address has made {} tables within an hour, which is the most; try again later",
                times.len()
            );
            return Err(ApiError::new("too_many_tables", sentence));
        }
        times.push(Instant::now());
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
            Player::Human { name } => {
                let most = self.0.limits.name;
                let long = name.chars().count() > most;
                if name.trim().is_empty() || long || name.chars().any(char::is_control) {
                    let sentence =
                        format!("a name has 1 to {most} characters, none of them a control");
                    return Err(ApiError::new("bad_name", sentence));
                }
                Ok(())
            }
        }
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
                for (id, room) in rooms {
                    let Ok(mut room) = room.try_lock() else { continue };
                    if room.followers.is_empty() && !room.thinking {
                        room.gone = true;
                        lock(&inner.rooms).remove(&id);
                    }
                }
            }
        });
    }
}

fn open_stored(record: &Record, lines: &[String]) -> Result<Box<dyn Table>, ApiError> {
    let game = senet_catalog::find(&record.game).ok_or_else(|| unknown_game(&record.game))?;
    let seed = (!record.open_seed).then_some(record.seed.as_str());
    let text = lines.join("\n") + "\n";
    let (table, _) = game.load(&text, seed, false).map_err(|error| {
        tracing::error!(%error, "a stored journal is refused");
        ApiError::new("bad_journal", format!("the stored journal is refused: {error}"))
    })?;
    Ok(table)
}

/// How many seats a game of this configuration has.
fn seat_count(game: &dyn senet_catalog::AnyGame, config: &Value) -> Result<usize, ApiError> {
    let opening = Opening {
        start: Start::Config(config.clone()),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: String::new() },
        seed: None,
        script: Vec::new(),
        branch: None,
    };
    Ok(game.open(opening)?.seats())
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
