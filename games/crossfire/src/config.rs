//! What is fixed before a battle.

use std::sync::Arc;

use schemars::{JsonSchema, Schema};
use senet_kernel::{Fault, Faults, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::data::{AdvantageKind, Data};
use crate::id::Id;
use crate::reference::{event_line, mission_line, trait_line};

/// How a battle is set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Factions.
    ///
    /// The faction of the first side (left) and of the second (right); both may take the same.
    #[schemars(with = "[FactionName; 2]")]
    pub factions: [Id; 2],
    /// Mission.
    ///
    /// What the battle is about; a die may decide.
    pub mission: MissionChoice,
    /// Commander traits.
    ///
    /// Optional rule: the trait of the first and of the second side. None leaves the rule off.
    #[schemars(with = "Option<[TraitName; 2]>")]
    pub traits: Option<[Id; 2]>,
    /// Battle event.
    ///
    /// Optional rule: what holds for both sides all battle long; a die may decide.
    pub event: EventChoice,
    /// Winner's advantage.
    ///
    /// What a side brings from an earlier battle of a campaign. None is usual.
    pub advantage: Option<AdvantageHeld>,
    /// Data files of a designer, by name, in place of the game's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Arc<Data>>,
}

/// A faction of the game's own data; a designer's files may have others.
#[derive(JsonSchema)]
#[schemars(with = "String", transform = factions)]
pub(crate) struct FactionName;

/// A commander's trait of the game's own data; a designer's files may have others.
#[derive(JsonSchema)]
#[schemars(with = "String", transform = traits)]
pub(crate) struct TraitName;

/// A choice with its name for people and what it means.
fn choice(id: &str, name: &str, line: &str) -> Value {
    json!({ "type": "string", "const": id, "title": name, "description": sentence(line) })
}

/// A line with a capital and a full stop.
fn sentence(line: &str) -> String {
    let mut letters = line.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

/// What a text may be.
fn one_of(schema: &mut Schema, choices: impl Iterator<Item = Value>) {
    schema.remove("type");
    schema.insert("oneOf".to_owned(), choices.collect());
}

fn factions(schema: &mut Schema) {
    let all = Data::standard().factions().iter();
    one_of(schema, all.map(|one| choice(one.id.as_str(), &one.name, &one.role)));
}

fn traits(schema: &mut Schema) {
    let all = Data::standard().traits().iter();
    one_of(schema, all.map(|one| choice(one.id.as_str(), &one.name, &trait_line(one))));
}

/// The choice that is drawn by lot among the others.
fn rolled() -> Value {
    let mut rolled = choice("rolled", "Rolled", "A die decides");
    rolled["drawn"] = json!(true);
    rolled
}

fn missions(schema: &mut Schema) {
    let all = Data::standard().missions().iter();
    let all = all.map(|one| choice(one.id.as_str(), &one.name, &mission_line(one)));
    one_of(schema, std::iter::once(rolled()).chain(all));
}

fn events(schema: &mut Schema) {
    let off = choice("off", "Off", "The rule is not used");
    let all = Data::standard().events().iter();
    let all = all.map(|one| choice(one.id.as_str(), &one.name, &event_line(one)));
    one_of(schema, [off, rolled()].into_iter().chain(all));
}

/// An advantage and who holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdvantageHeld {
    /// The holder.
    pub seat: Seat,
    /// What it holds.
    pub advantage: AdvantageKind,
}

/// `rolled`, or the name of a mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", transform = missions)]
pub enum MissionChoice {
    /// A die decides.
    #[default]
    Rolled,
    /// This one.
    Chosen(Id),
}

impl TryFrom<String> for MissionChoice {
    type Error = String;

    fn try_from(text: String) -> Result<MissionChoice, String> {
        match text.as_str() {
            "rolled" => Ok(MissionChoice::Rolled),
            _ => Id::try_from(text).map(MissionChoice::Chosen),
        }
    }
}

impl From<MissionChoice> for String {
    fn from(choice: MissionChoice) -> String {
        match choice {
            MissionChoice::Rolled => "rolled".to_owned(),
            MissionChoice::Chosen(id) => id.into(),
        }
    }
}

/// `off`, `rolled`, or the name of a battle event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", transform = events)]
pub enum EventChoice {
    /// The optional rule is off.
    #[default]
    Off,
    /// A die decides.
    Rolled,
    /// This one.
    Chosen(Id),
}

impl TryFrom<String> for EventChoice {
    type Error = String;

    fn try_from(text: String) -> Result<EventChoice, String> {
        match text.as_str() {
            "off" => Ok(EventChoice::Off),
            "rolled" => Ok(EventChoice::Rolled),
            _ => Id::try_from(text).map(EventChoice::Chosen),
        }
    }
}

impl From<EventChoice> for String {
    fn from(choice: EventChoice) -> String {
        match choice {
            EventChoice::Off => "off".to_owned(),
            EventChoice::Rolled => "rolled".to_owned(),
            EventChoice::Chosen(id) => id.into(),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        let id = |text| Id::new(text).expect("the names of factions are short words");
        Config {
            factions: [id("verdant_eye"), id("azure_blades")],
            mission: MissionChoice::Rolled,
            traits: None,
            event: EventChoice::Off,
            advantage: None,
            data: None,
        }
    }
}

impl Config {
    /// The data that the battle plays by.
    pub fn data(&self) -> &Arc<Data> {
        self.data.as_ref().unwrap_or_else(|| Data::standard())
    }

    /// Says everything that names no entry of the data.
    pub(crate) fn check(&self) -> Result<(), Faults> {
        let data = self.data();
        let mut faults = Vec::new();
        let mut unknown = |field: String, kind: &str, id: Id, known: Vec<Id>| {
            if !known.contains(&id) {
                let known: Vec<&str> = known.iter().map(Id::as_str).collect();
                let sentence = format!("there is no {kind} {id}; there are {}", known.join(", "));
                faults.push(Fault::new(field, &format!("unknown_{kind}"), sentence));
            }
        };
        for (i, id) in self.factions.into_iter().enumerate() {
            let known = data.factions().iter().map(|faction| faction.id).collect();
            unknown(format!("factions[{i}]"), "faction", id, known);
        }
        if let MissionChoice::Chosen(id) = self.mission {
            let known = data.missions().iter().map(|mission| mission.id).collect();
            unknown("mission".to_owned(), "mission", id, known);
        }
        for (i, id) in self.traits.into_iter().flatten().enumerate() {
            let known = data.traits().iter().map(|entry| entry.id).collect();
            unknown(format!("traits[{i}]"), "trait", id, known);
        }
        if let EventChoice::Chosen(id) = self.event {
            let known = data.events().iter().map(|event| event.id).collect();
            unknown("event".to_owned(), "event", id, known);
        }
        if let Some(held) = self.advantage
            && held.seat.index() > 1
        {
            let sentence = "only the first or the second seat can hold an advantage";
            faults.push(Fault::new("advantage.seat", "no_such_seat", sentence));
        }
        Faults::check(faults)
    }
}
