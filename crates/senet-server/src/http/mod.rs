//! The server over HTTP: a module for each resource.

mod games;
mod health;
mod tables;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::response::Response;
use axum::routing::get;

use crate::error::ApiError;
use crate::server::Server;
use crate::socket;

/// The whole server as one function from requests to responses.
pub fn app(server: Server) -> Router {
    let bytes = server.limits().message_bytes;
    Router::new()
        .merge(tables::router())
        .merge(games::router())
        .merge(health::router())
        .route("/api/socket", get(upgrade))
        .fallback(|| async {
            ApiError::new(
                "not_found",
                "there is nothing here; /api/openapi.json lists what there is",
            )
        })
        .layer(DefaultBodyLimit::max(bytes))
        .with_state(server)
}

async fn upgrade(
    State(server): State<Server>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if !same_origin(&headers, server.public_url()) {
        return Err(ApiError::new("bad_origin", "pages of other sites may not play here"));
    }
    let limits = server.limits();
    let upgrade = upgrade
        // A larger buffer would be cleared on every read, which costs more than the read itself.
        .read_buffer_size(4 * 1024)
        .max_message_size(limits.message_bytes)
        .max_frame_size(limits.message_bytes);
    Ok(upgrade.on_upgrade(move |connection| socket::serve(server, connection)))
}

/// Whether a page of this server asks, or a program that is no page.
fn same_origin(headers: &HeaderMap, public_url: Option<&str>) -> bool {
    let read = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = read(ORIGIN) else { return true };
    let host =
        |url: &str| url.split_once("://").map(|(_, rest)| rest.trim_end_matches('/').to_owned());
    let from = host(origin);
    from.is_some() && (from.as_deref() == read(HOST) || from == public_url.and_then(host))
}
