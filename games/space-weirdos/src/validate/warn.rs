//! Warnings and advice: never an error, in the order of the walk.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::finding::Issue;
use super::walk::Sink;
use super::{Advice, Badge, Costs, Subject};
use crate::Rules;
use crate::catalogue::{Attribute, Item, List};
use crate::document::{Warband, Weirdo, level_place};

/// The equipment that does nothing without firepower.
const RETICULE: &str = "targeting-reticule";

impl Rules {
    pub(super) fn warn<'a>(
        &'a self,
        warband: &'a Warband,
        costs: &Costs,
        advice: Advice,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        for subject in self.subjects(warband, costs) {
            self.warn_weirdo(&subject, advice, sink)?;
        }
        let Some(limit) = self.point_limit(warband) else {
            return ControlFlow::Continue(());
        };
        let cost = costs.total();
        match Badge::of(cost, limit, self.catalogue.limits.near_warband) {
            Badge::Near => sink(None, Issue::NearWarband { cost, limit }),
            Badge::Ok | Badge::Full | Badge::Over => ControlFlow::Continue(()),
        }
    }

    pub(super) fn warn_weirdo<'a>(
        &'a self,
        subject: &Subject<'a>,
        advice: Advice,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        if advice == Advice::On {
            self.advise(subject, sink)?;
        }
        let measure = subject.measure;
        match measure.badge(&self.catalogue.limits) {
            Badge::Near | Badge::Full => {
                let issue = Issue::NearWeirdo { cost: measure.cost, limit: measure.mark };
                sink(Some(subject.place), issue)
            }
            Badge::Ok | Badge::Over => ControlFlow::Continue(()),
        }
    }

    fn advise<'a>(&'a self, subject: &Subject<'a>, sink: &mut Sink<'_, 'a>) -> ControlFlow<()> {
        let weirdo = subject.place.weirdo;
        for list in List::ALL {
            for (id, count) in repeated(weirdo.list(list)) {
                let item = self.item(list, id);
                // Equipment that is spent when used: a second one makes sense.
                if list == List::Equipment && item.is_some_and(|item| item.kind == "action") {
                    continue;
                }
                let name = item.map_or(id, |item| &item.name);
                let issue = Issue::Duplicate { list, id, name, count };
                sink(Some(subject.place), issue)?;
            }
            if list == List::Equipment && self.has_no_firepower(weirdo) {
                self.advise_reticule(subject, sink)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn advise_reticule<'a>(
        &'a self,
        subject: &Subject<'a>,
        sink: &mut Sink<'_, 'a>,
    ) -> ControlFlow<()> {
        let equipment = subject.place.weirdo.equipment.iter().enumerate();
        for (place, id) in equipment.filter(|(_, id)| *id == RETICULE) {
            let name = self.item(List::Equipment, id).map_or(&**id, |item| &item.name);
            sink(Some(subject.place), Issue::NoEffect { place, id, name })?;
        }
        ControlFlow::Continue(())
    }

    fn item(&self, list: List, id: &str) -> Option<&Item> {
        self.catalogue.items(list).iter().find(|item| item.id == id)
    }

    fn has_no_firepower(&self, weirdo: &Weirdo) -> bool {
        let level = weirdo.level(Attribute::Firepower);
        level.and_then(|l| level_place(&self.catalogue, Attribute::Firepower, l)) == Some(0)
    }
}

/// The ids that stand more than once, in the order of their first standing.
fn repeated(ids: &[String]) -> Vec<(&str, u32)> {
    if ids.len() < 2 {
        return Vec::new();
    }
    let mut seen: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
    for (place, id) in ids.iter().enumerate() {
        seen.entry(id).or_insert((place, 0)).1 += 1;
    }
    let mut repeated: Vec<_> = seen.into_iter().filter(|(_, (_, count))| 1 < *count).collect();
    repeated.sort_by_key(|(_, (place, _))| *place);
    repeated.into_iter().map(|(id, (_, count))| (id, count)).collect()
}
