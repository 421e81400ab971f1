//! Commander's Flag War: two teams, sealed orders, one round every three seconds.
//!
//! The rules stand in `docs/rules/flag-war.md`. [`FlagWar`] is the game; [`orders`] turns plain
//! language into its commands; [`position`] and [`round`] are the rules below it, open to bots that
//! look ahead from a view.

pub mod board;
mod change;
mod command;
mod config;
mod event;
mod game;
mod inspect;
mod layout;
pub mod orders;
pub mod plan;
pub mod position;
mod preset;
mod rejection;
mod repetition;
pub mod round;
mod text;
mod view;

pub use board::{Direction, Piece, Square, Target, Team};
pub use change::LARGEST_MESSAGE;
pub use command::{Command, DirectionWord, DistanceWord, Origin, PieceWord, Round, Which};
pub use config::{
    Block, Config, Contact, Directions, DoubleScore, Friendly, KeyMode, Keys, Limit, Movement,
    RescuerHome, Switch, TickMode, Zone,
};
pub use event::{End, EndReason, Event};
pub use game::{FlagWar, ORDERS_PER_ROUND};
pub use layout::{Layout, Rect, Setup};
pub use plan::Order;
pub use rejection::Rejection;
pub use view::{
    Change, FlagView, KeyView, LastRound, Leg, Own, OwnPiece, PieceView, PlanEntry, Repetition,
    Shared, Side, Snapshot, Status, Stop, Tally, View, Warning, ZoneView,
};
