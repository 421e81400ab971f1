//! What is shown, told and refused, as stored text.

use senet_silosoft::{Config, Ruleset, Silosoft, standard};
use senet_testkit::golden_screens;

#[test]
fn what_is_shown_told_and_refused() {
    let balanced = |players| Config { ruleset: Ruleset::Balanced, ..Config::for_players(players) };
    let configs = [
        ("alone", Config::for_players(1)),
        ("two", balanced(2)),
        ("single", Config { single_completion: true, log_retention: 11, ..balanced(3) }),
        ("short-deck", Config { features: Some(standard()[5..9].to_vec()), ..balanced(4) }),
    ];
    golden_screens::<Silosoft>("tests/golden/screens.txt", &configs, 0..1);
}
