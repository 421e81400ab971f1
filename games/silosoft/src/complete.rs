//! Completing a feature: all at once or not at all (FR-009 to FR-012, FR-024 to FR-026, FR-034).

use senet_kernel::Events;

use crate::card::{Card, MAX_CARDS, Role};
use crate::command::Declarations;
use crate::event::Event;
use crate::feature::Feature;
use crate::id::CardId;
use crate::list::Row;
use crate::rejection::{Measure, Rejection};
use crate::state::{Phase, Silosoft};
use crate::trade::{no_duplicate, numbers};

impl Silosoft {
    pub(crate) fn check_complete(
        &self,
        cards: &[CardId],
        declare: &Declarations,
    ) -> Result<(), Rejection> {
        let seat = self.active();
        if self.hands.is_empty(seat) {
            return Err(Rejection::EmptyHand);
        }
        let Some(feature) = self.feature(seat) else {
            return Err(Rejection::NoActiveFeature);
        };
        if self.completions_used() {
            return Err(Rejection::CompletionLimitReached);
        }
        if cards.is_empty() {
            return Err(Rejection::EmptyBundle);
        }
        no_duplicate(cards.iter())?;
        let mut held: Row<Card, MAX_CARDS> = Row::new();
        for card in cards {
            let found = self.hands.find(seat, *card);
            held.push(found.ok_or(Rejection::CardNotInHand { card: *card })?);
        }
        self.check_bundle(feature, &held, declare)
    }

    /// Whether these cards complete the feature.
    fn check_bundle(
        &self,
        feature: &Feature,
        cards: &[Card],
        declare: &Declarations,
    ) -> Result<(), Rejection> {
        if let Some(card) = cards.iter().find(|card| card.locked()) {
            let release = card.release.min(self.setup.turn_limit());
            return Err(Rejection::CardLocked { card: card.id(), release });
        }
        let is_contractor = |card: &Card| self.hands.staff(*card).role() == Role::Contractor;
        let contractors = || cards.iter().filter(|card| is_contractor(card)).map(|card| card.id());
        if let Some(card) = contractors().find(|card| declare.of(*card).is_none()) {
            return Err(Rejection::ContractorUndeclared { card });
        }
        for (card, role) in declare.iter().copied() {
            if !contractors().any(|other| other == card) || !feature.needs.lists(role) {
                return Err(Rejection::InvalidDeclaration { card, role });
            }
        }
        let mut have = [0; Role::LISTED.len()];
        for card in cards.iter() {
            let staff = self.hands.staff(*card);
            let role = declare.of(card.id()).unwrap_or(staff.role());
            match have.get_mut(role as usize) {
                Some(have) if feature.needs.lists(role) => *have += u16::from(staff.points()),
                _ => {
                    let card = card.id();
                    return Err(Rejection::CardNotNeeded { card, role });
                }
            }
        }
        let measure =
            |(role, need)| Measure { role, need: u16::from(need), have: have[role as usize] };
        let mut measures = feature.needs.rows().map(measure);
        if measures.any(|measure| measure.have < measure.need) {
            let measures = feature.needs.rows().map(measure).collect();
            return Err(Rejection::RequirementNotMet { measures });
        }
        Ok(())
    }

    pub(crate) fn complete(&mut self, cards: &[CardId], events: &mut Events<Silosoft>) {
        let seat = self.active();
        let Some(place) = self.player_mut(seat).active.take() else {
            return;
        };
        numbers(cards).for_each(|number| self.hands.discard(number));
        let due = self.is_due();
        self.completions += 1;
        self.player_mut(seat).completed.push(place);
        let completed = Event::Completed {
            seat,
            feature: self.setup.feature(place).id,
            cards: numbers(cards).collect(),
            total: self.total(),
        };
        self.note(completed, events);
        if due {
            self.player_mut(seat).due = None;
            self.note(Event::RequirementMet { seat }, events);
        }
        if self.total() >= self.setup.target() {
            self.phase = Phase::Won;
            let total = self.total();
            self.note(Event::Won { total }, events);
        } else {
            self.assign(events);
        }
    }

    /// Deals the top feature to the active player, or none where the deck is empty (FR-012).
    fn assign(&mut self, events: &mut Events<Silosoft>) {
        let seat = self.active();
        let top = self.setup.deck.get(usize::from(self.dealt)).copied();
        self.player_mut(seat).active = top;
        match top {
            Some(place) => {
                self.dealt += 1;
                let feature = self.setup.feature(place).id;
                // The deck's order was hidden until now.
                events.mark_revealed();
                self.note(Event::FeatureAssigned { seat, feature }, events);
            }
            None => self.note(Event::DeckExhausted { seat }, events),
        }
    }
}
