//! What an object of Python holds: one thread at a time uses it, and none waits in vain.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The longest that a thread sleeps before it looks again.
const LOOKS_EVERY: Duration = Duration::from_millis(20);

/// How many forks led to this process.
static FORKS: AtomicU32 = AtomicU32::new(0);

/// Python calls it in a process that was forked.
#[pyfunction]
pub(crate) fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// Something that is there once the object was begun: a class of Python's may forget to.
pub(crate) struct Held<T> {
    inner: Mutex<Option<T>>,
    /// After how many forks it was last locked.
    forks: AtomicU32,
}

/// What is held, for as long as nobody else uses it. Its holder runs none of Python's code meanwhile.
pub(crate) struct Guard<'a, T>(MutexGuard<'a, Option<T>>);

impl<T: Send> Held<T> {
    /// Nothing yet.
    pub(crate) const fn empty() -> Held<T> {
        Held { inner: Mutex::new(None), forks: AtomicU32::new(0) }
    }

    pub(crate) const fn of(held: T) -> Held<T> {
        Held { inner: Mutex::new(Some(held)), forks: AtomicU32::new(0) }
    }

    /// Begins the object, or begins it anew.
    pub(crate) fn put(&self, py: Python<'_>, held: T) -> PyResult<()> {
        let before = self.locked(py)?.replace(held);
        drop(before);
        Ok(())
    }

    /// Takes it out of an object that nobody needs any more.
    pub(crate) fn take(&self, py: Python<'_>) -> PyResult<T> {
        self.locked(py)?.take().ok_or_else(not_begun)
    }

    /// Waits without Python's lock, for whoever uses it may need that, and hears Ctrl-C meanwhile.
    #[inline]
    pub(crate) fn lock(&self, py: Python<'_>) -> PyResult<Guard<'_, T>> {
        let held = self.locked(py)?;
        if held.is_some() { Ok(Guard(held)) } else { Err(not_begun()) }
    }

    /// The same for a thread that has let go of Python's lock; nothing once it is to give up.
    pub(crate) fn lock_off(&self, gives_up: impl Fn() -> bool) -> Option<Guard<'_, T>> {
        let mut nap = Naps::new();
        loop {
            if let Some(held) = self.tried() {
                return held.is_some().then_some(Guard(held));
            }
            if gives_up() {
                return None;
            }
            nap.sleep();
        }
    }

    #[inline]
    fn locked(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Option<T>>> {
        self.tried().map_or_else(|| self.waited(py), Ok)
    }

    #[cold]
    fn waited(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Option<T>>> {
        let mut nap = Naps::new();
        loop {
            if let Some(held) = self.tried() {
                return Ok(held);
            }
            // A thread of the process before does not come to give it back. One that has locked it just now says
            // so a moment later.
            if nap.is_long() && self.forks.load(Ordering::Relaxed) != FORKS.load(Ordering::Relaxed)
            {
                return Err(lost());
            }
            py.check_signals()?;
            py.detach(|| nap.sleep());
        }
    }

    #[inline]
    fn tried(&self) -> Option<MutexGuard<'_, Option<T>>> {
        let held = match self.inner.try_lock() {
            Ok(held) => held,
            // A change that panicked has left it as it was: changes cannot fail half-way.
            Err(TryLockError::Poisoned(held)) => held.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        self.forks.store(FORKS.load(Ordering::Relaxed), Ordering::Relaxed);
        Some(held)
    }
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect("looked at when it was locked")
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().expect("looked at when it was locked")
    }
}

/// Sleeps that grow longer.
struct Naps(Duration);

impl Naps {
    const fn new() -> Naps {
        Naps(Duration::from_micros(20))
    }

    fn is_long(&self) -> bool {
        self.0 == LOOKS_EVERY
    }

    fn sleep(&mut self) {
        std::thread::sleep(self.0);
        self.0 = (2 * self.0).min(LOOKS_EVERY);
    }
}

fn not_begun() -> PyErr {
    let sentence = "this object was not begun: a class of your own calls super().__init__(...)";
    PyRuntimeError::new_err(sentence)
}

fn lost() -> PyErr {
    let sentence = "another thread used this object when the process was forked: make it anew";
    PyRuntimeError::new_err(sentence)
}
