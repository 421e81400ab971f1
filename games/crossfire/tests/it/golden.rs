//! Whole games as text: what was done, drawn and told, and the hash after each entry. A change of
//! rules shows here. `SENET_GOLDEN=write cargo test -p senet-crossfire golden` writes them anew.

#![allow(clippy::disallowed_methods, reason = "golden files are written on request")]

use std::fmt::Write as _;
use std::path::PathBuf;

use senet_crossfire::{Campaign, Crossfire, Data, reference};
use senet_kernel::{Dice, Events, Key, Rng, Text, Viewer, hash};
use serde_json::{Value, json};

/// A game that rolls, draws and chooses by one seed, told entry by entry.
fn told<G: Text>(config: &Value, seed: u64) -> String {
    let config = G::read_config(config).unwrap();
    let mut dice = Dice::seeded(&Key::of_number(seed));
    let mut game = G::new(&config, &mut dice).unwrap();
    let mut rng = Rng::new(seed);
    let mut text = format!("{} {}\n", serde_json::to_string(&config).unwrap(), hash(&game));
    let mut entry = 0;
    while let Some(seat) = game.to_act().iter().next() {
        let mut list = Vec::new();
        game.legal(seat, &mut list);
        let view = game.view(Viewer::Seat(seat));
        let command = rng.choose(&list).unwrap().clone();
        let said = G::say(&view, &command);
        if entry % 20 == 0 {
            text.push_str(&G::draw(&view, Viewer::Seat(seat)).plain());
        }
        writeln!(text, "  {}", G::prompt(&view, Viewer::Seat(seat))).unwrap();
        entry += 1;
        dice.begin(entry);
        let mut events = Events::on();
        game.apply(seat.into(), &command, &mut dice, &mut events).unwrap();
        writeln!(text, "{entry} {seat}: {said} {} {}", draws(&dice), hash(&game)).unwrap();
        let view = game.view(Viewer::Spectator);
        let shown = events.list().iter().filter_map(|event| G::shown(event, Viewer::Spectator));
        for event in shown {
            writeln!(text, "    {}", G::tell(&view, &event)).unwrap();
        }
    }
    let view = game.view(Viewer::Spectator);
    writeln!(text, "  {}", G::prompt(&view, Viewer::Spectator)).unwrap();
    text.push_str(&G::draw(&view, Viewer::Spectator).plain());
    text.push_str(&G::ending(&view).plain());
    text
}

fn draws(dice: &Dice) -> String {
    serde_json::to_string(dice.draws()).unwrap()
}

#[track_caller]
fn golden<G: Text>(name: &str, config: Value, seed: u64) {
    kept(name, &told::<G>(&config, seed));
}

/// The text is the one that was kept.
#[track_caller]
fn kept(name: &str, found: &str) {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "tests", "it", "golden", &format!("{name}.txt")]
            .iter()
            .collect();
    if std::env::var("SENET_GOLDEN").is_ok_and(|mode| mode == "write") {
        std::fs::write(&path, found).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let first = kept.lines().zip(found.lines()).position(|(kept, found)| kept != found);
    let line = first.map_or(0, |line| line + 1);
    assert!(kept == found, "{name} differs from its golden file, from line {line}");
}

fn battle(mission: &str, first: &str, second: &str) -> Value {
    json!({ "factions": [first, second], "mission": mission })
}

/// AQ-001, AQ-003, MP-001, MP-004, MP-005: a battle is told without any screen, by commands and dice
/// that can be written down, and comes out the same.
#[test]
fn crossfire_clash() {
    golden::<Crossfire>(
        "crossfire-clash",
        battle("crossfire_clash", "verdant_eye", "azure_blades"),
        11,
    );
}

#[test]
fn control_center() {
    golden::<Crossfire>(
        "control-center",
        battle("control_center", "ember_guard", "grey_cloaks"),
        12,
    );
}

#[test]
fn break_through() {
    golden::<Crossfire>(
        "break-through",
        battle("break_through", "azure_blades", "solar_wardens"),
        13,
    );
}

#[test]
fn dead_center() {
    golden::<Crossfire>("dead-center", battle("dead_center", "grey_cloaks", "verdant_eye"), 14);
}

#[test]
fn dead_zone() {
    golden::<Crossfire>("dead-zone", battle("dead_zone", "solar_wardens", "ember_guard"), 15);
}

#[test]
fn occupy() {
    golden::<Crossfire>("occupy", battle("occupy", "azure_blades", "azure_blades"), 16);
}

#[test]
fn everything() {
    let config = json!({
        "factions": ["grey_cloaks", "solar_wardens"], "mission": "rolled",
        "traits": ["resilient", "stealth"], "event": "rolled",
        "advantage": { "seat": 1, "advantage": "focused_orders" },
    });
    golden::<Crossfire>("everything", config, 17);
}

#[test]
fn quick_start_and_revive() {
    let config = json!({
        "factions": ["solar_wardens", "azure_blades"], "mission": "crossfire_clash",
        "traits": ["sniper", "resilient"], "event": "revive",
        "advantage": { "seat": 0, "advantage": "quick_start" },
    });
    golden::<Crossfire>("quick-start", config, 19);
}

#[test]
fn tactical_edge_in_a_fast_assault() {
    let config = json!({
        "factions": ["verdant_eye", "grey_cloaks"], "mission": "occupy", "event": "fast_assault",
        "advantage": { "seat": 1, "advantage": "tactical_edge" },
    });
    golden::<Crossfire>("tactical-edge", config, 20);
}

#[test]
fn the_reference() {
    // DA-014.
    kept("reference", &reference(Data::standard()));
}

#[test]
fn campaign() {
    let config = json!({ "factions": ["grey_cloaks", "verdant_eye"], "confirm_missions": true });
    golden::<Campaign>("campaign", config, 18);
}
