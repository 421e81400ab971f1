//! The lab as its users meet it: experiments in, the same bytes out, whatever plays them.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a host's test owns threads, and its figures are fractions"
)]

mod compare;
mod experiments;
mod figures;
mod play;
mod reports;
mod tune;

use std::sync::atomic::AtomicBool;

use senet_lab::{Experiment, Part, Plan, Run, Shard};

/// The plan of an experiment.
#[track_caller]
fn plan(text: &str) -> Plan {
    Plan::new(Experiment::read(text).unwrap()).unwrap()
}

/// Plays a part of a plan.
fn play(plan: &Plan, threads: usize, shard: Shard) -> Part {
    let stop = AtomicBool::new(false);
    let run = Run { threads, shard, stop: &stop };
    run.play(plan, Part::new(plan), &mut |_, _| Ok(())).unwrap()
}
