//! What the desk answers to a viewer does not depend on what the viewer may not know: two tables that
//! look the same to it answer all its questions the same, to the byte. The laws show this of the games;
//! this shows it of what the house makes of them: offers, hints, advice, drawings, readings, logs.

use senet_catalog::{Desk, games, protocol_schemas};
use senet_kernel::{Rng, Viewer};
use serde_json::{Value, json};

use crate::{ask, desk};

/// After so many entries twins are compared.
const MOMENTS: [usize; 6] = [0, 1, 2, 4, 7, 16];
/// So many texts and commands are tried.
const TRIED: usize = 4;

/// What a viewer or a seat asks here.
const ASKED: [&str; 13] = [
    "view", "update", "events", "log", "draw", "outlook", "legal", "read", "question", "answered",
    "plans", "hint", "advise",
];
/// What changes the table, or is the host's to ask.
const NOT_ASKED: [&str; 8] =
    ["imagine", "branch", "submit", "idle", "leave", "take_back", "remember", "check"];

#[test]
fn twins_that_look_the_same_answer_the_same() {
    let mut compared = Vec::new();
    for game in games() {
        for seed in 0..2 {
            let differ = twins(game.id(), seed);
            if differ > 0 && compared.last() != Some(&game.id()) {
                compared.push(game.id());
            }
        }
    }
    let secretive = ["crossfire", "flag-war", "kuhn-poker", "silosoft", "sky-team"];
    let missing: Vec<_> = secretive.iter().filter(|id| !compared.contains(id)).collect();
    assert!(missing.is_empty(), "no twin of {missing:?} differed");
}

/// A new message that a viewer may ask stands among those that twins are asked.
#[test]
fn every_question_of_a_viewer_is_asked() {
    let schemas = protocol_schemas();
    let variants = schemas["Ask"]["oneOf"].as_array().unwrap();
    let of_viewers = variants.iter().filter(|one| {
        let fields = &one["properties"];
        fields.get("as").is_some() || fields.get("seat").is_some()
    });
    for one in of_viewers {
        let kind = one["properties"]["type"]["const"].as_str().unwrap();
        let known = ASKED.contains(&kind) || NOT_ASKED.contains(&kind);
        assert!(known, "{kind} is asked by viewers; do twins answer it the same?");
    }
}

/// Compares twins along one game; how many of them differed in their states.
fn twins(game: &str, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut house = desk();
    let luck = json!({ "type": "open", "seed": seed.to_string() });
    let opened = json!({ "type": "open", "table": "t", "game": game, "luck": luck });
    let opened = ask(&mut house, &opened);
    let seats = opened["seats"].as_u64().unwrap() as usize;
    let (mut entries, mut differ) = (0, 0);
    for moment in MOMENTS {
        while entries < moment && step(&mut house, seats, &mut rng) {
            entries += 1;
        }
        let state = ask(&mut house, &json!({ "type": "state", "table": "t" }))["state"].clone();
        for viewer in Viewer::all(seats) {
            let view = ask(&mut house, &json!({ "type": "view", "table": "t", "as": viewer }));
            let imagined = json!({
                "type": "imagine", "table": "i", "game": game, "view": view["view"], "as": viewer,
                "seed": rng.next_u64() >> 1,
            });
            ask(&mut house, &imagined);
            let guess = ask(&mut house, &json!({ "type": "state", "table": "i" }))["state"].clone();
            ask(&mut house, &json!({ "type": "close", "table": "i" }));
            if guess != state {
                differ += 1;
                same_answers(game, viewer, &state, &guess);
            }
        }
    }
    differ
}

/// One entry by whoever is awaited, or by the clock.
fn step(desk: &mut Desk, seats: usize, rng: &mut Rng) -> bool {
    let mut order: Vec<usize> = (0..seats).collect();
    rng.shuffle(&mut order);
    for seat in order {
        let legal = ask(desk, &json!({ "type": "legal", "table": "t", "seat": seat }));
        let Some(choice) = rng.choose(legal["commands"].as_array().unwrap()) else { continue };
        let submit = json!({
            "type": "submit", "table": "t", "as": { "seat": seat }, "command": choice["command"],
        });
        return ask(desk, &submit)["type"] == "accepted";
    }
    ask(desk, &json!({ "type": "clock", "table": "t" }))["type"] == "accepted"
}

/// Asks both all that the viewer may ask.
#[track_caller]
fn same_answers(game: &str, viewer: Viewer, truth: &Value, guess: &Value) {
    let mut one = at(game, truth);
    let mut other = at(game, guess);
    let mut both = |question: Value| {
        let (told, twin) = (ask(&mut one, &question), ask(&mut other, &question));
        assert_eq!(told.to_string(), twin.to_string(), "{game}, {viewer:?}: {question}");
        told
    };
    for kind in ["view", "update", "events", "log", "draw"] {
        both(json!({ "type": kind, "table": "t", "as": viewer }));
    }
    let Some(seat) = viewer.seat() else { return };
    let legal = both(json!({ "type": "legal", "table": "t", "seat": seat }));
    let choices = legal["commands"].as_array().unwrap();
    let texts = choices.iter().take(TRIED).filter_map(|choice| choice["text"].as_str());
    for text in texts.chain(["", "xyzzy", "help", "all to the flag"]) {
        both(json!({ "type": "read", "table": "t", "seat": seat, "text": text }));
        both(json!({ "type": "question", "table": "t", "seat": seat, "text": text }));
    }
    both(json!({ "type": "answered", "table": "t", "seat": seat, "input": 0, "answer": "{}" }));
    both(json!({ "type": "plans", "table": "t", "seat": seat }));
    both(json!({ "type": "hint", "table": "t", "seat": seat, "level": "easy" }));
    both(json!({ "type": "advise", "table": "t", "seat": seat, "bot": "easy", "seed": 1 }));
    let by = json!({ "seat": seat });
    for choice in choices.iter().take(TRIED) {
        both(
            json!({ "type": "outlook", "table": "t", "as": viewer, "command": choice["command"] }),
        );
        both(json!({ "type": "check", "table": "t", "as": by, "command": choice["command"] }));
    }
    both(json!({ "type": "take_back", "table": "t", "as": by }));
}

/// A desk with a table in this state, under a seed that is the same for all.
fn at(game: &str, state: &Value) -> Desk {
    let mut desk = desk();
    let luck = json!({ "type": "open", "seed": "twins" });
    let open = json!({ "type": "open_position", "table": "t", "game": game, "state": state, "luck": luck });
    let opened = ask(&mut desk, &open);
    assert_eq!(opened["type"], "opened", "{game}: {opened}");
    desk
}
