//! The web client, out of the binary.
//!
//! Texts and modules lie there compressed only, and are sent as they lie to whoever takes them so.

use std::io::Write;
use std::sync::OnceLock;

use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use brotli_decompressor::BrotliDecompress;
use flate2::{Compression, write::GzEncoder};

use senet_table::protocol::room::code_in;

use super::extract::Path;
use crate::error::ApiError;
use crate::server::Server;

/// A file that was built.
pub struct File {
    /// Its path below the page.
    pub name: &'static str,
    /// What changes when the file does, as `ETag` has it.
    pub tag: &'static str,
    /// What it holds.
    pub bytes: Bytes,
}

/// What a file holds, as it lies in the program.
pub enum Bytes {
    /// As it is: a picture, a font, or what is small.
    Plain(&'static [u8]),
    /// Compressed.
    Packed {
        /// By brotli, which every browser takes over a safe connection and from its own machine.
        br: &'static [u8],
        /// By gzip. Of modules there is none: it would weigh more than all the rest of the program.
        gzip: Option<&'static [u8]>,
        /// The other forms, each made when it is first asked for.
        made: Made,
    },
}

/// Forms of a file that were asked for.
pub struct Made {
    gzip: OnceLock<Vec<u8>>,
    plain: OnceLock<Vec<u8>>,
}

impl Made {
    /// None was asked for yet.
    #[allow(clippy::new_without_default, reason = "only a constant is ever wanted")]
    pub const fn new() -> Made {
        Made { gzip: OnceLock::new(), plain: OnceLock::new() }
    }
}

/// A file of the web client. A path that names none is a place within the page, unless it belongs to
/// the programs' part of the house.
pub(crate) async fn serve(State(server): State<Server>, uri: Uri, headers: HeaderMap) -> Response {
    let find = |path| find(server.page(), path);
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") || path.split('/').any(|part| part.contains('.')) {
        return match find(path) {
            Some(file) => send(file, &headers).await,
            None => {
                let sentence = "there is nothing here; /api/openapi.json lists what there is";
                ApiError::new("not_found", sentence).into_response()
            }
        };
    }
    match find("index.html") {
        Some(page) => send(page, &headers).await,
        None => (StatusCode::OK, Html(NOT_BUILT)).into_response(),
    }
}

/// An invitation: it leads to the page's own place for it. The part after `#` gets lost in some
/// chats, which is why invitations do not have one. A person comes this way: what is wrong with the code
/// the page tells.
pub(crate) async fn invitation(Path(table): Path<String>) -> Redirect {
    lead_to("join/", &table)
}

/// A short link to a game that is over.
pub(crate) async fn replay(Path(table): Path<String>) -> Redirect {
    lead_to("replay/r.", &table)
}

fn lead_to(place: &str, table: &str) -> Redirect {
    Redirect::to(&format!("../#/{place}{}", code_in(table)))
}

async fn send(file: &'static File, asked: &HeaderMap) -> Response {
    let known = header(asked, &IF_NONE_MATCH);
    let mut response = if known.split(',').any(|tag| tag.trim() == file.tag || tag.trim() == "*") {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let form = file.bytes.form(header(asked, &ACCEPT_ENCODING));
        let mut response = file.bytes.formed(form).await.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind(file.name)));
        if let Some(encoding) = form.encoding() {
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

/// How a file is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Brotli,
    Gzip,
    Plain,
}

impl Form {
    /// Its name in `Content-Encoding`.
    fn encoding(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Plain => None,
        }
    }
}

impl Bytes {
    /// The smallest form that `Accept-Encoding` allows.
    fn form(&self, accepted: &str) -> Form {
        match self {
            Self::Plain(_) => Form::Plain,
            Self::Packed { .. } if takes(accepted, "br") => Form::Brotli,
            Self::Packed { .. } if takes(accepted, "gzip") => Form::Gzip,
            Self::Packed { .. } => Form::Plain,
        }
    }

    /// The file in this form. What does not lie here is made once for all, beside what else there is to
    /// do: nobody has the house pack or unpack the same again and again.
    async fn formed(&'static self, form: Form) -> &'static [u8] {
        let (br, made) = match (self, form) {
            (Self::Plain(bytes), _)
            | (Self::Packed { br: bytes, .. }, Form::Brotli)
            | (Self::Packed { gzip: Some(bytes), .. }, Form::Gzip) => return bytes,
            (Self::Packed { br, made, .. }, Form::Gzip | Form::Plain) => (br, made),
        };
        let make = move || match form {
            Form::Gzip => made.gzip.get_or_init(|| zipped(&unpacked(br))),
            Form::Brotli | Form::Plain => made.plain.get_or_init(|| unpacked(br)),
        };
        tokio::task::spawn_blocking(make).await.expect("what the build packed can be unpacked")
    }
}

fn unpacked(mut br: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    BrotliDecompress(&mut br, &mut plain).expect("what the build packed can be unpacked");
    plain
}

fn zipped(plain: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(plain).and_then(|()| gzip.finish()).expect("memory takes all that is written")
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

fn find(page: &'static [File], path: &str) -> Option<&'static File> {
    let at = page.binary_search_by_key(&path, |file| file.name).ok()?;
    Some(&page[at])
}

/// Whether a file of this name is one that compressing makes smaller.
pub fn is_packed(name: &str) -> bool {
    let kind = kind(name);
    kind.starts_with("text/") || kind.starts_with("application/") || kind == "image/svg+xml"
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
    use std::io::Read;

    use axum::body::to_bytes;
    use axum::http::Request;
    use flate2::read::GzDecoder;
    use tower::util::ServiceExt;

    use super::*;
    use crate::{Limits, store};

    const TEXT: &[u8] = b"<!doctype html><title>senet</title>";
    /// The same by brotli: a last block of its bytes as they are.
    const BROTLI: &[u8] = b"\x0b\x11\x80<!doctype html><title>senet</title>\x03";

    fn packed(name: &'static str, gzip: Option<&'static [u8]>) -> &'static File {
        let bytes = Bytes::Packed { br: BROTLI, gzip, made: Made::new() };
        Box::leak(Box::new(File { name, tag: "W/\"1\"", bytes }))
    }

    async fn ask(
        file: &'static File,
        name: HeaderName,
        value: &'static str,
    ) -> (Response, Vec<u8>) {
        let mut asked = HeaderMap::new();
        asked.insert(name, HeaderValue::from_static(value));
        let (parts, body) = send(file, &asked).await.into_parts();
        let body = to_bytes(body, 1 << 20).await.unwrap().to_vec();
        (Response::from_parts(parts, axum::body::Body::empty()), body)
    }

    #[test]
    fn kinds_follow_the_name() {
        assert_eq!(kind("a/b.wasm"), "application/wasm");
        assert_eq!(kind("a"), "application/octet-stream");
    }

    #[tokio::test]
    async fn everybody_is_sent_the_smallest_form_that_they_take() {
        let text = packed("index.html", Some(b"as gzip"));
        let module = packed("assets/pig-a1.wasm", None);
        for (accepted, encoding) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("br;q=0, gzip", Some("gzip")),
            ("gzip;q=0.5", Some("gzip")),
            ("identity", None),
            ("", None),
        ] {
            for (file, kind) in [(text, "text/html; charset=utf-8"), (module, "application/wasm")] {
                let (response, body) = ask(file, ACCEPT_ENCODING, accepted).await;
                let told =
                    response.headers().get(CONTENT_ENCODING).map(|value| value.to_str().unwrap());
                assert_eq!(told, encoding, "{accepted}");
                assert_eq!(response.headers()[VARY], "accept-encoding");
                assert_eq!(response.headers()[CONTENT_TYPE], kind);
                match encoding {
                    Some("br") => assert_eq!(body, BROTLI),
                    Some(_) if file.name == text.name => assert_eq!(body, b"as gzip"),
                    Some(_) => {
                        let mut plain = Vec::new();
                        GzDecoder::new(&body[..]).read_to_end(&mut plain).unwrap();
                        assert_eq!(plain, TEXT);
                    }
                    None => assert_eq!(body, TEXT),
                }
            }
        }
    }

    #[tokio::test]
    async fn who_has_the_file_is_not_sent_it_again() {
        let file = packed("index.html", None);
        for (tag, status) in [("W/\"1\"", 304), ("W/\"0\", W/\"1\"", 304), ("W/\"0\"", 200)] {
            let (response, body) = ask(file, IF_NONE_MATCH, tag).await;
            assert_eq!(response.status(), status, "{tag}");
            assert_eq!(body.is_empty(), status == 304);
            assert_eq!(response.headers()[ETAG], file.tag);
        }
    }

    #[tokio::test]
    async fn nobody_has_a_file_packed_or_unpacked_twice() {
        let file = packed("index.html", None);
        for form in [Form::Plain, Form::Gzip] {
            let first = file.bytes.formed(form).await;
            assert!(std::ptr::eq(first, file.bytes.formed(form).await));
        }
    }

    #[tokio::test]
    async fn names_with_a_hash_in_them_are_kept_for_ever() {
        let (page, _) = ask(packed("index.html", None), ACCEPT_ENCODING, "br").await;
        let (asset, _) = ask(packed("assets/index-a1.js", None), ACCEPT_ENCODING, "br").await;
        assert_eq!(page.headers()[CACHE_CONTROL], "no-cache");
        assert!(asset.headers()[CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    }

    #[tokio::test]
    async fn the_page_that_is_given_is_shown_by_its_names() {
        let server =
            Server::new(store::Store::Memory(store::Memory::default()), Limits::default(), None);
        server.show(std::slice::from_ref(packed("index.html", None)));
        let app = crate::app(server);
        for (path, status) in [("/", 200), ("/a/place", 200), ("/assets/gone.js", 404)] {
            let asked = Request::get(path).body(axum::body::Body::empty()).unwrap();
            let response = app.clone().oneshot(asked).await.unwrap();
            assert_eq!(response.status(), status, "{path}");
            let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
            assert_eq!(body == TEXT, status == 200, "{path}");
        }
    }
}
