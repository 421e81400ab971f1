//! Features, and the deck that they come from (FR-043, R-05).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use senet_kernel::{Fault, Faults, read_toml};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::card::Role;
use crate::id::FeatureId;

/// The name of the data file that holds the deck.
pub const FILE: &str = "features.toml";

/// What it says as the game ships it.
pub(crate) const TEXT: &str = include_str!("../data/features.toml");

/// The most features of a deck: a place in it fits one byte.
const MAX_FEATURES: usize = 255;

/// Something to build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Its name, such as F07.
    pub id: FeatureId,
    /// What it is called.
    pub title: String,
    /// The points that it requires of each role; a role that is not required is left out.
    pub needs: Needs,
}

/// Points by role. Invariant: at least one role is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "BTreeMap<Role, u8>", into = "BTreeMap<Role, u8>")]
#[schemars(with = "BTreeMap<Role, u8>")]
pub struct Needs([u8; 3]);

impl Needs {
    /// The points required of a role; 0 where it is not listed.
    pub fn of(&self, role: Role) -> u8 {
        self.0.get(role as usize).copied().unwrap_or(0)
    }

    /// Whether the role is required.
    pub fn lists(&self, role: Role) -> bool {
        self.of(role) > 0
    }

    /// The required roles with their points.
    pub fn rows(&self) -> impl Iterator<Item = (Role, u8)> {
        Role::LISTED.into_iter().zip(self.0).filter(|(_, n)| *n > 0)
    }

    /// All points together.
    pub fn total(&self) -> u16 {
        self.0.into_iter().map(u16::from).sum()
    }

    /// The points by role, in the order of [`Role::LISTED`].
    pub(crate) const fn points(&self) -> [u8; 3] {
        self.0
    }
}

impl TryFrom<BTreeMap<Role, u8>> for Needs {
    type Error = &'static str;

    fn try_from(map: BTreeMap<Role, u8>) -> Result<Needs, &'static str> {
        let mut points = [0; 3];
        for (role, need) in map {
            match points.get_mut(role as usize) {
                Some(place) if need > 0 => *place = need,
                Some(_) => return Err("a role that is not required is left out"),
                None => return Err("a feature requires Dev, PM and UX only"),
            }
        }
        if points == [0; 3] {
            return Err("a feature requires something");
        }
        Ok(Needs(points))
    }
}

impl From<Needs> for BTreeMap<Role, u8> {
    fn from(needs: Needs) -> BTreeMap<Role, u8> {
        needs.rows().collect()
    }
}

/// The deck of 42 that comes with the game.
pub fn standard() -> &'static [Feature] {
    static DECK: LazyLock<Vec<Feature>> =
        LazyLock::new(|| from_toml(TEXT).expect("the deck that is built in is read by the tests"));
    &DECK
}

/// Reads a deck from the text of a data file, or says everything that is wrong with it.
pub fn from_toml(text: &str) -> Result<Vec<Feature>, Faults> {
    let file = read_toml(text).map_err(|misfit| misfit.in_file(FILE))?;
    let mut faults = Vec::new();
    let keys = file.as_object().into_iter().flat_map(|file| file.keys());
    for key in keys.filter(|key| *key != "feature") {
        let sentence = "the file holds [[feature]] entries only";
        faults.push(Fault::new(format!("{FILE}: {key}"), "unknown_setting", sentence));
    }
    let none = Value::Array(Vec::new());
    let list = file.get("feature").unwrap_or(&none);
    let features = read(list, &format!("{FILE}: "), &mut faults);
    Faults::check(faults)?;
    Ok(features)
}

/// Reads a list of features and adds what is wrong to `faults`, each at `place` and the entry.
pub(crate) fn read(list: &Value, place: &str, faults: &mut Vec<Fault>) -> Vec<Feature> {
    let Some(entries) = list.as_array() else {
        let sentence = format!("{} is not a list of features", told(list));
        faults.push(Fault::new(place.trim_end_matches(": "), "wrong_type", sentence));
        return Vec::new();
    };
    if entries.len() > MAX_FEATURES {
        let sentence = format!("{} features; {MAX_FEATURES} is the most", entries.len());
        faults.push(Fault::new(place.trim_end_matches(": "), "out_of_range", sentence));
    }
    let mut features: Vec<Feature> = Vec::new();
    for (i, entry) in entries.iter().take(MAX_FEATURES).enumerate() {
        let mut entry = Listed::new(entry, i, place, faults);
        let Some(feature) = entry.feature() else {
            continue;
        };
        if features.iter().any(|other| other.id == feature.id) {
            let sentence = format!("{} stands twice in the deck", feature.id);
            entry.fault("id", "duplicate_id", sentence);
        }
        features.push(feature);
    }
    features
}

/// One entry of a deck that is being read.
struct Listed<'a> {
    value: &'a Value,
    /// How faults name it: by its id, or by its place where it has none.
    name: String,
    faults: &'a mut Vec<Fault>,
}

impl<'a> Listed<'a> {
    fn new(value: &'a Value, i: usize, place: &str, faults: &'a mut Vec<Fault>) -> Listed<'a> {
        let id = value.get("id").and_then(Value::as_str);
        let name = match id {
            Some(id) => format!("{place}{}", cut(id)),
            None => format!("{place}feature[{i}]"),
        };
        Listed { value, name, faults }
    }

    fn fault(&mut self, field: &str, code: &str, sentence: impl Into<String>) {
        let field = format!("{}.{field}", self.name);
        self.faults.push(Fault::new(field, code, sentence));
    }

    /// The feature; none where something is wrong with it.
    fn feature(&mut self) -> Option<Feature> {
        let known = ["id", "title", "needs"];
        for key in self.value.as_object().into_iter().flat_map(|map| map.keys()) {
            if !known.contains(&key.as_str()) {
                self.fault(&cut(key), "unknown_setting", "a feature has id, title and needs");
            }
        }
        let (id, title, needs) = (self.id(), self.title(), self.needs());
        Some(Feature { id: id?, title: title?, needs: needs? })
    }

    fn id(&mut self) -> Option<FeatureId> {
        let text = self.value.get("id").and_then(Value::as_str);
        let id = text.map(|text| FeatureId::from(text.to_owned()));
        let id = id.filter(|id| id.is_name());
        if id.is_none() {
            let sentence = "an id is the letter F and a number of two digits or more, such as F07";
            self.fault("id", "bad_id", sentence);
        }
        id
    }

    fn title(&mut self) -> Option<String> {
        let title = self.value.get("title").and_then(Value::as_str);
        let title = title.map(str::trim).filter(|title| !title.is_empty());
        if title.is_none() {
            self.fault("title", "empty_title", "a feature has a title");
        }
        title.map(str::to_owned)
    }

    fn needs(&mut self) -> Option<Needs> {
        let needs = self.value.get("needs").and_then(Value::as_object);
        let Some(needs) = needs.filter(|needs| !needs.is_empty()) else {
            let sentence = "a feature requires at least one point of a role";
            self.fault("needs", "no_requirement", sentence);
            return None;
        };
        let mut points = BTreeMap::new();
        for (role, need) in needs {
            let field = format!("needs.{}", cut(role));
            let listed = Role::LISTED.into_iter().find(|listed| is_called(*listed, role));
            let need = match need.as_u64().map(u8::try_from) {
                Some(Ok(need)) if need > 0 => Some(need),
                _ => {
                    let sentence =
                        format!("{} points; a whole number from 1 to 255 is asked for", told(need));
                    self.fault(&field, "bad_threshold", sentence);
                    None
                }
            };
            match listed {
                Some(role) => points.extend(need.map(|need| (role, need))),
                None => self.fault(&field, "unknown_role", "the roles are dev, pm and ux"),
            }
        }
        (points.len() == needs.len()).then(|| Needs::try_from(points).ok()).flatten()
    }
}

fn is_called(role: Role, name: &str) -> bool {
    role.name().to_lowercase() == name
}

/// A value as it is shown in a fault: short, whatever was sent.
pub(crate) fn told(value: &Value) -> String {
    cut(&value.to_string())
}

fn cut(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['…']).collect()
}
