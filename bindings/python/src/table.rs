//! A table: one play with its journal.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use senet_kernel::{Actor, Rng, Seat, SeatSet, Viewer};
use senet_table::{Accepted, Draft, Luck, Opening, Refusal, Start};
use serde_json::{Value, json, value::RawValue};

use crate::commands::{self, Listed};
use crate::fault::{self, of_refusal};
use crate::held::{Guard, Held};
use crate::whole::{Seed, Whole, count};

/// One play of a game: the rules, the journal and its dice. Any thread may use it. It has what is asked
/// for at every step; `senet.Table` has the rest.
#[pyclass(module = "senet._senet", subclass, frozen)]
pub(crate) struct Table {
    held: Held<Seated>,
}

/// What a table holds.
struct Seated {
    draft: Box<dyn Draft>,
    /// What was listed last, where Python has all of it. Copies share it.
    listed: Option<Arc<Commands>>,
    /// How often a list was made.
    lists: u64,
    /// What `sample` draws from.
    luck: Rng,
}

/// The commands of a list, as Python has them.
struct Commands {
    each: Vec<Py<PyAny>>,
    /// The same, once somebody has asked for it.
    list: PyOnceLock<Py<PyTuple>>,
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
        self.held.put(py, Seated::of(table))
    }

    /// Becomes another one, which is empty then.
    fn _take(&self, py: Python<'_>, other: &Bound<'_, Table>) -> PyResult<()> {
        let table = other.get().held.take(py)?;
        self.held.put(py, table)
    }

    /// Becomes a copy of another one; says whether there are copies of it.
    fn _copy(&self, py: Python<'_>, other: &Bound<'_, Table>) -> PyResult<bool> {
        let copy = other.get().lock(py)?.copy();
        let Some(copy) = copy else { return Ok(false) };
        self.held.put(py, copy)?;
        Ok(true)
    }

    /// The table of a journal.
    #[staticmethod]
    #[pyo3(signature = (journal, seed=None))]
    fn _load(py: Python<'_>, journal: &str, seed: Option<&str>) -> PyResult<Table> {
        let game = crate::journals::game_of(py, journal)?;
        let loaded = py.detach(|| game.load(journal, seed, false));
        let (table, _) = loaded.map_err(|error| crate::journals::bad(py, &error))?;
        Ok(Table::of(table))
    }

    /// The game's id.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.draft.header().game.clone())
    }

    /// How many seats play.
    #[getter]
    fn seats(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.lock(py)?.draft.seats())
    }

    /// How many commands were carried out.
    #[getter]
    fn entry(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.lock(py)?.draft.entry())
    }

    /// The seats that may act; none once the game is over.
    #[getter]
    fn to_act(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(numbers(self.lock(py)?.draft.to_act()))
    }

    /// Of these, the seats that the game waits for.
    #[getter]
    fn awaited(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(numbers(self.lock(py)?.draft.awaited()))
    }

    /// How it ended, a dictionary; None before that.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(outcome) = self.lock(py)?.draft.outcome() else { return Ok(None) };
        commands::loads(py, &json!(outcome).to_string()).map(Some)
    }

    /// What the end is worth to each seat: 1, 0, -1, or the points of a ranked game. None before it.
    #[getter]
    fn scores(&self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        let table = self.lock(py)?;
        let Some(outcome) = table.draft.outcome() else { return Ok(None) };
        Ok(Some(Seat::first(table.draft.seats()).map(|seat| outcome.value(seat)).collect()))
    }

    /// What the seat may do now, a tuple of `senet.Command`. For games with large choices it is a useful sample.
    #[pyo3(signature = (seat=None))]
    fn legal(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<Py<PyTuple>> {
        let table = self.listed(py, seat)?;
        if let Some(list) = table.listed.as_ref().and_then(|commands| commands.list.get(py)) {
            return Ok(list.clone_ref(py));
        }
        let commands = table.listed.clone();
        drop(table);
        match commands {
            Some(commands) => commands.list(py),
            None => Ok(PyTuple::empty(py).unbind()),
        }
    }

    /// One of these, each equally likely; None where there is none. What is drawn follows from the journal's
    /// first line, and no dice of the game do from it.
    #[pyo3(signature = (seat=None))]
    fn sample(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<Option<Py<PyAny>>> {
        let mut table = self.listed(py, seat)?;
        let Seated { listed, luck, .. } = &mut *table;
        let commands = listed.as_ref().map_or(&[][..], |commands| &commands.each[..]);
        Ok(luck.choose(commands).map(|command| command.clone_ref(py)))
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
        let mut table = self.lock(py)?;
        let seat = actor(py, &table, seat)?;
        let checked = table.draft.written().check(Actor::Seat(seat), &command);
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
        let mut table = self.lock(py)?;
        let done = match table.place(command) {
            Some(place) => {
                let seat = actor(py, &table, seat)?;
                table.draft.submit(seat, place)
            }
            None => {
                drop(table);
                let text = commands::text(command)?;
                let command: &RawValue = read(py, &text)?;
                table = self.lock(py)?;
                let seat = actor(py, &table, seat)?;
                table.draft.submit_text(seat, command)
            }
        };
        drop(table);
        done.map_err(|refusal| of_refusal(py, &refusal))
    }

    /// Does what the clock owes a game that plays against time.
    fn tick(&self, py: Python<'_>) -> PyResult<u64> {
        let done = self.lock(py)?.change(|table| table.clock());
        done.map_err(|refusal| of_refusal(py, &refusal))
    }

    /// Takes the seat's last command back, where the rules allow it.
    fn take_back(&self, py: Python<'_>, seat: Whole) -> PyResult<u64> {
        let mut table = self.lock(py)?;
        let seat = seat_of(py, seat, table.draft.seats())?;
        let done = table.change(|table| table.take_back(Actor::Seat(seat), None));
        drop(table);
        done.map_err(|refusal| of_refusal(py, &refusal))
    }

    #[pyo3(signature = (seat=None))]
    fn _view(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<String> {
        let table = self.lock(py)?;
        let viewer = viewer(py, &table, seat)?;
        Ok(table.draft.view(viewer).get().to_owned())
    }

    /// The same as a drawing in letters.
    #[pyo3(signature = (seat=None))]
    fn draw(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<String> {
        let mut table = self.lock(py)?;
        let viewer = viewer(py, &table, seat)?;
        let table = table.draft.written();
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
        let mut table = self.lock(py)?;
        let viewer = viewer(py, &table, seat)?;
        let said = table.draft.written().say(viewer, &command);
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
        let mut table = self.lock(py)?;
        let encoding = crate::encoded(py, &table.draft.header().game)?;
        let play = encoding.position(table.draft.written().state().get(), seed.0);
        drop(table);
        let play = play.map_err(|faults| fault::of_faults(py, &faults))?;
        crate::play::playouts(py, play, n, seed.0, count(threads, "threads")?)
    }

    /// The journal: lines of JSON, from which the table can be loaded again.
    fn journal(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.draft.written().journal().text())
    }

    /// The seed of its dice, where it is known.
    fn _seed(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.lock(py)?.draft.written().seed().map(str::to_owned))
    }

    /// A table that goes on from an entry with dice of its own.
    fn _branch(&self, py: Python<'_>, entry: Whole, seed: String) -> PyResult<Table> {
        let mut table = self.lock(py)?;
        let Ok(at) = u64::try_from(entry.0) else {
            return Err(fault::value(format!("there is no entry {}", entry.0)));
        };
        let branch = table.draft.written().branch(at, Luck::Open { seed }, None);
        drop(table);
        let branch = branch.map_err(|refusal| of_refusal(py, &refusal))?;
        Ok(Table::of(branch))
    }
}

impl Table {
    fn of(table: Box<dyn senet_table::Table>) -> Table {
        Table { held: Held::of(Seated::of(table)) }
    }

    fn lock(&self, py: Python<'_>) -> PyResult<Guard<'_, Seated>> {
        self.held.lock(py)
    }

    /// The table, once what a seat may do is listed and Python has all of it.
    fn listed(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<Guard<'_, Seated>> {
        loop {
            let mut table = self.lock(py)?;
            let seat = actor(py, &table, seat)?;
            let Some(missing) = table.list(py, seat) else { return Ok(table) };
            let list = table.lists;
            // Objects are made while others may use the table, so it is listed once more.
            drop(table);
            let each = commands::made(py, missing)?;
            let mut table = self.lock(py)?;
            if table.lists == list {
                table.listed = Some(Commands::of(each));
            }
        }
    }
}

impl Commands {
    fn of(each: Vec<Py<PyAny>>) -> Arc<Commands> {
        Arc::new(Commands { each, list: PyOnceLock::new() })
    }

    /// All of them, made by whoever asks first.
    fn list(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        let made = || PyTuple::new(py, &self.each).map(Bound::unbind);
        Ok(self.list.get_or_try_init(py, made)?.clone_ref(py))
    }
}

impl Seated {
    fn of(table: Box<dyn senet_table::Table>) -> Seated {
        let name = table.journal().name().map(|name| name.to_string()).unwrap_or_default();
        let seed = name.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let luck = Rng::new(seed.unwrap_or_default());
        Seated { draft: senet_table::draft(table), listed: None, lists: 0, luck }
    }

    /// The same once more, which samples by itself.
    fn copy(&mut self) -> Option<Seated> {
        Some(Seated {
            draft: self.draft.copy()?,
            listed: self.listed.clone(),
            lists: self.lists,
            luck: Rng::new(self.luck.next_u64()),
        })
    }

    /// Lists what a seat may do; where Python does not have all of it yet, what it needs for that.
    fn list(&mut self, py: Python<'_>, seat: Seat) -> Option<Vec<Listed>> {
        let stood = match (self.draft.list(seat), &self.listed) {
            (None, Some(_)) => return None,
            (None, None) => vec![None; self.draft.listed()],
            (Some(stood), _) => stood,
        };
        self.lists += 1;
        let before = self.listed.take();
        let again = |place: usize| Some(before.as_ref()?.each.get(place)?.clone_ref(py));
        if let Some(each) = stood.iter().map(|stood| stood.and_then(again)).collect() {
            self.listed = Some(Commands::of(each));
            return None;
        }
        let text = |place| self.draft.text(place).unwrap_or_default();
        let each = stood.into_iter().enumerate().map(|(place, stood)| {
            stood.and_then(again).map_or_else(|| Listed::Text(text(place)), Listed::Again)
        });
        Some(each.collect())
    }

    /// Where a command stands in the last list, if Python had it from there.
    fn place(&self, command: &Bound<'_, PyAny>) -> Option<usize> {
        self.listed.as_ref()?.each.iter().position(|one| one.is(command))
    }

    fn change(
        &mut self,
        act: impl Fn(&mut dyn senet_table::Table) -> Result<Accepted, Refusal>,
    ) -> Result<u64, Refusal> {
        let mut done = None;
        self.draft.change(&mut |table| done = Some(act(table)));
        done.expect("a change is made once").map(|accepted| accepted.entry)
    }
}

/// The JSON of a command, checked as far as that it is some.
fn read<'a>(py: Python<'_>, text: &'a Bound<'_, PyString>) -> PyResult<&'a RawValue> {
    let unread = |error| fault::plain(py, "bad_json", &format!("the command is no JSON: {error}"));
    serde_json::from_str(text.to_str()?).map_err(unread)
}

fn numbers(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

fn viewer(py: Python<'_>, table: &Seated, seat: Option<Whole>) -> PyResult<Viewer> {
    let Some(seat) = seat else { return Ok(Viewer::Spectator) };
    seat_of(py, seat, table.draft.seats()).map(Viewer::Seat)
}

/// The seat that acts: the one that is named, or the only one that may.
fn actor(py: Python<'_>, table: &Seated, named: Option<Whole>) -> PyResult<Seat> {
    if let Some(seat) = named {
        return seat_of(py, seat, table.draft.seats());
    }
    let to_act = table.draft.to_act();
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
