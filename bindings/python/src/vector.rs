//! Many games side by side, written into numpy's arrays where they lie.

use numpy::{PyReadonlyArray1, PyReadonlyArrayDyn, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use senet_catalog::{AnyBatch, AnySearch};
use senet_encode::{Arrays, Lots, Shape, Wrong};
use senet_kernel::Rng;

use crate::fault::{self, of_faults};
use crate::held::Held;
use crate::play::{flat, wrong_action};
use crate::pool::{Halt, Heed, Pool};
use crate::table::seat_of;
use crate::whole::{Seed, Whole, count};

/// How many games are one job at most, in small games and in large ones: after each a step looks whether
/// somebody pressed Ctrl-C.
const JOB: usize = 4096;
const LARGE_JOB: usize = 512;
/// A game of which more floats than that are seen is a large one.
const LARGE: usize = 128;

/// How many jobs each of several threads has at least, so that one whose core others use is helped.
const JOBS_EACH: usize = 4;

/// Many games side by side. The arrays are the caller's; each step writes over them.
#[pyclass(module = "senet._senet", frozen)]
pub(crate) struct Vector {
    inner: Held<Inner>,
}

struct Inner {
    /// The games, in parts that threads take one by one.
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
    #[pyo3(signature = (game, config, games, learner=None, threads=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        config: &str,
        games: usize,
        learner: Option<Whole>,
        threads: Option<Whole>,
    ) -> PyResult<Vector> {
        let config = fault::json(py, "config", config)?;
        let encoding = crate::encoded(py, game)?;
        let seats = encoding.play(&config, 0).map_err(|faults| of_faults(py, &faults))?.seats();
        let learner = learner.map(|seat| seat_of(py, seat, seats)).transpose()?;
        let threads = count(threads, "threads")?.unwrap_or_else(crate::cores);
        let threads = threads.min(256).min(games.max(1));
        let job = if encoding.width() > LARGE { LARGE_JOB } else { JOB };
        let jobs = if threads > 1 { threads * JOBS_EACH } else { 1 };
        let share = games.div_ceil(jobs).clamp(1, job);
        let mut parts = Vec::with_capacity(games.div_ceil(share));
        for first in (0..games).step_by(share) {
            let part = encoding.batch(&config, share.min(games - first), learner);
            parts.push(part.map_err(|faults| of_faults(py, &faults))?);
            py.check_signals()?;
        }
        let (width, letters) = (encoding.width(), encoding.letters().len());
        let shape = Shape { games, width, letters, seats };
        let pool = Pool::new(threads.min(parts.len()));
        Ok(Vector { inner: Held::of(Inner { parts, shape, rng: Rng::new(0), pool }) })
    }

    fn seats(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.inner.lock(py)?.shape.seats)
    }

    fn reset(
        &self,
        py: Python<'_>,
        seeds: PyReadonlyArray1<'_, u64>,
        mut arrays: Lent<'_>,
    ) -> PyResult<()> {
        let (seeds, arrays) = (seeds.as_slice()?, arrays.arrays()?);
        work(py, &self.inner, |inner, heed| {
            inner.each(heed, seeds, arrays, |part, seeds, own| part.reset(seeds, own))
        })
    }

    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: Lent<'_>,
    ) -> PyResult<()> {
        let (actions, arrays) = (actions.as_slice()?, arrays.arrays()?);
        work(py, &self.inner, |inner, heed| {
            inner.check(actions)?;
            inner.each(heed, actions, arrays, |part, letters, own| part.step(letters, own))
        })
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
        work(py, &self.inner, |inner, heed| {
            let mut ended = 0;
            for _ in 0..steps {
                inner.any_letters(heed, actions)?;
                inner.check(actions)?;
                let step = |part: &mut dyn AnyBatch, letters: &[i64], own: Arrays<'_>| {
                    part.step(letters, own)
                };
                inner.each(heed, actions, arrays.again(), step)?;
                ended += arrays.terminated.iter().filter(|end| **end).count();
            }
            Ok(ended)
        })
    }

    /// Writes a number at random for each game, each that is open equally likely.
    fn sample(&self, py: Python<'_>, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        work(py, &self.inner, |inner, heed| inner.any_letters(heed, out))
    }

    /// Begins the random numbers anew.
    fn seed(&self, py: Python<'_>, seed: Seed) -> PyResult<()> {
        self.inner.lock(py)?.rng = Rng::new(seed.0);
        Ok(())
    }

    /// Searches from where each game stands.
    fn search(&self, py: Python<'_>, seed: Seed) -> PyResult<Search> {
        let searches = work(py, &self.inner, |inner, _| Ok(inner.search(seed.0)))?;
        let searches = searches.ok_or_else(|| {
            let sentence = "this game spells its commands with several letters, and searches are for \
                            games of single ones";
            fault::plain(py, "no_search", sentence)
        })?;
        Ok(Search { inner: Held::of(searches) })
    }
}

/// Waits for the others and works without Python's lock. Ctrl-C stops both.
fn work<T: Send, R: Send>(
    py: Python<'_>,
    held: &Held<T>,
    work: impl FnOnce(&mut T, &Heed) -> Result<R, Halt> + Send,
) -> PyResult<R> {
    drop(held.lock(py)?);
    let locked = |heed: &Heed| {
        let mut held = held.lock_off(|| heed.interrupted()).ok_or(Halt::Interrupted)?;
        work(&mut held, heed)
    };
    Heed::work(py, locked, told)
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
        heed: &Heed,
        given: &[T],
        arrays: Arrays<'_>,
        work: impl Fn(&mut dyn AnyBatch, &[T], Arrays<'_>) -> Result<(), Wrong> + Sync,
    ) -> Result<(), Halt> {
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
        self.pool.all(heed, jobs, |(part, given, arrays)| work(part.as_mut(), given, arrays))
    }

    /// A search from where each game stands; none where commands have several letters.
    fn search(&self, seed: u64) -> Option<Searches> {
        let sizes: Vec<_> = self.parts.iter().map(|part| part.shape().games).collect();
        let (mut first, mut parts) = (0, Vec::with_capacity(sizes.len()));
        for (part, size) in self.parts.iter().zip(&sizes) {
            parts.push(part.search(Lots::new(seed, first))?);
            first += size;
        }
        Some(Searches { parts, sizes, shape: self.shape, pool: Pool::new(self.pool.spread()) })
    }

    /// Chooses a letter at random in each game.
    fn any_letters(&mut self, heed: &Heed, out: &mut [i64]) -> Result<(), Halt> {
        check_size("actions", out.len(), self.shape.games)?;
        let (key, mut first, mut rest) = (self.rng.next_u64(), 0, out);
        let mut jobs = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let (own, left) = rest.split_at_mut(part.shape().games);
            let lots = Lots::new(key, first);
            (first, rest) = (first + own.len(), left);
            jobs.push((part, lots, own));
        }
        self.pool.all(heed, jobs, |(part, lots, own)| part.any_letters(lots, own))
    }
}

/// Searches side by side, led by a judge outside.
#[pyclass(module = "senet._senet", frozen)]
pub(crate) struct Search {
    inner: Held<Searches>,
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
        work(py, &self.inner, |inner, heed| inner.descend(heed, seen, asked))
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
        work(py, &self.inner, |inner, heed| inner.note(heed, likes, values))
    }

    /// Writes how often each number was chosen at the start.
    fn visits(&self, py: Python<'_>, mut out: PyReadwriteArrayDyn<'_, f32>) -> PyResult<()> {
        let out = flat(&mut out, "visits")?;
        work(py, &self.inner, |inner, _| Ok(inner.visits(out)?))
    }
}

impl Searches {
    fn descend(
        &mut self,
        heed: &Heed,
        mut seen: &mut [f32],
        mut asked: &mut [bool],
    ) -> Result<(), Halt> {
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
        self.pool.all(heed, jobs, |(part, seen, asked)| {
            part.descend(seen, asked);
            Ok(())
        })
    }

    fn note(&mut self, heed: &Heed, mut likes: &[f32], mut values: &[f32]) -> Result<(), Halt> {
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
        self.pool.all(heed, jobs, |(part, likes, values)| {
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
