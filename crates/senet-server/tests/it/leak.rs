//! What a client is sent must not depend on what it may not know.

use senet_server::Limits;
use senet_server::store::{Memory, RoomRow, Store, Write};
use serde_json::{Value, json};

use crate::House;

/// Everything a seat receives in a hand of Kuhn poker, under a seed that everybody knows.
async fn traffic(seed: &str, until_showdown: bool) -> (Vec<Value>, Value) {
    let house = House::new().await;
    let (table, tokens) = house.full("kuhn-poker", json!({ "seed": seed })).await;
    let mut own = house.client().await;
    own.follow(&table, &tokens[0], None).await;
    let mut other = house.client().await;
    other.follow(&table, &tokens[1], None).await;
    let mut moves = vec![(0, "deal"), (0, "check"), (1, "bet")];
    if until_showdown {
        moves.push((0, "call"));
    }
    for (seat, kind) in moves {
        let client = if seat == 0 { &mut own } else { &mut other };
        let submit = json!({ "type": "submit", "table": table, "command": { "type": kind } });
        assert_eq!(client.ask(submit).await["type"], "accepted");
    }
    for ask in ["legal", "draw"] {
        own.ask(json!({ "type": ask, "table": table })).await;
    }
    own.ask(json!({ "type": "events", "table": table, "since": 0 })).await;
    own.ask(json!({ "type": "submit", "table": table, "command": { "type": "deal" } })).await;
    let mut received = Vec::new();
    for text in &own.traffic {
        let mut message: Value = serde_json::from_str(text).unwrap();
        blank(
            &mut message,
            &["now_ms", "table", "made_ms", "changed_ms", "active_ms", "deadline_ms", "id", "line"],
        );
        if message["type"] != "room" {
            received.push(message);
        }
    }
    let update = other.latest().await;
    (received, update["view"].clone())
}

/// What differs between any two runs, hidden cards or not.
fn blank(value: &mut Value, fields: &[&str]) {
    match value {
        Value::Object(object) => {
            for (key, field) in object.iter_mut() {
                if fields.contains(&key.as_str()) {
                    *field = Value::Null;
                } else {
                    blank(field, fields);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| blank(item, fields)),
        _ => {}
    }
}

#[tokio::test]
async fn two_deals_that_a_seat_cannot_tell_apart_send_it_the_same() {
    // Seeds are tried until two deals give the first seat the same card and the second another.
    let mut seen: Vec<(String, Vec<Value>, Value)> = Vec::new();
    for number in 0..40 {
        let seed = format!("deal {number}");
        let (received, others_view) = traffic(&seed, false).await;
        let twin = seen.iter().find(|(_, messages, view)| {
            *view != others_view && own_card(messages) == own_card(&received)
        });
        if let Some((other_seed, messages, _)) = twin {
            let strip = |messages: &[Value]| {
                let mut messages = messages.to_vec();
                messages.iter_mut().for_each(|message| blank(message, &["seed", "commitment"]));
                messages
            };
            assert_eq!(strip(messages), strip(&received), "{seed} and {other_seed}");
            let (one, _) = traffic(&seed, true).await;
            let (two, _) = traffic(other_seed, true).await;
            assert_ne!(strip(&one), strip(&two), "the showdown tells them apart");
            return;
        }
        seen.push((seed, received, others_view));
    }
    panic!("no two deals with the same own card in forty seeds");
}

fn own_card(messages: &[Value]) -> Option<String> {
    let mut updates = messages.iter().filter(|message| message["type"] == "update");
    updates.next_back().map(|update| update["view"].to_string())
}

/// The seed is nobody's before the end, and a token or its hash nobody else's ever.
#[tokio::test]
async fn no_secret_goes_over_the_wire() {
    let store = Store::Memory(Memory::default());
    let house = House::on(store.clone(), Limits::default()).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({ "public": true })).await;
    let mut clients = Vec::new();
    for token in [&tokens[0], &tokens[1], ""] {
        let mut client = house.client().await;
        client.follow(&table, token, None).await;
        clients.push(client);
    }
    let mark = |square| {
        let command = json!({ "type": "mark", "square": square });
        json!({ "type": "submit", "table": table, "command": command })
    };
    for (seat, square) in [(0, 1), (1, 4), (0, 2), (1, 5)] {
        assert_eq!(clients[seat].ask(mark(square)).await["type"], "accepted");
    }
    for client in &mut clients {
        for kind in ["legal", "draw", "nonsense"] {
            client.ask(json!({ "type": kind, "table": table })).await;
        }
        client.ask(json!({ "type": "events", "table": table, "since": 0 })).await;
        client.ask(json!({ "type": "lobby", "on": true })).await;
        client.wait("lobby").await;
    }
    let mut told: Vec<String> = clients.iter().flat_map(|client| client.traffic.clone()).collect();
    let at = format!("/api/tables/{table}");
    let paths = ["", "/journal", "/analysis", "/events", "/replay?at=1", "/replay?at=1&as=1"];
    for path in paths.map(|path| format!("{at}{path}")) {
        for token in ["", &tokens[0]] {
            told.push(house.call("GET", &path, token, Value::Null).await.1.to_string());
        }
    }
    for path in ["/api/tables", "/api/finished", "/metrics", "/api/version"] {
        told.push(house.get(path, "").await.to_string());
    }
    let mine = json!({ "tokens": [tokens[0]] });
    told.push(house.post("/api/tables/mine", "", mine).await.to_string());
    let record = store.load(&table).await.unwrap().unwrap().room.json;
    let record: Value = serde_json::from_str(&record).unwrap();
    let seed = record["seed"].as_str().unwrap();
    let mut secrets = vec![seed, record["host"].as_str().unwrap()];
    secrets.extend(tokens.iter().map(String::as_str));
    let hashes = record["seats"].as_array().unwrap().iter();
    secrets.extend(hashes.map(|seat| seat["sitting"]["devices"][0]["token"].as_str().unwrap()));
    assert_eq!(secrets.len(), 6);
    for secret in secrets {
        assert!(secret.len() >= 32);
        let found = told.iter().find(|text| text.contains(secret));
        assert_eq!(found, None, "{secret} was told");
    }
    assert_eq!(clients[0].ask(mark(3)).await["type"], "accepted");
    let journal = house.get(&format!("{at}/journal"), "").await;
    assert!(journal.as_str().unwrap().contains(seed), "and in the end it is told");
}

/// Every die of the other seat is hidden behind a screen: what a crew member is sent when a game
/// begins does not depend on it.
#[tokio::test]
async fn another_seats_dice_change_nothing_that_a_seat_is_sent() {
    let mut seen: Vec<(Value, Value, Vec<Value>)> = Vec::new();
    for number in 0..400 {
        let house = House::new().await;
        let seed = json!({ "seed": format!("dice {number}") });
        let (table, tokens) = house.full("sky-team", seed).await;
        let (mut own, mut other) = (house.client().await, house.client().await);
        own.follow(&table, &tokens[0], None).await;
        other.follow(&table, &tokens[1], None).await;
        for client in [&mut own, &mut other] {
            let ready = json!({ "type": "submit", "table": table, "command": { "type": "ready" } });
            // Where there is no briefing the dice have fallen already.
            client.ask(ready).await;
        }
        let views = [own.latest().await["view"].clone(), other.latest().await["view"].clone()];
        for kind in ["legal", "draw"] {
            own.ask(json!({ "type": kind, "table": table })).await;
        }
        own.ask(json!({ "type": "events", "table": table, "since": 0 })).await;
        let mut received: Vec<Value> =
            own.traffic.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        let fields = ["now_ms", "table", "made_ms", "changed_ms", "active_ms", "commitment"];
        received.iter_mut().for_each(|message| blank(message, &fields));
        let twin = seen.iter().find(|(own, other, _)| *own == views[0] && *other != views[1]);
        if let Some((_, _, messages)) = twin {
            assert_eq!(*messages, received, "deal {number}");
            return;
        }
        seen.push((views[0].clone(), views[1].clone(), received));
    }
    panic!("no two deals with the same own dice in four hundred seeds");
}

/// All that the first seat is sent while the second does something sealed, by its place on the list of
/// what it may do. The other value is what the second seat then sees.
async fn sealed(game: &str, config: &Value, choice: usize) -> (Vec<Value>, Value) {
    let house = House::new().await;
    let room = json!({ "seed": "sealed", "config": config });
    let (table, tokens) = house.full(game, room).await;
    let (mut own, mut other) = (house.client().await, house.client().await);
    own.follow(&table, &tokens[0], None).await;
    other.follow(&table, &tokens[1], None).await;
    let listed = other.ask(json!({ "type": "legal", "table": table })).await;
    let command = &listed["commands"][choice]["command"];
    let submit = json!({ "type": "submit", "table": table, "command": command });
    assert_eq!(other.ask(submit).await["type"], "accepted");
    for kind in ["legal", "draw"] {
        own.ask(json!({ "type": kind, "table": table })).await;
    }
    own.ask(json!({ "type": "events", "table": table, "since": 0 })).await;
    let mut received: Vec<Value> =
        own.traffic.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let fields =
        ["now_ms", "table", "made_ms", "changed_ms", "active_ms", "deadline_ms", "commitment"];
    received.iter_mut().for_each(|message| blank(message, &fields));
    (received, other.latest().await["view"].clone())
}

#[track_caller]
fn check_sealed(game: &str, [one, two]: [(Vec<Value>, Value); 2]) {
    assert_ne!(one.1, two.1, "{game}: the two commands differ");
    assert_eq!(one.0, two.0, "{game}: what is sealed was told");
}

/// An order for the coming round is sealed until the round is played.
#[tokio::test]
async fn a_sealed_order_changes_nothing_that_the_other_side_is_sent() {
    let config = json!({ "tick_mode": "manual" });
    check_sealed(
        "flag-war",
        [sealed("flag-war", &config, 0).await, sealed("flag-war", &config, 1).await],
    );
}

/// Who deploys sees the own units alone until both have.
#[tokio::test]
async fn a_hidden_deployment_changes_nothing_that_the_other_side_is_sent() {
    let config = json!({});
    check_sealed(
        "crossfire",
        [sealed("crossfire", &config, 0).await, sealed("crossfire", &config, 1).await],
    );
}

/// The same public room, with another secret: its bot answers otherwise. So nothing that a guest may
/// know, neither the room's name nor the seed of its dice, foretells a bot.
#[tokio::test]
async fn bots_cannot_be_foretold_from_what_is_public() {
    let store = Store::Memory(Memory::default());
    let house = House::on(store.clone(), Limits::default()).await;
    let seats = json!([{ "type": "me", "name": "Ann" }, { "type": "bot", "bot": "random" }]);
    let ask = json!({ "game": "connect-four", "seats": seats, "seed": "open" });
    let made = house.post("/api/tables", "", ask).await;
    let (table, token) =
        (made["table"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let stored = store.load(table).await.unwrap().unwrap();
    let answer = async |secret: &str| {
        let mut record: Value = serde_json::from_str(&stored.room.json).unwrap();
        record["bot_secret"] = json!(secret);
        let room = RoomRow { json: record.to_string(), ..stored.room.clone() };
        let (lines, room) = (stored.lines.clone(), Some(room));
        let write = Write { table: table.to_owned(), lines, room, ..Write::default() };
        let store = Store::Memory(Memory::default());
        store.write(write).await.unwrap();
        let house = House::on(store, Limits::default()).await;
        let mut client = house.client().await;
        client.follow(table, token, None).await;
        let drop = json!({ "type": "drop", "column": 4 });
        client.ask(json!({ "type": "submit", "table": table, "command": drop })).await;
        loop {
            let update = client.wait("update").await;
            if update["entry"] == 2 {
                return update["view"].clone();
            }
        }
    };
    let first = answer("a").await;
    assert_eq!(first, answer("a").await, "the secret decides");
    let mut others = Vec::new();
    for secret in ["b", "c", "d", "e"] {
        others.push(answer(secret).await);
    }
    assert!(others.iter().any(|other| *other != first));
}
