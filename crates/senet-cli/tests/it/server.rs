//! The server as a process that is killed, stopped and started again under load.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::throwaway::Throwaway;
use crate::{file, senet};

/// The most sockets that the server lets in from here.
const SOCKETS: usize = 2000;

/// `senet serve` on a port of its own.
pub struct Server {
    child: Child,
    pub port: u16,
    store: String,
}

impl Server {
    pub async fn start(store: &str, port: u16) -> Server {
        let child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(["serve", "--addr", &format!("127.0.0.1:{port}"), "--store", store])
            .args(["--limit", "tables_per_address=10000", "--limit", "calls_per_second=10000"])
            .args(["--limit", "messages_per_second=10000"])
            .args(["--limit", &format!("sockets_per_address={SOCKETS}")])
            .args(["--limit", &format!("connections_per_address={}", SOCKETS + 100)])
            .env("SENET_LOG", "warn")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Server { child, port, store: store.to_owned() };
        let until = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(Instant::now() < until, "the server does not start");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        server
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Its memory, in KiB.
    #[cfg(target_os = "linux")]
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Kills the process without a word and starts another in its place.
    pub async fn kill_and_start(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        *self = Server::start(&self.store, self.port).await;
    }

    /// Asks the process to close, which it does of its own accord.
    pub fn close(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(Instant::now() < until, "the server does not close");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Calls the server; nothing where it falls in the middle of it.
pub async fn post(port: u16, path: &str, body: &Value) -> Option<Value> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
}

/// Whether it is a trouble that passes, so that asking again is all there is to do.
pub fn passes(answer: &Value) -> bool {
    let code = answer["code"].as_str().unwrap_or_default();
    ["not_stored", "conflict", "too_many_messages"].contains(&code)
}

/// Two players of pig at one screen, who never give up.
struct Player {
    port: u16,
    table: String,
    tokens: Vec<String>,
    number: u64,
    /// What was sent and not answered yet.
    pending: Option<Value>,
    /// The last request that was accepted, and its entry.
    last: Option<(Value, Value)>,
    accepted: u64,
}

impl Player {
    async fn new(port: u16) -> Option<Player> {
        let me = |name| json!({ "type": "me", "name": name });
        let ask = json!({ "game": "pig", "seats": [me("Ann"), me("Ben")] });
        let made = post(port, "/api/tables", &ask).await?;
        let token = |i: usize| Some(made["seats"][i]["token"].as_str()?.to_owned());
        Some(Player {
            port,
            table: made["table"].as_str()?.to_owned(),
            tokens: vec![token(0)?, token(1)?],
            number: 0,
            pending: None,
            last: None,
            accepted: 0,
        })
    }

    /// Plays until it is enough, whatever becomes of the server.
    async fn play(mut self, enough: Arc<AtomicBool>) -> Player {
        while !enough.load(Ordering::Relaxed) {
            if self.connected(&enough).await.is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        self
    }

    /// Plays on one connection; nothing when it is lost.
    async fn connected(&mut self, enough: &AtomicBool) -> Option<()> {
        let url = format!("ws://127.0.0.1:{}/api/socket", self.port);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.ok()?;
        let mut ask = async |mut message: Value, number: u64| -> Option<Value> {
            message["id"] = json!(number);
            socket.send(Message::text(message.to_string())).await.ok()?;
            loop {
                let next = tokio::time::timeout(Duration::from_secs(30), socket.next()).await;
                let Message::Text(text) = next.ok()??.ok()? else { continue };
                let heard: Value = serde_json::from_str(&text).unwrap();
                if heard["id"] == json!(number) {
                    return Some(heard);
                }
            }
        };
        for token in &self.tokens {
            self.number += 1;
            let follow = json!({ "type": "follow", "table": self.table, "token": token });
            let followed = ask(follow, self.number).await?;
            if followed["type"] != "followed" {
                assert!(passes(&followed), "{followed}");
                return None;
            }
        }
        if let Some((request, entry)) = &self.last {
            self.number += 1;
            let again = ask(request.clone(), self.number).await?;
            if passes(&again) {
                return None;
            }
            assert_eq!(&again["entry"], entry, "what was accepted is still there: {again}");
        }
        while !enough.load(Ordering::Relaxed) {
            self.number += 1;
            let number = self.number;
            let submit = self.pending.take().unwrap_or_else(|| {
                let kind = if number.is_multiple_of(5) { "hold" } else { "roll" };
                json!({ "type": "submit", "table": self.table, "seat": number / 5 % 2,
                    "request": number.to_string(), "command": { "type": kind } })
            });
            self.pending = Some(submit.clone());
            let answer = ask(submit.clone(), number).await?;
            match answer["type"].as_str() {
                Some("accepted") => {
                    self.accepted += 1;
                    self.last = Some((submit, answer["entry"].clone()));
                    self.pending = None;
                }
                Some("rejected") if answer["code"] == "game_over" => {
                    let fresh = Player::new(self.port).await?;
                    *self = Player { accepted: self.accepted, ..fresh };
                    return None;
                }
                Some("rejected") => self.pending = None,
                _ => {
                    assert!(passes(&answer), "{answer}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        Some(())
    }
}

/// How many kills of how many tables: few as a rule, all of them on request.
fn extent() -> (usize, usize) {
    let wanted = std::env::var("SENET_KILLS").unwrap_or_else(|_| "4x15".to_owned());
    let (kills, tables) = wanted.split_once('x').unwrap();
    (kills.parse().unwrap(), tables.parse().unwrap())
}

/// Plays at many tables while something bad happens again and again; then checks the store.
async fn survives(store: &str, mut bad: impl AsyncFnMut(&mut Server, usize)) {
    let (kills, tables) = extent();
    let mut server = Server::start(store, free_port()).await;
    let enough = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for _ in 0..tables {
        let player = Player::new(server.port).await.unwrap();
        players.push(tokio::spawn(player.play(enough.clone())));
    }
    let mut luck: u64 = 0x9e37_79b9;
    for kill in 0..kills {
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        tokio::time::sleep(Duration::from_millis(200 + (luck >> 33) % 800)).await;
        bad(&mut server, kill).await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    enough.store(true, Ordering::Relaxed);
    let mut accepted = 0;
    for player in players {
        accepted += player.await.unwrap().accepted;
    }
    server.close();
    assert!(accepted > tables as u64, "{accepted} entries at {tables} tables");
    let checked = senet(&["store", "check", "--store", store], "");
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    let mut words = checked.out.split_whitespace();
    let (_, entries) = (words.next(), words.nth(1).unwrap());
    // A table that was lost in the middle of making it may hold entries of nobody.
    assert!(entries.parse::<u64>().unwrap() >= accepted, "{} for {accepted}", checked.out);
}

pub fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(test);
}

#[test]
fn every_accepted_entry_survives_a_kill() {
    let path = file("killed.db");
    let store = format!("sqlite:{path}");
    run(survives(&store, async |server, _| server.kill_and_start().await));
    // The store moves to another file and is whole there.
    let (moved, copy) = (file("moved.jsonl"), file("copy.db"));
    for _ in 0..2 {
        let _ = std::fs::remove_file(&moved);
        let _ = std::fs::remove_file(&copy);
    }
    let check = |args: &[&str], says: &str| {
        let ran = senet(args, "");
        assert!(ran.code == Some(0) && ran.out.contains(says), "{args:?}: {}{}", ran.out, ran.err);
        ran.out
    };
    check(&["store", "export", "--store", &store, &moved], "holds secrets");
    let other = format!("sqlite:{copy}");
    check(&["store", "import", "--store", &other, &moved], "0 were there already");
    check(&["store", "import", "--store", &other, &moved], "0 rooms were read");
    let as_it_was = check(&["store", "check", "--store", &store], "0 bad");
    check(&["store", "check", "--store", &other], &as_it_was);
    let backup = file("backup.db");
    let _ = std::fs::remove_file(&backup);
    check(&["store", "backup", "--store", &store, &backup], "copied");
    check(&["store", "check", "--store", &format!("sqlite:{backup}")], &as_it_was);
    assert_eq!(senet(&["store", "backup", "--store", &store, &backup], "").code, Some(1));
}

#[test]
fn every_accepted_entry_survives_on_postgresql_and_its_own_falls() {
    let Some(mut database) = Throwaway::start("kill") else { return };
    std::thread::sleep(Duration::from_secs(2));
    let url = database.url();
    run(survives(&url, async |server, kill| {
        if kill % 2 == 0 {
            server.kill_and_start().await;
        } else {
            database.stop();
            tokio::time::sleep(Duration::from_millis(200)).await;
            database.go();
        }
    }));
}

/// Whoever opens sockets and says nothing gets no more than their share, takes little memory, and keeps
/// nobody from playing.
#[cfg(target_os = "linux")]
#[test]
fn thousands_of_idle_sockets_stay_bounded() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    run(async {
        let server = Server::start("memory", free_port()).await;
        let url = format!("ws://127.0.0.1:{}/api/socket", server.port);
        let bare = server.memory();
        let mut idle = Vec::new();
        for _ in 0..SOCKETS - 1 {
            idle.push(tokio_tungstenite::connect_async(&url).await.unwrap());
        }
        let player = Player::new(server.port).await.unwrap();
        let enough = Arc::new(AtomicBool::new(false));
        let playing = tokio::spawn(player.play(enough.clone()));
        tokio::time::sleep(Duration::from_millis(500)).await;
        // The one who plays leaves a place for a moment when a game is over; there is no second one.
        let more = [
            tokio_tungstenite::connect_async(&url).await,
            tokio_tungstenite::connect_async(&url).await,
        ];
        assert!(more.iter().any(Result::is_err), "there is no place beyond the limit");
        drop(more);
        enough.store(true, Ordering::Relaxed);
        assert!(playing.await.unwrap().accepted > 0, "the one who plays is not disturbed");
        let each = (server.memory() - bare) / SOCKETS as u64;
        assert!(each < 24, "an idle socket takes {each} KiB");
        server.close();
    });
}

/// Programs that start the server on any free port read in the first line where it listens.
#[test]
fn the_first_line_tells_where_the_server_listens() {
    for more in [&[][..], &["--public-url", "https://games.example"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(["serve", "--addr", "127.0.0.1:0", "--store", "memory"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut first).unwrap();
        let told = |before: &str| {
            let rest = first.split_once(before).unwrap_or_else(|| panic!("{first}")).1;
            rest.split([' ', ';']).next().unwrap().to_owned()
        };
        let address = told("listening on ");
        let reached = std::net::TcpStream::connect(&address);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(reached.is_ok(), "{first}");
        let expected = more.get(1).map_or(format!("http://{address}"), |url| (*url).to_owned());
        assert_eq!(told("open at "), expected);
    }
}

/// Whatever the log is asked to tell, it tells no seed, no token and no hash of one.
#[test]
fn the_log_tells_no_secret() {
    let (path, log, moved) = (file("logged.db"), file("logged.log"), file("logged.jsonl"));
    for old in [&path, &moved] {
        let _ = std::fs::remove_file(old);
    }
    let port = free_port();
    let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["serve", "--addr", &format!("127.0.0.1:{port}"), "--store"])
        .arg(format!("sqlite:{path}"))
        .env("SENET_LOG", "trace")
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut secrets = Vec::new();
    run(async {
        let until = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(Instant::now() < until, "the server does not start");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let player = Player::new(port).await.unwrap();
        secrets.extend(player.tokens.clone());
        let enough = Arc::new(AtomicBool::new(false));
        let playing = tokio::spawn(player.play(enough.clone()));
        post(port, "/api/link", &json!({ "code": "nonsense" })).await.unwrap();
        post(port, "/api/tables/mine", &json!({ "tokens": secrets.clone() })).await.unwrap();
        tokio::time::sleep(Duration::from_millis(500)).await;
        enough.store(true, Ordering::Relaxed);
        assert!(playing.await.unwrap().accepted > 0);
    });
    child.kill().unwrap();
    child.wait().unwrap();
    let store = format!("sqlite:{path}");
    assert_eq!(senet(&["store", "export", "--store", &store, &moved], "").code, Some(0));
    for line in std::fs::read_to_string(&moved).unwrap().lines() {
        let room: Value = serde_json::from_str(line).unwrap();
        let record: Value = serde_json::from_str(room["room"]["json"].as_str().unwrap()).unwrap();
        let held = &record["seats"][0]["sitting"]["devices"][0]["token"];
        for secret in [&record["seed"], &record["host"], held] {
            secrets.push(secret.as_str().unwrap().to_owned());
        }
    }
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("listening") && secrets.len() >= 5, "{} secrets: {log}", secrets.len());
    for secret in secrets {
        assert!(!log.contains(&secret), "the log tells {secret}");
    }
}

#[test]
fn a_bad_store_or_limit_is_refused_with_a_sentence() {
    for (args, sentence) in [
        (&["--store", "redis:x"][..], "is no store"),
        (&["--store", "memory", "--limit", "fun=3"], "there is no limit \"fun\""),
        (&["--store", "memory", "--limit", "chat"], "a limit is NAME=NUMBER"),
        (&["--store", "memory", "--addr", "nowhere"], "cannot listen on nowhere"),
        (&["--store", "postgres://127.0.0.1:1/x?sslmode=maybe"], "there is no sslmode \"maybe\""),
        (
            &["--store", "postgres://127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/nowhere"],
            "/nowhere",
        ),
    ] {
        let ran = senet(&[&["serve"], args].concat(), "");
        assert_eq!(ran.code, Some(1), "{args:?}");
        assert!(ran.err.contains(sentence), "{args:?}: {}", ran.err);
    }
}

/// `serve` takes the settings of a game, as `play` does, and shows the link to a table by them.
#[test]
fn the_link_to_a_table_by_settings_is_shown() {
    #[track_caller]
    fn check(args: &[&str], place: &str) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(["serve", "--addr", "127.0.0.1:0", "--store", "memory"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let link = lines
            .into_iter()
            .find_map(|line| line.strip_prefix("The table is set up at ").map(str::to_owned));
        child.kill().unwrap();
        child.wait().unwrap();
        let link = link.unwrap();
        assert!(link.ends_with(place), "{link}");
    }
    check(&["--game", "silosoft", "--rules", "balanced"], "/#/new/silosoft?online&preset=balanced");
    let target = "%22target%22%3A50%7D";
    check(&["--game", "pig", "--set", "target=50"], target);
    let lone = senet(&["serve", "--store", "memory", "--set", "target=50"], "");
    assert!(lone.err.contains("name it with --game"), "{}", lone.err);
    let wrong = senet(&["serve", "--store", "memory", "--game", "pig", "--set", "target=x"], "");
    assert!(wrong.err.contains("target"), "{}", wrong.err);
}
