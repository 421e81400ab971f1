//! Whole games as journals, which every later program replays, and the published modules with it.

use senet_crossfire::{Campaign, Crossfire};
use senet_kernel::Text;
use senet_testkit::{Moves, golden};
use serde_json::{Value, json};

#[track_caller]
fn check<G: Text>(name: &str, config: Value) {
    let config = G::read_config(&config).unwrap();
    golden::<G>(&format!("tests/golden/{name}.jsonl"), &config, name, Moves::Random);
}

#[test]
fn a_battle_is_kept_as_a_journal() {
    let factions = ["grey_cloaks", "verdant_eye"];
    check::<Crossfire>("battle", json!({ "factions": factions, "mission": "crossfire_clash" }));
}

#[test]
fn a_campaign_is_kept_as_a_journal() {
    check::<Campaign>("campaign", json!({ "factions": ["grey_cloaks", "verdant_eye"] }));
}
