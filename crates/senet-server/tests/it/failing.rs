//! A store that cannot be written to: clear errors, nothing lost, and play goes on by itself.

use senet_server::Limits;
use senet_server::store::{Sqlite, Store};
use serde_json::{Value, json};

use crate::{Client, House};

async fn roll(client: &mut Client, table: &str, number: u64) -> Value {
    let submit = json!({ "type": "submit", "table": table, "seat": number % 2,
        "request": number.to_string(), "command": { "type": "mark", "square": number + 1 } });
    client.ask(submit).await
}

/// Plays two moves, one before and one while the store fails, and the second again afterwards.
async fn fails_and_recovers(name: &str, bad: &[&str], good: &str) {
    let path = std::env::temp_dir().join(format!("senet-{name}-{}.db", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let store = Sqlite::open(&path).unwrap();
    let house = House::on(Store::Sqlite(store.clone()), Limits::default()).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    let first = roll(&mut client, &table, 0).await;
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
    let mut number = 1;
    let lost = loop {
        let answer = roll(&mut client, &table, number).await;
        if answer["type"] != "accepted" || number == 4 {
            break answer;
        }
        number += 1;
    };
    assert_eq!(lost["code"], "not_stored", "{lost}");
    assert!(lost["sentence"].as_str().unwrap().contains("nothing has changed"));
    let room = house.get(&format!("/api/tables/{table}"), "").await;
    assert_eq!(room["entry"], number, "what was refused has not happened");
    store.set(good).await.unwrap();
    // The same request, on the same socket, which still follows the table.
    let again = roll(&mut client, &table, number).await;
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
