//! Whole games as stored text, for each rule set and number of players.

use senet_silosoft::{Config, Ruleset, Silosoft};
use senet_testkit::{Moves, golden};

#[track_caller]
fn check(ruleset: Ruleset, players: usize) {
    let config = Config { ruleset, ..Config::for_players(players) };
    let name = format!("{}-{players}", ruleset.name());
    golden::<Silosoft>(&format!("tests/golden/{name}.jsonl"), &config, &name, Moves::Random);
}

#[test]
fn seed_with_one() {
    check(Ruleset::Seed, 1);
}

#[test]
fn seed_with_two() {
    check(Ruleset::Seed, 2);
}

#[test]
fn seed_with_three() {
    check(Ruleset::Seed, 3);
}

#[test]
fn seed_with_four() {
    check(Ruleset::Seed, 4);
}

#[test]
fn balanced_with_one() {
    check(Ruleset::Balanced, 1);
}

#[test]
fn balanced_with_two() {
    check(Ruleset::Balanced, 2);
}

#[test]
fn balanced_with_three() {
    check(Ruleset::Balanced, 3);
}

#[test]
fn balanced_with_four() {
    check(Ruleset::Balanced, 4);
}
