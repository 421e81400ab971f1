//! One game as numbers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use senet_catalog::{AnyPlay, Leash};
use senet_encode::End;
use senet_kernel::{Rng, Seat, Viewer};

use crate::bots::{heeding, watched};
use crate::fault::{self, of_faults};
use crate::table::seat_of;

/// How many games a thread takes at a time.
const BATCH: u64 = 256;

/// One game of which a single seat at a time is to choose a number. Any thread may use it.
#[pyclass(module = "senet._senet", frozen)]
pub(crate) struct Play {
    play: Mutex<Box<dyn AnyPlay>>,
}

#[pymethods]
impl Play {
    #[new]
    fn new(py: Python<'_>, game: &str, config: &str, seed: u64) -> PyResult<Play> {
        let config = fault::json(py, "config", config)?;
        let play = crate::encoded(py, game)?.play(&config, seed);
        play.map(Play::of).map_err(|faults| of_faults(py, &faults))
    }

    fn reset(&self, seed: u64) {
        self.lock().reset(seed);
    }

    fn seats(&self) -> usize {
        self.lock().seats()
    }

    /// Who is to choose; none at the end.
    fn seat(&self) -> Option<usize> {
        self.lock().seat().map(Seat::index)
    }

    /// Nothing before the end, then whether the game is over or was cut off.
    fn end(&self) -> Option<bool> {
        self.lock().end().map(|end| matches!(end, End::Over(_)))
    }

    /// What the end is worth to each seat; zeros before it.
    fn scores(&self) -> Vec<f32> {
        let play = self.lock();
        Seat::first(play.seats()).map(|seat| play.worth(seat)).collect()
    }

    fn commands(&self) -> u32 {
        self.lock().commands()
    }

    fn is_spelling(&self) -> bool {
        self.lock().is_spelling()
    }

    /// Writes what a seat sees into an array.
    fn observe(
        &self,
        py: Python<'_>,
        seat: usize,
        mut out: PyReadwriteArray1<'_, f32>,
    ) -> PyResult<()> {
        let play = self.lock();
        let seat = seat_of(py, seat, play.seats())?;
        play.observe(seat, out.as_slice_mut()?);
        Ok(())
    }

    /// Writes which numbers a seat may choose into an array.
    fn mask(
        &self,
        py: Python<'_>,
        seat: usize,
        mut out: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let play = self.lock();
        let seat = seat_of(py, seat, play.seats())?;
        play.mask(seat, out.as_slice_mut()?);
        Ok(())
    }

    /// The numbers that the seat to choose may choose.
    fn legal(&self, letters: usize) -> Vec<i64> {
        let play = self.lock();
        let mut mask = vec![false; letters];
        if let Some(seat) = play.seat() {
            play.mask(seat, &mut mask);
        }
        (0i64..).zip(mask).filter_map(|(letter, open)| open.then_some(letter)).collect()
    }

    fn step(&self, py: Python<'_>, letter: i64) -> PyResult<()> {
        let done = self.lock().step(letter);
        done.map_err(|misstep| wrong_action(py, &misstep.to_string()))
    }

    /// A number at random; the same seed gives the same one.
    fn sample(&self, seed: u64) -> Option<u16> {
        self.lock().any_letter(&mut Rng::new(seed))
    }

    /// Every way in which the dice of a number can fall: probability and the game after it.
    fn fates(&self, py: Python<'_>, letter: i64) -> PyResult<Vec<(f64, Play)>> {
        let fates = self.lock().fates(letter);
        let fates = fates.map_err(|misstep| wrong_action(py, &misstep.to_string()))?;
        Ok(fates.into_iter().map(|(chance, play)| (chance, Play::of(play))).collect())
    }

    #[pyo3(signature = (seat=None))]
    fn view(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<String> {
        let play = self.lock();
        Ok(play.view(viewer(py, seat, play.seats())?).to_string())
    }

    #[pyo3(signature = (seat=None))]
    fn draw(&self, py: Python<'_>, seat: Option<usize>) -> PyResult<String> {
        let play = self.lock();
        Ok(play.drawing(viewer(py, seat, play.seats())?))
    }

    /// Puts a bot on a seat.
    fn seat_bot(&self, py: Python<'_>, seat: usize, bot: &str, seed: u64) -> PyResult<()> {
        let mut play = self.lock();
        let seat = seat_of(py, seat, play.seats())?;
        play.seat_bot(seat, bot, seed).map_err(|faults| of_faults(py, &faults))
    }

    /// Lets the bots play until a seat without one is to choose. Ctrl-C stops their thinking.
    fn bots_act(&self, py: Python<'_>) -> PyResult<()> {
        heeding(py, |leash: &Leash| {
            self.play.lock().unwrap_or_else(PoisonError::into_inner).bots_act(leash);
        })
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
        let play = self.lock().copy();
        playouts(py, play, n, seed, threads)
    }

    /// The same game once more, without bots.
    fn copy(&self) -> Play {
        Play::of(self.lock().copy())
    }
}

impl Play {
    fn of(play: Box<dyn AnyPlay>) -> Play {
        Play { play: Mutex::new(play) }
    }

    /// Waits without Python's lock: whoever holds the play may need it to hear of Ctrl-C.
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyPlay>> {
        let locked = Python::attach(|py| self.play.lock_py_attached(py));
        locked.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays games on from where a play stands, over the threads. The result does not depend on how many
/// there are.
pub(crate) fn playouts(
    py: Python<'_>,
    play: Box<dyn AnyPlay>,
    n: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'_, PyArray1<f32>>> {
    let threads = threads.unwrap_or_else(crate::cores).clamp(1, 256);
    let stop = Arc::new(AtomicBool::new(false));
    let held = Arc::clone(&stop);
    let work = move || {
        let next = AtomicU64::new(0);
        let plays: Vec<_> = (0..threads).map(|_| play.copy()).collect();
        let some = |play: Box<dyn AnyPlay>| {
            let mut parts = Vec::new();
            while !held.load(Ordering::Relaxed) {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= n {
                    break;
                }
                let mut part = Vec::new();
                play.playouts(seed, first..(first + BATCH).min(n), &mut part);
                parts.push((first, part));
            }
            parts
        };
        let mut parts: Vec<(u64, Vec<f32>)> = std::thread::scope(|scope| {
            let some = &some;
            let threads: Vec<_> =
                plays.into_iter().map(|play| scope.spawn(move || some(play))).collect();
            let done = threads.into_iter().map(|thread| thread.join());
            done.flat_map(|part| part.expect("a random game does not panic")).collect()
        });
        parts.sort_by_key(|(first, _)| *first);
        parts.into_iter().flat_map(|(_, part)| part).collect::<Vec<f32>>()
    };
    let all = watched(py, work, || stop.store(true, Ordering::Relaxed))?;
    Ok(all.into_pyarray(py))
}

fn viewer(py: Python<'_>, seat: Option<usize>, seats: usize) -> PyResult<Viewer> {
    seat.map_or(Ok(Viewer::Spectator), |seat| seat_of(py, seat, seats).map(Viewer::Seat))
}

/// A number that cannot be chosen.
pub(crate) fn wrong_action(py: Python<'_>, sentence: &str) -> PyErr {
    fault::plain(py, "wrong_action", sentence)
}

/// An array's numbers, where they lie one after the other.
pub(crate) fn flat<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    name: &str,
) -> PyResult<&'a mut [T]> {
    let scattered = |_| fault::value(format!("the array of {name} does not lie in one piece"));
    array.as_slice_mut().map_err(scattered)
}
