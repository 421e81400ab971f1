//! The laws of every game, for every faction pair, mission and optional rule (AQ-003, AQ-004,
//! MP-001, MP-003, MP-006, CP-005).

use senet_crossfire::{Campaign, CampaignConfig, Config, Crossfire};
use senet_kernel::{Dice, Game, Key};

use crate::desk::{factions, fresh};

fn config(json: serde_json::Value) -> Config {
    serde_json::from_value(json).unwrap()
}

/// Every faction meets every other; every mission, event, trait and advantage comes up.
fn battles() -> Vec<(&'static str, Config)> {
    const FACTIONS: [&str; 5] =
        ["verdant_eye", "azure_blades", "ember_guard", "grey_cloaks", "solar_wardens"];
    const NAMES: [&str; 15] = [
        "verdant-verdant",
        "verdant-azure",
        "verdant-ember",
        "verdant-grey",
        "verdant-solar",
        "azure-azure",
        "azure-ember",
        "azure-grey",
        "azure-solar",
        "ember-ember",
        "ember-grey",
        "ember-solar",
        "grey-grey",
        "grey-solar",
        "solar-solar",
    ];
    const MISSIONS: [&str; 7] = [
        "crossfire_clash",
        "control_center",
        "break_through",
        "dead_center",
        "dead_zone",
        "occupy",
        "rolled",
    ];
    const EVENTS: [&str; 8] = [
        "off",
        "fog_of_war",
        "deadly_rounds",
        "fast_assault",
        "focused_fire",
        "revive",
        "no_event",
        "rolled",
    ];
    const TRAITS: [&str; 3] = ["resilient", "sniper", "stealth"];
    const ADVANTAGES: [&str; 3] = ["focused_orders", "quick_start", "tactical_edge"];
    let pairs = (0..5).flat_map(|a| (a..5).map(move |b| (a, b)));
    let battle = |(i, (a, b)): (usize, (usize, usize))| {
        // Which side is which alternates, and so does who holds what.
        let (a, b) = if i % 2 == 0 { (a, b) } else { (b, a) };
        let mut json = serde_json::json!({
            "factions": [FACTIONS[a], FACTIONS[b]],
            "mission": MISSIONS[i % MISSIONS.len()],
            "event": EVENTS[i % EVENTS.len()],
        });
        if i % 3 != 0 {
            json["traits"] = serde_json::json!([TRAITS[i % 3], TRAITS[(i / 3) % 3]]);
        }
        if i % 4 != 0 {
            json["advantage"] =
                serde_json::json!({ "seat": i % 2, "advantage": ADVANTAGES[i % 3] });
        }
        (NAMES[i], config(json))
    };
    pairs.enumerate().map(battle).collect()
}

senet_testkit::laws!(battle, Crossfire, battles, games = 1);

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

senet_testkit::laws!(campaign, Campaign, campaigns, games = 1);

#[test]
fn battles_and_campaigns_have_a_bound() {
    // Seven rounds: nine commands for each unit, the rolls for initiative and what is scored.
    let bound = |factions| fresh(&factions, 1).bound();
    assert_eq!(bound(factions("verdant_eye", "azure_blades")), 7 * (10 * 9 + 125) + 40);
    assert_eq!(bound(factions("verdant_eye", "solar_wardens")), 7 * (9 * 9 + 125) + 40);
    let mut dice = Dice::seeded(&Key::of_number(1));
    let campaign = Campaign::new(&CampaignConfig::default(), &mut dice).unwrap();
    let battle = 7 * (16 * 9 + 125) + 40;
    assert_eq!(campaign.bound(), u32::from(campaign.length()) * (battle + 4));
}
