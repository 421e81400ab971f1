//! What is worth trying: the bundles and trades that are listed out of all that the rules allow.
//!
//! A trade is listed where cards change hands that the one who receives them lacks. What a player
//! is about to use is never asked of them, unless the one who asks completes a feature with it.

use senet_kernel::Seat;

use crate::bundle::{Bundle, Stock, short_of};
use crate::card::Staff;
use crate::command::{Cards, Command, Declarations};
use crate::feature::Needs;
use crate::list::Row;
use crate::state::Silosoft;

/// The most ways to complete with a partner's cards that are listed for each partner.
const MOST_ASKED: usize = 2;

/// Commands that are filled where they stand in the list: a copy of what was just written card by
/// card would have to wait for the cards.
const BLANK_COMPLETION: Command =
    Command::Complete { cards: Cards::NONE, declare: Declarations::NONE };
const BLANK_OFFER: Command =
    Command::Offer { to: Seat::FIRST, give: Cards::NONE, take: Cards::NONE };

/// A trade by kinds of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trade {
    pub(crate) from: Seat,
    pub(crate) to: Seat,
    pub(crate) give: Stock,
    pub(crate) take: Stock,
}

/// A player as a trader: what can be used, and what for.
#[derive(Clone, Copy)]
struct Trader<'a> {
    stock: Stock,
    needs: Option<&'a Needs>,
}

impl Trader<'_> {
    fn completes(&self) -> bool {
        self.needs.is_some_and(|needs| self.stock.completes(needs))
    }

    fn best_bundle(&self) -> Option<Bundle> {
        self.needs.and_then(|needs| self.stock.best_bundle(needs))
    }

    /// What the player can do without: all but the best bundle, or all but the roles that are
    /// still being gathered.
    fn spare(&self, best: Option<Bundle>) -> Stock {
        match (best, self.needs) {
            (Some(bundle), _) => self.stock.without(bundle.stock()),
            (None, Some(needs)) => self.stock.useless(needs),
            (None, None) => self.stock,
        }
    }

    /// What of an offer would bring the player nearer to the feature.
    #[inline]
    fn lacks(&self, offered: Stock) -> Stock {
        match self.needs {
            Some(needs) if !offered.is_empty() => self.lacks_for(needs, offered),
            _ => Stock::default(),
        }
    }

    fn lacks_for(&self, needs: &Needs, offered: Stock) -> Stock {
        let mut lacking = Stock::default();
        let mut missing = self.stock.all_missing(needs);
        for (role, missing) in missing.iter_mut().enumerate() {
            // Most offers have cards of one role only, and most hands lack one or two.
            if let (1.., true) = (*missing, offered.has(role)) {
                let (cards, still) = offered.nearest(role, *missing);
                lacking = lacking.with(cards);
                *missing = still;
            }
        }
        let short = short_of(missing, self.stock.contractors());
        lacking.with(Stock::of_contractors(short.min(offered.contractors()).into()))
    }

    /// Asks a partner for cards: those that complete the feature now, or else what the partner can
    /// spare.
    fn ask(&self, spare: Stock, gift: Stock, partner: &Trader, each: impl FnMut(Stock, Stock)) {
        let together = Trader { stock: self.stock.with(partner.stock), ..*self };
        if together.completes() {
            self.ask_to_complete(spare, partner, each);
        } else {
            self.ask_for_spare(gift, partner, each);
        }
    }

    /// Asks for what completes the feature, for nothing or for what the partner lacks then.
    fn ask_to_complete(&self, spare: Stock, partner: &Trader, mut each: impl FnMut(Stock, Stock)) {
        for take in self.completing(partner.stock).iter().copied() {
            each(Stock::default(), take);
            let after = Trader { stock: partner.stock.without(take), ..*partner };
            let give = after.lacks(spare);
            if !give.is_empty() {
                each(give, take);
            }
        }
    }

    /// What of another's cards would complete the feature, the least first.
    fn completing(&self, other: Stock) -> Row<Stock, MOST_ASKED> {
        let mut asked = Row::new();
        let Some(needs) = self.needs else {
            return asked;
        };
        self.stock.with(other).each_bundle(needs, &mut |bundle: Bundle| {
            let take = bundle.stock().without(self.stock);
            if !asked.contains(&take) {
                asked.insert_sorted(take, |take| (take.total(), take.cards()));
            }
        });
        asked
    }

    /// Asks for what the partner can spare, for nothing or for the gift that helps anyway.
    fn ask_for_spare(&self, gift: Stock, partner: &Trader, mut each: impl FnMut(Stock, Stock)) {
        let take = self.lacks(partner.spare(partner.best_bundle()));
        all_or_one(take, |take| each(Stock::default(), take));
        if !gift.is_empty() && !take.is_empty() {
            each(gift, take);
        }
    }
}

impl Silosoft {
    fn trader(&self, seat: Seat) -> Trader<'_> {
        let needs = self.feature(seat).map(|feature| &feature.needs);
        Trader { stock: self.stock(seat), needs }
    }

    /// Whether the active player could complete now with cards of this partner.
    pub(crate) fn completes_with(&self, partner: Seat) -> bool {
        let Trader { stock, needs } = self.trader(self.active());
        Trader { stock: stock.with(self.stock(partner)), needs }.completes()
    }

    /// Whether a player could complete with a hand changed like this.
    pub(crate) fn completes_after(&self, seat: Seat, loses: Stock, gains: Stock) -> bool {
        let Trader { stock, needs } = self.trader(seat);
        Trader { stock: stock.without(loses).with(gains), needs }.completes()
    }

    /// Hands over the trades that are worth listing.
    pub(crate) fn each_trade(&self, each: &mut impl FnMut(Trade)) {
        let me = self.trader(self.active());
        self.each_trade_of(&me, me.best_bundle(), each);
    }

    fn each_trade_of(&self, me: &Trader, best: Option<Bundle>, each: &mut impl FnMut(Trade)) {
        let from = self.active();
        if self.traded || self.count() == 1 || self.hands.is_empty(from) {
            return;
        }
        let spare = me.spare(best);
        for to in self.all_seats().filter(|to| *to != from) {
            let mut each = |give, take| each(Trade { from, to, give, take });
            let partner = self.trader(to);
            let gift = partner.lacks(spare);
            all_or_one(gift, |give| each(give, Stock::default()));
            if best.is_none() {
                me.ask(spare, gift, &partner, each);
            }
        }
    }

    /// Adds what is worth trying in the action phase; passing comes last.
    pub(crate) fn list_actions(&self, out: &mut Vec<Command>) {
        let me = self.trader(self.active());
        let best = self.list_bundles(&me, out);
        self.each_trade_of(&me, best, &mut |trade| self.list_offer(&trade, out));
        out.push(const { Command::Pass {} });
    }

    /// Adds the bundles that complete the active feature, and hands over the first.
    fn list_bundles(&self, me: &Trader, out: &mut Vec<Command>) -> Option<Bundle> {
        let needs = me.needs.filter(|needs| me.stock.completes(needs))?;
        let bundles = me.stock.bundles(needs);
        if !self.completions_used() {
            bundles.iter().for_each(|bundle| self.list_bundle(*bundle, out));
        }
        bundles.first().copied()
    }

    /// Adds the command that spends a bundle.
    fn list_bundle(&self, bundle: Bundle, out: &mut Vec<Command>) {
        out.push(BLANK_COMPLETION);
        if let Some(Command::Complete { cards, declare }) = out.last_mut() {
            self.spend(bundle, cards, declare);
        }
    }

    /// Adds the command that makes an offer.
    fn list_offer(&self, trade: &Trade, out: &mut Vec<Command>) {
        out.push(BLANK_OFFER);
        if let Some(Command::Offer { to, give, take }) = out.last_mut() {
            *to = trade.to;
            self.exchange(trade, give, take);
        }
    }

    /// Names the cards of a bundle, and the roles of its contractors.
    pub(crate) fn spend(&self, mut bundle: Bundle, cards: &mut Cards, declare: &mut Declarations) {
        for card in self.hands.pick(self.active(), bundle.stock()) {
            cards.push(card.id());
            if self.hands.staff(card) == Staff::CONTRACTOR {
                declare.extend(bundle.declare().map(|role| (card.id(), role)));
            }
        }
    }

    /// Names the cards of a trade.
    pub(crate) fn exchange(&self, trade: &Trade, give: &mut Cards, take: &mut Cards) {
        self.hands.pick(trade.from, trade.give).for_each(|card| give.push(card.id()));
        self.hands.pick(trade.to, trade.take).for_each(|card| take.push(card.id()));
    }
}

/// All of the cards, and the most valuable one where there are several.
fn all_or_one(stock: Stock, mut each: impl FnMut(Stock)) {
    if stock.is_empty() {
        return;
    }
    each(stock);
    let one = stock.dearest();
    if one != stock {
        each(one);
    }
}
