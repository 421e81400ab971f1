//! The cheapest fixes, against every single edit there is.

use proptest::prelude::*;
use senet_space_weirdos::solver::{Fix, Refused, fix};
use senet_space_weirdos::{Profile, Rules, Warband, cost, edit};
use serde_json::{Value, json};

use crate::solver::neighbours;
use crate::support::{
    ABILITIES, built, catalogue, core, costing, grunt, known_warband, known_weirdo, legal, warband,
    with,
};

#[track_caller]
fn fixes(document: Value) -> Vec<Fix> {
    let fixes = fix(&core(), &warband(document), None).unwrap();
    assert!(!fixes.already_legal);
    for fix in &fixes.fixes {
        assert_eq!(core().validate(&fix.warband).errors, [], "{:?}", fix.sentences);
        assert_eq!(fix.cost, cost::warband(catalogue(), &fix.warband));
    }
    fixes.fixes
}

#[track_caller]
fn best(document: Value, sentences: &[&str], change: i64) {
    let fixes = fixes(document);
    assert_eq!(fixes[0].sentences, sentences);
    assert_eq!(fixes[0].change, change);
}

// S12
#[test]
fn each_mistake_is_mended_in_the_cheapest_way() {
    best(with(&[("/name", json!(""))]), &["Name the warband New Warband."], 0);
    best(with(&[("/pointLimit", json!(80))]), &["Set the point limit to 75."], 0);
    best(with(&[("/ability", json!("x"))]), &["Play without an ability."], 0);
    best(with(&[("/leader/name", json!(""))]), &["Leader: name Leader."], 0);
    best(with(&[("/leader/type", json!("trooper"))]), &["Make Ada a leader."], 0);
    best(with(&[("/troopers/0/type", json!("leader"))]), &["Make Bo a trooper."], 0);
    best(with(&[("/leader", json!(null))]), &["Make Bo the leader."], 0);
    best(with(&[("/leader/attributes/speed", json!(9))]), &["Ada: Speed 1."], 0);
    best(with(&[("/leader/closeCombatWeapons", json!([]))]), &["Ada: add Unarmed."], 0);
    best(
        with(&[("/leader/closeCombatWeapons", json!(["spoon"]))]),
        &["Ada: Unarmed instead of spoon."],
        0,
    );
    best(with(&[("/leader/attributes/firepower", json!("2d8"))]), &["Ada: add Auto Pistol."], 0);
    best(
        with(&[("/leader/rangedWeapons", json!(["auto-pistol"]))]),
        &["Ada: drop Auto Pistol."],
        0,
    );
    best(
        with(&[("/leader/rangedWeapons", json!(["auto-pistol", "heavy-pistol"]))]),
        &["Ada: Firepower 2d8."],
        2,
    );
    best(with(&[("/troopers/0/leaderTrait", json!("healer"))]), &["Bo: drop the leader trait."], 0);
    best(with(&[("/leader/leaderTrait", json!("poet"))]), &["Ada: drop the leader trait."], 0);
    best(
        with(&[("/troopers/0/equipment", json!(["stealth-suit", "medkit"]))]),
        &["Bo: drop Medkit."],
        -1,
    );
    best(with(&[("/troopers/0", costing(26))]), &["Dot: drop Fear."], -1);
}

#[test]
fn the_best_three_are_listed() {
    let told = |document: Value| -> Vec<(usize, i64)> {
        fixes(document).iter().map(|fix| (fix.edits.len(), fix.change)).collect()
    };
    // 76 of 75: many ways to save one point.
    let over = with(&[("/troopers", json!([costing(20), costing(20), costing(20), costing(10)]))]);
    assert_eq!(told(over), [(1, -1), (1, -1), (1, -2)]);
    let twins = with(&[("/troopers/0/equipment", json!(["medkit", "medkit", "medkit"]))]);
    assert_eq!(told(twins)[0], (2, -2));
    let two_premium =
        with(&[("/pointLimit", json!(125)), ("/troopers", json!([costing(24), costing(21)]))]);
    assert_eq!(told(two_premium)[0], (1, -1));
    let distinct =
        fixes(with(&[("/troopers", json!([costing(20), costing(20), costing(20), costing(11)]))]));
    assert_ne!(distinct[0].warband, distinct[1].warband);
    assert_ne!(distinct[1].warband, distinct[2].warband);
}

fn removals(fix: &Fix) -> usize {
    fix.edits.iter().filter(|edit| matches!(edit, edit::Edit::Remove { .. })).count()
}

#[test]
fn a_change_of_leaders_counts_as_two_edits() {
    let overloaded = |trooper: Value| {
        with(&[("/ability", json!("cyborgs")), ("/troopers", json!([trooper, grunt("w3", "Cy")]))])
    };
    // One piece too many is dropped; a trait and one piece too many make a leader.
    let one = overloaded(built(json!({"equipment": ["medkit", "grenade", "jump-pack"]})));
    assert_eq!((fixes(one.clone())[0].count, fixes(one)[0].change), (1, -1));
    let both = overloaded(built(
        json!({"equipment": ["medkit", "grenade", "jump-pack"], "leaderTrait": "healer"}),
    ));
    let best = &fixes(both)[0];
    assert_eq!(
        (best.count, best.change, &best.sentences[..]),
        (2, 0, &["Make Dot the leader.".to_owned()][..])
    );
    assert_eq!(best.warband.troopers[0].name, "Ada");
}

/// What sort of change a fix is.
fn kinds(fix: &Fix) -> std::collections::BTreeSet<String> {
    let kind = |edit: &edit::Edit| {
        let written = serde_json::to_value(edit).unwrap();
        let choice = [&written["limit"], &written["ability"]].map(|choice| match choice {
            Value::String(_) => "one".to_owned(),
            other => other.to_string(),
        });
        format!("{} {}", written["type"], choice.concat())
    };
    fix.edits.iter().map(kind).collect()
}

// S12
#[test]
fn an_unknown_ability_becomes_the_one_that_fits() {
    let carriers = |ability: &str| {
        with(&[
            ("/ability", json!(ability)),
            ("/leader/equipment", json!(["medkit", "grenade", "jump-pack"])),
            ("/troopers/0/equipment", json!(["medkit", "grenade"])),
            ("/troopers/1/equipment", json!(["medkit", "grenade"])),
        ])
    };
    for written in ["Cyborg", "robots"] {
        let best = &fixes(carriers(written))[0];
        assert_eq!((best.count, &best.sentences[..]), (1, &["Play as Cyborgs.".to_owned()][..]));
    }
    // Where several do, the one whose name is meant comes first.
    for (written, sentence) in [
        ("Cyborg", "Play as Cyborgs."),
        ("soldier", "Play as Soldiers."),
        ("heavy armed", "Play as Heavily Armed."),
        ("x", "Play without an ability."),
    ] {
        best(with(&[("/ability", json!(written))]), &[sentence], 0);
    }
}

// S12
#[test]
fn a_bad_limit_becomes_the_one_that_needs_the_fewest_edits() {
    // Firepower for two guns makes 75 into 77: the larger limit saves an edit.
    let full = |limit: Value| {
        let mut document = with(&[
            ("/pointLimit", limit),
            ("/leader", {
                let mut leader = built(json!({"rangedWeapons": ["sniper-rifle", "sniper-rifle"]}));
                leader["type"] = json!("leader");
                leader
            }),
            ("/troopers", json!([costing(20), costing(20), costing(23)])),
        ]);
        document["troopers"][2]["psychicPowers"] = json!([]);
        document
    };
    assert_eq!(cost::warband(catalogue(), &warband(full(json!(75)))), 75);
    for limit in [json!(null), json!(80), json!("75")] {
        let best = &fixes(full(limit))[0];
        assert_eq!((best.count, best.warband.point_limit.clone()), (2, Some(json!(125))));
    }
    best(with(&[("/pointLimit", json!(null))]), &["Set the point limit to 75."], 0);
    let offers = fixes(with(&[("/pointLimit", json!(80))]));
    let sentences: Vec<&[String]> = offers.iter().map(|fix| &fix.sentences[..]).collect();
    assert_eq!(sentences, [["Set the point limit to 75."], ["Set the point limit to 125."]]);
}

// S12
#[test]
fn the_offers_differ_in_kind() {
    // One point too many: drop a power, swap the weapon, or lower a level.
    let armed = built(json!({"prowess": "2d8", "closeCombatWeapons": ["powered-weapon"]}));
    let over = with(&[("/troopers", json!([costing(20), costing(20), costing(20), armed]))]);
    let heavy = with(&[("/troopers/0/equipment", json!(["stealth-suit", "medkit"]))]);
    let gun = with(&[("/leader/rangedWeapons", json!(["auto-pistol"]))]);
    let dear = with(&[("/troopers/0", costing(26))]);
    // What is too much can be dropped, or one leads who may carry it: there is no third kind.
    for (document, expected) in [(over, 3), (heavy, 2), (gun, 2), (dear, 2)] {
        let offers = fixes(document);
        let kinds: std::collections::BTreeSet<_> = offers.iter().map(kinds).collect();
        assert_eq!((kinds.len(), offers.len()), (expected, 3), "{kinds:?}");
    }
    // Where there is one kind only, the offers differ at least.
    let levels = fixes(with(&[("/leader/attributes/speed", json!(9))]));
    let told: Vec<&str> = levels.iter().map(|fix| &*fix.sentences[0]).collect();
    assert_eq!(told, ["Ada: Speed 1.", "Ada: Speed 2.", "Ada: Speed 3."]);
}

#[test]
fn nobody_is_removed_where_edits_can_do() {
    let crowd =
        with(&[("/pointLimit", json!(75)), ("/troopers", json!(vec![grunt("", "Grunt"); 12]))]);
    best(crowd, &["Remove Grunt."], -6);
    let dear = with(&[("/troopers", json!([costing(20), costing(20), costing(20), costing(22)]))]);
    let fixes = fixes(dear);
    assert!(fixes.iter().all(|fix| fix.warband.troopers.len() == 4));
    assert!(2 <= fixes[0].edits.len(), "removing one would be a single edit");
}

#[test]
fn nothing_is_mended_that_is_legal() {
    let fixes = fix(&core(), &warband(legal()), None).unwrap();
    assert!(fixes.already_legal && fixes.fixes.is_empty());
}

// S13
#[test]
fn another_limit_can_be_tried() {
    let mut troopers: Vec<Value> = (0..5).map(|_| costing(20)).collect();
    troopers.push(costing(12));
    let big = warband(with(&[("/pointLimit", json!(125)), ("/troopers", json!(troopers))]));
    assert!(core().is_valid(&big));
    let small = fix(&core(), &big, Some(75)).unwrap();
    let best = &small.fixes[0];
    assert_eq!(
        (best.edits.len(), best.cost, best.warband.point_limit.clone()),
        (3, 75, Some(json!(75)))
    );
    assert!(core().is_valid(&best.warband));
    assert!(fix(&core(), &warband(legal()), Some(125)).unwrap().already_legal);
    assert_eq!(fix(&core(), &big, Some(80)), Err(Refused::NoPointLimit));
}

#[test]
fn house_rules_are_mended_too() {
    let one_each = Rules::with(Profile::named("one-each").unwrap().clone());
    let two = warband(with(&[("/leader/closeCombatWeapons", json!(["unarmed", "whip-tail"]))]));
    let fixes = fix(&one_each, &two, None).unwrap();
    assert_eq!(fixes.fixes[0].sentences, ["Ada: drop Unarmed."]);
    assert!(one_each.is_valid(&fixes.fixes[0].warband));
}

#[test]
fn wrecks_are_mended_from_the_ground_up() {
    let wreck = json!({"leader": {}, "troopers": [{}, {"equipment": ["a", "b"], "rangedWeapons": ["c"], "type": 7}]});
    let fixes = fixes(wreck);
    assert!(!fixes.is_empty());
    let nothing = self::fixes(json!({}));
    assert_eq!(
        nothing[0].sentences,
        ["Name the warband New Warband.", "Set the point limit to 75.", "Add a leader."]
    );
}

#[test]
fn what_is_too_broken_is_refused() {
    let crowd = warband(with(&[("/troopers", json!(vec![grunt("", "x"); 60]))]));
    assert_eq!(fix(&core(), &crowd, None), Err(Refused::TooManyWeirdos { count: 61, limit: 60 }));
    let hoard =
        warband(with(&[("/troopers/0", built(json!({"psychicPowers": vec!["fear"; 65]})))]));
    assert_eq!(
        fix(&core(), &hoard, None),
        Err(Refused::TooBroken { who: "Dot".to_owned(), count: 65, limit: 64 })
    );
    let many = warband(with(&[("/troopers/0", built(json!({"psychicPowers": vec!["fear"; 64]})))]));
    let fixes = fix(&core(), &many, None).unwrap();
    assert_eq!(fixes.fixes[0].edits.len(), 45, "19 points of Fear stay");
}

/// Whether some edits, no more than so many, make a warband legal: every combination is tried.
/// What `fix` may not do is left out: removals, and other limits and abilities than it has.
fn mendable(rules: &Rules, band: &Warband, edits: u32) -> bool {
    if rules.is_valid(band) {
        return true;
    }
    if edits == 0 {
        return false;
    }
    let mut all: Vec<edit::Edit> = neighbours(band).into_iter().map(|(_, edit)| edit).collect();
    all.push(edit::Edit::AddLeader);
    for (slot, weirdo) in band.members().filter(|(_, weirdo)| weirdo.name.trim().is_empty()) {
        all.push(edit::Edit::SetName { weirdo: weirdo.id.clone(), name: slot.to_string() });
    }
    all.into_iter().any(|edit| {
        let cost = match &edit {
            edit::Edit::Remove { .. } | edit::Edit::AddTrooper => return false,
            // A change of leaders counts as two edits.
            edit::Edit::Promote { .. } if band.leader.is_some() => 2,
            _ => 1,
        };
        let after = edit::apply_all(rules, band, std::slice::from_ref(&edit));
        cost <= edits && after.is_ok_and(|after| mendable(rules, &after, edits - cost))
    })
}

/// Every way to give a warband a name, a limit and an ability, with how many edits that takes.
fn framed(rules: &Rules, band: &Warband) -> Vec<(u32, Warband)> {
    let mut named = band.clone();
    let nameless = named.name.trim().is_empty();
    if nameless {
        named.name = "Named".to_owned();
    }
    let mut ways = vec![(u32::from(nameless), named)];
    let errors = rules.validate(band).errors;
    let wrong = |rule: &str| errors.iter().any(|finding| finding.rule == rule);
    let each = |ways: Vec<(u32, Warband)>, change: &dyn Fn(&Warband) -> Vec<Warband>| {
        let more = |(edits, band): (u32, Warband)| {
            change(&band).into_iter().map(move |band| (edits + 1, band))
        };
        ways.into_iter().flat_map(more).collect::<Vec<_>>()
    };
    if wrong("INVALID_POINT_LIMIT") {
        ways = each(ways, &|band| {
            [75, 125]
                .map(|limit| Warband { point_limit: Some(json!(limit)), ..band.clone() })
                .to_vec()
        });
    }
    if wrong("UNKNOWN_ABILITY") {
        ways = each(ways, &|band| {
            ABILITIES.map(|id| Warband { ability: Some(json!(id)), ..band.clone() }).to_vec()
        });
    }
    ways
}

/// A small warband: legal in most of its parts, with a limit, an ability and a name of any sort.
fn small() -> impl Strategy<Value = Value> {
    let limit = proptest::sample::select(vec![json!(75), json!(null), json!(80), json!("x")]);
    let ability = proptest::sample::select(vec!["none", "soldiers", "Cyborg", "mutant", "what"]);
    let name = proptest::sample::select(vec!["The Row", ""]);
    let troopers = proptest::collection::vec(known_weirdo(), 0..=1);
    (limit, ability, name, known_weirdo(), troopers).prop_map(|(limit, ability, name, mut leader, troopers)| {
        leader["type"] = json!("leader");
        json!({"name": name, "pointLimit": limit, "ability": ability, "leader": leader, "troopers": troopers})
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    // S12
    #[test]
    fn no_combination_of_edits_beats_the_best_fix(document in small()) {
        let rules = core();
        let band = warband(document);
        let found = fix(&rules, &band, None).unwrap();
        let Some(best) = found.fixes.first() else {
            prop_assert!(found.already_legal);
            return Ok(());
        };
        prop_assert!(rules.is_valid(&best.warband));
        if removals(best) != 0 {
            return Ok(());
        }
        for (edits, framed) in framed(&rules, &band) {
            // More edits are beyond what can be tried one by one.
            let beyond = if band.troopers.is_empty() { 2 } else { 1 };
            let fewer = best.count.saturating_sub(edits + 1).min(beyond);
            if best.count > edits {
                prop_assert!(
                    !mendable(&rules, &framed, fewer),
                    "{:?} are {} edits; {edits} and {fewer} would do",
                    best.sentences, best.count
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn no_single_edit_beats_the_best_fix(document in known_warband()) {
        let rules = core();
        let band = warband(document);
        let found = fix(&rules, &band, None).unwrap();
        prop_assert_eq!(found.already_legal, rules.is_valid(&band));
        if found.already_legal {
            return Ok(());
        }
        let before = i64::from(cost::warband(catalogue(), &band));
        let mut single = None;
        let mut edits = neighbours(&band);
        edits.push((false, edit::Edit::AddLeader));
        for (_, edit) in edits {
            // A change of leaders counts as two edits.
            let two = matches!(edit, edit::Edit::Promote { .. }) && band.leader.is_some();
            if two || matches!(edit, edit::Edit::Remove { .. }) {
                continue;
            }
            let Ok(after) = edit::apply_all(&rules, &band, &[edit]) else { continue };
            if rules.is_valid(&after) {
                let change = (i64::from(cost::warband(catalogue(), &after)) - before).abs();
                single = Some(single.map_or(change, |best: i64| best.min(change)));
            }
        }
        let best = &found.fixes[0];
        prop_assert!(rules.is_valid(&best.warband));
        for pair in found.fixes.windows(2) {
            let key = |fix: &Fix| (removals(fix), fix.count, fix.change.abs());
            prop_assert!(key(&pair[0]) <= key(&pair[1]));
        }
        for fix in &found.fixes {
            prop_assert_eq!(&edit::apply_all(&rules, &band, &fix.edits).unwrap(), &fix.warband);
            prop_assert_eq!(fix.change, i64::from(fix.cost) - before);
        }
        match single {
            // A name is an edit that the neighbours do not have.
            Some(change) => {
                prop_assert_eq!((best.count, best.edits.len()), (1, 1));
                prop_assert_eq!(best.change.abs(), change);
            }
            None => {
                let names = best.edits.iter().any(|edit| matches!(edit, edit::Edit::SetName { .. }));
                let removes = removals(best) != 0;
                prop_assert!(names || removes || 2 <= best.count, "{:?}", best.sentences);
            }
        }
    }
}
