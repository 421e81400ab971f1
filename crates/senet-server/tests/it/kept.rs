//! What is kept, for how long, and how it is forgotten.

use senet_server::retention::{self, Kept, Retention};
use senet_server::store::{Memory, Sqlite, Store};
use senet_server::{Limits, now_ms};
use serde_json::{Value, json};

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
        assert!(page.as_str().unwrap().contains("six characters mixed with a secret"), "{page}");
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

/// Somebody who follows a room at another node is somebody there.
#[tokio::test]
async fn a_room_that_is_followed_at_another_node_is_spared() {
    let memory = Memory::default();
    let store = Store::Memory(memory.another_node());
    let house = House::on(store.clone(), Limits::default()).await;
    let other = House::on(Store::Memory(memory.another_node()), Limits::default()).await;
    let (over, tokens) = finished(&house).await;
    let mut client = other.client().await;
    client.follow(&over, &tokens[0], None).await;
    let keep = Retention { finished_days: 2, lobby_hours: 3 };
    let prune = || retention::prune(&store, keep, now_ms() + 3 * DAY_MS, |_| false);
    assert_eq!(prune().await, Ok(0));
    client.ask(json!({ "type": "unfollow", "table": over })).await;
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while prune().await != Ok(1) {
        assert!(std::time::Instant::now() < until, "nobody is there any more");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(store.load(&over).await, Ok(None));
}

/// A name and all that it said are gone, and every chain still holds.
#[tokio::test]
async fn a_player_is_erased_and_every_journal_still_verifies() {
    let store = Store::Memory(Memory::default());
    let house = House::on(store.clone(), Limits::default()).await;
    let (table, tokens) = finished(&house).await;
    // A seat of the rematch waits for her too.
    let again = house.post(&format!("/api/tables/{table}/rematch"), &tokens[1], json!({})).await;
    let kept = async |table: &str| Kept::of(&store, table).await.unwrap().unwrap();
    let waiting = kept(again["table"].as_str().unwrap()).await;
    let free = retention::forget(&waiting, "Ann").unwrap().unwrap();
    assert!(
        format!("{waiting:?}").contains("Ann") && !format!("{free:?}").contains("Ann"),
        "{free:?}"
    );
    let before = kept(&table).await;
    assert_eq!(retention::forget(&before, "Nobody"), Ok(None));
    let erased = retention::forget(&before, "ann").unwrap().unwrap();
    let (old, new) = (&before.stored.lines, &erased.stored.lines);
    assert_eq!(old[1..], new[1..], "no chained byte has changed");
    store.write(erased.write(table.clone())).await.unwrap();
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

/// A name stands in more places than at a seat: muted, blocked, reported, and as evidence in reports of others.
#[tokio::test]
async fn whoever_is_erased_is_on_no_list_and_in_no_report() {
    let folder = std::env::temp_dir().join(format!("senet-erased-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let sqlite = Store::Sqlite(Sqlite::open(&folder.join("erased.db")).unwrap());
    for store in [Store::Memory(Memory::default()), sqlite] {
        let house = House::on(store.clone(), Limits::default()).await;
        let asked = json!({ "game": "pig", "seats": [{ "type": "me", "name": "Ann" }] });
        let made = house.post("/api/tables", "", asked).await;
        let (table, ann) = (made["table"].as_str().unwrap(), made["seats"][0]["token"].as_str());
        let call = async |what: &str, token: &str, body: Value| {
            house.post(&format!("/api/tables/{table}/{what}"), token, body).await
        };
        let host = made["host_token"].as_str().unwrap();
        let ann = ann.unwrap();
        let mut eve = house.client().await;
        eve.ask(json!({ "type": "follow", "table": table, "name": "Eve" })).await;
        eve.ask(json!({ "type": "chat", "table": table, "text": "words of hers" })).await;
        call("report", ann, json!({ "name": "Eve", "text": "she is loud" })).await;
        call("report", "", json!({ "name": "Cy", "text": "he is not" })).await;
        call("mute", host, json!({ "name": "Eve", "on": true })).await;
        call("block", ann, json!({ "name": "Eve", "on": true })).await;
        let kept = Kept::of(&store, table).await.unwrap().unwrap();
        assert!(format!("{kept:?}").matches("Eve").count() >= 6, "{kept:?}");
        let without = retention::forget(&kept, "eve").unwrap().unwrap();
        store.write(without.write(table.to_owned())).await.unwrap();
        let left = Kept::of(&store, table).await.unwrap().unwrap();
        let told = format!("{left:?}");
        assert!(!told.contains("Eve") && !told.contains("words of hers"), "{told}");
        assert_eq!(left.reports.len(), 1, "what others have told of others stays");
        assert_eq!(retention::forget(&left, "Eve"), Ok(None));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
