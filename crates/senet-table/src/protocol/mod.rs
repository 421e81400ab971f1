//! The one vocabulary of senet: what is asked and answered at a desk (in a browser's worker, over
//! stdin and stdout), over a server's socket and over HTTP.
//!
//! A message is one JSON object. An [`Ask`] or a [`GuestAsk`] may carry an `id`, which its one
//! [`Reply`] repeats. Whoever talks to a desk is the host of its tables and may act and look as
//! anyone. The guests of a server are seats or spectators: the server knows them by their tokens. What
//! both can ask has one name and one meaning, and the answers are the same. What a server says without
//! being asked is a [`Push`]; rooms are made and entered over HTTP ([`room`]).

pub mod room;

mod answer;
mod ask;
mod code;
mod game;
mod socket;

pub use answer::{Answer, Better, Hello, Hint, Hinted, LookBack, Reply, Update};
pub use ask::{Ask, LuckAsk};
pub use code::Code;
pub use game::{GameLine, GamePage, LevelPage, OfferPage, PresetPage, RemarkPage};
pub use socket::{ChatLine, Followed, GuestAsk, Occasion, Push, PushedUpdate};

use crate::Refusal;

/// The version of the protocol. It is raised where a message that existed means something else.
///
/// 2: `follow` is what a guest says to follow a room, and nothing else; what a seat's standing plans ask
/// for is `plans`.
pub const VERSION: u32 = 2;

/// The longest list of commands that an update carries, in commands.
pub const OFFERED: usize = 64;
/// The longest list of commands that an update carries, in bytes of JSON.
pub const OFFERED_BYTES: usize = 2048;

/// Answers whoever says which version they speak.
pub fn greeted(protocol: Option<u32>, now_ms: Option<i64>) -> Result<Answer, Refusal> {
    match protocol {
        Some(other) if other != VERSION => {
            let sentence = format!(
                "version {VERSION} of the protocol is spoken here, not {other}; docs/protocol.md tells what has changed"
            );
            Err(Refusal::new("other_protocol", sentence))
        }
        Some(_) | None => Ok(Answer::Hello(Hello::new(now_ms))),
    }
}

/// Why a message is none of ours. One that an older version knew is told what it is called now.
pub fn not_a_message(message: &serde_json::Value, error: &dyn std::fmt::Display) -> Refusal {
    if message["type"] == "follow" && message.get("seat").is_some() {
        let sentence = "what a seat's standing plans ask for is `plans` since version 2 of the protocol; `follow` follows a room of a server";
        return Refusal::new("renamed", sentence);
    }
    Refusal::new("no_message", format!("the message is none of ours: {error}"))
}
