//! A store in one file.
//!
//! One thread writes. It takes all that has queued up and commits it at once, so that many tables
//! share one wait for the disk; each write is answered after the commit. It never waits for more to
//! come: whatever comes during a commit makes up the next one. Others read beside it, and another
//! thread moves what was committed from the write-ahead log into the file, for which no write waits.
//!
//! `synchronous = FULL` makes each commit durable by one `fdatasync` of the log. `NORMAL` would spare
//! it and lose the last commits when the machine falls, after they were acknowledged.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row, ToSql, params, params_from_iter};
use tokio::sync::oneshot;

use super::codes::Codes;
use super::file::{Beneath, Lock, make_private};
use super::parts::{Outcomes, Parts, noted};
use super::{Answer, CHAT, ChatRow, Fate, LISTED, RoomRow, StoreError, Stored, Which, Write};
use crate::lobby::fair;
use crate::secret::Salt;

/// What each schema adds to the one before; the file's `user_version` counts them.
pub(super) const MIGRATIONS: &[&str] = &["
    CREATE TABLE rooms (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        public INTEGER NOT NULL,
        game TEXT NOT NULL,
        players TEXT NOT NULL,
        changed_ms INTEGER NOT NULL,
        json TEXT NOT NULL
    );
    CREATE INDEX rooms_by_state ON rooms (state, public, changed_ms);
    -- Lines lie in the order in which they came, so that those of one commit share their pages; only
    -- the small index is written to here and there.
    CREATE TABLE lines (
        room INTEGER NOT NULL,
        line INTEGER NOT NULL,
        text TEXT NOT NULL
    );
    CREATE UNIQUE INDEX lines_by_room ON lines (room, line);
    CREATE TABLE tokens (
        hash TEXT NOT NULL,
        room TEXT NOT NULL,
        PRIMARY KEY (hash, room)
    ) WITHOUT ROWID;
    CREATE TABLE chat (
        room TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        seat INTEGER,
        sender TEXT NOT NULL,
        text TEXT NOT NULL
    );
    CREATE INDEX chat_by_room ON chat (room);
", "
    ALTER TABLE lines ADD COLUMN at_ms INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE snapshots (
        room INTEGER PRIMARY KEY,
        text TEXT NOT NULL
    );
    CREATE INDEX tokens_by_room ON tokens (room);
", "
    -- The version of a room is that of the last change of its row or of its last line, whichever is
    -- greater: so a move need not write the row too.
    ALTER TABLE rooms ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE lines ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
    CREATE TABLE reports (
        room TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        json TEXT NOT NULL
    );
", "
    -- Who made a room, so that a list may be fair to all who do.
    ALTER TABLE rooms ADD COLUMN maker TEXT NOT NULL DEFAULT '';
    -- What is mixed into marks of addresses.
    CREATE TABLE house (salt TEXT NOT NULL);
    INSERT INTO house VALUES (lower(hex(randomblob(32))));
"];

/// The version of a room.
const VERSION: &str = "max(version, coalesce((SELECT version FROM lines
    WHERE room = number ORDER BY line DESC LIMIT 1), 0))";

/// Rooms without their tokens, which are nobody's business in a list.
const ROOMS: &str = "SELECT id, state, public, game, players, changed_ms, json, max(changed_ms,
    coalesce((SELECT at_ms FROM lines WHERE room = number ORDER BY line DESC LIMIT 1), 0)) AS active_ms,
    maker FROM rooms";

/// The most writes in one commit.
const BATCH: usize = 1024;
/// After how many commits the log is moved into the file.
const MOVED: u64 = 128;
/// After how many commits the log begins anew.
const STARTED_ANEW: u64 = 1024;
/// How many rooms the writer remembers.
const KNOWN: usize = 20_000;

/// Rooms in a file.
#[derive(Clone)]
pub struct Sqlite {
    writes: Sender<Job>,
    reader: Arc<Mutex<Connection>>,
    /// Reads what may take long, beside what tables wait for; opened when it is first needed.
    searcher: Arc<Mutex<Option<Connection>>>,
    path: Arc<Path>,
    damaged: Arc<AtomicBool>,
    codes: Arc<Codes>,
    #[expect(dead_code, reason = "it is held for as long as the store is open")]
    lock: Option<Arc<Lock>>,
}

struct Job {
    task: Task,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

#[expect(clippy::large_enum_variant, reason = "nearly every task is a write")]
enum Task {
    Write(Write),
    /// Does writing work?
    Ping,
    /// Sets a pragma, outside of any transaction.
    Set(String),
    /// Writes the whole file anew without what was deleted, outside of any transaction.
    Compact,
}

impl Sqlite {
    /// Opens the file, or makes it, and brings it up to date. No other process may have it open so.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let lock = Arc::new(Lock::take(path)?);
        let mut writer = connect(path)?;
        migrate(&mut writer)?;
        let reader = Arc::new(Mutex::new(connect(path)?));
        let log = connect(path)?;
        let (writes, queue) = channel();
        let (grown, growth) = sync_channel(1);
        let damaged = Arc::new(AtomicBool::new(false));
        let mut writer = Writer {
            connection: writer,
            known: HashMap::new(),
            beneath: Beneath::of(path),
            damaged: damaged.clone(),
        };
        let held = lock.clone();
        thread("senet-store", move || {
            write_all(&mut writer, &queue, &grown);
            drop(held);
        })?;
        thread("senet-store-log", move || move_log(&log, &growth))?;
        let (searcher, codes) = (Arc::default(), Arc::default());
        Ok(Sqlite { writes, reader, searcher, path: path.into(), damaged, codes, lock: Some(lock) })
    }

    /// Opens a file to read it, also beside the server that has it. Nothing can be written.
    pub fn beside(path: &Path) -> Result<Sqlite, StoreError> {
        if !path.exists() {
            return Err(StoreError::Unavailable("there is no such file".to_owned()));
        }
        let connection = connect(path)?;
        let (found, known) = (schema(&connection)?, MIGRATIONS.len() as i64);
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        if found < known {
            drop(connection);
            // Nothing older runs beside a program that would bring the file up to date.
            return Sqlite::open(path);
        }
        let (writes, _) = channel();
        let reader = Arc::new(Mutex::new(connection));
        let (damaged, codes) = (Arc::default(), Arc::default());
        let searcher = Arc::default();
        Ok(Sqlite { writes, reader, searcher, path: path.into(), damaged, codes, lock: None })
    }

    pub(super) fn codes(&self) -> &Codes {
        &self.codes
    }

    pub(super) fn is_damaged(&self) -> bool {
        self.damaged.load(Ordering::Relaxed)
    }

    pub(super) fn write(&self, write: Write) -> Answer {
        self.send(Task::Write(write))
    }

    pub(super) fn ping(&self) -> Answer {
        self.send(Task::Ping)
    }

    fn send(&self, task: Task) -> Answer {
        let (answer, answered) = oneshot::channel();
        // A writer that has stopped drops the answer, which the waiting side reports.
        let _ = self.writes.send(Job { task, answer });
        answered
    }

    pub(super) async fn load(&self, table: String) -> Result<Option<Stored>, StoreError> {
        self.read(move |connection| {
            // The version, the room and its lines are those of one moment.
            let moment = connection.unchecked_transaction()?;
            let stored = load(&moment, &table)?;
            moment.commit()?;
            Ok(stored)
        })
        .await
    }

    pub(super) async fn list(&self, which: Which) -> Result<Vec<(String, RoomRow)>, StoreError> {
        match which {
            // A name that nobody has is looked for in every game that was ever played.
            Which::Finished { .. } => self.search(move |connection| list(connection, &which)).await,
            Which::Public { .. } | Which::Tokens(_) => {
                self.read(move |connection| list(connection, &which)).await
            }
        }
    }

    pub(super) async fn playing(
        &self,
        after: String,
    ) -> Result<Vec<(String, RoomRow)>, StoreError> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(&format!(
                "{ROOMS} WHERE state = 'playing' AND id > ?1 ORDER BY id LIMIT ?2"
            ))?;
            query.query_map(params![after, LISTED as i64], listed)?.collect()
        })
        .await
    }

    pub(super) async fn names(&self, after: String) -> Result<Vec<String>, StoreError> {
        self.read(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT id FROM rooms WHERE id > ?1 ORDER BY id LIMIT ?2")?;
            query.query_map(params![after, LISTED as i64], |row| row.get(0))?.collect()
        })
        .await
    }

    pub(super) async fn salt(&self) -> Result<Salt, StoreError> {
        let read = self.read(|connection| {
            connection.query_row("SELECT salt FROM house", [], |row| row.get::<_, String>(0))
        });
        Ok(Salt::of(&read.await?))
    }

    pub(super) async fn reports(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT room, json FROM reports ORDER BY at_ms DESC, rowid DESC LIMIT ?1",
            )?;
            query.query_map([LISTED as i64], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
        .await
    }

    pub(super) async fn reports_of(&self, table: String) -> Result<Vec<String>, StoreError> {
        self.read(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT json FROM reports WHERE room = ?1 ORDER BY rowid")?;
            query.query_map([table], |row| row.get(0))?.collect()
        })
        .await
    }

    pub(super) async fn expired(
        &self,
        before: [i64; 2],
        after: String,
    ) -> Result<Vec<(String, u64)>, StoreError> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(&format!(
                "SELECT id, {VERSION} FROM rooms WHERE id > ?3
                 AND (state IN ('finished', 'closed') AND changed_ms < ?1
                 OR state = 'lobby' AND changed_ms < ?2) ORDER BY id LIMIT {LISTED}"
            ))?;
            let rows = query.query_map(params![before[0], before[1], after], |row| {
                Ok((row.get(0)?, row.get::<_, i64>(1)? as u64))
            })?;
            rows.collect()
        })
        .await
    }

    /// Gives back the room that deleted rows have left, and overwrites what they held.
    pub async fn compact(&self) -> Result<(), StoreError> {
        super::answered(self.send(Task::Compact)).await
    }

    pub(super) async fn chat(&self, table: String) -> Result<Vec<ChatRow>, StoreError> {
        self.read(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT at_ms, seat, sender, text FROM chat WHERE room = ?1 ORDER BY rowid DESC LIMIT ?2",
            )?;
            let rows = query.query_map(params![table, CHAT as i64], |row| {
                Ok(ChatRow { at_ms: row.get(0)?, seat: row.get(1)?, from: row.get(2)?, text: row.get(3)? })
            })?;
            let mut chat = rows.collect::<Result<Vec<_>, _>>()?;
            chat.reverse();
            Ok(chat)
        })
        .await
    }

    /// What SQLite itself finds wrong with the file, at most a few lines of it.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let checked = self.read(|connection| {
            let mut query = connection.prepare("PRAGMA integrity_check(10)")?;
            query.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()
        });
        match checked.await {
            Ok(lines) => Ok(lines.into_iter().filter(|line| line != "ok").collect()),
            Err(StoreError::Damaged(fault)) => Ok(vec![fault]),
            Err(error) => Err(error),
        }
    }

    /// Copies the whole store into a new file, beside all that goes on.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        // An empty file may be filled, and keeps who may read it.
        make_private(file)?;
        let file = file.to_string_lossy().into_owned();
        self.read(move |connection| connection.execute("VACUUM INTO ?1", [file]).map(|_| ())).await
    }

    /// Sets a pragma of the connection that writes, such as `max_page_count = 1000` for a file that
    /// may not grow, or `query_only = ON` for one that may not change.
    pub async fn set(&self, pragma: &str) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        let _ = self.writes.send(Job { task: Task::Set(pragma.to_owned()), answer });
        super::answered(answered).await
    }

    /// Reads what may take long: rooms that are asked for meanwhile do not wait for it.
    async fn search<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (searcher, path) = (self.searcher.clone(), self.path.clone());
        let searched = tokio::task::spawn_blocking(move || {
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            let connection = match &mut *searcher {
                Some(connection) => connection,
                none => none.insert(connect(&path)?),
            };
            query(connection).map_err(damage)
        });
        match searched.await {
            Ok(result) => result.map_err(|error| noted(&self.damaged, error)),
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }

    /// Reads beside the writer, away from the threads that serve sockets.
    async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let reader = self.reader.clone();
        let read = tokio::task::spawn_blocking(move || {
            query(&reader.lock().unwrap_or_else(PoisonError::into_inner))
        });
        match read.await {
            Ok(result) => result.map_err(|error| noted(&self.damaged, damage(error))),
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(damage)?;
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
             PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0;",
        )
        .map_err(damage)?;
    Ok(connection)
}

/// How many migrations a file has seen.
fn schema(connection: &Connection) -> Result<i64, StoreError> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(damage)
}

/// Brings an older file up to date, step by step; a newer one is refused.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let (found, known) = (schema(connection)?, MIGRATIONS.len() as i64);
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (i, migration) in MIGRATIONS.iter().enumerate().skip(found as usize) {
        let change = connection.transaction().map_err(unavailable)?;
        change.execute_batch(migration).map_err(unavailable)?;
        change.execute_batch(&format!("PRAGMA user_version = {}", i + 1)).map_err(unavailable)?;
        change.commit().map_err(unavailable)?;
    }
    Ok(())
}

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), StoreError> {
    let started = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    started.map(|_| ()).map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// Moves the log into the file whenever it has grown, until nobody writes any more.
fn move_log(connection: &Connection, growth: &Receiver<()>) {
    while growth.recv().is_ok() {
        // Where that does not work now it does next time.
        checkpoint(connection);
    }
}

/// Moves as much of the log as nobody needs any more, and waits for nobody.
fn checkpoint(connection: &Connection) {
    let moved = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    if let Err(error) = moved {
        tracing::debug!(%error, "the log stays as it is");
    }
}

fn write_all(writer: &mut Writer, queue: &Receiver<Job>, grown: &SyncSender<()>) {
    let mut commits = 0;
    while let Ok(first) = queue.recv() {
        let mut jobs = vec![first];
        jobs.extend(queue.try_iter().take(BATCH - 1));
        for job in &jobs {
            let set = match &job.task {
                // Some pragmas answer with a row, which nobody wants.
                Task::Set(pragma) => writer.connection.execute_batch(&format!("PRAGMA {pragma}")),
                Task::Compact => {
                    writer.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
                }
                Task::Write(_) | Task::Ping => Ok(()),
            };
            if let Err(error) = set {
                tracing::error!(%error, "the store was not set");
            }
        }
        let results = writer.commit_all(&jobs);
        for (job, result) in jobs.into_iter().zip(results) {
            // Whoever asked may have gone.
            let _ = job.answer.send(result);
        }
        commits += 1;
        if commits % MOVED == 0 {
            // Whoever moves it may still be at it.
            let _ = grown.try_send(());
        }
        if commits % STARTED_ANEW == 0 {
            // Most of the log was moved already; the rest does not take long, and as nobody writes
            // now the log begins anew, instead of growing for as long as there is no quiet moment.
            checkpoint(&writer.connection);
        }
    }
}

/// The connection that writes, and what it knows of the rooms that it wrote to of late.
struct Writer {
    connection: Connection,
    known: HashMap<String, Known>,
    beneath: Beneath,
    damaged: Arc<AtomicBool>,
}

/// What is known of a room.
#[derive(Clone, Copy, Default)]
struct Known {
    /// None where there is no room yet.
    number: Option<i64>,
    version: u64,
    /// The hash of its tokens.
    tokens: u64,
}

impl Writer {
    /// Writes a batch, and says of each write what became of it.
    fn commit_all(&mut self, jobs: &[Job]) -> Outcomes {
        let mut parts = Parts::of(jobs.len());
        while let Some(part) = parts.next() {
            let written = self.commit(&jobs[part.clone()]);
            parts.done(part, written.map_err(|error| noted(&self.damaged, error)));
        }
        parts.outcomes()
    }

    /// Writes a batch in one transaction. A conflict concerns only its own write; whatever else
    /// fails undoes the whole batch.
    fn commit(&mut self, jobs: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        self.beneath.check()?;
        self.say("BEGIN IMMEDIATE").map_err(damage)?;
        let done = jobs.iter().map(|job| self.carry_out(&job.task)).collect::<Result<_, _>>();
        let done = done.and_then(|results| self.say("COMMIT").map(|_| results));
        if done.is_err() {
            // What was written in this batch is not there.
            self.known.clear();
            if !self.connection.is_autocommit() {
                let _ = self.say("ROLLBACK");
            }
        }
        // What went into a file that is nobody's any more is not stored.
        done.map_err(damage).and_then(|results| self.beneath.check().map(|()| results))
    }

    fn say(&self, text: &str) -> rusqlite::Result<usize> {
        self.connection.prepare_cached(text)?.execute([])
    }

    fn carry_out(&mut self, task: &Task) -> rusqlite::Result<Result<(), StoreError>> {
        match task {
            Task::Write(write) => self.write(write),
            Task::Set(_) | Task::Compact => Ok(Ok(())),
            Task::Ping => {
                // New pages show whether there is room, a touched one whether the file can be
                // written to.
                let known = MIGRATIONS.len();
                let touch = format!(
                    "SAVEPOINT probe;
                     INSERT INTO chat (room, at_ms, sender, text) VALUES ('', 0, '', zeroblob(16384));
                     ROLLBACK TO probe; RELEASE probe; PRAGMA user_version = {known}"
                );
                self.connection.execute_batch(&touch).map(Ok)
            }
        }
    }

    fn write(&mut self, write: &Write) -> rusqlite::Result<Result<(), StoreError>> {
        let change = &self.connection;
        let mut known = match self.known.get(&write.table) {
            Some(known) => *known,
            None => look_up(change, &write.table)?,
        };
        if !write.fits(known.version) {
            self.known.remove(&write.table);
            return Ok(Err(StoreError::Conflict));
        }
        if let Some(number) = known.number.filter(|_| write.fate != Fate::Stays) {
            clear(change, &write.table, number)?;
        }
        if write.fate == Fate::Gone {
            for query in ["DELETE FROM tokens WHERE room = ?1", "DELETE FROM rooms WHERE id = ?1"] {
                change.prepare_cached(query)?.execute([&write.table])?;
            }
            self.known.remove(&write.table);
            return Ok(Ok(()));
        }
        if write.is_change() {
            known.version += 1;
        }
        if let Some(room) = &write.room {
            put(change, &mut known, &write.table, room)?;
        }
        let mut insert = change.prepare_cached(
            "INSERT INTO lines (room, line, version, at_ms, text) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        for (line, text) in (write.after as i64..).zip(&write.lines) {
            insert.execute(params![known.number, line, known.version as i64, write.at_ms, text])?;
        }
        if let Some(text) = &write.snapshot {
            change
                .prepare_cached("INSERT OR REPLACE INTO snapshots (room, text) VALUES (?1, ?2)")?
                .execute(params![known.number, text])?;
        }
        for chat in &write.chat {
            change
                .prepare_cached(
                    "INSERT INTO chat (room, at_ms, seat, sender, text) VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![write.table, chat.at_ms, chat.seat, chat.from, chat.text])?;
        }
        for report in &write.reports {
            let json = serde_json::to_string(report).unwrap_or_default();
            change
                .prepare_cached("INSERT INTO reports (room, at_ms, json) VALUES (?1, ?2, ?3)")?
                .execute(params![write.table, report.at_ms, json])?;
        }
        if !write.chat.is_empty() {
            change
                .prepare_cached(
                    "DELETE FROM chat WHERE room = ?1 AND rowid <= (SELECT rowid FROM chat
                     WHERE room = ?1 ORDER BY rowid DESC LIMIT 1 OFFSET ?2)",
                )?
                .execute(params![write.table, CHAT as i64])?;
        }
        if self.known.len() >= KNOWN {
            self.known.clear();
        }
        self.known.insert(write.table.clone(), known);
        Ok(Ok(()))
    }
}

/// A room with its journal.
fn load(connection: &Connection, table: &str) -> rusqlite::Result<Option<Stored>> {
    let mut query = connection.prepare_cached(&format!("{ROOMS} WHERE id = ?1"))?;
    let Some((_, mut room)) = query.query_row([table], listed).optional()? else {
        return Ok(None);
    };
    let mut query = connection.prepare_cached("SELECT hash FROM tokens WHERE room = ?1")?;
    room.tokens = query.query_map([table], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let Known { number, version, .. } = look_up(connection, table)?;
    let mut query =
        connection.prepare_cached("SELECT text, at_ms FROM lines WHERE room = ?1 ORDER BY line")?;
    let lines = query.query_map([number], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let lines = lines.collect::<Result<Vec<(Arc<str>, i64)>, _>>()?;
    let (lines, times) = lines.into_iter().unzip();
    let mut query = connection.prepare_cached("SELECT text FROM snapshots WHERE room = ?1")?;
    let snapshot = query.query_row([number], |row| row.get(0)).optional()?;
    Ok(Some(Stored { version, room, lines, times, snapshot }))
}

/// What is stored of a room.
fn look_up(connection: &Connection, table: &str) -> rusqlite::Result<Known> {
    let mut query =
        connection.prepare_cached(&format!("SELECT number, {VERSION} FROM rooms WHERE id = ?1"))?;
    let known = query.query_row([table], |row| {
        Ok(Known { number: Some(row.get(0)?), version: row.get::<_, i64>(1)? as u64, tokens: 0 })
    });
    Ok(known.optional()?.unwrap_or_default())
}

/// Deletes the lines, the chat and the reports of a room.
fn clear(change: &Connection, table: &str, number: i64) -> rusqlite::Result<()> {
    for query in ["DELETE FROM lines WHERE room = ?1", "DELETE FROM snapshots WHERE room = ?1"] {
        change.prepare_cached(query)?.execute([number])?;
    }
    for query in ["DELETE FROM chat WHERE room = ?1", "DELETE FROM reports WHERE room = ?1"] {
        change.prepare_cached(query)?.execute([table])?;
    }
    Ok(())
}

/// Writes the room itself, and its tokens where they have changed.
fn put(
    change: &Connection,
    known: &mut Known,
    table: &str,
    room: &RoomRow,
) -> rusqlite::Result<()> {
    change
        .prepare_cached(
            "INSERT INTO rooms
             (number, id, version, state, public, game, players, changed_ms, json, maker)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT (number) DO UPDATE SET version = ?3, state = ?4, public = ?5, game = ?6,
             players = ?7, changed_ms = ?8, json = ?9, maker = ?10",
        )?
        .execute(params![
            known.number,
            table,
            known.version as i64,
            room.state,
            room.public,
            room.game,
            room.players,
            room.changed_ms,
            room.json,
            room.maker
        ])?;
    known.number = Some(known.number.unwrap_or_else(|| change.last_insert_rowid()));
    let mut hasher = DefaultHasher::new();
    room.tokens.hash(&mut hasher);
    let tokens = hasher.finish();
    if known.tokens == tokens {
        return Ok(());
    }
    known.tokens = tokens;
    change.prepare_cached("DELETE FROM tokens WHERE room = ?1")?.execute([table])?;
    let mut insert =
        change.prepare_cached("INSERT OR IGNORE INTO tokens (hash, room) VALUES (?1, ?2)")?;
    for token in &room.tokens {
        insert.execute([token, table])?;
    }
    Ok(())
}

/// Which rooms a list holds, in which order, and what the question marks stand for.
fn wanted(which: &Which) -> (&'static str, &'static str, Vec<Box<dyn ToSql>>) {
    const NEWEST: &str = "changed_ms DESC, id";
    match which {
        Which::Public { since_ms, here, maker } => {
            const IN_TURNS: &str =
                "row_number() OVER (PARTITION BY maker ORDER BY changed_ms DESC, id),
                changed_ms DESC, id";
            let listed = "public = 1 AND state IN ('lobby', 'playing') AND (changed_ms >= ?1
                OR id IN (SELECT value FROM json_each(?2))) AND (?3 IS NULL OR maker = ?3)";
            let here = serde_json::to_string(here).unwrap_or_default();
            (listed, IN_TURNS, vec![Box::new(*since_ms), Box::new(here), Box::new(maker.clone())])
        }
        Which::Tokens(tokens) => {
            let hashes = serde_json::to_string(tokens).unwrap_or_default();
            let held = "id IN (SELECT room FROM tokens
                WHERE hash IN (SELECT value FROM json_each(?1)))";
            (held, "active_ms DESC, id", vec![Box::new(hashes)])
        }
        Which::Finished { game, player, before_ms } => {
            let player = player.as_ref().map(|player| format!("\n{}\n", player.to_lowercase()));
            let over = "public = 1 AND state = 'finished' AND (?1 IS NULL OR game = ?1)
                AND (?2 IS NULL OR instr(players, ?2) > 0) AND (?3 IS NULL OR changed_ms < ?3)";
            (over, NEWEST, vec![Box::new(game.clone()), Box::new(player), Box::new(*before_ms)])
        }
    }
}

fn list(connection: &Connection, which: &Which) -> rusqlite::Result<Vec<(String, RoomRow)>> {
    let (filter, order, params) = wanted(which);
    let most = which.most();
    let mut query = connection
        .prepare_cached(&format!("{ROOMS} WHERE {filter} ORDER BY {order} LIMIT {most}"))?;
    let rows = query.query_map(params_from_iter(&params), listed)?.collect();
    match rows {
        Err(error) if is_damage(&error) => list_around(connection, which),
        rows => rows,
    }
}

/// The same list without the rooms that cannot be read: they keep nobody from the others.
fn list_around(connection: &Connection, which: &Which) -> rusqlite::Result<Vec<(String, RoomRow)>> {
    let (filter, _, params) = wanted(which);
    // The index holds all numbers, whatever became of the rows.
    let mut query = connection.prepare("SELECT number FROM rooms INDEXED BY rooms_by_state")?;
    let numbers: Vec<i64> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut rooms = Vec::new();
    for number in numbers {
        let one = format!("{ROOMS} WHERE number = {number} AND {filter}");
        let found = connection.query_row(&one, params_from_iter(&params), listed).optional();
        rooms.extend(found.ok().flatten());
    }
    rooms.sort_by_key(|(_, room)| {
        Reverse(match which {
            Which::Tokens(_) => room.active_ms,
            Which::Public { .. } | Which::Finished { .. } => room.changed_ms,
        })
    });
    if matches!(which, Which::Public { .. }) {
        let makers = rooms.into_iter().map(|room: (String, RoomRow)| (room.1.maker.clone(), room));
        return Ok(fair(makers.collect(), which.most()));
    }
    rooms.truncate(which.most());
    Ok(rooms)
}

/// A room of a list.
fn listed(row: &Row<'_>) -> rusqlite::Result<(String, RoomRow)> {
    room_row(row, 0)
}

/// A room, whose columns begin there.
pub(super) fn room_row(row: &Row<'_>, at: usize) -> rusqlite::Result<(String, RoomRow)> {
    let room = RoomRow {
        state: row.get(at + 1)?,
        public: row.get(at + 2)?,
        game: row.get(at + 3)?,
        players: row.get(at + 4)?,
        changed_ms: row.get(at + 5)?,
        active_ms: row.get(at + 7)?,
        tokens: Vec::new(),
        maker: row.get(at + 8)?,
        json: row.get(at + 6)?,
    };
    Ok((row.get(at)?, room))
}

/// What a failed read or write means.
pub(super) fn damage(error: rusqlite::Error) -> StoreError {
    if is_damage(&error) {
        return StoreError::Damaged(error.to_string());
    }
    unavailable(error)
}

/// Whether a page is damaged. It may also hold numbers where there was text.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{IntegralValueOutOfRange, InvalidColumnType};
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
        || matches!(error, InvalidColumnType(..) | IntegralValueOutOfRange(..))
}

fn unavailable(error: rusqlite::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However long a name is looked for in all games that were ever played, tables are read meanwhile.
    #[tokio::test]
    async fn a_long_search_keeps_no_table_waiting() {
        let path = std::env::temp_dir().join(format!("senet-search-{}.db", std::process::id()));
        let store = Sqlite::open(&path).unwrap();
        let busy = store.searcher.clone();
        let (held, release) = (oneshot::channel::<()>(), oneshot::channel::<()>());
        let searching = tokio::task::spawn_blocking(move || {
            let busy = busy.lock().unwrap();
            held.0.send(()).unwrap();
            release.1.blocking_recv().unwrap();
            drop(busy);
        });
        held.1.await.unwrap();
        let other = store.clone();
        let finished =
            Which::Finished { game: None, player: Some("Nobody".to_owned()), before_ms: None };
        let search = tokio::spawn(async move { other.list(finished).await });
        assert_eq!(store.load("none".to_owned()).await, Ok(None));
        let public = Which::Public { since_ms: 0, here: Vec::new(), maker: None };
        assert_eq!(store.list(public).await, Ok(Vec::new()));
        assert!(!search.is_finished());
        release.0.send(()).unwrap();
        searching.await.unwrap();
        assert_eq!(search.await.unwrap(), Ok(Vec::new()));
        drop(store);
        let _ = std::fs::remove_file(&path);
    }
}
