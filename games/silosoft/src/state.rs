//! The state of a game, and what can be read off it.

use std::sync::Arc;

use senet_kernel::Seat;
use serde::{Deserialize, Serialize};

use crate::bundle::Stock;
use crate::card::{Hands, MAX_CARDS, MAX_PLAYERS};
use crate::event::{Event, Incident, Nullified};
use crate::feature::Feature;
use crate::id::CardId;
use crate::list::Row;
use crate::log::Log;
use crate::rejection::Decision;
use crate::setup::Setup;

/// One play of Silosoft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Silosoft {
    pub(crate) setup: Arc<Setup>,
    /// Counted from 1, one for each player's sequence (FR-003).
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    pub(crate) hands: Hands,
    pub(crate) players: Row<Player, MAX_PLAYERS>,
    /// How many features were dealt.
    pub(crate) dealt: u8,
    /// What the active player drew this turn.
    pub(crate) drawn: Drawn,
    /// Whether the active player made the one offer of this turn (FR-014).
    pub(crate) traded: bool,
    /// The completions of this turn.
    pub(crate) completions: u8,
    pub(crate) counts: Counts,
    pub(crate) log: Log,
}

/// What is open: exactly one decision, or none once the game is over (FR-040, FR-047).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    Draw,
    Reorg,
    Pto,
    Action,
    Answer(Offer),
    Penalty,
    Won,
    Lost,
}

/// An offer that awaits its answer, with cards by their numbers in the order named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offer {
    pub(crate) to: Seat,
    pub(crate) give: Numbers,
    pub(crate) take: Numbers,
}

/// Cards by their numbers.
pub(crate) type Numbers = Row<u8, MAX_CARDS>;

/// A team completes at most its target: three features for each of four players.
pub(crate) const MAX_COMPLETED: usize = 12;
/// A player forfeits at most one feature in each own turn.
pub(crate) const MAX_LOST: usize = 10;

/// What belongs to a player, but for the hand. Features are places in the list of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Player {
    pub(crate) active: Option<u8>,
    pub(crate) completed: Row<u8, MAX_COMPLETED>,
    pub(crate) lost: Row<u8, MAX_LOST>,
    /// The turn on which a Competition demands a completion.
    pub(crate) due: Option<u8>,
    /// The offers made, for the summary.
    pub(crate) trades: u8,
}

/// What the active player drew this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Drawn {
    Nothing,
    Resource(CardId),
    Event(Incident, Option<Nullified>),
}

/// Counters for the summary (FR-046).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    /// How often each event was drawn, in the order of [`Incident::ALL`].
    pub(crate) drawn: [u8; 4],
    /// How many of these were nullified.
    pub(crate) nullified: [u8; 4],
    /// The cards lost to Layoffs and penalties.
    pub(crate) discarded: u8,
}

impl Silosoft {
    pub(crate) fn count(&self) -> u8 {
        self.setup.players()
    }

    pub(crate) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(self.count().into())
    }

    /// The seat whose turn it is: seat 1 starts.
    pub(crate) fn active(&self) -> Seat {
        let index = (self.turn - 1) % self.count();
        Seat::new(index.into()).expect("a game has at most four players")
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players.as_mut()[seat.index()]
    }

    /// The completed features of the team, net of forfeits (FR-037).
    pub(crate) fn total(&self) -> u8 {
        let piles = self.players.iter().map(|player| player.completed.len());
        piles.sum::<usize>() as u8
    }

    /// The feature that a player builds.
    pub(crate) fn feature(&self, seat: Seat) -> Option<&Feature> {
        let place = self.player(seat).active?;
        Some(self.setup.feature(place))
    }

    /// What a player could spend now.
    pub(crate) fn stock(&self, seat: Seat) -> Stock {
        self.hands.usable(seat).stock
    }

    pub(crate) fn decision(&self) -> Option<Decision> {
        Some(match self.phase {
            Phase::Draw => Decision::Draw,
            Phase::Reorg => Decision::Reorg,
            Phase::Pto => Decision::Pto,
            Phase::Action => Decision::Action,
            Phase::Answer(_) => Decision::TradeAnswer,
            Phase::Penalty => Decision::Penalty,
            Phase::Won | Phase::Lost => return None,
        })
    }

    /// The turn `count` after this one, if the game still has it: the active player's next turn.
    pub(crate) fn next_turn(&self) -> Option<u8> {
        let next = self.turn + self.count();
        (next <= self.setup.turn_limit()).then_some(next)
    }

    /// Whether the active player must complete something this turn.
    pub(crate) fn is_due(&self) -> bool {
        self.player(self.active()).due == Some(self.turn)
    }

    /// Whether the toggle bars another completion this turn (FR-025).
    pub(crate) fn completions_used(&self) -> bool {
        self.setup.single_completion && self.completions > 0
    }

    pub(crate) fn write(&mut self, event: Event) {
        self.log.push(self.setup.log_retention, self.turn, event);
    }
}
