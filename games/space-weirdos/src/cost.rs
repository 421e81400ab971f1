//! What things cost. Every function is total: what is absent or unknown costs nothing, and no
//! cost is below zero.

use schemars::JsonSchema;
use senet_kernel::visible;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogue::{Ability, Attribute, Catalogue, Item, List, Target};
use crate::document::{Warband, Weirdo, level_place};

/// The ability that a warband has while it is priced; an unknown one changes nothing.
pub fn ability(catalogue: &Catalogue, warband: &Warband) -> Option<Ability> {
    ability_written(catalogue, warband.ability.as_ref()?)
}

pub(crate) fn ability_written(catalogue: &Catalogue, value: &Value) -> Option<Ability> {
    catalogue.ability_of(value.as_str()?)
}

/// Ruling R3, for documents that were not read from a file.
pub(crate) fn is_no_ability(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(|id| id.is_empty() || id == "none")
}

/// What a level of an attribute costs; an unknown level costs nothing.
pub fn attribute(
    catalogue: &Catalogue,
    attribute: Attribute,
    level: &Value,
    ability: Option<Ability>,
) -> u32 {
    level_place(catalogue, attribute, level)
        .map_or(0, |place| catalogue.prices(ability).levels[attribute.index()][place])
}

/// What a close combat weapon costs, whatever its base cost.
pub fn close_combat_weapon(catalogue: &Catalogue, item: &Item, ability: Option<Ability>) -> u32 {
    listed(catalogue, List::CloseCombatWeapons, item, ability)
}

/// What a ranged weapon costs, whatever its base cost.
pub fn ranged_weapon(catalogue: &Catalogue, item: &Item, ability: Option<Ability>) -> u32 {
    listed(catalogue, List::RangedWeapons, item, ability)
}

/// What a piece of equipment costs, whatever its base cost.
pub fn equipment(catalogue: &Catalogue, item: &Item, ability: Option<Ability>) -> u32 {
    listed(catalogue, List::Equipment, item, ability)
}

/// What a psychic power costs, whatever its base cost.
pub fn psychic_power(catalogue: &Catalogue, item: &Item, ability: Option<Ability>) -> u32 {
    listed(catalogue, List::PsychicPowers, item, ability)
}

/// What a thing in a list costs, whatever its base cost.
pub fn listed(catalogue: &Catalogue, list: List, item: &Item, ability: Option<Ability>) -> u32 {
    catalogue.adjust(Target::Item(list), &item.id, item.cost, ability)
}

/// What a leader trait costs.
pub fn leader_trait(item: &Item) -> u32 {
    u32::try_from(item.cost).unwrap_or(0)
}

/// What a weirdo costs.
pub fn weirdo(catalogue: &Catalogue, weirdo: &Weirdo, ability: Option<Ability>) -> u32 {
    let prices = catalogue.prices(ability);
    let mut total = 0_u32;
    for attribute in Attribute::ALL {
        let place =
            weirdo.level(attribute).and_then(|level| level_place(catalogue, attribute, level));
        total += place.map_or(0, |place| prices.levels[attribute.index()][place]);
    }
    for list in List::ALL {
        for id in weirdo.list(list) {
            let place = catalogue.find(list, id);
            let cost = place.map_or(0, |place| prices.items[list.index()][place]);
            total = total.saturating_add(cost);
        }
    }
    let trait_cost =
        weirdo.trait_id().and_then(|id| catalogue.trait_of(id)).map_or(0, leader_trait);
    total.saturating_add(trait_cost)
}

/// What a warband costs: its leader and its troopers.
pub fn warband(catalogue: &Catalogue, warband: &Warband) -> u32 {
    let ability = ability(catalogue, warband);
    let costs = warband.members().map(|(_, member)| weirdo(catalogue, member, ability));
    costs.fold(0, u32::saturating_add)
}

/// The part of a weirdo's cost that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Group {
    /// The five attributes.
    Attributes,
    /// Weapons of both kinds.
    Weapons,
    /// Equipment.
    Equipment,
    /// Psychic powers.
    PsychicPowers,
    /// The leader trait.
    LeaderTrait,
}

/// One attribute or item of a weirdo, with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CostLine {
    /// The part that it is counted in.
    pub group: Group,
    /// The attribute's key or the item's id, as written.
    pub id: String,
    /// What people read.
    pub label: String,
    /// Points before the ability.
    pub base: u32,
    /// Points paid.
    #[serde(rename = "final")]
    pub paid: u32,
    /// Why the two differ, such as "Mutants −1".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a weirdo costs, part by part and line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CostBreakdown {
    /// The five attributes together.
    pub attributes: u32,
    /// Weapons of both kinds.
    pub weapons: u32,
    /// Equipment.
    pub equipment: u32,
    /// Psychic powers.
    pub psychic_powers: u32,
    /// The leader trait.
    pub leader_trait: u32,
    /// All parts together.
    pub total: u32,
    /// One line for each attribute and each item, in document order.
    pub lines: Vec<CostLine>,
}

/// What a weirdo costs, with every line.
pub fn breakdown(
    catalogue: &Catalogue,
    weirdo: &Weirdo,
    ability: Option<Ability>,
) -> CostBreakdown {
    let mut lines = Vec::new();
    for attribute in Attribute::ALL {
        lines.push(attribute_line(catalogue, weirdo, attribute, ability));
    }
    for list in List::ALL {
        for id in weirdo.list(list) {
            lines.push(item_line(catalogue, list, id, ability));
        }
    }
    if let Some(id) = weirdo.trait_id() {
        let item = catalogue.trait_of(id);
        let cost = item.map_or(0, leader_trait);
        let name = item.map_or(id, |item| &item.name);
        lines.push(line(Group::LeaderTrait, id, name.to_owned(), cost, cost, None));
    }
    let part = |group: Group| {
        let paid = lines.iter().filter(|line| line.group == group).map(|line| line.paid);
        paid.fold(0, u32::saturating_add)
    };
    CostBreakdown {
        attributes: part(Group::Attributes),
        weapons: part(Group::Weapons),
        equipment: part(Group::Equipment),
        psychic_powers: part(Group::PsychicPowers),
        leader_trait: part(Group::LeaderTrait),
        total: lines.iter().fold(0, |sum, line| sum.saturating_add(line.paid)),
        lines,
    }
}

fn attribute_line(
    catalogue: &Catalogue,
    weirdo: &Weirdo,
    attribute: Attribute,
    ability: Option<Ability>,
) -> CostLine {
    let level = weirdo.level(attribute);
    let name = &catalogue.attribute(attribute).name;
    let label = match level {
        Some(level) => format!("{name} {}", plain(level)),
        None => name.clone(),
    };
    let place = level.and_then(|level| level_place(catalogue, attribute, level));
    let price = |ability| {
        place.map_or(0, |place| catalogue.prices(ability).levels[attribute.index()][place])
    };
    let (base, paid) = (price(None), price(ability));
    let reason = reason(catalogue, ability, base, paid);
    line(Group::Attributes, attribute.key(), label, base, paid, reason)
}

fn item_line(catalogue: &Catalogue, list: List, id: &str, ability: Option<Ability>) -> CostLine {
    let group = match list {
        List::CloseCombatWeapons | List::RangedWeapons => Group::Weapons,
        List::Equipment => Group::Equipment,
        List::PsychicPowers => Group::PsychicPowers,
    };
    let place = catalogue.find(list, id);
    let price =
        |ability| place.map_or(0, |place| catalogue.prices(ability).items[list.index()][place]);
    let name = place.map_or(id, |place| &catalogue.items(list)[place].name);
    let (base, paid) = (price(None), price(ability));
    let reason = reason(catalogue, ability, base, paid);
    line(group, id, name.to_owned(), base, paid, reason)
}

fn line(
    group: Group,
    id: &str,
    label: String,
    base: u32,
    paid: u32,
    reason: Option<String>,
) -> CostLine {
    let label = visible(&label).into_owned();
    CostLine { group, id: id.to_owned(), label, base, paid, reason }
}

/// Why a price differs from its base.
fn reason(catalogue: &Catalogue, ability: Option<Ability>, base: u32, paid: u32) -> Option<String> {
    let name = &catalogue.ability(ability?).name;
    let change = i64::from(paid) - i64::from(base);
    match change {
        0 => None,
        1.. => Some(format!("{name} +{change}")),
        _ => Some(format!("{name} −{}", change.unsigned_abs())),
    }
}

/// A value as people read it: text without quotes.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
