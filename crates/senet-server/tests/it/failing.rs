//! A store that cannot be written to: clear errors, nothing lost, and play goes on by itself.

use senet_server::Limits;
use senet_server::store::{Sqlite, Store};
use serde_json::{Value, json};

use crate::{Client, House};

/// Marks a square, then takes that back, then marks it again, and so on.
async fn go_on(client: &mut Client, table: &str, number: u64) -> Value {
    let request = number.to_string();
    client
        .ask(match number % 2 {
            0 => json!({ "type": "submit", "table": table, "seat": 0, "request": request,
                "command": { "type": "mark", "square": 1 } }),
            _ => json!({ "type": "take_back", "table": table, "seat": 0, "request": request }),
        })
        .await
}

/// Plays before the store fails and while it does, and what was refused again afterwards.
async fn fails_and_recovers(name: &str, bad: &[&str], good: &str) {
    let path = std::env::temp_dir().join(format!("senet-{name}-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let store = Sqlite::open(&path).unwrap();
    let house = House::on(Store::Sqlite(store.clone()), generous()).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    let first = go_on(&mut client, &table, 0).await;
    assert_eq!((&first["type"], &first["entry"]), (&json!("accepted"), &json!(1)), "{first}");
    for pragma in bad {
        store.set(pragma).await.ok();
    }
    // A file that may not grow still has room within its pages, so a large write shows it first.
    let mut refused = Value::Null;
    for attempt in 0..200 {
        let chat = json!({ "type": "chat", "table": table, "text": "x".repeat(500) });
        refused = match attempt % 2 {
            0 => house.call("POST", "/api/tables", "", json!({ "game": "pig" })).await.1,
            _ => client.ask(chat).await,
        };
        if refused["code"] == "not_stored" {
            break;
        }
    }
    assert_eq!(refused["code"], "not_stored", "{name}: {refused}");
    let (status, _) = house.call("GET", "/readyz", "", Value::Null).await;
    assert_eq!(status.as_u16(), 503);
    assert_eq!(house.get("/healthz", "").await, "ok\n");
    let (mut number, mut entry) = (1, first["entry"].clone());
    let lost = loop {
        let answer = go_on(&mut client, &table, number).await;
        if answer["type"] != "accepted" || number == 500 {
            break answer;
        }
        entry = answer["entry"].clone();
        number += 1;
    };
    assert_eq!(lost["code"], "not_stored", "{lost}");
    assert!(lost["sentence"].as_str().unwrap().contains("nothing has changed"));
    let room = house.get(&format!("/api/tables/{table}"), "").await;
    assert_eq!(room["entry"], entry, "what was refused has not happened");
    store.set(good).await.unwrap();
    // The same request, on the same socket, which still follows the table.
    let again = go_on(&mut client, &table, number).await;
    assert_eq!(again["type"], "accepted", "{name}: {again}");
    assert_eq!(client.latest().await["entry"], again["entry"]);
    assert_eq!(house.get("/readyz", "").await, "ok\n");
    let _ = std::fs::remove_file(&path);
}

#[tokio::test]
async fn a_full_disk_loses_nothing() {
    fails_and_recovers("full", &["max_page_count = 1"], "max_page_count = 1000000").await;
}

#[tokio::test]
async fn a_read_only_database_loses_nothing() {
    fails_and_recovers("read-only", &["query_only = ON"], "query_only = OFF").await;
}

fn generous() -> Limits {
    Limits { messages_per_second: 10_000, ..Limits::default() }
}
