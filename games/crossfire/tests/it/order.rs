//! Initiative and whose units act (rules, section 7).

use senet_crossfire::{Command, Crossfire};
use senet_kernel::{Game, Listing, Seat, Text, Viewer};
use serde_json::json;

use crate::desk::{Desk, P1, P2, factions, fresh};

/// Lets the units act by holding, in the order that is written, and checks whose turn each is.
/// `+` before a unit: it acts on the offer that follows its first aid.
#[track_caller]
fn follows(mut desk: Desk, order: &str) {
    let names: Vec<char> = order.chars().filter(char::is_ascii_alphabetic).collect();
    for letter in names {
        let (side, number) = match letter {
            'a'..='e' => (P1, letter as u8 - b'a' + 1),
            _ => (P2, letter as u8 - b'v' + 1),
        };
        assert_eq!(desk.seat(), side, "{letter} acts in {order}");
        desk.run(&format!("P{}-{number} hold", side.index() + 1), &[]);
    }
    assert_eq!(desk.game.round(), 2, "the round ends after {order}");
}

fn sides(board: &str, first: Seat) -> Desk {
    let phase = json!({ "Order": { "dice": [6, 1] } });
    Desk::in_phase(factions("verdant_eye", "verdant_eye"), board, phase).after_choice(first == P1)
}

impl Desk {
    fn after_choice(mut self, first: bool) -> Desk {
        self.run(if first { "first" } else { "second" }, &[]);
        self
    }
}

const FIVE: &str =
    "a.............v\nb.............w\nc.............x\nd.............y\ne.............z";

#[test]
fn batches_of_two_alternate_after_the_first_unit() {
    // GR-014, GR-015, GR-016, GR-044, R12, DA-003: the worked examples of section 7.2.
    follows(sides(FIVE, P1), "a vw bc xy d");
    follows(sides(FIVE, P2), "v ab wx cd y");
    let solar = |first: bool| {
        let board =
            "a.............v\nb.............w\nc.............x\nd.............y\ne..............";
        Desk::with(factions("verdant_eye", "solar_wardens"), board)
            .set("/phase", json!({ "Order": { "dice": [6, 1] } }))
            .after_choice(first)
    };
    follows(solar(false), "v ab wx cd y");
    follows(solar(true), "a vw bc xy d");
    follows(sides("a.............v\nb..............\nc..............", P1), "a v bc");
    follows(sides("a.............v\nb..............\nc..............", P2), "v ab c");
    let four = "a.............v\nb.............w\nc.............x\nd..............";
    follows(sides(four, P1), "a vw bc x d");
}

#[test]
fn a_side_with_only_down_units_is_skipped() {
    // R49, GR-029.
    follows(sides("A.............v\nB.............w\n..............x", P1), "vw x");
    follows(sides("A.............v\nB.............w\n..............x", P2), "v wx");
}

#[test]
fn a_unit_that_is_helped_up_may_act_at_once() {
    // GR-021, GR-030, DA-007, R14: the slot of the batch if one is left, else on top.
    let board =
        "a.............v\nb.............w\nc.............x\nD.............y\nE.............z";
    let mut first_slot = sides(board, P1);
    for unit in ["P1-1 hold", "P2-1 hold", "P2-2 hold"] {
        first_slot.run(unit, &[]);
    }
    let mut second_slot = first_slot.clone();
    // b goes beside d and helps it in slot 1: d takes slot 2.
    first_slot.run("P1-2 aid P1-4 from 2,3", &[]);
    assert!(first_slot.told("aided_offered"));
    first_slot.run("P1-4 hold", &[]);
    for (unit, seat) in [("P2-3 hold", P2), ("P2-4 hold", P2), ("P1-3 hold", P1)] {
        assert_eq!(first_slot.seat(), seat);
        first_slot.run(unit, &[]);
    }
    assert_eq!(first_slot.game.round(), 2);
    // c helps d in slot 2: d is an extra, and the side has used four.
    second_slot.run("P1-2 hold", &[]).run("P1-3 aid P1-4", &[]).run("P1-4 hold", &[]);
    second_slot.run("P2-3 hold", &[]).run("P2-4 hold", &[]);
    assert_eq!(second_slot.game.round(), 2);
}

#[test]
fn help_in_the_first_activation_is_an_extra_too() {
    // R14: a +e, v w, b c, x y; d does not act.
    let board =
        "a.............v\nE.............w\nb.............x\nc.............y\nd.............z";
    let mut desk = sides(board, P1);
    desk.run("P1-1 aid P1-5", &[]).run("P1-5 hold", &[]);
    for unit in ["P2-1", "P2-2", "P1-2", "P1-3", "P2-3", "P2-4"] {
        desk.run(&format!("{unit} hold"), &[]);
    }
    assert_eq!(desk.game.round(), 2);
}

#[test]
fn the_fourth_activation_makes_no_offer() {
    // GR-021, GR-016: no activation is left; the unit stands all the same.
    let board =
        "a.............v\nb.............w\nc.............x\nd.............y\nE.............z";
    let mut desk = sides(board, P2);
    for unit in ["P2-1", "P1-1", "P1-2", "P2-2", "P2-3", "P1-3"] {
        desk.run(&format!("{unit} hold"), &[]);
    }
    desk.run("P1-4 aid P1-5", &[]);
    assert!(!desk.told("aided_offered"));
    assert_eq!(desk.seat(), P2);
    assert_eq!(desk.units(), "abcdevwxyz");
    desk.run("P2-4 hold", &[]);
    assert_eq!(desk.game.round(), 2);
}

#[test]
fn an_offer_can_be_declined_and_the_unit_acts_later() {
    // R14, R15.
    let board = "a.............v\nB.............w";
    let mut desk = sides(board, P1);
    desk.run("P1-1 aid P1-2", &[]);
    desk.refuses_from(P1, "P1-1 hold", "must_answer_aided");
    desk.refuses_from(P2, "P2-1 hold", "must_answer_aided");
    desk.refuses_from(P1, "P1-1 decline", "must_answer_aided");
    desk.refuses_from(P2, "P1-2 decline", "not_your_turn");
    desk.run("P1-2 decline", &[]);
    assert_eq!(desk.seat(), P2);
    desk.run("P2-1 hold", &[]).run("P2-2 hold", &[]);
    assert_eq!(desk.seat(), P1);
    desk.refuses("P1-2 decline", "wrong_phase");
    desk.run("P1-2 hold", &[]);
    assert_eq!(desk.game.round(), 2);
}

#[test]
fn a_unit_that_acted_before_it_went_down_gets_no_second_activation() {
    // R15, GR-016, DA-003.
    let board = "a.............v\nB.............w\nc..............";
    let mut desk = sides(board, P1).acted("b");
    desk.run("P1-1 aid P1-2", &[]);
    assert!(!desk.told("aided_offered"));
    assert_eq!(desk.seat(), P2);
}

#[test]
fn acting_is_compulsory_and_each_unit_acts_once() {
    // R13, GR-017: nothing but an activation moves the turn on.
    let desk = sides(FIVE, P1);
    for text in ["first", "roll", "done", "no revive"] {
        desk.refuses(text, "wrong_phase");
    }
    let mut desk = desk;
    desk.run("P1-1 hold", &[]);
    desk.refuses_from(P1, "P1-2 hold", "not_your_turn");
    desk.run("P2-1 hold", &[]);
    desk.refuses("P2-1 hold", "already_acted");
}

fn initiative(advantage: serde_json::Value) -> Desk {
    let mut config = factions("verdant_eye", "verdant_eye");
    config["advantage"] = advantage;
    Desk::with(config, FIVE)
        .set("/phase", json!({ "Initiative": { "dice": [null, null], "redraw": false } }))
}

#[test]
fn both_sides_roll_and_the_higher_die_chooses() {
    // GR-013, GR-014, DA-002, R48.
    let mut desk = initiative(json!(null));
    desk.refuses_from(P2, "roll", "not_your_turn");
    desk.run("roll", &[3]);
    desk.refuses_from(P1, "roll", "not_your_turn");
    desk.run("roll", &[3]);
    assert!(desk.told("initiative_tied"));
    assert_eq!(desk.seat(), P1);
    desk.run("roll", &[2]).run("roll", &[5]);
    assert!(desk.told("initiative_won"));
    assert_eq!(desk.seat(), P2);
    desk.refuses_from(P1, "first", "not_your_turn");
    let mut other = desk.clone();
    desk.run("first", &[]);
    assert_eq!(desk.seat(), P2);
    other.run("second", &[]);
    assert_eq!(other.seat(), P1);
    // Either way the first batch is one unit.
    other.run("P1-1 hold", &[]);
    assert_eq!(other.seat(), P2);
}

#[test]
fn tactical_edge_rolls_first_and_may_reroll_before_the_opponent() {
    // R11, R23, GR-040, GR-045: once a round, on the first roll; the second value stands.
    let mut desk = initiative(json!({ "seat": 1, "advantage": "tactical_edge" }));
    assert_eq!(desk.seat(), P2);
    desk.run("roll", &[2]);
    assert_eq!(desk.seat(), P2);
    desk.refuses_from(P1, "roll", "must_answer_roll");
    desk.refuses_from(P1, "keep 1", "not_your_turn");
    desk.refuses("reroll 1 die 1 by faction", "source_not_allowed");
    desk.refuses("reroll 1 die 1 by orders", "source_not_allowed");
    let mut kept = desk.clone();
    kept.run("keep", &[]);
    assert_eq!(kept.seat(), P1);
    desk.run("reroll 1 die 1 by edge", &[1]);
    assert_eq!(desk.seat(), P1);
    desk.run("roll", &[1]);
    // A tie: the holder rolls first again, without a window.
    assert_eq!(desk.seat(), P2);
    desk.run("roll", &[4]);
    assert_eq!(desk.seat(), P1);
    desk.run("roll", &[6]).run("first", &[]);
    assert_eq!(desk.seat(), P1);
}

#[test]
fn focused_orders_on_initiative_come_again_after_a_tie() {
    // R52, R23: offered as soon as the dice lie unequal, also to the winner.
    let mut desk = initiative(json!({ "seat": 0, "advantage": "focused_orders" }));
    desk.run("roll", &[6]).run("roll", &[2]);
    assert_eq!(desk.seat(), P1);
    desk.refuses("reroll 2 die 1 by orders", "no_such_roll");
    desk.refuses("reroll 1 die 2 by orders", "no_such_roll");
    desk.refuses("reroll 1 die 1 by edge", "source_not_allowed");
    desk.run("reroll 1 die 1 by orders", &[2]);
    assert!(desk.told("initiative_tied"));
    desk.run("roll", &[1]).run("roll", &[2]);
    assert_eq!(desk.seat(), P1);
    desk.run("reroll 3 die 1 by orders", &[1]);
    // No reroll is left: the next unequal dice are settled at once.
    assert!(desk.told("initiative_won"));
    assert_eq!(desk.seat(), P2);
    // A reroll that does not tie is settled at once, though another one is left.
    let mut left = initiative(json!({ "seat": 0, "advantage": "focused_orders" }));
    left.run("roll", &[6]).run("roll", &[2]).run("reroll", &[1]);
    assert!(left.told("initiative_won"));
    assert_eq!(left.seat(), P2);
    let mut again = initiative(json!({ "seat": 1, "advantage": "focused_orders" }));
    again.run("roll", &[6]).run("roll", &[2]);
    assert_eq!(again.seat(), P2);
    again.run("keep 2", &[]);
    assert_eq!(again.seat(), P1);
}

/// GR-012, GR-044: but for giving up, all that a side may do is listed, at every point where the
/// choices can be counted; a placement is one of millions.
#[test]
fn lists_are_complete_but_for_placements_and_giving_up() {
    let listing = |desk: &Desk, seat| desk.game.legal(seat, &mut Vec::new());
    let deploying =
        Desk { game: fresh(&factions("verdant_eye", "grey_cloaks"), 1), events: vec![] };
    assert_eq!(listing(&deploying, P1), Listing::Sample);
    let desk = Desk::with(factions("grey_cloaks", "verdant_eye"), "a..v.");
    assert_eq!(listing(&desk, P1), Listing::Complete);
    assert_eq!(listing(&desk, P2), Listing::Complete);
    assert!(Crossfire::gives_up(&Command::Concede {}));
    let mut rolled = desk;
    rolled.run("P1-1 shoot P2-1", &[3, 4]);
    assert!(rolled.game.view(Viewer::Seat(P1)).question.is_some(), "Grey Cloaks may reroll");
    assert_eq!(listing(&rolled, P1), Listing::Complete);
}

/// GR-012, GR-014: what is advised to one who is not understood fits the moment, and ids are spelled
/// as they are everywhere, whatever was typed.
#[test]
fn advice_names_what_can_be_said_now() {
    #[track_caller]
    fn check(desk: &Desk, seat: Seat, text: &str, parts: &[&str]) {
        let view = desk.game.view(Viewer::Seat(seat));
        let told =
            Crossfire::read(&view, seat, text, &serde_json::Value::Null).unwrap_err().sentence;
        for part in parts {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
    let deploying =
        Desk { game: fresh(&factions("verdant_eye", "grey_cloaks"), 1), events: vec![] };
    check(&deploying, P1, "Hello P1-1", &["\"Hello P1-1\"", "deploy P1-1 2,3 P1-2"]);
    check(&deploying, P2, "what", &["deploy P2-1 14,3 P2-2"]);
    let desk = Desk::new("a....\n.....v");
    check(&desk, P1, "dance", &["P1-1 move", "P1-1 shoot P2-2", "hold", "end"]);
    // Lenient in, one spelling out.
    let view = desk.game.view(Viewer::Seat(P1));
    let read = Crossfire::read(&view, P1, "p01-1 HOLD", &serde_json::Value::Null).unwrap();
    assert_eq!(Crossfire::say(&view, &read.commands[0]), "P1-1 hold");
    let wire = serde_json::to_value(read.commands[0]).unwrap();
    assert_eq!(wire["unit"], "P1-1");
}
