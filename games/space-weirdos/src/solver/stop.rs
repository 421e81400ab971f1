//! When a question is to end without an answer: rules know no clock, so a host that has one is asked. Such a
//! host serves others too, and answers no more than anybody reads.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::Refused;

/// A question that a search asks now and then: is it enough?
///
/// ```
/// use senet_space_weirdos::Rules;
/// use senet_space_weirdos::Warband;
/// use senet_space_weirdos::solver::{Order, Refused, Stop, complete_until};
///
/// let order = Order::new(Warband::new());
/// let stopped = complete_until(&Rules::core(), &order, &Stop::when(|| true));
/// assert_eq!(stopped, Err(Refused::Stopped));
/// ```
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Never: whoever asks waits for all of it, on a device of their own.
    pub fn never() -> Stop {
        Stop(None)
    }

    /// As soon as the answer is yes.
    pub fn when(enough: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(enough)))
    }

    /// Refuses to go on once it is enough.
    pub(crate) fn check(&self) -> Result<(), Refused> {
        match &self.0 {
            Some(enough) if enough() => Err(Refused::Stopped),
            Some(_) | None => Ok(()),
        }
    }
}

/// The most bytes that a host which serves others tells about one warband, beside the warband itself.
pub(crate) const MAX_TOLD: usize = 2 * 1024 * 1024;

/// What is told about a warband, one thing after another: until it is enough, or too much. A name of many
/// letters is said again in every sentence, so the length of what is asked does not bound the answer.
pub(crate) struct Telling<'a> {
    stop: &'a Stop,
    left: usize,
}

impl<'a> Telling<'a> {
    pub(crate) fn new(stop: &'a Stop) -> Telling<'a> {
        Telling { stop, left: if stop.0.is_some() { MAX_TOLD } else { usize::MAX } }
    }

    /// Whether it is enough is asked here.
    pub(crate) fn stop(&self) -> &'a Stop {
        self.stop
    }

    /// One thing more, of so many bytes.
    pub(crate) fn more(&mut self, bytes: usize) -> Result<(), Refused> {
        self.stop.check()?;
        let left = self.left.checked_sub(bytes);
        self.left = left.ok_or(Refused::TooMuchToTell { limit: MAX_TOLD })?;
        Ok(())
    }

    /// One thing more, as it is written.
    pub(crate) fn thing(&mut self, thing: &impl Serialize) -> Result<(), Refused> {
        let counts = self.left < usize::MAX;
        let written = || serde_json::to_vec(thing).map_or(0, |written| written.len());
        self.more(if counts { written() } else { 0 })
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Stop::when" } else { "Stop::never" })
    }
}
