//! Why a command was refused: a variant for each rule that can refuse, in the order of the tests.

use schemars::JsonSchema;
use senet_kernel::{Reject, Seat};
use serde::{Deserialize, Serialize};

use crate::card::Role;
use crate::id::{CardId, FeatureId};

/// The decision that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The active player draws.
    Draw,
    /// The active player hands over a card.
    Reorg,
    /// The active player sends a card on leave.
    Pto,
    /// The active player trades, completes or passes.
    Action,
    /// The partner answers an offer, or the one who made it withdraws it.
    TradeAnswer,
    /// The active player gives up a completed feature.
    Penalty,
}

impl Decision {
    /// What is wanted, in words.
    pub const fn wanted(self) -> &'static str {
        match self {
            Decision::Draw => "the draw",
            Decision::Reorg => "the choice of a card and a player for the Reorg",
            Decision::Pto => "the choice of a card for PTO",
            Decision::Action => "a trade, a completion or a pass",
            Decision::TradeAnswer => "the answer to the offer",
            Decision::Penalty => "the choice of a feature to forfeit",
        }
    }
}

/// One role of a feature that a bundle was held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Measure {
    /// The role.
    pub role: Role,
    /// The points that the feature requires.
    pub need: u16,
    /// The points that the bundle has.
    pub have: u16,
}

/// Why a command was refused. Nothing has changed (FR-050).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Rejection", rename_all = "snake_case")]
#[schemars(tag = "code")]
pub enum Rejection {
    /// FR-049: nothing follows the end.
    #[error("the game is over")]
    GameOver,
    /// FR-001: only the players of this game act and are acted upon.
    #[error("there is no such player")]
    UnknownPlayer {
        /// The seat that was named; none where the one who acts is no seat.
        seat: Option<Seat>,
    },
    /// FR-040: the player has no command now.
    #[error("it is the turn of {turn}; what is open is {}", open.wanted())]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
        /// What is open.
        open: Decision,
    },
    /// FR-047: the player has a command now, but not this one.
    #[error("what is open now is {}", open.wanted())]
    WrongPhase {
        /// What is open.
        open: Decision,
    },
    /// FR-036: with an empty hand one can only pass.
    #[error("your hand is empty: you can only pass")]
    EmptyHand,
    /// FR-015: a trade takes two.
    #[error("there is nobody to trade with")]
    NoPartner,
    /// FR-014: one trade in a turn.
    #[error("you have made your one offer of this turn")]
    TradeLimitReached,
    /// FR-015: a trade takes two.
    #[error("you cannot trade with yourself")]
    SelfTrade,
    /// something must change hands.
    #[error("the offer names no card")]
    EmptyTrade,
    /// FR-050: a card is named once.
    #[error("{card} is named twice")]
    DuplicateCard {
        /// Which card.
        card: CardId,
    },
    /// FR-029: the card is not in the hand.
    #[error("you do not hold {card}")]
    CardNotInHand {
        /// Which card.
        card: CardId,
    },
    /// FR-015: the card is not in the partner's hand.
    #[error("your partner does not hold {card}")]
    PartnerLacksCard {
        /// Which card.
        card: CardId,
        /// Who was asked for it.
        partner: Seat,
    },
    /// FR-012: there is nothing to build.
    #[error("you have no feature to complete")]
    NoActiveFeature,
    /// FR-025: one completion in a turn, where that is chosen.
    #[error("you have completed a feature this turn; one is the most under these options")]
    CompletionLimitReached,
    /// FR-010: a completion needs cards.
    #[error("the bundle names no card")]
    EmptyBundle,
    /// FR-021: a card on leave cannot be spent.
    #[error("{card} is on PTO until the end of turn {release}")]
    CardLocked {
        /// Which card.
        card: CardId,
        /// The turn at whose end it is released: at the latest the last one.
        release: u8,
    },
    /// FR-009: a contractor stands in for exactly one role.
    #[error("say which role the contractor {card} stands in for")]
    ContractorUndeclared {
        /// Which card.
        card: CardId,
    },
    /// FR-009: only a contractor of the bundle is declared, as a role that the feature lists.
    #[error("{card} cannot be declared as {}", role.name())]
    InvalidDeclaration {
        /// Which card.
        card: CardId,
        /// As what.
        role: Role,
    },
    /// the feature does not ask for this role.
    #[error("{card} is of no use: the feature requires no {}", role.name())]
    CardNotNeeded {
        /// Which card.
        card: CardId,
        /// Its role.
        role: Role,
    },
    /// FR-034: every threshold must be met.
    #[error("the bundle falls short: {}", told(measures))]
    RequirementNotMet {
        /// Every listed role with what it needs and has.
        measures: Vec<Measure>,
    },
    /// FR-017: the card goes to another player.
    #[error("the card goes to another player")]
    SelfTarget,
    /// FR-019: only an own completed feature can be given up.
    #[error("{feature} is not among your completed features")]
    FeatureNotYours {
        /// Which feature.
        feature: FeatureId,
    },
}

senet_kernel::tagged!(Rejection, "code");

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::GameOver => "FR-049",
            Rejection::UnknownPlayer { .. } => "FR-001",
            Rejection::NotYourTurn { .. } => "FR-040",
            Rejection::WrongPhase { .. } => "FR-047",
            Rejection::EmptyHand => "FR-036",
            Rejection::NoPartner | Rejection::SelfTrade | Rejection::PartnerLacksCard { .. } => {
                "FR-015"
            }
            Rejection::TradeLimitReached => "FR-014",
            Rejection::EmptyTrade => "R-15",
            Rejection::DuplicateCard { .. } => "FR-050",
            Rejection::CardNotInHand { .. } => "FR-029",
            Rejection::NoActiveFeature => "FR-012",
            Rejection::CompletionLimitReached => "FR-025",
            Rejection::EmptyBundle => "FR-010",
            Rejection::CardLocked { .. } => "FR-021",
            Rejection::ContractorUndeclared { .. } | Rejection::InvalidDeclaration { .. } => {
                "FR-009"
            }
            Rejection::CardNotNeeded { .. } => "R-18",
            Rejection::RequirementNotMet { .. } => "FR-034",
            Rejection::SelfTarget => "FR-017",
            Rejection::FeatureNotYours { .. } => "FR-019",
        }
    }
}

fn told(measures: &[Measure]) -> String {
    let told = |m: &Measure| format!("{} needs {} and has {}", m.role.name(), m.need, m.have);
    measures.iter().map(told).collect::<Vec<_>>().join(", ")
}
