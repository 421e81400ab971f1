//! A table: one play with its journal.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArray1;
use pyo3::prelude::*;
use senet_kernel::{Actor, Seat, Viewer};
use senet_table::{Luck, Opening, Start};
use serde_json::{Value, json, value::RawValue};

use crate::fault::{self, of_refusal};

/// One play of a game: the rules, the journal and its dice. Any thread may use it.
#[pyclass(module = "senet._senet", frozen)]
pub(crate) struct Table {
    table: Mutex<Box<dyn senet_table::Table>>,
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (game, seed, rules=None, config=None, players=None, names=Vec::new()))]
    fn new(
        py: Python<'_>,
        game: &str,
        seed: String,
        rules: Option<&str>,
        config: Option<&str>,
        players: Option<usize>,
        names: Vec<String>,
    ) -> PyResult<Table> {
        let (preset, config) = crate::chosen(py, game, rules, config, players)?;
        let opening = Opening {
            start: Start::Config(config),
            preset,
            seats: names,
            luck: Luck::Open { seed },
            seed: None,
            script: Vec::new(),
            branch: None,
        };
        let opened = crate::find(py, game)?.open(opening);
        let table = opened.map_err(|error| match error {
            senet_table::OpenError::Faults(faults) => fault::of_faults(py, &faults),
            other => fault::plain(py, "not_opened", &other.to_string()),
        })?;
        Ok(Table::of(table))
    }

    /// The table of a journal.
    #[staticmethod]
    #[pyo3(signature = (journal, seed=None))]
    fn load(
        py: Python<'_>,
        journal: &str,
        seed: Option<&str>,
    ) -> PyResult<(Table, Option<String>)> {
        let game = crate::journals::game_of(py, journal)?;
        let loaded = py.detach(|| game.load(journal, seed, false));
        let (table, notice) = loaded.map_err(|error| crate::journals::bad(py, &error))?;
        Ok((Table::of(table), notice))
    }

    fn game(&self) -> String {
        self.lock().header().game.clone()
    }

    fn seats(&self) -> usize {
        self.lock().seats()
    }

    fn entry(&self) -> u64 {
        self.lock().entry()
    }

    fn to_act(&self) -> Vec<usize> {
        self.lock().to_act().iter().map(Seat::index).collect()
    }

    fn awaited(&self) -> Vec<usize> {
        self.lock().awaited().iter().map(Seat::index).collect()
    }

    fn outcome(&self) -> Option<String> {
        self.lock().outcome().map(|outcome| json!(outcome).to_string())
    }

    /// What the end is worth to each seat; none before it.
    fn scores(&self) -> Option<Vec<i32>> {
        let table = self.lock();
        let outcome = table.outcome()?;
        Some(Seat::first(table.seats()).map(|seat| outcome.value(seat)).collect())
    }

    /// What a seat may do, each command as JSON. Without a seat it is the only one that may act.
    #[pyo3(signature = (seat=None))]
    fn legal(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<Vec<String>> {
        let table = self.lock();
        let seat = actor(py, table.as_ref(), seat)?;
        Ok(table.commands(seat))
    }

    #[pyo3(signature = (command, seat=None))]
    fn check(&self, py: Python<'_>, command: &str, seat: Option<usize>) -> PyResult<()> {
        let command = fault::json(py, "command", command)?;
        let table = self.lock();
        let seat = actor(py, table.as_ref(), seat)?;
        let checked = table.check(Actor::Seat(seat), &command);
        checked.map_err(|refusal| of_refusal(py, &refusal))
    }

    #[pyo3(signature = (command, seat=None))]
    fn submit(&self, py: Python<'_>, command: &str, seat: Option<usize>) -> PyResult<u64> {
        let unread =
            |error| fault::plain(py, "bad_json", &format!("the command is no JSON: {error}"));
        let command: &RawValue = serde_json::from_str(command).map_err(unread)?;
        let mut table = self.lock();
        let seat = actor(py, table.as_ref(), seat)?;
        let done = table.submit_text(Actor::Seat(seat), None, command);
        drop(table);
        done.map(|accepted| accepted.entry).map_err(|refusal| of_refusal(py, &refusal))
    }

    /// What the clock owes the game, done now.
    fn tick(&self, py: Python<'_>) -> PyResult<u64> {
        let done = self.lock().clock();
        done.map(|accepted| accepted.entry).map_err(|refusal| of_refusal(py, &refusal))
    }

    fn take_back(&self, py: Python<'_>, seat: usize) -> PyResult<u64> {
        let seat = self.seat(py, seat)?;
        let done = self.lock().take_back(Actor::Seat(seat), None);
        done.map(|accepted| accepted.entry).map_err(|refusal| of_refusal(py, &refusal))
    }

    #[pyo3(signature = (seat=None))]
    fn view(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<String> {
        let viewer = self.viewer(py, seat)?;
        Ok(self.lock().view(viewer).get().to_owned())
    }

    #[pyo3(signature = (seat=None))]
    fn draw(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<String> {
        let viewer = self.viewer(py, seat)?;
        let table = self.lock();
        let mut text = table.drawing(viewer).plain();
        text.push_str(&table.prompt(viewer));
        Ok(text)
    }

    #[pyo3(signature = (command, seat=None))]
    fn say(&self, py: Python<'_>, command: &str, seat: Option<usize>) -> PyResult<String> {
        let viewer = self.viewer(py, seat)?;
        let command: Value = fault::json(py, "command", command)?;
        self.lock().say(viewer, &command).map_err(|refusal| of_refusal(py, &refusal))
    }

    /// Games played on from here at random: what each was worth to each seat. Ctrl-C stops it.
    #[pyo3(signature = (n, seed, threads=None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let table = self.lock();
        let encoding = crate::encoded(py, &table.header().game)?;
        let play = encoding.position(table.state().get(), seed);
        drop(table);
        let play = play.map_err(|faults| fault::of_faults(py, &faults))?;
        crate::play::playouts(py, play, n, seed, threads)
    }

    fn journal(&self) -> String {
        self.lock().journal().text()
    }

    /// A table that goes on from an entry with dice of its own.
    fn branch(&self, py: Python<'_>, entry: u64, seed: String) -> PyResult<Table> {
        let branch = self.lock().branch(entry, Luck::Open { seed }, None);
        branch.map(Table::of).map_err(|refusal| of_refusal(py, &refusal))
    }
}

impl Table {
    fn of(table: Box<dyn senet_table::Table>) -> Table {
        Table { table: Mutex::new(table) }
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn senet_table::Table>> {
        // A change that panicked has left the table as it was: changes cannot fail half-way.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self, py: Python<'_>, seat: usize) -> PyResult<Seat> {
        let seats = self.lock().seats();
        seat_of(py, seat, seats)
    }

    fn viewer(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<Viewer> {
        seat.map_or(Ok(Viewer::Spectator), |seat| self.seat(py, seat).map(Viewer::Seat))
    }
}

/// The seat that acts: the one that is named, or the only one that may.
fn actor(py: Python<'_>, table: &dyn senet_table::Table, named: Option<usize>) -> PyResult<Seat> {
    if let Some(seat) = named {
        return seat_of(py, seat, table.seats());
    }
    let to_act = table.to_act();
    let mut seats = to_act.iter();
    match (seats.next(), seats.next()) {
        (Some(_), Some(_)) => {
            let all: Vec<usize> = to_act.iter().map(Seat::index).collect();
            Err(fault::value(format!("seats {all:?} may act: say which one it is")))
        }
        (one, _) => Ok(one.unwrap_or(Seat::FIRST)),
    }
}

/// A seat of a table with so many.
pub(crate) fn seat_of(py: Python<'_>, seat: usize, seats: usize) -> PyResult<Seat> {
    Seat::new(seat).filter(|seat| seat.index() < seats).ok_or_else(|| {
        let sentence = format!("there is no seat {seat}; there are {seats}, counted from 0");
        fault::refused(py, "no_seat", &json!({ "seat": seat, "seats": seats }), &sentence, None)
    })
}
