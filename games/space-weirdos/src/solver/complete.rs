//! Complete a warband to exactly so many points, or prove that it cannot be done.

use std::sync::LazyLock;

use schemars::JsonSchema;
use senet_kernel::{Dice, Key, Stream, read, read_toml};
use serde::{Deserialize, Serialize};

use super::natural::{Natural, below};
use super::plan::{Chosen, Plan};
use super::space::{Arms, Open, Space, Spec};
use super::wish::{Wanted, Wish};
use super::{MAX_POINTS, Refused, Stop, check_size};
use crate::Rules;
use crate::catalogue::{Ability, Attribute, Catalogue, List, Role};
use crate::cost;
use crate::document::{Slot, Warband, Weirdo};
use crate::edit;

/// More given weirdos than this fit in no warband that is searched.
const MAX_GIVEN: usize = 60;
/// Longer lists are not looked at.
const MAX_LIST: usize = 64;
/// Up to so many wishes, every combination is tried for the smallest clash.
const MAX_COMBINED: usize = 8;

/// What to complete, and how.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Order {
    /// The warband so far. What it says is kept, unless `open` names it; what is absent is chosen.
    pub warband: Warband,
    /// The exact cost to reach; the point limit where absent.
    #[serde(default)]
    pub points: Option<u32>,
    /// What may be changed: `*`, `leader`, `troopers[2]`, `leader.speed`, `w4.equipment` …
    #[serde(default)]
    pub open: Vec<String>,
    /// What must hold.
    #[serde(default)]
    pub wishes: Vec<Wish>,
    /// How many weapons the solver gives.
    #[serde(default)]
    pub arms: Arms,
    /// Chooses among all completions; the same seed gives the same one.
    #[serde(default)]
    pub seed: String,
}

impl Order {
    /// Completes a warband to its point limit.
    pub fn new(warband: Warband) -> Order {
        Order {
            warband,
            points: None,
            open: Vec::new(),
            wishes: Vec::new(),
            arms: Arms::One,
            seed: String::new(),
        }
    }
}

/// What was searched for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Searched {
    /// How many warbands meet the order, exactly, as digits.
    pub warbands: String,
    /// How many loadouts the leader can have.
    pub leader_loadouts: u64,
    /// How many loadouts an added trooper can have.
    pub recruit_loadouts: u64,
    /// In how many classes of equal cost they were counted.
    pub classes: usize,
}

/// A warband that meets the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The warband.
    pub warband: Warband,
    /// What it costs.
    pub cost: u32,
    /// The ids of the weirdos that were added.
    pub added: Vec<String>,
    /// What was given and is different now, a sentence each.
    pub changed: Vec<String>,
    /// What was searched.
    pub searched: Searched,
}

/// What cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clash {
    /// The smallest set of wishes that clash; empty where what is given clashes by itself.
    pub wishes: Vec<Wish>,
    /// The ids of given weirdos whose kept parts clash; empty where the wishes do.
    pub locked: Vec<String>,
    /// One sentence.
    pub reason: String,
}

/// The proof that no warband meets the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotFound {
    /// What clashes.
    pub clash: Clash,
    /// What was searched.
    pub searched: Searched,
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Completion {
    /// A warband.
    Found(Box<Found>),
    /// A proof that there is none.
    None(NotFound),
}

/// Completes a warband to exactly so many points, uniformly among all completions.
pub fn complete(rules: &Rules, order: &Order) -> Result<Completion, Refused> {
    complete_until(rules, order, &Stop::never())
}

/// The same, until it is enough.
pub fn complete_until(rules: &Rules, order: &Order, stop: &Stop) -> Result<Completion, Refused> {
    let search = Search::new(rules, order, stop)?;
    let mut dice = dice(&order.seed);
    let problem = search.problem(&order.wishes, |_| false)?;
    match problem.plan.sample(&mut dice, stop)? {
        Some((chosen, count)) => {
            let found = search.build(&problem, &chosen, &count, &mut dice);
            Ok(Completion::Found(Box::new(found)))
        }
        None => Ok(Completion::None(NotFound {
            clash: search.clash()?,
            searched: problem.searched(&Natural::ZERO),
        })),
    }
}

/// A warband of exactly so many points, all legal ones equally likely.
///
/// Without an ability it is drawn from the warbands of all abilities together.
pub fn random(
    rules: &Rules,
    points: u32,
    ability: Option<&str>,
    wishes: &[Wish],
    arms: Arms,
    seed: &str,
) -> Result<Completion, Refused> {
    random_until(rules, (points, ability, wishes, arms), seed, &Stop::never())
}

/// The same, until it is enough. What is wanted comes as one: points, ability, wishes and arms.
pub fn random_until(
    rules: &Rules,
    (points, ability, wishes, arms): (u32, Option<&str>, &[Wish], Arms),
    seed: &str,
    stop: &Stop,
) -> Result<Completion, Refused> {
    let catalogue = &rules.catalogue;
    let abilities = drawn_abilities(catalogue, ability)?;
    let order = |ability: &Option<Ability>| {
        let id = ability.map(|ability| catalogue.ability(ability).id.clone());
        let warband = Warband {
            name: String::new(),
            point_limit: Some(points.into()),
            ability: id.map(Into::into),
            leader: None,
            ..Warband::new()
        };
        Order { wishes: wishes.to_vec(), arms, seed: seed.to_owned(), ..Order::new(warband) }
    };
    let orders: Vec<Order> = abilities.iter().map(order).collect();
    if let [order] = &orders[..] {
        return complete_until(rules, order, stop);
    }
    let mut counts = Vec::new();
    for order in &orders {
        let search = Search::new(rules, order, stop)?;
        counts.push(search.problem(&order.wishes, |_| false)?.plan.count(stop)?);
    }
    let total = counts.iter().fold(Natural::ZERO, |sum, count| sum.plus(count));
    let mut dice = dice(seed);
    dice.stream(Stream::named("ability", 0, 0));
    let mut draw = total.below(&mut dice);
    let mut chosen = 0;
    for (place, count) in counts.iter().enumerate() {
        if draw < *count {
            chosen = place;
            break;
        }
        draw = draw.minus(count);
    }
    let mut completion = complete_until(rules, &orders[chosen], stop)?;
    if let Completion::Found(found) = &mut completion {
        found.searched.warbands = total.to_string();
    }
    Ok(completion)
}

/// The abilities that warbands are drawn from: all of them, unless one is named.
pub(super) fn drawn_abilities(
    catalogue: &Catalogue,
    ability: Option<&str>,
) -> Result<Vec<Option<Ability>>, Refused> {
    match ability {
        None => Ok(std::iter::once(None).chain(catalogue.abilities().map(Some)).collect()),
        Some("none" | "") => Ok(vec![None]),
        Some(text) => match catalogue.ability_meant(text) {
            Some(ability) => Ok(vec![Some(ability)]),
            None => Err(Refused::UnknownAbility { ability: text.to_owned() }),
        },
    }
}

pub(crate) fn dice(seed: &str) -> Dice {
    Dice::seeded(&Key::new(seed, [])).unrecorded()
}

/// An order that was understood.
struct Search<'a> {
    rules: &'a Rules,
    order: &'a Order,
    ability: Option<Ability>,
    points: u32,
    /// What may be changed of each member.
    open: Vec<Open>,
    stop: &'a Stop,
}

/// One search: the order with some of its wishes and locks.
struct Problem {
    plan: Plan,
    leader_loadouts: u64,
    recruits: Space,
    slots: Vec<Space>,
}

impl Problem {
    fn searched(&self, count: &Natural) -> Searched {
        Searched {
            warbands: count.to_string(),
            leader_loadouts: self.leader_loadouts,
            recruit_loadouts: loadouts(&self.recruits),
            classes: self.plan.classes(),
        }
    }
}

fn loadouts(space: &Space) -> u64 {
    space.classes().iter().flatten().sum()
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, order: &'a Order, stop: &'a Stop) -> Result<Search<'a>, Refused> {
        let warband = &order.warband;
        let limit = rules.point_limit(warband).ok_or(Refused::NoPointLimit)?;
        let points = order.points.unwrap_or(limit);
        let limit = limit.min(MAX_POINTS);
        if limit < points {
            return Err(Refused::TooManyPoints { points, limit });
        }
        let ability = cost::ability(&rules.catalogue, warband);
        let written = warband.ability.as_ref().filter(|written| !cost::is_no_ability(written));
        if let (Some(written), None) = (written, ability) {
            return Err(Refused::UnknownAbility { ability: cost::plain(written) });
        }
        check_size(warband, MAX_GIVEN, MAX_LIST)?;
        let open = opened(warband, &order.open)?;
        Ok(Search { rules, order, ability, points, open, stop })
    }

    /// The search with these wishes, where some members are free in every part.
    fn problem<'w>(
        &self,
        wishes: impl IntoIterator<Item = &'w Wish>,
        unlocked: impl Fn(usize) -> bool,
    ) -> Result<Problem, Refused> {
        let rules = self.rules;
        let wanted = Wanted::of(&rules.catalogue, wishes)?;
        let marks: Vec<_> = wanted.goals.iter().map(|(mark, _)| *mark).collect();
        let spec = |role| Spec {
            arms: self.order.arms,
            allowed: wanted.allowed,
            marks: &marks,
            ..Spec::new(rules, role, self.ability)
        };
        let recruits = spec(Role::Trooper).space();
        let mut slots = Vec::new();
        let mut kept = Vec::new();
        let mut alike = false;
        if self.order.warband.leader.is_none() {
            slots.push(spec(Role::Leader).space());
        }
        for (place, (slot, weirdo)) in self.order.warband.members().enumerate() {
            self.stop.check()?;
            let role = slot.role().unwrap_or(Role::Trooper);
            let open = if unlocked(place) { Open::ALL } else { self.open[place] };
            let given = Spec { given: Some((weirdo, open)), ..spec(role) };
            slots.push(given.space());
            if role == Role::Trooper
                && open == Open::NONE
                && let Some(loadout) = recruits.locate(&rules.catalogue, weirdo)
            {
                alike |= kept.contains(&loadout);
                kept.push(loadout);
            }
        }
        // Two kept troopers that are alike leave nothing to choose.
        if alike && !wanted.repeats {
            slots[0].parts[0].clear();
        }
        let limits = &rules.catalogue.limits;
        let leader_loadouts = loadouts(&slots[0]);
        let plan =
            Plan::new(limits, self.points, slots.clone(), Some(recruits.clone()), &wanted, &kept)?;
        Ok(Problem { plan, leader_loadouts, recruits, slots })
    }

    fn feasible<'w>(
        &self,
        wishes: impl IntoIterator<Item = &'w Wish>,
        unlocked: impl Fn(usize) -> bool,
    ) -> Result<bool, Refused> {
        self.problem(wishes, unlocked)?.plan.feasible(self.stop)
    }

    /// Why there is none: the smallest set of wishes that clash, or else what is given.
    fn clash(&self) -> Result<Clash, Refused> {
        if !self.feasible([], |_| false)? {
            return self.clash_of_locks();
        }
        let wishes = self.smallest_clash()?;
        let named: Vec<String> = wishes.iter().map(Wish::to_string).collect();
        Ok(Clash {
            reason: format!(
                "No warband of exactly {} points meets: {}.",
                self.points,
                named.join("; ")
            ),
            wishes,
            locked: Vec::new(),
        })
    }

    fn smallest_clash(&self) -> Result<Vec<Wish>, Refused> {
        let wishes = &self.order.wishes;
        let pick = |set: usize| {
            let chosen = wishes.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1);
            chosen.map(|(_, wish)| wish)
        };
        if wishes.len() <= MAX_COMBINED {
            let mut sets: Vec<usize> = (1..1 << wishes.len()).collect();
            sets.sort_by_key(|set| set.count_ones());
            for set in sets {
                if !self.feasible(pick(set), |_| false)? {
                    return Ok(pick(set).cloned().collect());
                }
            }
        }
        // Too many for every combination: drop each one that is not needed for the clash.
        let mut left = wishes.clone();
        let mut place = 0;
        while place < left.len() {
            let mut without = left.clone();
            without.remove(place);
            if self.feasible(&without, |_| false)? {
                place += 1;
            } else {
                left = without;
            }
        }
        Ok(left)
    }

    fn clash_of_locks(&self) -> Result<Clash, Refused> {
        let members: Vec<(Slot, &Weirdo)> = self.order.warband.members().collect();
        let mut free = vec![false; members.len()];
        for place in 0..members.len() {
            free[place] = true;
            if self.feasible([], |member| free[member])? {
                free[place] = false;
            }
        }
        let locked = members.iter().zip(&free).filter(|(_, free)| !**free);
        let locked: Vec<String> = locked.map(|((_, weirdo), _)| weirdo.id.clone()).collect();
        let range = self.problem([], |_| false)?.plan.given_range();
        let points = self.points;
        let reason = match range {
            None => "A part that is kept is not legal.".to_owned(),
            Some((least, _)) if points < least => {
                format!("The given weirdos cost {least} at least; {points} points are asked for.")
            }
            Some((_, most)) => format!(
                "The given weirdos cost up to {most}, and no troopers fill the rest to exactly {points}."
            ),
        };
        Ok(Clash { wishes: Vec::new(), locked, reason })
    }

    fn build(&self, problem: &Problem, chosen: &Chosen, count: &Natural, dice: &mut Dice) -> Found {
        let catalogue = &self.rules.catalogue;
        let mut warband = self.order.warband.clone();
        let mut added = Vec::new();
        if warband.leader.is_none() {
            let id = warband.fresh_id();
            warband.leader = Some(Weirdo::new(&id, "", Role::Leader));
            added.push(id);
        }
        let members = warband.leader.iter_mut().chain(&mut warband.troopers);
        for ((weirdo, space), loadout) in members.zip(&problem.slots).zip(&chosen.slots) {
            space.dress(catalogue, loadout, weirdo);
        }
        for loadout in &chosen.recruits {
            let id = warband.fresh_id();
            let mut weirdo = Weirdo::new(&id, "", Role::Trooper);
            problem.recruits.dress(catalogue, loadout, &mut weirdo);
            warband.troopers.push(weirdo);
            added.push(id);
        }
        set_types(&mut warband);
        christen(&mut warband, dice);
        Found {
            cost: cost::warband(catalogue, &warband),
            changed: edit::differences(self.rules, &self.order.warband, &warband),
            warband,
            added,
            searched: problem.searched(count),
        }
    }
}

fn set_types(warband: &mut Warband) {
    if let Some(leader) = &mut warband.leader {
        leader.role = Some(Role::Leader.key().into());
    }
    for trooper in &mut warband.troopers {
        trooper.role = Some(Role::Trooper.key().into());
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    warbands: Vec<String>,
    weirdos: Vec<String>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let file = read_toml(include_str!("../../data/names.toml"));
    let names = file.and_then(|file| read(&file));
    names.expect("the embedded names are read by the tests")
});

/// Names whoever has none: each name once, then with a number.
fn christen(warband: &mut Warband, dice: &mut Dice) {
    dice.stream(Stream::named("names", 0, 0));
    if warband.name.trim().is_empty() {
        let place = below(dice, NAMES.warbands.len() as u64) as usize;
        warband.name = NAMES.warbands.get(place).cloned().unwrap_or_default();
    }
    let taken: Vec<String> = warband.members().map(|(_, weirdo)| weirdo.name.clone()).collect();
    let mut names: Vec<&String> = NAMES.weirdos.iter().filter(|n| !taken.contains(n)).collect();
    dice.shuffle(&mut names);
    let mut names = names.into_iter();
    for (number, weirdo) in warband.everyone_mut().enumerate() {
        if weirdo.name.trim().is_empty() {
            weirdo.name = match names.next() {
                Some(name) => name.clone(),
                None => format!("Weirdo {}", number + 1),
            };
        }
    }
}

/// What the paths open, member by member.
fn opened(warband: &Warband, paths: &[String]) -> Result<Vec<Open>, Refused> {
    let members: Vec<(Slot, &Weirdo)> = warband.members().collect();
    let mut open = vec![Open::NONE; members.len()];
    for path in paths {
        if path == "*" {
            open.fill(Open::ALL);
            continue;
        }
        let unknown = || Refused::UnknownPath { path: path.clone() };
        let (who, part) = path.split_once('.').unwrap_or((path, ""));
        let named = |(slot, weirdo): &(Slot, &Weirdo)| slot.to_string() == who || weirdo.id == who;
        let place = members.iter().position(named).ok_or_else(unknown)?;
        open_part(&mut open[place], part).ok_or_else(unknown)?;
    }
    Ok(open)
}

fn open_part(open: &mut Open, part: &str) -> Option<()> {
    let part = part.strip_prefix("attributes.").unwrap_or(part);
    match part {
        "" => *open = Open::ALL,
        "attributes" => open.levels = [true; 5],
        "leaderTrait" => open.leader_trait = true,
        _ => {
            let list = List::ALL.into_iter().find(|l| l.key() == part || l.field() == part);
            match (Attribute::of_key(part), list) {
                (Some(attribute), _) => open.levels[attribute.index()] = true,
                (None, Some(list)) => open.lists[list.index()] = true,
                (None, None) => return None,
            }
        }
    }
    Some(())
}
