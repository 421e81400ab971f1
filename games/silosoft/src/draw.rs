//! The draw and its events (FR-007, FR-016 to FR-023).

use std::sync::LazyLock;

use senet_kernel::{Dice, Events, Seat, Stream};

use crate::card::{Card, Level, MAX_TURNS, Role, Staff};
use crate::event::{Event, Incident, Nullified};
use crate::id::CardId;
use crate::rejection::Rejection;
use crate::state::{Drawn, Phase, Silosoft};

/// The most cards that one turn can lose: one to a Layoff, two to a penalty.
const MAX_LOSSES: usize = 3;

/// Named streams, worked out once: one seed brings the same cards whatever is done.
pub(crate) struct Streams {
    pub(crate) deck: Stream,
    pub(crate) set_up: Stream,
    draw: [Stream; MAX_TURNS],
    loss: [[Stream; MAX_LOSSES]; MAX_TURNS],
}

pub(crate) static STREAMS: LazyLock<Streams> = LazyLock::new(|| {
    let turn = |i: usize| i as u32 + 1;
    Streams {
        deck: Stream::named("deck", 0, 0),
        set_up: Stream::named("draw of set-up", 0, 0),
        draw: std::array::from_fn(|i| Stream::named("draw", turn(i), 0)),
        loss: std::array::from_fn(|i| {
            std::array::from_fn(|k| Stream::named("loss", turn(i), k as u32))
        }),
    }
});

/// The level of a member of staff, each equally likely.
pub(crate) fn level(dice: &mut Dice) -> Level {
    Level::ALL[dice.pick(3) as usize % 3]
}

fn staff(dice: &mut Dice) -> Staff {
    let role = Role::ALL[dice.pick(4) as usize % 4];
    let level = (role != Role::Contractor).then(|| level(dice));
    Staff::new(role, level).expect("a level was drawn for all but a contractor")
}

impl Silosoft {
    pub(crate) fn draw(&mut self, dice: &mut Dice, events: &mut Events<Silosoft>) {
        dice.stream(STREAMS.draw[usize::from(self.turn) - 1]);
        if dice.pick(100) < u32::from(self.setup.resource_weight) {
            let staff = staff(dice);
            self.draw_resource(staff, events);
        } else {
            let event = Incident::ALL[dice.pick(4) as usize % 4];
            self.draw_event(event, dice, events);
        }
    }

    fn draw_resource(&mut self, staff: Staff, events: &mut Events<Silosoft>) {
        let seat = self.active();
        let card = self.hands.create(seat, staff);
        self.drawn = Drawn::Resource(card);
        self.phase = Phase::Action;
        self.note(Event::DrewResource { seat, card, staff }, events);
    }

    fn draw_event(&mut self, event: Incident, dice: &mut Dice, events: &mut Events<Silosoft>) {
        let seat = self.active();
        let nullified = self.nullified(event);
        self.drawn = Drawn::Event(event, nullified);
        self.counts.drawn[event as usize] += 1;
        self.phase = Phase::Action;
        if let Some(reason) = nullified {
            self.counts.nullified[event as usize] += 1;
            self.note(Event::EventNullified { seat, event, reason }, events);
            return;
        }
        match event {
            Incident::Layoff => {
                let card = self.lose(seat, 0, dice).map(Card::id);
                self.note(applied(seat, event, card, None), events);
            }
            Incident::Competition => {
                let due = self.turn + self.count();
                self.player_mut(seat).due = Some(due);
                self.note(applied(seat, event, None, None), events);
                self.note(Event::RequirementSet { seat, due }, events);
            }
            Incident::Reorg => {
                self.phase = Phase::Reorg;
                events.push(Event::EventDrawn { seat, event });
            }
            Incident::Pto => {
                self.phase = Phase::Pto;
                events.push(Event::EventDrawn { seat, event });
            }
        }
    }

    /// Why an event would have no effect on the active player (FR-023).
    pub(crate) fn nullified(&self, event: Incident) -> Option<Nullified> {
        let seat = self.active();
        let pending = self.player(seat).due.is_some();
        let empty = self.hands.is_empty(seat);
        match event {
            Incident::Competition if pending => Some(Nullified::RequirementPending),
            Incident::Competition if self.next_turn().is_none() => Some(Nullified::NoNextTurn),
            Incident::Competition => None,
            Incident::Layoff | Incident::Reorg | Incident::Pto if empty => {
                Some(Nullified::EmptyHand)
            }
            Incident::Reorg if self.count() == 1 => Some(Nullified::NoOtherPlayer),
            Incident::Layoff | Incident::Reorg | Incident::Pto => None,
        }
    }

    /// Discards a card of the hand, each equally likely, locked or not (FR-048). `nth` counts the
    /// losses of this turn.
    pub(crate) fn lose(&mut self, seat: Seat, nth: usize, dice: &mut Dice) -> Option<Card> {
        let size = self.hands.size(seat);
        if size == 0 {
            return None;
        }
        dice.stream(STREAMS.loss[usize::from(self.turn) - 1][nth]);
        let at = dice.pick(size as u32) as usize;
        let card = self.hands.of(seat).nth(at)?;
        self.hands.discard(card.number);
        self.counts.discarded += 1;
        Some(card)
    }

    /// The losses that this turn has had before its penalty.
    pub(crate) fn losses(&self) -> usize {
        usize::from(self.drawn == Drawn::Event(Incident::Layoff, None))
    }

    pub(crate) fn check_reorg(&self, card: CardId, to: Seat) -> Result<Card, Rejection> {
        let seat = self.active();
        let card = self.hands.find(seat, card).ok_or(Rejection::CardNotInHand { card })?;
        if to.index() >= self.count().into() {
            return Err(Rejection::UnknownPlayer { seat: Some(to) });
        }
        if to == seat {
            return Err(Rejection::SelfTarget);
        }
        Ok(card)
    }

    pub(crate) fn reorg(&mut self, card: Card, to: Seat, events: &mut Events<Silosoft>) {
        let seat = self.active();
        self.hands.pass(card.number, to);
        self.phase = Phase::Action;
        let event = applied(seat, Incident::Reorg, Some(card.id()), Some(to));
        self.note(event, events);
    }

    pub(crate) fn check_pto(&self, card: CardId) -> Result<Card, Rejection> {
        let found = self.hands.find(self.active(), card);
        found.ok_or(Rejection::CardNotInHand { card })
    }

    /// Locks a card until the end of the player's next turn, even if the game ends before.
    pub(crate) fn pto(&mut self, card: Card, events: &mut Events<Silosoft>) {
        let (seat, release) = (self.active(), self.turn + self.count());
        self.hands.lock(card.number, release);
        self.phase = Phase::Action;
        let card = card.id();
        self.note(applied(seat, Incident::Pto, Some(card), None), events);
        self.note(Event::PtoLocked { seat, card, release }, events);
    }
}

const fn applied(seat: Seat, event: Incident, card: Option<CardId>, to: Option<Seat>) -> Event {
    Event::EventApplied { seat, event, card, to }
}
