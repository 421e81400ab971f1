//! The web client, out of the binary.

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};

use super::extract::Path;
use crate::error::ApiError;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the web client. A path that names none is a place within the page, unless it belongs to
/// the programs' part of the house.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") || path.split('/').any(|part| part.contains('.')) {
        return match find(path) {
            Some(_) => send(path, &headers),
            None => {
                let sentence = "there is nothing here; /api/openapi.json lists what there is";
                ApiError::new("not_found", sentence).into_response()
            }
        };
    }
    if FILES.is_empty() {
        return (StatusCode::OK, Html(NOT_BUILT)).into_response();
    }
    send("index.html", &headers)
}

/// An invitation: it leads to the page's own place for it. The part after `#` gets lost in some
/// chats, which is why invitations do not have one.
pub async fn invitation(Path(table): Path<String>) -> Response {
    if !table.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return ApiError::new("not_found", "this is no invitation").into_response();
    }
    Redirect::to(&format!("../#/join/{table}")).into_response()
}

fn send(path: &str, headers: &HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let accepts = |name: &str| {
        accepted
            .is_some_and(|all| all.split(',').any(|one| one.trim().split(';').next() == Some(name)))
    };
    let packed = [("br", ".br"), ("gzip", ".gz")].into_iter().find_map(|(name, ending)| {
        let bytes = find(&format!("{path}{ending}")).filter(|_| accepts(name))?;
        Some((name, bytes))
    });
    let Some(plain) = find(path) else {
        return ApiError::new("not_found", "there is no such file").into_response();
    };
    // Names with a hash in them never change; the rest is asked for again.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = match packed {
        Some((name, bytes)) => ([(CONTENT_ENCODING, name)], bytes).into_response(),
        None => plain.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, axum::http::HeaderValue::from_static(kind(path)));
    headers.insert(CACHE_CONTROL, axum::http::HeaderValue::from_static(cache));
    headers.insert(VARY, axum::http::HeaderValue::from_static("accept-encoding"));
    response
}

fn find(path: &str) -> Option<&'static [u8]> {
    let at = FILES.binary_search_by_key(&path, |(name, _)| name).ok()?;
    Some(FILES[at].1)
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

const NOT_BUILT: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><title>senet</title>
<body style=\"font: 1.1rem/1.6 system-ui; max-width: 36rem; margin: 4rem auto; padding: 0 1rem; background: #f6f1e7; color: #231f1a\">
<h1>senet</h1>
<p>The server runs, but it was built without its web client.</p>
<p>Run <code>cargo xtask play</code>: it builds the page, puts it into the binary and opens it.</p>
<p>Programs find what they need at <a href=\"/api\">/api</a>.</p>
</body></html>
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_files_is_in_order() {
        assert!(FILES.is_sorted_by_key(|(name, _)| *name));
    }

    #[test]
    fn kinds_follow_the_name() {
        assert_eq!(kind("a/b.wasm"), "application/wasm");
        assert_eq!(kind("a"), "application/octet-stream");
    }
}
