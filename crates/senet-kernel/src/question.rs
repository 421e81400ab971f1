//! Questions to a language model about what a game did not understand itself. A game that reads orders
//! by one makes the question from the player's own view, and reads the answer like anything that a
//! stranger sent; whether there is a model, and where, is the host's.

use serde_json::Value;

/// A question to a language model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What the model is told about the game and the form of its answer.
    pub system: String,
    /// The position, the own plan and the words, as JSON.
    pub user: String,
    /// The schema of the answer.
    pub schema: Value,
    /// What was next when the words were said: what comes later outranks the answer.
    pub input: u32,
    /// The round that is open.
    pub round: u32,
}

/// Why an answer gives no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOrders {
    /// It is not in the agreed form.
    #[error("the model's answer could not be read")]
    Unread,
    /// It holds nothing that the seat could do now.
    #[error("the model gave no order")]
    Empty,
    /// The game does not run, or has no use for answers.
    #[error("the game does not run, or reads no orders by a model")]
    NotPlaying,
}
