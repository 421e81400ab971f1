//! Modules whose answers are spoilt in one place: whatever comes of it is a sentence, a table that is played as
//! far as it goes, and no panic.

use senet_desk::{AnyGame, Leash, Level};
use senet_host::{Guest, Limits};
use senet_kernel::{Rng, Seat, Viewer};
use serde_json::{Value, json};

use crate::house::opening;
use crate::puppet::{Does, about, nothing_new, opened, puppet};

fn limits() -> Limits {
    Limits { memory: 4, steps: 20, reading: 20, thinking: 20, ..Limits::default() }
}

/// A value with one of its parts, however deep, replaced by something else.
fn spoil(value: &mut Value, rng: &mut Rng) {
    let parts: Vec<&mut Value> = match value {
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Array(items) => items.iter_mut().collect(),
        _ => Vec::new(),
    };
    let count = parts.len() as u32;
    if count > 0 && rng.below(4) > 0 {
        let part = parts.into_iter().nth(rng.below(count) as usize).unwrap();
        return spoil(part, rng);
    }
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(9),
        json!(u64::MAX),
        json!(""),
        json!("\u{202e}\u{0}"),
        json!([]),
        json!([7, 7]),
        json!({}),
        json!({ "type": "x" }),
    ];
    *value = rng.choose(&others).unwrap().clone();
}

#[test]
fn whatever_a_module_says_of_itself_is_refused_or_a_game() {
    let mut rng = Rng::new(5);
    for _ in 0..40 {
        let Does::Says(mut told) = about(|_| ()) else { unreachable!() };
        for _ in 0..4 {
            spoil(&mut told, &mut rng);
        }
        match Guest::open(&puppet(&[("\"about\"", Does::Says(told))]), limits()) {
            Ok(game) => asked(&game),
            Err(trouble) => assert!(!trouble.to_string().is_empty()),
        }
    }
}

/// What a host asks of a game before anybody plays.
fn asked(game: &Guest) {
    let (_, config) = game.preset(None).unwrap();
    for setting in senet_desk::settings(game) {
        senet_desk::choices(game, &[&setting.key]);
    }
    for count in 0..10 {
        let _ = senet_desk::set_players(game, &mut config.clone(), count);
    }
    assert!(game.roles(&config).is_err() && game.check_config(&config).is_err());
    assert!(game.open(opening(game, "spoilt")).is_err());
}

#[test]
fn whatever_a_module_says_of_a_table_is_refused_or_shown() {
    let mut rng = Rng::new(6);
    let mut played = 0;
    for _ in 0..40 {
        let mut first = opened();
        let mut changed = nothing_new();
        changed["answer"] = json!({ "Ok": { "entry": 0, "line": 1 } });
        let mut seen = json!({ "listing": "complete", "commands": [] });
        for told in [&mut first["Ok"], &mut changed, &mut seen] {
            if rng.below(2) == 0 {
                spoil(told, &mut rng);
            }
        }
        let acts = [
            ("\"about\"", about(|_| ())),
            ("{\"open\"", Does::Says(first.clone())),
            ("{\"load\"", Does::Says(first)),
            ("{\"change\"", Does::Says(changed)),
            ("{\"look\"", Does::Says(seen.clone())),
            ("{\"hint\"", Does::Says(seen)),
        ];
        let game = Guest::of_house(&puppet(&acts), limits()).unwrap();
        if let Ok(mut table) = game.open(opening(&game, "spoilt")) {
            played += 1;
            table.veil("secret");
            for seat in Seat::first(table.seats()) {
                let viewer = Viewer::Seat(seat);
                let _ = table.submit(seat.into(), None, &json!({}), Vec::new());
                assert!(table.to_act().iter().all(|seat| seat.index() < table.seats()));
                assert!(table.entry() < table.journal().lines().len() as u64);
                table.update(viewer, table.step(viewer));
                table.legal(seat);
                table.history(viewer, 0, u64::MAX);
                table.log(viewer);
                table.drawing(viewer);
                table.prompt(viewer);
                table.memo(seat);
                let view = table.view(viewer);
                let _ = game.hint(&view, seat, Level::Easy, &Leash::default());
            }
            assert!(!table.journal().lines().is_empty());
        }
    }
    assert!(played > 10, "{played}");
}

#[test]
fn an_answer_that_lies_anywhere_is_refused() {
    let mut rng = Rng::new(7);
    for _ in 0..40 {
        let mut bytes: Vec<u8> = br#"{"done":{"page":1,"schemas":[]}}"#.to_vec();
        for _ in 0..3 {
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = rng.below(256) as u8;
        }
        let acts = [("\"about\"", Does::SaysBytes(bytes))];
        assert!(Guest::open(&puppet(&acts), limits()).is_err());
    }
    let acts = [("\"about\"", Does::Breaks)];
    assert!(Guest::open(&puppet(&acts), limits()).is_err());
}
