//! The web client, out of the binary.
//!
//! Texts and modules lie there compressed only, and are sent as they lie to whoever takes them so.

use std::io::Read;
use std::sync::OnceLock;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use flate2::read::GzDecoder;

use super::extract::Path;
use crate::error::ApiError;

/// A file that was built.
struct File {
    name: &'static str,
    /// What changes when the file does, as `ETag` has it.
    tag: &'static str,
    bytes: Bytes,
}

#[allow(dead_code, reason = "where no page was built there is no file of either kind")]
enum Bytes {
    Plain(&'static [u8]),
    Packed { br: &'static [u8], gzip: &'static [u8], plain: OnceLock<Vec<u8>> },
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the web client. A path that names none is a place within the page, unless it belongs to
/// the programs' part of the house.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") || path.split('/').any(|part| part.contains('.')) {
        return match find(path) {
            Some(file) => send(file, &headers),
            None => {
                let sentence = "there is nothing here; /api/openapi.json lists what there is";
                ApiError::new("not_found", sentence).into_response()
            }
        };
    }
    match find("index.html") {
        Some(page) => send(page, &headers),
        None => (StatusCode::OK, Html(NOT_BUILT)).into_response(),
    }
}

/// An invitation: it leads to the page's own place for it. The part after `#` gets lost in some
/// chats, which is why invitations do not have one.
pub async fn invitation(Path(table): Path<String>) -> Response {
    lead_to("join/", &table)
}

/// A short link to a game that is over.
pub async fn replay(Path(table): Path<String>) -> Response {
    lead_to("replay/r.", &table)
}

fn lead_to(place: &str, table: &str) -> Response {
    if !table.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return ApiError::new("not_found", "this is no link of this house").into_response();
    }
    Redirect::to(&format!("../#/{place}{table}")).into_response()
}

fn send(file: &'static File, asked: &HeaderMap) -> Response {
    let known = header(asked, &IF_NONE_MATCH);
    let mut response = if known.split(',').any(|tag| tag.trim() == file.tag || tag.trim() == "*") {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (encoding, bytes) = file.bytes.for_one_who_takes(header(asked, &ACCEPT_ENCODING));
        let mut response = bytes.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind(file.name)));
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    };
    // Names with a hash in them never change; the rest is asked for again.
    let cache = if file.name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(ETAG, HeaderValue::from_static(file.tag));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    response
}

fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

impl Bytes {
    /// The smallest form that `Accept-Encoding` allows, and its name; unpacked where it allows none.
    fn for_one_who_takes(&'static self, accepted: &str) -> (Option<&'static str>, &'static [u8]) {
        match self {
            Self::Plain(bytes) => (None, bytes),
            Self::Packed { br, .. } if takes(accepted, "br") => (Some("br"), br),
            Self::Packed { gzip, .. } if takes(accepted, "gzip") => (Some("gzip"), gzip),
            // Once for all: nobody has the house unpack the same again and again.
            Self::Packed { gzip, plain, .. } => (None, plain.get_or_init(|| unpacked(gzip))),
        }
    }
}

fn unpacked(gzip: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut plain).expect("what the build packed can be unpacked");
    plain
}

/// Whether a list such as `gzip, br;q=0` takes this encoding.
fn takes(accepted: &str, encoding: &str) -> bool {
    accepted.split(',').any(|one| {
        let mut parts = one.split(';').map(str::trim);
        parts.next() == Some(encoding)
            && !parts.any(|weight| {
                matches!(weight.strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000"))
            })
    })
}

fn find(path: &str) -> Option<&'static File> {
    let at = FILES.binary_search_by_key(&path, |file| file.name).ok()?;
    Some(&FILES[at])
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
    use std::io::Write;

    use axum::body::to_bytes;
    use flate2::{Compression, write::GzEncoder};

    use super::*;

    const TEXT: &[u8] = b"<!doctype html><title>senet</title>";

    fn packed(name: &'static str) -> &'static File {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(TEXT).unwrap();
        let gzip = gzip.finish().unwrap().leak();
        let bytes = Bytes::Packed { br: b"as brotli", gzip, plain: OnceLock::new() };
        Box::leak(Box::new(File { name, tag: "W/\"1\"", bytes }))
    }

    async fn ask(
        file: &'static File,
        name: HeaderName,
        value: &'static str,
    ) -> (Response, Vec<u8>) {
        let mut asked = HeaderMap::new();
        asked.insert(name, HeaderValue::from_static(value));
        let (parts, body) = send(file, &asked).into_parts();
        let body = to_bytes(body, 1 << 20).await.unwrap().to_vec();
        (Response::from_parts(parts, axum::body::Body::empty()), body)
    }

    #[test]
    fn the_list_of_files_is_in_order() {
        assert!(FILES.is_sorted_by_key(|file| file.name));
    }

    #[test]
    fn kinds_follow_the_name() {
        assert_eq!(kind("a/b.wasm"), "application/wasm");
        assert_eq!(kind("a"), "application/octet-stream");
    }

    #[tokio::test]
    async fn everybody_is_sent_the_smallest_form_that_they_take() {
        let file = packed("index.html");
        for (accepted, encoding) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("br;q=0, gzip", Some("gzip")),
            ("gzip;q=0.5", Some("gzip")),
            ("identity", None),
            ("", None),
        ] {
            let (response, body) = ask(file, ACCEPT_ENCODING, accepted).await;
            let told =
                response.headers().get(CONTENT_ENCODING).map(|value| value.to_str().unwrap());
            assert_eq!(told, encoding, "{accepted}");
            assert_eq!(response.headers()[VARY], "accept-encoding");
            assert_eq!(response.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
            match encoding {
                Some("br") => assert_eq!(body, b"as brotli"),
                Some(_) => assert!(body.starts_with(&[0x1f, 0x8b])),
                None => assert_eq!(body, TEXT),
            }
        }
    }

    #[tokio::test]
    async fn who_has_the_file_is_not_sent_it_again() {
        let file = packed("index.html");
        for (tag, status) in [("W/\"1\"", 304), ("W/\"0\", W/\"1\"", 304), ("W/\"0\"", 200)] {
            let (response, body) = ask(file, IF_NONE_MATCH, tag).await;
            assert_eq!(response.status(), status, "{tag}");
            assert_eq!(body.is_empty(), status == 304);
            assert_eq!(response.headers()[ETAG], file.tag);
        }
    }

    #[tokio::test]
    async fn nobody_has_a_file_unpacked_twice() {
        let file = packed("index.html");
        let first = file.bytes.for_one_who_takes("").1;
        assert_eq!(first, TEXT);
        assert!(std::ptr::eq(first, file.bytes.for_one_who_takes("identity").1));
    }

    #[tokio::test]
    async fn names_with_a_hash_in_them_are_kept_for_ever() {
        let (page, _) = ask(packed("index.html"), ACCEPT_ENCODING, "br").await;
        let (asset, _) = ask(packed("assets/index-a1.js"), ACCEPT_ENCODING, "br").await;
        assert_eq!(page.headers()[CACHE_CONTROL], "no-cache");
        assert!(asset.headers()[CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    }
}
