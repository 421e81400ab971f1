//! A table: one play with its journal.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use senet_kernel::{Actor, Seat, SeatSet, Viewer};
use senet_table::{Luck, Opening, Start};
use serde_json::{Value, json, value::RawValue};

use crate::commands;
use crate::fault::{self, of_refusal};
use crate::held::{Guard, Held};
use crate::whole::{Seed, Whole, count};

/// One play of a game: the rules, the journal and its dice. Any thread may use it. It has what is asked
/// for at every step; `senet.Table` has the rest.
#[pyclass(module = "senet._senet", subclass, frozen)]
pub(crate) struct Table {
    held: Held<Box<dyn senet_table::Table>>,
}

#[pymethods]
impl Table {
    #[new]
    #[pyo3(signature = (*_args, **_named))]
    fn new(_args: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Table {
        Table { held: Held::empty() }
    }

    /// Begins a table.
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn _begin(
        &self,
        py: Python<'_>,
        game: &str,
        seed: String,
        rules: Option<&str>,
        config: Option<&str>,
        players: Option<Whole>,
        names: Vec<String>,
    ) -> PyResult<()> {
        let (preset, config) = crate::chosen(py, game, rules, config, count(players, "players")?)?;
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
        self.held.put(py, table)
    }

    /// Becomes another one, which is empty then.
    fn _take(&self, py: Python<'_>, other: &Bound<'_, Table>) -> PyResult<()> {
        let table = other.get().held.take(py)?;
        self.held.put(py, table)
    }

    /// The table of a journal.
    #[staticmethod]
    #[pyo3(signature = (journal, seed=None))]
    fn _load(py: Python<'_>, journal: &str, seed: Option<&str>) -> PyResult<Table> {
        let game = crate::journals::game_of(py, journal)?;
        let loaded = py.detach(|| game.load(journal, seed, false));
        let (table, _) = loaded.map_err(|error| crate::journals::bad(py, &error))?;
        Ok(Table { held: Held::of(table) })
    }

    /// The game's id.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.header().game.clone())
    }

    /// How many seats play.
    #[getter]
    fn seats(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.lock(py)?.seats())
    }

    /// How many commands were carried out.
    #[getter]
    fn entry(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.lock(py)?.entry())
    }

    /// The seats that may act; none once the game is over.
    #[getter]
    fn to_act(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(numbers(self.lock(py)?.to_act()))
    }

    /// Of these, the seats that the game waits for.
    #[getter]
    fn awaited(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(numbers(self.lock(py)?.awaited()))
    }

    /// How it ended, a dictionary; None before that.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(outcome) = self.lock(py)?.outcome() else { return Ok(None) };
        commands::loads(py, &json!(outcome).to_string()).map(Some)
    }

    /// What the end is worth to each seat: 1, 0, -1, or the points of a ranked game. None before it.
    #[getter]
    fn scores(&self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        let table = self.lock(py)?;
        let Some(outcome) = table.outcome() else { return Ok(None) };
        Ok(Some(Seat::first(table.seats()).map(|seat| outcome.value(seat)).collect()))
    }

    /// What the seat may do now, a list of `senet.Command`. For games with large choices it is a useful sample.
    #[pyo3(signature = (seat=None))]
    fn legal<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyList>> {
        let table = self.lock(py)?;
        let seat = actor(py, &table, seat)?;
        let texts = table.commands(seat);
        drop(table);
        commands::listed(py, texts)
    }

    /// Raises `Refusal` where the command would be refused.
    #[pyo3(signature = (command, seat=None))]
    fn check(
        &self,
        py: Python<'_>,
        command: &Bound<'_, PyAny>,
        seat: Option<Whole>,
    ) -> PyResult<()> {
        let text = commands::text(command)?;
        let command = fault::json(py, "command", text.to_str()?)?;
        let table = self.lock(py)?;
        let seat = actor(py, &table, seat)?;
        let checked = table.check(Actor::Seat(seat), &command);
        drop(table);
        checked.map_err(|refusal| of_refusal(py, &refusal))
    }

    /// Carries a command out and gives its number, or raises `Refusal` and changes nothing.
    #[pyo3(signature = (command, seat=None))]
    fn submit(
        &self,
        py: Python<'_>,
        command: &Bound<'_, PyAny>,
        seat: Option<Whole>,
    ) -> PyResult<u64> {
        let text = commands::text(command)?;
        let unread =
            |error| fault::plain(py, "bad_json", &format!("the command is no JSON: {error}"));
        let command: &RawValue = serde_json::from_str(text.to_str()?).map_err(unread)?;
        let mut table = self.lock(py)?;
        let seat = actor(py, &table, seat)?;
        let done = table.submit_text(Actor::Seat(seat), None, command);
        drop(table);
        done.map(|accepted| accepted.entry).map_err(|refusal| of_refusal(py, &refusal))
    }

    /// Does what the clock owes a game that plays against time.
    fn tick(&self, py: Python<'_>) -> PyResult<u64> {
        let done = self.lock(py)?.clock();
        done.map(|accepted| accepted.entry).map_err(|refusal| of_refusal(py, &refusal))
    }

    /// Takes the seat's last command back, where the rules allow it.
    fn take_back(&self, py: Python<'_>, seat: Whole) -> PyResult<u64> {
        let mut table = self.lock(py)?;
        let seat = seat_of(py, seat, table.seats())?;
        let done = table.take_back(Actor::Seat(seat), None);
        drop(table);
        done.map(|accepted| accepted.entry).map_err(|refusal| of_refusal(py, &refusal))
    }

    #[pyo3(signature = (seat=None))]
    fn _view(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<String> {
        let table = self.lock(py)?;
        let viewer = viewer(py, &table, seat)?;
        Ok(table.view(viewer).get().to_owned())
    }

    /// The same as a drawing in letters.
    #[pyo3(signature = (seat=None))]
    fn draw(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<String> {
        let table = self.lock(py)?;
        let viewer = viewer(py, &table, seat)?;
        let mut text = table.drawing(viewer).plain();
        text.push_str(&table.prompt(viewer));
        Ok(text)
    }

    /// A command as a player would say it.
    #[pyo3(signature = (command, seat=None))]
    fn say(
        &self,
        py: Python<'_>,
        command: &Bound<'_, PyAny>,
        seat: Option<Whole>,
    ) -> PyResult<String> {
        let text = commands::text(command)?;
        let command: Value = fault::json(py, "command", text.to_str()?)?;
        let table = self.lock(py)?;
        let said = table.say(viewer(py, &table, seat)?, &command);
        drop(table);
        said.map_err(|refusal| of_refusal(py, &refusal))
    }

    /// Games played on from here at random: what each was worth to each seat. Ctrl-C stops it.
    fn _playouts<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: Seed,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let table = self.lock(py)?;
        let encoding = crate::encoded(py, &table.header().game)?;
        let play = encoding.position(table.state().get(), seed.0);
        drop(table);
        let play = play.map_err(|faults| fault::of_faults(py, &faults))?;
        crate::play::playouts(py, play, n, seed.0, count(threads, "threads")?)
    }

    /// The journal: lines of JSON, from which the table can be loaded again.
    fn journal(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.journal().text())
    }

    /// The seed of its dice, where it is known.
    fn _seed(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.lock(py)?.seed().map(str::to_owned))
    }

    /// A table that goes on from an entry with dice of its own.
    fn _branch(&self, py: Python<'_>, entry: Whole, seed: String) -> PyResult<Table> {
        let table = self.lock(py)?;
        let Ok(at) = u64::try_from(entry.0) else {
            return Err(fault::value(format!("there is no entry {}", entry.0)));
        };
        let branch = table.branch(at, Luck::Open { seed }, None);
        drop(table);
        let branch = branch.map_err(|refusal| of_refusal(py, &refusal))?;
        Ok(Table { held: Held::of(branch) })
    }
}

impl Table {
    fn lock(&self, py: Python<'_>) -> PyResult<Guard<'_, Box<dyn senet_table::Table>>> {
        self.held.lock(py)
    }
}

type Seated<'a> = Guard<'a, Box<dyn senet_table::Table>>;

fn numbers(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

fn viewer(py: Python<'_>, table: &Seated<'_>, seat: Option<Whole>) -> PyResult<Viewer> {
    let Some(seat) = seat else { return Ok(Viewer::Spectator) };
    seat_of(py, seat, table.seats()).map(Viewer::Seat)
}

/// The seat that acts: the one that is named, or the only one that may.
fn actor(py: Python<'_>, table: &Seated<'_>, named: Option<Whole>) -> PyResult<Seat> {
    if let Some(seat) = named {
        return seat_of(py, seat, table.seats());
    }
    let to_act = table.to_act();
    let mut seats = to_act.iter();
    match (seats.next(), seats.next()) {
        (Some(_), Some(_)) => {
            let all = numbers(to_act);
            Err(fault::value(format!("seats {all:?} may act: say which one it is")))
        }
        (one, _) => Ok(one.unwrap_or(Seat::FIRST)),
    }
}

/// A seat of a table with so many.
pub(crate) fn seat_of(py: Python<'_>, Whole(seat): Whole, seats: usize) -> PyResult<Seat> {
    let there = usize::try_from(seat).ok().filter(|seat| *seat < seats).and_then(Seat::new);
    there.ok_or_else(|| {
        let sentence = format!("there is no seat {seat}; there are {seats}, counted from 0");
        fault::refused(py, "no_seat", &json!({ "seat": seat, "seats": seats }), &sentence, None)
    })
}
