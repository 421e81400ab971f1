//! Time is spent, whether somebody looks or not.

use std::time::Duration;

use senet_server::Limits;
use senet_server::store::{Memory, Store};
use serde_json::{Value, json};

use crate::House;

/// A turn's end in the room's clock.
fn clock(per_turn_ms: u32) -> Value {
    json!({ "clock": { "per_turn_ms": per_turn_ms, "on_time_out": "idle" } })
}

/// Waits until a room is as it should be.
async fn until(house: &House, table: &str, fits: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1_000 {
        let room = house.get(&format!("/api/tables/{table}"), "").await;
        if fits(&room) {
            return room;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{}", house.get(&format!("/api/tables/{table}"), "").await);
}

fn finished(room: &Value) -> bool {
    room["state"] == "finished"
}

/// Eight seconds were won this way at a second and a half a turn.
#[tokio::test]
async fn taking_back_wins_no_time() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", clock(60_000)).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let deadline = client.wait("update").await["deadline_ms"].clone();
    assert!(deadline.is_i64(), "{deadline}");
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        let command = json!({ "type": "mark", "square": 5 });
        let submit = json!({ "type": "submit", "table": table, "command": command });
        assert_eq!(client.ask(submit).await["type"], "accepted");
        let theirs = client.latest().await["deadline_ms"].clone();
        assert_ne!(theirs, deadline, "the other's turn has its own time");
        let back = client.ask(json!({ "type": "take_back", "table": table })).await;
        assert_eq!(back["type"], "accepted", "{back}");
        assert_eq!(client.latest().await["deadline_ms"], deadline);
    }
}

#[tokio::test]
async fn coming_back_wins_no_time() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", clock(60_000)).await;
    let mut deadlines = Vec::new();
    for _ in 0..3 {
        let mut client = house.client().await;
        client.follow(&table, &tokens[0], None).await;
        deadlines.push(client.wait("update").await["deadline_ms"].clone());
        drop(client);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(deadlines[0].is_i64());
    assert_eq!(deadlines[0], deadlines[1]);
    assert_eq!(deadlines[1], deadlines[2]);
}

/// Two servers one after the other: what was spent at the first is spent.
#[tokio::test]
async fn a_restart_wins_no_time() {
    for (game, room) in
        [("tic-tac-toe", clock(60_000)), ("flag-war", json!({ "config": { "tick_ms": 60_000 } }))]
    {
        let store = Store::Memory(Memory::default());
        let mut deadlines = Vec::new();
        let first = House::on(store.clone(), Limits::default()).await;
        let (table, tokens) = first.full(game, room).await;
        let second = House::on(store.clone(), Limits::default()).await;
        for house in [&first, &second] {
            let mut client = house.client().await;
            client.follow(&table, &tokens[0], None).await;
            deadlines.push(client.wait("update").await["deadline_ms"].clone());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(deadlines[0].is_i64(), "{game}");
        assert_eq!(deadlines[0], deadlines[1], "{game}");
    }
}

/// Orders that are given and cancelled spend the time of their round.
#[tokio::test]
async fn giving_and_cancelling_orders_wins_no_time() {
    let house = House::new().await;
    let mut room = clock(60_000);
    room["config"] = json!({ "tick_mode": "manual" });
    let (table, tokens) = house.full("flag-war", room).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let deadline = client.wait("update").await["deadline_ms"].clone();
    assert!(deadline.is_i64());
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        let listed = client.ask(json!({ "type": "legal", "table": table })).await;
        let command = &listed["commands"][0]["command"];
        let submit = json!({ "type": "submit", "table": table, "command": command });
        assert_eq!(client.ask(submit).await["type"], "accepted");
        assert_eq!(client.latest().await["deadline_ms"], deadline);
    }
}

#[tokio::test]
async fn a_turn_runs_out_where_nobody_follows() {
    let house = House::new().await;
    let (table, _) = house.full("tic-tac-toe", clock(50)).await;
    until(&house, &table, finished).await;
}

#[tokio::test]
async fn ticks_come_where_nobody_follows() {
    let house = House::new().await;
    let config = json!({ "config": { "tick_ms": 500, "round_limit": 2 } });
    let (table, _) = house.full("flag-war", config).await;
    until(&house, &table, finished).await;
}

#[tokio::test]
async fn a_room_of_bots_plays_where_nobody_follows() {
    let house = House::new().await;
    let bot = json!({ "type": "bot", "bot": "random" });
    let made = house.post("/api/tables", "", json!({ "game": "tic-tac-toe", "seats": [bot, bot] }));
    let made = made.await;
    until(&house, made["table"].as_str().unwrap(), finished).await;
}

/// A room that goes on by itself does not leave memory while it does.
#[tokio::test]
async fn a_running_clock_keeps_its_room() {
    let limits = Limits { idle: Duration::from_millis(20), ..Limits::default() };
    let house = House::on(Store::Memory(Memory::default()), limits).await;
    let (table, _) = house.full("tic-tac-toe", clock(200)).await;
    // Nobody asks for the room meanwhile: only the list of games that are over tells.
    let stored = async || house.get("/metrics", "").await;
    for _ in 0..1_000 {
        if stored().await.as_str().unwrap().contains("senet_rooms_in_memory 0\n") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(finished(&house.get(&format!("/api/tables/{table}"), "").await));
}

/// Where nobody ever wins, clocks fill a journal up to a bound, also while somebody looks.
#[tokio::test]
async fn what_goes_on_by_itself_fills_no_table_for_ever() {
    const MOST: u64 = 1_500;
    let store = Store::Memory(Memory::default());
    let house = House::on(store.clone(), Limits { table_bytes: MOST, ..Limits::default() }).await;
    let (table, tokens) = house.full("pig", clock(50)).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let bytes = async || {
        let stored = store.load(&table).await.unwrap().unwrap();
        assert_eq!(stored.room.state, "playing", "the test asks for a game that goes on");
        stored.lines.iter().map(|line| line.len() as u64).sum::<u64>()
    };
    for _ in 0..1_000 {
        if bytes().await >= 2 * MOST {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let full = bytes().await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!((bytes().await, full < 3 * MOST), (full, true), "{full} bytes");
}

/// What runs is woken from the store, without anybody asking.
#[tokio::test]
async fn rooms_go_on_after_a_restart() {
    let store = Store::Memory(Memory::default());
    let first = House::on(store.clone(), Limits::default()).await;
    let (table, _) = first.full("tic-tac-toe", clock(600)).await;
    let (lobby, _) = (first.post("/api/tables", "", json!({ "game": "pig" })).await, ());
    let before = first.get(&format!("/api/tables/{table}"), "").await;
    assert_eq!(before["state"], "playing");
    // The first server stops: nothing of it is left but the store.
    let copy = copied(&store, &[&table, lobby["table"].as_str().unwrap()]).await;
    drop(first);
    let second = House::on(copy.clone(), Limits::default()).await;
    for _ in 0..1_000 {
        if copy.load(&table).await.unwrap().unwrap().room.state == "finished" {
            assert!(finished(&second.get(&format!("/api/tables/{table}"), "").await));
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody asked, and nothing went on");
}

/// Another store with the same rooms.
async fn copied(store: &Store, tables: &[&str]) -> Store {
    let copy = Store::Memory(Memory::default());
    for table in tables {
        let stored = store.load(table).await.unwrap().unwrap();
        let write = senet_server::store::Write {
            table: (*table).to_owned(),
            lines: stored.lines,
            room: Some(stored.room),
            ..Default::default()
        };
        copy.write(write).await.unwrap();
    }
    copy
}

/// Here all the lines of `expert` would take longer than anybody waits for advice: the time of the level ends the
/// thought, and what was found by then is told.
#[tokio::test]
async fn a_thought_ends_with_the_time_of_its_level() {
    let house = House::new().await;
    let (table, tokens) = house.full("crossfire", json!({})).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let ask = json!({ "type": "advise", "table": table, "bot": "expert" });
    let advice = client.ask(ask).await;
    assert_eq!(advice["type"], "reading", "{advice}");
    assert_ne!(advice["commands"], json!([]), "{advice}");
}
