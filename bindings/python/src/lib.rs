//! `import senet`: the games of the house in Python.
//!
//! This is the compiled half. It speaks JSON text and numbers, and owns no names that a caller sees:
//! the Python files beside it turn text into objects and give the interfaces of other libraries. No
//! input makes it abort: everything that is wrong comes back as an exception with a sentence.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "learners see floats, work runs in threads, and Ctrl-C is looked for by a clock"
)]

mod bots;
mod commands;
mod fault;
mod held;
mod journals;
mod lab;
mod play;
mod pool;
mod table;
mod vector;
mod whole;

use std::sync::Arc;

use pyo3::prelude::*;
use senet_catalog::AnyGame;
use senet_host::{Guest, Limits, Trouble};
use serde_json::{Value, json};

use crate::fault::{Outcome, no_game, of_faults};

#[pymodule]
fn _senet(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Refusal", module.py().get_type::<fault::Refusal>())?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(encodings, module)?)?;
    module.add_function(wrap_pyfunction!(about, module)?)?;
    module.add_function(wrap_pyfunction!(configuration, module)?)?;
    module.add_function(wrap_pyfunction!(seats, module)?)?;
    module.add_function(wrap_pyfunction!(encoding, module)?)?;
    module.add_function(wrap_pyfunction!(load, module)?)?;
    module.add_function(wrap_pyfunction!(open_network, module)?)?;
    module.add_function(wrap_pyfunction!(held::forked, module)?)?;
    module.add_function(wrap_pyfunction!(bots::play, module)?)?;
    module.add_function(wrap_pyfunction!(bots::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(journals::verify, module)?)?;
    module.add_function(wrap_pyfunction!(journals::analyse, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_play, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_blocks, module)?)?;
    module.add_function(wrap_pyfunction!(lab::lab_join, module)?)?;
    module.add_class::<bots::Bot>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<play::Play>()?;
    module.add_class::<vector::Search>()?;
    module.add_class::<vector::Vector>()
}

/// The games, each as in the house's list, as JSON.
#[pyfunction]
fn games() -> String {
    json!(senet_catalog::games().iter().map(|game| game.line()).collect::<Vec<_>>()).to_string()
}

/// The ids of the games that have an encoding.
#[pyfunction]
fn encodings() -> Vec<&'static str> {
    senet_catalog::encodings().iter().map(|encoding| encoding.id()).collect()
}

/// All about a game, as JSON.
#[pyfunction]
fn about(py: Python<'_>, game: &str) -> PyResult<String> {
    Ok(json!(find(py, game)?.page()).to_string())
}

/// A game that is a module, from the bytes of its file; its line in the house's list, as JSON.
#[pyfunction]
fn load(py: Python<'_>, module: &[u8]) -> PyResult<String> {
    let opened = py.detach(|| Guest::open(module, Limits::default()));
    let game = opened.map_err(|trouble| fault::plain(py, "bad_module", &trouble.to_string()))?;
    if senet_catalog::is_published(game.id(), game.rules()) {
        let taken = Trouble::Taken(game.id().to_owned());
        return Err(fault::plain(py, "bad_module", &taken.to_string()));
    }
    let line = json!(game.line()).to_string();
    senet_catalog::shelf::add(Arc::new(game));
    Ok(line)
}

/// Opens a network, which is the text of a file: from then on `net:NAME` is a bot of the game.
#[pyfunction]
fn open_network(py: Python<'_>, game: &str, name: &str, network: &str) -> PyResult<()> {
    let opened = find(py, game)?.open_network(name, network);
    opened.map_err(|faults| of_faults(py, &faults))
}

/// The name of a rule set and its configuration with every default filled in, as JSON.
#[pyfunction]
#[pyo3(signature = (game, rules=None, config=None, players=None))]
fn configuration(
    py: Python<'_>,
    game: &str,
    rules: Option<&str>,
    config: Option<&str>,
    players: Option<whole::Whole>,
) -> PyResult<(Option<String>, String)> {
    let players = whole::count(players, "players")?;
    let (name, config) = chosen(py, game, rules, config, players)?;
    Ok((name, config.to_string()))
}

/// How many seats a game of this configuration has.
#[pyfunction]
fn seats(py: Python<'_>, game: &str, config: &str) -> PyResult<usize> {
    let config = fault::json(py, "config", config)?;
    let roles = find(py, game)?.roles(&config).map_err(|faults| of_faults(py, &faults))?;
    Ok(roles.len())
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
fn find(py: Python<'_>, id: &str) -> PyResult<Arc<dyn AnyGame>> {
    senet_catalog::find(id).ok_or_else(|| no_game(py, id))
}

/// The encoding of the game with this id.
fn encoded(py: Python<'_>, id: &str) -> PyResult<Box<dyn senet_catalog::AnyEncoding>> {
    let mut all = senet_catalog::encodings().into_iter();
    all.find(|encoding| encoding.id() == id).ok_or_else(|| match senet_catalog::find(id) {
        Some(_) => {
            let sentence = format!("{id} has no encoding: only games of the house have one");
            fault::plain(py, "no_encoding", &sentence)
        }
        None => no_game(py, id),
    })
}

/// How many cores there are.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
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
