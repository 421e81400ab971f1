//! Warnings, advice and badges (section 8.3).

use senet_space_weirdos::Badge;
use senet_space_weirdos::validate::{Advice, Costs};
use serde_json::{Value, json};

use crate::support::{built, catalogue, core, costing, warband, weirdo, with};

#[track_caller]
fn check(changes: &[(&str, Value)], expected: Value) {
    let result = core().validate(&warband(with(changes)));
    let found: Vec<Value> = result
        .warnings
        .iter()
        .map(|finding| {
            let written = serde_json::to_value(finding).unwrap();
            assert_eq!(written["code"], written["rule"]);
            json!([written["field"], written["code"], written["params"]])
        })
        .collect();
    assert_eq!(json!(found), expected);
}

fn near(field: &str, cost: u32, limit: u32) -> Value {
    json!([field, "COST_APPROACHING_LIMIT", {"cost": cost, "limit": limit}])
}

// A1, R20
#[test]
fn a_weirdo_is_near_its_limit_within_three_points() {
    for cost in 6..=28 {
        let expected = match cost {
            17..=20 => json!([near("troopers[0].cost", cost, 20)]),
            22..=25 => json!([near("troopers[0].cost", cost, 25)]),
            _ => json!([]),
        };
        check(&[("/pointLimit", json!(125)), ("/troopers", json!([costing(cost)]))], expected);
    }
}

#[test]
fn only_the_holder_is_measured_from_25() {
    check(
        &[
            ("/pointLimit", json!(125)),
            ("/troopers", json!([costing(24), costing(19), costing(22)])),
        ],
        json!([near("troopers[0].cost", 24, 25), near("troopers[1].cost", 19, 20)]),
    );
}

// A2
#[test]
fn a_warband_is_near_its_limit_within_fifteen_points() {
    for (troopers, expected) in [
        (
            vec![20, 20, 13],
            json!([near("troopers[0].cost", 20, 20), near("troopers[1].cost", 20, 20)]),
        ),
        (vec![14, 14, 13, 13], json!([near("warband.cost", 60, 75)])),
        (vec![14, 14, 14, 14, 12], json!([near("warband.cost", 74, 75)])),
        (vec![14, 14, 14, 14, 13], json!([])),
        (vec![14, 14, 14, 14, 14], json!([])),
    ] {
        let troopers: Vec<Value> = troopers.into_iter().map(costing_once).collect();
        check(&[("/troopers", json!(troopers))], expected);
    }
    let draft = vec![costing_once(14); 4];
    check(&[("/troopers", json!(draft)), ("/pointLimit", json!(60))], json!([]));
}

/// Without doubled powers, so that there is no advice.
fn costing_once(points: u32) -> Value {
    match points {
        12 => built(json!({"defense": "2d8", "prowess": "2d8", "willpower": "2d8"})),
        13 => built(
            json!({"defense": "2d8", "prowess": "2d8", "willpower": "2d8", "psychicPowers": ["fear"]}),
        ),
        14 => built(
            json!({"defense": "2d8", "prowess": "2d8", "willpower": "2d8", "psychicPowers": ["fear", "healing"]}),
        ),
        20 => built(
            json!({"defense": "2d10", "prowess": "2d10", "willpower": "2d8", "speed": 2, "psychicPowers": ["fear"]}),
        ),
        other => panic!("no row for {other}"),
    }
}

// A3, R6
#[test]
fn the_same_thing_twice_is_odd_unless_it_is_used_up() {
    let twice = |field: &str, value: &str, count: u32| json!([field, "DUPLICATE_ITEM", {"value": value, "count": count}]);
    check(
        &[
            ("/ability", json!("cyborgs")),
            ("/leader/closeCombatWeapons", json!(["unarmed", "unarmed"])),
            ("/leader/equipment", json!(["jump-pack", "jump-pack", "grenade"])),
            ("/leader/psychicPowers", json!(["fear", "healing", "fear", "healing", "fear"])),
        ],
        json!([
            twice("leader.weapons.close", "unarmed", 2),
            twice("leader.equipment", "jump-pack", 2),
            twice("leader.psychicPowers", "fear", 3),
            twice("leader.psychicPowers", "healing", 2),
        ]),
    );
    check(&[("/leader/equipment", json!(["grenade", "grenade"]))], json!([]));
    check(&[("/leader/equipment", json!(["medkit", "medkit"]))], json!([]));
}

// A4, R7
#[test]
fn a_reticule_does_nothing_without_firepower() {
    let row = |place: usize| json!([format!("leader.equipment[{place}]"), "NO_EFFECT", {"value": "targeting-reticule"}]);
    check(&[("/leader/equipment", json!(["grenade", "targeting-reticule"]))], json!([row(1)]));
    check(
        &[
            ("/leader/equipment", json!(["targeting-reticule"])),
            ("/leader/attributes/firepower", json!("2d8")),
            ("/leader/rangedWeapons", json!(["flamer"])),
        ],
        json!([]),
    );
    check(
        &[
            ("/leader/equipment", json!(["targeting-reticule"])),
            ("/leader/attributes/firepower!", json!(null)),
        ],
        json!([]),
    );
}

#[test]
fn advice_can_be_switched_off() {
    let odd = warband(with(&[("/leader", {
        let mut leader = costing(19);
        leader["type"] = json!("leader");
        leader["equipment"] = json!(["targeting-reticule"]);
        leader["psychicPowers"] = json!(["fear", "fear"]);
        leader
    })]));
    let codes = |advice| {
        let result = core().validate_with(&odd, advice);
        result.warnings.iter().map(|finding| finding.rule.clone()).collect::<Vec<_>>()
    };
    assert_eq!(codes(Advice::On), ["NO_EFFECT", "DUPLICATE_ITEM", "COST_APPROACHING_LIMIT"]);
    assert_eq!(codes(Advice::Off), ["COST_APPROACHING_LIMIT"]);
}

#[test]
fn warnings_say_what_they_mean() {
    let changes = [
        ("/leader/psychicPowers", json!(["mind-stab", "mind-stab"])),
        ("/leader/equipment", json!(["targeting-reticule"])),
        ("/troopers", json!(vec![costing_once(14); 4])),
    ];
    let result = core().validate(&warband(with(&changes)));
    let messages: Vec<&str> = result.warnings.iter().map(|finding| &*finding.message).collect();
    assert_eq!(
        messages,
        [
            "Ada has Targeting Reticule, which does nothing without Firepower.",
            "Ada has Mind Stab 2 times.",
            "The warband costs 69 of 75."
        ]
    );
    assert!(result.valid, "warnings never make a list illegal");
}

// A5
#[test]
fn badges_say_how_a_total_stands() {
    for (cost, limit, near, badge) in [
        (0, 20, 3, Badge::Ok),
        (16, 20, 3, Badge::Ok),
        (17, 20, 3, Badge::Near),
        (19, 20, 3, Badge::Near),
        (20, 20, 3, Badge::Full),
        (21, 20, 3, Badge::Over),
        (59, 75, 15, Badge::Ok),
        (60, 75, 15, Badge::Near),
        (75, 75, 15, Badge::Full),
        (76, 75, 15, Badge::Over),
    ] {
        assert_eq!(Badge::of(cost, limit, near), badge, "{cost} of {limit}");
    }
    let rules = core();
    let member = |cost: u32| {
        let band =
            warband(with(&[("/pointLimit", json!(125)), ("/troopers", json!([costing(cost)]))]));
        let costs = Costs::of(&rules, &band);
        costs.measure(catalogue().limits(), 1).badge(catalogue().limits())
    };
    assert_eq!(
        [16, 17, 20, 21, 22, 25, 26].map(member),
        [Badge::Ok, Badge::Near, Badge::Full, Badge::Ok, Badge::Near, Badge::Full, Badge::Over]
    );
    let alone = |cost: u32| {
        let measure = rules.measure_alone(&weirdo(costing(cost)), None);
        (measure.limit, measure.mark)
    };
    assert_eq!([20, 21, 25, 26].map(alone), [(25, 20), (25, 25), (25, 25), (25, 20)]);
    let limit = |limit: Value| rules.badge(&warband(with(&[("/pointLimit", limit)])));
    assert_eq!(limit(json!(75)), Some(Badge::Ok));
    assert_eq!(limit(json!(18)), None);
}
