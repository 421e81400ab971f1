//! What is worth trying: the bundles and trades that are listed out of all that the rules allow.
//!
//! A trade is listed where cards change hands that the one who receives them lacks. What a player
//! is about to use is never asked of them, unless the one who asks completes a feature with it.

use senet_kernel::Seat;

use crate::bundle::{Bundle, Stock, kinds};
use crate::card::{Hands, MAX_PLAYERS, Role, Staff};
use crate::command::{Cards, Command, Declarations};
use crate::feature::Needs;
use crate::id::CardId;
use crate::list::Row;
use crate::state::Silosoft;

/// The most ways to complete with a partner's cards that are listed for each partner.
const MOST_ASKED: usize = 2;

/// A trade by kinds of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trade {
    pub(crate) to: Seat,
    pub(crate) give: Stock,
    pub(crate) take: Stock,
}

/// A player as a trader: what can be used, and what for.
#[derive(Clone, Copy)]
struct Trader {
    stock: Stock,
    needs: Option<Needs>,
}

impl Trader {
    fn completes(&self) -> bool {
        self.needs.is_some_and(|needs| self.stock.completes(&needs))
    }

    /// What the player can do without: all but the best bundle, or all but the roles that are
    /// still being gathered.
    fn spare(&self) -> Stock {
        let Some(needs) = self.needs else {
            return self.stock;
        };
        match self.stock.best_bundle(&needs) {
            Some(bundle) => self.stock.without(&bundle.stock()),
            None => self.stock.useless(&needs),
        }
    }

    /// What of an offer would bring the player nearer to the feature.
    fn lacks(&self, offered: &Stock) -> Stock {
        let mut lacking = Stock::default();
        let Some(needs) = self.needs.filter(|_| !offered.is_empty()) else {
            return lacking;
        };
        let mut left = *offered;
        for role in Role::LISTED {
            let mut missing = self.stock.missing(&needs, role);
            while let Some(staff) = left.nearest(role, missing) {
                left.take(staff);
                lacking.add(staff);
                missing = missing.saturating_sub(staff.points());
            }
        }
        let short = self.stock.with(&lacking).short(&needs);
        for _ in 0..short.min(left.contractors()) {
            lacking.add(Staff::CONTRACTOR);
        }
        lacking
    }

    /// What of another's cards would complete the feature, the least first.
    fn completing(&self, other: &Stock) -> Row<Stock, MOST_ASKED> {
        let mut asked = Row::new();
        let Some(needs) = self.needs else {
            return asked;
        };
        self.stock.with(other).each_bundle(&needs, &mut |bundle: &Bundle| {
            let take = bundle.stock().without(&self.stock);
            if !asked.contains(&take) {
                asked.insert_sorted(take, |take| (take.total(), take.cards()));
            }
        });
        asked
    }

    /// What to ask a partner for: ways to complete now, or else what the partner can spare; and
    /// what to give for it, out of what is spare or as the gift that helps anyway.
    fn ask(
        &self,
        spare: &Stock,
        gift: &Stock,
        partner: &Trader,
        each: &mut impl FnMut(Stock, Stock),
    ) {
        let none = Stock::default();
        let completing = self.completing(&partner.stock);
        for take in completing.iter() {
            each(none, *take);
            let after = Trader { stock: partner.stock.without(take), needs: partner.needs };
            let give = after.lacks(spare);
            if !give.is_empty() {
                each(give, *take);
            }
        }
        if completing.is_empty() {
            let take = self.lacks(&partner.spare());
            all_or_one(&take, |take| each(none, take));
            if !gift.is_empty() && !take.is_empty() {
                each(*gift, take);
            }
        }
    }
}

impl Silosoft {
    fn trader(&self, seat: Seat) -> Trader {
        Trader { stock: self.stock(seat), needs: self.needs(seat) }
    }

    fn needs(&self, seat: Seat) -> Option<Needs> {
        self.feature(seat).map(|feature| feature.needs)
    }

    /// Whether the active player could complete now with cards of this partner.
    pub(crate) fn completes_with(&self, partner: Seat) -> bool {
        let (me, other) = (self.trader(self.active()), self.trader(partner));
        let stock = me.stock.with(&other.stock);
        me.needs.is_some_and(|needs| stock.completes(&needs))
    }

    /// Whether a player could complete with a hand changed like this.
    pub(crate) fn completes_after(&self, seat: Seat, loses: &Stock, gains: &Stock) -> bool {
        let Trader { stock, needs } = self.trader(seat);
        Trader { stock: stock.without(loses).with(gains), needs }.completes()
    }

    /// Hands over the trades that are worth listing.
    pub(crate) fn each_trade(&self, each: &mut impl FnMut(Trade)) {
        self.each_trade_of(&self.usable(), each);
    }

    fn each_trade_of(&self, usable: &Usable, each: &mut impl FnMut(Trade)) {
        let seat = self.active();
        if self.traded || self.count() == 1 || self.hands.is_empty(seat) {
            return;
        }
        let trader = |seat: Seat| Trader { stock: usable.stock(seat), needs: self.needs(seat) };
        let me = trader(seat);
        let (spare, completes) = (me.spare(), me.completes());
        for to in self.all_seats().filter(|to| *to != seat) {
            let partner = trader(to);
            let gift = partner.lacks(&spare);
            all_or_one(&gift, |give| each(Trade { to, give, take: Stock::default() }));
            if !completes {
                me.ask(&spare, &gift, &partner, &mut |give, take| each(Trade { to, give, take }));
            }
        }
    }

    /// What each player could spend now.
    fn usable(&self) -> Usable<'_> {
        let (mut stocks, mut places) = ([Stock::default(); MAX_PLAYERS], [0; MAX_PLAYERS]);
        for (place, card) in self.hands.cards.iter().enumerate() {
            if !card.locked() {
                let owner = usize::from(card.owner);
                stocks[owner].add(self.hands.staff(*card));
                places[owner] |= 1_u64 << place;
            }
        }
        Usable { hands: &self.hands, stocks, places }
    }

    /// Adds what is worth trying in the action phase; passing comes last.
    pub(crate) fn list_actions(&self, out: &mut Vec<Command>) {
        let (seat, usable) = (self.active(), self.usable());
        if let Some(needs) = self.needs(seat).filter(|_| !self.completions_used()) {
            let stock = usable.stock(seat);
            if stock.completes(&needs) {
                let bundles = stock.bundles(&needs);
                out.extend(bundles.iter().map(|bundle| usable.complete_with(seat, bundle)));
            }
        }
        self.each_trade_of(&usable, &mut |trade| out.push(usable.offer_of(seat, &trade)));
        out.push(Command::Pass {});
    }

    /// The command that spends a bundle.
    pub(crate) fn complete_with(&self, bundle: &Bundle) -> Command {
        self.usable().complete_with(self.active(), bundle)
    }

    /// The command that makes an offer.
    pub(crate) fn offer_of(&self, trade: &Trade) -> Command {
        self.usable().offer_of(self.active(), trade)
    }
}

/// The cards that each player could spend now.
struct Usable<'a> {
    hands: &'a Hands,
    stocks: [Stock; MAX_PLAYERS],
    /// Where they stand in the list of all cards, as bits.
    places: [u64; MAX_PLAYERS],
}

impl Usable<'_> {
    fn stock(&self, seat: Seat) -> Stock {
        self.stocks[seat.index()]
    }

    /// Hands over real cards of these kinds, the earlier of equal ones.
    #[inline]
    fn pick(&self, seat: Seat, kinds: &Stock, mut each: impl FnMut(Staff, CardId)) {
        let (mut wanted, mut left) = (*kinds, kinds.cards());
        let mut places = self.places[seat.index()];
        while left > 0 && places != 0 {
            let card = self.hands.cards[places.trailing_zeros() as usize];
            places &= places - 1;
            let staff = self.hands.staff(card);
            if wanted.take(staff) {
                left -= 1;
                each(staff, card.id());
            }
        }
    }

    fn complete_with(&self, seat: Seat, bundle: &Bundle) -> Command {
        let (mut cards, mut contractors) = (Cards::default(), Cards::default());
        self.pick(seat, &bundle.stock(), |staff, card| {
            cards.push(card);
            if staff == Staff::CONTRACTOR {
                contractors.push(card);
            }
        });
        let declare: Declarations = contractors.iter().copied().zip(bundle.declared()).collect();
        Command::Complete { cards, declare }
    }

    fn offer_of(&self, seat: Seat, trade: &Trade) -> Command {
        let (mut give, mut take) = (Cards::default(), Cards::default());
        self.pick(seat, &trade.give, |_, card| give.push(card));
        self.pick(trade.to, &trade.take, |_, card| take.push(card));
        Command::Offer { to: trade.to, give, take }
    }
}

/// All of the cards, and one of them where there are several.
fn all_or_one(stock: &Stock, mut each: impl FnMut(Stock)) {
    if !stock.is_empty() {
        each(*stock);
    }
    if stock.cards() > 1 {
        each(first(stock));
    }
}

/// The most valuable card alone.
fn first(stock: &Stock) -> Stock {
    let mut one = Stock::default();
    let held = kinds().filter(|staff| stock.count(*staff) > 0);
    if let Some(staff) = held.max_by_key(|staff| staff.points()) {
        one.add(staff);
    }
    one
}
