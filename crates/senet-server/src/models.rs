//! The language model that whoever runs the server has set up, for games that read orders by one.
//!
//! It is asked only about what the game did not understand by itself, once a round for each seat, and its
//! answer goes to the player who spoke, to be submitted like anything else. Its address and its key stay
//! here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use senet_kernel::{Question, Seat};
use senet_llm::{Failure, Limits, Line, Model, When};
use senet_table::Table;

use crate::error::ApiError;
use crate::server::now_ms;

/// How many lines of questions are remembered; beyond that all begin anew.
const MOST_LINES: usize = 4096;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

pub(crate) struct Models {
    model: Arc<dyn Model>,
    /// By table and seat.
    lines: Mutex<HashMap<(String, Seat), Line>>,
}

impl Models {
    pub fn new(model: Arc<dyn Model>) -> Models {
        Models { model, lines: Mutex::default() }
    }

    /// The question about words of a seat, where the game did not understand them and the seat may still
    /// ask. `input` is what was next when they were said.
    pub fn question(
        &self,
        id: &str,
        table: &dyn Table,
        seat: Seat,
        text: &str,
        input: Option<u32>,
    ) -> Result<Question, ApiError> {
        let mut question =
            table.question(seat, text).ok_or_else(|| failed(&Failure::NotPlaying))?;
        if is_understood(table, seat, text) {
            let sentence = "the game understands this by itself; a model is asked about the rest";
            return Err(ApiError::new("understood", sentence));
        }
        question.input = input.map_or(question.input, |said| said.min(question.input));
        let day = u32::try_from(now_ms() / DAY_MS).unwrap_or_default();
        let now = When { round: question.round, day, playing: true };
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= MOST_LINES {
            lines.clear();
        }
        let line =
            lines.entry((id.to_owned(), seat)).or_insert_with(|| Line::new(Limits::default()));
        line.begin(now).map_err(|failure| failed(&failure))?;
        Ok(question)
    }

    /// What the model says, however that ends.
    pub async fn ask(&self, id: &str, seat: Seat, question: Question) -> Result<String, ApiError> {
        let model = Arc::clone(&self.model);
        let asked = tokio::task::spawn_blocking(move || model.ask(&question)).await;
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get_mut(&(id.to_owned(), seat)) {
            line.done();
        }
        asked.unwrap_or(Err(Failure::Unreachable)).map_err(|failure| failed(&failure))
    }
}

/// Whether the game knows by itself what to make of words, or what to ask whoever said them.
fn is_understood(table: &dyn Table, seat: Seat, text: &str) -> bool {
    match table.read(seat, text) {
        Ok(read) => read.not_understood.is_empty() || !read.asks.is_empty(),
        Err(refusal) => refusal.code != "not_understood",
    }
}

/// The offline reading stands; the sentence says why there is no other.
pub(crate) fn failed(failure: &Failure) -> ApiError {
    ApiError::new("no_orders", failure.to_string())
}
