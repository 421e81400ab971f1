//! What is shown, told and refused, as stored text.

use senet_sky_team::{Ability, Config, RuleSet, SkyTeam};
use senet_testkit::golden_screens;

use crate::support::at;

#[test]
fn what_is_shown_told_and_refused() {
    let swap = vec![Ability::WorkingTogether, Ability::Synchronisation];
    let configs = [
        ("seed", Config::default()),
        ("solo", Config { solo: true, ..Config::of(RuleSet::Literal) }),
        ("briefing", Config { briefing: true, early_end: true, ..at("hnd-green") }),
        ("ice", at("kef-black")),
        ("intern", at("lhr-yellow")),
        ("fuel", at("osl-green")),
        ("real-time", at("pbh-red")),
        ("swap", Config { abilities: Some(swap), ..at("tgu-red") }),
    ];
    golden_screens::<SkyTeam>("tests/golden/screens.txt", &configs, 0..1);
}
