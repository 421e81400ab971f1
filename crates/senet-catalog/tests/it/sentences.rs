//! What a set-up says of its games is said in words that a player knows.

use serde_json::{Value, json};

use crate::{ask, desk};

/// Every text of a value that people read, with its place.
fn texts(value: &Value, place: &str, found: &mut Vec<(String, String)>) {
    let people_read = ["name", "line", "note", "sentence"];
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value.as_str() {
                    Some(text) if people_read.contains(&key.as_str()) => {
                        found.push((format!("{place}.{key}"), text.to_owned()));
                    }
                    _ => texts(value, &format!("{place}.{key}"), found),
                }
            }
        }
        Value::Array(list) => {
            for (i, value) in list.iter().enumerate() {
                texts(value, &format!("{place}[{i}]"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn what_a_set_up_says_is_in_words_for_players() {
    let mut desk = desk();
    let mut all = 0;
    for game in senet_catalog::games() {
        let about = ask(&mut desk, &json!({ "type": "game", "game": game.id() }));
        let mut found = Vec::new();
        for part in ["name", "line", "presets", "levels"] {
            texts(&json!({ part: about[part] }), game.id(), &mut found);
        }
        all += found.len();
        for (place, text) in found {
            for word in ["`", "!", "_", "{", "JSON", "config", "preset", "seed", "greedy"] {
                assert!(!text.contains(word), "{place} says {word:?}: {text}");
            }
        }
    }
    assert!(all > 60, "only {all} texts were read");
}

#[test]
fn what_a_setting_says_is_for_players() {
    let mut all = 0;
    for game in senet_catalog::games() {
        for setting in senet_catalog::settings(game.as_ref()) {
            all += 1;
            for word in ["hash", "host", "tests", "serde", "replay", "{"] {
                let (id, key, line) = (game.id(), &setting.key, &setting.line);
                assert!(!line.contains(word), "{id}: {key} says {word:?}: {line}");
            }
        }
    }
    assert!(all > 40, "only {all} settings were read");
}
