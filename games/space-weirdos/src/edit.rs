//! The builder: every change is a small edit, and every edit can be undone and redone.
//!
//! Edits never refuse what is merely illegal: the player sees what is wrong and goes on. They
//! refuse only what has no meaning, such as a weirdo that is not there.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use senet_kernel::visible;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Rules;
use crate::catalogue::{Attribute, Catalogue, List, Role};
use crate::cost::plain;
use crate::document::{Attributes, Slot, UNARMED, Warband, Weirdo, level_place};
use crate::file::free_name;
use crate::validate::Finding;

/// One change. Weirdos are named by their id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Names the warband.
    Rename {
        /// The name.
        name: String,
    },
    /// Sets the point limit.
    SetPointLimit {
        /// 75 or 125.
        limit: u32,
    },
    /// Sets or clears the ability.
    SetAbility {
        /// Its id; null for none.
        ability: Option<String>,
    },
    /// Adds a default leader where there is none.
    AddLeader,
    /// Adds a default trooper at the end.
    AddTrooper,
    /// Removes a weirdo, also from the bench.
    Remove {
        /// Who.
        weirdo: String,
    },
    /// Adds a copy behind the weirdo, as a trooper with a fresh id and name.
    Duplicate {
        /// Who.
        weirdo: String,
    },
    /// Moves a trooper to another place.
    Move {
        /// Who.
        weirdo: String,
        /// The place among the troopers, counted from 0.
        to: usize,
    },
    /// Takes a trooper out of the count, but keeps it.
    Bench {
        /// Who.
        weirdo: String,
    },
    /// Brings a weirdo back from the bench, as a trooper.
    Recall {
        /// Who.
        weirdo: String,
    },
    /// Makes a trooper the leader; a leader who was there takes its place.
    Promote {
        /// Who.
        weirdo: String,
    },
    /// Names a weirdo.
    SetName {
        /// Who.
        weirdo: String,
        /// The name.
        name: String,
    },
    /// Sets a weirdo's type.
    SetRole {
        /// Who.
        weirdo: String,
        /// Leader or trooper.
        role: Role,
    },
    /// Sets a level.
    SetLevel {
        /// Who.
        weirdo: String,
        /// Which attribute.
        attribute: Attribute,
        /// A number for speed, text for the others.
        level: Value,
    },
    /// Adds a thing at the end of a list.
    AddItem {
        /// Who.
        weirdo: String,
        /// Which list.
        list: List,
        /// The thing's id.
        item: String,
    },
    /// Drops a thing.
    DropItem {
        /// Who.
        weirdo: String,
        /// Which list.
        list: List,
        /// Its place, counted from 0.
        place: usize,
    },
    /// Puts another thing in the place of one.
    SwapItem {
        /// Who.
        weirdo: String,
        /// Which list.
        list: List,
        /// Its place, counted from 0.
        place: usize,
        /// The other thing's id.
        item: String,
    },
    /// Sets or clears the leader trait.
    SetTrait {
        /// Who.
        weirdo: String,
        /// The trait's id; null for none.
        leader_trait: Option<String>,
    },
    /// Sets the notes.
    SetNotes {
        /// Who.
        weirdo: String,
        /// The notes.
        notes: String,
    },
    /// Sets the player's own flags.
    SetTags {
        /// Who.
        weirdo: String,
        /// The flags.
        tags: Vec<String>,
    },
}

/// Why an edit means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum EditRefused {
    /// Nobody has this id.
    #[error("There is no weirdo {weirdo} here.")]
    NoSuchWeirdo {
        /// The id.
        weirdo: String,
    },
    /// The list is shorter.
    #[error("There is nothing at place {place}.")]
    NoSuchPlace {
        /// The place.
        place: usize,
    },
    /// Not in the catalogue.
    #[error("{value} is not in the catalogue.")]
    Unknown {
        /// What was written.
        value: String,
    },
    /// There is a leader already.
    #[error("The warband has a leader already.")]
    LeaderTaken,
    /// Nothing was done yet, or all was undone.
    #[error("There is nothing to undo.")]
    NothingToUndo,
    /// Nothing was undone.
    #[error("There is nothing to redo.")]
    NothingToRedo,
}

/// Makes one change, or none.
pub fn apply(rules: &Rules, warband: &mut Warband, edit: &Edit) -> Result<(), EditRefused> {
    let catalogue = &rules.catalogue;
    match edit {
        Edit::Rename { name } => warband.name.clone_from(name),
        Edit::SetPointLimit { limit } => warband.point_limit = Some((*limit).into()),
        Edit::SetAbility { ability } => {
            let ability = ability.as_deref().filter(|id| !id.is_empty() && *id != "none");
            let known = ability.is_none_or(|id| catalogue.ability_of(id).is_some());
            expect(known, ability.unwrap_or_default())?;
            warband.ability = ability.map(Value::from);
        }
        Edit::AddLeader => {
            if warband.leader.is_some() {
                return Err(EditRefused::LeaderTaken);
            }
            let leader = Weirdo::new(&warband.fresh_id(), "Leader", Role::Leader);
            warband.leader = Some(leader);
        }
        Edit::AddTrooper => {
            let name = format!("Trooper {}", warband.troopers.len() + 1);
            let name = free_name(&name, names(warband));
            let trooper = Weirdo::new(&warband.fresh_id(), &name, Role::Trooper);
            warband.troopers.push(trooper);
        }
        Edit::Remove { weirdo } => {
            take(warband, weirdo)?;
        }
        Edit::Duplicate { weirdo } => duplicate(warband, weirdo)?,
        Edit::Move { weirdo, to } => {
            let from = trooper(warband, weirdo)?;
            if warband.troopers.len() <= *to {
                return Err(EditRefused::NoSuchPlace { place: *to });
            }
            let moved = warband.troopers.remove(from);
            warband.troopers.insert(*to, moved);
        }
        Edit::Bench { weirdo } => {
            let place = trooper(warband, weirdo)?;
            let benched = warband.troopers.remove(place);
            warband.bench.push(benched);
        }
        Edit::Recall { weirdo } => {
            let place = warband.bench.iter().position(|member| member.id == *weirdo);
            let recalled = warband.bench.remove(place.ok_or_else(|| nobody(weirdo))?);
            warband.troopers.push(recalled);
        }
        Edit::Promote { weirdo } => promote(warband, weirdo)?,
        Edit::SetName { weirdo, name } => find(warband, weirdo)?.name.clone_from(name),
        Edit::SetRole { weirdo, role } => {
            find(warband, weirdo)?.role = Some(role.key().into());
        }
        Edit::SetLevel { weirdo, attribute, level } => {
            let known = level_place(catalogue, *attribute, level).is_some();
            expect(known, &plain(level))?;
            let weirdo = find(warband, weirdo)?;
            let attributes = weirdo.attributes.get_or_insert_with(Attributes::default);
            attributes.set(*attribute, Some(level.clone()));
        }
        Edit::AddItem { weirdo, list, item } => {
            expect(catalogue.find(*list, item).is_some(), item)?;
            add(find(warband, weirdo)?, *list, item);
        }
        Edit::DropItem { weirdo, list, place } => {
            let items = find(warband, weirdo)?.list_mut(*list);
            if items.len() <= *place {
                return Err(EditRefused::NoSuchPlace { place: *place });
            }
            items.remove(*place);
            // Ruling R4: nobody is without a close combat weapon in the builder.
            if *list == List::CloseCombatWeapons && items.is_empty() {
                items.push(UNARMED.to_owned());
            }
        }
        Edit::SwapItem { weirdo, list, place, item } => {
            expect(catalogue.find(*list, item).is_some(), item)?;
            let items = find(warband, weirdo)?.list_mut(*list);
            let old = items.get_mut(*place);
            let old = old.ok_or(EditRefused::NoSuchPlace { place: *place })?;
            old.clone_from(item);
        }
        Edit::SetTrait { weirdo, leader_trait } => {
            let id = leader_trait.as_deref();
            let known = id.is_none_or(|id| catalogue.trait_of(id).is_some());
            expect(known, id.unwrap_or_default())?;
            find(warband, weirdo)?.leader_trait.clone_from(leader_trait);
        }
        Edit::SetNotes { weirdo, notes } => find(warband, weirdo)?.notes.clone_from(notes),
        Edit::SetTags { weirdo, tags } => find(warband, weirdo)?.tags.clone_from(tags),
    }
    Ok(())
}

/// Makes all changes, or none.
pub fn apply_all(rules: &Rules, warband: &Warband, edits: &[Edit]) -> Result<Warband, EditRefused> {
    let mut changed = warband.clone();
    for edit in edits {
        apply(rules, &mut changed, edit)?;
    }
    Ok(changed)
}

/// How much longer an edit makes a warband than the edit itself is, at most: a copy may be of anybody.
pub(crate) fn growth(warband: &Warband, edit: &Edit) -> usize {
    let Edit::Duplicate { weirdo } = edit else { return 0 };
    let mut everyone = warband.members().map(|(_, member)| member).chain(&warband.bench);
    let copied = everyone.find(|member| member.id == *weirdo);
    copied.and_then(|copied| serde_json::to_vec(copied).ok()).map_or(0, |written| written.len())
}

fn expect(known: bool, value: &str) -> Result<(), EditRefused> {
    match known {
        true => Ok(()),
        false => Err(EditRefused::Unknown { value: value.to_owned() }),
    }
}

fn nobody(id: &str) -> EditRefused {
    EditRefused::NoSuchWeirdo { weirdo: id.to_owned() }
}

fn names(warband: &Warband) -> impl Iterator<Item = &str> {
    let members = warband.leader.iter().chain(&warband.troopers).chain(&warband.bench);
    members.map(|weirdo| weirdo.name.as_str())
}

fn find<'a>(warband: &'a mut Warband, id: &str) -> Result<&'a mut Weirdo, EditRefused> {
    let found = warband.everyone_mut().find(|weirdo| weirdo.id == id);
    found.ok_or_else(|| nobody(id))
}

fn trooper(warband: &Warband, id: &str) -> Result<usize, EditRefused> {
    let place = warband.troopers.iter().position(|weirdo| weirdo.id == id);
    place.ok_or_else(|| nobody(id))
}

fn take(warband: &mut Warband, id: &str) -> Result<Weirdo, EditRefused> {
    if let Some(leader) = warband.leader.take_if(|leader| leader.id == id) {
        return Ok(leader);
    }
    for group in [&mut warband.troopers, &mut warband.bench] {
        if let Some(place) = group.iter().position(|weirdo| weirdo.id == id) {
            return Ok(group.remove(place));
        }
    }
    Err(nobody(id))
}

fn duplicate(warband: &mut Warband, id: &str) -> Result<(), EditRefused> {
    let mut copy = find(warband, id)?.clone();
    copy.id = warband.fresh_id();
    copy.name = free_name(&copy.name, names(warband));
    if copy.role.as_ref().and_then(Value::as_str) == Some(Role::Leader.key()) {
        copy.role = Some(Role::Trooper.key().into());
        copy.leader_trait = None;
    }
    if let Some(place) = warband.bench.iter().position(|weirdo| weirdo.id == id) {
        warband.bench.insert(place + 1, copy);
    } else {
        let behind = trooper(warband, id).map_or(0, |place| place + 1);
        warband.troopers.insert(behind, copy);
    }
    Ok(())
}

fn promote(warband: &mut Warband, id: &str) -> Result<(), EditRefused> {
    let place = trooper(warband, id)?;
    let mut leader = warband.troopers.remove(place);
    leader.role = Some(Role::Leader.key().into());
    if let Some(mut former) = warband.leader.replace(leader) {
        former.role = Some(Role::Trooper.key().into());
        warband.troopers.insert(place, former);
    }
    Ok(())
}

/// Ruling R4: Unarmed gives way to another close combat weapon. Adding it by hand keeps both.
fn add(weirdo: &mut Weirdo, list: List, item: &str) {
    let items = weirdo.list_mut(list);
    if list == List::CloseCombatWeapons && item != UNARMED {
        items.retain(|id| id != UNARMED);
    }
    items.push(item.to_owned());
}

/// What an edit does, as a short sentence about the warband before it.
pub fn describe(rules: &Rules, warband: &Warband, edit: &Edit) -> String {
    visible(&sentence(rules, warband, edit)).into_owned()
}

fn sentence(rules: &Rules, warband: &Warband, edit: &Edit) -> String {
    let catalogue = &rules.catalogue;
    let everyone = || warband.members().chain(warband.bench.iter().map(|w| (Slot::Alone, w)));
    let who = |id: &str| {
        let member = everyone().find(|(_, weirdo)| weirdo.id == id);
        member.map_or_else(|| id.to_owned(), |(slot, weirdo)| weirdo.called(slot))
    };
    let carried = |id: &str, list: List, place: usize| {
        let member = everyone().find(|(_, weirdo)| weirdo.id == id);
        let item = member.and_then(|(_, weirdo)| weirdo.list(list).get(place));
        item.map_or("nothing", |item| item_name(catalogue, list, item)).to_owned()
    };
    match edit {
        Edit::Rename { name } => format!("Name the warband {name}."),
        Edit::SetPointLimit { limit } => format!("Set the point limit to {limit}."),
        Edit::SetAbility { ability: None } => "Play without an ability.".to_owned(),
        Edit::SetAbility { ability: Some(id) } => {
            let ability = catalogue.ability_of(id);
            format!("Play as {}.", ability.map_or(id, |a| &catalogue.ability(a).name))
        }
        Edit::AddLeader => "Add a leader.".to_owned(),
        Edit::AddTrooper => "Add a trooper.".to_owned(),
        Edit::Remove { weirdo } => format!("Remove {}.", who(weirdo)),
        Edit::Duplicate { weirdo } => format!("Copy {}.", who(weirdo)),
        Edit::Move { weirdo, to } => format!("Move {} to place {}.", who(weirdo), to + 1),
        Edit::Bench { weirdo } => format!("Put {} on the bench.", who(weirdo)),
        Edit::Recall { weirdo } => format!("Bring {} back.", who(weirdo)),
        Edit::Promote { weirdo } => format!("Make {} the leader.", who(weirdo)),
        Edit::SetName { weirdo, name } => format!("{}: name {name}.", who(weirdo)),
        Edit::SetRole { weirdo, role } => format!("Make {} a {}.", who(weirdo), role.key()),
        Edit::SetLevel { weirdo, attribute, level } => {
            let name = &catalogue.attribute(*attribute).name;
            format!("{}: {name} {}.", who(weirdo), plain(level))
        }
        Edit::AddItem { weirdo, list, item } => {
            format!("{}: add {}.", who(weirdo), item_name(catalogue, *list, item))
        }
        Edit::DropItem { weirdo, list, place } => {
            format!("{}: drop {}.", who(weirdo), carried(weirdo, *list, *place))
        }
        Edit::SwapItem { weirdo, list, place, item } => format!(
            "{}: {} instead of {}.",
            who(weirdo),
            item_name(catalogue, *list, item),
            carried(weirdo, *list, *place)
        ),
        Edit::SetTrait { weirdo, leader_trait } => match leader_trait.as_deref() {
            None => format!("{}: drop the leader trait.", who(weirdo)),
            Some(id) => {
                let name = catalogue.trait_of(id).map_or(id, |item| &item.name);
                format!("{}: leader trait {name}.", who(weirdo))
            }
        },
        Edit::SetNotes { weirdo, .. } => format!("{}: write notes.", who(weirdo)),
        Edit::SetTags { weirdo, .. } => format!("{}: set flags.", who(weirdo)),
    }
}

fn item_name<'a>(catalogue: &'a Catalogue, list: List, id: &'a str) -> &'a str {
    let item = catalogue.items(list).iter().find(|item| item.id == id);
    item.map_or(id, |item| &item.name)
}

/// What of one warband is different in another, a sentence each. What was absent or blank there
/// has only been filled in.
pub fn differences(rules: &Rules, before: &Warband, after: &Warband) -> Vec<String> {
    let catalogue = &rules.catalogue;
    let mut sentences = Vec::new();
    for (slot, old) in before.members() {
        let Some((_, new)) = after.members().find(|(_, weirdo)| weirdo.id == old.id) else {
            sentences.push(format!("{} is gone.", old.called(slot)));
            continue;
        };
        let who = old.called(slot);
        let mut differ = |what: &str, was: String, is: String| {
            if !was.is_empty() && was != is {
                let is = if is.is_empty() { "nothing" } else { &is };
                sentences.push(format!("{who}: {what} {is} instead of {was}."));
            }
        };
        let written = |value: Option<&Value>| value.map(plain).unwrap_or_default();
        differ("name", old.name.trim().to_owned(), new.name.trim().to_owned());
        differ("type", written(old.role.as_ref()), written(new.role.as_ref()));
        for attribute in Attribute::ALL {
            let name = &catalogue.attribute(attribute).name;
            differ(name, written(old.level(attribute)), written(new.level(attribute)));
        }
        for list in List::ALL {
            let names = |weirdo: &Weirdo| {
                let mut names: Vec<&str> =
                    weirdo.list(list).iter().map(|id| item_name(catalogue, list, id)).collect();
                names.sort_unstable();
                names.join(", ")
            };
            differ(list.words(), names(old), names(new));
        }
        let leads = |weirdo: &Weirdo| {
            let id = weirdo.trait_id().unwrap_or_default();
            catalogue.trait_of(id).map_or(id, |item| &item.name).to_owned()
        };
        differ("leader trait", leads(old), leads(new));
    }
    sentences.iter().map(|sentence| visible(sentence).into_owned()).collect()
}

/// A one-click repair of one finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Offer {
    /// The field of the finding that it mends.
    pub field: String,
    /// What it does.
    pub sentence: String,
    /// The edits, to be made together.
    pub edits: Vec<Edit>,
}

/// Repairs for what is wrong with one weirdo, where one click is enough (R4, R29).
pub fn offers(rules: &Rules, warband: &Warband) -> Vec<Offer> {
    offers_for(warband, &rules.validate(warband).errors)
}

/// The same for errors that were found already.
pub(crate) fn offers_for(warband: &Warband, findings: &[Finding]) -> Vec<Offer> {
    let members: BTreeMap<&str, (Slot, &Weirdo)> =
        warband.members().map(|(slot, weirdo)| (weirdo.id.as_str(), (slot, weirdo))).collect();
    let offer = |finding: &Finding| {
        let id = finding.weirdo_id.as_deref().unwrap_or_default();
        let member = members.get(id).copied();
        let (sentence, edits) = repair(&finding.rule, id, member)?;
        Some(Offer { field: finding.field.clone(), sentence: sentence.to_owned(), edits })
    };
    findings.iter().filter_map(offer).collect()
}

fn repair(
    rule: &str,
    id: &str,
    member: Option<(Slot, &Weirdo)>,
) -> Option<(&'static str, Vec<Edit>)> {
    let weirdo = || id.to_owned();
    Some(match (rule, member) {
        ("WARBAND_NAME_REQUIRED", _) => {
            let name = Warband::new().name;
            ("Name it for now", vec![Edit::Rename { name }])
        }
        ("UNKNOWN_ABILITY", _) => ("Clear the ability", vec![Edit::SetAbility { ability: None }]),
        ("LEADER_COUNT", None) => ("Add a leader", vec![Edit::AddLeader]),
        ("LEADER_COUNT" | "WEIRDO_TYPE_INVALID", Some((slot, _))) => {
            let role = slot.role()?;
            let edit = Edit::SetRole { weirdo: weirdo(), role };
            ("Set the type of the slot", vec![edit])
        }
        ("WEIRDO_NAME_REQUIRED", Some((slot, _))) => {
            let edit = Edit::SetName { weirdo: weirdo(), name: slot.default_name() };
            ("Name it for now", vec![edit])
        }
        ("CLOSE_COMBAT_WEAPON_REQUIRED", Some(_)) => {
            let edit = Edit::AddItem {
                weirdo: weirdo(),
                list: List::CloseCombatWeapons,
                item: UNARMED.to_owned(),
            };
            ("Fight unarmed", vec![edit])
        }
        ("RANGED_WEAPON_REQUIRED", Some(_)) => {
            let edit = Edit::SetLevel {
                weirdo: weirdo(),
                attribute: Attribute::Firepower,
                level: "None".into(),
            };
            ("Give up Firepower", vec![edit])
        }
        ("FIREPOWER_REQUIRED_FOR_RANGED_WEAPON", Some((_, member))) => {
            let drop =
                |place| Edit::DropItem { weirdo: weirdo(), list: List::RangedWeapons, place };
            let places = (0..member.ranged_weapons.len()).rev();
            ("Put the ranged weapons away", places.map(drop).collect())
        }
        ("LEADER_TRAIT_INVALID", Some(_)) => {
            let edit = Edit::SetTrait { weirdo: weirdo(), leader_trait: None };
            ("Drop the trait", vec![edit])
        }
        _ => return None,
    })
}

/// The most steps that can be undone.
const MAX_STEPS: usize = 500;

/// A warband being built, with everything that can be undone and redone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Builder {
    rules: Rules,
    now: Warband,
    past: Vec<Warband>,
    future: Vec<Warband>,
}

impl Builder {
    /// Starts from a warband.
    pub fn new(rules: Rules, warband: Warband) -> Builder {
        Builder { rules, now: warband, past: Vec::new(), future: Vec::new() }
    }

    /// The warband as it is now.
    pub fn warband(&self) -> &Warband {
        &self.now
    }

    /// Makes one step of some edits, or nothing at all.
    pub fn edit(&mut self, edits: &[Edit]) -> Result<(), EditRefused> {
        let changed = apply_all(&self.rules, &self.now, edits)?;
        self.replace(changed);
        Ok(())
    }

    /// Puts another document in the place of this one, as one step: an import, a solver's answer.
    pub fn replace(&mut self, warband: Warband) {
        if warband == self.now {
            return;
        }
        self.past.push(std::mem::replace(&mut self.now, warband));
        self.future.clear();
        if MAX_STEPS < self.past.len() {
            self.past.remove(0);
        }
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Result<(), EditRefused> {
        let before = self.past.pop().ok_or(EditRefused::NothingToUndo)?;
        self.future.push(std::mem::replace(&mut self.now, before));
        Ok(())
    }

    /// Makes the last step again that was taken back.
    pub fn redo(&mut self) -> Result<(), EditRefused> {
        let after = self.future.pop().ok_or(EditRefused::NothingToRedo)?;
        self.past.push(std::mem::replace(&mut self.now, after));
        Ok(())
    }

    /// How many steps can be undone and redone.
    pub fn steps(&self) -> (usize, usize) {
        (self.past.len(), self.future.len())
    }
}
