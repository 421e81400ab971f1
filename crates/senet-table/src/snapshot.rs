//! Snapshots: a state that spares a host the replay of a long journal.
//!
//! A snapshot is only a cache. The journal says by a hash which state is right, and a snapshot that
//! is not that state, or not of that journal, is left aside. What happened before it is replayed
//! only when somebody looks back that far.

use std::sync::OnceLock;

use senet_kernel::{Actor, Hash, Text, hash};
use serde::{Deserialize, Serialize};

use crate::journal::Line;
use crate::open::numbered;
use crate::table::{Played, TableOf};
use crate::{Accepted, JournalError};

#[derive(Serialize)]
struct Taken<'a, G> {
    lines: usize,
    revealed: bool,
    state: &'a G,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Snapshot<G> {
    /// How many lines of the journal led to the state.
    lines: usize,
    /// Whether the last entry showed something hidden, which the journal does not tell.
    revealed: bool,
    state: G,
}

/// What a table has forgotten and can replay.
pub(crate) struct Earlier<G: Text> {
    /// How many entries came before the first one in memory.
    pub entries: u64,
    /// The last of them.
    pub last: Option<Last>,
    lines: usize,
    replayed: OnceLock<Option<(G, Vec<Played<G>>)>>,
}

impl<G: Text> Default for Earlier<G> {
    fn default() -> Earlier<G> {
        Earlier { entries: 0, last: None, lines: 0, replayed: OnceLock::new() }
    }
}

/// What decides whether the last entry can be taken back.
#[derive(Clone, Copy)]
pub(crate) struct Last {
    pub actor: Actor,
    pub drew: bool,
    pub revealed: bool,
}

impl<G: Text> From<&Played<G>> for Last {
    fn from(played: &Played<G>) -> Last {
        let drew = !played.draws.is_empty();
        Last { actor: played.actor, drew, revealed: played.revealed }
    }
}

impl<G: Text> TableOf<G> {
    /// The last entry.
    pub(crate) fn last(&self) -> Option<Last> {
        self.played.last().map(Last::from).or(self.earlier.last)
    }

    /// A stretch of the game around an entry: the state that it begins with, the entry after which
    /// that is, and what follows.
    pub(crate) fn stretch(&self, entry: u64) -> Option<(&G, u64, &[Played<G>])> {
        if entry >= self.earlier.entries {
            return Some((&self.start, self.earlier.entries, &self.played));
        }
        let replayed = self.earlier.replayed.get_or_init(|| {
            let lines = self.journal.lines().get(..self.earlier.lines)?;
            let (table, _) = TableOf::<G>::load(&(lines.join("\n") + "\n"), None, true).ok()?;
            Some((table.start, table.played))
        });
        replayed.as_ref().map(|(start, played)| (start, 0, played.as_slice()))
    }

    /// What spares the replay of this table's journal; [`TableOf::resume`] takes it. What may still
    /// be taken back stays out of it.
    pub fn snapshot(&self) -> String {
        let state = self.undo.front().map_or(&self.game, |(_, state)| state);
        let last = match self.played.len() - self.undo.len() {
            0 => self.earlier.last,
            count => self.played.get(count - 1).map(Last::from),
        };
        let revealed = last.is_some_and(|last| last.revealed);
        let taken = Taken { lines: self.settled, revealed, state };
        serde_json::to_string(&taken).expect("states are plain data")
    }

    /// Opens the table of a journal as [`TableOf::load`] does, with the help of a snapshot. Says
    /// whether the snapshot fitted; one that does not is left aside.
    pub fn resume(
        text: &str,
        seed: Option<&str>,
        snapshot: &str,
    ) -> Result<(TableOf<G>, bool), JournalError> {
        match TableOf::from_snapshot(text, seed, snapshot) {
            Some(table) => Ok((table, true)),
            None => Ok((TableOf::load(text, seed, false)?.0, false)),
        }
    }

    fn from_snapshot(text: &str, seed: Option<&str>, snapshot: &str) -> Option<TableOf<G>> {
        let snapshot: Snapshot<G> = serde_json::from_str(snapshot).ok()?;
        let mut lines = numbered(text);
        let mut table = TableOf::<G>::first_line(lines.next()?.1, seed, false).ok()?;
        // The chain of every line is checked; what the rules make of them, the hash tells.
        let mut entries: Vec<(Actor, bool, Hash)> = Vec::new();
        for (_, line) in lines.by_ref().take(snapshot.lines.checked_sub(1)?) {
            let (request, actor) = match table.journal.take(line).ok()? {
                Line::Entry(entry) => {
                    if entry.number != entries.len() as u64 + 1 {
                        return None;
                    }
                    entries.push((entry.actor, !entry.draws.is_empty(), entry.hash));
                    (entry.request, entry.actor)
                }
                Line::TakeBack(taken) => {
                    entries.pop()?;
                    (taken.request, taken.actor)
                }
                Line::Memo(memo) => {
                    table.replay_memo(memo).ok()?;
                    continue;
                }
                Line::Header(_) | Line::End(_) => return None,
            };
            if let Some(request) = request {
                let line = table.journal.lines().len() as u64;
                let accepted = Accepted { entry: entries.len() as u64, line };
                table.requests.insert((actor, request), accepted);
            }
        }
        let stated = entries.last().map_or(table.header.hash, |(_, _, hash)| *hash);
        if table.journal.lines().len() != snapshot.lines || hash(&snapshot.state) != stated {
            return None;
        }
        let revealed = snapshot.revealed;
        table.earlier = Earlier {
            entries: entries.len() as u64,
            last: entries.last().map(|(actor, drew, _)| Last {
                actor: *actor,
                drew: *drew,
                revealed,
            }),
            lines: snapshot.lines,
            replayed: OnceLock::new(),
        };
        table.settled = snapshot.lines;
        table.game = snapshot.state.clone();
        table.start = snapshot.state;
        for (_, line) in lines {
            table.next_line(line).ok()?;
        }
        table.note_end();
        Some(table)
    }
}
