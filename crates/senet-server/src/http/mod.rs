//! The server over HTTP: a module for each resource.

mod extract;
mod files;
mod games;
mod health;
mod openapi;
mod tables;
mod warbands;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use self::extract::Address;
use crate::error::ApiError;
use crate::server::Server;
use crate::socket;

/// The whole server as one function from requests to responses.
pub fn app(server: Server) -> Router {
    let bytes = server.limits().message_bytes;
    let calls = [tables::calls(), games::calls(), warbands::calls(), health::calls()];
    let calls = calls.into_iter().flatten().collect();
    openapi::router(calls)
        .route("/api/socket", get(upgrade))
        .route("/t/{table}", get(files::invitation))
        .fallback_service(get(files::serve))
        .method_not_allowed_fallback(|| async {
            ApiError::new("wrong_method", "this cannot be called in this way; /api lists how")
        })
        .layer(DefaultBodyLimit::max(bytes))
        .layer(from_fn_with_state(server.clone(), admit))
        .layer(map_response(harden))
        .with_state(server)
}

/// Lets a call in, where its address has not made too many. What has begun is finished, also when
/// the caller hangs up: a change is never left half made.
async fn admit(State(server): State<Server>, request: Request, next: Next) -> Response {
    if holds_nul(request.uri()) {
        return ApiError::new("malformed", "an address holds no NUL character").into_response();
    }
    let Address(address) = Address::of(&server, request.headers(), request.extensions());
    if request.uri().path().starts_with("/api/")
        && let Err(error) = server.may_call(&address)
    {
        return error.into_response();
    }
    match tokio::spawn(next.run(request)).await {
        Ok(response) => response,
        Err(error) => {
            tracing::error!(%error, "a call has panicked");
            let sentence = "something is wrong with the server; its log says what";
            ApiError::new("internal", sentence).into_response()
        }
    }
}

/// Whether an address holds the one character that no database keeps in a text.
fn holds_nul(uri: &Uri) -> bool {
    uri.path_and_query().is_some_and(|address| address.as_str().contains("%00"))
}

/// What a browser must not do with our pages.
async fn harden(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HARDENED {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

const HARDENED: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; \
         frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
];

async fn upgrade(
    State(server): State<Server>,
    Address(address): Address,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    if !same_origin(&headers, server.public_url()) {
        return Err(ApiError::new("bad_origin", "pages of other sites may not play here"));
    }
    let place = server.enter(address)?;
    let limits = server.limits();
    let upgrade = upgrade
        // A larger buffer would be cleared on every read, which costs more than the read itself.
        .read_buffer_size(1024)
        // The buffer keeps the size that it once had: it need not hold several messages.
        .write_buffer_size(1024)
        .max_message_size(limits.message_bytes)
        .max_frame_size(limits.message_bytes);
    Ok(upgrade.on_upgrade(move |connection| socket::serve(server, connection, place)))
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
