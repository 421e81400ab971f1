//! Reading: any JSON object is a document. Names, aliases and other shapes become our own, and
//! nothing vanishes: what is not taken over is noted with its place.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Format, Import, Note, Refusal};
use crate::catalogue::{Ability, Attribute, Catalogue, Item, List, Role};
use crate::cost;
use crate::document::{Attributes, SCHEMA_VERSION, Warband, Weirdo};

/// What a warband may say. The other builder's words are among them.
const WARBAND: [&str; 12] = [
    "schemaVersion",
    "exportVersion",
    "id",
    "name",
    "pointLimit",
    "ability",
    "leader",
    "troopers",
    "weirdos",
    "bench",
    "totalCost",
    "cost",
];
/// What a weirdo may say.
const WEIRDO: [&str; 13] = [
    "id",
    "name",
    "type",
    "attributes",
    "closeCombatWeapons",
    "rangedWeapons",
    "equipment",
    "psychicPowers",
    "leaderTrait",
    "notes",
    "tags",
    "totalCost",
    "cost",
];

/// Reads a document of either format.
pub(crate) fn document(catalogue: &Catalogue, value: Value) -> Result<Import, Refusal> {
    let mut reader = Reader { catalogue, notes: Vec::new() };
    let mut fields = object(value)?;
    reader.version(&fields)?;
    // The other builder may wrap its export.
    if !fields.contains_key("leader")
        && !fields.contains_key("weirdos")
        && let Some(Value::Object(inner)) = fields.get_mut("warband").map(Value::take)
    {
        fields.remove("warband");
        reader.unknown(&fields, "", &WARBAND);
        fields = inner;
        reader.version(&fields)?;
    }
    let (mut warband, format) = reader.warband(fields);
    refresh_ids(&mut warband, &mut reader.notes);
    Ok(Import { warband, format, notes: reader.notes })
}

/// Reads a weirdo from any JSON; what is not an object is an empty draft.
pub(crate) fn weirdo(catalogue: &Catalogue, value: Value) -> Weirdo {
    Reader { catalogue, notes: Vec::new() }.weirdo(value, "weirdo")
}

/// Reads the parts of a document and notes everything that it does not take over.
struct Reader<'a> {
    catalogue: &'a Catalogue,
    notes: Vec<Note>,
}

impl Reader<'_> {
    fn note(&mut self, field: impl AsRef<str>, sentence: String) {
        self.notes.push(Note::new(field.as_ref(), &sentence));
    }

    /// A version that is absent is taken for ours: drafts may lack it.
    fn version(&mut self, fields: &Map<String, Value>) -> Result<(), Refusal> {
        let written = match fields.get("schemaVersion") {
            None | Some(Value::Null) => return Ok(()),
            Some(Value::String(text)) => serde_json::from_str(text.trim()).unwrap_or_default(),
            Some(other) => other.clone(),
        };
        match whole(written) {
            Value::Number(number)
                if number.as_i64().is_some_and(|n| n <= SCHEMA_VERSION as i64) =>
            {
                Ok(())
            }
            Value::Number(number) => {
                Err(Refusal::NewerVersion { version: number.to_string(), known: SCHEMA_VERSION })
            }
            _ => {
                let sentence = "The version is no number. The file is read as version 1.";
                self.note("schemaVersion", sentence.to_owned());
                Ok(())
            }
        }
    }

    fn warband(&mut self, mut fields: Map<String, Value>) -> (Warband, Format) {
        self.unknown(&fields, "", &WARBAND);
        let catalogue = self.catalogue;
        let ability = take(&mut fields, "ability").and_then(|value| ability(catalogue, value));
        let priced_under = ability.as_ref().and_then(|a| cost::ability_written(catalogue, a));
        let mut leader = take(&mut fields, "leader")
            .and_then(|value| self.leader(value))
            .map(|value| self.member(value, "leader", priced_under));
        let mut members = |reader: &mut Self, key: &str| -> Vec<Weirdo> {
            let values = reader.list(&mut fields, "", key).into_iter().enumerate();
            values
                .map(|(n, value)| reader.member(value, &format!("{key}[{n}]"), priced_under))
                .collect()
        };
        let mut troopers = members(self, "troopers");
        let weirdos = members(self, "weirdos");
        let bench = members(self, "bench");
        for weirdo in weirdos {
            let leads = weirdo.role.as_ref().and_then(Value::as_str) == Some(Role::Leader.key());
            if leads && leader.is_none() {
                leader = Some(weirdo);
            } else {
                troopers.push(weirdo);
            }
        }
        let mut warband = Warband {
            schema_version: SCHEMA_VERSION,
            id: self.text(&mut fields, "", "id"),
            name: self.text(&mut fields, "", "name").trim().to_owned(),
            point_limit: take(&mut fields, "pointLimit").map(whole),
            ability,
            leader,
            troopers,
            bench,
        };
        fill_types(&mut warband);
        let total = cost::warband(catalogue, &warband);
        let format = if fields.contains_key("weirdos") { Format::Foreign } else { Format::Native };
        let stored = stored_cost(&Value::Object(fields)).filter(|cost| *cost != i64::from(total));
        if let Some(stored) = stored {
            let sentence = format!("The file says the warband costs {stored}; it costs {total}.");
            self.note("warband", sentence);
        }
        (warband, format)
    }

    /// What is no object leaves the slot empty, and B4 reports that.
    fn leader(&mut self, value: Value) -> Option<Value> {
        if !value.is_object() {
            self.note("leader", misplaced(&value, "a weirdo"));
        }
        Some(value).filter(Value::is_object)
    }

    fn member(&mut self, value: Value, place: &str, priced_under: Option<Ability>) -> Weirdo {
        let stored = stored_cost(&value);
        let weirdo = self.weirdo(value, place);
        // Ruling R23: the catalogue's costs count. Where a file's differ, the player is told.
        let cost = cost::weirdo(self.catalogue, &weirdo, priced_under);
        if let Some(stored) = stored.filter(|stored| *stored != i64::from(cost)) {
            let name = &weirdo.name;
            self.note(place, format!("The file says {name} costs {stored}; it costs {cost}."));
        }
        weirdo
    }

    fn weirdo(&mut self, value: Value, place: &str) -> Weirdo {
        let mut fields = match value {
            Value::Object(fields) => fields,
            other => {
                self.note(place, misplaced(&other, "a weirdo"));
                Map::new()
            }
        };
        self.unknown(&fields, place, &WEIRDO);
        let catalogue = self.catalogue;
        let name = self.text(&mut fields, place, "name").trim().to_owned();
        let [close_combat_weapons, ranged_weapons, equipment, psychic_powers] =
            List::ALL.map(|list| self.items(&mut fields, place, list, &name));
        Weirdo {
            id: self.text(&mut fields, place, "id"),
            role: take(&mut fields, "type"),
            attributes: take(&mut fields, "attributes").and_then(|v| self.attributes(v, place)),
            close_combat_weapons,
            ranged_weapons,
            equipment,
            psychic_powers,
            leader_trait: take(&mut fields, "leaderTrait")
                .and_then(|v| leader_trait(catalogue, &v)),
            notes: self.text(&mut fields, place, "notes"),
            tags: self.tags(&mut fields, place),
            name,
        }
    }

    /// Only an object with something in it counts as attributes.
    fn attributes(&mut self, value: Value, place: &str) -> Option<Attributes> {
        let place = join(place, "attributes");
        let Value::Object(mut fields) = value else {
            self.note(place, misplaced(&value, "an object with five levels"));
            return None;
        };
        self.unknown(&fields, &place, &Attribute::ALL.map(Attribute::key));
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

    fn items(
        &mut self,
        fields: &mut Map<String, Value>,
        place: &str,
        which: List,
        owner: &str,
    ) -> Vec<String> {
        let mut ids = Vec::new();
        for (number, value) in self.list(fields, place, which.key()).into_iter().enumerate() {
            let Some(item) = meant(self.catalogue.items(which), &value) else {
                ids.push(as_written(&value));
                continue;
            };
            ids.push(item.id.clone());
            let stored = value.get("baseCost").cloned().map(whole).and_then(|v| v.as_i64());
            if let Some(stored) = stored.filter(|stored| *stored != i64::from(item.cost)) {
                let sentence = format!(
                    "The file prices {} of {owner} at {stored}; the catalogue says {}.",
                    item.name, item.cost
                );
                self.note(format!("{}[{number}]", join(place, which.key())), sentence);
            }
        }
        ids
    }

    fn tags(&mut self, fields: &mut Map<String, Value>, place: &str) -> Vec<String> {
        let mut tags = Vec::new();
        for (number, value) in self.list(fields, place, "tags").into_iter().enumerate() {
            match plain_text(&value) {
                Some(tag) => tags.push(tag),
                None => {
                    let place = format!("{}[{number}]", join(place, "tags"));
                    self.note(place, format!("{} It is left out.", misplaced(&value, "text")));
                }
            }
        }
        tags
    }

    /// What a key holds as a list. One thing that stands where a list should is a list of one: it
    /// must not vanish, or an illegal warband would pass for a legal one.
    fn list(&mut self, fields: &mut Map<String, Value>, place: &str, key: &str) -> Vec<Value> {
        match take(fields, key) {
            None => Vec::new(),
            Some(Value::Array(values)) => values,
            Some(other) => {
                let sentence =
                    format!("{} It is read as a list of one.", misplaced(&other, "a list"));
                self.note(join(place, key), sentence);
                vec![other]
            }
        }
    }

    /// Text as it stands; a number as its digits; anything else is no text.
    fn text(&mut self, fields: &mut Map<String, Value>, place: &str, key: &str) -> String {
        let Some(value) = take(fields, key) else {
            return String::new();
        };
        plain_text(&value).unwrap_or_else(|| {
            self.note(join(place, key), format!("{} It is left out.", misplaced(&value, "text")));
            String::new()
        })
    }

    /// Tells of every key that nobody reads.
    fn unknown(&mut self, fields: &Map<String, Value>, place: &str, known: &[&str]) {
        for key in fields.keys().filter(|key| !known.contains(&key.as_str())) {
            self.note(join(place, key), "This part is not known here. It is left out.".to_owned());
        }
    }
}

fn join(place: &str, key: &str) -> String {
    match place {
        "" => key.to_owned(),
        place => format!("{place}.{key}"),
    }
}

fn misplaced(value: &Value, expected: &str) -> String {
    let mut letters = shape(value).chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase()).unwrap_or_default();
    format!("{first}{} stands where {expected} should.", letters.as_str())
}

fn plain_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
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

/// What a key holds; null is the same as nothing.
fn take(fields: &mut Map<String, Value>, key: &str) -> Option<Value> {
    fields.get_mut(key).map(Value::take).filter(|value| !value.is_null())
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

/// A cost that a file carries; it is compared with ours and then forgotten.
fn stored_cost(value: &Value) -> Option<i64> {
    let cost = value.get("totalCost").or_else(|| value.get("cost"))?;
    whole(cost.clone()).as_i64()
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

/// Blank or repeated ids get fresh ones; the first to have an id keeps it.
pub(crate) fn refresh_ids(warband: &mut Warband, notes: &mut Vec<Note>) {
    let written: BTreeSet<String> = warband.everyone_mut().map(|w| w.id.clone()).collect();
    let mut numbers = 1_u32..;
    let mut fresh = || {
        let mut ids = numbers.by_ref().map(|number| format!("w{number}"));
        ids.find(|id| !written.contains(id)).unwrap_or_default()
    };
    let mut taken = BTreeSet::new();
    let leader = warband.leader.iter().map(|_| "leader".to_owned());
    let places = |key: &str, group: &[Weirdo]| -> Vec<String> {
        (0..group.len()).map(|n| format!("{key}[{n}]")).collect()
    };
    let places: Vec<String> = leader
        .chain(places("troopers", &warband.troopers))
        .chain(places("bench", &warband.bench))
        .collect();
    for (weirdo, place) in warband.everyone_mut().zip(places) {
        let blank = weirdo.id.trim().is_empty();
        if !blank && taken.insert(weirdo.id.clone()) {
            continue;
        }
        let id = fresh();
        if !blank {
            let sentence =
                format!("The id {} stands twice; {} has {id} now.", weirdo.id, weirdo.name);
            notes.push(Note::new(&join(&place, "id"), &sentence));
        }
        weirdo.id = id;
    }
}
