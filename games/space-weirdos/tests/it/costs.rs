//! Costs: every entry of the tables, every modifier, the worked examples.

use senet_space_weirdos::{Attribute, Item, List, cost};
use serde_json::{Value, json};

use crate::support::{ABILITIES, ability, built, catalogue, legal, warband, weirdo, with};

// RQ-1, P1
#[test]
fn every_level_costs_what_the_table_says() {
    #[track_caller]
    fn check(attribute: Attribute, level: Value, points: u32) {
        assert_eq!(cost::attribute(catalogue(), attribute, &level, None), points);
    }
    for (level, points) in [(1, 0), (2, 1), (3, 3)] {
        check(Attribute::Speed, json!(level), points);
    }
    for (level, points) in [("2d6", 2), ("2d8", 4), ("2d10", 8)] {
        check(Attribute::Defense, json!(level), points);
    }
    for (level, points) in [("None", 0), ("2d8", 2), ("2d10", 4)] {
        check(Attribute::Firepower, json!(level), points);
    }
    for attribute in [Attribute::Prowess, Attribute::Willpower] {
        for (level, points) in [("2d6", 2), ("2d8", 4), ("2d10", 6)] {
            check(attribute, json!(level), points);
        }
    }
}

// R2: only what is illegal costs nothing.
#[test]
fn an_unknown_level_costs_nothing() {
    for (attribute, level) in [
        (Attribute::Speed, json!(0)),
        (Attribute::Speed, json!(4)),
        (Attribute::Speed, json!("2")),
        (Attribute::Defense, json!("None")),
        (Attribute::Defense, json!("2d4")),
        (Attribute::Firepower, json!("2d6")),
        (Attribute::Firepower, json!(null)),
        (Attribute::Prowess, json!(2)),
        (Attribute::Willpower, json!({})),
    ] {
        assert_eq!(cost::attribute(catalogue(), attribute, &level, None), 0, "{level}");
    }
}

const TABLE: [(List, &[(&str, i32)]); 4] = [
    (
        List::CloseCombatWeapons,
        &[
            ("unarmed", 0),
            ("claws-teeth", 2),
            ("horrible-claws-teeth", 3),
            ("melee-weapon", 1),
            ("powered-weapon", 2),
            ("large-melee-weapon", 1),
            ("large-powered-weapon", 3),
            ("whip-tail", 2),
        ],
    ),
    (
        List::RangedWeapons,
        &[
            ("auto-pistol", 0),
            ("heavy-pistol", 1),
            ("energy-pistol", 2),
            ("auto-rifle", 1),
            ("heavy-rifle", 2),
            ("sniper-rifle", 3),
            ("shotgun", 2),
            ("energy-rifle", 2),
            ("flamer", 2),
            ("rocket-launcher", 3),
            ("auto-cannon", 3),
        ],
    ),
    (
        List::Equipment,
        &[
            ("cybernetics", 1),
            ("grenade", 1),
            ("heavy-armor", 1),
            ("jump-pack", 1),
            ("medkit", 1),
            ("psychic-focus", 1),
            ("stealth-suit", 2),
            ("targeting-reticule", 1),
        ],
    ),
    (
        List::PsychicPowers,
        &[
            ("fear", 1),
            ("healing", 1),
            ("meat-puppet", 2),
            ("mind-control", 2),
            ("mind-stab", 3),
            ("prescience", 1),
            ("telekinesis", 1),
            ("teleport", 1),
        ],
    ),
];

/// What the rules say in words, written once more and differently.
fn expected(list: List, id: &str, base: i32, ability: &str) -> u32 {
    let cost = match (ability, list, id) {
        ("heavily-armed", List::RangedWeapons, _) => base - 1,
        (
            "mutants",
            List::CloseCombatWeapons,
            "claws-teeth" | "horrible-claws-teeth" | "whip-tail",
        ) => base - 1,
        ("soldiers", List::Equipment, "grenade" | "heavy-armor" | "medkit") => 0,
        _ => base,
    };
    cost.max(0) as u32
}

// RQ-6, P6, R14, R26
#[test]
fn every_item_costs_what_the_table_says_under_every_ability() {
    for (list, rows) in TABLE {
        let ids: Vec<&str> = catalogue().items(list).iter().map(|item| &*item.id).collect();
        assert_eq!(ids, rows.iter().map(|(id, _)| *id).collect::<Vec<_>>());
        for (item, (id, base)) in catalogue().items(list).iter().zip(rows) {
            assert_eq!(item.cost, *base, "{id}");
            for name in ABILITIES {
                let paid = cost::listed(catalogue(), list, item, ability(name));
                assert_eq!(paid, expected(list, id, *base, name), "{id} with {name}");
            }
        }
    }
}

#[test]
fn the_named_functions_price_their_own_kind() {
    let gun = Item::made_up("ray", 5);
    let heavily = ability("heavily-armed");
    assert_eq!(cost::ranged_weapon(catalogue(), &gun, heavily), 4);
    assert_eq!(cost::close_combat_weapon(catalogue(), &gun, heavily), 5);
    assert_eq!(cost::equipment(catalogue(), &gun, heavily), 5);
    assert_eq!(cost::psychic_power(catalogue(), &gun, heavily), 5);
    assert_eq!(cost::leader_trait(&gun), 5);
    let tail = Item::made_up("whip-tail", 7);
    assert_eq!(cost::close_combat_weapon(catalogue(), &tail, ability("mutants")), 6);
    let medkit = Item::made_up("medkit", 9);
    assert_eq!(cost::equipment(catalogue(), &medkit, ability("soldiers")), 0);
}

// P9, R27: nothing is ever cheaper than free.
#[test]
fn costs_stop_at_zero() {
    for base in [-5, -1, 0, 1] {
        let item = Item::made_up("auto-pistol", base);
        let paid = cost::ranged_weapon(catalogue(), &item, ability("heavily-armed"));
        assert_eq!(paid, 0, "base {base}");
        assert_eq!(cost::leader_trait(&item), base.max(0) as u32);
        assert_eq!(cost::psychic_power(catalogue(), &item, None), base.max(0) as u32);
    }
}

// P20: speed under Mutants.
#[test]
fn mutants_run_cheaper() {
    for (speed, none, mutants) in [(1, 0, 0), (2, 1, 0), (3, 3, 2)] {
        let level = json!(speed);
        for name in ABILITIES {
            let paid = cost::attribute(catalogue(), Attribute::Speed, &level, ability(name));
            assert_eq!(paid, if name == "mutants" { mutants } else { none }, "{name}");
        }
    }
    for attribute in [Attribute::Defense, Attribute::Prowess, Attribute::Willpower] {
        let paid = cost::attribute(catalogue(), attribute, &json!("2d8"), ability("mutants"));
        assert_eq!(paid, 4);
    }
}

// Section 11
#[test]
fn worked_examples() {
    #[track_caller]
    fn check(changes: Value, ability_id: &str, total: u32) {
        let weirdo = weirdo(built(changes));
        assert_eq!(cost::weirdo(catalogue(), &weirdo, ability(ability_id)), total);
    }
    for name in ABILITIES {
        check(json!({}), name, 6);
    }
    let soldier = json!({"speed": 2, "firepower": "2d8", "rangedWeapons": ["auto-rifle"], "equipment": ["grenade"]});
    check(soldier.clone(), "soldiers", 10);
    check(soldier.clone(), "none", 11);
    check(soldier, "heavily-armed", 10);
    let mutant = json!({"speed": 3, "defense": "2d8", "firepower": "2d8", "prowess": "2d8",
        "closeCombatWeapons": ["whip-tail"], "rangedWeapons": ["energy-rifle"]});
    check(mutant.clone(), "mutants", 17);
    check(mutant, "none", 19);
    let gunner = json!({"type": "leader", "speed": 2, "defense": "2d10", "firepower": "2d8", "prowess": "2d10",
        "willpower": "2d8", "rangedWeapons": ["auto-cannon"], "equipment": ["heavy-armor"]});
    check(gunner, "living-weapons", 25);
    let best = json!({"speed": 3, "defense": "2d10", "firepower": "2d10", "prowess": "2d10", "willpower": "2d10", "closeCombatWeapons": []});
    check(best, "none", 27);
}

// P3, P13, R2, R15
#[test]
fn a_breakdown_has_a_line_for_everything_in_document_order() {
    let weirdo = weirdo(built(json!({
        "speed": 3, "firepower": "2d8", "willpower": "2d4",
        "closeCombatWeapons": ["whip-tail", "zap"], "rangedWeapons": ["flamer"],
        "equipment": ["grenade"], "psychicPowers": ["mind-stab", "fear"], "leaderTrait": "healer"
    })));
    let breakdown = cost::breakdown(catalogue(), &weirdo, ability("mutants"));
    let lines: Vec<_> = breakdown
        .lines
        .iter()
        .map(|line| (&*line.id, &*line.label, line.base, line.paid, line.reason.as_deref()))
        .collect();
    assert_eq!(
        lines,
        [
            ("speed", "Speed 3", 3, 2, Some("Mutants −1")),
            ("defense", "Defense 2d6", 2, 2, None),
            ("firepower", "Firepower 2d8", 2, 2, None),
            ("prowess", "Prowess 2d6", 2, 2, None),
            ("willpower", "Willpower 2d4", 0, 0, None),
            ("whip-tail", "Whip/Tail", 2, 1, Some("Mutants −1")),
            ("zap", "zap", 0, 0, None),
            ("flamer", "Flamer", 2, 2, None),
            ("grenade", "Grenade", 1, 1, None),
            ("mind-stab", "Mind Stab", 3, 3, None),
            ("fear", "Fear", 1, 1, None),
            ("healer", "Healer", 0, 0, None),
        ]
    );
    assert_eq!(
        (breakdown.attributes, breakdown.weapons, breakdown.equipment, breakdown.psychic_powers),
        (8, 3, 1, 4)
    );
    assert_eq!((breakdown.leader_trait, breakdown.total), (0, 16));
}

#[test]
fn a_breakdown_is_written_with_the_names_of_the_document() {
    let weirdo = weirdo(built(json!({"equipment": ["grenade"]})));
    let written = serde_json::to_value(cost::breakdown(catalogue(), &weirdo, ability("soldiers")));
    let written = written.unwrap();
    assert_eq!(written["psychicPowers"], 0);
    assert_eq!(written["leaderTrait"], 0);
    assert_eq!(
        written["lines"][6],
        json!({"group": "equipment", "id": "grenade", "label": "Grenade", "base": 1, "final": 0, "reason": "Soldiers −1"})
    );
    assert_eq!(written["lines"][0]["group"], "attributes");
    assert_eq!(written["lines"][5]["group"], "weapons");
}

// RQ-8: the bench does not count.
#[test]
fn a_warband_costs_its_leader_and_troopers() {
    assert_eq!(cost::warband(catalogue(), &warband(legal())), 18);
    let benched = with(&[("/bench", json!([built(json!({"speed": 3}))]))]);
    assert_eq!(cost::warband(catalogue(), &warband(benched)), 18);
    let headless = with(&[("/leader", json!(null))]);
    assert_eq!(cost::warband(catalogue(), &warband(headless)), 12);
    let unknown = with(&[("/ability", json!("Wizards"))]);
    assert_eq!(cost::warband(catalogue(), &warband(unknown)), 18);
}
