//! For operators.

use std::fmt::Write;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::State;
use axum::routing::get;
use schemars::JsonSchema;
use serde::Serialize;

use super::openapi::Call;
use crate::error::ApiError;
use crate::server::Server;

pub fn calls() -> Vec<Call> {
    vec![
        Call::get("/healthz", "Does the process live?", get(|| async { "ok\n" })),
        Call::get("/readyz", "Can the store be written to?", get(ready)),
        Call::get("/metrics", "Counters, for Prometheus", get(metrics)),
        Call::get("/api/version", "Which version this is", get(version)).gives::<Version>(),
    ]
}

async fn ready(State(server): State<Server>) -> Result<&'static str, ApiError> {
    server.store().ready().await?;
    if server.store().is_damaged() {
        return Ok("ok, but the store is damaged; `senet store check` names the tables\n");
    }
    Ok("ok\n")
}

#[derive(Serialize, JsonSchema)]
struct Version {
    name: &'static str,
    version: &'static str,
}

async fn version() -> Json<Version> {
    Json(Version { name: "senet", version: env!("CARGO_PKG_VERSION") })
}

async fn metrics(State(server): State<Server>) -> String {
    let counters = server.counters();
    let rows = [
        ("senet_sockets", "gauge", server.sockets() as u64),
        ("senet_connections", "gauge", server.connections() as u64),
        ("senet_nodes", "gauge", server.nodes() as u64),
        ("senet_rooms_in_memory", "gauge", server.rooms_in_memory() as u64),
        ("senet_pool_waiting", "gauge", server.pool().waiting()),
        ("senet_rooms_made_total", "counter", counters.rooms_made.load(Ordering::Relaxed)),
        ("senet_commands_accepted_total", "counter", counters.accepted.load(Ordering::Relaxed)),
        ("senet_commands_rejected_total", "counter", counters.rejected.load(Ordering::Relaxed)),
        ("senet_ticks_total", "counter", counters.ticks.load(Ordering::Relaxed)),
        ("senet_snapshots_used_total", "counter", counters.snapshots_used.load(Ordering::Relaxed)),
        (
            "senet_snapshots_dropped_total",
            "counter",
            counters.snapshots_dropped.load(Ordering::Relaxed),
        ),
        ("senet_store_errors_total", "counter", counters.store_errors.load(Ordering::Relaxed)),
    ];
    let mut text = String::new();
    for (name, kind, value) in rows {
        let _ = writeln!(text, "# TYPE {name} {kind}\n{name} {value}");
    }
    let (metrics, pool) = (server.metrics(), server.pool());
    metrics.submit.told(&mut text, "senet_submit_seconds");
    metrics.commit.told(&mut text, "senet_commit_seconds");
    metrics.bots.told(&mut text, "senet_bot_seconds");
    pool.waited().told(&mut text, "senet_pool_wait_seconds");
    pool.took().told(&mut text, "senet_pool_work_seconds");
    metrics.http.told(&mut text, "senet_http_requests_total");
    metrics.refusals.told(&mut text, "senet_refusals_total");
    text
}
