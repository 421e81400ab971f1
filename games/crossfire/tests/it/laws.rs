//! The laws of every game, for faction pairs, missions and optional rules of all kinds (AQ-003,
//! AQ-004, MP-001 to MP-006, CP-005).

use senet_crossfire::{Campaign, CampaignConfig, Config, Crossfire};

fn config(json: serde_json::Value) -> Config {
    serde_json::from_value(json).unwrap()
}

/// Every faction meets every other, each mission and optional rule comes up.
fn battles() -> Vec<(&'static str, Config)> {
    let battle = |json| config(json);
    vec![
        (
            "verdant-azure-clash",
            battle(serde_json::json!({
            "factions": ["verdant_eye", "azure_blades"], "mission": "crossfire_clash" })),
        ),
        (
            "ember-grey-control",
            battle(serde_json::json!({
            "factions": ["ember_guard", "grey_cloaks"], "mission": "control_center",
            "traits": ["resilient", "stealth"], "event": "fog_of_war" })),
        ),
        (
            "solar-verdant-break",
            battle(serde_json::json!({
            "factions": ["solar_wardens", "verdant_eye"], "mission": "break_through",
            "traits": ["sniper", "stealth"], "event": "fast_assault",
            "advantage": { "seat": 0, "advantage": "quick_start" } })),
        ),
        (
            "grey-solar-center",
            battle(serde_json::json!({
            "factions": ["grey_cloaks", "solar_wardens"], "mission": "dead_center",
            "event": "deadly_rounds",
            "advantage": { "seat": 1, "advantage": "focused_orders" } })),
        ),
        (
            "azure-grey-zone",
            battle(serde_json::json!({
            "factions": ["azure_blades", "grey_cloaks"], "mission": "dead_zone",
            "event": "revive", "advantage": { "seat": 1, "advantage": "focused_orders" } })),
        ),
        (
            "azure-ember-occupy",
            battle(serde_json::json!({
            "factions": ["azure_blades", "ember_guard"], "mission": "occupy",
            "event": "focused_fire", "advantage": { "seat": 1, "advantage": "tactical_edge" } })),
        ),
        (
            "grey-grey-rolled",
            battle(serde_json::json!({
            "factions": ["grey_cloaks", "grey_cloaks"], "mission": "rolled", "event": "rolled" })),
        ),
    ]
}

senet_testkit::laws!(battle, Crossfire, battles, games = 3);

fn campaigns() -> Vec<(&'static str, CampaignConfig)> {
    let campaign = |json| serde_json::from_value(json).unwrap();
    vec![
        ("verdant-azure", campaign(serde_json::json!({ "confirm_missions": true }))),
        (
            "grey-solar",
            campaign(serde_json::json!({
            "factions": ["grey_cloaks", "solar_wardens"],
            "traits": ["resilient", "stealth"], "event": "rolled" })),
        ),
    ]
}

senet_testkit::laws!(campaign, Campaign, campaigns, games = 2);
