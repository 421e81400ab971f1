//! The testkit, held against honest games and against games with one defect each.

#![allow(
    clippy::disallowed_methods,
    reason = "the test of the reports says by the environment what to spoil"
)]

mod defect;
mod golden;
mod laws;
mod perft;
mod report;
mod toy;
