//! Which cards complete a feature: the test of a bundle, and the exact search for the small ones.
//!
//! Cards of one role and level are alike, so the search counts them. For each role it takes every
//! number of contractors, seniors and juniors, and as many entries as are then missing; it keeps
//! what no card can be taken out of. Nothing is estimated: a bundle is found if there is one.

use crate::card::{CONTRACTOR_POINTS, Card, Hands, Level, Role, Staff};
use crate::feature::Needs;
use crate::list::Row;

/// The most bundles that are listed; the others are accepted all the same.
pub(crate) const MOST_LISTED: usize = 32;

/// The best bundles, least waste first.
pub(crate) type Bundles = Row<Bundle, MOST_LISTED>;

/// Cards that can be used, counted by role and level; a contractor counts as the first level of its
/// role, and the last place of each role is 0. Sixteen numbers are added and compared at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stock {
    counts: [[u8; 4]; 4],
}

impl Stock {
    /// What is usable of some cards: all but those on leave.
    pub(crate) fn of(hands: &Hands, cards: impl Iterator<Item = Card>) -> Stock {
        let mut stock = Stock::default();
        for card in cards.filter(|card| !card.locked()) {
            stock.add(hands.staff(card));
        }
        stock
    }

    pub(crate) fn count(&self, staff: Staff) -> u8 {
        self.counts[staff.role() as usize][place(staff)]
    }

    fn count_mut(&mut self, staff: Staff) -> &mut u8 {
        &mut self.counts[staff.role() as usize][place(staff)]
    }

    pub(crate) fn add(&mut self, staff: Staff) {
        *self.count_mut(staff) += 1;
    }

    /// Takes a card out; says whether there was such a card.
    #[inline]
    pub(crate) fn take(&mut self, staff: Staff) -> bool {
        let count = self.count_mut(staff);
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    /// Both together.
    pub(crate) fn with(self, other: &Stock) -> Stock {
        self.zip(other, |mine, theirs| mine + theirs)
    }

    /// What is left when another stock is taken out.
    pub(crate) fn without(self, other: &Stock) -> Stock {
        self.zip(other, u8::saturating_sub)
    }

    #[inline]
    fn zip(mut self, other: &Stock, count: impl Fn(u8, u8) -> u8) -> Stock {
        let theirs = other.counts.as_flattened();
        for (mine, theirs) in self.counts.as_flattened_mut().iter_mut().zip(theirs) {
            *mine = count(*mine, *theirs);
        }
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Stock::default()
    }

    /// How many cards.
    pub(crate) fn cards(&self) -> u8 {
        self.counts.as_flattened().iter().sum()
    }

    /// What they count for together.
    pub(crate) fn total(&self) -> u16 {
        let members = Role::LISTED.into_iter().map(|role| u16::from(self.points(role)));
        members.sum::<u16>() + u16::from(CONTRACTOR_POINTS * self.contractors())
    }

    pub(crate) const fn contractors(&self) -> u8 {
        self.counts[Role::Contractor as usize][0]
    }

    /// The points of a role; contractors have none of their own.
    pub(crate) const fn points(&self, role: Role) -> u8 {
        match role {
            Role::Contractor => 0,
            Role::Dev | Role::Pm | Role::Ux => {
                let [entry, junior, senior, _] = self.counts[role as usize];
                entry + 2 * junior + 3 * senior
            }
        }
    }

    /// The points of a role that are missing before contractors are counted.
    pub(crate) fn missing(&self, needs: &Needs, role: Role) -> u8 {
        needs.of(role).saturating_sub(self.points(role))
    }

    /// How many contractors more would complete the feature; 0 where it can be completed.
    ///
    /// This is exact: with every card of a role counted, each role lacks the fewest contractors.
    pub(crate) fn short(&self, needs: &Needs) -> u8 {
        let asked = |role| self.missing(needs, role).div_ceil(CONTRACTOR_POINTS);
        let asked: u16 = Role::LISTED.into_iter().map(|role| u16::from(asked(role))).sum();
        asked.saturating_sub(self.contractors().into()).min(255) as u8
    }

    /// The cards of roles that the feature does not require.
    pub(crate) fn useless(&self, needs: &Needs) -> Stock {
        let mut useless = Stock::default();
        for role in Role::LISTED.into_iter().filter(|role| !needs.lists(*role)) {
            useless.counts[role as usize] = self.counts[role as usize];
        }
        useless
    }

    /// The card of a role that best fits the missing points: the largest that is not too large, or
    /// else the smallest; none where nothing is missing.
    pub(crate) fn nearest(&self, role: Role, missing: u8) -> Option<Staff> {
        if missing == 0 {
            return None;
        }
        let held = |level: &Level| self.counts[role as usize][*level as usize] > 0;
        let (fitting, larger) = Level::ALL.split_at(usize::from(missing.min(3)));
        let fitting = fitting.iter().copied().rfind(held);
        let level = fitting.or_else(|| larger.iter().copied().find(held));
        Staff::new(role, Some(level?))
    }

    pub(crate) fn completes(&self, needs: &Needs) -> bool {
        self.short(needs) == 0
    }

    /// The minimal bundles, least waste first; then fewer contractors, then fewer cards.
    pub(crate) fn bundles(&self, needs: &Needs) -> Bundles {
        let mut best = Bundles::new();
        self.each_bundle(needs, &mut |bundle| {
            best.insert_sorted(*bundle, |b| (b.waste(needs), b.contractors(), b.cards()));
        });
        best
    }

    /// The bundle that wastes least, as the list has it first.
    pub(crate) fn best_bundle(&self, needs: &Needs) -> Option<Bundle> {
        let mut best = None;
        self.each_bundle(needs, &mut |bundle| {
            let key = (bundle.waste(needs), bundle.contractors(), bundle.cards());
            if best.is_none_or(|(other, _)| key < other) {
                best = Some((key, *bundle));
            }
        });
        best.map(|(_, bundle)| bundle)
    }

    /// Hands over every minimal bundle: those that no card can be taken out of.
    pub(crate) fn each_bundle(&self, needs: &Needs, each: &mut impl FnMut(&Bundle)) {
        if self.completes(needs) {
            let mut bundle = Bundle::default();
            self.fill(needs, 0, self.contractors(), &mut bundle, each);
        }
    }

    /// Fills the roles from this one on, with so many contractors left.
    fn fill(
        &self,
        needs: &Needs,
        role: usize,
        contractors: u8,
        bundle: &mut Bundle,
        each: &mut impl FnMut(&Bundle),
    ) {
        let Some(need) = needs.points().get(role).copied() else {
            each(bundle);
            return;
        };
        let [entries, juniors, seniors, _] = self.counts[role];
        for c in 0..=contractors.min(need.div_ceil(CONTRACTOR_POINTS)) {
            let after_contractors = need.saturating_sub(CONTRACTOR_POINTS * c);
            for s in 0..=seniors.min(after_contractors.div_ceil(3)) {
                let after_seniors = after_contractors.saturating_sub(3 * s);
                for j in 0..=juniors.min(after_seniors.div_ceil(2)) {
                    let e = after_seniors.saturating_sub(2 * j);
                    let have =
                        u16::from(2 * c) + u16::from(3 * s) + u16::from(2 * j) + u16::from(e);
                    // No more seniors are taken than needed, so the surplus is two at most: then
                    // what counts for two could be left out.
                    let surplus = have - u16::from(need);
                    let minimal = surplus < 2 || c == 0 && j == 0;
                    if e > entries || !minimal {
                        continue;
                    }
                    bundle.counts[role] = [e, j, s, c];
                    self.fill(needs, role + 1, contractors - c, bundle, each);
                }
            }
        }
        bundle.counts[role] = [0; 4];
    }
}

/// Where a card is counted among those of its role.
fn place(staff: Staff) -> usize {
    staff.level().map_or(0, |level| level as usize)
}

/// A bundle by kinds of cards: for each role its entries, juniors, seniors, and the contractors that
/// are declared as it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bundle {
    counts: [[u8; 4]; 3],
}

impl Bundle {
    /// The cards, whatever they are declared as.
    pub(crate) fn stock(&self) -> Stock {
        let [dev, pm, ux] = self.counts.map(|[e, j, s, _]| [e, j, s, 0]);
        Stock { counts: [dev, pm, ux, [self.contractors(), 0, 0, 0]] }
    }

    /// The surplus points, which are lost (FR-026).
    pub(crate) fn waste(&self, needs: &Needs) -> u16 {
        self.stock().total() - needs.total()
    }

    pub(crate) fn contractors(&self) -> u8 {
        self.counts.iter().map(|[.., contractors]| contractors).sum()
    }

    pub(crate) fn cards(&self) -> u8 {
        self.counts.as_flattened().iter().sum()
    }

    /// The roles that the contractors are declared as, one after another.
    pub(crate) fn declared(&self) -> impl Iterator<Item = Role> + use<> {
        let counts = Role::LISTED.into_iter().zip(self.counts);
        counts.flat_map(|(role, [.., count])| std::iter::repeat_n(role, count.into()))
    }
}

/// Every kind of card: contractors first, then by role and level.
pub(crate) fn kinds() -> impl Iterator<Item = Staff> {
    let members = Role::LISTED.into_iter().flat_map(|role| {
        Level::ALL.into_iter().filter_map(move |level| Staff::new(role, Some(level)))
    });
    std::iter::once(Staff::CONTRACTOR).chain(members)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    fn stock([dev, pm, ux]: [[u8; 3]; 3], contractors: u8) -> Stock {
        let row = |[e, j, s]: [u8; 3]| [e, j, s, 0];
        Stock { counts: [row(dev), row(pm), row(ux), [contractors, 0, 0, 0]] }
    }

    fn needs(points: [u8; 3]) -> Needs {
        let rows = Role::LISTED.into_iter().zip(points);
        let map: BTreeMap<Role, u8> = rows.filter(|(_, n)| *n > 0).collect();
        Needs::try_from(map).unwrap()
    }

    /// Every way to spend some of the stock on the needs, straight from the rule: each role's
    /// points reach its threshold, no role is left out that is listed, none is added.
    fn all_accepted(stock: &Stock, needs: &Needs) -> BTreeSet<Bundle> {
        let mut found = BTreeSet::from([Bundle::default()]);
        for role in 0..3 {
            let mut next = BTreeSet::new();
            for bundle in &found {
                let [e, j, s, _] =
                    if needs.points()[role] > 0 { stock.counts[role] } else { [0; 4] };
                let free = stock.contractors() - bundle.contractors();
                let free = if needs.points()[role] > 0 { free } else { 0 };
                for c in 0..=free {
                    for members in (0..=e)
                        .flat_map(|e| (0..=j).flat_map(move |j| (0..=s).map(move |s| [e, j, s])))
                    {
                        let mut bundle = *bundle;
                        let [e, j, s] = members;
                        bundle.counts[role] = [e, j, s, c];
                        let points = e + 2 * j + 3 * s + 2 * c;
                        if points >= needs.points()[role] {
                            next.insert(bundle);
                        }
                    }
                }
            }
            found = next;
        }
        found
    }

    /// What is left of the cards when one of them is taken out.
    fn one_less(bundle: &Bundle) -> impl Iterator<Item = Stock> {
        let stock = bundle.stock();
        kinds().filter(move |staff| stock.count(*staff) > 0).map(move |staff| {
            let mut left = stock;
            left.take(staff);
            left
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// FR-010: the search finds every bundle that has no smaller one in it, and nothing else;
        /// declarations count, so that contractors may stand elsewhere in the smaller one.
        #[test]
        fn the_search_finds_just_the_minimal_bundles(
            members in prop::array::uniform3(prop::array::uniform3(0u8..=2)),
            contractors in 0u8..4,
            points in prop::array::uniform3(0u8..6),
        ) {
            prop_assume!(points != [0; 3]);
            prop_assume!(members.iter().flatten().sum::<u8>() < 9);
            let (stock, needs) = (stock(members, contractors), needs(points));
            let accepted = all_accepted(&stock, &needs);
            let stocks: BTreeSet<Stock> = accepted.iter().map(Bundle::stock).collect();
            let minimal: BTreeSet<Bundle> = accepted
                .into_iter()
                .filter(|bundle| !one_less(bundle).any(|left| stocks.contains(&left)))
                .collect();
            let mut found = BTreeSet::new();
            stock.each_bundle(&needs, &mut |bundle| assert!(found.insert(*bundle)));
            prop_assert_eq!(&found, &minimal);
            prop_assert_eq!(stock.completes(&needs), !minimal.is_empty());
        }

        /// The list is sorted by waste and as long as it can be.
        #[test]
        fn the_list_begins_with_the_least_waste(
            members in prop::array::uniform3(prop::array::uniform3(0u8..5)),
            contractors in 0u8..5,
            points in prop::array::uniform3(1u8..8),
        ) {
            let (stock, needs) = (stock(members, contractors), needs(points));
            let mut all = Vec::new();
            stock.each_bundle(&needs, &mut |bundle| all.push(*bundle));
            all.sort_by_key(|b| (b.waste(&needs), b.contractors(), b.cards()));
            all.truncate(MOST_LISTED);
            prop_assert_eq!(stock.best_bundle(&needs), all.first().copied());
            prop_assert_eq!(stock.bundles(&needs).to_vec(), all);
        }
    }

    /// Spec 10.3: a contractor's points are not split between roles.
    #[test]
    fn a_contractor_stands_for_one_role() {
        let junior_dev = [[0, 1, 0], [0; 3], [0; 3]];
        let feature = needs([3, 0, 1]);
        let with = |contractors| stock(junior_dev, contractors);
        assert_eq!(with(0).short(&feature), 2);
        assert!(!with(1).completes(&feature));
        assert!(with(2).completes(&feature));
        let [bundle] = with(2).bundles(&feature)[..] else {
            panic!("one bundle");
        };
        assert_eq!(bundle.counts.map(|[.., declared]| declared), [1, 0, 1]);
        assert_eq!(bundle.waste(&feature), 2);
        assert_eq!(bundle.cards(), 3);
    }

    /// A role's cards by level, the missing points, and the points of the card that fits best.
    #[test]
    fn the_nearest_card_is_not_too_large_if_there_is_one() {
        #[track_caller]
        fn check(levels: [u8; 3], missing: u8, wanted: Option<u8>) {
            let stock = stock([levels, [0; 3], [0; 3]], 3);
            assert_eq!(stock.nearest(Role::Dev, missing).map(Staff::points), wanted);
            assert_eq!(stock.nearest(Role::Pm, missing), None);
        }
        check([1, 1, 1], 0, None);
        check([1, 1, 1], 1, Some(1));
        check([1, 1, 1], 2, Some(2));
        check([1, 1, 1], 3, Some(3));
        check([1, 1, 1], 7, Some(3));
        check([1, 1, 0], 3, Some(2));
        check([1, 0, 1], 2, Some(1));
        check([0, 1, 1], 1, Some(2));
        check([0, 0, 1], 1, Some(3));
        check([0, 0, 1], 2, Some(3));
        check([0, 0, 0], 2, None);
    }

    #[test]
    fn useless_cards_are_those_of_roles_that_are_not_required() {
        let all = stock([[1, 2, 3], [4, 5, 6], [7, 8, 9]], 2);
        let useless = all.useless(&needs([1, 0, 0]));
        assert_eq!(useless, stock([[0; 3], [4, 5, 6], [7, 8, 9]], 0));
    }

    #[test]
    fn stocks_add_up_and_bundles_come_out() {
        let dev = Staff::new(Role::Dev, Some(Level::Senior)).unwrap();
        let mut stock = Stock::default();
        stock.add(dev);
        stock.add(Staff::CONTRACTOR);
        let both = stock.with(&stock);
        assert_eq!((both.count(dev), both.contractors()), (2, 2));
        assert_eq!(both.points(Role::Dev), 6);
        assert_eq!(both.points(Role::Contractor), 0);
        let feature = needs([5, 0, 0]);
        let bundle = both.bundles(&feature)[0];
        assert_eq!(bundle.stock(), stock);
        assert_eq!((stock.cards(), stock.total()), (2, 5));
        assert!(bundle.declared().eq([Role::Dev]));
        assert_eq!(both.without(&stock), stock);
        assert!(!stock.is_empty() && stock.without(&both).is_empty());
        assert!(stock.take(dev) && !stock.take(dev));
        assert_eq!((stock.count(dev), stock.contractors()), (0, 1));
        assert_eq!(kinds().count(), 10);
    }
}
