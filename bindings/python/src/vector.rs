//! Many games side by side, written into numpy's arrays where they lie.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use senet_catalog::AnyBatch;
use senet_encode::{Arrays, Wrong};
use senet_kernel::Rng;

use crate::fault::{self, of_faults};
use crate::play::{flat, wrong_action};
use crate::table::seat_of;

/// Many games side by side. The arrays are the caller's; each step writes over them.
#[pyclass(module = "senet._senet", frozen)]
pub(crate) struct Vector {
    batch: Mutex<(Box<dyn AnyBatch>, Rng)>,
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
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or(cores).clamp(1, 256);
        let batch = encoding.batch(&config, count, learner, threads);
        let batch = batch.map_err(|faults| of_faults(py, &faults))?;
        Ok(Vector { batch: Mutex::new((batch, Rng::new(0))) })
    }

    fn seats(&self) -> usize {
        self.lock().0.seats()
    }

    fn reset(
        &self,
        py: Python<'_>,
        seeds: PyReadonlyArray1<'_, u64>,
        mut arrays: Lent<'_>,
    ) -> PyResult<()> {
        let (seeds, arrays) = (seeds.as_slice()?, arrays.arrays()?);
        let done = py.detach(|| self.lock().0.reset(seeds, arrays));
        done.map_err(|wrong| told(py, wrong))
    }

    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut arrays: Lent<'_>,
    ) -> PyResult<()> {
        let (actions, arrays) = (actions.as_slice()?, arrays.arrays()?);
        let done = py.detach(|| self.lock().0.step(actions, arrays));
        done.map_err(|wrong| told(py, wrong))
    }

    /// Writes a number at random for each game, each that is open equally likely.
    fn sample(&self, py: Python<'_>, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let out = out.as_slice_mut()?;
        let done = py.detach(|| {
            let mut inner = self.lock();
            let (batch, rng) = &mut *inner;
            batch.any_letters(rng, out)
        });
        done.map_err(|wrong| told(py, wrong))
    }

    /// Begins the random numbers anew.
    fn seed(&self, seed: u64) {
        self.lock().1 = Rng::new(seed);
    }
}

impl Vector {
    fn lock(&self) -> MutexGuard<'_, (Box<dyn AnyBatch>, Rng)> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn told(py: Python<'_>, wrong: Wrong) -> PyErr {
    match wrong {
        Wrong::Letter { .. } => wrong_action(py, &wrong.to_string()),
        Wrong::Size { .. } => fault::value(wrong.to_string()),
    }
}
