//! What can be read off a state at full speed, for bots and figures. Screens read the view.

use senet_kernel::Seat;

use crate::card::Staff;
use crate::feature::Feature;
use crate::rejection::Decision;
use crate::state::{Phase, Silosoft};

/// A card in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandCard {
    /// Whose hand it is in.
    pub holder: Seat,
    /// Whose hand it would be in if the open offer were accepted.
    pub promised: Seat,
    /// What stands on it.
    pub staff: Staff,
    /// The turn at whose end its leave is released; none where it can be spent.
    pub release: Option<u8>,
}

impl Silosoft {
    /// The turn, counted from 1.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The last turn.
    pub fn turn_limit(&self) -> u8 {
        self.setup.turn_limit()
    }

    /// The completed features that win.
    pub fn target(&self) -> u8 {
        self.setup.target()
    }

    /// The completed features of the team.
    pub fn completed(&self) -> u8 {
        self.total()
    }

    /// The completed features of a player.
    pub fn completed_by(&self, seat: Seat) -> u8 {
        self.players.get(seat.index()).map_or(0, |player| player.completed.len() as u8)
    }

    /// Whose turn it is, or was when the game ended.
    pub fn whose_turn(&self) -> Seat {
        self.active()
    }

    /// What is open; none once the game is over.
    pub fn open(&self) -> Option<Decision> {
        self.decision()
    }

    /// What a player builds.
    pub fn building(&self, seat: Seat) -> Option<&Feature> {
        let place = self.players.get(seat.index())?.active?;
        Some(self.setup.feature(place))
    }

    /// The turn on which a Competition demands a completion of the player.
    pub fn due(&self, seat: Seat) -> Option<u8> {
        self.players.get(seat.index())?.due
    }

    /// All cards in all hands.
    pub fn held(&self) -> impl Iterator<Item = HandCard> {
        let active = self.active();
        self.hands.cards.iter().map(move |card| {
            let holder = Seat::new(card.owner.into()).unwrap_or(Seat::FIRST);
            let promised = match &self.phase {
                Phase::Answer(offer) if offer.give.contains(&card.number) => offer.to,
                Phase::Answer(offer) if offer.take.contains(&card.number) => active,
                _ => holder,
            };
            HandCard {
                holder,
                promised,
                staff: self.hands.staff(*card),
                release: Some(card.release).filter(|release| *release > 0),
            }
        })
    }
}
