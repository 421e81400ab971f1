//! The way out to one socket.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::Bytes;
use futures_util::task::AtomicWaker;

use crate::pool::Asker;

/// How many messages may wait for a reader.
const QUEUE: usize = 256;

/// How many bytes may wait for a reader before another message is too much.
const QUEUE_BYTES: usize = 4 << 20;

/// For how many messages there is always a place.
const KEPT: usize = 4;

/// The way out to one socket. A reader that does not keep up is let go.
#[derive(Clone)]
pub struct Outlet(Arc<Line>);

/// What waits for the task that writes to the socket.
struct Line {
    /// Where the socket comes from.
    address: Arc<str>,
    waiting: Mutex<Waiting>,
    writer: AtomicWaker,
    /// Whether more waits than a reader may leave unread.
    full: AtomicBool,
    closed: AtomicBool,
}

#[derive(Default)]
struct Waiting {
    queue: VecDeque<Bytes>,
    bytes: usize,
}

impl Outlet {
    pub(super) fn new(address: Arc<str>) -> Outlet {
        Outlet(Arc::new(Line {
            address,
            waiting: Mutex::default(),
            writer: AtomicWaker::new(),
            full: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        }))
    }

    /// Where the socket comes from.
    pub fn address(&self) -> &Arc<str> {
        &self.0.address
    }

    /// Whoever is at the socket, as one who asks for a long thought.
    pub fn asker(&self) -> Asker {
        let out = self.clone();
        Asker::new(self.address().clone(), move || out.is_closed())
    }

    /// Queues a message.
    pub fn send(&self, text: Bytes) {
        if self.is_closed() {
            return;
        }
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.queue.len() < QUEUE && waiting.bytes < QUEUE_BYTES {
            waiting.bytes += text.len();
            waiting.queue.push_back(text);
        } else {
            self.0.full.store(true, Ordering::Release);
        }
        drop(waiting);
        self.0.writer.wake();
    }

    /// Whether the socket is gone.
    pub fn is_closed(&self) -> bool {
        self.0.closed.load(Ordering::Acquire)
    }

    pub(super) fn is_full(&self) -> bool {
        self.0.full.load(Ordering::Acquire)
    }

    /// Gives the writer what waits, so many messages at most.
    pub(super) fn take(&self, most: usize, mut write: impl FnMut(Bytes)) {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let count = most.min(waiting.queue.len());
        let waiting = &mut *waiting;
        for text in waiting.queue.drain(..count) {
            waiting.bytes -= text.len();
            write(text);
        }
        if waiting.queue.is_empty() {
            // What a crowd has taken is not held for as long as the socket lives.
            waiting.queue.shrink_to(KEPT);
        }
    }

    /// The writer is awake, and looks for itself whether there is something to write.
    pub(super) fn awake(&self) {
        self.0.writer.take();
    }

    /// Whether there is something to write, or too much; whoever asks is woken when there is.
    pub(super) fn poll_news(&self, context: &mut Context<'_>) -> Poll<()> {
        let empty =
            || self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).queue.is_empty();
        self.poll_until(context, || self.is_full() || !empty())
    }

    /// Waits until a reader has left too much unread.
    pub(super) async fn overflow(&self) {
        poll_fn(|context| self.poll_until(context, || self.is_full())).await;
    }

    fn poll_until(&self, context: &mut Context<'_>, there: impl Fn() -> bool) -> Poll<()> {
        self.0.writer.register(context.waker());
        if there() { Poll::Ready(()) } else { Poll::Pending }
    }

    /// Nothing goes out any more.
    pub(super) fn close(&self) {
        self.0.closed.store(true, Ordering::Release);
    }
}
