//! Crossfire Sector as a player and a designer use it: data of one's own, positions, saves.

use senet_kernel::Hash;
use serde_json::{Value, json};

use crate::{file, senet};

const FACTION: &str = r#"
[[faction]]
id = "rust_monks"
name = "Rust Monks"
role = "few and stubborn"
color = "red"
roster = 3
move = 3
range = 6
aq = 3
melee_aq = 0
defense = 10
traits = ["reroll_own_die"]
"#;

const MISSION: &str = r#"
[[mission]]
id = "two_hills"
name = "Two Hills"
scoring = "majority"
points = 3

[[mission.zone]]
id = "north"
columns = [7, 9]
rows = [1, 2]

[[mission.zone]]
id = "south"
columns = [7, 9]
rows = [8, 9]
"#;

/// A folder with a designer's faction and mission beside the game's own.
fn designed(name: &str, faction: &str, mission: &str) -> String {
    let dir = file(name);
    std::fs::create_dir_all(&dir).unwrap();
    let factions = include_str!("../../../../games/crossfire/data/factions.toml");
    let missions = include_str!("../../../../games/crossfire/data/missions.toml");
    std::fs::write(format!("{dir}/factions.toml"), format!("{factions}{faction}")).unwrap();
    std::fs::write(format!("{dir}/missions.toml"), format!("{missions}{mission}")).unwrap();
    dir
}

fn written(name: &str, json: &Value) -> String {
    let path = file(name);
    std::fs::write(&path, json.to_string()).unwrap();
    path
}

#[test]
fn a_designer_plays_a_faction_and_a_mission_of_their_own() {
    let data = designed("hills", FACTION, MISSION);
    let config = json!({ "factions": ["rust_monks", "verdant_eye"], "mission": "two_hills" });
    let config = written("hills.json", &config);
    let kept = file("hills.jsonl");
    let battle = senet(
        &[
            "play",
            "crossfire",
            "--config",
            &config,
            "--data",
            &data,
            "--seat",
            "greedy",
            "--seat",
            "random",
            "--seed",
            "3",
            "--save",
            &kept,
        ],
        "",
    );
    assert_eq!(battle.code, Some(0), "{}", battle.err);
    for part in ["P1 Rust Monks", "Two Hills", "3 points at each round's end"] {
        assert!(battle.out.contains(part), "{part}\n{}", battle.out);
    }
    // The journal holds the data, so that it replays anywhere.
    let verdict = senet(&["replay", &kept, "--verify"], "");
    assert!(verdict.out.contains("every draw was recomputed"), "{}{}", verdict.out, verdict.err);

    let config = written(
        "monks.json",
        &json!({ "factions": ["rust_monks", "rust_monks"], "confirm_missions": false }),
    );
    let campaign = senet(
        &["play", "crossfire-campaign", "--config", &config, "--data", &data, "--seed", "3"],
        "mission two hills\nq\n",
    );
    assert!(campaign.out.contains("Battle 1 begins: Two Hills, chosen."), "{}", campaign.out);
}

#[test]
fn faults_of_data_name_file_entry_and_field() {
    #[track_caller]
    fn check(name: &str, faction: &str, mission: &str, told: &str) {
        let data = designed(name, faction, mission);
        let ran = senet(&["play", "crossfire", "--data", &data], "");
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.contains(told), "{}", ran.err);
    }
    let slow = FACTION.replace("move = 3", "move = 0");
    check("slow", &slow, MISSION, "factions.toml: rust_monks.move: 0 is not 1 to 15");
    let odd = FACTION.replace("color", "colour");
    check("odd", &odd, MISSION, "factions.toml: rust_monks");
    let wide = MISSION.replacen("columns = [7, 9]", "columns = [7, 19]", 1);
    check("wide", FACTION, &wide, "missions.toml: two_hills.zone.north");
    let broken = MISSION.replace("points = 3", "points = ");
    check("broken", FACTION, &broken, "missions.toml: line ");
    let data = designed("unknown", FACTION, MISSION);
    let config = written("unknown.json", &json!({ "factions": ["rust_nuns", "verdant_eye"] }));
    let ran = senet(&["play", "crossfire", "--config", &config, "--data", &data], "");
    assert!(ran.err.contains("there is no faction rust_nuns"), "{}", ran.err);
    assert!(ran.err.contains("rust_monks"), "the others are named: {}", ran.err);
}

#[test]
fn a_save_of_other_data_is_refused_unless_told_to_go_on() {
    for game in ["crossfire", "crossfire-campaign"] {
        let path = file(&format!("{game}.jsonl"));
        senet(&["play", game, "--seed", "5", "--save", &path], "q\n");
        let text = std::fs::read_to_string(&path).unwrap();
        let known = serde_json::from_str::<Value>(text.lines().next().unwrap()).unwrap();
        let known = known["header"]["data"].as_str().unwrap().to_owned();
        // The same game as a program with other data would have kept it.
        let other = "0123456789abcdef0123456789abcdef";
        let body = text.trim_end().rsplit_once(",\"chain\":\"").unwrap().0.replace(&known, other);
        let chain = Hash::of_bytes(body.as_bytes());
        std::fs::write(&path, format!("{body},\"chain\":\"{chain}\"}}\n")).unwrap();
        let refused = senet(&["play", "--load", &path], "q\n");
        assert_eq!(refused.code, Some(1));
        assert!(refused.err.contains(other) && refused.err.contains(&known), "{}", refused.err);
        let goes_on = senet(&["play", "--load", &path, "--other-data"], "q\n");
        assert_eq!(goes_on.code, Some(0), "{}", goes_on.err);
    }
}

/// What the table says to a position: nothing, or why it is refused.
fn opened(state: &Value) -> String {
    let open =
        json!({ "type": "open_position", "table": "t", "game": "crossfire", "state": state });
    let ran = senet(&["table"], &format!("{open}\n"));
    let answer: Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    match answer["type"].as_str().unwrap() {
        "opened" => String::new(),
        _ => answer.to_string(),
    }
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_reason() {
    // A battle in its first round, both sides at home.
    let input = [
        json!({ "type": "open", "table": "t", "game": "crossfire", "luck": { "type": "open", "seed": "7" } }),
        json!({ "type": "idle", "table": "t", "seat": 0 }),
        json!({ "type": "idle", "table": "t", "seat": 1 }),
        json!({ "type": "state", "table": "t" }),
    ];
    let lines: Vec<String> = input.iter().map(Value::to_string).collect();
    let ran = senet(&["table"], &(lines.join("\n") + "\n"));
    let answers: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let state = answers
        .iter()
        .find_map(|answer| answer.get("state").filter(|state| state.is_object()))
        .unwrap_or_else(|| panic!("{}", ran.out));
    assert_eq!(state["round"], 1);
    assert_eq!(opened(state), "");
    let terrain = state["scenario"]["pieces"][0]["squares"][0].clone();
    #[track_caller]
    fn check(state: &Value, path: &str, value: Value, told: &str) {
        let mut changed = state.clone();
        *changed.pointer_mut(path).unwrap() = value;
        let refusal = opened(&changed);
        assert!(refusal.contains(told), "{refusal}");
    }
    check(state, "/squares/0", json!([16, 1]), "16,1 is off the board of 15 by 9");
    check(state, "/squares/0", terrain, "the unit stands on terrain at ");
    let second = state["squares"][1].clone();
    check(state, "/squares/0", second, "two units stand at ");
    check(state, "/down", json!(0x20), "only units on the board can be Down");
    let mut acted = state.clone();
    acted["down"] = json!(1);
    check(&acted, "/acted", json!(1), "no unit has acted before the round is under way");
}

/// AQ-005, DA-009: the journal of a campaign holds its battles, and each opens by itself.
#[test]
fn one_battle_of_a_campaign_is_looked_back_at_by_itself() {
    let kept = file("series.jsonl");
    let bots = ["--seat", "random", "--seat", "random", "--seed", "4", "--save", &kept];
    let played = senet(&[&["play", "crossfire-campaign"][..], &bots].concat(), "");
    assert_eq!(played.code, Some(0), "{}", played.err);
    let battle = senet(&["replay", &kept, "--battle", "2"], "");
    assert_eq!(battle.code, Some(0), "{}", battle.err);
    assert!(battle.out.contains("Battle 2 begins"), "{}", battle.out);
    assert!(battle.out.contains("battle 2 of"), "the board of that battle: {}", battle.out);
    assert!(battle.out.contains("Battle 2 gives"), "its last entry ends it");
    for other in ["Battle 1 begins", "Battle 3 begins", "Battle 1 gives"] {
        assert!(!battle.out.contains(other), "{other}");
    }
    let none = senet(&["replay", &kept, "--battle", "9"], "");
    assert_eq!(none.code, Some(1));
    assert!(none.err.contains("there is no battle 9; 1 to "), "{}", none.err);
    let pig = file("one.jsonl");
    senet(&["play", "pig", "--seat", "random", "--seat", "random", "--save", &pig], "");
    let none = senet(&["replay", &pig, "--battle", "1"], "");
    assert!(none.err.contains("no battles of its own"), "{}", none.err);
}

/// Who sets up a battle that is far from even is told so before it begins, with a mission that is nearer to even.
#[test]
fn a_battle_that_is_far_from_even_is_told_before_it_begins() {
    let bots = ["play", "crossfire", "--seat", "random", "--seat", "random", "--seed", "1"];
    let uneven = senet(&bots, "");
    let told = uneven.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        told.contains("Note: Azure Blades have 75.6 % of the wins against Verdant Eye in all missions: 1536 battles"),
        "{told}"
    );
    assert!(told.contains("Play Crossfire Clash: 53.5 %."), "{told}");
    let even = senet(&[&bots[..], &["--rules", "first-battle"]].concat(), "");
    assert!(!even.out.contains("of the wins against"), "{}", even.out);
}
