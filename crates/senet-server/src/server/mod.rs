//! The server: all rooms, and every way to change one.

mod limits;
mod links;
mod lobby;
mod making;
mod nodes;
mod persistence;
mod registry;
mod shares;
mod telling;

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use senet_llm::Model;
use tokio::runtime::RuntimeFlavor;
use tokio::sync::{OnceCell, Semaphore, watch};

use crate::analysis::Looks;
use crate::error::ApiError;
use crate::http::files::File;
use crate::limit::{Allowance, ByAddress, Counts, Hourly, Notices};
use crate::metrics::Metrics;
use crate::models::Models;
use crate::network::Network;
use crate::pool::Pool;
use crate::room::Room;
use crate::secret::Salt;
use crate::store::Store;

pub use limits::Limits;
pub use making::NewRoom;
pub use persistence::{ATTEMPTS, Mended, mend, verify};
pub use registry::Locked;

/// All rooms. It is cheap to clone: all clones are the same server.
#[derive(Clone)]
pub struct Server(Arc<Inner>);

struct Inner {
    store: Store,
    limits: Limits,
    public_url: Option<String>,
    /// What can be opened to the network, where the server is at home.
    network: OnceLock<Network>,
    /// The language model that the server asks, where one is set up.
    models: OnceLock<Models>,
    /// The files of the web client, where there is one.
    page: OnceLock<&'static [File]>,
    /// Where pages may ask a model of the player's own.
    model_origins: OnceLock<Vec<String>>,
    rooms: Mutex<HashMap<String, Arc<tokio::sync::Mutex<Room>>>>,
    /// What is known of other nodes.
    others: Mutex<nodes::Others>,
    made: Mutex<ByAddress<VecDeque<Instant>>>,
    calls: Mutex<ByAddress<Allowance>>,
    connections: Arc<Counts>,
    sockets: Arc<Counts>,
    /// What was stored for whom within an hour, in bytes.
    written: Hourly,
    /// Who has reported how often within an hour.
    reported: Hourly,
    notices: Notices,
    /// What is mixed into marks of addresses, once the store has told it.
    salt: OnceCell<Salt>,
    /// Counts up whenever the list of public rooms may have changed.
    lobby: watch::Sender<u64>,
    /// Whose turn it is to make a public room.
    publishing: tokio::sync::Mutex<()>,
    /// The list of public rooms as it was last made.
    public: tokio::sync::Mutex<lobby::Told>,
    /// The list of public rooms as it was last told to those who watch it.
    lobby_told: watch::Sender<Bytes>,
    /// Tells when the server closes.
    closing: watch::Sender<bool>,
    /// Whether it does, for those who ask often.
    closes: AtomicBool,
    pool: Pool,
    /// Games that were looked back at.
    looks: Looks,
    /// How many journals are read at once.
    readers: Arc<Semaphore>,
    metrics: Metrics,
    pub(crate) counters: Counters,
}

/// What is counted for operators.
#[derive(Default)]
pub struct Counters {
    pub accepted: AtomicU64,
    pub rejected: AtomicU64,
    pub rooms_made: AtomicU64,
    pub ticks: AtomicU64,
    pub store_errors: AtomicU64,
    pub snapshots_used: AtomicU64,
    pub snapshots_dropped: AtomicU64,
}

impl Server {
    /// A server without rooms in memory; those of the store come when they are asked for.
    pub fn new(store: Store, limits: Limits, public_url: Option<String>) -> Server {
        senet_catalog::set_aside(beside_the_sockets);
        let server = Server(Arc::new(Inner {
            store,
            written: Hourly::new(limits.bytes_per_address),
            reported: Hourly::new(shares::REPORTS),
            notices: Notices::default(),
            salt: OnceCell::new(),
            connections: Arc::default(),
            limits,
            public_url,
            network: OnceLock::new(),
            models: OnceLock::new(),
            page: OnceLock::new(),
            model_origins: OnceLock::new(),
            rooms: Mutex::default(),
            others: Mutex::default(),
            made: Mutex::default(),
            calls: Mutex::default(),
            sockets: Arc::default(),
            lobby: watch::Sender::new(0),
            publishing: tokio::sync::Mutex::default(),
            public: tokio::sync::Mutex::default(),
            lobby_told: watch::Sender::new(Bytes::new()),
            closing: watch::Sender::new(false),
            closes: AtomicBool::new(false),
            pool: Pool::for_this_machine(),
            looks: Looks::default(),
            readers: Arc::new(Semaphore::new(cores())),
            metrics: Metrics::default(),
            counters: Counters::default(),
        }));
        server.sweep_now_and_then();
        server.prune_now_and_then();
        server.tell_the_lobby();
        server.hear_of_others();
        server.beat_now_and_then();
        server
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn public_url(&self) -> Option<&str> {
        self.0.public_url.as_deref()
    }

    /// The server listens to its own machine alone, on this port: whoever sits there may let the network
    /// in, at this address of the machine or at one that is found.
    pub fn at_home(&self, port: u16, address: Option<IpAddr>) {
        // Where it is at home is said once.
        let _ = self.0.network.set(Network::new(port, address));
    }

    /// These files are the web client, in the order of their names.
    pub fn show(&self, page: &'static [File]) {
        // Which page it is, is said once.
        let _ = self.0.page.set(page);
    }

    pub(crate) fn page(&self) -> &'static [File] {
        self.0.page.get().copied().unwrap_or_default()
    }

    /// This model is asked for orders that were not understood.
    pub fn translate_by(&self, model: Arc<dyn Model>) {
        // Which model it is, is said once.
        let _ = self.0.models.set(Models::new(model));
    }

    pub(crate) fn models(&self) -> Option<&Models> {
        self.0.models.get()
    }

    /// Pages of this server may ask models of the player's own at these addresses, said before it serves.
    pub fn let_pages_ask(&self, origins: Vec<String>) {
        let _ = self.0.model_origins.set(origins);
    }

    pub(crate) fn model_origins(&self) -> &[String] {
        self.0.model_origins.get().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn network(&self) -> Option<&Network> {
        self.0.network.get()
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.0.counters
    }

    /// Where long thoughts are thought.
    pub fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(crate) fn looks(&self) -> &Looks {
        &self.0.looks
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Whether the server closes.
    pub(crate) fn is_closing(&self) -> bool {
        self.0.closes.load(Ordering::Acquire)
    }

    /// Says goodbye to every socket, and waits until all have gone or the time is over.
    pub async fn close(&self, patience: Duration) {
        self.0.closes.store(true, Ordering::Release);
        self.0.closing.send_replace(true);
        let until = Instant::now() + patience;
        while self.sockets() > 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if let Err(error) = self.0.store.part().await {
            // The others notice the silence.
            tracing::debug!(%error, "this node could not say goodbye");
        }
    }

    /// How many sockets are open.
    pub(crate) fn sockets(&self) -> usize {
        self.0.sockets.all()
    }

    /// How many connections are open.
    pub(crate) fn connections(&self) -> usize {
        self.0.connections.all()
    }
}

pub fn unknown_game(id: &str) -> ApiError {
    ApiError::new("unknown_game", format!("there is no game called \"{id}\""))
}

fn internal(error: impl std::fmt::Display) -> ApiError {
    tracing::error!(%error, "internal");
    ApiError::new("internal", "something is wrong with the server; its log says what")
}

/// Does what may take long on a thread that serves sockets: another one takes over those that it served.
fn beside_the_sockets(work: &mut dyn FnMut()) {
    let runtime = tokio::runtime::Handle::try_current();
    let others =
        runtime.is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    if others { tokio::task::block_in_place(work) } else { work() }
}

/// How many threads this machine works with.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Locks what no change leaves half made.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
