//! What each viewer may know of, and how it counts; what the table passes on from a game that has more to
//! say than the small ones.

use senet_kernel::{NoOrders, SeatSet, Viewer};
use senet_table::{Countdown, Part, Table};

use crate::sealed::{Event, Sealed, applied};
use crate::*;

const NORTH: Viewer = Viewer::Seat(Seat::FIRST);
const SOUTH: Viewer = Viewer::Seat(Seat::SECOND);

fn seal(number: u8) -> Value {
    json!({ "type": "seal", "number": number })
}

fn act(table: &mut TableOf<Sealed>, by: Actor, command: &Value) -> (u64, u64) {
    let accepted = table.submit(by, None, command, Vec::new()).unwrap();
    (accepted.entry, accepted.line)
}

fn kind(word: &str) -> Value {
    json!({ "type": word })
}

fn code<T: std::fmt::Debug>(answer: Result<T, senet_table::Refusal>) -> String {
    answer.unwrap_err().code
}

/// Three acts in secret and one that all see: one of North's, two of South's, a beat.
fn begun() -> TableOf<Sealed> {
    let mut table: TableOf<Sealed> = open("numbers");
    assert_eq!(act(&mut table, X, &seal(1)), (1, 2));
    assert_eq!(act(&mut table, O, &seal(2)), (1, 2), "South knows of no other");
    assert_eq!(act(&mut table, O, &seal(3)), (2, 3));
    table.clock().unwrap();
    table
}

#[test]
fn a_viewer_counts_what_it_may_know_of() {
    let table = begun();
    let steps = [NORTH, SOUTH, Viewer::Spectator].map(|viewer| table.step(viewer));
    assert_eq!((table.entry(), steps), (4, [2, 3, 1]));
    let entries = |viewer| (0..=4).map(|step| table.entry_at(viewer, step)).collect::<Vec<_>>();
    assert_eq!(entries(NORTH), [Some(0), Some(1), Some(4), None, None]);
    assert_eq!(entries(SOUTH), [Some(0), Some(2), Some(3), Some(4), None]);
    assert_eq!(entries(Viewer::Spectator), [Some(0), Some(4), None, None, None]);
    let known = |viewer| (0..=5).map(|entry| table.step_at(viewer, entry)).collect::<Vec<_>>();
    assert_eq!(known(NORTH), [0, 1, 1, 1, 2, 2]);
    assert_eq!(known(SOUTH), [0, 0, 1, 2, 3, 3]);
    assert_eq!(known(Viewer::Spectator), [0, 0, 0, 0, 1, 1]);
    for viewer in [NORTH, SOUTH, Viewer::Spectator] {
        assert_eq!(table.steps(viewer), known(viewer)[1..=4], "by every entry at once");
    }
    let lines = |table: &TableOf<Sealed>| {
        [NORTH, SOUTH, Viewer::Spectator].map(|viewer| table.last_line(viewer))
    };
    assert_eq!(lines(&table), [5, 5, 5]);
    assert_eq!(lines(&open("numbers")), [1, 1, 1], "the first line is everybody's");
    let mut table = table;
    act(&mut table, X, &seal(9));
    assert_eq!(lines(&table), [6, 5, 5]);
    table.take_back(X, None).unwrap();
    assert_eq!(lines(&table), [7, 5, 5], "taking back is a line of its own");
    let numbers = |viewer| table.update(viewer, 0).line;
    assert_eq!([NORTH, SOUTH, Viewer::Spectator].map(numbers), [5, 4, 2]);
}

#[test]
fn a_viewer_is_told_its_own_steps_only() {
    let table = begun();
    let told = |viewer| {
        let frames = table.history(viewer, 0, u64::MAX);
        let text = |frame: &senet_table::Frame| (frame.entry, frame.events[0].text.clone());
        frames.iter().map(text).collect::<Vec<_>>()
    };
    let owned = |told: &[(u64, &str)]| -> Vec<(u64, String)> {
        told.iter().map(|(step, text)| (*step, (*text).to_owned())).collect()
    };
    assert_eq!(told(NORTH), owned(&[(1, "You seal 1."), (2, "A beat.")]));
    assert_eq!(told(SOUTH), owned(&[(1, "You seal 2."), (2, "You seal 3."), (3, "A beat.")]));
    assert_eq!(told(Viewer::Spectator), owned(&[(1, "A beat.")]));
    let drawn = |viewer, step| table.drawing_at(viewer, step).map(|drawing| drawing.plain());
    assert_eq!(drawn(SOUTH, 1).as_deref(), Some("[None, Some(2)]\n"));
    assert_eq!(drawn(SOUTH, 2).as_deref(), Some("[None, Some(3)]\n"));
    assert_eq!(drawn(Viewer::Spectator, 2), None);
    assert_eq!(table.drawing(NORTH).plain(), "[Some(1), None]\n");
}

/// Whoever is not told of an act sees it by its effects on what all are told.
#[test]
fn what_changes_for_all_is_known_to_all() {
    let mut table: TableOf<Sealed> = open("numbers");
    act(&mut table, O, &kind("done"));
    assert_eq!((table.to_act(), table.awaited()), (SeatSet::only(Seat::FIRST), table.to_act()));
    assert_eq!([NORTH, SOUTH, Viewer::Spectator].map(|viewer| table.step(viewer)), [1, 1, 1]);
    act(&mut table, X, &kind("open"));
    assert_eq!([NORTH, SOUTH, Viewer::Spectator].map(|viewer| table.step(viewer)), [2, 2, 2]);
}

/// An act that changes nothing is its actor's all the same.
#[test]
fn an_act_without_effect_is_known_to_its_actor() {
    let mut table: TableOf<Sealed> = open("numbers");
    assert_eq!(act(&mut table, X, &seal(0)), (1, 2));
    assert_eq!([NORTH, SOUTH].map(|viewer| table.step(viewer)), [1, 0]);
}

/// Who took which number in secret is no barrier for another: a refusal would tell.
#[test]
fn an_act_that_nobody_knows_of_keeps_nobody_from_taking_back() {
    let mut table: TableOf<Sealed> = open("numbers");
    act(&mut table, X, &seal(1));
    act(&mut table, O, &seal(2));
    act(&mut table, X, &seal(3));
    act(&mut table, O, &seal(4));
    let taken = table.take_back(X, None).unwrap();
    assert_eq!((taken.entry, taken.line), (1, 4));
    assert_eq!(table.game().sealed, [1, 4], "what South did since stays");
    assert_eq!(table.entry(), 3);
    let taken = table.take_back(X, None).unwrap();
    assert_eq!((taken.entry, table.game().sealed), (0, [0, 4]));
    assert_eq!(code(table.take_back(X, None)), "nothing_to_take_back");
    let (again, _) = TableOf::<Sealed>::load(&table.journal().text(), None, false).unwrap();
    assert_eq!(again.game(), table.game());
    let (resumed, fits) =
        TableOf::<Sealed>::resume(&table.journal().text(), None, &Table::snapshot(&table)).unwrap();
    assert!(fits);
    assert_eq!(resumed.game(), table.game());
    assert_eq!(resumed.step(NORTH), table.step(NORTH));
}

#[test]
fn a_turn_that_was_given_up_is_not_taken_back() {
    let mut table: TableOf<Sealed> = open("numbers");
    act(&mut table, X, &seal(1));
    act(&mut table, X, &kind("done"));
    assert_eq!(code(table.take_back(X, None)), "turn_passed");
    assert_eq!(table.take_back(Actor::Host, None).map(|taken| taken.entry), Ok(0), "the host may");
    assert!(table.to_act().contains(Seat::FIRST));
    let (again, _) = TableOf::<Sealed>::load(&table.journal().text(), None, false).unwrap();
    assert_eq!(again.game(), table.game(), "the journal says which");
    let forged = rechained(&table.journal().text(), |line| {
        line.replace(r#"{"take_back":{"entry":2"#, r#"{"take_back":{"entry":7"#)
    });
    let error = TableOf::<Sealed>::load(&forged, None, false).map(|_| ()).unwrap_err();
    assert_eq!(error.problem, senet_table::Problem::Number { expected: 2, found: 7 });
    assert_eq!(table.take_back(X, None).map(|taken| taken.entry), Ok(0));
}

/// A bot that is to act keeps nobody from taking back; a person does.
#[test]
fn a_passed_turn_is_taken_back_where_only_bots_are_waited_for() {
    let mut table: TableOf<Sealed> = open("numbers");
    table.seat_bots(SeatSet::only(Seat::SECOND));
    act(&mut table, X, &seal(1));
    act(&mut table, X, &kind("done"));
    assert_eq!(table.take_back(X, None).map(|taken| taken.entry), Ok(1));
    act(&mut table, X, &kind("done"));
    act(&mut table, O, &kind("done"));
    assert_eq!(code(table.take_back(X, None)), "turn_passed", "nobody is left but the clock");
}

#[test]
fn what_was_opened_or_lies_before_a_beat_stays() {
    let mut table: TableOf<Sealed> = open("numbers");
    act(&mut table, X, &seal(5));
    act(&mut table, X, &kind("open"));
    assert_eq!(code(table.take_back(X, None)), "revealed");
    act(&mut table, X, &seal(6));
    assert_eq!(code(table.take_back_to(1)), "revealed");
    assert_eq!(table.take_back_to(2).map(|taken| taken.entry), Ok(1), "North's seal after it");
    table.clock().unwrap();
    act(&mut table, X, &seal(7));
    assert_eq!(code(table.take_back_to(0)), "nothing_to_take_back", "a beat is nobody's");
    let since: Vec<_> = table.acted_since(0);
    assert_eq!(since, [(X, false), (X, true), (Actor::Clock, false), (X, false)]);
    assert_eq!(table.acted_since(3), [(X, false)]);
    assert_eq!(table.acted_since(9), []);
}

/// What lies further back than the table keeps states for is out of reach.
#[test]
fn so_many_acts_can_be_taken_back_and_no_more() {
    let mut table: TableOf<Sealed> = open("numbers");
    for number in 0..30 {
        act(&mut table, X, &seal(number));
    }
    let mut taken = 0;
    let why = loop {
        match table.take_back(X, None) {
            Ok(_) => taken += 1,
            Err(refusal) => break refusal,
        }
    };
    assert_eq!((taken, why.code.as_str()), (24, "nothing_to_take_back"));
    assert_eq!((why.sentence.as_str(), table.game().sealed[0]), ("that lies too far back", 5));
}

/// The same after a snapshot, which holds what cannot be taken back any more.
#[test]
fn a_snapshot_keeps_who_knew_and_what_was_shown() {
    let resumed = |table: &TableOf<Sealed>| {
        let (text, snapshot) = (table.journal().text(), Table::snapshot(table));
        let (resumed, fits) = TableOf::<Sealed>::resume(&text, None, &snapshot).unwrap();
        assert!(fits);
        resumed
    };
    let mut table: TableOf<Sealed> = open("numbers");
    for number in 0..30 {
        act(&mut table, X, &seal(number));
    }
    let mut again = resumed(&table);
    assert_eq!([NORTH, SOUTH].map(|viewer| again.step(viewer)), [30, 0]);
    for taken in 1..=24 {
        assert_eq!(again.take_back(X, None).unwrap().entry, 30 - taken);
    }
    assert_eq!(code(again.take_back(X, None)), "nothing_to_take_back");
    let mut table: TableOf<Sealed> = open("numbers");
    act(&mut table, X, &seal(1));
    act(&mut table, X, &kind("open"));
    assert_eq!(code(resumed(&table).take_back(X, None)), "revealed");
    let mut table = begun();
    act(&mut table, X, &seal(2));
    act(&mut table, O, &seal(3));
    act(&mut table, X, &seal(4));
    act(&mut table, O, &seal(5));
    let mut again = resumed(&table);
    assert_eq!(again.take_back(X, None).map(|taken| taken.entry), Ok(3));
    assert_eq!(again.game().sealed, [2, 5]);
    assert_eq!(again.take_back(X, None).map(|taken| taken.entry), Ok(2));
    assert_eq!((again.game().sealed, again.entry()), ([1, 5], 6));
    assert_eq!(code(again.take_back(X, None)), "not_yours", "a beat is nobody's");
    let mut again = resumed(&table);
    assert_eq!(again.take_back_after(Seat::FIRST, 2, None).map(|taken| taken.entry), Ok(2));
    assert_eq!(again.game().sealed, [1, 5]);
}

#[test]
fn a_seat_takes_back_so_many_of_its_own_without_bots() {
    let mut table: TableOf<Sealed> = open("numbers");
    for number in 1..=4 {
        act(&mut table, X, &seal(number));
    }
    assert_eq!(table.take_back_after(Seat::FIRST, 3, None).map(|taken| taken.entry), Ok(3));
    assert_eq!(table.take_back_after(Seat::FIRST, 1, None).map(|taken| taken.entry), Ok(1));
    assert_eq!(table.game().sealed[0], 1);
    assert_eq!(table.take_back_after(Seat::FIRST, 0, None).map(|taken| taken.entry), Ok(0));
}

#[test]
fn what_a_bot_opened_stands_in_the_way() {
    let mut table: TableOf<Sealed> = open("numbers");
    table.seat_bots(SeatSet::only(Seat::FIRST));
    act(&mut table, O, &seal(1));
    act(&mut table, X, &kind("open"));
    assert_eq!(code(table.take_back(O, None)), "revealed");
}

/// An update carries a list of commands up to so many bytes; of a longer one it carries the hash.
#[test]
fn a_long_list_is_told_by_its_hash() {
    let offered = |most: u8| {
        let start = Start::Config(json!({ "most": most }));
        let luck = Luck::Open { seed: "s".to_owned() };
        let table = TableOf::<Sealed>::open(Opening { start, ..opening(luck, None) }).unwrap();
        let update = table.update(NORTH, 0);
        (update.legal.map(|legal| legal.commands.len()), update.legal_hash.is_some())
    };
    assert_eq!([offered(9), offered(34)], [(Some(11), false), (Some(36), false)]);
    assert_eq!(offered(35), (None, true));
}

/// The same commands may be told with other cautions: their hash is another one, so that a screen asks anew.
#[test]
fn a_long_list_with_other_cautions_has_another_hash() {
    let start = Start::Config(json!({ "most": 100 }));
    let luck = Luck::Open { seed: "s".to_owned() };
    let mut table = TableOf::<Sealed>::open(Opening { start, ..opening(luck, None) }).unwrap();
    let told =
        |table: &TableOf<Sealed>| (table.commands(Seat::FIRST), table.update(NORTH, 0).legal_hash);
    let before = told(&table);
    act(&mut table, O, &seal(7));
    assert_eq!(told(&table), before, "nothing of it has changed");
    act(&mut table, X, &seal(7));
    let after = told(&table);
    assert_eq!(before.0, after.0);
    assert!(before.1.is_some() && after.1.is_some() && before.1 != after.1);
}

/// Whoever comes and has missed nothing costs no replay, however long the game is.
#[test]
fn nothing_is_played_again_for_who_has_missed_nothing() {
    let mut table: TableOf<Sealed> = open("numbers");
    for number in 1..=9 {
        act(&mut table, X, &seal(number));
    }
    let before = applied();
    for viewer in [NORTH, SOUTH, Viewer::Spectator] {
        for since in [table.step(viewer), u64::MAX] {
            assert!(table.update(viewer, since).frames.is_empty());
            assert!(table.history(viewer, since, u64::MAX).is_empty());
        }
    }
    assert_eq!(applied(), before);
    assert_eq!(table.update(NORTH, 7).frames.len(), 2);
    assert!(applied() > before, "what was missed is told by playing it again");
}

/// A refusal is remembered for its request, and so are those before it.
#[test]
fn a_refused_request_stays_refused() {
    let mut table = tic_tac_toe();
    for request in ["a", "b"] {
        table.submit(O, Some(request), &mark(1), Vec::new()).unwrap_err();
    }
    marks(&mut table, &[5]);
    let mut again = |request| table.submit(O, Some(request), &mark(1), Vec::new());
    assert_eq!(again("a").map_err(|no| no.code), again("b").map_err(|no| no.code));
    assert!(again("a").is_err() && again("c").is_ok());
}

/// Data that a journal pins must be there, unless the host says that other data will do.
#[test]
fn a_journal_of_other_data_is_refused_by_name() {
    let text = open::<Sealed>("numbers").journal().text();
    let known = senet_kernel::Hash::of_bytes(b"numbers");
    let other =
        rechained(&text, |line| line.replace(&format!("\"data\":\"{known}\""), "\"data\":null"));
    assert_ne!(other, text);
    let error = TableOf::<Sealed>::load(&other, None, false).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("without a hash"), "{error}");
    assert!(error.to_string().contains(&known.to_string()), "{error}");
    assert!(TableOf::<Sealed>::load(&other, None, true).is_ok());
    assert!(TableOf::<Sealed>::load(&text, None, true).is_ok());
}

/// Only a line that was cut is passed over; one that lies is refused wherever it stands.
#[test]
fn a_last_line_that_lies_is_no_torn_one() {
    let text = begun().journal().text();
    let forged = text.trim_end().replace(r#""number":3}"#, r#""number":4}"#);
    assert_ne!(forged, text.trim_end());
    let error = TableOf::<Sealed>::load(&forged, None, false).map(|_| ()).unwrap_err();
    assert_eq!((error.line, error.entry), (4, Some(3)));
    let last =
        text.trim_end().replace(r#""command":{"type":"beat"}"#, r#""command":{"type":"done"}"#);
    assert_ne!(last, text.trim_end());
    assert!(TableOf::<Sealed>::load(&last, None, false).is_err());
}

#[test]
fn the_limits_hold_to_the_last_character() {
    let mut table: TableOf<Sealed> = open("numbers");
    let memo = |length: usize| json!("x".repeat(length - r#"{"seat":0,"value":""}"#.len()));
    assert!(table.remember(Seat::FIRST, memo(64 * 1024)).is_ok());
    assert_eq!(code(table.remember(Seat::FIRST, memo(64 * 1024 + 1))), "memo_too_large");
    assert_eq!(code(table.check(Seat::new(2).unwrap().into(), &seal(1))), "no_such_seat");
    let luck = Luck::Open { seed: "s".to_owned() };
    let seats = vec!["n".repeat(64), "Ben".to_owned()];
    assert!(TableOf::<Sealed>::open(Opening { seats, ..opening(luck, None) }).is_ok());
    let whole = table.say(NORTH, &json!(3)).unwrap_err().sentence;
    assert!(whole.starts_with("this is no command of the game: "), "{whole}");
}

#[test]
fn a_log_is_told_by_moments_as_far_as_it_goes_back() {
    let mut table = begun();
    let told = |table: &TableOf<Sealed>, viewer| {
        let chapters = table.log(viewer);
        chapters.into_iter().map(|chapter| (chapter.moment, chapter.sentences)).collect::<Vec<_>>()
    };
    let one = |moment: &str, sentences: &[&str]| -> (String, Vec<String>) {
        (moment.to_owned(), sentences.iter().map(|text| (*text).to_owned()).collect())
    };
    let start = one("", &["Sealed: North, South."]);
    assert_eq!(told(&table, NORTH), [start, one("Beat 0", &["You seal 1.", "A beat."])]);
    act(&mut table, X, &seal(4));
    act(&mut table, X, &seal(5));
    let later = one("Beat 1", &["You seal 4.", "You seal 5."]);
    assert_eq!(told(&table, NORTH), [one("Beat 0", &["You seal 1.", "A beat."]), later]);
}

#[test]
fn a_log_begins_with_the_rules_that_were_chosen() {
    let luck = Luck::Open { seed: "s".to_owned() };
    let seats = vec!["Ann".to_owned(), "Ben".to_owned()];
    let preset = Some("other".to_owned());
    let table = TableOf::<Sealed>::open(Opening { seats, preset, ..opening(luck, None) }).unwrap();
    let first = table.log(NORTH).remove(0).sentences.remove(0);
    assert_eq!(first, "Sealed, Other: Ann (North), Ben (South).");
}

#[test]
fn a_long_game_is_looked_back_at_by_its_parts() {
    let mut table = begun();
    assert_eq!(table.parts(NORTH), [Part { number: 1, first: 0, last: 2 }]);
    assert_eq!(table.parts(Viewer::Spectator), [Part { number: 1, first: 0, last: 1 }]);
    table.clock().unwrap();
    act(&mut table, O, &seal(8));
    table.clock().unwrap();
    let parts = [Part { number: 1, first: 0, last: 3 }, Part { number: 2, first: 4, last: 6 }];
    assert_eq!(table.parts(SOUTH), parts);
}

#[test]
fn the_clock_tells_what_it_owes_and_until_when() {
    let mut table: TableOf<Sealed> = open("numbers");
    let limit = table.countdown().unwrap();
    assert_eq!((limit.after_ms, limit.number, limit.beat()), (1000, 0, None));
    table.clock().unwrap();
    assert_eq!(table.countdown().and_then(Countdown::beat), Some(1));
    table.clock().unwrap();
    assert_eq!(table.countdown().and_then(Countdown::beat), Some(2));
    assert!(table.ending(NORTH).lines.is_empty());
    table.clock().unwrap();
    assert_eq!(table.countdown(), None);
    assert_eq!(table.ending(NORTH).plain(), "It is over.\n");
    assert_eq!([NORTH, SOUTH].map(|viewer| table.last_line(viewer)), [5, 5], "the end is a line");
}

#[test]
fn plans_and_questions_are_passed_on_for_who_sits_there() {
    let mut table = begun();
    let nobody = Seat::new(3).unwrap();
    assert!(table.plans(Seat::FIRST).is_none());
    table.remember(Seat::FIRST, json!(4)).unwrap();
    let plans = table.plans(Seat::FIRST).unwrap();
    assert_eq!((plans.commands.len(), plans.commands[0].text.as_str()), (1, "seal 4"));
    table.remember(Seat::FIRST, Value::Null).unwrap();
    assert!(table.plans(Seat::FIRST).is_none());
    let asked = table.question(Seat::SECOND, "what now").unwrap();
    assert_eq!((asked.user.as_str(), asked.input), ("what now: [None, Some(3)]", 7));
    assert!(table.question(nobody, "what now").is_none());
    let answered = table.answered(Seat::FIRST, 7, "2").unwrap();
    assert_eq!((answered.len(), answered[0].text.as_str()), (1, "seal 9"));
    assert_eq!(table.answered(nobody, 7, "2").unwrap_err(), NoOrders::NotPlaying);
    assert_eq!(table.answered(Seat::FIRST, 7, "no").unwrap_err(), NoOrders::Unread);
}

#[test]
fn a_table_speaks_for_its_game() {
    let table = begun();
    assert_eq!(table.say(NORTH, &seal(3)).unwrap(), "seal 3");
    assert_eq!(code(table.say(NORTH, &json!({ "type": "hop" }))), "malformed");
    assert_eq!(table.outlook(NORTH, &seal(3)).as_deref(), Some("seal 3 at 1"));
    assert_eq!(table.outlook(NORTH, &json!(3)), None);
    assert_eq!(table.forms(), [("seal N".to_owned(), "seals a number".to_owned())]);
    assert_eq!(table.prompt(Viewer::Spectator), "Spectator: 1 beats");
    assert_eq!(table.commands(Seat::FIRST)[1], r#"{"type":"seal","number":2}"#);
    assert_eq!(table.commands(Seat::new(3).unwrap()).len(), 0);
    assert!(table.secrets() && !tic_tac_toe().secrets());
    assert_eq!(
        [Seat::FIRST, Seat::new(2).unwrap()].map(|seat| table.role(seat)),
        ["North", "seat 3"]
    );
    assert_eq!(table.seed(), None);
    assert_eq!(fair::<Pig>("a secret", &[]).seed(), Some("a secret"));
    let deed = table.deed(3).unwrap();
    assert_eq!((deed.actor, deed.drew), (O, false));
    assert!(table.deed(9).is_none());
    let mut pig: PigTable = typed(Vec::new());
    pig.submit(X, None, &kind("roll"), vec![Script::Value(4)]).unwrap();
    assert!(pig.deed(1).unwrap().drew);
}

/// The players' own seed goes before the host's luck, unless dice are typed in.
#[test]
fn a_seed_among_the_settings_is_the_tables() {
    let with = |luck: Luck| {
        let start = Start::Config(json!({ "seed": "ours" }));
        TableOf::<Sealed>::open(Opening { start, ..opening(luck, None) }).unwrap()
    };
    let chosen = with(Luck::Open { seed: "host's".to_owned() });
    assert_eq!(chosen.header().luck, Luck::Open { seed: "ours".to_owned() });
    assert_eq!(with(Luck::Scripted).header().luck, Luck::Scripted);
}

/// Another host takes in what this one wrote, line by line, and nothing else.
#[test]
fn a_table_follows_the_lines_of_another_host() {
    let table = begun();
    let text = table.journal().text();
    let mut lines = text.lines();
    let (mut other, _) = TableOf::<Sealed>::load(lines.next().unwrap(), None, false).unwrap();
    for line in lines.clone() {
        other.take_line(line).unwrap();
    }
    assert_eq!(other.game(), table.game());
    let again = lines.next().unwrap();
    assert_eq!(other.take_line(again).unwrap_err().line, 6);
    let mut mirror = senet_table::Journal::default();
    assert!(text.lines().all(|line| mirror.mirror(line)));
    assert!(!mirror.mirror(again), "it does not follow");
    assert_eq!(mirror.text(), text);
}

/// Memos are their seats' alone: what others read is chained anew without them.
#[test]
fn a_journal_is_shown_without_memos() {
    let mut table = begun();
    let before = table.journal().text();
    assert_eq!(table.journal().text_without_memos(), before);
    table.remember(Seat::FIRST, json!(4)).unwrap();
    assert_eq!(table.journal().text_without_memos(), before);
    assert_ne!(table.journal().text(), before);
    act(&mut table, X, &seal(7));
    let shown = table.journal().text_without_memos();
    assert_eq!((shown.lines().count(), table.journal().lines().len()), (6, 7));
    let (again, _) = TableOf::<Sealed>::load(&shown, None, false).unwrap();
    assert_eq!((again.game(), again.memo(Seat::FIRST)), (table.game(), &Value::Null));
    let chained = senet_table::Journal::chained(&shown).unwrap();
    assert_eq!(chained.text(), shown);
    assert!(senet_table::Journal::chained("{}\n").is_none());
}

/// An event is told to its actor alone until it is opened.
#[test]
fn what_is_shown_of_an_event() {
    use senet_kernel::Game;
    let event = Event::Sealed { seat: Seat::FIRST, number: 3 };
    assert_eq!(Sealed::shown(&event, NORTH), Some(event.clone()));
    assert_eq!(Sealed::shown(&event, SOUTH), None);
}

#[test]
fn the_first_words_settle_the_version() {
    use senet_table::protocol::{Answer, VERSION, greeted, not_a_message};
    assert!(matches!(greeted(None, None), Ok(Answer::Hello(_))));
    assert!(matches!(greeted(Some(VERSION), Some(5)), Ok(Answer::Hello(_))));
    assert_eq!(code(greeted(Some(VERSION + 1), None)), "other_protocol");
    let error = || serde_json::from_str::<u8>("x").unwrap_err();
    let old = |message: Value| not_a_message(&message, &error()).code;
    assert_eq!(old(json!({ "type": "follow", "seat": 0 })), "renamed");
    assert_eq!(old(json!({ "type": "follow" })), "no_message");
    assert_eq!(old(json!({ "type": "hop", "seat": 0 })), "no_message");
    let refusal = senet_table::Refusal::new("no", "this is why");
    assert_eq!(refusal.to_string(), "this is why");
    assert_eq!(senet_table::Commitment::to("x").to_string().len(), 64);
}
