//! Counting, and walking lazily through all loadouts of one weirdo.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::complete::drawn_abilities;
use super::natural::Natural;
use super::space::{self, Arms, Mark, Space, Spec};
use super::wish::{Wanted, Wish};
use super::{MAX_POINTS, Refused, Stop, plan::Plan};
use crate::Rules;
use crate::catalogue::{Ability, Limits, Role};
use crate::document::Weirdo;

/// How many ways there are to divide points: a leader's cost and a multiset of troopers' costs,
/// each from `least` to the standard limit, with one premium slot.
pub fn count_profiles(limits: &Limits, least: u32, points: u32) -> u64 {
    let points = points.min(MAX_POINTS) as usize;
    let (least, standard) = (least.max(1) as usize, limits.weirdo_standard as usize);
    let premium = limits.weirdo_premium_min as usize..=limits.weirdo_premium_max as usize;
    let mut troopers = vec![0_u64; points + 1];
    troopers[0] = 1;
    for cost in least..=standard {
        for total in cost..=points {
            troopers[total] += troopers[total - cost];
        }
    }
    let ways = |spent: usize| points.checked_sub(spent).map_or(0, |left| troopers[left]);
    let mut count = 0;
    for leader in least..=standard {
        count += ways(leader);
        count += premium.clone().map(|trooper| ways(leader + trooper)).sum::<u64>();
    }
    count + premium.map(ways).sum::<u64>()
}

/// How many legal warbands cost exactly so many points, without regard to names and order.
pub fn count_warbands(
    rules: &Rules,
    points: u32,
    ability: Option<Ability>,
    wishes: &[Wish],
    arms: Arms,
) -> Result<Natural, Refused> {
    count_until(rules, points, ability, wishes, arms, &Stop::never())
}

fn count_until(
    rules: &Rules,
    points: u32,
    ability: Option<Ability>,
    wishes: &[Wish],
    arms: Arms,
    stop: &Stop,
) -> Result<Natural, Refused> {
    if MAX_POINTS < points {
        return Err(Refused::TooManyPoints { points, limit: MAX_POINTS });
    }
    let wanted = Wanted::of(&rules.catalogue, wishes)?;
    let marks: Vec<Mark> = wanted.goals.iter().map(|(mark, _)| *mark).collect();
    let space = |role| {
        let spec = Spec {
            arms,
            allowed: wanted.allowed,
            marks: &marks,
            ..Spec::new(rules, role, ability)
        };
        spec.space()
    };
    let leader = vec![space(Role::Leader)];
    let recruits = Some(space(Role::Trooper));
    let limits = &rules.catalogue.limits;
    Plan::new(limits, points, leader, recruits, &wanted, &[])?.count(stop)
}

/// How many warbands [`random`](super::random) draws from: those of all abilities together, unless
/// one is named.
pub fn count_drawn(
    rules: &Rules,
    points: u32,
    ability: Option<&str>,
    wishes: &[Wish],
    arms: Arms,
) -> Result<Natural, Refused> {
    count_drawn_until(rules, points, ability, wishes, arms, &Stop::never())
}

/// The same, until it is enough.
pub fn count_drawn_until(
    rules: &Rules,
    points: u32,
    ability: Option<&str>,
    wishes: &[Wish],
    arms: Arms,
    stop: &Stop,
) -> Result<Natural, Refused> {
    if !rules.point_limits().contains(&points) {
        return Err(Refused::NoPointLimit);
    }
    let mut total = Natural::ZERO;
    for ability in drawn_abilities(&rules.catalogue, ability)? {
        total = total.plus(&count_until(rules, points, ability, wishes, arms, stop)?);
    }
    Ok(total)
}

/// Which loadouts of one weirdo to count or to walk through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Filter {
    /// Leader or trooper.
    pub role: Role,
    /// The warband's ability, by id or name.
    #[serde(default)]
    pub ability: Option<String>,
    /// The least that it costs.
    #[serde(default)]
    pub min_cost: u32,
    /// The most that it costs; 25 where absent.
    #[serde(default)]
    pub max_cost: Option<u32>,
    /// What must hold of this one weirdo: `at_least` with count 1, `only`, `without`.
    #[serde(default)]
    pub wishes: Vec<Wish>,
    /// How many weapons it may have.
    #[serde(default)]
    pub arms: Arms,
    /// A weirdo whose given levels are kept; its lists are free.
    #[serde(default)]
    pub like: Option<Weirdo>,
}

impl Filter {
    /// Every loadout of a role.
    pub fn new(role: Role) -> Filter {
        Filter {
            role,
            ability: None,
            min_cost: 0,
            max_cost: None,
            wishes: Vec::new(),
            arms: Arms::One,
            like: None,
        }
    }
}

/// The loadouts that a filter lets through. They are made one by one, in a fixed order.
#[derive(Clone, Debug)]
pub struct Loadouts {
    rules: Rules,
    role: Role,
    space: Space,
    costs: (usize, usize),
    /// The marks that must be there.
    needed: usize,
}

/// The loadouts that a filter lets through.
pub fn enumerate(rules: &Rules, filter: &Filter) -> Result<Loadouts, Refused> {
    let catalogue = &rules.catalogue;
    let ability = match filter.ability.as_deref() {
        None | Some("" | "none") => None,
        Some(text) => {
            let unknown = || Refused::UnknownAbility { ability: text.to_owned() };
            Some(catalogue.ability_meant(text).ok_or_else(unknown)?)
        }
    };
    let wanted = Wanted::of(catalogue, &filter.wishes)?;
    let marks: Vec<Mark> = wanted.goals.iter().map(|(mark, _)| *mark).collect();
    let lists_free = space::Open { levels: [false; 5], ..space::Open::ALL };
    let spec = Spec {
        arms: filter.arms,
        allowed: wanted.allowed,
        marks: &marks,
        given: filter.like.as_ref().map(|weirdo| (weirdo, lists_free)),
        ..Spec::new(rules, filter.role, ability)
    };
    let needed = wanted.goals.iter().enumerate().filter(|(_, (_, count))| *count != 0);
    let top = catalogue.limits.weirdo_premium_max;
    Ok(Loadouts {
        rules: rules.clone(),
        role: filter.role,
        space: spec.space(),
        costs: (filter.min_cost as usize, filter.max_cost.unwrap_or(top).min(top) as usize),
        needed: needed.fold(0, |bits, (place, _)| bits | 1 << place),
    })
}

impl Loadouts {
    fn counter(&self) -> space::Counter<'_> {
        let (least, most) = self.costs;
        let fits = move |cost| least <= cost && cost <= most;
        let needed = self.needed;
        self.space.counter(move |cost, marks| fits(cost) && marks & needed == needed)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.counter().total()
    }

    /// How many there are of each cost, from 0 to 25.
    pub fn by_cost(&self) -> Vec<u64> {
        let (least, most) = self.costs;
        let row = |(cost, row): (usize, &[u64; space::MARKS])| {
            let fits = least <= cost && cost <= most;
            let marks =
                row.iter().enumerate().filter(|(marks, _)| marks & self.needed == self.needed);
            if fits { marks.map(|(_, count)| count).sum() } else { 0 }
        };
        self.space.classes().iter().enumerate().map(row).collect()
    }

    /// The costs of all, lazily and without making any weirdo.
    pub fn costs(&self) -> impl Iterator<Item = u32> {
        self.counter().iter(0).map(|loadout| self.space.cost(&loadout))
    }

    /// All from the n-th on, lazily.
    pub fn iter(&self, from: u64) -> impl Iterator<Item = Weirdo> {
        self.counter().iter(from).map(|loadout| {
            let mut weirdo = Weirdo::new("", "", self.role);
            self.space.dress(&self.rules.catalogue, &loadout, &mut weirdo);
            weirdo
        })
    }
}
