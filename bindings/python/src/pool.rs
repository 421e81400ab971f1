//! Threads that wait for the next step: to start them anew for each would take longer than the step.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use senet_encode::Wrong;

/// How often a long step looks whether somebody pressed Ctrl-C.
const LOOKS_EVERY: Duration = Duration::from_millis(50);

/// Why work did not come to its end.
pub(crate) enum Halt {
    /// Something about it is wrong.
    Wrong(Wrong),
    /// Somebody pressed Ctrl-C: some of the jobs are done, and others are not.
    Interrupted,
}

impl From<Wrong> for Halt {
    fn from(wrong: Wrong) -> Halt {
        Halt::Wrong(wrong)
    }
}

/// Whether somebody pressed Ctrl-C, for a thread that works without Python's lock.
pub(crate) struct Heed {
    looked: Cell<Instant>,
    heard: RefCell<Option<PyErr>>,
}

impl Heed {
    /// Works without Python's lock. What was heard meanwhile is raised.
    pub(crate) fn work<T: Send>(
        py: Python<'_>,
        work: impl FnOnce(&Heed) -> Result<T, Halt> + Send,
        told: impl FnOnce(Python<'_>, Wrong) -> PyErr,
    ) -> PyResult<T> {
        let (done, heard) = py.detach(|| {
            let heed = Heed { looked: Cell::new(Instant::now()), heard: RefCell::new(None) };
            (work(&heed), heed.heard.into_inner())
        });
        match (heard, done) {
            (Some(error), _) => Err(error),
            (None, Ok(done)) => Ok(done),
            (None, Err(Halt::Wrong(wrong))) => Err(told(py, wrong)),
            (None, Err(Halt::Interrupted)) => {
                Err(pyo3::exceptions::PyKeyboardInterrupt::new_err(()))
            }
        }
    }

    /// Looks, where the last look was a while ago.
    pub(crate) fn interrupted(&self) -> bool {
        if self.heard.borrow().is_none() && self.looked.get().elapsed() > LOOKS_EVERY {
            self.looked.set(Instant::now());
            *self.heard.borrow_mut() = Python::attach(|py| py.check_signals()).err();
        }
        self.heard.borrow().is_some()
    }
}

/// Jobs that threads take one by one. Each begins with those that it had in the step before, which lie in the
/// cache of its core, and helps the others then.
struct Jobs<T> {
    each: Vec<Mutex<Option<T>>>,
    spread: usize,
}

impl<T> Jobs<T> {
    fn of(jobs: Vec<T>, spread: usize) -> Jobs<T> {
        Jobs { each: jobs.into_iter().map(|job| Mutex::new(Some(job))).collect(), spread }
    }

    /// What is left for the thread of this number.
    fn from(&self, thread: usize) -> impl Iterator<Item = T> {
        let (before, own) = self.each.split_at(thread * self.each.len() / self.spread);
        let taken =
            |job: &Mutex<Option<T>>| job.lock().unwrap_or_else(PoisonError::into_inner).take();
        own.iter().chain(before).filter_map(taken)
    }
}

/// Threads of one vector. The caller works too, so there is one less than it spreads over.
pub(crate) struct Pool {
    spread: usize,
    threads: Option<(u32, ThreadPool)>,
}

impl Pool {
    /// For work spread over so many threads. They start when they are first needed.
    pub(crate) fn new(spread: usize) -> Pool {
        Pool { spread, threads: None }
    }

    /// Over how many.
    pub(crate) const fn spread(&self) -> usize {
        self.spread
    }

    /// Does all jobs, each in a thread, and tells the first fault.
    pub(crate) fn all<T: Send>(
        &mut self,
        heed: &Heed,
        jobs: Vec<T>,
        work: impl Fn(T) -> Result<(), Wrong> + Sync,
    ) -> Result<(), Halt> {
        let spread = self.spread;
        let Some(threads) = self.threads().filter(|_| jobs.len() > 1) else {
            for job in jobs {
                work(job)?;
                if heed.interrupted() {
                    return Err(Halt::Interrupted);
                }
            }
            return Ok(());
        };
        let (jobs, helpers) = (Jobs::of(jobs, spread), spread - 1);
        let (stop, fault) = (AtomicBool::new(false), Mutex::new(None));
        let run = |job| {
            if let Err(wrong) = work(job) {
                fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(wrong);
            }
        };
        threads.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    let own = threads.current_thread_index().map_or(0, |index| index + 1);
                    let goes_on = |_: &T| !stop.load(Ordering::Relaxed);
                    jobs.from(own).take_while(goes_on).for_each(run);
                });
            }
            for job in jobs.from(0) {
                run(job);
                if heed.interrupted() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(wrong) => Err(Halt::Wrong(wrong)),
            None if stop.into_inner() => Err(Halt::Interrupted),
            None => Ok(()),
        }
    }

    /// The threads of this process. A forked one has none of its parent's, and starts its own.
    fn threads(&mut self) -> Option<&ThreadPool> {
        let process = std::process::id();
        if self.spread > 1 && self.threads.as_ref().is_none_or(|(of, _)| *of != process) {
            let name = |i| format!("senet-vector-{i}");
            let pool = ThreadPoolBuilder::new().num_threads(self.spread - 1).thread_name(name);
            let before = self.threads.take();
            // Nobody is there to answer it.
            std::mem::forget(before);
            self.threads = pool.build().ok().map(|pool| (process, pool));
        }
        self.threads.as_ref().map(|(_, pool)| pool)
    }
}
