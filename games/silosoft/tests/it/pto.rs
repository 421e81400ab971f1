//! Leave: locks that stay with the card.

use senet_silosoft::Config;
use serde_json::json;

use crate::play::{balanced, complete, config, start};

/// FR-020, FR-021, FR-044, R-08: locked on the turn of the draw and the player's next, free after.
#[test]
fn a_card_is_locked_for_this_turn_and_the_next_own_one() {
    #[track_caller]
    fn check(players: usize, turn: u8, free_from: u8) {
        let levels = "eee ".repeat(players);
        let mut play = start(&balanced(players), "F01", &levels);
        play.idle_to(turn).draw("pto");
        let who = play.active().index();
        let card = play.player(who).hand[0].id;
        play.does(who, &format!("pto {card}"));
        assert_eq!(play.kinds(), ["event_applied", "pto_locked"]);
        while play.view().turn < free_from {
            let lock = play.player(who).hand[0].lock.clone().unwrap();
            assert_eq!(lock.release, Some(free_from - 1));
            assert_eq!(lock.free_from, Some(free_from));
            assert_eq!(lock.text, format!("PTO, free from turn {free_from}"));
            if play.view().open == Some(senet_silosoft::Decision::Draw) {
                play.draw("entry dev");
            }
            play.pass();
        }
        assert_eq!(play.player(who).hand[0].lock, None);
        assert_eq!(play.kinds(), ["pto_released", "turn_ended"]);
    }
    check(1, 3, 5);
    check(2, 1, 4);
    check(3, 2, 6);
    check(4, 1, 6);
}

/// FR-021: "to the end of the game" where it is not released in time.
#[test]
fn a_lock_is_told_to_end_with_the_game_at_the_latest() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.idle_to(8).draw("pto").does(1, "pto R004");
    let lock = play.player(1).hand[0].lock.clone().unwrap();
    assert_eq!((lock.since, lock.release, lock.free_from), (8, Some(10), None));
    assert_eq!(lock.text, "PTO, to the end of the game");
    // Neither who looks nor the log is told of a turn that does not come.
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.idle_to(9).draw("pto").does(0, "pto R001");
    let lock = play.player(0).hand[0].lock.clone().unwrap();
    assert_eq!((lock.since, lock.release, lock.free_from), (9, None, None));
    let told = play.view().log.last().unwrap().event;
    assert_eq!(serde_json::to_value(told).unwrap()["release"], 10);
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.idle_to(7).draw("pto").does(0, "pto R001");
    assert_eq!(play.player(0).hand[0].lock.clone().unwrap().free_from, Some(10));
    let mut play = start(&config(1), "F01", "eee");
    play.idle_to(10).draw("pto").does(0, "pto R001");
    assert_eq!(play.player(0).hand[0].lock.clone().unwrap().free_from, None);
    play.pass();
    assert_eq!(play.kinds(), ["turn_ended", "lost"]);
}

/// Spec 8, FR-030, R-08: the worked example.
#[test]
fn a_lock_goes_with_its_card() {
    // Ann begins with the Senior Dev R001; Ben builds F40, which asks for 4 Dev.
    let mut play = start(&config(2), "F25 F40 F01", "seesee");
    play.draw("pto").does(0, "pto R001");
    let locked = json!({"code": "card_locked", "card": "R001", "release": 3});
    play.refuses(0, complete(&["R001", "R002"], json!({})), locked.clone());
    play.pass().turn("junior dev");
    play.draw("entry dev");
    play.refuses(0, complete(&["R001", "R002"], json!({})), locked);
    play.does(0, "give R001 to Ben");
    assert_eq!(play.hand(1), "R004 R005 R006 R007 R001*");
    play.pass();
    assert_eq!(play.kinds(), ["pto_released", "turn_ended"]);
    assert_eq!(serde_json::to_value(play.told[0]).unwrap()["seat"], 1);
    play.draw("entry ux").does(1, "complete R001 R007");

    // Given away on turn 1, it is still not to be used on turn 2, and is on turn 4.
    let mut play = start(&config(2), "F25 F40 F01", "seesee");
    play.draw("pto").does(0, "pto R001").does(0, "give R001 to Ben").pass();
    play.draw("junior dev");
    let locked = json!({"code": "card_locked", "card": "R001", "release": 3});
    play.refuses(1, complete(&["R001", "R007"], json!({})), locked);
    play.pass().turn("entry ux").draw("entry ux").does(1, "complete R001 R007");
}

/// FR-030: a card on leave can be handed over by a Reorg, and asked for.
#[test]
fn a_locked_card_changes_hands() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("pto").does(0, "pto R001").pass();
    play.draw("entry dev").does(1, "ask Ann for R001").does(0, "accept").pass();
    assert_eq!(play.hand(1), "R004 R005 R006 R007 R001*");
    play.draw("reorg").does(0, "move R002 to Ben").pass();
    assert_eq!(play.hand(1), "R004 R005 R006 R007 R001 R002", "released at the end of turn 3");
    play.draw("pto").does(1, "pto R005").pass();
    play.turn("entry dev").draw("reorg").does(1, "move R005 to Ann");
    assert_eq!(play.hand(0), "R003 R008 R005*");
}

/// a second PTO on the same card moves its release.
#[test]
fn pto_on_a_locked_card_extends_the_leave() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("pto").does(0, "pto R001").pass().turn("entry dev");
    play.draw("pto");
    assert_eq!(play.legal(0), ["pto R001", "pto R002", "pto R003"]);
    let options = play.view().choices.options;
    assert_eq!(
        options[0].text,
        "R001 (Entry Dev) is on PTO already and stays longer: PTO, free from turn 6."
    );
    assert_eq!(options[1].text, "R002 (Entry PM): PTO, free from turn 6.");
    play.does(0, "pto R001").pass();
    assert_eq!(play.kinds(), ["turn_ended"], "it is not released on turn 3");
    assert_eq!(play.player(0).hand[0].lock.clone().unwrap().release, Some(5));
    play.turn("entry dev").turn("entry dev");
    assert_eq!(play.hand(0), "R001 R002 R003 R009");
}

/// FR-020: only an own card; FR-047: and nothing else before that.
#[test]
fn pto_asks_for_a_card_of_the_hand() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("pto");
    let missing = |card: &str| json!({"code": "card_not_in_hand", "card": card});
    play.refuses(0, json!({"type": "pto", "card": "R004"}), missing("R004"));
    play.refuses(0, json!({"type": "pto", "card": "R999"}), missing("R999"));
    let open = json!({"code": "wrong_phase", "open": "pto"});
    play.refuses(0, json!({"type": "reorg", "card": "R001", "to": 1}), open.clone());
    play.refuses(0, complete(&["R001"], json!({})), open);
}

/// several locks of one turn are released in seat order and hand order.
#[test]
fn locks_are_released_in_order() {
    let options = Config { resource_weight: 0, ..config(2) };
    let mut play = start(&options, "F01 F02", "eee eee");
    play.draw("pto").does(0, "pto R003").pass();
    play.draw("competition").does(1, "ask Ann for R003").does(0, "accept").pass();
    // A second lock with the same release cannot come from another turn; so one is written in.
    play.draw("competition");
    let game = play.changed(|state| {
        for card in state["hands"]["cards"].as_array_mut().unwrap() {
            if card["number"] == 1 || card["number"] == 4 || card["number"] == 2 {
                card["release"] = json!(3);
            }
        }
    });
    play.game = game;
    play.game_ok();
    play.pass();
    let cards: Vec<_> = play
        .told
        .iter()
        .map(|event| serde_json::to_value(event).unwrap())
        .filter(|event| event["type"] == "pto_released")
        .map(|event| format!("{} {}", event["seat"], event["card"].as_str().unwrap()))
        .collect();
    assert_eq!(cards, ["0 R001", "0 R002", "1 R004", "1 R003"]);
}
