//! Sky Team, tried from outside.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails where it unwraps")]

mod abilities;
mod cockpit;
mod config;
mod golden;
mod landing;
mod laws;
mod literal;
mod modules;
mod outside;
mod placement;
mod rerolls;
mod rounds;
mod scenarios;
mod screens;
mod support;
mod told;
mod views;
mod whole;
mod words;
