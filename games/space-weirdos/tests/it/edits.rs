//! The builder's edits.

use senet_space_weirdos::edit::{self, Builder, Edit, EditRefused};
use senet_space_weirdos::{Warband, cost};
use serde_json::{Value, json};

use crate::support::{catalogue, core, legal, warband, with};

#[track_caller]
fn edit(value: Value) -> Edit {
    serde_json::from_value(value).unwrap()
}

#[track_caller]
fn done(before: Value, edits: Value) -> Value {
    let edits: Vec<Edit> = serde_json::from_value(edits).unwrap();
    let after = edit::apply_all(&core(), &warband(before), &edits).unwrap();
    serde_json::to_value(after).unwrap()
}

#[track_caller]
fn refused(value: Value, expected: EditRefused) {
    let mut band = warband(legal());
    assert_eq!(edit::apply(&core(), &mut band, &edit(value)), Err(expected));
    assert_eq!(band, warband(legal()), "a refused edit leaves no trace");
}

// E1
#[test]
fn every_edit_changes_one_thing() {
    #[track_caller]
    fn check(value: Value, path: &str, expected: Value) {
        let after = done(legal(), json!([value]));
        assert_eq!(after.pointer(path), Some(&expected));
        let mut restored = after;
        *restored.pointer_mut(path).unwrap() = legal().pointer(path).unwrap().clone();
        assert_eq!(restored, legal(), "nothing else changed");
    }
    check(json!({"type": "rename", "name": "Mob"}), "/name", json!("Mob"));
    check(json!({"type": "set_point_limit", "limit": 125}), "/pointLimit", json!(125));
    check(json!({"type": "set_ability", "ability": "undead"}), "/ability", json!("undead"));
    check(
        json!({"type": "set_name", "weirdo": "w2", "name": "Moe"}),
        "/troopers/0/name",
        json!("Moe"),
    );
    check(
        json!({"type": "set_role", "weirdo": "w3", "role": "leader"}),
        "/troopers/1/type",
        json!("leader"),
    );
    check(
        json!({"type": "set_level", "weirdo": "w1", "attribute": "speed", "level": 3}),
        "/leader/attributes/speed",
        json!(3),
    );
    check(
        json!({"type": "set_level", "weirdo": "w1", "attribute": "firepower", "level": "2d8"}),
        "/leader/attributes/firepower",
        json!("2d8"),
    );
    check(
        json!({"type": "add_item", "weirdo": "w1", "list": "equipment", "item": "medkit"}),
        "/leader/equipment",
        json!(["medkit"]),
    );
    check(
        json!({"type": "set_trait", "weirdo": "w1", "leader_trait": "healer"}),
        "/leader/leaderTrait",
        json!("healer"),
    );
    check(
        json!({"type": "set_notes", "weirdo": "w2", "notes": "n"}),
        "/troopers/0/notes",
        json!("n"),
    );
    check(
        json!({"type": "move", "weirdo": "w3", "to": 0}),
        "/troopers",
        json!([legal()["troopers"][1], legal()["troopers"][0]]),
    );
    check(
        json!({"type": "swap_item", "weirdo": "w1", "list": "closeCombatWeapons", "place": 0, "item": "whip-tail"}),
        "/leader/closeCombatWeapons",
        json!(["whip-tail"]),
    );
    check(json!({"type": "remove", "weirdo": "w2"}), "/troopers", json!([legal()["troopers"][1]]));
    check(json!({"type": "remove", "weirdo": "w1"}), "/leader", json!(null));
    let tagged = done(legal(), json!([{"type": "set_tags", "weirdo": "w1", "tags": ["a"]}]));
    assert_eq!(tagged["leader"]["tags"], json!(["a"]));
    let cleared = done(
        with(&[("/ability", json!("undead"))]),
        json!([{"type": "set_ability", "ability": "none"}]),
    );
    assert_eq!(cleared["ability"], json!(null));
}

#[test]
fn weirdos_are_added_copied_benched_and_promoted() {
    let after = done(legal(), json!([{"type": "add_trooper"}, {"type": "add_trooper"}]));
    assert_eq!(
        (&after["troopers"][2]["name"], &after["troopers"][2]["id"]),
        (&json!("Trooper 3"), &json!("w4"))
    );
    assert_eq!(after["troopers"][3]["name"], "Trooper 4");
    let copied = done(
        legal(),
        json!([{"type": "duplicate", "weirdo": "w2"}, {"type": "duplicate", "weirdo": "w2"}]),
    );
    let names: Vec<&Value> =
        copied["troopers"].as_array().unwrap().iter().map(|w| &w["name"]).collect();
    assert_eq!(names, ["Bo", "Bo (3)", "Bo (2)", "Cy"]);
    assert_eq!(copied["troopers"][1]["id"], "w5");
    let led = with(&[("/leader/leaderTrait", json!("healer"))]);
    let copied = done(led, json!([{"type": "duplicate", "weirdo": "w1"}]));
    let copy = &copied["troopers"][0];
    assert_eq!(
        (&copy["name"], &copy["type"], &copy["leaderTrait"]),
        (&json!("Ada (2)"), &json!("trooper"), &json!(null))
    );
    let benched = done(legal(), json!([{"type": "bench", "weirdo": "w2"}]));
    assert_eq!(
        (benched["troopers"].as_array().unwrap().len(), &benched["bench"][0]["name"]),
        (1, &json!("Bo"))
    );
    assert_eq!(cost::warband(catalogue(), &warband(benched.clone())), 12);
    let copied = done(benched.clone(), json!([{"type": "duplicate", "weirdo": "w2"}]));
    assert_eq!(copied["bench"][1]["name"], "Bo (2)");
    let back = done(benched.clone(), json!([{"type": "recall", "weirdo": "w2"}]));
    assert_eq!(back["troopers"][1]["name"], "Bo");
    let gone = done(benched, json!([{"type": "remove", "weirdo": "w2"}]));
    assert_eq!(gone.get("bench"), None);
    let promoted = done(legal(), json!([{"type": "promote", "weirdo": "w3"}]));
    assert_eq!(
        (&promoted["leader"]["name"], &promoted["leader"]["type"]),
        (&json!("Cy"), &json!("leader"))
    );
    assert_eq!(
        (&promoted["troopers"][1]["name"], &promoted["troopers"][1]["type"]),
        (&json!("Ada"), &json!("trooper"))
    );
    let headless = done(
        legal(),
        json!([{"type": "remove", "weirdo": "w1"}, {"type": "promote", "weirdo": "w2"}]),
    );
    assert_eq!(headless["leader"]["name"], "Bo");
    assert_eq!(headless["troopers"].as_array().unwrap().len(), 1);
    let new = done(legal(), json!([{"type": "remove", "weirdo": "w1"}, {"type": "add_leader"}]));
    assert_eq!((&new["leader"]["name"], &new["leader"]["id"]), (&json!("Leader"), &json!("w1")));
}

// R4
#[test]
fn unarmed_comes_and_goes() {
    let close = |edits: Value| done(legal(), edits)["leader"]["closeCombatWeapons"].clone();
    let add = |item: &str| json!({"type": "add_item", "weirdo": "w1", "list": "closeCombatWeapons", "item": item});
    let drop = |place: u32| json!({"type": "drop_item", "weirdo": "w1", "list": "closeCombatWeapons", "place": place});
    assert_eq!(close(json!([add("whip-tail")])), json!(["whip-tail"]));
    assert_eq!(close(json!([add("whip-tail"), add("unarmed")])), json!(["whip-tail", "unarmed"]));
    assert_eq!(close(json!([add("whip-tail"), drop(0)])), json!(["unarmed"]));
    assert_eq!(close(json!([drop(0)])), json!(["unarmed"]));
    assert_eq!(
        close(json!([add("whip-tail"), add("melee-weapon"), drop(0)])),
        json!(["melee-weapon"])
    );
    let guns = |edits: Value| done(legal(), edits)["leader"]["rangedWeapons"].clone();
    let gun =
        json!({"type": "add_item", "weirdo": "w1", "list": "rangedWeapons", "item": "flamer"});
    let put_away =
        json!({"type": "drop_item", "weirdo": "w1", "list": "rangedWeapons", "place": 0});
    assert_eq!(guns(json!([gun, put_away])), json!([]));
}

// E2
#[test]
fn what_means_nothing_is_refused() {
    let nobody = EditRefused::NoSuchWeirdo { weirdo: "w9".to_owned() };
    for kind in ["remove", "duplicate", "bench", "recall", "promote"] {
        refused(json!({"type": kind, "weirdo": "w9"}), nobody.clone());
    }
    refused(json!({"type": "move", "weirdo": "w9", "to": 0}), nobody.clone());
    refused(json!({"type": "set_name", "weirdo": "w9", "name": ""}), nobody);
    let leader = EditRefused::NoSuchWeirdo { weirdo: "w1".to_owned() };
    refused(json!({"type": "bench", "weirdo": "w1"}), leader);
    refused(
        json!({"type": "move", "weirdo": "w2", "to": 2}),
        EditRefused::NoSuchPlace { place: 2 },
    );
    refused(
        json!({"type": "drop_item", "weirdo": "w1", "list": "closeCombatWeapons", "place": 1}),
        EditRefused::NoSuchPlace { place: 1 },
    );
    refused(
        json!({"type": "swap_item", "weirdo": "w1", "list": "closeCombatWeapons", "place": 1, "item": "unarmed"}),
        EditRefused::NoSuchPlace { place: 1 },
    );
    let unknown = |value: &str| EditRefused::Unknown { value: value.to_owned() };
    refused(
        json!({"type": "add_item", "weirdo": "w1", "list": "equipment", "item": "flamer"}),
        unknown("flamer"),
    );
    refused(
        json!({"type": "swap_item", "weirdo": "w1", "list": "closeCombatWeapons", "place": 0, "item": "x"}),
        unknown("x"),
    );
    refused(
        json!({"type": "set_level", "weirdo": "w1", "attribute": "speed", "level": "3"}),
        unknown("3"),
    );
    refused(json!({"type": "set_trait", "weirdo": "w1", "leader_trait": "poet"}), unknown("poet"));
    refused(json!({"type": "set_ability", "ability": "wizards"}), unknown("wizards"));
    refused(json!({"type": "add_leader"}), EditRefused::LeaderTaken);
    let half = [edit(json!({"type": "rename", "name": "x"})), edit(json!({"type": "add_leader"}))];
    assert!(edit::apply_all(&core(), &warband(legal()), &half).is_err());
}

#[test]
fn illegal_is_not_refused() {
    let after = done(
        legal(),
        json!([
            {"type": "set_trait", "weirdo": "w2", "leader_trait": "healer"},
            {"type": "set_point_limit", "limit": 3},
            {"type": "set_name", "weirdo": "w1", "name": ""}
        ]),
    );
    assert_eq!(core().validate(&warband(after)).errors.len(), 3);
}

// W1, R22
#[test]
fn a_blank_name_is_set_and_reported() {
    for name in ["", "  ", "\t"] {
        let rename = edit(json!({"type": "set_name", "weirdo": "w1", "name": name}));
        let after = edit::apply_all(&core(), &warband(legal()), &[rename]).unwrap();
        assert_eq!(after.leader.as_ref().map(|leader| &*leader.name), Some(name));
        let errors = core().validate(&after).errors;
        let fields: Vec<_> = errors.iter().map(|error| &*error.field).collect();
        assert_eq!(fields, ["leader.name"], "{name:?}");
    }
}

// E3
#[test]
fn every_step_can_be_undone_and_redone() {
    let start = warband(legal());
    let mut builder = Builder::new(core(), start.clone());
    assert_eq!(builder.undo(), Err(EditRefused::NothingToUndo));
    assert_eq!(builder.redo(), Err(EditRefused::NothingToRedo));
    builder.edit(&[Edit::AddTrooper, Edit::AddTrooper]).unwrap();
    let two = builder.warband().clone();
    builder.edit(&[edit(json!({"type": "rename", "name": "Mob"}))]).unwrap();
    let three = builder.warband().clone();
    assert_eq!(builder.steps(), (2, 0));
    builder.undo().unwrap();
    assert_eq!(builder.warband(), &two);
    builder.undo().unwrap();
    assert_eq!(builder.warband(), &start);
    assert_eq!(builder.steps(), (0, 2));
    builder.redo().unwrap();
    builder.redo().unwrap();
    assert_eq!(builder.warband(), &three);
    builder.undo().unwrap();
    builder.edit(&[Edit::AddTrooper]).unwrap();
    assert_eq!(builder.redo(), Err(EditRefused::NothingToRedo), "a new step ends the old future");
    assert!(builder.edit(&[Edit::AddLeader]).is_err());
    assert_eq!(builder.steps(), (2, 0), "a refused edit is no step");
    let same = builder.warband().clone();
    builder.replace(same);
    assert_eq!(builder.steps(), (2, 0), "neither is a change of nothing");
    builder.replace(Warband::new());
    assert_eq!(builder.steps(), (3, 0));
    for number in 0..600 {
        builder.edit(&[Edit::Rename { name: format!("n{number}") }]).unwrap();
    }
    assert_eq!(builder.steps(), (500, 0));
}

// E4, R29
#[test]
fn one_click_mends_what_one_click_can() {
    #[track_caller]
    fn mends(changes: &[(&str, Value)], field: &str, sentence: &str) {
        let broken = warband(with(changes));
        let offers = edit::offers(&core(), &broken);
        let offer = offers.iter().find(|offer| offer.field == field).expect("an offer");
        assert_eq!(offer.sentence, sentence);
        let mended = edit::apply_all(&core(), &broken, &offer.edits).unwrap();
        assert_eq!(core().validate(&mended).errors, []);
    }
    mends(&[("/name", json!(""))], "warband.name", "Name it for now");
    mends(&[("/ability", json!("x"))], "warband.ability", "Clear the ability");
    mends(&[("/leader", json!(null))], "warband.leader", "Add a leader");
    mends(&[("/leader/type", json!("trooper"))], "leader.type", "Set the type of the slot");
    mends(&[("/troopers/0/type", json!("boss"))], "troopers[0].type", "Set the type of the slot");
    mends(&[("/troopers/0/name", json!(""))], "troopers[0].name", "Name it for now");
    mends(&[("/leader/closeCombatWeapons", json!([]))], "leader.weapons.close", "Fight unarmed");
    mends(
        &[("/leader/attributes/firepower", json!("2d8"))],
        "leader.weapons.ranged",
        "Give up Firepower",
    );
    mends(
        &[("/leader/rangedWeapons", json!(["flamer", "shotgun"]))],
        "leader.attributes.firepower",
        "Put the ranged weapons away",
    );
    mends(
        &[("/troopers/1/leaderTrait", json!("healer"))],
        "troopers[1].leaderTrait",
        "Drop the trait",
    );
    assert_eq!(edit::offers(&core(), &warband(legal())), []);
}

#[test]
fn edits_are_told_in_a_sentence() {
    let band = warband(with(&[
        ("/leader/equipment", json!(["medkit"])),
        ("/bench", json!([{"id": "w7", "name": "Sub"}])),
    ]));
    let tell = |value: Value| edit::describe(&core(), &band, &edit(value));
    assert_eq!(
        tell(
            json!({"type": "add_item", "weirdo": "w1", "list": "rangedWeapons", "item": "auto-cannon"})
        ),
        "Ada: add Auto-cannon."
    );
    assert_eq!(
        tell(json!({"type": "drop_item", "weirdo": "w1", "list": "equipment", "place": 0})),
        "Ada: drop Medkit."
    );
    assert_eq!(
        tell(
            json!({"type": "swap_item", "weirdo": "w1", "list": "equipment", "place": 0, "item": "grenade"})
        ),
        "Ada: Grenade instead of Medkit."
    );
    assert_eq!(
        tell(json!({"type": "set_level", "weirdo": "w2", "attribute": "defense", "level": "2d8"})),
        "Bo: Defense 2d8."
    );
    assert_eq!(
        tell(json!({"type": "set_ability", "ability": "heavily-armed"})),
        "Play as Heavily Armed."
    );
    assert_eq!(tell(json!({"type": "set_ability", "ability": null})), "Play without an ability.");
    assert_eq!(tell(json!({"type": "recall", "weirdo": "w7"})), "Bring Sub back.");
    assert_eq!(tell(json!({"type": "move", "weirdo": "w3", "to": 0})), "Move Cy to place 1.");
    assert_eq!(
        tell(json!({"type": "set_trait", "weirdo": "w1", "leader_trait": "political-officer"})),
        "Ada: leader trait Political Officer."
    );
    assert_eq!(
        tell(json!({"type": "set_trait", "weirdo": "w1", "leader_trait": null})),
        "Ada: drop the leader trait."
    );
    assert_eq!(tell(json!({"type": "remove", "weirdo": "zz"})), "Remove zz.");
    assert_eq!(
        tell(json!({"type": "set_role", "weirdo": "w2", "role": "leader"})),
        "Make Bo a leader."
    );
}
