//! All loadouts of one weirdo: what it may choose in each part, counted by cost and by marks.
//!
//! A loadout is one option of each part. Options carry a cost and *marks* (it shoots, it has a
//! power, it carries a certain item), so that everything else (counting, picking the n-th,
//! walking through all) is the same few lines for every filter and lock.

use crate::Rules;
use crate::catalogue::{Ability, Attribute, Catalogue, List, Role};
use crate::document::{Weirdo, level_place, level_value};

/// Marks as bits. Invariant: below [`MARKS`].
pub(crate) type Marks = u8;
/// Every combination of up to four marks.
pub(crate) const MARKS: usize = 16;
/// The parts, in the order in which they are walked.
pub(crate) const PARTS: usize = 9;

/// How many weapons of a kind the solver gives.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Arms {
    /// One close combat weapon, and one gun where there is firepower.
    #[default]
    One,
    /// Any set of different weapons (R5), within the profile.
    Any,
}

/// What an option does to a weirdo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    /// Takes a level.
    Level(Attribute, u8),
    /// Carries a set of the catalogue's items, as bits.
    Carry(List, u32),
    /// Takes a level of firepower and a set of guns.
    Shoot(u8, u32),
    /// Takes a level of firepower and keeps its guns.
    Aim(u8),
    /// Takes a trait, by its place.
    Trait(u8),
    /// Takes no trait.
    NoTrait,
    /// Leaves the part as it is.
    Keep,
}

/// One choice within a part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub cost: u32,
    pub marks: Marks,
    pub does: Does,
}

/// What a wish counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Shooter,
    Psychic,
    Item(List, usize),
}

/// Which parts of a given weirdo may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    pub levels: [bool; 5],
    pub lists: [bool; 4],
    pub leader_trait: bool,
}

impl Open {
    pub(crate) const ALL: Open = Open { levels: [true; 5], lists: [true; 4], leader_trait: true };
    pub(crate) const NONE: Open =
        Open { levels: [false; 5], lists: [false; 4], leader_trait: false };
}

/// What a space is made from.
#[derive(Clone, Debug)]
pub(crate) struct Spec<'a> {
    pub rules: &'a Rules,
    pub role: Role,
    pub ability: Option<Ability>,
    pub arms: Arms,
    /// The items that may be chosen, as bits by list.
    pub allowed: [u32; 4],
    /// What is counted: one bit each, at most four.
    pub marks: &'a [Mark],
    /// A weirdo whose closed parts are kept.
    pub given: Option<(&'a Weirdo, Open)>,
}

impl<'a> Spec<'a> {
    pub(crate) fn new(rules: &'a Rules, role: Role, ability: Option<Ability>) -> Spec<'a> {
        Spec {
            rules,
            role,
            ability,
            arms: Arms::One,
            allowed: List::ALL.map(|list| full(rules.catalogue.items(list).len())),
            marks: &[],
            given: None,
        }
    }

    fn catalogue(&self) -> &'a Catalogue {
        &self.rules.catalogue
    }

    fn level_cost(&self, attribute: Attribute, place: usize) -> u32 {
        self.catalogue().prices(self.ability).levels[attribute.index()][place]
    }

    fn set_cost(&self, list: List, set: u32) -> u32 {
        let prices = &self.catalogue().prices(self.ability).items[list.index()];
        bits(set).map(|place| prices[place]).sum()
    }

    fn marks_of(&self, holds: impl Fn(Mark) -> bool) -> Marks {
        let marks = self.marks.iter().enumerate();
        marks.fold(0, |bits, (place, mark)| bits | Marks::from(holds(*mark)) << place)
    }

    /// The marks of carrying some items.
    fn list_marks(&self, list: List, carries: impl Fn(usize) -> bool, any: bool) -> Marks {
        self.marks_of(|mark| match mark {
            Mark::Shooter => false,
            Mark::Psychic => list == List::PsychicPowers && any,
            Mark::Item(of, place) => of == list && carries(place),
        })
    }

    fn set_marks(&self, list: List, set: u32) -> Marks {
        self.list_marks(list, |place| set >> place & 1 == 1, set != 0)
    }

    /// The place of a level that is given, legal and closed.
    fn fixed_level(&self, attribute: Attribute) -> Option<usize> {
        let (weirdo, open) = self.given?;
        if open.levels[attribute.index()] {
            return None;
        }
        level_place(self.catalogue(), attribute, weirdo.level(attribute)?)
    }

    /// The items of a list that is given and closed.
    fn fixed_list(&self, list: List) -> Option<&'a [String]> {
        let (weirdo, open) = self.given?;
        (!open.lists[list.index()]).then_some(weirdo.list(list))
    }

    /// The option of keeping a list, where all of it is legal.
    fn kept(&self, list: List, ids: &[String], does: Does) -> Option<Choice> {
        let places: Option<Vec<usize>> =
            ids.iter().map(|id| self.catalogue().find(list, id)).collect();
        let places = places?;
        let prices = &self.catalogue().prices(self.ability).items[list.index()];
        let too_many = self.most(list).is_some_and(|most| most < places.len() as u32);
        (!too_many).then(|| Choice {
            cost: places.iter().fold(0, |sum, place| prices[*place].saturating_add(sum)),
            marks: self.list_marks(list, |place| places.contains(&place), !places.is_empty()),
            does,
        })
    }

    /// The most items that a list may have.
    fn most(&self, list: List) -> Option<u32> {
        match list {
            List::Equipment => Some(self.catalogue().equipment_limit(self.role, self.ability)),
            _ => self.rules.max_weapons(list),
        }
    }

    /// The sets that may be chosen for a list, in the order of their bits.
    fn sets(&self, list: List, least: u32) -> impl Iterator<Item = u32> {
        let weapons = matches!(list, List::CloseCombatWeapons | List::RangedWeapons);
        let most = match self.arms {
            Arms::One if weapons => 1,
            _ => self.most(list).unwrap_or(u32::MAX),
        };
        let allowed = self.allowed[list.index()];
        subsets(allowed).filter(move |set| (least..=most).contains(&set.count_ones()))
    }

    fn carry(&self, list: List, set: u32) -> Choice {
        Choice {
            cost: self.set_cost(list, set),
            marks: self.set_marks(list, set),
            does: Does::Carry(list, set),
        }
    }

    fn levels(&self, attribute: Attribute) -> Vec<Choice> {
        let places = match self.fixed_level(attribute) {
            Some(place) => place..place + 1,
            None => 0..3,
        };
        let choice = |place| Choice {
            cost: self.level_cost(attribute, place),
            marks: 0,
            does: Does::Level(attribute, place as u8),
        };
        places.map(choice).collect()
    }

    /// Firepower and guns depend on each other (W5, W6), so they are one part.
    fn shooting(&self) -> Vec<Choice> {
        let levels = match self.fixed_level(Attribute::Firepower) {
            Some(place) => place..place + 1,
            None => 0..3,
        };
        let guns = self.fixed_list(List::RangedWeapons);
        let shooter = self.marks_of(|mark| mark == Mark::Shooter);
        let mut choices = Vec::new();
        for level in levels {
            let cost = self.level_cost(Attribute::Firepower, level);
            let aim = |guns: Choice, does| Choice {
                cost: cost.saturating_add(guns.cost),
                marks: guns.marks | if level == 0 { 0 } else { shooter },
                does,
            };
            match guns {
                // An empty list of guns is not a lock: firepower calls for a gun.
                Some(ids) if !ids.is_empty() => {
                    let kept = self.kept(List::RangedWeapons, ids, Does::Keep);
                    let kept = kept.filter(|_| level != 0);
                    choices.extend(kept.map(|guns| aim(guns, Does::Aim(level as u8))));
                }
                _ if level == 0 => {
                    let none = self.carry(List::RangedWeapons, 0);
                    choices.push(aim(none, Does::Shoot(0, 0)));
                }
                _ => choices.extend(self.sets(List::RangedWeapons, 1).map(|set| {
                    let guns = self.carry(List::RangedWeapons, set);
                    aim(guns, Does::Shoot(level as u8, set))
                })),
            }
        }
        choices
    }

    fn list(&self, list: List, least: u32) -> Vec<Choice> {
        match self.fixed_list(list) {
            // Too few is not a lock either: a weirdo needs a close combat weapon.
            Some(ids) if least <= ids.len() as u32 => {
                self.kept(list, ids, Does::Keep).into_iter().collect()
            }
            _ => self.sets(list, least).map(|set| self.carry(list, set)).collect(),
        }
    }

    fn traits(&self) -> Vec<Choice> {
        let choice = |does| Choice { cost: 0, marks: 0, does };
        let traits = self.catalogue().traits();
        match (self.role, self.given) {
            (Role::Leader, Some((weirdo, open))) if !open.leader_trait => match weirdo.trait_id() {
                Some(id) if self.catalogue().trait_of(id).is_none() => Vec::new(),
                _ => vec![choice(Does::Keep)],
            },
            (Role::Leader, _) => {
                let some = (0..traits.len()).map(|place| Choice {
                    cost: traits[place].cost.max(0) as u32,
                    ..choice(Does::Trait(place as u8))
                });
                std::iter::once(choice(Does::NoTrait)).chain(some).collect()
            }
            // A trooper with a trait is illegal, so a closed one leaves nothing to choose.
            (Role::Trooper, Some((weirdo, open))) if !open.leader_trait => {
                match weirdo.trait_id() {
                    Some(_) => Vec::new(),
                    None => vec![choice(Does::Keep)],
                }
            }
            (Role::Trooper, _) => vec![choice(Does::NoTrait)],
        }
    }

    /// The space.
    pub(crate) fn space(&self) -> Space {
        let parts = [
            self.levels(Attribute::Speed),
            self.levels(Attribute::Defense),
            self.shooting(),
            self.levels(Attribute::Prowess),
            self.levels(Attribute::Willpower),
            self.list(List::CloseCombatWeapons, 1),
            self.list(List::Equipment, 0),
            self.list(List::PsychicPowers, 0),
            self.traits(),
        ];
        Space { parts, top: self.catalogue().limits.weirdo_premium_max as usize }
    }
}

/// The places of the bits of a set.
pub(crate) fn bits(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |place| set >> place & 1 == 1)
}

fn full(len: usize) -> u32 {
    ((1_u64 << len.min(32)) - 1) as u32
}

/// Every subset, the empty one first, in the order of their bits.
fn subsets(of: u32) -> impl Iterator<Item = u32> {
    let next = move |set: &u32| (*set != of).then(|| set.wrapping_sub(of) & of);
    std::iter::successors(Some(0), next)
}

/// A loadout: the place of the chosen option in each part.
pub(crate) type Loadout = [u16; PARTS];

/// All loadouts of one weirdo.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    pub parts: [Vec<Choice>; PARTS],
    /// The highest cost that is counted.
    pub top: usize,
}

/// How many there are of each cost and marks.
pub(crate) type Table = Vec<[u64; MARKS]>;

impl Space {
    /// How many loadouts there are of each cost up to the top, by marks.
    pub(crate) fn classes(&self) -> Table {
        let mut table: Table = vec![[0; MARKS]; self.top + 1];
        table[0][0] = 1;
        for part in &self.parts {
            let groups = grouped(part, self.top);
            let mut next: Table = vec![[0; MARKS]; self.top + 1];
            for (cost, row) in table.iter().enumerate() {
                for (marks, count) in row.iter().enumerate().filter(|(_, count)| **count != 0) {
                    for group in groups.iter().take_while(|group| cost + group.cost <= self.top) {
                        next[cost + group.cost][marks | group.marks] += count * group.count;
                    }
                }
            }
            table = next;
        }
        table
    }

    /// A counter of the loadouts with an accepted cost and marks.
    pub(crate) fn counter(&self, accept: impl Fn(usize, usize) -> bool) -> Counter<'_> {
        let mut tables: Vec<Table> = vec![vec![[0; MARKS]; self.top + 1]];
        for (cost, row) in tables[0].iter_mut().enumerate() {
            for (marks, count) in row.iter_mut().enumerate() {
                *count = u64::from(accept(cost, marks));
            }
        }
        for part in self.parts.iter().rev() {
            let groups = grouped(part, self.top);
            let after = &tables[tables.len() - 1];
            let mut before: Table = vec![[0; MARKS]; self.top + 1];
            for (cost, row) in before.iter_mut().enumerate() {
                for (marks, count) in row.iter_mut().enumerate() {
                    let fitting = groups.iter().take_while(|group| cost + group.cost <= self.top);
                    *count = fitting
                        .map(|group| group.count * after[cost + group.cost][marks | group.marks])
                        .sum();
                }
            }
            tables.push(before);
        }
        tables.reverse();
        Counter { space: self, rest: tables }
    }

    /// The cost of a loadout.
    pub(crate) fn cost(&self, loadout: &Loadout) -> u32 {
        self.choices(loadout).map(|choice| choice.cost).sum()
    }

    fn choices<'a>(&'a self, loadout: &'a Loadout) -> impl Iterator<Item = &'a Choice> {
        self.parts.iter().zip(loadout).map(|(part, place)| &part[usize::from(*place)])
    }

    /// Puts a loadout on a weirdo.
    pub(crate) fn dress(&self, catalogue: &Catalogue, loadout: &Loadout, weirdo: &mut Weirdo) {
        let mut attributes = weirdo.attributes.take().unwrap_or_default();
        let ids = |list: List, set: u32| -> Vec<String> {
            let items = catalogue.items(list);
            bits(set).map(|place| items[place].id.clone()).collect()
        };
        let mut level = |attribute, place: u8| {
            let value = level_value(catalogue, attribute, usize::from(place));
            attributes.set(attribute, Some(value));
        };
        for choice in self.choices(loadout) {
            match choice.does {
                Does::Level(attribute, place) => level(attribute, place),
                Does::Carry(list, set) => *weirdo.list_mut(list) = ids(list, set),
                Does::Shoot(place, set) => {
                    level(Attribute::Firepower, place);
                    weirdo.ranged_weapons = ids(List::RangedWeapons, set);
                }
                Does::Aim(place) => level(Attribute::Firepower, place),
                Does::Trait(place) => {
                    weirdo.leader_trait = Some(catalogue.traits()[usize::from(place)].id.clone());
                }
                Does::NoTrait => weirdo.leader_trait = None,
                Does::Keep => {}
            }
        }
        weirdo.attributes = Some(attributes);
    }

    /// The loadout that a weirdo has, where it is one of these.
    pub(crate) fn locate(&self, catalogue: &Catalogue, weirdo: &Weirdo) -> Option<Loadout> {
        let level = |attribute| {
            let place = level_place(catalogue, attribute, weirdo.level(attribute)?)?;
            u8::try_from(place).ok()
        };
        let set = |list: List| {
            weirdo.list(list).iter().try_fold(0_u32, |set, id| {
                let bit = 1 << catalogue.find(list, id)?;
                (set & bit == 0).then_some(set | bit)
            })
        };
        let wears = |choice: &Choice| match choice.does {
            Does::Level(attribute, place) => level(attribute) == Some(place),
            Does::Carry(list, bits) => set(list) == Some(bits),
            Does::Shoot(place, bits) => {
                level(Attribute::Firepower) == Some(place) && set(List::RangedWeapons) == Some(bits)
            }
            Does::NoTrait => weirdo.trait_id().is_none(),
            Does::Trait(place) => {
                weirdo.trait_id() == Some(&catalogue.traits()[usize::from(place)].id)
            }
            Does::Aim(_) | Does::Keep => false,
        };
        let mut loadout = [0; PARTS];
        for (place, part) in loadout.iter_mut().zip(&self.parts) {
            *place = u16::try_from(part.iter().position(wears)?).ok()?;
        }
        Some(loadout)
    }
}

/// The options of a part that are alike in cost and marks.
struct Group {
    cost: usize,
    marks: usize,
    count: u64,
}

/// The cheapest first; what costs more than the top is left out.
fn grouped(part: &[Choice], top: usize) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for choice in part.iter().filter(|choice| choice.cost as usize <= top) {
        let (cost, marks) = (choice.cost as usize, usize::from(choice.marks));
        match groups.iter_mut().find(|g| g.cost == cost && g.marks == marks) {
            Some(group) => group.count += 1,
            None => groups.push(Group { cost, marks, count: 1 }),
        }
    }
    groups.sort_by_key(|group| group.cost);
    groups
}

/// Counts the accepted loadouts behind every beginning of one.
pub(crate) struct Counter<'a> {
    space: &'a Space,
    /// By part, cost so far and marks so far.
    rest: Vec<Table>,
}

impl<'a> Counter<'a> {
    /// How many there are.
    pub(crate) fn total(&self) -> u64 {
        self.rest[0][0][0]
    }

    fn after(&self, part: usize, cost: usize, marks: usize) -> u64 {
        if self.space.top < cost { 0 } else { self.rest[part][cost][marks] }
    }

    /// The n-th loadout, counted from 0.
    pub(crate) fn nth(&self, mut n: u64) -> Option<Loadout> {
        let mut loadout = [0; PARTS];
        let (mut cost, mut marks) = (0, 0);
        for (part, chosen) in loadout.iter_mut().enumerate() {
            let mut found = None;
            for (place, choice) in self.space.parts[part].iter().enumerate() {
                let (c, m) = (cost + choice.cost as usize, marks | usize::from(choice.marks));
                let behind = self.after(part + 1, c, m);
                if n < behind {
                    found = Some((place, c, m));
                    break;
                }
                n -= behind;
            }
            let (place, c, m) = found?;
            (*chosen, cost, marks) = (u16::try_from(place).ok()?, c, m);
        }
        Some(loadout)
    }

    /// The number of an accepted loadout: the opposite of [`nth`](Counter::nth).
    pub(crate) fn rank(&self, loadout: &Loadout) -> Option<u64> {
        let mut rank = 0;
        let (mut cost, mut marks) = (0, 0);
        for (part, chosen) in loadout.iter().enumerate() {
            let choices = &self.space.parts[part];
            let step =
                |choice: &Choice| (cost + choice.cost as usize, marks | usize::from(choice.marks));
            for choice in choices.iter().take(usize::from(*chosen)) {
                let (c, m) = step(choice);
                rank += self.after(part + 1, c, m);
            }
            (cost, marks) = step(choices.get(usize::from(*chosen))?);
        }
        (self.after(PARTS, cost, marks) == 1).then_some(rank)
    }

    /// All loadouts from the n-th on, lazily.
    pub(crate) fn iter(self, from: u64) -> Loadouts<'a> {
        let next = self.nth(from);
        Loadouts { counter: self, next }
    }
}

/// A walk through all accepted loadouts: counters within counters, with no dead ends.
pub(crate) struct Loadouts<'a> {
    counter: Counter<'a>,
    next: Option<Loadout>,
}

impl Loadouts<'_> {
    /// What the parts before `part` cost and mark.
    fn so_far(&self, loadout: &Loadout, part: usize) -> (usize, usize) {
        let choices = self.counter.space.choices(loadout).take(part);
        choices.fold((0, 0), |(cost, marks), choice| {
            (cost + choice.cost as usize, marks | usize::from(choice.marks))
        })
    }

    /// The first option of a part, from a place on, that leads to an accepted loadout.
    fn open(&self, part: usize, from: usize, cost: usize, marks: usize) -> Option<usize> {
        let choices = self.counter.space.parts[part].iter().enumerate().skip(from);
        let mut leading = choices.filter(|(_, choice)| {
            let marks = marks | usize::from(choice.marks);
            self.counter.after(part + 1, cost + choice.cost as usize, marks) != 0
        });
        leading.next().map(|(place, _)| place)
    }

    fn advance(&self, loadout: &Loadout) -> Option<Loadout> {
        let mut next = *loadout;
        let mut turning = PARTS;
        loop {
            turning = turning.checked_sub(1)?;
            let (cost, marks) = self.so_far(&next, turning);
            let from = usize::from(next[turning]) + 1;
            if let Some(place) = self.open(turning, from, cost, marks) {
                next[turning] = place as u16;
                break;
            }
        }
        for part in turning + 1..PARTS {
            let (cost, marks) = self.so_far(&next, part);
            next[part] = self.open(part, 0, cost, marks)? as u16;
        }
        Some(next)
    }
}

impl Iterator for Loadouts<'_> {
    type Item = Loadout;

    fn next(&mut self) -> Option<Loadout> {
        let now = self.next?;
        self.next = self.advance(&now);
        Some(now)
    }
}
