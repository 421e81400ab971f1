//! Configurations: defaults, options, what is refused (ST-11, ST-12, ST-90).

use senet_kernel::{Dice, Game, Key, Viewer};
use senet_sky_team::{Ability, Config, RuleSet, SkyTeam, scenarios};
use serde_json::json;

use crate::support::{Flight, at};

fn set_up(config: &Config) -> Result<SkyTeam, Vec<(String, String)>> {
    let game = SkyTeam::new(config, &mut Dice::seeded(&Key::of_number(1)));
    game.map_err(|faults| {
        faults.list().iter().map(|fault| (fault.field.clone(), fault.code.clone())).collect()
    })
}

#[track_caller]
fn refused(config: &Config, field: &str, code: &str) {
    assert_eq!(set_up(config), Err(vec![(field.to_owned(), code.to_owned())]));
}

#[test]
fn the_first_preset_is_seed_at_montreal() {
    // ST-11
    let presets = SkyTeam::about().presets;
    let ids: Vec<&str> = presets.iter().map(|preset| preset.id).collect();
    assert_eq!(ids, ["seed", "literal", "published"]);
    assert_eq!(presets[0].config, Config::default());
    let read = SkyTeam::read_config(&json!({})).unwrap();
    assert_eq!(read, Config::default());
    let game = set_up(&read).unwrap();
    let view = game.view(Viewer::Spectator);
    assert_eq!((view.scenario.id.as_str(), view.scenario.code.as_str()), ("yul-green", "YUL"));
    let board = game.board();
    assert_eq!((board.axis.position, board.approach.position, board.coffee), (0, 0, 0));
    assert_eq!((board.gear, board.flaps, board.brakes), (0, 0, 0));
    assert_eq!((view.speed.blue_marker, view.speed.orange_marker), (4, 8));
    assert_eq!((view.altitude, view.round), (6000, 1));
    assert!(view.safe_mode);
    let planes: Vec<u8> = view.approach.iter().map(|segment| segment.planes).collect();
    assert_eq!(planes, [0, 0, 1, 2, 1, 3, 2]);
}

#[test]
fn unknown_fields_and_values_are_refused_by_name() {
    let read = |json| SkyTeam::read_config(&json).unwrap_err().list()[0].clone();
    assert!(read(json!({ "wings": 2 })).sentence.contains("wings"));
    assert_eq!(read(json!({ "rules": "house" })).field, "rules");
    assert_eq!(read(json!({ "seconds": "soon" })).field, "seconds");
    assert_eq!(read(json!({ "abilities": ["flying"] })).field, "abilities[0]");
}

#[test]
fn seed_and_literal_offer_montreal_and_others_on_demand() {
    // ST-90
    for rules in [RuleSet::Seed, RuleSet::Literal] {
        let away = Config { rules, ..at("hnd-green") };
        refused(&away, "scenario", "not_offered");
        assert!(set_up(&Config { any_scenario: true, ..away }).is_ok());
        let ice = Config { rules, any_scenario: true, ..at("kef-yellow") };
        refused(&ice, "scenario", "not_carried");
    }
    for scenario in scenarios() {
        assert!(set_up(&at(&scenario.id)).is_ok(), "{}", scenario.id);
        let seed = Config { rules: RuleSet::Seed, any_scenario: true, ..at(&scenario.id) };
        assert_eq!(set_up(&seed).is_ok(), !scenario.course.ice_brakes, "{}", scenario.id);
    }
    refused(&at("xyz"), "scenario", "unknown_scenario");
    // The refusal lists what there is.
    let unknown = SkyTeam::new(&at("xyz"), &mut Dice::seeded(&Key::of_number(1))).unwrap_err();
    for scenario in scenarios() {
        assert!(unknown.list()[0].sentence.contains(&scenario.id), "{}", scenario.id);
    }
}

#[test]
fn options_that_do_not_fit_are_refused_together() {
    // ST-12
    let base = Config::of(RuleSet::Published);
    refused(&Config { early_end: true, ..Config::default() }, "early_end", "not_offered");
    for seconds in [0, 59, 61, 75, 81, 255] {
        let timed = Config { seconds: Some(seconds), ..base.clone() };
        refused(&timed, "seconds", "bad_seconds");
    }
    for seconds in [60, 70, 80] {
        assert!(set_up(&Config { seconds: Some(seconds), ..base.clone() }).is_ok());
    }
    refused(&Config { head_wind: true, ..base.clone() }, "head_wind", "no_wind");
    let chosen = |list: &[Ability], scenario: &str| Config {
        abilities: Some(list.to_vec()),
        ..at(scenario)
    };
    refused(&chosen(&[Ability::Control], "yul-green"), "abilities", "wrong_number");
    refused(&chosen(&[Ability::Control], "tgu-red"), "abilities", "wrong_number");
    let twice = [Ability::Control, Ability::Control];
    refused(&chosen(&twice, "tgu-red"), "abilities", "twice");
    assert!(set_up(&chosen(&[Ability::Control, Ability::Mastery], "tgu-red")).is_ok());
    let several =
        Config { early_end: true, seconds: Some(1), head_wind: true, ..Config::default() };
    assert_eq!(set_up(&several).unwrap_err().len(), 3);
}

#[test]
fn solo_shows_all_dice_to_the_seats_and_none_to_spectators() {
    // ST-12
    let flight = Flight::new(&Config { solo: true, ..Config::default() });
    for seat in senet_kernel::Seat::first(2) {
        let view = flight.game.view(seat.into());
        assert!(view.hands.pilot.dice.is_some() && view.hands.copilot.dice.is_some());
        // Whoever is on turn, both seats' screens show what may be placed.
        assert!(!view.choices.is_empty());
    }
    let view = flight.game.view(Viewer::Spectator);
    assert_eq!((view.hands.pilot.dice, view.hands.copilot.dice), (None, None));
    // The turn order is unchanged.
    let hand = flight.hands(&[1, 1, 1, 1], &[1, 1, 1, 1]);
    let turn = senet_sky_team::Crew::Pilot;
    assert_eq!(hand.refused("C1:axis"), senet_sky_team::Rejection::NotYourTurn { turn });
}

#[test]
fn the_data_hash_follows_the_scenario() {
    // ST-91
    let hash = |scenario: &str| SkyTeam::data_hash(&at(scenario));
    assert!(hash("yul-green").is_some());
    assert_eq!(hash("yul-green"), SkyTeam::data_hash(&Config::default()));
    assert_ne!(hash("yul-green"), hash("hnd-green"));
    assert_eq!(hash("nowhere"), None);
}

#[test]
fn two_play_for_about_twenty_minutes() {
    // ST-10
    let about = SkyTeam::about();
    assert_eq!((about.seats, about.minutes), (2..=2, 15..=25));
}
