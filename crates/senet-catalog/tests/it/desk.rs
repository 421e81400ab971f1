//! What the desk answers.

use senet_catalog::games;
use serde_json::{Value, json};

use crate::{ask, desk};

#[track_caller]
fn check(desk: &mut senet_catalog::Desk, message: Value, expected: &[(&str, Value)]) {
    let answer = ask(desk, &message);
    for (pointer, value) in expected {
        assert_eq!(answer.pointer(pointer), Some(value), "{message}: {answer}");
    }
}

#[test]
fn answers_every_kind_of_message() {
    let mut desk = desk();
    let open = json!({ "id": 1, "type": "open", "table": "t", "game": "pig" });
    check(
        &mut desk,
        open.clone(),
        &[("/type", json!("opened")), ("/id", json!(1)), ("/seats", json!(2))],
    );
    check(&mut desk, open, &[("/type", json!("error")), ("/code", json!("table_exists"))]);
    check(
        &mut desk,
        json!({ "type": "submit", "table": "t", "as": { "seat": 0 }, "command": { "type": "roll" }, "request": "a" }),
        &[("/type", json!("accepted")), ("/entry", json!(1))],
    );
    check(
        &mut desk,
        json!({ "type": "submit", "table": "t", "as": "clock", "command": { "type": "roll" } }),
        &[("/type", json!("rejected"))],
    );
    check(
        &mut desk,
        json!({ "type": "legal", "table": "t", "seat": 0 }),
        &[("/type", json!("legal"))],
    );
    check(
        &mut desk,
        json!({ "type": "view", "table": "t", "as": "spectator", "at": 0 }),
        &[("/type", json!("view"))],
    );
    check(
        &mut desk,
        json!({ "type": "view", "table": "t", "as": "spectator", "at": 9 }),
        &[("/code", json!("no_such_entry"))],
    );
    check(
        &mut desk,
        json!({ "type": "view", "table": "t", "as": { "seat": 5 } }),
        &[("/code", json!("no_such_seat"))],
    );
    check(
        &mut desk,
        json!({ "type": "update", "table": "t", "as": { "seat": 1 } }),
        &[("/type", json!("update")), ("/entry", json!(1))],
    );
    check(
        &mut desk,
        json!({ "type": "events", "table": "t", "as": "spectator" }),
        &[("/frames/0/entry", json!(1))],
    );
    check(&mut desk, json!({ "type": "state", "table": "t" }), &[("/type", json!("state"))]);
    check(&mut desk, json!({ "type": "outcome", "table": "t" }), &[("/outcome", Value::Null)]);
    check(
        &mut desk,
        json!({ "type": "draw", "table": "t", "as": "spectator" }),
        &[("/type", json!("drawing"))],
    );
    check(
        &mut desk,
        json!({ "type": "branch", "table": "t", "at": 0, "to": "b" }),
        &[("/type", json!("opened")), ("/entry", json!(0))],
    );
    check(&mut desk, json!({ "type": "close", "table": "b" }), &[("/type", json!("closed"))]);
    check(
        &mut desk,
        json!({ "type": "close", "table": "b" }),
        &[("/code", json!("no_such_table"))],
    );
    check(
        &mut desk,
        json!({ "type": "open", "table": "u", "game": "chess" }),
        &[("/code", json!("unknown_game"))],
    );
    check(
        &mut desk,
        json!({ "type": "open", "table": "u", "game": "pig", "preset": "mad" }),
        &[("/code", json!("cannot_open"))],
    );
    check(
        &mut desk,
        json!({ "type": "open", "table": "u", "game": "pig", "preset": "standard", "config": {} }),
        &[("/code", json!("two_configs"))],
    );
    check(
        &mut desk,
        json!({ "type": "check_config", "game": "pig", "config": { "seats": 99 } }),
        &[("/type", json!("error")), ("/code", json!("cannot_open"))],
    );
    check(
        &mut desk,
        json!({ "type": "check_config", "game": "pig", "config": {} }),
        &[("/type", json!("config"))],
    );
    let uneven = json!({ "factions": ["ember_guard", "azure_blades"], "mission": "dead_zone" });
    check(
        &mut desk,
        json!({ "type": "check_config", "game": "crossfire", "config": uneven }),
        &[
            ("/type", json!("config")),
            (
                "/remarks/0/text",
                json!(
                    "Azure Blades have 100.0 % of the wins against Ember Guard in Dead Zone: 256 battles between normal bots, a draw being half a win."
                ),
            ),
            ("/remarks/0/offer/name", json!("Play Crossfire Clash: 42.4 %")),
            ("/remarks/0/offer/config/mission", json!("crossfire_clash")),
        ],
    );
    check(
        &mut desk,
        json!({ "type": "remember", "table": "t", "seat": 0, "memo": { "a": 1 } }),
        &[("/type", json!("done"))],
    );
    check(
        &mut desk,
        json!({ "type": "plans", "table": "t", "seat": 0 }),
        &[("/type", json!("done"))],
    );
    check(
        &mut desk,
        json!({ "type": "advise", "table": "t", "seat": 0, "bot": "nobody" }),
        &[("/code", json!("unknown_bot"))],
    );
    check(&mut desk, json!({ "type": "dance" }), &[("/code", json!("no_message"))]);
    check(&mut desk, json!({ "type": "games", "now": true }), &[("/code", json!("no_message"))]);
    check(&mut desk, json!(17), &[("/code", json!("no_message"))]);
    let broken = serde_json::to_value(desk.message("{")).unwrap();
    assert_eq!(broken.pointer("/code"), Some(&json!("no_json")));
}

/// Every game is opened, advised by its bots to its end, stored, verified and opened again.
#[test]
fn plays_every_game_to_its_end_and_verifies_it() {
    for game in games() {
        for preset in game.line().presets {
            play_through(game.id(), &preset, &game.line().bots);
        }
    }
}

fn play_through(game: &str, preset: &str, bots: &[String]) {
    let mut desk = desk();
    let open = json!({ "type": "open", "table": "t", "game": game, "preset": preset,
        "luck": { "type": "fair", "seed": "for the desk" } });
    let opened = ask(&mut desk, &open);
    assert_eq!(opened["type"], "opened", "{game} {preset}: {opened}");
    let seats = opened["seats"].as_u64().unwrap();
    for step in 0..3_000 {
        let update = ask(&mut desk, &json!({ "type": "update", "table": "t", "as": "spectator" }));
        if !update["outcome"].is_null() {
            return verified(&mut desk, game, preset, step);
        }
        let bot = if step % 2 == 0 { &bots[0] } else { &bots[1] };
        let moved = (0..seats).any(|seat| advised(&mut desk, seat, bot, step));
        if !moved || step % 4 == 3 {
            ask(&mut desk, &json!({ "type": "clock", "table": "t" }));
        }
    }
    // A game that bots may play for ever is stored and verified as it stands.
    verified(&mut desk, game, preset, 3_000);
}

fn advised(desk: &mut senet_catalog::Desk, seat: u64, bot: &str, seed: u64) -> bool {
    let advice = json!({ "type": "advise", "table": "t", "seat": seat, "bot": bot, "seed": seed });
    let commands = ask(desk, &advice)["commands"].as_array().cloned().unwrap_or_default();
    let submits = commands.iter().map(|choice| {
        json!({ "type": "submit", "table": "t", "as": { "seat": seat }, "command": choice["command"] })
    });
    let submits: Vec<_> = submits.collect();
    submits.iter().any(|submit| ask(desk, submit)["type"] == "accepted")
}

fn verified(desk: &mut senet_catalog::Desk, game: &str, preset: &str, steps: u64) {
    let stored = ask(desk, &json!({ "type": "journal", "table": "t" }));
    let (journal, seed) = (&stored["journal"], &stored["seed"]);
    let verdict = ask(desk, &json!({ "type": "verify", "journal": journal, "seed": seed }));
    assert_eq!(verdict["dice"], "recomputed", "{game} {preset} after {steps} steps: {verdict}");
    let again =
        json!({ "type": "open_journal", "table": "again", "journal": journal, "seed": seed });
    assert_eq!(ask(desk, &again)["type"], "opened", "{game} {preset}");
    let state = |desk: &mut senet_catalog::Desk, table| {
        ask(desk, &json!({ "type": "state", "table": table }))
    };
    assert_eq!(state(desk, "t"), state(desk, "again"), "{game} {preset}");
    let entries = verdict["entries"].as_u64().unwrap();
    // A seat counts what it may know of, which is less where others act in secret.
    let frames = ask(desk, &json!({ "type": "events", "table": "t", "as": { "seat": 0 } }));
    let frames = frames["frames"].as_array().unwrap();
    let closes = |frame: &Value| {
        frame["events"].as_array().unwrap().iter().filter(|told| told["closes"] == true).count()
    };
    let results: usize = frames.iter().map(closes).sum();
    assert_eq!(results, usize::from(verdict["over"] == true), "{game} {preset}: told once");
    let told = frames.len() as u64;
    let update = ask(desk, &json!({ "type": "update", "table": "t", "as": { "seat": 0 } }));
    assert_eq!(update["entry"], told, "{game} {preset}");
    assert!(told <= entries, "{game} {preset}");
}

/// A configuration tells how many play and as what, without a table.
#[test]
fn a_configuration_tells_its_seats() {
    let check = |game: &str, config: Value, roles: &[&str]| {
        let game = senet_catalog::find(game).unwrap();
        assert_eq!(game.roles(&config).unwrap(), roles, "{}", game.id());
    };
    check("sky-team", json!({}), &["Pilot", "Co-Pilot"]);
    check("pig", json!({}), &["Player 1", "Player 2"]);
    check("pig", json!({ "seats": 3 }), &["Player 1", "Player 2", "Player 3"]);
    assert!(senet_catalog::find("pig").unwrap().roles(&json!({ "seats": 99 })).is_err());
    for game in games() {
        for preset in game.line().presets {
            let (id, config) = game.preset(Some(&preset)).unwrap();
            let mut desk = desk();
            let open = json!({ "type": "open", "table": "t", "game": game.id(), "preset": id });
            let seats = ask(&mut desk, &open)["seats"].clone();
            assert_eq!(json!(game.roles(&config).unwrap().len()), seats, "{} {id}", game.id());
        }
    }
}

#[test]
fn imagines_a_table_that_looks_the_same_to_whoever_imagines_it() {
    let mut desk = desk();
    for game in games() {
        let id = game.id();
        let open = json!({ "type": "open", "table": id, "game": id, "luck": { "type": "open", "seed": "t" } });
        ask(&mut desk, &open);
        let look = |table: &str| json!({ "type": "view", "table": table, "as": { "seat": 0 } });
        let seen = ask(&mut desk, &look(id))["view"].clone();
        let imagine = json!({ "type": "imagine", "table": "i", "game": id, "view": seen, "as": { "seat": 0 }, "seed": 7 });
        check(&mut desk, imagine.clone(), &[("/type", json!("opened")), ("/entry", json!(0))]);
        check(&mut desk, look("i"), &[("/view", seen.clone())]);
        let mut states = Vec::new();
        for table in ["i", "j"] {
            ask(&mut desk, &json!({ "type": "close", "table": table }));
            let mut again = imagine.clone();
            again["table"] = json!(table);
            ask(&mut desk, &again);
            states
                .push(ask(&mut desk, &json!({ "type": "state", "table": table }))["state"].clone());
            ask(&mut desk, &json!({ "type": "close", "table": table }));
        }
        assert_eq!(states[0], states[1], "{id}: the same seed imagines the same");
    }
    check(
        &mut desk,
        json!({ "type": "imagine", "table": "i", "game": "pig", "view": 3, "as": { "seat": 0 } }),
        &[("/type", json!("error")), ("/code", json!("bad_view"))],
    );
}

/// A game is looked back at entry by entry, so that a page shows what there is and stops when it likes: the
/// cost of a mistake, and parts that add up from the start to the result.
/// Dice that are typed are read on the long way, also where none are: the same messages with and without
/// them are answered alike.
#[test]
fn a_command_is_answered_alike_whichever_way_it_is_read() {
    let submits = [
        r#"{"type":"submit","table":"t","as":{"seat":0},"command":{"type":"mark","square":5}MORE}"#,
        r#"{"id":null,"type":"submit","table":"t","as":{"seat":1},"command":{"type":"mark","square":5}MORE}"#,
        r#"{ "command": { "square": 1, "type": "mark" }, "as": {"seat": 1}, "table": "t", "id": [7], "type": "submit" MORE}"#,
        r#"{"type":"submit","table":"t","as":{"seat":0},"command":{"type":"mark","square":9},"request":"a"MORE}"#,
        r#"{"type":"submit","table":"t","as":{"seat":0},"command":{"type":"mark","square":2},"request":"a"MORE}"#,
        r#"{"type":"submit","table":"t","as":{"seat":1},"command":{"type":"mark","square":0}MORE}"#,
        r#"{"type":"submit","table":"t","as":{"seat":1},"command":{"type":"mark","square":2,"more":1}MORE}"#,
        r#"{"type":"submit","table":"t","as":{"seat":1},"command":7,"request":""MORE}"#,
        r#"{"type":"submit","table":"t","as":{"seat":7},"command":{"type":"mark","square":2}MORE}"#,
        r#"{"type":"submit","table":"gone","as":{"seat":1},"command":{"type":"mark","square":2}MORE}"#,
        r#"{"type":"submit","table":"\u0074","as":{"seat":1},"command":{"type":"mark","square":2}MORE}"#,
        r#"{"type":"submit","table":"t","as":{"seat":2}MORE}"#,
        r#"{"type":"check","table":"t","as":{"seat":0},"command":{"type":"mark","square":2}MORE}"#,
    ];
    let (mut short, mut long) = (desk(), desk());
    let open = json!({ "type": "open", "table": "t", "game": "tic-tac-toe" });
    for desk in [&mut short, &mut long] {
        check(desk, open.clone(), &[("/type", json!("opened"))]);
    }
    let mut accepted = 0;
    for submit in submits {
        let text = |reply| serde_json::to_string(&reply).unwrap();
        let by = text(short.message(&submit.replace("MORE", "")));
        if submit.contains("submit") {
            let other = text(long.message(&submit.replace("MORE", r#","script":[]"#)));
            assert_eq!(by, other, "{submit}");
        }
        accepted += usize::from(by.contains("accepted"));
        assert_eq!(by.contains(r#""id":null"#), submit.contains(r#""id":null"#), "{by}");
    }
    assert_eq!(accepted, 5);
}

#[test]
fn an_entry_is_looked_back_at_by_message() {
    let mut desk = desk();
    ask(&mut desk, &json!({ "type": "open", "table": "t", "game": "tic-tac-toe" }));
    for (turn, square) in [1, 4, 2, 5, 7, 6].into_iter().enumerate() {
        let mark = json!({ "type": "mark", "square": square });
        ask(
            &mut desk,
            &json!({ "type": "submit", "table": "t", "as": { "seat": turn % 2 }, "command": mark }),
        );
    }
    let look =
        |at: u64, level: &str| json!({ "type": "analyse", "table": "t", "at": at, "level": level });
    check(
        &mut desk,
        look(5, "hard"),
        &[
            ("/type", json!("analysed")),
            ("/entries", json!(6)),
            ("/together", json!(false)),
            ("/steps", json!([5, 5, 5])),
            ("/moment/better/cost", json!(1_000_000)),
            ("/moment/better/commands/0", json!({ "type": "mark", "square": 3 })),
        ],
    );
    // A quick look judges nobody, and each entry begins where the one before ended.
    let moments: Vec<Value> =
        (1..=6).map(|at| ask(&mut desk, &look(at, "random"))["moment"].clone()).collect();
    assert!(moments.iter().all(|moment| moment["better"].is_null()));
    for pair in moments.windows(2) {
        assert_eq!(pair[0]["open"], pair[1]["before"]);
    }
    assert_eq!(moments[5]["open"], json!([0, 1_000_000]));
    // Asked out of order it says the same.
    assert_eq!(ask(&mut desk, &look(3, "random"))["moment"], moments[2]);
    for at in [0, 7] {
        check(&mut desk, look(at, "random"), &[("/code", json!("no_such_entry"))]);
    }
    check(&mut desk, look(1, "wise"), &[("/code", json!("unknown_level"))]);
}

/// Whoever imagines a table knows the names of those who sit there: a hint names them.
#[test]
fn an_imagined_table_keeps_the_names() {
    let mut desk = desk();
    ask(
        &mut desk,
        &json!({ "type": "open", "table": "t", "game": "pig", "seats": ["Ann", "Ben"] }),
    );
    let look = |table: &str| json!({ "type": "update", "table": table, "as": { "seat": 0 } });
    let seen = ask(&mut desk, &look("t"));
    let imagine = json!({
        "type": "imagine", "table": "i", "game": "pig", "view": seen["view"], "as": { "seat": 0 },
        "seats": ["Ann", "Ben"],
    });
    check(&mut desk, imagine, &[("/type", json!("opened"))]);
    check(
        &mut desk,
        look("i"),
        &[("/prompt", seen["prompt"].clone()), ("/view", seen["view"].clone())],
    );
}

#[test]
fn programs_hear_odds_and_what_may_be_typed() {
    let mut desk = desk();
    check(
        &mut desk,
        json!({ "type": "open", "table": "t", "game": "pig" }),
        &[("/type", json!("opened"))],
    );
    let outlook = |command: Value| json!({ "type": "outlook", "table": "t", "as": { "seat": 0 }, "command": command });
    let risk = json!("A roll loses the 0 points at stake with a chance of 17 %.");
    check(&mut desk, outlook(json!({ "type": "roll" })), &[("/outlook", risk)]);
    for nonsense in [json!({ "type": "fly" }), json!(7)] {
        check(&mut desk, outlook(nonsense), &[("/outlook", Value::Null)]);
    }
    let form = json!({ "form": "roll", "does": "roll the die" });
    check(&mut desk, json!({ "type": "help", "table": "t" }), &[("/forms/0", form)]);
    check(&mut desk, json!({ "type": "help", "table": "gone" }), &[("/type", json!("error"))]);
}
