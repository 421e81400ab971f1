//! How a room is made, and how its game begins.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use senet_catalog::AnyGame;
use senet_kernel::{Seat, SeatSet, counted};
use senet_table::{Header, JournalError, Luck, Opening, Start, Table};
use serde_json::Value;

use super::{Server, lock, now_ms, unknown_game};
use crate::clock;
use crate::error::ApiError;
use crate::names;
use crate::pool::Asker;
use crate::room::{KeptFor, Player, Record, Room, RoomView, SeatRecord, State};
use crate::secret;
use crate::sitting::{Before, Sitting};

/// What somebody wants a new room to be.
pub struct NewRoom {
    pub game: String,
    pub preset: Option<String>,
    pub config: Option<Value>,
    /// Who sits where; the first seat is the maker's where nothing is said.
    pub seats: Option<Vec<Player>>,
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
    /// By what whoever makes it comes over, where this is a rematch.
    pub from: Option<Before>,
}

impl NewRoom {
    /// A room in which nothing more happens: everybody who finds it may look.
    fn to_look_at(game: String) -> NewRoom {
        NewRoom {
            game,
            preset: None,
            config: None,
            seats: None,
            mine: SeatSet::default(),
            public: false,
            spectators: true,
            spectator_delay_ms: 0,
            chat: false,
            clock: None,
            salt: String::new(),
            seed: None,
            kept: Vec::new(),
            from: None,
        }
    }
}

/// A new room and the secrets of whoever made it.
pub struct Made {
    pub room: RoomView,
    pub host_token: String,
    pub tokens: Vec<(Seat, String)>,
}

impl Server {
    /// Makes a room.
    pub async fn make(&self, address: &str, mut new: NewRoom) -> Result<Made, ApiError> {
        self.may_make(address)?;
        let game = senet_catalog::find(&new.game).ok_or_else(|| unknown_game(&new.game))?;
        let (preset, config) = chosen(&*game, new.preset.take(), new.config.take())?;
        let roles = game.roles(&config)?;
        self.check_roles(&roles)?;
        let bots = game.line().bots;
        let players = self.players(&mut new, &roles, &bots)?;
        // Public rooms are made one after another: two at once would both be the last that may be.
        let turn = if new.public { Some(self.0.publishing.lock().await) } else { None };
        if turn.is_some() {
            self.may_publish(address).await?;
        }
        let mark = self.mark(address).await?;
        let (seats, tokens) = seated(&new, players, roles, &mark);
        names::check_all(&seats, &bots)?;
        let host_token = secret::token();
        let record = Record {
            name: game.line().name,
            preset,
            config,
            seats,
            host: secret::token_hash(&host_token),
            maker: mark,
            ..record(new)
        };
        let mut room = Room::new(secret::table_name(), record, None, 0);
        self.start_if_full(&mut room)?;
        let room = self.keep(address, room).await?;
        drop(turn);
        Ok(Made { room, host_token, tokens })
    }

    /// Keeps a game that was played elsewhere, for everybody who has its link.
    pub async fn keep_game(&self, asker: &Asker, journal: String) -> Result<RoomView, ApiError> {
        /// How long it may be checked, its turn in the line included.
        const CHECKED_WITHIN: Duration = Duration::from_secs(20);
        let address = asker.address();
        self.may_make(address)?;
        self.may_write(address, journal.len())?;
        let (game, table) =
            self.pool().run(asker, CHECKED_WITHIN, move || played_elsewhere(&journal)).await??;
        let header = table.header();
        let record = Record {
            name: game.line().name,
            preset: header.preset.clone(),
            seats: who_played(&*table)?,
            maker: self.mark(address).await?,
            state: State::Finished,
            entry: table.entry(),
            outcome: table.outcome(),
            // Its journal tells the seed.
            open_seed: true,
            shared: true,
            ..record(NewRoom::to_look_at(game.id().to_owned()))
        };
        self.keep(address, Room::new(secret::table_name(), record, Some(table), 0)).await
    }

    /// Makes a new room durable, and takes it into memory.
    async fn keep(&self, address: &str, mut room: Room) -> Result<RoomView, ApiError> {
        let now = room.record.made_ms;
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
        drop(self.locked(&id).await?);
        self.0.counters.rooms_made.fetch_add(1, Ordering::Relaxed);
        tracing::info!(event = "room_made", table = view.table, game = view.game);
        self.lobby_changed();
        Ok(view)
    }

    /// Who sits where. Where nothing is said the first seat is the maker's, who is called by its role.
    fn players(
        &self,
        new: &mut NewRoom,
        roles: &[String],
        bots: &[String],
    ) -> Result<Vec<Player>, ApiError> {
        let mut players = new.seats.take().unwrap_or_else(|| {
            new.mine = SeatSet::only(Seat::FIRST);
            roles.iter().take(1).map(|role| Player::Human { name: role.clone() }).collect()
        });
        if players.len() > roles.len() {
            let sentence = format!(
                "{} for {}",
                counted(players.len(), "player"),
                counted(roles.len(), "seat")
            );
            return Err(ApiError::new("wrong_count", sentence));
        }
        players.resize(roles.len(), Player::Open);
        for player in &players {
            self.check_player(player, bots)?;
        }
        Ok(players)
    }

    /// Checks what a game calls its seats: everybody reads it, and a designer's data may say anything.
    fn check_roles(&self, roles: &[String]) -> Result<(), ApiError> {
        let most = self.0.limits.name;
        let is_bad = |role: &&String| {
            role.chars().count() > most || !role.is_empty() && names::is_harmful(role)
        };
        let Some(role) = roles.iter().find(is_bad) else { return Ok(()) };
        let shown: String = role.chars().filter(|c| c.is_ascii_graphic()).take(most).collect();
        let sentence = format!(
            "a seat would be called \"{shown}\"; what a seat is called has 1 to {most} characters that can be seen"
        );
        Err(ApiError::new("bad_config", sentence))
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
}

/// A game and a table of it.
type Replayed = (Arc<dyn AnyGame>, Box<dyn Table>);

/// A journal that was checked from its first line to its last, and whose game is over.
fn played_elsewhere(journal: &str) -> Result<Replayed, ApiError> {
    let refused = |error: JournalError| {
        ApiError::new("bad_journal", format!("this is no journal of a game: {error}"))
    };
    let header = Header::of(journal).map_err(refused)?;
    let game = senet_catalog::of_journal(&header).ok_or_else(|| unknown_game(&header.game))?;
    if !game.verify(journal, None).map_err(refused)?.over {
        return Err(ApiError::new("not_yet", "a game is kept here once it is over"));
    }
    let (table, _) = game.load(journal, None, false).map_err(refused)?;
    Ok((game, table))
}

/// Who played a game elsewhere. Nobody of them sits here.
fn who_played(table: &dyn Table) -> Result<Vec<SeatRecord>, ApiError> {
    let seat = |seat| {
        let (name, role) = (table.name(seat).to_owned(), table.role(seat));
        if names::is_harmful(&name) || !role.is_empty() && names::is_harmful(&role) {
            let sentence = "a name in this game has characters that cannot be shown";
            return Err(ApiError::new("bad_name", sentence));
        }
        let player = Player::Human { name };
        Ok(SeatRecord { player, role, ..SeatRecord::default() })
    };
    Seat::first(table.seats()).map(seat).collect()
}

/// The configuration that a room is played by, and the name of the rule set that it comes from.
fn chosen(
    game: &dyn AnyGame,
    preset: Option<String>,
    config: Option<Value>,
) -> Result<(Option<String>, Value), ApiError> {
    match (preset, config) {
        (Some(_), Some(_)) => {
            let sentence = "name a rule set or give a configuration, not both";
            Err(ApiError::new("two_configs", sentence))
        }
        (None, Some(config)) => Ok((None, game.check_config(&config)?)),
        (preset, None) => {
            let (id, config) = game.preset(preset.as_deref())?;
            Ok((Some(id), config))
        }
    }
}

/// The seats of a new room, and the tokens of those that its maker takes.
fn seated(
    new: &NewRoom,
    players: Vec<Player>,
    roles: Vec<String>,
    mark: &str,
) -> (Vec<SeatRecord>, Vec<(Seat, String)>) {
    let (mut records, mut tokens) = (Vec::new(), Vec::new());
    let seats = Seat::first(roles.len());
    for ((player, role), seat) in players.into_iter().zip(roles).zip(seats) {
        let kept_for = new.kept.get(seat.index()).cloned().flatten();
        let mut record = SeatRecord { player, role, kept_for, ..SeatRecord::default() };
        if new.mine.contains(seat) {
            let (sitting, token) = Sitting::begin(now_ms());
            let sitting = Sitting { host: true, mark: mark.to_owned(), ..sitting };
            record.sitting = Some(match &new.from {
                Some(before) => sitting.after(before),
                None => sitting,
            });
            record.salt.clone_from(&new.salt);
            tokens.push((seat, token));
        }
        records.push(record);
    }
    (records, tokens)
}

/// What is wanted of a room that has no seats yet.
fn record(new: NewRoom) -> Record {
    let now = now_ms();
    Record {
        game: new.game,
        name: String::new(),
        preset: None,
        config: Value::Null,
        seats: Vec::new(),
        host: String::new(),
        public: new.public,
        spectators: new.spectators,
        spectator_delay_ms: new.spectator_delay_ms,
        chat: new.chat,
        clock: new.clock,
        state: State::Lobby,
        open_seed: new.seed.is_some(),
        seed: new.seed.unwrap_or_else(secret::token),
        made_ms: now,
        changed_ms: now,
        entry: 0,
        outcome: None,
        rematch: None,
        before: new.from.map(|before| before.table),
        sat: Vec::new(),
        shared: false,
        times: clock::Times::default(),
        bot_secret: secret::token(),
        maker: String::new(),
        barred: Vec::new(),
        muted: Vec::new(),
        hushed: Vec::new(),
    }
}
