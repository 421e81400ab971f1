//! Commands as Python's dictionaries: those that are listed again are the same objects again.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// How many are kept. Then all are let go, and listed ones are new objects.
const KEPT: usize = 1 << 16;

struct Known {
    /// `senet.Command`.
    class: Py<PyAny>,
    dumps: Py<PyAny>,
    loads: Py<PyAny>,
    commands: Mutex<BTreeMap<Box<str>, Py<PyAny>>>,
}

impl Known {
    fn commands(&self) -> MutexGuard<'_, BTreeMap<Box<str>, Py<PyAny>>> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

static KNOWN: PyOnceLock<Known> = PyOnceLock::new();

fn known(py: Python<'_>) -> PyResult<&'static Known> {
    KNOWN.get_or_try_init(py, || {
        let json = py.import("json")?;
        Ok(Known {
            class: py.import("senet")?.getattr("Command")?.unbind(),
            dumps: json.getattr("dumps")?.unbind(),
            loads: json.getattr("loads")?.unbind(),
            commands: Mutex::default(),
        })
    })
}

/// A command that is listed.
pub(crate) enum Listed {
    /// It was listed before.
    Again(Py<PyAny>),
    /// Its JSON.
    Text(String),
}

/// Commands as objects of `senet.Command`.
pub(crate) fn made(py: Python<'_>, listed: Vec<Listed>) -> PyResult<Vec<Py<PyAny>>> {
    let known = known(py)?;
    let one = |listed| match listed {
        Listed::Again(command) => Ok(command),
        Listed::Text(text) => {
            let found = known.commands().get(text.as_str()).map(|one| one.clone_ref(py));
            found.map_or_else(|| fresh(py, known, text).map(Bound::unbind), Ok)
        }
    };
    listed.into_iter().map(one).collect()
}

/// A command that is listed for the first time. None of Python's code runs while the map is locked.
fn fresh<'py>(py: Python<'py>, known: &Known, text: String) -> PyResult<Bound<'py, PyAny>> {
    let command = known.class.bind(py).call1((loads(py, &text)?,))?;
    let kept = command.clone().unbind();
    let mut commands = known.commands();
    let old = if commands.len() >= KEPT { std::mem::take(&mut *commands) } else { BTreeMap::new() };
    let before = commands.insert(text.into(), kept);
    drop(commands);
    drop((old, before));
    Ok(command)
}

/// The text of a command: of one that was listed the one that it keeps.
pub(crate) fn text<'py>(command: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let py = command.py();
    let known = known(py)?;
    if command.get_type().is(&known.class)
        && let Ok(text) = command.getattr(pyo3::intern!(py, "_text"))
    {
        return Ok(text.cast_into()?);
    }
    Ok(known.dumps.bind(py).call1((command,))?.cast_into()?)
}

/// What a text of JSON holds, as Python's objects.
pub(crate) fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    known(py)?.loads.bind(py).call1((text,))
}
