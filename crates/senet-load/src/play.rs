//! Tables at play. Everything is prepared before the clock starts: sockets are open and follow all
//! the games that will be played on them, so that only moves are measured.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use crate::client::{Http, Socket};

/// A game that nobody wins, in nine moves.
const DRAW: [u8; 9] = [1, 2, 3, 5, 4, 6, 8, 7, 9];

/// Two seats with their sockets, and the games that they will play one after another.
pub struct Pair {
    seats: [Socket; 2],
    games: Vec<String>,
}

/// Seats two at a table of the server, with so many games before them.
pub async fn at_server(port: u16, http: &mut Http, games: usize) -> Result<Pair> {
    let mut seats =
        [Socket::open(port, "/api/socket").await?, Socket::open(port, "/api/socket").await?];
    let mut names = Vec::new();
    for _ in 0..games {
        let (table, tokens) = make(http).await?;
        for (seat, token) in seats.iter_mut().zip(&tokens) {
            let follow = json!({ "type": "follow", "table": table, "token": token });
            seat.send(follow.to_string()).await?;
            seat.wait("\"type\":\"update\"").await?;
        }
        names.push(table);
    }
    Ok(Pair { seats, games: names })
}

/// Makes a table with both seats taken: its name and the seats' tokens.
pub async fn make(http: &mut Http) -> Result<(String, [String; 2])> {
    let me = |name| json!({ "type": "me", "name": name });
    let ask = json!({ "game": "tic-tac-toe", "seats": [me("Ann"), me("Ben")] });
    let made = http.post("/api/tables", &ask).await?;
    let text = |value: &Value| value.as_str().map(str::to_owned).context("no text");
    let token = |i: usize| text(&made["seats"][i]["token"]);
    Ok((text(&made["table"])?, [token(0)?, token(1)?]))
}

/// Seats two at a table of the relay, for as many moves as the games would have.
pub async fn at_relay(port: u16, name: usize, games: usize) -> Result<Pair> {
    let mut seats = [Socket::open(port, "/").await?, Socket::open(port, "/").await?];
    for seat in &mut seats {
        seat.send(format!("table {name}")).await?;
    }
    // Both are there once each hears what the other says.
    tokio::time::sleep(Duration::from_millis(1)).await;
    Ok(Pair { seats, games: vec![format!("t{name}"); games] })
}

/// What a load came to.
pub struct Played {
    pub moves: usize,
    pub time: Duration,
    /// How long each move took until it was acknowledged, in order.
    pub waits: Vec<Duration>,
}

impl Played {
    pub fn percentile(&self, of_100: usize) -> Duration {
        self.waits
            .get(self.waits.len() * of_100 / 100)
            .or(self.waits.last())
            .copied()
            .unwrap_or_default()
    }
}

/// Plays all games of all pairs at once; `pace` is the time between two moves of a pair, if any.
/// Gives the pairs' sockets up.
pub async fn play(
    pairs: Vec<Pair>,
    answer: &'static str,
    push: &'static str,
    pace: Option<Duration>,
) -> Result<Played> {
    let started = Instant::now();
    let count = pairs.len() as u32;
    let mut tasks = JoinSet::new();
    for (i, pair) in pairs.into_iter().enumerate() {
        // Paced pairs start spread over the first pause.
        let delay = pace.map(|pace| pace * i as u32 / count.max(1));
        tasks.spawn(one(pair, answer, push, pace, delay));
    }
    let mut waits = Vec::new();
    while let Some(done) = tasks.join_next().await {
        waits.extend(done??);
    }
    let time = started.elapsed();
    waits.sort_unstable();
    Ok(Played { moves: waits.len(), time, waits })
}

async fn one(
    mut pair: Pair,
    answer: &str,
    push: &str,
    pace: Option<Duration>,
    delay: Option<Duration>,
) -> Result<Vec<Duration>> {
    let mut waits = Vec::with_capacity(pair.games.len() * DRAW.len());
    if let Some(delay) = delay {
        tokio::time::sleep(delay).await;
    }
    let mut due = tokio::time::Instant::now();
    for game in &pair.games {
        for (number, square) in DRAW.iter().enumerate() {
            if let Some(pace) = pace {
                due += pace;
                tokio::time::sleep_until(due).await;
            }
            let [one, other] = &mut pair.seats;
            let (mover, watcher) = if number % 2 == 0 { (one, other) } else { (other, one) };
            let sent = Instant::now();
            mover.send(mark(game, number, *square)).await?;
            mover.wait(answer).await?;
            waits.push(sent.elapsed());
            watcher.wait(push).await?;
        }
    }
    Ok(waits)
}

fn mark(table: &str, number: usize, square: u8) -> String {
    format!(
        "{{\"id\":{number},\"type\":\"submit\",\"table\":\"{table}\",\"request\":\"{number}\",\"command\":{{\"type\":\"mark\",\"square\":{square}}}}}"
    )
}

/// Two seats that play one game after another, each at a table of its own.
pub struct Endless {
    seats: [Socket; 2],
    table: String,
    http: Arc<Mutex<Http>>,
}

impl Endless {
    pub async fn at_server(port: u16, http: Arc<Mutex<Http>>) -> Result<Endless> {
        let open = || Socket::open(port, "/api/socket");
        let mut endless =
            Endless { seats: [open().await?, open().await?], table: String::new(), http };
        endless.begin().await?;
        Ok(endless)
    }

    /// Leaves the table before, and sits down at a new one.
    async fn begin(&mut self) -> Result<()> {
        let (table, tokens) = make(&mut *self.http.lock().await).await?;
        let before = std::mem::replace(&mut self.table, table);
        for (seat, token) in self.seats.iter_mut().zip(&tokens) {
            if !before.is_empty() {
                let unfollow = json!({ "id": "left", "type": "unfollow", "table": before });
                seat.send(unfollow.to_string()).await?;
                seat.wait("\"id\":\"left\"").await?;
            }
            let follow = json!({ "type": "follow", "table": self.table, "token": token });
            seat.send(follow.to_string()).await?;
            seat.wait("\"type\":\"update\"").await?;
        }
        Ok(())
    }

    /// Plays a move at each pace, and tells how long each took until it was acknowledged, until it is asked to
    /// stop and the game is over.
    pub async fn play(
        mut self,
        pace: Duration,
        delay: Duration,
        told: mpsc::UnboundedSender<Duration>,
        stop: Arc<AtomicBool>,
    ) -> Result<()> {
        let mut due = tokio::time::Instant::now() + delay;
        loop {
            for (number, square) in DRAW.into_iter().enumerate() {
                tokio::time::sleep_until(due).await;
                due += pace;
                let [one, other] = &mut self.seats;
                let (mover, watcher) = if number % 2 == 0 { (one, other) } else { (other, one) };
                let sent = Instant::now();
                mover.send(mark(&self.table, number, square)).await?;
                mover.wait("\"type\":\"accepted\"").await?;
                told.send(sent.elapsed()).context("nobody counts any more")?;
                watcher.wait("\"type\":\"update\"").await?;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.begin().await?;
        }
    }
}
