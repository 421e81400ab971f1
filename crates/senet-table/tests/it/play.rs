//! Submitting, asking twice, taking back.

use senet_kernel::{Actor, Draw, Script, Seat, SeatSet, Viewer};
use senet_table::{Accepted, OpenError, Opening, Start, Table, TableOf};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::*;

#[track_caller]
fn refused(table: &mut impl Table, actor: Actor, command: &Value, code: &str) {
    let before = table.journal().text();
    let refusal = table.submit(actor, None, command, Vec::new()).unwrap_err();
    assert_eq!(refusal.code, code, "{}", refusal.sentence);
    assert!(!refusal.sentence.is_empty());
    assert_eq!(table.journal().text(), before, "a refusal leaves no trace");
    assert_eq!(table.check(actor, command).unwrap_err(), refusal, "check says the same");
    let text = table.submit_text(actor, None, &text(&command.to_string())).unwrap_err();
    assert_eq!(text, refusal, "the command as text is refused alike");
}

fn text(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

#[test]
fn a_command_may_come_as_text() {
    let mut table = tic_tac_toe();
    let first = table.submit_text(X, Some("a"), &text(r#" {"square":1, "type":"mark"} "#));
    assert_eq!(first, Ok(Accepted { entry: 1, line: 2 }));
    assert_eq!(table.submit(X, Some("a"), &mark(9), Vec::new()), first, "it is one request");
    let mut other = tic_tac_toe();
    other.submit(X, Some("a"), &mark(1), Vec::new()).unwrap();
    assert_eq!(table.journal().text(), other.journal().text());
    // As in any JSON, the last of equal names counts.
    let twice = text(r#"{"type":"mark","square":1,"square":2}"#);
    assert_eq!(table.submit_text(O, None, &twice).map(|accepted| accepted.entry), Ok(2));
    let deep = text(&format!("{}{}", "[".repeat(500), "]".repeat(500)));
    let refusal = table.submit_text(X, None, &deep).unwrap_err();
    assert_eq!(refusal.code, "malformed");
    assert!(refusal.sentence.contains("recursion limit"), "{}", refusal.sentence);
}

#[test]
fn says_why_a_command_is_refused_and_leaves_no_trace() {
    let mut table = tic_tac_toe();
    refused(&mut table, O, &mark(1), "not_your_turn");
    refused(&mut table, Actor::Clock, &mark(1), "not_your_turn");
    refused(&mut table, X, &json!({ "type": "mark", "square": 10 }), "malformed");
    refused(&mut table, X, &json!({ "type": "jump" }), "malformed");
    refused(&mut table, X, &json!(7), "malformed");
    refused(&mut table, X, &json!({ "type": "mark", "square": 1, "hard": true }), "malformed");
    refused(&mut table, Actor::Seat(Seat::new(5).unwrap()), &mark(1), "no_such_seat");
    marks(&mut table, &[5]);
    refused(&mut table, O, &mark(5), "square_taken");
    let refusal = table.check(O, &mark(5)).unwrap_err();
    assert_eq!(refusal.rule.as_deref(), Some("TT-2"));
    assert_eq!(refusal.facts.get("square"), Some(&json!(5)));
}

#[test]
fn the_same_request_acts_once_and_gets_the_same_answer() {
    let mut table = tic_tac_toe();
    let first = table.submit(X, Some("a"), &mark(1), Vec::new());
    assert_eq!(first, Ok(Accepted { entry: 1, line: 2 }));
    marks(&mut table, &[2, 3]);
    assert_eq!(table.submit(X, Some("a"), &mark(1), Vec::new()), first);
    assert_eq!(table.submit(X, Some("a"), &mark(9), Vec::new()), first, "whatever it asks for now");
    assert_eq!(table.entry(), 3);

    let no = table.submit(O, Some("b"), &mark(1), Vec::new()).unwrap_err();
    marks(&mut table, &[4]);
    assert_eq!(table.submit(O, Some("b"), &mark(9), Vec::new()), Err(no), "a refusal too");
    // Another seat's request of the same name is another request.
    assert!(table.submit(X, Some("b"), &mark(9), Vec::new()).is_ok());
}

#[test]
fn requests_are_remembered_in_the_journal() {
    let mut table = tic_tac_toe();
    let first = table.submit(X, Some("a"), &mark(1), Vec::new());
    let back = table.take_back(X, Some("b"));
    let again = table.submit(X, Some("c"), &mark(2), Vec::new());
    let (mut loaded, _) = TableOf::<TicTacToe>::load(&table.journal().text(), None, false).unwrap();
    assert_eq!(loaded.submit(X, Some("a"), &mark(1), Vec::new()), first);
    assert_eq!(loaded.take_back(X, Some("b")), back);
    assert_eq!(loaded.submit(X, Some("c"), &mark(2), Vec::new()), again);
    assert_eq!(loaded.entry(), 1);
}

#[test]
fn a_request_has_a_name_of_1_to_64_characters() {
    let mut table = tic_tac_toe();
    for name in [String::new(), "x".repeat(65)] {
        let refusal = table.submit(X, Some(&name), &mark(1), Vec::new()).unwrap_err();
        assert_eq!(refusal.code, "bad_request_id");
    }
    assert!(table.submit(X, Some(&"ü".repeat(64)), &mark(1), Vec::new()).is_ok());
}

#[test]
fn takes_back_the_last_command_until_somebody_answers() {
    let mut table = tic_tac_toe();
    let code = |table: &mut TableOf<TicTacToe>, actor| {
        table.take_back(actor, None).map(|accepted| accepted.entry).map_err(|no| no.code)
    };
    assert_eq!(code(&mut table, X), Err("nothing_to_take_back".to_owned()));
    marks(&mut table, &[1]);
    assert_eq!(code(&mut table, O), Err("not_yours".to_owned()));
    assert_eq!(code(&mut table, Actor::Clock), Err("nothing_to_take_back".to_owned()));
    assert_eq!(code(&mut table, X), Ok(0));
    assert_eq!(table.entry(), 0);
    marks(&mut table, &[1, 2]);
    assert_eq!(code(&mut table, X), Err("not_yours".to_owned()));
    assert_eq!(code(&mut table, O), Ok(1));
    assert_eq!(code(&mut table, X), Err("nothing_to_take_back".to_owned()), "O had acted since");
    marks(&mut table, &[4, 2, 5, 3]);
    assert_eq!(table.outcome().map(|outcome| outcome.won_by(Seat::FIRST)), Some(true));
    assert_eq!(code(&mut table, X), Err("game_over".to_owned()));
}

#[test]
fn the_host_takes_back_to_an_entry_whoever_acted_since() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 2, 4, 5]);
    assert_eq!(table.take_back_to(1).map(|accepted| accepted.entry), Ok(1));
    assert_eq!(table.take_back_to(1).unwrap_err().code, "nothing_to_take_back");
    marks(&mut table, &[5]);
    let text = table.journal().text();
    let (again, _) = TableOf::<TicTacToe>::load(&text, None, false).unwrap();
    assert_eq!(again.game(), table.game(), "the journal says the same");
    assert_eq!(table.take_back_to(0).map(|accepted| accepted.entry), Ok(0));
}

/// Against bots one undo takes the own command back and what they answered.
#[test]
fn undo_takes_back_what_bots_answered() {
    let mut table = tic_tac_toe();
    table.seat_bots(SeatSet::only(Seat::SECOND));
    marks(&mut table, &[1]);
    assert!(table.can_take_back(X).is_ok(), "while the bot thinks");
    marks(&mut table, &[2, 3, 4]);
    assert!(table.update(Viewer::Seat(Seat::FIRST), 4).can_take_back);
    let taken = table.take_back(X, Some("undo")).unwrap();
    assert_eq!((taken.entry, table.entry()), (2, 2), "the third mark and the answer to it");
    assert_eq!(table.take_back(X, Some("undo")).unwrap(), taken, "the same request acts once");
    assert_eq!(table.to_act(), SeatSet::only(Seat::FIRST));
    let text = table.journal().text();
    let (mut again, _) = TableOf::<TicTacToe>::load(&text, None, false).unwrap();
    assert_eq!(again.game(), table.game(), "the journal says the same");
    assert_eq!(again.take_back(X, Some("undo")).unwrap(), taken, "also after it was opened again");
    assert!(again.can_take_back(X).is_err(), "who is a bot stands in no journal");
    table.take_back(X, None).unwrap();
    assert_eq!((table.entry(), table.take_back(X, None).is_err()), (0, true));
}

#[test]
fn a_person_who_answered_or_is_asked_stands_in_the_way_of_undo() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 2]);
    assert_eq!(table.take_back(X, None).unwrap_err().code, "not_yours");
    // A bot somewhere else changes nothing.
    table.seat_bots(SeatSet::only(Seat::FIRST));
    assert_eq!(table.take_back(X, None).unwrap_err().code, "not_yours");
    assert_eq!(table.entry(), 2);
}

#[test]
fn undo_stops_at_dice_that_a_bot_threw() {
    let mut table: PigTable = typed(Vec::new());
    table.seat_bots(SeatSet::only(Seat::SECOND));
    table.submit(X, None, &json!({ "type": "roll" }), vec![Script::Value(4)]).unwrap();
    table.submit(X, None, &json!({ "type": "hold" }), Vec::new()).unwrap();
    table.submit(O, None, &json!({ "type": "roll" }), vec![Script::Value(2)]).unwrap();
    assert_eq!(table.take_back(X, None).unwrap_err().code, "drew_dice");
    assert_eq!(table.entry(), 3, "nothing was taken back");
}

#[test]
fn a_seat_takes_back_all_that_it_did_after_one_of_its_steps() {
    let mut table = tic_tac_toe();
    table.seat_bots(SeatSet::only(Seat::SECOND));
    marks(&mut table, &[1, 2, 3, 4]);
    assert_eq!(
        table.take_back_after(Seat::FIRST, 4, None).unwrap_err().code,
        "nothing_to_take_back"
    );
    assert_eq!(table.take_back_after(Seat::FIRST, 0, Some("all")).map(|taken| taken.entry), Ok(0));
    let lines = table.journal().lines();
    assert!(lines.last().unwrap().contains(r#""request":"all""#), "the last line answers it");
    let (again, _) = TableOf::<TicTacToe>::load(&table.journal().text(), None, false).unwrap();
    assert_eq!(again.game(), table.game());
}

#[test]
fn the_host_takes_back_nothing_where_dice_fell_in_between() {
    let mut table: PigTable = typed(Vec::new());
    table.submit(X, None, &json!({ "type": "roll" }), vec![Script::Value(4)]).unwrap();
    table.submit(X, None, &json!({ "type": "hold" }), Vec::new()).unwrap();
    let refusal = table.take_back_to(0).unwrap_err();
    assert_eq!((refusal.code.as_str(), table.entry()), ("drew_dice", 2));
}

#[test]
fn never_takes_back_what_drew_dice() {
    let mut table: PigTable = typed(Vec::new());
    table.submit(X, None, &json!({ "type": "roll" }), vec![Script::Value(4)]).unwrap();
    assert_eq!(table.take_back(X, None).unwrap_err().code, "drew_dice");
}

#[test]
fn never_takes_back_where_the_rules_say_no() {
    let mut table: Poker = open("cards");
    table.submit(X, None, &json!({ "type": "deal" }), Vec::new()).unwrap();
    assert_eq!(table.take_back(X, None).unwrap_err().code, "drew_dice");
    table.submit(X, None, &json!({ "type": "check" }), Vec::new()).unwrap();
    assert_eq!(table.take_back(X, None).unwrap_err().code, "not_allowed");
}

#[test]
fn dice_that_are_typed_in_must_fit() {
    let mut table: PigTable = typed(Vec::new());
    let roll = json!({ "type": "roll" });
    let code = |table: &mut PigTable, script: Vec<Script>| {
        table.submit(X, None, &roll, script).map(|_| ()).map_err(|no| no.code)
    };
    assert_eq!(code(&mut table, vec![]), Err("bad_script".to_owned()));
    assert_eq!(code(&mut table, vec![Script::Value(7)]), Err("bad_script".to_owned()));
    assert_eq!(code(&mut table, vec![Script::Value(2); 2]), Err("bad_script".to_owned()));
    assert_eq!(table.entry(), 0, "nothing was rolled");
    assert_eq!(code(&mut table, vec![Draw::D6(3).into()]), Ok(()));
}

#[test]
fn an_absent_seat_does_the_idle_thing_and_only_in_its_turn() {
    let mut table = tic_tac_toe();
    assert_eq!(table.idle(Seat::SECOND).unwrap_err().code, "nothing_to_do");
    assert!(table.idle(Seat::FIRST).is_ok());
    assert_eq!(table.leave(Seat::FIRST).unwrap_err().code, "nothing_to_do");
    assert_eq!(table.clock().unwrap_err().code, "nothing_to_do");
    assert_eq!(table.idle(Seat::new(7).unwrap()).unwrap_err().code, "nothing_to_do");
    assert_eq!(table.leave(Seat::new(7).unwrap()).unwrap_err().code, "nothing_to_do");
}

#[test]
fn names_are_checked_and_default_to_the_seats() {
    let named = |names: &[&str]| {
        let seats = names.iter().map(|name| (*name).to_owned()).collect();
        let luck = Luck::Open { seed: "s".to_owned() };
        TableOf::<TicTacToe>::open(Opening { seats, ..opening(luck, None) })
    };
    assert_eq!(named(&[]).unwrap().header().seats, ["X", "O"]);
    assert_eq!(named(&["Ann", "Ben"]).unwrap().name(Seat::SECOND), "Ben");
    for bad in [&["Ann"][..], &["Ann", " "], &["Ann", "a\u{7}"], &["Ann", &"n".repeat(65)]] {
        assert!(matches!(named(bad), Err(OpenError::Faults(_))), "{bad:?}");
    }
}

#[test]
fn opens_from_a_position_and_refuses_a_false_one() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 2, 3]);
    let state: Value = serde_json::from_str(table.state().get()).unwrap();
    let from = |state: Value| {
        let luck = Luck::Open { seed: "s".to_owned() };
        let start = Start::Position(state);
        TableOf::<TicTacToe>::open(Opening { start, ..opening(luck, None) })
    };
    let position = from(state).unwrap();
    assert_eq!(position.view(Viewer::Spectator).get(), table.view(Viewer::Spectator).get());
    let (loaded, _) = TableOf::<TicTacToe>::load(&position.journal().text(), None, false).unwrap();
    assert_eq!(loaded.state().get(), position.state().get());
    for bad in [json!({}), json!({ "marks": [1, 1] }), json!({ "marks": [7, 56] }), json!(3)] {
        assert!(matches!(from(bad.clone()), Err(OpenError::Faults(_))), "{bad}");
    }
}

#[test]
fn reads_what_is_typed_by_name_or_in_the_games_own_words() {
    let table = tic_tac_toe();
    let reading = table.read(Seat::FIRST, " MARK 5 ").unwrap();
    assert_eq!(reading.commands[0].text, "mark 5");
    assert_eq!(table.read(Seat::FIRST, "5").unwrap().commands[0].text, "mark 5");
    let unread = table.read(Seat::FIRST, "hello").unwrap_err();
    assert_eq!((unread.code.as_str(), &unread.facts["word"]), ("unknown_word", &json!("hello")));
    assert_eq!(table.read(Seat::new(3).unwrap(), "5").unwrap_err().code, "no_such_seat");
}

#[test]
fn remembers_memos_for_their_seats_across_a_reload() {
    let mut table = tic_tac_toe();
    let plan = json!({ "plan": "corners" });
    table.remember(Seat::SECOND, plan.clone()).unwrap();
    table.remember(Seat::SECOND, plan.clone()).unwrap();
    assert_eq!(table.journal().lines().len(), 2, "the same memo is not written twice");
    let (loaded, _) = TableOf::<TicTacToe>::load(&table.journal().text(), None, false).unwrap();
    assert_eq!(loaded.memo(Seat::SECOND), &plan);
    assert_eq!(loaded.memo(Seat::FIRST), &Value::Null);
    let large = json!("x".repeat(70_000));
    assert_eq!(table.remember(Seat::FIRST, large).unwrap_err().code, "memo_too_large");
    let nobody = Seat::new(6).unwrap();
    assert_eq!(table.remember(nobody, plan).unwrap_err().code, "no_such_seat");
}
