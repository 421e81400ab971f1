//! Movement: straight lines, the edge, the own zone, limits.

use senet_flag_war::{Command, Direction, Square, Team};
use serde_json::json;

use crate::board::{BLUE, brief, give, order, round, seed, small, small_round, tick};

const OPEN: &str = ". . . . . . .
                    . . a b c . .
                    . . . . . . .
                    . . . . . . .
                    . . . 1 . . .
                    . . 2 . 3 . .
                    . . . . . . .";

/// Where Blue 1 of the open board gets to, from (3,4).
#[track_caller]
fn check(changes: serde_json::Value, orders: &str, to: (u8, u8), told: &str) {
    let mut game = crate::board::drawn(&small(changes), OPEN);
    order(&mut game, orders);
    let events = brief(&tick(&mut game));
    let at = game.position().square(Team::Blue, 0);
    assert_eq!(at, Some(Square::new(to.0, to.1)), "{orders}: {events}");
    assert_eq!(events, told, "{orders}");
}

#[test]
fn moves_go_straight_as_the_fixed_screen_shows() {
    // FW-2, R3: up is y - 1.
    check(json!({}), "1 up 1", (3, 3), "1 3,3");
    check(json!({}), "1 down 1", (3, 5), "1 3,5");
    check(json!({}), "1 left 2", (1, 4), "1 1,4");
    check(json!({}), "1 right 3", (6, 4), "1 6,4");
    check(json!({}), "1 hold", (3, 4), "");
    check(json!({}), "", (3, 4), "");
}

#[test]
fn the_edge_stops_a_move_without_harm() {
    // FW-31, R11
    check(json!({}), "1 left 3", (0, 4), "1 0,4");
    check(json!({}), "1 left 4", (0, 4), "1 0,4; edge 1 3/4");
    check(json!({}), "1 right 6", (6, 4), "1 6,4; edge 1 3/6");
    let mut game = seed();
    give(&mut game, BLUE, &Command::step(1, Direction::Left, 4, None));
    assert_eq!(brief(&tick(&mut game)), "1 0,8");
    give(&mut game, BLUE, &Command::step(1, Direction::Left, 4, None));
    assert_eq!(brief(&tick(&mut game)), "edge 1 0/4", "the event also where no square is left");
}

#[test]
fn a_voided_move_does_not_begin() {
    // FW-67: the same event, no move.
    check(json!({ "edge": "void" }), "1 left 4", (3, 4), "edge 1 0/4");
    check(json!({ "edge": "void" }), "1 left 3", (0, 4), "1 0,4");
    check(json!({ "zone_block": "void" }), "1 down 2", (3, 4), "zone 1 0/2");
    check(json!({ "zone_block": "void" }), "1 left 4", (0, 4), "1 0,4; edge 1 3/4");
    check(json!({ "edge": "void" }), "1 down 2", (3, 5), "1 3,5; zone 1 1/2");
    // The limit is applied first.
    let limited = json!({ "edge": "void", "movement": { "max_distance": 3 } });
    check(limited, "1 left 6", (0, 4), "1 0,4");
    // The first obstacle decides: the zone, not the edge behind it.
    let both = json!({ "edge": "void", "zone_block": "stop_short" });
    check(both, "1 down 6", (3, 5), "1 3,5; zone 1 1/6");
}

#[test]
fn the_own_closed_zone_stops_a_move_at_resolution() {
    // FW-32, FW-43, R12
    check(json!({}), "1 down 2", (3, 5), "1 3,5; zone 1 1/2");
    // R13: the way counts, not only its end: a move across the zone stops before it.
    small_round(
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 2 . 3 . .
         . 1 . . . . .",
        "1 right 4",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 2 . 3 . .
         . 1 . . . . .",
        "zone 1 0/4",
    );
    // The opponent may enter at will.
    small_round(
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 2 . 3 . .
         . 1 . . . b .",
        "b left 1",
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 2 . 3 . .
         . 1 . . b . .",
        "b 4,6",
    );
}

#[test]
fn a_carrier_ignores_its_own_zone() {
    // R14: it wins by landing there.
    small_round(
        ". . . . . . .
         . . a b c . .
         . . . x . . .
         . . . . . . .
         . . . . . . .
         . . 2 . 3 . .
         . . . . . . .",
        "1 down 4",
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 2 . 3 . .
         . . . x . . .",
        "1 3,6; score 1 at 3,6; over blue Capture",
    );
}

#[test]
fn longer_orders_are_cut_to_the_limit_without_an_event() {
    // FW-33, FW-65
    let four = json!({ "movement": { "max_distance": 2 } });
    check(four.clone(), "1 left 3", (1, 4), "1 1,4");
    check(four, "1 left 2", (1, 4), "1 1,4");
    // The smaller of the two limits holds for a carrier.
    let config = small(json!({ "movement": { "max_distance": 3, "max_distance_carrying": 2 } }));
    let before = ". . . . . . x
                  . . a b c . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . . 2 . 3 . .
                  . . . . . . .";
    let after = ". . . . . . .
                 . . a b c . .
                 . . . . . . x
                 . . . . . . .
                 . . 2 . . . .
                 . . . . 3 . .
                 . . . . . . .";
    round(&config, before, "1 down 5, 2 up 1", after, "1 6,2; 2 2,4");
    let config = small(json!({ "movement": { "max_distance_carrying": 2 } }));
    round(&config, before, "1 down 5, 2 up 1", after, "1 6,2; 2 2,4");
    let config = small(json!({ "movement": { "max_distance": 2 } }));
    round(&config, before, "1 down 5, 2 up 1", after, "1 6,2; 2 2,4");
}

#[test]
fn diagonals_are_a_variant() {
    // FW-65
    let all = json!({ "movement": { "directions": "all" } });
    check(all.clone(), "1 up_left 2", (1, 2), "1 1,2");
    check(all.clone(), "1 up_right 1", (4, 3), "1 4,3");
    check(all.clone(), "1 down_left 1", (2, 5), "1 2,5; friends 12 at 2,5");
    check(all, "1 down_right 3", (5, 6), "1 5,6; edge 1 2/3");
}

#[test]
fn the_zone_state_is_that_of_the_round_before() {
    // R15, FW-44: the flag is taken this round; the owner's move into the zone is still cut short,
    // and one round later it is not.
    let mut game = crate::board::drawn(
        &small(json!({})),
        ". . . . . . .
         . . a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . b .",
    );
    order(&mut game, "b left 2, 1 down 1");
    assert_eq!(brief(&tick(&mut game)), "zone 1 0/1; b 3,6; take blue by b; open blue");
    order(&mut game, "1 down 1");
    assert_eq!(brief(&tick(&mut game)), "1 2,6");
}
