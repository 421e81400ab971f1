//! What all that runs of one module may take together, and when it is asked no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use crate::{Limits, Trouble};

/// What everything that runs of one module has in common.
#[derive(Default)]
struct Common {
    /// How many bytes of memory it has.
    held: AtomicUsize,
    /// How often it came to no end.
    endless: AtomicU32,
}

/// The part of one instance in it. Clones begin with nothing; what one has is given back when it goes.
#[derive(Default)]
pub(crate) struct Share {
    common: Arc<Common>,
    held: usize,
}

impl Clone for Share {
    fn clone(&self) -> Share {
        Share { common: Arc::clone(&self.common), held: 0 }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.common.held.fetch_sub(self.held, Ordering::Relaxed);
    }
}

impl Share {
    /// Whether the module is still asked.
    pub(crate) fn goes_on(&self, limits: Limits) -> Result<(), Trouble> {
        let endless = self.common.endless.load(Ordering::Relaxed);
        if endless < limits.failures { Ok(()) } else { Err(Trouble::SetAside(endless)) }
    }

    pub(crate) fn came_to_no_end(&self) {
        self.common.endless.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes how many bytes of memory the instance has now.
    pub(crate) fn has(&mut self, bytes: usize) {
        self.common.held.fetch_add(bytes, Ordering::Relaxed);
        self.common.held.fetch_sub(self.held, Ordering::Relaxed);
        self.held = bytes;
    }

    /// What the instance may have until it has answered.
    pub(crate) fn bounds(&self, limits: Limits) -> Bounds {
        let others = self.common.held.load(Ordering::Relaxed).saturating_sub(self.held);
        let left = (limits.together << 20).saturating_sub(others).max(self.held);
        let most = limits.memory << 20;
        Bounds { most: most.min(left), crowded: left < most }
    }
}

/// What one instance may have.
pub(crate) struct Bounds {
    /// Bytes of memory.
    pub(crate) most: usize,
    /// Whether that is less than it may have alone.
    crowded: bool,
}

impl Bounds {
    /// How many elements a table may have.
    pub(crate) const ELEMENTS: usize = 1 << 16;
    /// How many tables it may have.
    pub(crate) const TABLES: usize = 4;

    /// Why it was refused more memory.
    pub(crate) fn trouble(&self, limits: Limits) -> Trouble {
        match self.crowded {
            true => Trouble::Crowded(limits.together),
            false => Trouble::Memory(limits.memory),
        }
    }
}
