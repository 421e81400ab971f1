//! Why a command is refused (FW-13, FW-14).

use schemars::JsonSchema;
use senet_kernel::Reject;
use serde::{Deserialize, Serialize};

/// Why a command is refused. With several reasons the first in this order counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Rejection", rename_all = "snake_case")]
#[schemars(tag = "code")]
pub enum Rejection {
    /// FW-14: a message has a size limit; hosts may be stricter.
    #[error("the message has {size} bytes; {most} is the most")]
    TooLarge {
        /// Its size.
        size: usize,
        /// What is allowed.
        most: usize,
    },
    /// FW-14: a team gives a limited number of orders in a round; hosts may be stricter.
    #[error("too many orders in this round; {most} is the most")]
    RateLimited {
        /// What is allowed.
        most: u32,
    },
    /// FW-14: only the two teams give orders.
    #[error("only the two teams give orders")]
    NotAPlayer,
    /// FW-14: orders need a game that runs.
    #[error("the game is over")]
    NotPlaying,
    /// FW-14: what was sent is no command.
    #[error("{reason}")]
    Malformed {
        /// What does not fit.
        reason: String,
    },
    /// FW-11: the piece is one of the team's own.
    #[error("there is no such piece; the pieces are 1 to {pieces}")]
    NoSuchPiece {
        /// How many there are.
        pieces: u8,
    },
    /// FW-11: the direction is one of the words.
    #[error("this is no direction; {} are", words.join(", ").replace('_', " "))]
    BadDirection {
        /// The words.
        words: Vec<String>,
    },
    /// FW-11: the distance is a whole number from 1.
    #[error("the distance is a whole number of squares, at least 1")]
    BadDistance,
    /// FW-15: a square is given for a straight move of a piece on the board.
    #[error("no straight move leads there")]
    NotStraight,
    /// FW-16, R7: orders reach only so far ahead.
    #[error("round {round} is too far ahead; {last} is the last that takes orders")]
    TooFarAhead {
        /// The round asked for.
        round: u64,
        /// The last round that takes orders.
        last: u32,
    },
    /// FW-62: only some rule sets let teams end a round.
    #[error("the clock ends the rounds of this game")]
    NoReadying,
    /// FW-62: a team is ready once in a round.
    #[error("you are ready already")]
    AlreadyReady,
    /// FW-58: an offer stands until it is taken back.
    #[error("you have offered a draw already")]
    AlreadyOffered,
    /// FW-58: there is no offer to take back.
    #[error("you have not offered a draw")]
    NotOffered,
    /// FW-12: a round is ended by the clock, a forfeit is declared by the host.
    #[error("only the clock ends a round, and only the host declares a forfeit")]
    NotForSeats,
    /// FW-57: a forfeit names those who are away.
    #[error("a forfeit names at least one of the two teams, and no other")]
    NobodyAway,
}

senet_kernel::tagged!(Rejection, "code");

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::TooLarge { .. }
            | Rejection::RateLimited { .. }
            | Rejection::NotAPlayer
            | Rejection::NotPlaying
            | Rejection::Malformed { .. } => "FW-14",
            Rejection::NoSuchPiece { .. }
            | Rejection::BadDirection { .. }
            | Rejection::BadDistance => "FW-11",
            Rejection::NotStraight => "FW-15",
            Rejection::TooFarAhead { .. } => "FW-16",
            Rejection::NoReadying | Rejection::AlreadyReady => "FW-62",
            Rejection::AlreadyOffered | Rejection::NotOffered => "FW-58",
            Rejection::NotForSeats => "FW-12",
            Rejection::NobodyAway => "FW-57",
        }
    }
}
