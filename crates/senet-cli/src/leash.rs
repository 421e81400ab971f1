//! How long minds may think here: as long as their level, and until Ctrl-C.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use senet_catalog::{Leash, Level};

/// A leash that is pulled once the level's time is over, counted from now.
pub fn of_level(level: Level) -> Leash {
    within(Duration::from_millis(level.millis().into()))
}

/// A leash that is pulled after so long.
pub fn within(time: Duration) -> Leash {
    let begun = Instant::now();
    Leash::until(move || begun.elapsed() >= time)
}

/// What Ctrl-C ends: the thought of the moment, which answers with the best so far, and where nobody thinks or
/// the thought has been ended already, the program.
#[derive(Clone, Default)]
pub struct Thoughts(Arc<Mutex<Option<Leash>>>);

impl Thoughts {
    /// Those of this process, which listen for Ctrl-C from now on.
    pub fn listening() -> Thoughts {
        static LISTENING: OnceLock<Thoughts> = OnceLock::new();
        LISTENING.get_or_init(Thoughts::heard).clone()
    }

    fn heard() -> Thoughts {
        let thoughts = Thoughts::default();
        let heard = thoughts.clone();
        // A thread of its own waits for the signal, because thoughts wait for nothing.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            while let Ok(()) = runtime.block_on(tokio::signal::ctrl_c()) {
                if !heard.end() {
                    /// What shells give a program that Ctrl-C has ended.
                    const INTERRUPTED: i32 = 130;
                    std::process::exit(INTERRUPTED);
                }
            }
        });
        thoughts
    }

    /// Thinks on a leash that Ctrl-C pulls.
    pub fn think<T>(&self, leash: &Leash, thought: impl FnOnce() -> T) -> T {
        self.set(Some(leash.clone()));
        let thought = thought();
        self.set(None);
        thought
    }

    /// Ends the thought of the moment; says whether there was one.
    fn end(&self) -> bool {
        let thought = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        thought.inspect(Leash::pull).is_some()
    }

    fn set(&self, leash: Option<Leash>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = leash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first Ctrl-C ends the thought, a second one finds none.
    #[test]
    fn a_thought_is_ended_once_and_none_where_nobody_thinks() {
        let thoughts = Thoughts::default();
        assert!(!thoughts.end());
        let leash = Leash::default();
        thoughts.think(&leash, || {
            assert!(thoughts.end() && leash.pulled());
            assert!(!thoughts.end());
        });
        assert!(!thoughts.end());
    }

    #[test]
    fn a_level_has_its_time_and_no_more() {
        assert!(!of_level(Level::Hard).pulled());
        assert!(within(Duration::ZERO).pulled());
    }
}
