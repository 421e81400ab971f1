//! Whole games as stored text: each rule set, and scenarios with every module.

use senet_sky_team::{Ability, Config, RuleSet, SkyTeam};
use senet_testkit::{Moves, golden};

use crate::support::at;

#[track_caller]
fn check(name: &str, seed: &str, config: &Config) {
    let path = format!("tests/golden/{name}.jsonl");
    golden::<SkyTeam>(&path, config, seed, Moves::Random);
}

#[test]
fn rule_sets() {
    check("seed", "montreal", &Config::default());
    check("literal", "montreal", &Config::of(RuleSet::Literal));
    check("published", "montreal", &Config::of(RuleSet::Published));
}

#[test]
fn scenarios() {
    check("turns", "haneda", &at("hnd-green"));
    check("ice", "keflavik", &at("kef-black"));
    check("intern", "heathrow", &at("lhr-yellow"));
    check("fuel", "oslo", &at("osl-green"));
    check("real-time", "paro", &at("pbh-red"));
    check("wind", "budapest", &at("bud-red"));
    let swap = vec![Ability::WorkingTogether, Ability::Synchronisation];
    check("swap", "tegucigalpa", &Config { abilities: Some(swap), ..at("tgu-red") });
}
