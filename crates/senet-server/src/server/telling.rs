//! What follows a change: clocks and bots go on, and everybody who may know is told.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use senet_table::protocol::Push;

use super::{Locked, Server, now_ms};
use crate::bots::{self, Thought};
use crate::clock::{self, Wait};
use crate::error::ApiError;
use crate::room::{Room, text};
use crate::store::{ChatRow, Write};

/// How long word of who is there, and of what has become of a room, waits for more of it.
const PAUSE: Duration = Duration::from_millis(200);

impl Server {
    /// Sets the clock, tells everybody, wakes the bots.
    pub(super) fn go_on(&self, room: &mut Locked, news: bool) {
        clock::set(self, room);
        if news {
            let now = now_ms();
            room.catch_up(now);
            room.publish(now);
            self.tell_late(room);
        }
        bots::wake(self, room);
    }

    /// Spectators who have to wait are told when the time has come.
    pub fn tell_late(&self, room: &mut Room) {
        let Some(mut wait) = room.wait_of_spectators(now_ms()) else { return };
        room.telling = true;
        let (server, id) = (self.clone(), room.id.clone());
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(wait).await;
                let Ok(mut room) = server.locked(&id).await else {
                    wait = Duration::from_secs(1);
                    continue;
                };
                room.telling = false;
                room.publish_late(now_ms());
                return server.tell_late(&mut room);
            }
        });
    }

    /// Tells everybody at the table and in the lobby that the room itself has changed: at once, and a few times
    /// a second at most, however often it does.
    pub fn room_changed(&self, room: &mut Locked) {
        if room.record.public {
            self.lobby_changed();
        }
        if room.telling_room {
            return;
        }
        let wait = room.told_at.map_or(Duration::ZERO, |at| PAUSE.saturating_sub(at.elapsed()));
        if wait.is_zero() {
            return tell_room(room);
        }
        room.telling_room = true;
        let (server, known) = (self.clone(), room.shared());
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let mut room = Locked(known.lock_owned().await);
            room.telling_room = false;
            if room.gone {
                return;
            }
            if room.stale && server.bring_up_to_date(&mut room).await.is_err() {
                return server.come_back(&room.id);
            }
            tell_room(&mut room);
        });
    }

    /// Somebody has come or gone. Where somebody looks, nothing rests. However many come and go, the others
    /// are told a few times a second at most, and only of people at the table.
    pub fn attendance_changed(&self, room: &mut Locked) {
        room.note_who_is_here();
        if !room.followers.is_empty() {
            room.unattended = 0;
        }
        let empty = room.followers.is_empty() && room.elsewhere.is_empty();
        if std::mem::replace(&mut room.listed_empty, empty) != empty && room.record.public {
            // A room where nobody is leaves the list in time, and is on it again when somebody comes.
            self.lobby_changed();
        }
        clock::set(self, room);
        bots::wake(self, room);
        room.presence_moved |= room.presence() != room.told_present;
        let told = !room.presence_moved && room.attendance() == room.attended;
        if room.telling_presence || told {
            return;
        }
        room.telling_presence = true;
        let (server, known) = (self.clone(), room.shared());
        tokio::spawn(async move {
            tokio::time::sleep(PAUSE).await;
            let mut room = server.tell_other_nodes(known).await;
            room.telling_presence = false;
            if room.stale && !room.gone && server.bring_up_to_date(&mut room).await.is_err() {
                server.come_back(&room.id);
            }
            if room.gone || room.stale || !std::mem::take(&mut room.presence_moved) {
                // Nobody is there any more, all are told of the whole room anyway, or nobody at the
                // table has moved.
                return;
            }
            // Who came in between has seen who was there then: all are told, whatever it is now.
            room.told_present = room.presence();
            room.told = None;
            server.room_changed(&mut room);
        });
    }

    /// A socket follows a room no more, whatever else is wrong with it.
    pub(crate) async fn unfollow(&self, known: Arc<tokio::sync::Mutex<Room>>, socket: u64) {
        let mut room = Locked(known.lock_owned().await);
        room.followers.retain(|follower| follower.socket != socket);
        if !room.gone {
            self.attendance_changed(&mut room);
        }
    }

    /// Tells the other nodes who is here, again and again until they know.
    async fn tell_other_nodes(&self, known: Arc<tokio::sync::Mutex<Room>>) -> Locked {
        loop {
            let mut room = Locked(known.clone().lock_owned().await);
            if room.gone || self.attend(&mut room).await.is_ok() {
                return room;
            }
            drop(room);
            tokio::time::sleep(self.limits().beat).await;
        }
    }

    /// The time of a room is up.
    pub(crate) async fn time_is_up(&self, id: &str, wait: Wait) {
        let Ok(mut room) = self.locked(id).await else { return self.come_back(id) };
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
    pub(crate) async fn bot_has_thought(&self, id: &str, thought: Thought) {
        let Ok(mut room) = self.locked(id).await else { return self.come_back(id) };
        if room.thought != thought.number {
            return; // Others have changed the room meanwhile, and the bot thinks anew.
        }
        room.acts_by_itself();
        bots::act(&mut room, thought.seat, thought.commands);
        let (before, counted) = (room.stored, room.counted);
        if let Err(error) = self.settle(&mut room).await {
            tracing::warn!(table = id, code = error.0.code, "a bot's move was not stored");
            return;
        }
        // What a bot has done in secret is not counted either.
        if room.counted != counted {
            self.0.metrics.bots.observe(thought.took);
        }
        if room.stored == before {
            bots::wake(self, &mut room);
        }
    }

    /// Says something at a table.
    pub async fn chat(&self, room: &mut Locked, row: ChatRow) -> Result<(), ApiError> {
        let (table, at_ms) = (room.id.clone(), row.at_ms);
        let write = Write { table, at_ms, chat: vec![row.clone()], ..Write::default() };
        if let Err(error) = self.write(write).await {
            self.go_back(room, &error).await;
            return Err(error.into());
        }
        room.hear_one(&row);
        Ok(())
    }
}

/// Tells everybody at the table how the room is now. What nobody may know of is no reason to say anything.
fn tell_room(room: &mut Room) {
    let view = room.brief();
    let told = text(&Push::Room { table: &view.table, room: &view });
    let hash = Some(blake3::hash(&told));
    if hash != room.told {
        room.tell(&told);
        room.told = hash;
        room.told_at = Some(Instant::now());
    }
}
