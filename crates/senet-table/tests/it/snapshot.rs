//! Snapshots spare a replay and never change what a table is.

use senet_kernel::{Actor, Seat, Text, Viewer};
use senet_table::{Accepted, Refusal, Table, TableOf};
use serde_json::{Value, json};

use crate::*;

/// Everything that can be asked of a table.
fn told<G: Text>(table: &TableOf<G>) -> Value {
    let viewers = [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator];
    let told = viewers.map(|viewer| {
        let at = |entry| json!([table.update_at(viewer, entry), table.drawing_at(viewer, entry)]);
        let back = viewer.seat().map(|seat| match table.can_take_back(seat.into()) {
            Ok(()) => String::new(),
            Err(no) => no.code,
        });
        json!([
            table.update(viewer, 0),
            table.update(viewer, table.entry()),
            (0..=table.entry() + 1).map(at).collect::<Vec<_>>(),
            back,
        ])
    });
    let memos = [table.memo(Seat::FIRST), table.memo(Seat::SECOND)];
    json!([table.journal().text(), table.state(), table.entry(), table.outcome(), told, memos])
}

fn journal<G: Text>(table: &TableOf<G>) -> String {
    table.journal().text()
}

/// Resumes a table from a snapshot and checks that nothing differs from one that was replayed.
#[track_caller]
fn same<G: Text>(table: &TableOf<G>, seed: Option<&str>, snapshot: &str, fits: bool) -> TableOf<G> {
    let (resumed, fitted) = TableOf::<G>::resume(&journal(table), seed, snapshot).unwrap();
    assert_eq!(fitted, fits, "{snapshot}");
    assert_eq!(told(&resumed), told(table));
    resumed
}

fn lines(snapshot: &str) -> u64 {
    serde_json::from_str::<Value>(snapshot).unwrap()["lines"].as_u64().unwrap()
}

#[test]
fn every_snapshot_of_a_game_resumes_the_same_table() {
    let mut table: PigTable = fair("a secret", &["salt"]);
    let mut snapshots = vec![table.snapshot()];
    while let Some(seat) = table.to_act().iter().next() {
        let number = table.entry();
        let kind = if number % 4 == 3 { "hold" } else { "roll" };
        let request = format!("{number}");
        let submitted =
            table.submit(seat.into(), Some(&request), &json!({ "type": kind }), Vec::new());
        if submitted.is_err() {
            table.submit(seat.into(), None, &json!({ "type": "roll" }), Vec::new()).unwrap();
        }
        if number.is_multiple_of(7) {
            table.remember(seat, json!(number)).ok();
        }
        snapshots.push(table.snapshot());
    }
    assert!(snapshots.len() > 30, "{}", snapshots.len());
    assert!(lines(&snapshots[20]) > 15, "a snapshot stands near the end");
    for snapshot in snapshots.iter().step_by(5).chain(snapshots.last()) {
        let mut resumed = same(&table, Some("a secret"), snapshot, true);
        let first = resumed.submit(X, Some("0"), &json!({ "type": "hold" }), Vec::new());
        assert_eq!(first, Ok(Accepted { entry: 1, line: 2 }), "old requests are still known");
    }
}

#[test]
fn a_resumed_table_goes_on_with_the_same_luck() {
    let mut table: PigTable = fair("a secret", &[]);
    for _ in 0..12 {
        let seat = table.to_act().iter().next().unwrap();
        table.submit(seat.into(), None, &json!({ "type": "roll" }), Vec::new()).unwrap();
    }
    let (mut resumed, fitted) =
        TableOf::<Pig>::resume(&journal(&table), Some("a secret"), &table.snapshot()).unwrap();
    assert!(fitted);
    play_out(&mut table);
    play_out(&mut resumed);
    assert_eq!(journal(&resumed), journal(&table));
    // A snapshot of a table that was resumed is as good as any.
    same(&table, Some("a secret"), &resumed.snapshot(), true);
}

#[test]
fn what_can_be_taken_back_is_the_same_after_a_snapshot() {
    let code = |answer: Result<Accepted, Refusal>| answer.map_err(|no| no.code);
    let mut table = tic_tac_toe();
    let check = |table: &mut TableOf<TicTacToe>, actor: Actor| {
        let mut resumed = same(table, None, &table.snapshot(), true);
        let request = format!("back from {}", table.entry());
        let answer = code(table.take_back(actor, Some(&request)));
        assert_eq!(code(resumed.take_back(actor, Some(&request))), answer);
        assert_eq!(told(&resumed), told(table));
        same(table, None, &table.snapshot(), true);
        answer.map(|accepted| accepted.entry)
    };
    assert_eq!(check(&mut table, X), Err("nothing_to_take_back".to_owned()));
    marks(&mut table, &[1]);
    assert_eq!(check(&mut table, O), Err("not_yours".to_owned()));
    marks(&mut table, &[2, 3]);
    assert_eq!(check(&mut table, X).map_err(|_| ()), Ok(2), "the state before it is there still");
    let old = table.snapshot();
    marks(&mut table, &[3]);
    same(&table, None, &old, true);
}

/// Whether an entry showed something hidden is told by the snapshot alone.
#[test]
fn what_was_shown_is_not_taken_back_after_a_snapshot() {
    let mut table: Poker = open("a deal");
    let kinds = ["deal", "check", "bet", "call"];
    for kind in kinds {
        let seat = table.to_act().iter().next().unwrap();
        table.submit(seat.into(), None, &json!({ "type": kind }), Vec::new()).unwrap();
        same(&table, None, &table.snapshot(), true);
    }
}

#[test]
fn a_snapshot_that_does_not_fit_is_left_aside() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 2, 3]);
    let good = table.snapshot();
    let mut other = tic_tac_toe();
    marks(&mut other, &[1, 5, 9]);
    let change = |change: &dyn Fn(&mut Value)| {
        let mut json: Value = serde_json::from_str(&good).unwrap();
        change(&mut json);
        json.to_string()
    };
    let lied = change(&|json| json["state"]["marks"][0] = json!(7));
    assert_ne!(lied, good);
    same(&table, None, &good, true);
    for bad in [
        "",
        "{}",
        "null",
        &good[..good.len() / 2],
        &lied,
        &change(&|json| json["state"] = serde_json::from_str(other.state().get()).unwrap()),
        &change(&|json| json["lines"] = json!(0)),
        &change(&|json| json["lines"] = json!(2)),
        &change(&|json| json["lines"] = json!(99)),
        &change(&|json| json["state"] = json!({})),
        &change(&|json| json["more"] = json!(1)),
    ] {
        same(&table, None, bad, false);
    }
    // A journal that was changed is refused, whatever a snapshot says.
    let text = journal(&table).replacen("\"square\":1", "\"square\":7", 1);
    assert!(TableOf::<TicTacToe>::resume(&text, None, &good).is_err());
}
