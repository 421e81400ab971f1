//! Experiments: played whole or in shards, and joined.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use senet_lab::{Experiment, LabError, Part, Plan, Run, Shard, play_again, report};

use crate::bots::watched;
use crate::fault;
use crate::whole::{Whole, count};

/// Plays shard `number` of `of` of an experiment, which is the text of a file; what came of it as JSON
/// Lines. Ctrl-C stops it.
#[pyfunction]
#[pyo3(signature = (experiment, number, of, threads=None))]
pub(crate) fn lab_play(
    py: Python<'_>,
    experiment: String,
    number: u64,
    of: u64,
    threads: Option<Whole>,
) -> PyResult<String> {
    let shard = Shard::new(number, of)
        .ok_or_else(|| fault::value(format!("there is no shard {number} of {of}")))?;
    let threads = count(threads, "threads")?.unwrap_or_else(crate::cores).min(256);
    let stop = Arc::new(AtomicBool::new(false));
    let held = Arc::clone(&stop);
    let work = move || -> Result<String, LabError> {
        let plan = Plan::new(Experiment::read(&experiment)?)?;
        let run = Run { threads, shard, stop: &held };
        Ok(run.play(&plan, Part::new(&plan), &mut |_, _| Ok(()))?.write())
    };
    let played = watched(py, work, || stop.store(true, Ordering::Relaxed))?;
    played.map_err(|error| refused(py, &error))
}

/// How many blocks of games an experiment has at first: more shards than that would have nothing to do.
#[pyfunction]
pub(crate) fn lab_blocks(py: Python<'_>, experiment: &str) -> PyResult<u64> {
    let plan = Experiment::read(experiment).and_then(Plan::new);
    let plan = plan.map_err(|error| refused(py, &error))?;
    Ok(Part::new(&plan).lines.iter().map(|line| line.blocks()).sum())
}

/// The results, the table, the report and its sentences.
type Joined = (String, String, String, Vec<String>);

/// Joins the parts of an experiment. `room` is the address of a game room, for the report's links.
#[pyfunction]
pub(crate) fn lab_join(py: Python<'_>, parts: Vec<String>, room: String) -> PyResult<Joined> {
    let joined = watched(py, move || join(&parts, &room), || {})?;
    joined.map_err(|error| refused(py, &error))
}

fn join(parts: &[String], room: &str) -> Result<Joined, LabError> {
    let mut read = Vec::with_capacity(parts.len());
    for (i, part) in parts.iter().enumerate() {
        read.push(Part::read(&format!("part {}", i + 1), part)?);
    }
    let first = read.first().ok_or_else(|| LabError::Parts("there are no parts".to_owned()))?;
    let plan = Plan::new(first.header.experiment.clone())?;
    let mut whole = Part::new(&plan);
    for (i, part) in read.iter().enumerate() {
        let name = format!("part {}", i + 1);
        whole.join(&name, part)?;
        play_again(&plan, &name, part)?;
    }
    if !whole.is_whole() {
        return Err(LabError::Parts("some parts are missing".to_owned()));
    }
    let page = report::page(&plan, &whole, room)?;
    Ok((whole.write(), report::csv(&plan, &whole), page, report::sentences(&plan, &whole)))
}

fn refused(py: Python<'_>, error: &LabError) -> PyErr {
    match error {
        LabError::Faults(faults) => fault::of_faults(py, faults),
        LabError::Experiment(sentence) => fault::plain(py, "bad_experiment", sentence),
        LabError::Parts(sentence) | LabError::Host(sentence) => {
            fault::plain(py, "bad_parts", sentence)
        }
    }
}
