//! The cheapest fixes of an illegal warband: the fewest edits, then the smallest change in points.
//! No weirdo is removed where other edits can do, except to play the warband at another limit.
//!
//! For each weirdo a table says, for every cost that it may legally have, how few edits lead
//! there; then a knapsack over the weirdos keeps the total and the premium slot within bounds.
//! Every table keeps the best few ways and not only one, and of different kinds, so that there is
//! something to choose from. An ability that is none, or a point limit that is none, can be set in
//! several ways: all of them are tried.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Refused, Stop, Telling, check_size};
use crate::Rules;
use crate::catalogue::{Ability, Attribute, List, Role};
use crate::cost;
use crate::document::{Slot, Warband, Weirdo, level_place, level_value};
use crate::edit::{self, Edit};

/// Ways that are kept for each cost. More than the three that are shown, since two ways may lead
/// to the same warband.
const KEPT: usize = 8;
/// Ways of one kind among them.
const ALIKE: usize = 3;
/// Fixes that are listed.
const SHOWN: usize = 3;
/// How many edits more than the best a fix of another kind may have.
const DETOUR: u32 = 1;
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
    fix_until(rules, warband, point_limit, &Stop::never())
}

/// The same, until it is enough.
pub fn fix_until(
    rules: &Rules,
    warband: &Warband,
    point_limit: Option<u32>,
    stop: &Stop,
) -> Result<Fixes, Refused> {
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
    check_size(&warband, MAX_MEMBERS, MAX_LIST)?;
    let removal = if point_limit.is_some() { 1 } else { REMOVAL };
    let (candidates, compared) = candidates(rules, &warband, removal, stop)?;
    let fixes = chosen(rules, &warband, candidates, stop)?;
    Ok(Fixes { already_legal: false, fixes, compared })
}

/// A fix that may be listed.
struct Candidate {
    /// What it is sorted by: what its edits weigh, by how much the total changes, and how far a new
    /// ability's name is from what was written.
    rank: (u32, u32, usize),
    /// What sort of change it is: the kinds of its edits, the limit and whether there is an ability.
    kind: (Kinds, Option<u32>, bool),
    count: u32,
    edits: Vec<Edit>,
}

/// Every way that was kept and has hardly more edits than the best, the best first.
fn candidates(
    rules: &Rules,
    warband: &Warband,
    removal: u32,
    stop: &Stop,
) -> Result<(Vec<Candidate>, u64), Refused> {
    let before = cost::warband(&rules.catalogue, warband);
    let limits = limits(rules, warband);
    let highest = limits.iter().map(|(limit, _)| *limit).max().unwrap_or(0);
    let (mut found, mut compared, mut fewest) = (Vec::new(), 0, u32::MAX);
    for (far, ability) in abilities(rules, warband) {
        let mut framed = warband.clone();
        framed.point_limit = Some(highest.into());
        if let Some(ability) = &ability {
            framed.ability = ability.clone().map(Value::from);
        }
        let mut mender = Mender::new(rules, &framed, removal, stop);
        let ways = mender.members(&framed)?;
        compared += mender.compared;
        for (total, ways) in ways.iter().enumerate() {
            let change = before.abs_diff(total as u32);
            for (limit, new) in limits.iter().filter(|(limit, _)| total <= *limit as usize) {
                let limit = new.then_some(*limit);
                let frame = frame(warband, limit, ability.as_ref());
                stop.check()?;
                for way in ways {
                    let weight = frame.len() as u32 + way.edits;
                    fewest = fewest.min(weight);
                    if fewest.saturating_add(DETOUR) < weight {
                        break;
                    }
                    let mut edits = frame.clone();
                    edits.extend(mender.edits(*way));
                    found.push(Candidate {
                        rank: (weight, change, far),
                        kind: (way.kinds, limit, matches!(ability, Some(Some(_)))),
                        count: edits.len() as u32 + mender.demotions(*way),
                        edits,
                    });
                }
            }
        }
    }
    found.sort_by_key(|candidate| candidate.rank);
    Ok((found, compared))
}

/// The limits that the warband may have then, the lowest first, and whether they must be set.
fn limits(rules: &Rules, warband: &Warband) -> Vec<(u32, bool)> {
    match rules.point_limit(warband) {
        Some(limit) => vec![(limit, false)],
        None => {
            let mut limits = rules.point_limits().to_vec();
            limits.sort_unstable();
            limits.into_iter().map(|limit| (limit, true)).collect()
        }
    }
}

/// The abilities that must be tried: the one that it has, or all where it has none that is known.
/// Each comes with how far its name is from what was written.
fn abilities(rules: &Rules, warband: &Warband) -> Vec<(usize, Option<Option<String>>)> {
    let catalogue = &rules.catalogue;
    let written = warband.ability.as_ref().filter(|written| !cost::is_no_ability(written));
    let Some(written) = written.filter(|_| cost::ability(catalogue, warband).is_none()) else {
        return vec![(0, None)];
    };
    let written = cost::plain(written).to_lowercase();
    let none = (distance(&written, ""), Some(None));
    let known = catalogue.abilities().map(|ability| {
        let entry = catalogue.ability(ability);
        let far = distance(&written, &entry.id).min(distance(&written, &entry.name.to_lowercase()));
        (far, Some(Some(entry.id.clone())))
    });
    std::iter::once(none).chain(known).collect()
}

/// How many letters differ. Of what is written, no more is looked at than any name is long.
fn distance(written: &str, name: &str) -> usize {
    let name: Vec<char> = name.chars().collect();
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (place, letter) in written.chars().take(64).enumerate() {
        let mut corner = std::mem::replace(&mut row[0], place + 1);
        for column in 1..row.len() {
            let swapped = corner + usize::from(name[column - 1] != letter);
            corner = row[column];
            row[column] = swapped.min(row[column] + 1).min(row[column - 1] + 1);
        }
    }
    row[name.len()]
}

/// The edits of the warband itself: name, point limit, ability.
fn frame(warband: &Warband, limit: Option<u32>, ability: Option<&Option<String>>) -> Vec<Edit> {
    let name = warband.name.trim().is_empty();
    let name = name.then(|| Edit::Rename { name: Warband::new().name });
    let limit = limit.map(|limit| Edit::SetPointLimit { limit });
    let ability = ability.map(|ability| Edit::SetAbility { ability: ability.clone() });
    name.into_iter().chain(limit).chain(ability).collect()
}

/// The fixes to list: the best one, then the best of other kinds, then whatever is next best.
fn chosen(
    rules: &Rules,
    warband: &Warband,
    candidates: Vec<Candidate>,
    stop: &Stop,
) -> Result<Vec<Fix>, Refused> {
    let Some(most) = candidates.first().map(|best| best.rank.0.saturating_add(DETOUR)) else {
        return Ok(Vec::new());
    };
    let mut telling = Telling::new(stop);
    let mut chosen: Vec<(Candidate, Fix)> = Vec::new();
    let mut others = Vec::new();
    let near = candidates.into_iter().take_while(|candidate| candidate.rank.0 <= most);
    for candidate in near {
        if chosen.len() == SHOWN {
            break;
        }
        if chosen.iter().any(|(other, _)| other.kind == candidate.kind) {
            others.push(candidate);
        } else if let Some(fix) = fixed(rules, warband, &candidate, &chosen, &mut telling)? {
            chosen.push((candidate, fix));
        }
    }
    for candidate in others {
        if chosen.len() == SHOWN {
            break;
        }
        if let Some(fix) = fixed(rules, warband, &candidate, &chosen, &mut telling)? {
            chosen.push((candidate, fix));
        }
    }
    chosen.sort_by_key(|(candidate, _)| candidate.rank);
    Ok(chosen.into_iter().map(|(_, fix)| fix).collect())
}

/// What becomes of the warband; nothing where an edit is idle or where another fix does the same.
fn fixed(
    rules: &Rules,
    warband: &Warband,
    candidate: &Candidate,
    others: &[(Candidate, Fix)],
    telling: &mut Telling<'_>,
) -> Result<Option<Fix>, Refused> {
    let edits = &candidate.edits;
    let Ok(after) = edit::apply_all(rules, warband, edits) else { return Ok(None) };
    let known = others.iter().any(|(_, fix)| alike(&fix.warband, &after));
    if known || idle(rules, warband, edits, telling.stop())? {
        return Ok(None);
    }
    telling.thing(&after)?;
    let sentence = |edit: &Edit| {
        let sentence = edit::describe(rules, warband, edit);
        telling.more(sentence.len()).map(|()| sentence)
    };
    let cost = cost::warband(&rules.catalogue, &after);
    Ok(Some(Fix {
        count: candidate.count,
        sentences: edits.iter().map(sentence).collect::<Result<_, _>>()?,
        edits: edits.clone(),
        cost,
        change: i64::from(cost) - i64::from(cost::warband(&rules.catalogue, warband)),
        warband: after,
    }))
}

/// Whether the warband would be legal without one of the edits.
fn idle(rules: &Rules, warband: &Warband, edits: &[Edit], stop: &Stop) -> Result<bool, Refused> {
    for place in 0..edits.len() {
        stop.check()?;
        let mut fewer = edits.to_vec();
        fewer.remove(place);
        if edit::apply_all(rules, warband, &fewer).is_ok_and(|after| rules.is_valid(&after)) {
            return Ok(true);
        }
    }
    Ok(false)
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

impl Op {
    /// What sort of change it is, as a bit.
    const fn kinds(self) -> Kinds {
        1 << match self {
            Op::Level(..) => 0,
            Op::Swap(..) => 1,
            Op::Drop(..) => 2,
            Op::Add(..) => 3,
            Op::ClearTrait => 4,
            Op::SetName => 5,
            Op::SetRole(_) => 6,
            Op::Promote | Op::Demote | Op::AddLeader => 7,
            Op::Remove => 8,
            Op::Join(_) | Op::Member(_) => 9,
        }
    }
}

/// Which sorts of changes a way has.
type Kinds = u16;

/// A way to some cost: what its edits weigh, which kinds they are, and the last of its steps.
#[derive(Clone, Copy, Debug)]
struct Way {
    edits: u32,
    kinds: Kinds,
    node: u32,
}

impl Way {
    /// No step at all.
    const NONE: Way = Way { edits: 0, kinds: 0, node: 0 };
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
    stop: &'a Stop,
}

impl<'a> Mender<'a> {
    fn new(rules: &'a Rules, warband: &Warband, removal: u32, stop: &'a Stop) -> Mender<'a> {
        let top = rules.catalogue.limits.weirdo_premium_max as usize;
        // No total can be higher, whatever a profile allows.
        let highest = (warband.members().count() + 1) * top;
        Mender {
            rules,
            ability: cost::ability(&rules.catalogue, warband),
            limit: (rules.point_limit(warband).unwrap_or(0) as usize).min(highest),
            top,
            removal,
            ids: warband.members().map(|(slot, weirdo)| (slot, weirdo.id.clone())).collect(),
            nodes: vec![(0, Op::AddLeader)],
            compared: 0,
            stop,
        }
    }

    fn start(&self, costs: usize) -> Ways {
        let mut ways = vec![Vec::new(); costs + 1];
        ways[0].push(Way::NONE);
        ways
    }

    fn node(&mut self, before: u32, op: Op) -> u32 {
        self.nodes.push((before, op));
        (self.nodes.len() - 1) as u32
    }

    /// Keeps a way where it is among the best, and among the best of its kind. Its node is made
    /// only then.
    fn offer(
        &mut self,
        ways: &mut Vec<Way>,
        (edits, kinds): (u32, Kinds),
        node: impl FnOnce(&mut Self) -> u32,
    ) {
        self.compared += 1;
        // Of as many edits, those of fewer kinds come first: they are easier to tell apart.
        let rank = (edits, kinds.count_ones());
        let place = ways.iter().position(|way| rank < (way.edits, way.kinds.count_ones()));
        let place = place.unwrap_or(ways.len());
        let same = |way: &&Way| way.kinds == kinds;
        if place == KEPT || ALIKE <= ways[..place].iter().filter(same).count() {
            return;
        }
        let node = node(self);
        ways.insert(place, Way { edits, kinds, node });
        if ALIKE < ways.iter().filter(same).count()
            && let Some(worst) = ways.iter().rposition(|way| way.kinds == kinds)
        {
            ways.remove(worst);
        }
        ways.truncate(KEPT);
    }

    /// Keeps a way with one more step.
    fn step(&mut self, ways: &mut Vec<Way>, before: Way, op: Op) {
        let told = (before.edits + 1, before.kinds | op.kinds());
        self.offer(ways, told, |mender| mender.node(before.node, op));
    }

    /// Keeps a way as it is.
    fn keep(&mut self, ways: &mut Vec<Way>, way: Way) {
        self.offer(ways, (way.edits, way.kinds), |_| way.node);
    }

    /// Every way of one part after every way of the others.
    fn join(&mut self, first: &Ways, second: &Ways) -> Ways {
        let top = first.len() - 1;
        let mut joined: Ways = vec![Vec::new(); top + 1];
        for (a, ways) in first.iter().enumerate().filter(|(_, ways)| !ways.is_empty()) {
            for (b, others) in second.iter().enumerate().take(top + 1 - a) {
                self.combine(ways, others, &mut joined[a + b]);
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
                self.keep(&mut ways[price], Way::NONE);
            } else {
                self.step(&mut ways[price], Way::NONE, Op::Level(attribute, *place));
            }
        }
        ways
    }

    /// The ways to mend a list that has at least `least` things and at most `most`.
    fn list(
        &mut self,
        weirdo: &Weirdo,
        list: List,
        least: usize,
        most: Option<usize>,
    ) -> Result<Ways, Refused> {
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
            self.stop.check()?;
            let mut next = vec![vec![Vec::new(); self.top + 1]; sizes + 1];
            for (size, ways) in by_size.iter().enumerate() {
                for (cost, ways) in ways.iter().enumerate() {
                    for way in ways.iter().copied() {
                        if let (Some(place), Some(size)) = (known, longer(size)) {
                            let cost = cost + self.item_price(list, *place);
                            if cost <= self.top {
                                self.keep(&mut next[size][cost], way);
                            }
                        }
                        self.step(&mut next[size][cost], way, Op::Drop(list, number));
                        let Some(size) = longer(size) else {
                            continue;
                        };
                        for other in &others {
                            let cost = cost + self.item_price(list, *other);
                            if cost <= self.top {
                                let op = Op::Swap(list, number, *other);
                                self.step(&mut next[size][cost], way, op);
                            }
                        }
                    }
                }
            }
            by_size = next;
        }
        for other in &others {
            self.stop.check()?;
            let price = self.item_price(list, *other);
            let mut next = by_size.clone();
            for (size, ways) in by_size.iter().enumerate() {
                let Some(size) = longer(size) else {
                    continue;
                };
                for (cost, ways) in
                    ways.iter().enumerate().take((self.top + 1).saturating_sub(price))
                {
                    for way in ways.iter().copied() {
                        self.step(&mut next[size][cost + price], way, Op::Add(list, *other));
                    }
                }
            }
            by_size = next;
        }
        let mut ways: Ways = vec![Vec::new(); self.top + 1];
        for by_cost in by_size.iter().skip(least) {
            for (cost, found) in by_cost.iter().enumerate() {
                for way in found.iter().copied() {
                    self.keep(&mut ways[cost], way);
                }
            }
        }
        Ok(ways)
    }

    /// Firepower and guns together (W5, W6).
    fn shooting(&mut self, weirdo: &Weirdo) -> Result<Ways, Refused> {
        let most = self.rules.max_weapons(List::RangedWeapons).map(|most| most as usize);
        let unarmed = self.level(weirdo, Attribute::Firepower, &[0]);
        let no_guns = self.list(weirdo, List::RangedWeapons, 0, Some(0))?;
        let mut ways = self.join(&unarmed, &no_guns);
        let armed = self.level(weirdo, Attribute::Firepower, &[1, 2]);
        let guns = self.list(weirdo, List::RangedWeapons, 1, most)?;
        for (cost, found) in self.join(&armed, &guns).into_iter().enumerate() {
            for way in found {
                self.keep(&mut ways[cost], way);
            }
        }
        Ok(ways)
    }

    /// The ways to make one weirdo legal in a role, for every cost.
    fn weirdo(&mut self, weirdo: &Weirdo, slot: Slot, role: Role) -> Result<Ways, Refused> {
        let mut ways = self.start(self.top);
        for attribute in Attribute::ALL.into_iter().filter(|a| *a != Attribute::Firepower) {
            let levels = self.level(weirdo, attribute, &[0, 1, 2]);
            ways = self.join(&ways, &levels);
        }
        let shooting = self.shooting(weirdo)?;
        ways = self.join(&ways, &shooting);
        let max_close = self.rules.max_weapons(List::CloseCombatWeapons).map(|most| most as usize);
        let slots = self.rules.catalogue.equipment_limit(role, self.ability) as usize;
        for (list, least, most) in [
            (List::CloseCombatWeapons, 1, max_close),
            (List::Equipment, 0, Some(slots)),
            (List::PsychicPowers, 0, None),
        ] {
            let items = self.list(weirdo, list, least, most)?;
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
        Ok(ways)
    }

    /// The same ways with one more edit.
    fn also(&mut self, ways: &Ways, op: Op) -> Ways {
        let mut more: Ways = vec![Vec::new(); ways.len()];
        for (cost, found) in ways.iter().enumerate() {
            for way in found.iter().copied() {
                self.step(&mut more[cost], way, op);
            }
        }
        more
    }

    /// The best ways to every total within the limit.
    fn members(&mut self, warband: &Warband) -> Result<Ways, Refused> {
        // By whether there is a leader, and whether the premium slot is taken.
        let mut by_state = vec![vec![Vec::new(); self.limit + 1]; 4];
        by_state[0] = self.start(self.limit);
        if warband.leader.is_none() {
            // A new leader costs what a default weirdo does.
            let leader = Weirdo::new("", "Leader", Role::Leader);
            let price = cost::weirdo(&self.rules.catalogue, &leader, self.ability) as usize;
            if price <= self.limit {
                let mut added = Vec::new();
                self.step(&mut added, Way::NONE, Op::AddLeader);
                by_state[2][price] = added;
            }
        }
        let anyone_gains = warband.troopers.iter().any(|weirdo| self.gains_by_leading(weirdo));
        for (number, (slot, weirdo)) in warband.members().enumerate() {
            let mut next = vec![vec![Vec::new(); self.limit + 1]; 4];
            let trooper = slot != Slot::Leader;
            if trooper || anyone_gains {
                let follows = self.weirdo(weirdo, slot, Role::Trooper)?;
                self.take(&by_state, &follows, number, 0, &mut next)?;
            }
            if !trooper || warband.leader.is_none() || self.gains_by_leading(weirdo) {
                let leads = self.weirdo(weirdo, slot, Role::Leader)?;
                self.take(&by_state, &leads, number, 1, &mut next)?;
            }
            if trooper {
                let mut gone: Ways = vec![Vec::new(); self.top + 1];
                let node = self.node(0, Op::Remove);
                gone[0].push(Way { edits: self.removal, kinds: Op::Remove.kinds(), node });
                self.take(&by_state, &gone, number, 0, &mut next)?;
            }
            by_state = next;
        }
        let mut ways: Ways = vec![Vec::new(); self.limit + 1];
        for state in [2, 3] {
            for (total, found) in by_state[state].iter().enumerate() {
                for way in found.iter().copied() {
                    self.keep(&mut ways[total], way);
                }
            }
        }
        Ok(ways)
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
    ) -> Result<(), Refused> {
        let member: Vec<(usize, Vec<Way>)> = member
            .iter()
            .enumerate()
            .map(|(cost, ways)| (cost, ways.iter().map(|way| self.owned(*way, number)).collect()))
            .collect();
        for (state, totals) in by_state.iter().enumerate() {
            if leads == 1 && 1 < state {
                continue;
            }
            self.stop.check()?;
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
        Ok(())
    }

    fn combine(&mut self, ways: &[Way], others: &[Way], into: &mut Vec<Way>) {
        for way in ways {
            for other in others {
                let edits = way.edits + other.edits;
                // Both lists rise, so nothing better follows in this one.
                if into.len() == KEPT && into[KEPT - 1].edits < edits {
                    break;
                }
                let kinds = way.kinds | other.kinds;
                self.offer(into, (edits, kinds), |mender| mender.linked(way.node, other.node));
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
            Op::SetName => Edit::SetName { weirdo, name: slot.default_name() },
            Op::SetRole(role) => Edit::SetRole { weirdo, role },
            Op::Promote => Edit::Promote { weirdo },
            Op::Remove => Edit::Remove { weirdo },
            Op::Demote | Op::AddLeader | Op::Join(_) | Op::Member(_) => return None,
        })
    }
}
