//! Space Weirdos, row by row. Ids are those of `docs/rules/space-weirdos.md`.

mod api;
mod catalogue;
mod cli;
mod costs;
mod edits;
mod files;
mod fixes;
mod properties;
mod rulings;
mod sheet;
mod solver;
mod support;
mod validation;
mod warnings;
