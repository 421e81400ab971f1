//! What guests of a server ask over its socket, and what it tells them without being asked.

use schemars::JsonSchema;
use senet_kernel::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::room::RoomView;
use super::{Hello, Update};
use crate::{Refusal, Table};

/// What a guest asks. Who that is, the token says with which the table is followed: `seat` is named only
/// where one socket holds several seats of a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum GuestAsk {
    /// Which version of the protocol is spoken here?
    Hello {
        /// The one that the asker speaks; another than ours is refused with a sentence.
        #[serde(default)]
        protocol: Option<u32>,
    },
    /// Tell me what happens at a table, from now on.
    Follow {
        /// Which one.
        table: String,
        /// The token of a seat; none watches.
        #[serde(default)]
        token: Option<String>,
        /// The last entry that one has seen.
        #[serde(default)]
        since: Option<u64>,
        /// The name under which a spectator talks.
        #[serde(default)]
        name: Option<String>,
    },
    /// Tell me no more of a table.
    Unfollow {
        /// Which one.
        table: String,
    },
    /// Carry out a command.
    Submit {
        /// Where.
        table: String,
        /// As which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// An id of one's own: the same one twice acts once and gets the same answer.
        #[serde(default)]
        request: Option<String>,
        /// What is asked for.
        command: Value,
    },
    /// Take the seat's last command back, with what bots answered.
    TakeBack {
        /// Where.
        table: String,
        /// As which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// An id of one's own, as in `submit`.
        #[serde(default)]
        request: Option<String>,
        /// Take back all that the seat did after this entry, as it counts them: a text of several orders.
        #[serde(default)]
        to: Option<u64>,
    },
    /// Would a command be refused, and why?
    Check {
        /// Where.
        table: String,
        /// As which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// What would be asked for.
        command: Value,
    },
    /// What would a command lead to, with its chances, as far as the seat can know?
    Outlook {
        /// Where.
        table: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// What would be asked for.
        command: Value,
    },
    /// Which forms of words may a player type?
    Help {
        /// Where.
        table: String,
        /// For which seat.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// What may the seat do?
    Legal {
        /// Where.
        table: String,
        /// Which seat.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// What do these words of the seat come to?
    Read {
        /// Where.
        table: String,
        /// Which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// The words.
        text: String,
    },
    /// What is a language model asked about words of the seat that were not understood?
    Question {
        /// Where.
        table: String,
        /// Which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// The words.
        text: String,
    },
    /// What does a model's answer come to now?
    Answered {
        /// Where.
        table: String,
        /// Which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// What was next when the words were said, as the question told it.
        input: u32,
        /// What the model said.
        answer: String,
    },
    /// What does the server's own language model make of words that were not understood?
    Translate {
        /// Where.
        table: String,
        /// Which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// The words.
        text: String,
        /// What was next when they were said; what is next now if left out.
        #[serde(default)]
        input: Option<u32>,
    },
    /// Remember something for the seat.
    Remember {
        /// Where.
        table: String,
        /// Which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// What.
        memo: Value,
    },
    /// What would a bot do?
    Advise {
        /// Where.
        table: String,
        /// Which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// The bot's name.
        bot: String,
    },
    /// What happened, through the guest's eyes?
    Events {
        /// Where.
        table: String,
        /// Through which seat's eyes.
        #[serde(default)]
        seat: Option<Seat>,
        /// After which entry; from the first one if left out.
        #[serde(default)]
        since: u64,
        /// Up to which entry; to the last one if left out.
        #[serde(default)]
        until: Option<u64>,
    },
    /// All that happened, told by the game's own turns or rounds from the start on.
    Log {
        /// Where.
        table: String,
        /// Through which seat's eyes.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// The board as text.
    Draw {
        /// Where.
        table: String,
        /// Through which seat's eyes.
        #[serde(default)]
        seat: Option<Seat>,
        /// After which entry; the last one if left out.
        #[serde(default)]
        at: Option<u64>,
    },
    /// Say something to all who follow the table.
    Chat {
        /// Where.
        table: String,
        /// As which seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// What.
        text: String,
    },
    /// Tell me of the public rooms, now and whenever their list changes; or no more.
    Lobby {
        /// Whether to tell.
        on: bool,
    },
    /// Are you there?
    Ping {},
}

/// What is told to whoever follows a room from now on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Followed {
    /// Which one.
    pub table: String,
    /// Through whose eyes.
    pub viewer: Viewer,
    /// Who sits where.
    pub room: RoomView,
    /// What was said before.
    pub chat: Vec<ChatLine>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChatLine {
    /// The name of who said it.
    pub from: String,
    /// By which seat; none is a spectator.
    pub seat: Option<Seat>,
    /// What was said.
    pub text: String,
    /// When it was said.
    pub at_ms: i64,
}

/// What a server tells without being asked.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Push<'a> {
    /// The first word.
    Hello(Hello),
    /// What has happened at a table, and all that a screen needs.
    Update(PushedUpdate<'a>),
    /// A room has changed.
    Room {
        /// Which one.
        table: &'a str,
        /// As everybody may see it.
        room: &'a RoomView,
    },
    /// Somebody said something.
    Chat {
        /// Where.
        table: &'a str,
        /// What.
        #[serde(flatten)]
        line: &'a ChatLine,
    },
    /// The public rooms.
    Lobby {
        /// The newest first.
        rooms: &'a [RoomView],
    },
    /// Something has ended that the guest counted on, such as its seat.
    Error {
        /// Where.
        table: &'a str,
        /// What and why.
        #[serde(flatten)]
        refusal: &'a Refusal,
    },
}

/// What a server says of an update besides the update itself.
#[derive(Clone, Copy, Debug)]
pub struct Occasion<'a> {
    /// Where.
    pub table: &'a str,
    /// Through whose eyes.
    pub viewer: Viewer,
    /// The server's clock, in milliseconds since 1970.
    pub now_ms: i64,
    /// When the clock ticks or the turn's time runs out, by the server's clock.
    pub deadline_ms: Option<i64>,
}

impl Occasion<'_> {
    /// Writes a [`Push::Update`] with what happened after the viewer's step `since`: the table writes its part
    /// straight into the text that is sent.
    pub fn write(&self, table: &dyn Table, since: u64, text: &mut Vec<u8>) {
        #[derive(Serialize)]
        #[serde(tag = "type", rename = "update")]
        struct Head<'a> {
            table: &'a str,
            viewer: Viewer,
            now_ms: i64,
            deadline_ms: Option<i64>,
        }
        let Occasion { table: name, viewer, now_ms, deadline_ms } = *self;
        let head = Head { table: name, viewer, now_ms, deadline_ms };
        senet_kernel::write(&head, text);
        // The two objects become one.
        text.pop();
        let seam = text.len();
        table.write_update(viewer, since, text);
        text[seam] = b',';
    }
}

/// An update as a server tells it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PushedUpdate<'a> {
    /// Where.
    pub table: &'a str,
    /// Through whose eyes.
    pub viewer: Viewer,
    /// The server's clock, in milliseconds since 1970.
    pub now_ms: i64,
    /// When the clock ticks or the turn's time runs out, by the server's clock.
    pub deadline_ms: Option<i64>,
    /// All that a screen needs.
    #[serde(flatten)]
    pub update: &'a Update,
}
