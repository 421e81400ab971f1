//! Trades: the active player's one offer of the turn, and its answer (FR-014, FR-015, R-15 to R-17).

use std::collections::BTreeSet;

use senet_kernel::{Events, Seat};

use crate::card::{Card, CardSet, MAX_CARDS};
use crate::event::Event;
use crate::id::CardId;
use crate::list::Row;
use crate::rejection::Rejection;
use crate::state::{Numbers, Offer, Phase, Silosoft};

impl Silosoft {
    pub(crate) fn check_offer(
        &self,
        to: Seat,
        give: &[CardId],
        take: &[CardId],
    ) -> Result<Offer, Rejection> {
        let seat = self.active();
        if self.hands.size(seat) == 0 {
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
        let give = self.found(seat, give, |card| Rejection::CardNotInHand { card })?;
        let lacking = |card| Rejection::PartnerLacksCard { card, partner: to };
        let take = self.found(to, take, lacking)?;
        Ok(Offer { to, give: numbers(&give), take: numbers(&take) })
    }

    /// The cards of these names, all of which must be in the hand. None is named twice, so that
    /// there are no more than can be in a hand.
    pub(crate) fn found(
        &self,
        seat: Seat,
        cards: &[CardId],
        missing: impl Fn(CardId) -> Rejection,
    ) -> Result<Row<Card, MAX_CARDS>, Rejection> {
        let mut held = Row::new();
        for id in cards {
            held.push(self.hands.find(seat, *id).ok_or_else(|| missing(*id))?);
        }
        Ok(held)
    }

    /// A gift is carried out at once; whatever takes cards awaits an answer.
    pub(crate) fn offer(&mut self, offer: Offer, events: &mut Events<Silosoft>) {
        let seat = self.active();
        let Offer { to, give, take } = offer;
        self.traded = true;
        self.player_mut(seat).trades += 1;
        if take.is_empty() {
            self.hand_over(&give, to);
            let cards = set(&give);
            self.note(Event::Gift { seat, to, cards }, events);
        } else {
            self.phase = Phase::Answer(offer);
            let (give, take) = (set(&give), set(&take));
            self.note(Event::TradeOffered { seat, to, give, take }, events);
        }
    }

    pub(crate) fn accept(&mut self, offer: Offer, events: &mut Events<Silosoft>) {
        let from = self.active();
        let Offer { to, give, take } = offer;
        self.hand_over(&give, to);
        self.hand_over(&take, from);
        self.phase = Phase::Action;
        let (give, take) = (set(&give), set(&take));
        let accepted = Event::TradeAccepted { seat: to, from, give, take };
        self.note(accepted, events);
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

    fn hand_over(&mut self, cards: &[u8], to: Seat) {
        for number in cards {
            self.hands.pass(*number, to);
        }
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

pub(crate) fn numbers(cards: &[Card]) -> Numbers {
    cards.iter().map(|card| card.number).collect()
}

pub(crate) fn set(numbers: &[u8]) -> CardSet {
    numbers.iter().copied().collect()
}
