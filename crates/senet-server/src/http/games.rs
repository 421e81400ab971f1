//! What there is to play.

use axum::extract::Path;
use axum::routing::{get, post};
use axum::{Json, Router};
use senet_table::protocol::{GameLine, GamePage};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::server::{Server, unknown_game};

pub fn router() -> Router<Server> {
    Router::new()
        .route("/api/games", get(list))
        .route("/api/games/{game}", get(one))
        .route("/api/games/{game}/check", post(check))
}

async fn list() -> Json<Vec<GameLine>> {
    Json(senet_catalog::games().iter().map(|game| game.line()).collect())
}

async fn one(Path(id): Path<String>) -> Result<Json<GamePage>, ApiError> {
    let game = senet_catalog::find(&id).ok_or_else(|| unknown_game(&id))?;
    Ok(Json(game.page()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Check {
    config: Value,
}

async fn check(Path(id): Path<String>, Json(body): Json<Check>) -> Result<Json<Value>, ApiError> {
    let game = senet_catalog::find(&id).ok_or_else(|| unknown_game(&id))?;
    Ok(Json(json!({ "config": game.check_config(&body.config)? })))
}
