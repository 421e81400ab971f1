//! Looking back, branching, and what others may see of it.

use senet_kernel::{Draw, Seat, Viewer};
use senet_table::protocol::{Occasion, Push, PushedUpdate};
use senet_table::{Frame, Luck, Table};

use crate::*;

#[test]
fn looks_back_at_any_entry_through_any_eyes() {
    let mut table = tic_tac_toe();
    let mut views = vec![table.view(Viewer::Spectator).get().to_owned()];
    for square in [1, 4, 2, 5, 3] {
        marks(&mut table, &[square]);
        views.push(table.view(Viewer::Spectator).get().to_owned());
    }
    for (entry, view) in views.iter().enumerate() {
        let then = table.view_at(Viewer::Spectator, entry as u64).unwrap();
        assert_eq!(then.get(), view, "after entry {entry}");
    }
    assert!(table.view_at(Viewer::Spectator, 6).is_none());
    let frames = table.history(Viewer::Spectator, 2, 4);
    let entries: Vec<_> =
        frames.iter().map(|frame| (frame.entry, frame.events[0].text.as_str())).collect();
    assert_eq!(entries, [(3, "X marks square 2."), (4, "O marks square 5.")]);
    assert_eq!(table.history(Viewer::Spectator, 0, u64::MAX).len(), 5);
    assert!(table.history(Viewer::Spectator, 9, 20).is_empty());
}

#[test]
fn an_update_carries_the_view_and_what_led_to_it() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 4]);
    let update = table.update(Viewer::Seat(Seat::FIRST), 1);
    assert_eq!((update.entry, update.line), (2, 3));
    assert_eq!(update.prompt, "X: mark a free square.");
    assert!(update.to_act.contains(Seat::FIRST) && !update.to_act.contains(Seat::SECOND));
    assert_eq!(update.frames.len(), 1);
    assert_eq!(update.frames[0].events[0].text, "O marks square 4.");
    assert!(!update.can_take_back);
    assert!(table.update(Viewer::Seat(Seat::SECOND), 2).can_take_back);
    assert!(table.update(Viewer::Seat(Seat::SECOND), 2).frames.is_empty());
    assert_eq!(table.update(Viewer::Spectator, 0).frames.len(), 2);
    let then = table.update_at(Viewer::Spectator, 1).unwrap();
    assert_eq!((then.entry, then.prompt.as_str()), (1, "O marks a square."));
    assert!(table.update_at(Viewer::Spectator, 3).is_none());
}

/// What a server sends is written straight from the game's own values, and is the same to the byte as the update
/// that others are handed.
#[track_caller]
fn written_alike(table: &impl Table, since: u64) {
    for viewer in Viewer::all(table.seats()) {
        let update = table.update(viewer, since);
        let push =
            PushedUpdate { table: "t", viewer, now_ms: 5, deadline_ms: None, update: &update };
        let mut text = Vec::new();
        let at = Occasion { table: "t", viewer, now_ms: 5, deadline_ms: None };
        at.write(table, since, &mut text);
        let wanted = serde_json::to_string(&Push::Update(push)).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), wanted);
    }
}

#[test]
fn an_update_is_sent_as_it_is_handed_over() {
    let mut table = tic_tac_toe();
    for square in [1, 4, 2, 5, 3] {
        for since in 0..=table.entry() {
            written_alike(&table, since);
        }
        marks(&mut table, &[square]);
    }
    written_alike(&table, 0);
    let mut poker = fair::<KuhnPoker>("secret", &[]);
    for turn in 0..8 {
        written_alike(&poker, turn);
        let Some(seat) = poker.to_act().iter().next() else { break };
        let first = poker.legal(seat).commands.swap_remove(0);
        poker.submit_text(seat.into(), None, &first.command).unwrap();
    }
}

/// An update carries what every client needs: who is waited for, whether a screen is to be covered, and
/// what may be done.
#[test]
fn an_update_spares_further_questions() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 4]);
    let own = table.update(Viewer::Seat(Seat::FIRST), 1);
    let listed = own.legal.as_ref().unwrap();
    assert_eq!((listed.commands.len(), listed.commands[0].text.as_str()), (7, "mark 2"));
    assert!(own.legal_hash.is_none());
    assert!(!own.secrets && own.awaited.contains(Seat::FIRST));
    let other = table.update(Viewer::Seat(Seat::SECOND), 1);
    assert!(other.legal.unwrap().commands.is_empty());
    assert!(table.update(Viewer::Spectator, 1).legal.is_none(), "a spectator does nothing");
    assert!(table.update_at(Viewer::Seat(Seat::FIRST), 1).unwrap().legal.is_none(), "the past");
    let mut poker: Poker = open("cards");
    assert!(!poker.update(Viewer::Spectator, 0).secrets);
    poker.submit(X, None, &json!({ "type": "deal" }), Vec::new()).unwrap();
    assert!(poker.update(Viewer::Spectator, 0).secrets, "hands are hidden now");
}

/// Every frame tells the turn in which it was asked for, by the game's own number.
#[test]
fn frames_tell_their_turn() {
    let mut table: PigTable = typed(Vec::new());
    table.submit(X, None, &json!({ "type": "roll" }), vec![Script::Value(4)]).unwrap();
    table.submit(X, None, &json!({ "type": "hold" }), Vec::new()).unwrap();
    table.submit(O, None, &json!({ "type": "roll" }), vec![Script::Value(2)]).unwrap();
    let moments = |frames: &[Frame]| frames.iter().map(|f| f.moment.clone()).collect::<Vec<_>>();
    let told = moments(&table.history(Viewer::Spectator, 0, u64::MAX));
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|moment| !moment.is_empty()), "{told:?}");
    for entry in 1..=3 {
        let mut table: PigTable = typed(Vec::new());
        let script = [vec![Script::Value(4)], vec![], vec![Script::Value(2)]];
        let plays = [(X, "roll"), (X, "hold"), (O, "roll")];
        for ((actor, word), script) in plays.into_iter().zip(script).take(entry) {
            table.submit(actor, None, &json!({ "type": word }), script).unwrap();
        }
        let newest = table.update(Viewer::Spectator, entry as u64 - 1);
        assert_eq!(moments(&newest.frames), [told[entry - 1].clone()], "the newest, told alone");
    }
}

#[test]
fn what_is_hidden_is_in_nothing_that_others_are_given() {
    // The same play with the opponent's card swapped for the one that nobody has.
    let deal = |order: [u32; 3]| {
        let mut table: Poker = typed(Vec::new());
        let script = vec![Draw::Shuffle(order.to_vec()).into()];
        table.submit(X, None, &json!({ "type": "deal" }), script).unwrap();
        table
    };
    let mut one = deal([1, 0, 2]);
    let mut other = deal([1, 2, 0]);
    let see = |table: &Poker| {
        let own = Viewer::Seat(Seat::FIRST);
        let update = serde_json::to_string(&table.update(own, 0)).unwrap();
        let log = serde_json::to_string(&table.history(own, 0, 9)).unwrap();
        (update, log, table.drawing(own), table.prompt(own))
    };
    assert_eq!(see(&one), see(&other));
    for table in [&mut one, &mut other] {
        table.submit(X, None, &json!({ "type": "check" }), Vec::new()).unwrap();
        table.submit(O, None, &json!({ "type": "bet" }), Vec::new()).unwrap();
    }
    assert_eq!(see(&one), see(&other), "a bet tells nothing of the card");
    for table in [&mut one, &mut other] {
        table.submit(X, None, &json!({ "type": "call" }), Vec::new()).unwrap();
    }
    assert_ne!(see(&one), see(&other), "the showdown tells");
}

#[test]
fn branches_into_a_table_of_its_own() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 4, 2]);
    let luck = || Luck::Open { seed: "elsewhere".to_owned() };
    let mut branch = table.branch(2, luck(), None).unwrap();
    let then = table.view_at(Viewer::Spectator, 2).unwrap();
    assert_eq!(branch.view(Viewer::Spectator).get(), then.get());
    let from = branch.header().branch.clone().unwrap();
    assert_eq!((Some(from.journal), from.entry), (table.journal().name(), 2));
    branch.submit(X, None, &mark(9), Vec::new()).unwrap();
    assert_eq!(table.entry(), 3, "the old table does not notice");
    let (loaded, _) = TableOf::<TicTacToe>::load(&branch.journal().text(), None, false).unwrap();
    assert_eq!(loaded.state().get(), branch.state().get());
    assert_eq!(table.branch(9, luck(), None).map(|_| ()).unwrap_err().code, "no_such_entry");
}
