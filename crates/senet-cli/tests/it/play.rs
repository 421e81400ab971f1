//! Playing in the terminal.

use crate::{file, senet};

#[test]
fn a_whole_game_by_numbers_and_by_words() {
    let ran = senet(&["play", "tic-tac-toe"], "1\nmark 4\n1\nMARK 5\nmark 3\n");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("X: mark a free square."));
    assert_eq!(ran.out.matches("X has won.").count(), 1, "the result is told once: {}", ran.out);
    assert!(!ran.out.contains("X has three in a row"), "{}", ran.out);
    assert!(!ran.out.contains('\x1b'), "no colour where there is no terminal");
    assert!(ran.out.contains("The same luck again: --seed "));
}

#[test]
fn explains_refuses_and_takes_back() {
    let ran = senet(
        &["play", "tic-tac-toe"],
        "?\nmark 5\n? mark 5\nmark 5\nwhat\nu\nrules TT-2\nlog\nq\n",
    );
    assert!(ran.out.contains("take back what was said last"), "? explains");
    assert_eq!(ran.out.matches("No: square 5 is taken (rule TT-2: type rules TT-2)").count(), 2);
    assert!(ran.out.contains("\"what\" names no square"));
    assert!(ran.out.contains("X takes it back."));
    assert!(ran.out.contains("A turn is one mark on a free square."));
    assert!(ran.out.contains("The game was not kept"));
}

#[test]
fn plays_against_a_bot_and_gives_hints() {
    let ran =
        senet(&["play", "tic-tac-toe", "--seat", "human", "--seat", "greedy"], "hint\n5\nq\n");
    assert!(
        ran.out.contains("of 100 won against perfect play; the next best, mark"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("O marks square"), "the bot answers");
    let bots = senet(&["play", "pig", "--seat", "greedy", "--seat", "random", "--seed", "1"], "");
    assert_eq!(bots.code, Some(0));
    assert!(bots.out.contains("--seed 1"), "{}", bots.out);
}

#[test]
fn hands_over_where_cards_are_hidden() {
    let ran = senet(&["play", "kuhn-poker", "--seed", "9"], "deal\n\ncheck\n\nbet\n\ncall\n");
    let hand_over = ran.out.find("The screen goes to").unwrap();
    let card = ["jack", "queen", "king"].iter().filter_map(|card| ran.out.find(card)).min();
    assert!(card.is_none_or(|card| card > hand_over), "no card before the screen was handed over");
    assert_eq!(ran.code, Some(0));
}

#[test]
fn keeps_a_game_and_goes_on_with_it() {
    let path = file("kept.jsonl");
    let first = senet(&["play", "tic-tac-toe", "--save", &path], "1\nmark 4\nq\n");
    assert!(first.out.contains("The game is kept"), "{}", first.out);
    let second = senet(&["play", "--load", &path], "mark 2\nmark 5\nmark 3\n");
    assert!(second.out.contains("X has won."), "{}{}", second.out, second.err);
    let verdict = senet(&["replay", &path, "--verify"], "");
    assert!(
        verdict.out.contains("in order: 5 entries, the game is over; every draw was recomputed")
    );
    let other = senet(&["play", "pig", "--load", &path], "");
    assert_eq!(other.code, Some(1));
    assert!(other.err.contains("is a game of tic-tac-toe"));
}

#[test]
fn a_journal_with_one_byte_changed_is_refused_with_the_entry() {
    let path = file("edited.jsonl");
    senet(&["play", "tic-tac-toe", "--save", &path], "1\nmark 4\nmark 2\nq\n");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"square\":4", "\"square\":5", 1)).unwrap();
    for args in [&["replay", &path, "--verify"][..], &["replay", &path], &["play", "--load", &path]]
    {
        let ran = senet(args, "");
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.contains("line 3 (entry 2)"), "{}", ran.err);
    }
}

#[test]
fn looks_back_through_any_eyes() {
    let path = file("back.jsonl");
    senet(&["play", "kuhn-poker", "--seed", "9", "--save", &path], "deal\n\ncheck\n\nbet\nq\n");
    let own = senet(&["replay", &path, "--as", "1"], "");
    let watcher = senet(&["replay", &path, "--at", "1"], "");
    assert!(own.out.contains("After entry 3 of 3"), "{}{}", own.out, own.err);
    assert!(watcher.out.contains("After entry 1 of 3"));
    for card in ["jack of", "queen of", "the jack", "the queen", "the king"] {
        assert!(!watcher.out.contains(card), "{}", watcher.out);
    }
    let nobody = senet(&["replay", &path, "--as", "3"], "");
    assert!(nobody.err.contains("is no viewer"));
    let late = senet(&["replay", &path, "--at", "9"], "");
    assert!(late.err.contains("there is no entry 9; the last is 3"));
}

#[test]
fn says_what_is_wrong_with_what_was_asked() {
    let check = |args: &[&str], code: i32, said: &str| {
        let ran = senet(args, "");
        assert_eq!(ran.code, Some(code), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
    };
    check(&["play", "chess"], 1, "there is no game called \"chess\"; there are ");
    check(&["play", "pig", "--rules", "mad"], 1, "has no rule set \"mad\"");
    check(
        &["play", "pig", "--seat", "deep-blue"],
        1,
        "a seat is played by human, random, easy, normal, hard, expert, greedy",
    );
    check(
        &["play", "tic-tac-toe", "--seat", "human", "--seat", "human", "--seat", "human"],
        1,
        "tic-tac-toe is for 2 players, not 3",
    );
    check(&["play", "pig", "--config", "/does/not/exist"], 1, "cannot read /does/not/exist");
    check(&["play"], 2, "required");
    check(&["replay", "/does/not/exist"], 1, "cannot read");
    check(&["rules", "pig", "castling"], 1, "no heading and no rule \"castling\"");
    check(&["simulate", "pig", "--bots", "nobody"], 1, "there is no bot \"nobody\"");
    let three = ["simulate", "tic-tac-toe", "--bots", "random,random,random"];
    check(&three, 1, "tic-tac-toe is for 2 players, not 3");
    check(&["dance"], 2, "unrecognized subcommand");
}

#[test]
fn a_menu_leads_into_a_game() {
    let ran = senet(&["menu"], "zzz\ntic-tac-toe\nq\n");
    assert!(ran.out.contains("There is no game \"zzz\""));
    assert!(ran.out.contains("X: mark a free square."), "{}", ran.out);
}

/// What the protocol answers is text for any screen: control and direction characters are escaped.
#[test]
fn the_protocol_writes_no_raw_control_characters() {
    let strange = "\\u009b2J\\u202e\\u007f";
    let open = |game: &str, name: &str| {
        format!(
            r#"{{"id":"{strange}","type":"open","table":"{strange}","game":"{game}","seats":["{name}"]}}"#
        )
    };
    let input = [open(strange, "Ann"), open("pig", strange), strange.to_owned()].join("\n");
    let ran = senet(&["table"], &format!("{input}\n"));
    assert_eq!(ran.out.lines().count(), 3, "{:?}", ran.out);
    let raw = |letter: char| {
        letter.is_control() && letter != '\n' || ('\u{202a}'..='\u{202e}').contains(&letter)
    };
    assert!(!ran.out.contains(raw), "{:?}", ran.out);
    for line in ran.out.lines() {
        let _: serde_json::Value = serde_json::from_str(line).unwrap();
    }
}

/// A fault of the set-up is told once, whatever it was wrapped in.
#[test]
fn a_fault_of_the_set_up_is_told_once() {
    let ran = senet(&["play", "pig", "--name", &"x".repeat(200)], "");
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.err.matches("seats[0]").count(), 1, "{}", ran.err);
}
