//! Games that were played elsewhere, kept for whoever has their short link.
//!
//! Whoever sends one says by that that it may be kept and read. It is checked from its first line to its
//! last, and lies in the store like any other game that is over: it goes by the same rules of retention, and
//! can be erased in the same way.

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::extract::Body;
use super::openapi::Call;
use crate::error::ApiError;
use crate::pool::Asker;
use crate::server::Server;

/// Where games are sent to.
pub const PATH: &str = "/api/replays";
/// The most bytes of a game that is kept.
pub const MOST: usize = 512 * 1024;

pub fn calls() -> Vec<Call> {
    let route = post(keep).layer(DefaultBodyLimit::max(MOST));
    vec![
        Call::post(PATH, "Keep a game that is over, for whoever has its link", route)
            .takes::<Played>()
            .gives::<Kept>(),
    ]
}

/// A game that was played elsewhere.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Played {
    /// Its journal.
    journal: String,
}

#[derive(Serialize, JsonSchema)]
struct Kept {
    /// What it is called here.
    table: String,
    /// The link that leads to it.
    link: String,
}

async fn keep(
    State(server): State<Server>,
    asker: Asker,
    Body(body): Body<Played>,
) -> Result<Json<Kept>, ApiError> {
    let table = server.keep_game(&asker, body.journal).await?.table;
    let link = format!("{}/r/{table}", server.public_url().unwrap_or_default());
    Ok(Json(Kept { table, link }))
}
