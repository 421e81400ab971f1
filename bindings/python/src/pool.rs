//! Threads that wait for the next step: to start them anew for each would take longer than the step.

use std::sync::Mutex;

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use senet_encode::Wrong;

/// Threads of one vector. The caller works too, so there is one less than it spreads over.
pub(crate) struct Pool {
    spread: usize,
    threads: Option<(u32, ThreadPool)>,
}

impl Pool {
    /// For work in so many parts. The threads start when they are first needed.
    pub(crate) fn new(spread: usize) -> Pool {
        Pool { spread, threads: None }
    }

    /// Does all jobs, each in a thread, and tells the first fault.
    pub(crate) fn all<T: Send>(
        &mut self,
        jobs: Vec<T>,
        work: impl Fn(T) -> Result<(), Wrong> + Sync,
    ) -> Result<(), Wrong> {
        let Some(threads) = self.threads().filter(|_| jobs.len() > 1) else {
            return jobs.into_iter().try_for_each(work);
        };
        let fault = Mutex::new(None);
        let run = |job| {
            if let Err(wrong) = work(job) {
                fault.lock().expect("no job panics with the lock").get_or_insert(wrong);
            }
        };
        threads.in_place_scope(|scope| {
            let mut jobs = jobs.into_iter();
            let own = jobs.next();
            jobs.for_each(|job| scope.spawn(|_| run(job)));
            own.into_iter().for_each(run);
        });
        fault.into_inner().expect("no job panics with the lock").map_or(Ok(()), Err)
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
