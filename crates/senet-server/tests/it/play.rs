//! Whole games over sockets, with everything that goes wrong on a network.

use senet_catalog::games;
use serde_json::{Value, json};

use crate::{Client, House};

/// What the first choice of a seat would be, as the server lists it.
async fn first_choice(client: &mut Client, table: &str, step: usize) -> Option<Value> {
    let advice = client.ask(json!({ "type": "advise", "table": table, "bot": "random" })).await;
    let command = advice["commands"].get(0).map(|choice| choice["command"].clone());
    if command.is_some() || step.is_multiple_of(2) {
        return command;
    }
    let legal = client.ask(json!({ "type": "legal", "table": table })).await;
    legal["commands"].get(0).map(|choice| choice["command"].clone())
}

/// Every game is played to its end by people who lose their connection, send everything twice and
/// in the wrong order, and reload in the middle; in the end all see the same and the journal holds.
#[tokio::test]
async fn every_game_survives_the_network() {
    for game in games() {
        let line = game.line();
        for preset in line.presets.iter().take(2) {
            let house = House::new().await;
            play(&house, &line.id, preset).await;
        }
    }
}

async fn play(house: &House, game: &str, preset: &str) {
    let (table, tokens) = house.full(game, json!({ "preset": preset })).await;
    let mut clients = Vec::new();
    for token in &tokens {
        let mut client = house.client().await;
        client.follow(&table, token, None).await;
        clients.push(client);
    }
    let mut watcher = house.client().await;
    watcher.follow(&table, "", None).await;
    for step in 0..400 {
        let room = house.get(&format!("/api/tables/{table}"), "").await;
        if room["state"] != "playing" {
            break;
        }
        let mut acted = false;
        for seat in 0..clients.len() {
            let Some(command) = first_choice(&mut clients[seat], &table, step).await else {
                continue;
            };
            let submit = json!({ "type": "submit", "table": table, "request": format!("{step}-{seat}"), "command": command });
            let answer = clients[seat].ask(submit.clone()).await;
            let again = clients[seat].ask(submit.clone()).await;
            assert_eq!(answer["type"], again["type"], "{game}: {answer} {again}");
            assert_eq!(answer["entry"], again["entry"], "{game}: sent twice it acts once");
            acted |= answer["type"] == "accepted";
            if step % 7 == 3 {
                // The connection is lost; a new one resumes and sends the same again.
                let since = answer["entry"].as_u64();
                clients[seat] = house.client().await;
                clients[seat].follow(&table, &tokens[seat], since).await;
                let third = clients[seat].ask(submit).await;
                assert_eq!(third["entry"], answer["entry"], "{game}: and after a reconnect");
            }
            if acted && step % 5 != 0 {
                break;
            }
        }
        if !acted && step > 60 {
            break; // A game that waits for its clock is finished by its own test.
        }
    }
    let entry = house.get(&format!("/api/tables/{table}"), "").await["entry"].clone();
    for (client, token) in clients.iter_mut().zip(&tokens) {
        let seen = client.latest().await;
        let mut fresh = house.client().await;
        fresh.follow(&table, token, None).await;
        let now = fresh.wait("update").await;
        assert_eq!(now["entry"], entry, "{game}");
        if !seen.is_null() && seen["entry"] == entry {
            assert_eq!(seen["view"], now["view"], "{game}: a reload shows the same");
        }
    }
    let (status, journal) =
        house.call("GET", &format!("/api/tables/{table}/journal"), "", Value::Null).await;
    if status.is_success() {
        let journal = journal.as_str().unwrap();
        let verdict = senet_catalog::find(game).unwrap().verify(journal, None).unwrap();
        assert!(verdict.over, "{game}");
    }
}

#[tokio::test]
async fn one_socket_follows_many_tables_and_holds_several_seats() {
    let house = House::new().await;
    let (one, tokens) = house.full("tic-tac-toe", json!({})).await;
    let (two, _) = house.full("pig", json!({})).await;
    let mut client = house.client().await;
    client.follow(&one, &tokens[0], None).await;
    client.follow(&one, &tokens[1], None).await;
    client.follow(&two, "", None).await;
    let mark = |square| json!({ "type": "mark", "square": square });
    let unnamed = client.ask(json!({ "type": "submit", "table": one, "command": mark(1) })).await;
    assert_eq!(unnamed["code"], "wrong_token", "{unnamed}");
    for (seat, square) in [(0, 1), (1, 4), (0, 2), (1, 5), (0, 3)] {
        let answer = client
            .ask(json!({ "type": "submit", "table": one, "seat": seat, "command": mark(square) }))
            .await;
        assert_eq!(answer["type"], "accepted", "{answer}");
    }
    let not_mine =
        client.ask(json!({ "type": "submit", "table": two, "command": { "type": "roll" } })).await;
    assert_eq!(not_mine["code"], "wrong_token");
    let room = house.get(&format!("/api/tables/{one}"), "").await;
    assert_eq!(room["state"], "finished");
    assert_eq!(room["outcome"]["versus"]["winner"], 0);
}

/// The board as text, now and as it was, with the words that stood beside it then.
#[tokio::test]
async fn the_board_is_drawn_as_it_was() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let draw = json!({ "type": "draw", "table": table });
    let first = client.ask(draw).await;
    let mark = json!({ "type": "mark", "square": 5 });
    client.ask(json!({ "type": "submit", "table": table, "command": mark })).await;
    let mut at = async |at| client.ask(json!({ "type": "draw", "table": table, "at": at })).await;
    let (before, now, never) = (at(Some(0)).await, at(None).await, at(Some(2)).await);
    assert_eq!((&before["drawing"], &before["prompt"]), (&first["drawing"], &first["prompt"]));
    assert_ne!(now["drawing"], first["drawing"]);
    assert_eq!(at(Some(1)).await["drawing"], now["drawing"]);
    assert_eq!(never["code"], "no_such_entry");
}

#[tokio::test]
async fn a_refusal_says_why_and_takes_back_works_by_the_tables_rules() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let submit =
        json!({ "type": "submit", "table": table, "command": { "type": "mark", "square": 5 } });
    assert_eq!(client.ask(submit.clone()).await["type"], "accepted");
    let refused = client.ask(submit).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("rejected"), &json!("not_your_turn")));
    let back = client.ask(json!({ "type": "take_back", "table": table })).await;
    assert_eq!((&back["type"], &back["entry"]), (&json!("accepted"), &json!(0)));
    assert_eq!(client.latest().await["entry"], 0);
}

#[tokio::test]
async fn bots_play_their_seats_and_a_seat_can_be_handed_over_and_back() {
    let house = House::new().await;
    let ask = json!({ "game": "pig", "seats": [{ "type": "me", "name": "Ann" }, { "type": "bot", "bot": "greedy" }] });
    let made = house.post("/api/tables", "", ask).await;
    let (table, token) =
        (made["table"].as_str().unwrap(), made["seats"][0]["token"].as_str().unwrap());
    let mut client = house.client().await;
    client.follow(table, token, None).await;
    house
        .post(&format!("/api/tables/{table}/bot"), token, json!({ "seat": 0, "bot": "random" }))
        .await;
    loop {
        let update = client.wait("update").await;
        if update["entry"].as_u64() >= Some(6) {
            break;
        }
    }
    let back = house.post(&format!("/api/tables/{table}/human"), token, json!({ "seat": 0 })).await;
    assert_eq!(back["seats"][0]["stand_in"], Value::Null);
}

#[tokio::test]
async fn time_runs_out_on_a_turn() {
    let house = House::new().await;
    let clock = json!({ "clock": { "per_turn_ms": 50, "on_time_out": "idle" } });
    let (table, tokens) = house.full("tic-tac-toe", clock).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    loop {
        let update = client.wait("update").await;
        if !update["outcome"].is_null() {
            break;
        }
        assert!(update["deadline_ms"].as_i64().unwrap() > 0, "everybody sees how long it takes");
    }
}

#[tokio::test]
async fn chat_and_presence_reach_everybody() {
    let house = House::new().await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut ann = house.client().await;
    ann.follow(&table, &tokens[0], None).await;
    let mut guest = house.client().await;
    guest.follow(&table, "", None).await;
    let done = ann.ask(json!({ "type": "chat", "table": table, "text": " hello " })).await;
    assert_eq!(done["type"], "done");
    let heard = guest.wait("chat").await;
    assert_eq!((&heard["from"], &heard["text"]), (&json!("Ann"), &json!("hello")));
    for bad in [" ".to_owned(), "x".repeat(501), "a\0b".to_owned()] {
        let refused = ann.ask(json!({ "type": "chat", "table": table, "text": bad })).await;
        assert_eq!(refused["code"], "bad_chat");
    }
    drop(ann);
    loop {
        let room = guest.wait("room").await;
        if room["room"]["seats"][0]["online"] == false {
            break;
        }
    }
    let mut late = house.client().await;
    let followed = late.follow(&table, &tokens[1], None).await;
    assert_eq!(followed["chat"][0]["text"], "hello");
}
