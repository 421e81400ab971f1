//! Contact: every case of the table, and the rulings R17 to R23, R25 and R30.

use serde_json::json;

use crate::board::{round, small, small_round};

#[test]
fn land_decides_who_is_jailed_whoever_moved() {
    // FW-34, R21, R2: on Blue land Red goes to jail, whether it came or stood.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . . . . . . .
         . . . 1 . . .
         . . . . 2 3 .
         . . . . . . .",
        "b down 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . 1 . . .
         . . . . 2 3 .
         . . . . . . .",
        "b 3,4; tag b by 1 at 3,4; key red 1,5",
    );
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . 1 . b . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 right 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . 1 . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,4; tag b by 1 at 3,4; key red 1,5",
    );
    // On Red land Blue goes to jail.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . . . . . . .
         . . . 1 . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 up 2",
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,2; tag 1 by b at 3,2; key blue 5,1",
    );
    // On the neutral row both go.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . . . . . . .
         . . . 1 . . .
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
        "1 3,3; b 3,3; trade 1b at 3,3; key blue 5,1; key red 1,5",
    );
}

#[test]
fn a_jailed_carrier_loses_the_flag_at_once() {
    // FW-34, FW-41: the invader carries.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . 1 . B . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 right 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . 1 . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,4; tag b by 1 at 3,4; back blue by b; key red 1,5; close blue",
    );
    small_round(
        ". . . . . . .
         . . a . c . .
         . b . x . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "b right 2",
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "b 3,2; tag 1 by b at 3,2; back red by 1; key blue 5,1; close red",
    );
    // On the neutral row both flags go home.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . x . . .
         . . . . . . .
         . . . B . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 down 1, b up 1",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,3; b 3,3; trade 1b at 3,3; back red by 1; back blue by b; \
         key blue 5,1; key red 1,5; close blue; close red",
    );
}

#[test]
fn contact_comes_before_the_score() {
    // R23: an enemy on the scoring square is jailed and the carrier scores.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . x . . .
         . . . . . . .
         . . . b . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 down 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . x . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,4; tag b by 1 at 3,4; score 1 at 3,4; over blue Capture",
    );
    // R23, R17: a friend there resets both to their start squares, and the flag is lost.
    small_round(
        ". . . . . . .
         . . a b c . .
         . . . x . . .
         . . . . . . .
         . . . 2 . . .
         . . . . . 3 .
         . . . . . . .",
        "1 down 2",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 . 3 .
         . . . . . . .",
        "1 3,4; friends 12 at 3,4; back red by 1; close red",
    );
}

#[test]
fn whole_groups_are_judged_at_once() {
    // R18, R19: two defenders jail the intruder and then go to their start squares.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . 1 . b . 2 .
         . . . . . 3 .
         . . . . . . .",
        "1 right 2, 2 left 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 . 3 .
         . . . . . . .",
        "1 3,4; 2 3,4; tag b by 12 at 3,4; friends 12 at 3,4; key red 1,5",
    );
    // On the neutral row all go to jail.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . 1 . b . 2 .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "1 right 2, 2 left 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "1 3,3; 2 3,3; trade 12b at 3,3; key blue 5,1; key red 1,5",
    );
    // On Red land both intruders go to jail and the one defender stays.
    small_round(
        ". . . . . . .
         . . a . c . .
         . 1 . b . 2 .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "1 right 2, 2 left 2",
        ". . . . . . .
         . . a . c . .
         . . . b . . .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "1 3,2; 2 3,2; tag 1 by b at 3,2; tag 2 by b at 3,2; key blue 5,1",
    );
    // Two against two on Blue land: the Reds to jail, the Blues to their start squares.
    small_round(
        ". . . . . . .
         . . . . c . .
         . . . . . . .
         . . . a . . .
         . 1 . b . 2 .
         . . . . . 3 .
         . . . . . . .",
        "1 right 2, 2 left 2, a down 1",
        ". . . . . . .
         . . . . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 . 3 .
         . . . . . . .",
        "1 3,4; 2 3,4; a 3,4; tag a by 12 at 3,4; tag b by 12 at 3,4; friends 12 at 3,4; \
         key red 1,5",
    );
    // And on Red land: the Blues to jail, the Reds to their start squares.
    small_round(
        ". . . . . . .
         . . . . . c .
         . a . 1 . b .
         . . . 2 . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "2 up 1, a right 2, b left 2",
        ". . . . . . .
         . . a b . c .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "2 3,2; a 3,2; b 3,2; tag 1 by ab at 3,2; tag 2 by ab at 3,2; friends ab at 3,2; \
         key blue 5,1",
    );
}

#[test]
fn friends_alone_go_to_their_start_squares() {
    // FW-35, R17: from any land, to the squares of the start of the game.
    small_round(
        ". . . . . . .
         . . a b . . .
         . 1 . 2 . c .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "1 right 1, 2 left 1",
        ". . . . . . .
         . . a b . . .
         . . . . . c .
         . . . . . . .
         . . . . . . .
         . . 1 2 . 3 .
         . . . . . . .",
        "1 2,2; 2 2,2; friends 12 at 2,2",
    );
    // R25: two attackers on the flag square go home, and the flag is untouched.
    small_round(
        ". 1 . . . 2 .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "1 right 2, 2 left 2",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 . 3 .
         . . . . . . .",
        "1 3,0; 2 3,0; friends 12 at 3,0",
    );
}

#[test]
fn the_square_is_looked_at_again_until_it_is_clear() {
    // FW-36, R20: 1 goes home onto 3, both go home, 3 goes home onto 2.
    small_round(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . 1 . . . . .
         . . 3 . 2 . .
         . . . . . . .",
        "1 right 3, 2 up 1",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .",
        "1 4,4; 2 4,4; friends 12 at 4,4; friends 13 at 2,5",
    );
    // R20, R30: an enemy on the start square is jailed by who comes home.
    small_round(
        ". . . . . . .
         . . . b c . .
         . . . . . . .
         . . . . . . .
         . 1 . . . 2 .
         . . a . . . .
         . . . . . 3 .",
        "1 right 2, 2 left 2",
        ". . . . . . .
         . . . b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 . . .
         . . . . . 3 .",
        "1 3,4; 2 3,4; friends 12 at 3,4; tag a by 1 at 2,5; key red 1,5",
    );
    // Two Reds that meet on a Blue start square are gone before a Blue comes home there.
    small_round(
        ". . . . . . .
         . . . . c . .
         . . . . . . .
         . . . . . . .
         . 1 . . . 2 .
         . a . b . . .
         . . . . . 3 .",
        "1 right 2, 2 left 2, a right 1, b left 1",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 . . .
         . . . . . 3 .",
        "1 3,4; 2 3,4; a 2,5; b 2,5; friends 12 at 3,4; friends ab at 2,5",
    );
}

#[test]
fn only_final_squares_count() {
    // FW-33, FW-37, R22: an exchange of squares, a crossing and a following are no contact.
    small_round(
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
         . . . 1 . . .
         . . . b . . .
         . . . . . . .
         . . . . 2 3 .
         . . . . . . .",
        "1 3,2; b 3,3",
    );
    small_round(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . 1 . . .
         . . 2 . 3 . .
         . . . . . . .",
        "1 up 4, b down 2, a down 2, 2 up 3",
        ". . . x . . .
         . . . . c . .
         . . 2 . . . .
         . . a b . . .
         . . . . . . .
         . . . . 3 . .
         . . . . . . .",
        "1 3,0; 2 2,2; a 2,3; b 3,3; take red by 1; open red",
    );
    small_round(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . 1 2 . . .
         . . . . 3 . .
         . . . . . . .",
        "1 right 1, 2 right 1",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . 1 2 . .
         . . . . 3 . .
         . . . . . . .",
        "1 3,4; 2 4,4",
    );
}

#[test]
fn squares_are_told_row_by_row() {
    // FW-24: by row, then by column; on a square Blue before Red, then by id.
    small_round(
        ". . . . . . .
         . . . . . . c
         . . . . . . 1
         . . . . . . .
         a . b . . . .
         2 . 3 . . . .
         . . . . . . .",
        "2 up 1, 3 up 1, 1 up 1",
        ". . . . . . .
         . . . . . . c
         . . . . . . .
         . . . . . . .
         2 . 3 . . . .
         . . . . . . .
         . . . . . . .",
        "1 6,1; 2 0,4; 3 2,4; tag 1 by c at 6,1; tag a by 2 at 0,4; tag b by 3 at 2,4; \
         key blue 5,1; key red 1,5",
    );
}

#[test]
fn friends_may_share_where_the_rules_let_them() {
    // FW-66: without the reset two friends stay, also beside a tagged enemy.
    let config = small(json!({ "friendly": "pass" }));
    round(
        &config,
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . 1 . b . 2 .
         . . . . . 3 .
         . . . . . . .",
        "1 right 2, 2 left 2",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . 2 . . .
         . . . . . 3 .
         . . . . . . .",
        "1 3,4; 2 3,4; tag b by 12 at 3,4; key red 1,5",
    );
    // The one that starts farthest left, looking forward, takes the flag: Blue's lowest id.
    round(
        &config,
        ". 2 . . . 1 .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "1 left 2, 2 right 2",
        ". . . 2 . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . . . . .",
        "1 3,0; 2 3,0; take red by 1; open red",
    );
    // Red's highest.
    round(
        &config,
        ". . . . . . .
         . . . . . a .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . b . . . c .",
        "b right 2, c left 2",
        ". . . . . . .
         . . . . . a .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . C . . .",
        "b 3,6; c 3,6; take blue by c; open blue",
    );
}
