//! What is shown, told and refused, as stored text.

use senet_crossfire::{Campaign, Crossfire};
use senet_kernel::Game;
use senet_testkit::golden_screens;
use serde_json::json;

#[test]
fn what_battles_show_tell_and_refuse() {
    let battle = |json| Crossfire::read_config(&json).unwrap();
    let configs = [
        ("clash", battle(json!({ "factions": ["verdant_eye", "azure_blades"] }))),
        (
            "dead-zone",
            battle(json!({
                "factions": ["ember_guard", "grey_cloaks"], "mission": "dead_zone",
                "event": "revive", "traits": ["sniper", "stealth"],
            })),
        ),
        (
            "occupy",
            battle(json!({
                "factions": ["solar_wardens", "verdant_eye"], "mission": "occupy", "event": "rolled",
                "traits": ["resilient", "sniper"],
                "advantage": { "seat": 1, "advantage": "tactical_edge" },
            })),
        ),
    ];
    golden_screens::<Crossfire>("tests/it/golden/screens.txt", &configs, 0..1);
}

#[test]
fn what_campaigns_show_tell_and_refuse() {
    let campaign = json!({ "factions": ["grey_cloaks", "solar_wardens"], "confirm_missions": true,
        "traits": ["resilient", "stealth"], "event": "rolled" });
    let configs = [("campaign", Campaign::read_config(&campaign).unwrap())];
    golden_screens::<Campaign>("tests/it/golden/campaign-screens.txt", &configs, 0..1);
}
