//! Whose pages may call: the server's own, under the name that it goes by.
//!
//! A page of another site says so in `Origin`. A page that makes a name of its own point here (DNS
//! rebinding) looks like one of ours, except that the name, in `Host`, is not ours: it is neither the
//! public address, nor this machine's, nor a number that no name stands behind.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::error::ApiError;

/// Refuses what a page of another site asks for. Programs that are no pages name no origin.
pub fn check(headers: &HeaderMap, public_url: Option<&str>) -> Result<(), ApiError> {
    if [HOST, ORIGIN].iter().any(|name| headers.get_all(name).iter().nth(1).is_some()) {
        // Which of them another program in between has looked at, nobody knows.
        return Err(ApiError::new("bad_origin", "a call names one host and one origin"));
    }
    let read = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = read(HOST);
    let public = public_url.and_then(place);
    if let Some(host) = host.filter(|host| !is_ours(host, public)) {
        let host: String = host.chars().filter(|c| c.is_ascii_graphic()).take(100).collect();
        let sentence = format!(
            "this server does not go by the name \"{host}\"; whoever runs it can give it that name with --public-url"
        );
        return Err(ApiError::new("bad_origin", sentence));
    }
    let Some(origin) = read(ORIGIN) else { return Ok(()) };
    let from = place(origin);
    let same = |other: Option<&str>| {
        from.zip(other).is_some_and(|(from, other)| from.eq_ignore_ascii_case(other))
    };
    if same(host) || same(public) {
        return Ok(());
    }
    Err(ApiError::new("bad_origin", "pages of other sites may not play here"))
}

/// The host and port of an address.
pub fn place(url: &str) -> Option<&str> {
    url.split_once("://").and_then(|(_, rest)| rest.split('/').next())
}

fn is_ours(host: &str, public: Option<&str>) -> bool {
    let name = name(host);
    let is = |other: &str| name.eq_ignore_ascii_case(other);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare.parse::<IpAddr>().is_ok()
        || is("localhost")
        || name.to_ascii_lowercase().ends_with(".localhost")
        || public.is_some_and(|public| is(self::name(public)))
        || this_machine().is_some_and(|machine| is(&machine) || is(&format!("{machine}.local")))
}

/// A host without its port.
pub fn name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => host,
    }
}

/// What this machine is called in its own network.
#[cfg(target_os = "linux")]
fn this_machine() -> Option<String> {
    let name = rustix::system::uname().nodename().to_str().ok().map(str::to_owned);
    name.filter(|name| !name.is_empty())
}

#[cfg(not(target_os = "linux"))]
fn this_machine() -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[track_caller]
    fn row(host: &str, origin: &str, public: Option<&str>, allowed: bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in [(HOST, host), (ORIGIN, origin)] {
            if !value.is_empty() {
                headers.insert(name, HeaderValue::from_str(value).unwrap());
            }
        }
        let checked = check(&headers, public);
        assert_eq!(checked.is_ok(), allowed, "{host} {origin} {checked:?}");
    }

    #[test]
    fn only_our_own_pages_may_call() {
        let public = Some("https://play.example.org/");
        row("", "", public, true);
        row("play.example.org", "https://play.example.org", public, true);
        row("play.example.org", "https://evil.example", public, false);
        row("127.0.0.1:8642", "http://127.0.0.1:8642", public, true);
        row("[::1]:8642", "http://[::1]:8642", public, true);
        row("localhost:8642", "http://localhost:8642", None, true);
        row("localhost:8642", "http://localhost:3000", None, false);
        row("127.0.0.1:8642", "null", None, false);
        // A proxy in between may say another host; the page's own address counts too.
        row("127.0.0.1:8642", "https://play.example.org", public, true);
    }

    #[test]
    fn nobody_names_two() {
        for (name, own, other) in [
            (HOST, "localhost", "evil.example"),
            (ORIGIN, "http://localhost", "http://evil.example"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("localhost"));
            headers.insert(&name, HeaderValue::from_static(own));
            assert!(check(&headers, None).is_ok());
            headers.append(&name, HeaderValue::from_static(other));
            assert!(check(&headers, None).is_err(), "{name}");
        }
    }

    /// A name that somebody else made point here.
    #[test]
    fn a_rebound_name_is_refused_with_and_without_an_origin() {
        let public = Some("https://play.example.org");
        row("evil.example:8642", "http://evil.example:8642", public, false);
        row("evil.example:8642", "", public, false);
        row("evil.example", "", None, false);
        row("127.0.0.1.evil.example", "", None, false);
    }
}
