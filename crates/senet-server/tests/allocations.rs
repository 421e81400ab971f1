//! How often memory is asked for on the way of a move: counted, so that it is the same on any machine.
//!
//! Server and players share one thread. The players say what was written before, and read into one place:
//! what is counted is the server's alone.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "this test opens sockets and waits for them"
)]

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::time::Duration;

use allocation_counter::measure;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use senet_server::store::{Memory, Store};
use senet_server::{Limits, Server, app};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

/// A game that nobody wins, in nine moves.
const DRAW: [u8; 9] = [1, 2, 3, 5, 4, 6, 8, 7, 9];
const GAMES: usize = 20;
/// What a move may ask for: reading it, carrying it out, storing it, and telling two who see it.
const MOST: u64 = 64;

/// How a client asks for a socket.
const ASK: &str = "GET /api/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
                   upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// A socket that allocates nothing once it is open.
struct Player {
    stream: TcpStream,
    heard: Vec<u8>,
}

impl Player {
    async fn connect(address: SocketAddr) -> Player {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        stream.write_all(ASK.as_bytes()).await.unwrap();
        let mut player = Player { stream, heard: Vec::with_capacity(64 << 10) };
        player.hears("\"type\":\"hello\"").await;
        player
    }

    async fn says(&mut self, frame: &[u8]) {
        self.stream.write_all(frame).await.unwrap();
    }

    /// Waits until something was said.
    async fn hears(&mut self, wanted: &str) {
        self.heard.clear();
        while !self.heard.windows(wanted.len()).any(|said| said == wanted.as_bytes()) {
            assert!(self.heard.len() < 32 << 10, "{}", String::from_utf8_lossy(&self.heard));
            assert!(self.stream.read_buf(&mut self.heard).await.unwrap() > 0);
        }
    }
}

/// A message as a client sends it. Its mask is zero, which is one as any other.
fn frame(message: &Value) -> Vec<u8> {
    let text = message.to_string();
    let length = u16::try_from(text.len()).unwrap();
    [&[0x81, 0x80 | 126][..], &length.to_be_bytes(), &[0; 4], text.as_bytes()].concat()
}

/// Makes a table with both seats taken: its name and the tokens.
async fn table(server: &Server) -> (String, [String; 2]) {
    let me = |name| json!({ "type": "me", "name": name });
    let body = json!({ "game": "tic-tac-toe", "seats": [me("Ann"), me("Ben")] }).to_string();
    let request = Request::post("/api/tables").header("content-type", "application/json");
    let request = request.body(Body::from(body)).unwrap();
    let answer = app(server.clone()).oneshot(request).await.unwrap().into_body();
    let made: Value = serde_json::from_slice(&to_bytes(answer, 1 << 20).await.unwrap()).unwrap();
    let token = |seat: usize| made["seats"][seat]["token"].as_str().unwrap().to_owned();
    (made["table"].as_str().unwrap().to_owned(), [token(0), token(1)])
}

/// A server on this thread, with limits that one address does not meet, and where it is.
async fn serve(idle: Duration) -> (Server, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut limits = Limits { messages_per_second: 1_000_000, idle, ..Limits::default() };
    (limits.sockets_per_address, limits.connections_per_address) = (1_000, 1_000);
    let server = Server::new(Store::Memory(Memory::default()), limits, None);
    tokio::spawn(senet_server::serve(listener, server.clone(), std::future::pending()));
    (server, address)
}

/// Follows a table with a socket of another thread, whose memory is not counted.
fn follows(address: SocketAddr, follow: &[u8]) -> std::net::TcpStream {
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.write_all(ASK.as_bytes()).unwrap();
    stream.write_all(follow).unwrap();
    let (mut heard, mut piece) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&heard).contains("\"type\":\"update\"") {
        let read = stream.read(&mut piece).unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&heard));
        heard.extend_from_slice(&piece[..read]);
    }
    stream
}

/// Longer than any test.
const LONG: Duration = Duration::from_secs(3600);

/// What a table holds at which two sit and nobody does anything, sockets included, where rooms rest after this
/// long: so many bytes of its room, and so many of its sockets.
fn held(idle: Duration) -> [i64; 2] {
    const TABLES: usize = 50;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (server, address) = runtime.block_on(serve(idle));
    let seat = |follow: Vec<Vec<u8>>| {
        let sit = move || follow.iter().map(|follow| follows(address, follow)).collect::<Vec<_>>();
        runtime.block_on(async {
            let players = tokio::task::spawn_blocking(sit).await.unwrap();
            // Word of who is there goes out before anything is counted, and whoever may rest does.
            tokio::time::sleep(Duration::from_millis(1500)).await;
            while idle < LONG && !server.rests() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            players
        })
    };
    let make =
        |tables: usize| {
            let mut follow = Vec::new();
            for _ in 0..tables {
                let (table, tokens) = runtime.block_on(table(&server));
                follow.extend(tokens.map(|token| {
                    frame(&json!({ "type": "follow", "table": table, "token": token }))
                }));
            }
            follow
        };
    let mut players = seat(make(2));
    let follow = std::cell::Cell::new(Vec::new());
    let made = measure(|| follow.set(make(TABLES)));
    let follow = follow.take();
    let kept: usize = follow.iter().map(Vec::capacity).sum();
    let sat = measure(|| players.extend(seat(follow)));
    let tables = TABLES as i64;
    [(made.bytes_current - kept as i64) / tables, sat.bytes_current / tables]
}

#[test]
fn an_idle_table_holds_so_many_bytes_at_most() {
    const MOST: i64 = 13 << 10;
    let [room, sockets] = held(LONG);
    println!("{room} bytes a room, {sockets} its two sockets");
    assert!(room + sockets <= MOST, "{room} bytes a room, {sockets} its two sockets");
}

/// On a busy machine it counts less: rooms leave memory before anybody comes, and what another thread reads of
/// them again is not counted.
#[test]
fn a_table_that_rests_holds_so_many_bytes_at_most() {
    const MOST: i64 = 9 << 10;
    let [room, sockets] = held(Duration::from_millis(200));
    println!("{} bytes with its two sockets", room + sockets);
    assert!(room + sockets <= MOST, "{room} bytes a room at first, {sockets} since");
}

#[test]
fn a_move_asks_for_memory_so_often_at_most() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (mut players, games) = runtime.block_on(async {
        let (server, address) = serve(LONG).await;
        let mut players = [Player::connect(address).await, Player::connect(address).await];
        let mut games = Vec::new();
        for _ in 0..GAMES {
            let (table, tokens) = table(&server).await;
            for (player, token) in players.iter_mut().zip(&tokens) {
                let follow = json!({ "type": "follow", "table": table, "token": token });
                player.says(&frame(&follow)).await;
                player.hears("\"type\":\"update\"").await;
            }
            let moves = DRAW.iter().enumerate().map(|(number, square)| {
                let command = json!({ "type": "mark", "square": square });
                frame(&json!({ "id": number, "type": "submit", "table": table,
                    "request": number.to_string(), "command": command }))
            });
            games.push(moves.collect::<Vec<_>>());
        }
        // Word of who is there goes out before anything is counted.
        tokio::time::sleep(Duration::from_millis(500)).await;
        (players, games)
    });
    let mut counts = Vec::new();
    for moves in &games {
        let counted = measure(|| {
            runtime.block_on(async {
                for (number, said) in moves.iter().enumerate() {
                    let [one, other] = &mut players;
                    let (mover, watcher) =
                        if number % 2 == 0 { (one, other) } else { (other, one) };
                    mover.says(said).await;
                    mover.hears("\"type\":\"accepted\"").await;
                    watcher.hears("\"type\":\"update\"").await;
                }
            });
        });
        counts.push(counted.count_total);
    }
    counts.sort_unstable();
    // A buffer that grows now and then, or a clock that rings meanwhile, is no part of the way.
    let median = counts[counts.len() / 2] / DRAW.len() as u64;
    println!("{median} a move; {counts:?} in {} moves each", DRAW.len());
    assert!(median <= MOST, "{median} allocations a move: {counts:?}");
}
