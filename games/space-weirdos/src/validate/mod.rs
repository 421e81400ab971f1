//! Validation: one fixed walk over a document that collects everything that is wrong.
//!
//! The order is B1 to B5, then leader and troopers W1 to W10, then B6 and B7, so that results can
//! be compared byte for byte. [`Rules::is_valid`] is the same walk, stopped at the first error.

mod finding;
mod walk;
mod warn;

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use finding::{Code, Finding, Params, ValidationResult};
pub use walk::Costs;

use crate::Rules;
use crate::catalogue::{Ability, Limits, List};
use crate::cost;
use crate::document::{Slot, Warband, Weirdo};
use crate::solver::{Refused, Telling};
use finding::{Issue, Place};

/// Whether advice is given besides the warnings about costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Advice {
    /// Say what is legal but odd.
    #[default]
    On,
    /// Only what the rules say.
    Off,
}

/// How a cost stands to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Badge {
    /// Far enough below.
    Ok,
    /// Just below.
    Near,
    /// Exactly on it.
    Full,
    /// Above.
    Over,
}

impl Badge {
    /// The badge of a cost.
    pub const fn of(cost: u32, limit: u32, near: u32) -> Badge {
        if limit < cost {
            Badge::Over
        } else if limit == cost {
            Badge::Full
        } else if limit - cost <= near {
            Badge::Near
        } else {
            Badge::Ok
        }
    }
}

/// What a weirdo is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// What it costs.
    pub cost: u32,
    /// The most that it may cost (check W9).
    pub limit: u32,
    /// What nearness is measured from: 25 for the holder of the premium slot, 20 for the others.
    pub mark: u32,
}

impl Measure {
    fn new(limits: &Limits, cost: u32, may_be_premium: bool) -> Measure {
        let top = |premium| match premium {
            true => limits.weirdo_premium_max,
            false => limits.weirdo_standard,
        };
        Measure {
            cost,
            limit: top(may_be_premium),
            mark: top(may_be_premium && limits.premium(cost)),
        }
    }

    /// How the cost stands to the limit.
    pub fn badge(&self, limits: &Limits) -> Badge {
        match self.limit < self.cost {
            true => Badge::Over,
            false => Badge::of(self.cost, self.mark, limits.near_weirdo),
        }
    }
}

/// One weirdo under check, with all that its checks need to know of the rest.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub place: Place<'a>,
    pub ability: Option<Ability>,
    pub measure: Measure,
}

/// Everything found, as findings in the order of the walk.
fn collect<'a>(walk: impl FnOnce(&mut walk::Sink<'_, 'a>) -> ControlFlow<()>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut sink = |place: Option<Place<'a>>, issue: Issue<'a>| {
        findings.push(Finding::new(place, issue));
        ControlFlow::Continue(())
    };
    // The sink never stops the walk, so there is nothing to learn from its end.
    let _ = walk(&mut sink);
    findings
}

/// The same, as far as it can be told.
fn collect_until<'a>(
    telling: &mut Telling<'_>,
    walk: impl FnOnce(&mut walk::Sink<'_, 'a>) -> ControlFlow<()>,
) -> Result<Vec<Finding>, Refused> {
    let (mut findings, mut told) = (Vec::new(), Ok(()));
    let mut sink = |place: Option<Place<'a>>, issue: Issue<'a>| {
        let finding = Finding::new(place, issue);
        told = telling.thing(&finding);
        findings.push(finding);
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    // Why it was stopped, if it was, stands in `told`.
    let _ = walk(&mut sink);
    told.map(|()| findings)
}

impl Rules {
    /// Checks a warband and says everything that is wrong or near a limit.
    pub fn validate(&self, warband: &Warband) -> ValidationResult {
        self.validate_with(warband, Advice::On)
    }

    /// Checks a warband, with or without advice.
    pub fn validate_with(&self, warband: &Warband, advice: Advice) -> ValidationResult {
        let costs = Costs::of(self, warband);
        ValidationResult::new(
            collect(|sink| self.walk(warband, &costs, sink)),
            collect(|sink| self.warn(warband, &costs, advice, sink)),
        )
    }

    /// The same, as far as it can be told.
    pub(crate) fn validate_until(
        &self,
        warband: &Warband,
        advice: Advice,
        telling: &mut Telling<'_>,
    ) -> Result<ValidationResult, Refused> {
        let costs = Costs::of(self, warband);
        let errors = collect_until(telling, |sink| self.walk(warband, &costs, sink))?;
        let warnings = collect_until(telling, |sink| self.warn(warband, &costs, advice, sink))?;
        Ok(ValidationResult::new(errors, warnings))
    }

    /// Whether a warband is legal: the same as `validate(warband).valid`, sooner.
    pub fn is_valid(&self, warband: &Warband) -> bool {
        let costs = Costs::of(self, warband);
        self.walk(warband, &costs, &mut |_, _| ControlFlow::Break(())).is_continue()
    }

    /// Checks B1 to B5.
    pub fn validate_structure(&self, warband: &Warband) -> ValidationResult {
        errors(|sink| self.structure(warband, sink))
    }

    /// Checks B6 and B7.
    pub fn validate_warband_cost(&self, warband: &Warband) -> ValidationResult {
        let costs = Costs::of(self, warband);
        errors(|sink| self.totals(warband, &costs, sink))
    }

    /// Checks W1 to W10 of one weirdo without a warband: under an ability, limit 25 (R28).
    pub fn validate_weirdo(&self, weirdo: &Weirdo, ability: Option<Ability>) -> ValidationResult {
        self.all_of(&self.alone(weirdo, ability))
    }

    /// Checks W1 to W10 of one weirdo against a warband. It is a member where its id is a
    /// member's; it then counts in that member's stead.
    pub fn validate_weirdo_in(&self, weirdo: &Weirdo, warband: &Warband) -> ValidationResult {
        self.all_of(&self.beside(weirdo, warband))
    }

    /// Checks W1 to W3.
    pub fn validate_basics(&self, weirdo: &Weirdo) -> ValidationResult {
        let subject = self.alone(weirdo, None);
        errors(|sink| self.basics(&subject, sink))
    }

    /// Checks W4 to W7 of the weapons.
    pub fn validate_weapons(&self, weirdo: &Weirdo) -> ValidationResult {
        let subject = self.alone(weirdo, None);
        errors(|sink| {
            self.weapons(&subject, sink)?;
            self.known(&subject, List::CloseCombatWeapons, sink)?;
            self.known(&subject, List::RangedWeapons, sink)
        })
    }

    /// Checks W7 and W8 of the equipment.
    pub fn validate_equipment(
        &self,
        weirdo: &Weirdo,
        ability: Option<Ability>,
    ) -> ValidationResult {
        let subject = self.alone(weirdo, ability);
        errors(|sink| {
            self.known(&subject, List::Equipment, sink)?;
            self.equipment(&subject, sink)
        })
    }

    /// Checks W9 against a warband.
    pub fn validate_cost(&self, weirdo: &Weirdo, warband: &Warband) -> ValidationResult {
        let subject = self.beside(weirdo, warband);
        errors(|sink| self.cost(&subject, sink))
    }

    /// How a weirdo stands that is validated without a warband.
    pub fn measure_alone(&self, weirdo: &Weirdo, ability: Option<Ability>) -> Measure {
        let cost = cost::weirdo(&self.catalogue, weirdo, ability);
        Measure::new(&self.catalogue.limits, cost, true)
    }

    /// How a warband's total stands to its limit; nothing where the limit is not one.
    pub fn badge(&self, warband: &Warband) -> Option<Badge> {
        let limit = self.point_limit(warband)?;
        let near = self.catalogue.limits.near_warband;
        Some(Badge::of(cost::warband(&self.catalogue, warband), limit, near))
    }

    /// The point limit of a warband, where it is a legal one.
    pub fn point_limit(&self, warband: &Warband) -> Option<u32> {
        let limit = warband.point_limit.as_ref()?.as_u64()?;
        let limit = u32::try_from(limit).ok()?;
        self.point_limits().contains(&limit).then_some(limit)
    }

    fn alone<'a>(&self, weirdo: &'a Weirdo, ability: Option<Ability>) -> Subject<'a> {
        Subject {
            place: Place::new(Slot::Alone, Slot::Alone, weirdo),
            ability,
            measure: self.measure_alone(weirdo, ability),
        }
    }

    fn beside<'a>(&self, weirdo: &'a Weirdo, warband: &Warband) -> Subject<'a> {
        let ability = cost::ability(&self.catalogue, warband);
        let limits = &self.catalogue.limits;
        let cost = cost::weirdo(&self.catalogue, weirdo, ability);
        let mut costs = Costs::of(self, warband);
        let is_me = |member: &Weirdo| !weirdo.id.is_empty() && member.id == weirdo.id;
        let member = warband.members().position(|(_, member)| is_me(member));
        let may_be_premium = match member {
            Some(place) => {
                costs.replace(limits, place, cost);
                costs.may_be_premium(place)
            }
            None => costs.holder().is_none(),
        };
        let slot = member.and_then(|place| warband.members().nth(place)).map(|(slot, _)| slot);
        Subject {
            place: Place::new(Slot::Alone, slot.unwrap_or(Slot::Alone), weirdo),
            ability,
            measure: Measure::new(limits, cost, may_be_premium),
        }
    }

    fn all_of(&self, subject: &Subject<'_>) -> ValidationResult {
        ValidationResult::new(
            collect(|sink| self.weirdo(subject, sink)),
            collect(|sink| self.warn_weirdo(subject, Advice::On, sink)),
        )
    }
}

fn errors<'a>(walk: impl FnOnce(&mut walk::Sink<'_, 'a>) -> ControlFlow<()>) -> ValidationResult {
    ValidationResult::new(collect(walk), Vec::new())
}
