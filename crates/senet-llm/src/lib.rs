//! A language model as a translator of orders, for players who ask for one.
//!
//! It is off unless a host makes an [`Endpoint`] from a [`Settings`]. The offline interpreter of
//! the game answers first and at once; a [`Model`] is asked only for what it did not understand.
//! Which question that is, and what an answer comes to, says the game; no game is known here.
//!
//! [`Line`] decides which question is asked when: one at a time for each team, the newest of those that
//! wait, within the limits for rounds and days.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "this crate speaks to the network and reads its key from the environment"
)]

mod endpoint;
mod line;

use senet_kernel::{NoOrders, Question};

pub use endpoint::{Endpoint, Key, Settings};
pub use line::{Job, Limits, Line, Offer, When};

/// Why there is no answer. The offline result stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Failure {
    /// Nobody answers at that address.
    #[error("the model cannot be reached")]
    Unreachable,
    /// The time limit has passed.
    #[error("the model took too long")]
    TimedOut,
    /// The service answered with an error.
    #[error("the model's service answered {status}")]
    ModelError {
        /// The status of its answer.
        status: u16,
    },
    /// The answer is larger than any order.
    #[error("the model's answer is too large")]
    TooLarge,
    /// The answer is no order in the agreed form.
    #[error("the model's answer could not be read")]
    Unparseable,
    /// The answer has no order for an own living piece.
    #[error("the model gave no order")]
    Empty,
    /// The calls of this round or day are used up.
    #[error("no more calls to the model for now")]
    BudgetUsedUp,
    /// Another call is under way, or this round has had its own.
    #[error(
        "the model answers once a round; say it in other words, or ask again in the next round"
    )]
    Busy,
    /// A newer text took its place.
    #[error("a newer text took its place")]
    Superseded,
    /// The game does not run.
    #[error("the game does not run")]
    NotPlaying,
}

impl From<NoOrders> for Failure {
    fn from(none: NoOrders) -> Failure {
        match none {
            NoOrders::Unread => Failure::Unparseable,
            NoOrders::Empty => Failure::Empty,
            NoOrders::NotPlaying => Failure::NotPlaying,
        }
    }
}

/// Something that answers a question with text.
pub trait Model: Send + Sync {
    /// Asks, and waits within the model's own time limit.
    fn ask(&self, question: &Question) -> Result<String, Failure>;
}
