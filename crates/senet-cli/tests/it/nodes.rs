//! Three nodes on one PostgreSQL as processes of their own, with two seats, a spectator and a host at each
//! table, all of whom come back at whatever node: nodes and database are killed at random, the ways between
//! them are cut, slowed and swallow what is sent. Nothing that was acknowledged is lost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

use crate::server::{Server, free_port, passes, run};
use crate::throwaway::Throwaway;
use crate::{file, senet};

const NODES: usize = 3;
const TABLES: usize = 4;

/// A little luck that can be repeated.
struct Luck(u64);

impl Luck {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// The way from a node to the database, and its weather.
struct Way {
    port: u16,
    /// Every connection ends when this changes.
    cut: watch::Sender<u64>,
    /// How long each piece takes.
    delay_ms: AtomicU64,
    /// Whether pieces get lost in it for now.
    swallows: AtomicBool,
}

impl Way {
    async fn to(database: u16) -> Arc<Way> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (delay_ms, swallows) = (AtomicU64::new(0), AtomicBool::new(false));
        let way = Arc::new(Way { port, cut: watch::Sender::new(0), delay_ms, swallows });
        let own = way.clone();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(("127.0.0.1", database)).await else { continue };
                let ((near_in, near_out), (far_in, far_out)) =
                    (near.into_split(), far.into_split());
                tokio::spawn(own.clone().carry(near_in, far_out));
                tokio::spawn(own.clone().carry(far_in, near_out));
            }
        });
        way
    }

    async fn carry(self: Arc<Way>, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut cut = self.cut.subscribe();
        let mut piece = vec![0; 16 << 10];
        loop {
            let read = tokio::select! {
                read = from.read(&mut piece) => read.unwrap_or(0),
                _ = cut.changed() => 0,
            };
            if read == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(self.delay_ms.load(Ordering::Relaxed))).await;
            while self.swallows.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            if cut.has_changed().unwrap_or(true) || to.write_all(&piece[..read]).await.is_err() {
                return;
            }
        }
    }

    /// Bad weather for a while.
    async fn storm(&self, luck: &mut Luck, counts: &Counts) {
        let while_ms = 100 + luck.below(1_500);
        match luck.below(3) {
            0 => {
                counts.cuts.fetch_add(1, Ordering::Relaxed);
                self.cut.send_modify(|epoch| *epoch += 1);
            }
            1 => {
                counts.slowed.fetch_add(1, Ordering::Relaxed);
                self.delay_ms.store(20 + luck.below(200), Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(while_ms)).await;
                self.delay_ms.store(0, Ordering::Relaxed);
            }
            _ => {
                counts.swallowed.fetch_add(1, Ordering::Relaxed);
                self.swallows.store(true, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(while_ms)).await;
                // What was held back is lost with its connection.
                self.cut.send_modify(|epoch| *epoch += 1);
                self.swallows.store(false, Ordering::Relaxed);
            }
        }
    }
}

/// What happened, and what was acknowledged.
#[derive(Default)]
struct Counts {
    nodes: AtomicU64,
    databases: AtomicU64,
    cuts: AtomicU64,
    slowed: AtomicU64,
    swallowed: AtomicU64,
    comebacks: AtomicU64,
    rematches: AtomicU64,
    switches: AtomicU64,
    watched: AtomicU64,
    /// The requests and lines of chat that were acknowledged.
    kept: Mutex<Vec<String>>,
}

impl Counts {
    fn add(&self, kept: String) {
        self.kept.lock().unwrap().push(kept);
    }
}

/// Where the nodes are, and whether it is enough.
struct Town {
    ports: [u16; NODES],
    enough: AtomicBool,
    counts: Counts,
}

impl Town {
    fn is_over(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    /// Calls any node; nothing where it falls in the middle of it.
    async fn call(&self, luck: &mut Luck, path: &str, token: &str, body: &Value) -> Option<Value> {
        let port = self.ports[luck.below(NODES as u64) as usize];
        let (method, body) = match body {
            Value::Null => ("GET", String::new()),
            body => ("POST", body.to_string()),
        };
        let asked = async {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
            let head = format!(
                "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                 authorization: Bearer {token}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                body.len()
            );
            stream.write_all((head + &body).as_bytes()).await.ok()?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.ok()?;
            serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()
        };
        let answer: Value = tokio::time::timeout(Duration::from_secs(60), asked).await.ok()??;
        if passes(&answer) {
            tokio::time::sleep(Duration::from_millis(50)).await;
            return None;
        }
        Some(answer)
    }

    /// Calls again and again until there is an answer; nothing when it is over.
    async fn insist(
        &self,
        luck: &mut Luck,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Option<Value> {
        while !self.is_over() {
            if let Some(answer) = self.call(luck, path, token, body).await {
                return Some(answer);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        None
    }
}

/// A socket to whatever node.
struct Line {
    socket: tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<TcpStream>>,
    number: u64,
}

impl Line {
    async fn open(town: &Town, luck: &mut Luck) -> Option<Line> {
        let port = town.ports[luck.below(NODES as u64) as usize];
        let url = format!("ws://127.0.0.1:{port}/api/socket");
        let opened = tokio_tungstenite::connect_async(url);
        let opened = tokio::time::timeout(Duration::from_secs(30), opened).await;
        town.counts.comebacks.fetch_add(1, Ordering::Relaxed);
        Some(Line { socket: opened.ok()?.ok()?.0, number: 0 })
    }

    async fn next(&mut self, patience: Duration) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(patience, self.socket.next()).await;
            if let Message::Text(text) = next.ok()??.ok()? {
                return serde_json::from_str(&text).ok();
            }
        }
    }

    /// Asks, and waits for the answer; nothing when the connection is lost.
    async fn ask(&mut self, mut message: Value) -> Option<Value> {
        self.number += 1;
        message["id"] = json!(self.number);
        self.socket.send(Message::text(message.to_string())).await.ok()?;
        loop {
            let heard = self.next(Duration::from_secs(60)).await?;
            if heard["id"] == json!(self.number) {
                return Some(heard);
            }
        }
    }

    /// Follows a table: the first update; nothing where that cannot be now.
    async fn follow(&mut self, table: &str, token: Option<&str>) -> Option<Value> {
        let mut follow = json!({ "type": "follow", "table": table });
        if let Some(token) = token {
            follow["token"] = json!(token);
        }
        let followed = self.ask(follow).await?;
        if followed["type"] != "followed" {
            assert!(passes(&followed), "{followed}");
            return None;
        }
        loop {
            let heard = self.next(Duration::from_secs(60)).await?;
            if heard["type"] == "update" && heard["table"] == table {
                return Some(heard);
            }
        }
    }
}

/// Somebody at a seat, who never gives up.
struct Seat {
    name: String,
    table: String,
    token: String,
    number: u64,
    /// What was sent and not answered yet.
    pending: Option<Value>,
    /// The last request that was accepted, and its entry.
    last: Option<(Value, u64)>,
}

impl Seat {
    async fn play(mut self, town: Arc<Town>, mut luck: Luck) {
        while !town.is_over() {
            if self.connected(&town, &mut luck).await.is_none() {
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        }
    }

    async fn connected(&mut self, town: &Town, luck: &mut Luck) -> Option<()> {
        let mut line = Line::open(town, luck).await?;
        let update = line.follow(&self.table, Some(&self.token)).await?;
        if let Some((request, entry)) = self.last.clone() {
            let seen = update["entry"].as_u64()?;
            assert!(seen >= entry, "{} sees entry {seen} after {entry}", self.name);
            let again = line.ask(request).await?;
            if passes(&again) {
                return None;
            }
            assert_eq!(again["entry"], entry, "what was accepted is still there: {again}");
        }
        // Nobody stays at one node for ever.
        for _ in 0..20 + luck.below(60) {
            if town.is_over() {
                return Some(());
            }
            tokio::time::sleep(Duration::from_millis(5 + luck.below(20))).await;
            self.submit(town, luck, &mut line).await?;
            if luck.below(20) == 0 {
                self.talk(town, &mut line).await?;
            }
        }
        Some(())
    }

    async fn submit(&mut self, town: &Town, luck: &mut Luck, line: &mut Line) -> Option<()> {
        let submit = self.pending.take().unwrap_or_else(|| {
            self.number += 1;
            let kind = if luck.below(5) == 0 { "hold" } else { "roll" };
            json!({ "type": "submit", "table": self.table, "command": { "type": kind },
                "request": format!("{}-{}", self.name, self.number) })
        });
        self.pending = Some(submit.clone());
        let answer = line.ask(submit.clone()).await?;
        match answer["type"].as_str() {
            Some("accepted") => {
                town.counts.add(submit["request"].as_str().unwrap().to_owned());
                self.last = Some((submit, answer["entry"].as_u64().unwrap()));
                self.pending = None;
            }
            Some("rejected") => {
                self.pending = None;
                if answer["code"] == "game_over" {
                    return self.play_again(town, luck).await;
                }
            }
            _ => assert!(passes(&answer), "{answer}"),
        }
        Some(())
    }

    async fn talk(&mut self, town: &Town, line: &mut Line) -> Option<()> {
        self.number += 1;
        let text = format!("{} says {}", self.name, self.number);
        let chat = json!({ "type": "chat", "table": self.table, "text": text });
        let said = line.ask(chat).await?;
        match said["type"].as_str() {
            Some("done") => town.counts.add(text),
            _ => assert!(passes(&said), "{said}"),
        }
        Some(())
    }

    /// The rematch: what it acknowledges is a seat, at whatever node one sits down.
    async fn play_again(&mut self, town: &Town, luck: &mut Luck) -> Option<()> {
        let path = format!("/api/tables/{}/rematch", self.table);
        let again = town.insist(luck, &path, &self.token, &json!({})).await?;
        let text = |key: &str| again[key].as_str().unwrap_or_else(|| panic!("{again}")).to_owned();
        (self.table, self.token, self.last) = (text("table"), text("token"), None);
        town.counts.rematches.fetch_add(1, Ordering::Relaxed);
        // The game begins when the other one comes too.
        while !town.is_over() {
            let path = format!("/api/tables/{}", self.table);
            let room = town.insist(luck, &path, "", &Value::Null).await?;
            if room["state"] != "lobby" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        None
    }
}

/// Somebody who watches: whoever follows anew never sees less than before, at whatever node.
async fn watch(town: Arc<Town>, mut luck: Luck, mut table: String) {
    let mut seen = 0;
    while !town.is_over() {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let Some(mut line) = Line::open(&town, &mut luck).await else { continue };
        let Some(update) = line.follow(&table, None).await else { continue };
        let now = update["line"].as_u64().unwrap();
        assert!(now >= seen, "a spectator saw line {seen}, then {now}");
        seen = now;
        for _ in 0..luck.below(200) {
            let Some(heard) = line.next(Duration::from_millis(500)).await else { break };
            if heard["type"] == "update" {
                seen = seen.max(heard["line"].as_u64().unwrap());
                town.counts.watched.fetch_add(1, Ordering::Relaxed);
            }
        }
        let path = format!("/api/tables/{table}");
        let Some(room) = town.call(&mut luck, &path, "", &Value::Null).await else { continue };
        if let Some(next) = room["rematch"].as_str() {
            let path = format!("/api/tables/{next}");
            let next_room = town.call(&mut luck, &path, "", &Value::Null).await;
            if next_room.is_some_and(|room| room["state"] == "playing") {
                (table, seen) = (next.to_owned(), 0);
            }
        }
    }
}

/// The host switches something: what was acknowledged at one node is so at every other.
async fn switch(town: Arc<Town>, mut luck: Luck, table: String, token: String) {
    let mut on = true;
    while !town.is_over() {
        tokio::time::sleep(Duration::from_millis(100 + luck.below(200))).await;
        on = !on;
        let path = format!("/api/tables/{table}");
        let body = json!({ "on": on });
        let Some(switched) = town.insist(&mut luck, &format!("{path}/share"), &token, &body).await
        else {
            return;
        };
        assert_eq!(switched["shared"], on, "{switched}");
        let Some(room) = town.insist(&mut luck, &path, "", &Value::Null).await else { return };
        assert_eq!(room["shared"], on, "what was switched is so everywhere: {room}");
        town.counts.switches.fetch_add(1, Ordering::Relaxed);
    }
}

/// How many kills: few as a rule, many on request.
fn kills() -> u64 {
    std::env::var("SENET_NODE_KILLS").map_or(6, |kills| kills.parse().unwrap())
}

async fn new_table(town: &Town, luck: &mut Luck, more: &Value) -> Value {
    let me = |name| json!({ "type": "me", "name": name });
    let mut ask = json!({ "game": "pig", "seats": [me("Ann"), me("Ben")] });
    ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    town.insist(luck, "/api/tables", "", &ask).await.unwrap()
}

/// Kills nodes and the database, and makes bad weather between them.
async fn disturb(
    town: &Town,
    database: &mut Throwaway,
    nodes: &mut [Server; NODES],
    ways: &[Arc<Way>],
) {
    let (mut luck, counts) = (Luck(0x9e37_79b9), &town.counts);
    for kill in 0..kills() {
        tokio::time::sleep(Duration::from_millis(100 + luck.below(700))).await;
        ways[luck.below(NODES as u64) as usize].storm(&mut luck, counts).await;
        tokio::time::sleep(Duration::from_millis(luck.below(400))).await;
        if kill % 4 == 3 {
            counts.databases.fetch_add(1, Ordering::Relaxed);
            database.stop();
            tokio::time::sleep(Duration::from_millis(luck.below(500))).await;
            tokio::task::block_in_place(|| database.go());
        } else {
            counts.nodes.fetch_add(1, Ordering::Relaxed);
            nodes[luck.below(NODES as u64) as usize].kill_and_start().await;
        }
    }
}

#[test]
fn three_nodes_lose_nothing_whatever_falls() {
    let Some(mut database) = Throwaway::start("three-nodes") else { return };
    std::thread::sleep(Duration::from_secs(2));
    let url = database.url();
    run(async {
        let mut ways = Vec::new();
        for _ in 0..NODES {
            ways.push(Way::to(database.port()).await);
        }
        let start = async |way: &Arc<Way>| {
            let store = format!("postgres://senet@127.0.0.1:{}/postgres", way.port);
            Server::start(&store, free_port()).await
        };
        let mut nodes = [start(&ways[0]).await, start(&ways[1]).await, start(&ways[2]).await];
        let ports = [nodes[0].port, nodes[1].port, nodes[2].port];
        let (enough, counts) = (AtomicBool::new(false), Counts::default());
        let town = Arc::new(Town { ports, enough, counts });
        let mut luck = Luck(1);
        let clock = json!({ "clock": { "per_turn_ms": 1000, "on_time_out": "idle" } });
        let alone = new_table(&town, &mut luck, &clock).await["table"].as_str().unwrap().to_owned();
        let mut guests = tokio::task::JoinSet::new();
        for number in 0..TABLES as u64 {
            let made = new_table(&town, &mut luck, &json!({})).await;
            let table = made["table"].as_str().unwrap().to_owned();
            let token = |seat: usize| made["seats"][seat]["token"].as_str().unwrap().to_owned();
            for seat in 0..2 {
                let name = format!("{}{number}", ["Ann", "Ben"][seat]);
                let (table, token) = (table.clone(), token(seat));
                let guest = Seat { name, table, token, number: 0, pending: None, last: None };
                guests.spawn(guest.play(town.clone(), Luck(number * 10 + seat as u64)));
            }
            guests.spawn(watch(town.clone(), Luck(number * 10 + 3), table.clone()));
            guests.spawn(switch(town.clone(), Luck(number * 10 + 4), table, token(0)));
        }
        let started = Instant::now();
        disturb(&town, &mut database, &mut nodes, &ways).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        town.enough.store(true, Ordering::Relaxed);
        while let Some(guest) = guests.join_next().await {
            guest.unwrap();
        }
        let seconds = started.elapsed().as_secs();
        for node in nodes {
            node.close();
        }
        tell(&town.counts, seconds);
        all_is_there(&url, &town.counts, &alone, seconds);
    });
}

fn tell(counts: &Counts, seconds: u64) {
    let number = |count: &AtomicU64| count.load(Ordering::Relaxed);
    println!(
        "{} kills of nodes, {} of the database, {} cuts, {} slowed, {} swallowed in {seconds} s: {} entries and \
         lines of chat acknowledged, {} rematches, {} switches, {} updates watched, {} sockets opened",
        number(&counts.nodes),
        number(&counts.databases),
        number(&counts.cuts),
        number(&counts.slowed),
        number(&counts.swallowed),
        counts.kept.lock().unwrap().len(),
        number(&counts.rematches),
        number(&counts.switches),
        number(&counts.watched),
        number(&counts.comebacks),
    );
}

/// Everything that was acknowledged is in the store, which holds; the room where nobody was went on.
fn all_is_there(url: &str, counts: &Counts, alone: &str, seconds: u64) {
    let checked = senet(&["store", "check", "--store", url], "");
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    let moved = file("three-nodes.jsonl");
    let _ = std::fs::remove_file(&moved);
    assert_eq!(senet(&["store", "export", "--store", url, &moved], "").code, Some(0));
    let stored = std::fs::read_to_string(&moved).unwrap();
    let kept = counts.kept.lock().unwrap();
    assert!(kept.len() as u64 > seconds, "{} in {seconds} s", kept.len());
    let lost: Vec<_> = kept.iter().filter(|text| !stored.contains(&format!("\"{text}"))).collect();
    assert!(lost.is_empty(), "{} of {} are lost: {lost:?}", lost.len(), kept.len());
    let rooms = stored.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let room = rooms.into_iter().find(|room| room["table"] == alone || room["id"] == alone);
    let lines = room.as_ref().and_then(|room| room["lines"].as_array()).map_or(0, Vec::len);
    // Every fall may cost it some seconds; a clock that stopped for good would have none of them.
    assert!(lines as u64 > seconds / 20, "{lines} lines in {seconds} s: {room:?}");
}
