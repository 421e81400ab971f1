//! Journals from files: read, verified, looked back at.

use std::sync::Arc;

use pyo3::prelude::*;
use senet_catalog::{AnyGame, Depth, Leash};
use senet_table::{DiceVerdict, Header, JournalError};
use serde_json::json;

use crate::fault;

/// Checks a journal from its first line to its last; the verdict as JSON.
#[pyfunction]
#[pyo3(signature = (journal, seed=None))]
pub(crate) fn verify(py: Python<'_>, journal: &str, seed: Option<&str>) -> PyResult<String> {
    let game = game_of(py, journal)?;
    let verdict = py.detach(|| game.verify(journal, seed)).map_err(|error| bad(py, &error))?;
    let dice = match verdict.dice {
        DiceVerdict::Recomputed => "recomputed",
        DiceVerdict::Sealed => "sealed",
        DiceVerdict::Typed => "typed",
    };
    let (entries, over, notice) = (verdict.entries, verdict.over, verdict.notice);
    let told = json!({ "entries": entries, "over": over, "dice": dice, "notice": notice });
    Ok(told.to_string())
}

/// Looks back at a journal; the analysis as JSON. Ctrl-C stops it.
#[pyfunction]
#[pyo3(signature = (journal, level, seed=None))]
pub(crate) fn analyse(
    py: Python<'_>,
    journal: String,
    level: &str,
    seed: Option<String>,
) -> PyResult<String> {
    let game = game_of(py, &journal)?;
    let level = crate::bots::level(py, level)?;
    let depth = Depth::of(level);
    let leash = Leash::default();
    let held = leash.clone();
    let work = move || {
        let told = game.analyse(&journal, seed.as_deref(), depth, &held, &mut |_, _| {});
        told.map(|analysis| json!(analysis).to_string())
    };
    let told = crate::bots::watched(py, work, || leash.pull())?;
    told.map_err(|error| bad(py, &error))
}

/// The game of a journal.
pub(crate) fn game_of(py: Python<'_>, journal: &str) -> PyResult<Arc<dyn AnyGame>> {
    let header = Header::of(journal).map_err(|error| bad(py, &error))?;
    senet_catalog::of_journal(&header).ok_or_else(|| fault::no_game(py, &header.game))
}

/// A journal that cannot be used.
pub(crate) fn bad(py: Python<'_>, error: &JournalError) -> PyErr {
    fault::plain(py, "bad_journal", &error.to_string())
}
