//! What there is to play.

use axum::Json;
use axum::extract::State;
use axum::routing::{get, post};
use senet_table::protocol::room::{CheckedConfig, ModelView, OneConfig};
use senet_table::protocol::{GameLine, GamePage};

use super::extract::{Body, Path};
use super::openapi::Call;
use crate::error::ApiError;
use crate::server::{Server, unknown_game};

pub fn calls() -> Vec<Call> {
    vec![
        Call::get("/api/games", "What there is to play", get(list)).gives::<Vec<GameLine>>(),
        Call::get("/api/games/{game}", "All about a game", get(one)).gives::<GamePage>(),
        Call::get("/api/model", "Which language models read orders?", get(model))
            .gives::<ModelView>(),
        Call::post("/api/games/{game}/check", "Is this configuration all right?", post(check))
            .takes::<OneConfig>()
            .gives::<CheckedConfig>(),
    ]
}

async fn list() -> Json<Vec<GameLine>> {
    Json(senet_catalog::games().iter().map(|game| game.line()).collect())
}

async fn one(Path(id): Path<String>) -> Result<Json<GamePage>, ApiError> {
    let game = senet_catalog::find(&id).ok_or_else(|| unknown_game(&id))?;
    Ok(Json(game.page()))
}

/// Neither its address nor its key is told.
async fn model(State(server): State<Server>) -> Json<ModelView> {
    let origins = server.model_origins().to_vec();
    Json(ModelView { here: server.models().is_some(), origins })
}

async fn check(
    Path(id): Path<String>,
    Body(body): Body<OneConfig>,
) -> Result<Json<CheckedConfig>, ApiError> {
    let game = senet_catalog::find(&id).ok_or_else(|| unknown_game(&id))?;
    let config = game.check_config(&body.config)?;
    Ok(Json(CheckedConfig { remarks: game.remarks(&config)?, config }))
}
