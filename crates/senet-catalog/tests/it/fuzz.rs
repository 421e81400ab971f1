//! Whatever arrives gets an answer, and a refusal changes nothing.

use proptest::prelude::*;
use senet_catalog::{Desk, games};
use serde_json::{Value, json};

use crate::{ask, desk};

/// Any JSON, with the protocol's own words in it more often than chance would have it.
fn any_json() -> impl Strategy<Value = Value> {
    let words = prop_oneof![
        Just("type"),
        Just("table"),
        Just("t"),
        Just("seat"),
        Just("as"),
        Just("command"),
        Just("clock"),
        Just("host"),
        Just("spectator"),
        Just("open"),
        Just("config"),
        Just("state"),
        Just("marks"),
        Just("roll"),
        Just("mark"),
        Just("square"),
        Just("luck"),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0u8..12).prop_map(Value::from),
        (0u8..9).prop_map(|tenths| serde_json::from_str(&format!("0.{tenths}")).unwrap()),
        words.clone().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        let key = prop_oneof![words.clone().prop_map(str::to_owned), ".{0,6}"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..5)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn with_tables() -> Desk {
    let mut desk = desk();
    for game in games() {
        let open = json!({ "type": "open", "table": game.id(), "game": game.id(),
            "luck": { "type": "open", "seed": "fuzz" } });
        assert_eq!(ask(&mut desk, &open)["type"], "opened", "{}", game.id());
    }
    desk
}

fn states(desk: &mut Desk) -> Vec<Value> {
    let ids: Vec<_> = games().iter().map(|game| game.id()).collect();
    ids.iter().map(|id| ask(desk, &json!({ "type": "state", "table": id }))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_get_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let reply = desk().message(&String::from_utf8_lossy(&bytes));
        let answer = serde_json::to_value(reply).unwrap();
        prop_assert!(answer["type"].is_string());
    }

    #[test]
    fn any_json_gets_an_answer(json in any_json()) {
        let answer = ask(&mut desk(), &json);
        prop_assert!(answer["type"].is_string());
    }

    #[test]
    fn any_command_is_judged_and_a_refusal_changes_nothing(
        command in any_json(),
        seat in 0u8..9,
        clock in any::<bool>(),
    ) {
        let mut desk = with_tables();
        for game in games() {
            let before = ask(&mut desk, &json!({ "type": "state", "table": game.id() }));
            let actor = if clock { json!("clock") } else { json!({ "seat": seat }) };
            let submit = json!({ "type": "submit", "table": game.id(), "as": actor, "command": command });
            let answer = ask(&mut desk, &submit);
            let kind = answer["type"].as_str().unwrap_or_default().to_owned();
            prop_assert!(["accepted", "rejected", "error"].contains(&kind.as_str()), "{answer}");
            if kind != "accepted" {
                prop_assert!(!answer["sentence"].as_str().unwrap_or_default().is_empty());
                let after = ask(&mut desk, &json!({ "type": "state", "table": game.id() }));
                prop_assert_eq!(before, after);
            }
        }
    }

    #[test]
    fn any_configuration_and_any_position_is_taken_or_refused_with_a_sentence(json in any_json()) {
        let mut desk = desk();
        for game in games() {
            for message in [
                json!({ "type": "open", "table": "c", "game": game.id(), "config": json }),
                json!({ "type": "open_position", "table": "p", "game": game.id(), "state": json }),
                json!({ "type": "open_journal", "table": "j", "journal": json.to_string() }),
            ] {
                let answer = ask(&mut desk, &message);
                match answer["type"].as_str() {
                    Some("opened") => {
                        let table = &answer["table"];
                        ask(&mut desk, &json!({ "type": "draw", "table": table, "as": "spectator" }));
                        ask(&mut desk, &json!({ "type": "close", "table": table }));
                    }
                    _ => prop_assert!(!answer["sentence"].as_str().unwrap_or_default().is_empty()),
                }
            }
        }
    }

    /// A true state with one value changed is refused, or is a state that can be played on.
    #[test]
    fn a_damaged_position_is_refused_or_plays_on(which in any::<prop::sample::Index>(), value in any_json()) {
        let mut desk = with_tables();
        let ids: Vec<_> = games().iter().map(|game| game.id()).collect();
        for (id, state) in ids.iter().zip(states(&mut desk)) {
            let mut state = state["state"].clone();
            let places = places(&state, String::new());
            let place = which.get(&places);
            *state.pointer_mut(place).unwrap() = value.clone();
            let open = json!({ "type": "open_position", "table": "p", "game": id, "state": state });
            if ask(&mut desk, &open)["type"] == "opened" {
                for seat in 0..4 {
                    ask(&mut desk, &json!({ "type": "legal", "table": "p", "seat": seat }));
                    ask(&mut desk, &json!({ "type": "idle", "table": "p", "seat": seat }));
                    ask(&mut desk, &json!({ "type": "update", "table": "p", "as": { "seat": seat } }));
                }
                ask(&mut desk, &json!({ "type": "clock", "table": "p" }));
                ask(&mut desk, &json!({ "type": "draw", "table": "p", "as": "spectator" }));
                ask(&mut desk, &json!({ "type": "close", "table": "p" }));
            }
        }
    }

    /// A true view with one value changed is refused, or imagined as a state that can be played on.
    #[test]
    fn a_damaged_view_is_refused_or_imagined(which in any::<prop::sample::Index>(), value in any_json(), seed: u64) {
        let mut desk = with_tables();
        for game in games() {
            let id = game.id();
            let seen = ask(&mut desk, &json!({ "type": "view", "table": id, "as": { "seat": 0 } }));
            let mut view = seen["view"].clone();
            let places = places(&view, String::new());
            let place = which.get(&places);
            *view.pointer_mut(place).unwrap() = value.clone();
            let imagine = json!({ "type": "imagine", "table": "i", "game": id, "view": view, "as": { "seat": 0 }, "seed": seed });
            if ask(&mut desk, &imagine)["type"] == "opened" {
                ask(&mut desk, &json!({ "type": "clock", "table": "i" }));
                ask(&mut desk, &json!({ "type": "draw", "table": "i", "as": "spectator" }));
                ask(&mut desk, &json!({ "type": "close", "table": "i" }));
            }
        }
    }
}

/// The JSON pointers of every value in a value.
fn places(value: &Value, here: String) -> Vec<String> {
    let mut all = vec![here.clone()];
    match value {
        Value::Array(items) => {
            all.extend(
                items.iter().enumerate().flat_map(|(i, item)| places(item, format!("{here}/{i}"))),
            );
        }
        Value::Object(fields) => {
            all.extend(
                fields.iter().flat_map(|(key, field)| places(field, format!("{here}/{key}"))),
            );
        }
        _ => {}
    }
    all
}
