//! Reading: any JSON object is a document. Names, aliases and other shapes become our own.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Format, Import, Note, Refusal};
use crate::catalogue::{Attribute, Catalogue, Item, List, Role};
use crate::cost;
use crate::document::{Attributes, SCHEMA_VERSION, Warband, Weirdo};

/// Reads a document of either format.
pub(crate) fn document(catalogue: &Catalogue, value: Value) -> Result<Import, Refusal> {
    let mut notes = Vec::new();
    let mut fields = object(value)?;
    check_version(&fields)?;
    // The other builder may wrap its export.
    if !fields.contains_key("leader")
        && !fields.contains_key("weirdos")
        && let Some(inner @ Value::Object(_)) = fields.get_mut("warband").map(Value::take)
    {
        fields = object(inner)?;
        check_version(&fields)?;
    }
    let ability = take(&mut fields, "ability").and_then(|value| ability(catalogue, value));
    let priced_under = ability.as_ref().and_then(|a| cost::ability_written(catalogue, a));
    let mut member = |value: Value| {
        let stored = stored_cost(&value);
        let weirdo = weirdo(catalogue, value, &mut notes);
        let cost = cost::weirdo(catalogue, &weirdo, priced_under);
        let sentence =
            |stored| format!("The file says {} costs {stored}; it costs {cost}.", weirdo.name);
        note_cost("weirdo", stored, cost, sentence, &mut notes);
        weirdo
    };
    let mut leader = match take(&mut fields, "leader") {
        Some(value @ Value::Object(_)) => Some(member(value)),
        _ => None,
    };
    let mut troopers: Vec<Weirdo> = list(&mut fields, "troopers").map(&mut member).collect();
    let foreign = fields.contains_key("weirdos");
    for value in list(&mut fields, "weirdos") {
        let weirdo = member(value);
        let leads = weirdo.role.as_ref().and_then(Value::as_str) == Some(Role::Leader.key());
        if leads && leader.is_none() {
            leader = Some(weirdo);
        } else {
            troopers.push(weirdo);
        }
    }
    let bench = list(&mut fields, "bench").map(&mut member).collect();
    let mut warband = Warband {
        schema_version: SCHEMA_VERSION,
        id: text(take(&mut fields, "id")),
        name: text(take(&mut fields, "name")).trim().to_owned(),
        point_limit: take(&mut fields, "pointLimit").map(whole),
        ability,
        leader,
        troopers,
        bench,
    };
    fill_types(&mut warband);
    let total = cost::warband(catalogue, &warband);
    let stored = stored_cost(&Value::Object(fields));
    let sentence = |stored| format!("The file says the warband costs {stored}; it costs {total}.");
    note_cost("warband", stored, total, sentence, &mut notes);
    refresh_ids(&mut warband, &mut notes);
    Ok(Import { warband, format: if foreign { Format::Foreign } else { Format::Native }, notes })
}

fn object(value: Value) -> Result<Map<String, Value>, Refusal> {
    match value {
        Value::Object(fields) => Ok(fields),
        other => Err(Refusal::NotAWarband { found: shape(&other).to_owned() }),
    }
}

fn shape(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// A version that is absent or not a number is taken for ours: drafts may lack it.
fn check_version(fields: &Map<String, Value>) -> Result<(), Refusal> {
    let Some(Value::Number(number)) = fields.get("schemaVersion").cloned().map(whole) else {
        return Ok(());
    };
    let readable = number.is_i64() && number.as_i64() <= Some(SCHEMA_VERSION as i64);
    if readable {
        Ok(())
    } else {
        Err(Refusal::NewerVersion { version: number.to_string(), known: SCHEMA_VERSION })
    }
}

/// What a key holds; null is the same as nothing.
fn take(fields: &mut Map<String, Value>, key: &str) -> Option<Value> {
    fields.get_mut(key).map(Value::take).filter(|value| !value.is_null())
}

fn list(fields: &mut Map<String, Value>, key: &str) -> impl Iterator<Item = Value> + use<> {
    match take(fields, key) {
        Some(Value::Array(values)) => values.into_iter(),
        _ => Vec::new().into_iter(),
    }
}

/// Text as it stands; a number as its digits; anything else is no text.
fn text(value: Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => text,
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// A number without its empty fraction: `75.0` is 75.
fn whole(value: Value) -> Value {
    let Value::Number(number) = &value else {
        return value;
    };
    let digits = number.to_string();
    match digits.strip_suffix(".0").map(str::parse::<i64>) {
        Some(Ok(number)) => number.into(),
        _ => value,
    }
}

/// Ruling R3: absent, null, empty and "none" are no ability. Others keep what was written.
fn ability(catalogue: &Catalogue, value: Value) -> Option<Value> {
    // The other builder may write an object here too.
    if let Some(ability) = names(&value).find_map(|text| catalogue.ability_meant(text)) {
        return Some(catalogue.ability(ability).id.as_str().into());
    }
    let none = |text: &str| text.trim().is_empty() || text.trim().eq_ignore_ascii_case("none");
    Some(value).filter(|value| !value.as_str().is_some_and(none))
}

/// Reads a weirdo from any JSON; what is not an object is an empty draft.
pub(crate) fn weirdo(catalogue: &Catalogue, value: Value, notes: &mut Vec<Note>) -> Weirdo {
    let mut fields = match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let name = text(take(&mut fields, "name")).trim().to_owned();
    let mut items = |list: List| items(catalogue, &mut fields, list, &name, notes);
    let [close_combat_weapons, ranged_weapons, equipment, psychic_powers] =
        List::ALL.map(&mut items);
    Weirdo {
        id: text(take(&mut fields, "id")),
        role: take(&mut fields, "type"),
        attributes: take(&mut fields, "attributes").and_then(attributes),
        close_combat_weapons,
        ranged_weapons,
        equipment,
        psychic_powers,
        leader_trait: take(&mut fields, "leaderTrait").and_then(|v| leader_trait(catalogue, &v)),
        notes: text(take(&mut fields, "notes")),
        tags: list(&mut fields, "tags").map(|tag| text(Some(tag))).collect(),
        name,
    }
}

/// A cost that a file carries; it is compared with ours and then forgotten.
fn stored_cost(value: &Value) -> Option<i64> {
    let cost = value.get("totalCost").or_else(|| value.get("cost"))?;
    whole(cost.clone()).as_i64()
}

/// Only an object with something in it counts as attributes.
fn attributes(value: Value) -> Option<Attributes> {
    let Value::Object(mut fields) = value else {
        return None;
    };
    if fields.is_empty() {
        return None;
    }
    let mut attributes = Attributes::default();
    for attribute in Attribute::ALL {
        let level = take(&mut fields, attribute.key());
        attributes.set(attribute, level.map(|value| level_written(attribute, value)));
    }
    Some(attributes)
}

/// Speed may be written as text.
fn level_written(attribute: Attribute, value: Value) -> Value {
    match &value {
        Value::String(text) if attribute == Attribute::Speed => {
            text.trim().parse::<i64>().map_or(value, Value::from)
        }
        _ => whole(value),
    }
}

fn items(
    catalogue: &Catalogue,
    fields: &mut Map<String, Value>,
    which: List,
    owner: &str,
    notes: &mut Vec<Note>,
) -> Vec<String> {
    let mut ids = Vec::new();
    for (place, value) in list(fields, which.key()).enumerate() {
        let Some(item) = meant(catalogue.items(which), &value) else {
            ids.push(as_written(&value));
            continue;
        };
        ids.push(item.id.clone());
        let stored = value.get("baseCost").cloned().map(whole).and_then(|v| v.as_i64());
        if let Some(stored) = stored.filter(|stored| *stored != i64::from(item.cost)) {
            notes.push(Note {
                field: format!("{}[{place}]", which.key()),
                sentence: format!(
                    "The file prices {} of {owner} at {stored}; the catalogue says {}.",
                    item.name, item.cost
                ),
            });
        }
    }
    ids
}

/// The texts that may name a thing: itself, or an object's id and then its name.
fn names(value: &Value) -> impl Iterator<Item = &str> {
    let keys = ["id", "name"].into_iter().filter_map(|key| value.get(key)?.as_str());
    value.as_str().into_iter().chain(keys).filter(|text| !text.trim().is_empty())
}

fn meant<'a>(items: &'a [Item], value: &Value) -> Option<&'a Item> {
    names(value).find_map(|text| Catalogue::meant(items, text))
}

/// What names nothing is kept as it was written, so that the list stays as long as it is.
fn as_written(value: &Value) -> String {
    match (value, names(value).next()) {
        (Value::String(text), _) => text.clone(),
        (_, Some(text)) => text.to_owned(),
        (_, None) => value.to_string(),
    }
}

fn leader_trait(catalogue: &Catalogue, value: &Value) -> Option<String> {
    let id = match meant(catalogue.traits(), value) {
        Some(item) => item.id.clone(),
        None => as_written(value),
    };
    Some(id).filter(|id| !id.trim().is_empty())
}

/// Inside a warband, an absent type is what the slot says.
fn fill_types(warband: &mut Warband) {
    let fill = |weirdo: &mut Weirdo, role: Role| {
        weirdo.role.get_or_insert_with(|| role.key().into());
    };
    if let Some(leader) = &mut warband.leader {
        fill(leader, Role::Leader);
    }
    for trooper in warband.troopers.iter_mut().chain(&mut warband.bench) {
        fill(trooper, Role::Trooper);
    }
}

/// Ruling R23: the catalogue's costs count. Where a file's differ, the player is told.
fn note_cost(
    field: &str,
    stored: Option<i64>,
    ours: u32,
    sentence: impl Fn(i64) -> String,
    notes: &mut Vec<Note>,
) {
    if let Some(stored) = stored.filter(|stored| *stored != i64::from(ours)) {
        notes.push(Note { field: field.to_owned(), sentence: sentence(stored) });
    }
}

/// Blank or repeated ids get fresh ones; the first to have an id keeps it.
fn refresh_ids(warband: &mut Warband, notes: &mut Vec<Note>) {
    let written: BTreeSet<String> = warband.everyone_mut().map(|w| w.id.clone()).collect();
    let mut numbers = 1_u32..;
    let mut fresh = || {
        let mut ids = numbers.by_ref().map(|number| format!("w{number}"));
        ids.find(|id| !written.contains(id)).unwrap_or_default()
    };
    let mut taken = BTreeSet::new();
    for weirdo in warband.everyone_mut() {
        let blank = weirdo.id.trim().is_empty();
        if !blank && taken.insert(weirdo.id.clone()) {
            continue;
        }
        let id = fresh();
        if !blank {
            let sentence =
                format!("The id {} stands twice; {} has {id} now.", weirdo.id, weirdo.name);
            notes.push(Note { field: "id".to_owned(), sentence });
        }
        weirdo.id = id;
    }
}
