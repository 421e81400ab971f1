//! What each module does (ST-40 to ST-48), in every rule set where they differ.

use senet_kernel::{Game, Viewer};
use senet_sky_team::{Config, EqualSpeed, Event, Loss, Module, RuleSet};
use serde_json::json;

use crate::support::Flight;

#[test]
fn the_axis_adds_the_pilots_die_less_the_copilots() {
    // ST-40: from where, the two dice, to where or lost.
    #[track_caller]
    fn check(from: i8, blue: u8, orange: u8, expected: Result<i8, i8>) {
        for order in [true, false] {
            let flight = Flight::seed()
                .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
                .set("/board/axis/position", from);
            let (pilot, copilot) = (format!("P{blue}:axis"), format!("C{orange}:axis"));
            let flight = if order {
                flight.fly(&pilot).fly(&copilot)
            } else {
                flight.fly("P1:radio").fly(&copilot).fly(&pilot)
            };
            match expected {
                Ok(to) => {
                    assert_eq!(flight.game.board().axis.position, to);
                    assert_eq!(flight.loss(), None);
                }
                Err(axis) => assert_eq!(flight.loss(), Some(Loss::Spin { axis })),
            }
        }
    }
    check(0, 4, 4, Ok(0));
    check(0, 5, 3, Ok(2));
    check(0, 3, 5, Ok(-2));
    check(0, 5, 2, Err(3));
    check(0, 2, 5, Err(-3));
    check(2, 1, 1, Ok(2));
    check(2, 1, 5, Ok(-2));
    check(-2, 5, 1, Ok(2));
    check(2, 2, 1, Err(3));
    check(-2, 1, 2, Err(-3));
    check(2, 6, 1, Err(7));
}

#[test]
fn one_axis_die_only_waits_and_the_position_stays_for_the_next_round() {
    // ST-40, ST-33
    let flight = Flight::seed().hands(&[4, 1, 1, 1], &[3, 1, 1, 1]).fly("P4:axis");
    assert_eq!(flight.game.board().axis.position, 0);
    let flight = flight.fly("C3:axis P1:engines C1:engines P1:radio C1:radio P1:conc C1:conc");
    let board = flight.game.board();
    assert_eq!((board.round, board.axis.position), (2, 1));
    assert_eq!((board.axis.dice.pilot, board.engines.speed), (None, None));
}

#[test]
fn speed_moves_the_plane_between_the_markers() {
    // ST-41, ST-42, R-06, R-15: gear and flaps on, the dice, the segments.
    #[track_caller]
    fn check(rules: RuleSet, equal: Option<EqualSpeed>, on: (u8, u8), dice: (u8, u8), moved: u8) {
        let config = Config { equal_speed: equal, ..Config::of(rules) };
        let gear = [0, 1, 3, 7][usize::from(on.0)];
        let (blue, orange) = dice;
        let flight = Flight::new(&config)
            .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
            .set("/board/gear", gear)
            .set("/board/flaps", on.1)
            .set("/board/approach/planes", serde_json::json!([0, 0, 0, 0, 0, 0, 1, 0]))
            .fly(&format!("P{blue}:engines C{orange}:engines"));
        let board = flight.game.board();
        assert_eq!(board.engines.speed, Some((blue + orange) as i8));
        assert_eq!(board.approach.position, moved, "{rules:?} {equal:?} {on:?} {dice:?}");
    }
    use EqualSpeed::{Moves, Stays};
    use RuleSet::{Literal, Published, Seed};
    for rules in [Seed, Literal] {
        check(rules, None, (0, 0), (1, 2), 0);
        check(rules, None, (0, 0), (2, 2), 1);
        check(rules, None, (0, 0), (4, 4), 1);
        check(rules, None, (0, 0), (4, 5), 2);
        check(rules, None, (3, 0), (3, 3), 0);
        check(rules, None, (3, 0), (3, 4), 1);
        check(rules, None, (0, 4), (6, 6), 1);
        check(rules, None, (0, 3), (6, 6), 2);
        check(rules, None, (0, 3), (5, 6), 1);
        check(rules, Some(Stays), (0, 0), (2, 2), 0);
        check(rules, Some(Stays), (0, 0), (2, 3), 1);
    }
    check(Published, None, (0, 0), (2, 2), 0);
    check(Published, None, (0, 0), (2, 3), 1);
    check(Published, None, (3, 0), (3, 4), 0);
    check(Published, None, (3, 0), (4, 4), 1);
    check(Published, None, (0, 0), (4, 4), 1);
    check(Published, None, (0, 0), (4, 5), 2);
    check(Published, Some(Moves), (0, 0), (2, 2), 1);
}

#[test]
fn leaving_planes_or_the_airport_behind_loses() {
    // ST-42, ST-51, R-09: where the plane is, the planes, the speed, and what came of it.
    #[track_caller]
    fn check(
        rules: RuleSet,
        from: u8,
        planes: [u8; 8],
        dice: (u8, u8),
        expected: Result<u8, Loss>,
    ) {
        let (blue, orange) = dice;
        let flight = Flight::of(rules)
            .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
            .set("/board/approach/position", from)
            .set("/board/approach/planes", serde_json::json!(planes))
            .fly(&format!("P{blue}:engines C{orange}:engines"));
        match expected {
            Ok(to) => {
                assert_eq!(flight.loss(), None);
                assert_eq!(flight.game.board().approach.position, to);
            }
            Err(loss) => assert_eq!(flight.loss(), Some(loss)),
        }
    }
    use RuleSet::{Literal, Published, Seed};
    let one = [1, 0, 0, 0, 0, 0, 0, 0];
    let two = [0, 1, 0, 0, 0, 0, 0, 0];
    let ahead = [0, 0, 1, 0, 0, 0, 0, 0];
    for rules in [Seed, Published] {
        check(rules, 0, one, (3, 3), Err(Loss::Collision { segment: 0 }));
        check(rules, 0, one, (1, 1), Ok(0));
        check(rules, 0, two, (3, 3), Ok(1));
        check(rules, 0, two, (5, 5), Err(Loss::Collision { segment: 1 }));
        check(rules, 0, ahead, (5, 5), Ok(2));
        check(rules, 6, [0; 8], (3, 3), Err(Loss::Overshoot));
        check(rules, 6, [0; 8], (1, 1), Ok(6));
        check(rules, 5, [0; 8], (5, 5), Err(Loss::Overshoot));
        check(rules, 5, [0; 8], (3, 3), Ok(6));
        check(rules, 6, [0, 0, 0, 0, 0, 0, 1, 0], (3, 3), Err(Loss::Collision { segment: 6 }));
    }
    check(Literal, 0, one, (3, 3), Ok(1));
    check(Literal, 0, two, (5, 5), Ok(2));
    check(Literal, 6, [0; 8], (3, 3), Ok(6));
    check(Literal, 5, [0; 8], (6, 6), Ok(6));
}

#[test]
fn the_final_round_does_not_move_the_plane() {
    // ST-42
    for rules in [RuleSet::Seed, RuleSet::Literal, RuleSet::Published] {
        let flight = Flight::of(rules).hands(&[6, 1, 1, 1], &[6, 1, 1, 1]).final_round();
        let flight = flight.fly("P6:engines C6:engines");
        assert_eq!(flight.loss(), None);
        assert_eq!(flight.game.board().approach.position, 6);
        assert_eq!(flight.game.board().engines.speed, Some(12));
    }
}

#[test]
fn the_radio_takes_one_plane_off_the_segment_that_it_reaches() {
    // ST-43, R-05, R-20: where the plane is, the value, the segment that loses a plane.
    #[track_caller]
    fn check(rules: RuleSet, from: u8, value: u8, hit: Option<usize>) {
        let flight = Flight::of(rules)
            .hands(&[value, 1, 1, 1], &[1, 1, 1, 1])
            .set("/board/approach/planes", serde_json::json!([1, 1, 1, 2, 1, 2, 1, 0]))
            .set("/board/approach/position", from);
        let mut expected = flight.planes();
        let flight = flight.fly(&format!("P{value}:radio"));
        if let Some(hit) = hit {
            expected[hit] -= 1;
        }
        assert_eq!(flight.planes(), expected, "{rules:?} from {from} with {value}");
        assert_eq!(flight.game.board().approach.position, from);
        let wasted = flight.events.contains(&Event::Wasted { module: Module::Radio });
        assert_eq!(wasted, hit.is_none());
    }
    for rules in [RuleSet::Seed, RuleSet::Published] {
        check(rules, 0, 1, Some(0));
        check(rules, 0, 6, Some(5));
        check(rules, 1, 6, Some(6));
        check(rules, 3, 4, Some(6));
        check(rules, 3, 5, None);
        check(rules, 6, 1, Some(6));
        check(rules, 6, 2, None);
    }
    check(RuleSet::Literal, 0, 6, Some(5));
    check(RuleSet::Literal, 3, 1, Some(0));
    check(RuleSet::Literal, 6, 6, Some(5));
}

#[test]
fn a_call_to_an_empty_segment_uses_the_die_up() {
    // ST-43
    let flight = Flight::seed().fly("P1:radio");
    assert_eq!(flight.planes(), [0, 0, 1, 2, 1, 3, 2]);
    assert_eq!(Vec::from(flight.game.hand(crate::support::PILOT)), [2, 3, 4]);
    assert_eq!(flight.game.board().tally.wasted, 1);
}

#[test]
fn radio_dice_act_in_the_order_in_which_they_are_placed() {
    // before the flight a 3 reaches segment 2, after it segment 3.
    let hands = |flight: Flight| flight.hands(&[3, 3, 1, 1], &[3, 3, 3, 1]);
    let before = hands(Flight::seed()).fly("P3:radio C3:engines P3:engines C3:radio");
    assert_eq!(before.planes(), [0, 0, 0, 1, 1, 3, 2]);
    let both =
        hands(Flight::seed()).fly("P3:engines C3:engines P3:radio C3:radio P1:axis C3:radio");
    assert_eq!(both.planes(), [0, 0, 1, 0, 1, 3, 2]);
}

#[test]
fn landing_gear_goes_out_in_any_order_and_moves_the_blue_marker() {
    // ST-44, R-08, R-15: a gear die before the engines changes the markers.
    let flight = Flight::seed().hands(&[6, 1, 3, 2], &[2, 1, 1, 1]);
    let flight = flight.fly("P6:gear C1:radio P1:gear C2:engines P2:engines");
    let board = flight.game.board();
    assert_eq!(board.gear, 0b101);
    // Speed 4 with the blue marker at 6.
    assert_eq!(board.approach.position, 0);
    let view = flight.game.view(Viewer::Spectator);
    assert_eq!(view.speed.blue_marker, 6);
}

#[test]
fn every_value_has_its_landing_gear_switch() {
    // ST-44
    for (value, bit) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (6, 4)] {
        let flight = Flight::seed().hands(&[value, 1, 1, 1], &[1, 1, 1, 1]);
        let flight = flight.fly(&format!("P{value}:gear"));
        assert_eq!(flight.game.board().gear, bit, "{value}");
    }
}

#[test]
fn flaps_go_out_in_order_and_move_the_orange_marker() {
    // ST-45, R-14
    let flight = Flight::seed().hands(&[1, 1, 1, 4], &[3, 4, 4, 6]).set("/board/flaps", 1);
    let flight = flight.fly("P1:radio C3:flaps P1:conc C4:flaps");
    assert_eq!(flight.game.board().flaps, 3);
    let view = flight.game.view(Viewer::Spectator);
    assert_eq!(view.speed.orange_marker, 11);
}

#[test]
fn each_flap_takes_its_two_values() {
    // ST-45
    for (on, takes) in [(0, [1, 2]), (1, [2, 3]), (2, [4, 5]), (3, [5, 6])] {
        for value in 1..=6 {
            let mut flight = Flight::seed()
                .hands(&[1, 1, 1, 1], &[value, 1, 1, 1])
                .set("/board/flaps", on)
                .fly("P1:conc");
            let placed = flight.try_place(crate::support::COPILOT, value, Module::Flaps);
            assert_eq!(placed.is_ok(), takes.contains(&value), "flap {on} with {value}");
            assert_eq!(flight.game.board().flaps, on + u8::from(placed.is_ok()));
        }
    }
}

#[test]
fn brakes_take_exactly_two_then_four_then_six() {
    // ST-46, R-14
    for (on, takes) in [(0, 2), (1, 4), (2, 6)] {
        for value in 1..=6 {
            let mut flight =
                Flight::seed().hands(&[value, 1, 1, 1], &[1, 1, 1, 1]).set("/board/brakes", on);
            let placed = flight.try_place(crate::support::PILOT, value, Module::Brakes);
            assert_eq!(placed.is_ok(), value == takes, "brake {on} with {value}");
            assert_eq!(flight.game.board().brakes, on + u8::from(placed.is_ok()));
        }
    }
}

#[test]
fn several_brakes_may_go_on_in_one_round_and_the_readings_follow() {
    // ST-46, R-01: count, marker and power are three readings of the same switches.
    let flight = Flight::published().hands(&[2, 4, 6, 1], &[1, 1, 1, 1]).set("/board/coffee", 3);
    let readings = |flight: &Flight| {
        let brakes = flight.game.view(Viewer::Spectator).brakes.unwrap();
        (brakes.on, brakes.marker, brakes.power, brakes.strength)
    };
    assert_eq!(readings(&flight), (0, 0, 0, 0));
    let flight = flight.fly("P2:brakes");
    assert_eq!(readings(&flight), (1, 2, 2, 2));
    let flight = flight.fly("C1:radio P4:brakes");
    assert_eq!(readings(&flight), (2, 4, 6, 4));
    let seed = Flight::seed().set("/board/brakes", 3);
    assert_eq!(readings(&seed), (3, 6, 12, 12));
    let literal = Flight::literal().set("/board/brakes", 3);
    assert_eq!(readings(&literal), (3, 6, 12, 3));
}

#[test]
fn concentration_earns_a_coffee_up_to_three() {
    // ST-47: pool before and after.
    for (before, after) in [(0, 1), (1, 2), (2, 3), (3, 3)] {
        let flight = Flight::seed().set("/board/coffee", before).fly("P1:conc");
        assert_eq!(flight.game.board().coffee, after);
        let wasted = flight.events.contains(&Event::Wasted { module: Module::Concentration });
        assert_eq!(wasted, before == 3);
    }
}

#[test]
fn coffee_is_paid_before_it_is_earned() {
    // ST-48: pool 3 and one step leaves 3; pool 2 and two steps leaves 1.
    #[track_caller]
    fn check(pool: u8, word: &str, after: u8) {
        let flight = Flight::seed().set("/board/coffee", pool).fly(word);
        assert_eq!(flight.game.board().coffee, after, "{word} with {pool}");
    }
    check(3, "P1+1:conc", 3);
    check(2, "P1+2:conc", 1);
    check(1, "P4-1:conc", 1);
    check(3, "P1+3:conc", 1);
    check(3, "P4-3:radio", 0);
    check(2, "P1+1:radio", 1);
}

#[test]
fn an_adjusted_die_counts_as_what_it_became() {
    // ST-48: a 4 as 5 on the axis, a 2 as 3 on the engines.
    let flight = Flight::seed().set("/board/coffee", 3).fly("P4+1:axis C5:axis P2+1:engines");
    let board = flight.game.board();
    assert_eq!(board.axis.position, 0);
    assert_eq!(board.engines.dice.pilot, Some(3));
    assert_eq!((board.coffee, board.tally.coffee_spent), (1, 2));
}

#[test]
fn switches_tell_where_their_marker_stands() {
    // ST-44 to ST-46, R-15
    let told = |flight: &Flight| {
        flight.events.iter().find_map(|event| match event {
            Event::Deployed { module, slot, on, marker } => Some((*module, *slot, *on, *marker)),
            _ => None,
        })
    };
    let gear = Flight::seed().set("/board/gear", 1).fly("P4:gear");
    assert_eq!(told(&gear), Some((Module::LandingGear, 1, 2, 6)));
    let flaps = Flight::seed().set("/board/flaps", 2).fly("P1:axis C4:flaps");
    assert_eq!(told(&flaps), Some((Module::Flaps, 2, 3, 11)));
    let brakes = Flight::seed().set("/board/brakes", 1).fly("P4:brakes");
    assert_eq!(told(&brakes), Some((Module::Brakes, 1, 2, 6)));
    let marker = Flight::published().set("/board/brakes", 1).fly("P4:brakes");
    assert_eq!(told(&marker), Some((Module::Brakes, 1, 2, 4)));
    let ice = Flight::to("kef-yellow").hands(&[3, 3, 1, 1], &[3, 1, 1, 1]).set("/board/ice", 1);
    let ice = ice.fly("P3:ice#0 C3:ice");
    assert_eq!(told(&ice), Some((Module::IceBrakes, 1, 2, 3)));
}

#[test]
fn the_dice_say_beforehand_where_they_would_lead() {
    // ST-42: the same as flying does.
    for blue in 1..=6 {
        for orange in 1..=6 {
            let flight = Flight::to("bud-yellow")
                .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
                .set("/board/approach/planes", serde_json::json!([0, 1, 0, 0, 0, 0, 0, 0]));
            let expected = flight.game.board().flight(blue, orange);
            let flown = flight.fly(&format!("P{blue}:engines C{orange}:engines"));
            match expected {
                Ok(position) => assert_eq!(flown.game.board().approach.position, position),
                Err(loss) => assert_eq!(flown.loss(), Some(loss)),
            }
        }
    }
}

#[test]
fn a_flight_is_foreseen_for_bots() {
    // ST-42, ST-53: where two engine dice would lead; nowhere in the final round.
    let flight = Flight::seed();
    let board = flight.game.board();
    assert_eq!([board.flight(1, 1), board.flight(2, 2), board.flight(6, 6)], [Ok(0), Ok(1), Ok(2)]);
    assert_eq!(Flight::seed().final_round().game.board().flight(6, 6), Ok(6));
    let planes = flight.set("/board/approach/planes", json!([1, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(planes.game.board().flight(2, 2), Err(Loss::Collision { segment: 0 }));
}
