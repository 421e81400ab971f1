//! Rooms over HTTP: what is sent and answered. `docs/server.md` lists the calls.

use schemars::JsonSchema;
use senet_kernel::{Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RemarkPage;

/// The code of a table as a person hands it on: in any case, with spaces or lines between its letters, and
/// with what stands behind it in a sentence.
///
/// ```
/// assert_eq!(senet_table::protocol::room::code_in("ABCD-2345."), "abcd2345");
/// ```
pub fn code_in(told: &str) -> String {
    let letters = told.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
    letters.take_while(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
}

/// How far a room has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoomState {
    /// Seats fill.
    #[default]
    Lobby,
    /// The game goes on.
    Playing,
    /// The game is over.
    Finished,
    /// The host ended it.
    Closed,
}

/// How long a turn may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnClock {
    /// How long, in milliseconds.
    pub per_turn_ms: u32,
    /// What happens then.
    pub on_time_out: TimeOut,
}

/// What happens when a turn's time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeOut {
    /// The seat does what an absent seat does.
    Idle,
    /// The seat leaves the game, which loses it where the game says so.
    Leave,
}

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
    /// The configuration; left out in lists, and where a change of the room is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Value>,
    /// How far it has come.
    pub state: RoomState,
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
    /// The number of the rules that it is played by; none before the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<u32>,
    /// When it was made.
    pub made_ms: i64,
    /// When the room itself last changed.
    pub changed_ms: i64,
    /// When anything last happened here: a move, or a change of the room.
    pub active_ms: i64,
    /// The last entry, as a spectator counts them.
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
    pub seat: Seat,
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
    /// Who plays while the player is away: `idle` or a bot.
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

/// A room to be made.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MakeRoom {
    /// The game's id.
    pub game: String,
    /// A ready-made configuration, the first one if left out.
    #[serde(default)]
    pub preset: Option<String>,
    /// A configuration of one's own; fields that are left out have the game's defaults.
    #[serde(default)]
    pub config: Option<Value>,
    /// The seats in order; the first is the maker's if left out.
    #[serde(default)]
    pub seats: Option<Vec<SeatWish>>,
    /// Whether everybody may find it.
    #[serde(default)]
    pub public: bool,
    /// Whether it may be watched.
    #[serde(default = "yes")]
    pub spectators: bool,
    /// How much later spectators see what happens.
    #[serde(default)]
    pub spectator_delay_ms: u32,
    /// Whether people may talk here.
    #[serde(default = "yes")]
    pub chat: bool,
    /// How long a turn may take.
    #[serde(default)]
    pub clock: Option<TurnClock>,
    /// What the maker adds to the luck.
    #[serde(default)]
    pub salt: String,
    /// A seed that everybody may know; a secret one is drawn if left out.
    #[serde(default)]
    pub seed: Option<String>,
}

fn yes() -> bool {
    true
}

/// What a seat of a new room shall be.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatWish {
    /// The maker's own.
    Me {
        /// What the maker is called.
        name: String,
    },
    /// Open to whoever comes.
    Open {},
    /// A bot's.
    Bot {
        /// Which one.
        bot: String,
    },
}

/// A room was made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Made {
    /// The room's name.
    pub table: String,
    /// The secret of its host.
    pub host_token: String,
    /// The address that invites others.
    pub invite: String,
    /// The maker's seats.
    pub seats: Vec<SeatToken>,
    /// The room.
    pub room: RoomView,
}

/// A seat and the secret that holds it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SeatToken {
    /// Which one.
    pub seat: Seat,
    /// The secret.
    pub token: String,
}

/// Somebody sits down.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// What they are called.
    pub name: String,
    /// Where; the first open seat if left out.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// What they add to the luck.
    #[serde(default)]
    pub salt: String,
}

/// Somebody sits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Seated {
    /// The room's name.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// The secret that holds it.
    pub token: String,
    /// The secret of the host, only for whoever made the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_token: Option<String>,
    /// The room.
    pub room: RoomView,
}

/// A code that opens a seat to a second device.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkCode {
    /// Eight letters.
    pub code: String,
}

/// A second device sits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Linked {
    /// The room's name.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// The secret that holds it there.
    pub token: String,
}

/// The secrets that a device holds.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tokens {
    /// In any order.
    pub tokens: Vec<String>,
}

/// A room that a token opens.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MyRoom {
    /// The seats that the tokens hold there.
    pub my_seats: Vec<Seat>,
    /// The seats that may act now.
    pub to_act: SeatSet,
    /// Those of them that the game waits for.
    pub awaited: SeatSet,
    /// Whose turn it is and what is wanted, as the first of my seats is told; nothing before the start.
    pub prompt: String,
    /// The room.
    #[serde(flatten)]
    pub room: RoomView,
}

/// Start now.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartNow {
    /// The bot that takes the seats that are still open.
    #[serde(default)]
    pub bot: Option<String>,
}

/// Something is switched on or off.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// Whether it is on.
    pub on: bool,
}

/// A seat is handed to a bot.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToBot {
    /// Which seat.
    pub seat: Seat,
    /// Which bot.
    pub bot: String,
}

/// One seat.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneSeat {
    /// Which one.
    pub seat: Seat,
}

/// Somebody who is away is replaced.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replace {
    /// Whose seat.
    pub seat: Seat,
    /// By `idle` or a bot.
    pub by: String,
}

/// A device that holds a seat, as its holder is told.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DeviceView {
    /// What it is called here.
    pub device: String,
    /// Since when it holds the seat.
    pub since_ms: i64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// One device.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneDevice {
    /// What it is called.
    pub device: String,
}

/// Somebody is put out, by seat or by name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kick {
    /// Whose seat, in the lobby.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The name of a spectator.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether their address may not come back to this table.
    #[serde(default)]
    pub bar: bool,
}

/// Somebody is not heard any more, or again, by seat or by name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hush {
    /// Whose seat.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// Their name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether they are not heard.
    pub on: bool,
}

/// Somebody is told of to whoever runs the server, by seat or by name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Whose seat.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// Their name.
    #[serde(default)]
    pub name: Option<String>,
    /// What is wrong.
    pub text: String,
}

/// A report is kept.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reported {
    /// How many lines of chat it keeps.
    pub lines: usize,
}

/// Which language models are there for orders that were not understood.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ModelView {
    /// Whether the server asks one itself.
    pub here: bool,
    /// Where pages of this server may ask one of the player's own.
    pub origins: Vec<String>,
}

/// Whether the other devices of the network reach the server.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NetworkView {
    /// Whether whoever asks may switch it: they sit at the server's own machine.
    pub may_switch: bool,
    /// The address that other devices open; none where they reach nothing.
    pub link: Option<String>,
}

/// The network is let in, or shut out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SwitchNetwork {
    /// Whether it is let in.
    pub open: bool,
}

/// A configuration, to be checked.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneConfig {
    /// The configuration.
    pub config: Value,
}

/// A configuration that can be played.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckedConfig {
    /// With every default filled in.
    pub config: Value,
    /// What who sets the game up should know of it, such as sides that are far from even.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<RemarkPage>,
}
