//! Bots: one that chooses, and many games of them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use senet_catalog::{AnyBot, AnyGame, Leash, Level, Played};
use senet_kernel::{Faults, Seat};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::fault::{self, of_faults, of_refusal};
use crate::held::Held;
use crate::whole::{Seed, Whole, count};

/// How often a long call looks whether it was interrupted.
const LOOKS_EVERY: Duration = Duration::from_millis(50);

/// A bot of a game: it sees its seat's view and nothing else.
#[pyclass(module = "senet._senet", frozen)]
pub(crate) struct Bot {
    bot: Arc<Held<Box<dyn AnyBot>>>,
}

#[pymethods]
impl Bot {
    #[new]
    fn new(py: Python<'_>, game: &str, level: &str, seed: Seed) -> PyResult<Bot> {
        let found = crate::find(py, game)?;
        let bot = found.bot(level, seed.0).ok_or_else(|| no_bot(py, found.as_ref(), level))?;
        Ok(Bot { bot: Arc::new(Held::of(bot)) })
    }

    /// A bot that is led by a network, which is the text of a file.
    #[staticmethod]
    fn learned(
        py: Python<'_>,
        game: &str,
        network: &str,
        lines: Whole,
        seed: Seed,
    ) -> PyResult<Bot> {
        let lines = count(Some(lines), "lines")?
            .map_or(1, |lines| u32::try_from(lines).unwrap_or(u32::MAX));
        let bot = crate::encoded(py, game)?.learned(network, lines, seed.0);
        let bot = bot.map_err(|error| fault::plain(py, "bad_network", &error.to_string()))?;
        Ok(Bot { bot: Arc::new(Held::of(bot)) })
    }

    /// What the bot wants to submit, in order, as JSON. Ctrl-C stops its thinking.
    fn choose(&self, py: Python<'_>, view: &str, seat: Whole) -> PyResult<String> {
        let unread = |error| fault::plain(py, "bad_view", &format!("the view is no JSON: {error}"));
        let view: Box<RawValue> = serde_json::from_str(view).map_err(unread)?;
        let seat = crate::table::seat_of(py, seat, senet_kernel::MAX_SEATS)?;
        let leash = Leash::default();
        drop(self.bot.lock(py)?);
        let (bot, held) = (Arc::clone(&self.bot), leash.clone());
        let work = move || {
            let mut bot = bot.lock_off(|| held.pulled())?;
            Some(bot.think(&view, seat, &held))
        };
        let chosen = watched(py, work, || leash.pull())?;
        let chosen = chosen.ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
        let commands = chosen.map_err(|refusal| of_refusal(py, &refusal))?;
        Ok(json!(commands).to_string())
    }
}

/// The level of a name.
pub(crate) fn level(py: Python<'_>, name: &str) -> PyResult<Level> {
    let known = || Level::ALL.map(Level::name).join(", ");
    let sentence = || format!("there is no level {name:?}; there are {}", known());
    Level::named(name).ok_or_else(|| fault::plain(py, "unknown_level", &sentence()))
}

fn no_bot(py: Python<'_>, game: &dyn AnyGame, name: &str) -> PyErr {
    let known = game.line().bots.join(", ");
    let sentence = format!("there is no bot {name:?}; {} has {known}", game.id());
    fault::plain(py, "unknown_bot", &sentence)
}

/// One game of bots, as JSON.
#[pyfunction]
pub(crate) fn play(
    py: Python<'_>,
    game: &str,
    config: &str,
    bots: Vec<String>,
    seed: Seed,
) -> PyResult<String> {
    let found = crate::find(py, game)?;
    let config = fault::json(py, "config", config)?;
    let work = move || one(found.as_ref(), &config, &bots, seed.0, 0);
    let played = watched(py, work, || {})?.map_err(|faults| of_faults(py, &faults))?;
    let scores = played.outcome.map(|outcome| {
        Seat::first(played.seats).map(|seat| outcome.value(seat)).collect::<Vec<_>>()
    });
    let told = json!({
        "outcome": played.outcome,
        "scores": scores,
        "commands": played.commands,
        "choices": played.choices,
    });
    Ok(told.to_string())
}

type Counts<'py> =
    (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<u32>>);

/// Many games of bots over all cores: what each was worth to each seat, who won, and how many
/// commands it took. Ctrl-C stops it.
#[pyfunction]
#[pyo3(signature = (game, config, bots, n, seed, threads=None))]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    game: &str,
    config: &str,
    bots: Vec<String>,
    n: u64,
    seed: Seed,
    threads: Option<Whole>,
) -> PyResult<Counts<'py>> {
    let found = crate::find(py, game)?;
    let config = fault::json(py, "config", config)?;
    let threads = count(threads, "threads")?.unwrap_or_else(crate::cores).min(256);
    let stop = Arc::new(AtomicBool::new(false));
    let run = Run {
        game: found,
        config,
        bots,
        seed: seed.0,
        n,
        next: AtomicU64::new(0),
        stop: Arc::clone(&stop),
    };
    let all = watched(py, move || run.all(threads), || stop.store(true, Ordering::Relaxed))?;
    let all = all.map_err(|faults| of_faults(py, &faults))?;
    let mut worth = Vec::new();
    let mut won = Vec::new();
    let mut commands = Vec::with_capacity(all.len());
    for (_, played) in &all {
        for seat in Seat::first(played.seats) {
            worth.push(played.outcome.map_or(0, |outcome| outcome.value(seat)));
            won.push(played.outcome.is_some_and(|outcome| outcome.won_by(seat)));
        }
        commands.push(played.commands);
    }
    Ok((worth.into_pyarray(py), won.into_pyarray(py), commands.into_pyarray(py)))
}

/// Games to be played, taken one by one by the threads.
struct Run {
    game: Arc<dyn AnyGame>,
    config: Value,
    bots: Vec<String>,
    seed: u64,
    n: u64,
    next: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Run {
    /// All games, by their numbers.
    fn all(&self, threads: usize) -> Result<Vec<(u64, Played)>, Faults> {
        let parts: Vec<_> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(|| self.some())).collect();
            handles.into_iter().map(|handle| handle.join()).collect()
        });
        let mut all = Vec::new();
        for part in parts {
            all.extend(part.expect("a game of bots does not panic")?);
        }
        all.sort_by_key(|(number, _)| *number);
        Ok(all)
    }

    fn some(&self) -> Result<Vec<(u64, Played)>, Faults> {
        let mut played = Vec::new();
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.n {
                break;
            }
            played.push((
                number,
                one(self.game.as_ref(), &self.config, &self.bots, self.seed, number)?,
            ));
        }
        Ok(played)
    }
}

fn one(
    game: &dyn AnyGame,
    config: &Value,
    bots: &[String],
    seed: u64,
    number: u64,
) -> Result<Played, Faults> {
    let names: Vec<&str> = bots.iter().map(String::as_str).collect();
    game.play(config, &names, seed, number)
}

/// Works in this thread without Python's lock, on a leash that Ctrl-C pulls.
pub(crate) fn heeding(py: Python<'_>, work: impl FnOnce(&Leash) + Send) -> PyResult<()> {
    let interrupted = Arc::new(Mutex::new((Instant::now(), None)));
    let held = Arc::clone(&interrupted);
    let leash = Leash::until(move || {
        let mut state = held.lock().unwrap_or_else(PoisonError::into_inner);
        if state.1.is_none() && state.0.elapsed() > LOOKS_EVERY {
            state.0 = Instant::now();
            state.1 = Python::attach(|py| py.check_signals()).err();
        }
        state.1.is_some()
    });
    py.detach(|| work(&leash));
    let error = interrupted.lock().unwrap_or_else(PoisonError::into_inner).1.take();
    error.map_or(Ok(()), Err)
}

/// Works in a thread of its own without Python's lock, and looks meanwhile whether somebody pressed
/// Ctrl-C. Work that was interrupted is told so, and comes to its end by itself.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
    interrupt: impl Fn(),
) -> PyResult<T> {
    let (send, receive) = channel();
    let thread = std::thread::spawn(move || {
        // Nobody listens any more where the call was interrupted.
        let _ = send.send(work());
    });
    let receive = Mutex::new(receive);
    loop {
        let got = py.detach(|| {
            receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOKS_EVERY)
        });
        match got {
            Ok(result) => {
                let _ = py.detach(|| thread.join());
                return Ok(result);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let sentence =
                    "the work came to no end; this is a fault of senet, please report it";
                return Err(fault::plain(py, "broken", sentence));
            }
        }
        if let Err(error) = py.check_signals() {
            interrupt();
            return Err(error);
        }
    }
}
