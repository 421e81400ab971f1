//! How long a mind may think: a flag that ends it, a clock of the host's, and how far it has come.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// What a host holds of a mind that thinks. Clones share the same flag, clock and progress.
///
/// Bots know no clock: a host that gives a time hands in a question that is asked between lines.
///
/// ```
/// use senet_bots::Leash;
///
/// let leash = Leash::default();
/// assert!(!leash.pulled());
/// leash.clone().pull();
/// assert!(leash.pulled());
/// ```
#[derive(Clone, Default)]
pub struct Leash {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicU32>,
    of: Arc<AtomicU32>,
    enough: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Leash {
    /// A leash that is also pulled once the answer is yes, such as when a deadline has passed.
    pub fn until(enough: impl Fn() -> bool + Send + Sync + 'static) -> Leash {
        Leash { enough: Some(Arc::new(enough)), ..Leash::default() }
    }

    /// Ends the thinking: the mind answers at once with the best that it has found.
    pub fn pull(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the mind is to answer now.
    pub fn pulled(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.enough.as_ref().is_some_and(|enough| enough())
    }

    /// How many lines were played, and how many there will be; both 0 before the first.
    pub fn progress(&self) -> (u32, u32) {
        (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }

    pub(crate) fn begin(&self, lines: u32) {
        self.done.store(0, Ordering::Relaxed);
        self.of.store(lines, Ordering::Relaxed);
    }

    pub(crate) fn played(&self, lines: u32) {
        self.done.fetch_add(lines, Ordering::Relaxed);
    }
}

impl fmt::Debug for Leash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (done, of) = self.progress();
        write!(f, "Leash({done} of {of})")
    }
}
