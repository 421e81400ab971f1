//! What other programs rely on.

use serde_json::Value;

use crate::{senet, senet_bytes};

fn answers(input: &[u8]) -> Vec<Value> {
    let ran = senet_bytes(&["table"], input);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_table_answers_line_by_line_and_goes_on_after_a_broken_one() {
    let answers = answers(
        b"{\"id\":1,\"type\":\"open\",\"table\":\"t\",\"game\":\"tic-tac-toe\"}\n\
          not json\n\
          \xff\xfe\n\
          \n\
          {\"id\":\"two\",\"type\":\"outcome\",\"table\":\"t\"}",
    );
    let kinds: Vec<_> = answers.iter().map(|answer| answer["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["opened", "error", "error", "outcome"]);
    assert_eq!(answers[3]["id"], "two");
}

#[test]
fn deep_and_long_lines_are_refused_and_passed_over() {
    let deep = "[".repeat(100_000);
    let long = "x".repeat(17 * 1024 * 1024);
    let answers = answers(format!("{deep}\n{long}\n{{\"type\":\"games\"}}\n").as_bytes());
    let kinds: Vec<_> = answers.iter().map(|answer| answer["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["error", "error", "games"]);
}

/// The worked example of `docs/protocol.md` is what really happens; `…` stands for anything.
#[test]
fn the_worked_example_of_the_docs_is_true() {
    let docs = include_str!("../../../../docs/protocol.md");
    let example = docs.split("## A worked example").nth(1).unwrap();
    let example = example.split("```").nth(1).unwrap().replace("\n   ", "");
    let part = |mark: &str| {
        let lines = example.lines().filter_map(|line| line.strip_prefix(mark));
        lines.map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    let (asked, answered) = (part("→"), part("←"));
    assert!(asked.len() > 5 && asked.len() == answered.len());
    let ran = senet(&["table"], &asked.join("\n"));
    for (expected, line) in answered.iter().zip(ran.out.lines()) {
        let mut rest = line;
        for piece in expected.split('…') {
            let at = rest.find(piece);
            assert!(at.is_some(), "the docs say {expected}\nbut it is    {line}\n(at {piece})");
            rest = &rest[at.unwrap() + piece.len()..];
        }
    }
    assert_eq!(ran.out.lines().count(), answered.len());
}

#[test]
fn simulations_repeat_for_any_number_of_threads() {
    let run = |threads: &str, format: &str| {
        let args = ["simulate", "pig", "--games", "300", "--bots", "greedy,random", "--swap"];
        let more = ["--seed", "5", "--threads", threads, "--format", format];
        senet(&[&args[..], &more].concat(), "").out
    };
    for format in ["table", "json", "csv"] {
        assert_eq!(run("1", format), run("3", format));
    }
    let json: Value = serde_json::from_str(&run("2", "json")).unwrap();
    assert_eq!(json["games"], 300);
    let won = |key: &str| json[key].as_f64().unwrap();
    assert!(won("1 (greedy) won %") > won("2 (random) won %"));
    let other =
        senet(&["simulate", "pig", "--games", "300", "--seed", "6", "--format", "json"], "");
    assert_ne!(other.out, run("1", "json"));
}

#[test]
fn lists_games_and_completes_for_shells() {
    let games = senet(&["games", "--format", "json"], "");
    let games: Value = serde_json::from_str(&games.out).unwrap();
    let ids: Vec<_> = games.as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert!(ids.iter().any(|id| **id == "pig"));
    let plain = senet(&["games"], "");
    assert!(plain.out.contains("rule sets: standard"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(senet(&["completions", shell], "").out.contains("simulate"));
    }
    let help = senet(&["--help"], "");
    assert!(help.out.contains("Examples:") && help.out.contains("Exit codes"));
}
