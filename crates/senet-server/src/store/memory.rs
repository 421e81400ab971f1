//! A store that is gone with the process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{CHAT, ChatRow, LISTED, RoomRow, StoreError, Stored, Which, Write};

/// Rooms in memory.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<BTreeMap<String, Kept>>>);

struct Kept {
    stored: Stored,
    chat: Vec<ChatRow>,
}

impl Memory {
    fn rooms(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        // No change is left half made, so what a panic left behind is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self, write: Write) -> Result<(), StoreError> {
        let mut rooms = self.rooms();
        let lines = rooms.get(&write.table).map_or(0, |kept| kept.stored.lines.len() as u64);
        if lines != write.after {
            return Err(StoreError::Conflict);
        }
        let kept = match (rooms.get_mut(&write.table), write.room) {
            (Some(kept), None) => kept,
            (Some(kept), Some(room)) => {
                kept.stored.room = room;
                kept
            }
            (None, Some(room)) => {
                let stored = Stored { room, lines: Vec::new() };
                rooms.entry(write.table).or_insert(Kept { stored, chat: Vec::new() })
            }
            (None, None) => return Err(StoreError::Conflict),
        };
        if !write.lines.is_empty() {
            kept.stored.room.active_ms = write.at_ms;
        }
        kept.stored.lines.extend(write.lines);
        kept.chat.extend(write.chat);
        Ok(())
    }

    pub(super) fn load(&self, table: &str) -> Option<Stored> {
        self.rooms().get(table).map(|kept| kept.stored.clone())
    }

    pub(super) fn list(&self, which: &Which) -> Vec<(String, RoomRow)> {
        let rooms = self.rooms();
        let fitting = rooms.iter().filter(|(_, kept)| fits(&kept.stored.room, which));
        let mut list: Vec<_> =
            fitting.map(|(table, kept)| (table.clone(), kept.stored.room.clone())).collect();
        let time = |room: &RoomRow| match which {
            Which::Tokens(_) => room.active_ms,
            Which::Public | Which::Finished { .. } => room.changed_ms,
        };
        list.sort_by(|(a, one), (b, other)| time(other).cmp(&time(one)).then(a.cmp(b)));
        list.truncate(LISTED);
        list
    }

    pub(super) fn names(&self, after: &str) -> Vec<String> {
        let rooms = self.rooms();
        rooms.keys().filter(|name| name.as_str() > after).take(LISTED).cloned().collect()
    }

    pub(super) fn chat(&self, table: &str) -> Vec<ChatRow> {
        let rooms = self.rooms();
        let chat = rooms.get(table).map_or(&[][..], |kept| &kept.chat);
        chat[chat.len().saturating_sub(CHAT)..].to_vec()
    }
}

fn fits(room: &RoomRow, which: &Which) -> bool {
    match which {
        Which::Public => room.public && matches!(room.state.as_str(), "lobby" | "playing"),
        Which::Tokens(tokens) => room.tokens.iter().any(|token| tokens.contains(token)),
        Which::Finished { game, player, before_ms } => {
            room.public
                && room.state == "finished"
                && game.as_ref().is_none_or(|game| room.game == *game)
                && player.as_ref().is_none_or(|player| {
                    room.players.contains(&format!("\n{}\n", player.to_lowercase()))
                })
                && before_ms.is_none_or(|before| room.changed_ms < before)
        }
    }
}
