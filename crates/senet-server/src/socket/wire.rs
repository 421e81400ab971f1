//! A connection that has become a WebSocket (RFC 6455).
//!
//! What comes in is read into a place that all sockets of a thread share, and kept only until a message is
//! whole: a silent socket holds no buffer. What goes out lies ready as text that many share, and needs nothing
//! but a few bytes before it: so it is handed to the system as it lies, all that waits in one call, and
//! nothing is copied or kept.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header::{
    CONNECTION, HeaderName, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::ear::{CLOSE, Ear, Heard, LAST, PING, PONG, TEXT};
use crate::door::Patient;
use crate::error::ApiError;

/// How many frames are written at once.
pub(super) const AT_ONCE: usize = 32;
/// How much is read at once.
const READ: usize = 4096;

/// A request to become a WebSocket.
pub struct Upgrade {
    accept: HeaderValue,
    connection: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, ApiError> {
        let headers = &parts.headers;
        let asks = says(headers, CONNECTION, "upgrade")
            && says(headers, UPGRADE, "websocket")
            && says(headers, SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(SEC_WEBSOCKET_KEY).filter(|_| asks);
        let accept = key.and_then(|key| derive_accept_key(key.as_bytes()).try_into().ok());
        let connection = parts.extensions.remove::<OnUpgrade>();
        let (Some(accept), Some(connection)) = (accept, connection) else {
            let sentence = "this is a WebSocket; a client of those connects to it";
            return Err(ApiError::new("malformed", sentence));
        };
        Ok(Upgrade { accept, connection })
    }
}

/// Whether a header names a word among others.
fn says(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let said = headers.get_all(name);
    let mut said = said.iter().filter_map(|said| said.to_str().ok()).flat_map(|s| s.split(','));
    said.any(|said| said.trim().eq_ignore_ascii_case(word))
}

impl Upgrade {
    /// Agrees, and serves the socket once it is one. No message may be longer than so many bytes.
    pub fn agree<F: Future<Output = ()> + Send + 'static>(
        self,
        message_bytes: usize,
        serve: impl FnOnce(Wire) -> F + Send + 'static,
    ) -> Response {
        let Upgrade { accept, connection } = self;
        tokio::spawn(async move {
            // Who goes before the answer has come is none.
            let Ok(connection) = connection.await else { return };
            let Ok(parts) = connection.downcast::<TokioIo<Patient>>() else { return };
            let wire = Wire {
                stream: parts.io.into_inner(),
                ear: Ear::new(&parts.read_buf, message_bytes),
                frames: Vec::new(),
                written: 0,
            };
            // What was read into is large, and would be held for as long as the socket lives.
            drop(parts.read_buf);
            serve(wire).await;
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        for (name, value) in [
            (CONNECTION, HeaderValue::from_static("upgrade")),
            (UPGRADE, HeaderValue::from_static("websocket")),
            (SEC_WEBSOCKET_ACCEPT, accept),
        ] {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

/// A WebSocket.
pub struct Wire {
    stream: Patient,
    ear: Ear,
    /// What is to be written.
    frames: Vec<Frame>,
    /// How much of it was written.
    written: usize,
}

impl Wire {
    /// The next thing that is said, once it is here.
    pub fn poll_heard(&mut self, context: &mut Context<'_>) -> Poll<Heard> {
        loop {
            if let Some(heard) = self.here() {
                return Poll::Ready(heard);
            }
            let mut place = [MaybeUninit::uninit(); READ];
            let mut read = ReadBuf::uninit(&mut place);
            let there = ready!(Pin::new(&mut self.stream).poll_read(context, &mut read));
            if there.is_err() || read.filled().is_empty() {
                return Poll::Ready(Heard::Silence);
            }
            self.ear.take(read.filled());
        }
    }

    /// The next thing that is said, where it was read already. What only the connection is about is answered.
    pub fn here(&mut self) -> Option<Heard> {
        let heard = self.ear.hear()?;
        match &heard {
            Heard::Ping(body) => self.put(Frame::new(PONG, body.clone())),
            Heard::Goodbye(code) => self.put(Frame::goodbye(*code)),
            _ => {}
        }
        Some(heard)
    }

    /// Which message has begun whose last part is still to come.
    pub fn half_said(&self) -> Option<u32> {
        self.ear.half_said()
    }

    /// Puts a frame behind those that wait.
    pub fn put(&mut self, frame: Frame) {
        self.frames.push(frame);
    }

    /// Writes all that waits. What was begun can be gone on with.
    pub async fn flush(&mut self) -> io::Result<()> {
        /// So many have a place for ever: an answer, and what it is about.
        const KEPT: usize = 2;
        let written = poll_fn(|context| self.poll_write(context)).await;
        self.frames.shrink_to(KEPT);
        written
    }

    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.frames.is_empty() {
            let mut slices = [IoSlice::new(&[]); 2 * AT_ONCE];
            let parts = self.frames.iter().flat_map(|frame| [frame.head(), &frame.body]);
            let mut count = 0;
            for (slice, part) in slices.iter_mut().zip(parts) {
                *slice = IoSlice::new(part);
                count += 1;
            }
            let mut left = &mut slices[..count];
            IoSlice::advance_slices(&mut left, self.written);
            let stream = Pin::new(&mut self.stream);
            let wrote = ready!(stream.poll_write_vectored(context, left))?;
            if wrote == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.wrote(wrote);
        }
        Poll::Ready(Ok(()))
    }

    /// Forgets what is written whole.
    fn wrote(&mut self, bytes: usize) {
        self.written += bytes;
        let mut whole = 0;
        for frame in &self.frames {
            let Some(left) = self.written.checked_sub(frame.len()) else { break };
            self.written = left;
            whole += 1;
        }
        self.frames.drain(..whole);
    }
}

/// A frame as a server sends it: whole and without a mask.
pub struct Frame {
    head: [u8; 10],
    head_len: u8,
    body: Bytes,
}

impl Frame {
    /// A message of text.
    pub fn text(body: Bytes) -> Frame {
        Frame::new(TEXT, body)
    }

    /// The question whether the other end lives.
    pub fn ping() -> Frame {
        Frame::new(PING, Bytes::new())
    }

    /// The farewell.
    pub fn close(code: u16, sentence: &str) -> Frame {
        Frame::new(CLOSE, [&code.to_be_bytes()[..], sentence.as_bytes()].concat().into())
    }

    /// The answer to a farewell with this code.
    fn goodbye(code: Option<u16>) -> Frame {
        code.map_or_else(|| Frame::new(CLOSE, Bytes::new()), |code| Frame::close(code, ""))
    }

    fn new(kind: u8, body: Bytes) -> Frame {
        let mut head = [0; 10];
        head[0] = LAST | kind;
        let head_len = match (u8::try_from(body.len()), u16::try_from(body.len())) {
            (Ok(short @ ..126), _) => {
                head[1] = short;
                2
            }
            (_, Ok(long)) => {
                head[1] = 126;
                head[2..4].copy_from_slice(&long.to_be_bytes());
                4
            }
            _ => {
                head[1] = 127;
                head[2..10].copy_from_slice(&(body.len() as u64).to_be_bytes());
                10
            }
        };
        Frame { head, head_len, body }
    }

    fn head(&self) -> &[u8] {
        &self.head[..usize::from(self.head_len)]
    }

    fn len(&self) -> usize {
        usize::from(self.head_len) + self.body.len()
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::{Role, WebSocket};

    use super::*;

    /// The library reads what we write, whatever its length.
    #[test]
    fn frames_are_what_others_read() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 100_000] {
            let text = "x".repeat(length);
            let frame = Frame::text(text.clone().into());
            let bytes = [frame.head(), &frame.body].concat();
            assert_eq!(bytes.len(), frame.len());
            let there = io::Cursor::new(bytes);
            let read = WebSocket::from_raw_socket(there, Role::Client, None).read();
            assert_eq!(read.unwrap(), Message::text(text), "{length}");
        }
        let frame = Frame::close(1008, "no");
        let there = io::Cursor::new([frame.head(), &frame.body].concat());
        let read = WebSocket::from_raw_socket(there, Role::Client, None).read();
        let Message::Close(Some(close)) = read.unwrap() else { panic!("it is a farewell") };
        assert_eq!((u16::from(close.code), close.reason.as_str()), (1008, "no"));
    }
}
