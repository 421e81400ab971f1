//! One vocabulary: a name means one thing at the desk and over the socket, and every code is listed.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "this test reads the sources"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use senet_catalog::protocol_schemas;
use senet_table::protocol::{Code, VERSION};
use serde_json::{Value, json};

use crate::{ask, desk};

/// The messages of a schema, each with its fields besides who asks.
fn messages(name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let schemas = protocol_schemas();
    let variants = schemas[name]["oneOf"].as_array().unwrap();
    let told = variants.iter().map(|variant| {
        let fields = variant["properties"].as_object().unwrap();
        let kind = fields["type"]["const"].as_str().unwrap().to_owned();
        let who = ["type", "as", "seat"];
        (kind, fields.keys().filter(|field| !who.contains(&field.as_str())).cloned().collect())
    });
    told.collect()
}

/// What only a host decides: how dice fall that are typed, and a bot's luck.
const HOSTS: [(&str, &str); 2] = [("submit", "script"), ("advise", "seed")];

#[test]
fn what_desk_and_socket_both_know_has_the_same_fields() {
    let (desk, socket) = (messages("Ask"), messages("GuestAsk"));
    let mut shared = 0;
    for (kind, fields) in &socket {
        let Some(known) = desk.get(kind) else { continue };
        let known = known.iter().filter(|field| !HOSTS.contains(&(kind.as_str(), field.as_str())));
        assert_eq!(&known.cloned().collect::<BTreeSet<_>>(), fields, "{kind}");
        shared += 1;
    }
    assert!(shared >= 10, "{shared}");
    assert!(!desk.contains_key("follow") && socket.contains_key("follow"));
    assert!(desk.contains_key("plans") && !socket.contains_key("plans"));
}

#[test]
fn an_older_client_is_told_what_has_changed() {
    let mut desk = desk();
    let told = ask(&mut desk, &json!({ "id": 1, "type": "follow", "table": "t", "seat": 0 }));
    assert_eq!((&told["id"], &told["code"]), (&json!(1), &json!("renamed")));
    assert!(told["sentence"].as_str().unwrap().contains("`plans`"), "{told}");
    let told = ask(&mut desk, &json!({ "type": "hello", "protocol": 1 }));
    assert_eq!(told["code"], "other_protocol");
    for hello in [json!({ "type": "hello" }), json!({ "type": "hello", "protocol": VERSION })] {
        let told = ask(&mut desk, &hello);
        assert_eq!((&told["type"], &told["protocol"]), (&json!("hello"), &json!(VERSION)));
    }
}

/// `take_back` with `to` counts as whoever asks counts, not by what they may not know of.
#[test]
fn taking_back_counts_as_the_viewer_does() {
    let mut desk = desk();
    let open = json!({ "type": "open", "table": "t", "game": "flag-war", "preset": "tactical", "luck": { "type": "open", "seed": "t" } });
    assert_eq!(ask(&mut desk, &open)["type"], "opened");
    // The other side's sealed orders are no entries of ours.
    for (seat, piece) in [(1, 1), (0, 1), (1, 2), (0, 2), (0, 3)] {
        let command = json!({ "type": "hold", "piece": piece });
        let submit =
            json!({ "type": "submit", "table": "t", "as": { "seat": seat }, "command": command });
        assert_eq!(ask(&mut desk, &submit)["type"], "accepted", "{seat} {piece}");
    }
    let update = json!({ "type": "update", "table": "t", "as": { "seat": 0 } });
    assert_eq!(ask(&mut desk, &update)["entry"], 3);
    let back = json!({ "type": "take_back", "table": "t", "as": { "seat": 0 }, "to": 1 });
    let taken = ask(&mut desk, &back);
    assert_eq!((&taken["type"], &taken["entry"]), (&json!("accepted"), &json!(1)), "{taken}");
    let other = json!({ "type": "update", "table": "t", "as": { "seat": 1 } });
    assert_eq!(ask(&mut desk, &other)["entry"], 2, "the other side's orders stay");
    // A step that is not there is named.
    let none = json!({ "type": "take_back", "table": "t", "as": { "seat": 0 }, "to": 9 });
    assert_eq!(ask(&mut desk, &none)["code"], "nothing_to_take_back");
}

/// The log begins with the start, is told by the game's own turns, and tells the result once.
#[test]
fn a_log_is_told_by_turns() {
    let mut desk = desk();
    let open = json!({ "type": "open", "table": "t", "game": "pig", "seats": ["Ann", "Ben"], "luck": { "type": "open", "seed": "t" } });
    ask(&mut desk, &open);
    for seat in [0, 1] {
        for word in ["roll", "hold"] {
            let submit = json!({ "type": "submit", "table": "t", "as": { "seat": seat }, "command": { "type": word } });
            ask(&mut desk, &submit);
        }
    }
    let log = ask(&mut desk, &json!({ "type": "log", "table": "t", "as": "spectator" }));
    let chapters = log["chapters"].as_array().unwrap();
    assert!(chapters[0]["sentences"][0].as_str().unwrap().contains("Ann"), "{log}");
    assert!(chapters.len() > 1 && chapters[1..].iter().all(|one| one["moment"] != ""), "{log}");
    let frames = ask(&mut desk, &json!({ "type": "events", "table": "t", "as": "spectator" }));
    assert_eq!(frames["frames"][0]["moment"], chapters[1]["moment"]);
}

/// The literal codes of refusals in a source.
fn codes_in(source: &str) -> BTreeSet<String> {
    let calls = ["Refusal::new(", "ApiError::new(", ".refuse(", "Unread::new("];
    let mut codes = BTreeSet::new();
    for call in calls {
        for after in source.split(call).skip(1) {
            let Some(rest) = after.trim_start().strip_prefix('"') else { continue };
            codes.extend(rest.split_once('"').map(|(code, _)| code.to_owned()));
        }
    }
    codes
}

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Every code with which the house refuses stands in the schema, with what it means.
#[test]
fn every_code_of_the_house_is_listed() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let known: BTreeSet<String> = Code::ALL.iter().map(|code| code.name().to_owned()).collect();
    let mut used = BTreeSet::new();
    for host in ["senet-kernel", "senet-table", "senet-desk", "senet-catalog", "senet-server"] {
        let mut files = Vec::new();
        sources(&crates.join(host).join("src"), &mut files);
        for file in files {
            let source = std::fs::read_to_string(&file).unwrap();
            let codes = codes_in(&source);
            let missing: Vec<_> = codes.difference(&known).collect();
            assert!(missing.is_empty(), "{}: {missing:?} are not in `Code`", file.display());
            used.extend(codes);
        }
    }
    assert!(used.len() > 60, "{}", used.len());
    let told = protocol_schemas()["Code"]["oneOf"].as_array().unwrap().clone();
    let told: BTreeSet<_> = told.iter().filter_map(|one| one["const"].as_str()).collect();
    assert_eq!(told, known.iter().map(String::as_str).collect());
    let described = |one: &Value| one["description"].is_string();
    assert!(protocol_schemas()["Code"]["oneOf"].as_array().unwrap().iter().all(described));
}
