//! A room as everybody may see it.

use senet_kernel::{Seat, Viewer};
use senet_table::protocol::room::{RoomView, SeatKind, SeatView};

use super::{Player, Room, SeatRecord};

impl Room {
    /// The room with all that may be known of it.
    pub fn view(&self) -> RoomView {
        RoomView { config: Some(self.record.config.clone()), ..self.brief() }
    }

    /// The same without its configuration, which may be long: for lists, and for what is told again and again.
    pub fn brief(&self) -> RoomView {
        let record = &self.record;
        let seats = record.seats.iter().zip(Seat::first(record.seats.len()));
        let commitment = self.table.as_ref().and_then(|table| match &table.header().luck {
            senet_table::Luck::Fair { commitment, .. } => Some(commitment.to_string()),
            senet_table::Luck::Open { .. } | senet_table::Luck::Scripted => None,
        });
        RoomView {
            table: self.id.clone(),
            game: record.game.clone(),
            name: record.name.clone(),
            preset: record.preset.clone(),
            config: None,
            state: record.state,
            seats: seats.map(|(seat, place)| self.seat_view(seat, place)).collect(),
            public: record.public,
            spectators: record.spectators,
            spectator_delay_ms: record.spectator_delay_ms,
            chat: record.chat,
            clock: record.clock,
            commitment,
            rules: self.table.as_ref().map(|table| table.header().rules),
            made_ms: record.made_ms,
            changed_ms: record.changed_ms,
            active_ms: self.seen_ms(),
            entry: self.seen_entry(),
            outcome: record.outcome,
            rematch: record.rematch.clone(),
            shared: self.is_shared(),
        }
    }

    /// The last entry that everybody may know of. What is hidden from a spectator changes no number.
    fn seen_entry(&self) -> u64 {
        match (&self.table, self.delay_ms()) {
            (None, None) => self.record.entry,
            _ => self.known_to(Viewer::Spectator),
        }
    }

    /// When anything last happened that everybody may know of.
    fn seen_ms(&self) -> i64 {
        let table = self.watched(Viewer::Spectator);
        let line = table.and_then(|table| table.last_line(Viewer::Spectator).checked_sub(1));
        let time = line.and_then(|line| self.times.get(usize::try_from(line).ok()?));
        time.copied().unwrap_or(0).max(self.record.changed_ms)
    }

    fn seat_view(&self, record: &SeatRecord, seat: Seat) -> SeatView {
        let (kind, bot) = match &record.player {
            Player::Open => (SeatKind::Open, None),
            Player::Human { .. } => (SeatKind::Human, None),
            Player::Bot { bot } => (SeatKind::Bot, Some(bot.clone())),
        };
        SeatView {
            seat,
            r#type: kind,
            name: record.name(),
            bot,
            role: self.table.as_ref().map_or_else(|| record.role.clone(), |table| table.role(seat)),
            online: self.online(seat),
            stand_in: record.stand_in.clone(),
            kept_for: record.kept_for.as_ref().map(|kept| kept.name.clone()),
        }
    }
}
