//! The lab: a designer asks, and gets a report.
//!
//! An [`Experiment`] is a TOML file: a game, configurations as a list or a grid over any setting and any
//! field of the data, bots, and how many games. A [`Plan`] is what it comes to. A [`Run`] plays it on any
//! number of threads, or a [`Shard`] of it, into a [`Part`]; parts join to the same bytes in any order.
//! From a whole part come the [`report`], tables, a comparison with another ([`compare`]) or, by many
//! runs, better values ([`tune`]).
//!
//! Nothing here names a game: what is measured comes from the rules' own outcomes, events, views and
//! [`Measures`](senet_kernel::Measures).

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a host owns threads and time, and its figures are fractions for people"
)]

pub mod compare;
mod distinct;
mod experiment;
mod figures;
mod overlay;
mod part;
mod plan;
pub mod report;
mod run;
mod spread;
pub mod stats;
mod tally;
pub mod tune;

pub use distinct::Distinct;
pub use experiment::{Bots, Experiment, Seatings, Tune, example};
pub use figures::{Figures, Row};
pub use overlay::Path;
pub use part::{Header, Part, PartLine};
pub use plan::{Axis, Line, Plan};
pub use run::{Progress, Run, Shard, play_again, print_of};
pub use spread::Spread;
pub use tally::{GameId, Tally};

use senet_kernel::Faults;

/// Why an experiment cannot be played or read.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The experiment is not one.
    #[error("{0}")]
    Experiment(String),
    /// A configuration cannot be played.
    #[error("{0}")]
    Faults(#[from] Faults),
    /// Files of figures do not fit.
    #[error("{0}")]
    Parts(String),
    /// The host stopped it.
    #[error("{0}")]
    Host(String),
}
