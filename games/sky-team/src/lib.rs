//! Sky Team: a pilot and a co-pilot land an airliner by placing dice, and do not talk.
//!
//! The rules, with their ids, stand in `docs/rules/sky-team.md`. [`SkyTeam`] is the game; what the
//! three rule sets differ in is the table in `policy.rs`, and scenarios are data.
//!
//! Read in this order: `board.rs` (what lies on the table), `space.rs` (what takes which die),
//! `placement.rs` (what refuses a die), `resolve.rs` (what a die does), `round.rs` (what happens
//! between rounds). A file beside these is one module of the cockpit.

mod ability;
mod ahead;
mod approach;
mod axis;
mod board;
mod change;
mod command;
mod config;
mod crew;
mod engines;
mod event;
mod faces;
mod game;
mod guess;
mod help;
mod inspect;
mod intern;
mod kerosene;
mod landing;
mod legal;
mod look;
mod placement;
mod policy;
mod preview;
mod rejection;
mod reroll;
mod resolve;
mod round;
mod scenario;
mod space;
mod switches;
mod text;
mod view;
mod wind;

pub use ability::{Abilities, Ability};
pub use approach::Approach;
pub use axis::Axis;
pub use board::{Board, Extra, Laid, Log, Phase, SkyTeam, Source, Tally};
pub use command::Command;
pub use config::{Config, DataFile, EqualSpeed, Options, RuleSet};
pub use crew::{Crew, Pair};
pub use engines::Engines;
pub use event::{Event, Report};
pub use faces::Faces;
pub use intern::Intern;
pub use landing::{Check, Criterion, End, Failed, Loss, Standing};
pub use rejection::{Rejection, Stage};
pub use reroll::Rerolls;
pub use scenario::{Course, Difficulty, Fuel, OwnTitle, Scenario, Title, Weather, scenarios};
pub use space::{Module, Spaces};
pub use view::{
    AbilityView, AltitudeView, Banner, Blocked, BrakesView, Choice, CriterionChange, EndView,
    HandView, IceSpace, IceStepView, ModuleView, Other, Preview, ScenarioView, SegmentView,
    SpaceView, SpeedView, Talk, View, Warning, Waste, WindView,
};
