//! Small questions: what if it had another ability; what can be had for the points left.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Refused, Stop, Telling, check_size};
use crate::Rules;
use crate::catalogue::{Ability, Attribute, List, Role};
use crate::cost;
use crate::document::{Slot, Warband, Weirdo, level_place, level_value};
use crate::edit::{self, Edit};
use crate::validate::{Advice, Costs, Finding};

/// A warband under one ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AbilityChoice {
    /// The ability's id; null for none.
    pub ability: Option<String>,
    /// What people read.
    pub name: String,
    /// What the warband costs with it.
    pub cost: u32,
    /// Whether it is what the warband has.
    pub current: bool,
    /// Whether the warband is legal with it.
    pub valid: bool,
    /// What is wrong with it that is not wrong now.
    pub new_errors: Vec<Finding>,
}

/// The warband under each of the eight choices: the legal ones first, the cheapest first.
pub fn best_ability(rules: &Rules, warband: &Warband) -> Result<Vec<AbilityChoice>, Refused> {
    best_ability_until(rules, warband, &Stop::never())
}

/// The same, until it is enough.
pub fn best_ability_until(
    rules: &Rules,
    warband: &Warband,
    stop: &Stop,
) -> Result<Vec<AbilityChoice>, Refused> {
    let catalogue = &rules.catalogue;
    let now = cost::ability(catalogue, warband);
    let errors = |tried: &Warband| {
        let told = rules.validate_until(tried, Advice::Off, &mut Telling::new(stop));
        told.map(|result| result.errors)
    };
    let before = errors(warband)?;
    let before: BTreeSet<(&str, &str)> = before.iter().map(key).collect();
    let choice = |ability: Option<Ability>| {
        stop.check()?;
        let entry = ability.map(|ability| catalogue.ability(ability));
        let id = entry.map(|entry| entry.id.clone());
        let tried = Warband { ability: id.clone().map(Value::from), ..warband.clone() };
        let errors = errors(&tried)?;
        Ok(AbilityChoice {
            ability: id,
            name: entry.map_or("No ability", |entry| &entry.name).to_owned(),
            cost: cost::warband(catalogue, &tried),
            current: ability == now,
            valid: errors.is_empty(),
            new_errors: errors.into_iter().filter(|error| !before.contains(&key(error))).collect(),
        })
    };
    let choices = std::iter::once(None).chain(catalogue.abilities().map(Some));
    let mut choices = choices.map(choice).collect::<Result<Vec<AbilityChoice>, Refused>>()?;
    choices.sort_by_key(|choice| (!choice.valid, choice.cost));
    Ok(choices)
}

/// By what an error is known again.
fn key(finding: &Finding) -> (&str, &str) {
    (&finding.field, &finding.rule)
}

/// One or two edits that make a legal warband dearer or better within its points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Upgrade {
    /// The edits, to be made together.
    pub edits: Vec<Edit>,
    /// What they do.
    pub sentences: Vec<String>,
    /// What they cost.
    pub cost: u32,
}

/// What can be had for the points left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spending {
    /// The points left.
    pub left: u32,
    /// How many upgrades there are of one edit.
    pub singles: u64,
    /// How many there are of two.
    pub pairs: u64,
    /// The upgrades: those that spend most first, single ones before pairs.
    pub upgrades: Vec<Upgrade>,
}

/// Every single or paired upgrade that the points left can pay for; `most` are listed.
pub fn spend(rules: &Rules, warband: &Warband, most: usize) -> Result<Spending, Refused> {
    spend_until(rules, warband, most, &Stop::never())
}

/// The same, until it is enough.
pub fn spend_until(
    rules: &Rules,
    warband: &Warband,
    most: usize,
    stop: &Stop,
) -> Result<Spending, Refused> {
    let limit = rules.point_limit(warband).ok_or(Refused::NoPointLimit)?;
    if !rules.is_valid(warband) {
        return Err(Refused::NotLegal);
    }
    check_size(warband, MAX_MEMBERS, MAX_LIST)?;
    let market = Market::new(rules, warband, limit);
    let mut by_cost = vec![0_u64; market.left as usize + 1];
    let (mut singles, mut pairs) = (0, 0);
    market.each(stop, |cost, steps| {
        by_cost[cost as usize] += 1;
        match steps {
            [_] => singles += 1,
            _ => pairs += 1,
        }
    })?;
    let mut found: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut room = room_for(&by_cost, most);
    market.each(stop, |cost, steps| {
        let left = &mut room[cost as usize];
        if *left != 0 {
            *left -= 1;
            found.push((cost, steps.to_vec()));
        }
    })?;
    found.sort_by_key(|(cost, steps)| (Reverse(*cost), steps.len()));
    let mut telling = Telling::new(stop);
    let upgrade = |(cost, steps): &(u32, Vec<usize>)| {
        let mut edits: Vec<Edit> =
            steps.iter().map(|place| market.steps[*place].edit.clone()).collect();
        // Adding may drop Unarmed (R4), after which the place of a swap would be wrong.
        edits.sort_by_key(|edit| matches!(edit, Edit::AddItem { .. }));
        let sentences = edits.iter().map(|e| edit::describe(rules, warband, e)).collect();
        let upgrade = Upgrade { sentences, edits, cost: *cost };
        telling.thing(&upgrade).map(|()| upgrade)
    };
    let upgrades = found.iter().map(upgrade).collect::<Result<_, Refused>>()?;
    Ok(Spending { left: market.left, singles, pairs, upgrades })
}

/// Larger warbands, and longer lists, have too many pairs to look at.
const MAX_MEMBERS: usize = 25;
const MAX_LIST: usize = 12;

/// How many of each cost are listed, the dearest first, until the list is full.
fn room_for(by_cost: &[u64], most: usize) -> Vec<u64> {
    let mut left = most as u64;
    let mut room = vec![0; by_cost.len()];
    for (room, count) in room.iter_mut().zip(by_cost).rev() {
        *room = left.min(*count);
        left -= *room;
    }
    room
}

/// One thing to buy: a level up, an item more, a dearer item, or a trooper.
struct Step {
    /// Whom it changes; nobody where it adds a trooper.
    member: Option<usize>,
    part: Part,
    edit: Edit,
    /// What it adds to the cost.
    cost: u32,
    /// Whether the weirdo is legal but for its cost, after it alone.
    whole: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Level(Attribute),
    Add(List),
    Swap(List, usize),
    Trooper,
}

struct Market<'a> {
    rules: &'a Rules,
    ability: Option<Ability>,
    members: Vec<(Slot, &'a Weirdo)>,
    costs: Costs,
    left: u32,
    steps: Vec<Step>,
}

impl<'a> Market<'a> {
    fn new(rules: &'a Rules, warband: &'a Warband, limit: u32) -> Market<'a> {
        let costs = Costs::of(rules, warband);
        let left = limit.saturating_sub(costs.total());
        let mut market = Market {
            rules,
            ability: cost::ability(&rules.catalogue, warband),
            members: warband.members().collect(),
            costs,
            left,
            steps: Vec::new(),
        };
        for member in 0..market.members.len() {
            market.levels(member);
            for list in List::ALL {
                market.items(member, list);
            }
        }
        let trooper = Weirdo::new("", "Trooper", Role::Trooper);
        market.steps.push(Step {
            member: None,
            part: Part::Trooper,
            edit: Edit::AddTrooper,
            cost: cost::weirdo(&rules.catalogue, &trooper, market.ability),
            whole: true,
        });
        market.steps.retain(|step| step.cost <= left);
        market
    }

    /// Every upgrade with its cost: first the single ones, then the pairs.
    fn each(&self, stop: &Stop, mut see: impl FnMut(u32, &[usize])) -> Result<(), Refused> {
        for (place, step) in self.steps.iter().enumerate() {
            if let Some(cost) = self.single(step) {
                see(cost, &[place]);
            }
        }
        for (first, a) in self.steps.iter().enumerate() {
            stop.check()?;
            for (second, b) in self.steps.iter().enumerate().skip(first) {
                // A second trooper is the only step that can be made twice.
                if first == second && a.part != Part::Trooper {
                    continue;
                }
                if let Some(cost) = self.pair(a, b) {
                    see(cost, &[first, second]);
                }
            }
        }
        Ok(())
    }

    fn levels(&mut self, member: usize) {
        let (_, weirdo) = self.members[member];
        let catalogue = &self.rules.catalogue;
        for attribute in Attribute::ALL {
            let level = weirdo.level(attribute);
            let Some(has) = level.and_then(|l| level_place(catalogue, attribute, l)) else {
                continue;
            };
            let prices = catalogue.prices(self.ability).levels[attribute.index()];
            for place in has + 1..3 {
                let edit = Edit::SetLevel {
                    weirdo: weirdo.id.clone(),
                    attribute,
                    level: level_value(catalogue, attribute, place),
                };
                let armed = attribute != Attribute::Firepower || !weirdo.ranged_weapons.is_empty();
                self.steps.push(Step {
                    member: Some(member),
                    part: Part::Level(attribute),
                    edit,
                    cost: prices[place].saturating_sub(prices[has]),
                    whole: armed,
                });
            }
        }
    }

    fn items(&mut self, member: usize, list: List) {
        let (_, weirdo) = self.members[member];
        let catalogue = &self.rules.catalogue;
        let prices = &catalogue.prices(self.ability).items[list.index()];
        let carried = weirdo.list(list);
        let firepower = weirdo.level(Attribute::Firepower);
        let level = firepower.and_then(|l| level_place(catalogue, Attribute::Firepower, l));
        let shoots = level != Some(0);
        for (place, item) in catalogue.items(list).iter().enumerate() {
            if carried.contains(&item.id) {
                continue;
            }
            let room = self.room(member, list);
            if room {
                self.steps.push(Step {
                    member: Some(member),
                    part: Part::Add(list),
                    edit: Edit::AddItem { weirdo: weirdo.id.clone(), list, item: item.id.clone() },
                    cost: prices[place],
                    whole: list != List::RangedWeapons || shoots,
                });
            }
            for (number, id) in carried.iter().enumerate() {
                let Some(old) = catalogue.find(list, id) else {
                    continue;
                };
                if prices[old] < prices[place] {
                    self.steps.push(Step {
                        member: Some(member),
                        part: Part::Swap(list, number),
                        edit: Edit::SwapItem {
                            weirdo: weirdo.id.clone(),
                            list,
                            place: number,
                            item: item.id.clone(),
                        },
                        cost: prices[place] - prices[old],
                        whole: true,
                    });
                }
            }
        }
    }

    /// Whether a list can take so much more.
    fn room(&self, member: usize, list: List) -> bool {
        self.room_for(member, list, 1)
    }

    fn room_for(&self, member: usize, list: List, more: usize) -> bool {
        let (slot, weirdo) = self.members[member];
        let role = slot.role().unwrap_or(Role::Trooper);
        let most = match list {
            List::Equipment => Some(self.rules.catalogue.equipment_limit(role, self.ability)),
            _ => self.rules.max_weapons(list),
        };
        most.is_none_or(|most| weirdo.list(list).len() + more <= most as usize)
    }

    /// What members cost after some are raised; whether that keeps to the premium slot.
    fn within(&self, raises: &[(Option<usize>, u32)]) -> bool {
        let limits = &self.rules.catalogue.limits;
        let raise = |member: usize| -> u32 {
            let own = raises.iter().filter(|(of, _)| *of == Some(member));
            own.map(|(_, cost)| cost).sum()
        };
        let mut premium = 0;
        for (member, cost) in self.costs.each().iter().enumerate() {
            let cost = cost + raise(member);
            if limits.weirdo_premium_max < cost {
                return false;
            }
            premium += u32::from(limits.premium(cost));
        }
        premium <= 1
    }

    /// The cost of one step, where it alone keeps the warband legal.
    fn single(&self, step: &Step) -> Option<u32> {
        let legal = step.whole && self.within(&[(step.member, step.cost)]);
        legal.then_some(step.cost)
    }

    /// The cost of two steps, where together they keep the warband legal.
    fn pair(&self, a: &Step, b: &Step) -> Option<u32> {
        let cost = a.cost + b.cost;
        if self.left < cost || !self.compatible(a, b) {
            return None;
        }
        self.within(&[(a.member, a.cost), (b.member, b.cost)]).then_some(cost)
    }

    fn compatible(&self, a: &Step, b: &Step) -> bool {
        let (Some(member), true) = (a.member, a.member == b.member) else {
            return a.whole && b.whole;
        };
        // Two changes of the same thing are not two upgrades.
        if a.part == b.part && !matches!(a.part, Part::Add(_)) {
            return false;
        }
        if let (Part::Add(list), true) = (a.part, a.part == b.part)
            && !self.room_for(member, list, 2)
        {
            return false;
        }
        // Swapping in what the other step adds would carry it twice.
        if let (Some(x), Some(y)) = (gained(&a.edit), gained(&b.edit))
            && x == y
        {
            return false;
        }
        // Firepower and a first gun need each other.
        let firepower = |step: &Step| step.part == Part::Level(Attribute::Firepower);
        let gun = |step: &Step| step.part == Part::Add(List::RangedWeapons);
        let arms = (firepower(a) && gun(b)) || (gun(a) && firepower(b));
        arms || (a.whole && b.whole)
    }
}

/// The item that an edit brings.
fn gained(edit: &Edit) -> Option<&str> {
    match edit {
        Edit::AddItem { item, .. } | Edit::SwapItem { item, .. } => Some(item),
        _ => None,
    }
}
