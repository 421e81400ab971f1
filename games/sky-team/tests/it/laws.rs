//! The laws of the house, for every rule set and for scenarios that bring every module into play.

use senet_sky_team::{Ability, Config, RuleSet, SkyTeam};

senet_testkit::laws!(rule_sets, SkyTeam, games = 8);
senet_testkit::laws!(scenarios, SkyTeam, flights, games = 3);

fn flights() -> Vec<(&'static str, Config)> {
    let published = Config::of(RuleSet::Published);
    let fly = |scenario: &str| Config { scenario: scenario.to_owned(), ..published.clone() };
    let crew = |scenario: &str, abilities: &[Ability]| Config {
        abilities: Some(abilities.to_vec()),
        ..fly(scenario)
    };
    let any = |rules: RuleSet, scenario: &str| Config {
        rules,
        scenario: scenario.to_owned(),
        any_scenario: true,
        ..Config::default()
    };
    vec![
        ("solo", Config { solo: true, ..Config::default() }),
        ("briefing", Config { briefing: true, undo: Some(true), ..published.clone() }),
        ("early-end", Config { early_end: true, ..published.clone() }),
        ("timed", Config { seconds: Some(70), rules: RuleSet::Literal, ..Config::default() }),
        ("turns", fly("hnd-green")),
        ("kerosene", fly("osl-green")),
        ("leak", fly("blq-green")),
        ("wind", fly("bud-yellow")),
        ("head-wind", Config { head_wind: true, ..fly("gig-yellow") }),
        ("intern", fly("lhr-yellow")),
        ("ice", fly("kef-black")),
        ("real-time", fly("pbh-black")),
        ("swap", crew("tgu-red", &[Ability::WorkingTogether, Ability::Adaptation])),
        ("sync", crew("hnd-red", &[Ability::Synchronisation])),
        ("lower", crew("bud-red", &[Ability::Anticipation, Ability::Mastery])),
        ("sync-ice", crew("lga-yellow", &[Ability::Synchronisation, Ability::Control])),
        ("seed-intern", any(RuleSet::Seed, "cdg-red")),
        (
            "literal-sync",
            Config {
                abilities: Some(vec![Ability::Synchronisation, Ability::WorkingTogether]),
                ..any(RuleSet::Literal, "kul-black")
            },
        ),
    ]
}
