//! Crossfire Sector beyond its evaluation: the plain rule that minds are measured by, and the tactics
//! that they think with.

pub(crate) mod answers;
mod field;
mod rule;
pub(crate) mod tactics;

pub use rule::Marksman;
pub use tactics::Recruit;
