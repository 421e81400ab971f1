//! Whether the other devices of the network reach this server: a switch for whoever sits at its machine.

use std::net::{IpAddr, SocketAddr};

use axum::Json;
use axum::extract::{ConnectInfo, FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::routing::{get, post};
use senet_table::protocol::room::{NetworkView, SwitchNetwork};

use super::extract::Body;
use super::openapi::Call;
use super::origin;
use crate::error::ApiError;
use crate::server::Server;

pub fn calls() -> Vec<Call> {
    vec![
        Call::get("/api/network", "Do other devices reach this server?", get(look))
            .gives::<NetworkView>(),
        Call::post("/api/network", "Let the network in, or shut it out", post(switch))
            .takes::<SwitchNetwork>()
            .gives::<NetworkView>(),
    ]
}

/// Whether a request comes from the server's own machine, and through nobody's hands.
struct Here(bool);

impl FromRequestParts<Server> for Here {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Server) -> Result<Here, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let near = peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
        Ok(Here(near && is_here(&parts.headers)))
    }
}

/// A proxy says for whom it asks, or by which name it was called.
fn is_here(headers: &HeaderMap) -> bool {
    let forwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).map(origin::name);
    !forwarded.iter().any(|name| headers.contains_key(*name)) && host.is_some_and(is_this_machine)
}

fn is_this_machine(name: &str) -> bool {
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

async fn look(State(server): State<Server>, here: Here) -> Json<NetworkView> {
    Json(view(&server, &here).await)
}

async fn switch(
    State(server): State<Server>,
    here: Here,
    Body(body): Body<SwitchNetwork>,
) -> Result<Json<NetworkView>, ApiError> {
    let network = server.network().filter(|_| here.0).ok_or_else(|| {
        let sentence = "only whoever sits at the server's own machine may do this";
        ApiError::new("not_here", sentence)
    })?;
    if body.open {
        network.open(&server).await?;
    } else {
        network.shut().await;
    }
    Ok(Json(view(&server, &here).await))
}

/// Where nobody may switch, the address that invitations name is the link, if it leads anywhere else.
async fn view(server: &Server, Here(here): &Here) -> NetworkView {
    match server.network().filter(|_| *here) {
        Some(network) => NetworkView { may_switch: true, link: network.link().await },
        None => {
            let url = server.public_url().filter(|url| {
                origin::place(url).is_some_and(|place| !is_this_machine(origin::name(place)))
            });
            NetworkView { may_switch: false, link: url.map(str::to_owned) }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    #[track_caller]
    fn row(headers: &[(&'static str, &'static str)], here: bool) {
        let all = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        assert_eq!(is_here(&all.collect()), here, "{headers:?}");
    }

    #[test]
    fn what_a_proxy_hands_on_does_not_come_from_here() {
        row(&[("host", "127.0.0.1:8642")], true);
        row(&[("host", "localhost:8642")], true);
        row(&[("host", "[::1]:8642")], true);
        row(&[("host", "play.example.org")], false);
        row(&[("host", "192.168.1.4:8642")], false);
        row(&[], false);
        row(&[("host", "127.0.0.1:8642"), ("x-forwarded-for", "203.0.113.7")], false);
        row(&[("host", "localhost"), ("forwarded", "for=203.0.113.7")], false);
        row(&[("host", "localhost"), ("via", "1.1 proxy")], false);
    }
}
