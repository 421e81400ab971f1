//! When a search is to end without an answer: rules know no clock, so a host that has one is asked.

use std::fmt;
use std::sync::Arc;

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
    /// Never.
    pub fn never() -> Stop {
        Stop(None)
    }

    /// As soon as the answer is yes.
    pub fn when(enough: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(enough)))
    }

    /// Refuses to go on once it is enough.
    pub(super) fn check(&self) -> Result<(), Refused> {
        match &self.0 {
            Some(enough) if enough() => Err(Refused::Stopped),
            Some(_) | None => Ok(()),
        }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Stop::when" } else { "Stop::never" })
    }
}
