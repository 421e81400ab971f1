//! Names of people are everywhere that something is said, and nowhere in the game.

use serde_json::{Value, json};

use crate::{ask, desk};

fn open(desk: &mut senet_catalog::Desk, table: &str, game: &str, seats: Value) -> Value {
    let luck = json!({ "type": "open", "seed": "names" });
    let message =
        json!({ "type": "open", "table": table, "game": game, "seats": seats, "luck": luck });
    ask(desk, &message)
}

fn update(desk: &mut senet_catalog::Desk, table: &str, seat: u8) -> Value {
    ask(desk, &json!({ "type": "update", "table": table, "as": { "seat": seat } }))
}

#[test]
fn every_game_asks_people_by_their_names() {
    let mut desk = desk();
    for game in senet_catalog::games() {
        let id = game.id();
        let opened = open(&mut desk, id, id, json!(["Dev", "Zoë"]));
        assert_eq!(opened["type"], "opened", "{id}: {opened}");
        let updates = [0, 1].map(|seat| update(&mut desk, id, seat));
        let awaited = updates[0]["awaited"][0].as_u64().unwrap() as usize;
        let prompt = updates[awaited]["prompt"].as_str().unwrap();
        assert!(prompt.contains(["Dev", "Zoë"][awaited]), "{id}: {prompt}");
        let drawn = json!({ "type": "draw", "table": id, "as": "spectator" });
        let drawn = ask(&mut desk, &drawn).to_string();
        assert!(drawn.contains("Dev") && drawn.contains("Zoë"), "{id}: {drawn}");
        assert!(!drawn.contains("Player 1"), "{id}: {drawn}");
    }
}

#[test]
fn names_change_no_dice_no_state_and_no_hash() {
    let mut desk = desk();
    for game in senet_catalog::games() {
        let id = game.id();
        for (table, seats) in [("named", json!(["Dev", "Zoë"])), ("plain", json!([]))] {
            open(&mut desk, table, id, seats);
        }
        let [named, plain] = ["named", "plain"].map(|table| {
            let journal = ask(&mut desk, &json!({ "type": "journal", "table": table }));
            let text = journal["journal"].as_str().unwrap().to_owned();
            ask(&mut desk, &json!({ "type": "close", "table": table }));
            let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
            [header["hash"].clone(), header["draws"].clone(), header["config"].clone()]
        });
        assert_eq!(named, plain, "{id}");
    }
}

#[test]
fn an_empty_name_is_the_role_and_a_hidden_character_is_refused() {
    let mut desk = desk();
    open(&mut desk, "roles", "sky-team", json!(["", ""]));
    let prompt = update(&mut desk, "roles", 0)["prompt"].to_string();
    assert!(prompt.contains("Pilot") && !prompt.contains('('), "{prompt}");
    for name in ["\u{1b}[2J", "a\nb", "evil\u{202e}", "\u{200b}", " "] {
        let refused = open(&mut desk, "hidden", "pig", json!(["Ann", name]));
        assert_eq!(refused["facts"]["faults"][0]["code"], "bad_name", "{name:?}: {refused}");
    }
}

#[test]
fn names_are_understood_and_stand_in_what_is_told() {
    let mut desk = desk();
    open(&mut desk, "t", "silosoft", json!(["Dev", "Zoë"]));
    let submit = json!({ "type": "submit", "table": "t", "as": { "seat": 0 }, "command": { "type": "draw" } });
    ask(&mut desk, &submit);
    let told = update(&mut desk, "t", 1);
    assert!(told["frames"].to_string().contains("Dev draws"), "{}", told["frames"]);
    let view = &told["view"];
    assert_eq!(view["players"][1]["name"], "Zoë");
    assert!(!view.to_string().contains("Player "), "{view}");
    let card = view["players"][0]["hand"][0]["id"].as_str().unwrap();
    let text = format!("give {card} to zoë");
    let read = ask(&mut desk, &json!({ "type": "read", "table": "t", "seat": 0, "text": text }));
    assert_eq!(read["commands"][0]["command"]["to"], 1, "{read}");
    assert_eq!(read["commands"][0]["text"], format!("give {card} to Zoë"));
}

#[test]
fn a_refusal_names_people_too() {
    let mut desk = desk();
    for (game, command) in [
        ("pig", json!({ "type": "roll" })),
        ("tic-tac-toe", json!({ "type": "mark", "square": 1 })),
        ("silosoft", json!({ "type": "draw" })),
    ] {
        open(&mut desk, game, game, json!(["Dev", "Zoë"]));
        let submit =
            json!({ "type": "submit", "table": game, "as": { "seat": 1 }, "command": command });
        let sentence = ask(&mut desk, &submit)["sentence"].to_string();
        assert!(sentence.contains("Dev"), "{game}: {sentence}");
    }
}
