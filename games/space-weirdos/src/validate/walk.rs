//! The checks B1 to B7 and W1 to W10, in their order.

use std::ops::ControlFlow;

use serde_json::Value;

use super::finding::{Issue, Place};
use super::{Measure, Subject};
use crate::Rules;
use crate::catalogue::{Ability, Attribute, Limits, List, Role};
use crate::cost;
use crate::document::{Slot, Warband, level_place};

/// Takes what is found, and may stop the walk.
pub(crate) type Sink<'s, 'a> = dyn FnMut(Option<Place<'a>>, Issue<'a>) -> ControlFlow<()> + 's;

/// What the members of a warband cost, and who holds the premium slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costs {
    ability: Option<Ability>,
    each: Vec<u32>,
    premium: u32,
    holder: Option<usize>,
}

impl Costs {
    /// Prices every member.
    pub fn of(rules: &Rules, warband: &Warband) -> Costs {
        let ability = cost::ability(&rules.catalogue, warband);
        let each =
            warband.members().map(|(_, weirdo)| cost::weirdo(&rules.catalogue, weirdo, ability));
        let mut costs = Costs { ability, each: each.collect(), premium: 0, holder: None };
        costs.find_holder(&rules.catalogue.limits);
        costs
    }

    /// The leader comes first, so the first premium member is the one who holds the slot.
    fn find_holder(&mut self, limits: &Limits) {
        let premium = |cost: &&u32| limits.premium(**cost);
        self.premium = self.each.iter().filter(premium).count() as u32;
        self.holder = self.each.iter().position(|cost| limits.premium(*cost));
    }

    /// Looks what would be if a member had another cost.
    pub(super) fn replace(&mut self, limits: &Limits, place: usize, cost: u32) {
        self.each[place] = cost;
        self.find_holder(limits);
    }

    /// Whether a member may cost 21 to 25: it holds the slot, or nobody does.
    pub(super) fn may_be_premium(&self, place: usize) -> bool {
        self.holder.is_none_or(|holder| holder == place)
    }

    /// What each member costs: the leader first, where there is one.
    pub fn each(&self) -> &[u32] {
        &self.each
    }

    /// All members together.
    pub fn total(&self) -> u32 {
        self.each.iter().fold(0, |sum, cost| sum.saturating_add(*cost))
    }

    /// The place of the member that holds the premium slot.
    pub fn holder(&self) -> Option<usize> {
        self.holder
    }

    /// What the member at a place is measured by.
    pub fn measure(&self, limits: &Limits, place: usize) -> Measure {
        Measure::new(limits, self.each[place], self.may_be_premium(place))
    }
}

impl Rules {
    /// Everything, in the order of section 8.1.
    pub(super) fn walk<'a>(
        &'a self,
        warband: &'a Warband,
        costs: &Costs,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        self.structure(warband, sink)?;
        for subject in self.subjects(warband, costs) {
            self.weirdo(&subject, sink)?;
        }
        self.totals(warband, costs, sink)
    }

    pub(super) fn subjects<'a>(
        &self,
        warband: &'a Warband,
        costs: &Costs,
    ) -> impl Iterator<Item = Subject<'a>> {
        let members = warband.members().enumerate();
        members.map(|(place, (slot, weirdo))| Subject {
            place: Place::new(slot, slot, weirdo),
            ability: costs.ability,
            measure: costs.measure(&self.catalogue.limits, place),
        })
    }

    /// B1 to B5.
    pub(super) fn structure<'a>(
        &'a self,
        warband: &'a Warband,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        if warband.name.trim().is_empty() {
            sink(None, Issue::WarbandName)?;
        }
        let allowed = self.point_limits();
        match &warband.point_limit {
            None => sink(None, Issue::PointLimitMissing { allowed })?,
            Some(value) if self.point_limit(warband).is_none() => {
                sink(None, Issue::PointLimitWrong { value, allowed })?;
            }
            Some(_) => {}
        }
        if let Some(value) = &warband.ability
            && !no_ability(value)
            && cost::ability_written(&self.catalogue, value).is_none()
        {
            sink(None, Issue::AbilityUnknown(value))?;
        }
        if warband.leader.is_none() {
            sink(None, Issue::LeaderMissing)?;
        }
        for (slot, weirdo) in warband.members() {
            let place = Place::new(slot, slot, weirdo);
            let fits = match slot {
                Slot::Leader => place.role() == Some(Role::Leader),
                _ => place.role() != Some(Role::Leader),
            };
            if !fits {
                sink(Some(place), Issue::WrongSlot)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// B6 and B7.
    pub(super) fn totals<'a>(
        &self,
        warband: &'a Warband,
        costs: &Costs,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        if 1 < costs.premium {
            let limits = &self.catalogue.limits;
            let issue = Issue::TwoPremium {
                count: costs.premium,
                from: limits.weirdo_premium_min,
                to: limits.weirdo_premium_max,
            };
            sink(None, issue)?;
        }
        let cost = costs.total();
        match self.point_limit(warband) {
            Some(limit) if limit < cost => sink(None, Issue::OverLimit { cost, limit }),
            _ => ControlFlow::Continue(()),
        }
    }

    /// W1 to W10.
    pub(super) fn weirdo<'a>(
        &self,
        subject: &Subject<'a>,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        self.basics(subject, sink)?;
        self.weapons(subject, sink)?;
        for list in List::ALL {
            self.known(subject, list, sink)?;
        }
        self.equipment(subject, sink)?;
        self.cost(subject, sink)?;
        self.leader_trait(subject, sink)
    }

    /// W1 to W3.
    pub(super) fn basics<'a>(
        &self,
        subject: &Subject<'a>,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        let place = subject.place;
        if place.weirdo.name.trim().is_empty() {
            sink(Some(place), Issue::Name)?;
        }
        if !place.has_type() {
            sink(Some(place), Issue::TypeMissing)?;
        }
        if let (Some(value), None) = (&place.weirdo.role, place.role()) {
            sink(Some(place), Issue::TypeWrong(value))?;
        }
        let Some(attributes) = &place.weirdo.attributes else {
            return sink(Some(place), Issue::AttributesMissing);
        };
        for attribute in Attribute::ALL {
            match attributes.get(attribute) {
                None => sink(Some(place), Issue::LevelMissing(attribute))?,
                Some(level) if level_place(&self.catalogue, attribute, level).is_none() => {
                    sink(Some(place), Issue::LevelWrong(attribute, level))?;
                }
                Some(_) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// W4 to W6, and what a profile says on the number of weapons (R5).
    pub(super) fn weapons<'a>(
        &self,
        subject: &Subject<'a>,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        let place = subject.place;
        let weirdo = place.weirdo;
        if weirdo.close_combat_weapons.is_empty() {
            sink(Some(place), Issue::CloseMissing)?;
        }
        let firepower = weirdo.level(Attribute::Firepower);
        let level = firepower.and_then(|l| level_place(&self.catalogue, Attribute::Firepower, l));
        if let (Some(value), Some(1..)) = (firepower, level)
            && weirdo.ranged_weapons.is_empty()
        {
            sink(Some(place), Issue::RangedMissing(value))?;
        }
        if level == Some(0) && !weirdo.ranged_weapons.is_empty() {
            sink(Some(place), Issue::FirepowerMissing)?;
        }
        for list in [List::CloseCombatWeapons, List::RangedWeapons] {
            let count = weirdo.list(list).len() as u32;
            match self.max_weapons(list) {
                Some(limit) if limit < count => {
                    sink(Some(place), Issue::TooManyWeapons { list, count, limit })?;
                }
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// W7 of one list.
    pub(super) fn known<'a>(
        &self,
        subject: &Subject<'a>,
        list: List,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        for (place, id) in subject.place.weirdo.list(list).iter().enumerate() {
            if self.catalogue.find(list, id).is_none() {
                sink(Some(subject.place), Issue::UnknownItem { list, place, id })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// W8: the limit is that of the weirdo's own type, whatever slot it stands in.
    pub(super) fn equipment<'a>(
        &self,
        subject: &Subject<'a>,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        let Some(role) = subject.place.role() else {
            return ControlFlow::Continue(());
        };
        let count = subject.place.weirdo.equipment.len() as u32;
        let limit = self.catalogue.equipment_limit(role, subject.ability);
        if limit < count {
            sink(Some(subject.place), Issue::TooMuchEquipment { count, limit })?;
        }
        ControlFlow::Continue(())
    }

    /// W9.
    pub(super) fn cost<'a>(
        &self,
        subject: &Subject<'a>,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        let Measure { cost, limit, .. } = subject.measure;
        if limit < cost {
            sink(Some(subject.place), Issue::TooDear { cost, limit })?;
        }
        ControlFlow::Continue(())
    }

    /// W10.
    fn leader_trait<'a>(&self, subject: &Subject<'a>, sink: &mut Sink<'_, 'a>) -> ControlFlow<()> {
        let Some(id) = subject.place.weirdo.trait_id() else {
            return ControlFlow::Continue(());
        };
        match subject.place.role() {
            Some(Role::Trooper) => sink(Some(subject.place), Issue::TraitOnTrooper),
            Some(Role::Leader) if self.catalogue.trait_of(id).is_none() => {
                sink(Some(subject.place), Issue::TraitUnknown(id))
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Ruling R3, for documents that were not read from a file.
fn no_ability(value: &Value) -> bool {
    matches!(value, Value::Null) || value.as_str().is_some_and(|id| id.is_empty() || id == "none")
}
