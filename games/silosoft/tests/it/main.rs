//! The rules, as rows.
#![allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod actions;
mod allocations;
mod competition;
mod complete;
mod config;
mod draw;
mod end;
mod golden;
mod inspect;
mod invariants;
mod laws;
mod log;
mod play;
mod pto;
mod rejection;
mod scenarios;
mod screens;
mod seed;
mod setup;
mod text;
mod trade;
mod view;
