//! The catalogue: what there is to choose, what it costs, and what each ability changes.
//!
//! It is data (`data/catalogue.toml`). Loading checks it and works out one price list for each
//! ability, so that pricing a weirdo is a row of look-ups.

use std::sync::{Arc, LazyLock};

use schemars::JsonSchema;
use senet_kernel::{Faults, read, read_toml};
use serde::{Deserialize, Serialize};

use crate::raw;

/// The five attributes, in the order of the table.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Attribute {
    /// How far it moves.
    Speed,
    /// How hard it is to hurt.
    Defense,
    /// How well it shoots, or not at all.
    Firepower,
    /// How well it fights.
    Prowess,
    /// How well it resists and wields powers.
    Willpower,
}

impl Attribute {
    /// All five, in table order.
    pub const ALL: [Attribute; 5] = [
        Attribute::Speed,
        Attribute::Defense,
        Attribute::Firepower,
        Attribute::Prowess,
        Attribute::Willpower,
    ];

    /// The key in a document.
    pub const fn key(self) -> &'static str {
        match self {
            Attribute::Speed => "speed",
            Attribute::Defense => "defense",
            Attribute::Firepower => "firepower",
            Attribute::Prowess => "prowess",
            Attribute::Willpower => "willpower",
        }
    }

    /// The attribute with this key.
    pub fn of_key(key: &str) -> Option<Attribute> {
        Attribute::ALL.into_iter().find(|a| a.key() == key)
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// The four lists of things that a weirdo carries.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum List {
    /// Close combat weapons.
    CloseCombatWeapons,
    /// Ranged weapons.
    RangedWeapons,
    /// Equipment.
    Equipment,
    /// Psychic powers.
    PsychicPowers,
}

impl List {
    /// All four, in the order in which they are checked.
    pub const ALL: [List; 4] =
        [List::CloseCombatWeapons, List::RangedWeapons, List::Equipment, List::PsychicPowers];

    /// The key in a document.
    pub const fn key(self) -> &'static str {
        match self {
            List::CloseCombatWeapons => "closeCombatWeapons",
            List::RangedWeapons => "rangedWeapons",
            List::Equipment => "equipment",
            List::PsychicPowers => "psychicPowers",
        }
    }

    /// The end of the field of a finding.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            List::CloseCombatWeapons => "weapons.close",
            List::RangedWeapons => "weapons.ranged",
            List::Equipment => "equipment",
            List::PsychicPowers => "psychicPowers",
        }
    }

    /// What all of it is called, in a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            List::CloseCombatWeapons => "close combat weapons",
            List::RangedWeapons => "ranged weapons",
            List::Equipment => "equipment",
            List::PsychicPowers => "psychic powers",
        }
    }

    /// What one thing in it is called.
    pub const fn noun(self) -> &'static str {
        match self {
            List::CloseCombatWeapons => "close combat weapon",
            List::RangedWeapons => "ranged weapon",
            List::Equipment => "piece of equipment",
            List::PsychicPowers => "psychic power",
        }
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// Leader or trooper.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Role {
    /// The one leader.
    Leader,
    /// Any other weirdo.
    Trooper,
}

impl Role {
    /// The value in a document.
    pub const fn key(self) -> &'static str {
        match self {
            Role::Leader => "leader",
            Role::Trooper => "trooper",
        }
    }

    /// The role with this value.
    pub fn of_key(key: &str) -> Option<Role> {
        [Role::Leader, Role::Trooper].into_iter().find(|role| role.key() == key)
    }
}

/// A warband ability of the catalogue, by its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ability(pub(crate) u8);

/// One level of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Level {
    /// What a document says: `2`, `2d8`, `None`.
    pub id: String,
    /// Points before any ability.
    pub cost: u32,
}

/// One attribute with its levels, cheapest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AttributeEntry {
    /// Which one.
    pub id: Attribute,
    /// Its name.
    pub name: String,
    /// The three levels.
    pub levels: [Level; 3],
    /// The level of a new weirdo, by its place.
    pub default: usize,
}

/// A weapon, a piece of equipment, a psychic power or a leader trait.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// What documents store.
    pub id: String,
    /// What people read.
    pub name: String,
    /// `passive` or `action` equipment; `attack`, `effect` or `either` for powers.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Points before any ability. Made-up items may be negative; the catalogue's never are.
    pub cost: i32,
    /// Most Fight or Shoot actions a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_actions: Option<u8>,
    /// How often it works in a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses_per_game: Option<u8>,
    /// Compact facts of table play, for cards. No rule reads them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// What it does at the table, in a few words for cards. No rule reads them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub does: String,
    /// Other spellings, for import.
    #[serde(skip)]
    pub aliases: Vec<String>,
    /// The abilities whose building effect reaches it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touched_by: Vec<String>,
}

impl Item {
    /// An item that stands in no catalogue, to try prices with.
    pub fn made_up(id: &str, cost: i32) -> Item {
        Item { id: id.to_owned(), name: id.to_owned(), cost, ..Item::default() }
    }
}

/// What a modifier reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Attribute,
    Item(List),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Adds, and stops at the floor.
    Add { amount: i32, floor: i32 },
    /// Replaces.
    Set(i32),
}

/// One change of prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Modifier {
    pub target: Target,
    /// The ids it reaches; none means the whole group.
    pub ids: Option<Vec<String>>,
    pub effect: Effect,
}

impl Modifier {
    fn reaches(&self, target: Target, id: &str) -> bool {
        self.target == target
            && self.ids.as_ref().is_none_or(|ids| ids.iter().any(|other| other == id))
    }

    fn apply(&self, cost: i32) -> i32 {
        match self.effect {
            Effect::Add { amount, floor } => cost.saturating_add(amount).max(floor),
            Effect::Set(amount) => amount,
        }
    }
}

/// A warband ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AbilityEntry {
    /// What documents store.
    pub id: String,
    /// What people read.
    pub name: String,
    /// What it changes while building: `cost`, `slots` or `none`.
    pub build: String,
    /// What it does, in a few words.
    pub does: String,
    #[serde(skip)]
    pub(crate) modifiers: Vec<Modifier>,
    /// What it adds to the equipment limit of a leader and of a trooper.
    #[serde(skip)]
    pub(crate) slots: [u32; 2],
}

/// The limits of section 7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// The point limits that a warband may name.
    pub warband_points: Vec<u32>,
    /// The most that any weirdo may cost.
    pub weirdo_standard: u32,
    /// Where the premium slot begins.
    pub weirdo_premium_min: u32,
    /// Where it ends.
    pub weirdo_premium_max: u32,
    /// Equipment of a leader and of a trooper, before abilities.
    pub equipment: [u32; 2],
    /// How near a weirdo's limit is near.
    pub near_weirdo: u32,
    /// How near the warband's limit is near.
    pub near_warband: u32,
}

impl Limits {
    /// Whether a cost needs the premium slot.
    pub const fn premium(&self, cost: u32) -> bool {
        self.weirdo_premium_min <= cost && cost <= self.weirdo_premium_max
    }
}

/// What everything costs under one ability, in catalogue order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prices {
    pub levels: [[u32; 3]; 5],
    pub items: [Vec<u32>; 4],
    pub equipment: [u32; 2],
}

/// Everything that there is to choose. Invariant: checked on load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catalogue {
    pub(crate) attributes: [AttributeEntry; 5],
    pub(crate) items: [Vec<Item>; 4],
    pub(crate) traits: Vec<Item>,
    pub(crate) abilities: Vec<AbilityEntry>,
    pub(crate) limits: Limits,
    /// First without an ability, then with each one.
    prices: Vec<Prices>,
}

static CORE: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
    let core = Catalogue::read("catalogue.toml", include_str!("../data/catalogue.toml"));
    Arc::new(core.expect("the embedded catalogue is read by the tests"))
});

impl Catalogue {
    /// The embedded catalogue.
    pub fn core() -> &'static Arc<Catalogue> {
        &CORE
    }

    /// Reads a catalogue. `file` is only named in faults.
    pub fn read(file: &str, toml: &str) -> Result<Catalogue, Faults> {
        let raw = read_toml(toml).and_then(|json| read::<raw::Catalogue>(&json));
        raw.map_err(|misfit| misfit.in_file(file))?.check(file)
    }

    pub(crate) fn new(
        attributes: [AttributeEntry; 5],
        items: [Vec<Item>; 4],
        traits: Vec<Item>,
        abilities: Vec<AbilityEntry>,
        limits: Limits,
    ) -> Catalogue {
        let mut catalogue =
            Catalogue { attributes, items, traits, abilities, limits, prices: Vec::new() };
        catalogue.prices = std::iter::once(None)
            .chain(catalogue.abilities().map(Some))
            .map(|ability| catalogue.price_list(ability))
            .collect();
        catalogue
    }

    fn price_list(&self, ability: Option<Ability>) -> Prices {
        let slots = ability.map_or([0, 0], |ability| self.ability(ability).slots);
        let level = |entry: &AttributeEntry, place: usize| {
            let base = entry.levels[place].cost as i32;
            self.adjust(Target::Attribute, entry.id.key(), base, ability)
        };
        let item =
            |list: List, item: &Item| self.adjust(Target::Item(list), &item.id, item.cost, ability);
        Prices {
            levels: Attribute::ALL
                .map(|a| [0, 1, 2].map(|place| level(&self.attributes[a.index()], place))),
            items: List::ALL.map(|list| self.items(list).iter().map(|i| item(list, i)).collect()),
            equipment: [0, 1].map(|role| self.limits.equipment[role] + slots[role]),
        }
    }

    /// A base cost under an ability. Each thing is adjusted alone and never falls below zero.
    pub(crate) fn adjust(
        &self,
        target: Target,
        id: &str,
        base: i32,
        ability: Option<Ability>,
    ) -> u32 {
        let modifiers = ability.map_or(&[][..], |ability| &self.ability(ability).modifiers);
        let reaching = modifiers.iter().filter(|m| m.reaches(target, id));
        let cost = reaching.fold(base, |cost, modifier| modifier.apply(cost));
        u32::try_from(cost).unwrap_or(0)
    }

    pub(crate) fn prices(&self, ability: Option<Ability>) -> &Prices {
        let place = ability.map_or(0, |ability| usize::from(ability.0) + 1);
        &self.prices[place]
    }

    /// An attribute's entry.
    pub fn attribute(&self, attribute: Attribute) -> &AttributeEntry {
        &self.attributes[attribute.index()]
    }

    /// The things of one list, in catalogue order.
    pub fn items(&self, list: List) -> &[Item] {
        &self.items[list.index()]
    }

    /// The leader traits.
    pub fn traits(&self) -> &[Item] {
        &self.traits
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// All abilities, in catalogue order.
    pub fn abilities(&self) -> impl Iterator<Item = Ability> + use<> {
        (0..self.abilities.len() as u8).map(Ability)
    }

    /// An ability's entry.
    pub fn ability(&self, ability: Ability) -> &AbilityEntry {
        &self.abilities[usize::from(ability.0)]
    }

    /// The ability with exactly this id.
    pub fn ability_of(&self, id: &str) -> Option<Ability> {
        self.abilities().find(|a| self.ability(*a).id == id)
    }

    /// The place of the item with exactly this id.
    pub fn find(&self, list: List, id: &str) -> Option<usize> {
        self.items(list).iter().position(|item| item.id == id)
    }

    /// The trait with exactly this id.
    pub fn trait_of(&self, id: &str) -> Option<&Item> {
        self.traits.iter().find(|item| item.id == id)
    }

    /// The most equipment of a role under an ability.
    pub fn equipment_limit(&self, role: Role, ability: Option<Ability>) -> u32 {
        self.prices(ability).equipment[role as usize]
    }

    /// The id that a file means: by id, then name, then alias, whatever the case.
    pub(crate) fn meant<'a>(items: &'a [Item], text: &str) -> Option<&'a Item> {
        let same = |other: &str| other.eq_ignore_ascii_case(text.trim());
        let by_id = items.iter().find(|item| same(&item.id));
        let by_name = || items.iter().find(|item| same(&item.name));
        let by_alias = || items.iter().find(|item| item.aliases.iter().any(|a| same(a)));
        by_id.or_else(by_name).or_else(by_alias)
    }

    /// The ability that a file means: by id, then name, whatever the case.
    pub(crate) fn ability_meant(&self, text: &str) -> Option<Ability> {
        let same = |other: &str| other.eq_ignore_ascii_case(text.trim());
        let by_id = self.abilities().find(|a| same(&self.ability(*a).id));
        by_id.or_else(|| self.abilities().find(|a| same(&self.ability(*a).name)))
    }
}
