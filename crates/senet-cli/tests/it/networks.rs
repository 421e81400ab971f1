//! Networks from files play like any bot: at the terminal, many times over, and on a server.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::modules::get;
use crate::{file, senet};

/// A network for tic-tac-toe that knows nothing: the search does the rest.
fn blank() -> Value {
    let layer = |inputs: usize, outputs: usize| json!({ "weights": vec![0.0; inputs * outputs], "bias": vec![0.0; outputs] });
    json!({
        "format": "senet-network/1",
        "game": "tic-tac-toe",
        "encoding": 1,
        "layers": [layer(19, 2)],
        "policy": layer(2, 10),
        "value": layer(2, 1),
    })
}

fn written(name: &str, network: &Value) -> String {
    let path = file(name);
    std::fs::write(&path, network.to_string()).unwrap();
    path
}

#[test]
fn a_network_plays_and_beats_the_random_bot() {
    let bots = format!("net:{},random", written("network.json", &blank()));
    let args = ["simulate", "tic-tac-toe", "--games", "20", "--swap", "--format", "json"];
    let ran = senet(&[&args[..], &["--bots", &bots]].concat(), "");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    let won = told.as_object().unwrap().iter().find(|(name, _)| name.ends_with(".json) won %"));
    assert!(won.unwrap().1.as_f64().unwrap() > 60.0, "{told}");
    let seat = bots.split(',').next().unwrap();
    let played = senet(&["play", "tic-tac-toe", "--seat", seat, "--seat", "random"], "");
    assert_eq!(played.code, Some(0), "{}", played.err);
}

#[track_caller]
fn refuse(game: &str, network: &str, sentence: &str) {
    let bots = format!("net:{network}");
    let ran = senet(&["simulate", game, "--games", "2", "--bots", &bots], "");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains(sentence), "{}", ran.err);
}

#[test]
fn a_file_that_is_no_network_of_the_game_is_refused() {
    let network = written("other.json", &blank());
    refuse("pig", &network, "this mind was trained for tic-tac-toe (senet-network/1, encoding 1)");
    refuse("sky-team", &network, "no trained mind plays sky-team");
    refuse("tic-tac-toe", "missing.json", "cannot read missing.json");
    refuse("tic-tac-toe", &written("no.json", &json!({})), "this is no trained mind");
}

#[test]
fn a_message_opens_a_network() {
    let ask = |name: &str, more: Value| {
        let mut message = more;
        message["type"] = json!(name);
        message.to_string() + "\n"
    };
    let network = blank().to_string();
    let position = json!({ "table": "t", "game": "tic-tac-toe", "seats": ["a", "b"] });
    let input = [
        ask("open_network", json!({ "game": "tic-tac-toe", "name": "first", "network": network })),
        ask("open", position),
        ask("advise", json!({ "table": "t", "seat": 0, "bot": "net:first", "seed": 1 })),
        ask("open_network", json!({ "game": "pig", "name": "first", "network": network })),
    ];
    let ran = senet(&["table"], &input.concat());
    let answers: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [page, _, advice, refused] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(page["levels"].as_array().unwrap().last().unwrap()["name"], "net:first");
    assert_eq!(page["networks"], true);
    assert_eq!(advice["commands"].as_array().map(Vec::len), Some(1), "{advice}");
    assert_eq!(refused["type"], "error", "{refused}");
}

#[test]
fn a_server_seats_the_networks_of_a_folder() {
    let minds = file("minds");
    // What an earlier run left is none of this one.
    let _ = std::fs::remove_dir_all(&minds);
    std::fs::create_dir_all(&minds).unwrap();
    std::fs::write(Path::new(&minds).join("first.json"), blank().to_string()).unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["serve", "--addr", "127.0.0.1:0", "--store", "memory", "--minds", &minds])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let port = first.split("127.0.0.1:").last().unwrap();
    let port: String = port.chars().take_while(char::is_ascii_digit).collect();
    let page = get(&port, "/api/games/tic-tac-toe").unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    let page: Value =
        serde_json::from_str(page.split_once("\r\n\r\n").map_or(&*page, |(_, body)| body)).unwrap();
    let has = |list: &Value, name: &str| {
        list.as_array().unwrap().iter().any(|one| one == name || one["name"] == name)
    };
    assert!(has(&page["game"]["bots"], "net:first") && has(&page["levels"], "net:first"), "{page}");
    std::fs::write(Path::new(&minds).join("second.json"), "{}").unwrap();
    let ran =
        senet(&["serve", "--addr", "127.0.0.1:0", "--store", "memory", "--minds", &minds], "");
    assert!(
        ran.code == Some(1) && ran.err.contains("second.json is no trained mind"),
        "{}",
        ran.err
    );
}
