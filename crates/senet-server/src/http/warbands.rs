//! Warbands of Space Weirdos: the same questions as `senet warband`.

use axum::Json;
use axum::routing::post;
use senet_space_weirdos::api;
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
    if !api::METHODS.contains(&method.as_str()) {
        let sentence = format!("there is no question \"{method}\"; /api lists them");
        return Err(ApiError::new("not_found", sentence));
    }
    // Solving takes its time, and must not hold up sockets.
    let answer = tokio::task::spawn_blocking(move || api::call(&method, body)).await;
    match answer {
        Ok(Ok(answer)) => Ok(Json(answer)),
        Ok(Err(fault)) => Err(ApiError::new(&fault.code, fault.message)),
        Err(error) => {
            tracing::error!(%error, "a warband could not be worked out");
            Err(ApiError::new("internal", "something is wrong with the server; its log says what"))
        }
    }
}
