//! What happened. The log keeps the same values that are told (FR-028).

use schemars::JsonSchema;
use senet_kernel::Seat;
use serde::{Deserialize, Serialize};

use crate::card::{CardSet, Staff};
use crate::config::Ruleset;
use crate::id::{CardId, FeatureId};

/// One of the four events of the draw (FR-016 to FR-020).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Incident {
    /// One card of the hand is lost at random.
    Layoff,
    /// One card goes to another player.
    Reorg,
    /// A feature must be completed on the next turn.
    Competition,
    /// One card is locked until after the next turn.
    Pto,
}

impl Incident {
    /// The events in the order of the draw.
    pub const ALL: [Incident; 4] =
        [Incident::Layoff, Incident::Reorg, Incident::Competition, Incident::Pto];

    /// As it is written on the card.
    pub const fn name(self) -> &'static str {
        match self {
            Incident::Layoff => "Layoff",
            Incident::Reorg => "Reorg",
            Incident::Competition => "Company Competition",
            Incident::Pto => "PTO",
        }
    }
}

/// Why an event had no effect (FR-023).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nullified {
    /// The hand is empty.
    EmptyHand,
    /// There is no other player.
    NoOtherPlayer,
    /// A requirement is pending already.
    RequirementPending,
    /// The player has no further turn.
    NoNextTurn,
}

/// What happened. All of it is open to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Event", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum Event {
    /// The game began, with these options.
    GameStarted {
        /// The turn limit.
        ruleset: Ruleset,
        /// How many draws in a hundred bring staff.
        resource_weight: u8,
        /// Whether a turn has one completion at most.
        single_completion: bool,
    },
    /// A staff card came into a hand.
    DrewResource {
        /// Who drew.
        seat: Seat,
        /// Its name.
        card: CardId,
        /// What stands on it.
        staff: Staff,
    },
    /// An event came that asks for a choice. The log waits for that choice.
    EventDrawn {
        /// Who drew.
        seat: Seat,
        /// Which event.
        event: Incident,
    },
    /// An event took effect.
    EventApplied {
        /// Who drew it.
        seat: Seat,
        /// Which event.
        event: Incident,
        /// The card that it struck; none for a Competition.
        card: Option<CardId>,
        /// Who received the card, for a Reorg.
        to: Option<Seat>,
    },
    /// An event had no effect.
    EventNullified {
        /// Who drew it.
        seat: Seat,
        /// Which event.
        event: Incident,
        /// Why.
        reason: Nullified,
    },
    /// A Competition demands a completion.
    RequirementSet {
        /// Of whom.
        seat: Seat,
        /// On which turn.
        due: u8,
    },
    /// The demand was met.
    RequirementMet {
        /// By whom.
        seat: Seat,
    },
    /// A card went on leave.
    PtoLocked {
        /// Whose.
        seat: Seat,
        /// Which card.
        card: CardId,
        /// The turn at whose end it is released, or the last one where the game ends before.
        release: u8,
    },
    /// A card came back from leave.
    PtoReleased {
        /// Whose hand it is in.
        seat: Seat,
        /// Which card.
        card: CardId,
    },
    /// Cards were given without a return.
    Gift {
        /// Who gave.
        seat: Seat,
        /// Who received.
        to: Seat,
        /// What.
        cards: CardSet,
    },
    /// An offer awaits its answer.
    TradeOffered {
        /// Who offers.
        seat: Seat,
        /// Who is asked.
        to: Seat,
        /// What the partner would receive.
        give: CardSet,
        /// What the partner would hand over.
        take: CardSet,
    },
    /// The offer was accepted, and the cards changed hands.
    TradeAccepted {
        /// Who accepted.
        seat: Seat,
        /// Who had offered.
        from: Seat,
        /// What the one who accepted received.
        give: CardSet,
        /// What the one who accepted handed over.
        take: CardSet,
    },
    /// The offer was turned down.
    TradeDeclined {
        /// Who turned it down.
        seat: Seat,
        /// Who had offered.
        from: Seat,
    },
    /// The offer was taken back.
    TradeWithdrawn {
        /// Who took it back.
        seat: Seat,
        /// Who had been asked.
        to: Seat,
    },
    /// A feature was completed.
    Completed {
        /// By whom.
        seat: Seat,
        /// Which one.
        feature: FeatureId,
        /// What was spent.
        cards: CardSet,
        /// The team's total after it.
        total: u8,
    },
    /// A player has a new feature to build.
    FeatureAssigned {
        /// Who.
        seat: Seat,
        /// Which one.
        feature: FeatureId,
    },
    /// There is no feature left to deal.
    DeckExhausted {
        /// Who goes without.
        seat: Seat,
    },
    /// A completed feature was given up.
    PenaltyForfeit {
        /// Whose.
        seat: Seat,
        /// Which one.
        feature: FeatureId,
        /// The team's total after it.
        total: u8,
    },
    /// Cards were lost at random, as a penalty.
    PenaltyDiscard {
        /// Whose.
        seat: Seat,
        /// Which; there may be none to lose.
        cards: CardSet,
    },
    /// A turn ended.
    TurnEnded {
        /// Whose.
        seat: Seat,
    },
    /// The team reached its target.
    Won {
        /// The features that it completed.
        total: u8,
    },
    /// The last turn ended short of the target.
    Lost {
        /// The features that were completed.
        total: u8,
    },
}

senet_kernel::tagged!(Event, "type");

impl Event {
    /// The event as it is told in a game with this last turn: no lock ends after it. What is stored
    /// counts on, for hashes rest on it.
    pub(crate) fn within(mut self, last: u8) -> Event {
        if let Event::PtoLocked { release, .. } = &mut self {
            *release = last.min(*release);
        }
        self
    }

    /// The player that the log names; none for the start and the end of the game.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            Event::GameStarted { .. } | Event::Won { .. } | Event::Lost { .. } => None,
            Event::DrewResource { seat, .. }
            | Event::EventDrawn { seat, .. }
            | Event::EventApplied { seat, .. }
            | Event::EventNullified { seat, .. }
            | Event::RequirementSet { seat, .. }
            | Event::RequirementMet { seat }
            | Event::PtoLocked { seat, .. }
            | Event::PtoReleased { seat, .. }
            | Event::Gift { seat, .. }
            | Event::TradeOffered { seat, .. }
            | Event::TradeAccepted { seat, .. }
            | Event::TradeDeclined { seat, .. }
            | Event::TradeWithdrawn { seat, .. }
            | Event::Completed { seat, .. }
            | Event::FeatureAssigned { seat, .. }
            | Event::DeckExhausted { seat }
            | Event::PenaltyForfeit { seat, .. }
            | Event::PenaltyDiscard { seat, .. }
            | Event::TurnEnded { seat } => Some(seat),
        }
    }
}
