//! A store that is gone with the process. Servers of one process may share it, each as a node of its own.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::codes::Codes;
use super::nodes::{Attendance, Beat, Change, Elsewhere};
use super::{
    CHAT, ChatRow, Fate, LISTED, LOBBY, ReportRow, RoomRow, StoreError, Stored, Which, Write,
};
use crate::lobby::fair;
use crate::secret::{self, Salt};

/// Rooms in memory, as one node has them. Clones are the same node.
#[derive(Clone)]
pub struct Memory {
    shared: Arc<Shared>,
    node: Arc<str>,
}

/// What all nodes have in common.
struct Shared {
    rooms: Mutex<HashMap<String, Kept>>,
    nodes: Mutex<HashMap<Arc<str>, Node>>,
    codes: Codes,
    salt: Salt,
}

impl Default for Shared {
    fn default() -> Shared {
        let salt = Salt::of(&secret::token());
        Shared { rooms: Mutex::default(), nodes: Mutex::default(), codes: Codes::default(), salt }
    }
}

#[derive(Default)]
struct Kept {
    stored: Stored,
    chat: Vec<ChatRow>,
    reports: Vec<ReportRow>,
}

/// A node that shares the rooms.
#[derive(Default)]
struct Node {
    /// When it last said that it lives; never, where it only listens.
    seen: Option<Instant>,
    /// Where it hears of the others.
    ear: Option<mpsc::UnboundedSender<Change>>,
    /// Who follows which room there.
    attendance: HashMap<String, Attendance>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { shared: Arc::default(), node: secret::table_name().into() }
    }
}

impl Memory {
    /// The same rooms, as another node has them.
    pub fn another_node(&self) -> Memory {
        Memory { shared: self.shared.clone(), node: secret::table_name().into() }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        // No change is left half made, so what a panic left behind is whole.
        self.shared.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn nodes(&self) -> MutexGuard<'_, HashMap<Arc<str>, Node>> {
        self.shared.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn node(&self) -> &str {
        &self.node
    }

    pub(super) fn codes(&self) -> &Codes {
        &self.shared.codes
    }

    pub(super) fn salt(&self) -> Salt {
        self.shared.salt.clone()
    }

    /// Whether no other node listens.
    fn is_alone(&self) -> bool {
        self.nodes().keys().all(|name| *name == self.node)
    }

    /// Tells the other nodes something.
    pub(super) fn tell(&self, change: &Change) {
        for (name, node) in self.nodes().iter() {
            if let Some(ear) = node.ear.as_ref().filter(|_| *name != self.node) {
                // A node that has ended hears nothing.
                let _ = ear.send(change.clone());
            }
        }
    }

    pub(super) fn changes(&self) -> mpsc::UnboundedReceiver<Change> {
        let (ear, changes) = mpsc::unbounded_channel();
        self.nodes().entry(self.node.clone()).or_default().ear = Some(ear);
        changes
    }

    pub(super) fn beat(&self, silence: Option<Duration>) -> Beat {
        let mut nodes = self.nodes();
        let own = nodes.entry(self.node.clone()).or_default();
        let anew = own.seen.replace(Instant::now()).is_none();
        if let Some(silence) = silence {
            for node in nodes.values_mut() {
                // It hears on; should it say something again, it begins anew.
                if node.seen.is_some_and(|seen| seen.elapsed() >= silence) {
                    node.seen = None;
                    node.attendance.clear();
                }
            }
        }
        let lives = |(name, node): (&Arc<str>, &Node)| {
            (node.seen.is_some() && *name != self.node).then(|| name.to_string())
        };
        Beat { others: nodes.iter().filter_map(lives).collect(), anew }
    }

    pub(super) fn part(&self) {
        self.nodes().remove(&self.node);
        self.tell(&Change::Any);
    }

    pub(super) fn attend(&self, room: &str, who: &Attendance) -> Result<(), StoreError> {
        if let Some(node) = self.nodes().get_mut(&self.node) {
            match who.is_empty() {
                true => node.attendance.remove(room),
                false => node.attendance.insert(room.to_owned(), who.clone()),
            };
        }
        self.tell(&Change::Presence(room.to_owned()));
        Ok(())
    }

    pub(super) fn elsewhere(&self, rooms: &[String]) -> Vec<Elsewhere> {
        let nodes = self.nodes();
        let others = nodes.iter().filter(|(name, _)| **name != self.node);
        let at = |(name, node): (&Arc<str>, &Node)| {
            let there = rooms.iter().filter_map(|room| {
                let who = node.attendance.get(room)?.clone();
                Some(Elsewhere { room: room.clone(), node: name.to_string(), who })
            });
            there.collect::<Vec<_>>()
        };
        others.flat_map(at).collect()
    }

    pub(super) fn version(&self, room: &str) -> Option<u64> {
        self.rooms().get(room).map(|kept| kept.stored.version)
    }

    pub(super) fn write(&self, write: Write) -> Result<(), StoreError> {
        let news = if self.is_alone() { None } else { write.news() };
        self.put(write)?;
        if let Some(change) = news {
            self.tell(&change);
        }
        Ok(())
    }

    fn put(&self, write: Write) -> Result<(), StoreError> {
        let mut rooms = self.rooms();
        let version = rooms.get(&write.table).map_or(0, |kept| kept.stored.version);
        if !write.fits(version) {
            return Err(StoreError::Conflict);
        }
        if write.fate == Fate::Gone {
            rooms.remove(&write.table);
            return Ok(());
        }
        let change = write.is_change();
        let kept = rooms.entry(write.table).or_default();
        if write.fate == Fate::Anew {
            kept.stored.lines.clear();
            kept.stored.snapshot = None;
            kept.chat.clear();
            kept.reports.clear();
        }
        if change {
            kept.stored.version += 1;
        }
        if let Some(room) = write.room {
            kept.stored.room = room;
        }
        if !write.lines.is_empty() {
            kept.stored.room.active_ms = write.at_ms;
        }
        let times = write.lines.iter().map(|_| write.at_ms);
        kept.stored.times.extend(times);
        kept.stored.lines.extend(write.lines);
        kept.chat.extend(write.chat);
        kept.reports.extend(write.reports);
        let old = kept.chat.len().saturating_sub(CHAT);
        kept.chat.drain(..old);
        if write.snapshot.is_some() {
            kept.stored.snapshot = write.snapshot;
        }
        Ok(())
    }

    pub(super) fn load(&self, table: &str) -> Option<Stored> {
        self.rooms().get(table).map(|kept| kept.stored.clone())
    }

    pub(super) fn list(&self, which: &Which) -> Vec<(String, RoomRow)> {
        let attended: HashSet<String> = {
            let nodes = self.nodes();
            nodes.values().flat_map(|node| node.attendance.keys()).cloned().collect()
        };
        let rooms = self.rooms();
        let fitting = rooms.iter().filter(|(table, kept)| {
            fits(&kept.stored.room, which, table, attended.contains(*table))
        });
        let mut list: Vec<_> =
            fitting.map(|(table, kept)| (table.clone(), kept.stored.room.clone())).collect();
        let time = |room: &RoomRow| match which {
            Which::Tokens(_) => room.active_ms,
            Which::Public { .. } | Which::Finished { .. } => room.changed_ms,
        };
        list.sort_by(|(a, one), (b, other)| time(other).cmp(&time(one)).then(a.cmp(b)));
        if matches!(which, Which::Public { .. }) {
            return fair(
                list.into_iter().map(|room| (room.1.maker.clone(), room)).collect(),
                LOBBY,
            );
        }
        list.truncate(which.most());
        list
    }

    pub(super) fn playing(&self, after: &str) -> Vec<(String, RoomRow)> {
        let rooms = self.rooms();
        let mut playing: Vec<_> = rooms
            .iter()
            .filter(|(name, kept)| name.as_str() > after && kept.stored.room.state == "playing")
            .map(|(name, kept)| (name.clone(), kept.stored.room.clone()))
            .collect();
        playing.sort_by(|(one, _), (other, _)| one.cmp(other));
        playing.truncate(LISTED);
        playing
    }

    pub(super) fn names(&self, after: &str) -> Vec<String> {
        let rooms = self.rooms();
        let mut names: Vec<_> =
            rooms.keys().filter(|name| name.as_str() > after).cloned().collect();
        names.sort_unstable();
        names.truncate(LISTED);
        names
    }

    pub(super) fn reports(&self) -> Vec<(String, ReportRow)> {
        let rooms = self.rooms();
        let all = rooms.iter().flat_map(|(table, kept)| {
            kept.reports.iter().map(|report| (table.clone(), report.clone()))
        });
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|(_, report)| std::cmp::Reverse(report.at_ms));
        all.truncate(LISTED);
        all
    }

    pub(super) fn reports_of(&self, table: &str) -> Vec<ReportRow> {
        self.rooms().get(table).map(|kept| kept.reports.clone()).unwrap_or_default()
    }

    pub(super) fn expired(&self, before: [i64; 2], after: &str) -> Vec<(String, u64)> {
        let rooms = self.rooms();
        let old = rooms.iter().filter(|(table, kept)| {
            let room = &kept.stored.room;
            let old = match room.state.as_str() {
                "finished" | "closed" => room.changed_ms < before[0],
                "lobby" => room.changed_ms < before[1],
                _ => false,
            };
            old && table.as_str() > after
        });
        let mut old: Vec<_> =
            old.map(|(table, kept)| (table.clone(), kept.stored.version)).collect();
        old.sort_unstable();
        old.truncate(LISTED);
        old
    }

    pub(super) fn chat(&self, table: &str) -> Vec<ChatRow> {
        let rooms = self.rooms();
        let chat = rooms.get(table).map_or(&[][..], |kept| &kept.chat);
        chat[chat.len().saturating_sub(CHAT)..].to_vec()
    }
}

fn fits(room: &RoomRow, which: &Which, table: &str, attended: bool) -> bool {
    match which {
        Which::Public { since_ms, here, maker } => {
            room.public
                && matches!(room.state.as_str(), "lobby" | "playing")
                && maker.as_ref().is_none_or(|maker| room.maker == *maker)
                && (attended
                    || room.changed_ms >= *since_ms
                    || here.iter().any(|here| here == table))
        }
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
