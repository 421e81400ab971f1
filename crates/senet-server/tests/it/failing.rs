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

/// A file that was deleted can still be written to, but nobody ever reads that.
#[cfg(unix)]
#[tokio::test]
async fn a_deleted_file_is_noticed_before_anything_is_acknowledged() {
    for ending in ["", "-wal"] {
        let path =
            std::env::temp_dir().join(format!("senet-gone{ending}-{}.db", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let house = House::on(Store::Sqlite(Sqlite::open(&path).unwrap()), generous()).await;
        let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
        let mut client = house.client().await;
        client.follow(&table, &tokens[0], None).await;
        let gone = format!("{}{ending}", path.display());
        std::fs::rename(&gone, format!("{gone}.away")).unwrap();
        let refused = go_on(&mut client, &table, 0).await;
        assert_eq!(refused["code"], "not_stored", "{ending}: {refused}");
        let (status, made) = house.call("POST", "/api/tables", "", json!({ "game": "pig" })).await;
        assert_eq!((status.as_u16(), &made["code"]), (503, &json!("not_stored")), "{made}");
        assert_eq!(house.call("GET", "/readyz", "", Value::Null).await.0.as_u16(), 503);
        std::fs::rename(format!("{gone}.away"), &gone).unwrap();
        assert_eq!(go_on(&mut client, &table, 0).await["type"], "accepted");
        assert_eq!(house.get("/readyz", "").await, "ok\n");
        let _ = std::fs::remove_file(&path);
    }
}

/// Overwrites the head of the page that holds a text.
fn damage(path: &std::path::Path, text: &str) {
    let mut bytes = std::fs::read(path).unwrap();
    let at = bytes.windows(text.len()).rposition(|window| window == text.as_bytes()).unwrap();
    let page = at / 4096 * 4096;
    bytes[page..page + 16].fill(0xee);
    std::fs::write(path, bytes).unwrap();
}

/// Damage of a page concerns the rooms on it, and nobody else.
#[tokio::test]
async fn players_of_a_damaged_room_are_told_and_others_play_on() {
    let path = std::env::temp_dir().join(format!("senet-hurt-{}.db", std::process::id()));
    let copy = path.with_extension("copy");
    for old in [&path, &copy] {
        let _ = std::fs::remove_file(old);
    }
    let store = Sqlite::open(&path).unwrap();
    let house = House::on(Store::Sqlite(store.clone()), generous()).await;
    let mut tables = Vec::new();
    for _ in 0..40 {
        tables.push(house.full("tic-tac-toe", json!({ "public": true })).await);
    }
    // A copy has all in one file, and nothing in a log.
    store.backup(&copy).await.unwrap();
    damage(&copy, &format!("{}playing", tables[20].0));
    let house = House::on(Store::Sqlite(Sqlite::open(&copy).unwrap()), generous()).await;
    let mut hurt = 0;
    for (table, tokens) in &tables {
        let (status, room) =
            house.call("GET", &format!("/api/tables/{table}"), "", Value::Null).await;
        if status.as_u16() == 500 {
            hurt += 1;
            assert_eq!(room["code"], "damaged");
            assert!(room["sentence"].as_str().unwrap().contains("other tables do"), "{room}");
            continue;
        }
        let mut client = house.client().await;
        client.follow(table, &tokens[0], None).await;
        assert_eq!(go_on(&mut client, table, 0).await["type"], "accepted");
    }
    assert!((1..20).contains(&hurt), "{hurt} of 40 rooms are hurt");
    let listed = house.get("/api/tables", "").await;
    assert_eq!(listed.as_array().unwrap().len(), 40 - hurt, "the list goes on without them");
    assert!(house.get("/readyz", "").await.as_str().unwrap().contains("damaged"));
    for old in [&path, &copy] {
        let _ = std::fs::remove_file(old);
    }
}

fn generous() -> Limits {
    Limits { messages_per_second: 10_000, public_per_address: 1_000, ..Limits::default() }
}
