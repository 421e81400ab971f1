//! A room as everybody may see it.

use schemars::JsonSchema;
use senet_kernel::{Outcome, Seat, Viewer};
use serde::Serialize;
use serde_json::Value;

use super::{Player, Room, SeatRecord, State, TurnClock};

/// A room as everybody may see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RoomView {
    /// The room's name.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The ready-made configuration, where one was taken.
    pub preset: Option<String>,
    /// The configuration.
    pub config: Value,
    /// How far it has come.
    pub state: State,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// Whether everybody may find it.
    pub public: bool,
    /// Whether it may be watched.
    pub spectators: bool,
    /// How much later spectators see what happens, until the game is over.
    pub spectator_delay_ms: u32,
    /// Whether people may talk here.
    pub chat: bool,
    /// How long a turn may take.
    pub clock: Option<TurnClock>,
    /// The promise that stands for the secret seed; none before the start.
    pub commitment: Option<String>,
    /// When it was made.
    pub made_ms: i64,
    /// When the room itself last changed.
    pub changed_ms: i64,
    /// When anything last happened here: a move, or a change of the room.
    pub active_ms: i64,
    /// The last entry.
    pub entry: u64,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The room of the rematch.
    pub rematch: Option<String>,
    /// Whether everybody may read the journal once the game is over; otherwise those who sat here may.
    pub shared: bool,
}

/// A seat as everybody may see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeatView {
    /// Which one.
    pub seat: u8,
    /// Who holds it.
    pub r#type: SeatKind,
    /// What whoever holds it is called, a bot too; nothing where nobody does.
    pub name: Option<String>,
    /// Which bot plays it, where one does.
    pub bot: Option<String>,
    /// What the seat is called in the game, such as "Pilot".
    pub role: String,
    /// Whether the player is connected.
    pub online: bool,
    /// Who plays while the player is away.
    pub stand_in: Option<String>,
    /// Whom an open seat waits for, where not everybody may take it.
    pub kept_for: Option<String>,
}

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person.
    Human,
    /// A bot.
    Bot,
}

impl Room {
    pub fn view(&self) -> RoomView {
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
            config: record.config.clone(),
            state: record.state,
            seats: seats.map(|(seat, place)| self.seat_view(seat, place)).collect(),
            public: record.public,
            spectators: record.spectators,
            spectator_delay_ms: record.spectator_delay_ms,
            chat: record.chat,
            clock: record.clock,
            commitment,
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
            seat: seat.into(),
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
