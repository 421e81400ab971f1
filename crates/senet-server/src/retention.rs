//! What is kept, for how long, and how it is forgotten.

use senet_table::forget as forget_names;

use crate::room::{Player, Record};
use crate::secret;
use crate::store::{ChatRow, Fate, ReportRow, Store, StoreError, Stored, Write};

/// How long rooms are kept; 0 is for ever, as a private server does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Days that a room is kept after its game is over or its host has closed it.
    pub finished_days: u32,
    /// Hours that a room is kept in which no game has begun.
    pub lobby_hours: u32,
}

const HOUR_MS: i64 = 3_600_000;

impl Retention {
    /// Whether everything is kept for ever.
    pub fn is_off(self) -> bool {
        self == Retention::default()
    }

    /// Since when finished rooms and rooms without a game must have changed in order to stay.
    fn since(self, now_ms: i64) -> (Option<i64>, Option<i64>) {
        let before = |hours: i64| (hours > 0).then(|| now_ms - hours * HOUR_MS);
        (before(i64::from(self.finished_days) * 24), before(self.lobby_hours.into()))
    }

    /// What a guest should know.
    pub fn sentences(self) -> Vec<String> {
        let for_ever = "until whoever runs this server deletes them";
        let finished = match self.finished_days {
            0 => format!("Finished tables are kept {for_ever}."),
            days => format!("Finished tables are deleted after {days} days."),
        };
        let lobby = match self.lobby_hours {
            0 => format!("Tables where no game has begun are kept {for_ever}."),
            hours => format!("Tables where no game has begun are deleted after {hours} hours."),
        };
        let always = [
            "There are no accounts. The server keeps the name that you type, what you do and say at a \
             table, and when.",
            "What holds your seat is kept only as a hash. Your address is not stored; with the tables that \
             you make and the seats that you take a mark of it is, six characters mixed with a secret of \
             this server, by which one address gets no more than its share and whoever was put out stays \
             out. The log of whoever runs it names an address that has met a limit.",
        ];
        let erased = "Whoever runs this server can erase a name with all that it said, or a whole \
                      table. Ask them.";
        let always = always.map(str::to_owned).into_iter();
        always.chain([finished, lobby, erased.to_owned()]).collect()
    }
}

/// Deletes the rooms whose time is over, but for those that are to be spared or that somebody follows at another
/// node; how many.
pub async fn prune(
    store: &Store,
    retention: Retention,
    now_ms: i64,
    mut spare: impl FnMut(&str) -> bool,
) -> Result<u64, StoreError> {
    let (finished, lobby) = retention.since(now_ms);
    let (mut deleted, mut after) = (0, String::new());
    loop {
        let expired = store.expired(finished, lobby, &after).await?;
        let names: Vec<String> = expired.iter().map(|(table, _)| table.clone()).collect();
        let Some(last) = names.last() else { return Ok(deleted) };
        after.clone_from(last);
        let elsewhere = store.elsewhere(&names).await?;
        for (table, version) in expired {
            if elsewhere.iter().any(|other| other.room == table) || spare(&table) {
                continue;
            }
            match delete(store, table, version).await {
                Ok(()) => deleted += 1,
                // Somebody has just come back to it.
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Deletes a room with all that belongs to it, if it is still of this version.
pub async fn delete(store: &Store, table: String, version: u64) -> Result<(), StoreError> {
    let gone = Write { table: table.clone(), version, fate: Fate::Gone, ..Write::default() };
    store.write(gone).await?;
    tracing::info!(event = "room_deleted", table);
    Ok(())
}

/// What is kept of a room apart from its version: the room itself, its chat, and what was reported there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The room with its journal.
    pub stored: Stored,
    /// What was said.
    pub chat: Vec<ChatRow>,
    /// What was reported.
    pub reports: Vec<ReportRow>,
}

impl Kept {
    /// What is kept of a room, where there is one.
    pub async fn of(store: &Store, table: &str) -> Result<Option<Kept>, StoreError> {
        let Some(stored) = store.load(table).await? else { return Ok(None) };
        let chat = store.chat(table).await?;
        Ok(Some(Kept { stored, chat, reports: store.reports_of(table).await? }))
    }

    /// The change that puts this in the place of what is there.
    pub fn write(self, table: String) -> Write {
        let Stored { version, room, lines, .. } = self.stored;
        let (at_ms, room, fate) = (room.active_ms, Some(room), Fate::Anew);
        let (chat, reports) = (self.chat, self.reports);
        Write { table, at_ms, version, lines, room, chat, reports, fate, ..Write::default() }
    }
}

/// What is kept of a room without a player: no name, nothing that they said, and nothing that was reported
/// by them or of them. None where they were never there.
pub fn forget(kept: &Kept, player: &str) -> Result<Option<Kept>, String> {
    let is_them = |name: &str| name.to_lowercase() == player.to_lowercase();
    let without_them = |chat: &[ChatRow]| {
        chat.iter().filter(|row| !is_them(&row.from)).cloned().collect::<Vec<_>>()
    };
    let of_others = |report: &&ReportRow| !is_them(&report.by) && !is_them(&report.about);
    let reports = kept.reports.iter().filter(of_others).map(|report| {
        let chat = without_them(&report.chat);
        ReportRow { chat, ..report.clone() }
    });
    let (chat, reports) = (without_them(&kept.chat), reports.collect::<Vec<_>>());
    let mut record: Record = serde_json::from_str(&kept.stored.room.json)
        .map_err(|error| format!("the room cannot be read: {error}"))?;
    let before = record.json();
    let mut seats = Vec::new();
    for (i, seat) in record.seats.iter_mut().enumerate() {
        if matches!(&seat.player, Player::Human { name } if is_them(name)) {
            seats.push(i);
            let name = if seat.role.is_empty() { "a player" } else { &seat.role };
            seat.player = Player::Human { name: name.to_owned() };
        }
        // A seat that waits for nobody anybody may take.
        seat.kept_for = seat.kept_for.take().filter(|kept| !is_them(&kept.name));
        if let Some(sitting) = &mut seat.sitting {
            sitting.blocked.retain(|name| !is_them(name));
        }
    }
    record.muted.retain(|name| !is_them(name));
    record.hushed.retain(|other| !is_them(&other.name));
    if record.json() == before && chat == kept.chat && reports == kept.reports {
        return Ok(None);
    }
    let mut stored = kept.stored.clone();
    if !seats.is_empty() && !stored.lines.is_empty() {
        let forgotten = forget_names(&stored.lines, &seats, &secret::token());
        stored.lines = forgotten.map_err(|error| error.to_string())?;
        stored.snapshot = None;
    }
    stored.room.players = record.players();
    stored.room.json = record.json();
    Ok(Some(Kept { stored, chat, reports }))
}
