//! Orders by a language model, asked from the terminal, at a scripted endpoint on loopback. What the
//! endpoint may answer has its rows in `senet-llm`.

use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::json;

use crate::{file, senet};

/// An endpoint that answers every question with these orders.
fn model(orders: serde_json::Value) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    let content = json!({ "orders": orders }).to_string();
    let body = json!({ "choices": [{ "message": { "content": content } }] }).to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 65_536]);
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _ =
                stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        }
    });
    address
}

fn play(address: &str, said: &str) -> String {
    let config = file("manual.json");
    std::fs::write(&config, r#"{"tick_mode": "manual"}"#).unwrap();
    let args = [
        "play",
        "flag-war",
        "--config",
        &config,
        "--seat",
        "human",
        "--seat",
        "easy",
        "--model-url",
        address,
        "--model",
        "test",
    ];
    let ran = senet(&args, said);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.out
}

#[test]
fn what_is_not_understood_is_asked_of_the_model() {
    let address =
        model(json!([{ "piece": 2, "intent": "move", "direction": "up", "distance": 3 }]));
    let out = play(&address, "wombats galore\nq\n");
    assert!(out.contains("The model is asked what that means."), "{out}");
    assert!(out.contains("The model reads \"wombats galore\" as: 2 up 3"), "{out}");
    // What the game understands by itself is not asked.
    let out = play(&address, "2 up 1\nq\n");
    assert!(!out.contains("model"), "{out}");
    // Nor what it understands and refuses.
    let out = play(&address, "carrier home\nred 2 up 3\nq\n");
    assert!(out.contains("Nobody of yours carries a flag now."), "{out}");
    assert!(out.contains("That piece is not yours."), "{out}");
    assert!(!out.contains("model"), "{out}");
}

#[test]
fn a_model_is_asked_only_about_what_was_not_understood() {
    // Piece 5 does not exist; what was said of 1 was understood, and stays.
    let address = model(json!([
        { "piece": 1, "intent": "move", "direction": "left", "distance": 4 },
        { "piece": 2, "intent": "move", "direction": "up", "distance": 3 },
    ]));
    let out = play(&address, "5 up 2, 1 up 2\nplans\nq\n");
    assert!(out.contains("The model reads \"5 up 2\" as: 2 up 3"), "{out}");
    assert!(out.contains("round 1: Blue 1 up 2; round 1: Blue 2 up 3"), "{out}");
}

#[test]
fn what_is_not_certain_is_asked_of_the_player() {
    // NL-17: a letter chooses, once; and no model is asked.
    let address = model(json!([]));
    let out = play(&address, "1 up 3 or 2 up 3\nb\nplans\nb\nq\n");
    assert!(out.contains("Nothing is ordered yet. Do you mean:"), "{out}");
    assert!(out.contains("   a  1 up 3") && out.contains("   b  2 up 3"), "{out}");
    assert!(out.contains("round 1: Blue 2 up 3."), "{out}");
    assert!(!out.contains("The model is asked what") || out.contains("\"b\""), "{out}");
}

#[test]
fn rounds_wait_at_one_terminal_unless_the_clock_is_chosen() {
    // FW-62
    let out = senet(&["play", "flag-war", "--rules", "tactical"], "\nready\n\nready\n\nq\n").out;
    assert!(out.contains("Say ready when you are done."), "{out}");
    assert!(out.contains("give orders for round 2"), "{out}");
    assert!(!out.contains("s left"), "{out}");
    let out = senet(&["play", "flag-war", "--rules", "tactical", "--tick"], "q\n").out;
    assert!(out.contains("s left") && !out.contains("Say ready"), "{out}");
}

#[test]
fn orders_for_others_and_no_answer_leave_the_game_as_it_was() {
    let out = play(&model(json!([{ "piece": 99, "intent": "hold" }])), "wombats galore\nq\n");
    assert!(out.contains("No order from \"wombats galore\": the model gave no order."), "{out}");
    let out = play("http://127.0.0.1:1/v1", "wombats galore\nq\n");
    assert!(out.contains("the model cannot be reached"), "{out}");
}

#[test]
fn only_a_game_that_reads_orders_by_a_model_asks_one() {
    let ran =
        senet(&["play", "pig", "--model-url", "http://127.0.0.1:1/v1", "--model", "m"], "q\n");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("this game reads no orders by a language model"), "{}", ran.err);
    let ran = senet(&["play", "flag-war", "--model", "m"], "q\n");
    assert!(ran.err.contains("--model-url"), "{}", ran.err);
}

/// The clock runs for a minute, and nothing more is typed: what the model says is heard as it comes.
#[test]
fn the_answer_is_heard_when_it_comes() {
    let address =
        model(json!([{ "piece": 2, "intent": "move", "direction": "up", "distance": 3 }]));
    let config = file("minute.json");
    std::fs::write(&config, r#"{"tick_mode": "timer", "tick_ms": 60000}"#).unwrap();
    let mut senet = std::process::Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["play", "flag-war", "--config", &config, "--seat", "human", "--seat", "easy"])
        .args(["--model-url", &address, "--model", "test"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = senet.stdin.take().unwrap();
    let output = std::io::BufReader::new(senet.stdout.take().unwrap());
    input.write_all(b"wombats galore\n").unwrap();
    let began = std::time::Instant::now();
    let lines = std::io::BufRead::lines(output).map(Result::unwrap);
    let heard = lines.into_iter().find(|line| line.contains("The model reads"));
    assert!(heard.is_some_and(|line| line.contains("2 up 3")));
    assert!(began.elapsed().as_secs() < 50, "before the clock has run out");
    input.write_all(b"q\n").unwrap();
    drop(input);
    senet.wait().unwrap();
}
