//! Guests who mean no good, or do not know better.

use std::time::{Duration, Instant};

use futures_util::SinkExt;
use senet_server::Limits;
use senet_server::store::{Memory, Store};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use crate::House;

/// Nonsense of all kinds gets an answer, and the table beside it goes on.
#[tokio::test]
async fn nonsense_is_answered_and_disturbs_nobody() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut honest = house.client().await;
    honest.follow(&table, &tokens[0], None).await;
    let mut bad = house.client().await;
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    for text in [
        "",
        "{",
        "[]",
        "null",
        "\"x\"",
        "{\"type\":7}",
        "{\"type\":\"follow\"}",
        "{\"type\":\"nothing\"}",
        &deep,
    ] {
        bad.send(text).await;
        let answer = bad.next().await;
        assert_eq!(answer["type"], "error", "{text}");
        assert!(!answer["sentence"].as_str().unwrap().is_empty());
    }
    for message in [
        json!({ "type": "follow", "table": "nowhere" }),
        json!({ "type": "follow", "table": table, "token": "stolen" }),
        json!({ "type": "submit", "table": table, "seat": 0, "command": { "type": "mark", "square": 1 } }),
        json!({ "type": "take_back", "table": table, "seat": 0 }),
        json!({ "type": "chat", "table": table, "text": "spam" }),
        json!({ "type": "events", "table": table, "since": 0 }),
        json!({ "type": "follow", "table": "../../etc/passwd" }),
    ] {
        let answer = bad.ask(message.clone()).await;
        assert_eq!(answer["type"], "error", "{message}: {answer}");
    }
    let submit =
        json!({ "type": "submit", "table": table, "command": { "type": "mark", "square": 1 } });
    assert_eq!(honest.ask(submit).await["type"], "accepted");
}

#[tokio::test]
async fn a_spectator_can_look_but_not_touch() {
    let house = House::new().await;
    let (table, _) = house.full("kuhn-poker", json!({})).await;
    let mut watcher = house.client().await;
    watcher.follow(&table, "", None).await;
    for kind in ["deal", "check"] {
        let answer = watcher
            .ask(json!({ "type": "submit", "table": table, "command": { "type": kind } }))
            .await;
        assert_eq!(answer["code"], "wrong_token");
    }
    assert_eq!(
        watcher.ask(json!({ "type": "legal", "table": table })).await["code"],
        "wrong_token"
    );
}

#[tokio::test]
async fn too_many_messages_are_refused_until_a_moment_has_passed() {
    let house = House::new().await;
    let mut client = house.client().await;
    let started = Instant::now();
    for id in 0..260 {
        client.send(&json!({ "type": "ping", "id": id }).to_string()).await;
    }
    let mut refused = 0;
    for id in 0..260 {
        let answer = client.next().await;
        assert_eq!(answer["id"], id, "whoever waits for an answer gets it: {answer}");
        refused += u64::from(answer["code"] == "too_many_messages");
    }
    let earned = 50 * (started.elapsed().as_secs() + 1);
    assert!(refused <= 60 && refused + earned >= 60, "{refused}, {earned} earned meanwhile");
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(client.ask(json!({ "type": "ping" })).await["type"], "pong");
}

#[tokio::test]
async fn a_message_that_is_too_large_closes_only_its_own_socket() {
    let house = House::new().await;
    let mut bad = house.client().await;
    bad.send(&format!("{{\"type\":\"ping\",\"x\":\"{}\"}}", "y".repeat(80_000))).await;
    assert!(bad.closes().await);
    assert_eq!(house.client().await.ask(json!({ "type": "ping" })).await["type"], "pong");
    let body = json!({ "game": "pig", "salt": "x".repeat(100_000) });
    let (status, _) = house.call("POST", "/api/tables", "", body).await;
    assert_eq!(status.as_u16(), 413);
}

/// A reader that never reads is let go, and the table does not wait for it.
#[tokio::test]
async fn a_slow_reader_is_let_go() {
    let limits = Limits { messages_per_second: 1_000_000, ..Limits::default() };
    let house = House::on(Store::Memory(Memory::default()), limits).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    // A small window, so that little lies between the server and who does not read.
    let small = TcpSocket::new_v4().unwrap();
    small.set_recv_buffer_size(2048).unwrap();
    let stream = small.connect(house.address).await.unwrap();
    let url = format!("ws://{}/api/socket", house.address);
    let (mut slow, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
    let follow = json!({ "type": "follow", "table": table }).to_string();
    slow.send(Message::text(follow)).await.unwrap();
    let mut players = house.client().await;
    for token in &tokens {
        players.follow(&table, token, None).await;
    }
    // Enough to fill the buffers of the system and then the server's own.
    for round in 0..20_000 {
        let command = json!({ "type": "mark", "square": 1 });
        let submit = json!({ "type": "submit", "table": table, "seat": 0, "command": command });
        assert_eq!(players.ask(submit).await["type"], "accepted", "round {round}");
        players.ask(json!({ "type": "take_back", "table": table, "seat": 0 })).await;
        players.latest().await;
        let metrics = house.get("/metrics", "").await;
        if round > 100 && metrics.as_str().unwrap().contains("senet_sockets 1\n") {
            return;
        }
    }
    panic!("the slow reader is still there");
}

#[tokio::test]
async fn sockets_are_counted_and_limited() {
    let limits = Limits { sockets_per_address: 3, ..Limits::default() };
    let house = House::on(Store::Memory(Memory::default()), limits).await;
    let mut guests = Vec::new();
    for _ in 0..3 {
        guests.push(house.client().await);
    }
    let url = format!("ws://{}/api/socket", house.address);
    assert!(tokio_tungstenite::connect_async(&url).await.is_err(), "the fourth is refused");
    guests.pop();
    for attempt in 0.. {
        if tokio_tungstenite::connect_async(&url).await.is_ok() {
            break;
        }
        assert!(attempt < 100, "a place that was left is free again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn too_many_calls_are_refused() {
    let limits = Limits { calls_per_second: 2, ..Limits::default() };
    let house = House::on(Store::Memory(Memory::default()), limits).await;
    let (started, mut allowed) = (Instant::now(), 0);
    for _ in 0..200 {
        let (status, _) = house.call("GET", "/api/version", "", Value::Null).await;
        allowed += u64::from(status.as_u16() == 200);
    }
    let earned = 2 * (started.elapsed().as_secs() + 1);
    assert!((8..=8 + earned).contains(&allowed), "{allowed} of 200, {earned} earned meanwhile");
    assert_eq!(house.get("/healthz", "").await, "ok\n", "operators may always ask");
}

/// Whoever has many sockets gets no larger share of the house by them: what takes as much work as a call counts as
/// one, to the address.
#[tokio::test]
async fn what_takes_the_work_of_a_call_counts_as_one_over_a_socket_too() {
    let limits = Limits { calls_per_second: 3, ..Limits::default() };
    let house = House::on(Store::Memory(Memory::default()), limits).await;
    let mut sockets = [house.client().await, house.client().await, house.client().await];
    let started = Instant::now();
    let (mut refused, asked) = (0, 60);
    for number in 0..asked {
        let lobby = json!({ "type": "lobby", "on": true });
        let answer = sockets[number % 3].ask(lobby).await;
        refused += u64::from(answer["code"] == "too_many_calls");
        assert!(answer["type"] == "done" || answer["code"] == "too_many_calls", "{answer}");
    }
    let earned = 3 * (started.elapsed().as_secs() + 1);
    assert!(refused + 12 + earned >= asked as u64, "{refused} of {asked}, {earned} earned");
    let (status, _) = house.call("GET", "/api/version", "", Value::Null).await;
    assert_eq!(status.as_u16(), 200, "a caller without an address has a share of its own");
    for client in &mut sockets {
        assert_eq!(client.ask(json!({ "type": "ping" })).await["type"], "pong");
    }
}

/// Frames of all kinds, made from a seed: no panic, and honest play goes on.
#[tokio::test]
async fn fuzzed_frames_disturb_nobody() {
    let house = House::new().await;
    let (table, tokens) = house.full("pig", json!({})).await;
    let mut honest = house.client().await;
    honest.follow(&table, &tokens[0], None).await;
    let mut luck: u64 = 42;
    let mut pick = |from: &[&str]| {
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from[(luck >> 33) as usize % from.len()].to_owned()
    };
    let kinds = [
        "follow",
        "submit",
        "take_back",
        "check",
        "legal",
        "read",
        "remember",
        "advise",
        "events",
        "draw",
        "chat",
        "lobby",
        "unfollow",
        "ping",
        "join",
        "",
    ];
    let values = [
        "null",
        "0",
        "-1",
        "1e99",
        "\"\"",
        "\"x\"",
        "[]",
        "{}",
        "true",
        "18446744073709551615",
        "{\"type\":\"roll\"}",
        "\"\\u0000\"",
        "[[[[]]]]",
        "\"\u{1f3b2}\"",
    ];
    let keys = [
        "table", "token", "since", "seat", "request", "command", "memo", "text", "until", "bot",
        "on", "id",
    ];
    for _ in 0..30 {
        let mut bad = house.client().await;
        for _ in 0..30 {
            let mut text = format!("{{\"type\":\"{}\"", pick(&kinds));
            for _ in 0..3 {
                let (key, value) = (pick(&keys), pick(&values));
                text += &format!(",\"{key}\":{value}");
            }
            text += &format!(",\"table\":\"{}\"}}", pick(&[&table, "nowhere", ""]));
            bad.send(&text).await;
        }
        assert_eq!(bad.ask(json!({ "type": "ping" })).await["type"], "pong");
    }
    let submit = json!({ "type": "submit", "table": table, "command": { "type": "roll" } });
    assert_eq!(honest.ask(submit).await["type"], "accepted");
}

#[tokio::test]
async fn pages_of_other_sites_may_not_open_a_socket() {
    let house = House::new().await;
    let upgrade = async |origin: &str| {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        let request = format!(
            "GET /api/socket HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            house.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        String::from_utf8_lossy(&head).into_owned()
    };
    assert!(upgrade("https://evil.example").await.ends_with("403"));
    assert!(upgrade(&format!("http://{}", house.address)).await.ends_with("101"));
}

#[tokio::test]
async fn strange_requests_get_a_plain_no() {
    let house = House::new().await;
    for path in [
        "/api/tables/%2e%2e%2fetc",
        "/api/tables/%00",
        "/..%2f..%2fetc/passwd",
        "/api/tables//join",
    ] {
        let (status, _) = house.call("GET", path, "", Value::Null).await;
        assert!(status.is_client_error(), "{path}: {status}");
    }
    let deep = "[".repeat(10_000);
    let config = format!("{{\"game\":\"pig\",\"config\":{deep}");
    for body in [
        "",
        "{",
        "[1,2",
        "{\"game\":{}}",
        "{\"game\":\"pig\",\"unknown\":1}",
        "{\"game\":\"pig\",\"game\":\"pig\"}",
        "\u{fffd}\0",
        &deep,
        &config,
    ] {
        let (status, answer) = house.send("/api/tables", ("x-nothing", "1"), body).await;
        assert_eq!((status.as_u16(), &answer["code"]), (400, &json!("malformed")), "{body}");
    }
    let good = "{\"game\":\"pig\"}";
    assert_eq!(house.send("/api/tables", ("x-nothing", "1"), good).await.0.as_u16(), 200);
}

/// Nobody gets more than their share by telling that they are somebody else.
#[tokio::test]
async fn a_forged_address_is_not_believed() {
    let limits = Limits { tables_per_address: 2, ..Limits::default() };
    let behind_proxy = Limits { behind_proxy: true, ..limits.clone() };
    for (limits, allowed) in [(limits, 2), (behind_proxy, 5)] {
        let house = House::on(Store::Memory(Memory::default()), limits).await;
        let mut made = 0;
        for number in 0..5 {
            let header = ("x-forwarded-for", &*format!("10.0.0.{number}"));
            let (status, _) = house.send("/api/tables", header, "{\"game\":\"pig\"}").await;
            made += usize::from(status.as_u16() == 200);
        }
        assert_eq!(made, allowed);
    }
}

#[tokio::test]
async fn every_page_is_hardened_and_the_document_lists_every_call() {
    let house = House::new().await;
    let document = house.get("/api/openapi.json", "").await;
    assert!(document["paths"].as_object().unwrap().len() > 15);
    let page = house.get("/api", "").await;
    assert!(page.as_str().unwrap().contains("/api/tables/{table}/join"));
    let front = house.get("/", "").await;
    assert!(front.as_str().unwrap().contains("senet"));
    let headers = house.headers("/").await;
    for name in ["content-security-policy", "x-content-type-options", "referrer-policy"] {
        assert!(headers.contains_key(name), "{name}");
    }
}
