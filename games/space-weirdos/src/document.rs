//! The lenient layer: a warband as somebody wrote it, with any field absent or wrong.
//!
//! Drafts and damaged files are documents too: they can be priced, explained and saved. What a
//! legal weirdo is stands in [`crate::validate`], not here.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use senet_kernel::visible;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::catalogue::{Attribute, Catalogue, List, Role};
use crate::file::read;

/// The version that is written. Newer ones are refused.
pub const SCHEMA_VERSION: u64 = 1;

/// A warband as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warband {
    /// The version of the format: 1.
    pub schema_version: u64,
    /// An id that the host chooses; may be empty.
    pub id: String,
    /// Its name.
    pub name: String,
    /// 75 or 125; whatever was written is kept.
    pub point_limit: Option<Value>,
    /// The id of its ability, or null; whatever was written is kept.
    pub ability: Option<Value>,
    /// Its leader.
    pub leader: Option<Weirdo>,
    /// The others, in order.
    pub troopers: Vec<Weirdo>,
    /// Members that are kept but not counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bench: Vec<Weirdo>,
}

/// A weirdo as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Weirdo {
    /// Its id, unique within the warband.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `leader` or `trooper`; absent means what the slot says.
    #[serde(rename = "type")]
    pub role: Option<Value>,
    /// Its five attributes.
    pub attributes: Option<Attributes>,
    /// Ids of close combat weapons.
    pub close_combat_weapons: Vec<String>,
    /// Ids of ranged weapons.
    pub ranged_weapons: Vec<String>,
    /// Ids of equipment.
    pub equipment: Vec<String>,
    /// Ids of psychic powers.
    pub psychic_powers: Vec<String>,
    /// The id of a leader's trait.
    pub leader_trait: Option<String>,
    /// Whatever the player wants to remember.
    pub notes: String,
    /// The player's own flags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// Five levels as they were written: a number for speed, `"2d6"`, `"2d8"`, `"2d10"` or `"None"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attributes {
    /// 1, 2 or 3.
    pub speed: Option<Value>,
    /// `"2d6"`, `"2d8"` or `"2d10"`.
    pub defense: Option<Value>,
    /// `"None"`, `"2d8"` or `"2d10"`.
    pub firepower: Option<Value>,
    /// `"2d6"`, `"2d8"` or `"2d10"`.
    pub prowess: Option<Value>,
    /// `"2d6"`, `"2d8"` or `"2d10"`.
    pub willpower: Option<Value>,
}

impl Attributes {
    /// What was written for an attribute.
    pub fn get(&self, attribute: Attribute) -> Option<&Value> {
        match attribute {
            Attribute::Speed => self.speed.as_ref(),
            Attribute::Defense => self.defense.as_ref(),
            Attribute::Firepower => self.firepower.as_ref(),
            Attribute::Prowess => self.prowess.as_ref(),
            Attribute::Willpower => self.willpower.as_ref(),
        }
    }

    /// Writes a level.
    pub fn set(&mut self, attribute: Attribute, level: Option<Value>) {
        *match attribute {
            Attribute::Speed => &mut self.speed,
            Attribute::Defense => &mut self.defense,
            Attribute::Firepower => &mut self.firepower,
            Attribute::Prowess => &mut self.prowess,
            Attribute::Willpower => &mut self.willpower,
        } = level;
    }
}

impl Weirdo {
    /// A new weirdo: speed 1, 2d6, no firepower, unarmed. It costs 6 points and is legal.
    pub fn new(id: &str, name: &str, role: Role) -> Weirdo {
        let catalogue = Catalogue::core();
        let mut attributes = Attributes::default();
        for attribute in Attribute::ALL {
            let place = catalogue.attribute(attribute).default;
            attributes.set(attribute, Some(level_value(catalogue, attribute, place)));
        }
        Weirdo {
            id: id.to_owned(),
            name: name.to_owned(),
            role: Some(role.key().into()),
            attributes: Some(attributes),
            close_combat_weapons: vec![UNARMED.to_owned()],
            ranged_weapons: Vec::new(),
            equipment: Vec::new(),
            psychic_powers: Vec::new(),
            leader_trait: None,
            notes: String::new(),
            tags: Vec::new(),
        }
    }

    /// One of its four lists.
    pub fn list(&self, list: List) -> &[String] {
        match list {
            List::CloseCombatWeapons => &self.close_combat_weapons,
            List::RangedWeapons => &self.ranged_weapons,
            List::Equipment => &self.equipment,
            List::PsychicPowers => &self.psychic_powers,
        }
    }

    /// One of its four lists, to change.
    pub fn list_mut(&mut self, list: List) -> &mut Vec<String> {
        match list {
            List::CloseCombatWeapons => &mut self.close_combat_weapons,
            List::RangedWeapons => &mut self.ranged_weapons,
            List::Equipment => &mut self.equipment,
            List::PsychicPowers => &mut self.psychic_powers,
        }
    }

    /// What was written for an attribute.
    pub fn level(&self, attribute: Attribute) -> Option<&Value> {
        self.attributes.as_ref()?.get(attribute)
    }

    /// What it is called in its slot, as a line shows it.
    pub(crate) fn called(&self, slot: Slot) -> String {
        match self.name.trim() {
            "" => slot.default_name(),
            name => visible(name).into_owned(),
        }
    }

    /// Its trait; blank means none.
    pub fn trait_id(&self) -> Option<&str> {
        self.leader_trait.as_deref().filter(|id| !id.trim().is_empty())
    }
}

/// The weapon that everybody has.
pub const UNARMED: &str = "unarmed";

/// What a document says for a level: a number for speed, text for the others.
pub(crate) fn level_value(catalogue: &Catalogue, attribute: Attribute, place: usize) -> Value {
    let id = &catalogue.attribute(attribute).levels[place].id;
    match id.parse::<i64>() {
        Ok(number) => number.into(),
        Err(_) => id.as_str().into(),
    }
}

/// The place of the level that a document means, where it is legal.
pub(crate) fn level_place(
    catalogue: &Catalogue,
    attribute: Attribute,
    value: &Value,
) -> Option<usize> {
    let levels = &catalogue.attribute(attribute).levels;
    match value {
        // Speed is a number and dice are text: a number must not match the text of a level.
        Value::Number(number) if attribute == Attribute::Speed => {
            let number = number.as_i64()?;
            levels.iter().position(|level| level.id.parse() == Ok(number))
        }
        Value::String(text) if attribute != Attribute::Speed => {
            levels.iter().position(|level| level.id == *text)
        }
        _ => None,
    }
}

impl Warband {
    /// A new warband: 75 points, no ability, one default leader.
    pub fn new() -> Warband {
        Warband {
            schema_version: SCHEMA_VERSION,
            id: String::new(),
            name: "New Warband".to_owned(),
            point_limit: Some(75.into()),
            ability: None,
            leader: Some(Weirdo::new("w1", "Leader", Role::Leader)),
            troopers: Vec::new(),
            bench: Vec::new(),
        }
    }

    /// Leader and troopers, in order, each with its slot.
    pub fn members(&self) -> impl Iterator<Item = (Slot, &Weirdo)> {
        let leader = self.leader.iter().map(|weirdo| (Slot::Leader, weirdo));
        let troopers = self.troopers.iter().enumerate();
        leader.chain(troopers.map(|(place, weirdo)| (Slot::Trooper(place), weirdo)))
    }

    /// Every weirdo, the bench included.
    pub fn everyone_mut(&mut self) -> impl Iterator<Item = &mut Weirdo> {
        let counted = self.leader.iter_mut().chain(&mut self.troopers);
        counted.chain(&mut self.bench)
    }

    /// The weirdo in a slot.
    pub fn at(&self, slot: Slot) -> Option<&Weirdo> {
        match slot {
            Slot::Leader => self.leader.as_ref(),
            Slot::Trooper(place) => self.troopers.get(place),
            Slot::Alone => None,
        }
    }

    /// The first id of the form `w1`, `w2` … that nobody has.
    pub fn fresh_id(&self) -> String {
        let members = self.members().map(|(_, weirdo)| weirdo).chain(&self.bench);
        let taken: BTreeSet<&str> = members.map(|weirdo| weirdo.id.as_str()).collect();
        let mut ids = (1_u32..).map(|number| format!("w{number}"));
        ids.find(|id| !taken.contains(id.as_str())).unwrap_or_default()
    }
}

impl Default for Warband {
    fn default() -> Warband {
        Warband::new()
    }
}

/// Where a weirdo stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The leader's slot.
    Leader,
    /// A trooper's slot, counted from 0.
    Trooper(usize),
    /// In no warband.
    Alone,
}

impl Slot {
    /// What an absent type means here.
    pub fn role(self) -> Option<Role> {
        match self {
            Slot::Leader => Some(Role::Leader),
            Slot::Trooper(_) => Some(Role::Trooper),
            Slot::Alone => None,
        }
    }
}

impl Slot {
    /// What a nameless weirdo is called here.
    pub(crate) fn default_name(self) -> String {
        match self {
            Slot::Leader => "Leader".to_owned(),
            Slot::Trooper(place) => format!("Trooper {}", place + 1),
            Slot::Alone => "Weirdo".to_owned(),
        }
    }
}

impl std::fmt::Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Slot::Leader => f.write_str("leader"),
            Slot::Trooper(place) => write!(f, "troopers[{place}]"),
            Slot::Alone => f.write_str("weirdo"),
        }
    }
}

/// Any JSON is a document: what does not fit is kept where it can be, and reported when checked.
impl<'de> Deserialize<'de> for Warband {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Warband, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let import = read::document(Catalogue::core(), value);
        import.map(|import| import.warband).map_err(serde::de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Weirdo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Weirdo, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(read::weirdo(Catalogue::core(), value))
    }
}
