//! What a client is sent must not depend on what it may not know.

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
