//! A draft is the table itself, whatever is asked and whenever: only its lines are written later.

use senet_kernel::{Rng, Viewer};
use senet_reference::connect_four::ConnectFour;
use senet_table::{Draft, draft};
use serde_json::value::{RawValue, to_raw_value};

use crate::sealed::Sealed;
use crate::*;

/// What a draft lists, as JSON.
fn listed(draft: &mut dyn Draft, seat: Seat) -> Vec<String> {
    let before: Vec<_> = (0..draft.listed()).map(|place| draft.text(place).unwrap()).collect();
    let stood = draft.list(seat);
    let now: Vec<_> = (0..draft.listed()).map(|place| draft.text(place).unwrap()).collect();
    match stood {
        None => assert_eq!(now, before, "it says that the list is the same"),
        Some(stood) => {
            assert_eq!(stood.len(), now.len());
            for (command, place) in now.iter().zip(stood) {
                assert!(place.is_none_or(|place| before[place] == *command), "where it stood");
            }
        }
    }
    now
}

#[track_caller]
fn alike(table: &dyn Table, draft: &mut dyn Draft) {
    assert_eq!(draft.header(), table.header());
    assert_eq!((draft.entry(), draft.seats()), (table.entry(), table.seats()));
    assert_eq!((draft.to_act(), draft.awaited()), (table.to_act(), table.awaited()));
    assert_eq!(draft.outcome(), table.outcome());
    for viewer in Viewer::all(table.seats()) {
        assert_eq!(draft.view(viewer).get(), table.view(viewer).get());
    }
    for seat in Seat::first(table.seats()) {
        assert_eq!(listed(draft, seat), table.commands(seat));
    }
}

#[track_caller]
fn written_alike(table: &dyn Table, draft: &mut dyn Draft) {
    assert_eq!(draft.written().journal().text(), table.journal().text());
    assert_eq!(draft.written().snapshot(), table.snapshot());
    alike(table, draft);
}

/// Does to both what chance says: commands that were listed and texts, right and wrong, taking back, the clock,
/// and reading what is written.
fn any_deed(table: &mut dyn Table, draft: &mut dyn Draft, luck: &mut Rng) {
    let seat = Seat::new(luck.below(table.seats() as u32 + 1) as usize).unwrap();
    let commands = listed(draft, seat);
    let place = luck.below(commands.len() as u32) as usize;
    let text = |json: &str| RawValue::from_string(json.to_owned()).unwrap();
    let submit = |table: &mut dyn Table, command: &RawValue| {
        table.submit_text(Actor::Seat(seat), None, command).map(|accepted| accepted.entry)
    };
    match luck.below(16) {
        0 => written_alike(table, draft),
        1 => {
            let mut done = None;
            draft.change(&mut |table| done = Some(table.take_back(Actor::Seat(seat), None)));
            assert_eq!(done, Some(table.take_back(Actor::Seat(seat), None)));
        }
        2 => {
            let mut done = None;
            draft.change(&mut |table| done = Some(table.clock()));
            assert_eq!(done, Some(table.clock()));
        }
        3 => {
            let wrong = text(r#"{"type":"jump"}"#);
            assert_eq!(draft.submit_text(seat, &wrong), submit(table, &wrong));
        }
        4 if place < commands.len() => {
            // What was listed for one seat is asked for by another.
            let other = Seat::new(luck.below(table.seats() as u32) as usize).unwrap();
            let done = table.submit_text(Actor::Seat(other), None, &text(&commands[place]));
            assert_eq!(draft.submit(other, place), done.map(|accepted| accepted.entry));
        }
        5..8 if place < commands.len() => {
            let command = text(&commands[place]);
            assert_eq!(draft.submit_text(seat, &command), submit(table, &command));
        }
        _ if place < commands.len() => {
            assert_eq!(draft.submit(seat, place), submit(table, &text(&commands[place])));
        }
        _ => assert_eq!(draft.submit(seat, place).unwrap_err().code, "malformed"),
    }
}

fn check<G: Text>() {
    for game in 0..12 {
        let mut table: TableOf<G> = open(&format!("draft {game}"));
        let (mut luck, mut own) = (Rng::new(game), draft(Box::new(table.clone())));
        assert!(own.copy().is_some(), "{} is drafted", G::ID);
        for deed in 0..60 {
            any_deed(&mut table, own.as_mut(), &mut luck);
            alike(&table, own.as_mut());
            if deed % 20 == 10 {
                // A copy goes its own way, and leaves the other as it was.
                let (mut again, mut copy) = (table.clone(), own.copy().unwrap());
                for _ in 0..10 {
                    any_deed(&mut again, copy.as_mut(), &mut luck);
                }
                written_alike(&again, copy.as_mut());
            }
        }
        written_alike(&table, own.as_mut());
    }
}

#[test]
fn a_draft_is_told_and_written_as_the_table_is() {
    check::<ConnectFour>();
    check::<TicTacToe>();
    check::<Pig>();
}

#[test]
fn a_draft_counts_what_a_seat_may_know_of() {
    check::<KuhnPoker>();
    check::<Sealed>();
}

/// Dice that are typed in, or whose seed is not known, have no future to be drafted.
#[test]
fn dice_that_are_not_known_are_not_drafted() {
    let typed: PigTable = typed(Vec::new());
    let sealed = fair::<Pig>("a secret", &[]).journal().text();
    let (blind, _) = PigTable::load(&sealed, None, false).unwrap();
    for table in [typed, blind] {
        let mut own = draft(Box::new(table.clone()));
        assert!(own.copy().is_none());
        let roll = to_raw_value(&json!({ "type": "roll" })).unwrap();
        let mut table = table;
        let refused = table.submit_text(X, None, &roll).unwrap_err();
        assert_eq!(own.submit_text(Seat::FIRST, &roll), Err(refused));
        written_alike(&table, own.as_mut());
    }
}
