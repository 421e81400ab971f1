//! Jail, keys and rescuers: steps 2 and 6.

use senet_flag_war::{Piece, Team};
use serde_json::json;

use crate::board::{brief, drawn, order, round, small, small_round, tick, tick_with};

/// Blue 2 and 3 are in jail; Blue 1 is two squares from the key.
const NEAR: &str = ". . . . . . .
                    . . a b c . .
                    . . . . . . .
                    . . . . . 1 .
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .";

#[test]
fn a_piece_on_its_key_frees_its_team() {
    // FW-46, FW-47, FW-26: at once; the rescuer stays until the next round.
    let mut game = small_round(
        NEAR,
        "1 up 2",
        ". . . . . . .
         . . a b c 1 .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 5,1; 1 frees 23; gone blue",
    );
    assert_eq!(game.position().homing, [1, 0]);
    // FW-21, FW-48, R29: it goes home first, and its order runs from its start square. The square
    // it stood on is free for contact no more: nobody is tagged there.
    order(&mut game, "1 up 1, c right 1, 2 up 1");
    assert_eq!(brief(&tick(&mut game)), "home 1; 1 2,4; 2 3,4; c 5,1");
    assert_eq!(game.position().homing, [0, 0]);
    assert_eq!(brief(&tick(&mut game)), "", "R40: a round without orders");
}

#[test]
fn a_rescuer_that_carries_loses_the_flag_on_its_way_home() {
    // R29: else a rescue would win.
    let mut game = small_round(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . x .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
        "1 up 2",
        ". . . . . . .
         . . a b c x .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 5,1; 1 frees 23; gone blue",
    );
    assert_eq!(brief(&tick(&mut game)), "home 1; back red by 1; close red");
}

#[test]
fn a_rescuer_may_leave_at_once() {
    // FW-64: together with the freed, before the contact of step 6.
    let config = small(json!({ "keys": { "rescuer_home": "same_round" } }));
    let game = round(
        &config,
        ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . . x .
         . . . . . . .
         . . c . . . .
         . . . . . . .",
        "1 up 2",
        ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .",
        "1 5,1; 1 frees 23; gone blue; home 1; back red by 1; tag c by 1 at 2,5; close red; \
         key red 1,5",
    );
    assert_eq!(game.position().homing, [0, 0]);
}

#[test]
fn a_key_that_appears_under_a_piece_counts_at_once() {
    // R27: standing counts, and so does the round in which the mate was jailed.
    small_round(
        ". . . . . . .
         . . a b c 1 .
         . . . . . . .
         . . . 2 . . .
         . . . . . . .
         . . . . 3 . .
         . . . . . . .",
        "2 up 2",
        ". . . . . . .
         . . a b c 1 .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "2 3,1; tag 2 by b at 3,1; key blue 5,1; 1 frees 2; gone blue",
    );
}

#[test]
fn a_rescuer_tagged_on_the_key_frees_nobody() {
    // R28: contact first; the key stays.
    let game = small_round(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . 1 .
         . . . . . . .
         . . . . 3 . .
         . . . . . . .",
        "1 up 2, c right 1",
        ". . . . . . .
         . . a b . c .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 3 . .
         . . . . . . .",
        "1 5,1; c 5,1; tag 1 by c at 5,1",
    );
    assert!(game.position().keys[0].is_some());
}

#[test]
fn an_opponent_on_a_key_changes_nothing() {
    // R31, FW-51
    let game = small_round(
        NEAR,
        "c right 1",
        ". . . . . . .
         . . a b . c .
         . . . . . . .
         . . . . . 1 .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
        "c 5,1",
    );
    assert!(game.position().keys[0].is_some());
}

#[test]
fn freed_pieces_meet_whoever_stands_on_their_squares() {
    // R30: an enemy there is jailed, and its key appears in step 7.
    small_round(
        ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . . 1 .
         . . . . . . .
         . . . c . . .
         . . . . . . .",
        "1 up 2",
        ". . . . . . .
         . . a b . 1 .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 5,1; 1 frees 23; gone blue; tag c by 2 at 3,5; key red 1,5",
    );
    // A friend there: both go to their start squares.
    small_round(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . 1 .
         . . . . . . .
         . . . 3 . . .
         . . . . . . .",
        "1 up 2",
        ". . . . . . .
         . . a b c 1 .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 5,1; 1 frees 2; gone blue; friends 23 at 3,5",
    );
}

#[test]
fn both_teams_are_judged_on_one_position() {
    // FW-47: both rescue; a freed Red jails the Blue on its start square, whose key is back.
    small_round(
        ". . . . . . .
         . . a . 2 . .
         . . . . . . .
         . b . . . 1 .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
        "1 up 2, b down 2",
        ". . . . . . .
         . . a . c 1 .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . b . . 3 . .
         . . . . . . .",
        "1 5,1; b 1,5; 1 frees 3; b frees c; gone blue; gone red; tag 2 by c at 4,1; key blue 5,1",
    );
}

#[test]
fn orders_of_a_piece_in_jail_are_dropped() {
    // R10, FW-49: not postponed, and not lost for later rounds (R9).
    let mut game = drawn(&small(json!({})), NEAR);
    order(&mut game, "2 up 3, 1 up 2");
    let later = senet_flag_war::Command::step(2, senet_flag_war::Direction::Up, 1, Some(8));
    crate::board::give(&mut game, crate::board::BLUE, &later);
    assert_eq!(brief(&tick(&mut game)), "1 5,1; skip 2; 1 frees 23; gone blue");
    assert_eq!(brief(&tick(&mut game)), "home 1; 2 3,4");
}

#[test]
fn random_keys_are_drawn_when_they_appear() {
    // FW-63: over the squares row by row; no flag, start or zone square; Blue's first.
    let config = small(json!({ "keys": { "mode": "random_enemy_land" } }));
    let start = ". . . . . . .
                 . . a b c . .
                 . . . . . . .
                 . . . . . . .
                 . . . . . . .
                 . . 1 2 3 . .
                 . . . . . . .";
    // Row 0 has columns 0 1 5 6, row 1 has 0 1 5 6, row 2 has all seven.
    for (blue, red, squares) in [
        (0, 0, "key blue 0,0; key red 0,4"),
        (2, 6, "key blue 5,0; key red 6,4"),
        (7, 7, "key blue 6,1; key red 0,5"),
        (8, 14, "key blue 0,2; key red 6,6"),
        (14, 9, "key blue 6,2; key red 5,5"),
    ] {
        let mut game = drawn(&config, start);
        order(&mut game, "2 up 2, b down 2");
        let told = brief(&tick_with(&mut game, &[blue, red]));
        assert_eq!(told, format!("2 3,3; b 3,3; trade 2b at 3,3; {squares}"));
        // It stays until the jail is empty, and is drawn anew the next time.
        assert_eq!(brief(&tick(&mut game)), "");
    }
    let mut game = drawn(&config, start);
    order(&mut game, "2 up 2, b down 2, 1 up 3");
    assert_eq!(
        brief(&tick_with(&mut game, &[10, 0])),
        "1 2,2; 2 3,3; b 3,3; trade 2b at 3,3; key blue 2,2; key red 0,4; 1 frees 2; gone blue"
    );
}

#[test]
fn a_shared_key_lies_on_neutral_ground() {
    // FW-63: one key for both, on one square until both jails are empty.
    let config = small(json!({ "keys": { "mode": "shared_neutral" } }));
    let mut game = drawn(
        &config,
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . 2 . . .
         . . 1 . 3 . .
         . . . . . . .",
    );
    order(&mut game, "2 up 3");
    let told = brief(&tick_with(&mut game, &[5]));
    assert_eq!(told, "2 3,1; tag 2 by b at 3,1; key blue 5,3; key red 5,3");
    // A team with an empty jail on it does nothing.
    order(&mut game, "c down 2");
    assert_eq!(brief(&tick(&mut game)), "c 4,3");
    order(&mut game, "c right 1");
    assert_eq!(brief(&tick(&mut game)), "c 5,3");
    order(&mut game, "c right 1, 3 up 2");
    assert_eq!(brief(&tick(&mut game)), "3 4,3; c 6,3");
    order(&mut game, "3 right 1");
    assert_eq!(brief(&tick(&mut game)), "3 5,3; 3 frees 2; gone blue; gone red");
}

#[test]
fn without_keys_nobody_is_rescued() {
    // FW-63
    let config = small(json!({ "keys": { "mode": "none" } }));
    let mut game = drawn(&config, NEAR);
    order(&mut game, "1 up 2");
    assert_eq!(brief(&tick(&mut game)), "1 5,1");
}

#[test]
fn all_friends_on_the_key_are_rescuers_where_they_may_share_it() {
    // FW-66
    let config = small(json!({ "friendly": "pass" }));
    let mut game = drawn(
        &config,
        ". . . . . . .
         . . a b c . .
         . . . . . 2 .
         . . . . . 1 .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    order(&mut game, "1 up 2, 2 up 1");
    assert_eq!(brief(&tick(&mut game)), "1 5,1; 2 5,1; 12 frees 3; gone blue");
    let home = Piece::at(Team::Blue, 1);
    assert_eq!(home.to_string(), "Blue 2");
    assert_eq!(brief(&tick(&mut game)), "home 1; home 2");
}
