//! What outlives the process: rooms, the lines of their journals, chat.
//!
//! A room has one version, which every change of it, be it a line of its journal or a seat, advances by
//! one. A change names the version that it was made for, and is refused where another came first. A
//! write is answered once it is durable, whole or not at all. A snapshot of the table may lie beside its journal; it is a cache, which may be lost or
//! wrong without harm.

mod codes;
mod file;
mod memory;
mod nodes;
mod parts;
mod postgres;
mod salvage;
mod sqlite;
mod tls;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use senet_kernel::Seat;
use senet_table::Refusal;
use senet_table::protocol::ChatLine;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};

use crate::secret::Salt;

pub use memory::Memory;
pub use nodes::{Attendance, Beat, Change, Elsewhere, Link};
pub use postgres::Postgres;
pub use salvage::{Piece, Wreck};
pub use sqlite::Sqlite;

/// Where rooms are kept.
#[derive(Clone)]
pub enum Store {
    /// Gone with the process.
    Memory(Memory),
    /// In a file.
    Sqlite(Sqlite),
    /// In a PostgreSQL, which many nodes share.
    Postgres(Postgres),
}

/// Why something could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another change came first.
    #[error("the table has gone on in the meantime; nothing was stored")]
    Conflict,
    /// The store does not work now.
    #[error("the store does not answer: {0}")]
    Unavailable(String),
    /// It never will like this: a wrong address, name or password.
    #[error("{0}")]
    Refused(String),
    /// What is stored there cannot be read any more.
    #[error("the store is damaged there: {0}")]
    Damaged(String),
    /// Another process has the file.
    #[error("{file} is in use by {process}; stop that one first, or name another file")]
    InUse {
        /// The file.
        file: String,
        /// The process, by its number where that is known.
        process: String,
    },
    /// What is stored was written by a newer version.
    #[error("the store has schema {found}; this program knows schemas up to {known}")]
    Newer {
        /// The stored schema.
        found: i64,
        /// The newest one that we know.
        known: i64,
    },
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        match error {
            StoreError::Conflict => Refusal::new("conflict", error.to_string()),
            StoreError::Damaged(_) => {
                tracing::error!(%error, "store");
                let sentence = "this table is damaged in the server's store, and cannot go on for \
                                now; other tables do. Whoever runs the server can see it in the log";
                Refusal::new("damaged", sentence)
            }
            StoreError::Unavailable(_)
            | StoreError::Refused(_)
            | StoreError::InUse { .. }
            | StoreError::Newer { .. } => {
                // The cause is for the operator's log, not for players.
                tracing::error!(%error, "store");
                let sentence =
                    "the server cannot store anything now; nothing has changed, try again soon";
                Refusal::new("not_stored", sentence)
            }
        }
    }
}

/// One change of one room: all of it or nothing.
#[derive(Clone, Debug, Default)]
pub struct Write {
    /// The room.
    pub table: String,
    /// When it happened.
    pub at_ms: i64,
    /// The version of the room that this was made for; 0 where there is no room yet.
    pub version: u64,
    /// How many lines the journal has at that version.
    pub after: u64,
    /// The lines to append.
    pub lines: Vec<Arc<str>>,
    /// The room itself, where it changes too.
    pub room: Option<RoomRow>,
    /// Lines of chat.
    pub chat: Vec<ChatRow>,
    /// What was reported.
    pub reports: Vec<ReportRow>,
    /// What spares the replay of the journal, in place of what was kept for that before.
    pub snapshot: Option<String>,
    /// What becomes of what is there.
    pub fate: Fate,
}

/// What becomes of the lines and the chat that a room has when it is written to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// They stay, and what is new follows them.
    #[default]
    Stays,
    /// What is written stands in their place.
    Anew,
    /// They are deleted, and the room with them.
    Gone,
}

impl Write {
    /// Whether the room changes by this. Lines of chat stand beside each other, whoever was first, and
    /// a snapshot is only a cache.
    fn is_change(&self) -> bool {
        self.room.is_some() || !self.lines.is_empty() || self.fate != Fate::Stays
    }

    /// What others who share the store would have to know of it. A snapshot is nobody's news, nor is a
    /// report.
    fn news(&self) -> Option<Change> {
        if self.is_change() {
            return Some(Change::Room(self.table.clone()));
        }
        (!self.chat.is_empty()).then(|| Change::Chat(self.table.clone()))
    }

    /// Whether a room of this version, none being 0, may be written to like this.
    fn fits(&self, version: u64) -> bool {
        let made = version != 0 || self.room.is_some() && self.fate == Fate::Stays;
        let compared = self.is_change() || self.snapshot.is_some();
        made && (!compared || version == self.version)
    }
}

/// A room as it is kept: what can be looked for, and the rest as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomRow {
    /// `lobby`, `playing`, `finished` or `closed`.
    pub state: String,
    /// Whether everybody may find it, and has something to find: a seat, or something to look at.
    pub public: bool,
    /// The game's id.
    pub game: String,
    /// The players' names, in lower case, each between line feeds.
    pub players: String,
    /// When the room itself last changed.
    pub changed_ms: i64,
    /// When anything last happened there, which the store works out.
    #[serde(default)]
    pub active_ms: i64,
    /// The hashes of the tokens that open it.
    pub tokens: Vec<String>,
    /// The mark of the address that made it.
    #[serde(default)]
    pub maker: String,
    /// Everything else.
    pub json: String,
}

/// A line of chat as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatRow {
    /// When it was said.
    pub at_ms: i64,
    /// By whom; none for a spectator.
    pub seat: Option<u8>,
    /// The name of who said it.
    pub from: String,
    /// What was said.
    pub text: String,
}

impl From<ChatRow> for ChatLine {
    fn from(row: ChatRow) -> ChatLine {
        let seat = row.seat.and_then(|seat| Seat::new(seat.into()));
        ChatLine { from: row.from, seat, text: row.text, at_ms: row.at_ms }
    }
}

/// What somebody told operators of somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportRow {
    /// When it was told.
    pub at_ms: i64,
    /// By whom.
    pub by: String,
    /// Of whom.
    pub about: String,
    /// What is wrong.
    pub text: String,
    /// The last lines of chat before it.
    pub chat: Vec<ChatRow>,
}

/// A room with its journal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// How many changes the room has seen. It is its store's own and is not exported.
    #[serde(skip)]
    pub version: u64,
    /// The room.
    pub room: RoomRow,
    /// The journal's lines.
    pub lines: Vec<Arc<str>>,
    /// When each of them was stored.
    #[serde(default)]
    pub times: Vec<i64>,
    /// What spares their replay, if it fits. It is only a cache and is not exported.
    #[serde(skip)]
    pub snapshot: Option<String>,
}

/// Which rooms to list, newest first.
#[derive(Clone, Debug)]
pub enum Which {
    /// Public rooms that can be joined or watched, and where something has changed of late or somebody is.
    /// Where there are too many, everybody's newest comes before anybody's second.
    Public {
        /// Since when.
        since_ms: i64,
        /// Where somebody may be, as far as this node knows; the others tell the store.
        here: Vec<String>,
        /// Only those of this maker.
        maker: Option<String>,
    },
    /// The rooms that these token hashes open.
    Tokens(Vec<String>),
    /// Finished games.
    Finished {
        /// Only of this game.
        game: Option<String>,
        /// Only with this player.
        player: Option<String>,
        /// Only older ones.
        before_ms: Option<i64>,
    },
}

impl Which {
    /// The most rooms that such a list has.
    fn most(&self) -> usize {
        match self {
            Which::Public { .. } => LOBBY,
            Which::Tokens(_) | Which::Finished { .. } => LISTED,
        }
    }
}

/// The most rooms in one list.
pub const LISTED: usize = 100;
/// The most public rooms that are looked at for a list that is fair to all.
pub const LOBBY: usize = 500;
/// The most lines of chat that are kept of a room.
pub const CHAT: usize = 200;

impl Store {
    /// Makes a change durable.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.write(write),
            Store::Sqlite(sqlite) => answered(sqlite.write(write)).await,
            Store::Postgres(postgres) => answered(postgres.write(write)).await,
        }
    }

    /// A room with its journal.
    pub async fn load(&self, table: &str) -> Result<Option<Stored>, StoreError> {
        if holds_nul(table) {
            return Ok(None);
        }
        match self {
            Store::Memory(memory) => Ok(memory.load(table)),
            Store::Sqlite(sqlite) => sqlite.load(table.to_owned()).await,
            Store::Postgres(postgres) => postgres.load(table).await,
        }
    }

    /// Rooms and their names, newest first, at most [`LISTED`], or [`LOBBY`] public ones.
    pub async fn list(&self, which: Which) -> Result<Vec<(String, RoomRow)>, StoreError> {
        if let Which::Finished { game, player, .. } = &which
            && [game, player].into_iter().flatten().any(|text| holds_nul(text))
        {
            return Ok(Vec::new());
        }
        let public = matches!(which, Which::Public { .. });
        let mut rooms = match self {
            Store::Memory(memory) => memory.list(&which),
            Store::Sqlite(sqlite) => sqlite.list(which).await?,
            Store::Postgres(postgres) => postgres.list(&which).await?,
        };
        if public {
            // They were picked in turns.
            rooms.sort_by(|(a, one), (b, other)| {
                other.changed_ms.cmp(&one.changed_ms).then(a.cmp(b))
            });
        }
        Ok(rooms)
    }

    /// The last lines of a room's chat, oldest first, at most [`CHAT`].
    pub async fn chat(&self, table: &str) -> Result<Vec<ChatRow>, StoreError> {
        if holds_nul(table) {
            return Ok(Vec::new());
        }
        match self {
            Store::Memory(memory) => Ok(memory.chat(table)),
            Store::Sqlite(sqlite) => sqlite.chat(table.to_owned()).await,
            Store::Postgres(postgres) => postgres.chat(table).await,
        }
    }

    /// What was reported, newest first, with its rooms, at most [`LISTED`].
    pub async fn reports(&self) -> Result<Vec<(String, ReportRow)>, StoreError> {
        let rows = match self {
            Store::Memory(memory) => return Ok(memory.reports()),
            Store::Sqlite(sqlite) => sqlite.reports().await?,
            Store::Postgres(postgres) => postgres.reports().await?,
        };
        let read = |(table, json): (String, String)| {
            let report = read_report(&table, &json)?;
            Ok((table, report))
        };
        rows.into_iter().map(read).collect()
    }

    /// What was reported in one room, oldest first.
    pub async fn reports_of(&self, table: &str) -> Result<Vec<ReportRow>, StoreError> {
        let rows = match self {
            Store::Memory(memory) => return Ok(memory.reports_of(table)),
            Store::Sqlite(sqlite) => sqlite.reports_of(table.to_owned()).await?,
            Store::Postgres(postgres) => postgres.reports_of(table).await?,
        };
        rows.iter().map(|json| read_report(table, json)).collect()
    }

    /// Whether the store can be written to.
    pub async fn ready(&self) -> Result<(), StoreError> {
        match self {
            Store::Memory(_) => Ok(()),
            Store::Sqlite(sqlite) => answered(sqlite.ping()).await,
            Store::Postgres(postgres) => answered(postgres.ping()).await,
        }
    }

    /// Whether something was met that cannot be read any more.
    pub fn is_damaged(&self) -> bool {
        match self {
            Store::Memory(_) => false,
            Store::Sqlite(sqlite) => sqlite.is_damaged(),
            Store::Postgres(postgres) => postgres.is_damaged(),
        }
    }

    /// The names of rooms in order, after this one, at most [`LISTED`]; nothing comes before "".
    pub async fn names(&self, after: &str) -> Result<Vec<String>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.names(after)),
            Store::Sqlite(sqlite) => sqlite.names(after.to_owned()).await,
            Store::Postgres(postgres) => postgres.names(after).await,
        }
    }

    /// The rooms where a game goes on, by name, after this one, at most [`LISTED`].
    pub async fn playing(&self, after: &str) -> Result<Vec<(String, RoomRow)>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.playing(after)),
            Store::Sqlite(sqlite) => sqlite.playing(after.to_owned()).await,
            Store::Postgres(postgres) => postgres.playing(after).await,
        }
    }

    /// Rooms that are over and have not changed since then, or where no game has begun and nothing has
    /// changed since then, with their versions, by name, after this one, at most [`LISTED`].
    pub async fn expired(
        &self,
        finished_before_ms: Option<i64>,
        lobby_before_ms: Option<i64>,
        after: &str,
    ) -> Result<Vec<(String, u64)>, StoreError> {
        let before = [finished_before_ms, lobby_before_ms].map(|ms| ms.unwrap_or(i64::MIN));
        match self {
            Store::Memory(memory) => Ok(memory.expired(before, after)),
            Store::Sqlite(sqlite) => sqlite.expired(before, after.to_owned()).await,
            Store::Postgres(postgres) => postgres.expired(before, after).await,
        }
    }

    /// What others do in the same store, as they do so; none where there are no others.
    pub fn changes(&self) -> Option<mpsc::UnboundedReceiver<Change>> {
        match self {
            Store::Memory(memory) => Some(memory.changes()),
            Store::Sqlite(_) => None,
            Store::Postgres(postgres) => Some(postgres.changes()),
        }
    }

    /// What this node is called among those that share the store.
    pub fn node(&self) -> &str {
        match self {
            Store::Memory(memory) => memory.node(),
            Store::Sqlite(_) => "",
            Store::Postgres(postgres) => postgres.node(),
        }
    }

    /// Says that this node lives, and learns who else does; none where there are no others. Nodes that
    /// have been silent for so long live no more.
    pub async fn beat(&self, silence: Option<Duration>) -> Result<Option<Beat>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(Some(memory.beat(silence))),
            Store::Sqlite(_) => Ok(None),
            Store::Postgres(postgres) => postgres.beat(silence).await.map(Some),
        }
    }

    /// This node ends: nobody follows anything here any more.
    pub async fn part(&self) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.part(),
            Store::Sqlite(_) => {}
            Store::Postgres(postgres) => postgres.part().await?,
        }
        Ok(())
    }

    /// Tells the others something.
    pub async fn tell(&self, change: &Change) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.tell(change),
            Store::Sqlite(_) => {}
            Store::Postgres(postgres) => postgres.tell(change).await?,
        }
        Ok(())
    }

    /// Tells the others who follows a room at this node from now on.
    pub async fn attend(&self, room: &str, who: &Attendance) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.attend(room, who),
            Store::Sqlite(_) => Ok(()),
            Store::Postgres(postgres) => postgres.attend(room, who).await,
        }
    }

    /// Who follows these rooms at other nodes.
    pub async fn elsewhere(&self, rooms: &[String]) -> Result<Vec<Elsewhere>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.elsewhere(rooms)),
            Store::Sqlite(_) => Ok(Vec::new()),
            Store::Postgres(postgres) => postgres.elsewhere(rooms).await,
        }
    }

    /// How many changes a room has seen that others may change too; none where there are no others, or
    /// no such room.
    pub async fn version(&self, room: &str) -> Result<Option<u64>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.version(room)),
            Store::Sqlite(_) => Ok(None),
            Store::Postgres(postgres) => postgres.version(room).await,
        }
    }

    /// What is mixed into the marks of addresses that are stored here.
    pub async fn salt(&self) -> Result<Salt, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.salt()),
            Store::Sqlite(sqlite) => sqlite.salt().await,
            Store::Postgres(postgres) => postgres.salt().await,
        }
    }

    /// Keeps a code for a second device for a while, good at every node. A sitting has one at a time.
    pub async fn put_link(&self, code: &str, link: Link) -> Result<(), StoreError> {
        match self {
            Store::Memory(memory) => memory.codes().put(code, link),
            Store::Sqlite(sqlite) => sqlite.codes().put(code, link),
            Store::Postgres(postgres) => postgres.put_link(code, &link).await?,
        }
        Ok(())
    }

    /// Takes a code, which is good once.
    pub async fn take_link(&self, code: &str) -> Result<Option<Link>, StoreError> {
        match self {
            Store::Memory(memory) => Ok(memory.codes().take(code)),
            Store::Sqlite(sqlite) => Ok(sqlite.codes().take(code)),
            Store::Postgres(postgres) => postgres.take_link(code).await,
        }
    }
}

fn read_report(table: &str, json: &str) -> Result<ReportRow, StoreError> {
    serde_json::from_str(json).map_err(|error| {
        StoreError::Damaged(format!("a report of {table} cannot be read: {error}"))
    })
}

/// Whether a text holds the one character that PostgreSQL does not keep: nothing of that name is stored.
fn holds_nul(text: &str) -> bool {
    text.contains('\0')
}

type Answer = oneshot::Receiver<Result<(), StoreError>>;

async fn answered(answer: Answer) -> Result<(), StoreError> {
    answer
        .await
        .unwrap_or_else(|_| Err(StoreError::Unavailable("the writer has stopped".to_owned())))
}
