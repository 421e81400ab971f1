//! People talk at a table.

use senet_kernel::{Seat, Viewer};

use super::acting::ENTRY_BYTES;
use super::guest::Guest;
use crate::error::ApiError;
use crate::http::moderation;
use crate::names;
use crate::room::Room;
use crate::server::now_ms;
use crate::store::ChatRow;

/// Lines of chat in a second, on average.
pub(super) const CHATTER: f64 = 2.0;

impl Guest {
    pub(super) async fn chat(
        &mut self,
        table: &str,
        seat: Option<Seat>,
        said: String,
    ) -> Result<(), ApiError> {
        let most = self.server.limits().chat;
        let said = said.trim().to_owned();
        if said.chars().count() > most || names::is_harmful(&said) {
            let sentence = format!(
                "a line of chat has 1 to {most} characters that can be seen, none of which changes how others are read"
            );
            return Err(ApiError::new("bad_chat", sentence));
        }
        let too_fast = || {
            let sentence = "you talk faster than anybody reads; wait a moment";
            ApiError::new("too_many_messages", sentence)
        };
        if !self.chatter.take() {
            return Err(too_fast());
        }
        self.pay(ENTRY_BYTES + said.len())?;
        let mark = self.server.mark(self.out.address()).await?;
        // Who may not talk here has no command started either.
        let (room, viewer) = self.looking(table, seat).await?;
        self.speaker(&room, viewer, &mark)?;
        drop(room);
        moderation::ask_filter(&self.server, table, &said).await?;
        let (mut room, viewer) = self.looking(table, seat).await?;
        let from = self.speaker(&room, viewer, &mark)?;
        if !room.may_talk(viewer) {
            return Err(too_fast());
        }
        let row = ChatRow { at_ms: now_ms(), seat: viewer.seat().map(u8::from), from, text: said };
        self.server.chat(&mut room, row).await
    }

    /// The name under which this socket talks, where it may.
    pub(super) fn speaker(
        &self,
        room: &Room,
        viewer: Viewer,
        mark: &str,
    ) -> Result<String, ApiError> {
        if !room.record.chat {
            return Err(ApiError::new("chat_off", "the host has switched the chat off"));
        }
        if let Some(hush) = room.hush() {
            return Err(ApiError::new("hushed", hush));
        }
        let own = room.followers.iter().find(|follower| follower.socket == self.number);
        let spectator =
            own.filter(|_| viewer == Viewer::Spectator).and_then(|own| own.name.clone());
        let from = spectator.map_or_else(|| room.called(viewer), |name| name.to_string());
        let hushed = room.record.hushed.iter().any(|other| other.mark == mark);
        let muted = room.record.muted.iter().any(|name| names::alike(name, &from));
        if muted || hushed && viewer == Viewer::Spectator {
            return Err(ApiError::new("muted", "the host lets nobody hear you"));
        }
        Ok(from)
    }
}
