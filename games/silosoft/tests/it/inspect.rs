//! States from outside: each promise that a state can break.

use senet_kernel::Game;
use senet_silosoft::Silosoft;
use serde_json::{Value, json};

use crate::play::{Play, balanced, config, start};

#[track_caller]
fn check(play: &Play, change: impl FnOnce(&mut Value), wanted: &[(&str, &str)]) {
    let game = play.changed(change);
    let faults = game.inspect().err();
    let found: Vec<_> = faults
        .iter()
        .flat_map(|faults| faults.list())
        .map(|fault| (fault.field.as_str(), fault.code.as_str()))
        .collect();
    assert_eq!(found, wanted);
}

/// Two players on turn 3, in the action phase; Ann has completed F41, and R005 is on leave.
fn scene() -> Play {
    let mut play = start(&balanced(2), "F41 F02 F03 F04", "ess eee");
    play.draw("senior dev").does(0, "complete R002").pass();
    play.draw("pto").does(1, "pto R005").pass();
    play.draw("competition");
    play
}

#[test]
fn the_set_up_is_sound() {
    let play = scene();
    check(&play, |_| {}, &[]);
    check(&play, |s| s["setup"]["names"] = json!([]), &[("players", "out_of_range")]);
    check(
        &play,
        |s| s["setup"]["names"] = json!(["Ann", "ann"]),
        &[("players[1]", "duplicate_name")],
    );
    check(
        &play,
        |s| s["setup"]["names"] = json!(["Ann", " b"]),
        &[("setup.names", "untrimmed_name")],
    );
    check(
        &play,
        |s| s["setup"]["names"] = json!(["Ann", ""]),
        &[("setup.names", "untrimmed_name")],
    );
    check(
        &play,
        |s| s["setup"]["resource_weight"] = json!(101),
        &[("resource_weight", "out_of_range")],
    );
    check(&play, |s| s["setup"]["log_retention"] = json!(9), &[("log_retention", "out_of_range")]);
    for deck in [json!([]), json!([0, 1, 2]), json!(vec![0; 42])] {
        check(&play, |s| s["setup"]["deck"] = deck, &[("setup.deck", "bad_deck")]);
    }
    check(&play, |s| s["setup"]["deck"][41] = json!(42), &[("setup.deck", "bad_deck")]);
}

#[test]
fn turns_and_players_are_sound() {
    let play = scene();
    for turn in [0, 21, 255] {
        check(&play, |s| s["turn"] = json!(turn), &[("turn", "bad_turn")]);
    }
    let one = |s: &mut Value| drop(s["players"].as_array_mut().unwrap().pop());
    check(&play, one, &[("players", "bad_count")]);
    let state = |change: &dyn Fn(&mut Value)| {
        let mut state = serde_json::to_value(&play.game).unwrap();
        change(&mut state);
        serde_json::from_value::<Silosoft>(state)
    };
    assert!(state(&|s| s["extra"] = json!(1)).is_err());
    assert!(state(&|s| s["players"][0]["lost"] = json!(vec![0; 11])).is_err());
    assert!(state(&|s| s["players"][0]["completed"] = json!(vec![0; 13])).is_err());
    assert!(state(&|s| s["hands"]["staff"][0] = json!({"role": "dev"})).is_err());
    let contractor = json!({"role": "contractor", "level": "senior"});
    assert!(state(&|s| s["hands"]["staff"][0] = contractor.clone()).is_err());
}

#[test]
fn cards_are_sound() {
    let play = scene();
    let card = |at: usize, field: &'static str, value: u8| {
        move |s: &mut Value| s["hands"]["cards"][at][field] = json!(value)
    };
    for number in [0, 8, 64, 255] {
        check(&play, card(0, "number", number), &[("hands.cards", "bad_card")]);
    }
    check(&play, card(0, "number", 3), &[("hands.cards", "bad_card")]);
    let fewer = |s: &mut Value| {
        let staff = s["hands"]["staff"].as_array_mut().unwrap();
        staff.truncate(2);
    };
    check(&play, fewer, &[("hands.cards", "bad_card")]);
    for owner in [2, 4, 255] {
        check(&play, card(0, "owner", owner), &[("hands.cards", "bad_owner")]);
    }
    for release in [1, 2, 6, 255] {
        check(&play, card(0, "release", release), &[("hands.cards", "bad_lock")]);
    }
    for release in [0, 3, 4, 5] {
        check(&play, card(0, "release", release), &[]);
    }
    // Six were dealt and three turns drew.
    let staff = |count: usize| {
        move |s: &mut Value| {
            s["hands"]["staff"] = json!(vec![json!({"role": "contractor"}); count]);
        }
    };
    check(&play, staff(9), &[]);
    check(&play, staff(10), &[("hands.staff", "too_many_cards")]);
    let mut drawing = start(&config(2), "F01 F02", "eee eee");
    check(&drawing, staff(7), &[("hands.staff", "too_many_cards")]);
    drawing.turn("entry dev");
    check(&drawing, staff(7), &[]);
    check(&drawing, staff(8), &[("hands.staff", "too_many_cards")]);
}

#[test]
fn features_are_sound() {
    let play = scene();
    let features = [("players", "bad_features")];
    check(&play, |s| s["dealt"] = json!(4), &features);
    check(&play, |s| s["dealt"] = json!(2), &features);
    check(&play, |s| s["dealt"] = json!(200), &features);
    check(&play, |s| s["players"][0]["active"] = json!(1), &features);
    check(&play, |s| s["players"][0]["active"] = json!(42), &features);
    check(&play, |s| s["players"][1]["completed"] = json!([40]), &features);
    // Without a feature, although the deck has some.
    let idle = |s: &mut Value| {
        let place = s["players"][0]["active"].take();
        s["players"][0]["completed"].as_array_mut().unwrap().push(place);
    };
    check(&play, idle, &[("players", "bad_active")]);
}

#[test]
fn players_are_sound() {
    let play = scene();
    let due = |seat: usize, due: u8| move |s: &mut Value| s["players"][seat]["due"] = json!(due);
    check(&play, due(0, 3), &[]);
    check(&play, due(0, 5), &[]);
    check(&play, due(1, 4), &[]);
    for turn in [0, 1, 4, 7] {
        check(&play, due(0, turn), &[("players[0].due", "bad_requirement")]);
    }
    for turn in [2, 5, 6] {
        check(&play, due(1, turn), &[("players[1].due", "bad_requirement")]);
    }
    // With three players a requirement is due on an own turn of each.
    let mut three = start(&config(3), "F01 F02 F03", "eee eee eee");
    three.idle_to(4).draw("entry dev");
    for (seat, own) in [(0, 4), (0, 7), (1, 5), (2, 6)] {
        check(&three, due(seat, own), &[]);
    }
    for (seat, other) in [(0, 5), (0, 6), (1, 4), (1, 6), (1, 7), (2, 4), (2, 5)] {
        let field = format!("players[{seat}].due");
        check(&three, due(seat, other), &[(field.as_str(), "bad_requirement")]);
    }
    // A requirement after the last turn cannot be.
    let mut late = start(&config(2), "F01 F02", "eee eee");
    late.idle_to(9).draw("entry dev");
    check(&late, due(0, 11), &[("players[0].due", "bad_requirement")]);
    check(&late, due(1, 10), &[]);

    let trades = |seat: usize, n: u8| move |s: &mut Value| s["players"][seat]["trades"] = json!(n);
    // Ann's second turn has had no offer yet.
    check(&play, trades(0, 1), &[]);
    check(&play, trades(0, 2), &[("players[0].trades", "too_many_trades")]);
    let mut traded = play.clone();
    traded.does(0, "give R001 to Ben");
    check(&traded, trades(0, 2), &[]);
    check(&traded, trades(0, 3), &[("players[0].trades", "too_many_trades")]);
    check(&play, trades(1, 1), &[]);
    check(&play, trades(1, 2), &[("players[1].trades", "too_many_trades")]);

    // Ann has finished one turn, and Ben one.
    let lose = |count: usize| {
        move |s: &mut Value| {
            let deck = s["setup"]["deck"].as_array().unwrap()[3..3 + count].to_vec();
            s["dealt"] = json!(3 + count);
            s["players"][0]["lost"] = json!(deck);
        }
    };
    check(&play, lose(1), &[]);
    check(&play, lose(2), &[("players[0].lost", "too_many_lost")]);

    // The target is reached, but nobody has won.
    let complete = |count: usize| {
        move |s: &mut Value| {
            let deck = s["setup"]["deck"].as_array().unwrap()[3..3 + count].to_vec();
            s["dealt"] = json!(3 + count);
            s["players"][1]["completed"] = json!(deck);
        }
    };
    check(&play, complete(4), &[]);
    check(&play, complete(5), &[("players", "bad_total")]);
    check(
        &play,
        |s| s["phase"] = json!("won"),
        &[("players", "bad_active"), ("players", "bad_total")],
    );
}

#[test]
fn counters_and_log_are_sound() {
    let play = scene();
    let counts = [("counts", "bad_counts")];
    check(&play, |s| s["counts"]["drawn"] = json!([0, 0, 1, 2]), &[]);
    check(&play, |s| s["counts"]["drawn"] = json!([0, 1, 1, 2]), &counts);
    check(&play, |s| s["counts"]["nullified"] = json!([0, 0, 1, 1]), &[]);
    check(&play, |s| s["counts"]["nullified"] = json!([1, 0, 0, 0]), &counts);
    check(&play, |s| s["counts"]["discarded"] = json!(1), &[]);
    check(&play, |s| s["counts"]["discarded"] = json!(2), &counts);
    let log = [("log", "bad_log")];
    check(&play, |s| s["log"]["written"] = json!(3), &log);
    check(&play, |s| s["log"]["entries"] = json!([]), &log);
    let mut drawing = start(&config(1), "F01", "eee");
    check(&drawing, |s| s["counts"]["drawn"] = json!([0, 0, 1, 0]), &counts);
    drawing.draw("entry dev");
    check(&drawing, |s| s["counts"]["drawn"] = json!([0, 0, 1, 0]), &[]);
}

#[test]
fn the_open_decision_is_sound() {
    let play = scene();
    let phase = [("phase", "bad_phase")];
    for open in ["draw", "reorg", "pto", "penalty", "lost"] {
        check(&play, |s| s["phase"] = json!(open), &phase);
    }
    // A lock of this turn is released before the penalty.
    let penalty = |s: &mut Value| {
        s["phase"] = json!("penalty");
        s["players"][0]["due"] = json!(3);
    };
    check(&play, penalty, &[]);
    let with_lock = |s: &mut Value| {
        penalty(s);
        s["hands"]["cards"][0]["release"] = json!(3);
    };
    check(&play, with_lock, &[("hands.cards", "bad_lock")]);
    let nothing_to_lose = |s: &mut Value| {
        penalty(s);
        s["players"][0]["completed"] = json!([]);
        s["players"][0]["lost"] = json!([40]);
    };
    check(&play, nothing_to_lose, &phase);
    let reorg = |event: &'static str| {
        move |s: &mut Value| {
            s["phase"] = json!("reorg");
            s["drawn"] = json!({"event": [event, null]});
        }
    };
    check(&play, reorg("reorg"), &[]);
    check(&play, reorg("pto"), &phase);
    let traded = |s: &mut Value| {
        reorg("reorg")(s);
        s["traded"] = json!(true);
    };
    check(&play, traded, &phase);
    let completed = |s: &mut Value| {
        reorg("reorg")(s);
        s["completions"] = json!(1);
    };
    check(&play, completed, &phase);
    let pto = |s: &mut Value| {
        s["phase"] = json!("pto");
        s["drawn"] = json!({"event": ["pto", null]});
    };
    check(&play, pto, &[]);
    for (open, event) in [("pto", "pto"), ("reorg", "reorg")] {
        let empty = |s: &mut Value| {
            s["phase"] = json!(open);
            s["drawn"] = json!({"event": [event, null]});
            s["hands"]["cards"] = json!([]);
        };
        check(&play, empty, &phase);
    }
    check(&play, |s| s["drawn"] = json!("nothing"), &phase);
    check(&play, |s| s["drawn"] = json!({"resource": "R007"}), &[]);
    for card in ["R000", "R008", "R400", "x"] {
        check(&play, |s| s["drawn"] = json!({"resource": card}), &[("drawn", "bad_card")]);
    }
    check(&play, |s| s["completions"] = json!(2), &[("completions", "bad_completions")]);
    check(&play, |s| s["completions"] = json!(1), &[]);
    let single = |completions: u8| {
        move |s: &mut Value| {
            s["setup"]["single_completion"] = json!(true);
            s["completions"] = json!(completions);
        }
    };
    check(&play, single(1), &[]);
    check(&play, single(2), &[("phase", "bad_phase"), ("completions", "bad_completions")]);
    let solo = start(&config(1), "F01", "eee");
    check(&solo, reorg("reorg"), &phase);
}

#[test]
fn an_open_offer_is_sound() {
    let mut play = scene();
    play.does(0, "trade R001 for R004 with Ben");
    let phase = [("phase", "bad_phase")];
    check(&play, |_| {}, &[]);
    check(&play, |s| s["traded"] = json!(false), &phase);
    for (field, value) in [
        ("to", json!(0)),
        ("to", json!(2)),
        ("give", json!([4])),
        ("give", json!([1, 1])),
        ("take", json!([])),
        ("take", json!([1])),
        ("take", json!([200])),
    ] {
        check(&play, |s| s["phase"]["answer"][field] = value.clone(), &phase);
    }
    check(&play, |s| s["phase"]["answer"]["give"] = json!([]), &[]);
}

#[test]
fn ended_games_are_sound() {
    let mut lost = start(&config(1), "F01", "eee");
    lost.idle_to(10).draw("pto").does(0, "pto R001").pass();
    check(&lost, |_| {}, &[]);
    check(&lost, |s| s["hands"]["cards"][0]["release"] = json!(10), &[("hands.cards", "bad_lock")]);
    let early = |s: &mut Value| {
        s["turn"] = json!(9);
        s["hands"]["cards"][0]["release"] = json!(0);
    };
    check(&lost, early, &[("phase", "bad_phase")]);
    let mut won = start(&config(1), "F42 F41 F40", "jss");
    won.draw("junior dev").does(0, "complete R003").does(0, "complete R002");
    won.does(0, "complete R001 R004");
    check(&won, |_| {}, &[]);
    check(
        &won,
        |s| s["phase"] = json!("action"),
        &[("players", "bad_active"), ("players", "bad_total")],
    );
}
