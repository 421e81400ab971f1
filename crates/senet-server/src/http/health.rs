//! For operators.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::server::Server;

pub fn router() -> Router<Server> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/api/version", get(version))
}

async fn ready(State(server): State<Server>) -> Result<&'static str, ApiError> {
    server.store().ready().await?;
    Ok("ok\n")
}

async fn version() -> Json<Value> {
    Json(json!({ "name": "senet", "version": env!("CARGO_PKG_VERSION") }))
}

async fn metrics(State(server): State<Server>) -> String {
    let counters = server.counters();
    let rows = [
        ("senet_sockets", "gauge", counters.sockets.load(Ordering::Relaxed) as u64),
        ("senet_rooms_in_memory", "gauge", server.rooms_in_memory() as u64),
        ("senet_rooms_made_total", "counter", counters.rooms_made.load(Ordering::Relaxed)),
        ("senet_commands_accepted_total", "counter", counters.accepted.load(Ordering::Relaxed)),
        ("senet_commands_rejected_total", "counter", counters.rejected.load(Ordering::Relaxed)),
        ("senet_ticks_total", "counter", counters.ticks.load(Ordering::Relaxed)),
        ("senet_store_errors_total", "counter", counters.store_errors.load(Ordering::Relaxed)),
    ];
    let mut text = String::new();
    for (name, kind, value) in rows {
        let _ = writeln!(text, "# TYPE {name} {kind}\n{name} {value}");
    }
    text
}
