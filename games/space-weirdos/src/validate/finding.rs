//! What a check found: for programs a field, a code, a rule and figures; for people a sentence.

use schemars::JsonSchema;
use senet_kernel::visible;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogue::{Attribute, List, Role};
use crate::cost::plain;
use crate::document::{Slot, Weirdo};

/// The coarse codes: seven for errors, three for warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// Something must be there.
    RequiredField,
    /// Something is not one of the allowed values.
    InvalidValue,
    /// A weapon must be there.
    WeaponRequired,
    /// Too much equipment.
    EquipmentLimit,
    /// Too many points.
    CostExceeded,
    /// A trait where none may be.
    InvalidTrait,
    /// The warband is not put together as it must be.
    WarbandInvalid,
    /// Warning: close to a limit.
    CostApproachingLimit,
    /// Advice: the same thing twice.
    DuplicateItem,
    /// Advice: a thing that does nothing.
    NoEffect,
}

/// The figures of a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// What it costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// What is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// How many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// What was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// One thing that a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Where: `warband.name`, `leader.equipment`, `troopers[2].weapons.close[0]`.
    pub field: String,
    /// The coarse code.
    pub code: Code,
    /// The rule that says so.
    pub rule: String,
    /// One sentence for a person.
    pub message: String,
    /// The weirdo that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weirdo_id: Option<String>,
    /// The figures.
    pub params: Params,
}

/// Everything that a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValidationResult {
    /// Whether there is no error.
    pub valid: bool,
    /// What is wrong, in the order of the walk.
    pub errors: Vec<Finding>,
    /// What is legal but worth a word.
    pub warnings: Vec<Finding>,
}

impl ValidationResult {
    pub(crate) fn new(errors: Vec<Finding>, warnings: Vec<Finding>) -> ValidationResult {
        ValidationResult { valid: errors.is_empty(), errors, warnings }
    }
}

/// A weirdo and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// What the fields of findings begin with.
    prefix: Slot,
    /// What an absent type and a blank name are filled from.
    slot: Slot,
    pub weirdo: &'a Weirdo,
}

impl<'a> Place<'a> {
    pub(crate) fn new(prefix: Slot, slot: Slot, weirdo: &'a Weirdo) -> Place<'a> {
        Place { prefix, slot, weirdo }
    }

    /// What its type is: written, or else filled from the slot. Nothing where it is illegal.
    pub(crate) fn role(&self) -> Option<Role> {
        match &self.weirdo.role {
            Some(value) => value.as_str().and_then(Role::of_key),
            None => self.slot.role(),
        }
    }

    /// Whether a type is there at all, legal or not.
    pub(crate) fn has_type(&self) -> bool {
        self.weirdo.role.is_some() || self.slot.role().is_some()
    }

    /// What the weirdo is called.
    pub(crate) fn who(&self) -> String {
        let name = self.weirdo.name.trim();
        if !name.is_empty() {
            return name.to_owned();
        }
        match (self.slot, self.role()) {
            (Slot::Leader, _) | (Slot::Alone, Some(Role::Leader)) => "Leader".to_owned(),
            (Slot::Trooper(place), _) => format!("Trooper {}", place + 1),
            (Slot::Alone, Some(Role::Trooper)) => "Trooper".to_owned(),
            (Slot::Alone, None) => "Weirdo".to_owned(),
        }
    }
}

/// What a check found, before it is put into words.
#[derive(Clone, Copy)]
pub(crate) enum Issue<'a> {
    WarbandName,
    PointLimitMissing { allowed: &'a [u32] },
    PointLimitWrong { value: &'a Value, allowed: &'a [u32] },
    AbilityUnknown(&'a Value),
    LeaderMissing,
    WrongSlot,
    Name,
    TypeMissing,
    TypeWrong(&'a Value),
    AttributesMissing,
    LevelMissing(Attribute),
    LevelWrong(Attribute, &'a Value),
    CloseMissing,
    RangedMissing(&'a Value),
    FirepowerMissing,
    TooManyWeapons { list: List, count: u32, limit: u32 },
    UnknownItem { list: List, place: usize, id: &'a str },
    TooMuchEquipment { count: u32, limit: u32 },
    TooDear { cost: u32, limit: u32 },
    TraitOnTrooper,
    TraitUnknown(&'a str),
    TwoPremium { count: u32, from: u32, to: u32 },
    OverLimit { cost: u32, limit: u32 },
    NearWeirdo { cost: u32, limit: u32 },
    NearWarband { cost: u32, limit: u32 },
    Duplicate { list: List, id: &'a str, name: &'a str, count: u32 },
    NoEffect { place: usize, id: &'a str, name: &'a str },
}

impl Issue<'_> {
    fn code(self) -> Code {
        match self {
            Issue::WarbandName
            | Issue::PointLimitMissing { .. }
            | Issue::Name
            | Issue::TypeMissing
            | Issue::AttributesMissing
            | Issue::LevelMissing(_) => Code::RequiredField,
            Issue::PointLimitWrong { .. }
            | Issue::AbilityUnknown(_)
            | Issue::TypeWrong(_)
            | Issue::LevelWrong(..)
            | Issue::FirepowerMissing
            | Issue::TooManyWeapons { .. }
            | Issue::UnknownItem { .. }
            | Issue::TraitUnknown(_) => Code::InvalidValue,
            Issue::LeaderMissing | Issue::WrongSlot => Code::WarbandInvalid,
            Issue::CloseMissing | Issue::RangedMissing(_) => Code::WeaponRequired,
            Issue::TooMuchEquipment { .. } => Code::EquipmentLimit,
            Issue::TooDear { .. } | Issue::TwoPremium { .. } | Issue::OverLimit { .. } => {
                Code::CostExceeded
            }
            Issue::TraitOnTrooper => Code::InvalidTrait,
            Issue::NearWeirdo { .. } | Issue::NearWarband { .. } => Code::CostApproachingLimit,
            Issue::Duplicate { .. } => Code::DuplicateItem,
            Issue::NoEffect { .. } => Code::NoEffect,
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Issue::WarbandName => "WARBAND_NAME_REQUIRED",
            Issue::PointLimitMissing { .. } | Issue::PointLimitWrong { .. } => {
                "INVALID_POINT_LIMIT"
            }
            Issue::AbilityUnknown(_) => "UNKNOWN_ABILITY",
            Issue::LeaderMissing | Issue::WrongSlot => "LEADER_COUNT",
            Issue::Name => "WEIRDO_NAME_REQUIRED",
            Issue::TypeMissing | Issue::TypeWrong(_) => "WEIRDO_TYPE_INVALID",
            Issue::AttributesMissing | Issue::LevelMissing(_) => "ATTRIBUTES_INCOMPLETE",
            Issue::LevelWrong(..) => "ATTRIBUTE_LEVEL_INVALID",
            Issue::CloseMissing => "CLOSE_COMBAT_WEAPON_REQUIRED",
            Issue::RangedMissing(_) => "RANGED_WEAPON_REQUIRED",
            Issue::FirepowerMissing => "FIREPOWER_REQUIRED_FOR_RANGED_WEAPON",
            Issue::TooManyWeapons { .. } => "WEAPON_LIMIT_EXCEEDED",
            Issue::UnknownItem { .. } | Issue::TraitUnknown(_) => "UNKNOWN_ITEM",
            Issue::TooMuchEquipment { .. } => "EQUIPMENT_LIMIT_EXCEEDED",
            Issue::TooDear { .. } => "WEIRDO_POINT_LIMIT_EXCEEDED",
            Issue::TraitOnTrooper => "LEADER_TRAIT_INVALID",
            Issue::TwoPremium { .. } => "MULTIPLE_25_POINT_WEIRDOS",
            Issue::OverLimit { .. } => "WARBAND_POINT_LIMIT_EXCEEDED",
            Issue::NearWeirdo { .. } | Issue::NearWarband { .. } => "COST_APPROACHING_LIMIT",
            Issue::Duplicate { .. } => "DUPLICATE_ITEM",
            Issue::NoEffect { .. } => "NO_EFFECT",
        }
    }

    /// The field after the slot: `warband.name` or, of a weirdo, `.equipment`.
    fn field(self) -> String {
        match self {
            Issue::WarbandName => "warband.name".to_owned(),
            Issue::PointLimitMissing { .. } | Issue::PointLimitWrong { .. } => {
                "warband.pointLimit".to_owned()
            }
            Issue::AbilityUnknown(_) => "warband.ability".to_owned(),
            Issue::LeaderMissing => "warband.leader".to_owned(),
            Issue::TwoPremium { .. } => "warband.weirdos".to_owned(),
            Issue::OverLimit { .. } | Issue::NearWarband { .. } => "warband.cost".to_owned(),
            Issue::WrongSlot | Issue::TypeMissing | Issue::TypeWrong(_) => ".type".to_owned(),
            Issue::Name => ".name".to_owned(),
            Issue::AttributesMissing => ".attributes".to_owned(),
            Issue::LevelMissing(attribute) | Issue::LevelWrong(attribute, _) => {
                format!(".attributes.{}", attribute.key())
            }
            Issue::CloseMissing => ".weapons.close".to_owned(),
            Issue::RangedMissing(_) => ".weapons.ranged".to_owned(),
            Issue::FirepowerMissing => ".attributes.firepower".to_owned(),
            Issue::TooManyWeapons { list, .. } | Issue::Duplicate { list, .. } => {
                format!(".{}", list.field())
            }
            Issue::UnknownItem { list, place, .. } => format!(".{}[{place}]", list.field()),
            Issue::TooMuchEquipment { .. } => ".equipment".to_owned(),
            Issue::NoEffect { place, .. } => format!(".equipment[{place}]"),
            Issue::TooDear { .. } | Issue::NearWeirdo { .. } => ".cost".to_owned(),
            Issue::TraitOnTrooper | Issue::TraitUnknown(_) => ".leaderTrait".to_owned(),
        }
    }

    fn params(self) -> Params {
        let mut params = Params::default();
        match self {
            Issue::PointLimitWrong { value, .. }
            | Issue::AbilityUnknown(value)
            | Issue::TypeWrong(value)
            | Issue::LevelWrong(_, value)
            | Issue::RangedMissing(value) => params.value = Some(value.clone()),
            Issue::UnknownItem { id, .. }
            | Issue::TraitUnknown(id)
            | Issue::NoEffect { id, .. } => {
                params.value = Some(id.into());
            }
            Issue::Duplicate { id, count, .. } => {
                params.value = Some(id.into());
                params.count = Some(count);
            }
            Issue::TooManyWeapons { count, limit, .. }
            | Issue::TooMuchEquipment { count, limit } => {
                params.count = Some(count);
                params.limit = Some(limit);
            }
            Issue::TooDear { cost, limit }
            | Issue::OverLimit { cost, limit }
            | Issue::NearWeirdo { cost, limit }
            | Issue::NearWarband { cost, limit } => {
                params.cost = Some(cost);
                params.limit = Some(limit);
            }
            Issue::TwoPremium { count, .. } => params.count = Some(count),
            Issue::WarbandName
            | Issue::PointLimitMissing { .. }
            | Issue::LeaderMissing
            | Issue::WrongSlot
            | Issue::Name
            | Issue::TypeMissing
            | Issue::AttributesMissing
            | Issue::LevelMissing(_)
            | Issue::CloseMissing
            | Issue::FirepowerMissing
            | Issue::TraitOnTrooper => {}
        }
        params
    }

    fn message(self, who: &str) -> String {
        match self {
            Issue::WarbandName => "The warband needs a name.".to_owned(),
            Issue::PointLimitMissing { allowed } | Issue::PointLimitWrong { allowed, .. } => {
                let allowed: Vec<String> = allowed.iter().map(u32::to_string).collect();
                format!("The point limit must be {}.", allowed.join(" or "))
            }
            Issue::AbilityUnknown(value) => {
                format!("{} is not a warband ability.", plain(value))
            }
            Issue::LeaderMissing | Issue::WrongSlot => {
                "A warband needs exactly one leader.".to_owned()
            }
            Issue::Name => format!("{who} needs a name."),
            Issue::TypeMissing | Issue::TypeWrong(_) => {
                format!("{who} must be a leader or a trooper.")
            }
            Issue::AttributesMissing => format!("{who}: pick a level for every attribute."),
            Issue::LevelMissing(attribute) => {
                format!("{who}: pick a level for {}.", title(attribute))
            }
            Issue::LevelWrong(attribute, value) => {
                format!("{who}: {} is not a {} level.", plain(value), title(attribute))
            }
            Issue::CloseMissing => {
                format!("{who} has no close combat weapon (Unarmed is free).")
            }
            Issue::RangedMissing(value) => {
                format!("{who} has Firepower {} but nothing to shoot with.", plain(value))
            }
            Issue::FirepowerMissing => {
                format!("{who} carries a ranged weapon but has no Firepower.")
            }
            Issue::TooManyWeapons { list, count, limit } => {
                format!("{who} carries {count} {}s; {limit} allowed.", list.noun())
            }
            Issue::UnknownItem { list, id, .. } => {
                format!("{who}: {id} is not a {}.", list.noun())
            }
            Issue::TooMuchEquipment { count, limit } => {
                format!("{who} carries {count} pieces of equipment; {limit} allowed.")
            }
            Issue::TooDear { cost, limit } => {
                format!("{who} costs {cost}; {limit} is the most allowed.")
            }
            Issue::TraitOnTrooper => {
                format!("{who} is a trooper and cannot have a leader trait.")
            }
            Issue::TraitUnknown(id) => format!("{who}: {id} is not a leader trait."),
            Issue::TwoPremium { count, from, to } => {
                format!("Only one weirdo may cost {from} to {to}; {count} do.")
            }
            Issue::OverLimit { cost, limit } => {
                format!("The warband costs {cost}; the limit is {limit}.")
            }
            Issue::NearWeirdo { cost, limit } => format!("{who} costs {cost} of {limit}."),
            Issue::NearWarband { cost, limit } => {
                format!("The warband costs {cost} of {limit}.")
            }
            Issue::Duplicate { name, count, .. } => format!("{who} has {name} {count} times."),
            Issue::NoEffect { name, .. } => {
                format!("{who} has {name}, which does nothing without Firepower.")
            }
        }
    }
}

/// The name of an attribute, as it stands in a sentence.
fn title(attribute: Attribute) -> &'static str {
    match attribute {
        Attribute::Speed => "Speed",
        Attribute::Defense => "Defense",
        Attribute::Firepower => "Firepower",
        Attribute::Prowess => "Prowess",
        Attribute::Willpower => "Willpower",
    }
}

impl Finding {
    pub(crate) fn new(place: Option<Place<'_>>, issue: Issue<'_>) -> Finding {
        let field = issue.field();
        let who = place.map(|place| place.who()).unwrap_or_default();
        Finding {
            field: match place {
                Some(place) => format!("{}{field}", place.prefix),
                None => field,
            },
            code: issue.code(),
            rule: issue.rule().to_owned(),
            message: visible(&issue.message(&who)).into_owned(),
            weirdo_id: place.map(|place| place.weirdo.id.clone()).filter(|id| !id.is_empty()),
            params: issue.params(),
        }
    }
}
