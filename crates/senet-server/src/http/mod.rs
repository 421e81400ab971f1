//! The server over HTTP: a module for each resource.

mod board;
mod extract;
pub mod files;
mod games;
mod health;
mod kept;
pub mod moderation;
mod network;
mod openapi;
mod origin;
mod replays;
mod tables;
mod warbands;

use axum::body::{HttpBody, to_bytes};
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use tracing::Instrument;

use self::extract::{Address, Caller};
use crate::door::Counted;
use crate::error::{ApiError, Refused, too_large};
use crate::server::Server;
use crate::socket::{self, Upgrade};

/// The whole server as one function from requests to responses.
pub fn app(server: Server) -> Router {
    let bytes = server.limits().message_bytes;
    let calls = [
        tables::calls(),
        moderation::calls(),
        games::calls(),
        warbands::calls(),
        health::calls(),
        kept::calls(),
        replays::calls(),
        network::calls(),
    ];
    let calls = calls.into_iter().flatten().collect();
    let policy = policy(server.public_url(), server.model_origins());
    openapi::router(calls)
        .route("/api/socket", get(upgrade))
        .route("/board/{game}", get(board::board))
        .route("/t/{table}", get(files::invitation))
        .route("/r/{table}", get(files::replay))
        .fallback_service(get(files::serve).with_state(server.clone()))
        .method_not_allowed_fallback(|| async {
            ApiError::new("wrong_method", "this cannot be called in this way; /api lists how")
        })
        .layer(DefaultBodyLimit::max(bytes))
        .layer(from_fn_with_state(server.clone(), admit))
        .layer(map_response(move |response| harden(response, policy.clone())))
        .with_state(server)
}

/// Lets a call in, where it may come, and counts how it went.
async fn admit(State(server): State<Server>, request: Request, next: Next) -> Response {
    let Address(address) = Address::of(&server, request.headers(), request.extensions());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let trace = request.headers().get(TRACE).filter(|trace| is_trace(trace)).cloned();
    let for_programs = is_for_programs(request.uri().path());
    let span = tracing::info_span!("call", traceparent = tracing::field::Empty);
    if let Some(trace) = trace.as_ref().and_then(|trace| trace.to_str().ok()) {
        span.record("traceparent", trace);
    }
    let answered = answer(&server, &address, request, next).instrument(span).await;
    let mut response = answered.unwrap_or_else(ApiError::into_response);
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    server.metrics().called(route, response.status().as_u16());
    if let Some(Refused(code)) = response.extensions().get::<Refused>() {
        server.refused(code, &address);
    }
    let headers = response.headers_mut();
    if for_programs {
        // It may hold a token, or what only one seat may see.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Some(trace) = trace {
        headers.insert(TRACE, trace);
    }
    response
}

/// Answers a call. What has begun is finished, also when the caller hangs up: a change is never left
/// half made. Questions that change nothing may ask whether the [`Caller`] is still there.
async fn answer(
    server: &Server,
    address: &str,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    if holds_nul(request.uri()) {
        return Err(ApiError::new("malformed", "an address holds no NUL character"));
    }
    let path = request.uri().path();
    if is_for_programs(path) || OURS.contains(&path) {
        origin::check(request.headers(), server.public_url())?;
    }
    if is_for_programs(path) {
        server.may_call(address)?;
    }
    if is_a_change(&request) {
        server.may_write(address, CHANGE_BYTES)?;
    }
    let mut request = whole(server, request).await?;
    let (caller, here) = Caller::new();
    request.extensions_mut().insert(caller);
    let answered = tokio::spawn(next.run(request).in_current_span()).await;
    drop(here);
    answered.map_err(|error| {
        tracing::error!(%error, "a call has panicked");
        ApiError::new("internal", "something is wrong with the server; its log says what")
    })
}

/// What tells of this server besides its calls: no page of another site reads it either.
const OURS: [&str; 3] = ["/metrics", "/readyz", "/kept"];

/// What the store is taken to need for a change of a room.
const CHANGE_BYTES: usize = 2048;

/// Whether a call changes a room, which is stored, and told to all who are there.
fn is_a_change(request: &Request) -> bool {
    let path = request.uri().path();
    let of_room = path.strip_prefix("/api/tables/").is_some_and(|rest| rest != "mine");
    request.method() == Method::POST && (of_room || path == "/api/link")
}

fn is_for_programs(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// The request with all of its body, which has to come within a while.
async fn whole(server: &Server, request: Request) -> Result<Request, ApiError> {
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let limits = server.limits();
    let most = match request.uri().path() {
        replays::PATH => replays::MOST.max(limits.message_bytes),
        _ => limits.message_bytes,
    };
    let (parts, body) = request.into_parts();
    let size = parts.headers.get(CONTENT_LENGTH).and_then(|size| size.to_str().ok()?.parse().ok());
    if size.is_some_and(|size: usize| size > most) {
        return Err(too_large());
    }
    let read = to_bytes(body, most);
    match tokio::time::timeout(limits.body, read).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, bytes.into())),
        // Either it is too large, or the caller has gone, who hears nothing of it.
        Ok(Err(_)) => Err(too_large()),
        Err(_) => {
            let sentence = "the body did not come in time; send it again";
            Err(ApiError::new("too_slow", sentence))
        }
    }
}

/// Whether an address holds the one character that no database keeps in a text.
fn holds_nul(uri: &Uri) -> bool {
    uri.path_and_query().is_some_and(|address| address.as_str().contains("%00"))
}

/// The header by which a call is followed through several servers.
const TRACE: HeaderName = HeaderName::from_static("traceparent");

/// Whether it is what the standard says: version, trace, parent and flags, in hexadecimal digits.
fn is_trace(value: &HeaderValue) -> bool {
    let parts: Vec<&[u8]> = value.as_bytes().split(|byte| *byte == b'-').collect();
    let digits = |part: &&[u8]| part.iter().all(u8::is_ascii_hexdigit);
    parts.iter().map(|part| part.len()).eq([2, 32, 16, 2]) && parts.iter().all(digits)
}

/// What a browser must not do with our pages.
async fn harden(mut response: Response, policy: HeaderValue) -> Response {
    let headers = response.headers_mut();
    // The page of a frame has a policy of its own.
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(policy);
    for (name, value) in HARDENED {
        let value = HeaderValue::from_static(value);
        headers.entry(HeaderName::from_static(name)).or_insert(value);
    }
    response
}

const HARDENED: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// What our pages may load, and that they speak to this server alone, and to the models that whoever runs
/// it lets them ask. Some browsers do not count its
/// sockets among `'self'`, so those of the public address are named.
fn policy(public_url: Option<&str>, models: &[String]) -> HeaderValue {
    let place = public_url.and_then(origin::place);
    let sockets = place.map(|place| format!(" ws://{place} wss://{place}")).unwrap_or_default();
    let models: String = models.iter().map(|origin| format!(" {origin}")).collect();
    let policy = format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'{sockets}{models}; \
         frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    );
    HeaderValue::try_from(policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}

async fn upgrade(
    State(server): State<Server>,
    Address(address): Address,
    held: Option<Extension<Counted>>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let place = server.enter(&address)?;
    let message_bytes = server.limits().message_bytes;
    Ok(upgrade.agree(message_bytes, async move |wire| {
        socket::serve(server, wire, place).await;
        // The connection counts for as long as its socket.
        drop(held);
    }))
}
