//! Space Weirdos, row by row. Ids are those of `docs/rules/space-weirdos.md`.

#![allow(clippy::unwrap_used, reason = "a test fails where something is not there")]

mod api;
mod catalogue;
mod cli;
mod costs;
mod edits;
mod files;
mod fixes;
mod properties;
mod rulings;
mod screens;
mod sheet;
mod solver;
mod support;
mod validation;
mod warnings;
mod words;
