//! What is kept, for how long, and how it is forgotten.

use senet_server::retention::{self, Retention};
use senet_server::store::{Fate, Memory, Store, Write};
use senet_server::{Limits, now_ms};
use serde_json::json;

use crate::House;

const DAY_MS: i64 = 24 * 3_600_000;

/// Plays tic-tac-toe to its end, with a word of each; the table's name and its tokens.
async fn finished(house: &House) -> (String, Vec<String>) {
    let (table, tokens) = house.full("tic-tac-toe", json!({ "public": true })).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    for seat in [0, 1] {
        let text = format!("words of {seat}");
        let chat = json!({ "type": "chat", "table": table, "seat": seat, "text": text });
        assert_eq!(client.ask(chat).await["type"], "done");
    }
    for (i, square) in [1, 4, 2, 5, 3].into_iter().enumerate() {
        let command = json!({ "type": "mark", "square": square });
        let mark = json!({ "type": "submit", "table": table, "seat": i % 2, "command": command });
        assert_eq!(client.ask(mark).await["type"], "accepted");
    }
    (table, tokens)
}

#[tokio::test]
async fn a_guest_is_told_what_is_kept() {
    for (keep, told) in [
        (Retention::default(), ["kept until whoever runs", "kept until whoever runs"]),
        (
            Retention { finished_days: 30, lobby_hours: 12 },
            ["Finished tables are deleted after 30 days", "begun are deleted after 12 hours"],
        ),
    ] {
        let limits = Limits { keep, ..Limits::default() };
        let house = House::on(Store::Memory(Memory::default()), limits).await;
        let page = house.get("/kept", "").await;
        for sentence in told {
            assert!(page.as_str().unwrap().contains(sentence), "{page}");
        }
        let kept = house.get("/api/kept", "").await;
        assert_eq!(kept["finished_days"], keep.finished_days);
    }
}

#[tokio::test]
async fn rooms_expire_by_the_rules_and_by_nothing_else() {
    let store = Store::Memory(Memory::default());
    let keep = Retention { finished_days: 2, lobby_hours: 3 };
    let house = House::on(store.clone(), Limits { keep, ..Limits::default() }).await;
    let (over, _) = finished(&house).await;
    let (running, _) = house.full("pig", json!({})).await;
    let made = house.post("/api/tables", "", json!({ "game": "pig" })).await;
    let waiting = made["table"].as_str().unwrap();
    assert_eq!(house.server.prune().await, Ok(0), "nothing is old yet");
    let left = async |keep: Retention, after_ms: i64| {
        retention::prune(&store, keep, now_ms() + after_ms, |_| false).await.unwrap();
        let mut left = Vec::new();
        for table in [&over, &running, waiting] {
            left.push(store.load(table).await.unwrap().is_some());
        }
        left
    };
    assert_eq!(left(Retention::default(), 1000 * DAY_MS).await, [true; 3], "off as a rule");
    assert_eq!(left(keep, DAY_MS / 4).await, [true, true, false]);
    assert_eq!(left(keep, DAY_MS).await, [true, true, false]);
    assert_eq!(left(keep, 3 * DAY_MS).await, [false, true, false], "a running game stays");
    assert_eq!(retention::prune(&store, keep, now_ms() + 3 * DAY_MS, |_| true).await, Ok(0));
}

/// A name and all that it said are gone, and every chain still holds.
#[tokio::test]
async fn a_player_is_erased_and_every_journal_still_verifies() {
    let store = Store::Memory(Memory::default());
    let house = House::on(store.clone(), Limits::default()).await;
    let (table, tokens) = finished(&house).await;
    // A seat of the rematch waits for her too.
    let again = house.post(&format!("/api/tables/{table}/rematch"), &tokens[1], json!({})).await;
    let waiting = store.load(again["table"].as_str().unwrap()).await.unwrap().unwrap();
    let (free, _) = retention::forget(&waiting, &[], "Ann").unwrap().unwrap();
    assert!(
        format!("{waiting:?}").contains("Ann") && !format!("{free:?}").contains("Ann"),
        "{free:?}"
    );
    let before = store.load(&table).await.unwrap().unwrap();
    let chat = store.chat(&table).await.unwrap();
    assert_eq!(retention::forget(&before, &chat, "Nobody"), Ok(None));
    let (erased, said) = retention::forget(&before, &chat, "ann").unwrap().unwrap();
    assert_eq!(before.lines[1..], erased.lines[1..], "no chained byte has changed");
    let (version, room, lines) = (erased.version, Some(erased.room), erased.lines);
    let (name, fate) = (table.clone(), Fate::Anew);
    let write = Write { table: name, version, room, lines, chat: said, fate, ..Write::default() };
    store.write(write).await.unwrap();
    let stored = store.load(&table).await.unwrap().unwrap();
    senet_server::verify(&stored).unwrap();
    let house = House::on(store.clone(), Limits::default()).await;
    let room = house.get(&format!("/api/tables/{table}"), "").await;
    assert_eq!(
        (&room["seats"][0]["name"], &room["seats"][1]["name"]),
        (&json!("X"), &json!("Guest 1"))
    );
    assert_eq!(house.get("/api/finished?player=Ann", "").await, json!([]));
    let mut client = house.client().await;
    let followed = client.ask(json!({ "type": "follow", "table": table })).await;
    assert_eq!(followed["chat"].as_array().unwrap().len(), 1);
    let all = format!("{stored:?}{followed}{:?}", client.traffic);
    assert!(!all.contains("Ann") && !all.contains("words of 0"), "{all}");
    assert!(all.contains("Guest 1") && all.contains("words of 1"), "{all}");
}
