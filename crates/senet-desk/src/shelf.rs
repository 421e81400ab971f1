//! Where a desk finds its games.

use std::sync::Arc;

use senet_table::{Header, Refusal};
use serde_json::Value;

use crate::AnyGame;

/// The games and documents that a desk can be asked about.
pub trait Shelf: Send {
    /// All games, in the order of the house.
    fn games(&self) -> Vec<Arc<dyn AnyGame>>;

    /// The game with this id.
    fn find(&self, id: &str) -> Option<Arc<dyn AnyGame>> {
        self.games().into_iter().find(|game| game.id() == id)
    }

    /// The game by whose rules a journal was played. The provided way knows one set of rules a game.
    fn of_journal(&self, header: &Header) -> Option<Arc<dyn AnyGame>> {
        self.find(&header.game)
    }

    /// Answers a question about a document. The provided way knows no documents.
    fn document(&self, system: &str, _method: &str, _input: Value) -> Result<Value, Refusal> {
        let sentence = format!("there is no system \"{system}\" here");
        Err(Refusal::new("unknown_system", sentence))
    }
}

/// One game alone.
impl Shelf for Arc<dyn AnyGame> {
    fn games(&self) -> Vec<Arc<dyn AnyGame>> {
        vec![Arc::clone(self)]
    }
}
