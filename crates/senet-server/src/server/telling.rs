//! What follows a change: clocks and bots go on, and everybody who may know is told.

use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use senet_kernel::Seat;
use senet_table::protocol::{ChatLine, Push};
use serde_json::Value;

use super::{Locked, Server, now_ms};
use crate::bots;
use crate::clock::{self, Wait};
use crate::error::ApiError;
use crate::room::{Room, text};
use crate::store::{ChatRow, Write};

/// How long word of who is there waits for more of it.
const PRESENCE: Duration = Duration::from_millis(200);

impl Server {
    /// Sets the clock, tells everybody, wakes the bots.
    pub(super) fn go_on(&self, room: &mut Locked, news: bool) {
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
        let told = text(&Push::Room { table: &view.table, room: &view });
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
        let line = ChatLine::from(row.clone());
        let message = text(&Push::Chat { table: &room.id, line: &line });
        let (table, at_ms) = (room.id.clone(), row.at_ms);
        let write = Write { table, at_ms, chat: vec![row], ..Write::default() };
        if let Err(error) = self.write(write).await {
            self.go_back(room, &error).await;
            return Err(error.into());
        }
        room.tell_chat(&message, &from);
        Ok(())
    }
}
