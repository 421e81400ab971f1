//! Many nodes are one house: whoever is at one is there for those at another. Each story is told on a
//! memory that servers share, and on PostgreSQL where there is one.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use senet_server::Limits;
use senet_server::store::{Memory, Store};
use serde_json::{Value, json};

use crate::nodes::connected;
use crate::throwaway::Throwaway;
use crate::{Client, House};

/// Where nodes keep what they share.
enum Shared {
    Memory(Memory),
    Postgres(Throwaway),
}

impl Shared {
    fn memory() -> Shared {
        Shared::Memory(Memory::default())
    }

    /// The store as one more node has it.
    async fn store(&self) -> Store {
        match self {
            Shared::Memory(memory) => Store::Memory(memory.another_node()),
            Shared::Postgres(database) => connected(&database.url()).await,
        }
    }

    async fn node(&self) -> House {
        House::on(self.store().await, limits()).await
    }

    async fn three(&self) -> [House; 3] {
        [self.node().await, self.node().await, self.node().await]
    }
}

/// Nodes that notice soon that another is silent.
fn limits() -> Limits {
    Limits {
        beat: Duration::from_millis(300),
        tables_per_address: 10_000,
        messages_per_second: 10_000,
        away: Duration::ZERO,
        ..Limits::default()
    }
}

/// Asks again until it is so.
async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = ask().await {
            return found;
        }
        assert!(Instant::now() < end, "it never happens that {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Waits for a message of this kind that says what is wanted.
async fn told(client: &mut Client, kind: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let next = client.wait(kind).await;
        if wanted(&next) {
            return next;
        }
    }
}

fn online(room: &Value) -> Vec<bool> {
    let seats = room["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["online"].as_bool().unwrap()).collect()
}

/// The story of a house with three nodes, at each of which is somebody else.
async fn is_one_house(shared: &Shared) {
    let nodes = shared.three().await;
    presence_and_chat_reach_every_node(&nodes).await;
    a_host_has_no_power_over_who_is_at_another_node(&nodes).await;
    what_one_node_says_the_others_know_at_once(&nodes).await;
    codes_are_good_at_every_node(&nodes).await;
    the_lobby_is_one(&nodes).await;
    spectators_are_known_everywhere(&nodes).await;
    spectators_wait_at_every_node(&nodes).await;
    bots_think_at_one_node(&nodes).await;
}

#[tokio::test]
async fn nodes_on_one_memory_are_one_house() {
    is_one_house(&Shared::memory()).await;
}

#[tokio::test]
async fn nodes_on_one_postgresql_are_one_house() {
    let Some(database) = Throwaway::start("house") else { return };
    is_one_house(&Shared::Postgres(database)).await;
}

/// Who is there, and what is said, is told to everybody, once.
async fn presence_and_chat_reach_every_node(nodes: &[House; 3]) {
    let (table, tokens) = nodes[0].full("tic-tac-toe", json!({})).await;
    let (mut ann, mut ben) = (nodes[0].client().await, nodes[1].client().await);
    let mut eve = nodes[2].client().await;
    eve.follow(&table, "", None).await;
    ann.follow(&table, &tokens[0], None).await;
    let followed = ben.follow(&table, &tokens[1], None).await;
    assert_eq!(online(&followed["room"]), [true, true], "Ann is at another node");
    for client in [&mut ann, &mut eve] {
        told(client, "room", |told| online(&told["room"]) == [true, true]).await;
    }
    for (number, text) in ["good luck", "to you too"].into_iter().enumerate() {
        let says = json!({ "type": "chat", "table": table, "text": text });
        let speaker = if number == 0 { &mut ann } else { &mut ben };
        assert_eq!(speaker.ask(says).await["type"], "done");
        for client in [&mut ann, &mut ben, &mut eve] {
            assert_eq!(client.wait("chat").await["text"], text, "once, and in order");
        }
    }
    let mut late = nodes[2].client().await;
    let followed = late.follow(&table, "", None).await;
    assert_eq!(followed["chat"].as_array().unwrap().len(), 2);
    drop(ben);
    for client in [&mut ann, &mut eve] {
        told(client, "room", |told| online(&told["room"]) == [true, false]).await;
    }
    for client in [&mut ann, &mut eve, &mut late] {
        client.ask(json!({ "type": "ping" })).await;
        let heard = client.traffic.iter().filter(|text| text.contains("\"type\":\"chat\""));
        assert!(heard.count() <= 2, "nobody hears anything twice");
    }
}

/// A host at one node cannot take a seat whose holder is connected at another.
async fn a_host_has_no_power_over_who_is_at_another_node(nodes: &[House; 3]) {
    for (path, body) in [
        ("replace", json!({ "seat": 1, "by": "idle" })),
        ("bot", json!({ "seat": 1, "bot": "random" })),
    ] {
        let me = json!([{ "type": "me", "name": "Ann" }]);
        let made = nodes[0].post("/api/tables", "", json!({ "game": "pig", "seats": me })).await;
        let (table, host) = (made["table"].as_str().unwrap(), made["host_token"].as_str().unwrap());
        let join = format!("/api/tables/{table}/join");
        let joined = nodes[1].post(&join, "", json!({ "name": "Ben" })).await;
        let token = joined["token"].as_str().unwrap().to_owned();
        let mut ben = nodes[1].client().await;
        ben.follow(table, &token, None).await;
        let path = format!("/api/tables/{table}/{path}");
        for node in nodes {
            let (status, refused) = node.call("POST", &path, host, body.clone()).await;
            assert_ne!(status, StatusCode::OK);
            assert_eq!(refused["code"], "not_away");
        }
        drop(ben);
        until("who has gone is away for the host", async || {
            let (status, _) = nodes[0].call("POST", &path, host, body.clone()).await;
            (status == StatusCode::OK).then_some(())
        })
        .await;
    }
}

/// What a node has acknowledged holds at every other at once: no caller needs to stay with one.
async fn what_one_node_says_the_others_know_at_once(nodes: &[House; 3]) {
    for number in 0..10 {
        let me = json!([{ "type": "me", "name": "Ann" }]);
        let asked = json!({ "game": "tic-tac-toe", "seats": me });
        let made = nodes[number % 3].post("/api/tables", "", asked).await;
        let table = made["table"].as_str().unwrap();
        for node in nodes {
            node.get(&format!("/api/tables/{table}"), "").await;
        }
        let path = format!("/api/tables/{table}/join");
        let joined = nodes[(number + 1) % 3].post(&path, "", json!({ "name": "Ben" })).await;
        let token = joined["token"].as_str().unwrap();
        let mut ben = nodes[(number + 2) % 3].client().await;
        let followed = ben.follow(table, token, None).await;
        assert_eq!(followed["room"]["state"], "playing", "{followed}");
        let mut ann = nodes[number % 3].client().await;
        ann.follow(table, made["seats"][0]["token"].as_str().unwrap(), None).await;
        let mark = |square| json!({ "type": "submit", "table": table, "command": { "type": "mark", "square": square } });
        assert_eq!(ann.ask(mark(5)).await["type"], "accepted");
        let answered = ben.ask(mark(1)).await;
        assert_eq!(answered["type"], "accepted", "it is Ben's turn, here too: {answered}");
        let leave = format!("/api/tables/{table}/leave");
        nodes[number % 3].post(&leave, token, Value::Null).await;
        assert_eq!(ben.ask(mark(2)).await["code"], "wrong_token", "a right ends everywhere");
    }
}

/// A code for a second device opens its seat at any node, once, and ends with its sitting.
async fn codes_are_good_at_every_node(nodes: &[House; 3]) {
    let (table, tokens) = nodes[0].full("kuhn-poker", json!({})).await;
    let code = async |node: &House| {
        let code = node.post(&format!("/api/tables/{table}/link"), &tokens[1], Value::Null).await;
        json!({ "code": code["code"] })
    };
    let first = code(&nodes[0]).await;
    let second = code(&nodes[1]).await;
    let (status, refused) = nodes[2].call("POST", "/api/link", "", first).await;
    assert_eq!((status, &refused["code"]), (StatusCode::NOT_FOUND, &json!("no_such_code")));
    let linked = nodes[2].post("/api/link", "", second.clone()).await;
    assert_eq!((&linked["table"], &linked["seat"]), (&json!(table), &json!(1)));
    let mut device = nodes[0].client().await;
    device.follow(&table, linked["token"].as_str().unwrap(), None).await;
    for node in nodes {
        assert_eq!(
            node.call("POST", "/api/link", "", second.clone()).await.0,
            StatusCode::NOT_FOUND
        );
    }
    let third = code(&nodes[2]).await;
    nodes[1].post(&format!("/api/tables/{table}/leave"), &tokens[1], Value::Null).await;
    assert_eq!(nodes[0].call("POST", "/api/link", "", third).await.0, StatusCode::NOT_FOUND);
}

/// The list of public rooms is the same everywhere, and tells who is there.
async fn the_lobby_is_one(nodes: &[House; 3]) {
    let mut watcher = nodes[2].client().await;
    watcher.ask(json!({ "type": "lobby", "on": true })).await;
    let asked =
        json!({ "game": "pig", "public": true, "seats": [{ "type": "me", "name": "Ann" }] });
    let made = nodes[0].post("/api/tables", "", asked).await;
    let table = made["table"].as_str().unwrap();
    let mut ann = nodes[0].client().await;
    ann.follow(table, made["seats"][0]["token"].as_str().unwrap(), None).await;
    let there = |rooms: &Value| {
        let rooms = rooms.as_array().unwrap().iter();
        rooms.into_iter().any(|room| room["table"] == table && online(room)[0])
    };
    told(&mut watcher, "lobby", |told| there(&told["rooms"])).await;
    for node in nodes {
        assert!(there(&node.get("/api/tables", "").await), "the list is the same everywhere");
    }
}

/// No two spectators are called alike, at whatever node they are, and a host puts any of them out.
async fn spectators_are_known_everywhere(nodes: &[House; 3]) {
    let asked = json!({ "game": "pig", "seats": [{ "type": "me", "name": "Ann" }] });
    let made = nodes[0].post("/api/tables", "", asked).await;
    let (table, host) = (made["table"].as_str().unwrap(), made["host_token"].as_str().unwrap());
    let mut eve = nodes[1].client().await;
    let watch = json!({ "type": "follow", "table": table, "name": "Eve" });
    assert_eq!(eve.ask(watch.clone()).await["type"], "followed");
    let mut other = nodes[2].client().await;
    until("the name is known to be taken", async || {
        let answer = other.ask(watch.clone()).await;
        (answer["code"] == "name_taken").then_some(())
    })
    .await;
    let kick = json!({ "name": "Eve", "bar": true });
    nodes[0].post(&format!("/api/tables/{table}/kick"), host, kick).await;
    until("Eve is put out at the other node", async || {
        let said = eve.ask(json!({ "type": "chat", "table": table, "text": "hello" })).await;
        (said["code"] == "not_followed").then_some(())
    })
    .await;
    let back = eve.ask(json!({ "type": "follow", "table": table })).await;
    assert_eq!(back["code"], "barred", "{back}");
}

/// Spectators who have to wait do so at a node that nobody plays at.
async fn spectators_wait_at_every_node(nodes: &[House; 3]) {
    let (table, tokens) = nodes[0].full("tic-tac-toe", json!({ "spectator_delay_ms": 1500 })).await;
    let mut ann = nodes[0].client().await;
    ann.follow(&table, &tokens[0], None).await;
    let mut eve = nodes[2].client().await;
    eve.follow(&table, "", None).await;
    let mark =
        json!({ "type": "submit", "table": table, "command": { "type": "mark", "square": 5 } });
    let moved = Instant::now();
    assert_eq!(ann.ask(mark).await["type"], "accepted");
    told(&mut eve, "update", |update| update["entry"] == 1).await;
    assert!(moved.elapsed() >= Duration::from_millis(1400), "not sooner than they may");
}

/// People at three nodes play against one bot, not three.
async fn bots_think_at_one_node(nodes: &[House; 3]) {
    let thoughts = async || {
        let mut sum = 0;
        for node in nodes {
            let metrics = node.get("/metrics", "").await;
            let line = metrics
                .as_str()
                .unwrap()
                .lines()
                .find(|l| l.starts_with("senet_bot_seconds_count"));
            sum += line.unwrap().split(' ').nth(1).unwrap().parse::<u64>().unwrap();
        }
        sum
    };
    let me = json!({ "type": "me", "name": "Ann" });
    let bot = json!({ "type": "bot", "bot": "random" });
    let asked = json!({ "game": "tic-tac-toe", "seats": [me, bot] });
    let made = nodes[0].post("/api/tables", "", asked).await;
    let (table, token) =
        (made["table"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let mut clients = Vec::new();
    for node in nodes {
        let mut client = node.client().await;
        client.follow(table, token, None).await;
        clients.push(client);
    }
    let before = thoughts().await;
    let mark =
        json!({ "type": "submit", "table": table, "command": { "type": "mark", "square": 5 } });
    assert_eq!(clients[0].ask(mark).await["type"], "accepted");
    for client in &mut clients {
        told(client, "update", |update| update["entry"] == 2).await;
    }
    assert_eq!(thoughts().await - before, 1, "the bot has thought once");
}

/// A node that falls silent is noticed, and its rooms go on at another: clocks run, bots play, and who was
/// there is away.
async fn rooms_of_a_silent_node_go_on(shared: &Shared) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let store = match shared {
        Shared::Memory(memory) => Some(Store::Memory(memory.another_node())),
        Shared::Postgres(_) => None,
    };
    let url = match shared {
        Shared::Postgres(database) => database.url(),
        Shared::Memory(_) => String::new(),
    };
    let doomed = runtime.spawn(async move {
        let store = match store {
            Some(store) => store,
            None => connected(&url).await,
        };
        House::on(store, limits()).await
    });
    let doomed = doomed.await.unwrap();
    let house = shared.node().await;
    let clock = json!({ "per_turn_ms": 8000, "on_time_out": "idle" });
    let (timed, tokens) = doomed.full("pig", json!({ "clock": clock })).await;
    let mut ben = doomed.client().await;
    ben.follow(&timed, &tokens[1], None).await;
    let mut ann = house.client().await;
    let followed = ann.follow(&timed, &tokens[0], None).await;
    assert_eq!(online(&followed["room"]), [true, true]);
    let (unseen, _) = doomed.full("pig", json!({ "clock": clock })).await;
    runtime.shutdown_background();
    // Nobody of this node follows that room.
    until("the room that nobody follows goes on", async || {
        let room = house.get("/metrics", "").await;
        let nodes = room.as_str().unwrap().lines().any(|line| line == "senet_nodes 1");
        nodes.then_some(())
    })
    .await;
    told(&mut ann, "room", |told| online(&told["room"]) == [true, false]).await;
    told(&mut ann, "update", |update| update["entry"].as_u64() >= Some(1)).await;
    let stored = shared.store().await;
    until("the clock of the unseen room has run", async || {
        let lines = stored.load(&unseen).await.unwrap().unwrap().lines.len();
        (lines > 1).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_of_a_silent_node_go_on_at_another_in_memory() {
    rooms_of_a_silent_node_go_on(&Shared::memory()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_of_a_silent_node_go_on_at_another_on_postgresql() {
    let Some(database) = Throwaway::start("silent") else { return };
    rooms_of_a_silent_node_go_on(&Shared::Postgres(database)).await;
}

/// A node that says goodbye is forgotten at once.
#[tokio::test]
async fn a_node_that_closes_is_forgotten_at_once() {
    let shared = Shared::memory();
    let [one, other] = [shared.node().await, shared.node().await];
    let (table, tokens) = one.full("pig", json!({})).await;
    let mut ben = one.client().await;
    ben.follow(&table, &tokens[1], None).await;
    let mut ann = other.client().await;
    ann.follow(&table, &tokens[0], None).await;
    one.server.close(Duration::from_secs(5)).await;
    told(&mut ann, "room", |told| online(&told["room"]) == [true, false]).await;
}
