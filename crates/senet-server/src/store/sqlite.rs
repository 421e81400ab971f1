//! A store in one file.
//!
//! One thread writes. It takes all that has queued up and commits it at once, so that many tables
//! share one wait for the disk; each write is answered after the commit. Others read beside it.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use tokio::sync::oneshot;

use super::{Answer, CHAT, ChatRow, LISTED, RoomRow, StoreError, Stored, Which, Write};

/// What each schema adds to the one before; the file's `user_version` counts them.
const MIGRATIONS: &[&str] = &["
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
"];

/// Rooms without their tokens, which are nobody's business in a list.
const ROOMS: &str = "SELECT id, state, public, game, players, changed_ms, json, max(changed_ms,
    coalesce((SELECT at_ms FROM lines WHERE room = number ORDER BY line DESC LIMIT 1), 0)) AS active_ms
    FROM rooms";

/// The most writes in one commit.
const BATCH: usize = 1024;

/// Rooms in a file.
#[derive(Clone)]
pub struct Sqlite {
    writes: Sender<Job>,
    reader: Arc<Mutex<Connection>>,
}

struct Job {
    task: Task,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

enum Task {
    Write(Write),
    /// Does writing work?
    Ping,
    /// Sets a pragma, outside of any transaction.
    Set(String),
}

impl Sqlite {
    /// Opens the file, or makes it, and brings it up to date.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let mut writer = connect(path)?;
        migrate(&mut writer)?;
        let reader = Arc::new(Mutex::new(connect(path)?));
        let (writes, queue) = channel();
        std::thread::Builder::new()
            .name("senet-store".to_owned())
            .spawn(move || write_all(writer, &queue))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Sqlite { writes, reader })
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
            let mut query = connection.prepare_cached(&format!("{ROOMS} WHERE id = ?1"))?;
            let Some((_, mut room)) = query.query_row([&table], room_row).optional()? else {
                return Ok(None);
            };
            let mut query = connection.prepare_cached("SELECT hash FROM tokens WHERE room = ?1")?;
            room.tokens = query.query_map([&table], |row| row.get(0))?.collect::<Result<_, _>>()?;
            let mut query =
                connection.prepare_cached("SELECT text FROM lines WHERE room = (SELECT number FROM rooms WHERE id = ?1) ORDER BY line")?;
            let lines = query.query_map([&table], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(Some(Stored { room, lines }))
        })
        .await
    }

    pub(super) async fn list(&self, which: Which) -> Result<Vec<(String, RoomRow)>, StoreError> {
        self.read(move |connection| list(connection, &which)).await
    }

    pub(super) async fn names(&self, after: String) -> Result<Vec<String>, StoreError> {
        self.read(move |connection| {
            let mut query = connection
                .prepare_cached("SELECT id FROM rooms WHERE id > ?1 ORDER BY id LIMIT ?2")?;
            query.query_map(params![after, LISTED as i64], |row| row.get(0))?.collect()
        })
        .await
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

    /// Copies the whole store into a new file, beside all that goes on.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
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
            Ok(result) => result.map_err(unavailable),
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(unavailable)?;
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
             PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4000;",
        )
        .map_err(unavailable)?;
    Ok(connection)
}

/// Brings an older file up to date, step by step; a newer one is refused.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found: i64 =
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(unavailable)?;
    let known = MIGRATIONS.len() as i64;
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

fn write_all(mut connection: Connection, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let mut jobs = vec![first];
        jobs.extend(queue.try_iter().take(BATCH - 1));
        for job in &jobs {
            if let Task::Set(pragma) = &job.task {
                // Some pragmas answer with a row, which nobody wants.
                let set = connection.execute_batch(&format!("PRAGMA {pragma}"));
                if let Err(error) = set {
                    tracing::error!(%error, pragma, "the store was not set");
                }
            }
        }
        let results = commit(&mut connection, &jobs);
        for (i, job) in jobs.into_iter().enumerate() {
            let result = match &results {
                Ok(results) => results[i].clone(),
                Err(error) => Err(error.clone()),
            };
            // Whoever asked may have gone.
            let _ = job.answer.send(result);
        }
    }
}

/// Writes a batch in one transaction. A conflict concerns only its own write; whatever else fails
/// undoes the whole batch.
fn commit(
    connection: &mut Connection,
    jobs: &[Job],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let change = connection.transaction().map_err(unavailable)?;
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        let result = match &job.task {
            Task::Write(write) => one(&change, write).map_err(unavailable)?,
            Task::Set(_) => Ok(()),
            Task::Ping => {
                // New pages show whether there is room, a touched one whether the file can be
                // written to.
                let known = MIGRATIONS.len();
                let touch = format!(
                    "SAVEPOINT probe;
                     INSERT INTO chat (room, at_ms, sender, text) VALUES ('', 0, '', zeroblob(16384));
                     ROLLBACK TO probe; RELEASE probe; PRAGMA user_version = {known}"
                );
                change.execute_batch(&touch).map_err(unavailable)?;
                Ok(())
            }
        };
        results.push(result);
    }
    change.commit().map_err(unavailable)?;
    Ok(results)
}

fn one(change: &Transaction<'_>, write: &Write) -> rusqlite::Result<Result<(), StoreError>> {
    let after = write.after as i64;
    let number: Option<i64> = change
        .prepare_cached("SELECT number FROM rooms WHERE id = ?1")?
        .query_row([&write.table], |row| row.get(0))
        .optional()?;
    let next: i64 = change
        .prepare_cached("SELECT coalesce(max(line) + 1, 0) FROM lines WHERE room = ?1")?
        .query_row([number], |row| row.get(0))?;
    if next != after {
        return Ok(Err(StoreError::Conflict));
    }
    let number = match (number, &write.room) {
        (None, None) => return Ok(Err(StoreError::Conflict)),
        (Some(number), None) => number,
        (number, Some(room)) => {
            change
                .prepare_cached(
                    "INSERT INTO rooms (number, id, state, public, game, players, changed_ms, json)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                     ON CONFLICT (number) DO UPDATE SET state = ?3, public = ?4, game = ?5,
                     players = ?6, changed_ms = ?7, json = ?8",
                )?
                .execute(params![
                    number,
                    write.table,
                    room.state,
                    room.public,
                    room.game,
                    room.players,
                    room.changed_ms,
                    room.json
                ])?;
            number.unwrap_or_else(|| change.last_insert_rowid())
        }
    };
    let mut insert = change
        .prepare_cached("INSERT INTO lines (room, line, at_ms, text) VALUES (?1, ?2, ?3, ?4)")?;
    for (line, text) in (after..).zip(&write.lines) {
        insert.execute(params![number, line, write.at_ms, text])?;
    }
    if let Some(room) = &write.room {
        change.prepare_cached("DELETE FROM tokens WHERE room = ?1")?.execute([&write.table])?;
        let mut insert =
            change.prepare_cached("INSERT OR IGNORE INTO tokens (hash, room) VALUES (?1, ?2)")?;
        for token in &room.tokens {
            insert.execute([token, &write.table])?;
        }
    }
    for chat in &write.chat {
        change
            .prepare_cached(
                "INSERT INTO chat (room, at_ms, seat, sender, text) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![write.table, chat.at_ms, chat.seat, chat.from, chat.text])?;
    }
    Ok(Ok(()))
}

fn list(connection: &Connection, which: &Which) -> rusqlite::Result<Vec<(String, RoomRow)>> {
    const ORDER: &str = "ORDER BY changed_ms DESC, id";
    match which {
        Which::Public => {
            let mut query = connection.prepare_cached(&format!(
                "{ROOMS} WHERE public = 1 AND state IN ('lobby', 'playing') {ORDER} LIMIT {LISTED}"
            ))?;
            query.query_map([], room_row)?.collect()
        }
        Which::Tokens(tokens) => {
            let mut query = connection.prepare_cached(&format!(
                "{ROOMS} WHERE id IN (SELECT room FROM tokens WHERE hash IN (SELECT value FROM json_each(?1)))
                 ORDER BY active_ms DESC, id LIMIT {LISTED}"
            ))?;
            let tokens = serde_json::to_string(tokens).unwrap_or_default();
            query.query_map([tokens], room_row)?.collect()
        }
        Which::Finished { game, player, before_ms } => {
            let mut query = connection.prepare_cached(&format!(
                "{ROOMS} WHERE public = 1 AND state = 'finished' AND (?1 IS NULL OR game = ?1)
                 AND (?2 IS NULL OR instr(players, ?2) > 0) AND (?3 IS NULL OR changed_ms < ?3)
                 {ORDER} LIMIT {LISTED}"
            ))?;
            let player = player.as_ref().map(|player| format!("\n{}\n", player.to_lowercase()));
            query.query_map(params![game, player, before_ms], room_row)?.collect()
        }
    }
}

fn room_row(row: &Row<'_>) -> rusqlite::Result<(String, RoomRow)> {
    let room = RoomRow {
        state: row.get(1)?,
        public: row.get(2)?,
        game: row.get(3)?,
        players: row.get(4)?,
        changed_ms: row.get(5)?,
        active_ms: row.get(7)?,
        tokens: Vec::new(),
        json: row.get(6)?,
    };
    Ok((row.get(0)?, room))
}

fn unavailable(error: rusqlite::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
