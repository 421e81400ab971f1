//! Whoever gets up has no right left: tokens, codes and sockets belong to a sitting, not to a chair.

use std::time::Duration;

use axum::http::StatusCode;
use senet_server::Limits;
use senet_server::store::{Memory, Store};
use serde_json::{Value, json};

use crate::{Client, House};

/// A room whose first seat is Ann's and whose other seats are open.
struct Lobby {
    house: House,
    table: String,
    host: String,
    ann: String,
}

impl Lobby {
    async fn of(game: &str) -> Lobby {
        Lobby::with(game, Limits::default()).await
    }

    async fn with(game: &str, limits: Limits) -> Lobby {
        let house = House::on(Store::Memory(Memory::default()), limits).await;
        let seats = json!([{ "type": "me", "name": "Ann" }]);
        let made = house.post("/api/tables", "", json!({ "game": game, "seats": seats })).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (table, host) = (text(&made["table"]), text(&made["host_token"]));
        Lobby { house, table, host, ann: text(&made["seats"][0]["token"]) }
    }

    fn at(&self, rest: &str) -> String {
        format!("/api/tables/{}/{rest}", self.table)
    }

    async fn join(&self, name: &str, seat: usize) -> String {
        let body = json!({ "name": name, "seat": seat });
        let joined = self.house.post(&self.at("join"), "", body).await;
        joined["token"].as_str().unwrap().to_owned()
    }

    async fn code(&self, token: &str) -> Value {
        self.house.post(&self.at("link"), token, Value::Null).await["code"].clone()
    }

    /// Links one more device by a new code.
    async fn linked(&self, token: &str) -> String {
        let code = self.code(token).await;
        let linked = self.house.post("/api/link", "", json!({ "code": code })).await;
        linked["token"].as_str().unwrap().to_owned()
    }

    /// Takes a seat away from every device but the one that asks.
    async fn revoke_others(&self, table: &str, token: &str) {
        let path = format!("/api/tables/{table}/devices");
        let devices = self.house.get(&path, token).await;
        for other in devices.as_array().unwrap().iter().filter(|device| device["this"] == false) {
            let body = json!({ "device": other["device"] });
            self.house.post(&format!("{path}/revoke"), token, body).await;
        }
    }

    async fn refused(&self, path: &str, token: &str, body: Value) -> String {
        let (status, answer) = self.house.call("POST", path, token, body).await;
        assert!(status.is_client_error(), "{path}: {answer}");
        answer["code"].as_str().unwrap().to_owned()
    }
}

/// An opponent's card was read this way.
#[tokio::test]
async fn an_old_code_does_not_hand_over_whoever_sits_there_now() {
    let lobby = Lobby::of("kuhn-poker").await;
    let code = lobby.code(&lobby.ann).await;
    lobby.house.post(&lobby.at("leave"), &lobby.ann, Value::Null).await;
    lobby.join("Ben", 0).await;
    lobby.join("Cy", 1).await;
    assert_eq!(lobby.refused("/api/link", "", json!({ "code": code })).await, "no_such_code");
}

#[tokio::test]
async fn a_seat_has_one_code_at_a_time_and_a_bounded_number_of_devices() {
    let lobby = Lobby::of("pig").await;
    let first = lobby.code(&lobby.ann).await;
    lobby.code(&lobby.ann).await;
    assert_eq!(lobby.refused("/api/link", "", json!({ "code": first })).await, "no_such_code");
    let late = lobby.code(&lobby.ann).await;
    for _ in 0..7 {
        lobby.linked(&lobby.ann).await;
    }
    assert_eq!(lobby.refused(&lobby.at("link"), &lobby.ann, Value::Null).await, "too_many_devices");
    assert_eq!(lobby.refused("/api/link", "", json!({ "code": late })).await, "no_such_code");
}

#[tokio::test]
async fn a_holder_lists_the_own_devices_and_revokes_one() {
    let lobby = Lobby::of("kuhn-poker").await;
    let second = lobby.linked(&lobby.ann).await;
    let mut lost = lobby.house.client().await;
    lost.follow(&lobby.table, &second, None).await;
    let devices = lobby.house.get(&lobby.at("devices"), &lobby.ann).await;
    assert_eq!(devices.as_array().unwrap().len(), 2);
    let other = devices.as_array().unwrap().iter().find(|device| device["this"] == false).unwrap();
    let body = json!({ "device": other["device"] });
    let left = lobby.house.post(&lobby.at("devices/revoke"), &lobby.ann, body.clone()).await;
    assert_eq!((left.as_array().unwrap().len(), &left[0]["this"]), (1, &json!(true)));
    assert_eq!(lost.wait("error").await["code"], "seat_lost");
    lobby.join("Ben", 1).await;
    assert!(lost.latest().await.is_null(), "a device that was revoked is told nothing more");
    assert_eq!(lobby.refused(&lobby.at("leave"), &second, Value::Null).await, "wrong_token");
    assert_eq!(
        lobby.refused(&lobby.at("devices/revoke"), &lobby.ann, body).await,
        "no_such_device"
    );
}

/// What a device has given out ends with it.
#[tokio::test]
async fn a_code_ends_with_the_device_that_gave_it_out() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let lost = lobby.linked(&lobby.ann).await;
    let code = lobby.code(&lost).await;
    lobby.revoke_others(&lobby.table, &lobby.ann).await;
    assert_eq!(lobby.refused("/api/link", "", json!({ "code": code })).await, "no_such_code");
    let good = lobby.code(&lobby.ann).await;
    lobby.house.post("/api/link", "", json!({ "code": good })).await;
}

/// How a sitting ends, and that a follower on an open socket is no exception.
#[tokio::test]
async fn whatever_ends_a_sitting_ends_tokens_codes_and_sockets() {
    for ending in ["leave", "leave in play", "replace", "bot", "close"] {
        let lobby = Lobby::of("kuhn-poker").await;
        let ben = lobby.join("Ben", 1).await;
        let linked = lobby.linked(&ben).await;
        let code = lobby.code(&ben).await;
        let mut follower = None;
        if ending.starts_with("leave") {
            let mut client = lobby.house.client().await;
            client.follow(&lobby.table, &linked, None).await;
            follower = Some(client);
        }
        match ending {
            "replace" => {
                let body = json!({ "seat": 1, "by": "idle" });
                lobby.house.post(&lobby.at("replace"), &lobby.host, body).await;
            }
            "bot" => {
                let body = json!({ "seat": 1, "bot": "random" });
                lobby.house.post(&lobby.at("bot"), &lobby.host, body).await;
            }
            "close" => {
                // The host's own game is left first; then nobody plays any more.
                lobby.house.post(&lobby.at("leave"), &ben, Value::Null).await;
                lobby.house.post(&lobby.at("close"), &lobby.host, Value::Null).await;
            }
            _ => {
                lobby.house.post(&lobby.at("leave"), &ben, Value::Null).await;
            }
        }
        for token in [&ben, &linked] {
            let code = lobby.refused(&lobby.at("link"), token, Value::Null).await;
            assert_eq!(code, "wrong_token", "{ending}");
            let body = json!({ "seat": 1 });
            assert_eq!(
                lobby.refused(&lobby.at("human"), token, body).await,
                "wrong_token",
                "{ending}: a seat that was given up is not taken back"
            );
        }
        assert_eq!(lobby.refused("/api/link", "", json!({ "code": code })).await, "no_such_code");
        if let Some(mut client) = follower {
            assert_eq!(client.wait("error").await["code"], "seat_lost", "{ending}");
            for kind in ["legal", "draw", "chat"] {
                let mut ask = json!({ "type": kind, "table": lobby.table });
                if kind == "chat" {
                    ask["text"] = json!("still here");
                }
                assert_eq!(client.ask(ask).await["code"], "wrong_token", "{ending}: {kind}");
            }
        }
    }
}

/// Whoever has lost the connection a moment ago is not away yet: whoever had it lost for them gains nothing by it.
#[tokio::test]
async fn a_host_cannot_take_a_seat_whose_holder_has_just_gone() {
    for (away, taken) in [(Duration::from_secs(3600), false), (Duration::ZERO, true)] {
        let lobby = Lobby::with("tic-tac-toe", Limits { away, ..Limits::default() }).await;
        let ben = lobby.join("Ben", 1).await;
        let mut client = lobby.house.client().await;
        client.follow(&lobby.table, &ben, None).await;
        drop(client);
        let path = format!("/api/tables/{}", lobby.table);
        while lobby.house.get(&path, "").await["seats"][1]["online"] == true {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let (replace, body) = (lobby.at("replace"), json!({ "seat": 1, "by": "idle" }));
        let (status, answer) = lobby.house.call("POST", &replace, &lobby.host, body).await;
        assert_eq!(status.is_success(), taken, "{answer}");
        assert!(taken || answer["code"] == "not_away", "{answer}");
    }
}

/// Nor is whoever could not come back yet because the server itself was away.
#[tokio::test]
async fn a_host_who_comes_back_first_after_a_restart_takes_no_seat() {
    for (away, taken) in [(Duration::from_secs(3600), false), (Duration::ZERO, true)] {
        let store = Store::Memory(Memory::default());
        let first = House::on(store.clone(), Limits::default()).await;
        let asked = json!({ "game": "tic-tac-toe", "seats": [{ "type": "me", "name": "Ann" }] });
        let made = first.post("/api/tables", "", asked).await;
        let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
        first.post(&format!("{path}/join"), "", json!({ "name": "Ben" })).await;
        let second = House::on(store, Limits { away, ..Limits::default() }).await;
        let host = made["host_token"].as_str().unwrap();
        let body = json!({ "seat": 1, "by": "idle" });
        let (status, answer) = second.call("POST", &format!("{path}/replace"), host, body).await;
        assert_eq!(status.is_success(), taken, "{answer}");
        assert!(taken || answer["code"] == "not_away", "{answer}");
    }
}

/// A host has no power over a seat whose holder is there, whichever way it is asked for.
#[tokio::test]
async fn a_host_cannot_take_a_seat_whose_holder_is_there() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let ben = lobby.join("Ben", 1).await;
    let mut client = lobby.house.client().await;
    client.follow(&lobby.table, &ben, None).await;
    for (call, body) in [
        ("bot", json!({ "seat": 1, "bot": "random" })),
        ("replace", json!({ "seat": 1, "by": "idle" })),
    ] {
        assert_eq!(lobby.refused(&lobby.at(call), &lobby.host, body).await, "not_away", "{call}");
    }
    // The holder may.
    let body = json!({ "seat": 1, "bot": "random" });
    let handed = lobby.house.post(&lobby.at("bot"), &ben, body).await;
    assert_eq!(handed["seats"][1]["stand_in"], "random");
    let back = lobby.house.post(&lobby.at("human"), &ben, json!({ "seat": 1 })).await;
    assert_eq!(back["seats"][1]["stand_in"], Value::Null);
}

/// Two who sat together play a game of tic-tac-toe that the first one wins.
async fn played(lobby: &Lobby) -> (String, Client) {
    let ben = lobby.join("Ben", 1).await;
    let mut client = lobby.house.client().await;
    client.follow(&lobby.table, &lobby.ann, None).await;
    client.follow(&lobby.table, &ben, None).await;
    for (seat, square) in [(0, 1), (1, 4), (0, 2), (1, 5), (0, 3)] {
        let command = json!({ "type": "mark", "square": square });
        let submit = json!({ "type": "submit", "table": lobby.table, "seat": seat,
            "command": command });
        assert_eq!(client.ask(submit).await["type"], "accepted");
    }
    (ben, client)
}

#[tokio::test]
async fn a_rematch_keeps_the_seats_of_those_who_sat_there() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let (ben, _client) = played(&lobby).await;
    let first = lobby.house.post(&lobby.at("rematch"), &lobby.ann, Value::Null).await;
    let next = first["table"].as_str().unwrap();
    assert_eq!(first["room"]["seats"][0]["kept_for"], "Ben");
    let join = format!("/api/tables/{next}/join");
    assert_eq!(lobby.refused(&join, "", json!({ "name": "Eve" })).await, "no_open_seat");
    assert_eq!(lobby.refused(&join, "", json!({ "name": "Eve", "seat": 0 })).await, "seat_kept");
    let second = lobby.house.post(&lobby.at("rematch"), &ben, Value::Null).await;
    assert_eq!((&second["seat"], &second["room"]["state"]), (&json!(0), &json!("playing")));
    // The old token is of the old game, and stays there.
    let at_next = format!("/api/tables/{next}/leave");
    assert_eq!(lobby.refused(&at_next, &ben, Value::Null).await, "wrong_token");
}

/// For as long as somebody is still at the table before and has not declined, the host of the rematch gives
/// their seat to nobody, whichever way it is asked for.
#[tokio::test]
async fn a_host_gives_nobody_a_seat_that_a_rematch_keeps() {
    // However short it may take to come back.
    let limits = Limits { rematch: Duration::ZERO, away: Duration::ZERO, ..Limits::default() };
    let lobby = Lobby::with("tic-tac-toe", limits).await;
    let (_ben, client) = played(&lobby).await;
    let first = lobby.house.post(&lobby.at("rematch"), &lobby.ann, Value::Null).await;
    let (next, host) = (first["table"].as_str().unwrap(), first["host_token"].as_str().unwrap());
    let ways = [
        ("start", json!({ "bot": "random" })),
        ("bot", json!({ "seat": 0, "bot": "random" })),
        ("replace", json!({ "seat": 0, "by": "idle" })),
    ];
    for (way, body) in &ways {
        let path = format!("/api/tables/{next}/{way}");
        assert_eq!(lobby.refused(&path, host, body.clone()).await, "seat_kept", "{way}");
    }
    // Who is gone for good keeps nobody waiting.
    drop(client);
    let (way, body) = &ways[0];
    let path = format!("/api/tables/{next}/{way}");
    loop {
        let (status, room) = lobby.house.call("POST", &path, host, body.clone()).await;
        if status == StatusCode::OK {
            assert_eq!(room["seats"][0]["bot"], "random");
            return;
        }
        assert_eq!(room["code"], "seat_kept");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What was taken away at the rematch does not come back by way of the game before.
#[tokio::test]
async fn a_device_that_was_revoked_stays_away_from_the_rematch() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let lost = lobby.linked(&lobby.ann).await;
    let (_ben, _client) = played(&lobby).await;
    let code = lobby.code(&lobby.ann).await;
    let again = async |token: &str| {
        lobby.house.call("POST", &lobby.at("rematch"), token, Value::Null).await
    };
    let (_, first) = again(&lobby.ann).await;
    assert_eq!(lobby.refused("/api/link", "", json!({ "code": code })).await, "no_such_code");
    let (status, second) = again(&lost).await;
    assert_eq!(status, StatusCode::OK, "{second}");
    let (next, token) = (first["table"].as_str().unwrap(), first["token"].as_str().unwrap());
    lobby.revoke_others(next, token).await;
    let (status, answer) = again(&lost).await;
    assert_eq!((status, &answer["code"]), (StatusCode::FORBIDDEN, &json!("wrong_token")));
    assert_eq!(again(&lobby.ann).await.0, StatusCode::OK, "others may ask twice");
}

/// Nor does another device that came in by its codes: whoever held the seat before may have any number of them.
#[tokio::test]
async fn a_device_that_was_revoked_has_nobody_else_come_to_the_rematch() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let lost = lobby.linked(&lobby.ann).await;
    let spare = lobby.linked(&lost).await;
    let (_ben, _client) = played(&lobby).await;
    let first = lobby.house.post(&lobby.at("rematch"), &lobby.ann, Value::Null).await;
    let (next, token) = (first["table"].as_str().unwrap(), first["token"].as_str().unwrap());
    assert_eq!(lobby.refused(&lobby.at("link"), &lost, Value::Null).await, "wrong_state");
    lobby.house.post(&lobby.at("rematch"), &lost, Value::Null).await;
    lobby.revoke_others(next, token).await;
    for other in [&lost, &spare] {
        assert_eq!(lobby.refused(&lobby.at("rematch"), other, Value::Null).await, "wrong_token");
    }
    // Whoever is meant to come is let in by a code.
    let code = lobby.house.post(&format!("/api/tables/{next}/link"), token, Value::Null).await;
    lobby.house.post("/api/link", "", json!({ "code": code["code"] })).await;
}

/// A page that is loaded anew, or a phone in a pocket, has no socket for a while.
#[tokio::test]
async fn a_rematch_keeps_the_seat_of_whoever_is_away_for_a_moment() {
    let limits = Limits { rematch: Duration::from_secs(3600), ..Limits::default() };
    let lobby = Lobby::with("tic-tac-toe", limits).await;
    let (ben, client) = played(&lobby).await;
    drop(client);
    let old = format!("/api/tables/{}", lobby.table);
    while lobby.house.get(&old, "").await["seats"][1]["online"] == true {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let first = lobby.house.post(&lobby.at("rematch"), &lobby.ann, Value::Null).await;
    let (next, host) = (first["table"].as_str().unwrap(), first["host_token"].as_str().unwrap());
    let path = format!("/api/tables/{next}/start");
    assert_eq!(lobby.refused(&path, host, json!({ "bot": "random" })).await, "seat_kept");
    let second = lobby.house.post(&lobby.at("rematch"), &ben, Value::Null).await;
    assert_eq!(second["seat"], 0);
}

/// Nobody is locked out of the seat that is kept for them by a stranger who has taken their name.
#[tokio::test]
async fn nobody_takes_the_name_of_whom_a_rematch_waits_for() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let (ben, _client) = played(&lobby).await;
    let first = lobby.house.post(&lobby.at("rematch"), &lobby.ann, Value::Null).await;
    let (next, token) = (first["table"].as_str().unwrap(), first["token"].as_str().unwrap());
    let at = |what: &str| format!("/api/tables/{next}/{what}");
    lobby.house.post(&at("leave"), token, Value::Null).await;
    for name in ["Ben", "BEN"] {
        assert_eq!(lobby.refused(&at("join"), "", json!({ "name": name })).await, "name_taken");
        let mut eve = lobby.house.client().await;
        let watch = json!({ "type": "follow", "table": next, "name": name });
        assert_eq!(eve.ask(watch).await["code"], "name_taken");
    }
    lobby.house.post(&at("join"), "", json!({ "name": "Eve" })).await;
    let second = lobby.house.post(&lobby.at("rematch"), &ben, Value::Null).await;
    assert_eq!(second["room"]["seats"][0]["name"], "Ben", "{second}");
}

/// Whoever plays without a name of their own is called by the role, and by the other role after the turn.
#[tokio::test]
async fn a_rematch_calls_whoever_has_no_name_by_the_new_role() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let made = lobby.house.post("/api/tables", "", json!({ "game": "tic-tac-toe" })).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (table, host) = (text(&made["table"]), text(&made["host_token"]));
    let lobby = Lobby { table, host, ann: text(&made["seats"][0]["token"]), ..lobby };
    let (ben, _client) = played(&lobby).await;
    let first = lobby.house.post(&lobby.at("rematch"), &lobby.ann, Value::Null).await;
    assert_eq!(first["room"]["seats"][1]["name"], first["room"]["seats"][1]["role"], "{first}");
    let second = lobby.house.post(&lobby.at("rematch"), &ben, Value::Null).await;
    assert_eq!(second["room"]["seats"][0]["name"], "Ben", "{second}");
}

/// Whoever gets up has no say any more, and what a host may do is no exception.
#[tokio::test]
async fn a_host_who_has_left_is_host_no_more() {
    let lobby = Lobby::of("pig").await;
    let seats = json!([{ "type": "me", "name": "Ann" }]);
    let asked = json!({ "game": "pig", "preset": "four-seats", "seats": seats });
    let made = lobby.house.post("/api/tables", "", asked).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (table, host) = (text(&made["table"]), text(&made["host_token"]));
    let lobby = Lobby { table, host, ann: text(&made["seats"][0]["token"]), ..lobby };
    let ben = lobby.join("Ben", 1).await;
    lobby.house.post(&lobby.at("leave"), &lobby.ann, Value::Null).await;
    for (call, body) in [
        ("kick", json!({ "seat": 1 })),
        ("mute", json!({ "seat": 1, "on": true })),
        ("chat", json!({ "on": false })),
        ("start", json!({ "bot": "greedy" })),
        ("bot", json!({ "seat": 1, "bot": "greedy" })),
        ("replace", json!({ "seat": 1, "by": "idle" })),
        ("close", Value::Null),
    ] {
        assert_eq!(lobby.refused(&lobby.at(call), &lobby.host, body).await, "not_host", "{call}");
    }
    let rooms = json!({ "tokens": [lobby.host] });
    assert_eq!(lobby.house.post("/api/tables/mine", "", rooms).await, json!([]));
    // Those who are still there go on without a host.
    lobby.join("Ann", 0).await;
    lobby.join("Cleo", 2).await;
    lobby.join("Dora", 3).await;
    let room = lobby.house.get(&format!("/api/tables/{}", lobby.table), "").await;
    assert_eq!((&room["state"], &room["seats"][1]["name"]), (&json!("playing"), &json!("Ben")));
    lobby.house.post(&lobby.at("leave"), &ben, Value::Null).await;
}

/// Whoever made a table and never sat there stays its host, but ends nobody's game.
#[tokio::test]
async fn a_host_without_a_seat_ends_a_game_that_nobody_plays_any_more() {
    let house = House::new().await;
    let asked = json!({ "game": "pig", "seats": [{ "type": "open" }, { "type": "open" }] });
    let made = house.post("/api/tables", "", asked).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (table, host) = (text(&made["table"]), text(&made["host_token"]));
    let lobby = Lobby { house, table, host, ann: String::new() };
    let seats = [lobby.join("Ann", 0).await, lobby.join("Ben", 1).await];
    assert_eq!(lobby.refused(&lobby.at("close"), &lobby.host, Value::Null).await, "not_away");
    for token in &seats {
        let left = lobby.house.post(&lobby.at("leave"), token, Value::Null).await;
        assert_eq!(left["state"], "playing", "the host may still look on");
    }
    let ended = lobby.house.post(&lobby.at("close"), &lobby.host, Value::Null).await;
    assert_eq!(ended["state"], "closed");
}

/// Whoever gets up before the game begins has no say in who reads the game of others.
#[tokio::test]
async fn nobody_shares_a_game_that_has_not_begun() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let waiting = lobby.house.post("/api/tables", "", json!({ "game": "pig" })).await;
    let path = format!("/api/tables/{}/share", waiting["table"].as_str().unwrap());
    let token = waiting["seats"][0]["token"].as_str().unwrap();
    assert_eq!(lobby.refused(&path, token, json!({ "on": true })).await, "wrong_state");
}

#[tokio::test]
async fn a_seat_of_a_rematch_is_anybodys_once_it_was_declined() {
    for early in [true, false] {
        let lobby = Lobby::of("tic-tac-toe").await;
        let (ben, _client) = played(&lobby).await;
        if early {
            lobby.house.post(&lobby.at("leave"), &ben, Value::Null).await;
        }
        let first = lobby.house.post(&lobby.at("rematch"), &lobby.ann, Value::Null).await;
        if !early {
            lobby.house.post(&lobby.at("leave"), &ben, Value::Null).await;
        }
        let join = format!("/api/tables/{}/join", first["table"].as_str().unwrap());
        let joined = lobby.house.post(&join, "", json!({ "name": "Eve" })).await;
        assert_eq!(joined["seat"], 0, "early: {early}");
    }
}

/// Closing a running game is leaving it, by the game's own rules.
#[tokio::test]
async fn a_host_who_closes_a_running_game_has_left_it() {
    let lobby = Lobby::of("flag-war").await;
    let ben = lobby.join("Ben", 1).await;
    let closed = lobby.house.post(&lobby.at("close"), &lobby.host, Value::Null).await;
    assert_eq!(closed["state"], "finished");
    assert_eq!(closed["outcome"]["versus"]["winner"], 1, "{closed}");
    let journal = lobby.house.get(&lobby.at("journal"), &ben).await;
    assert!(journal.as_str().unwrap().contains("\"end\""));
}

/// Where the rules know no leaving, the host's seat idles and the others play on.
#[tokio::test]
async fn a_game_goes_on_for_those_who_play_when_its_host_closes_it() {
    let lobby = Lobby::of("pig").await;
    let ben = lobby.join("Ben", 1).await;
    let closed = lobby.house.post(&lobby.at("close"), &lobby.host, Value::Null).await;
    assert_eq!(
        (&closed["state"], &closed["seats"][0]["stand_in"]),
        (&json!("playing"), &json!("idle"))
    );
    assert_eq!(
        lobby.refused(&lobby.at("close"), &lobby.host, Value::Null).await,
        "not_host",
        "and whoever has left ends nobody's game"
    );
    let ended = lobby.house.post(&lobby.at("leave"), &ben, Value::Null).await;
    assert_eq!(ended["state"], "closed", "nobody is left to play it or to end it");
    let journal = lobby.house.get(&lobby.at("journal"), &ben).await;
    assert!(journal.to_string().contains("header"), "who sat there may read it");
}

#[tokio::test]
async fn a_private_games_journal_is_for_those_who_sat_there_until_they_share_it() {
    let lobby = Lobby::of("tic-tac-toe").await;
    let (ben, _client) = played(&lobby).await;
    let journal = lobby.at("journal");
    let seen = async |token: &str| lobby.house.call("GET", &journal, token, Value::Null).await;
    for path in [journal.clone(), lobby.at("replay?at=1&as=0")] {
        let (status, answer) = lobby.house.call("GET", &path, "", Value::Null).await;
        assert_eq!((status, &answer["code"]), (StatusCode::FORBIDDEN, &json!("not_shared")));
    }
    assert_eq!(seen(&ben).await.0, StatusCode::OK);
    assert_eq!(
        lobby.refused(&lobby.at("share"), "stolen", json!({ "on": true })).await,
        "wrong_token"
    );
    let shared = lobby.house.post(&lobby.at("share"), &ben, json!({ "on": true })).await;
    assert_eq!(shared["shared"], true);
    assert_eq!(seen("").await.0, StatusCode::OK);
    lobby.house.post(&lobby.at("share"), &ben, json!({ "on": false })).await;
    assert_eq!(seen("").await.0, StatusCode::FORBIDDEN);
    lobby.house.post(&lobby.at("leave"), &ben, Value::Null).await;
    assert_eq!(seen(&ben).await.0, StatusCode::OK, "whoever left has sat there all the same");
}

#[tokio::test]
async fn memos_are_their_seats_alone_for_ever() {
    let lobby = Lobby::of("flag-war").await;
    let ben = lobby.join("Ben", 1).await;
    let mut client = lobby.house.client().await;
    client.follow(&lobby.table, &lobby.ann, None).await;
    client.follow(&lobby.table, &ben, None).await;
    for (seat, memo) in [(0, "the left flank"), (1, "the right flank")] {
        let remember = json!({ "type": "remember", "table": lobby.table, "seat": seat,
            "memo": { "plan": memo } });
        assert_eq!(client.ask(remember).await["type"], "done");
    }
    lobby.house.post(&lobby.at("leave"), &ben, Value::Null).await;
    lobby.house.post(&lobby.at("share"), &lobby.ann, json!({ "on": true })).await;
    for (token, who) in [(lobby.ann.as_str(), "Ann"), (&ben, "Ben"), ("", "anybody")] {
        let journal = lobby.house.get(&lobby.at("journal"), token).await;
        let journal = journal.as_str().unwrap();
        assert!(!journal.contains("flank"), "{who}: {journal}");
        let verdict = senet_catalog::find("flag-war").unwrap().verify(journal, None).unwrap();
        assert!(verdict.over, "{who}: what is told holds by itself");
    }
}

/// What an older version stored still holds its seats.
#[tokio::test]
async fn a_room_of_an_older_version_keeps_its_holders() {
    let store = Store::Memory(Memory::default());
    let house = House::on(store.clone(), Limits::default()).await;
    let (table, tokens) = house.full("tic-tac-toe", json!({})).await;
    let mut stored = store.load(&table).await.unwrap().unwrap();
    let mut record: Value = serde_json::from_str(&stored.room.json).unwrap();
    for seat in record["seats"].as_array_mut().unwrap() {
        let seat = seat.as_object_mut().unwrap();
        let sitting = seat.remove("sitting").unwrap();
        seat.remove("kept_for");
        seat.insert("tokens".to_owned(), json!([sitting["devices"][0]["token"]]));
    }
    for new in ["sat", "shared", "bot_secret"] {
        record.as_object_mut().unwrap().remove(new);
    }
    stored.room.json = record.to_string();
    let old = Store::Memory(Memory::default());
    let write = senet_server::store::Write {
        table: table.clone(),
        lines: stored.lines,
        room: Some(stored.room),
        ..Default::default()
    };
    old.write(write).await.unwrap();
    let house = House::on(old, Limits::default()).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[1], None).await;
    assert_eq!(client.wait("update").await["viewer"], json!({ "seat": 1 }));
    let path = format!("/api/tables/{table}/link");
    let code = house.post(&path, &tokens[1], Value::Null).await["code"].clone();
    house.post("/api/link", "", json!({ "code": code })).await;
    assert_eq!(
        house
            .get(&format!("/api/tables/{table}/devices"), &tokens[1])
            .await
            .as_array()
            .unwrap()
            .len(),
        2
    );
    tokio::time::timeout(Duration::from_secs(20), client.latest()).await.unwrap();
}
