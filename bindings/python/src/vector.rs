//! Many games side by side, written into numpy's arrays where they lie.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyReadonlyArray1, PyReadonlyArrayDyn, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use senet_catalog::{AnyBatch, AnySearch};
use senet_encode::{Arrays, Shape, Wrong};
use senet_kernel::Rng;

use crate::fault::{self, of_faults};
use crate::play::{flat, wrong_action};
use crate::pool::Pool;
use crate::table::seat_of;

/// Many games side by side. The arrays are the caller's; each step writes over them.
#[pyclass(module = "senet._senet", frozen)]
pub(crate) struct Vector {
    inner: Mutex<Inner>,
}

struct Inner {
    /// The games, a part for each thread.
    parts: Vec<Box<dyn AnyBatch>>,
    /// All of them together.
    shape: Shape,
    rng: Rng,
    pool: Pool,
}

/// The caller's arrays: observations, masks, seats, rewards, returns, terminated, truncated, finals.
#[derive(FromPyObject)]
struct Lent<'py>(
    PyReadwriteArrayDyn<'py, f32>,
    PyReadwriteArrayDyn<'py, bool>,
    PyReadwriteArrayDyn<'py, i8>,
    PyReadwriteArrayDyn<'py, f32>,
    PyReadwriteArrayDyn<'py, f32>,
    PyReadwriteArrayDyn<'py, bool>,
    PyReadwriteArrayDyn<'py, bool>,
    PyReadwriteArrayDyn<'py, f32>,
);

impl Lent<'_> {
    fn arrays(&mut self) -> PyResult<Arrays<'_>> {
        Ok(Arrays {
            observations: flat(&mut self.0, "observations")?,
            masks: flat(&mut self.1, "masks")?,
            seats: flat(&mut self.2, "seats")?,
            rewards: flat(&mut self.3, "rewards")?,
            returns: flat(&mut self.4, "returns")?,
            terminated: flat(&mut self.5, "terminated")?,
            truncated: flat(&mut self.6, "truncated")?,
            finals: flat(&mut self.7, "finals")?,
        })
    }
}

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (game, config, count, learner=None, threads=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        config: &str,
        count: usize,
        learner: Option<usize>,
        threads: Option<usize>,
    ) -> PyResult<Vector> {
        let config = fault::json(py, "config", config)?;
        let encoding = crate::encoded(py, game)?;
        let seats = encoding.play(&config, 0).map_err(|faults| of_faults(py, &faults))?.seats();
        let learner = learner.map(|seat| seat_of(py, seat, seats)).transpose()?;
        let threads = threads.unwrap_or_else(crate::cores).clamp(1, 256).min(count.max(1));
        let share = count.div_ceil(threads).max(1);
        let sizes = (0..count).step_by(share).map(|first| share.min(count - first));
        let parts = sizes.map(|size| encoding.batch(&config, size, learner));
        let parts: Vec<_> =
            parts.collect::<Result<_, _>>().map_err(|faults| of_faults(py, &faults))?;
        let (width, letters) = (encoding.width(), encoding.letters().len());
        let shape = Shape { games: count, width, letters, seats };
        let pool = Pool::new(parts.len());
        Ok(Vector { inner: Mutex::new(Inner { parts, shape, rng: Rng::new(0), pool }) })
    }

    fn seats(&self) -> usize {
        self.lock().shape.seats
    }

    fn reset(
        &self,
        py: Python<'_>,
        seeds: PyReadonlyArray1<'_, u64>,
        mut arrays: Lent<'_>,
    ) -> PyResult<()> {
        let (seeds, arrays) = (seeds.as_slice()?, arrays.arrays()?);
        let done = py
            .detach(|| self.lock().each(seeds, arrays, |part, seeds, own| part.reset(seeds, own)));
        done.map_err(|wrong| told(py, wrong))
    }

    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: Lent<'_>,
    ) -> PyResult<()> {
        let (actions, arrays) = (actions.as_slice()?, arrays.arrays()?);
        let done = py.detach(|| {
            let mut inner = self.lock();
            inner.check(actions)?;
            inner.each(actions, arrays, |part, letters, own| part.step(letters, own))
        });
        done.map_err(|wrong| told(py, wrong))
    }

    /// Samples and steps so many times, and says how many games ended: the loop of a random player without
    /// Python, by which one with Python is measured.
    fn run(
        &self,
        py: Python<'_>,
        steps: usize,
        mut actions: PyReadwriteArray1<'_, i64>,
        mut arrays: Lent<'_>,
    ) -> PyResult<usize> {
        let (actions, mut arrays) = (actions.as_slice_mut()?, arrays.arrays()?);
        let done = py.detach(|| {
            let mut inner = self.lock();
            let mut ended = 0;
            for _ in 0..steps {
                inner.any_letters(actions)?;
                inner.check(actions)?;
                inner
                    .each(actions, arrays.again(), |part, letters, own| part.step(letters, own))?;
                ended += arrays.terminated.iter().filter(|end| **end).count();
            }
            Ok(ended)
        });
        done.map_err(|wrong| told(py, wrong))
    }

    /// Writes a number at random for each game, each that is open equally likely.
    fn sample(&self, py: Python<'_>, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        py.detach(|| self.lock().any_letters(out)).map_err(|wrong| told(py, wrong))
    }

    /// Begins the random numbers anew.
    fn seed(&self, seed: u64) {
        self.lock().rng = Rng::new(seed);
    }

    /// Searches from where each game stands.
    fn search(&self, py: Python<'_>, seed: u64) -> PyResult<Search> {
        let inner = self.lock();
        let mut rng = Rng::new(seed);
        let parts = inner.parts.iter().map(|part| part.search(rng.next_u64()));
        let parts = parts.collect::<Option<Vec<_>>>().ok_or_else(|| {
            let sentence = "this game spells its commands with several letters, and searches are for \
                            games of single ones";
            fault::plain(py, "no_search", sentence)
        })?;
        let sizes = inner.parts.iter().map(|part| part.shape().games).collect();
        let pool = Pool::new(parts.len());
        Ok(Search { inner: Mutex::new(Searches { parts, sizes, shape: inner.shape, pool }) })
    }
}

impl Vector {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Says which letter cannot be taken, before the first is. A single part looks for itself.
    fn check(&self, letters: &[i64]) -> Result<(), Wrong> {
        let mut first = 0;
        for part in self.parts.iter().filter(|_| self.parts.len() > 1) {
            let end = first + part.shape().games;
            let own = letters.get(first..end.min(letters.len())).unwrap_or_default();
            part.check(own).map_err(|wrong| match wrong {
                Wrong::Letter { lane, misstep } => Wrong::Letter { lane: first + lane, misstep },
                size @ Wrong::Size { .. } => size,
            })?;
            first = end;
        }
        Ok(())
    }

    /// Does something in each part, spread over the threads.
    fn each<T: Sync>(
        &mut self,
        given: &[T],
        arrays: Arrays<'_>,
        work: impl Fn(&mut dyn AnyBatch, &[T], Arrays<'_>) -> Result<(), Wrong> + Sync,
    ) -> Result<(), Wrong> {
        let shape = self.shape;
        shape.check(given.len(), &arrays)?;
        let (mut rest, mut given) = (arrays, given);
        let mut jobs = Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            let games = part.shape().games;
            let (own, left) = rest.split(games, shape);
            let (own_given, given_left) = given.split_at(games);
            (rest, given) = (left, given_left);
            jobs.push((part, own_given, own));
        }
        self.pool.all(jobs, |(part, given, arrays)| work(part.as_mut(), given, arrays))
    }

    /// One source serves all games in order, so that threads change nothing.
    fn any_letters(&mut self, out: &mut [i64]) -> Result<(), Wrong> {
        let (found, wanted) = (out.len(), self.shape.games);
        if found != wanted {
            return Err(Wrong::Size { array: "actions", found, wanted });
        }
        let mut rest = out;
        for part in &self.parts {
            let (own, left) = rest.split_at_mut(part.shape().games);
            part.any_letters(&mut self.rng, own)?;
            rest = left;
        }
        Ok(())
    }
}

/// Searches side by side, led by a judge outside.
#[pyclass(module = "senet._senet", frozen)]
pub(crate) struct Search {
    inner: Mutex<Searches>,
}

struct Searches {
    parts: Vec<Box<dyn AnySearch>>,
    sizes: Vec<usize>,
    shape: Shape,
    pool: Pool,
}

#[pymethods]
impl Search {
    /// Follows a line in each game, and writes what is seen at its end, and whether that is to be judged.
    fn descend(
        &self,
        py: Python<'_>,
        mut seen: PyReadwriteArrayDyn<'_, f32>,
        mut asked: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let (seen, asked) = (flat(&mut seen, "observations")?, asked.as_slice_mut()?);
        let done = py.detach(|| self.lock().descend(seen, asked));
        done.map_err(|wrong| told(py, wrong))
    }

    /// Notes what the judge says of each.
    fn note(
        &self,
        py: Python<'_>,
        likes: PyReadonlyArrayDyn<'_, f32>,
        values: PyReadonlyArray1<'_, f32>,
    ) -> PyResult<()> {
        let scattered = |_| fault::value("the array of likes does not lie in one piece");
        let (likes, values) = (likes.as_slice().map_err(scattered)?, values.as_slice()?);
        let done = py.detach(|| self.lock().note(likes, values));
        done.map_err(|wrong| told(py, wrong))
    }

    /// Writes how often each number was chosen at the start.
    fn visits(&self, py: Python<'_>, mut out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        let out = flat(&mut out, "visits")?;
        py.detach(|| self.lock().visits(out)).map_err(|wrong| told(py, wrong))
    }
}

impl Search {
    fn lock(&self) -> MutexGuard<'_, Searches> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Searches {
    fn descend(&mut self, mut seen: &mut [f32], mut asked: &mut [bool]) -> Result<(), Wrong> {
        let Shape { games, width, .. } = self.shape;
        check_size("observations", seen.len(), games * width)?;
        check_size("asked", asked.len(), games)?;
        let mut jobs = Vec::with_capacity(self.parts.len());
        for (part, size) in self.parts.iter_mut().zip(&self.sizes) {
            let (own, left) = seen.split_at_mut(size * width);
            let (own_asked, asked_left) = asked.split_at_mut(*size);
            (seen, asked) = (left, asked_left);
            jobs.push((part, own, own_asked));
        }
        self.pool.all(jobs, |(part, seen, asked)| {
            part.descend(seen, asked);
            Ok(())
        })
    }

    fn note(&mut self, mut likes: &[f32], mut values: &[f32]) -> Result<(), Wrong> {
        let Shape { games, letters, .. } = self.shape;
        check_size("likes", likes.len(), games * letters)?;
        check_size("values", values.len(), games)?;
        let mut jobs = Vec::with_capacity(self.parts.len());
        for (part, size) in self.parts.iter_mut().zip(&self.sizes) {
            let (own, left) = likes.split_at(size * letters);
            let (own_values, values_left) = values.split_at(*size);
            (likes, values) = (left, values_left);
            jobs.push((part, own, own_values));
        }
        self.pool.all(jobs, |(part, likes, values)| {
            part.note(likes, values);
            Ok(())
        })
    }

    fn visits(&self, mut out: &mut [f32]) -> Result<(), Wrong> {
        let Shape { games, letters, .. } = self.shape;
        check_size("visits", out.len(), games * letters)?;
        for (part, size) in self.parts.iter().zip(&self.sizes) {
            let (own, left) = out.split_at_mut(size * letters);
            part.visits(own);
            out = left;
        }
        Ok(())
    }
}

fn check_size(array: &'static str, found: usize, wanted: usize) -> Result<(), Wrong> {
    if found == wanted { Ok(()) } else { Err(Wrong::Size { array, found, wanted }) }
}

fn told(py: Python<'_>, wrong: Wrong) -> PyErr {
    match wrong {
        Wrong::Letter { .. } => wrong_action(py, &wrong.to_string()),
        Wrong::Size { .. } => fault::value(wrong.to_string()),
    }
}
