//! The end of a turn, in its order: locks, penalty, and the next turn or the loss (FR-006, FR-019,
//! FR-044, R-21).

use senet_kernel::{Dice, Events};

use crate::card::CardSet;
use crate::event::Event;
use crate::id::FeatureId;
use crate::rejection::Rejection;
use crate::state::{Drawn, Phase, Silosoft};

/// The cards that an unmet requirement costs a player without completed features (FR-019).
const PENALTY_CARDS: usize = 2;

impl Silosoft {
    pub(crate) fn pass(&mut self, dice: &mut Dice, events: &mut Events<Silosoft>) {
        self.release_locks(events);
        if !self.is_due() {
            self.end_turn(events);
        } else if self.player(self.active()).completed.is_empty() {
            self.discard_penalty(dice, events);
            self.end_turn(events);
        } else {
            self.phase = Phase::Penalty;
        }
    }

    fn release_locks(&mut self, events: &mut Events<Silosoft>) {
        while let Some((seat, card)) = self.hands.release(self.turn) {
            self.note(Event::PtoReleased { seat, card }, events);
        }
    }

    fn discard_penalty(&mut self, dice: &mut Dice, events: &mut Events<Silosoft>) {
        let seat = self.active();
        let before = self.losses();
        let mut cards = CardSet::default();
        for nth in 0..PENALTY_CARDS {
            if let Some(card) = self.lose(seat, before + nth, dice) {
                cards = cards.with(card.number);
            }
        }
        self.player_mut(seat).due = None;
        self.note(Event::PenaltyDiscard { seat, cards }, events);
    }

    /// The place in the active player's completed pile.
    pub(crate) fn check_forfeit(&self, feature: FeatureId) -> Result<usize, Rejection> {
        let completed = &self.player(self.active()).completed;
        completed
            .iter()
            .position(|place| self.setup.feature(*place).id == feature)
            .ok_or(Rejection::FeatureNotYours { feature })
    }

    pub(crate) fn forfeit(&mut self, at: usize, events: &mut Events<Silosoft>) {
        let seat = self.active();
        let player = self.player_mut(seat);
        let place = player.completed.remove(at);
        player.lost.push(place);
        player.due = None;
        let forfeited = Event::PenaltyForfeit {
            seat,
            feature: self.setup.feature(place).id,
            total: self.total(),
        };
        self.note(forfeited, events);
        self.end_turn(events);
    }

    fn end_turn(&mut self, events: &mut Events<Silosoft>) {
        let seat = self.active();
        self.note(Event::TurnEnded { seat }, events);
        if self.turn >= self.setup.turn_limit() {
            self.phase = Phase::Lost;
            let total = self.total();
            self.note(Event::Lost { total }, events);
            return;
        }
        self.turn += 1;
        self.phase = Phase::Draw;
        self.drawn = Drawn::Nothing;
        self.traded = false;
        self.completions = 0;
    }
}
