//! Crossfire Sector: two squads of a few units on a ruined sector of 15 by 9 squares.
//!
//! [`Crossfire`] is one battle, [`Campaign`] a series of them. Both are [`senet_kernel::Game`]s.
//! The rules stand in `docs/rules/crossfire.md`; every number in them is data ([`Data`]).
//!
//! Reading order: [`board`], [`lines`] and [`reach`] know only squares; `scenario` is what stays the
//! same all battle; `state` is what changes; `check` says whether a command is allowed; `rounds`,
//! `combat`, `rerolls` and `mission` change the state.

pub mod board;
mod campaign;
mod check;
mod combat;
mod command;
mod config;
pub mod data;
mod evenness;
mod event;
mod game;
mod id;
mod inspect;
mod legal;
pub mod lines;
mod mission;
pub mod odds;
mod queries;
pub mod reach;
mod reference;
mod rejection;
mod rerolls;
mod rounds;
mod scenario;
pub mod sight;
mod state;
mod terrain;
mod text;
mod unit;
mod view;

pub use board::{Area, Position, Square, Zone};
pub use campaign::{
    Campaign, CampaignCommand, CampaignConfig, CampaignEvent, CampaignView, MissionView, Proposal,
    Record, StageView,
};
pub use command::{Action, Command, DeclaredAction, Kept, Placement, Placements, Source};
pub use config::{AdvantageHeld, Config, EventChoice, MissionChoice};
pub use data::Data;
pub use event::Event;
pub use id::Id;
pub use queries::{MeleePreview, OpenQuestion, ShotPreview, Standing};
pub use reference::reference;
pub use rejection::{Declaration, PhaseName, Rejection};
pub use scenario::{HeldAdvantage, Piece, Scenario};
pub use state::{Crossfire, End, EndReason, Options};
pub use unit::{MOST_UNITS, UnitId};
pub use view::{
    Choice, DeclaredView, Effect, EffectKind, Eyes, Outlook, PhaseView, Question, ShotChoice,
    Subject, TargetChoice, TargetView, UnitChoices, UnitState, UnitView, View,
};
