//! The solver: counts against the spec's and against brute force, draws against counts.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use senet_space_weirdos::solver::{
    self, Arms, Completion, Filter, Found, NotFound, Order, Refused, Stop, Wish, best_ability,
    complete, complete_until, count_profiles, count_warbands, enumerate, random, spend,
};
use senet_space_weirdos::{Attribute, Role, Rules, Warband, Weirdo, cost, edit};
use serde_json::{Value, json};

use crate::support::{
    ABILITIES, ability, built, catalogue, core, costing, grunt, legal, warband, with,
};

#[track_caller]
fn wishes(texts: &[&str]) -> Vec<Wish> {
    texts.iter().map(|text| Wish::parse(text).unwrap()).collect()
}

fn trooper(ability: &str) -> Filter {
    Filter { ability: Some(ability.to_owned()), ..Filter::new(Role::Trooper) }
}

#[track_caller]
fn count(filter: &Filter) -> u64 {
    enumerate(&core(), filter).unwrap().count()
}

// S1: section 14's table.
#[test]
fn loadouts_are_counted_by_ability_and_cost() {
    for (name, cheap, premium, leaders) in [
        ("none", 2_437_927, 9_454_300, 313_283_296),
        ("heavily-armed", 3_354_809, 10_910_600, 384_641_800),
        ("mutants", 3_532_892, 11_169_097, 397_639_096),
        ("soldiers", 2_836_780, 9_967_498, 367_780_552),
        ("cyborgs", 6_719_715, 32_440_697, 629_431_912),
        ("undead", 2_437_927, 9_454_300, 313_283_296),
    ] {
        let all = trooper(name);
        assert_eq!(count(&Filter { max_cost: Some(20), ..all.clone() }), cheap, "{name}");
        assert_eq!(count(&Filter { min_cost: 21, ..all.clone() }), premium, "{name}");
        assert_eq!(count(&Filter { role: Role::Leader, ..all.clone() }), leaders, "{name}");
        let by_cost = enumerate(&core(), &all).unwrap().by_cost();
        assert_eq!(by_cost.iter().sum::<u64>(), cheap + premium);
        assert_eq!(by_cost[..6].iter().sum::<u64>(), 0, "nobody costs less than 6");
    }
    let any = Filter { max_cost: Some(20), arms: Arms::Any, ..trooper("none") };
    assert_eq!(count(&any), 41_360_338);
}

// S2
#[test]
fn cost_profiles_are_counted() {
    let limits = catalogue().limits();
    assert_eq!(count_profiles(limits, 6, 75), 37_287);
    assert_eq!(count_profiles(limits, 6, 125), 3_339_613);
    assert_eq!([5, 6, 11, 12, 13].map(|points| count_profiles(limits, 6, points)), [0, 1, 1, 2, 3]);
    assert_eq!(count_profiles(limits, 6, 27), {
        // Leader alone is impossible; leader and one trooper in all 10 standard ways, one of them
        // premium in two; leader and two or three troopers by their multisets.
        let mut ways = 0;
        for leader in 6..=25_u32 {
            for first in 6..=25_u32 {
                let premium = u32::from(20 < leader) + u32::from(20 < first);
                ways += u64::from(leader + first == 27 && premium <= 1);
                for second in first..=20 {
                    ways += u64::from(leader + first + second == 27);
                    for third in second..=20 {
                        ways += u64::from(leader + first + second + third == 27);
                    }
                }
            }
        }
        ways
    });
}

// S3: the powers of ten of section 14.
#[test]
fn warbands_are_counted() {
    #[track_caller]
    fn check(name: &str, points: u32, arms: Arms, digits: &str) {
        let count = count_warbands(&core(), points, ability(name), &[], arms).unwrap();
        assert_eq!(count.to_string(), digits, "{name} {points}");
    }
    check("none", 75, Arms::One, "17006388606362569170226519632"); // 10^28.2
    check("heavily-armed", 75, Arms::One, "93583042763256248823613736304"); // 10^29.0
    check("mutants", 75, Arms::One, "449745012322417919001868913440"); // 10^29.7
    check("soldiers", 75, Arms::One, "147315780664039956788247250808"); // 10^29.2
    check("cyborgs", 75, Arms::One, "634052726053153025122786561376"); // 10^29.8
    check("none", 125, Arms::One, "1287390061374150968229510466234776586314368232"); // 10^45.1
    check("heavily-armed", 125, Arms::One, "22278837151014034119006573231665661282906753984"); // 10^46.3
    check("mutants", 125, Arms::One, "221495033194646046277814381513918914598133839400"); // 10^47.3
    check("soldiers", 125, Arms::One, "29742957594499716936647539731131575434865650832"); // 10^46.5
    check("cyborgs", 125, Arms::One, "732031636047811561821284245915993868168724309232"); // 10^47.9
    check("none", 75, Arms::Any, "56606145421908614939657954638616"); // 10^31.8
}

/// Few enough weirdos to try everything: no guns, two weapons, one power.
const FEW: &str = "only=melee-weapon,fear";

/// Every legal warband of exactly so many points, by brute force over loadouts.
fn by_brute_force(points: u32, wished: &[&str], keep: impl Fn(&[Value]) -> bool) -> usize {
    let all = |role| {
        let filter = Filter { wishes: wishes(wished), ..Filter::new(role) };
        let loadouts = enumerate(&core(), &filter).unwrap();
        loadouts
            .iter(0)
            .map(|weirdo| (cost::weirdo(catalogue(), &weirdo, None), json!(weirdo)))
            .collect::<Vec<_>>()
    };
    let (leaders, troopers) = (all(Role::Leader), all(Role::Trooper));
    let mut found = 0;
    let mut stack: Vec<(Vec<Value>, u32, u32, usize)> = leaders
        .iter()
        .map(|(cost, leader)| (vec![leader.clone()], *cost, u32::from(20 < *cost), 0))
        .collect();
    while let Some((members, spent, premium, from)) = stack.pop() {
        found += usize::from(spent == points && keep(&members));
        for (place, (cost, trooper)) in troopers.iter().enumerate().skip(from) {
            let premium = premium + u32::from(20 < *cost);
            if spent + cost <= points && premium <= 1 {
                let mut more = members.clone();
                more.push(trooper.clone());
                stack.push((more, spent + cost, premium, place));
            }
        }
    }
    found
}

// S4
#[test]
fn counts_agree_with_brute_force() {
    #[track_caller]
    fn check(points: u32, wished: &[&str], keep: impl Fn(&[Value]) -> bool) {
        let counted = count_warbands(&core(), points, None, &wishes(wished), Arms::One).unwrap();
        let base: Vec<&str> = wished.iter().copied().filter(|w| w.starts_with("only")).collect();
        let tried = by_brute_force(points, &base, keep);
        assert_eq!(counted.to_u128(), Some(tried as u128), "{points} {wished:?}");
        assert_ne!(tried, 0);
    }
    let carries =
        |weirdo: &Value, key: &str| weirdo[key].as_array().is_some_and(|list| !list.is_empty());
    check(6, &[FEW], |_| true);
    check(13, &[FEW], |_| true);
    check(14, &[FEW], |_| true);
    check(14, &[FEW, "psychics=1"], |band| band.iter().any(|w| carries(w, "psychicPowers")));
    check(14, &[FEW, "psychics=2"], |band| {
        2 <= band.iter().filter(|w| carries(w, "psychicPowers")).count()
    });
    check(15, &[FEW, "shooters=0", "melee-weapon=1"], |band| {
        band.iter().any(|w| w["closeCombatWeapons"][0] == "melee-weapon")
    });
    check(18, &[FEW, "bodies=3"], |band| band.len() == 3);
    check(18, &[FEW, "bodies=..2"], |band| band.len() <= 2);
    check(18, &[FEW, "bodies=2.."], |band| 2 <= band.len());
    check(18, &[FEW, "bodies=2..2", "psychics=1"], |band| {
        band.len() == 2 && band.iter().any(|w| carries(w, "psychicPowers"))
    });
    check(18, &[FEW, "no-repeats"], |band| {
        (1..band.len()).all(|place| !band[1..place].contains(&band[place]))
    });
    check(24, &["only=fear", "no-premium"], |band| {
        band.iter().all(|w| {
            let weirdo: Weirdo = serde_json::from_value(w.clone()).unwrap();
            cost::weirdo(catalogue(), &weirdo, None) <= 20
        })
    });
    check(16, &["only=auto-pistol", "shooters=2"], |band| {
        2 <= band.iter().filter(|w| carries(w, "rangedWeapons")).count()
    });
    check(21, &["only=fear"], |_| true);
}

#[track_caller]
fn found(completion: Completion) -> Found {
    match completion {
        Completion::Found(found) => *found,
        Completion::None(none) => panic!("{none:?}"),
    }
}

#[track_caller]
fn none(completion: Completion) -> NotFound {
    match completion {
        Completion::Found(found) => panic!("{found:?}"),
        Completion::None(none) => none,
    }
}

fn order(document: Value) -> Order {
    Order::new(warband(document))
}

// S5
#[test]
fn every_warband_is_equally_likely() {
    let base = with(&[("/troopers", json!([]))]);
    let wished = wishes(&["only=melee-weapon,fear"]);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut size = String::new();
    let draws = 1600;
    for seed in 0..draws {
        let order = Order {
            points: Some(20),
            wishes: wished.clone(),
            seed: seed.to_string(),
            ..order(base.clone())
        };
        let found = found(complete(&core(), &order).unwrap());
        size = found.searched.warbands;
        let mut key = json!(found.warband);
        for member in ["/troopers/0", "/troopers/1"] {
            if let Some(member) = key.pointer_mut(member) {
                member["name"] = json!("");
            }
        }
        *seen.entry(key.to_string()).or_default() += 1;
    }
    let size: u32 = size.parse().unwrap();
    assert_eq!(seen.len() as u32, size, "all of them are drawn in the end");
    let fair = draws / size;
    assert!(20 <= fair && 20 <= size, "{size} warbands");
    for count in seen.values() {
        assert!((fair / 3..=fair * 2).contains(count), "{count} where {fair} is fair");
    }
}

// S6, P22
#[test]
fn random_warbands_are_legal_exact_and_repeatable() {
    for (points, names) in [(75, &ABILITIES[..]), (125, &ABILITIES[4..6])] {
        for name in names {
            let draw = |seed: &str| {
                found(random(&core(), points, Some(name), &[], Arms::One, seed).unwrap())
            };
            let first = draw("a");
            assert_eq!(core().validate(&first.warband).errors, []);
            assert_eq!(cost::warband(catalogue(), &first.warband), points);
            assert_eq!(first.cost, points);
            assert_eq!(cost::ability(catalogue(), &first.warband), ability(name));
            assert_eq!(draw("a"), first);
            assert_ne!(draw("b").warband, first.warband);
        }
    }
    let any = found(random(&core(), 75, None, &[], Arms::One, "x").unwrap());
    let total: u128 = ABILITIES
        .iter()
        .map(|name| {
            count_warbands(&core(), 75, ability(name), &[], Arms::One).unwrap().to_u128().unwrap()
        })
        .sum();
    assert_eq!(any.searched.warbands, total.to_string());
    let abilities: std::collections::BTreeSet<String> = (0..30)
        .map(|seed| found(random(&core(), 75, None, &[], Arms::One, &seed.to_string()).unwrap()))
        .map(|found| found.warband.ability.map_or_else(String::new, |a| a.to_string()))
        .collect();
    assert!(3 <= abilities.len(), "{abilities:?}");
}

#[test]
fn a_seed_gives_the_same_warband_for_ever() {
    let drawn = found(random(&core(), 75, Some("Mutants"), &[], Arms::One, "senet").unwrap());
    let roster = senet_space_weirdos::file::roster(
        &core(),
        &drawn.warband,
        senet_space_weirdos::file::Roster::Short,
    );
    assert_eq!(roster, GOLDEN);
}

const GOLDEN: &str = "\
The Quiet Engine · 75/75 points · Mutants
Quill (leader, Sorcerer, 16): Spd 2, Def 2d6, FP 2d10+1, Prw 2d6, Wil 2d6 | Powered Weapon, Energy Pistol, Targeting Reticule, Prescience
Tallow (21): Spd 2, Def 2d6, FP 2d8, Prw 2d8, Wil 2d10 | Powered Weapon, Sniper Rifle, Mind Control
Fen (13): Spd 2, Def 2d6, FP –, Prw 2d8+1, Wil 2d6 | Melee Weapon, Cybernetics, Prescience, Telekinesis, Teleport
Orrery (13): Spd 1, Def 2d6, FP –, Prw 2d6, Wil 2d8 | Powered Weapon, Jump Pack, Healing, Telekinesis
Rivet (12): Spd 2, Def 2d6, FP –, Prw 2d10, Wil 2d6 | Unarmed, Meat Puppet
";

// S7
#[test]
fn what_is_given_is_kept() {
    let mut document = with(&[
        ("/leader/attributes", json!({"speed": 3})),
        ("/leader/equipment", json!(["medkit"])),
        ("/troopers/0", built(json!({"id": "w2", "name": "Bo", "firepower": "2d10"}))),
        ("/troopers/1/closeCombatWeapons", json!([])),
    ]);
    document["troopers"][1]["name"] = json!("");
    let order = Order { seed: "k".to_owned(), ..order(document.clone()) };
    let found = found(complete(&core(), &order).unwrap());
    let band = &found.warband;
    assert_eq!(core().validate(band).errors, []);
    assert_eq!(cost::warband(catalogue(), band), 75);
    let leader = band.leader.as_ref().unwrap();
    assert_eq!(leader.level(Attribute::Speed), Some(&json!(3)));
    assert!(leader.level(Attribute::Willpower).is_some(), "absent levels are chosen");
    assert_eq!(
        (&leader.equipment[..], leader.leader_trait.as_deref()),
        (&["medkit".to_owned()][..], None)
    );
    assert_eq!(leader.close_combat_weapons, ["unarmed"]);
    assert_eq!(band.troopers[0].level(Attribute::Firepower), Some(&json!("2d10")));
    assert_eq!(band.troopers[0].ranged_weapons.len(), 1, "firepower calls for a gun");
    assert_eq!(band.troopers[1].close_combat_weapons.len(), 1);
    assert!(!band.troopers[1].name.is_empty());
    assert_eq!(found.added.len(), band.troopers.len() - 2);
    assert_eq!(band.name, "The Row");
    assert!(found.changed.is_empty(), "{:?}", found.changed);
}

// S7
#[test]
fn what_is_given_and_changed_all_the_same_is_told() {
    let document = with(&[
        ("/leader/type", json!("trooper")),
        (
            "/troopers/0",
            built(json!({"id": "w2", "name": "Bo", "speed": 3, "equipment": ["medkit"]})),
        ),
    ]);
    let open = vec!["w2.speed".to_owned(), "w2.equipment".to_owned()];
    let order = Order { seed: "k".to_owned(), points: Some(18), open, ..order(document) };
    let found = found(complete(&core(), &order).unwrap());
    assert_eq!(
        found.changed,
        [
            "Ada: type leader instead of trooper.",
            "Bo: Speed 1 instead of 3.",
            "Bo: equipment nothing instead of Medkit.",
        ]
    );
}

// S6
#[test]
fn the_count_is_of_what_is_drawn_from() {
    use senet_space_weirdos::api;
    for ability in [json!(null), json!("none"), json!("Soldiers")] {
        let ask = json!({"points": 75, "ability": ability, "wishes": [{"type": "bodies", "min": 3, "max": 4}]});
        let counted = api::call("count", ask.clone()).unwrap();
        let drawn = api::call("random", ask).unwrap();
        assert_eq!(counted["warbands"], drawn["searched"]["warbands"]);
    }
}

#[test]
fn open_parts_are_chosen_anew() {
    let full = with(&[("/leader/psychicPowers", json!(["fear"])), ("/troopers", json!([]))]);
    let at = |open: &[&str], points: u32| {
        let order = Order {
            open: open.iter().map(|path| (*path).to_owned()).collect(),
            points: Some(points),
            wishes: wishes(&["bodies=1"]),
            ..order(full.clone())
        };
        complete(&core(), &order)
    };
    assert_eq!(found(at(&[], 7).unwrap()).cost, 7);
    assert_eq!(none(at(&[], 8).unwrap()).clash.locked, ["w1"]);
    for path in [
        "leader.psychicPowers",
        "leader.speed",
        "leader.attributes.speed",
        "w1.closeCombatWeapons",
        "leader.weapons.close",
        "leader.equipment",
        "leader",
        "*",
    ] {
        let found = found(at(&[path], 8).unwrap());
        assert_eq!((found.cost, core().is_valid(&found.warband)), (8, true), "{path}");
    }
    let shoot = found(at(&["leader.attributes.firepower"], 10).unwrap());
    assert!(!shoot.warband.leader.unwrap().ranged_weapons.is_empty());
    let armed = found(at(&["leader.firepower", "leader.rangedWeapons"], 12).unwrap());
    assert_eq!(armed.cost, 12);
    for path in ["w9", "leader.luck", "troopers[0]", ""] {
        assert_eq!(at(&[path], 8), Err(Refused::UnknownPath { path: path.to_owned() }));
    }
    let traits: std::collections::BTreeSet<Option<String>> = (0..60)
        .map(|seed: u32| {
            let order = Order {
                open: vec!["leader.leaderTrait".to_owned()],
                points: Some(7),
                wishes: wishes(&["bodies=1"]),
                seed: seed.to_string(),
                ..order(full.clone())
            };
            found(complete(&core(), &order).unwrap()).warband.leader.unwrap().leader_trait
        })
        .collect();
    assert_eq!(traits.len(), 8);
}

#[test]
fn wishes_are_met() {
    let wished = [
        "shooters=2",
        "medkit=2",
        "no-repeats",
        "bodies=4..6",
        "no-premium",
        "without=fear,flamer",
    ];
    for seed in 0..2 {
        let order = Order {
            wishes: wishes(&wished),
            seed: seed.to_string(),
            ..order(json!({"name": "x", "pointLimit": 75}))
        };
        let band = found(complete(&core(), &order).unwrap()).warband;
        let members: Vec<&Weirdo> = band.members().map(|(_, weirdo)| weirdo).collect();
        assert_eq!(core().validate(&band).errors, []);
        assert!(2 <= members.iter().filter(|w| !w.ranged_weapons.is_empty()).count());
        assert!(2 <= members.iter().filter(|w| w.equipment.contains(&"medkit".to_owned())).count());
        assert!((4..=6).contains(&members.len()));
        assert!(members.iter().all(|w| cost::weirdo(catalogue(), w, None) <= 20));
        assert!(members.iter().all(|w| !w.psychic_powers.contains(&"fear".to_owned())
            && !w.ranged_weapons.contains(&"flamer".to_owned())));
    }
    let only = Order {
        wishes: wishes(&["only=auto-pistol,Medkit", "shooters=3"]),
        ..order(json!({"name": "x", "pointLimit": 75}))
    };
    let band = found(complete(&core(), &only).unwrap()).warband;
    for (_, weirdo) in band.members() {
        assert_eq!(weirdo.close_combat_weapons, ["unarmed"]);
        assert!(
            weirdo.psychic_powers.is_empty() && weirdo.equipment.iter().all(|id| id == "medkit")
        );
    }
}

#[test]
fn no_repeats_looks_at_kept_troopers_too() {
    // Only the plain trooper costs 6, and Bo is one.
    let document = with(&[("/troopers", json!([grunt("w2", "Bo")]))]);
    let at = |wished: &[&str], troopers: Value| {
        let mut document = document.clone();
        document["troopers"] = troopers;
        let order = Order { points: Some(18), wishes: wishes(wished), ..order(document) };
        complete(&core(), &order).unwrap()
    };
    assert_eq!(found(at(&[], json!([grunt("w2", "Bo")]))).cost, 18);
    assert_eq!(
        none(at(&["no-repeats"], json!([grunt("w2", "Bo")]))).clash.wishes,
        [Wish::NoRepeats]
    );
    assert_eq!(
        none(at(&["no-repeats"], json!([grunt("w2", "Bo"), grunt("w3", "Cy")]))).clash.wishes,
        [Wish::NoRepeats]
    );
    assert_eq!(found(at(&["no-repeats"], json!([]))).cost, 18);
}

// S8
#[test]
fn the_smallest_clash_is_named() {
    let at = |points: u32, wished: &[&str]| {
        let order = Order {
            points: Some(points),
            wishes: wishes(wished),
            ..order(json!({"name": "x", "pointLimit": 75}))
        };
        none(complete(&core(), &order).unwrap())
    };
    let clash = |points, wished: &[&str]| at(points, wished).clash.wishes;
    assert_eq!(clash(75, &["no-premium", "bodies=13", "psychics=1"]), wishes(&["bodies=13"]));
    assert_eq!(
        clash(75, &["without=fear", "only=fear", "psychics=1", "shooters=1"]),
        wishes(&["only=fear", "shooters=1"])
    );
    assert_eq!(clash(72, &["bodies=12", "psychics=1"]), wishes(&["bodies=12", "psychics=1"]));
    assert_eq!(clash(75, &["bodies=5..4"]), wishes(&["bodies=5..4"]));
    let proof = at(75, &["bodies=1"]);
    assert_eq!(proof.searched.warbands, "0");
    assert_eq!(proof.clash.reason, "No warband of exactly 75 points meets: 1 weirdos.");
    // More than eight wishes are dropped one at a time.
    let many: Vec<&str> = std::iter::repeat_n("no-premium", 8).chain(["bodies=13"]).collect();
    assert_eq!(clash(75, &many), wishes(&["bodies=13"]));
}

#[test]
fn clashing_locks_are_named() {
    let at = |document: Value| none(complete(&core(), &order(document)).unwrap()).clash;
    let dear = with(&[("/troopers", json!([costing(20), costing(20), costing(20), costing(20)]))]);
    let clash = at(dear);
    assert_eq!((clash.wishes.len(), clash.locked.is_empty()), (0, false));
    assert_eq!(clash.reason, "The given weirdos cost 86 at least; 75 points are asked for.");
    let illegal = with(&[("/troopers/0/equipment", json!(["spoon"]))]);
    let clash = at(illegal);
    assert_eq!(clash.locked, ["w2"]);
    assert_eq!(clash.reason, "A part that is kept is not legal.");
    for broken in [
        ("/troopers/0/equipment", json!(["medkit", "grenade"])),
        ("/troopers/0/leaderTrait", json!("healer")),
        ("/troopers/0/rangedWeapons", json!(["flamer"])),
        ("/troopers/0/psychicPowers", json!(vec!["mind-stab"; 9])),
    ] {
        assert_eq!(at(with(&[broken])).locked, ["w2"]);
    }
    assert_eq!(at(with(&[("/leader/leaderTrait", json!("poet"))])).locked, ["w1"]);
    let nearly = with(&[("/troopers", json!([costing(20), costing(20), costing(25)]))]);
    assert_eq!(
        at(nearly).reason,
        "The given weirdos cost up to 71, and no troopers fill the rest to exactly 75."
    );
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let refused = |document: Value, points: Option<u32>, wished: &[&str]| {
        let order = Order { points, wishes: wishes(wished), ..order(document) };
        complete(&core(), &order).unwrap_err()
    };
    assert_eq!(refused(with(&[("/pointLimit", json!(80))]), None, &[]), Refused::NoPointLimit);
    assert_eq!(refused(legal(), Some(76), &[]), Refused::TooManyPoints { points: 76, limit: 75 });
    assert_eq!(
        refused(with(&[("/ability", json!("x"))]), None, &[]),
        Refused::UnknownAbility { ability: "x".to_owned() }
    );
    assert_eq!(
        refused(legal(), None, &["only=spoon"]),
        Refused::UnknownItem { item: "spoon".to_owned() }
    );
    assert_eq!(
        refused(legal(), None, &["fear=1", "flamer=1", "medkit=1", "shooters=1", "psychics=1"]),
        Refused::TooManyGoals { limit: 4 }
    );
    assert_eq!(
        refused(legal(), None, &["fear=9", "flamer=9", "medkit=9", "shooters=9"]),
        Refused::TooWide
    );
    let hoard = with(&[("/leader/closeCombatWeapons", json!(vec!["unarmed"; 65]))]);
    assert!(matches!(refused(hoard, None, &[]), Refused::TooBroken { count: 65, limit: 64, .. }));
    let crowd = with(&[("/troopers", json!(vec![grunt("", "x"); 60]))]);
    assert_eq!(refused(crowd, None, &[]), Refused::TooManyWeirdos { count: 61, limit: 60 });
    assert_eq!(
        random(&core(), 75, Some("wizards"), &[], Arms::One, "").unwrap_err(),
        Refused::UnknownAbility { ability: "wizards".to_owned() }
    );
    assert_eq!(random(&core(), 80, None, &[], Arms::One, "").unwrap_err(), Refused::NoPointLimit);
    assert!(matches!(
        count_warbands(&core(), 201, None, &[], Arms::One),
        Err(Refused::TooManyPoints { .. })
    ));
    assert!(enumerate(&core(), &trooper("wizards")).is_err());
    assert_eq!(
        none(
            complete(
                &core(),
                &Order { points: Some(5), ..order(json!({"name": "x", "pointLimit": 75})) }
            )
            .unwrap()
        )
        .searched
        .warbands,
        "0"
    );
    assert!(
        count_warbands(&core(), 200, ability("cyborgs"), &[], Arms::Any).unwrap().to_string().len()
            < 96
    );
}

#[test]
fn wishes_are_read_as_they_are_typed() {
    assert_eq!(Wish::parse("shooters=2"), Ok(Wish::AtLeast { count: 2, of: "shooter".to_owned() }));
    assert_eq!(
        Wish::parse(" psychics=1 "),
        Ok(Wish::AtLeast { count: 1, of: "psychic".to_owned() })
    );
    assert_eq!(Wish::parse("medkit= 3"), Ok(Wish::AtLeast { count: 3, of: "medkit".to_owned() }));
    assert_eq!(Wish::parse("bodies=5..8"), Ok(Wish::Bodies { min: 5, max: Some(8) }));
    assert_eq!(Wish::parse("bodies=5"), Ok(Wish::Bodies { min: 5, max: Some(5) }));
    assert_eq!(Wish::parse("bodies=5.."), Ok(Wish::Bodies { min: 5, max: None }));
    assert_eq!(Wish::parse("bodies=..8"), Ok(Wish::Bodies { min: 0, max: Some(8) }));
    assert_eq!(
        Wish::parse("only=a, b"),
        Ok(Wish::Only { items: vec!["a".to_owned(), "b".to_owned()] })
    );
    assert_eq!(Wish::parse("without=a"), Ok(Wish::Without { items: vec!["a".to_owned()] }));
    assert_eq!(Wish::parse("cheap").unwrap_err(), "cheap is not a wish.");
    assert_eq!(Wish::parse("shooters=many").unwrap_err(), "many is not a number.");
    let told: Vec<String> = wishes(&[
        "shooters=2",
        "bodies=2..3",
        "bodies=4..",
        "bodies=1",
        "only=a,b",
        "without=c",
        "no-repeats",
        "no-premium",
    ])
    .iter()
    .map(Wish::to_string)
    .collect();
    assert_eq!(
        told,
        [
            "at least 2 with shooter",
            "2 to 3 weirdos",
            "at least 4 weirdos",
            "1 weirdos",
            "only a, b",
            "without c",
            "no two troopers alike",
            "nobody at 21 to 25"
        ]
    );
}

// S9
#[test]
fn loadouts_stream_in_a_fixed_order() {
    let filter = Filter { max_cost: Some(9), ..trooper("mutants") };
    let loadouts = enumerate(&core(), &filter).unwrap();
    let all: Vec<Weirdo> = loadouts.iter(0).collect();
    assert_eq!(all.len() as u64, loadouts.count());
    assert_eq!(json!(all[0]), json!(Weirdo::new("", "", Role::Trooper)));
    for from in [1, 7, 100, all.len() as u64 - 1] {
        assert_eq!(loadouts.iter(from).next().as_ref(), all.get(from as usize));
    }
    assert_eq!(loadouts.iter(all.len() as u64).next(), None);
    let distinct: std::collections::BTreeSet<String> =
        all.iter().map(|w| json!(w).to_string()).collect();
    assert_eq!(distinct.len(), all.len());
    let prices: Vec<u32> = loadouts.costs().collect();
    let priced: Vec<u32> =
        all.iter().map(|w| cost::weirdo(catalogue(), w, ability("mutants"))).collect();
    assert_eq!(prices, priced);
    assert!(prices.iter().all(|cost| (6..=9).contains(cost)));
    let rules = core();
    assert!(all.iter().all(|weirdo| {
        let mut named = weirdo.clone();
        named.name = "x".to_owned();
        rules.validate_weirdo(&named, ability("mutants")).valid
    }));
}

#[test]
fn filters_narrow_what_streams() {
    let like = crate::support::weirdo(json!({"attributes": {"speed": 3, "firepower": "2d8"}}));
    let filter = Filter {
        min_cost: 15,
        max_cost: Some(15),
        wishes: wishes(&["flamer=1", "psychics=1", "without=fear"]),
        like: Some(like),
        ..Filter::new(Role::Leader)
    };
    let loadouts = enumerate(&core(), &filter).unwrap();
    let all: Vec<Weirdo> = loadouts.iter(0).collect();
    assert_eq!(all.len() as u64, loadouts.count());
    assert!(!all.is_empty());
    for weirdo in &all {
        assert_eq!(cost::weirdo(catalogue(), weirdo, None), 15);
        assert_eq!(weirdo.level(Attribute::Speed), Some(&json!(3)));
        assert_eq!(weirdo.ranged_weapons, ["flamer"]);
        assert!(
            !weirdo.psychic_powers.is_empty()
                && !weirdo.psychic_powers.contains(&"fear".to_owned())
        );
    }
    assert_eq!(loadouts.by_cost()[15], all.len() as u64);
    let one_each = Rules::with(senet_space_weirdos::Profile::named("one-each").unwrap().clone());
    let any = Filter { max_cost: Some(10), arms: Arms::Any, ..trooper("none") };
    let one = Filter { arms: Arms::One, ..any.clone() };
    assert_eq!(enumerate(&one_each, &any).unwrap().count(), count(&one));
    assert!(count(&one) < count(&any));
}

// S10
#[test]
fn every_ability_is_tried() {
    let band = warband(with(&[
        ("/ability", json!("cyborgs")),
        ("/leader/equipment", json!(["heavy-armor", "medkit", "grenade"])),
        ("/troopers/0/attributes/speed", json!(3)),
    ]));
    let choices = best_ability(&core(), &band).unwrap();
    let told: Vec<(&str, u32, bool, bool, usize)> = choices
        .iter()
        .map(|c| (&*c.name, c.cost, c.valid, c.current, c.new_errors.len()))
        .collect();
    assert_eq!(
        told,
        [
            ("Cyborgs", 24, true, true, 0),
            ("Soldiers", 21, false, false, 1),
            ("Mutants", 23, false, false, 1),
            ("No ability", 24, false, false, 1),
            ("Fanatics", 24, false, false, 1),
            ("Living Weapons", 24, false, false, 1),
            ("Heavily Armed", 24, false, false, 1),
            ("Undead", 24, false, false, 1),
        ]
    );
    assert_eq!(choices[1].new_errors[0].field, "leader.equipment");
    assert_eq!(choices[3].ability, None);
}

// S11
#[test]
fn spending_lists_every_small_upgrade() {
    assert_eq!(spend(&core(), &warband(with(&[("/name", json!(""))])), 10), Err(Refused::NotLegal));
    assert_eq!(
        spend(&core(), &warband(with(&[("/pointLimit", json!(1))])), 10),
        Err(Refused::NoPointLimit)
    );
    // One point left: whatever costs one or nothing.
    let tight = with(&[(
        "/troopers",
        json!([costing(20), costing(20), costing(20), {"name": "Cy", "id": "w8", "attributes": {"speed": 1, "defense": "2d6", "firepower": "None", "prowess": "2d6", "willpower": "2d6"}, "closeCombatWeapons": ["whip-tail"]}]),
    )]);
    let spending = spend(&core(), &warband(tight), usize::MAX).unwrap();
    assert_eq!(spending.left, 1);
    assert_eq!(spending.upgrades.len() as u64, spending.singles + spending.pairs);
    assert!(spending.upgrades.iter().all(|upgrade| upgrade.cost <= 1));
    let told: Vec<String> =
        spending.upgrades.iter().map(|upgrade| upgrade.sentences.join(" ")).collect();
    assert!(told.contains(&"Ada: Speed 2.".to_owned()));
    assert!(told.contains(&"Cy: Horrible Claws & Teeth instead of Whip/Tail.".to_owned()));
    assert!(!told.iter().any(|sentence| sentence.contains("Firepower")));
    let hoard = warband(with(&[("/leader/closeCombatWeapons", json!(vec!["unarmed"; 13]))]));
    assert!(matches!(
        spend(&core(), &hoard, 5),
        Err(Refused::TooBroken { count: 13, limit: 12, .. })
    ));
    let club = Rules::with(senet_space_weirdos::Profile {
        point_limits: Some(vec![500]),
        ..senet_space_weirdos::Profile::core()
    });
    let crowd = warband(with(&[
        ("/pointLimit", json!(500)),
        ("/troopers", json!(vec![grunt("", "x"); 25])),
    ]));
    assert_eq!(spend(&club, &crowd, 5), Err(Refused::TooManyWeirdos { count: 26, limit: 25 }));
    let five = spend(&core(), &warband(legal()), 5).unwrap();
    assert_eq!((five.left, five.upgrades.len()), (57, 5));
    let costs: Vec<u32> = five.upgrades.iter().map(|upgrade| upgrade.cost).collect();
    assert!(costs.windows(2).all(|pair| pair[1] <= pair[0]), "those that spend most come first");
}

fn brute_force_singles(band: &Warband) -> usize {
    let rules = core();
    let before = cost::warband(catalogue(), band);
    let better = |edits: &[edit::Edit]| {
        let after = edit::apply_all(&rules, band, edits).unwrap();
        rules.is_valid(&after) && before <= cost::warband(catalogue(), &after)
    };
    neighbours(band)
        .into_iter()
        .filter(|(upgrade, edit)| *upgrade && better(std::slice::from_ref(edit)))
        .count()
}

/// Every single edit of a warband, and whether it is an upgrade.
pub fn neighbours(band: &Warband) -> Vec<(bool, edit::Edit)> {
    use senet_space_weirdos::List;
    let mut edits = vec![(true, edit::Edit::AddTrooper)];
    for (_, weirdo) in band.members() {
        let id = || weirdo.id.clone();
        for attribute in Attribute::ALL {
            let levels = &catalogue().attribute(attribute).levels;
            let value = |text: &str| text.parse::<u32>().map_or_else(|_| json!(text), |n| json!(n));
            let has =
                levels.iter().position(|level| weirdo.level(attribute) == Some(&value(&level.id)));
            for (place, level) in levels.iter().enumerate().filter(|(place, _)| Some(*place) != has)
            {
                let edit =
                    edit::Edit::SetLevel { weirdo: id(), attribute, level: value(&level.id) };
                edits.push((has.is_some_and(|has| has < place), edit));
            }
        }
        for list in List::ALL {
            let carried = weirdo.list(list);
            let ability = cost::ability(catalogue(), band);
            let price = |id: &str| {
                let item = catalogue().items(list).iter().find(|item| item.id == id);
                item.map(|item| cost::listed(catalogue(), list, item, ability))
            };
            for item in catalogue().items(list).iter().filter(|item| !carried.contains(&item.id)) {
                edits.push((
                    true,
                    edit::Edit::AddItem { weirdo: id(), list, item: item.id.clone() },
                ));
                for (place, old) in carried.iter().enumerate() {
                    let dearer = price(old) < price(&item.id);
                    edits.push((
                        dearer,
                        edit::Edit::SwapItem { weirdo: id(), list, place, item: item.id.clone() },
                    ));
                }
            }
            for place in 0..carried.len() {
                edits.push((false, edit::Edit::DropItem { weirdo: id(), list, place }));
            }
        }
        edits.push((false, edit::Edit::SetTrait { weirdo: id(), leader_trait: None }));
        for role in [Role::Leader, Role::Trooper] {
            edits.push((false, edit::Edit::SetRole { weirdo: id(), role }));
        }
    }
    for weirdo in &band.troopers {
        edits.push((false, edit::Edit::Remove { weirdo: weirdo.id.clone() }));
        edits.push((false, edit::Edit::Promote { weirdo: weirdo.id.clone() }));
    }
    edits
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    // **Feature: space-weirdos-game-rules, Property 22: A solver answer always validates, and costs what it claims** P22
    #[test]
    fn answers_validate_and_cost_what_they_claim(
        seed in any::<u32>(),
        name in proptest::sample::select(&ABILITIES[..]),
        points in 40..=75_u32,
        kept in 0..3_usize,
        any in proptest::bool::ANY,
    ) {
        let document = json!({
            "name": "x", "pointLimit": 75, "ability": name,
            "troopers": vec![built(json!({"id": "", "speed": 2, "equipment": ["grenade"]})); kept]
        });
        let order = Order {
            points: Some(points),
            arms: if any { Arms::Any } else { Arms::One },
            seed: seed.to_string(),
            ..order(document)
        };
        let found = found(complete(&core(), &order).unwrap());
        prop_assert_eq!(&core().validate(&found.warband).errors, &[]);
        prop_assert_eq!(cost::warband(catalogue(), &found.warband), points);
        prop_assert_eq!(found.cost, points);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn upgrades_keep_a_warband_legal(seed in any::<u32>(), name in proptest::sample::select(&ABILITIES[..]), points in 66..=75_u32) {
        let document = json!({"name": "x", "pointLimit": 75, "ability": name});
        let order = Order { points: Some(points), seed: seed.to_string(), ..order(document) };
        let band = found(complete(&core(), &order).unwrap()).warband;
        let spending = spend(&core(), &band, usize::MAX).unwrap();
        prop_assert_eq!(spending.left, 75 - points);
        prop_assert_eq!(spending.singles as usize, brute_force_singles(&band));
        for upgrade in spending.upgrades.iter().step_by(1 + spending.upgrades.len() / 200) {
            let after = edit::apply_all(&core(), &band, &upgrade.edits).unwrap();
            prop_assert!(core().is_valid(&after), "{:?}", upgrade);
            prop_assert_eq!(cost::warband(catalogue(), &after), points + upgrade.cost, "{:?}", upgrade);
        }
    }
}

#[test]
fn big_numbers_add_up() {
    use solver::Natural;
    let big = |number: u128| {
        let half = Natural::small((number >> 64) as u64)
            .times(&Natural::small(1 << 32))
            .times(&Natural::small(1 << 32));
        half.plus(&Natural::small(number as u64))
    };
    let numbers = [
        0,
        1,
        9,
        10,
        u128::from(u64::MAX),
        1 << 64,
        10_u128.pow(19),
        10_u128.pow(38),
        u128::MAX / 3,
        u128::MAX,
    ];
    for a in numbers {
        assert_eq!(big(a).to_u128(), Some(a));
        assert_eq!(big(a).to_string(), a.to_string());
        assert_eq!(big(a).is_zero(), a == 0);
        for b in numbers {
            assert_eq!(big(a).cmp(&big(b)), a.cmp(&b));
            assert_eq!(big(a).minus(&big(b)).to_u128(), Some(a.saturating_sub(b)));
            if let Some(sum) = a.checked_add(b) {
                assert_eq!(big(a).plus(&big(b)).to_u128(), Some(sum));
            }
            if let Some(product) = a.checked_mul(b) {
                assert_eq!(big(a).times(&big(b)).to_u128(), Some(product));
            }
            if let (Ok(small), true) = (u64::try_from(b), b != 0) {
                assert_eq!(big(a).over(small).to_u128(), Some(a / b));
            }
        }
    }
    assert!(big(7).over(0).is_zero());
    assert_eq!(
        big(u128::MAX).plus(&Natural::ONE).to_string(),
        "340282366920938463463374607431768211456"
    );
    assert_eq!(big(u128::MAX).plus(&Natural::ONE).to_u128(), None);
    let mut top = Natural::ONE;
    for _ in 0..600 {
        top = top.times(&Natural::small(2));
    }
    assert_eq!(top.plus(&Natural::ONE), top, "the highest number stays");
    assert_eq!(top.to_string().len(), 97);
}

/// A search asks now and then whether it is enough, and ends without an answer when it is: however many wishes
/// clash, nobody waits for all their combinations.
#[test]
fn a_search_ends_when_it_is_enough() {
    let asked = Arc::new(AtomicU32::new(0));
    let own = Arc::clone(&asked);
    let stop = Stop::when(move || own.fetch_add(1, Ordering::Relaxed) >= 20);
    let warband = Warband { point_limit: Some(125.into()), ..Warband::new() };
    let order = Order { arms: Arms::Any, ..Order::new(warband) };
    assert_eq!(complete_until(&core(), &order, &stop), Err(Refused::Stopped));
    assert_eq!(asked.load(Ordering::Relaxed), 21, "it is not asked again");
    assert!(complete_until(&core(), &order, &Stop::never()).is_ok());
}
