//! The rooms that are in memory: who locks one, how they come from the store, and when they leave again.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;

use super::{Server, lock, now_ms};
use crate::clock;
use crate::error::ApiError;
use crate::retention;
use crate::room::Room;
use crate::store::{StoreError, Write};

/// A room that is locked for a change. A change that was not settled, because of an error or a panic
/// in between, is forgotten: the room is read anew from the store.
pub struct Locked(pub(super) OwnedMutexGuard<Room>);

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

impl Server {
    pub(crate) fn rooms_in_memory(&self) -> usize {
        lock(&self.0.rooms).len()
    }

    /// Whether every room in memory rests.
    #[doc(hidden)]
    pub fn rests(&self) -> bool {
        let rooms: Vec<_> = lock(&self.0.rooms).values().cloned().collect();
        rooms.iter().all(|room| room.try_lock().is_ok_and(|room| room.stale))
    }

    /// Locks a room, and brings it back from the store where it has left memory. Whatever any node has
    /// acknowledged by now is there.
    pub async fn room(&self, id: &str) -> Result<Locked, ApiError> {
        let mut room = self.locked(id).await?;
        if self.is_behind(&mut room).await? {
            self.bring_up_to_date(&mut room).await?;
        }
        Ok(room)
    }

    /// The same, as this node knows it: other nodes may have gone on.
    pub(crate) async fn locked(&self, id: &str) -> Result<Locked, ApiError> {
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

    /// Locks a room that was found before, without looking for it again. What other nodes have done there
    /// of late may not be known yet: a change is compared in any case, and a refusal is looked at twice.
    pub async fn known_room(
        &self,
        id: &str,
        known: &Arc<tokio::sync::Mutex<Room>>,
    ) -> Result<Locked, ApiError> {
        let mut locked = Locked(known.clone().lock_owned().await);
        if locked.gone {
            drop(locked);
            return self.locked(id).await;
        }
        self.bring_up_to_date(&mut locked).await?;
        Ok(locked)
    }

    /// What is stored counts, and clocks and bots go on from there.
    pub(super) async fn bring_up_to_date(&self, room: &mut Locked) -> Result<(), ApiError> {
        if room.stale {
            self.refresh(room).await?;
        }
        room.touched = true;
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
        let mut room = self.stored(id).await?;
        room.expect_everybody();
        // A node that has just begun may not know of the others yet, whose guests count all the same.
        room.elsewhere = self.0.store.elsewhere(std::slice::from_ref(&room.id)).await?;
        let room = Arc::new(tokio::sync::Mutex::new(room));
        // Two who come at once get the same room.
        Ok(lock(&self.0.rooms).entry(id.to_owned()).or_insert(room).clone())
    }

    /// Lets a room that nobody follows leave memory. One where people sit and nothing happens rests: it is read
    /// again when something does. What spares the replay of its journal is kept.
    async fn let_go(&self, id: &str, room: &tokio::sync::Mutex<Room>) {
        let write = {
            let Ok(mut room) = room.try_lock() else { return };
            room.drop_gone();
            let told = room.attendance() == room.attended;
            // What goes on by itself stays, unless somebody follows it at another node.
            let stays = room.goes_on() && room.elsewhere.is_empty();
            if stays || !told {
                return;
            }
            let (touched, empty) = (std::mem::take(&mut room.touched), room.followers.is_empty());
            if !empty && (touched || !room.is_quiet()) {
                return;
            }
            let snapshot = room.snapshot().filter(|_| !room.stale);
            let (table, version) = (room.id.clone(), room.version);
            if empty {
                room.gone = true;
                lock(&self.0.rooms).remove(id);
            } else {
                room.rest();
            }
            let Some(snapshot) = snapshot else { return };
            Write { table, version, snapshot: Some(snapshot), ..Write::default() }
        };
        if let Err(error) = self.write(write).await {
            // The journal is all that is needed.
            tracing::debug!(%error, table = id, "a snapshot was not kept");
        }
    }

    /// Rooms where nothing happens leave memory after a while.
    pub(super) fn sweep_now_and_then(&self) {
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
    pub(super) fn prune_now_and_then(&self) {
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
}
