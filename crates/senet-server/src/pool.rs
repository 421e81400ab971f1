//! Where long thoughts are thought: bots, hints, warbands, looks back into long games.
//!
//! A fixed number of threads work beside those that serve sockets, and give way to them: a move never
//! waits for a thought. Who asks gets a share by address: each address has a line of its own, the lines
//! take turns, and no address has every thread. A line that is full, or a thought that nobody could
//! begin in time, is answered with [`Busy`], which says when to come back.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::ApiError;
use crate::metrics::{Gauge, Histogram};

/// How many thoughts of one address may wait.
const LINE: usize = 64;
/// How many thoughts may wait in all.
const WAITING: usize = 4096;

/// The pool. All clones are the same one; its threads end with the last.
pub struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    threads: usize,
    queue: Mutex<Queue>,
    news: Condvar,
    /// How many wait.
    depth: Gauge,
    /// How long a thought waits before it begins.
    waited: Histogram,
    /// How long it then takes.
    took: Histogram,
}

#[derive(Default)]
struct Queue {
    /// The addresses that want something or have a thread, in the order of their turns.
    lines: VecDeque<Line>,
    waiting: usize,
    closed: bool,
    /// How long a thought took of late, in milliseconds.
    mean_ms: u64,
}

struct Line {
    address: Arc<str>,
    jobs: VecDeque<Job>,
    running: usize,
}

/// Asks whether a thought is to end now.
pub type Enough = Arc<dyn Fn() -> bool + Send + Sync>;

/// Who asks for a thought: whose share it uses, and whether they still want to know.
#[derive(Clone)]
pub struct Asker {
    address: Arc<str>,
    gone: Enough,
}

impl Asker {
    /// One who waits for the answer until `gone` says otherwise.
    pub fn new(
        address: impl Into<Arc<str>>,
        gone: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Asker {
        Asker { address: address.into(), gone: Arc::new(gone) }
    }

    /// The house itself, which thinks on an address's share and stays.
    pub fn house(address: impl Into<Arc<str>>) -> Asker {
        Asker::new(address, || false)
    }

    /// Whose share it uses.
    pub fn address(&self) -> &str {
        &self.address
    }
}

struct Job {
    work: Box<dyn FnOnce() + Send>,
    /// Whether whoever asked has gone, or nothing could be found any more in the time that is left.
    given_up: Enough,
    since: Instant,
}

/// There is too much to do; come back after a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy {
    /// When it is worth while to ask again.
    pub retry_after: Duration,
}

/// Why a thought came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// It was not begun, or not done in time.
    Busy(Busy),
    /// It has panicked.
    Broken,
}

impl From<Missed> for ApiError {
    fn from(missed: Missed) -> ApiError {
        match missed {
            Missed::Busy(Busy { retry_after }) => {
                let seconds = retry_after.as_secs().max(1);
                let sentence = format!(
                    "the server has too much to think about; ask again in {seconds} seconds"
                );
                ApiError::new("busy", sentence).later(retry_after)
            }
            Missed::Broken => {
                ApiError::new("internal", "something is wrong with the server; its log says what")
            }
        }
    }
}

impl Pool {
    /// As many threads as there are cores, and at least two.
    pub fn for_this_machine() -> Pool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Pool::new(cores.max(2))
    }

    /// A pool of so many threads.
    pub fn new(threads: usize) -> Pool {
        let shared = Arc::new(Shared {
            threads,
            queue: Mutex::default(),
            news: Condvar::new(),
            depth: Gauge::default(),
            waited: Histogram::default(),
            took: Histogram::default(),
        });
        for number in 0..threads {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name(format!("thought-{number}"));
            if let Err(error) = thread.spawn(move || shared.work()) {
                tracing::error!(%error, "a thread for thoughts could not be started");
            }
        }
        Pool { shared }
    }

    /// Thinks something for somebody, if it can be done by the deadline.
    pub async fn run<T: Send + 'static>(
        &self,
        asker: &Asker,
        deadline: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Missed> {
        self.run_on_a_leash(asker, deadline, move |_| work()).await
    }

    /// The same for a thought that asks now and then whether it is enough: when its time is nearly over,
    /// so that the best so far still comes in time, or when whoever asked has gone.
    pub async fn run_on_a_leash<T: Send + 'static>(
        &self,
        asker: &Asker,
        deadline: Duration,
        work: impl FnOnce(Enough) -> T + Send + 'static,
    ) -> Result<T, Missed> {
        let (done, answer) = oneshot::channel();
        let done = Arc::new(Mutex::new(Some(done)));
        let (asked, gone) = (done.clone(), asker.gone.clone());
        let given_up: Enough = Arc::new(move || {
            gone() || lock(&asked).as_ref().is_none_or(oneshot::Sender::is_closed)
        });
        let end = Instant::now() + deadline * 9 / 10;
        let enough: Enough = Arc::new(move || Instant::now() >= end || given_up());
        let given_up = enough.clone();
        let work = move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(enough)));
            if let Some(done) = lock(&done).take() {
                // Whoever asked may have gone.
                let _ = done.send(result.ok());
            }
        };
        let job = Job { work: Box::new(work), given_up, since: Instant::now() };
        self.shared.queue(asker.address(), job).map_err(Missed::Busy)?;
        match tokio::time::timeout(deadline, answer).await {
            Ok(Ok(Some(result))) => Ok(result),
            Ok(Ok(None)) => Err(Missed::Broken),
            Ok(Err(_)) | Err(_) => Err(Missed::Busy(self.shared.busy(asker.address()))),
        }
    }

    /// Looks something up for somebody that may take long, such as an old position. It is asked between its
    /// steps whether it is enough.
    pub async fn look_up<T: Send + 'static>(
        &self,
        asker: &Asker,
        work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
    ) -> Result<T, ApiError> {
        /// How long that may take, its turn in the line included.
        const DEADLINE: Duration = Duration::from_secs(20);
        let runtime = tokio::runtime::Handle::current();
        let looked = self.run_on_a_leash(asker, DEADLINE, move |enough| {
            let mut work = pin!(work);
            runtime.block_on(poll_fn(|context| match enough() {
                true => Poll::Ready(None),
                false => work.as_mut().poll(context).map(Some),
            }))
        });
        let too_late = || Missed::Busy(self.shared.busy(asker.address()));
        looked.await?.ok_or_else(too_late)?
    }

    /// How many thoughts wait.
    pub fn waiting(&self) -> u64 {
        self.shared.depth.get()
    }

    /// How long thoughts waited.
    pub(crate) fn waited(&self) -> &Histogram {
        &self.shared.waited
    }

    /// How long they took.
    pub(crate) fn took(&self) -> &Histogram {
        &self.shared.took
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.news.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }

    fn queue(&self, address: &str, job: Job) -> Result<(), Busy> {
        let mut queue = self.lock();
        let line = queue.line(address);
        if queue.lines[line].jobs.len() >= LINE {
            // Who has gone keeps no place in the line.
            queue.lines[line].jobs.retain(|job| !(job.given_up)());
            queue.waiting = queue.lines.iter().map(|line| line.jobs.len()).sum();
        }
        if queue.lines[line].jobs.len() >= LINE || queue.waiting >= WAITING {
            return Err(queue.busy(address, self.threads));
        }
        queue.lines[line].jobs.push_back(job);
        queue.waiting += 1;
        self.depth.set(queue.waiting as u64);
        drop(queue);
        self.news.notify_one();
        Ok(())
    }

    fn busy(&self, address: &str) -> Busy {
        self.lock().busy(address, self.threads)
    }

    /// What a thread does for as long as the pool lives.
    fn work(&self) {
        give_way();
        let mut queue = self.lock();
        while !queue.closed {
            let Some((address, job)) = queue.next(self.threads) else {
                queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            self.depth.set(queue.waiting as u64);
            drop(queue);
            let took = self.think(job);
            queue = self.lock();
            queue.done(&address, took);
            // A thread of this address is free again, for which others may have waited.
            self.news.notify_one();
        }
    }

    /// Thinks, where somebody still wants to know.
    fn think(&self, job: Job) -> Option<Duration> {
        self.waited.observe(job.since.elapsed());
        if (job.given_up)() {
            return None;
        }
        let started = Instant::now();
        (job.work)();
        let took = started.elapsed();
        self.took.observe(took);
        Some(took)
    }
}

impl Queue {
    /// Where the line of an address is; at the end, where there was none.
    fn line(&mut self, address: &str) -> usize {
        if let Some(at) = self.lines.iter().position(|line| &*line.address == address) {
            return at;
        }
        let line = Line { address: address.into(), jobs: VecDeque::new(), running: 0 };
        self.lines.push_back(line);
        self.lines.len() - 1
    }

    /// The next thought: of the first line whose turn it is, which then goes to the end. One thread is
    /// left to the others, whoever they are.
    fn next(&mut self, threads: usize) -> Option<(Arc<str>, Job)> {
        let most = threads.saturating_sub(1).max(1);
        let ready = |line: &Line| !line.jobs.is_empty() && line.running < most;
        let at = self.lines.iter().position(ready)?;
        let mut line = self.lines.remove(at)?;
        let job = line.jobs.pop_front()?;
        self.waiting -= 1;
        line.running += 1;
        let address = line.address.clone();
        self.lines.push_back(line);
        Some((address, job))
    }

    fn done(&mut self, address: &str, took: Option<Duration>) {
        if let Some(took) = took {
            let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            self.mean_ms = (self.mean_ms * 7 + took) / 8;
        }
        for line in &mut self.lines {
            if &*line.address == address {
                line.running -= 1;
            }
        }
        self.lines.retain(|line| line.running > 0 || !line.jobs.is_empty());
    }

    /// When the line of an address is likely to have moved on.
    fn busy(&self, address: &str, threads: usize) -> Busy {
        let own = self.lines.iter().find(|line| &*line.address == address);
        let own = own.map_or(0, |line| line.jobs.len() + line.running) as u64;
        let lines = self.lines.iter().filter(|line| !line.jobs.is_empty()).count() as u64;
        let ahead = (own * lines.max(1)).min(self.waiting as u64 + threads as u64);
        let ms = self.mean_ms.max(1).saturating_mul(ahead) / threads.max(1) as u64;
        Busy { retry_after: Duration::from_millis(ms.clamp(1_000, 60_000)) }
    }
}

/// Lets the threads that serve sockets go first, where the system can tell threads apart.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        /// So much nicer a thread is that thinks: it gets a tenth of a core that others want too.
        const NICER: i32 = 10;
        if let Err(error) = rustix::process::nice(NICER) {
            tracing::debug!(%error, "a thread for thoughts is as eager as the others");
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn from(address: &str) -> Asker {
        Asker::house(address)
    }

    const LONG: Duration = Duration::from_secs(600);

    /// Work that says that it has begun and lasts until it is told to end.
    fn held(
        begun: &mpsc::Sender<u32>,
        number: u32,
    ) -> (mpsc::Sender<()>, impl FnOnce() + Send + use<>) {
        let (end, ended) = mpsc::channel::<()>();
        let begun = begun.clone();
        let work = move || {
            begun.send(number).unwrap();
            let _ = ended.recv();
        };
        (end, work)
    }

    #[tokio::test]
    async fn no_address_has_every_thread_and_lines_take_turns() {
        let pool = Arc::new(Pool::new(2));
        let (begun, first) = mpsc::channel();
        let mut greedy = Vec::new();
        for number in 0..10 {
            let (end, work) = held(&begun, number);
            let pool = pool.clone();
            greedy.push((end, tokio::spawn(async move { pool.run(&from("a"), LONG, work).await })));
            tokio::task::yield_now().await;
        }
        let first = tokio::task::spawn_blocking(move || (first.recv().unwrap(), first));
        let (number, first) = first.await.unwrap();
        assert_eq!(number, 0);
        // The other thread is free for whoever else comes, at once.
        assert_eq!(pool.run(&from("b"), LONG, || 7).await, Ok(7));
        assert_eq!(pool.run(&from("c"), LONG, || 8).await, Ok(8));
        assert!(first.try_recv().is_err(), "the second of the greedy waits for its first");
        for (number, (end, task)) in greedy.into_iter().enumerate() {
            drop(end);
            task.await.unwrap().unwrap();
            assert!(number == 9 || first.recv().unwrap() == number as u32 + 1);
        }
    }

    #[tokio::test]
    async fn a_full_line_is_told_when_to_come_back() {
        let pool = Arc::new(Pool::new(2));
        let (begun, first) = mpsc::channel();
        let (end, work) = held(&begun, 0);
        let holding = pool.clone();
        let held = tokio::spawn(async move { holding.run(&from("a"), LONG, work).await });
        tokio::task::spawn_blocking(move || first.recv().unwrap()).await.unwrap();
        let mut waiting = Vec::new();
        for _ in 0..LINE {
            let pool = pool.clone();
            waiting.push(tokio::spawn(async move { pool.run(&from("a"), LONG, || ()).await }));
        }
        while pool.waiting() < LINE as u64 {
            tokio::task::yield_now().await;
        }
        let Err(Missed::Busy(Busy { retry_after })) = pool.run(&from("a"), LONG, || ()).await
        else {
            panic!("the line is full");
        };
        assert!((Duration::from_secs(1)..=Duration::from_secs(60)).contains(&retry_after));
        assert_eq!(pool.run(&from("b"), LONG, || ()).await, Ok(()), "another's line is not");
        drop(end);
        held.await.unwrap().unwrap();
        for task in waiting {
            task.await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn what_is_not_begun_in_time_is_never_done() {
        let pool = Arc::new(Pool::new(2));
        let (begun, first) = mpsc::channel();
        let (end, work) = held(&begun, 0);
        let holding = pool.clone();
        let held = tokio::spawn(async move { holding.run(&from("a"), LONG, work).await });
        let (told, done) = mpsc::channel();
        tokio::task::spawn_blocking(move || first.recv().unwrap()).await.unwrap();
        let late =
            pool.run(&from("a"), Duration::from_millis(1), move || told.send(()).unwrap()).await;
        assert!(matches!(late, Err(Missed::Busy(_))), "{late:?}");
        drop(end);
        held.await.unwrap().unwrap();
        assert_eq!(pool.run(&from("a"), LONG, || ()).await, Ok(()));
        assert!(done.recv().is_err(), "the work was dropped, not done");
    }

    /// Whose time is as good as over when its turn comes is told to come back, not that nothing was found.
    #[tokio::test]
    async fn what_could_not_be_done_in_time_is_not_begun() {
        let pool = Arc::new(Pool::new(2));
        let (begun, first) = mpsc::channel();
        let (end, work) = held(&begun, 0);
        let holding = pool.clone();
        let held = tokio::spawn(async move { holding.run(&from("a"), LONG, work).await });
        tokio::task::spawn_blocking(move || first.recv().unwrap()).await.unwrap();
        let (late, time) = (pool.clone(), Duration::from_secs(3));
        let late = tokio::spawn(async move { late.run_on_a_leash(&from("a"), time, |_| ()).await });
        tokio::time::sleep(time * 19 / 20).await;
        drop(end);
        held.await.unwrap().unwrap();
        assert!(matches!(late.await.unwrap(), Err(Missed::Busy(_))));
    }

    /// A thought that has begun does not outlast its time, nor whoever asked for it.
    #[tokio::test]
    async fn a_thought_that_has_begun_ends_with_its_time() {
        let pool = Pool::new(2);
        let think = |enough: Enough| {
            while !enough() {
                std::thread::yield_now();
            }
            "the best so far"
        };
        let soon = Duration::from_millis(300);
        let thought = pool.run_on_a_leash(&from("a"), soon, think).await;
        // On a busy machine it may come too late, but it ends.
        assert!(matches!(thought, Ok("the best so far") | Err(Missed::Busy(_))), "{thought:?}");
        let asker = from("a");
        let asked = tokio::time::timeout(soon, pool.run_on_a_leash(&asker, LONG, think));
        assert!(asked.await.is_err(), "nobody waits for it any more");
        assert_eq!(pool.run(&from("a"), LONG, || 1).await, Ok(1), "its thread is free again");
        assert_eq!(pool.run(&from("b"), LONG, || 1).await, Ok(1));
    }

    #[tokio::test]
    async fn a_thought_that_breaks_breaks_nothing_else() {
        let pool = Pool::new(2);
        let broken = pool.run(&from("a"), LONG, || panic!("broken")).await;
        assert_eq!(broken, Err(Missed::Broken));
        for _ in 0..4 {
            assert_eq!(pool.run(&from("a"), LONG, || 1).await, Ok(1));
        }
    }
}
