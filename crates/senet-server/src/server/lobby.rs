//! The lists of rooms, and the one of public rooms that everybody may watch.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use senet_table::protocol::Push;
use tokio::sync::watch;

use super::{Server, internal, lock, now_ms};
use crate::error::ApiError;
use crate::lobby;
use crate::room::{Record, Room, RoomView, State, text};
use crate::store::{Elsewhere, LISTED, RoomRow, Which};

/// How long the list of public rooms is good where nothing is known to have changed.
const GOOD: Duration = Duration::from_millis(250);

/// The list of public rooms as it was last made, for all who ask.
#[derive(Default)]
pub(super) struct Told {
    /// Which changes it knows of.
    changes: u64,
    since: Option<Instant>,
    rooms: Arc<Vec<RoomView>>,
    json: Bytes,
}

/// A room on a list.
struct Listed {
    /// The mark of the address that made it.
    maker: String,
    view: RoomView,
    /// Whether strangers find something there.
    open: bool,
    /// Whether nobody is there.
    empty: bool,
}

impl Server {
    /// The list of public rooms, whenever it changes.
    pub(crate) fn lobby(&self) -> watch::Receiver<Bytes> {
        self.0.lobby_told.subscribe()
    }

    pub(super) fn lobby_changed(&self) {
        self.0.lobby.send_modify(|count| *count += 1);
    }

    /// The public rooms that can be joined or watched, as JSON. However often it is asked for, the list is
    /// made anew only when something may have changed.
    pub async fn public_json(&self) -> Result<Bytes, ApiError> {
        Ok(self.public().await?.1)
    }

    async fn public(&self) -> Result<(Arc<Vec<RoomView>>, Bytes), ApiError> {
        let mut told = self.0.public.lock().await;
        let changes = *self.0.lobby.borrow();
        if told.changes != changes || told.since.is_none_or(|since| since.elapsed() >= GOOD) {
            let rooms = lobby::fair(self.public_rooms(None).await?, LISTED);
            let json = text(&rooms);
            let since = Some(Instant::now());
            *told = Told { changes, since, rooms: Arc::new(rooms), json };
        }
        Ok((told.rooms.clone(), told.json.clone()))
    }

    /// Rooms, as everybody may see them.
    pub async fn list(&self, which: Which) -> Result<Vec<RoomView>, ApiError> {
        let rows = self.0.store.list(which).await?;
        rows.into_iter().map(|(id, row)| Ok(self.listed(id, row, Vec::new())?.view)).collect()
    }

    /// The public rooms that can be joined or watched, of one maker or of all, with who made each, newest
    /// first.
    pub(super) async fn public_rooms(
        &self,
        maker: Option<String>,
    ) -> Result<Vec<(String, RoomView)>, ApiError> {
        let mut rooms = Vec::new();
        let since_ms = now_ms() - self.0.limits.listed.as_millis() as i64;
        let which = Which::Public { since_ms, here: self.public_in_memory(), maker };
        let rows = self.0.store.list(which).await?;
        let ids: Vec<String> = rows.iter().map(|(id, _)| id.clone()).collect();
        let elsewhere = self.elsewhere(&ids).await?;
        for (id, row) in rows {
            let there = elsewhere.iter().filter(|other| other.room == id).cloned().collect();
            let Listed { maker, view, open, empty } = self.listed(id, row, there)?;
            // Where nobody is there is nobody to play with.
            if open && !(empty && view.active_ms < since_ms) {
                rooms.push((maker, view));
            }
        }
        Ok(rooms)
    }

    /// The rooms in memory that may be on the list, whenever they were changed; who is busy is looked at, too.
    fn public_in_memory(&self) -> Vec<String> {
        let rooms = lock(&self.0.rooms);
        let may_be = |room: &Arc<tokio::sync::Mutex<Room>>| {
            room.try_lock().map_or(true, |room| room.record.public)
        };
        rooms.iter().filter(|(_, room)| may_be(room)).map(|(id, _)| id.clone()).collect()
    }

    /// A stored room as it is in memory, or as it was stored where it is not there or busy.
    fn listed(
        &self,
        id: String,
        row: RoomRow,
        elsewhere: Vec<Elsewhere>,
    ) -> Result<Listed, ApiError> {
        let live = lock(&self.0.rooms).get(&id).cloned();
        let busy = live.is_some();
        let live = live.and_then(|room| room.try_lock_owned().ok());
        if let Some(room) = live.as_ref().filter(|room| !room.stale) {
            let (maker, view) = (room.record.maker.clone(), room.brief());
            let (open, empty) =
                (room.record.can_be_found(), room.followers.is_empty() && elsewhere.is_empty());
            return Ok(Listed { maker, view, open, empty });
        }
        // A room that rests still knows who is there.
        let here = live.map(|room| Elsewhere {
            room: id.clone(),
            node: String::new(),
            who: room.attendance(),
        });
        let record: Record = serde_json::from_str(&row.json).map_err(internal)?;
        let (maker, open) = (record.maker.clone(), record.can_be_found());
        let empty = !busy && elsewhere.is_empty();
        let mut room = Room::new(id, record, None, 0);
        room.elsewhere = elsewhere;
        room.elsewhere.extend(here);
        let view = room.brief();
        // When something hidden was last done in a game that goes on is nobody's business.
        let view = match view.state {
            State::Playing => view,
            _ => RoomView { active_ms: row.active_ms, ..view },
        };
        Ok(Listed { maker, view, open, empty })
    }

    /// Makes the list of public rooms once for all who watch it.
    pub(super) fn tell_the_lobby(&self) {
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
    pub(crate) async fn lobby_text(&self) -> Result<Bytes, ApiError> {
        let (rooms, _) = self.public().await?;
        Ok(text(&Push::Lobby { rooms: &rooms }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Limits;
    use crate::store::{Memory, Store};

    /// To ask for the list again and again keeps nobody else waiting.
    #[tokio::test]
    async fn the_list_is_made_once_for_all_who_ask() {
        let server = Server::new(Store::Memory(Memory::default()), Limits::default(), None);
        let first = loop {
            let asked = Instant::now();
            let (first, _) = server.public().await.unwrap();
            let (second, _) = server.public().await.unwrap();
            // A machine that stalls so long between the two says nothing about the list.
            if asked.elapsed() < GOOD {
                assert!(Arc::ptr_eq(&first, &second));
                break first;
            }
        };
        server.lobby_changed();
        let (third, json) = server.public().await.unwrap();
        assert!(!Arc::ptr_eq(&first, &third), "what has changed is told at once");
        assert_eq!(&json[..], b"[]");
    }
}
