//! Every check of section 8.2: field, code, rule and figures, in order, with what it suppresses.

use senet_space_weirdos::{Finding, Role, Rules, ValidationResult, Weirdo};
use serde_json::{Value, json};

use crate::support::{ability, built, core, costing, grunt, legal, warband, weirdo, with};

/// A finding without its prose.
fn bare(finding: &Finding) -> Value {
    let written = serde_json::to_value(finding).unwrap();
    json!([written["field"], written["code"], written["rule"], written["params"]])
}

#[track_caller]
fn check(changes: &[(&str, Value)], expected: Value) {
    check_document(with(changes), expected);
}

#[track_caller]
fn check_document(document: Value, expected: Value) {
    let warband = warband(document);
    let result = core().validate(&warband);
    let found: Vec<Value> = result.errors.iter().map(bare).collect();
    assert_eq!(json!(found), expected);
    assert_eq!(result.valid, found.is_empty());
    assert_eq!(core().is_valid(&warband), result.valid); // P17
}

#[test]
fn the_row_is_legal() {
    check_document(legal(), json!([]));
}

#[test]
fn b1_a_warband_has_a_name() {
    let error = json!([["warband.name", "REQUIRED_FIELD", "WARBAND_NAME_REQUIRED", {}]]);
    check(&[("/name", json!(""))], error.clone()); // B1
    check(&[("/name", json!(" \t"))], error.clone());
    check(&[("/name!", json!(null))], error.clone());
    check(&[("/name", json!(null))], error);
}

#[test]
fn b2_a_point_limit_is_75_or_125() {
    let field = "warband.pointLimit";
    let missing = json!([[field, "REQUIRED_FIELD", "INVALID_POINT_LIMIT", {}]]);
    check(&[("/pointLimit!", json!(null))], missing.clone()); // B2
    check(&[("/pointLimit", json!(null))], missing);
    for value in [
        json!(0),
        json!(74),
        json!(76),
        json!(100),
        json!(-75),
        json!("75"),
        json!(75.5),
        json!([75]),
    ] {
        let wrong = json!([[field, "INVALID_VALUE", "INVALID_POINT_LIMIT", {"value": value}]]);
        check(&[("/pointLimit", value)], wrong);
    }
    check(&[("/pointLimit", json!(125))], json!([]));
    check(&[("/pointLimit", json!(75.0))], json!([]));
}

#[test]
fn b3_an_ability_is_none_or_known() {
    for none in [json!(null), json!(""), json!("none"), json!("None")] {
        check(&[("/ability", none)], json!([]));
    }
    for known in ["mutants", "Mutants", "HEAVILY ARMED", "living-weapons", "Undead", "fanatics"] {
        check(&[("/ability", json!(known))], json!([]));
    }
    for value in [json!("wizards"), json!(3), json!(["mutants"])] {
        let error =
            json!([["warband.ability", "INVALID_VALUE", "UNKNOWN_ABILITY", {"value": value}]]);
        check(&[("/ability", value)], error); // B3
    }
}

#[test]
fn b4_a_leader_is_there() {
    let error = json!([["warband.leader", "WARBAND_INVALID", "LEADER_COUNT", {}]]);
    check(&[("/leader", json!(null))], error.clone()); // B4
    check(&[("/leader!", json!(null))], error.clone());
    check(&[("/leader", json!("Ada"))], error);
}

#[test]
fn b5_types_fit_their_slots() {
    let wrong = |field: &str| json!([field, "WARBAND_INVALID", "LEADER_COUNT", {}]);
    check(&[("/leader/type", json!("trooper"))], json!([wrong("leader.type")])); // B5
    check(&[("/troopers/1/type", json!("leader"))], json!([wrong("troopers[1].type")]));
    check(
        &[("/leader", json!(null)), ("/troopers/0/type", json!("leader"))],
        json!([
            ["warband.leader", "WARBAND_INVALID", "LEADER_COUNT", {}],
            wrong("troopers[0].type")
        ]),
    );
    check(&[("/leader/type!", json!(null)), ("/troopers/0/type!", json!(null))], json!([]));
}

#[test]
fn w1_a_weirdo_has_a_name() {
    let error = |field: &str| json!([[field, "REQUIRED_FIELD", "WEIRDO_NAME_REQUIRED", {}]]);
    check(&[("/leader/name", json!("  "))], error("leader.name")); // W1
    check(&[("/troopers/1/name!", json!(null))], error("troopers[1].name"));
}

#[test]
fn w2_a_type_is_leader_or_trooper() {
    let wrong = |value: Value| json!(["troopers[0].type", "INVALID_VALUE", "WEIRDO_TYPE_INVALID", {"value": value}]);
    check(&[("/troopers/0/type", json!("boss"))], json!([wrong(json!("boss"))])); // W2
    check(&[("/troopers/0/type", json!(7))], json!([wrong(json!(7))]));
    // The leader's slot must hold a leader, so a wrong type there breaks both.
    check(
        &[("/leader/type", json!("boss"))],
        json!([
            ["leader.type", "WARBAND_INVALID", "LEADER_COUNT", {}],
            ["leader.type", "INVALID_VALUE", "WEIRDO_TYPE_INVALID", {"value": "boss"}]
        ]),
    );
    let mut alone = grunt("w1", "Ada");
    alone["type"] = json!(null);
    let found = core().validate_weirdo(&weirdo(alone), None);
    let found: Vec<Value> = found.errors.iter().map(bare).collect();
    assert_eq!(json!(found), json!([["weirdo.type", "REQUIRED_FIELD", "WEIRDO_TYPE_INVALID", {}]]));
}

#[test]
fn w3_five_legal_attributes() {
    let whole = json!([["leader.attributes", "REQUIRED_FIELD", "ATTRIBUTES_INCOMPLETE", {}]]);
    for nothing in [json!(null), json!({}), json!([]), json!("strong")] {
        check(&[("/leader/attributes", nothing)], whole.clone()); // W3a
    }
    check(&[("/leader/attributes!", json!(null))], whole);
    let missing = |key: &str| {
        json!([format!("leader.attributes.{key}"), "REQUIRED_FIELD", "ATTRIBUTES_INCOMPLETE", {}])
    };
    check(&[("/leader/attributes/prowess!", json!(null))], json!([missing("prowess")])); // W3b
    check(&[("/leader/attributes/speed", json!(null))], json!([missing("speed")]));
    let keys = ["speed", "defense", "firepower", "prowess", "willpower"];
    check(&[("/leader/attributes", json!({"luck": 3}))], json!(keys.map(missing)));
    let wrong = |key: &str, value: Value| json!([format!("leader.attributes.{key}"), "INVALID_VALUE", "ATTRIBUTE_LEVEL_INVALID", {"value": value}]);
    for (key, value) in [
        ("speed", json!(0)),
        ("speed", json!(4)),
        ("speed", json!(2.5)),
        ("speed", json!("fast")),
        ("defense", json!("None")),
        ("defense", json!("2d12")),
        ("firepower", json!("2d6")),
        ("firepower", json!("none")),
        ("prowess", json!(8)),
        ("willpower", json!("")),
        ("willpower", json!(true)),
    ] {
        let path = format!("/leader/attributes/{key}");
        check(&[(&path, value.clone())], json!([wrong(key, value)])); // W3c
    }
    // One attribute after the other, whichever way it is wrong.
    check(
        &[
            ("/leader/attributes/willpower", json!("2d20")),
            ("/leader/attributes/defense!", json!(null)),
            ("/leader/attributes/speed", json!(9)),
        ],
        json!([wrong("speed", json!(9)), missing("defense"), wrong("willpower", json!("2d20"))]),
    );
}

#[test]
fn w4_a_close_combat_weapon_is_there() {
    let error = json!([[
        "troopers[0].weapons.close",
        "WEAPON_REQUIRED",
        "CLOSE_COMBAT_WEAPON_REQUIRED",
        {}
    ]]);
    check(&[("/troopers/0/closeCombatWeapons", json!([]))], error.clone()); // W4
    check(&[("/troopers/0/closeCombatWeapons!", json!(null))], error);
}

#[test]
fn w5_firepower_needs_a_gun() {
    for level in ["2d8", "2d10"] {
        let error = json!([["leader.weapons.ranged", "WEAPON_REQUIRED", "RANGED_WEAPON_REQUIRED", {"value": level}]]);
        check(&[("/leader/attributes/firepower", json!(level))], error); // W5
        check(
            &[
                ("/leader/attributes/firepower", json!(level)),
                ("/leader/rangedWeapons", json!(["flamer"])),
            ],
            json!([]),
        );
    }
}

#[test]
fn w6_a_gun_needs_firepower() {
    check(
        &[("/leader/rangedWeapons", json!(["auto-pistol"]))],
        json!([[
            "leader.attributes.firepower",
            "INVALID_VALUE",
            "FIREPOWER_REQUIRED_FOR_RANGED_WEAPON",
            {}
        ]]), // W6
    );
}

#[test]
fn w5_and_w6_are_silent_where_firepower_is_absent_or_illegal() {
    let missing =
        json!([["leader.attributes.firepower", "REQUIRED_FIELD", "ATTRIBUTES_INCOMPLETE", {}]]);
    let wrong = json!([["leader.attributes.firepower", "INVALID_VALUE", "ATTRIBUTE_LEVEL_INVALID", {"value": "2d6"}]]);
    for guns in [json!([]), json!(["flamer"])] {
        check(
            &[
                ("/leader/attributes/firepower!", json!(null)),
                ("/leader/rangedWeapons", guns.clone()),
            ],
            missing.clone(),
        );
        check(
            &[("/leader/attributes/firepower", json!("2d6")), ("/leader/rangedWeapons", guns)],
            wrong.clone(),
        );
    }
}

#[test]
fn w7_items_are_known_and_in_the_right_list() {
    let unknown = |field: &str, value: &str| json!([field, "INVALID_VALUE", "UNKNOWN_ITEM", {"value": value}]);
    check(
        &[("/leader/closeCombatWeapons", json!(["unarmed", "flamer"]))],
        json!([unknown("leader.weapons.close[1]", "flamer")]), // W7
    );
    check(
        &[
            ("/leader/attributes/firepower", json!("2d8")),
            ("/leader/rangedWeapons", json!(["unarmed"])),
        ],
        json!([unknown("leader.weapons.ranged[0]", "unarmed")]),
    );
    check(
        &[
            ("/troopers/1/equipment", json!(["laser"])),
            ("/troopers/1/psychicPowers", json!(["fear", "hope", "fear", "joy"])),
        ],
        json!([
            unknown("troopers[1].equipment[0]", "laser"),
            unknown("troopers[1].psychicPowers[1]", "hope"),
            unknown("troopers[1].psychicPowers[3]", "joy"),
        ]),
    );
    // An unknown weapon is a weapon all the same.
    check(
        &[("/leader/closeCombatWeapons", json!(["spoon"]))],
        json!([unknown("leader.weapons.close[0]", "spoon")]),
    );
}

#[test]
fn w8_equipment_is_limited_by_type() {
    let rows = [
        ("none", "leader", 2),
        ("none", "trooper", 1),
        ("cyborgs", "leader", 3),
        ("cyborgs", "trooper", 2), // R8
        ("soldiers", "leader", 2),
        ("soldiers", "trooper", 1),
    ];
    for (name, role, limit) in rows {
        let slot = if role == "leader" { "/leader" } else { "/troopers/0" };
        let field = if role == "leader" { "leader.equipment" } else { "troopers[0].equipment" };
        let path = format!("{slot}/equipment");
        let carry = |count: u32| json!(vec!["grenade"; count as usize]);
        check(&[("/ability", json!(name)), (&path, carry(limit))], json!([])); // P4
        let error = json!([[field, "EQUIPMENT_LIMIT", "EQUIPMENT_LIMIT_EXCEEDED", {"count": limit + 1, "limit": limit}]]);
        check(&[("/ability", json!(name)), (&path, carry(limit + 1))], error); // W8
    }
}

#[test]
fn w8_goes_by_the_weirdos_own_type() {
    let two = json!(["grenade", "medkit"]);
    check(
        &[("/troopers/0/type", json!("leader")), ("/troopers/0/equipment", two.clone())],
        json!([["troopers[0].type", "WARBAND_INVALID", "LEADER_COUNT", {}]]),
    );
    check(
        &[("/troopers/0/type", json!("boss")), ("/troopers/0/equipment", two)],
        json!([["troopers[0].type", "INVALID_VALUE", "WEIRDO_TYPE_INVALID", {"value": "boss"}]]),
    );
}

fn too_dear(field: &str, cost: u32, limit: u32) -> Value {
    json!([field, "COST_EXCEEDED", "WEIRDO_POINT_LIMIT_EXCEEDED", {"cost": cost, "limit": limit}])
}

fn two_premium(count: u32) -> Value {
    json!(["warband.weirdos", "COST_EXCEEDED", "MULTIPLE_25_POINT_WEIRDOS", {"count": count}])
}

fn leader(points: u32) -> Value {
    let mut leader = costing(points);
    leader["type"] = json!("leader");
    leader["id"] = json!("w1");
    leader
}

#[test]
fn w9_and_b6_one_weirdo_may_cost_21_to_25() {
    #[track_caller]
    fn row(lead: u32, troopers: &[u32], expected: Value) {
        let troopers: Vec<Value> = troopers.iter().map(|points| costing(*points)).collect();
        let changes = [
            ("/pointLimit", json!(125)),
            ("/leader", leader(lead)),
            ("/troopers", json!(troopers)),
        ];
        check(&changes, expected);
    }
    row(20, &[20], json!([]));
    row(21, &[20], json!([])); // R10
    row(20, &[21], json!([]));
    row(25, &[20, 20], json!([]));
    row(26, &[6], json!([too_dear("leader.cost", 26, 25)])); // W9
    row(6, &[26], json!([too_dear("troopers[0].cost", 26, 25)]));
    // The leader keeps the slot, else the first trooper. B6, R11
    row(21, &[21], json!([too_dear("troopers[0].cost", 21, 20), two_premium(2)]));
    row(6, &[25, 23, 6], json!([too_dear("troopers[1].cost", 23, 20), two_premium(2)]));
    row(
        22,
        &[21, 6, 24],
        json!([
            too_dear("troopers[0].cost", 21, 20),
            too_dear("troopers[2].cost", 24, 20),
            two_premium(3)
        ]),
    );
    // More than 25 holds nothing and is no premium weirdo. R12
    row(27, &[23], json!([too_dear("leader.cost", 27, 20)]));
    row(27, &[26], json!([too_dear("leader.cost", 27, 25), too_dear("troopers[0].cost", 26, 25)]));
    row(6, &[30, 21], json!([too_dear("troopers[0].cost", 30, 20)]));
}

#[test]
fn w10_traits_are_for_leaders() {
    check(&[("/leader/leaderTrait", json!("Tactician"))], json!([]));
    check(
        &[("/troopers/0/leaderTrait", json!("healer"))],
        json!([["troopers[0].leaderTrait", "INVALID_TRAIT", "LEADER_TRAIT_INVALID", {}]]), // W10, P5
    );
    check(
        &[("/leader/leaderTrait", json!("poet"))],
        json!([["leader.leaderTrait", "INVALID_VALUE", "UNKNOWN_ITEM", {"value": "poet"}]]),
    );
    check(
        &[("/troopers/0/leaderTrait", json!("poet"))],
        json!([["troopers[0].leaderTrait", "INVALID_TRAIT", "LEADER_TRAIT_INVALID", {}]]),
    );
}

#[test]
fn b7_the_total_is_within_the_limit() {
    let spend = |points: &[u32], limit: u32| {
        let troopers: Vec<Value> = points.iter().map(|points| costing(*points)).collect();
        [("/pointLimit", json!(limit)), ("/troopers", json!(troopers))]
    };
    let over = |cost: u32, limit: u32| json!([["warband.cost", "COST_EXCEEDED", "WARBAND_POINT_LIMIT_EXCEEDED", {"cost": cost, "limit": limit}]]);
    check(&spend(&[20, 20, 20, 9], 75), json!([])); // P8
    check(&spend(&[20, 20, 20, 10], 75), over(76, 75)); // B7
    check(&spend(&[20, 20, 20, 10], 125), json!([]));
    check(&spend(&[20, 20, 20, 20, 20, 19], 125), json!([]));
    check(&spend(&[20, 20, 20, 20, 20, 20], 125), over(126, 125));
    // R24: without a legal limit there is nothing to compare with.
    check(
        &spend(&[20, 20, 20, 20], 10),
        json!([["warband.pointLimit", "INVALID_VALUE", "INVALID_POINT_LIMIT", {"value": 10}]]),
    );
}

#[test]
fn everything_is_collected_in_the_order_of_the_walk() {
    let mut leader = leader(27);
    leader["name"] = json!("");
    leader["type"] = json!("trooper");
    leader["closeCombatWeapons"] = json!([]);
    leader["rangedWeapons"] = json!([]);
    leader["equipment"] = json!(["laser", "medkit"]);
    leader["leaderTrait"] = json!("healer");
    let mut trooper = built(json!({"rangedWeapons": ["flamer"], "speed": 8}));
    trooper["type"] = json!("leader");
    let premium = costing(21);
    let changes = [
        ("/name", json!("")),
        ("/ability", json!("wizards")),
        ("/leader", leader),
        ("/troopers", json!([trooper, premium.clone(), premium, costing(20)])),
    ];
    let warband = warband(with(&changes));
    let found: Vec<(String, String)> = core()
        .validate(&warband)
        .errors
        .into_iter()
        .map(|finding| (finding.field, finding.rule))
        .collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (&**a, &**b)).collect();
    assert_eq!(
        found,
        [
            ("warband.name", "WARBAND_NAME_REQUIRED"),
            ("warband.ability", "UNKNOWN_ABILITY"),
            ("leader.type", "LEADER_COUNT"),
            ("troopers[0].type", "LEADER_COUNT"),
            ("leader.name", "WEIRDO_NAME_REQUIRED"),
            ("leader.weapons.close", "CLOSE_COMBAT_WEAPON_REQUIRED"),
            ("leader.weapons.ranged", "RANGED_WEAPON_REQUIRED"),
            ("leader.equipment[0]", "UNKNOWN_ITEM"),
            ("leader.equipment", "EQUIPMENT_LIMIT_EXCEEDED"),
            ("leader.cost", "WEIRDO_POINT_LIMIT_EXCEEDED"),
            ("leader.leaderTrait", "LEADER_TRAIT_INVALID"),
            ("troopers[0].attributes.speed", "ATTRIBUTE_LEVEL_INVALID"),
            ("troopers[0].attributes.firepower", "FIREPOWER_REQUIRED_FOR_RANGED_WEAPON"),
            ("troopers[2].cost", "WEIRDO_POINT_LIMIT_EXCEEDED"),
            ("warband.weirdos", "MULTIPLE_25_POINT_WEIRDOS"),
            ("warband.cost", "WARBAND_POINT_LIMIT_EXCEEDED"),
        ]
    );
}

#[track_caller]
fn message(changes: &[(&str, Value)], expected: &str) {
    let result = core().validate(&warband(with(changes)));
    assert_eq!(result.errors[0].message, expected);
}

#[test]
fn messages_name_the_weirdo_and_both_numbers() {
    message(&[("/name", json!(""))], "The warband needs a name.");
    message(&[("/pointLimit", json!(80))], "The point limit must be 75 or 125.");
    message(&[("/pointLimit", json!(null))], "The point limit must be 75 or 125.");
    message(&[("/ability", json!("wizards"))], "wizards is not a warband ability.");
    message(&[("/leader", json!(null))], "A warband needs exactly one leader.");
    message(&[("/troopers/0/type", json!("leader"))], "A warband needs exactly one leader.");
    message(&[("/leader/name", json!(""))], "Leader needs a name.");
    message(&[("/troopers/1/name", json!(""))], "Trooper 2 needs a name.");
    message(&[("/troopers/1/type", json!("x"))], "Cy must be a leader or a trooper.");
    message(&[("/leader/attributes", json!(null))], "Ada: pick a level for every attribute.");
    message(&[("/leader/attributes/defense", json!(null))], "Ada: pick a level for Defense.");
    message(&[("/leader/attributes/speed", json!(7))], "Ada: 7 is not a Speed level.");
    message(&[("/leader/attributes/prowess", json!("2d4"))], "Ada: 2d4 is not a Prowess level.");
    message(
        &[("/leader/closeCombatWeapons", json!([]))],
        "Ada has no close combat weapon (Unarmed is free).",
    );
    message(
        &[("/leader/attributes/firepower", json!("2d10"))],
        "Ada has Firepower 2d10 but nothing to shoot with.",
    );
    message(
        &[("/leader/rangedWeapons", json!(["flamer"]))],
        "Ada carries a ranged weapon but has no Firepower.",
    );
    message(
        &[("/leader/equipment", json!(["a", "b", "c"]))],
        "Ada: a is not a piece of equipment.",
    );
    message(
        &[("/troopers/0/equipment", json!(["medkit", "grenade"]))],
        "Bo carries 2 pieces of equipment; 1 allowed.",
    );
    message(&[("/leader", leader(26))], "Dot costs 26; 25 is the most allowed.");
    message(
        &[("/troopers/0/leaderTrait", json!("healer"))],
        "Bo is a trooper and cannot have a leader trait.",
    );
    message(&[("/leader/leaderTrait", json!("poet"))], "Ada: poet is not a leader trait.");
    let premium =
        [("/pointLimit", json!(125)), ("/leader", leader(21)), ("/troopers", json!([costing(22)]))];
    let result = core().validate(&warband(with(&premium)));
    assert_eq!(result.errors[1].message, "Only one weirdo may cost 21 to 25; 2 do.");
    message(
        &[("/troopers", json!(vec![costing(20); 4]))],
        "The warband costs 86; the limit is 75.",
    );
}

#[test]
fn findings_name_the_weirdo_by_id() {
    let result = core().validate(&warband(with(&[("/troopers/1/name", json!(""))])));
    assert_eq!(result.errors[0].weirdo_id.as_deref(), Some("w3")); // R17
    let result = core().validate(&warband(with(&[("/name", json!(""))])));
    assert_eq!(result.errors[0].weirdo_id, None);
    let written = serde_json::to_value(&result.errors[0]).unwrap();
    let mut keys: Vec<&str> = written.as_object().unwrap().keys().map(|k| &**k).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["code", "field", "message", "params", "rule"]);
}

fn fields(result: &ValidationResult) -> Vec<&str> {
    result.errors.iter().map(|finding| &*finding.field).collect()
}

fn broken() -> Weirdo {
    weirdo(built(json!({
        "name": "", "type": "trooper", "speed": 9, "closeCombatWeapons": [],
        "rangedWeapons": ["laser"], "equipment": ["medkit", "jet"], "psychicPowers": ["hope"],
        "leaderTrait": "healer", "defense": "2d10", "prowess": "2d10", "willpower": "2d10",
        "firepower": "2d10"
    })))
}

// The seed's functions, each with its checks.
#[test]
fn parts_can_be_checked_alone() {
    let rules = core();
    let weirdo = broken();
    assert_eq!(fields(&rules.validate_basics(&weirdo)), ["weirdo.name", "weirdo.attributes.speed"]);
    assert_eq!(
        fields(&rules.validate_weapons(&weirdo)),
        ["weirdo.weapons.close", "weirdo.weapons.ranged[0]"]
    );
    assert_eq!(
        fields(&rules.validate_equipment(&weirdo, None)),
        ["weirdo.equipment[1]", "weirdo.equipment"]
    );
    assert_eq!(
        fields(&rules.validate_equipment(&weirdo, ability("cyborgs"))),
        ["weirdo.equipment[1]"]
    );
    let band = warband(legal());
    assert!(rules.validate_cost(&weirdo, &band).valid);
    assert_eq!(
        fields(&rules.validate_weirdo(&weirdo, None)),
        [
            "weirdo.name",
            "weirdo.attributes.speed",
            "weirdo.weapons.close",
            "weirdo.weapons.ranged[0]",
            "weirdo.equipment[1]",
            "weirdo.psychicPowers[0]",
            "weirdo.equipment",
            "weirdo.leaderTrait"
        ]
    );
    let mut band = warband(with(&[
        ("/name", json!("")),
        ("/pointLimit", json!(5)),
        ("/leader/name", json!("")),
    ]));
    assert_eq!(fields(&rules.validate_structure(&band)), ["warband.name", "warband.pointLimit"]);
    assert!(rules.validate_warband_cost(&band).valid);
    band.troopers = vec![Weirdo::new("", "x", Role::Trooper); 20];
    band.point_limit = Some(json!(75));
    assert_eq!(fields(&rules.validate_warband_cost(&band)), ["warband.cost"]);
}

// R28
#[test]
fn a_weirdo_alone_may_cost_25() {
    let check = |points: u32, name: &str| {
        core()
            .validate_weirdo(&weirdo(costing(points)), ability(name))
            .errors
            .iter()
            .map(bare)
            .collect::<Vec<_>>()
    };
    assert!(check(25, "none").is_empty());
    assert_eq!(json!(check(26, "none")), json!([too_dear("weirdo.cost", 26, 25)]));
    assert!(check(26, "mutants").is_empty(), "Speed 3 costs a point less");
}

#[test]
fn a_weirdo_is_measured_against_a_warband() {
    let rules = core();
    let plain = warband(legal());
    let premium =
        warband(with(&[("/pointLimit", json!(125)), ("/troopers", json!([costing(21)]))]));
    let mut candidate = weirdo(costing(21));
    candidate.id = "new".to_owned();
    assert!(rules.validate_cost(&candidate, &plain).valid);
    let result = rules.validate_cost(&candidate, &premium);
    assert_eq!(
        json!(result.errors.iter().map(bare).collect::<Vec<_>>()),
        json!([too_dear("weirdo.cost", 21, 20)])
    );
    // A member counts in its own stead, so it may keep the slot that it holds.
    let member = premium.troopers[0].clone();
    assert!(rules.validate_cost(&member, &premium).valid);
    let mut leader = weirdo(costing(22));
    leader.id = "w1".to_owned();
    assert!(rules.validate_cost(&leader, &premium).valid, "the leader takes the slot");
    let mut unnamed = member;
    unnamed.id = String::new();
    assert!(!rules.validate_cost(&unnamed, &premium).valid, "without an id it is a newcomer");
    // Types are filled from the slot for members only.
    let mut typeless = weirdo(grunt("w2", "Bo"));
    typeless.role = None;
    assert!(rules.validate_weirdo_in(&typeless, &plain).valid);
    typeless.id = "elsewhere".to_owned();
    assert_eq!(fields(&rules.validate_weirdo_in(&typeless, &plain)), ["weirdo.type"]);
}

// R5, R24: what a profile can decide.
#[test]
fn house_rules_are_data() {
    use senet_space_weirdos::Profile;
    let one_each = Rules::with(Profile::named("one-each").unwrap().clone());
    let two = with(&[
        ("/leader/closeCombatWeapons", json!(["unarmed", "whip-tail"])),
        ("/leader/attributes/firepower", json!("2d8")),
        ("/leader/rangedWeapons", json!(["flamer", "shotgun"])),
    ]);
    assert!(core().is_valid(&warband(two.clone())));
    let found: Vec<Value> = one_each.validate(&warband(two)).errors.iter().map(bare).collect();
    let row = |field: &str| json!([field, "INVALID_VALUE", "WEAPON_LIMIT_EXCEEDED", {"count": 2, "limit": 1}]);
    assert_eq!(json!(found), json!([row("leader.weapons.close"), row("leader.weapons.ranged")]));
    let club = Profile {
        id: "club".to_owned(),
        name: "Club night".to_owned(),
        point_limits: Some(vec![50, 100]),
        ..Profile::default()
    };
    let club = Rules::with(club);
    let at = |limit: u32| warband(with(&[("/pointLimit", json!(limit))]));
    assert!(club.is_valid(&at(100)));
    assert!(!club.is_valid(&at(75)));
    assert_eq!(club.validate(&at(75)).errors[0].message, "The point limit must be 50 or 100.");
}
