//! Silosoft: one to four players staff features together, against a turn limit.
//!
//! `docs/rules/silosoft.md` has the rules with their numbers. A turn is a draw, at most one trade,
//! any number of completions, and a pass; `game` decides their order and hands over to a file for
//! each rule. Nothing is hidden but the order of the deck and what the dice will bring.

mod bundle;
mod card;
mod command;
mod complete;
mod config;
mod draw;
mod end;
mod event;
mod facts;
mod feature;
mod game;
mod id;
mod inspect;
mod list;
mod log;
mod odds;
mod rejection;
mod setup;
mod state;
mod text;
mod trade;
mod useful;
mod view;

pub use card::{CardSet, Level, Role, Staff};
pub use command::{Cards, Command, Declarations};
pub use config::{Config, Ruleset};
pub use event::{Event, Incident, Nullified};
pub use facts::HandCard;
pub use feature::{Feature, Needs, from_toml, standard};
pub use id::{CardId, FeatureId, Id};
pub use list::Few;
pub use rejection::{Decision, Measure, Rejection};
pub use state::Silosoft;
pub use view::*;
