//! The laws, for each number of players and both rule sets, and at the limits of the options.

use senet_silosoft::{Config, Ruleset, Silosoft, standard};
use senet_testkit::laws;

fn every_count() -> Vec<(String, Config)> {
    let mut configs = Vec::new();
    for ruleset in [Ruleset::Seed, Ruleset::Balanced] {
        for players in 1..=4 {
            let name = format!("{}-{players}", ruleset.name());
            configs.push((name, Config { ruleset, ..Config::for_players(players) }));
        }
    }
    configs
}

fn limits() -> Vec<(&'static str, Config)> {
    let three = Config::of(["Ann", "Player 2", "r1"]);
    let balanced = Config { ruleset: Ruleset::Balanced, ..three.clone() };
    vec![
        ("only-events", Config { resource_weight: 0, log_retention: 10, ..balanced.clone() }),
        ("only-staff", Config { resource_weight: 100, log_retention: 10, ..balanced.clone() }),
        ("single", Config { single_completion: true, log_retention: 11, ..balanced }),
        ("short-deck", Config { features: Some(standard()[5..9].to_vec()), ..three }),
    ]
}

laws!(every_count, Silosoft, every_count, games = 2);
laws!(limits, Silosoft, limits, games = 3);
