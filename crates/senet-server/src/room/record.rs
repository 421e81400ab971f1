//! What is stored of a room.

use senet_kernel::Outcome;
use senet_table::protocol::room::{RoomState as State, TurnClock};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::Times;
use crate::secret;
use crate::sitting::Sitting;

/// What is stored of a room. It holds secrets and is shown to nobody.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    pub game: String,
    pub name: String,
    pub preset: Option<String>,
    pub config: Value,
    pub seats: Vec<SeatRecord>,
    /// The hash of the host's token; empty where nobody is host any more.
    pub host: String,
    pub public: bool,
    pub spectators: bool,
    pub spectator_delay_ms: u32,
    #[serde(default = "yes")]
    pub chat: bool,
    pub clock: Option<TurnClock>,
    pub state: State,
    /// The table's seed: secret until the end, unless the players chose it.
    pub seed: String,
    pub open_seed: bool,
    pub made_ms: i64,
    pub changed_ms: i64,
    pub entry: u64,
    pub outcome: Option<Outcome>,
    pub rematch: Option<String>,
    /// The table of the game before, where this is its rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The hashes of the tokens of those who sat here while it was played and do no more.
    #[serde(default)]
    pub sat: Vec<String>,
    /// Whether those who sat here let everybody read the journal.
    #[serde(default)]
    pub shared: bool,
    /// What time has been spent.
    #[serde(default)]
    pub times: Times,
    /// What bots take their luck from: known to nobody, and no part of the dice.
    #[serde(default = "secret::token")]
    pub bot_secret: String,
    /// The mark of the address that made it.
    #[serde(default)]
    pub maker: String,
    /// The marks of the addresses that may not come.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<String>,
    /// The names of those whom nobody hears.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muted: Vec<String>,
    /// Where they came from, so that no spectator talks on under another name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hushed: Vec<Hushed>,
}

/// Somebody whom nobody hears, by where they came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hushed {
    /// The name under which they were muted.
    pub name: String,
    /// The mark of their address.
    pub mark: String,
}

impl Record {
    /// The people's names as they can be looked for: in lower case, each between line feeds.
    pub fn players(&self) -> String {
        let names = self.seats.iter().filter_map(|seat| match &seat.player {
            Player::Human { name } => Some(name.to_lowercase()),
            Player::Open | Player::Bot { .. } => None,
        });
        names.fold("\n".to_owned(), |all, name| all + &name + "\n")
    }

    /// How it is stored, in no more memory than it needs: a store may keep it there.
    pub fn json(&self) -> String {
        let mut json = serde_json::to_string(self).expect("a record is plain data");
        json.shrink_to_fit();
        json
    }

    /// The hashes of all tokens that open the room.
    pub fn tokens(&self) -> Vec<String> {
        let sittings = self.seats.iter().filter_map(|seat| seat.sitting.as_ref());
        let devices = sittings.flat_map(|sitting| &sitting.devices).map(|device| &device.token);
        let host = std::iter::once(&self.host).filter(|host| !host.is_empty());
        host.chain(devices).cloned().collect()
    }

    /// Whether strangers find something here: a seat, or something to look at.
    pub fn can_be_found(&self) -> bool {
        let is_open = match self.state {
            State::Lobby => self.seats.iter().any(|seat| seat.is_open_to(None)),
            State::Playing => self.spectators,
            State::Finished => true,
            State::Closed => false,
        };
        self.public && is_open
    }

    /// Whether the host holds a seat here.
    pub fn host_sits(&self) -> bool {
        let mut sittings = self.seats.iter().filter_map(|seat| seat.sitting.as_ref());
        sittings.any(|sitting| sitting.host)
    }
}

fn yes() -> bool {
    true
}

/// A seat of a room.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "StoredSeat")]
pub struct SeatRecord {
    pub player: Player,
    /// What the seat is called in the game, such as "Pilot".
    pub role: String,
    /// The person who sits here, with all that is theirs.
    pub sitting: Option<Sitting>,
    pub salt: String,
    /// Who plays while the player is away: `idle` or a bot's name.
    pub stand_in: Option<String>,
    /// Whom an open seat waits for; none where anybody may take it.
    pub kept_for: Option<KeptFor>,
}

/// Whom an open seat waits for: somebody of the game before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptFor {
    /// Their sitting there.
    pub sitting: String,
    pub name: String,
}

/// A seat as any version has stored it.
#[derive(Deserialize)]
struct StoredSeat {
    player: Player,
    #[serde(default)]
    role: String,
    sitting: Option<Sitting>,
    /// What was kept in place of a sitting.
    #[serde(default)]
    tokens: Vec<String>,
    salt: String,
    stand_in: Option<String>,
    kept_for: Option<KeptFor>,
}

impl From<StoredSeat> for SeatRecord {
    fn from(stored: StoredSeat) -> SeatRecord {
        SeatRecord {
            player: stored.player,
            role: stored.role,
            sitting: stored.sitting.or_else(|| Sitting::of_tokens(stored.tokens)),
            salt: stored.salt,
            stand_in: stored.stand_in,
            kept_for: stored.kept_for,
        }
    }
}

/// Who holds a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Player {
    /// Nobody yet.
    #[default]
    Open,
    /// A person.
    Human {
        /// Their name.
        name: String,
    },
    /// A bot.
    Bot {
        /// Its name.
        bot: String,
    },
}

impl SeatRecord {
    /// An empty seat of this role.
    pub fn open(role: String) -> SeatRecord {
        SeatRecord { role, ..SeatRecord::default() }
    }

    /// Whether somebody may sit down here. Whoever comes from the game before names their sitting there.
    pub fn is_open_to(&self, from: Option<&str>) -> bool {
        let kept_for = self.kept_for.as_ref().map(|kept| kept.sitting.as_str());
        self.player == Player::Open && (kept_for.is_none() || kept_for == from)
    }

    /// The name of the person who sits here, or for whom the seat is kept.
    pub fn person(&self) -> Option<&str> {
        match (&self.player, &self.kept_for) {
            (Player::Human { name }, _) => Some(name),
            (Player::Open, Some(kept)) => Some(&kept.name),
            (Player::Open | Player::Bot { .. }, _) => None,
        }
    }

    /// What whoever sits here is called; nothing where nobody does.
    pub fn name(&self) -> Option<String> {
        match &self.player {
            Player::Open => None,
            Player::Human { name } => Some(name.clone()),
            Player::Bot { .. } => {
                let role: String = self.role.chars().take(ROLE).collect();
                Some(format!("{role} (bot)"))
            }
        }
    }
}

/// The most characters of a role in the name of a bot, which may not be longer than a person's.
const ROLE: usize = 56;
