//! Those who follow a room over a socket, and what they are told.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use senet_kernel::{Seat, SeatSet, Viewer};
use senet_table::protocol::{ChatLine, Occasion, Push};
use senet_table::{Refusal, Table};

use super::{MESSAGE, Room, text};
use crate::late::Late;
use crate::names;
use crate::socket::Outlet;
use crate::store::{Attendance, CHAT, ChatRow};

/// Somebody who follows a room over a socket.
pub struct Follower {
    /// The socket.
    pub socket: u64,
    pub viewer: Viewer,
    /// The hash of the token that shows the viewer's seat; none for a spectator.
    pub token: Option<String>,
    pub out: Outlet,
    /// The mark of the address that a spectator comes from.
    pub mark: Option<Arc<str>>,
    /// What a spectator is called, who has said so.
    pub name: Option<Arc<str>>,
    /// The last entry that was sent, as the viewer counts them.
    pub seen: u64,
    /// How many lines the journal had after the last change that was sent.
    pub known: u64,
}

impl Follower {
    fn is_spectator_called(&self, name: &str) -> bool {
        let called = self.name.as_ref().is_some_and(|other| names::alike(other, name));
        self.viewer == Viewer::Spectator && called
    }

    /// Where a spectator comes from, as other nodes are told.
    fn told_mark(&self) -> String {
        self.mark.as_deref().unwrap_or_default().to_owned()
    }
}

impl Room {
    /// The seats whose players are connected.
    pub fn presence(&self) -> SeatSet {
        Seat::first(self.record.seats.len()).filter(|seat| self.online(*seat)).collect()
    }

    /// Whether somebody at this seat is connected, at whatever node.
    pub fn online(&self, seat: Seat) -> bool {
        self.followers.iter().any(|follower| follower.viewer.is(seat))
            || self.elsewhere.iter().any(|other| other.who.seats.contains(seat))
    }

    /// Whether somebody at this seat is here, or was a moment ago: a connection that breaks is no leaving.
    pub fn is_there(&self, seat: Seat, patience: Duration) -> bool {
        let mut left = self.left.iter().filter(|(other, _)| *other == seat);
        self.online(seat) || left.any(|(_, at)| at.elapsed() < patience)
    }

    /// Whoever sits here may come back any moment, after the server or the room was away itself.
    pub fn expect_everybody(&mut self) {
        let seats = Seat::first(self.record.seats.len());
        let held = seats.filter(|seat| self.sitting(*seat).is_some());
        self.left = held.map(|seat| (seat, Instant::now())).collect();
    }

    /// Notes who has come or gone.
    pub fn note_who_is_here(&mut self) {
        let now = self.presence();
        let before = std::mem::replace(&mut self.here, now);
        self.left.retain(|(seat, _)| !now.contains(*seat));
        let gone = before.iter().filter(|seat| !now.contains(*seat));
        self.left.extend(gone.map(|seat| (seat, Instant::now())));
    }

    /// Whoever gets up is not waited for.
    pub(super) fn forget_who_left(&mut self, seat: Seat) {
        self.here = self.here.without(seat);
        self.left.retain(|(other, _)| *other != seat);
    }

    /// Who follows here, as other nodes are told.
    pub fn attendance(&self) -> Attendance {
        let followers = self.followers.iter().filter(|follower| !follower.out.is_closed());
        let mut here = Attendance::default();
        for follower in followers {
            match follower.viewer.seat() {
                Some(seat) => here.seats = here.seats.with(seat),
                None => here.spectators += 1,
            }
            if let Some(name) = &follower.name {
                here.names.push((name.to_string(), follower.told_mark()));
            }
        }
        here
    }

    /// How many spectators other nodes have.
    pub fn spectators_elsewhere(&self) -> usize {
        self.elsewhere.iter().map(|other| other.who.spectators).sum()
    }

    /// The spectators at other nodes who are called like this: the marks of their addresses.
    pub fn called_elsewhere(&self, name: &str) -> Vec<String> {
        let names = self.elsewhere.iter().flat_map(|other| &other.who.names);
        let alike = names.filter(|(other, _)| names::alike(other, name));
        alike.map(|(_, mark)| mark.clone()).collect()
    }

    /// Lets go of the spectators of a name; the marks of their addresses.
    pub fn show_out(&mut self, name: &str) -> Vec<String> {
        let out = self.followers.extract_if(.., |follower| follower.is_spectator_called(name));
        out.map(|follower| follower.told_mark()).collect()
    }

    /// The marks of the addresses that the spectators of a name come from, at whatever node.
    pub fn marks_of_spectators(&self, name: &str) -> Vec<String> {
        let here = self.followers.iter().filter(|follower| follower.is_spectator_called(name));
        let mut marks: Vec<String> = here.map(|follower| follower.told_mark()).collect();
        marks.extend(self.called_elsewhere(name));
        marks
    }

    /// Tells whoever follows here the lines of chat that they have not heard yet, wherever they were said.
    pub fn hear(&mut self, chat: &[ChatRow]) {
        // The same may be said twice.
        let mut heard: HashMap<u64, usize> = HashMap::new();
        for hash in &self.heard {
            *heard.entry(*hash).or_default() += 1;
        }
        for row in chat {
            match heard.get_mut(&hash(row)).filter(|times| **times > 0) {
                Some(times) => *times -= 1,
                None => self.hear_one(row),
            }
        }
    }

    /// Tells whoever follows here what was said just now.
    pub fn hear_one(&mut self, row: &ChatRow) {
        /// What the store still tells has to be known here, whatever its order.
        const HEARD: usize = 2 * CHAT;
        self.heard.push_back(hash(row));
        let old = self.heard.len().saturating_sub(HEARD);
        self.heard.drain(..old);
        let line = ChatLine::from(row.clone());
        let message = text(&Push::Chat { table: &self.id, line: &line });
        self.tell_chat(&message, &row.from);
    }

    /// Tells a line of chat to all who want to hear whoever says it.
    fn tell_chat(&mut self, text: &Bytes, from: &str) {
        for follower in &self.followers {
            if self.hears(follower.viewer, from) {
                follower.out.send(text.clone());
            }
        }
        self.drop_gone();
    }

    /// Lets go of followers whose seat is no longer theirs, and tells them.
    pub fn drop_strangers(&mut self) {
        let (record, id) = (&self.record, &self.id);
        let holds = |follower: &Follower| match (follower.viewer.seat(), &follower.token) {
            (Some(seat), Some(hash)) => record
                .seats
                .get(seat.index())
                .and_then(|place| place.sitting.as_ref())
                .is_some_and(|sitting| sitting.is_held_by(hash)),
            (seat, _) => seat.is_none(),
        };
        if self.followers.iter().all(holds) {
            return;
        }
        let (stay, strangers) = std::mem::take(&mut self.followers).into_iter().partition(holds);
        let refusal = Refusal::new("seat_lost", "this seat is no longer yours");
        let lost = text(&Push::Error { table: id, refusal: &refusal });
        self.followers = stay;
        let view = self.brief();
        let room = text(&Push::Room { table: &view.table, room: &view });
        let strangers: Vec<Follower> = strangers;
        for stranger in strangers {
            stranger.out.send(room.clone());
            stranger.out.send(lost.clone());
        }
    }

    /// Sends everybody what they may see of what has happened; nothing to those for whom nothing has.
    /// The same bytes serve all who look through the same eyes.
    pub fn publish(&mut self, now_ms: i64) {
        let (Some(table), id) = (self.table.as_deref(), &self.id) else { return };
        let (waits, deadline_ms) = (self.delay_ms().is_some(), self.timer.deadline_ms());
        let mut made: Vec<(Viewer, u64, Bytes)> = Vec::new();
        for follower in &mut self.followers {
            let (viewer, since) = (follower.viewer, follower.seen);
            let line = table.last_line(viewer);
            if follower.known == line || waits && viewer == Viewer::Spectator {
                continue;
            }
            let known = made.iter().find(|(other, seen, _)| (*other, *seen) == (viewer, since));
            let text = match known {
                Some((_, _, text)) => text.clone(),
                None => {
                    let at = Occasion { table: id, viewer, now_ms, deadline_ms };
                    let text = update_text(at, table, since);
                    made.push((viewer, since, text.clone()));
                    text
                }
            };
            (follower.seen, follower.known) = (table.step(viewer), line);
            follower.out.send(text);
        }
        self.drop_gone();
    }

    /// Sends spectators who had to wait what they may know by now.
    pub fn publish_late(&mut self, now_ms: i64) {
        let viewer = Viewer::Spectator;
        let Some(table) = self.late.as_ref().map(Late::table) else { return };
        let (step, line) = (table.step(viewer), table.last_line(viewer));
        for follower in &mut self.followers {
            if follower.viewer == viewer && follower.known != line {
                let at = Occasion { table: &self.id, viewer, now_ms, deadline_ms: None };
                follower.out.send(update_text(at, table, follower.seen.min(step)));
                (follower.seen, follower.known) = (step, line);
            }
        }
        self.drop_gone();
    }

    /// What counts has to be told once more, whatever was told before.
    pub fn forget_what_was_told(&mut self) {
        for follower in &mut self.followers {
            follower.known = 0;
        }
        self.told = None;
    }

    /// Sends everybody the same.
    pub fn tell(&mut self, text: &Bytes) {
        for follower in &self.followers {
            follower.out.send(text.clone());
        }
        self.drop_gone();
    }

    /// Forgets followers whose socket is closed.
    pub fn drop_gone(&mut self) {
        self.followers.retain(|follower| !follower.out.is_closed());
    }
}

/// By what a line of chat is known again.
fn hash(row: &ChatRow) -> u64 {
    let mut hasher = DefaultHasher::new();
    (row.at_ms, row.seat, &row.from, &row.text).hash(&mut hasher);
    hasher.finish()
}

/// What happened at a table after a step, as a message.
pub fn update_text(at: Occasion<'_>, table: &dyn Table, since: u64) -> Bytes {
    let mut text = Vec::with_capacity(MESSAGE);
    at.write(table, since, &mut text);
    text.into()
}
