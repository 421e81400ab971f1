//! One move's way through the server: over real sockets, with players and server on one thread.

use axum::body::{Body, to_bytes};
use axum::http::Request;
use senet_server::store::{Memory, Store};
use senet_server::{Limits, Server, app};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::Runner;

/// A game of tic-tac-toe that nobody wins.
const DRAW: [u8; 9] = [1, 2, 3, 5, 4, 6, 8, 7, 9];

/// How a client asks for a socket.
const ASK: &str = "GET /api/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
                   upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// Games of two at a server that keeps them in memory, each at a new table; the smaller things are the
/// moves. The players say and hear what they must and no more.
///
/// # Panics
/// Where the server cannot be opened or does not answer.
pub fn server() -> (String, Runner<'static>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a thread can wait for sockets");
    let mut house = None;
    let run = move |_: u64, count: u32| {
        runtime.block_on(async {
            let mut open = match house.take() {
                Some(open) => open,
                None => House::open().await,
            };
            for _ in 0..count {
                open.game().await;
            }
            house = Some(open);
        });
        u64::from(count) * DRAW.len() as u64
    };
    ("server: tic-tac-toe over sockets".to_owned(), Box::new(run))
}

/// A server with two players.
struct House {
    server: Server,
    players: [Player; 2],
}

impl House {
    async fn open() -> House {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        let limits = Limits {
            messages_per_second: 1_000_000,
            calls_per_second: 1_000_000,
            tables_per_address: 1_000_000,
            bytes_per_address: u64::MAX,
            ..Limits::default()
        };
        let server = Server::new(Store::Memory(Memory::default()), limits, None);
        tokio::spawn(senet_server::serve(listener, server.clone(), std::future::pending()));
        let player = || async {
            let stream = TcpStream::connect(address).await.expect("the server listens");
            stream.set_nodelay(true).expect("a socket can be told so");
            let mut player = Player { stream, heard: Vec::new() };
            player.say(ASK.as_bytes()).await;
            player.hear("\"type\":\"hello\"").await;
            player
        };
        House { server, players: [player().await, player().await] }
    }

    async fn game(&mut self) {
        let (table, tokens) = self.table().await;
        for (player, token) in self.players.iter_mut().zip(&tokens) {
            let follow = json!({ "type": "follow", "table": table, "token": token });
            player.say(&frame(&follow)).await;
            player.hear("\"type\":\"update\"").await;
        }
        for (number, square) in DRAW.iter().enumerate() {
            let command = json!({ "type": "mark", "square": square });
            let submit = json!({ "type": "submit", "table": table, "command": command });
            let [one, other] = &mut self.players;
            let (mover, watcher) = if number % 2 == 0 { (one, other) } else { (other, one) };
            mover.say(&frame(&submit)).await;
            mover.hear("\"type\":\"accepted\"").await;
            watcher.hear("\"type\":\"update\"").await;
        }
        for player in &mut self.players {
            player.say(&frame(&json!({ "type": "unfollow", "table": table }))).await;
        }
    }

    /// Makes a table with both seats taken: its name and the tokens.
    async fn table(&self) -> (String, [String; 2]) {
        let me = |name| json!({ "type": "me", "name": name });
        let body = json!({ "game": "tic-tac-toe", "seats": [me("Ann"), me("Ben")] }).to_string();
        let request = Request::post("/api/tables").header("content-type", "application/json");
        let request = request.body(Body::from(body)).expect("it is a request");
        let answer = app(self.server.clone()).oneshot(request).await;
        let answer = answer.expect("a router always answers").into_body();
        let answer = to_bytes(answer, 1 << 20).await.expect("it is no longer than that");
        let made: Value = serde_json::from_slice(&answer).expect("answers are JSON");
        let text =
            |value: &Value| value.as_str().expect("a table has a name and tokens").to_owned();
        (text(&made["table"]), [0, 1].map(|seat: usize| text(&made["seats"][seat]["token"])))
    }
}

/// One who plays by a socket.
struct Player {
    stream: TcpStream,
    heard: Vec<u8>,
}

impl Player {
    async fn say(&mut self, frame: &[u8]) {
        self.stream.write_all(frame).await.expect("the server is there");
    }

    /// Waits until something was said.
    async fn hear(&mut self, wanted: &str) {
        self.heard.clear();
        while !self.heard.windows(wanted.len()).any(|said| said == wanted.as_bytes()) {
            assert!(self.heard.len() < 32 << 10, "{}", String::from_utf8_lossy(&self.heard));
            let read = self.stream.read_buf(&mut self.heard).await.expect("the server is there");
            assert!(read > 0, "the server has gone");
        }
    }
}

/// A message as a client sends it. Its mask is zero, which is one as any other.
fn frame(message: &Value) -> Vec<u8> {
    let text = message.to_string();
    let length = u16::try_from(text.len()).expect("it is short");
    [&[0x81, 0x80 | 126][..], &length.to_be_bytes(), &[0; 4], text.as_bytes()].concat()
}
