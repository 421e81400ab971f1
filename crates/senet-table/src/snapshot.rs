//! Snapshots: a state that spares a host the replay of a long journal.
//!
//! A snapshot is only a cache. The journal says by a hash which state is right, and a snapshot that
//! is not that state, or not of that journal, is left aside. What happened before it is replayed
//! only when somebody looks back that far.

use std::sync::OnceLock;

use senet_kernel::{Hash, Text, as_text, hash, read};
use serde::{Deserialize, Serialize};

use crate::JournalError;
use crate::journal::Line;
use crate::open::numbered;
use crate::steps::Seen;
use crate::table::{Played, Settled, TableOf};

#[derive(Serialize)]
struct Taken<'a, G> {
    lines: usize,
    seen: &'a [u16],
    state: &'a G,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Snapshot<G> {
    /// How many lines of the journal led to the state.
    lines: usize,
    /// Who may know of each entry, and whether it showed something hidden, which the journal does not
    /// tell.
    seen: Vec<u16>,
    state: G,
}

/// What a table has forgotten and can replay.
#[derive(Clone)]
pub(crate) struct Earlier<G: Text> {
    /// How many entries came before the first one in memory.
    pub entries: u64,
    lines: usize,
    replayed: OnceLock<Option<(G, Vec<Played<G>>)>>,
}

impl<G: Text> Default for Earlier<G> {
    fn default() -> Earlier<G> {
        Earlier { entries: 0, lines: 0, replayed: OnceLock::new() }
    }
}

impl<G: Text> TableOf<G> {
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
        let seen = &self.steps.marks()[..self.settled.entries];
        let taken = Taken { lines: self.settled.lines, seen, state };
        as_text(&taken)
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
        let snapshot: Snapshot<G> = read(&serde_json::from_str(snapshot).ok()?).ok()?;
        let mut lines = numbered(text);
        let mut table = TableOf::<G>::first_line(lines.next()?.1, seed, false).ok()?;
        // The chain of every line is checked; what the rules make of them, the hash tells.
        let mut hashes: Vec<Hash> = Vec::new();
        let mut marks = snapshot.seen.iter();
        for (_, line) in lines.by_ref().take(snapshot.lines.checked_sub(1)?) {
            let (request, actor) = match table.journal.take(line).ok()? {
                Line::Entry(entry) => {
                    if entry.number != hashes.len() as u64 + 1 {
                        return None;
                    }
                    let drew = !entry.draws.is_empty();
                    let seen = Seen::marked(*marks.next()?, entry.actor, drew);
                    table.steps.push(seen, table.journal.lines().len());
                    hashes.push(entry.hash);
                    (entry.request, entry.actor)
                }
                Line::TakeBack(taken) => {
                    let place = usize::try_from(taken.entry.checked_sub(1)?).ok()?;
                    if place >= hashes.len() {
                        return None;
                    }
                    hashes.remove(place);
                    table.steps.take_back(place, table.journal.lines().len());
                    (taken.request, taken.actor)
                }
                Line::Memo(memo) => {
                    table.replay_memo(memo).ok()?;
                    continue;
                }
                Line::Header(_) | Line::End(_) => return None,
            };
            if let Some(request) = request {
                let accepted = table.accepted_now(actor);
                table.requests.insert((actor, request), accepted);
            }
        }
        let stated = hashes.last().copied().unwrap_or(table.header.hash);
        if marks.next().is_some() {
            return None;
        }
        if table.journal.lines().len() != snapshot.lines || hash(&snapshot.state) != stated {
            return None;
        }
        table.earlier = Earlier {
            entries: hashes.len() as u64,
            lines: snapshot.lines,
            replayed: OnceLock::new(),
        };
        table.settled = Settled { lines: snapshot.lines, entries: snapshot.seen.len() };
        table.game = snapshot.state.clone();
        table.start = snapshot.state;
        for (_, line) in lines {
            table.next_line(line).ok()?;
        }
        table.note_end();
        Some(table)
    }
}
