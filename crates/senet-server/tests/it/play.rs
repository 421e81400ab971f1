//! Whole games over sockets, with everything that goes wrong on a network.

use std::sync::Arc;

use senet_catalog::games;
use senet_kernel::Seat;
use senet_server::Limits;
use senet_server::store::{Memory, Store};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{Client, House};

/// The games that end too late as they come are shortened.
fn shortened(game: &str) -> Value {
    match game {
        "flag-war" => json!({ "config": { "tick_ms": 500, "round_limit": 8 } }),
        _ => json!({}),
    }
}

/// Every game is played to its end by people who lose their connection, send everything twice and
/// in the wrong order, and reload in the middle; in the end all see the same and the journal holds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_survives_the_network() {
    let mut plays = JoinSet::new();
    for game in games() {
        plays.spawn(play(game.id()));
    }
    while let Some(played) = plays.join_next().await {
        played.unwrap();
    }
}

async fn play(game: &'static str) {
    let limits = Limits { messages_per_second: 1_000_000, ..Limits::default() };
    let house = Arc::new(House::on(Store::Memory(Memory::default()), limits).await);
    let (table, tokens) = house.full(game, shortened(game)).await;
    let mut players = JoinSet::new();
    for (seat, token) in (0..).zip(&tokens) {
        let player = Player {
            house: house.clone(),
            client: house.client().await,
            table: table.clone(),
            token: token.clone(),
            game,
            seat: Seat::new(seat).unwrap(),
            luck: 1 + seat as u64,
            sent: Vec::new(),
        };
        players.spawn(player.play());
    }
    let mut troubles = 0;
    while let Some(played) = players.join_next().await {
        troubles += played.unwrap();
    }
    assert!(troubles > 0, "{game}: nothing went wrong, so nothing was shown");
    let room = house.get(&format!("/api/tables/{table}"), "").await;
    assert_eq!(room["state"], "finished", "{game}");
    let journal = house.get(&format!("/api/tables/{table}/journal"), &tokens[0]).await;
    let verdict = senet_catalog::find(game).unwrap().verify(journal.as_str().unwrap(), None);
    let verdict = verdict.unwrap();
    assert!(verdict.over, "{game}");
    // Whoever only watches counts what may be known of, which is less where orders are sealed.
    assert!(room["entry"].as_u64() <= Some(verdict.entries), "{game}");
}

/// A player with a bad connection, who plays by a bot of their own.
struct Player {
    house: Arc<House>,
    client: Client,
    table: String,
    token: String,
    game: &'static str,
    seat: Seat,
    luck: u64,
    /// What was submitted and how it was answered.
    sent: Vec<(Value, Value)>,
}

impl Player {
    /// Plays to the end, sees what a newcomer sees, and says how often something went wrong.
    async fn play(mut self) -> usize {
        self.client.follow(&self.table, &self.token, None).await;
        let mut update = self.client.wait("update").await;
        let mut bot = senet_catalog::find(self.game).unwrap().bot("random", self.luck).unwrap();
        let (mut troubles, mut ordered) = (0, Value::Null);
        while update["outcome"].is_null() {
            let mut wanted = Vec::new();
            let mine = update["to_act"].as_array().unwrap().contains(&json!(self.seat));
            // Where a clock beats, orders are given once and wait for it.
            let beats = update["countdown"]["kind"] == "beat";
            let round = update["countdown"]["number"].clone();
            if mine && !(beats && round == ordered) {
                ordered = round;
                let view = serde_json::value::to_raw_value(&update["view"]).unwrap();
                wanted = bot.choose(&view, self.seat).unwrap();
            }
            assert!(self.sent.len() < 20_000, "{}: it does not end", self.game);
            let entry = update["entry"].clone();
            for command in wanted {
                troubles += self.submit(command, &update).await;
            }
            let newest = self.client.latest().await;
            update = match newest.is_null()
                || newest["entry"] == entry && newest["line"] == update["line"]
            {
                true => self.client.wait("update").await,
                false => newest,
            };
        }
        let mut fresh = self.house.client().await;
        fresh.follow(&self.table, &self.token, None).await;
        let now = fresh.wait("update").await;
        for what in ["entry", "line", "view", "outcome", "prompt"] {
            assert_eq!(update[what], now[what], "{}: a reload shows the same {what}", self.game);
        }
        troubles
    }

    /// Submits a command, with whatever goes wrong on the way; how often it did.
    async fn submit(&mut self, command: Value, seen: &Value) -> usize {
        let request = self.sent.len().to_string();
        let submit = json!({ "type": "submit", "table": self.table, "request": request,
            "command": command });
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let trouble = (self.luck >> 33) % 12;
        match trouble {
            // Sent twice before there is an answer.
            0 => self.client.send(&submit.to_string()).await,
            // The connection is lost before the answer comes; a new one goes on from what was seen.
            1 | 2 => {
                self.client.send(&submit.to_string()).await;
                self.client = self.house.client().await;
                let since = if trouble == 1 { seen["entry"].as_u64() } else { None };
                self.client.follow(&self.table, &self.token, since).await;
            }
            // Something old comes once more, and late.
            3 => {
                if let Some((old, answer)) = self.sent.get(self.sent.len() / 2).cloned() {
                    let again = self.client.ask(old).await;
                    assert_eq!(again["type"], answer["type"], "{}: {again}", self.game);
                    assert_eq!(again["entry"], answer["entry"], "{}: it acts once", self.game);
                }
            }
            _ => {}
        }
        let answer = self.client.ask(submit.clone()).await;
        assert!(["accepted", "rejected"].contains(&answer["type"].as_str().unwrap()), "{answer}");
        // Refusals are remembered for a while only.
        if answer["type"] == "accepted" || self.sent.is_empty() {
            self.sent.push((submit, answer));
        } else {
            let last = self.sent.last().cloned().unwrap();
            self.sent.push(last);
        }
        usize::from(trouble < 4)
    }
}

/// The clock of a game is the server's: ticks come at the interval of the configuration, on a grid
/// that does not shift with the load, and every update says when the next one is due.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ticks_come_at_their_interval_and_late_orders_go_to_the_next() {
    let many = 1_000_000;
    let limits = Limits { messages_per_second: many, calls_per_second: many, ..Limits::default() };
    let house = House::on(Store::Memory(Memory::default()), limits).await;
    let config = json!({ "config": { "tick_ms": 500, "round_limit": 9 } });
    let (table, tokens) = house.full("flag-war", config).await;
    let mut client = house.client().await;
    client.follow(&table, &tokens[0], None).await;
    let first = client.wait("update").await;
    let time = |update: &Value, what: &str| {
        update[what].as_i64().unwrap_or_else(|| panic!("{what}: {update}"))
    };
    let start = time(&first, "deadline_ms");
    let due = start - time(&first, "now_ms");
    assert!((0..=500).contains(&due), "{due}");
    // Once round 1 is over this is late, and counts for the round that is open.
    let order =
        json!({ "type": "move", "piece": 1, "direction": "up", "distance": 1, "target_round": 1 });
    let (mut ticks, mut rounds, mut last) = (0, Vec::new(), first);
    while last["outcome"].is_null() {
        // Orders come at any moment, and as the whole house groans under load.
        let submit = json!({ "type": "submit", "table": table, "command": order });
        for _ in 0..20 {
            client.ask(json!({ "type": "legal", "table": table })).await;
        }
        let answer = client.ask(submit).await;
        assert!(answer["type"] == "accepted" || answer["code"] == "not_playing", "{answer}");
        let update = client.wait("update").await;
        let ticked =
            update["frames"].as_array().unwrap().iter().any(|frame| frame["actor"] == "clock");
        if ticked {
            ticks += 1;
            rounds.push(update["view"]["shared"]["round"].clone());
            let late = time(&update, "now_ms") - time(&last, "deadline_ms");
            assert!(late >= -1, "a tick never comes before its time: {late}");
        }
        if update["outcome"].is_null() {
            let behind = (time(&update, "deadline_ms") - start) % 500;
            assert!([0, 1, 499].contains(&behind.rem_euclid(500)), "off the grid by {behind} ms");
            // A busy machine may tell of an order while the tick is already due, but never promises
            // more than an interval, and after a tick always the next one.
            let due = time(&update, "deadline_ms") - time(&update, "now_ms");
            assert!(due <= 500, "{due}");
            let later = time(&update, "deadline_ms") - time(&last, "deadline_ms");
            assert!(if ticked { later > 0 } else { later == 0 }, "{later}");
        }
        last = update;
    }
    assert_eq!(ticks, 9, "{rounds:?}");
    let history = client.ask(json!({ "type": "events", "table": table, "since": 0 })).await;
    let actors = history["frames"].as_array().unwrap().iter().map(|frame| &frame["actor"]);
    assert_eq!(actors.filter(|actor| *actor == "clock").count(), 9);
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
