//! The laws of the house, for every preset and for a rule set of each variant.

use senet_flag_war::{Config, FlagWar};

senet_testkit::laws!(presets, FlagWar, games = 3);
senet_testkit::laws!(variants, FlagWar, variants, games = 2);

fn variants() -> Vec<(&'static str, Config)> {
    let read = |text: &str| {
        let value = serde_json::from_str(text).unwrap();
        <FlagWar as senet_kernel::Game>::read_config(&value).unwrap()
    };
    vec![
        (
            "random-keys",
            read(
                r#"{"keys": {"mode": "random_enemy_land", "rescuer_home": "same_round"},
                     "movement": {"max_distance": 3}, "tick_mode": "timer_or_ready"}"#,
            ),
        ),
        (
            "shared-key",
            read(
                r#"{"keys": {"mode": "shared_neutral"}, "double_score": "play_on",
                     "round_limit": 60, "elimination": "off", "pieces": 4,
                     "clear_plan_on_displacement": "on"}"#,
            ),
        ),
        (
            "manual-diagonals",
            read(
                r#"{"width": 19, "height": 13, "neutral_rows": 3, "pieces": 7,
                     "zone": {"half_width": 3, "depth": 2}, "tick_mode": "manual",
                     "movement": {"directions": "all"}, "edge": "void", "zone_block": "void",
                     "contact": "path", "round_limit": 80}"#,
            ),
        ),
    ]
}
