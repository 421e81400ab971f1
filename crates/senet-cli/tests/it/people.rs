//! People at one terminal: their names, their settings, their second thoughts.

use crate::{file, senet};

#[test]
fn people_are_called_by_their_names_and_understood_by_them() {
    let names = ["play", "silosoft", "--name", "Dev", "--name", "Zoë", "--seed", "1"];
    let ran = senet(&names, "draw\nlog\nq\n");
    assert!(ran.out.contains("Dev: draw a card."), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("Dev> "), "{}", ran.out);
    assert!(!ran.out.contains("Player "), "{}", ran.out);
    let ran = senet(&["play", "pig", "--name", "Dev", "--name", "Zoë", "--seed", "1"], "roll\nq\n");
    assert!(ran.out.contains("Dev rolls"), "{}", ran.out);
    assert!(ran.out.contains("Zoë  "), "the board shows everybody: {}", ran.out);
    // A bot needs no name.
    let beside = ["play", "pig", "--seat", "human", "--seat", "normal", "--name", "Zoë"];
    let ran = senet(&beside, "roll\nq\n");
    assert!(ran.out.contains("Zoë rolls"), "{}{}", ran.out, ran.err);
}

#[test]
fn nothing_that_somebody_wrote_commands_the_terminal() {
    let ran = senet(&["play", "pig", "--name", "\u{1b}[2JAnn", "--name", "Bob"], "q\n");
    assert!(ran.err.contains("seats[0]: a name has 1 to 64 characters"), "{}", ran.err);
    let config = file("hidden.json");
    std::fs::write(&config, "{\"\\u001b[2J\\u202e\": 1}").unwrap();
    let ran = senet(&["play", "pig", "--config", &config], "q\n");
    assert_eq!(ran.code, Some(1));
    assert!(!ran.err.contains(['\u{1b}', '\u{202e}']), "{:?}", ran.err);
    let ran = senet(&["play", "pig"], "\u{1b}[2J\u{202e}\nq\n");
    assert!(!ran.out.contains(['\u{1b}', '\u{202e}']), "{:?}", ran.out);
}

#[test]
fn old_journals_with_hidden_characters_in_names_are_shown_safely() {
    let path = file("bidi.jsonl");
    senet(&["play", "pig", "--name", "Ann", "--name", "Bob", "--save", &path], "roll\nq\n");
    let text = std::fs::read_to_string(&path).unwrap();
    // The chain is broken by the edit, so the refusal is what is printed: it is plain as well.
    std::fs::write(&path, text.replace("Ann", "A\\u001bnn\u{202e}")).unwrap();
    let ran = senet(&["replay", &path], "");
    assert!(!(ran.out + &ran.err).contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn settings_are_set_from_the_command_line() {
    #[track_caller]
    fn check(args: &[&str], input: &str, said: &str) {
        let ran = senet(args, input);
        assert!((ran.out.clone() + &ran.err).contains(said), "{args:?}: {}{}", ran.out, ran.err);
    }
    check(&["play", "pig", "--set", "target=50"], "q\n", "the first to 50 points wins");
    check(&["play", "pig", "--players", "3"], "q\n", "Player 3");
    check(&["play", "silosoft", "--players", "3"], "q\n", "Player 3");
    let three = ["play", "silosoft", "--seat", "human", "--seat", "random", "--seat", "random"];
    check(&three, "q\n", "Player 3");
    let named = ["play", "pig", "--name", "A", "--name", "B", "--name", "C"];
    check(&named, "q\n", "C  ");
    let same = ["play", "pig", "--name", "Ann", "--name", " ann"];
    check(&same, "", "two players are called");
    check(&["play", "pig", "--set", "list"], "", "target = 10 to 1000");
    check(&["play", "pig", "--set", "goal=5"], "", "pig has no setting \"goal\"; it has:");
    check(
        &["play", "pig", "--set", "target=many"],
        "",
        "\"many\" does not fit; it takes 10 to 1000",
    );
    check(&["play", "pig", "--set", "target"], "", "say --set KEY=VALUE");
    check(&["play", "pig", "--scenario", "x"], "", "pig has no setting \"scenario\"");
    check(&["play", "pig", "--players", "99"], "", "pig is for 2 to");
    check(&["play", "tic-tac-toe", "--players", "3"], "", "tic-tac-toe is for 2 players, not 3");
    check(&["play", "sky-team", "--scenario", "nowhere"], "", "yul-green");
    check(
        &["play", "sky-team", "--abilities", "flying"],
        "",
        "it takes a list of anticipation, adaptation",
    );
    check(
        &["simulate", "pig", "--games", "4", "--players", "3", "--set", "rounds=2"],
        "",
        "pig by random, random, random",
    );
}

#[test]
fn one_undo_takes_back_the_move_and_the_bots_answer() {
    let game = [
        "play",
        "tic-tac-toe",
        "--seat",
        "human",
        "--seat",
        "greedy",
        "--name",
        "Ann",
        "--name",
        "Bot",
    ];
    let ran = senet(&game, "mark 5\nu\nlog\nq\n");
    assert!(ran.out.contains("Ann takes it back."), "{}", ran.out);
    let log = ran.out.split("Ann takes it back.").nth(1).unwrap();
    assert!(!log.contains("marks square"), "{log}");
    assert!(log.contains("Tic-tac-toe"), "the log begins with the start: {log}");
}

#[test]
fn one_undo_takes_back_one_text_with_all_its_orders() {
    let game = ["play", "flag-war", "--rules", "tactical", "--set", "tick_mode=manual"];
    let ran = senet(&game, "\n1 up 1, 2 up 1\nu\nlog\nq\n");
    assert!(ran.out.contains("takes it back."), "{}", ran.out);
    let log = ran.out.split("takes it back.").nth(1).unwrap();
    assert!(!log.contains("up 1, in round"), "{log}");
}

#[test]
fn giving_up_is_asked_about_first() {
    let game = ["play", "flag-war", "--rules", "tactical", "--set", "tick_mode=manual"];
    let ran = senet(&game, "\nresign\nno\nresign\nyes\n");
    assert_eq!(ran.out.matches("That gives the game up").count(), 2, "{}", ran.out);
    assert_eq!(ran.out.matches("It is not done.").count(), 1, "{}", ran.out);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
}

#[test]
fn a_question_mark_tells_the_forms_and_the_odds() {
    let ran = senet(&["play", "pig", "--seed", "3"], "?\nroll\n? roll\nq\n");
    assert!(ran.out.contains("keep the points and end the turn"), "{}", ran.out);
    assert!(ran.out.contains("with a chance of 17 %"), "{}", ran.out);
}

#[test]
fn a_log_tells_by_rounds_and_the_result_once() {
    let path = file("log.jsonl");
    let bots = ["play", "pig", "--seat", "greedy", "--seat", "greedy", "--set", "target=20"];
    senet(&[&bots[..], &["--seed", "4", "--save", &path]].concat(), "");
    let ran = senet(&["replay", &path], "");
    assert!(ran.out.starts_with("  Pig"), "{}", ran.out);
    assert!(ran.out.contains("Round 1\n"), "{}", ran.out);
    assert_eq!(ran.out.matches("has won.").count(), 1, "{}", ran.out);
}

#[test]
fn the_told_seed_deals_the_same_again() {
    let bots = ["play", "pig", "--seat", "greedy", "--seat", "greedy", "--set", "target=20"];
    let first = senet(&bots, "");
    let seed = first.out.split("--seed ").nth(1).unwrap().trim().to_owned();
    let again = senet(&[&bots[..], &["--seed", &seed]].concat(), "");
    assert_eq!(first.out, again.out);
}
