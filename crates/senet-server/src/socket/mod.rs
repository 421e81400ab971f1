//! Play over a WebSocket: one socket follows any number of tables.

mod acting;
mod aside;
mod ear;
mod following;
mod guest;
mod outlet;
mod talking;
mod wire;

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use senet_table::protocol::{Hello, Push};

use crate::limit::Counter;
use crate::pulse::{Beat, Pulse};
use crate::room::text;
use crate::server::{Server, now_ms};
use ear::{Farewell, Heard, TOO_LONG};
use guest::Guest;
use wire::{AT_ONCE, Frame};

pub use outlet::Outlet;
pub use wire::{Upgrade, Wire};

/// The most messages that are taken before their answers go out.
const BREATH: usize = 32;
/// How long a write may take.
const WRITTEN_WITHIN: Duration = Duration::from_secs(30);

/// Serves a socket until it closes. One task reads and writes: what an answer leads to goes out
/// with it, in one piece.
pub async fn serve(server: Server, mut wire: Wire, place: Counter) {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let out = Outlet::new(&place);
    out.send(text(&Push::Hello(Hello::new(Some(now_ms())))));
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let mut guest = Guest::new(server, number, out.clone());
    let mut closing = guest.server.closing();
    let mut closing = pin!(async move { closing.wait_for(|closing| *closing).await.is_ok() });
    let mut pulse = Pulse::new(guest.server.limits().pulse, Instant::now());
    let mut alarm = pin!(tokio::time::sleep_until(pulse.due().into()));
    let mut told = false;
    let end = 'open: loop {
        if let Err(end) = write(&mut wire, &out).await {
            break end;
        }
        let happened = poll_fn(|context| {
            if out.poll_news(context).is_ready() {
                return Poll::Ready(Happened::News);
            }
            if let Poll::Ready(heard) = wire.poll_heard(context) {
                return Poll::Ready(Happened::Heard(heard));
            }
            if alarm.as_mut().poll(context).is_ready() {
                return Poll::Ready(Happened::Silence);
            }
            // All sockets wait for this at one place: each asks there once, and is woken by it.
            told = told || closing.as_mut().poll(context).is_pending();
            if guest.server.is_closing() { Poll::Ready(Happened::Closing) } else { Poll::Pending }
        });
        let mut heard = match happened.await {
            Happened::News => continue,
            Happened::Closing => break Some(CLOSING),
            Happened::Silence => {
                // Whoever does not even answer a ping has gone.
                match pulse.look(Instant::now(), wire.half_said()) {
                    Beat::Ask => {}
                    Beat::Gone => break Some(SILENT),
                    Beat::Late => break Some(TOO_LATE),
                }
                alarm.as_mut().reset(pulse.due().into());
                wire.put(Frame::ping());
                continue;
            }
            Happened::Heard(heard) => heard,
        };
        pulse.heard();
        out.awake();
        // Whatever else is here already is answered in the same breath.
        for left in (0..BREATH).rev() {
            match heard {
                Heard::Goodbye(_) | Heard::Silence => break 'open None,
                Heard::Broken(end) => break 'open Some(end),
                said => guest.listen(said).await,
            }
            let more = if left > 0 { wire.here() } else { None };
            let Some(more) = more else { break };
            heard = more;
        }
    };
    if let Some((code, sentence)) = end {
        match end {
            Some(TOO_SLOW) => guest.server.refused("too_slow", out.address()),
            Some(TOO_LONG) => guest.server.refused("too_large", out.address()),
            _ => {}
        }
        wire.put(Frame::close(code, sentence));
    }
    // Whoever says goodbye is answered.
    let _ = Box::pin(tokio::time::timeout(Duration::from_secs(1), wire.flush())).await;
    out.close();
    drop(place);
    Box::pin(guest.go()).await;
}

/// What wakes a socket.
enum Happened {
    /// There is something to write.
    News,
    /// Somebody says something.
    Heard(Heard),
    /// Nobody has said anything for long.
    Silence,
    /// The server closes.
    Closing,
}

const TOO_SLOW: Farewell = (1008, "you read too slowly; connect again and follow with `since`");
const SILENT: Farewell = (1008, "you did not answer a ping; connect again");
const TOO_LATE: Farewell = (1008, "the rest of your message did not come; connect again");
const CLOSING: Farewell = (1001, "the server closes; connect again in a moment");

/// Writes what is queued, many messages at once.
async fn write(wire: &mut Wire, out: &Outlet) -> Result<(), Option<Farewell>> {
    out.take(AT_ONCE, |text| wire.put(Frame::text(text)));
    if out.is_full() {
        return Err(Some(TOO_SLOW));
    }
    // As a rule the system takes it at once, and neither a clock nor memory for waiting is needed.
    match wire.flush().now_or_never() {
        Some(written) => written.map_err(|_| None),
        None => Box::pin(write_slowly(wire, out)).await,
    }
}

/// Writes to a reader who takes their time.
async fn write_slowly(wire: &mut Wire, out: &Outlet) -> Result<(), Option<Farewell>> {
    tokio::select! {
        biased;
        written = tokio::time::timeout(WRITTEN_WITHIN, wire.flush()) => match written {
            Ok(Ok(())) => Ok(()),
            _ => Err(None),
        },
        () = out.overflow() => Err(Some(TOO_SLOW)),
    }
}
