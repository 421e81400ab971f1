//! The rulings that no other row pins, one by one.

use senet_space_weirdos::{Code, Role, Warband, Weirdo, cost, file};
use serde_json::{Value, json};

use crate::support::{
    ability, built, catalogue, core, costing, grunt, legal, warband, weirdo, with,
};

#[track_caller]
fn legal_with(changes: &[(&str, Value)]) {
    let result = core().validate(&warband(with(changes)));
    assert_eq!(result.errors, []);
}

#[test]
fn r1_everything_wrong_is_said_at_once() {
    let broken =
        with(&[("/name", json!("")), ("/leader/name", json!("")), ("/troopers/1/name", json!(""))]);
    assert_eq!(core().validate(&warband(broken)).errors.len(), 3); // R1
}

#[test]
fn r2_only_the_broken_part_is_free_and_it_is_always_reported() {
    let broken = weirdo(built(
        json!({"defense": "2d99", "equipment": ["laser"], "psychicPowers": ["fear"]}),
    ));
    assert_eq!(cost::weirdo(catalogue(), &broken, None), 5); // R2
    assert_eq!(core().validate_weirdo(&broken, None).errors.len(), 2);
}

#[test]
fn r3_no_ability_is_written_null() {
    for none in [json!(null), json!(""), json!("none"), json!("NONE"), json!("  ")] {
        let band = warband(with(&[("/ability", none)]));
        assert_eq!(band.ability, None); // R3
        assert!(file::write(&band).contains("\"ability\": null"));
    }
    let mut by_hand = warband(legal());
    for none in [json!(null), json!(""), json!("none")] {
        by_hand.ability = Some(none);
        assert!(core().is_valid(&by_hand));
    }
}

#[test]
fn r4_unarmed_is_a_weapon_for_nothing() {
    let bare = weirdo(built(json!({"closeCombatWeapons": []})));
    let unarmed = weirdo(built(json!({})));
    assert_eq!(cost::weirdo(catalogue(), &bare, None), cost::weirdo(catalogue(), &unarmed, None)); // R4
    assert!(!core().validate_weapons(&bare).valid);
    legal_with(&[("/leader/closeCombatWeapons", json!(["unarmed", "whip-tail"]))]);
}

#[test]
fn r5_any_number_of_weapons_all_paid_for() {
    let armed = built(json!({
        "firepower": "2d8", "closeCombatWeapons": ["whip-tail", "melee-weapon"], "rangedWeapons": ["flamer", "shotgun", "auto-rifle"]
    }));
    assert_eq!(cost::weirdo(catalogue(), &weirdo(armed.clone()), None), 8 + 3 + 5); // R5
    legal_with(&[("/troopers/0", armed)]);
}

#[test]
fn r6_each_copy_is_paid_and_fills_a_slot() {
    let twice = weirdo(built(json!({"type": "leader", "equipment": ["grenade", "grenade"]})));
    assert_eq!(cost::weirdo(catalogue(), &twice, None), 8); // R6
    assert!(core().validate_weirdo(&twice, None).valid);
    let thrice =
        weirdo(built(json!({"type": "leader", "equipment": ["grenade", "grenade", "grenade"]})));
    assert!(!core().validate_weirdo(&thrice, None).valid);
}

#[test]
fn r7_a_grenade_needs_no_firepower() {
    legal_with(&[("/leader/equipment", json!(["grenade", "targeting-reticule"]))]); // R7
}

#[test]
fn r8_cyborgs_carry_one_more() {
    assert_eq!(catalogue().equipment_limit(Role::Trooper, ability("cyborgs")), 2); // R8
    assert_eq!(catalogue().equipment_limit(Role::Leader, ability("cyborgs")), 3);
    assert_eq!(catalogue().equipment_limit(Role::Trooper, None), 1);
    assert_eq!(catalogue().equipment_limit(Role::Leader, ability("soldiers")), 2);
}

#[test]
fn r9_nobody_needs_to_be_premium() {
    legal_with(&[("/troopers", json!([costing(20), costing(20)]))]); // R9
}

#[test]
fn r10_the_cap_binds_the_leader() {
    let mut leader = costing(27);
    leader["type"] = json!("leader");
    let result = core().validate(&warband(with(&[("/leader", leader)])));
    assert_eq!(result.errors[0].field, "leader.cost"); // R10
}

#[test]
fn r13_one_premium_slot_at_either_size() {
    for limit in [75, 125] {
        let two = with(&[
            ("/pointLimit", json!(limit)),
            ("/troopers", json!([costing(21), costing(21)])),
        ]);
        let rules: Vec<String> =
            core().validate(&warband(two)).errors.into_iter().map(|f| f.rule).collect();
        assert_eq!(rules, ["WEIRDO_POINT_LIMIT_EXCEEDED", "MULTIPLE_25_POINT_WEIRDOS"]); // R13
    }
}

#[test]
fn r14_there_are_seven_abilities() {
    let ids: Vec<&str> = catalogue().abilities().map(|a| &*catalogue().ability(a).id).collect();
    // R14
    assert_eq!(
        ids,
        ["cyborgs", "fanatics", "living-weapons", "heavily-armed", "mutants", "soldiers", "undead"]
    );
}

#[test]
fn r15_traits_cost_nothing_and_have_their_line() {
    assert_eq!(catalogue().traits().len(), 7);
    for item in catalogue().traits() {
        assert_eq!(cost::leader_trait(item), 0); // R15
    }
    let trooper = weirdo(built(json!({"leaderTrait": "healer"})));
    let lines = cost::breakdown(catalogue(), &trooper, None).lines;
    assert_eq!(lines[lines.len() - 1].id, "healer");
}

#[test]
fn r16_findings_have_a_coarse_code_and_a_fine_rule() {
    let result = core().validate(&warband(with(&[("/leader/rangedWeapons", json!(["flamer"]))])));
    assert_eq!(result.errors[0].code, Code::InvalidValue); // R16
    assert_eq!(result.errors[0].rule, "FIREPOWER_REQUIRED_FOR_RANGED_WEAPON");
}

#[test]
fn r17_fields_begin_with_the_slot() {
    let result =
        core().validate(&warband(with(&[("/troopers/1/rangedWeapons", json!(["flamer"]))])));
    assert_eq!(result.errors[0].field, "troopers[1].attributes.firepower"); // R17
}

#[test]
fn r18_a_warband_has_a_leader_and_troopers() {
    let written: Value = serde_json::from_str(&file::write(&warband(legal()))).unwrap();
    assert!(written["leader"].is_object() && written["troopers"].is_array()); // R18
}

#[test]
fn r19_a_draft_without_a_leader_is_kept_but_not_legal() {
    let draft = warband(json!({}));
    assert!(!core().is_valid(&draft)); // R19
    let saved = file::import(catalogue(), &file::write(&draft)).unwrap().warband;
    assert_eq!(saved, draft);
}

#[test]
fn r22_names_have_no_rule_but_that_they_are_there() {
    let long = "x".repeat(5000);
    legal_with(&[("/leader/name", json!(long)), ("/name", json!("\"quotes\" / slashes"))]); // R22
    let band = warband(with(&[("/leader/name", json!("  <b>Ada</b> \"O'Neil\"  "))]));
    assert_eq!(band.leader.unwrap().name, "<b>Ada</b> \"O'Neil\"");
}

#[test]
fn r23_a_file_cannot_lie_about_costs() {
    let mut lying = legal();
    lying["leader"]["equipment"] = json!([{"id": "stealth-suit", "cost": 0, "baseCost": 0}]);
    lying["leader"]["totalCost"] = json!(1);
    let import = file::import(catalogue(), &lying.to_string()).unwrap();
    assert_eq!(cost::warband(catalogue(), &import.warband), 20); // R23
    let notes: Vec<&str> = import.notes.iter().map(|note| &*note.sentence).collect();
    assert_eq!(
        notes,
        [
            "The file prices Stealth Suit of Ada at 0; the catalogue says 2.",
            "The file says Ada costs 1; it costs 8."
        ]
    );
}

#[test]
fn r25_illegal_lists_are_written_and_stamped() {
    let broken = warband(with(&[("/leader/name", json!(""))]));
    let roster = file::roster(&core(), &broken, file::Roster::Short);
    assert!(roster.contains("NOT LEGAL: 1 problem\n")); // R25
    assert!(file::sheet(&core(), &broken, file::Paper::A4).contains("Not legal</strong>"));
    let sound = warband(legal());
    assert!(!file::roster(&core(), &sound, file::Roster::Full).contains("NOT LEGAL"));
    assert!(!file::sheet(&core(), &sound, file::Paper::A4).contains("Not legal</strong>"));
}

#[test]
fn r26_powers_and_prowess_cost_the_same_under_every_ability() {
    for name in crate::support::ABILITIES {
        let psychic = weirdo(built(json!({"prowess": "2d10", "psychicPowers": ["mind-stab"]})));
        assert_eq!(cost::weirdo(catalogue(), &psychic, ability(name)), 13); // R26
    }
}

#[test]
fn r28_a_weirdo_alone_has_the_ability_that_is_passed_in() {
    let two = weirdo(built(json!({"equipment": ["medkit", "grenade"]})));
    assert!(!core().validate_weirdo(&two, None).valid); // R28
    assert!(core().validate_weirdo(&two, ability("cyborgs")).valid);
}

#[test]
fn r29_a_gun_without_firepower_is_kept_and_charged() {
    let armed = weirdo(built(json!({"rangedWeapons": ["auto-cannon"]})));
    assert_eq!(cost::weirdo(catalogue(), &armed, None), 9); // R29
    assert!(!core().validate_weapons(&armed).valid);
}

// D1
#[test]
fn new_things_are_legal_from_the_start() {
    let band = Warband::new();
    assert_eq!(
        (&*band.name, band.point_limit.clone(), band.ability.clone()),
        ("New Warband", Some(json!(75)), None)
    );
    assert_eq!(core().validate(&band).errors, []);
    assert_eq!(cost::warband(catalogue(), &band), 6);
    let new = serde_json::to_value(Weirdo::new("w2", "Bo", Role::Trooper)).unwrap();
    assert_eq!(new, grunt("w2", "Bo"));
}
