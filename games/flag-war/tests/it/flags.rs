//! Flags and zones: steps 5 and 7.

use senet_flag_war::{EndReason, Team};
use serde_json::json;

use crate::board::{brief, drawn, order, round, small, small_round, tick};

#[test]
fn a_piece_on_the_enemy_flag_takes_it() {
    // FW-38, FW-25: after contact; standing counts, which a flag that came home shows (R26).
    small_round(
        ". . 1 . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 right 1",
        ". . . x . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 3,0; take red by 1; open red",
    );
    // R26: the carrier is jailed in step 4, its mate stands on the home square.
    let game = small_round(
        ". . . 2 . . .
         . . a . c . .
         . . b . . . .
         . x . . . . .
         . . . . . . .
         . . . . 3 . .
         . . . . . . .",
        "1 up 1, b left 1",
        ". . . y . . .
         . . a . c . .
         . b . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 3 . .
         . . . . . . .",
        "1 1,2; b 1,2; tag 1 by b at 1,2; back red by 1; take red by 2; key blue 5,1",
    );
    assert!(game.position().open[Team::Red.index()], "R16: the zone stays open");
    // An own flag cannot be touched.
    small_round(
        ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . . . .
         . . . . . C .
         . 1 . . . . .
         . . . 2 3 . .",
        "2 up 1",
        ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . . . .
         . . . . . C .
         . 1 . 2 . . .
         . . . . 3 . .",
        "2 3,5",
    );
}

#[test]
fn a_carrier_on_its_own_land_wins() {
    // FW-39, FW-40, FW-52: the neutral row is not enough.
    let neutral = small_round(
        ". . . . . . .
         . . a b c . .
         . x . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 down 1",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . x . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 1,3",
    );
    assert_eq!(neutral.end(), None);
    let home = small_round(
        ". . . . . . .
         . . a b c . .
         . x . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 down 2",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . x . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 1,4; score 1 at 1,4; over blue Capture",
    );
    assert_eq!(home.end().unwrap().winner, Some(Team::Blue));
    assert_eq!(home.round(), 8, "FW-27: the number goes up also when the game has just ended");
    // R24: it does not matter where the own flag is. R33: nothing after the deciding step runs:
    // the zone that would close stays as it was, and no key appears.
    let game = small_round(
        ". . . . . . .
         . . a . c . .
         . x . . . . .
         . . . . . B .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 down 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . B .
         . x . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 1,4; score 1 at 1,4; over blue Capture",
    );
    assert_eq!(game.position().open, [true, true]);
    small_round(
        ". . . . . . .
         . . a . c . .
         . x . . . . .
         . . . . . . .
         . . . b . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 down 2, 2 up 1",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . x . 2 . . .
         . . . . 3 . .
         . . . . . . .",
        "1 1,4; 2 3,4; tag b by 2 at 3,4; score 1 at 1,4; over blue Capture",
    );
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . B .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .",
        "b up 1",
        ". . . . . . .
         . . a . c . .
         . . . . . B .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .",
        "b 5,2; score b at 5,2; over red Capture",
    );
}

const BOTH: &str = ". . . . . . .
                    . . a . c . .
                    . x . . . . .
                    . . . . . . .
                    . . . . . B .
                    . . . 2 3 . .
                    . . . . . . .";

#[test]
fn both_home_in_one_round_is_a_draw() {
    // R2, FW-53
    let game = small_round(
        BOTH,
        "1 down 2, b up 2",
        ". . . . . . .
         . . a . c . .
         . . . . . B .
         . . . . . . .
         . x . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 1,4; b 5,2; score 1 at 1,4; score b at 5,2; over draw DoubleCapture",
    );
    assert_eq!(game.end().unwrap().reason, EndReason::DoubleCapture);
}

#[test]
fn both_home_may_play_on() {
    // FW-68: both flags and carriers home, contact, on with step 6.
    let config = small(json!({ "double_score": "play_on" }));
    round(
        &config,
        BOTH,
        "1 down 2, b up 2",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .",
        "1 1,4; b 5,2; score 1 at 1,4; score b at 5,2; scorer home 1; back red by 1; \
         scorer home b; back blue by b; close blue; close red",
    );
    // A carrier that comes home onto a friend: contact as in step 4.
    round(
        &config,
        BOTH,
        "1 down 2, b up 2, 2 left 1",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .",
        "1 1,4; 2 2,5; b 5,2; score 1 at 1,4; score b at 5,2; scorer home 1; back red by 1; \
         scorer home b; back blue by b; friends 12 at 2,5; close blue; close red",
    );
    // A single score still wins.
    let mut game = drawn(&config, BOTH);
    order(&mut game, "1 down 2");
    assert_eq!(brief(&tick(&mut game)), "1 1,4; score 1 at 1,4; over blue Capture");
}

#[test]
fn a_flag_that_comes_home_closes_its_zone_on_the_owner() {
    // R16, FW-42, FW-45: in step 7 of the same round.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . 1 . B . . .
         . . . . . . .
         . . . . 3 . .
         . . . 2 . . .",
        "1 right 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 3,3; trade 1b at 3,3; back blue by b; key blue 5,1; key red 1,5; close blue; reset 2",
    );
    // A piece sent out of the zone lands on a friend: contact again.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . 1 . B . . .
         . . . . . . .
         . . . 3 . . .
         . . . 2 . . .",
        "1 right 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 3,3; trade 1b at 3,3; back blue by b; key blue 5,1; key red 1,5; close blue; reset 2; \
         friends 23 at 3,5",
    );
}

#[test]
fn rules_without_a_zone_tell_of_none() {
    let config = small(json!({ "zone": { "half_width": 0, "depth": 0 } }));
    round(
        &config,
        ". . 1 . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
        "1 right 1, 2 down 1, b up 1",
        ". . . b . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 3 . .
         . . . 2 . . .",
        "1 3,0; 2 3,6; b 3,0; tag 1 by b at 3,0; key blue 5,1",
    );
    let mut game = drawn(
        &config,
        ". . 1 . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
    );
    order(&mut game, "1 right 1");
    assert_eq!(brief(&tick(&mut game)), "1 3,0; take red by 1");
}
