//! Who may know of which entry, and how each viewer counts.
//!
//! What a viewer may not know must change nothing that it is told, not even a number: a viewer counts
//! the entries that it may know of, and no others. An entry is known to its actor, to whoever is told
//! an event of it, and to whoever sees anything else after it than before.

use senet_kernel::{Actor, MAX_SEATS, Text, Viewer};

use crate::table::{Countdown, Played};

/// How many kinds of viewers there are: every seat, and a spectator.
const VIEWERS: usize = MAX_SEATS + 1;
/// Says in a mark that the entry showed something hidden.
const REVEALED: u16 = 1 << VIEWERS;

/// A set of viewers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Audience(u16);

impl Audience {
    const ALL: Audience = Audience(REVEALED - 1);

    /// Who may know of an entry that led from one state to another.
    pub fn of<G: Text>(before: &G, after: &G, played: &Played<G>) -> Audience {
        let hides = before.secrets() || after.secrets();
        if !hides || everybody_sees(before, after) {
            return Audience::ALL;
        }
        let knows = |viewer: &Viewer| {
            played.actor.seat().is_some_and(|seat| viewer.is(seat))
                || played.events.iter().any(|event| G::shown(event, *viewer).is_some())
                || before.view(*viewer) != after.view(*viewer)
        };
        let known = Viewer::all(after.seats()).filter(knows);
        Audience(known.fold(0, |set, viewer| set | 1 << index(viewer)))
    }

    fn has(self, viewer: Viewer) -> bool {
        self.0 & 1 << index(viewer) != 0
    }
}

/// Whether what all viewers are told beside their views has changed.
fn everybody_sees<G: Text>(before: &G, after: &G) -> bool {
    let countdown = |game: &G| game.tick().map(Countdown::of);
    before.to_act() != after.to_act()
        || before.awaited() != after.awaited()
        || before.outcome() != after.outcome()
        || countdown(before) != countdown(after)
}

/// An entry in effect, as far as it decides who may know of it and who may take it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub actor: Actor,
    pub drew: bool,
    pub revealed: bool,
    pub audience: Audience,
}

impl Seen {
    /// Whether a seat's eyes, or for others a spectator's, see this entry.
    pub fn is_seen_by(&self, actor: Actor) -> bool {
        self.audience.has(viewer_of(actor))
    }

    /// What a snapshot keeps of it; the rest stands in the journal.
    fn mark(&self) -> u16 {
        self.audience.0 | if self.revealed { REVEALED } else { 0 }
    }

    /// The entry that a snapshot kept by this mark.
    pub fn marked(mark: u16, actor: Actor, drew: bool) -> Seen {
        let audience = Audience(mark & Audience::ALL.0);
        Seen { actor, drew, revealed: mark & REVEALED != 0, audience }
    }
}

/// The entries in effect, and how each viewer counts them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steps {
    seen: Vec<Seen>,
    /// How many of them each viewer may know of.
    counts: [u64; VIEWERS],
    /// How many changes each viewer may know of, taking back included.
    changes: [u64; VIEWERS],
    /// How many lines the journal had after the last of them.
    lines: [u64; VIEWERS],
    /// What a snapshot keeps: a mark for each entry, those that were taken back included.
    marks: Vec<u16>,
}

impl Steps {
    /// The entries in effect.
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }

    /// The marks of all entries so far.
    pub fn marks(&self) -> &[u16] {
        &self.marks
    }

    /// One more entry, which is this line of the journal.
    pub fn push(&mut self, seen: Seen, line: usize) {
        self.marks.push(seen.mark());
        self.seen.push(seen);
        self.change(seen, line, |count| *count += 1);
    }

    /// An entry is in effect no more, by this line of the journal; it must be there.
    pub fn take_back(&mut self, index: usize, line: usize) {
        let seen = self.seen.remove(index);
        self.change(seen, line, |count| *count -= 1);
    }

    fn change(&mut self, seen: Seen, line: usize, count: impl Fn(&mut u64)) {
        for viewer in Viewer::all(MAX_SEATS).filter(|viewer| seen.audience.has(*viewer)) {
            let index = index(viewer);
            count(&mut self.counts[index]);
            self.changes[index] += 1;
            self.lines[index] = line as u64;
        }
    }

    /// Everybody sees this line of the journal.
    pub fn all_see(&mut self, line: usize) {
        self.lines = [line as u64; VIEWERS];
    }

    /// The number of the last entry that a viewer may know of, by its own count.
    pub fn count(&self, viewer: Viewer) -> u64 {
        self.counts[index(viewer)]
    }

    /// How many changes a viewer may know of; the beginning is the first.
    pub fn changes(&self, viewer: Viewer) -> u64 {
        1 + self.changes[index(viewer)]
    }

    /// How many lines the journal had after the last change that a viewer may know of.
    pub fn last_line(&self, viewer: Viewer) -> u64 {
        self.lines[index(viewer)].max(1)
    }

    /// Whether a viewer may know of the entry of this number.
    pub fn knows(&self, viewer: Viewer, entry: u64) -> bool {
        let seen = entry.checked_sub(1).and_then(|i| self.seen.get(usize::try_from(i).ok()?));
        seen.is_some_and(|seen| seen.audience.has(viewer))
    }

    /// The entry that is the viewer's step of this number.
    pub fn entry_at(&self, viewer: Viewer, step: u64) -> Option<u64> {
        let all = self.seen.len() as u64;
        if step == 0 || self.count(viewer) == all {
            return (step <= all).then_some(step);
        }
        let known = (1..).zip(&self.seen).filter(|(_, seen)| seen.audience.has(viewer));
        known.map(|(entry, _)| entry).nth(usize::try_from(step - 1).ok()?)
    }

    /// How many of the first entries a viewer may know of.
    pub fn step_at(&self, viewer: Viewer, entries: u64) -> u64 {
        let first = usize::try_from(entries).map_or(self.seen.len(), |n| n.min(self.seen.len()));
        self.seen[..first].iter().filter(|seen| seen.audience.has(viewer)).count() as u64
    }

    /// How many entries a viewer may know of by each.
    pub fn all(&self, viewer: Viewer) -> Vec<u64> {
        let mut known = 0;
        let by_then = self.seen.iter().map(|seen| {
            known += u64::from(seen.audience.has(viewer));
            known
        });
        by_then.collect()
    }

    /// The last entry that an actor may know of, and its place.
    pub fn last_seen_by(&self, actor: Actor) -> Option<(usize, &Seen)> {
        self.seen.iter().enumerate().rev().find(|(_, seen)| seen.is_seen_by(actor))
    }
}

/// Through whose eyes an actor looks.
pub(crate) fn viewer_of(actor: Actor) -> Viewer {
    actor.seat().map_or(Viewer::Spectator, Viewer::Seat)
}

fn index(viewer: Viewer) -> usize {
    viewer.seat().map_or(MAX_SEATS, |seat| seat.index())
}
