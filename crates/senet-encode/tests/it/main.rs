//! What every encoding promises, shown for every game in every rule set.
#![allow(clippy::disallowed_types, reason = "observations are floats")]

mod batch;
mod laws;
mod play;
mod small;
