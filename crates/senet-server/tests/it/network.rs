//! The other devices of the network are let in, and shut out, by whoever sits at the machine alone.

use std::net::SocketAddr;

use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use senet_server::app;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tower::ServiceExt;

use crate::House;

/// Stands for the machine's address in its network: whatever begins with 127 is this machine.
const LAN: [u8; 4] = [127, 0, 0, 2];

async fn at_home() -> House {
    let house = House::new().await;
    house.server.at_home(house.address.port(), Some(LAN.into()));
    house
}

/// Asks from somewhere, under this name of the server, with one more header.
async fn ask(
    house: &House,
    (peer, host): (&str, &str),
    header: (&str, &str),
    open: Option<bool>,
) -> (StatusCode, Value) {
    let (method, body) = match open {
        Some(open) => ("POST", Body::from(json!({ "open": open }).to_string())),
        None => ("GET", Body::empty()),
    };
    let peer: SocketAddr = peer.parse().unwrap();
    let request = Request::builder()
        .method(method)
        .uri("/api/network")
        .header("host", host)
        .header("content-type", "application/json")
        .header(header.0, header.1)
        .extension(ConnectInfo(peer))
        .body(body);
    let response = app(house.server.clone()).oneshot(request.unwrap()).await.unwrap();
    let status = response.status();
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap())
}

const PLAIN: (&str, &str) = ("accept", "application/json");
const HERE: (&str, &str) = ("127.0.0.1:5000", "127.0.0.1:8642");

#[tokio::test]
async fn whoever_sits_at_the_machine_lets_the_network_in_and_shuts_it_out() {
    let house = at_home().await;
    let outside = SocketAddr::from((LAN, house.address.port()));
    let shut = json!({ "may_switch": true, "link": null });
    assert_eq!(ask(&house, HERE, PLAIN, None).await, (StatusCode::OK, shut.clone()));
    assert!(TcpStream::connect(outside).await.is_err(), "nobody listens to the network yet");

    for _ in 0..2 {
        let link = format!("http://{outside}");
        let open = json!({ "may_switch": true, "link": link });
        assert_eq!(ask(&house, HERE, PLAIN, Some(true)).await, (StatusCode::OK, open.clone()));
        assert_eq!(ask(&house, HERE, PLAIN, Some(true)).await.1, open, "twice is once");
        let mut guest = House::client_at(outside).await;
        assert_eq!(guest.ask(json!({ "type": "ping" })).await["type"], "pong");

        assert_eq!(ask(&house, HERE, PLAIN, Some(false)).await.1, shut);
        assert!(guest.closes().await, "whoever came by the door goes");
        assert!(TcpStream::connect(outside).await.is_err(), "the door is shut");
    }
    // Those at home are not disturbed.
    let mut host = house.client().await;
    assert_eq!(host.ask(json!({ "type": "ping" })).await["type"], "pong");
}

#[tokio::test]
async fn nobody_else_may() {
    let house = at_home().await;
    let rows = [
        (("192.168.1.7:5000", "127.0.0.1:8642"), PLAIN, "not_here"),
        (("127.0.0.1:5000", "192.168.1.4:8642"), PLAIN, "not_here"),
        (HERE, ("x-forwarded-for", "203.0.113.7"), "not_here"),
        (HERE, ("origin", "http://evil.example"), "bad_origin"),
    ];
    for (from, header, code) in rows {
        let (status, refused) = ask(&house, from, header, Some(true)).await;
        assert_eq!((status, &refused["code"]), (StatusCode::FORBIDDEN, &json!(code)), "{from:?}");
    }
    ask(&house, HERE, PLAIN, Some(true)).await;
    let (_, seen) = ask(&house, rows[0].0, PLAIN, None).await;
    assert_eq!(
        seen,
        json!({ "may_switch": false, "link": null }),
        "the address is not told around"
    );
    let (_, refused) = ask(&house, rows[0].0, PLAIN, Some(false)).await;
    assert_eq!(refused["code"], "not_here");
}

#[tokio::test]
async fn a_server_that_is_not_at_home_offers_nothing() {
    let house = House::new().await;
    let (_, seen) = ask(&house, HERE, PLAIN, None).await;
    assert_eq!(seen, json!({ "may_switch": false, "link": null }));
    assert_eq!(ask(&house, HERE, PLAIN, Some(true)).await.1["code"], "not_here");
}
