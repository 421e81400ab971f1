//! Which cards complete a feature: the test of a bundle, and the exact search for the small ones.
//!
//! Cards of one role and level are alike, so the search counts them. For each role it takes every
//! number of contractors, seniors and juniors, and as many entries as are then missing; it keeps
//! what no card can be taken out of. Nothing is estimated: a bundle is found if there is one.

use crate::card::{CONTRACTOR_POINTS, Card, Hands, Role, Staff};
use crate::feature::Needs;
use crate::list::Row;

/// The most bundles that are listed; the others are accepted all the same.
pub(crate) const MOST_LISTED: usize = 32;

/// The best bundles, least waste first.
pub(crate) type Bundles = Row<Bundle, MOST_LISTED>;

/// Cards that can be used, counted by kind: a byte for each, so that all are added at once.
///
/// The first four bytes are the entries of each role and the contractors, the next the juniors, then
/// the seniors: the highest byte in use is that of the most valuable card. A game has 52 cards at
/// most, so that no count has the upper bit of its byte, and the points of a role fit a byte too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stock(u128);

/// From one level to the next, in bits.
const LEVEL: u32 = 32;
/// The lowest bit of every count.
const ONES: u128 = u128::from_le_bytes([1; 16]);
/// The bit that no count has.
const GUARDS: u128 = ONES << 7;

impl Stock {
    /// What is usable of some cards: all but those on leave.
    pub(crate) fn of(hands: &Hands, cards: impl Iterator<Item = Card>) -> Stock {
        let mut stock = Stock::default();
        for card in cards.filter(|card| !card.locked()) {
            stock.add(hands.staff(card));
        }
        stock
    }

    /// So many cards of a role.
    const fn of_role(role: usize, [entries, juniors, seniors]: [u32; 3]) -> Stock {
        let levels =
            (seniors as u128) << (2 * LEVEL) | (juniors as u128) << LEVEL | entries as u128;
        Stock(levels << (8 * role))
    }

    pub(crate) const fn of_contractors(count: u32) -> Stock {
        Stock::of_role(Role::Contractor as usize, [count, 0, 0])
    }

    pub(crate) const fn count(self, staff: Staff) -> u8 {
        (self.0 >> (8 * staff.kind())) as u8
    }

    pub(crate) const fn add(&mut self, staff: Staff) {
        self.0 += 1 << (8 * staff.kind());
    }

    /// Takes a card out; says whether there was such a card.
    #[inline]
    pub(crate) const fn take(&mut self, staff: Staff) -> bool {
        let there = self.count(staff) > 0;
        self.0 -= (there as u128) << (8 * staff.kind());
        there
    }

    /// Both together.
    pub(crate) const fn with(self, other: Stock) -> Stock {
        Stock(self.0 + other.0)
    }

    /// What is left when another stock is taken out.
    pub(crate) const fn without(self, other: Stock) -> Stock {
        // Where there was enough the guard is left, and then stands for all bits below it.
        let left = (self.0 | GUARDS) - other.0;
        let enough = left & GUARDS;
        Stock(left & (enough - (enough >> 7)))
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards.
    pub(crate) const fn cards(self) -> u8 {
        let halves = (self.0 >> 64) as u64 + self.0 as u64;
        (halves.wrapping_mul(ONES as u64) >> 56) as u8
    }

    /// What they count for together.
    pub(crate) fn total(self) -> u16 {
        let [dev, pm, ux] = self.points_by_role().map(u16::from);
        dev + pm + ux + u16::from(CONTRACTOR_POINTS * self.contractors())
    }

    /// The most valuable card alone.
    pub(crate) fn dearest(self) -> Stock {
        let highest = self.0.checked_ilog2();
        Stock(highest.map_or(0, |bit| 1 << (bit & !7)))
    }

    pub(crate) const fn contractors(self) -> u8 {
        self.count(Staff::CONTRACTOR)
    }

    /// Hands over each kind that there is, by its [number](Staff::kind), with its count.
    #[inline]
    pub(crate) fn each_kind(self, mut each: impl FnMut(usize, u8)) {
        let mut left = self.0;
        while left != 0 {
            let first = left.trailing_zeros() & !7;
            each(first as usize / 8, (left >> first) as u8);
            left &= !(0xff << first);
        }
    }

    /// Whether there are members of a role.
    pub(crate) const fn has(self, role: usize) -> bool {
        let first = Stock::of_role(0, [0xff; 3]);
        self.0 & first.0 << (8 * role) != 0
    }

    /// The entries, juniors and seniors of a role.
    const fn levels(self, role: usize) -> [u8; 3] {
        let levels = self.0 >> (8 * role);
        [levels as u8, (levels >> LEVEL) as u8, (levels >> (2 * LEVEL)) as u8]
    }

    /// The points of a role; contractors have none of their own.
    pub(crate) fn points(self, role: Role) -> u8 {
        self.points_by_role().get(role as usize).copied().unwrap_or(0)
    }

    /// The points in the order of [`Role::LISTED`].
    const fn points_by_role(self) -> [u8; 3] {
        let (entries, juniors) = (self.0 as u32 & 0xff_ffff, (self.0 >> LEVEL) as u32);
        let seniors = (self.0 >> (2 * LEVEL)) as u32;
        let [dev, pm, ux, _] = (entries + 2 * juniors + 3 * seniors).to_le_bytes();
        [dev, pm, ux]
    }

    /// The points of a role that are missing before contractors are counted.
    pub(crate) fn missing(self, needs: &Needs, role: Role) -> u8 {
        needs.of(role).saturating_sub(self.points(role))
    }

    /// The same for every role, in the order of [`Role::LISTED`].
    pub(crate) fn all_missing(self, needs: &Needs) -> [u8; 3] {
        let ([dev, pm, ux], [a, b, c]) = (needs.points(), self.points_by_role());
        [dev.saturating_sub(a), pm.saturating_sub(b), ux.saturating_sub(c)]
    }

    /// How many contractors more would complete the feature; 0 where it can be completed.
    ///
    /// This is exact: with every card of a role counted, each role lacks the fewest contractors.
    pub(crate) fn short(self, needs: &Needs) -> u8 {
        short_of(self.all_missing(needs), self.contractors())
    }

    /// The cards of roles that the feature does not require.
    pub(crate) fn useless(self, needs: &Needs) -> Stock {
        let [dev, pm, ux] = needs.points().map(|need| if need == 0 { u8::MAX } else { 0 });
        let roles = u128::from(u32::from_le_bytes([dev, pm, ux, 0]));
        Stock(self.0 & (roles | roles << LEVEL | roles << (2 * LEVEL)))
    }

    /// What of a role's cards one takes for the missing points, and the points that are then still
    /// missing. Each card in turn is the largest that is not too large, or else the smallest.
    pub(crate) fn nearest(self, role: usize, missing: u8) -> (Stock, u8) {
        let [entries, juniors, seniors] = self.levels(role);
        let s = seniors.min(missing / 3);
        let missing = missing - 3 * s;
        let j = juniors.min(missing / 2);
        let missing = missing - 2 * j;
        let e = entries.min(missing);
        let missing = missing - e;
        // Any card that is left now is too large, so that one of them is enough.
        let junior = (missing > 0) & (juniors > j);
        let senior = (missing > 0) & !junior & (seniors > s);
        let taken = [e, j + u8::from(junior), s + u8::from(senior)].map(u32::from);
        let taken = Stock::of_role(role, taken);
        (taken, missing * u8::from(!(junior | senior)))
    }

    pub(crate) fn completes(self, needs: &Needs) -> bool {
        self.short(needs) == 0
    }

    /// The minimal bundles, least waste first; then fewer contractors, then fewer cards.
    pub(crate) fn bundles(self, needs: &Needs) -> Bundles {
        let mut best = Bundles::new();
        self.each_bundle(needs, &mut |bundle| best.insert_sorted(bundle, Bundle::cost));
        best
    }

    /// The bundle that wastes least, as the list has it first.
    pub(crate) fn best_bundle(self, needs: &Needs) -> Option<Bundle> {
        let mut best: Option<Bundle> = None;
        self.each_bundle(needs, &mut |bundle| {
            if best.is_none_or(|other| bundle.cost() < other.cost()) {
                best = Some(bundle);
            }
        });
        best
    }

    /// Hands over every minimal bundle: those that no card can be taken out of.
    #[inline]
    pub(crate) fn each_bundle(self, needs: &Needs, each: &mut dyn FnMut(Bundle)) {
        let asked = self.all_missing(needs).map(contractors_for);
        let all_asked = asked.into_iter().map(u16::from).sum();
        let Some(spare) = u16::from(self.contractors()).checked_sub(all_asked) else {
            return;
        };
        self.search(needs, spare.into(), each);
    }

    /// Fills role after role, with so many contractors more than are needed.
    fn search(self, needs: &Needs, spare: u32, each: &mut dyn FnMut(Bundle)) {
        self.fill(needs, Role::Dev, (Bundle::default(), spare), |bundle| {
            self.fill(needs, Role::Pm, bundle, |bundle| {
                self.fill(needs, Role::Ux, bundle, |(bundle, _)| each(bundle));
            });
        });
    }

    /// Every way to add a role to a bundle, with as many contractors more than are needed.
    #[inline]
    fn fill(
        self,
        needs: &Needs,
        role: Role,
        (bundle, spare): (Bundle, u32),
        mut each: impl FnMut((Bundle, u32)),
    ) {
        let need = u32::from(needs.of(role));
        let [entries, juniors, seniors] = self.levels(role as usize).map(u32::from);
        let fewest = need.saturating_sub(entries + 2 * juniors + 3 * seniors).div_ceil(2);
        for c in fewest..need.div_ceil(2).min(fewest + spare) + 1 {
            let rest = need.saturating_sub(2 * c);
            let left = spare - (c - fewest);
            let fewest = rest.saturating_sub(entries + 2 * juniors).div_ceil(3);
            for s in fewest..seniors.min(rest.div_ceil(3)) + 1 {
                let rest = rest.saturating_sub(3 * s);
                let fewest = rest.saturating_sub(entries).div_ceil(2);
                for j in fewest..juniors.min(rest.div_ceil(2)) + 1 {
                    let e = rest.saturating_sub(2 * j);
                    // No more seniors are taken than needed, so the surplus is two at most: then
                    // what counts for two could be left out.
                    let surplus = 2 * c + 3 * s + 2 * j + e - need;
                    if surplus < 2 || c == 0 && j == 0 {
                        each((bundle.and(role as usize, [e, j, s], c), left));
                    }
                }
            }
        }
    }
}

/// How many contractors make up for missing points of one role.
pub(crate) const fn contractors_for(missing: u8) -> u8 {
    missing.div_ceil(CONTRACTOR_POINTS)
}

/// How many contractors are still asked for where some points of each role are missing.
pub(crate) fn short_of(missing: [u8; 3], contractors: u8) -> u8 {
    let asked: u16 = missing.into_iter().map(|missing| u16::from(contractors_for(missing))).sum();
    asked.saturating_sub(contractors.into()).min(255) as u8
}

/// A bundle by kinds of cards. It is a stock with a fourth row: the contractors that are declared as
/// each role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bundle(u128);

impl Bundle {
    /// Where the fourth row begins.
    const DECLARED: u32 = 3 * LEVEL;

    /// With a role's members and contractors.
    const fn and(self, role: usize, levels: [u32; 3], contractors: u32) -> Bundle {
        let cards = Stock::of_role(role, levels).with(Stock::of_contractors(contractors));
        let declared = (contractors as u128) << (Bundle::DECLARED + 8 * role as u32);
        Bundle(self.0 + cards.0 + declared)
    }

    /// The cards, whatever they are declared as.
    pub(crate) const fn stock(self) -> Stock {
        Stock(self.0 & ((1 << Bundle::DECLARED) - 1))
    }

    /// The surplus points, which are lost (FR-026).
    pub(crate) fn waste(self, needs: &Needs) -> u16 {
        self.stock().total() - needs.total()
    }

    /// What the bundles of one feature are sorted by: the points, and so the waste; then the
    /// contractors, then the cards.
    fn cost(&self) -> (u16, u8, u8) {
        let stock = self.stock();
        (stock.total(), stock.contractors(), stock.cards())
    }

    /// Takes out the role that the next contractor is declared as.
    pub(crate) fn declare(&mut self) -> Option<Role> {
        let declared = (self.0 >> Bundle::DECLARED) as u32;
        let role = declared.trailing_zeros() / 8;
        let role = Role::LISTED.get(role as usize)?;
        self.0 -= 1 << (Bundle::DECLARED + 8 * *role as u32);
        Some(*role)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::card::Level;

    fn stock(members: [[u8; 3]; 3], contractors: u8) -> Stock {
        let mut stock = Stock::default();
        for (role, levels) in Role::LISTED.into_iter().zip(members) {
            for (level, count) in Level::ALL.into_iter().zip(levels) {
                let staff = Staff::new(role, Some(level)).unwrap();
                (0..count).for_each(|_| stock.add(staff));
            }
        }
        (0..contractors).for_each(|_| stock.add(Staff::CONTRACTOR));
        stock
    }

    /// Every kind of card: contractors first, then by role and level.
    fn kinds() -> impl Iterator<Item = Staff> + Clone {
        let members = Role::LISTED.into_iter().flat_map(|role| {
            Level::ALL.into_iter().filter_map(move |level| Staff::new(role, Some(level)))
        });
        std::iter::once(Staff::CONTRACTOR).chain(members)
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
                let [e, j, s] = if needs.points()[role] > 0 { stock.levels(role) } else { [0; 3] };
                let free = stock.contractors() - bundle.stock().contractors();
                let free = if needs.points()[role] > 0 { free } else { 0 };
                for c in 0..=free {
                    for members in (0..=e)
                        .flat_map(|e| (0..=j).flat_map(move |j| (0..=s).map(move |s| [e, j, s])))
                    {
                        let bundle = bundle.and(role, members.map(u32::from), c.into());
                        let [e, j, s] = members;
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
    fn one_less(bundle: Bundle) -> impl Iterator<Item = Stock> {
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
            let stocks: BTreeSet<Stock> = accepted.iter().map(|bundle| bundle.stock()).collect();
            let minimal: BTreeSet<Bundle> = accepted
                .into_iter()
                .filter(|bundle| !one_less(*bundle).any(|left| stocks.contains(&left)))
                .collect();
            let mut found = BTreeSet::new();
            stock.each_bundle(&needs, &mut |bundle| assert!(found.insert(bundle)));
            prop_assert_eq!(&found, &minimal);
            prop_assert_eq!(stock.completes(&needs), !minimal.is_empty());
        }

        /// Counts that are packed together are the counts: taken one by one, the cards come to the
        /// same, and of too few none are left.
        #[test]
        fn a_stock_counts_each_kind_on_its_own(
            a in prop::array::uniform10(0u8..6),
            b in prop::array::uniform10(0u8..6),
        ) {
            let of = |counts: [u8; 10]| {
                let mut stock = Stock::default();
                for (staff, count) in kinds().zip(counts) {
                    (0..count).for_each(|_| stock.add(staff));
                }
                stock
            };
            let (left, right) = (of(a), of(b));
            for (i, staff) in kinds().enumerate() {
                prop_assert_eq!(left.count(staff), a[i]);
                prop_assert_eq!(left.with(right).count(staff), a[i] + b[i]);
                prop_assert_eq!(left.without(right).count(staff), a[i].saturating_sub(b[i]));
                let mut taken = left;
                prop_assert_eq!(taken.take(staff), a[i] > 0);
                prop_assert_eq!(taken, left.without(of(std::array::from_fn(|k| (k == i).into()))));
            }
            prop_assert_eq!(left.cards(), a.into_iter().sum::<u8>());
            let points = kinds().zip(a).map(|(staff, n)| u16::from(staff.points() * n));
            prop_assert_eq!(left.total(), points.sum::<u16>());
            for role in Role::ALL {
                let own = kinds().zip(a).filter(|(staff, _)| staff.role() == role);
                let has = own.clone().any(|(_, n)| n > 0);
                prop_assert_eq!(left.has(role as usize), has);
                let points = own.map(|(staff, n)| staff.points() * n).sum::<u8>();
                prop_assert_eq!(left.points(role), if role == Role::Contractor { 0 } else { points });
            }
            // Of equal ones it is the last, as a list of all kinds has them.
            let dearest = kinds().zip(a).filter(|(_, n)| *n > 0).max_by_key(|(s, _)| s.points());
            let mut one = Stock::default();
            dearest.into_iter().for_each(|(staff, _)| one.add(staff));
            prop_assert_eq!(left.dearest(), one);
        }

        /// The nearest cards are those that one would take one by one.
        #[test]
        fn the_nearest_cards_come_one_after_another(
            mut levels in prop::array::uniform3(0u8..4),
            missing in 0u8..16,
        ) {
            let all = stock([[2; 3], levels, [2; 3]], 2);
            let (mut taken, mut still) = ([0; 3], missing);
            while still > 0 {
                let fits = (0..3).rev().find(|l| levels[*l] > 0 && *l < still.into());
                let Some(level) = fits.or_else(|| (0..3).find(|l| levels[*l] > 0)) else {
                    break;
                };
                levels[level] -= 1;
                taken[level] += 1;
                still = still.saturating_sub(level as u8 + 1);
            }
            prop_assert_eq!(all.nearest(1, missing), (stock([[0; 3], taken, [0; 3]], 0), still));
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
            stock.each_bundle(&needs, &mut |bundle| all.push(bundle));
            all.sort_by_key(|b| (b.waste(&needs), b.stock().contractors(), b.stock().cards()));
            all.truncate(MOST_LISTED);
            prop_assert_eq!(stock.best_bundle(&needs), all.first().copied());
            prop_assert_eq!(stock.bundles(&needs).to_vec(), all);
        }
    }

    fn declared(mut bundle: Bundle) -> Vec<Role> {
        std::iter::from_fn(|| bundle.declare()).collect()
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
        assert_eq!(declared(bundle), [Role::Dev, Role::Ux]);
        assert_eq!(bundle.waste(&feature), 2);
        assert_eq!(bundle.stock().cards(), 3);
    }

    /// A role's cards by level, the missing points, what is taken, and the points still missing.
    #[test]
    fn the_nearest_cards_are_not_too_large_if_there_are_such() {
        #[track_caller]
        fn check(levels: [u8; 3], missing: u8, taken: [u8; 3], still: u8) {
            for role in 0..3 {
                let mut members = [[1; 3]; 3];
                members[role] = levels;
                let mut wanted = [[0; 3]; 3];
                wanted[role] = taken;
                let nearest = stock(members, 3).nearest(role, missing);
                assert_eq!(nearest, (stock(wanted, 0), still));
            }
        }
        check([1, 1, 1], 0, [0, 0, 0], 0);
        check([1, 1, 1], 1, [1, 0, 0], 0);
        check([1, 1, 1], 2, [0, 1, 0], 0);
        check([1, 1, 1], 3, [0, 0, 1], 0);
        check([1, 1, 1], 7, [1, 1, 1], 1);
        check([1, 1, 0], 3, [1, 1, 0], 0);
        check([1, 0, 1], 2, [1, 0, 1], 0);
        check([0, 1, 1], 1, [0, 1, 0], 0);
        check([0, 2, 1], 3, [0, 0, 1], 0);
        check([0, 2, 0], 3, [0, 2, 0], 0);
        check([0, 0, 1], 1, [0, 0, 1], 0);
        check([0, 0, 1], 2, [0, 0, 1], 0);
        check([0, 0, 2], 4, [0, 0, 2], 0);
        check([0, 0, 0], 2, [0, 0, 0], 2);
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
        let both = stock.with(stock);
        assert_eq!((both.count(dev), both.contractors()), (2, 2));
        assert_eq!(both.points(Role::Dev), 6);
        assert_eq!(both.points(Role::Contractor), 0);
        let feature = needs([5, 0, 0]);
        let bundle = both.bundles(&feature)[0];
        assert_eq!(bundle.stock(), stock);
        assert_eq!((stock.cards(), stock.total()), (2, 5));
        assert_eq!(declared(bundle), [Role::Dev]);
        assert_eq!(both.without(stock), stock);
        assert!(!stock.is_empty() && stock.without(both).is_empty());
        assert!(stock.take(dev) && !stock.take(dev));
        assert_eq!((stock.count(dev), stock.contractors()), (0, 1));
        assert_eq!(kinds().count(), 10);
    }
}
