//! `import senet`: the games of the house in Python.
//!
//! This is the compiled half. It speaks JSON text and numbers, and owns no names that a caller sees:
//! the Python files beside it turn text into objects and give the interfaces of other libraries. No
//! input makes it abort: everything that is wrong comes back as an exception with a sentence.

mod bots;
mod fault;
mod journals;
mod play;
mod table;
mod vector;

use std::sync::Arc;

use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::fault::{Outcome, no_game, of_faults};

#[pymodule]
fn _senet(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Refusal", module.py().get_type::<fault::Refusal>())?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(about, module)?)?;
    module.add_function(wrap_pyfunction!(configuration, module)?)?;
    module.add_function(wrap_pyfunction!(encoding, module)?)?;
    module.add_function(wrap_pyfunction!(bots::play, module)?)?;
    module.add_function(wrap_pyfunction!(bots::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(journals::verify, module)?)?;
    module.add_function(wrap_pyfunction!(journals::analyse, module)?)?;
    module.add_class::<bots::Bot>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<play::Play>()?;
    module.add_class::<vector::Vector>()
}

/// The games, each as in the house's list, as JSON.
#[pyfunction]
fn games() -> String {
    json!(senet_catalog::games().iter().map(|game| game.line()).collect::<Vec<_>>()).to_string()
}

/// All about a game, as JSON.
#[pyfunction]
fn about(py: Python<'_>, game: &str) -> PyResult<String> {
    Ok(json!(find(py, game)?.page()).to_string())
}

/// The name of a rule set and its configuration with every default filled in, as JSON.
#[pyfunction]
#[pyo3(signature = (game, rules=None, config=None, players=None))]
fn configuration(
    py: Python<'_>,
    game: &str,
    rules: Option<&str>,
    config: Option<&str>,
    players: Option<usize>,
) -> PyResult<(Option<String>, String)> {
    let (name, config) = chosen(py, game, rules, config, players)?;
    Ok((name, config.to_string()))
}

/// The encoding of a game under a configuration, as JSON.
#[pyfunction]
fn encoding(py: Python<'_>, game: &str, config: &str) -> PyResult<String> {
    let encoding = encoded(py, game)?;
    let config = fault::json(py, "config", config)?;
    let parts = encoding.layout(&config).map_err(|faults| of_faults(py, &faults))?;
    let part = |pair: &[senet_encode::Part]| json!({ "name": pair[0].name, "start": pair[0].start, "end": pair[1].start });
    Ok(json!({
        "game": encoding.id(),
        "version": encoding.version(),
        "width": encoding.width(),
        "letters": encoding.letters(),
        "parts": parts.windows(2).map(part).collect::<Vec<_>>(),
    })
    .to_string())
}

/// The game with this id, or an exception that names all.
fn find(py: Python<'_>, id: &str) -> PyResult<Arc<dyn senet_catalog::AnyGame>> {
    senet_catalog::find(id).ok_or_else(|| no_game(py, id))
}

/// The encoding of the game with this id.
fn encoded(py: Python<'_>, id: &str) -> PyResult<Box<dyn senet_catalog::AnyEncoding>> {
    let mut all = senet_catalog::encodings().into_iter();
    all.find(|encoding| encoding.id() == id).ok_or_else(|| no_game(py, id))
}

/// A configuration by the name of its rule set, or one that is given, for so many players.
fn chosen(
    py: Python<'_>,
    id: &str,
    rules: Option<&str>,
    config: Option<&str>,
    players: Option<usize>,
) -> Outcome<(Option<String>, Value)> {
    let game = find(py, id)?;
    let faulty = |faults| of_faults(py, &faults);
    let (name, mut config) = match config {
        Some(config) => {
            (None, game.check_config(&fault::json(py, "config", config)?).map_err(faulty)?)
        }
        None => {
            let (name, config) = game.preset(rules).map_err(faulty)?;
            (Some(name), config)
        }
    };
    let Some(players) = players else { return Ok((name, config)) };
    senet_catalog::set_players(game.as_ref(), &mut config, players).map_err(faulty)?;
    Ok((None, game.check_config(&config).map_err(faulty)?))
}
