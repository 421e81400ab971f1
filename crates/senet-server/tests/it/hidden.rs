//! What a viewer may not know changes nothing that they receive: no message, number, size or time.

use std::time::Duration;

use senet_catalog::games;
use senet_kernel::{Actor, Seat, Viewer};
use senet_server::Limits;
use senet_server::store::{Memory, Store, Write};
use senet_table::{Luck, Opening, Start, Table};
use serde_json::{Value, json};

use crate::{Client, House};

const SEED: &str = "hidden";

/// A room in which the first seat and a spectator are watched while the second seat does something.
struct World {
    house: House,
    table: String,
    /// The token of the second seat.
    second: String,
    own: Client,
    other: Client,
    spectator: Client,
    /// How many messages the first seat and the spectator had received when all were known to be there.
    settled: [usize; 2],
}

impl World {
    /// The room after some open moves, which are the same in every world.
    async fn after(game: &str, config: &Value, moves: &[(Seat, Value)]) -> World {
        let mut world = World::of(game, config).await;
        for (seat, command) in moves {
            let submit = json!({ "type": "submit", "table": world.table, "command": command });
            let client = if *seat == Seat::FIRST { &mut world.own } else { &mut world.other };
            let answer = client.ask(submit).await;
            assert_eq!(answer["type"], "accepted", "{game}: {answer}");
        }
        // Everybody has heard of them before anything hidden is done.
        for client in [&mut world.own, &mut world.other, &mut world.spectator] {
            client.ask(json!({ "type": "ping" })).await;
        }
        world
    }

    async fn of(game: &str, config: &Value) -> World {
        let house = House::new().await;
        let more = json!({ "seed": SEED, "config": config, "public": true });
        let (table, tokens) = house.full(game, more).await;
        let mut clients = Vec::new();
        for token in [tokens[0].as_str(), tokens[1].as_str(), ""] {
            let mut client = house.client().await;
            client.follow(&table, token, None).await;
            client.wait("update").await;
            clients.push(client);
        }
        let [mut own, other, mut spectator] = clients.try_into().ok().unwrap();
        // Word of who is there comes a moment later, and is no part of the story.
        while !own.wait("room").await["room"]["seats"][1]["online"].as_bool().unwrap() {}
        spectator.ask(json!({ "type": "ping" })).await;
        let settled = [own.traffic.len(), spectator.traffic.len()];
        World { house, table, second: tokens[1].clone(), own, other, spectator, settled }
    }

    /// All that the first seat and a spectator can come to know, as bytes without what differs
    /// between any two rooms.
    async fn told(mut self) -> Vec<String> {
        let at = format!("/api/tables/{}", self.table);
        let mut told = Vec::new();
        let clients = [(&mut self.own, true), (&mut self.spectator, false)];
        for ((client, seat), settled) in clients.into_iter().zip(self.settled) {
            client.ask(json!({ "type": "draw", "table": self.table })).await;
            client.ask(json!({ "type": "draw", "table": self.table, "at": 99_999 })).await;
            client.ask(json!({ "type": "events", "table": self.table, "since": 0 })).await;
            if seat {
                client.ask(json!({ "type": "legal", "table": self.table })).await;
                client.ask(json!({ "type": "take_back", "table": self.table })).await;
            } else {
                client.follow(&self.table, "", Some(0)).await;
            }
            client.ask(json!({ "type": "ping" })).await;
            let presence = |text: &str| text.contains("\"type\":\"room\"");
            let traffic = client.traffic.iter().enumerate();
            let traffic = traffic.filter(|(at, text)| *at >= settled || !presence(text));
            told.extend(traffic.map(|(_, text)| text.clone()));
        }
        for path in [at.clone(), format!("{at}/events"), "/api/tables".to_owned()] {
            told.push(self.house.get(&path, "").await.to_string());
        }
        let mut plain: Vec<Value> =
            told.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        plain.iter_mut().for_each(without_times);
        plain.into_iter().map(|message| message.to_string()).collect()
    }
}

/// What differs between any two rooms: the room's name, and the hours of the server's clock. How long something
/// takes is the same in all of them.
const DIFFERS: [&str; 6] = ["table", "made_ms", "changed_ms", "active_ms", "now_ms", "deadline_ms"];

/// Leaves that out; what is null stays distinct from an hour.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (key, field) in object.iter_mut() {
                if DIFFERS.contains(&key.as_str()) && !field.is_null() {
                    *field = Value::Bool(true);
                } else {
                    without_times(field);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

/// What the second seat may do that neither the first nor a spectator may know of: their views, and all
/// that stands beside them, are the same before and after it.
fn hidden_commands(game: &str, config: &Value) -> Vec<Value> {
    hidden_after(game, config, &[])
}

/// The same after some moves.
fn hidden_after(game: &str, config: &Value, moves: &[(Seat, Value)]) -> Vec<Value> {
    let any = senet_catalog::find(game).unwrap();
    let open = || -> Box<dyn Table> {
        let opening = Opening {
            start: Start::Config(config.clone()),
            preset: None,
            seats: Vec::new(),
            luck: Luck::Open { seed: SEED.to_owned() },
            seed: None,
            script: Vec::new(),
            branch: None,
        };
        let mut table = any.open(opening).unwrap();
        for (seat, command) in moves {
            table.submit(Actor::Seat(*seat), None, command, Vec::new()).unwrap();
        }
        table
    };
    let screens = |table: &dyn Table| {
        [Viewer::Seat(Seat::FIRST), Viewer::Spectator].map(|viewer| {
            let update = table.update(viewer, u64::MAX);
            let told = table.history(viewer, 0, u64::MAX);
            let events: usize = told.iter().map(|frame| frame.events.len()).sum();
            json!([update.view, update.to_act, update.awaited, update.prompt, update.roles, events])
        })
    };
    let fresh = open();
    let legal = fresh.legal(Seat::SECOND).commands;
    let commands = legal.iter().map(|choice| serde_json::from_str(choice.command.get()).unwrap());
    let hidden = commands.filter(|command: &Value| {
        let mut table = open();
        let done = table.submit(Actor::Seat(Seat::SECOND), None, command, Vec::new()).is_ok();
        done && screens(table.as_ref()) == screens(fresh.as_ref())
    });
    hidden.take(2).collect()
}

/// Moves into the middle of a game: whoever is to act does the first thing that can be done, in turns.
fn some_moves(game: &str, config: &Value, count: usize) -> Vec<(Seat, Value)> {
    let opening = Opening {
        start: Start::Config(config.clone()),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: SEED.to_owned() },
        seed: None,
        script: Vec::new(),
        branch: None,
    };
    let mut table = senet_catalog::find(game).unwrap().open(opening).unwrap();
    let mut moves = Vec::new();
    while moves.len() < count && table.outcome().is_none() {
        let able = [Seat::FIRST, Seat::SECOND].into_iter();
        let able: Vec<Seat> = able.filter(|seat| table.to_act().contains(*seat)).collect();
        let Some(seat) = able.get(moves.len() % able.len().max(1)).copied() else { break };
        let legal = table.legal(seat).commands;
        // The last thing that can be done mostly ends a turn or a round.
        let choice = if moves.len() % 3 == 2 { legal.last() } else { legal.first() };
        let Some(choice) = choice else { break };
        let command: Value = serde_json::from_str(choice.command.get()).unwrap();
        table.submit(Actor::Seat(seat), None, &command, Vec::new()).unwrap();
        if table.outcome().is_some() {
            break; // Only what comes before the end is the middle.
        }
        moves.push((seat, command));
    }
    moves
}

/// The same public history, and something hidden done, or not, or twice and taken back: all that the
/// others receive is the same, byte for byte, and no message more.
#[tokio::test]
async fn whether_and_when_somebody_acts_in_secret_tells_nobody_anything() {
    let tested = secrets_stay_secret(0).await;
    assert_eq!(tested, ["flag-war"], "the games in which a seat acts in secret");
}

/// The same from positions in the middle of games.
#[tokio::test]
async fn secret_acts_in_the_middle_of_a_game_tell_nobody_anything() {
    for count in [5, 12] {
        let tested = secrets_stay_secret(count).await;
        assert!(tested.contains(&"flag-war"), "{tested:?} after {count} moves");
    }
}

/// Plays every game for so many moves, then something hidden in one of two worlds; the games in which a
/// seat could do such a thing.
async fn secrets_stay_secret(count: usize) -> Vec<&'static str> {
    let mut tested = Vec::new();
    for game in games() {
        let id = game.id();
        let config = match id {
            "flag-war" => json!({ "tick_mode": "manual" }),
            _ => game.preset(None).unwrap().1,
        };
        if game.roles(&config).unwrap().len() < 2 {
            continue;
        }
        let moves = some_moves(id, &config, count);
        let commands = hidden_after(id, &config, &moves);
        let quiet = World::after(id, &config, &moves).await.told().await;
        let mut world = World::after(id, &config, &moves).await;
        let path = format!("/api/tables/{}", world.table);
        let before = world.house.get(&path, "").await;
        tokio::time::sleep(Duration::from_millis(5)).await;
        let table = world.table.clone();
        for command in &commands {
            let submit = json!({ "type": "submit", "table": table, "command": command });
            let answer = world.other.ask(submit.clone()).await;
            assert_eq!(answer["type"], "accepted", "{id}: {answer}");
        }
        if !commands.is_empty() {
            tested.push(id);
            world.other.ask(json!({ "type": "take_back", "table": table })).await;
        }
        for number in 0..3 {
            let remember = json!({ "type": "remember", "table": table, "memo": { "n": number } });
            assert_eq!(world.other.ask(remember).await["type"], "done", "{id}");
        }
        let after = world.house.get(&path, "").await;
        assert_eq!(before, after, "{id}: not even the hour");
        let told = world.told().await;
        for (one, other) in told.iter().zip(&quiet) {
            assert_eq!(one, other, "{id}");
        }
        assert_eq!(told.len(), quiet.len(), "{id}: no message more");
    }
    tested
}

/// What operators are told is open to whoever reads it, and tells of no hidden act either.
#[tokio::test]
async fn numbers_for_operators_tell_of_no_hidden_act() {
    let config = json!({ "tick_mode": "manual" });
    let mut world = World::of("flag-war", &config).await;
    let numbers = async |house: &House| {
        let metrics = house.get("/metrics", "").await;
        let told = |name: &str| {
            let line = metrics.as_str().unwrap().lines().find(|line| line.starts_with(name));
            line.unwrap_or_else(|| panic!("there is no {name}")).to_owned()
        };
        [
            told("senet_commands_accepted_total "),
            told("senet_submit_seconds_count "),
            told("senet_commit_seconds_count "),
            told("senet_bot_seconds_count "),
        ]
    };
    let before = numbers(&world.house).await;
    let table = world.table.clone();
    for command in hidden_commands("flag-war", &config) {
        let submit = json!({ "type": "submit", "table": table, "command": command });
        assert_eq!(world.other.ask(submit).await["type"], "accepted");
    }
    let remember = json!({ "type": "remember", "table": table, "memo": { "n": 1 } });
    assert_eq!(world.other.ask(remember).await["type"], "done");
    assert_eq!(numbers(&world.house).await, before);
    let (table, tokens) = world.house.full("tic-tac-toe", json!({})).await;
    let before = numbers(&world.house).await;
    world.own.follow(&table, &tokens[0], None).await;
    let mark =
        json!({ "type": "submit", "table": table, "command": { "type": "mark", "square": 5 } });
    assert_eq!(world.own.ask(mark).await["type"], "accepted");
    let after = numbers(&world.house).await;
    assert!(
        (0..3).all(|number| after[number] != before[number]),
        "what all see is counted: {after:?}"
    );
}

/// What one cannot know of is no reason why a command could not be taken back; and a journal in which
/// that happened holds.
#[tokio::test]
async fn a_hidden_act_keeps_nobody_from_taking_back() {
    let config = json!({ "tick_mode": "manual" });
    let mut world = World::of("flag-war", &config).await;
    let table = world.table.clone();
    let order = json!({ "type": "submit", "table": table });
    let first_of = async |client: &mut Client| {
        let listed = client.ask(json!({ "type": "legal", "table": table })).await;
        let mut order = order.clone();
        order["command"] = listed["commands"][0]["command"].clone();
        client.ask(order).await
    };
    let before = world.own.ask(json!({ "type": "draw", "table": table })).await["drawing"].clone();
    let mine = first_of(&mut world.own).await;
    assert_eq!((&mine["entry"], &mine["line"]), (&json!(1), &json!(2)), "{mine}");
    let theirs = first_of(&mut world.other).await;
    assert_eq!((&theirs["entry"], &theirs["line"]), (&json!(1), &json!(2)), "each counts the own");
    let their_view = world.other.latest().await["view"].clone();
    let back = world.own.ask(json!({ "type": "take_back", "table": table })).await;
    assert_eq!((&back["type"], &back["entry"]), (&json!("accepted"), &json!(0)), "{back}");
    let now = world.own.ask(json!({ "type": "draw", "table": table })).await["drawing"].clone();
    assert_eq!(now, before);
    let token = world.second.clone();
    world.other.follow(&table, &token, None).await;
    assert_eq!(world.other.wait("update").await["view"], their_view, "the other order stands");
}

/// A room with a delay, after three rolls.
async fn delayed(store: &Store) -> (House, String, Vec<String>) {
    let house = House::on(store.clone(), Limits::default()).await;
    let room = json!({ "spectator_delay_ms": 600_000, "seed": "late", "public": true });
    let (table, tokens) = house.full("pig", room).await;
    let mut client = house.client().await;
    for token in &tokens {
        client.follow(&table, token, None).await;
    }
    for seat in [0, 1, 0, 1, 0, 1] {
        let roll = json!({ "type": "roll" });
        let submit = json!({ "type": "submit", "table": table, "seat": seat, "command": roll });
        client.ask(submit).await;
    }
    assert_ne!(client.latest().await["entry"], 0);
    (house, table, tokens)
}

/// Nothing of the present shows through the delay: not in the room, not in the list, not in a refusal.
#[tokio::test]
async fn spectators_who_wait_are_told_nothing_of_the_present() {
    let store = Store::Memory(Memory::default());
    let (house, table, _) = delayed(&store).await;
    let restarted = House::on(store.clone(), Limits::default()).await;
    for house in [&house, &restarted] {
        let mut client = house.client().await;
        let followed = client.follow(&table, "", None).await;
        let room = &followed["room"];
        assert_eq!(room["entry"], 0);
        assert_eq!(room["active_ms"], room["changed_ms"]);
        let update = client.wait("update").await;
        assert_eq!((&update["entry"], &update["line"]), (&json!(0), &json!(1)));
        assert_eq!(update["deadline_ms"], Value::Null);
        for at in [1, 99] {
            let drawn = client.ask(json!({ "type": "draw", "table": table, "at": at })).await;
            let sentence = format!("there is no entry {at}; the last is 0");
            assert_eq!(
                (&drawn["code"], &drawn["sentence"]),
                (&json!("no_such_entry"), &json!(sentence))
            );
        }
        let listed = house.get("/api/tables", "").await;
        assert_eq!(
            (&listed[0]["entry"], &listed[0]["active_ms"]),
            (&json!(0), &room["changed_ms"])
        );
        assert_eq!(house.get(&format!("/api/tables/{table}"), "").await["entry"], 0);
    }
}

/// The delay is kept by the times at which the lines were stored, so that a server that has just
/// started shows what is old enough.
#[tokio::test]
async fn spectators_who_waited_see_it_after_a_restart() {
    let store = Store::Memory(Memory::default());
    let (_, table, _) = delayed(&store).await;
    let stored = store.load(&table).await.unwrap().unwrap();
    let lines = stored.lines.len();
    assert_eq!(stored.times.len(), lines);
    let later = Store::Memory(Memory::default());
    // All but the last line were stored long ago.
    let old = Write {
        table: table.clone(),
        at_ms: stored.times[0] - 1_000_000,
        lines: stored.lines[..lines - 1].to_vec(),
        room: Some(stored.room.clone()),
        ..Write::default()
    };
    later.write(old).await.unwrap();
    let new = Write {
        table: table.clone(),
        at_ms: stored.times[lines - 1],
        version: 1,
        after: lines as u64 - 1,
        lines: stored.lines[lines - 1..].to_vec(),
        ..Write::default()
    };
    later.write(new).await.unwrap();
    let house = House::on(later, Limits::default()).await;
    let mut client = house.client().await;
    let followed = client.follow(&table, "", None).await;
    assert_eq!(followed["room"]["entry"], lines as u64 - 2, "one line is the header, one too new");
    assert_eq!(client.wait("update").await["entry"], lines as u64 - 2);
}
