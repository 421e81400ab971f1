//! What refuses a placement, and in which order (ST-32, R-07, R-10 to R-14).

use senet_kernel::{Actor, Game, Reject, Seat};
use senet_sky_team::{Command, Config, Event, Module, Rejection, RuleSet, Stage};

use crate::support::{COPILOT, Flight, PILOT, at, place};

#[track_caller]
fn check(flight: Flight, script: &str, expected: Rejection) {
    let refused = flight.refused(script);
    assert_eq!(refused, expected);
    assert!(!refused.rule().is_empty());
}

#[test]
fn the_first_reason_in_the_order_of_the_rules_is_given() {
    // ST-32: each row leaves one reason out, from the first to the last.
    let full = Flight::seed()
        .hands(&[2, 2, 3, 4], &[3, 4, 5, 6])
        .set("/board/coffee", 1)
        .fly("P2:radio C3:radio P2:conc C4:radio");
    let over = full.clone().force("/board/phase", serde_json::json!({ "type": "over" }));
    let over = over.set("/board/end", serde_json::json!({ "type": "won" }));
    let mut everything = over.clone();
    let wish = |die: u8, on: Module, coffee: i8| Command::Place { die, on, slot: None, coffee };
    let bad = wish(9, Module::Kerosene, 9);
    assert_eq!(everything.submit(Actor::Host, bad), Err(Rejection::GameOver));

    let briefing = Flight::new(&Config { briefing: true, ..Config::default() });
    let mut flight = briefing.clone();
    assert_eq!(flight.submit(Actor::Clock, bad), Err(Rejection::NotASeat));
    assert_eq!(flight.submit(Seat::new(2).unwrap(), bad), Err(Rejection::NotASeat));
    let now = Stage::Briefing;
    assert_eq!(flight.submit(Seat::SECOND, bad), Err(Rejection::WrongPhase { now }));

    let mut flight = full;
    let turn = PILOT;
    assert_eq!(flight.submit(Seat::SECOND, bad), Err(Rejection::NotYourTurn { turn }));
    assert_eq!(flight.submit(Seat::FIRST, bad), Err(Rejection::NotADie { die: 9 }));
    let refused = |flight: &mut Flight, command| flight.submit(Seat::FIRST, command).unwrap_err();
    let die = 2;
    assert_eq!(refused(&mut flight, wish(2, Module::Kerosene, 9)), Rejection::DieUsed { die });
    let die = 6;
    assert_eq!(refused(&mut flight, wish(6, Module::Kerosene, 9)), Rejection::NoSuchDie { die });
    assert_eq!(
        refused(&mut flight, wish(3, Module::Kerosene, 4)),
        Rejection::CoffeeOutOfRange { die: 3, value: 7, least: 1, most: 6 }
    );
    assert_eq!(
        refused(&mut flight, wish(3, Module::Kerosene, 3)),
        Rejection::NotEnoughCoffee { cost: 3, pool: 2 }
    );
    let module = Module::Kerosene;
    assert_eq!(refused(&mut flight, wish(3, module, 0)), Rejection::NoSuchModule { module });
    let (module, crew) = (Module::Flaps, PILOT);
    assert_eq!(refused(&mut flight, wish(3, module, 0)), Rejection::WrongColour { module, crew });
    let module = Module::Radio;
    assert_eq!(refused(&mut flight, wish(3, module, 0)), Rejection::SpaceTaken { module });
    let module = Module::Brakes;
    assert_eq!(
        refused(&mut flight, wish(3, module, 0)),
        Rejection::WrongValue { module, value: 3, takes: vec![2] }
    );
    assert_eq!(
        refused(&mut flight, wish(3, Module::LandingGear, 0)),
        Rejection::MandatoryFirst { spaces: vec![Module::Axis, Module::Engines] }
    );
}

#[test]
fn dice_of_others_placed_dice_and_unknown_dice_are_refused_without_a_hint() {
    // ST-32, ST-34: the Co-Pilot holds a 6, the Pilot does not; the refusal does not say so.
    let flight = Flight::seed();
    check(flight.clone(), "P6:radio", Rejection::NoSuchDie { die: 6 });
    check(flight.clone(), "P5:radio", Rejection::NoSuchDie { die: 5 });
    check(flight.clone(), "P4:radio C3:radio P4:conc", Rejection::DieUsed { die: 4 });
    check(flight.clone(), "P0:radio", Rejection::NotADie { die: 0 });
    check(flight.clone(), "P7:radio", Rejection::NotADie { die: 7 });
    // The second of two equal dice is still there.
    flight.hands(&[4, 4, 1, 1], &[1, 1, 1, 1]).fly("P4:radio C1:radio P4:conc");
}

#[test]
fn the_crew_places_in_turn() {
    // ST-31
    let turn = PILOT;
    check(Flight::seed(), "C3:axis", Rejection::NotYourTurn { turn });
    let turn = COPILOT;
    check(Flight::seed(), "P1:axis P2:engines", Rejection::NotYourTurn { turn });
    check(Flight::seed().round(2), "P1:axis", Rejection::NotYourTurn { turn });
}

#[test]
fn each_space_takes_its_colour() {
    // ST-32, ST-44 to ST-46
    let crew = PILOT;
    let module = Module::Flaps;
    check(Flight::seed(), "P1:flaps", Rejection::WrongColour { module, crew });
    let crew = COPILOT;
    for (name, module) in [("gear", Module::LandingGear), ("brakes", Module::Brakes)] {
        let script = format!("P1:axis C4:{name}");
        check(Flight::seed(), &script, Rejection::WrongColour { module, crew });
    }
}

#[test]
fn a_space_takes_one_die_a_round() {
    // ST-32, ST-40, ST-41, ST-43, R-11
    #[track_caller]
    fn taken(flight: Flight, script: &str, module: Module) {
        check(flight, script, Rejection::SpaceTaken { module });
    }
    let hands = |flight: Flight| flight.hands(&[1, 1, 2, 2], &[1, 1, 1, 1]);
    for flight in [hands(Flight::seed()), hands(Flight::literal()), hands(Flight::published())] {
        taken(flight.clone(), "P1:axis C1:axis P1:axis", Module::Axis);
        taken(flight.clone(), "P1:engines C1:axis P1:engines", Module::Engines);
        taken(flight.clone(), "P1:radio C1:axis P1:radio", Module::Radio);
        taken(flight.clone(), "P1:radio C1:radio P1:axis C1:radio P2:conc C1:radio", Module::Radio);
    }
    taken(hands(Flight::seed()), "P1:conc C1:axis P1:conc", Module::Concentration);
    taken(hands(Flight::literal()), "P1:radio C1:conc P1:axis C1:conc", Module::Concentration);
    let three = "P1:conc C1:conc P1:conc C1:axis";
    taken(hands(Flight::published()), &format!("{three} P2:axis C1:conc"), Module::Concentration);
}

#[test]
fn concentration_has_one_space_for_each_or_three_for_all() {
    //
    let hands = |flight: Flight| flight.hands(&[1, 1, 2, 2], &[1, 1, 1, 1]);
    let flight = hands(Flight::seed()).fly("P1:conc C1:conc");
    assert_eq!(flight.game.board().coffee, 2);
    let flight = hands(Flight::published()).fly("P1:conc C1:axis P1:conc C1:conc");
    assert_eq!(flight.game.board().coffee, 3);
}

#[test]
fn the_last_dice_go_to_empty_mandatory_spaces() {
    // what the Pilot may do with two dice left and both spaces empty, and with one.
    let spaces = vec![Module::Axis, Module::Engines];
    let two = "P1:radio C3:axis P2:conc C4:engines";
    check(Flight::seed(), &format!("{two} P3:gear"), Rejection::MandatoryFirst { spaces });
    let flight = Flight::seed().fly(two);
    let legal = flight.legal(PILOT);
    let only = |command: &Command| {
        matches!(
            command,
            Command::Place { on: Module::Axis | Module::Engines, .. } | Command::Reroll { .. }
        )
    };
    assert!(legal.iter().all(only), "{legal:?}");
    assert!(flight.game.view(Seat::FIRST.into()).hands.pilot.pressed);
    let spaces = vec![Module::Engines];
    let one = format!("{two} P3:axis C5:radio P4:gear");
    check(Flight::seed().set("/board/coffee", 2), &one, Rejection::MandatoryFirst { spaces });
    // Three dice for two spaces leave one free.
    Flight::seed().fly("P1:radio C3:axis P2:gear");
    // Published enforces the same; literal leaves them empty.
    let spaces = vec![Module::Axis, Module::Engines];
    let first = Rejection::MandatoryFirst { spaces };
    check(Flight::published(), &format!("{two} P3:gear"), first);
    Flight::literal().hands(&[1, 2, 3, 6], &[3, 4, 5, 6]).fly(&format!("{two} P3:gear C5:radio"));
}

#[test]
fn literal_plays_on_with_empty_mandatory_spaces() {
    // unresolved modules do nothing.
    let script = "P1:radio C3:radio P3:conc C4:radio P6:gear C1:flaps P4:gear C1:conc";
    let flight = Flight::literal().hands(&[1, 3, 6, 4], &[3, 4, 1, 1]).fly(script);
    let board = flight.game.board();
    assert_eq!((board.round, board.axis.position, board.approach.position), (2, 0, 0));
}

#[test]
fn coffee_stays_within_the_pool_and_the_die() {
    // ST-48, R-10
    let pool = |flight: Flight, coffee: u8| flight.set("/board/coffee", coffee);
    let out = |die, value| Rejection::CoffeeOutOfRange { die, value, least: 1, most: 6 };
    check(pool(Flight::seed(), 3), "P1-1:radio", out(1, 0));
    check(pool(Flight::seed(), 3), "P4+3:radio", out(4, 7));
    let short = |cost, pool| Rejection::NotEnoughCoffee { cost, pool };
    check(pool(Flight::seed(), 0), "P1+1:radio", short(1, 0));
    check(pool(Flight::seed(), 2), "P1+3:radio", short(3, 2));
    pool(Flight::seed(), 3).fly("P1+3:radio");
    pool(Flight::published(), 3).fly("P1+3:radio");
    pool(Flight::literal(), 3).fly("P1+1:radio");
    check(pool(Flight::literal(), 3), "P1+2:radio", Rejection::CoffeeTooFar { most: 1 });
    check(pool(Flight::literal(), 3), "P4-2:radio", Rejection::CoffeeTooFar { most: 1 });
    check(pool(Flight::seed(), 3), "P1+5:radio", short(5, 3));
    check(pool(Flight::literal(), 1), "P1+2:radio", short(2, 1));
}

#[test]
fn a_landing_gear_die_without_effect_stays_in_hand() {
    // not offered, refused as without effect, nothing spent.
    for rules in [RuleSet::Seed, RuleSet::Literal] {
        let flight = Flight::of(rules).set("/board/gear", 1).set("/board/coffee", 2);
        let module = Module::LandingGear;
        check(flight.clone(), "P1:gear", Rejection::NoEffect { module, value: 1 });
        check(flight.clone(), "P3-1:gear", Rejection::NoEffect { module, value: 2 });
        let offered = |command: &Command| {
            matches!(*command, Command::Place { die, on: Module::LandingGear, coffee, .. }
                if die.saturating_add_signed(coffee) <= 2)
        };
        assert!(!flight.legal(PILOT).iter().any(offered));
        // Also in the round in which it went on.
        let again = Flight::of(rules).hands(&[1, 2, 3, 4], &[3, 4, 5, 6]);
        check(again, "P1:gear C3:axis P2:gear", Rejection::NoEffect { module, value: 2 });
        // While one of the three is in, not all are out.
        let two = Flight::of(rules).set("/board/gear", 3);
        check(two, "P1:gear", Rejection::NoEffect { module, value: 1 });
    }
}

#[test]
fn a_module_with_everything_on_refuses() {
    //
    for rules in [RuleSet::Seed, RuleSet::Literal] {
        let module = Module::LandingGear;
        let all = Rejection::AllDeployed { module };
        check(Flight::of(rules).set("/board/gear", 7), "P1:gear", all);
        let module = Module::Brakes;
        let all = Rejection::AllDeployed { module };
        check(Flight::of(rules).set("/board/brakes", 3), "P2:brakes", all);
        let module = Module::Flaps;
        let all = Rejection::AllDeployed { module };
        check(Flight::of(rules).set("/board/flaps", 4), "P1:axis C5:flaps", all);
    }
}

#[test]
fn published_wastes_dice_on_switches_that_are_on() {
    // legal, used up, no effect, the turn passes.
    let waste = |module| Event::Wasted { module };
    let flight = Flight::published().set("/board/gear", 1).fly("P1:gear");
    assert!(flight.events.contains(&waste(Module::LandingGear)));
    assert_eq!((flight.game.board().gear, flight.game.board().turn), (1, COPILOT));
    let flight = Flight::published().set("/board/brakes", 2).fly("P2:brakes");
    assert!(flight.events.contains(&waste(Module::Brakes)));
    assert_eq!(flight.game.board().brakes, 2);
    let flight = Flight::published().set("/board/flaps", 4).fly("P1:axis C4:flaps");
    assert!(flight.events.contains(&waste(Module::Flaps)));
    assert_eq!(flight.game.board().flaps, 4);
}

#[test]
fn published_names_the_flap_where_a_value_fits_several() {
    // a 2 fits the first flap, which is on, and the second, which is next.
    let flight = |on: u8| {
        Flight::published()
            .hands(&[1, 1, 2, 2], &[2, 5, 2, 3])
            .set("/board/flaps", on)
            .fly("P1:axis")
    };
    let module = Module::Flaps;
    let several = Rejection::NameTheSpace { module, slots: vec![0, 1] };
    check(flight(1), "C2:flaps", several.clone());
    check(flight(1), "C2:flaps#2", several);
    assert_eq!(flight(1).fly("C2:flaps#1").game.board().flaps, 2);
    assert_eq!(flight(1).fly("C2:flaps#0").game.board().flaps, 1);
    assert_eq!(flight(0).fly("C2:flaps").game.board().flaps, 1);
    check(flight(0), "C2:flaps#0", Rejection::SpaceNotNeeded { module });
    check(flight(0), "C2:flaps#4", Rejection::NoSuchSpace { module, slot: 4 });
    let takes = vec![1, 2];
    check(flight(0), "C5:flaps", Rejection::WrongValue { module, value: 5, takes });
    let several = Rejection::NameTheSpace { module, slots: vec![2, 3] };
    check(flight(3), "C5:flaps", several);
    // A die lies on the first flap this round: only the second is left for the next 2.
    let second = flight(1).fly("C2:flaps#0 P1:engines C2:flaps");
    assert_eq!(second.game.board().flaps, 2);
}

#[test]
fn published_dice_on_switches_take_their_space_for_the_round() {
    // R-13, ST-33
    let module = Module::LandingGear;
    let flight = Flight::published().hands(&[1, 2, 3, 3], &[1, 1, 1, 1]);
    check(flight, "P1:gear C1:axis P2:gear", Rejection::SpaceTaken { module });
    let module = Module::Brakes;
    let flight = Flight::published().hands(&[2, 2, 3, 3], &[1, 1, 1, 1]);
    check(flight.clone(), "P2:brakes C1:axis P2:brakes", Rejection::SpaceTaken { module });
    let takes = vec![4];
    let wrong = Rejection::WrongValue { module, value: 3, takes };
    check(flight.clone(), "P2:brakes C1:axis P3:brakes", wrong);
    let module = Module::Flaps;
    let flaps = Flight::published().hands(&[1, 1, 3, 3], &[1, 1, 1, 1]).set("/board/flaps", 1);
    check(flaps, "P1:axis C1:flaps P1:engines C1:flaps", Rejection::SpaceTaken { module });
    // In the next round the space is free again.
    let round = "P2:brakes C1:axis P3:axis C1:engines P3:engines C1:radio P2:radio C1:conc";
    let next = flight.fly(round).hands(&[2, 3, 3, 3], &[1, 1, 1, 1]);
    next.fly("C1:radio P2:brakes");
}

#[test]
fn modules_of_other_scenarios_do_not_exist() {
    // ST-90, ST-76
    for (name, module) in
        [("kerosene", Module::Kerosene), ("intern", Module::Intern), ("ice", Module::IceBrakes)]
    {
        let script = format!("P1:{name}");
        check(Flight::seed(), &script, Rejection::NoSuchModule { module });
    }
    let module = Module::Brakes;
    let flight = Flight::new(&at("kef-yellow")).hands(&[2, 2, 2, 2], &[1, 1, 1, 1]);
    check(flight, "P2:brakes", Rejection::NoSuchModule { module });
}

#[test]
fn the_list_is_sorted_and_has_one_entry_for_equal_dice() {
    // ST-96: one entry per value; coffee variants by price; unaffordable ones are not there.
    let flight = Flight::seed().hands(&[2, 2, 2, 5], &[1, 1, 1, 1]);
    let dice = |flight: &Flight| {
        let legal = flight.legal(PILOT).into_iter().filter_map(|command| match command {
            Command::Place { die, on: Module::Axis, coffee, .. } => Some((die, coffee)),
            _ => None,
        });
        legal.collect::<Vec<_>>()
    };
    assert_eq!(dice(&flight), [(2, 0), (5, 0)]);
    let flight = flight.set("/board/coffee", 2);
    let expected = [(2, -1), (2, 0), (2, 1), (2, 2), (5, -2), (5, -1), (5, 0), (5, 1)];
    assert_eq!(dice(&flight), expected);
    // Off turn there is nothing to place.
    assert!(!flight.legal(COPILOT).iter().any(|command| matches!(command, Command::Place { .. })));
}

#[test]
fn a_host_and_the_clock_place_nothing() {
    // ST-10
    let mut flight = Flight::seed();
    for actor in [Actor::Host, Actor::Clock] {
        assert_eq!(flight.submit(actor, place(1, Module::Axis)), Err(Rejection::NotASeat));
    }
    assert_eq!(
        flight.submit(Seat::FIRST, Command::TimeUp { round: 1 }),
        Err(Rejection::NotTheClock)
    );
}

#[test]
fn legal_never_runs_dry() {
    // The mandatory spaces and the any-value spaces leave a place for every die, in every rule set.
    for rules in [RuleSet::Seed, RuleSet::Literal, RuleSet::Published] {
        for seed in 0..30 {
            let mut rng = senet_kernel::Rng::new(seed);
            let mut flight = Flight::of(rules);
            while flight.game.outcome().is_none() {
                let crew = flight.game.board().turn;
                let legal = flight.legal(crew);
                let legal: Vec<Command> = legal
                    .into_iter()
                    .filter(|command| matches!(command, Command::Place { .. }))
                    .collect();
                let command = *rng.choose(&legal).unwrap_or_else(|| panic!("{rules:?} {seed}"));
                flight.submit(crew.seat(), command).unwrap();
            }
        }
    }
}

#[test]
fn spaces_of_other_rule_sets_and_taken_ones_are_refused_for_themselves() {
    // ST-32, R-11: the third space of Concentration belongs to the published rules.
    let module = Module::Concentration;
    check(Flight::seed(), "P1:conc#2", Rejection::NoSuchSpace { module, slot: 2 });
    // A taken space comes before a wrong value (ST-32): the row for both holds a 2.
    let ice = Flight::to("kef-yellow").hands(&[2, 2, 3, 4], &[2, 2, 3, 4]);
    let module = Module::IceBrakes;
    check(ice, "P2:ice#1 C3:ice", Rejection::SpaceTaken { module });
}

#[test]
fn check_says_what_apply_says() {
    // ST-32
    let flight = Flight::seed();
    assert_eq!(flight.game.seats(), 2);
    let place = place(9, Module::Axis);
    let refused = flight.game.check(PILOT.seat().into(), &place);
    assert_eq!(refused, Err(Rejection::NotADie { die: 9 }));
}

#[test]
fn the_seventh_die_names_who_is_next_and_the_eighth_does_not() {
    // ST-31
    let next = |flight: &Flight| match flight.events[0] {
        Event::Placed { placed, next, .. } => (placed, next),
        ref other => panic!("{other:?}"),
    };
    let flight = Flight::seed().hands(&[1, 1, 1, 1], &[1, 1, 1, 1]);
    let six = flight.fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio");
    assert_eq!(next(&six), (6, Some(PILOT)));
    let seven = six.fly("P1:conc");
    assert_eq!(next(&seven), (7, Some(COPILOT)));
    assert_eq!(next(&seven.fly("C1:conc")), (8, None));
}

#[test]
fn refusals_are_whole_sentences() {
    // ST-32
    #[track_caller]
    fn check(reason: &Rejection, sentence: &str) {
        assert_eq!(reason.to_string(), sentence);
    }
    let module = Module::Brakes;
    let wrong = |takes: &[u8]| Rejection::WrongValue { module, value: 3, takes: takes.to_vec() };
    check(&wrong(&[2]), "the brakes take 2 next, not 3");
    check(&wrong(&[1, 2]), "the brakes take 1 or 2 next, not 3");
    check(&Rejection::AllDeployed { module }, "nothing is left to deploy on the brakes");
    check(&Rejection::SpaceTaken { module }, "no space of the brakes is free for that this round");
    check(&Rejection::NoSuchSpace { module, slot: 7 }, "there is no space 7 on the brakes");
    let slots = vec![0, 1];
    let several = "more than one space of the brakes takes that: name one of 0 or 1";
    check(&Rejection::NameTheSpace { module, slots }, several);
    let spaces = vec![Module::Axis, Module::Engines];
    let first = "your last dice must fill the axis and engines";
    check(&Rejection::MandatoryFirst { spaces }, first);
}
