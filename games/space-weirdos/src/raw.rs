//! The catalogue's file as it stands, and the checks that turn it into a [`Catalogue`].
//!
//! [`Catalogue`]: crate::Catalogue

use std::collections::{BTreeMap, BTreeSet};

use senet_kernel::{Fault, Faults};
use serde::Deserialize;

use crate::catalogue::{
    AbilityEntry, Attribute, AttributeEntry, Effect, Item, Level, Limits, List, Modifier, Target,
};

/// No price is higher, so that no sum can overflow.
const MAX_COST: i32 = 1000;
/// The solver's tables have a row for each cost of a weirdo.
const MAX_PREMIUM: u32 = 60;
/// The solver counts all sets of items.
const MAX_ITEMS: usize = 14;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Catalogue {
    meta: Meta,
    attributes: BTreeMap<String, RawAttribute>,
    limits: RawLimits,
    close_combat_weapons: Vec<RawItem>,
    ranged_weapons: Vec<RawItem>,
    equipment: Vec<RawItem>,
    psychic_powers: Vec<RawItem>,
    leader_traits: Vec<RawItem>,
    warband_abilities: Vec<RawAbility>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    schema: u32,
    #[serde(rename = "ruleset")]
    _ruleset: String,
    attribute_order: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAttribute {
    name: String,
    levels: BTreeMap<String, i32>,
    #[serde(rename = "level_type")]
    _level_type: String,
    default: String,
    touched_by: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLimits {
    warband_points: Vec<u32>,
    weirdo_standard: u32,
    weirdo_premium_min: u32,
    weirdo_premium_max: u32,
    premium_slots: u32,
    leaders: u32,
    min_close_combat_weapons: u32,
    min_ranged_weapons_with_firepower: u32,
    equipment: RawEquipment,
    near_weirdo: u32,
    near_warband: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEquipment {
    leader: u32,
    trooper: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawItem {
    id: String,
    name: String,
    #[serde(default)]
    kind: String,
    cost: i32,
    max_actions: Option<u8>,
    uses_per_game: Option<u8>,
    #[serde(rename = "own_firepower")]
    _own_firepower: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    does: String,
    #[serde(default)]
    touched_by: Vec<String>,
    #[serde(default)]
    in_play: Vec<String>,
    #[serde(default)]
    aliases: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAbility {
    id: String,
    name: String,
    build: String,
    does: String,
    #[serde(default)]
    modifiers: Vec<RawModifier>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawModifier {
    op: String,
    target: String,
    ids: Vec<String>,
    amount: i32,
    floor: Option<i32>,
}

/// The faults found so far, each with the file's name before its field.
struct Checker<'a> {
    file: &'a str,
    faults: Vec<Fault>,
}

impl Checker<'_> {
    fn fault(&mut self, field: &str, code: &str, sentence: String) {
        let field = format!("{}: {field}", self.file);
        self.faults.push(Fault::new(field, code, sentence));
    }

    fn expect(&mut self, holds: bool, field: &str, code: &str, sentence: &str) {
        if !holds {
            self.fault(field, code, sentence.to_owned());
        }
    }

    fn cost(&mut self, field: &str, cost: i32) {
        if !(0..=MAX_COST).contains(&cost) {
            let sentence = format!("the cost is {cost}; 0 to {MAX_COST} is allowed");
            self.fault(field, "cost_out_of_range", sentence);
        }
    }
}

impl Catalogue {
    pub(crate) fn check(self, file: &str) -> Result<crate::Catalogue, Faults> {
        let mut checker = Checker { file, faults: Vec::new() };
        checker.expect(
            self.meta.schema == 1,
            "meta.schema",
            "unknown_schema",
            "only schema 1 is known",
        );
        let order: Vec<&str> = Attribute::ALL.map(Attribute::key).to_vec();
        checker.expect(
            self.meta.attribute_order == order,
            "meta.attribute_order",
            "wrong_order",
            "the order is speed, defense, firepower, prowess, willpower",
        );
        let ability_ids: BTreeSet<String> =
            self.warband_abilities.iter().map(|a| a.id.clone()).collect();
        let attributes = check_attributes(self.attributes, &ability_ids, &mut checker);
        let limits = check_limits(self.limits, &mut checker);
        let items = [
            ("close_combat_weapons", self.close_combat_weapons),
            ("ranged_weapons", self.ranged_weapons),
            ("equipment", self.equipment),
            ("psychic_powers", self.psychic_powers),
        ]
        .map(|(section, items)| check_items(section, items, &ability_ids, &mut checker));
        let traits = check_items("leader_traits", self.leader_traits, &ability_ids, &mut checker);
        let abilities = check_abilities(self.warband_abilities, &items, &mut checker);
        Faults::check(checker.faults)?;
        let attributes = attributes.expect("no fault was found");
        Ok(crate::Catalogue::new(attributes, items, traits, abilities, limits))
    }
}

fn check_attributes(
    mut raw: BTreeMap<String, RawAttribute>,
    abilities: &BTreeSet<String>,
    checker: &mut Checker<'_>,
) -> Option<[AttributeEntry; 5]> {
    let mut entries = Vec::new();
    for id in Attribute::ALL {
        let field = format!("attributes.{}", id.key());
        let Some(raw) = raw.remove(id.key()) else {
            checker.fault(&field, "missing", "the attribute is missing".to_owned());
            continue;
        };
        check_touched(&field, &raw.touched_by, abilities, checker);
        entries.extend(check_levels(id, raw, &field, checker));
    }
    for key in raw.keys() {
        let field = format!("attributes.{key}");
        checker.fault(&field, "unknown_attribute", format!("there is no attribute {key}"));
    }
    entries.try_into().ok()
}

fn check_levels(
    id: Attribute,
    raw: RawAttribute,
    field: &str,
    checker: &mut Checker<'_>,
) -> Option<AttributeEntry> {
    let mut levels: Vec<(String, i32)> = raw.levels.into_iter().collect();
    levels.sort_by_key(|(_, cost)| *cost);
    for (level, cost) in &levels {
        checker.cost(&format!("{field}.levels.{level}"), *cost);
    }
    let rising = levels.windows(2).all(|pair| pair[0].1 < pair[1].1);
    checker.expect(rising, field, "levels_not_rising", "no two levels cost the same");
    let default = levels.iter().position(|(level, _)| *level == raw.default);
    checker.expect(
        default.is_some(),
        &format!("{field}.default"),
        "unknown_level",
        "the default is not one of the levels",
    );
    let levels: Vec<Level> =
        levels.into_iter().map(|(id, cost)| Level { id, cost: cost.max(0) as u32 }).collect();
    let levels: Option<[Level; 3]> = levels.try_into().ok();
    checker.expect(levels.is_some(), field, "not_three_levels", "there are three levels");
    Some(AttributeEntry { id, name: raw.name, levels: levels?, default: default? })
}

fn check_limits(raw: RawLimits, checker: &mut Checker<'_>) -> Limits {
    for (field, value) in [
        ("limits.premium_slots", raw.premium_slots),
        ("limits.leaders", raw.leaders),
        ("limits.min_close_combat_weapons", raw.min_close_combat_weapons),
        ("limits.min_ranged_weapons_with_firepower", raw.min_ranged_weapons_with_firepower),
    ] {
        checker.expect(value == 1, field, "not_one", "the rules are written for 1");
    }
    checker.expect(
        !raw.warband_points.is_empty()
            && raw.warband_points.iter().all(|p| (1..=10_000).contains(p)),
        "limits.warband_points",
        "out_of_range",
        "each point limit is 1 to 10000, and there is at least one",
    );
    checker.expect(
        raw.weirdo_premium_min == raw.weirdo_standard.saturating_add(1)
            && raw.weirdo_premium_min <= raw.weirdo_premium_max
            && raw.weirdo_premium_max <= MAX_PREMIUM,
        "limits.weirdo_premium_min",
        "out_of_range",
        "the premium slot begins just above the standard limit and ends at 60 or less",
    );
    checker.expect(
        raw.equipment.leader <= 8 && raw.equipment.trooper <= 8,
        "limits.equipment",
        "out_of_range",
        "at most 8 pieces of equipment are allowed",
    );
    Limits {
        warband_points: raw.warband_points,
        weirdo_standard: raw.weirdo_standard,
        weirdo_premium_min: raw.weirdo_premium_min,
        weirdo_premium_max: raw.weirdo_premium_max,
        equipment: [raw.equipment.leader, raw.equipment.trooper],
        near_weirdo: raw.near_weirdo,
        near_warband: raw.near_warband,
    }
}

fn check_items(
    section: &str,
    raw: Vec<RawItem>,
    abilities: &BTreeSet<String>,
    checker: &mut Checker<'_>,
) -> Vec<Item> {
    let fits = (1..=MAX_ITEMS).contains(&raw.len());
    checker.expect(fits, section, "out_of_range", "there are 1 to 14 entries");
    let mut seen = BTreeSet::new();
    for item in &raw {
        let field = format!("{section}.{}", item.id);
        let kebab = item.id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        checker.expect(
            kebab && !item.id.is_empty(),
            &format!("{field}.id"),
            "bad_id",
            "an id is lower-case words with hyphens",
        );
        checker.expect(seen.insert(item.id.clone()), &field, "repeated", "the id is taken");
        checker.expect(
            !item.name.trim().is_empty(),
            &format!("{field}.name"),
            "blank",
            "the name is blank",
        );
        checker.cost(&format!("{field}.cost"), item.cost);
        check_touched(&field, &item.touched_by, abilities, checker);
        check_touched(&field, &item.in_play, abilities, checker);
    }
    raw.into_iter()
        .map(|raw| Item {
            id: raw.id,
            name: raw.name,
            kind: raw.kind,
            cost: raw.cost,
            max_actions: raw.max_actions,
            uses_per_game: raw.uses_per_game,
            tags: raw.tags,
            does: raw.does,
            aliases: raw.aliases,
            touched_by: raw.touched_by,
        })
        .collect()
}

fn check_touched(
    field: &str,
    touched_by: &[String],
    abilities: &BTreeSet<String>,
    checker: &mut Checker<'_>,
) {
    for id in touched_by.iter().filter(|id| !abilities.contains(*id)) {
        let sentence = format!("there is no ability {id}");
        checker.fault(&format!("{field}.touched_by"), "unknown_ability", sentence);
    }
}

fn check_abilities(
    raw: Vec<RawAbility>,
    items: &[Vec<Item>; 4],
    checker: &mut Checker<'_>,
) -> Vec<AbilityEntry> {
    let mut seen = BTreeSet::new();
    checker.expect(
        raw.len() <= 100,
        "warband_abilities",
        "out_of_range",
        "there are at most 100 abilities",
    );
    raw.into_iter()
        .map(|ability| {
            let field = format!("warband_abilities.{}", ability.id);
            checker.expect(seen.insert(ability.id.clone()), &field, "repeated", "the id is taken");
            checker.expect(
                !["", "none"].contains(&ability.id.as_str()),
                &field,
                "bad_id",
                "this id means no ability",
            );
            let mut slots = [0, 0];
            let mut modifiers = Vec::new();
            for (place, raw) in ability.modifiers.iter().enumerate() {
                let field = format!("{field}.modifiers[{place}]");
                if raw.op == "slots" {
                    check_slots(raw, &field, &mut slots, checker);
                } else {
                    modifiers.extend(check_modifier(raw, &field, items, checker));
                }
            }
            AbilityEntry {
                id: ability.id,
                name: ability.name,
                build: ability.build,
                does: ability.does,
                modifiers,
                slots,
            }
        })
        .collect()
}

fn check_slots(raw: &RawModifier, field: &str, slots: &mut [u32; 2], checker: &mut Checker<'_>) {
    checker.expect(
        raw.target == "equipment-limit" && (0..=8).contains(&raw.amount) && raw.floor.is_none(),
        field,
        "bad_modifier",
        "slots adds 0 to 8 to equipment-limit",
    );
    for id in &raw.ids {
        match id.as_str() {
            "leader" => slots[0] = raw.amount.max(0) as u32,
            "trooper" => slots[1] = raw.amount.max(0) as u32,
            _ => checker.fault(
                &format!("{field}.ids"),
                "unknown_id",
                format!("{id} is neither leader nor trooper"),
            ),
        }
    }
}

fn check_modifier(
    raw: &RawModifier,
    field: &str,
    items: &[Vec<Item>; 4],
    checker: &mut Checker<'_>,
) -> Option<Modifier> {
    let target = match raw.target.as_str() {
        "attribute" => Target::Attribute,
        "close-combat-weapon" => Target::Item(List::CloseCombatWeapons),
        "ranged-weapon" => Target::Item(List::RangedWeapons),
        "equipment" => Target::Item(List::Equipment),
        "psychic-power" => Target::Item(List::PsychicPowers),
        other => {
            let sentence = format!("there is no target {other}");
            checker.fault(&format!("{field}.target"), "unknown_target", sentence);
            return None;
        }
    };
    let effect = match (raw.op.as_str(), raw.floor) {
        ("add", Some(floor)) if 0 <= floor => {
            Effect::Add { amount: raw.amount.clamp(-MAX_COST, MAX_COST), floor }
        }
        ("set", None) if (0..=MAX_COST).contains(&raw.amount) => Effect::Set(raw.amount),
        _ => {
            let sentence = "a modifier is add with a floor, set without one, or slots";
            checker.fault(field, "bad_modifier", sentence.to_owned());
            return None;
        }
    };
    let known = |id: &str| match target {
        Target::Attribute => Attribute::of_key(id).is_some(),
        Target::Item(list) => items[list.index()].iter().any(|item| item.id == id),
    };
    let whole_group = raw.ids == ["*"];
    for id in raw.ids.iter().filter(|id| !whole_group && !known(id)) {
        let sentence = format!("{id} is not in the group {}", raw.target);
        checker.fault(&format!("{field}.ids"), "unknown_id", sentence);
    }
    Some(Modifier { target, ids: (!whole_group).then(|| raw.ids.clone()), effect })
}
