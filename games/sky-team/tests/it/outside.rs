//! States from outside: every impossible one is refused, with its field (R-23 for what is hidden).

use senet_kernel::{Actor, Game};
use senet_sky_team::{Ability, Command, Config, Log, Loss, RuleSet};
use serde_json::{Value, json};

use crate::support::{Flight, PILOT, at};

#[track_caller]
fn check(flight: &Flight, path: &str, value: impl Into<Value>, field: &str) {
    let broken = flight.clone().force(path, value);
    let faults = broken.game.inspect().expect_err(path);
    let fields: Vec<&str> = faults.list().iter().map(|fault| fault.field.as_str()).collect();
    assert!(fields.contains(&field), "{path}: {fields:?}");
}

#[test]
fn what_the_set_up_fixes_is_checked() {
    let flight = Flight::seed();
    check(&flight, "/board/options/seconds", 30, "board.options.seconds");
    check(&flight, "/board/options/early_end", true, "board.options.early_end");
    check(&flight, "/board/course/ice_brakes", true, "board.course.ice_brakes");
    check(&flight, "/board/title", json!({ "built_in": 30 }), "board.title");
    check(&flight, "/board/course/segments", 4, "board.course.segments");
    check(&flight, "/board/course/segments", 9, "board.course.segments");
    check(&flight, "/board/course/traffic/0", 7, "board.course.traffic");
    check(&flight, "/board/course/traffic/7", 1, "board.course.traffic");
    check(&flight, "/board/course/turns/0", 32, "board.course.turns");
    check(&flight, "/board/course/turns/6", 1, "board.course.turns");
    check(&flight, "/board/course/start", 6, "board.course.start");
    check(&flight, "/board/course/abilities", 1, "board.abilities");
    check(&flight, "/board/abilities/has", 1, "board.abilities");
    check(&flight, "/board/abilities/used", 1, "board.abilities");
    check(&flight, "/board/abilities/adapted/pilot", true, "board.abilities.adapted");
    check(&flight, "/board/course/intern", true, "board.intern");
    let row = |row: [u8; 6], from: u8, to: u8| json!({ "row": row, "from": from, "to": to });
    check(&flight, "/board/intern", row([1, 2, 3, 4, 5, 6], 0, 6), "board.intern");
    let intern = Flight::to("lhr-yellow");
    check(&intern, "/board/intern", row([1, 1, 3, 4, 5, 6], 0, 6), "board.intern");
    check(&intern, "/board/intern", row([1, 2, 3, 4, 5, 6], 4, 3), "board.intern");
    check(&intern, "/board/intern", row([1, 2, 3, 4, 5, 6], 0, 7), "board.intern");
}

/// ST-80 to ST-85: a state tells as used only what a round can use up, and what led to it.
#[test]
fn only_abilities_that_a_round_uses_up_are_told_as_used() {
    let bit = |ability: Ability| 1u8 << ability as u8;
    let with = |ability: Ability| {
        let has = (bit(ability) | bit(Ability::Anticipation)).count_ones() as u8;
        Flight::published()
            .force("/board/course/abilities", has)
            .force("/board/abilities/has", bit(ability) | bit(Ability::Anticipation))
    };
    for never in [Ability::Adaptation, Ability::Mastery, Ability::Control] {
        check(&with(never), "/board/abilities/used", bit(never), "board.abilities.used");
    }
    // No die lies on the landing gear and the flaps yet.
    let sync = with(Ability::Synchronisation);
    let used = bit(Ability::Synchronisation);
    check(&sync, "/board/abilities/used", used, "board.abilities.used");
    for once in [Ability::Anticipation, Ability::WorkingTogether] {
        with(once).set("/board/abilities/used", bit(once));
    }
}

#[test]
fn what_lies_in_the_cockpit_is_checked() {
    let flight = Flight::seed();
    check(&flight, "/board/round", 0, "board.round");
    check(&flight, "/board/round", 8, "board.round");
    check(&flight, "/board/approach/planes/0", 12, "board.approach.planes");
    check(
        &flight,
        "/board/approach/planes",
        json!([255, 255, 0, 0, 0, 0, 0, 0]),
        "board.approach.planes",
    );
    check(&flight, "/board/approach/planes/7", 1, "board.approach.planes");
    check(&flight, "/board/approach/position", 7, "board.approach.position");
    check(&flight, "/board/round", 7, "board.approach.position");
    check(&flight, "/board/axis/position", 3, "board.axis.position");
    check(&flight, "/board/axis/position", -3, "board.axis.position");
    check(&flight, "/board/gear", 8, "board.gear");
    check(&flight, "/board/flaps", 5, "board.flaps");
    check(&flight, "/board/brakes", 4, "board.brakes");
    check(&flight, "/board/ice", 1, "board.ice");
    check(&Flight::to("kef-yellow"), "/board/ice", 5, "board.ice");
    check(&Flight::to("kef-yellow"), "/board/brakes", 1, "board.brakes");
    check(&flight, "/board/coffee", 4, "board.coffee");
    check(&flight, "/board/rerolls/held", 2, "board.rerolls");
    check(&flight, "/board/rerolls/held", 0, "board.rerolls");
    check(&flight, "/board/kerosene", 1, "board.kerosene");
    check(&Flight::to("osl-green"), "/board/kerosene", 21, "board.kerosene");
    check(&Flight::to("osl-green"), "/board/kerosene", -1, "board.kerosene");
    check(&flight, "/board/wind", 9, "board.wind");
    check(&Flight::to("bud-yellow"), "/board/wind", 20, "board.wind");
}

#[test]
fn the_log_and_the_spaces_agree() {
    let flight = Flight::seed().fly("P4:axis C3:axis P1:engines");
    let laid = |die: u8, coffee: i8, on: &str, slot: u8| json!({ "crew": "pilot", "source": "hand", "die": die, "coffee": coffee, "on": on, "slot": slot });
    check(&flight, "/board/filled", 0, "board.filled");
    check(&flight, "/board/log/0", laid(4, 0, "axis", 1), "board.log");
    check(&flight, "/board/log/0", laid(4, 0, "axis", 2), "board.log");
    check(&flight, "/board/log/0", laid(4, 0, "kerosene", 0), "board.log");
    check(&flight, "/board/log/0", laid(0, 1, "axis", 0), "board.log");
    check(&flight, "/board/log/0", laid(4, 3, "axis", 0), "board.log");
    check(&flight, "/board/log/0", laid(5, 0, "axis", 0), "board.axis.dice");
    check(&flight, "/board/axis/dice/pilot", 5, "board.axis.dice");
    check(&flight, "/board/engines/dice/pilot", 5, "board.engines.dice");
    check(&flight, "/board/engines/speed", 5, "board.engines.speed");
    check(&flight, "/board/undo", "copilot", "board.undo");
    let sync = json!({
        "crew": "pilot", "source": "sync", "die": 4, "coffee": 0, "on": "axis", "slot": 0
    });
    check(&flight, "/board/log/0", sync, "board.log");
    let fast = flight.fly("C4:engines");
    check(&fast, "/board/engines/speed", 6, "board.engines.speed");
    check(&fast, "/board/engines/speed", Value::Null, "board.engines.speed");
}

#[test]
fn hands_turns_and_phases_agree() {
    let flight = Flight::seed();
    check(&flight, "/hidden/hands/pilot", json!([1, 2, 3]), "hidden.hands");
    check(&flight, "/board/turn", "copilot", "board.turn");
    check(&flight, "/board/phase", json!({ "type": "over" }), "board.end");
    check(&flight, "/board/end", json!({ "type": "won" }), "board.end");
    check(&flight, "/board/phase", json!({ "type": "rerolling" }), "board.phase");
    check(&flight, "/board/phase", json!({ "type": "swapping" }), "board.phase");
    check(&flight, "/board/answered/pilot", true, "board.answered");
    check(&flight, "/hidden/sealed/pilot", json!([1]), "hidden.sealed");
    check(&flight, "/hidden/sync", 3, "hidden.sync");
    let extra = |extra: Value| json!({ "type": "extra", "extra": extra });
    let token = |value: u8| {
        extra(json!({ "type": "token", "by": "pilot", "colour": "pilot", "value": value }))
    };
    check(&flight, "/board/phase", token(3), "board.phase");
    check(&flight, "/board/phase", token(7), "board.phase");
    check(&flight, "/board/phase", extra(json!({ "type": "sync" })), "hidden.sync");
    check(&flight, "/board/phase", json!({ "type": "briefing" }), "board.phase");

    let briefing = Flight::new(&Config { briefing: true, ..Config::default() });
    check(
        &briefing,
        "/board/answered",
        json!({ "pilot": true, "copilot": true }),
        "board.answered",
    );
    check(&briefing, "/board/turn", "copilot", "board.turn");
    let mut rerolling = Flight::published();
    rerolling.submit(PILOT.seat(), Command::SpendReroll {}).unwrap();
    check(&rerolling, "/board/answered/pilot", true, "hidden.sealed");
    check(&rerolling, "/hidden/sealed/pilot", json!([1]), "hidden.sealed");
    for value in [1, 6] {
        let chosen = rerolling.clone().hands(&[2, 3, 4, 5], &[2, 3, 4, 5]);
        let chosen = chosen.force("/board/answered/pilot", true);
        check(&chosen, "/hidden/sealed/pilot", json!([value]), "hidden.sealed");
    }
    check(
        &rerolling,
        "/board/answered",
        json!({ "pilot": true, "copilot": true }),
        "board.answered",
    );
    let swap = Config { abilities: Some(vec![Ability::WorkingTogether]), ..at("hnd-red") };
    let mut swapping = Flight::new(&swap).hands(&[1, 2, 3, 4], &[3, 4, 5, 6]);
    swapping.submit(PILOT.seat(), Command::Swap { die: 1 }).unwrap();
    check(&swapping, "/hidden/sealed/pilot", json!([6]), "hidden.sealed");
    check(&swapping, "/hidden/sealed/pilot", json!([1, 2]), "hidden.sealed");
    check(&swapping, "/board/answered/copilot", true, "board.answered");
    check(&swapping, "/board/abilities/used", 0, "board.phase");
}

#[test]
fn the_last_die_ends_a_round_and_mandatory_spaces_stay_possible() {
    //
    let flight = Flight::literal().hands(&[1, 1, 2, 2], &[1, 1, 1, 1]);
    let flight = flight.fly("P1:radio C1:radio P1:conc C1:conc P2:gear C1:radio P2:brakes");
    assert_eq!(flight.game.inspect(), Ok(()));
    check(&flight, "/board/options/rules", "seed", "board.filled");
    let spin = Flight::of(RuleSet::Seed).hands(&[6, 1, 1, 1], &[1, 1, 1, 1]).fly("P6:axis C1:axis");
    assert_eq!(spin.game.inspect(), Ok(()));
    check(&spin, "/board/axis/position", 8, "board.axis.position");
}

#[test]
fn a_round_holds_eleven_dice_at_most() {
    // ST-85, ST-75: eight dice, two tokens and the extra die.
    let laid = json!({
        "crew": "pilot", "source": "hand", "die": 1, "coffee": 0, "on": "axis", "slot": 0
    });
    let read = |count: usize| serde_json::from_value::<Log>(vec![laid.clone(); count].into());
    assert_eq!(read(11).unwrap().list().len(), 11);
    assert!(read(12).is_err());
}

#[test]
fn what_only_one_part_forbids_is_found_too() {
    // Dice before the roll, of either hand.
    let briefing = Flight::new(&Config { briefing: true, ..Config::default() });
    for hand in ["/hidden/hands/pilot", "/hidden/hands/copilot"] {
        check(&briefing, hand, json!([1, 2, 3, 4]), "board.phase");
    }
    // Both choose only under the published rules, and only once a token is spent.
    let choosing = json!({ "type": "rerolling" });
    let spent = json!({ "held": 0, "spent": 1 });
    let own = Flight::seed().force("/board/rerolls", spent);
    check(&own, "/board/phase", choosing.clone(), "board.phase");
    check(&Flight::published(), "/board/phase", choosing, "board.phase");
    // The extra die needs its ability.
    let extra = Flight::seed().force("/hidden/sync", 3);
    let sync = json!({ "type": "extra", "extra": { "type": "sync" } });
    check(&extra, "/board/phase", sync, "board.phase");
    // The bits of abilities end with the sixth; six icons are allowed.
    let one = Flight::seed().force("/board/course/abilities", 1);
    check(&one, "/board/abilities/has", 64, "board.abilities");
    Flight::seed().set("/board/course/traffic/0", 6);
}

#[test]
fn a_swap_needs_a_die_of_each() {
    // ST-84: the Co-Pilot has placed all four dice, the Pilot has one left.
    let swap = Config { abilities: Some(vec![Ability::WorkingTogether]), ..at("hnd-red") };
    let flight = Flight::new(&swap).hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).round(2);
    let flight = flight
        .fly("C1:axis P1:axis C1:engines P1:engines C1:radio P1:radio C1:conc")
        .force("/board/answered/pilot", true)
        .force("/hidden/sealed/pilot", json!([1]))
        .force("/board/abilities/used", 1 << Ability::WorkingTogether as u8);
    check(&flight, "/board/phase", json!({ "type": "swapping" }), "hidden.sealed");
}

#[test]
fn an_end_may_come_in_the_middle_of_anything() {
    // ST-77, ST-50: the time runs out while one of two has chosen; the state stays a possible one.
    let mut flight = Flight::to("kul-black");
    flight.submit(Actor::Seat(PILOT.seat()), Command::SpendReroll {}).unwrap();
    flight.submit(Actor::Seat(PILOT.seat()), crate::support::reroll(&[1])).unwrap();
    flight.submit(Actor::Clock, Command::TimeUp { round: 1 }).unwrap();
    assert_eq!(flight.loss(), Some(Loss::MandatoryEmpty));
}

#[test]
fn the_limits_themselves_are_possible() {
    // ST-71, ST-91: a turn that any axis flies, and a start from 1000.
    Flight::seed().set("/board/course/turns/0", 31);
    Flight::seed().force("/board/turn", "copilot").set("/board/course/start", 5);
}
