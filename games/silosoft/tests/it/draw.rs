//! The draw and its events.

use std::collections::BTreeMap;

use senet_kernel::{Chance, Events, Game, Viewer, outcomes};
use senet_silosoft::{Command, Config, Event, Silosoft};
use serde_json::json;

use crate::play::{Play, balanced, config, seat, start};

/// What a draw brings, with its exact chance.
fn chances(play: &Play) -> BTreeMap<String, Chance> {
    let mut chances = BTreeMap::new();
    let run = |dice: &mut senet_kernel::Dice| {
        let (mut game, mut events) = (play.game.clone(), Events::on());
        game.apply(play.active().into(), &Command::Draw, dice, &mut events).unwrap();
        match events.list()[0] {
            Event::DrewResource { staff, .. } => staff.to_string(),
            Event::EventApplied { event, card: Some(card), .. } => format!("{event:?} {card}"),
            Event::EventApplied { event, .. }
            | Event::EventDrawn { event, .. }
            | Event::EventNullified { event, .. } => format!("{event:?}"),
            other => panic!("{other:?}"),
        }
    };
    outcomes(run, |chance, what| {
        let sum = chances.entry(what).or_insert(Chance::NEVER);
        *sum = *sum + chance;
    });
    chances
}

fn chance(parts: u64, whole: u64) -> Chance {
    Chance::new(parts, whole).unwrap()
}

/// FR-007, FR-008, R-04: exact odds of the draw; FR-048, FR-016: a Layoff strikes each card alike.
#[test]
fn the_draw_has_its_odds() {
    for (weight, parts) in [(70, 70), (0, 0), (100, 100), (1, 1)] {
        let options = Config { resource_weight: weight, ..config(2) };
        let mut play = start(&options, "F01 F02", "eee eee");
        if weight > 0 {
            play.turn("contractor").turn("contractor");
        }
        let held = play.player(0).hand.len() as u64;
        let odds = chances(&play);
        for role in ["Dev", "PM", "UX"] {
            for level in ["Entry", "Junior", "Senior"] {
                let found = odds.get(&format!("{level} {role}")).copied();
                assert_eq!(found, chance(parts, 1200).into_some(), "{level} {role} at {weight}");
            }
        }
        assert_eq!(odds.get("Contractor").copied(), chance(parts, 400).into_some());
        for event in ["Reorg", "Competition", "Pto"] {
            assert_eq!(odds.get(event).copied(), chance(100 - parts, 400).into_some());
        }
        let struck: Vec<_> = odds.iter().filter(|(what, _)| what.starts_with("Layoff")).collect();
        let each = chance(100 - parts, 400 * held);
        assert!(struck.iter().all(|(_, found)| **found == each), "{struck:?}");
        assert_eq!(struck.len() as u64, if weight == 100 { 0 } else { held });
    }
}

trait IntoSome {
    fn into_some(self) -> Option<Chance>;
}

impl IntoSome for Chance {
    fn into_some(self) -> Option<Chance> {
        Some(self).filter(|chance| *chance != Chance::NEVER)
    }
}

/// FR-007: a drawn card goes to the end of the hand, and the turn goes on.
#[test]
fn a_drawn_card_goes_to_the_end_of_the_hand() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    assert_eq!(play.legal(0), ["draw"]);
    assert_eq!(play.legal(1), [""; 0]);
    play.draw("senior ux");
    assert_eq!(play.hand(0), "R001 R002 R003 R007");
    assert_eq!(play.kinds(), ["drew_resource"]);
    assert_eq!(play.player(0).hand[3].staff().unwrap().to_string(), "Senior UX");
    assert!(play.view().open == Some(senet_silosoft::Decision::Action));
    play.refuses(0, json!({"type": "draw"}), json!({"code": "wrong_phase", "open": "action"}));
    play.pass().draw("contractor");
    assert_eq!(play.hand(1), "R004 R005 R006 R008");
}

/// FR-008: points by level.
#[test]
fn cards_count_by_their_level() {
    let mut play = start(&config(1), "F01", "ejs");
    play.draw("contractor");
    let points: Vec<_> = play.player(0).hand.iter().map(|card| card.points).collect();
    assert_eq!(points, [1, 2, 3, 2]);
}

/// FR-016, FR-048: a Layoff takes the picked card, on leave or not.
#[test]
fn a_layoff_takes_one_card() {
    for (at, left) in [(0, "R002 R003"), (1, "R001 R003"), (2, "R001 R002")] {
        let mut play = start(&config(1), "F01", "eee");
        play.draw(&format!("layoff at {at}"));
        assert_eq!(play.hand(0), left);
        assert_eq!(play.kinds(), ["event_applied"]);
        assert_eq!(play.view().summary.discarded, 1);
    }
    let mut play = start(&config(1), "F01", "eee");
    play.draw("pto").does(0, "pto R002").pass().draw("layoff at 1");
    assert_eq!(play.hand(0), "R001 R003");
}

/// FR-022: an event strikes nobody else, and no completed feature.
#[test]
fn an_event_strikes_only_the_one_who_drew_it() {
    for event in ["layoff at 0", "reorg", "competition", "pto"] {
        let mut play = start(&config(2), "F41 F02 F03", "ess eee");
        play.draw("senior pm").does(0, "complete R007").pass();
        let before = play.view();
        play.draw(event);
        match event {
            "reorg" => drop(play.does(1, "reorg R004 to Ann")),
            "pto" => drop(play.does(1, "pto R004")),
            _ => {}
        }
        let after = play.view();
        assert_eq!(after.total, 1);
        assert_eq!(after.players[0].completed, before.players[0].completed);
        assert_eq!(after.players[0].requirement, None);
        // the recipient of a Reorg gains a card; that is all.
        let gained = if event == "reorg" { "R001 R002 R003 R004" } else { "R001 R002 R003" };
        assert_eq!(play.hand(0), gained);
        assert_eq!(after.players[0].feature, {
            let mut feature = before.players[0].feature.clone();
            if let (Some(feature), "reorg") = (&mut feature, event) {
                feature.rows[0].have += 1;
                feature.rows[0].missing -= 1;
                feature.short = after.players[0].feature.as_ref().unwrap().short;
            }
            feature
        });
    }
}

/// FR-017, R-07, R-13: the active player picks any card and another player.
#[test]
fn a_reorg_hands_a_card_over() {
    let mut play = start(&config(3), "F01 F02 F03", "eee eee eee");
    play.draw("reorg");
    assert_eq!(play.kinds(), ["event_drawn"]);
    assert_eq!(
        play.legal(0),
        [
            "move R001 to Ben",
            "move R001 to Cat",
            "move R002 to Ben",
            "move R002 to Cat",
            "move R003 to Ben",
            "move R003 to Cat",
        ]
    );
    let open = json!({"code": "wrong_phase", "open": "reorg"});
    play.refuses(0, json!({"type": "pass"}), open.clone());
    play.refuses(0, json!({"type": "pto", "card": "R001"}), open);
    let reorg = |card: &str, to: usize| json!({"type": "reorg", "card": card, "to": to});
    play.refuses(0, reorg("R004", 1), json!({"code": "card_not_in_hand", "card": "R004"}));
    play.refuses(0, reorg("R004", 7), json!({"code": "card_not_in_hand", "card": "R004"}));
    play.refuses(0, reorg("R001", 3), json!({"code": "unknown_player", "seat": 3}));
    play.refuses(0, reorg("R001", 0), json!({"code": "self_target"}));
    play.does(0, "move R002 to Cat");
    assert_eq!((&*play.hand(0), &*play.hand(2)), ("R001 R003", "R007 R008 R009 R002"));
    assert_eq!(play.kinds(), ["event_applied"]);
    // It does not use up the trade.
    assert!(!play.view().traded);
    play.does(0, "give R001 to Ben");
}

/// the choice is asked for even where there is only one.
#[test]
fn a_single_choice_is_asked_for() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("layoff at 0").does(0, "give R002 to Ben").pass().turn("entry dev");
    assert_eq!(play.hand(0), "R003");
    let mut other = play.clone();
    play.draw("reorg");
    assert_eq!(play.legal(0), ["move R003 to Ben"]);
    other.draw("pto");
    assert_eq!(other.legal(0), ["pto R003"]);
}

/// A game in which the first of two players has an empty hand on turn 3.
fn empty_handed() -> Play {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("layoff at 0").does(0, "give R002 R003 to Ben").pass().turn("entry dev");
    play
}

/// FR-023, R-10, R-11: events without effect are counted and logged, and change nothing else.
#[test]
fn events_without_effect_are_nullified() {
    #[track_caller]
    fn check(mut play: Play, event: &str, reason: &str) {
        let before = play.view();
        play.draw(event);
        let after = play.view();
        let told = serde_json::to_value(play.told[0]).unwrap();
        assert_eq!((&told["type"], &told["reason"]), (&json!("event_nullified"), &json!(reason)));
        assert_eq!(play.told.len(), 1);
        assert_eq!(after.open, Some(senet_silosoft::Decision::Action));
        assert_eq!(after.players, before.players);
        assert_eq!(after.log.len(), before.log.len() + 1);
        let count = |view: &senet_silosoft::View| {
            let events = &view.summary.events;
            let drawn: u8 = events.iter().map(|count| count.drawn).sum();
            let nullified: u8 = events.iter().map(|count| count.nullified).sum();
            (drawn, nullified, view.summary.discarded)
        };
        let (drawn, nullified, discarded) = count(&before);
        assert_eq!(count(&after), (drawn + 1, nullified + 1, discarded));
    }
    for event in ["layoff", "reorg", "pto"] {
        check(empty_handed(), event, "empty_hand");
    }
    let solo = || start(&config(1), "F01", "eee");
    check(solo(), "reorg", "no_other_player");
    // the second while the first is pending, also on the due turn itself.
    let mut play = solo();
    play.turn("competition");
    check(play, "competition", "requirement_pending");
    // no further turn. With two players turn 9 is Ann's last, and 10 is Ben's.
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.idle_to(9);
    check(play.clone(), "competition", "no_next_turn");
    play.idle_to(10);
    check(play, "competition", "no_next_turn");
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.idle_to(8).draw("competition");
    assert_eq!(play.player(1).requirement.unwrap().due, 10);
    let mut play = start(&balanced(2), "F01 F02", "eee eee");
    play.idle_to(18).draw("competition");
    assert_eq!(play.player(1).requirement.unwrap().due, 20);
    // An empty hand does not save anybody from a Competition, nor does being alone.
    let mut play = empty_handed();
    play.draw("competition");
    assert_eq!(play.kinds(), ["event_applied", "requirement_set"]);
    let mut play = solo();
    play.draw("competition");
    assert_eq!(play.player(0).requirement.unwrap().due, 2);
}

/// An empty hand comes before being alone.
#[test]
fn alone_and_empty_handed() {
    let mut play = start(&config(1), "F01", "eee");
    play.turn("layoff at 0").turn("layoff at 0").turn("layoff at 0");
    play.draw("reorg");
    let told = serde_json::to_value(play.told[0]).unwrap();
    assert_eq!(told["reason"], "empty_hand");
}

/// R-32, FR-022: draws and completions that deal a feature cannot be taken back; the rest can.
#[test]
fn what_is_revealed_is_marked() {
    let mut play = start(&config(2), "F41 F02 F03", "ess eee");
    assert!(!play.draw("senior pm").revealed, "it drew dice, which bars taking it back anyway");
    assert!(!play.does(0, "give R001 to Ben").revealed);
    assert!(play.does(0, "complete R007").revealed);
    assert!(!play.pass().revealed);
    let back = play.game.take_back(seat(0));
    assert_eq!(back, senet_kernel::TakeBack::WhileToAct);
    // Without a card to deal there is nothing to reveal.
    let deck = senet_silosoft::standard()[40..41].to_vec();
    let mut play = start(&Config { features: Some(deck), ..config(1) }, "F41", "ess");
    assert!(!play.draw("senior pm").does(0, "complete R004").revealed);
    assert_eq!(play.kinds(), ["completed", "deck_exhausted"]);
}

/// every viewer sees the same, but for who they are, and every event is shown to all.
#[test]
fn everything_is_open() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("reorg").does(0, "move R001 to Ben");
    let mut spectator = play.view();
    for who in 0..2 {
        let view = play.game.view(Viewer::Seat(seat(who)));
        spectator.you = Some(seat(who));
        assert_eq!(view, spectator);
        for event in &play.told {
            assert_eq!(Silosoft::shown(event, Viewer::Seat(seat(who))), Some(*event));
        }
    }
}
