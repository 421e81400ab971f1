//! What orders mean, before they become commands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Direction, Square};

/// What is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Intent", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "intent")]
pub enum Intent {
    /// To move straight.
    Move {
        /// Which way.
        direction: Direction,
        /// How many squares; none where nothing was said, which means 1.
        distance: Option<u8>,
    },
    /// To go to a place.
    Goto {
        /// Where.
        place: Place,
    },
    /// To take the enemy's flag.
    TakeFlag {},
    /// To bring the flag to the own land.
    BringHome {},
    /// To stand on a thing, or as near as the rules allow.
    Guard {
        /// What.
        thing: Thing,
    },
    /// To go where an enemy is.
    Intercept {
        /// The number of the enemy; none is the one with the flag, or the nearest.
        enemy: Option<u8>,
    },
    /// To go to the own key.
    Rescue {},
    /// To go to the own land.
    Retreat {},
    /// To go along an edge to the enemy's back row.
    Flank {
        /// Which edge.
        side: Side,
        /// Whether to go on to the enemy's flag.
        then_flag: bool,
    },
    /// To draw the enemy to a side.
    Decoy {
        /// Which side.
        side: Side,
    },
    /// To stay beside a friend, never on its square.
    Escort {
        /// The number of the friend.
        friend: u8,
    },
    /// To stand in different columns.
    Spread {},
    /// To change squares with each other.
    Swap {},
    /// To stay.
    Hold {},
    /// To forget orders.
    Cancel {
        /// Of which round; none is all.
        round: Option<u32>,
    },
    /// How to play until it is changed.
    Stance {
        /// Which way.
        stance: Stance,
        /// The last round of it; none is until changed.
        until: Option<u32>,
    },
    /// Who plays these pieces.
    Control {
        /// Who.
        control: Control,
    },
    /// Takes what the assistant suggested.
    Accept {},
    /// A question about what pieces can do.
    Query {},
    /// A question about what is planned.
    Recall {},
}

senet_kernel::tagged!(Intent, "intent");

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// A square.
    Square(Square),
    /// A column, in the piece's row.
    Column(u8),
    /// A row, in the piece's column.
    Row(u8),
    /// The middle column, in the piece's row.
    MiddleColumn,
    /// The middle row, in the piece's column.
    MiddleRow,
    /// So many columns to the right and rows down.
    Offset(i8, i8),
    /// The start square.
    Start,
    /// The square on this side of a thing.
    Beside(Thing, Direction),
}

/// A thing to guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    /// The own flag.
    OwnFlag,
    /// The enemy's flag.
    EnemyFlag,
    /// The square of the own key.
    OwnKey,
    /// The square of the enemy's key.
    EnemyKey,
}

/// A side of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The left.
    Left,
    /// The right.
    Right,
}

/// How to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// For the flag.
    Attack,
    /// At home.
    Defend,
    /// One goes, the others stay.
    Balanced,
}

/// Who plays a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// The assistant's proposals are queued.
    Auto,
    /// The assistant's proposals are told, and queued when the player accepts them.
    Suggest,
    /// The player alone.
    Manual,
}

/// When a plan begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The enemy has the own flag.
    OwnFlagTaken,
    /// The own team has the enemy's flag.
    EnemyFlagTaken,
    /// One of these own pieces is in jail; any, where none is named.
    Jailed(Vec<u8>),
    /// An enemy piece is in jail.
    EnemyJailed,
    /// This round is open.
    Round(u32),
}

/// Why a text gives no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Nothing but spaces.
    Empty,
    /// No known word.
    NotUnderstood,
    /// Known words, but no order.
    NotAnOrder,
    /// The piece is the enemy's.
    NotYourPiece,
    /// There is no such piece.
    NoSuchPiece,
    /// The piece is in jail.
    PieceJailed,
    /// The own closed zone would cut the move short.
    OwnZoneClosed,
    /// The edge of the board leaves no square to move to.
    NoRoom,
    /// It is not clear which piece is meant.
    WhichPiece,
    /// Nobody carries a flag.
    NoCarrier,
    /// Nobody carries the own flag.
    NoThief,
    /// Nobody is in jail.
    NobodyJailed,
    /// What was ordered before is taken back by the host.
    UseUndo,
    /// The game is over.
    GameOver,
}

impl Reason {
    /// Its code on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::Empty => "empty_text",
            Reason::NotUnderstood => "not_understood",
            Reason::NotAnOrder => "not_an_order",
            Reason::NotYourPiece => "not_your_piece",
            Reason::NoSuchPiece => "no_such_piece",
            Reason::PieceJailed => "piece_jailed",
            Reason::OwnZoneClosed => "own_zone_closed",
            Reason::NoRoom => "no_room",
            Reason::WhichPiece => "which_one",
            Reason::NoCarrier => "no_carrier",
            Reason::NoThief => "no_thief",
            Reason::NobodyJailed => "nobody_jailed",
            Reason::UseUndo => "use_undo",
            Reason::GameOver => "game_over",
        }
    }

    /// A sentence for the player.
    pub const fn sentence(self) -> &'static str {
        match self {
            Reason::Empty => "Type an order, such as \"2 up 3\" or \"2 take the flag\".",
            Reason::NotUnderstood => {
                "Not understood. Say who, what and where: \"2 up 3\" or \"1 watch our flag\"."
            }
            Reason::NotAnOrder => {
                "This is no order. Say who, what and where: \"2 up 3\" or \"all back to our half\"."
            }
            Reason::NotYourPiece => "That piece is not yours.",
            Reason::NoSuchPiece => "There is no such piece.",
            Reason::PieceJailed => "That piece is in jail; it cannot move now.",
            Reason::OwnZoneClosed => {
                "Your own zone is closed while your flag is home: that move would be cut short."
            }
            Reason::NoRoom => "The edge of the board leaves no room for that move.",
            Reason::UseUndo => {
                "Undo takes your last order back; \"cancel 2\" drops all orders of 2."
            }
            Reason::NoCarrier => "Nobody of yours carries a flag now.",
            Reason::NoThief => "Your flag is at home; nobody carries it.",
            Reason::NobodyJailed => "Nobody of yours is in jail.",
            Reason::GameOver => "The game is over; there is nothing to order.",
            Reason::WhichPiece => "Which piece? Say its number, such as \"2 up 3\".",
        }
    }
}

/// One order: who, what, when, how often, on which condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Act {
    /// The numbers of the pieces.
    pub pieces: Vec<u8>,
    /// What is meant.
    pub what: Intent,
    /// The first round of it.
    pub round: u32,
    /// How often in a row.
    pub times: u32,
    /// What must happen first.
    pub condition: Option<Condition>,
}
