//! Work of which nobody can tell how long it takes: what a game does that came as a file.
//!
//! A host whose threads serve many people says how it is done, so that nobody waits for it but whoever sits at
//! that table.

use std::sync::OnceLock;

/// Does a piece of work and comes back when it is done.
pub type Way = fn(&mut dyn FnMut());

static WAY: OnceLock<Way> = OnceLock::new();

/// Says how such work is done here; the first who says it is heard. Otherwise it is done like any other.
pub fn set_aside(way: Way) {
    WAY.get_or_init(|| way);
}

/// Does work that may take long.
pub fn aside<T>(work: impl FnOnce() -> T) -> T {
    let Some(way) = WAY.get() else { return work() };
    let (mut work, mut done) = (Some(work), None);
    way(&mut || done = work.take().map(|work| work()));
    done.expect("a way does the work that it is given")
}
