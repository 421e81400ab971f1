//! What is told word for word: abilities, labels, prompts, figures, the rules that refuse.

use senet_kernel::{Game, Reject, Seat, Text, Viewer};
use senet_sky_team::{Ability, Command, Config, Module, Rejection, SkyTeam, Standing};
use serde_json::Value;

use crate::support::{COPILOT, Flight};

#[test]
fn abilities_say_what_they_do() {
    // ST-80 to ST-85
    #[track_caller]
    fn check(ability: Ability, name: &str, text: &str) {
        assert_eq!((ability.name(), ability.text()), (name, text));
    }
    check(
        Ability::Anticipation,
        "Anticipation",
        "Before the first die of a round is placed, the first player may reroll one own die.",
    );
    check(
        Ability::Adaptation,
        "Adaptation",
        "Once per game each, on the own turn, turn an own die to its opposite face.",
    );
    let mastery = "Equal dice on the engines bring a spent reroll token back.";
    check(Ability::Mastery, "Mastery", mastery);
    check(Ability::Control, "Control", "Equal dice on the axis earn a coffee.");
    check(
        Ability::WorkingTogether,
        "Working Together",
        "Once per round, both name a die of their own, and the two change places.",
    );
    check(
        Ability::Synchronisation,
        "Synchronisation",
        "Once per round, a die on the landing gear and one on the flaps give the Co-Pilot a \
         traffic die to place.",
    );
}

#[test]
fn the_files_of_the_scenarios_can_be_put_in_their_own_place() {
    let files = SkyTeam::data_files();
    assert_eq!(files.len(), 16);
    assert!(files.iter().any(|(name, text)| *name == "yul.toml" && text.contains("Montr")));
}

#[test]
fn coffee_needs_a_die_before_it() {
    let view = Flight::seed().game.view(Seat::FIRST.into());
    let unread = SkyTeam::read(&view, Seat::FIRST, "-1 radio", &Value::Null).unwrap_err();
    assert_eq!(unread.sentence, "\"-1\" is no die; dice are 1 to 6");
}

#[test]
fn who_has_answered_waits_for_the_other() {
    // ST-61
    let mut flight = Flight::new(&Config { briefing: true, ..Config::default() });
    flight.submit(Seat::FIRST, Command::Ready {}).unwrap();
    let prompt = |viewer: Viewer| SkyTeam::prompt(&flight.game.view(viewer), viewer);
    assert_eq!(prompt(Seat::FIRST.into()), "Waiting for the Co-Pilot.");
    assert_eq!(prompt(Viewer::Spectator), "Waiting for the Co-Pilot.");
    let asked = prompt(Seat::SECOND.into());
    assert_eq!(asked, "Co-Pilot: say \"ready\" when the briefing is done.");
}

#[test]
fn a_space_for_coffee_is_told_by_its_number_where_both_share_it() {
    #[track_caller]
    fn check(flight: &Flight, slot: u8, expected: &str) {
        let view = flight.game.view(COPILOT.seat().into());
        let command =
            Command::Place { die: 2, on: Module::Concentration, slot: Some(slot), coffee: 0 };
        assert_eq!(SkyTeam::say(&view, &command), expected);
    }
    for (flight, shared) in [(Flight::seed(), false), (Flight::published(), true)] {
        let shares = flight.game.board().options.rules == senet_sky_team::RuleSet::Published;
        assert_eq!(shares, shared);
        let (first, second) = match shared {
            true => ("place 2 on concentration 1", "place 2 on concentration 2"),
            false => ("place 2 on pilot concentration", "place 2 on copilot concentration"),
        };
        check(&flight, 0, first);
        check(&flight, 1, second);
    }
}

#[test]
fn a_value_is_refused_by_the_rule_of_its_module() {
    // ST-45, ST-46, ST-76
    #[track_caller]
    fn check(flight: Flight, script: &str, rule: &str) {
        let refused = flight.refused(script);
        assert!(matches!(refused, Rejection::WrongValue { .. }), "{script}: {refused:?}");
        assert_eq!(refused.rule(), rule, "{script}");
    }
    let dice = |flight: Flight| flight.hands(&[6, 6, 6, 6], &[6, 6, 6, 6]);
    check(dice(Flight::seed()), "P6:axis C6:flaps#0", "ST-45");
    check(dice(Flight::seed()), "P6:brakes", "ST-46");
    check(dice(Flight::to("kef-black")), "P6:ice#0", "ST-76");
}

#[test]
fn an_end_is_counted() {
    let flight = Flight::seed().hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).final_round();
    let flight =
        flight.fly("P1:axis C1:axis P1:engines C1:engines P1:radio C1:radio P1:conc C1:conc");
    let measures = SkyTeam::measures(&flight.game.view(Viewer::Spectator));
    assert_eq!(measures.reason(), "a failed landing");
    let number = |name: &str| {
        let found = measures.numbers().iter().find(|(known, _)| known == name);
        found.unwrap_or_else(|| panic!("no {name} in {:?}", measures.numbers())).1
    };
    assert_eq!(number("coffee earned"), 2);
    assert_eq!(number("coffee drunk"), 0);
    assert_eq!(number("landing criteria missed"), 4);
    for (criterion, missed) in
        [("axis", 0), ("speed", 1), ("brakes", 1), ("flaps", 1), ("landing gear", 1)]
    {
        assert_eq!(number(&format!("landing missed by {criterion}")), missed, "{criterion}");
    }
    let under_way = SkyTeam::measures(&Flight::seed().game.view(Viewer::Spectator));
    assert_eq!(under_way.reason(), "");
}

/// Axis and Engines take two dice of each in every round, so two are left for flaps.
#[test]
fn a_switch_is_out_of_reach_once_too_few_dice_are_left() {
    // ST-45, ST-96
    #[track_caller]
    fn check(flaps: u8, expected: Standing) {
        let flight = Flight::seed().hands(&[1, 1, 1, 1], &[1, 1, 1, 1]).round(6);
        let flight = flight.set("/board/flaps", flaps);
        let script = "C1:axis P1:axis C1:engines P1:engines C1:radio P1:radio C1:conc";
        let view = flight.fly(script).game.view(Viewer::Spectator);
        let found = view.checklist.iter().find(|check| check.name == "flaps").unwrap();
        assert_eq!(found.standing, expected, "{flaps}");
    }
    check(1, Standing::Failed);
    check(2, Standing::Pending);
}
