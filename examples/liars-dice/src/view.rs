//! What a viewer may know.

use schemars::JsonSchema;
use senet_kernel::{Cast, Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::text::role;
use crate::{Bid, Config, Hand, Stage};

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// What the table has chosen.
    pub config: Config,
    /// How many dice each seat has left.
    pub left: Vec<u8>,
    /// The dice of each seat, where the viewer may see them: how many of each face, the ones first.
    pub hands: Vec<Option<Hand>>,
    /// How far the round has come.
    pub stage: Stage,
    /// The round, counted from 1.
    pub round: u16,
    /// How the round before ended.
    pub last: Option<Showdown>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

/// How a round ended: all dice were shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Showdown {
    /// Who called.
    pub caller: Seat,
    /// Whom.
    pub bidder: Seat,
    /// The bid in question.
    pub bid: Bid,
    /// The dice of each seat.
    pub hands: Vec<Hand>,
    /// How many there were of the face.
    pub count: u8,
    /// Who lost a die.
    pub loser: Seat,
}

impl Showdown {
    /// Whether it can have been, among so many seats with so many dice at most.
    pub(crate) fn is_sound(&self, seats: usize, dice: u8) -> bool {
        let plays = |seat: Seat| seat.index() < seats;
        let few = |hand: &Hand| hand.iter().all(|count| *count <= dice);
        let right = if self.count >= self.bid.count { self.caller } else { self.bidder };
        plays(self.caller)
            && plays(self.bidder)
            && self.caller != self.bidder
            && self.loser == right
            && self.hands.len() == seats
            && self.hands.iter().all(few)
            && (1..=6).contains(&self.bid.face)
    }
}

impl View {
    /// Who sits there: a person, or the role.
    pub(crate) fn called(&self, seat: Seat) -> String {
        self.cast.called(seat, &role(seat))
    }

    /// How many dice are in play.
    pub(crate) fn dice(&self) -> u8 {
        self.left.iter().sum()
    }
}
