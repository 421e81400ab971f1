//! Warbands of Space Weirdos: the same questions as `senet warband`.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use senet_catalog::Leash;
use senet_table::Refusal;
use serde_json::Value;

use super::extract::{Body, Path};
use super::openapi::Call;
use crate::error::ApiError;
use crate::pool::{Asker, Enough};
use crate::room::text;
use crate::server::Server;

pub fn calls() -> Vec<Call> {
    let line = "Ask about a warband: catalogue, create, check, cost, complete, random, fix, \
                best_ability, spend, count, enumerate, edit, import or export";
    vec![Call::post("/api/warband/{method}", line, post(ask)).takes::<Value>().gives::<Value>()]
}

/// How long a solution may take, its turn in the line included.
const DEADLINE: Duration = Duration::from_secs(20);

async fn ask(
    State(server): State<Server>,
    asker: Asker,
    Path(method): Path<String>,
    Body(body): Body<Value>,
) -> Result<Response, ApiError> {
    let work = move |enough: Enough| {
        let leash = Leash::until(move || enough());
        let told = senet_catalog::document_until("warband", &method, body, &leash)?;
        // The answer may be long: writing it is part of the thought, too.
        Ok::<_, Refusal>(text(&told))
    };
    let told = server.pool().run_on_a_leash(&asker, DEADLINE, work).await??;
    Ok(([(CONTENT_TYPE, "application/json")], told).into_response())
}
