//! The door: connections, before anybody has said anything.
//!
//! A connection has to say what it wants within a while, is counted by the address that it comes from,
//! and is closed when it takes nothing any more. Whoever comes when all places are taken, or has too
//! many of them, still gets in by a narrow door: one question to [`OPEN_TO_ALL`], and out again. So an
//! operator can always ask whether the process lives.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::Sleep;
use tower::ServiceExt;

use crate::error::ApiError;
use crate::http::app;
use crate::limit::{Counter, share};
use crate::server::Server;

/// What is answered whoever asks, and however full the house is.
const OPEN_TO_ALL: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
/// How many stand in the narrow door at once; whoever came first has to go when another comes.
const NARROW: usize = 32;
/// How long one may stand there.
const GLANCE: Duration = Duration::from_secs(5);
/// How long a connection may take for so many bytes of what is written to it, or for the rest of it.
const STALLED_AFTER: Duration = Duration::from_secs(60);
const PACE: usize = 64 << 10;
/// How long open sockets and calls under way may take when the server closes.
const GRACE: Duration = Duration::from_secs(5);
/// How many bytes the head of a call may have.
const HEAD: usize = 32 * 1024;

/// Serves whoever connects until it is told to stop; then says goodbye to all, and waits for them a
/// little.
pub async fn serve(listener: TcpListener, server: Server, until: impl Future<Output = ()>) {
    let mut guests = welcome(listener, &server, None, until).await;
    server.close(GRACE).await;
    // Calls that are still under way get as long again.
    let _ =
        tokio::time::timeout(GRACE, async { while guests.join_next().await.is_some() {} }).await;
}

/// Serves whoever connects by a second door until that is shut; then they go.
pub(crate) async fn serve_beside(
    listener: TcpListener,
    server: Server,
    shut: watch::Receiver<bool>,
) {
    let (mut shutting, mut closing) = (shut.clone(), server.closing());
    let until = async {
        tokio::select! {
            _ = shutting.wait_for(|shut| *shut) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
    };
    let mut guests = welcome(listener, &server, Some(shut), until).await;
    while guests.join_next().await.is_some() {}
}

/// Lets in whoever connects until it is told to stop: those who are still there.
async fn welcome(
    listener: TcpListener,
    server: &Server,
    shut: Option<watch::Receiver<bool>>,
    until: impl Future<Output = ()>,
) -> JoinSet<()> {
    let router = app(server.clone());
    let mut until = pin!(until);
    let mut guests = JoinSet::new();
    let mut narrow: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut until => break,
        };
        // Those who have gone are forgotten.
        while guests.try_join_next().is_some() {}
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // As a rule there are no files left. Others close theirs in the meantime.
                server.limit_met("no_files", &error.to_string());
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // A small message goes at once; waiting for a larger one would cost a player 40 ms.
        let _ = stream.set_nodelay(true);
        let visit = server.visit(&share(peer.ip()));
        let is_narrow = visit.is_err();
        let (server, shut) = (server.clone(), shut.clone());
        let guest = Visit { server, router: router.clone(), peer, visit, shut };
        let handle = guests.spawn(guest.serve(stream));
        if is_narrow {
            narrow.retain(|guest| !guest.is_finished());
            narrow.push_back(handle);
            if narrow.len() > NARROW
                && let Some(first) = narrow.pop_front()
            {
                first.abort();
            }
        }
    }
    guests
}

/// One connection.
struct Visit {
    server: Server,
    router: Router,
    peer: SocketAddr,
    /// Its place among those that are counted; who has none stands in the narrow door.
    visit: Result<Counter, ApiError>,
    /// Tells when its door is shut, where that can be.
    shut: Option<watch::Receiver<bool>>,
}

/// A connection that is counted for as long as this is held.
#[derive(Clone)]
pub struct Counted(#[expect(dead_code, reason = "it counts until it is dropped")] Arc<Counter>);

impl Visit {
    async fn serve(self, stream: TcpStream) {
        let Visit { server, router, peer, visit, shut } = self;
        let limits = server.limits();
        let (held, refusal) = match visit {
            Ok(counter) => (Some(Counted(Arc::new(counter))), None),
            Err(refusal) => (None, Some(refusal)),
        };
        let service = service_fn(|mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            if let Some(held) = &held {
                request.extensions_mut().insert(held.clone());
            }
            let (router, refusal) = (router.clone(), refusal.clone());
            async move {
                match refusal.filter(|_| !OPEN_TO_ALL.contains(&request.uri().path())) {
                    Some(refusal) => Ok(refusal.into_response()),
                    None => router.oneshot(request.map(Body::new)).await,
                }
            }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).max_buf_size(HEAD);
        let narrow = refusal.is_some();
        http.header_read_timeout(if narrow { GLANCE.min(limits.head) } else { limits.head });
        http.keep_alive(!narrow);
        let shut = shut.map(until_shut);
        let stream = Patient { stream, patience: STALLED_AFTER, stalled: None, shut };
        let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut connection = pin!(connection);
        let mut closing = server.closing();
        tokio::select! {
            // A connection that ends badly is no fault of ours.
            _ = connection.as_mut() => return,
            () = tokio::time::sleep(GLANCE), if narrow => return,
            _ = closing.wait_for(|closing| *closing) => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

type Shut = Pin<Box<dyn Future<Output = ()> + Send>>;

fn until_shut(mut door: watch::Receiver<bool>) -> Shut {
    Box::pin(async move {
        // Nobody holds a door that is gone.
        let _ = door.wait_for(|shut| *shut).await;
    })
}

/// A stream that does not wait for ever for a reader who takes nothing, or hardly anything, and ends when its door
/// is shut.
pub struct Patient<S = TcpStream> {
    stream: S,
    /// How long a reader may take for a piece.
    patience: Duration,
    stalled: Option<Stalled>,
    shut: Option<Shut>,
}

/// A reader who keeps the writer waiting.
struct Stalled {
    /// When it has had its time.
    end: Pin<Box<Sleep>>,
    /// How much it has taken since then.
    taken: usize,
}

impl<S> Patient<S> {
    /// Passes on what came of a write, and counts the time from when it had to wait until enough was taken.
    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(wrote) = wrote {
            let taken = *wrote.as_ref().unwrap_or(&0);
            self.stalled.take_if(|stalled| {
                stalled.taken += taken;
                stalled.taken >= PACE
            });
            return Poll::Ready(wrote);
        }
        let stalled = self.stalled.get_or_insert_with(|| Stalled {
            end: Box::pin(tokio::time::sleep(self.patience)),
            taken: 0,
        });
        ready!(stalled.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(shut) = &mut self.shut
            && shut.as_mut().poll(context).is_ready()
        {
            // A future that has ended is not asked again.
            self.shut = None;
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // All that there was to write is taken.
        self.stalled = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    /// Takes a long answer piece by piece, with a pause after each; whether all of it has come.
    async fn comes(patience: Duration, pause: Duration) -> bool {
        let (stream, mut reader) = duplex(1024);
        let mut writer = Patient { stream, patience, stalled: None, shut: None };
        let answer = vec![b'x'; 4 * PACE];
        let written = tokio::spawn(async move {
            writer.write_all(&answer).await?;
            writer.flush().await
        });
        let mut piece = [0; 512];
        while reader.read_exact(&mut piece).await.is_ok() {
            tokio::time::sleep(pause).await;
        }
        written.await.unwrap().is_ok()
    }

    /// The slower the machine, the less is taken meanwhile.
    #[tokio::test]
    async fn a_reader_who_takes_a_drop_now_and_then_is_let_go() {
        let pause = Duration::from_millis(10);
        assert!(!comes(10 * pause, pause).await, "something was taken all the time");
        assert!(comes(STALLED_AFTER, Duration::ZERO).await);
    }
}
