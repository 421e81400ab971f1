//! The way out to one socket.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::Bytes;
use futures_util::task::AtomicWaker;

use crate::limit::{Counter, Load};
use crate::pool::Asker;

/// How many messages may wait for a reader.
const QUEUE: usize = 256;

/// How many bytes may wait for a reader before another message is too much.
const QUEUE_BYTES: usize = 4 << 20;

/// How many messages have a place in memory for ever: an answer, and what it is about.
const HELD: usize = 2;

/// For how many messages there is always a place, also where others of the address leave too much unread.
const KEPT: usize = 4;

/// The way out to one socket. A reader that does not keep up is let go.
#[derive(Clone)]
pub struct Outlet(Arc<Line>);

/// What waits for the task that writes to the socket.
struct Line {
    /// Where the socket comes from.
    address: Arc<str>,
    /// What waits for all readers of that address.
    load: Load,
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
    pub(super) fn new(place: &Counter) -> Outlet {
        Outlet(Arc::new(Line {
            address: place.address().clone(),
            load: place.load().clone(),
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
        let mut waiting = self.waiting();
        if self.is_closed() {
            return;
        }
        let count = waiting.queue.len();
        let light = count < KEPT || !self.0.load.is_too_much();
        if count < QUEUE && waiting.bytes < QUEUE_BYTES && light {
            waiting.bytes += text.len();
            self.0.load.add(text.len());
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
        let mut waiting = self.waiting();
        let count = most.min(waiting.queue.len());
        let waiting = &mut *waiting;
        let before = waiting.bytes;
        for text in waiting.queue.drain(..count) {
            waiting.bytes -= text.len();
            write(text);
        }
        self.0.load.remove(before - waiting.bytes);
        if waiting.queue.is_empty() {
            // What a crowd has taken is not held for as long as the socket lives.
            waiting.queue.shrink_to(HELD);
        }
    }

    /// The writer is awake, and looks for itself whether there is something to write.
    pub(super) fn awake(&self) {
        self.0.writer.take();
    }

    /// Whether there is something to write, or too much; whoever asks is woken when there is.
    pub(super) fn poll_news(&self, context: &mut Context<'_>) -> Poll<()> {
        self.poll_until(context, || self.is_full() || !self.waiting().queue.is_empty())
    }

    /// Waits until a reader has left too much unread.
    pub(super) async fn overflow(&self) {
        poll_fn(|context| self.poll_until(context, || self.is_full())).await;
    }

    fn poll_until(&self, context: &mut Context<'_>, there: impl Fn() -> bool) -> Poll<()> {
        self.0.writer.register(context.waker());
        if there() { Poll::Ready(()) } else { Poll::Pending }
    }

    /// Nothing goes out any more, whoever still holds this.
    pub(super) fn close(&self) {
        self.0.closed.store(true, Ordering::Release);
        let left = std::mem::take(&mut *self.waiting());
        self.0.load.remove(left.bytes);
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let left = self.waiting.get_mut().unwrap_or_else(PoisonError::into_inner).bytes;
        self.load.remove(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::Counts;

    /// However many sockets an address has, what waits for its readers is bounded; those of others, and those
    /// that keep up, are not concerned.
    #[test]
    fn what_waits_for_an_address_is_bounded() {
        let counts = Arc::new(Counts::default());
        let [own, other] =
            ["10.0.0.1", "10.0.0.2"].map(|own| counts.enter(own, 9, 9).ok().unwrap());
        let filled = |_| {
            let out = Outlet::new(&own);
            (0..4).for_each(|_| out.send(Bytes::from(vec![b'x'; 1 << 20])));
            assert!(!out.is_full(), "there is always a place for a few");
            out
        };
        let slow: Vec<Outlet> = (0..20).map(filled).collect();
        let [one, another] = [&own, &other].map(Outlet::new);
        for out in [&one, &another] {
            (0..KEPT + 1).for_each(|_| out.send(Bytes::from_static(b"{}")));
        }
        assert!(one.is_full() && !another.is_full());
        slow.iter().for_each(Outlet::close);
        slow[0].send(Bytes::from_static(b"nobody hears this"));
        let again = Outlet::new(&own);
        (0..KEPT + 1).for_each(|_| again.send(Bytes::from_static(b"{}")));
        assert!(!again.is_full(), "who has gone leaves nothing behind");
        drop((one, again));
        assert_eq!(own.load().own(), 0);
    }
}
