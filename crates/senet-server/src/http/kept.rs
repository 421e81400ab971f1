//! What the server keeps of its guests, told to them.

use axum::Json;
use axum::extract::State;
use axum::routing::get;
use schemars::JsonSchema;
use serde::Serialize;

use super::openapi::Call;
use crate::server::Server;

pub fn calls() -> Vec<Call> {
    vec![
        Call::get("/api/kept", "What is kept, and for how long", get(kept)).gives::<Kept>(),
        Call::get("/kept", "The same to read", get(page)),
    ]
}

#[derive(Serialize, JsonSchema)]
struct Kept {
    /// Days that a finished table is kept; 0 is for ever.
    finished_days: u32,
    /// Hours that a table is kept where no game has begun; 0 is for ever.
    lobby_hours: u32,
    /// The same and the rest of it, to read.
    sentences: Vec<String>,
}

async fn kept(State(server): State<Server>) -> Json<Kept> {
    let keep = server.limits().keep;
    let sentences = keep.sentences();
    Json(Kept { finished_days: keep.finished_days, lobby_hours: keep.lobby_hours, sentences })
}

async fn page(State(server): State<Server>) -> String {
    let sentences = server.limits().keep.sentences();
    sentences
        .iter()
        .fold("What this server keeps\n".to_owned(), |page, line| page + "\n" + line + "\n")
}
