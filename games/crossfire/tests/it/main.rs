//! The tests of Crossfire Sector. `desk` sets battles up from drawn boards; the rest are rows.

#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

mod actions;
mod combat;
mod desk;
mod golden;
mod journals;
mod laws;
mod lines;
mod missions;
mod odds;
mod order;
mod positions;
mod screens;
mod setup;
mod views;
