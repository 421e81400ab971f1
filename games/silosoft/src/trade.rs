//! Trades: the active player's one offer of the turn, and its answer (FR-014, FR-015, R-15 to R-17).

use std::collections::BTreeSet;

use senet_kernel::{Events, Seat};

use crate::card::CardSet;
use crate::event::Event;
use crate::id::CardId;
use crate::rejection::Rejection;
use crate::state::{Offer, Phase, Silosoft};

impl Silosoft {
    pub(crate) fn check_offer(
        &self,
        to: Seat,
        give: &[CardId],
        take: &[CardId],
    ) -> Result<(), Rejection> {
        let seat = self.active();
        if self.hands.is_empty(seat) {
            return Err(Rejection::EmptyHand);
        }
        if self.count() == 1 {
            return Err(Rejection::NoPartner);
        }
        if self.traded {
            return Err(Rejection::TradeLimitReached);
        }
        if to.index() >= self.count().into() {
            return Err(Rejection::UnknownPlayer { seat: Some(to) });
        }
        if to == seat {
            return Err(Rejection::SelfTrade);
        }
        if give.is_empty() && take.is_empty() {
            return Err(Rejection::EmptyTrade);
        }
        no_duplicate(give.iter().chain(take))?;
        self.check_held(seat, give, |card| Rejection::CardNotInHand { card })?;
        self.check_held(to, take, |card| Rejection::PartnerLacksCard { card, partner: to })
    }

    /// All of these cards must be in the hand.
    fn check_held(
        &self,
        seat: Seat,
        cards: &[CardId],
        missing: impl Fn(CardId) -> Rejection,
    ) -> Result<(), Rejection> {
        match cards.iter().find(|card| self.hands.find(seat, **card).is_none()) {
            Some(card) => Err(missing(*card)),
            None => Ok(()),
        }
    }

    /// A gift is carried out at once; whatever takes cards awaits an answer.
    pub(crate) fn offer(
        &mut self,
        to: Seat,
        give: &[CardId],
        take: &[CardId],
        events: &mut Events<Silosoft>,
    ) {
        let seat = self.active();
        self.traded = true;
        self.player_mut(seat).trades += 1;
        if take.is_empty() {
            numbers(give).for_each(|number| self.hands.pass(number, to));
            let cards = numbers(give).collect();
            self.note(Event::Gift { seat, to, cards }, events);
        } else {
            let (given, taken) = (numbers(give).collect(), numbers(take).collect());
            self.phase = Phase::Answer(Offer { to, give: given, take: taken });
            let (give, take) = (numbers(give).collect(), numbers(take).collect());
            self.note(Event::TradeOffered { seat, to, give, take }, events);
        }
    }

    pub(crate) fn accept(&mut self, events: &mut Events<Silosoft>) {
        let from = self.active();
        let Phase::Answer(Offer { to, give, take }) = self.phase else {
            return;
        };
        give.iter().for_each(|number| self.hands.pass(*number, to));
        take.iter().for_each(|number| self.hands.pass(*number, from));
        self.phase = Phase::Action;
        let (give, take) = (give.iter().copied().collect(), take.iter().copied().collect());
        self.note(Event::TradeAccepted { seat: to, from, give, take }, events);
    }

    pub(crate) fn decline(&mut self, seat: Seat, events: &mut Events<Silosoft>) {
        let from = self.active();
        self.phase = Phase::Action;
        self.note(Event::TradeDeclined { seat, from }, events);
    }

    pub(crate) fn withdraw(&mut self, to: Seat, events: &mut Events<Silosoft>) {
        let seat = self.active();
        self.phase = Phase::Action;
        self.note(Event::TradeWithdrawn { seat, to }, events);
    }
}

pub(crate) fn no_duplicate<'a>(cards: impl Iterator<Item = &'a CardId>) -> Result<(), Rejection> {
    let mut seen = CardSet::default();
    // Names of no card at all may come in any number; a set of them allocates only if there are.
    let mut strange = BTreeSet::new();
    for card in cards {
        let new = match card.number().filter(|number| *number < 64) {
            Some(number) => {
                let new = !seen.contains(number);
                seen = seen.with(number);
                new
            }
            None => strange.insert(*card),
        };
        if !new {
            return Err(Rejection::DuplicateCard { card: *card });
        }
    }
    Ok(())
}

/// The numbers of cards that are in a hand, and so have one.
pub(crate) fn numbers(cards: &[CardId]) -> impl Iterator<Item = u8> {
    cards.iter().filter_map(|card| card.number())
}
