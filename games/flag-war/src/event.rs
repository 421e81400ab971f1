//! What happened.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Piece, Square, Team};
use crate::command::Origin;
use crate::plan::Order;

/// What happened. The events of a round come in the order of its steps (FW-24).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Event", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum Event {
    /// A piece left its square.
    Moved {
        /// Which.
        piece: Piece,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// The edge of the board cut a move short.
    CutShortEdge {
        /// Whose.
        piece: Piece,
        /// Squares that were ordered, within the limit.
        ordered: u8,
        /// Squares that were left.
        moved: u8,
    },
    /// The own closed zone cut a move short.
    CutShortZone {
        /// Whose.
        piece: Piece,
        /// Squares that were ordered, within the limit.
        ordered: u8,
        /// Squares that were left.
        moved: u8,
    },
    /// The order of a piece in jail was dropped.
    SkippedJailed {
        /// Whose.
        piece: Piece,
    },
    /// A piece met an enemy on the enemy's land and went to jail.
    Tagged {
        /// Which.
        piece: Piece,
        /// Those that tagged it.
        by: Vec<Piece>,
        /// Where.
        square: Square,
    },
    /// Enemies met on neutral ground and all went to jail.
    Traded {
        /// Which.
        pieces: Vec<Piece>,
        /// Where.
        square: Square,
    },
    /// Friends met and went to their start squares.
    FriendlyReset {
        /// Which.
        pieces: Vec<Piece>,
        /// Where.
        square: Square,
    },
    /// A flag is back on its home square.
    FlagReturned {
        /// Whose flag.
        flag: Team,
        /// Who lost it.
        carrier: Piece,
    },
    /// A piece took the enemy's flag.
    FlagTaken {
        /// Whose flag.
        flag: Team,
        /// Who has it.
        carrier: Piece,
    },
    /// A carrier reached its own land.
    Scored {
        /// Who.
        piece: Piece,
        /// Where.
        square: Square,
    },
    /// Both scored and the game goes on: a carrier went to its start square.
    ScorerHome {
        /// Who.
        piece: Piece,
        /// Its start square.
        square: Square,
    },
    /// A team's key is there. A shared key appears for both.
    KeyAppeared {
        /// Whose.
        team: Team,
        /// Where.
        square: Square,
    },
    /// A piece on its key freed its team.
    Rescued {
        /// The rescuers; one, unless friends may share a square.
        by: Vec<Piece>,
        /// The freed, now on their start squares.
        freed: Vec<Piece>,
    },
    /// A team's key is gone.
    KeyGone {
        /// Whose.
        team: Team,
    },
    /// A rescuer went to its start square.
    RescuerHome {
        /// Who.
        piece: Piece,
        /// Its start square.
        square: Square,
    },
    /// A flag was taken: its zone is ordinary land.
    ZoneOpened {
        /// Whose zone.
        team: Team,
    },
    /// A flag came home: its owner may not enter the zone.
    ZoneClosed {
        /// Whose zone.
        team: Team,
    },
    /// A piece stood in its own zone when that closed, and went to its start square.
    ZoneReset {
        /// Who.
        piece: Piece,
        /// Its start square.
        square: Square,
    },
    /// The game ended.
    GameOver {
        /// How.
        #[serde(rename = "winner")]
        winner: Option<Team>,
        /// Why.
        end_reason: EndReason,
    },
    /// An order was taken. Only its own team sees this.
    Queued {
        /// For which piece.
        piece: Piece,
        /// For which round.
        round: u32,
        /// What.
        order: Order,
        /// Who had the idea.
        origin: Origin,
    },
    /// An order lost its slot to a newer or higher one. Only its own team sees this.
    Superseded {
        /// For which piece.
        piece: Piece,
        /// For which round.
        round: u32,
        /// What will not be done.
        order: Order,
        /// Who had the idea.
        origin: Origin,
    },
    /// Slots were emptied. Only their own team sees this.
    Cancelled {
        /// Whose slots.
        team: Team,
        /// Which piece; none is all.
        piece: Option<u8>,
        /// Which round; none is all.
        round: Option<u32>,
        /// How many orders went.
        orders: u32,
    },
    /// A displaced piece keeps its orders for later rounds. Only its own team sees this.
    PlanKept {
        /// Whose.
        piece: Piece,
        /// How many.
        orders: u32,
    },
    /// A displaced piece lost its orders for later rounds. Only its own team sees this.
    PlanDropped {
        /// Whose.
        piece: Piece,
        /// How many.
        orders: u32,
    },
    /// A team is ready for the round to end.
    Ready {
        /// Which.
        team: Team,
    },
    /// A team offers a draw.
    DrawOffered {
        /// Which.
        team: Team,
    },
    /// A team takes its offer back.
    DrawWithdrawn {
        /// Which.
        team: Team,
    },
}

senet_kernel::tagged!(Event, "type");

impl Event {
    /// The team that alone may see it; none where all may.
    pub const fn private_to(&self) -> Option<Team> {
        match self {
            Event::Queued { piece, .. }
            | Event::Superseded { piece, .. }
            | Event::PlanKept { piece, .. }
            | Event::PlanDropped { piece, .. } => Some(piece.team),
            Event::Cancelled { team, .. } => Some(*team),
            _ => None,
        }
    }
}

/// How and why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct End {
    /// Who won; none is a draw.
    pub winner: Option<Team>,
    /// Why.
    pub reason: EndReason,
}

impl End {
    pub(crate) const fn won(winner: Team, reason: EndReason) -> End {
        End { winner: Some(winner), reason }
    }

    pub(crate) const fn drawn(reason: EndReason) -> End {
        End { winner: None, reason }
    }

    pub(crate) const fn event(self) -> Event {
        Event::GameOver { winner: self.winner, end_reason: self.reason }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// One team brought a flag home.
    Capture,
    /// Both did in the same round.
    DoubleCapture,
    /// All pieces of a team are in jail.
    Elimination,
    /// All pieces of both teams are.
    DoubleElimination,
    /// A team gave up.
    Resign,
    /// A team was away too long.
    Forfeit,
    /// Both teams wanted a draw.
    AgreedDraw,
    /// The last round is over.
    RoundLimit,
    /// The same position came too often.
    Repetition,
}
