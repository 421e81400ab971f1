//! Warbands of Space Weirdos: the same questions as `senet warband`.

use axum::Json;
use axum::routing::post;
use serde_json::Value;

use super::extract::{Body, Path};
use super::openapi::Call;
use crate::error::ApiError;

pub fn calls() -> Vec<Call> {
    let line = "Ask about a warband: catalogue, create, check, cost, complete, random, fix, \
                best_ability, spend, count, enumerate, edit, import or export";
    vec![Call::post("/api/warband/{method}", line, post(ask)).takes::<Value>().gives::<Value>()]
}

async fn ask(Path(method): Path<String>, Body(body): Body<Value>) -> Result<Json<Value>, ApiError> {
    // Solving takes its time, and must not hold up sockets.
    let work = move || senet_catalog::document("space-weirdos", &method, body);
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(answer)) => Ok(Json(answer)),
        Ok(Err(refusal)) => Err(refusal.into()),
        Err(error) => {
            tracing::error!(%error, "a warband could not be worked out");
            Err(ApiError::new("internal", "something is wrong with the server; its log says what"))
        }
    }
}
