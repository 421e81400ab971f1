//! The seed's correctness properties and ours, each on hundreds of documents.

use proptest::prelude::*;
use senet_space_weirdos::{Attribute, Catalogue, Item, List, Role, Warband, Weirdo, cost, file};
use serde_json::{Value, json};

use crate::support::{
    ABILITIES, ability, anything, catalogue, core, damaged, known_warband, known_weirdo, level,
    warband, weirdo,
};

fn any_ability() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(&ABILITIES[..])
}

fn rules_of(warband: &Warband) -> Vec<String> {
    core().validate(warband).errors.into_iter().map(|finding| finding.rule).collect()
}

fn text(weirdo: &Weirdo, attribute: Attribute) -> Option<&str> {
    weirdo.level(attribute).and_then(Value::as_str)
}

/// Levels and items priced by hand, without the catalogue.
fn by_hand(weirdo: &Weirdo, ability: &str) -> u32 {
    let speed = match (weirdo.level(Attribute::Speed).and_then(Value::as_u64), ability) {
        (Some(2), "mutants") => 0,
        (Some(3), "mutants") => 2,
        (Some(2), _) => 1,
        (Some(3), _) => 3,
        _ => 0,
    };
    let dice = |attribute, top| match text(weirdo, attribute) {
        Some("2d6") => 2,
        Some("2d8") => 4,
        Some("2d10") => top,
        _ => 0,
    };
    let firepower = match text(weirdo, Attribute::Firepower) {
        Some("2d8") => 2,
        Some("2d10") => 4,
        _ => 0,
    };
    let attributes = speed
        + dice(Attribute::Defense, 8)
        + firepower
        + dice(Attribute::Prowess, 6)
        + dice(Attribute::Willpower, 6);
    let close = weirdo.close_combat_weapons.iter().map(|id| match (&**id, ability) {
        ("claws-teeth" | "whip-tail", "mutants") | ("melee-weapon" | "large-melee-weapon", _) => 1,
        ("claws-teeth" | "whip-tail" | "powered-weapon", _)
        | ("horrible-claws-teeth", "mutants") => 2,
        ("horrible-claws-teeth" | "large-powered-weapon", _) => 3,
        _ => 0,
    });
    let ranged = weirdo.ranged_weapons.iter().map(|id| {
        let base = match &**id {
            "heavy-pistol" | "auto-rifle" => 1_u32,
            "energy-pistol" | "heavy-rifle" | "shotgun" | "energy-rifle" | "flamer" => 2,
            "sniper-rifle" | "rocket-launcher" | "auto-cannon" => 3,
            _ => 0,
        };
        base.saturating_sub(u32::from(ability == "heavily-armed"))
    });
    let equipment = weirdo.equipment.iter().map(|id| match (&**id, ability) {
        ("grenade" | "heavy-armor" | "medkit", "soldiers") => 0,
        ("stealth-suit", _) => 2,
        _ => 1,
    });
    let powers = weirdo.psychic_powers.iter().map(|id| match &**id {
        "mind-stab" => 3,
        "meat-puppet" | "mind-control" => 2,
        _ => 1,
    });
    attributes
        + close.sum::<u32>()
        + ranged.sum::<u32>()
        + equipment.sum::<u32>()
        + powers.sum::<u32>()
}

fn reversed(weirdo: &Weirdo) -> Weirdo {
    let mut weirdo = weirdo.clone();
    for list in List::ALL {
        weirdo.list_mut(list).reverse();
    }
    weirdo
}

proptest! {
    // **Feature: space-weirdos-game-rules, Property 1: Attribute cost lookup correctness** P1
    #[test]
    fn attributes_cost_what_the_table_says(levels in Attribute::ALL.map(level)) {
        let table = |attribute, level: &Value| match (attribute, level.as_str(), level.as_u64()) {
            (Attribute::Speed, _, Some(3)) => 3,
            (Attribute::Speed, _, Some(2)) => 1,
            (Attribute::Defense, Some("2d10"), _) => 8,
            (Attribute::Firepower, Some("2d10"), _) => 4,
            (Attribute::Firepower, Some("2d8"), _) => 2,
            (Attribute::Prowess | Attribute::Willpower, Some("2d10"), _) => 6,
            (_, Some("2d8"), _) => 4,
            (_, Some("2d6"), _) => 2,
            _ => 0,
        };
        for (attribute, level) in Attribute::ALL.into_iter().zip(&levels) {
            prop_assert_eq!(cost::attribute(catalogue(), attribute, level, None), table(attribute, level));
        }
    }

    // **Feature: space-weirdos-game-rules, Property 2: Weapon-Firepower consistency** P2
    #[test]
    fn weapons_and_firepower_go_together(document in known_weirdo()) {
        let weirdo = weirdo(document);
        let found = core().validate_weapons(&weirdo);
        let shoots = text(&weirdo, Attribute::Firepower) != Some("None");
        let armed = !weirdo.ranged_weapons.is_empty();
        prop_assert_eq!(found.valid, !weirdo.close_combat_weapons.is_empty() && shoots == armed);
    }

    // **Feature: space-weirdos-game-rules, Property 3: Cost accumulation correctness** P3
    #[test]
    fn costs_add_up(document in known_warband()) {
        let warband = warband(document);
        let name = warband.ability.as_ref().and_then(Value::as_str).unwrap_or("none");
        let mut total = 0;
        for (_, weirdo) in warband.members() {
            let cost = cost::weirdo(catalogue(), weirdo, ability(name));
            prop_assert_eq!(cost, by_hand(weirdo, name));
            total += cost;
        }
        prop_assert_eq!(cost::warband(catalogue(), &warband), total);
    }

    // **Feature: space-weirdos-game-rules, Property 4: Equipment limit enforcement** P4
    #[test]
    fn equipment_is_limited(document in known_weirdo(), leads in any::<bool>(), name in any_ability()) {
        let mut weirdo = weirdo(document);
        let role = if leads { Role::Leader } else { Role::Trooper };
        weirdo.role = Some(role.key().into());
        let limit = 1 + usize::from(leads) + usize::from(name == "cyborgs");
        let found = core().validate_equipment(&weirdo, ability(name));
        prop_assert_eq!(found.valid, weirdo.equipment.len() <= limit);
    }

    // **Feature: space-weirdos-game-rules, Property 5: Leader trait type consistency** P5
    #[test]
    fn traits_are_for_leaders(document in known_weirdo(), leads in any::<bool>()) {
        let mut weirdo = weirdo(document);
        weirdo.role = Some(if leads { "leader" } else { "trooper" }.into());
        let found = core().validate_weirdo(&weirdo, None).errors;
        let refused = found.iter().any(|finding| finding.rule == "LEADER_TRAIT_INVALID");
        prop_assert_eq!(refused, !leads && weirdo.leader_trait.is_some());
    }

    // **Feature: space-weirdos-game-rules, Property 6: Warband ability modifier application** P6
    #[test]
    fn abilities_change_what_they_say(base in -3..9_i32, name in any_ability(), place in 0..11_usize) {
        for list in List::ALL {
            let items = catalogue().items(list);
            let id = &items[place % items.len()].id;
            let item = Item::made_up(id, base);
            let change = match (name, list, &**id) {
                ("heavily-armed", List::RangedWeapons, _) => base - 1,
                ("mutants", _, "claws-teeth" | "horrible-claws-teeth" | "whip-tail") => base - 1,
                ("soldiers", _, "grenade" | "heavy-armor" | "medkit") => 0,
                _ => base,
            };
            prop_assert_eq!(cost::listed(catalogue(), list, &item, ability(name)), change.max(0) as u32);
        }
    }

    // **Feature: space-weirdos-game-rules, Property 7: 25-point weirdo uniqueness** P7
    #[test]
    fn one_weirdo_may_be_premium(document in known_warband()) {
        let warband = warband(document);
        let ability = cost::ability(catalogue(), &warband);
        let costs: Vec<u32> =
            warband.members().map(|(_, weirdo)| cost::weirdo(catalogue(), weirdo, ability)).collect();
        let premium = costs.iter().filter(|cost| (21..=25).contains(*cost)).count();
        let found = rules_of(&warband);
        let too_dear = found.iter().any(|rule| rule == "WEIRDO_POINT_LIMIT_EXCEEDED");
        let many = found.iter().any(|rule| rule == "MULTIPLE_25_POINT_WEIRDOS");
        prop_assert_eq!(many, 1 < premium);
        prop_assert_eq!(too_dear, 1 < premium || costs.iter().any(|cost| 25 < *cost));
    }

    // **Feature: space-weirdos-game-rules, Property 8: Warband point limit enforcement** P8
    #[test]
    fn the_limit_is_kept(document in known_warband()) {
        let warband = warband(document);
        let limit = warband.point_limit.as_ref().and_then(Value::as_u64).unwrap();
        let over = rules_of(&warband).iter().any(|rule| rule == "WARBAND_POINT_LIMIT_EXCEEDED");
        prop_assert_eq!(over, limit < u64::from(cost::warband(catalogue(), &warband)));
    }

    // **Feature: space-weirdos-game-rules, Property 9: Cost non-negativity** P9
    // Unsigned results cannot be negative, so this pins what negative bases come to.
    #[test]
    fn no_cost_is_negative(base in i32::MIN..=0, name in any_ability(), id in "[a-z-]{1,12}") {
        let item = Item::made_up(&id, base);
        for list in List::ALL {
            prop_assert_eq!(cost::listed(catalogue(), list, &item, ability(name)), 0);
        }
        prop_assert_eq!(cost::leader_trait(&item), 0);
    }

    // **Feature: space-weirdos-game-rules, Property 10: Required weirdo fields** P10, R21, R22
    #[test]
    fn fields_are_required_and_legal(document in known_weirdo(), key in 0..5_usize, value in anything()) {
        let attribute = Attribute::ALL[key];
        let mut document = document;
        document["attributes"][attribute.key()] = value;
        let weirdo = weirdo(document);
        let legal = |attribute| {
            let level = weirdo.level(attribute);
            level.is_some_and(|level| match attribute {
                Attribute::Speed => [json!(1), json!(2), json!(3)].contains(level),
                Attribute::Firepower => [json!("None"), json!("2d8"), json!("2d10")].contains(level),
                _ => [json!("2d6"), json!("2d8"), json!("2d10")].contains(level),
            })
        };
        let named = !weirdo.name.trim().is_empty();
        let expected = named && Attribute::ALL.into_iter().all(legal);
        prop_assert_eq!(core().validate_basics(&weirdo).valid, expected);
    }

    // **Feature: space-weirdos-game-rules, Property 11: Warband structure validity** P11
    #[test]
    fn structure_is_required(
        document in known_warband(),
        name in prop_oneof![Just(""), Just("  "), Just("Row")],
        limit in prop_oneof![Just(json!(75)), Just(json!(125)), Just(json!(null)), anything()],
        extra in any::<bool>(),
    ) {
        let mut warband = warband(document);
        warband.name = name.to_owned();
        warband.point_limit = Some(limit).filter(|limit| !limit.is_null());
        if extra {
            warband.troopers.push(Weirdo::new("", "Second", Role::Leader));
        }
        let legal_limit = warband.point_limit == Some(json!(75)) || warband.point_limit == Some(json!(125));
        let expected = name == "Row" && legal_limit && warband.leader.is_some() && !extra;
        prop_assert_eq!(core().validate_structure(&warband).valid, expected);
    }

    // **Feature: space-weirdos-game-rules, Property 12: Any document can be priced and validated** P12
    #[test]
    fn no_document_panics(document in prop_oneof![damaged(), anything()]) {
        let Ok(import) = file::import(catalogue(), &document.to_string()) else {
            prop_assert!(!document.is_object() || document.get("schemaVersion").is_some());
            return Ok(());
        };
        let warband = import.warband;
        core().validate(&warband);
        cost::warband(catalogue(), &warband);
        for (_, weirdo) in warband.members() {
            cost::breakdown(catalogue(), weirdo, ability("mutants"));
            core().validate_weirdo_in(weirdo, &warband);
        }
        file::sheet(&core(), &warband, file::Paper::A4);
        file::roster(&core(), &warband, file::Roster::Full);
        file::roster(&core(), &warband, file::Roster::Short);
    }

    // **Feature: space-weirdos-game-rules, Property 13: Parts sum to the total and lines to parts** P13
    #[test]
    fn breakdowns_add_up(document in known_weirdo(), name in any_ability()) {
        let weirdo = weirdo(document);
        let it = cost::breakdown(catalogue(), &weirdo, ability(name));
        let parts = it.attributes + it.weapons + it.equipment + it.psychic_powers + it.leader_trait;
        prop_assert_eq!(it.total, parts);
        prop_assert_eq!(it.total, it.lines.iter().map(|line| line.paid).sum::<u32>());
        prop_assert_eq!(it.total, cost::weirdo(catalogue(), &weirdo, ability(name)));
        let items: usize = List::ALL.iter().map(|list| weirdo.list(*list).len()).sum();
        prop_assert_eq!(it.lines.len(), 5 + items + usize::from(weirdo.leader_trait.is_some()));
        prop_assert!(it.lines.iter().all(|line| (line.base == line.paid) == line.reason.is_none()));
    }

    // **Feature: space-weirdos-game-rules, Property 14: No ability makes anything dearer** P14
    #[test]
    fn abilities_only_save(document in known_weirdo(), name in any_ability()) {
        let weirdo = weirdo(document);
        let without = cost::weirdo(catalogue(), &weirdo, None);
        let with = cost::weirdo(catalogue(), &weirdo, ability(name));
        prop_assert!(with <= without);
        if ["cyborgs", "fanatics", "living-weapons", "undead"].contains(&name) {
            prop_assert_eq!(with, without);
        }
    }

    // **Feature: space-weirdos-game-rules, Property 15: Adding a known item never lowers the cost** P15
    #[test]
    fn more_never_costs_less(document in known_weirdo(), name in any_ability(), place in 0..11_usize) {
        let before = weirdo(document);
        for list in List::ALL {
            let items = catalogue().items(list);
            let mut after = before.clone();
            after.list_mut(list).push(items[place % items.len()].id.clone());
            let price = |weirdo| cost::weirdo(catalogue(), weirdo, ability(name));
            prop_assert!(price(&before) <= price(&after));
        }
    }

    // **Feature: space-weirdos-game-rules, Property 16: Order changes neither costs nor validity** P16
    #[test]
    fn order_does_not_matter(document in known_warband()) {
        let forward = warband(document);
        let mut backward = forward.clone();
        backward.troopers = forward.troopers.iter().rev().map(reversed).collect();
        backward.leader = forward.leader.as_ref().map(reversed);
        prop_assert_eq!(cost::warband(catalogue(), &forward), cost::warband(catalogue(), &backward));
        prop_assert_eq!(core().is_valid(&forward), core().is_valid(&backward));
    }

    // **Feature: space-weirdos-game-rules, Property 17: The fast answer is the whole answer** P17
    #[test]
    fn is_valid_is_validate(document in damaged()) {
        let Ok(import) = file::import(catalogue(), &document.to_string()) else { return Ok(()) };
        let result = core().validate(&import.warband);
        prop_assert_eq!(core().is_valid(&import.warband), result.valid);
        prop_assert_eq!(result.valid, result.errors.is_empty());
    }

    // **Feature: space-weirdos-game-rules, Property 18: Validating twice gives equal results** P18
    #[test]
    fn validation_is_a_function(document in damaged()) {
        let Ok(import) = file::import(catalogue(), &document.to_string()) else { return Ok(()) };
        let before = import.warband.clone();
        prop_assert_eq!(core().validate(&import.warband), core().validate(&import.warband));
        prop_assert_eq!(before, import.warband);
    }

    // **Feature: space-weirdos-game-rules, Property 19: Export, import, export is byte-identical** P19
    #[test]
    fn files_round_trip(document in damaged()) {
        let Ok(import) = file::import(catalogue(), &document.to_string()) else { return Ok(()) };
        let written = file::write(&import.warband);
        let again = file::import(catalogue(), &written).unwrap();
        prop_assert_eq!(&again.warband, &import.warband);
        prop_assert_eq!(&again.notes, &[]);
        prop_assert_eq!(file::write(&again.warband), written);
        let code = file::encode(catalogue(), &import.warband);
        prop_assert_eq!(file::decode(catalogue(), &code), Ok(import.warband));
        prop_assert!(code.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)));
    }

    // **Feature: space-weirdos-game-rules, Property 20: What Mutants saves** P20
    #[test]
    fn mutants_save_on_speed_and_claws(document in known_weirdo()) {
        let weirdo = weirdo(document);
        let fast = weirdo.level(Attribute::Speed).and_then(Value::as_u64) >= Some(2);
        let claws = ["claws-teeth", "horrible-claws-teeth", "whip-tail"];
        let clawed = weirdo.close_combat_weapons.iter().filter(|id| claws.contains(&&***id)).count();
        let price = |name| cost::weirdo(catalogue(), &weirdo, ability(name));
        prop_assert_eq!(price("none") - price("mutants"), u32::from(fast) + clawed as u32);
    }

    // **Feature: space-weirdos-game-rules, Property 21: A higher limit can only remove the total's error** P21, R13
    #[test]
    fn a_higher_limit_only_helps(document in known_warband()) {
        let mut low = warband(document);
        low.point_limit = Some(json!(75));
        let high = Warband { point_limit: Some(json!(125)), ..low.clone() };
        let mut before = rules_of(&low);
        before.retain(|rule| rule != "WARBAND_POINT_LIMIT_EXCEEDED");
        let mut after = rules_of(&high);
        after.retain(|rule| rule != "WARBAND_POINT_LIMIT_EXCEEDED");
        prop_assert_eq!(before, after);
    }
}

#[test]
fn the_catalogue_is_one_value() {
    assert!(std::ptr::eq(Catalogue::core(), Catalogue::core()));
}
