//! What is shown, told and refused, as stored text.

use senet_flag_war::FlagWar;
use senet_kernel::Game;
use senet_testkit::{golden_screens, presets};

#[test]
fn what_is_shown_told_and_refused() {
    let mut configs = presets::<FlagWar>();
    let keys = serde_json::json!({
        "keys": { "mode": "random_enemy_land", "rescuer_home": "same_round" },
        "movement": { "max_distance": 3 }, "tick_mode": "timer_or_ready",
    });
    let diagonals = serde_json::json!({
        "width": 19, "height": 13, "neutral_rows": 3, "pieces": 7,
        "zone": { "half_width": 3, "depth": 2 }, "tick_mode": "manual",
        "movement": { "directions": "all" }, "edge": "void", "zone_block": "void",
        "contact": "path", "round_limit": 80,
    });
    configs.push(("keys", FlagWar::read_config(&keys).unwrap()));
    configs.push(("diagonals", FlagWar::read_config(&diagonals).unwrap()));
    golden_screens::<FlagWar>("tests/golden/screens.txt", &configs, 0..1);
}
