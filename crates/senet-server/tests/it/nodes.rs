//! Two servers on one store: whatever one acknowledges, the other knows.

use std::time::Duration;

use axum::http::StatusCode;
use senet_server::Limits;
use senet_server::store::{Memory, Postgres, Store};
use serde_json::{Value, json};

use crate::House;
use crate::throwaway::Throwaway;

/// How often each race is run.
const RACES: usize = 25;

/// Two nodes that change rooms, and one that only looks, so that it has none in memory.
async fn three(store: impl AsyncFn() -> Store) -> [House; 3] {
    let limits = || Limits { tables_per_address: 10_000, ..Limits::default() };
    let node = async || House::on(store().await, limits()).await;
    [node().await, node().await, node().await]
}

/// A room with three open seats, which both nodes have in memory.
async fn open_room(nodes: &[House; 3]) -> String {
    let open = json!({ "type": "open" });
    let seats = json!([{ "type": "me", "name": "Ann" }, open, open, open]);
    let made = nodes[0].post(
        "/api/tables",
        "",
        json!({ "game": "pig", "preset": "four-seats", "seats": seats }),
    );
    let table = made.await["table"].as_str().unwrap().to_owned();
    for node in &nodes[..2] {
        node.get(&format!("/api/tables/{table}"), "").await;
    }
    table
}

async fn join(node: &House, table: &str, name: &str, seat: u8) -> (StatusCode, Value) {
    let body = json!({ "name": name, "seat": seat });
    node.call("POST", &format!("/api/tables/{table}/join"), "", body).await
}

/// A seat that is joined at both nodes at once has one holder, and the other is told so; two different
/// seats that are joined at once are both held.
async fn no_seat_is_lost(nodes: &[House; 3]) {
    for _ in 0..RACES {
        let table = open_room(nodes).await;
        let (one, other) =
            tokio::join!(join(&nodes[0], &table, "Ben", 1), join(&nodes[1], &table, "Cleo", 1));
        let codes = [one.0, other.0];
        assert!(codes.contains(&StatusCode::OK), "{one:?} {other:?}");
        let (won, lost) = if one.0 == StatusCode::OK { (one.1, other) } else { (other.1, one) };
        assert_eq!(lost.0, StatusCode::CONFLICT, "{lost:?}");
        assert_eq!(lost.1["code"], "seat_taken");
        let holder = &won["room"]["seats"][1]["name"];
        let token = json!({ "tokens": [won["token"]] });
        let mine = nodes[2].post("/api/tables/mine", "", token).await;
        assert_eq!(mine[0]["seats"][1]["name"], *holder, "{mine}");
        let table = open_room(nodes).await;
        let (one, other) =
            tokio::join!(join(&nodes[0], &table, "Ben", 1), join(&nodes[1], &table, "Cleo", 2));
        assert_eq!((one.0, other.0), (StatusCode::OK, StatusCode::OK), "{one:?} {other:?}");
        for (answer, seat) in [(one.1, 1), (other.1, 2)] {
            let token = json!({ "tokens": [answer["token"]] });
            let mine = nodes[2].post("/api/tables/mine", "", token).await;
            assert_eq!(mine[0]["my_seats"], json!([seat]), "an acknowledged seat is held: {mine}");
        }
    }
}

/// Moves and changes of the room meet: none of them is lost, and none undoes the other.
async fn moves_and_seats_meet(nodes: &[House; 3]) {
    let (table, tokens) = nodes[0].full("pig", json!({})).await;
    let mut client = nodes[0].client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    let mut entry = json!(0);
    for number in 0..RACES {
        let submit = json!({ "type": "submit", "table": table, "seat": number % 2,
            "request": number.to_string(), "command": { "type": "roll" } });
        let path = format!("/api/tables/{table}/bot");
        let stand_in = json!({ "seat": (number + 1) % 2, "bot": "greedy" });
        let token = &tokens[(number + 1) % 2];
        let (moved, handed) =
            tokio::join!(client.ask(submit), nodes[1].call("POST", &path, token, stand_in));
        assert_eq!(handed.0, StatusCode::OK, "{handed:?}");
        assert!(["accepted", "rejected"].contains(&moved["type"].as_str().unwrap()), "{moved}");
        if moved["type"] == "accepted" {
            entry = moved["entry"].clone();
        }
        let path = format!("/api/tables/{table}/human");
        let body = json!({ "seat": (number + 1) % 2 });
        let back = nodes[1].call("POST", &path, token, body).await;
        assert_eq!(back.0, StatusCode::OK, "{back:?}");
    }
    let events = nodes[2].get(&format!("/api/tables/{table}/events"), &tokens[0]).await;
    assert!(events.as_array().unwrap().len() as u64 >= entry.as_u64().unwrap(), "{events}");
}

#[tokio::test]
async fn two_servers_on_one_memory_lose_no_acknowledged_change() {
    let memory = Memory::default();
    let nodes = three(async || Store::Memory(memory.another_node())).await;
    no_seat_is_lost(&nodes).await;
    moves_and_seats_meet(&nodes).await;
}

#[tokio::test]
async fn two_servers_on_one_postgresql_lose_no_acknowledged_change() {
    let Some(database) = Throwaway::start("nodes") else { return };
    let nodes = three(async || connected(&database.url()).await).await;
    no_seat_is_lost(&nodes).await;
    moves_and_seats_meet(&nodes).await;
    no_text_upsets_the_database(&nodes[0]).await;
}

/// While the way to the database is cut, nodes cannot hear each other. What they missed they look up.
#[tokio::test]
async fn a_node_that_could_not_hear_for_a_while_catches_up() {
    let Some(mut database) = Throwaway::start("deaf") else { return };
    let nodes = three(async || connected(&database.url()).await).await;
    let (table, tokens) = nodes[0].full("tic-tac-toe", json!({})).await;
    let mut near = nodes[0].client().await;
    let mut far = nodes[1].client().await;
    near.follow(&table, &tokens[0], None).await;
    far.follow(&table, &tokens[1], None).await;
    database.stop();
    database.go();
    // Whoever writes comes back sooner than whoever listens.
    let command = json!({ "type": "mark", "square": 5 });
    let mark = json!({ "type": "submit", "table": table, "request": "once", "command": command });
    for attempt in 0.. {
        if near.ask(mark.clone()).await["type"] == "accepted" {
            break;
        }
        assert!(attempt < 200, "the database does not come back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let until = std::time::Instant::now() + Duration::from_secs(30);
    while far.latest().await["entry"] != 1 {
        assert!(std::time::Instant::now() < until, "the other node never hears of it");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A NUL, which PostgreSQL keeps in no text, is the caller's mistake and not the store's.
async fn no_text_upsets_the_database(house: &House) {
    for path in
        ["/api/tables/a%00b", "/api/tables/%00/events", "/api/finished?player=a%00", "/t/%00"]
    {
        let (status, answer) = house.call("GET", path, "", Value::Null).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}: {answer}");
    }
    let mut client = house.client().await;
    let follow = json!({ "type": "follow", "table": "a\0b" });
    assert_eq!(client.ask(follow).await["code"], "no_such_table");
    let body = json!({ "game": "pig", "salt": "\0", "seed": "\0" });
    assert_eq!(house.call("POST", "/api/tables", "", body).await.0, StatusCode::OK);
}

/// A database that has just started may still refuse.
pub async fn connected(url: &str) -> Store {
    for attempt in 0.. {
        match Postgres::open(url).await {
            Ok(store) => return Store::Postgres(store),
            Err(error) => assert!(attempt < 100, "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    unreachable!()
}
