//! The one vocabulary over the socket: what is spoken, what an update carries, and undo.

use senet_table::protocol::VERSION;
use serde_json::{Value, json};

use crate::{Client, House};

#[tokio::test]
async fn the_version_of_the_protocol_is_told_and_another_is_refused() {
    let house = House::new().await;
    let mut client = house.client().await;
    let hello = client.ask(json!({ "type": "hello" })).await;
    assert_eq!((&hello["type"], &hello["protocol"]), (&json!("hello"), &json!(VERSION)));
    let old = client.ask(json!({ "type": "hello", "protocol": 1 })).await;
    assert_eq!((&old["type"], &old["code"]), (&json!("error"), &json!("other_protocol")));
    let old = client.ask(json!({ "type": "follow", "table": "t", "seat": 0 })).await;
    assert_eq!(old["code"], "renamed", "{old}");
    let pong = client.ask(json!({ "type": "ping" })).await;
    assert!(pong["type"] == "pong" && pong["now_ms"].is_i64(), "{pong}");
}

/// A table of tic-tac-toe where the second seat is a bot's.
async fn against_a_bot(house: &House) -> (String, Client) {
    let seats = json!([{ "type": "me", "name": "Ann" }, { "type": "bot", "bot": "random" }]);
    let made =
        house.post("/api/tables", "", json!({ "game": "tic-tac-toe", "seats": seats })).await;
    let table = made["table"].as_str().unwrap().to_owned();
    let token = made["seats"][0]["token"].as_str().unwrap().to_owned();
    let mut client = house.client().await;
    client.follow(&table, &token, None).await;
    (table, client)
}

/// Waits until a client sees this entry.
async fn seen(client: &mut Client, entry: u64) -> Value {
    loop {
        let update = client.wait("update").await;
        if update["entry"] == entry {
            return update;
        }
    }
}

#[tokio::test]
async fn an_update_carries_what_may_be_done() {
    let house = House::new().await;
    let (_, mut client) = against_a_bot(&house).await;
    let update = seen(&mut client, 0).await;
    assert_eq!(update["legal"]["commands"].as_array().unwrap().len(), 9, "{update}");
    assert_eq!(update["legal"]["listing"], "complete");
    assert_eq!((&update["secrets"], &update["awaited"]), (&json!(false), &json!([0])));
}

/// Against a bot one undo takes the own move back and the bot's answer to it, and the same request acts
/// once.
#[tokio::test]
async fn undo_takes_back_what_a_bot_answered() {
    let house = House::new().await;
    let (table, mut client) = against_a_bot(&house).await;
    let mark = json!({ "type": "mark", "square": 5 });
    let submit = json!({ "type": "submit", "table": table, "command": mark });
    assert_eq!(client.ask(submit).await["type"], "accepted");
    let answered = seen(&mut client, 2).await;
    assert_eq!(answered["can_take_back"], true, "{answered}");
    let back = json!({ "type": "take_back", "table": table, "request": "undo" });
    let taken = client.ask(back.clone()).await;
    assert_eq!((&taken["type"], &taken["entry"]), (&json!("accepted"), &json!(0)), "{taken}");
    let mut again = client.ask(back).await;
    again["id"] = taken["id"].clone();
    assert_eq!(again, taken, "the same request gets the same answer");
    let log = client.ask(json!({ "type": "log", "table": table })).await;
    assert_eq!(log["chapters"].as_array().unwrap().len(), 1, "only the start is left: {log}");
    assert!(log["chapters"][0]["sentences"][0].as_str().unwrap().contains("Ann"), "{log}");
}

/// `to` counts as the seat counts, over the socket as at the desk.
#[tokio::test]
async fn all_after_a_step_is_taken_back() {
    let house = House::new().await;
    let (table, mut client) = against_a_bot(&house).await;
    for (entry, square) in [(2, 5), (4, 1)] {
        let listed = client.ask(json!({ "type": "legal", "table": table })).await;
        let free = listed["commands"].as_array().unwrap();
        let wanted = |one: &&Value| one["command"]["square"] == square;
        let command = free.iter().find(wanted).unwrap_or(&free[0])["command"].clone();
        let submit = json!({ "type": "submit", "table": table, "command": command });
        assert_eq!(client.ask(submit).await["type"], "accepted");
        seen(&mut client, entry).await;
    }
    let none = client.ask(json!({ "type": "take_back", "table": table, "to": 4 })).await;
    assert_eq!(none["code"], "nothing_to_take_back");
    let taken = client.ask(json!({ "type": "take_back", "table": table, "to": 0 })).await;
    assert_eq!((&taken["type"], &taken["entry"]), (&json!("accepted"), &json!(0)), "{taken}");
}
