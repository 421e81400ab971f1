//! The rules of Flag War, row by row.

#![allow(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod accounted;
mod board;
mod config;
mod contact;
mod corpus;
mod ends;
mod flags;
mod golden;
mod keys;
mod laws;
mod movement;
mod orders;
mod path;
mod plans;
mod properties;
mod queue;
mod race;
mod rewordings;
mod screens;
mod secrets;
mod talks;
mod views;
mod walks;
