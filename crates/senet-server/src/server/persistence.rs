//! Changes of rooms: made durable, then told; or undone where that fails.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use senet_table::protocol::Push;
use senet_table::{Refusal, Table};

use super::{Locked, Server, internal, lock, now_ms, unknown_game};
use crate::clock;
use crate::error::ApiError;
use crate::late::Late;
use crate::room::{Record, Room, text};
use crate::store::{StoreError, Stored, Write};

/// How often a change is made anew because another node came first.
pub const ATTEMPTS: usize = 32;

impl Server {
    /// A room as the store has it.
    pub(super) async fn stored(&self, id: &str) -> Result<Room, ApiError> {
        self.stored_after(id, None).await
    }

    /// The same, where spectators who have to wait have seen so much of it.
    async fn stored_after(&self, id: &str, mut late: Option<Late>) -> Result<Room, ApiError> {
        for _ in 0..ATTEMPTS {
            let mut room = self.read(id, late.take()).await?;
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
                Err(StoreError::Conflict) => late = room.take_late(),
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn read(&self, id: &str, late: Option<Late>) -> Result<Room, ApiError> {
        let no_such = || ApiError::new("no_such_table", format!("there is no table \"{id}\""));
        let mut stored = self.0.store.load(id).await?.ok_or_else(no_such)?;
        let mut record: Record = serde_json::from_str(&stored.room.json).map_err(internal)?;
        let (table, fitted) = match stored.lines.is_empty() {
            true => (None, false),
            false => {
                let opened = self.beside(move || {
                    let opened = open_stored(&record, &stored);
                    (opened, record, stored)
                });
                let (opened, same_record, same_stored) = opened.await?;
                (record, stored) = (same_record, same_stored);
                let (table, fitted) = opened?;
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
        room.follow_late(late);
        if room.lags() {
            let caught_up = self.beside(move || {
                room.catch_up(now_ms());
                room
            });
            room = caught_up.await?;
        }
        Ok(room)
    }

    /// Reads and replays journals beside the threads that serve sockets, so many at a time. It does not
    /// stand in line with thoughts, which may take longer than anybody waits for a table.
    async fn beside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.0.readers.clone().acquire_owned().await.map_err(internal)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        done.await.map_err(internal)
    }

    /// Reads a room anew from the store; its followers see what counts.
    pub(super) async fn refresh(&self, room: &mut Locked) -> Result<(), ApiError> {
        let late = room.take_late();
        let stored = self.stored_after(&room.id, late).await?;
        room.become_stored(stored);
        room.drop_strangers();
        debug_assert_eq!(room.check(), Ok(()), "{} as it is stored", room.id);
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
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let started = Instant::now();
        let written = self.0.store.write(write).await;
        self.0.metrics.commit.observe(started.elapsed());
        written
    }

    /// The same for what may be hidden: what not everybody at the table may know of is not counted, so that
    /// nobody learns from a number when it was done.
    async fn write_unseen(&self, write: Write, seen: bool) -> Result<(), StoreError> {
        if seen { self.write(write).await } else { self.0.store.write(write).await }
    }

    /// Makes a change durable, then tells everybody. Where that fails nothing has happened: the room
    /// goes back to what is stored.
    pub async fn settle(&self, room: &mut Locked) -> Result<(), ApiError> {
        if room.stale {
            // What is in memory may not be the room at all: it is read first.
            return Err(StoreError::Conflict.into());
        }
        let over = room.note_table();
        let news = room.has_new_lines();
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
        let seen = room.seen_by_all();
        if let Err(error) = self.write_unseen(write, changed || seen > room.counted).await {
            self.go_back(room, &error).await;
            return Err(error.into());
        }
        room.settled();
        self.count_entries(room, seen);
        room.log();
        room.drop_strangers();
        debug_assert_eq!(room.check(), Ok(()), "{} after a change", room.id);
        self.go_on(room, news);
        if changed {
            self.room_changed(room);
        }
        Ok(())
    }

    /// Counts the entries that everybody may know of by now.
    fn count_entries(&self, room: &mut Room, seen: u64) {
        let before = std::mem::replace(&mut room.counted, seen);
        self.0.counters.accepted.fetch_add(seen.saturating_sub(before), Ordering::Relaxed);
    }

    /// Undoes what could not be stored, now or as soon as the store can be read again.
    pub(super) async fn go_back(&self, room: &mut Locked, error: &StoreError) {
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
        let refusal = Refusal::new(&refusal.code, sentence);
        let message = text(&Push::Error { table: &room.id, refusal: &refusal });
        room.tell(&message);
        self.come_back(&room.id);
    }

    /// A room that could not be read is read as soon as that can be done: its clock must not stand still.
    pub(super) fn come_back(&self, id: &str) {
        let (server, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            let mut pause = Duration::from_millis(100);
            loop {
                tokio::time::sleep(pause).await;
                let known = lock(&server.0.rooms).contains_key(&id);
                if !known || server.locked(&id).await.is_ok() {
                    return;
                }
                pause = (pause * 2).min(Duration::from_secs(5));
            }
        });
    }
}

/// Opens a stored table, and says whether its snapshot was of use.
fn open_stored(record: &Record, stored: &Stored) -> Result<(Box<dyn Table>, bool), ApiError> {
    let seed = (!record.open_seed).then_some(record.seed.as_str());
    let text = text_of(stored);
    let game = senet_catalog::of_text(&record.game, &text);
    let game = game.ok_or_else(|| unknown_game(&record.game))?;
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
    let seed = (!record.open_seed).then_some(record.seed.as_str());
    let text = text_of(stored);
    let game = senet_catalog::of_text(&record.game, &text);
    let game = game.ok_or_else(|| format!("there is no game called \"{}\"", record.game))?;
    let verdict = game.verify(&text, seed).map_err(|error| error.to_string())?;
    Ok(verdict.entries)
}

fn text_of(stored: &Stored) -> String {
    stored.lines.join("\n") + "\n"
}

/// What is left of a room after damage.
pub struct Mended {
    /// Its tokens, who made it, and as much of its journal as still holds.
    pub stored: Stored,
    /// The game that would have to judge the journal and is not here: all of it was left as it is.
    pub missing: Option<String>,
}

/// As much of a room as still holds after damage: the longest beginning of its journal that can be
/// verified, its tokens and who made it. None where the room itself cannot be read.
pub fn mend(mut stored: Stored) -> Option<Mended> {
    let record: Record = serde_json::from_str(&stored.room.json).ok()?;
    stored.room.tokens = record.tokens();
    stored.room.maker.clone_from(&record.maker);
    if senet_catalog::of_text(&record.game, &text_of(&stored)).is_none() {
        return Some(Mended { stored, missing: Some(record.game) });
    }
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
    Some(Mended { stored: upto(good), missing: None })
}
