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
/// How long a connection may take nothing of what is written to it.
const STALLED_AFTER: Duration = Duration::from_secs(60);
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
        let stream = Patient { stream, stalled: None, shut: shut.map(until_shut) };
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

/// A stream that does not wait for ever for a reader who takes nothing, and ends when its door is shut.
pub struct Patient {
    stream: TcpStream,
    stalled: Option<Pin<Box<Sleep>>>,
    shut: Option<Shut>,
}

impl Patient {
    /// Passes on what came of a write, and counts the time while nothing does.
    fn wrote<T>(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if wrote.is_ready() {
            self.stalled = None;
            return wrote;
        }
        let stalled =
            self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(STALLED_AFTER)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
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

impl AsyncWrite for Patient {
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
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.wrote(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
