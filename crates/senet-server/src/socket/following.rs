//! Tables are followed, and the lobby is watched.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use senet_kernel::Viewer;
use senet_table::protocol::{Answer, ChatLine, Followed, Occasion};
use serde_json::Value;

use super::guest::{Guest, Watch};
use crate::error::ApiError;
use crate::names;
use crate::room::{Follower, Room, update_text};
use crate::secret::token_hash;
use crate::server::{Locked, now_ms};
use crate::sitting::DEVICES;

/// The most entries that are told to somebody who comes back; beyond that the bare view does.
const CATCH_UP: u64 = 200;

/// How often somebody is told what they have missed who comes while others play on.
const CATCHES: usize = 3;

/// How long that may take each time, its turn in the line included.
const CAUGHT_UP_WITHIN: Duration = Duration::from_secs(10);

/// The most tables that one socket follows.
const FOLLOWED: usize = 64;

/// The most sockets that follow a table for one seat: some for each device.
const SEATED: usize = 4 * DEVICES;

impl Guest {
    pub(super) async fn follow(
        &mut self,
        id: Option<Value>,
        table: String,
        token: Option<String>,
        since: Option<u64>,
        name: Option<String>,
    ) -> Result<(), ApiError> {
        if self.followed.len() >= FOLLOWED && self.watch(&table).is_none() {
            let sentence = format!("one socket follows at most {FOLLOWED} tables");
            return Err(ApiError::new("too_many_tables", sentence));
        }
        let mark = self.server.mark(self.out.address()).await?;
        let (mut room, missed) = self.come(&table, token.as_deref(), since).await?;
        let chat = self.server.store().chat(&table).await?;
        room.hear(&chat);
        let viewer = viewer_of(&room, token.as_deref())?;
        if viewer == Viewer::Spectator {
            room.may_come(&mark)?;
            self.may_watch(&room)?;
            if let Some(name) = &name {
                self.may_be_called(&room, name)?;
            }
        }
        room.followers.retain(|f| !(f.socket == self.number && f.viewer == viewer));
        self.has_place(&room, viewer)?;
        let entry = room.known_to(viewer);
        let since = since.filter(|since| since.checked_add(1) == Some(entry)).unwrap_or(entry);
        let out = self.out.clone();
        let called = name.filter(|_| viewer == Viewer::Spectator).map(Arc::from);
        let chat: Vec<_> = chat.into_iter().filter(|row| room.hears(viewer, &row.from)).collect();
        let hash = token.as_deref().map(token_hash);
        let known = room.watched(viewer).map_or(0, |table| table.last_line(viewer));
        room.followers.push(Follower {
            socket: self.number,
            viewer,
            token: hash,
            out,
            mark: (viewer == Viewer::Spectator).then(|| mark.into()),
            name: called,
            seen: entry,
            known,
        });
        if let Err(error) = self.server.attend(&mut room).await {
            room.followers.pop();
            return Err(error);
        }
        let seats = match self.followed.iter().position(|watch| watch.table == table) {
            Some(known) => self.followed.swap_remove(known).seats,
            None => Vec::new(),
        };
        let mut watch = Watch { table, room: room.shared(), seats };
        if let (Some(seat), Some(token)) = (viewer.seat(), &token) {
            watch.seats.retain(|(known, _)| *known != seat);
            // As a rule it is the only one, and most sockets follow one table.
            watch.seats.reserve_exact(1);
            watch.seats.push((seat, token_hash(token)));
        }
        self.followed.reserve_exact(1);
        self.followed.push(watch);
        let followed = Followed {
            table: room.id.clone(),
            viewer,
            room: room.view(),
            chat: chat.into_iter().map(ChatLine::from).collect(),
        };
        self.answer(id, &Answer::Followed(Box::new(followed)));
        self.server.attendance_changed(&mut room);
        if let Some(table) = room.watched(viewer) {
            let deadline_ms = room.deadline_for(viewer);
            let at = Occasion { table: &room.id, viewer, now_ms: now_ms(), deadline_ms };
            self.out.send(missed.unwrap_or_else(|| update_text(at, table, since)));
        }
        if viewer == Viewer::Spectator {
            self.server.tell_late(&mut room);
        }
        Ok(())
    }

    /// Locks a room for somebody who comes, with what they have missed since one of their steps, where that is
    /// more than one and not too much. To tell it a long game has to be played again: that is done among the
    /// thoughts and without the room, where others play on meanwhile. Where they do so all the time, or there is
    /// too much to think about, the bare view does.
    pub(super) async fn come(
        &self,
        table: &str,
        token: Option<&str>,
        since: Option<u64>,
    ) -> Result<(Locked, Option<Bytes>), ApiError> {
        let mut told = None;
        for _ in 0..=CATCHES {
            let room = self.server.room(table).await?;
            let viewer = viewer_of(&room, token)?;
            let entry = room.known_to(viewer);
            let line = room.watched(viewer).map_or(0, |table| table.last_line(viewer));
            let far = |since: &u64| (2..=CATCH_UP).contains(&entry.saturating_sub(*since));
            let Some(since) = since.filter(far) else { return Ok((room, None)) };
            if let Some((_, text)) = told.take_if(|(known, _)| *known == line) {
                return Ok((room, text));
            }
            let (past, id) = (room.past(viewer, since)?, room.id.clone());
            let deadline_ms = room.deadline_for(viewer);
            drop(room);
            let tell = move || {
                let table = past.table().ok()?;
                let at = Occasion { table: &id, viewer, now_ms: now_ms(), deadline_ms };
                Some(update_text(at, &*table, since))
            };
            let text = self.server.pool().run(&self.out.asker(), CAUGHT_UP_WITHIN, tell).await;
            told = Some((line, text.ok().flatten()));
        }
        Ok((self.server.room(table).await?, None))
    }

    /// Refuses where a seat has too many sockets: whatever happens is told to each of them.
    pub(super) fn has_place(&self, room: &Room, viewer: Viewer) -> Result<(), ApiError> {
        let open = room.followers.iter().filter(|follower| follower.viewer == viewer).count();
        if viewer == Viewer::Spectator || open < SEATED {
            return Ok(());
        }
        let sentence = format!("{open} sockets follow for this seat, which is the most; close one");
        Err(ApiError::new("too_many_sockets", sentence))
    }

    /// Checks the name of a spectator, which nobody else here may have.
    pub(super) fn may_be_called(&self, room: &Room, name: &str) -> Result<(), ApiError> {
        names::check(name, self.server.limits().name)?;
        names::check_among(name, None, &room.record.seats, &room.bots()?)?;
        let others = room.followers.iter().filter(|other| other.socket != self.number);
        let mut others = others.filter_map(|other| other.name.as_ref());
        let far = !room.called_elsewhere(name).is_empty();
        if far || others.any(|other| names::alike(other, name)) {
            return Err(names::taken(name));
        }
        Ok(())
    }

    /// Lets one spectator more in, where there are not too many.
    pub(super) fn may_watch(&self, room: &Room) -> Result<(), ApiError> {
        let (limits, address) = (self.server.limits(), self.out.address());
        let others = room.followers.iter().filter(|follower| {
            follower.viewer == Viewer::Spectator && follower.socket != self.number
        });
        let (mut all, mut own) = (room.spectators_elsewhere(), 0);
        for other in others {
            all += 1;
            own += usize::from(other.out.address() == address);
        }
        if all < limits.spectators && own < limits.spectators_per_address {
            return Ok(());
        }
        let sentence =
            format!("{all} spectators watch this table, which is the most; try again later");
        Err(ApiError::new("too_many_spectators", sentence))
    }

    pub(super) async fn unfollow(&mut self, table: &str) -> Result<(), ApiError> {
        if let Some(known) = self.followed.iter().position(|watch| watch.table == table) {
            let watch = self.followed.swap_remove(known);
            self.server.unfollow(watch.room, self.number).await;
        }
        Ok(())
    }

    pub(super) fn watch_lobby(&mut self, on: bool) {
        if let Some(task) = self.lobby.take() {
            task.abort();
        }
        if !on {
            return;
        }
        let (server, out) = (self.server.clone(), self.out.clone());
        let mut told = server.lobby();
        let task = tokio::spawn(async move {
            if let Ok(text) = server.lobby_text().await {
                out.send(text);
            }
            while told.changed().await.is_ok() {
                let text = told.borrow_and_update().clone();
                out.send(text);
            }
        });
        self.lobby = Some(task.abort_handle());
    }
}

/// Who looks, by the token that they show.
pub(super) fn viewer_of(room: &Room, token: Option<&str>) -> Result<Viewer, ApiError> {
    match token {
        Some(token) => match room.seat_of(&token_hash(token)) {
            Some(seat) => Ok(Viewer::Seat(seat)),
            None => Err(ApiError::new("wrong_token", "this token holds no seat at this table")),
        },
        None if room.record.spectators => Ok(Viewer::Spectator),
        None => Err(ApiError::new("no_spectators", "this table may not be watched")),
    }
}
