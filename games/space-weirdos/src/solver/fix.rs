//! The cheapest fixes of an illegal warband: the fewest edits, then the smallest change in points.
//! No weirdo is removed where other edits can do, except to play the warband at another limit.
//!
//! For each weirdo a table says, for every cost that it may legally have, how few edits lead
//! there; then a knapsack over the weirdos keeps the total and the premium slot within bounds.
//! Every table keeps the best few ways and not only one, so that the best three fixes are exact.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::Refused;
use crate::Rules;
use crate::catalogue::{Ability, Attribute, List, Role};
use crate::cost;
use crate::document::{Slot, Warband, Weirdo, level_place, level_value};
use crate::edit::{self, Edit};

/// Ways that are kept for each cost. More than the three that are shown, since two ways may lead
/// to the same warband.
const KEPT: usize = 6;
/// Fixes that are listed.
const SHOWN: usize = 3;
/// Longer lists are not mended.
const MAX_LIST: usize = 64;
/// Larger warbands are not mended.
const MAX_MEMBERS: usize = 60;
/// What removing a weirdo weighs where every other edit weighs 1: more than all edits there can be.
const REMOVAL: u32 = 100_000;

/// One way to make a warband legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fix {
    /// As how many edits it counts. Making one weirdo leader instead of another counts as two, as
    /// both change their type.
    pub count: u32,
    /// The edits, to be made together.
    pub edits: Vec<Edit>,
    /// What each edit does.
    pub sentences: Vec<String>,
    /// What the warband costs then.
    pub cost: u32,
    /// By how much the total changes.
    pub change: i64,
    /// The warband after the edits.
    pub warband: Warband,
}

/// The best fixes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fixes {
    /// Whether nothing had to be mended.
    pub already_legal: bool,
    /// The best three at most, the best first.
    pub fixes: Vec<Fix>,
    /// How many ways were compared.
    pub compared: u64,
}

/// The best fixes; with a limit, those for playing the warband at that limit.
pub fn fix(rules: &Rules, warband: &Warband, point_limit: Option<u32>) -> Result<Fixes, Refused> {
    let mut warband = warband.clone();
    if let Some(limit) = point_limit {
        if !rules.point_limits().contains(&limit) {
            return Err(Refused::NoPointLimit);
        }
        warband.point_limit = Some(limit.into());
    }
    if rules.is_valid(&warband) {
        return Ok(Fixes { already_legal: true, fixes: Vec::new(), compared: 0 });
    }
    check_size(&warband)?;
    let before = cost::warband(&rules.catalogue, &warband);
    let common = structure(rules, &warband, before);
    let mended = edit::apply_all(rules, &warband, &common).unwrap_or_else(|_| warband.clone());
    let removal = if point_limit.is_some() { 1 } else { REMOVAL };
    let mut mender = Mender::new(rules, &mended, removal);
    let ways = mender.members(&mended);
    let mut ranked: Vec<(u32, u32, Way)> = Vec::new();
    for (total, ways) in ways.iter().enumerate() {
        let change = before.abs_diff(total as u32);
        ranked.extend(ways.iter().map(|way| (way.edits, change, *way)));
    }
    ranked.sort_by_key(|(edits, change, _)| (*edits, *change));
    let mut fixes: Vec<Fix> = Vec::new();
    for (_, _, way) in ranked {
        let mut edits = common.clone();
        edits.extend(mender.edits(way));
        let Ok(after) = edit::apply_all(rules, &warband, &edits) else {
            continue;
        };
        if fixes.iter().any(|fix| alike(&fix.warband, &after)) {
            continue;
        }
        let cost = cost::warband(&rules.catalogue, &after);
        fixes.push(Fix {
            count: edits.len() as u32 + mender.demotions(way),
            sentences: edits.iter().map(|e| edit::describe(rules, &warband, e)).collect(),
            edits,
            cost,
            change: i64::from(cost) - i64::from(before),
            warband: after,
        });
        if fixes.len() == SHOWN {
            break;
        }
    }
    Ok(Fixes { already_legal: false, fixes, compared: mender.compared })
}

fn check_size(warband: &Warband) -> Result<(), Refused> {
    let count = warband.members().count();
    if MAX_MEMBERS < count {
        return Err(Refused::TooManyWeirdos { count, limit: MAX_MEMBERS });
    }
    for (_, weirdo) in warband.members() {
        let longest = List::ALL.map(|list| weirdo.list(list).len()).into_iter().max();
        if let Some(count) = longest.filter(|count| MAX_LIST < *count) {
            return Err(Refused::TooBroken { who: weirdo.name.clone(), count, limit: MAX_LIST });
        }
    }
    Ok(())
}

/// The edits that every fix needs: name, point limit, ability.
fn structure(rules: &Rules, warband: &Warband, cost: u32) -> Vec<Edit> {
    let mut edits = Vec::new();
    if warband.name.trim().is_empty() {
        edits.push(Edit::Rename { name: Warband::new().name });
    }
    if rules.point_limit(warband).is_none() {
        let limits = rules.point_limits().iter();
        let enough = limits.clone().filter(|limit| cost <= **limit).min();
        if let Some(limit) = enough.or_else(|| limits.max()) {
            edits.push(Edit::SetPointLimit { limit: *limit });
        }
    }
    let ability = cost::ability(&rules.catalogue, warband);
    if warband.ability.is_some() && ability.is_none() {
        edits.push(Edit::SetAbility { ability: None });
    }
    edits
}

/// Whether two warbands differ only in the order of things.
fn alike(a: &Warband, b: &Warband) -> bool {
    let sorted = |warband: &Warband| {
        let mut warband = warband.clone();
        for weirdo in warband.everyone_mut() {
            for list in List::ALL {
                weirdo.list_mut(list).sort();
            }
        }
        warband
    };
    sorted(a) == sorted(b)
}

/// One step of a way.
#[derive(Clone, Copy, Debug)]
enum Op {
    Level(Attribute, usize),
    Swap(List, usize, usize),
    Drop(List, usize),
    Add(List, usize),
    ClearTrait,
    SetName,
    SetRole(Role),
    Promote,
    /// Makes room for a new leader; the promotion does it.
    Demote,
    AddLeader,
    Remove,
    /// The steps before were another part's or member's: they go on at this node.
    Join(u32),
    /// The steps from here back belong to this member.
    Member(usize),
}

/// A way to some cost: what its edits weigh, and the last of its steps.
#[derive(Clone, Copy, Debug)]
struct Way {
    edits: u32,
    node: u32,
}

/// For every cost the best ways to it, the fewest edits first.
type Ways = Vec<Vec<Way>>;

struct Mender<'a> {
    rules: &'a Rules,
    ability: Option<Ability>,
    limit: usize,
    top: usize,
    removal: u32,
    ids: Vec<(Slot, String)>,
    /// Steps, each with the one before. The first is no step.
    nodes: Vec<(u32, Op)>,
    compared: u64,
}

impl<'a> Mender<'a> {
    fn new(rules: &'a Rules, warband: &Warband, removal: u32) -> Mender<'a> {
        Mender {
            rules,
            ability: cost::ability(&rules.catalogue, warband),
            limit: rules.point_limit(warband).unwrap_or(0) as usize,
            top: rules.catalogue.limits.weirdo_premium_max as usize,
            removal,
            ids: warband.members().map(|(slot, weirdo)| (slot, weirdo.id.clone())).collect(),
            nodes: vec![(0, Op::AddLeader)],
            compared: 0,
        }
    }

    fn start(&self, costs: usize) -> Ways {
        let mut ways = vec![Vec::new(); costs + 1];
        ways[0].push(Way { edits: 0, node: 0 });
        ways
    }

    fn node(&mut self, before: u32, op: Op) -> u32 {
        self.nodes.push((before, op));
        (self.nodes.len() - 1) as u32
    }

    /// Keeps a way where it is among the best; its node is made only then.
    fn offer(&mut self, ways: &mut Vec<Way>, edits: u32, node: impl FnOnce(&mut Self) -> u32) {
        self.compared += 1;
        let place = ways.iter().position(|way| edits < way.edits).unwrap_or(ways.len());
        if place < KEPT {
            let node = node(self);
            ways.insert(place, Way { edits, node });
            ways.truncate(KEPT);
        }
    }

    /// Every way of one part after every way of the others.
    fn join(&mut self, first: &Ways, second: &Ways) -> Ways {
        let top = first.len() - 1;
        let mut joined: Ways = vec![Vec::new(); top + 1];
        for (a, ways) in first.iter().enumerate().filter(|(_, ways)| !ways.is_empty()) {
            let fitting = second.iter().enumerate().take(top + 1 - a);
            for (b, others) in fitting {
                for way in ways {
                    for other in others {
                        let edits = way.edits + other.edits;
                        let (before, after) = (way.node, other.node);
                        self.offer(&mut joined[a + b], edits, |mender| {
                            mender.linked(before, after)
                        });
                    }
                }
            }
        }
        joined
    }

    fn linked(&mut self, before: u32, after: u32) -> u32 {
        match (before, after) {
            (before, 0) => before,
            (0, after) => after,
            (before, after) => self.node(before, Op::Join(after)),
        }
    }

    fn level_price(&self, attribute: Attribute, place: usize) -> usize {
        let prices = self.rules.catalogue.prices(self.ability);
        prices.levels[attribute.index()][place] as usize
    }

    fn item_price(&self, list: List, place: usize) -> usize {
        self.rules.catalogue.prices(self.ability).items[list.index()][place] as usize
    }

    /// The ways to every level.
    fn level(&mut self, weirdo: &Weirdo, attribute: Attribute, places: &[usize]) -> Ways {
        let has = weirdo
            .level(attribute)
            .and_then(|level| level_place(&self.rules.catalogue, attribute, level));
        let mut ways: Ways = vec![Vec::new(); self.top + 1];
        for place in places {
            let price = self.level_price(attribute, *place);
            if self.top < price {
                continue;
            }
            if has == Some(*place) {
                self.offer(&mut ways[price], 0, |_| 0);
            } else {
                let op = Op::Level(attribute, *place);
                self.offer(&mut ways[price], 1, |mender| mender.node(0, op));
            }
        }
        ways
    }

    /// The ways to mend a list that has at least `least` things and at most `most`.
    fn list(&mut self, weirdo: &Weirdo, list: List, least: usize, most: Option<usize>) -> Ways {
        let ids = weirdo.list(list);
        let catalogue = &self.rules.catalogue;
        // How long the list is matters only up to what is asked for.
        let sizes = most.unwrap_or(least);
        let longer = |size: usize| match most {
            Some(most) if most <= size => None,
            Some(_) => Some(size + 1),
            None => Some(sizes.min(size + 1)),
        };
        let places: Vec<Option<usize>> = ids.iter().map(|id| catalogue.find(list, id)).collect();
        let others: Vec<usize> = (0..catalogue.items(list).len())
            .filter(|place| !places.contains(&Some(*place)))
            .collect();
        let mut by_size = vec![vec![Vec::new(); self.top + 1]; sizes + 1];
        by_size[0] = self.start(self.top);
        for (number, known) in places.iter().enumerate() {
            let mut next = vec![vec![Vec::new(); self.top + 1]; sizes + 1];
            for (size, ways) in by_size.iter().enumerate() {
                for (cost, ways) in ways.iter().enumerate() {
                    for way in ways {
                        let (edits, node) = (way.edits, way.node);
                        if let (Some(place), Some(size)) = (known, longer(size)) {
                            let cost = cost + self.item_price(list, *place);
                            if cost <= self.top {
                                self.offer(&mut next[size][cost], edits, |_| node);
                            }
                        }
                        let op = Op::Drop(list, number);
                        self.offer(&mut next[size][cost], edits + 1, |m| m.node(node, op));
                        let Some(size) = longer(size) else {
                            continue;
                        };
                        for other in &others {
                            let cost = cost + self.item_price(list, *other);
                            let op = Op::Swap(list, number, *other);
                            if cost <= self.top {
                                self.offer(&mut next[size][cost], edits + 1, |m| m.node(node, op));
                            }
                        }
                    }
                }
            }
            by_size = next;
        }
        for other in &others {
            let price = self.item_price(list, *other);
            let mut next = by_size.clone();
            for (size, ways) in by_size.iter().enumerate() {
                let Some(size) = longer(size) else {
                    continue;
                };
                for (cost, ways) in
                    ways.iter().enumerate().take((self.top + 1).saturating_sub(price))
                {
                    for way in ways {
                        let (edits, node) = (way.edits + 1, way.node);
                        let op = Op::Add(list, *other);
                        self.offer(&mut next[size][cost + price], edits, |m| m.node(node, op));
                    }
                }
            }
            by_size = next;
        }
        let mut ways: Ways = vec![Vec::new(); self.top + 1];
        for by_cost in by_size.iter().skip(least) {
            for (cost, found) in by_cost.iter().enumerate() {
                for way in found {
                    self.offer(&mut ways[cost], way.edits, |_| way.node);
                }
            }
        }
        ways
    }

    /// Firepower and guns together (W5, W6).
    fn shooting(&mut self, weirdo: &Weirdo) -> Ways {
        let most = self.rules.max_weapons(List::RangedWeapons).map(|most| most as usize);
        let unarmed = self.level(weirdo, Attribute::Firepower, &[0]);
        let no_guns = self.list(weirdo, List::RangedWeapons, 0, Some(0));
        let mut ways = self.join(&unarmed, &no_guns);
        let armed = self.level(weirdo, Attribute::Firepower, &[1, 2]);
        let guns = self.list(weirdo, List::RangedWeapons, 1, most);
        for (cost, found) in self.join(&armed, &guns).into_iter().enumerate() {
            for way in found {
                self.offer(&mut ways[cost], way.edits, |_| way.node);
            }
        }
        ways
    }

    /// The ways to make one weirdo legal in a role, for every cost.
    fn weirdo(&mut self, weirdo: &Weirdo, slot: Slot, role: Role) -> Ways {
        let mut ways = self.start(self.top);
        for attribute in Attribute::ALL.into_iter().filter(|a| *a != Attribute::Firepower) {
            let levels = self.level(weirdo, attribute, &[0, 1, 2]);
            ways = self.join(&ways, &levels);
        }
        let shooting = self.shooting(weirdo);
        ways = self.join(&ways, &shooting);
        let max_close = self.rules.max_weapons(List::CloseCombatWeapons).map(|most| most as usize);
        let slots = self.rules.catalogue.equipment_limit(role, self.ability) as usize;
        for (list, least, most) in [
            (List::CloseCombatWeapons, 1, max_close),
            (List::Equipment, 0, Some(slots)),
            (List::PsychicPowers, 0, None),
        ] {
            let items = self.list(weirdo, list, least, most);
            ways = self.join(&ways, &items);
        }
        let known = |id| self.rules.catalogue.trait_of(id).is_some();
        let keeps_trait = weirdo.trait_id().is_none_or(|id| role == Role::Leader && known(id));
        if !keeps_trait {
            ways = self.also(&ways, Op::ClearTrait);
        }
        if weirdo.name.trim().is_empty() {
            ways = self.also(&ways, Op::SetName);
        }
        let written = match &weirdo.role {
            Some(value) => value.as_str().and_then(Role::of_key),
            None => slot.role(),
        };
        if slot.role() != Some(role) {
            let op = if role == Role::Leader { Op::Promote } else { Op::Demote };
            ways = self.also(&ways, op);
        } else if written != Some(role) {
            ways = self.also(&ways, Op::SetRole(role));
        }
        ways
    }

    /// The same ways with one more edit.
    fn also(&mut self, ways: &Ways, op: Op) -> Ways {
        let mut more: Ways = vec![Vec::new(); ways.len()];
        for (cost, found) in ways.iter().enumerate() {
            for way in found {
                let node = way.node;
                self.offer(&mut more[cost], way.edits + 1, |mender| mender.node(node, op));
            }
        }
        more
    }

    /// The best ways to every total within the limit.
    fn members(&mut self, warband: &Warband) -> Ways {
        // By whether there is a leader, and whether the premium slot is taken.
        let mut by_state = vec![vec![Vec::new(); self.limit + 1]; 4];
        by_state[0] = self.start(self.limit);
        if warband.leader.is_none() {
            // A new leader costs what a default weirdo does.
            let leader = Weirdo::new("", "Leader", Role::Leader);
            let price = cost::weirdo(&self.rules.catalogue, &leader, self.ability) as usize;
            if price <= self.limit {
                let node = self.node(0, Op::AddLeader);
                by_state[2][price].push(Way { edits: 1, node });
            }
        }
        let anyone_gains = warband.troopers.iter().any(|weirdo| self.gains_by_leading(weirdo));
        for (number, (slot, weirdo)) in warband.members().enumerate() {
            let mut next = vec![vec![Vec::new(); self.limit + 1]; 4];
            let trooper = slot != Slot::Leader;
            if trooper || anyone_gains {
                let follows = self.weirdo(weirdo, slot, Role::Trooper);
                self.take(&by_state, &follows, number, 0, &mut next);
            }
            if !trooper || warband.leader.is_none() || self.gains_by_leading(weirdo) {
                let leads = self.weirdo(weirdo, slot, Role::Leader);
                self.take(&by_state, &leads, number, 1, &mut next);
            }
            if trooper {
                let mut gone: Ways = vec![Vec::new(); self.top + 1];
                let node = self.node(0, Op::Remove);
                gone[0].push(Way { edits: self.removal, node });
                self.take(&by_state, &gone, number, 0, &mut next);
            }
            by_state = next;
        }
        let mut ways: Ways = vec![Vec::new(); self.limit + 1];
        for state in [2, 3] {
            for (total, found) in by_state[state].iter().enumerate() {
                for way in found {
                    self.offer(&mut ways[total], way.edits, |_| way.node);
                }
            }
        }
        ways
    }

    /// Whether a trooper breaks a rule that it would not break as the leader (W8, W10). Nobody else
    /// is worth the two edits that a change of leaders counts as.
    fn gains_by_leading(&self, weirdo: &Weirdo) -> bool {
        let limit = self.rules.catalogue.equipment_limit(Role::Trooper, self.ability);
        (limit as usize) < weirdo.equipment.len() || weirdo.trait_id().is_some()
    }

    /// Adds one member, with any of its ways, to every state.
    fn take(
        &mut self,
        by_state: &[Ways],
        member: &Ways,
        number: usize,
        leads: usize,
        next: &mut [Ways],
    ) {
        let member: Vec<(usize, Vec<Way>)> = member
            .iter()
            .enumerate()
            .map(|(cost, ways)| (cost, ways.iter().map(|way| self.owned(*way, number)).collect()))
            .collect();
        for (state, totals) in by_state.iter().enumerate() {
            if leads == 1 && 1 < state {
                continue;
            }
            for (total, ways) in totals.iter().enumerate().filter(|(_, ways)| !ways.is_empty()) {
                for (cost, others) in &member {
                    let premium = self.rules.catalogue.limits.premium(*cost as u32);
                    let fits = total + cost <= self.limit && !(premium && state % 2 == 1);
                    if !fits {
                        continue;
                    }
                    let to = state + leads * 2 + usize::from(premium);
                    self.combine(ways, others, &mut next[to][total + cost]);
                }
            }
        }
    }

    fn combine(&mut self, ways: &[Way], others: &[Way], into: &mut Vec<Way>) {
        for way in ways {
            for other in others {
                let edits = way.edits + other.edits;
                // Both lists rise, so nothing better follows in this one.
                if into.len() == KEPT && into[KEPT - 1].edits <= edits {
                    break;
                }
                self.offer(into, edits, |mender| mender.linked(way.node, other.node));
            }
        }
    }

    fn owned(&mut self, way: Way, number: usize) -> Way {
        match way.node {
            0 => way,
            node => Way { node: self.node(node, Op::Member(number)), ..way },
        }
    }

    /// How many leaders a way makes room for.
    fn demotions(&self, way: Way) -> u32 {
        self.steps(way).iter().filter(|(_, op)| matches!(op, Op::Demote)).count() as u32
    }

    /// The edits of a way, in an order in which places stay right: first levels and swaps, then
    /// drops from the end, then what is added; removals and promotions last.
    fn edits(&self, way: Way) -> Vec<Edit> {
        let mut steps = self.steps(way);
        let order = |(member, op): &(usize, Op)| match op {
            Op::AddLeader => (0, 0, 0),
            Op::SetRole(_) => (1, *member, 0),
            Op::SetName => (1, *member, 1),
            Op::ClearTrait => (1, *member, 2),
            Op::Level(attribute, _) => (1, *member, 3 + attribute.index()),
            Op::Swap(list, place, _) => (1, *member, 100 + list.index() * 100 + place),
            Op::Drop(list, place) => (1, *member, 1000 + list.index() * 100 + 99 - place),
            Op::Add(list, place) => (1, *member, 2000 + list.index() * 100 + place),
            Op::Remove => (2, *member, 0),
            Op::Promote | Op::Demote => (3, *member, 0),
            Op::Join(_) | Op::Member(_) => (4, 0, 0),
        };
        steps.sort_by_key(order);
        steps.iter().filter_map(|(member, op)| self.as_edit(*member, *op)).collect()
    }

    /// The steps of a way, each with its member, in no order.
    fn steps(&self, way: Way) -> Vec<(usize, Op)> {
        let mut steps: Vec<(usize, Op)> = Vec::new();
        let mut stack = vec![(way.node, None)];
        while let Some((node, member)) = stack.pop() {
            if node == 0 {
                continue;
            }
            let (before, op) = self.nodes[node as usize];
            match op {
                Op::Join(other) => stack.extend([(before, member), (other, member)]),
                Op::Member(number) => stack.push((before, Some(number))),
                op => {
                    steps.push((member.unwrap_or(0), op));
                    stack.push((before, member));
                }
            }
        }
        steps
    }

    fn as_edit(&self, member: usize, op: Op) -> Option<Edit> {
        let catalogue = &self.rules.catalogue;
        if let Op::AddLeader = op {
            return Some(Edit::AddLeader);
        }
        let (slot, weirdo) = self.ids.get(member)?.clone();
        let item = |list: List, place: usize| catalogue.items(list)[place].id.clone();
        let level = |attribute, place| -> Value { level_value(catalogue, attribute, place) };
        Some(match op {
            Op::Level(attribute, place) => {
                Edit::SetLevel { weirdo, attribute, level: level(attribute, place) }
            }
            Op::Swap(list, place, other) => {
                Edit::SwapItem { weirdo, list, place, item: item(list, other) }
            }
            Op::Drop(list, place) => Edit::DropItem { weirdo, list, place },
            Op::Add(list, place) => Edit::AddItem { weirdo, list, item: item(list, place) },
            Op::ClearTrait => Edit::SetTrait { weirdo, leader_trait: None },
            Op::SetName => Edit::SetName { weirdo, name: edit::default_name(slot) },
            Op::SetRole(role) => Edit::SetRole { weirdo, role },
            Op::Promote => Edit::Promote { weirdo },
            Op::Remove => Edit::Remove { weirdo },
            Op::Demote | Op::AddLeader | Op::Join(_) | Op::Member(_) => return None,
        })
    }
}
