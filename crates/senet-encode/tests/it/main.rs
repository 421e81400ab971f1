//! What every encoding promises, shown for every game in every rule set.
#![allow(clippy::disallowed_types, reason = "observations are floats")]
#![allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod batch;
mod laws;
mod play;
mod small;
