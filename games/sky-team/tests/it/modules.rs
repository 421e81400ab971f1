//! Scenario modules (ST-70 to ST-76) and the order in which they act (ST-95).

use senet_kernel::{Dice, Draw, Game, Script, Viewer};
use senet_sky_team::{
    Config, Criterion, Event, Failed, Loss, Module, Phase, Rejection, RuleSet, Standing,
};
use serde_json::json;

use crate::support::{COPILOT, Flight, PILOT, at};

const QUIET: &str = "P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc C1:conc";
const ONES: [u8; 4] = [1, 1, 1, 1];

/// A new game whose draws are scripted: picks for traffic, then eight dice.
#[track_caller]
fn scripted(config: &Config, picks: &[u32]) -> Flight {
    let script = picks.iter().copied().chain([1; 8]);
    let mut dice = Dice::values(script);
    let game = senet_sky_team::SkyTeam::new(config, &mut dice).unwrap();
    assert_eq!(dice.fault(), None);
    let mut flight = Flight::new(config);
    flight.game = game;
    flight
}

#[test]
fn traffic_adds_planes_ahead_before_the_dice_are_rolled() {
    // ST-70: faces 2, 3, 3, 4, 4, 5 by the pick; two icons at the start of Haneda.
    for (pick, segment) in [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3), (5, 4)] {
        let flight = scripted(&at("hnd-green"), &[pick, pick]);
        let mut expected = vec![0, 1, 1, 2, 1, 0, 2, 1];
        expected[segment] += 2;
        assert_eq!(flight.planes(), expected, "pick {pick}");
    }
    // No icons, no traffic.
    assert_eq!(scripted(&at("yul-green"), &[]).planes(), [0, 0, 1, 2, 1, 3, 2]);
}

#[test]
fn traffic_past_the_end_goes_on_the_airport_and_staying_meets_it_again() {
    // ST-70: the plane stays on segment 4 of Heathrow, which shows one icon.
    let flight = Flight::to("lhr-green")
        .hands(&ONES, &ONES)
        .force("/board/approach/position", 4)
        .set("/board/approach/planes", json!([0, 0, 0, 0, 0, 2, 0, 0]));
    let mut flight = flight.fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc");
    flight.dice = Dice::values([5, 1, 1, 1, 1, 1, 1, 1, 1]);
    let flight = flight.fly("C1:conc");
    assert_eq!(flight.planes(), [0, 0, 0, 0, 0, 3]);
    let rolled = Event::TrafficRolled { value: 5, segment: 5, added: true };
    assert!(flight.events.contains(&rolled));
}

#[test]
fn with_all_twelve_tokens_on_the_track_nothing_is_added() {
    // ST-70
    let mut flight = Flight::to("lhr-green")
        .hands(&ONES, &ONES)
        .force("/board/approach/position", 4)
        .set("/board/approach/planes", json!([0, 0, 0, 0, 0, 12, 0, 0]))
        .fly("P1:axis C1:axis P1:engines C1:engines P1:conc C1:conc P1:conc");
    flight.dice = Dice::values([0, 1, 1, 1, 1, 1, 1, 1, 1]);
    let flight = flight.hands(&[], &[1]).fly("C1:radio");
    // The radio called the current segment, so all twelve were still there.
    assert!(flight.events.contains(&Event::TrafficRolled { value: 2, segment: 5, added: false }));
    assert_eq!(flight.planes(), [0, 0, 0, 0, 0, 12]);
    assert_eq!(flight.game.view(Viewer::Spectator).supply, 0);
}

#[test]
fn segments_that_are_flown_through_roll_no_traffic() {
    // ST-70: from 1 to 3 at Heathrow green passes the icon of segment 2.
    let mut flight = Flight::to("lhr-green")
        .hands(&[5, 1, 1, 1], &[5, 1, 1, 1])
        .force("/board/approach/position", 1)
        .set("/board/approach/planes", json!([0, 0, 0, 0, 0, 2, 0, 0]))
        .fly("P5:engines C5:engines P1:axis C1:axis P1:radio C1:radio P1:conc");
    assert_eq!(flight.game.board().approach.position, 3);
    flight.dice = Dice::values([1; 8]);
    let flight = flight.fly("C1:conc");
    assert_eq!(flight.dice.fault(), None);
}

#[test]
fn a_turn_asks_for_the_axis_at_that_moment() {
    // ST-71, R-24: Haneda green leaves segment 2 with L1 or 0, which is +1 or 0; segment 4 with L2
    // or L1; Kuala Lumpur yellow leaves 1 with R1 or R2.
    #[track_caller]
    fn check(scenario: &str, segment: u8, axis: i8, may: bool) {
        let flight = Flight::to(scenario)
            .hands(&[3, 1, 1, 1], &[3, 1, 1, 1])
            .force("/board/approach/position", segment)
            .force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]))
            .set("/board/axis/position", axis)
            .fly("P3:engines C3:engines");
        let loss = (!may).then_some(Loss::Turn { segment, axis });
        assert_eq!(flight.loss(), loss, "{scenario} {segment} {axis}");
    }
    for (axis, may) in [(-2, false), (-1, false), (0, true), (1, true), (2, false)] {
        check("hnd-green", 2, axis, may);
    }
    for (axis, may) in [(-1, false), (0, false), (1, true), (2, true)] {
        check("hnd-green", 4, axis, may);
    }
    for (axis, may) in [(-2, true), (-1, true), (0, false), (1, false)] {
        check("kul-yellow", 1, axis, may);
    }
    check("hnd-green", 3, 2, true);
}

#[test]
fn the_order_of_axis_and_engines_decides_a_turn() {
    // ST-71, R-08: level before the axis dice, tipped after them.
    let flight = Flight::to("hnd-green")
        .hands(&[3, 3, 1, 1], &[3, 1, 1, 1])
        .force("/board/approach/position", 2)
        .set("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]));
    let engines_first = flight.clone().fly("P3:engines C3:engines P3:axis C1:axis");
    assert_eq!(engines_first.loss(), None);
    let axis_first = flight.fly("P3:axis C1:axis P3:engines C3:engines");
    assert_eq!(axis_first.loss(), Some(Loss::Turn { segment: 2, axis: 2 }));
}

#[test]
fn causes_of_a_loss_come_in_their_order() {
    // ST-95: leak, turn, collision, overshoot.
    let at_turn = |planes: u8| {
        Flight::to("hnd-green")
            .hands(&[3, 1, 1, 1], &[3, 1, 1, 1])
            .force("/board/approach/position", 2)
            .force("/board/approach/planes", json!([0, 0, planes, 0, 0, 0, 0, 0]))
            .set("/board/axis/position", -1)
            .fly("P3:engines C3:engines")
    };
    assert_eq!(at_turn(1).loss(), Some(Loss::Turn { segment: 2, axis: -1 }));
    let leak = Flight::to("dus-yellow")
        .hands(&[6, 1, 1, 1], &[1, 1, 1, 1])
        .force("/board/approach/position", 3)
        .force("/board/approach/planes", json!([0, 0, 0, 2, 0, 0, 0, 0]))
        .force("/board/axis/position", 2)
        .set("/board/kerosene", 5)
        .fly("P6:engines C1:engines");
    assert_eq!(leak.loss(), Some(Loss::Kerosene));
    // The second step of a double move is checked like the first.
    let second = Flight::to("hnd-green")
        .hands(&[5, 1, 1, 1], &[5, 1, 1, 1])
        .force("/board/approach/position", 1)
        .force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]))
        .set("/board/axis/position", 2)
        .fly("P5:engines C5:engines");
    assert_eq!(second.loss(), Some(Loss::Turn { segment: 2, axis: 2 }));
}

#[test]
fn kerosene_costs_the_die_or_six() {
    // ST-72
    let flight = |kerosene: i8| {
        Flight::to("osl-green").hands(&[5, 1, 1, 1], &ONES).set("/board/kerosene", kerosene)
    };
    assert_eq!(Flight::to("osl-green").game.board().kerosene, 20);
    assert_eq!(flight(20).fly("P5:kerosene").game.board().kerosene, 15);
    assert_eq!(flight(5).fly("P5:kerosene").loss(), None);
    assert_eq!(flight(4).fly("P5:kerosene").loss(), Some(Loss::Kerosene));
    // One space for either colour.
    let module = Module::Kerosene;
    assert_eq!(flight(20).refused("P5:kerosene C1:kerosene"), Rejection::SpaceTaken { module });
    assert_eq!(flight(20).fly("P1:axis C1:kerosene").game.board().kerosene, 19);
    // Used by coffee at the adjusted value.
    let coffee = flight(20).set("/board/coffee", 2).fly("P5-2:kerosene");
    assert_eq!(coffee.game.board().kerosene, 17);
    // Unused: six at the end of the round.
    let round = |kerosene: i8| flight(kerosene).hands(&ONES, &ONES).fly(QUIET);
    assert_eq!(round(20).game.board().kerosene, 14);
    assert_eq!(round(6).game.board().kerosene, 0);
    assert_eq!(round(5).loss(), Some(Loss::Kerosene));
    let used = "P1:kerosene C1:axis P1:axis C1:engines P1:engines C1:radio P1:conc C1:conc";
    assert_eq!(flight(20).hands(&ONES, &ONES).fly(used).game.board().kerosene, 19);
}

#[test]
fn the_final_round_uses_kerosene_before_the_landing() {
    // ST-72, ST-95
    let last = Flight::to("osl-green").hands(&ONES, &ONES).final_round().set("/board/kerosene", 5);
    assert_eq!(last.fly(QUIET).loss(), Some(Loss::Kerosene));
}

#[test]
fn the_leak_costs_the_difference_and_one() {
    // ST-73
    #[track_caller]
    fn check(kerosene: i8, blue: u8, orange: u8, expected: Option<i8>) {
        let start = Flight::to("blq-green")
            .force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]));
        for flight in [start.clone(), start.final_round()] {
            let flight = flight
                .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
                .set("/board/kerosene", kerosene)
                .fly(&format!("P{blue}:engines C{orange}:engines"));
            match expected {
                Some(left) => assert_eq!(flight.game.board().kerosene, left),
                None => assert_eq!(flight.loss(), Some(Loss::Kerosene)),
            }
        }
    }
    check(20, 3, 3, Some(19));
    check(20, 1, 2, Some(18));
    check(20, 6, 3, Some(16));
    check(4, 6, 3, Some(0));
    check(3, 6, 3, None);
    // There is no space for it, and an unused round costs nothing.
    let module = Module::Kerosene;
    let flight = Flight::to("blq-green").hands(&ONES, &ONES);
    assert_eq!(flight.clone().refused("P1:kerosene"), Rejection::NoSuchModule { module });
    let flight = flight.force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(flight.fly(QUIET).game.board().kerosene, 19);
}

#[test]
fn the_wind_turns_with_the_axis_and_changes_the_speed() {
    // ST-74: position of the marker and axis before, equal axis dice; then marker and modifier.
    #[track_caller]
    fn check(head: bool, marker: u8, axis: i8, expected: (u8, i8)) {
        let config = Config { head_wind: head, ..at("bud-yellow") };
        let flight = Flight::new(&config)
            .hands(&[1, 3, 1, 1], &[1, 3, 1, 1])
            .force("/board/axis/position", axis)
            .force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]))
            .set("/board/wind", marker)
            .fly("P1:axis C1:axis");
        let view = flight.game.view(Viewer::Spectator);
        assert_eq!((flight.game.board().wind, view.speed.wind), (expected.0, Some(expected.1)));
        let flight = flight.fly("P3:engines C3:engines");
        assert_eq!(flight.game.board().engines.speed, Some(6 + expected.1));
    }
    // Tipped to the Co-Pilot (negative here) moves the marker up, and round the ring.
    check(false, 10, 0, (10, 3));
    check(false, 10, -2, (12, 2));
    check(false, 10, 2, (8, 2));
    check(false, 19, -1, (0, -3));
    check(false, 1, 2, (19, -3));
    // Each distance, on both sides of the ring.
    let modifiers = [-3, -3, -2, -2, -1, 0, 1, 2, 2, 3, 3];
    for (distance, modifier) in modifiers.into_iter().enumerate() {
        let distance = distance as u8;
        check(false, distance, 0, (distance, modifier));
        check(true, distance, 0, (distance, -modifier));
        if distance > 0 {
            check(false, 20 - distance, 0, (20 - distance, modifier));
        }
    }
    assert_eq!(Flight::to("bud-yellow").game.board().wind, 10);
}

#[test]
fn a_later_axis_does_not_change_the_speed() {
    // ST-74: the wind counts as it stands when the engines resolve, also in the final round.
    let flight = Flight::to("bud-yellow").hands(&[1, 3, 1, 1], &[1, 3, 1, 1]).final_round();
    let flight = flight.set("/board/axis/position", 2);
    let flight = flight.fly("P3:engines C3:engines P1:axis C1:axis");
    let board = flight.game.board();
    assert_eq!((board.engines.speed, board.wind), (Some(9), 8));
}

/// Heathrow yellow with the intern's row in a known order.
fn intern(row: [u8; 6]) -> Flight {
    let mut flight = Flight::to("lhr-yellow");
    let order: Vec<u32> = row.iter().map(|token| u32::from(*token) - 1).collect();
    let script = [Script::Draw(Draw::Shuffle(order))]
        .into_iter()
        .chain([0, 0].map(Script::Value))
        .chain([1; 8].map(Script::Value));
    let mut dice = Dice::scripted(script);
    flight.game = senet_sky_team::SkyTeam::new(&at("lhr-yellow"), &mut dice).unwrap();
    assert_eq!(dice.fault(), None);
    flight.hands(&[1, 2, 3, 4], &[3, 4, 5, 6])
}

#[test]
fn the_intern_gives_the_token_of_the_own_end() {
    // ST-75
    let row = [2, 5, 1, 3, 6, 4];
    let flight = intern(row);
    let view = flight.game.view(Viewer::Spectator);
    assert_eq!(view.intern, Some(row.to_vec()));
    let same = Rejection::SameAsToken { token: 2 };
    assert_eq!(flight.clone().refused("P2:intern"), same);
    let same = Rejection::SameAsToken { token: 4 };
    assert_eq!(flight.clone().refused("P1:axis C4:intern"), same);
    // The Pilot takes the 2 and places it at once, in the same turn, like a blue die.
    let flight = flight.fly("P1:intern");
    assert_eq!(flight.game.to_act(), senet_kernel::SeatSet::only(PILOT.seat()));
    assert!(matches!(flight.game.board().phase, Phase::Extra { .. }));
    let die = 3;
    assert_eq!(flight.clone().refused("P3:axis"), Rejection::NoSuchDie { die });
    let turn = PILOT;
    assert_eq!(flight.clone().refused("C3:axis"), Rejection::NotYourTurn { turn });
    let module = Module::Concentration;
    assert_eq!(flight.clone().refused("P2:conc"), Rejection::NotForTokens { module });
    let pool = flight.clone().set("/board/coffee", 2);
    assert_eq!(pool.refused("P2+1:axis"), Rejection::NoCoffeeForTokens);
    let (module, crew) = (Module::Flaps, PILOT);
    assert_eq!(flight.clone().refused("P2:flaps"), Rejection::WrongColour { module, crew });
    let flight = flight.fly("P2:brakes");
    let board = flight.game.board();
    assert_eq!((board.brakes, board.turn), (1, COPILOT));
    // Not among the eight dice: the Pilot still has three.
    assert_eq!(flight.game.hand(PILOT).len(), 3);
    assert_eq!(board.log.list().len(), 2);
    // One space for each, and the row is shorter from the Pilot's end.
    let view = flight.game.view(Viewer::Spectator);
    assert_eq!(view.intern, Some(vec![5, 1, 3, 6, 4]));
    let module = Module::Intern;
    let taken = Rejection::SpaceTaken { module };
    assert_eq!(flight.clone().refused("C3:axis P3:intern"), taken);
    let flight = flight.fly("C3:intern C4:axis");
    assert_eq!(flight.game.view(Viewer::Spectator).intern, Some(vec![5, 1, 3, 6]));
}

#[test]
fn the_token_counts_as_a_die_in_hand() {
    // ST-75, R-07: with two dice and two empty spaces a die may go to the intern, but the token
    // must then fill one of them.
    let flight = intern([2, 5, 1, 3, 6, 4]).fly("P1:radio C3:axis P2:conc C4:engines");
    let spaces = vec![Module::Axis, Module::Engines];
    let first = Rejection::MandatoryFirst { spaces };
    assert_eq!(flight.clone().refused("P3:gear"), first);
    let flight = flight.fly("P3:intern");
    assert_eq!(flight.clone().refused("P2:gear"), first);
    let flight = flight.fly("P2:axis C5:radio");
    let spaces = vec![Module::Engines];
    let first = Rejection::MandatoryFirst { spaces };
    assert_eq!(flight.clone().refused("P4:gear"), first);
    flight.fly("P4:engines");
}

#[test]
fn a_token_that_fits_nowhere_is_discarded() {
    // ST-75: all blue spaces for a 2 are taken, so the last die's token goes away by itself.
    let flight = intern([2, 5, 1, 3, 6, 4])
        .hands(&[1, 1, 1, 3], &[1, 1, 1, 1])
        .force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]))
        .fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio");
    let flight = flight.set("/board/gear", 0);
    // The landing gear would still take it.
    let offered = flight.clone().fly("P3:intern");
    assert!(matches!(offered.game.board().phase, Phase::Extra { .. }));
    let config = Config {
        any_scenario: true,
        scenario: "lhr-yellow".to_owned(),
        ..Config::of(RuleSet::Seed)
    };
    let mut seed = Flight::new(&config)
        .hands(&[1, 1, 1, 3], &[1, 1, 1, 1])
        .force("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]))
        .force("/board/intern", json!({ "row": [2, 5, 1, 3, 6, 4], "from": 0, "to": 6 }))
        .set("/board/gear", 7)
        .set("/board/brakes", 3)
        .fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio");
    seed = seed.fly("P3:intern");
    assert!(seed.events.contains(&Event::TokenDiscarded { token: 2 }));
    let board = seed.game.board();
    assert_eq!((board.phase, board.turn), (Phase::Placement, COPILOT));
}

#[test]
fn all_tokens_must_be_gone_at_the_landing() {
    // ST-75, ST-53
    #[track_caller]
    fn check(from: u8, expected: Option<Failed>) {
        let flight = intern([2, 5, 1, 3, 6, 4])
            .hands(&ONES, &ONES)
            .final_round()
            .force("/board/intern/from", from)
            .set("/board/brakes", 1)
            .set("/board/flaps", 4)
            .set("/board/gear", 7)
            .fly(QUIET);
        let loss = expected.map(|failed| Loss::Landing { failed });
        assert_eq!(flight.loss(), loss);
    }
    check(6, None);
    check(5, Some(Failed::from(vec![Criterion::Intern])));
    let done = intern([2, 5, 1, 3, 6, 4]).set("/board/intern/from", 6);
    assert_eq!(done.refused("P1:intern"), Rejection::InternDone);
}

/// Keflavik yellow.
fn ice() -> Flight {
    Flight::to("kef-yellow").hands(&[2, 2, 3, 3], &[2, 3, 3, 5])
}

#[test]
fn ice_brakes_need_two_dice_of_a_value_in_one_round() {
    // ST-76: the Pilot's row is 0, the row open to both is 1.
    let module = Module::IceBrakes;
    let slots = vec![0, 1];
    assert_eq!(ice().refused("P2:ice"), Rejection::NameTheSpace { module, slots });
    let flight = ice().fly("P2:ice#0");
    assert_eq!(flight.game.board().ice, 0);
    assert!(flight.events.contains(&Event::IceWaits { value: 2 }));
    let flight = flight.fly("C2:ice");
    assert_eq!(flight.game.board().ice, 1);
    // Several steps in one round: the next pair is open at once.
    let flight = flight.fly("P3:ice#0 C3:ice");
    assert_eq!(flight.game.board().ice, 2);
    // The Pilot may fill both rows alone.
    let flight = ice().fly("P2:ice#1 C3:radio P2:ice");
    assert_eq!(flight.game.board().ice, 1);
}

#[test]
fn ice_brakes_refuse_other_values_colours_and_taken_rows() {
    // ST-76
    let module = Module::IceBrakes;
    let takes = vec![2];
    let wrong = |value| Rejection::WrongValue { module, value, takes: takes.clone() };
    assert_eq!(ice().refused("P3:ice#0"), wrong(3));
    assert_eq!(ice().refused("P2:radio C3:ice"), wrong(3));
    let crew = COPILOT;
    assert_eq!(ice().refused("P2:radio C2:ice#0"), Rejection::WrongColour { module, crew });
    assert_eq!(ice().refused("P2:ice#1 C2:ice"), Rejection::SpaceTaken { module });
    let done = ice().set("/board/ice", 4);
    assert_eq!(done.refused("P2:ice#0"), Rejection::AllDeployed { module });
}

#[test]
fn a_lone_die_on_the_ice_brakes_is_wasted() {
    // ST-76
    let flight = ice()
        .hands(&[2, 1, 1, 1], &[1, 1, 1, 2])
        .fly("P2:ice#0 C1:axis P1:axis C1:engines P1:engines C1:radio P1:conc C2:radio");
    let flight = flight.hands(&[1, 1, 1, 2], &[2, 1, 1, 1]);
    assert_eq!(flight.game.board().ice, 0);
    let flight = flight.fly("C2:ice");
    assert_eq!(flight.game.board().ice, 0);
    assert_eq!(flight.fly("P2:ice").game.board().ice, 1);
}

#[test]
fn ice_brakes_hold_a_speed_of_five_once_all_steps_are_done() {
    // ST-76, ST-53
    #[track_caller]
    fn check(steps: u8, dice: (u8, u8), lands: bool) {
        let (blue, orange) = dice;
        let flight = Flight::to("kef-yellow")
            .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
            .final_round()
            .set("/board/ice", steps)
            .set("/board/flaps", 4)
            .set("/board/gear", 7)
            .fly(&format!("P{blue}:engines C{orange}:engines P1:axis C1:axis"))
            .fly("P1:radio C1:radio P1:conc C1:conc");
        let failed = Failed::from(vec![Criterion::IceBrakes]);
        assert_eq!(flight.loss(), (!lands).then_some(Loss::Landing { failed }));
    }
    check(4, (2, 3), true);
    check(4, (3, 3), false);
    check(3, (2, 3), false);
}

#[test]
fn the_ice_brakes_end_with_their_fourth_step() {
    // ST-76: past 5 there is no step for a 6.
    let done = Flight::to("kef-yellow").set("/board/ice", 4).hands(&[6, 1, 1, 1], &[1, 1, 1, 1]);
    let module = Module::IceBrakes;
    assert_eq!(done.refused("P6:ice#0"), Rejection::AllDeployed { module });
}

#[test]
fn a_head_wind_does_not_replace_the_brakes() {
    // ST-53, ST-74: at a speed of −1 at least one brake must be on.
    let standing = |brakes: u8| {
        let flight = Flight::to("gig-yellow").final_round().set("/board/wind", 0);
        let flight = flight.set("/board/brakes", brakes).hands(&[1, 1, 1, 1], &[1, 1, 1, 1]);
        let flight = flight.fly("P1:engines C1:engines");
        assert_eq!(flight.game.board().engines.speed, Some(-1));
        flight.game.board().standing(Criterion::Brakes)
    };
    assert_eq!((standing(0), standing(1)), (Standing::Pending, Standing::Met));
}

#[test]
fn a_command_leaves_out_what_it_does_not_use() {
    // ST-32
    let written = |word: &str| serde_json::to_value(crate::support::read(word).1).unwrap();
    assert_eq!(written("P4:axis"), json!({ "type": "place", "die": 4, "on": "axis" }));
    let full = json!({ "type": "place", "die": 4, "on": "flaps", "slot": 2, "coffee": -1 });
    assert_eq!(written("P4-1:flaps#2"), full);
}
