//! Looks back at games that are over: made once, entry by entry, in the pool, and kept.
//!
//! Whoever asks first begins the work, and everybody is told what was found so far. Where nobody has asked for a
//! while it rests, and goes on where it was when somebody asks again. The games that were asked for last are kept
//! for as long as the process lives.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use senet_catalog::{AnyGame, Depth, Leash, Level};
use senet_kernel::{Seat, Viewer};
use senet_table::Table;
use senet_table::protocol::LookBack;
use serde::Serialize;
use tokio::sync::watch;

use crate::error::ApiError;
use crate::pool::{Asker, Busy, Missed};
use crate::server::Server;

/// How many games are kept that were looked back at.
const KEPT: usize = 32;
/// How many bytes their journals may have in all, where there are several.
const KEPT_BYTES: usize = 64 << 20;
/// After how long without a question the work rests.
const REST: Duration = Duration::from_secs(30);
/// How long one entry may take, its turn in the line included.
const DEADLINE: Duration = Duration::from_secs(60);
/// How long a question waits for news.
const NEWS_WITHIN: Duration = Duration::from_secs(2);
/// How many entries are told at once.
const MOST: usize = 200;
/// How long the work waits before it asks a full pool again.
const PAUSE: Duration = Duration::from_secs(1);

/// What was found of a game so far.
#[derive(Serialize, JsonSchema)]
pub struct LookedBack {
    /// The level that judges.
    level: &'static str,
    /// The last entry that there is to look at.
    entries: u64,
    /// Whether the seats win and lose together; then one seat stands for all.
    together: bool,
    /// What was found beyond the entry that was asked for, in order, two hundred entries at most.
    looked: Vec<Looked>,
}

/// One entry, looked back at.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Looked {
    /// How many entries each seat may know of by then, and last a spectator.
    steps: Vec<u64>,
    /// What the entry was and did.
    moment: LookBack,
}

/// The games that were looked back at, those asked for last behind the others.
#[derive(Default)]
pub struct Looks(Mutex<Vec<(String, Arc<Look>)>>);

/// One game that is looked back at.
pub struct Look {
    game: Arc<dyn AnyGame>,
    journal: String,
    seed: Option<String>,
    /// What every seat, and last a spectator, may know of by each entry.
    steps: Vec<Vec<u64>>,
    together: OnceLock<bool>,
    found: watch::Sender<Found>,
    asked: Mutex<Instant>,
    working: AtomicBool,
}

#[derive(Default)]
struct Found {
    looked: Vec<Looked>,
    broken: bool,
}

impl Looks {
    /// The look back at a game that is over, as far as it has come, where somebody has asked for it.
    pub fn known(&self, id: &str, entries: u64) -> Option<Arc<Look>> {
        let mut all = lock(&self.0);
        let fits = |(other, look): &(String, Arc<Look>)| other == id && look.is_of(entries);
        let place = all.iter().position(fits)?;
        let kept = all.remove(place);
        let look = kept.1.clone();
        all.push(kept);
        Some(look)
    }

    /// Keeps a look back that has just begun, unless another was faster.
    pub fn keep(&self, id: &str, look: Look) -> Result<Arc<Look>, ApiError> {
        if let Some(known) = self.known(id, look.steps.len() as u64) {
            return Ok(known);
        }
        let mut all = lock(&self.0);
        all.retain(|(other, _)| other != id);
        let bytes = |all: &[(String, Arc<Look>)]| -> usize {
            all.iter().map(|(_, other)| other.journal.len()).sum()
        };
        while all.len() >= KEPT || !all.is_empty() && bytes(&all) + look.journal.len() > KEPT_BYTES
        {
            // Who rests makes room for who works.
            let resting = all.iter().position(|(_, look)| !look.working.load(Ordering::Acquire));
            let busy = || ApiError::from(Missed::Busy(Busy { retry_after: REST }));
            all.remove(resting.ok_or_else(busy)?);
        }
        let look = Arc::new(look);
        all.push((id.to_owned(), look.clone()));
        Ok(look)
    }
}

impl Look {
    /// A look back at a game that is over, of which nothing was found yet.
    pub fn at(table: &dyn Table) -> Result<Look, ApiError> {
        let header = table.header();
        let unknown = || crate::server::unknown_game(&header.game);
        let eyes = Seat::first(table.seats()).map(Viewer::Seat).chain([Viewer::Spectator]);
        let steps: Vec<Vec<u64>> = eyes.map(|viewer| table.steps(viewer)).collect();
        let by_then = |entry: usize| steps.iter().map(|own| own[entry]).collect();
        Ok(Look {
            game: senet_catalog::of_journal(header).ok_or_else(unknown)?,
            journal: table.journal().text_without_memos(),
            seed: table.seed().map(str::to_owned),
            steps: (0..table.entry() as usize).map(by_then).collect(),
            together: OnceLock::new(),
            found: watch::Sender::default(),
            asked: Mutex::new(Instant::now()),
            working: AtomicBool::new(false),
        })
    }

    /// Whether it is that game, as it ended.
    fn is_of(&self, entries: u64) -> bool {
        self.steps.len() as u64 == entries
    }

    fn is_done(&self, found: &Found) -> bool {
        found.broken || found.looked.len() == self.steps.len()
    }

    fn rests(&self) -> bool {
        self.is_done(&self.found.borrow()) || lock(&self.asked).elapsed() > REST
    }

    /// What was found beyond an entry; it waits a little for news. The work is done in the name of whoever asks.
    pub async fn told(
        self: Arc<Look>,
        server: &Server,
        asker: &Asker,
        since: u64,
    ) -> Result<LookedBack, ApiError> {
        *lock(&self.asked) = Instant::now();
        if !self.rests() && !self.working.swap(true, Ordering::AcqRel) {
            let asker = Asker::house(asker.address());
            tokio::spawn(self.clone().work(server.clone(), asker));
        }
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        let mut news = self.found.subscribe();
        let is_news = |found: &Found| found.looked.len() > since || self.is_done(found);
        // What has not come by then comes with the next question.
        let _ = tokio::time::timeout(NEWS_WITHIN, news.wait_for(is_news)).await;
        let found = self.found.borrow();
        if found.broken {
            return Err(Missed::Broken.into());
        }
        Ok(LookedBack {
            level: LEVEL.name(),
            entries: self.steps.len() as u64,
            together: self.together.get().copied().unwrap_or(false),
            looked: found.looked.iter().skip(since).take(MOST).cloned().collect(),
        })
    }

    async fn work(self: Arc<Look>, server: Server, asker: Asker) {
        loop {
            self.look(&server, &asker).await;
            self.working.store(false, Ordering::Release);
            // Somebody may have asked just now, who saw that it was worked on.
            if server.is_closing() || self.rests() || self.working.swap(true, Ordering::AcqRel) {
                return;
            }
        }
    }

    /// Looks at one entry after another, until nobody asks any more.
    async fn look(&self, server: &Server, asker: &Asker) {
        let mut kept = None;
        while !self.rests() && !server.is_closing() {
            let next = self.found.borrow().looked.len();
            let (game, journal, seed) =
                (self.game.clone(), self.journal.clone(), self.seed.clone());
            let analyst = kept.take();
            let looked = server.pool().run_on_a_leash(asker, DEADLINE, move |enough| {
                let mut analyst = match analyst {
                    Some(analyst) => analyst,
                    None => game.analyst(&journal, seed.as_deref(), Depth::of(LEVEL)).ok()?,
                };
                let leash = Leash::until(move || enough());
                let moment = analyst.moment(next as u64 + 1, &leash)?;
                Some((analyst, moment))
            });
            match looked.await {
                Ok(Some((analyst, moment))) => {
                    self.together.get_or_init(|| analyst.blank().together);
                    kept = Some(analyst);
                    let steps = self.steps.get(next).cloned().unwrap_or_default();
                    self.found.send_modify(|found| found.looked.push(Looked { steps, moment }));
                }
                Err(Missed::Busy(_)) => tokio::time::sleep(PAUSE).await,
                Ok(None) | Err(Missed::Broken) => {
                    tracing::error!(game = self.game.id(), "a game cannot be looked back at");
                    self.found.send_modify(|found| found.broken = true);
                }
            }
        }
    }
}

/// How hard it is looked.
const LEVEL: Level = Level::Hard;

/// Locks what no change leaves half made.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use senet_table::{Luck, Opening, Start};
    use serde_json::json;

    use super::*;

    /// A look back at a game with a journal of so many bytes.
    fn look(bytes: usize) -> Look {
        let opening = Opening {
            start: Start::Config(json!({})),
            preset: None,
            seats: Vec::new(),
            luck: Luck::Open { seed: "a".to_owned() },
            seed: None,
            script: Vec::new(),
            branch: None,
        };
        let table = senet_catalog::find("pig").unwrap().open(opening).unwrap();
        Look { journal: "x".repeat(bytes), ..Look::at(&*table).unwrap() }
    }

    /// What is kept of games is bounded in number and in bytes; whoever works is not sent away for it.
    #[test]
    fn so_much_is_kept_of_games_that_were_looked_back_at() {
        let looks = Looks::default();
        let kept = |looks: &Looks| lock(&looks.0).len();
        for id in 0..2 * KEPT {
            looks.keep(&id.to_string(), look(9)).unwrap();
        }
        assert_eq!(kept(&looks), KEPT);
        assert!(looks.known("0", 0).is_none() && looks.known(&KEPT.to_string(), 0).is_some());
        for (id, most) in [("a", KEPT), ("b", 2), ("c", 2)] {
            looks.keep(id, look(KEPT_BYTES / 2)).unwrap();
            assert!(kept(&looks) <= most, "{id}: {}", kept(&looks));
        }
        let large = looks.keep("d", look(KEPT_BYTES + 1)).unwrap();
        assert_eq!(kept(&looks), 1, "a journal that is larger than all is kept alone");
        large.working.store(true, Ordering::Release);
        assert_eq!(
            looks.keep("e", look(9)).err().map(|error| error.0.code),
            Some("busy".to_owned())
        );
        assert!(looks.known("d", 0).is_some());
    }
}
