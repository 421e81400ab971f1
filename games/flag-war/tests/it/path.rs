//! Contact along the way, as a variant (FW-70 to FW-74).

use senet_flag_war::Config;
use serde_json::json;

use crate::board::{round, small};

fn config() -> Config {
    small(json!({ "contact": "path" }))
}

#[track_caller]
fn check(before: &str, orders: &str, after: &str, told: &str) {
    round(&config(), before, orders, after, told);
}

#[test]
fn enemies_meet_on_the_squares_they_reach_together() {
    // FW-70, FW-71: 1 and b share (3,3) after one sub-step, and both are jailed on neutral ground.
    check(
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . . . . . . .
         . . . 1 . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 up 4, b down 4",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,3; b 3,3; trade 1b at 3,3; key blue 5,1; key red 1,5",
    );
    // A defender that stands in the way tags the runner and stays.
    check(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . 1 . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 up 4",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,1; tag 1 by b at 3,1; key blue 5,1",
    );
    // The survivor of a meeting under way stops there.
    check(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         1 . . . b . .
         . . . . 2 3 .
         . . . . . . .",
        "1 right 6, b left 4",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . 1 . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 2,4; b 2,4; tag b by 1 at 2,4; key red 1,5",
    );
}

#[test]
fn an_exchange_of_squares_is_a_meeting() {
    // FW-72: inside one land the invader loses; the survivor stands where the loser came from.
    check(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . 1 b . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 right 3, b left 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . 1 . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 2,4; b 1,4; tag b by 1 at 2,4; key red 1,5",
    );
    check(
        ". . . . . . .
         . . a . c . .
         . 1 b . . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 right 3, b left 2",
        ". . . . . . .
         . . a . c . .
         . b . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 2,2; b 1,2; tag 1 by b at 1,2; key blue 5,1",
    );
    // Across a border of lands it is judged as on neutral ground.
    check(
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . . . 1 . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 up 1, b down 1",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,2; b 3,3; trade 1b at 3,2; key blue 5,1; key red 1,5",
    );
}

#[test]
fn who_has_left_a_square_is_not_met_there() {
    // FW-73: 1 crosses column 3 after b has left it.
    check(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . 1 . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 right 4, b down 3",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,3; b 3,3; trade 1b at 3,3; key blue 5,1; key red 1,5",
    );
    check(
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . 1 . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 right 4, b down 3",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . 1 .
         . . . . . . .
         . . . b 2 3 .
         . . . . . . .",
        "1 5,3; b 3,5",
    );
}

#[test]
fn a_jailed_runner_meets_nobody_any_more_and_a_survivor_can() {
    // FW-74: b is jailed by 1 in sub-step 1, so 2 walks on over its way; a meets the survivor later.
    check(
        ". . . . . . .
         . . . . c . .
         . . a . . . .
         . . . . . . .
         . . 1 b 2 . .
         . . . . . 3 .
         . . . . . . .",
        "1 right 1, 2 left 3, a down 3",
        ". . . . . . .
         . . . . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 . 3 .
         . . . . . . .",
        "1 3,4; 2 3,4; a 2,5; tag b by 12 at 3,4; friends 12 at 3,4; tag a by 1 at 2,5; key red 1,5",
    );
    // Friends ignore each other under way, and meet as always where they end.
    check(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . 1 2 . . . .
         . . . . 3 . .
         . . . . . . .",
        "1 right 3, 2 left 1",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . 2 . . 1 . .
         . . . . 3 . .
         . . . . . . .",
        "1 4,4; 2 1,4",
    );
    // A jailed carrier loses the flag; the walk rules are those of every move.
    check(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . x . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 right 6, b down 2, 3 down 3",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 . .
         . . . . . 3 .",
        "1 3,3; edge 1 5/6; 3 5,6; edge 3 1/3; b 3,3; trade 1b at 3,3; back red by 1; \
         key blue 5,1; key red 1,5; close red",
    );
}

#[test]
fn meetings_side_by_side_are_all_judged_and_told_by_square() {
    // FW-24, FW-71
    check(
        ". . . . . . .
         . . . b . . .
         . . a . c . .
         . . . . . . .
         . . 1 . 3 . .
         . . . 2 . . .
         . . . . . . .",
        "1 up 1, 3 up 1, a down 1, c down 1",
        ". . . . . . .
         . . . b . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 . . .
         . . . . . . .",
        "1 2,3; 3 4,3; a 2,3; c 4,3; trade 1a at 2,3; trade 3c at 4,3; key blue 5,1; key red 1,5",
    );
}

#[test]
fn orders_of_those_in_jail_are_dropped_here_too() {
    // FW-49, R10
    check(
        ". . . . . . .
         . . a . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 . . . .
         . . . . . . .",
        "1 up 1, 2 up 1, 3 up 1, b down 1, c down 1",
        ". . . . . . .
         . . a . . . .
         . . . . . . .
         . . . . . . .
         . . 1 . . . .
         . . . . . . .
         . . . . . . .",
        "1 2,4; skip 2; skip 3; skip b; skip c",
    );
}
